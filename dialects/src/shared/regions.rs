//! Checks of regions for verifiers.

use tf_ir::OpDef;
use tf_ir::body::{Block, Op};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

/// The only block of a region, and the terminator of that block, which must have the given name.
pub(crate) fn sole_block<D: OpDef>(op: OpRef<'_>, i: usize, _: D) -> Result<(Block, Op), Diagnostic> {
    sole_block_of(op, i, &[D::NAME])
}

/// As [`sole_block`], with several permitted terminators.
pub(crate) fn sole_block_of(
    op: OpRef<'_>,
    i: usize,
    terminators: &[&str],
) -> Result<(Block, Op), Diagnostic> {
    let Some(block) = op.entry(i) else {
        return Err(op.error("has an empty region: it needs a block"));
    };
    match op.body().terminator(block) {
        Some(last) if terminators.iter().any(|name| op.body().is(last, *name)) => Ok((block, last)),
        _ => Err(op.error(format_args!("expects its region to end with {}", terminators.join(" or ")))),
    }
}
