//! Ops that move elements: one compute that reads elsewhere.

use super::super::build;
use super::super::layout::{Broadcast, Reverse, Slice, Transpose};
use super::super::policy::Policy;
use super::super::subscripts::Subscripts;
use super::{Decompose, named_extents, result_extents};
use tf_ir::affine::{AffineError, AffineExpr};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;

/// A compute over the result's box that reads the operand at `subscripts` of the indices: expressions over the
/// indices (dimensions) and `terms` (symbols).
pub(super) fn reading(
    b: &mut Builder<'_>,
    op: Op,
    terms: &[Extent],
    subscripts: Result<Vec<AffineExpr>, AffineError>,
) -> Result<Vec<Value>, Diagnostic> {
    let extents = result_extents(b, op)?;
    let failed = |error: AffineError| b.body.op(op).error(format_args!("cannot be decomposed: {error}"));
    let exprs = subscripts.map_err(failed)?;
    let source = b.body.operand(op, 0);
    let elem = b.body.ctx().elem_type(b.body.ty(source));
    // The values are known only inside the region; positions stand for them until then.
    let index_count = extents.len();
    let mut result = Ok(());
    let value = build::compute_one(b, &extents, elem, |b, indices| {
        debug_assert_eq!(indices.len(), index_count);
        let subscripts = Subscripts::new(&exprs, indices, terms).unwrap_or_else(|error| {
            result = Err(error);
            Subscripts::plain(&[])
        });
        build::at(b, source, &subscripts, Policy::Assumed, None)
    });
    if let Err(error) = result {
        let compute = b.body.def_op(value).expect("a compute's result");
        b.body.erase(compute);
        return Err(b.body.op(op).error(format_args!("cannot be decomposed: {error}")));
    }
    Ok(vec![value])
}

fn dim(i: usize) -> AffineExpr {
    AffineExpr::dim(i as u32)
}

impl Decompose for Broadcast {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let axes = view.view(Broadcast).axes();
        let (from, to) = (named_extents(view, view.operand(0))?, named_extents(view, view.result(0))?);
        let one = Extent::constant(1);
        let exprs = axes.iter().zip(&from).map(|(axis, extent)| {
            let widened = *extent == one && to[*axis] != one;
            if widened { AffineExpr::constant(0) } else { dim(*axis) }
        });
        let exprs = exprs.collect();
        reading(b, op, &[], Ok(exprs))
    }
}

impl Decompose for Transpose {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let perm = b.body.view(op, Transpose).permutation();
        let mut exprs = vec![AffineExpr::constant(0); perm.len()];
        for (i, axis) in perm.iter().enumerate() {
            exprs[*axis] = dim(i);
        }
        reading(b, op, &[], Ok(exprs))
    }
}

impl Decompose for Slice {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let ranges = b.body.view(op, Slice).ranges();
        let starts: Vec<Extent> = ranges.iter().map(|r| r.start.clone()).collect();
        let expr = |(i, step): (usize, i64)| dim(i).scale(step)?.add(&AffineExpr::symbol(i as u32));
        let exprs = ranges.iter().map(|r| r.step).enumerate().map(expr).collect();
        reading(b, op, &starts, exprs)
    }
}

impl Decompose for Reverse {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let axes = view.view(Reverse).axes();
        let extents = named_extents(view, view.operand(0))?;
        let expr = |i: usize| match axes.contains(&i) {
            true => AffineExpr::symbol(i as u32).sub(&dim(i))?.add_const(-1),
            false => Ok(dim(i)),
        };
        let exprs = (0..extents.len()).map(expr).collect();
        reading(b, op, &extents, exprs)
    }
}
