//! QR decompositions by Householder's reflections, a column after the other.

use super::matrix::{Matrices, element, extent_value, rounded};
use crate::constant;
use crate::expr::formula;
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::loops;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// Orthogonal matrices `Q` and upper triangular ones `R` with `Q R = A`, for square matrices `A` of floats, `[…, n, n]`. The signs of
/// R's diagonal are the opposite of those that the columns have when their turn comes.
///
/// # Panics
/// If the operand has less than two axes, more than 26 of a batch, or an extent without a name.
pub fn qr(b: &mut Builder<'_>, a: Value) -> (Value, Value) {
    let elem = b.ctx().elem_type(b.body.ty(a));
    let a = Matrices::of(b, a);
    let identity = a.identity(b);
    let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
    let end = extent_value(b, &a.extents[a.batch]);
    let made = loops::build::for_loop(b, zero, end, one, &[identity, a.value], |b, k, carried| {
        let [q, r] = [carried[0], carried[1]];
        let (v, scaled) = reflection(b, &a, r, k);
        let along = a.product(b, "i,ij->j", &[v, r]);
        let change = a.product(b, "i,j->ij", &[scaled, along]);
        let turned = arith::subf(b, r, change);
        let next = cleared_below(b, &a, turned, k);
        let along = a.product(b, "ij,j->i", &[q, v]);
        let change = a.product(b, "i,j->ij", &[along, scaled]);
        vec![arith::subf(b, q, change), next]
    });
    let [q, r] = [0, 1].map(|i| b.body.result(made, i));
    (rounded(b, q, elem), rounded(b, r, elem))
}

/// The reflection `1 − v sᵀ` that turns column `k` of `r`, from its diagonal down, to a multiple of the unit vector: `v`, and `s`, which
/// is `2 v / |v|²`, or 0 where the column is 0 already.
fn reflection(b: &mut Builder<'_>, a: &Matrices, r: Value, k: Value) -> (Value, Value) {
    let batch = a.batch;
    let column = build::compute_one(b, a.vectors(), a.elem, |b, at| {
        let inside = arith::cmpi(b, CmpI::Sge, at[batch], k);
        let value = element(b, r, &[at, &[k]].concat());
        let none = constant::zero(b, a.elem);
        arith::select(b, inside, value, none)
    });
    let head =
        build::compute_one(b, &a.extents[..batch], a.elem, |b, at| element(b, r, &[at, &[k, k]].concat()));
    let square = squares(b, a, column);
    // Away from the head, so that nothing cancels.
    let turned = formula(b, [head, square], |[head, square]| {
        let norm = square.sqrt();
        head.cmpf(CmpF::OGE, 0.0).select(-norm, norm)
    });
    let v = build::compute_one(b, a.vectors(), a.elem, |b, at| {
        let on = arith::cmpi(b, CmpI::Eq, at[batch], k);
        let value = element(b, column, at);
        let turned = element(b, turned, &at[..batch]);
        let rest = arith::subf(b, value, turned);
        arith::select(b, on, rest, value)
    });
    let square = squares(b, a, v);
    let factor = formula(b, [square], |[square]| {
        let some = square.cmpf(CmpF::OGT, 0.0);
        // Squares of subnormal numbers do not matter; their inverses would be infinite.
        let inverse = square.num(2.0) / square.maximumf(f64::from(f32::MIN_POSITIVE));
        some.select(inverse, square.num(0.0))
    });
    let lead: Vec<usize> = (0..batch).collect();
    let shape = b.ctx().dims(b.body.ty(v)).expect("a tensor").to_vec();
    let factor = build::broadcast(b, factor, &lead, &shape);
    (v, arith::mulf(b, v, factor))
}

/// The sum of the squares of each vector.
fn squares(b: &mut Builder<'_>, a: &Matrices, vectors: Value) -> Value {
    let squares = arith::mulf(b, vectors, vectors);
    let sum = build::reduce(b, &[CombiningKind::Add], &[squares], &[a.batch], None);
    b.body.result(sum, 0)
}

/// The matrices with column `k` 0 below the diagonal: what is 0 by construction is 0.
fn cleared_below(b: &mut Builder<'_>, a: &Matrices, r: Value, k: Value) -> Value {
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let [i, j] = [at[a.batch], at[a.batch + 1]];
        let below = arith::cmpi(b, CmpI::Sgt, i, j);
        let on = arith::cmpi(b, CmpI::Eq, j, k);
        let cleared = arith::andi(b, below, on);
        let value = element(b, r, at);
        let none = constant::zero(b, a.elem);
        arith::select(b, cleared, none, value)
    })
}
