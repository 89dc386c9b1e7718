//! Cholesky's factorization, column by column.

use super::matrix::{Matrices, element, extent_value, read, rounded, stored, sum_below, transposed};
use crate::constant;
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::{UpdateSlice, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// The lower triangular `L` with `A = L Lᵀ` of symmetric matrices `[…, n, n]` of floats, or the upper triangular `U` with `A = Uᵀ U`;
/// the other triangle of the result is 0, that of `A` is not read. Where a matrix is not positive definite, all of its factor is NaN.
///
/// # Panics
/// If the operand has less than two axes, or an extent without a name.
pub fn cholesky(b: &mut Builder<'_>, a: Value, lower: bool) -> Value {
    let (elem, given) = (b.ctx().elem_type(b.body.ty(a)), a);
    let a = Matrices::of(b, a);
    stored(b, a.value);
    if a.have_no_rows() {
        return given;
    }
    let (batch, n) = (a.batch, a.extents[a.batch].clone());
    let start = constant::zero(b, b.body.ty(a.value));
    let extents = a.slice(batch + 1);
    let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
    let end = extent_value(b, &n);
    let none = constant::zero(b, a.elem);
    let made = loops::build::for_loop(b, zero, end, one, &[start], |b, column, carried| {
        let factor = carried[0];
        let rest = build::compute_one(b, &extents, a.elem, |b, at| {
            rest_of_column(b, &a, factor, column, &at[..=batch], lower)
        });
        let scaled = build::compute_one(b, &extents, a.elem, |b, at| {
            scaled_element(b, rest, column, &at[..=batch], none, &n)
        });
        let mut starts = vec![zero; batch + 2];
        starts[batch + 1] = column;
        vec![UpdateSlice::build(b, scaled, factor, &starts)]
    });
    let factor = b.body.result(made, 0);
    let mut factor = all_or_nothing(b, &a, factor);
    if !lower {
        factor = transposed(b, factor, batch);
    }
    rounded(b, factor, elem)
}

/// A factor, or NaN everywhere: what follows a pivot that has no root is NaN, so the last one says whether all have.
fn all_or_nothing(b: &mut Builder<'_>, a: &Matrices, factor: Value) -> Value {
    let [none, nan] = [0.0, f64::NAN].map(|x| constant::float(b, a.elem, x));
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let (end, one) = (extent_value(b, &a.extents[a.batch]), arith::const_index(b, 1));
        let last = arith::subi(b, end, one);
        let pivot = element(b, factor, &[&at[..a.batch], &[last, last]].concat());
        let is_found = arith::cmpf(b, CmpF::OGT, pivot, none);
        let own = element(b, factor, at);
        arith::select(b, is_found, own, nan)
    })
}

/// `A[i, j] − Σ L[i, k] L[j, k]` for the columns `k` before column `j`; `at` is the batch's indices and `i`.
fn rest_of_column(
    b: &mut Builder<'_>,
    a: &Matrices,
    factor: Value,
    column: Value,
    at: &[Value],
    lower: bool,
) -> Value {
    let n = &a.extents[a.batch];
    let [i, j, k] = [0, 1, 2].map(|n| AffineExpr::dim((a.batch + n) as u32));
    let mut values = at.to_vec();
    values.push(column);
    let known = sum_below(b, column, a.elem, |b, inner| {
        let mut values = values.clone();
        values.push(inner);
        let left = read(b, factor, a.batch, [&i, &k], &values, n);
        let right = read(b, factor, a.batch, [&j, &k], &values, n);
        arith::mulf(b, left, right)
    });
    let place = if lower { [&i, &j] } else { [&j, &i] };
    let element = read(b, a.value, a.batch, place, &values, n);
    arith::subf(b, element, known)
}

/// The element of a column of the factor: the root of its pivot on the diagonal, the rest divided by that below, 0
/// above.
fn scaled_element(
    b: &mut Builder<'_>,
    rest: Value,
    column: Value,
    at: &[Value],
    none: Value,
    n: &Extent,
) -> Value {
    let batch = at.len() - 1;
    let [i, j] = [0, 1].map(|n| AffineExpr::dim((batch + n) as u32));
    let first = AffineExpr::constant(0);
    let mut values = at.to_vec();
    values.push(column);
    let pivot = read(b, rest, batch, [&j, &first], &values, n);
    let root = math::sqrt(b, pivot);
    let element = read(b, rest, batch, [&i, &first], &values, n);
    let below = arith::divf(b, element, root);
    let above = arith::cmpi(b, CmpI::Slt, at[batch], column);
    let on = arith::cmpi(b, CmpI::Eq, at[batch], column);
    let chosen = arith::select(b, on, root, below);
    arith::select(b, above, none, chosen)
}
