//! Regions that work on elements: combiners, comparators, maps.

use super::control::block;
use super::lower::{Done, Lower};
use super::types::{Class, class};
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::{Block, Body, Value};
use tf_ir::context::Context;
use tf_ir::opref::OpRef;

/// Converts a region at the cursor with elements instead of tensors of rank 0.
pub(super) fn scalars<'a>(
    l: &mut Lower<'a, '_>,
    op: OpRef<'_>,
    source: Block,
    args: &[Value],
) -> Done<Vec<Value>> {
    let outer = std::mem::replace(&mut l.scalar, true);
    let results = block(l, op, source, args);
    l.scalar = outer;
    results
}

/// The kinds that a region of `n` accumulators combines with, if each is an op of its own on its own pair.
pub(super) fn simple_kinds(src: &Body, at: Block, n: usize) -> Option<Vec<CombiningKind>> {
    let args: Vec<Value> = src.args(at).collect();
    let end = src.terminator(at)?;
    if args.len() != 2 * n || src.operand_count(end) != n {
        return None;
    }
    let kind = |i: usize| {
        let value = src.op(src.def_op(src.operand(end, i))?);
        let pair: Vec<Value> = value.operands().collect();
        let (left, right) = (args[i], args[n + i]);
        if pair != [left, right] && pair != [right, left] {
            return None;
        }
        kind_of(src.ctx(), value)
    };
    (0..n).map(kind).collect()
}

/// The combining kind that an op is.
fn kind_of(ctx: &Context, op: OpRef<'_>) -> Option<CombiningKind> {
    use CombiningKind::*;
    let class = class(ctx, op.operand_type(0))?;
    Some(match (op.name(), class) {
        ("stablehlo.add" | "stablehlo.maximum" | "stablehlo.or", Class::Bool) => Or,
        ("stablehlo.multiply" | "stablehlo.minimum" | "stablehlo.and", Class::Bool) => And,
        ("stablehlo.add", _) => Add,
        ("stablehlo.multiply", _) => Mul,
        ("stablehlo.minimum", Class::Signed) => MinSI,
        ("stablehlo.minimum", Class::Unsigned) => MinUI,
        ("stablehlo.minimum", Class::Float) => MinimumF,
        ("stablehlo.maximum", Class::Signed) => MaxSI,
        ("stablehlo.maximum", Class::Unsigned) => MaxUI,
        ("stablehlo.maximum", Class::Float) => MaximumF,
        ("stablehlo.and", _) => And,
        ("stablehlo.or", _) => Or,
        ("stablehlo.xor", _) => Xor,
        _ => return None,
    })
}
