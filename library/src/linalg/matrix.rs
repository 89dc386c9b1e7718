//! What algorithms on matrices have in common: reading elements, sums over an index, columns and rows as slices.

use crate::constant::dtype_of;
use tf_dialects::arith;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{CombiningKind, ExtentOf, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// A batch of matrices.
#[derive(Clone)]
pub(super) struct Matrices {
    pub(super) value: Value,
    /// How many axes the batch has.
    pub(super) batch: usize,
    /// All extents, those of the batch first.
    pub(super) extents: Vec<Extent>,
    /// Their element type: f32 or f64.
    pub(super) elem: Type,
}

impl Matrices {
    /// A value as matrices in f32 at least.
    pub(super) fn of(b: &mut Builder<'_>, value: Value) -> Matrices {
        let ctx = b.ctx();
        let ty = b.body.ty(value);
        let extents = build::extents_of(b, value);
        let batch = extents.len().checked_sub(2).expect("matrices have two axes");
        if dtype_of(&ctx, ty).bits() >= 32 {
            return Matrices { value, batch, extents, elem: ctx.elem_type(ty) };
        }
        let value = arith::extf(b, value, ctx.with_elem(ty, ctx.f32()));
        Matrices { value, batch, extents, elem: ctx.f32() }
    }

    /// The extents of a slice that is 1 long on an axis.
    pub(super) fn slice(&self, axis: usize) -> Vec<Extent> {
        let mut extents = self.extents.clone();
        extents[axis] = Extent::constant(1);
        extents
    }
}

/// The element at a row and a column, expressions over `values`, which begin with the batch's indices, and over an extent.
pub(super) fn read(
    b: &mut Builder<'_>,
    matrices: Value,
    batch: usize,
    at: [&AffineExpr; 2],
    values: &[Value],
    extent: &Extent,
) -> Value {
    let lead = (0..batch as u32).map(AffineExpr::dim);
    let exprs: Vec<AffineExpr> = lead.chain(at.into_iter().cloned()).collect();
    let extents = std::slice::from_ref(extent);
    let subscripts = Subscripts::new(&exprs, values, extents).expect("places are small expressions");
    build::at(b, matrices, &subscripts, Policy::Clamp, None)
}

/// The sum of `term` over an index from 0 to `end`.
pub(super) fn sum_below(
    b: &mut Builder<'_>,
    end: Value,
    elem: Type,
    term: impl FnOnce(&mut Builder<'_>, Value) -> Value,
) -> Value {
    let bounds = [AffineExpr::constant(0), AffineExpr::dim(0)];
    let bounds = Subscripts::new(&bounds, &[end], &[]).expect("an index is a small expression");
    let fold = build::fold(b, &bounds, &[CombiningKind::Add], &[elem], None, |b, k| vec![term(b, k)]);
    b.body.result(fold, 0)
}

/// An extent as an `index` value.
pub(super) fn extent_value(b: &mut Builder<'_>, extent: &Extent) -> Value {
    match extent.as_const() {
        Some(n) => arith::const_index(b, n),
        None => ExtentOf::build(b, extent),
    }
}

/// A value of floats rounded to an element type, if it has more digits.
pub(super) fn rounded(b: &mut Builder<'_>, value: Value, elem: Type) -> Value {
    let ty = b.ctx().with_elem(b.body.ty(value), elem);
    if ty == b.body.ty(value) { value } else { arith::truncf(b, value, ty) }
}
