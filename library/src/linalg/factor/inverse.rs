//! Inverses of square matrices.

use super::qr::qr;
use crate::constant::{self, dtype_of};
use crate::linalg::matrix::{
    Matrices, batched_product, element, extent_value, rounded, transposed, with_vjp,
};
use crate::linalg::solve::triangular::{Triangular, triangular_solve};
use tf_dialects::arith::{self, CmpF};
use tf_dialects::math;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// The inverses of upper triangular matrices of floats, `[…, n, n]`; elements below the diagonals are not
/// read.
///
/// # Panics
/// If the operand has less than two axes, or an extent without a name.
pub fn inverse_upper(b: &mut Builder<'_>, a: Value) -> Value {
    let elem = b.ctx().elem_type(b.body.ty(a));
    let a = Matrices::of(b, a);
    let identity = a.identity(b);
    let system = Triangular { left: true, ..Triangular::default() };
    let inverse = triangular_solve(b, a.value, identity, system);
    rounded(b, inverse, elem)
}

/// The inverses of matrices of floats, `[…, n, n]`, by [`qr`]. Their derivative is that of the inverse, not
/// of the algorithm. The inverse of a matrix that is singular up to rounding is NaN everywhere.
///
/// # Panics
/// If the operand has less than two axes, more than 24 batch axes, or an extent without a name.
pub fn inverse(b: &mut Builder<'_>, a: Value) -> Value {
    let ty = b.body.ty(a);
    let batch = build::extents_of(b, a).len() - 2;
    let made = with_vjp(
        b,
        a,
        &[ty],
        |b, a| vec![inverse_by_qr(b, a)],
        |b, _, values, cotangents| {
            let turned = transposed(b, values[0], batch);
            let left = batched_product(b, batch, "xz,zy->xy", &[turned, cotangents[0]]);
            let turned = transposed(b, values[0], batch);
            let both = batched_product(b, batch, "xz,zy->xy", &[left, turned]);
            arith::negf(b, both)
        },
    );
    made[0]
}

fn inverse_by_qr(b: &mut Builder<'_>, a: Value) -> Value {
    let elem = b.ctx().elem_type(b.body.ty(a));
    let epsilon = dtype_of(&b.ctx(), elem).epsilon();
    let a = Matrices::of(b, a);
    let (q, r) = qr(b, a.value);
    let upper = inverse_upper(b, r);
    let turned = transposed(b, q, a.batch);
    let inverse = a.product(b, "xz,zy->xy", &[upper, turned]);
    let singular = is_singular(b, &a, r, epsilon);
    let value = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let singular = element(b, singular, &at[..a.batch]);
        let value = element(b, inverse, at);
        let none = constant::float(b, a.elem, f64::NAN);
        arith::select(b, singular, none, value)
    });
    rounded(b, value, elem)
}

/// True for matrices whose factor `r` has a diagonal element no larger than rounding errors: the columns are
/// numerically dependent. A test for exact 0 would depend on the order of sums, which devices choose.
fn is_singular(b: &mut Builder<'_>, a: &Matrices, r: Value, epsilon: f64) -> Value {
    let sizes = math::absf(b, a.value);
    let largest = build::reduce(b, &[CombiningKind::MaximumF], &[sizes], &[a.batch], None);
    let largest = b.body.result(largest, 0);
    let order = extent_value(b, &a.extents[a.batch]);
    let i64 = b.ctx().i64();
    let order = arith::index_cast(b, order, i64);
    let order = arith::sitofp(b, order, a.elem);
    let relative = constant::float(b, a.elem, 2.0 * epsilon);
    let relative = arith::mulf(b, order, relative);
    let relative = build::splat(b, relative, a.vectors());
    let bound = arith::mulf(b, largest, relative);
    let diagonal = build::compute_one(b, a.vectors(), a.elem, |b, at| {
        let place = [at, &at[a.batch..]].concat();
        element(b, r, &place)
    });
    let diagonal = math::absf(b, diagonal);
    let small = arith::cmpf(b, CmpF::OLE, diagonal, bound);
    let any = build::reduce(b, &[CombiningKind::Or], &[small], &[a.batch], None);
    b.body.result(any, 0)
}
