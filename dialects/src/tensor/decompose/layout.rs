//! Decomposition of ops that move elements: each point reads another element.

use super::super::layout::{Broadcast, Reverse, Slice, Transpose};
use crate::shared::tileable::{Structure, Tileable, named_extents};
use tf_ir::affine::AffineExpr;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;

fn dim(i: usize) -> AffineExpr {
    AffineExpr::dim(i as u32)
}

impl Tileable for Broadcast {
    fn structure(&self, op: OpRef<'_>) -> Result<Structure, Diagnostic> {
        let axes = op.view(Broadcast).axes();
        let (from, to) = (named_extents(op, op.operand(0))?, named_extents(op, op.result(0))?);
        let one = Extent::constant(1);
        let exprs = axes.iter().zip(&from).map(|(axis, extent)| {
            let widened = *extent == one && to[*axis] != one;
            if widened { AffineExpr::constant(0) } else { dim(*axis) }
        });
        Structure::moving(op, Ok(exprs.collect()), Vec::new())
    }
}

impl Tileable for Transpose {
    fn structure(&self, op: OpRef<'_>) -> Result<Structure, Diagnostic> {
        let perm = op.view(Transpose).permutation();
        let mut exprs = vec![AffineExpr::constant(0); perm.len()];
        for (i, axis) in perm.iter().enumerate() {
            exprs[*axis] = dim(i);
        }
        Structure::moving(op, Ok(exprs), Vec::new())
    }
}

impl Tileable for Slice {
    fn structure(&self, op: OpRef<'_>) -> Result<Structure, Diagnostic> {
        let ranges = op.view(Slice).ranges();
        let expr = |(i, step): (usize, i64)| dim(i).scale(step)?.add(&AffineExpr::symbol(i as u32));
        let exprs = ranges.iter().map(|r| r.step).enumerate().map(expr).collect();
        Structure::moving(op, exprs, ranges.into_iter().map(|r| r.start).collect())
    }
}

impl Tileable for Reverse {
    fn structure(&self, op: OpRef<'_>) -> Result<Structure, Diagnostic> {
        let axes = op.view(Reverse).axes();
        let extents = named_extents(op, op.operand(0))?;
        let expr = |i: usize| match axes.contains(&i) {
            true => AffineExpr::symbol(i as u32).sub(&dim(i))?.add_const(-1),
            false => Ok(dim(i)),
        };
        let exprs = (0..extents.len()).map(expr).collect();
        Structure::moving(op, exprs, extents)
    }
}
