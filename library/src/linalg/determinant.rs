//! Determinants, by elimination with the greatest pivots.

use super::inverse::inverse;
use super::matrix::{Matrices, element, extent_value, rounded, transposed, with_vjp};
use crate::constant;
use crate::expr::formula;
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::types::Type;

/// Signs and logarithms of the sizes of the determinants of matrices of floats, `[…, n, n]`: a determinant that would leave the range
/// of floats does not. The derivative is the transpose of the inverse.
///
/// # Panics
/// If the operand has less than two axes, more than 24 of a batch, or an extent without a name.
pub fn slogdet(b: &mut Builder<'_>, a: Value) -> (Value, Value) {
    let ctx = b.ctx();
    let ty = b.body.ty(a);
    let shape = ctx.dims(ty).expect("a tensor").to_vec();
    let batch = shape.len() - 2;
    let result = ctx.tensor(shape[..batch].to_vec(), ctx.elem_type(ty));
    let made = with_vjp(
        b,
        a,
        &[result; 2],
        |b, a| eliminated(b, a, result).to_vec(),
        |b, a, _, cotangents| {
            let inverse = inverse(b, a);
            let turned = transposed(b, inverse, batch);
            let lead: Vec<usize> = (0..batch).collect();
            let factor = build::broadcast(b, cotangents[1], &lead, &shape);
            arith::mulf(b, turned, factor)
        },
    );
    (made[0], made[1])
}

/// Sign and logarithm, rounded to the elements of a type.
fn eliminated(b: &mut Builder<'_>, a: Value, result: Type) -> [Value; 2] {
    let ctx = b.ctx();
    let a = Matrices::of(b, a);
    let ty = ctx.with_elem(result, a.elem);
    let start = [a.value, constant::float(b, ty, 1.0), constant::float(b, ty, 0.0)];
    let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
    let end = extent_value(b, &a.extents[a.batch]);
    let made = loops::build::for_loop(b, zero, end, one, &start, |b, k, carried| {
        let pivot = pivot(b, &a, carried[0], k);
        let swapped = swapped(b, &a, carried[0], k, pivot);
        let head = build::compute_one(b, &a.extents[..a.batch], a.elem, |b, at| {
            element(b, swapped, &[at, &[k, k]].concat())
        });
        let next = reduced(b, &a, swapped, head, k);
        let i64 = b.ctx().i64();
        let number = arith::index_cast(b, k, i64);
        let number = build::splat(b, number, &a.extents[..a.batch]);
        let stayed = arith::cmpi(b, CmpI::Eq, pivot, number);
        let sign = formula(b, [stayed, carried[1], head], |[stayed, sign, head]| {
            let turned = stayed.select(sign, -sign);
            let negative = head.lt(0.0).select(head.num(-1.0), head);
            turned * head.cmpf(CmpF::OGT, 0.0).select(head.num(1.0), negative)
        });
        let size = math::absf(b, head);
        let log = math::log(b, size);
        vec![next, sign, arith::addf(b, carried[2], log)]
    });
    [1, 2].map(|i| {
        let value = b.body.result(made, i);
        rounded(b, value, ctx.elem_type(result))
    })
}

/// The row, as an i64, with the greatest element of column `k` from the diagonal down; of a NaN, if there is one.
fn pivot(b: &mut Builder<'_>, a: &Matrices, matrices: Value, k: Value) -> Value {
    let batch = a.batch;
    let sizes = build::compute_one(b, a.vectors(), a.elem, |b, at| {
        let inside = arith::cmpi(b, CmpI::Sge, at[batch], k);
        let value = element(b, matrices, &[at, &[k]].concat());
        let size = math::absf(b, value);
        let less = constant::float(b, a.elem, -1.0);
        arith::select(b, inside, size, less)
    });
    let largest = build::reduce(b, &[CombiningKind::MaximumF], &[sizes], &[batch], None);
    let largest = b.body.result(largest, 0);
    let i64 = b.ctx().i64();
    let rows = build::compute_one(b, a.vectors(), i64, |b, at| {
        let size = element(b, sizes, at);
        let largest = element(b, largest, &at[..batch]);
        // The largest is NaN if one is, and no element equals that.
        let found =
            formula(b, [size, largest], |[size, largest]| size.equals(largest) | size.cmpf(CmpF::UNO, size));
        let row = arith::index_cast(b, at[batch], i64);
        let none = constant::int(b, i64, i64::MAX);
        arith::select(b, found, row, none)
    });
    let first = build::reduce(b, &[CombiningKind::MinSI], &[rows], &[batch], None);
    b.body.result(first, 0)
}

/// The matrices with the rows `k` and `pivot` swapped.
fn swapped(b: &mut Builder<'_>, a: &Matrices, matrices: Value, k: Value, pivot: Value) -> Value {
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let ctx = b.ctx();
        let (lead, i, j) = (&at[..a.batch], at[a.batch], at[a.batch + 1]);
        let pivot = element(b, pivot, lead);
        let pivot = arith::index_cast(b, pivot, ctx.index());
        let on = arith::cmpi(b, CmpI::Eq, i, k);
        let at_pivot = arith::cmpi(b, CmpI::Eq, i, pivot);
        let other = arith::select(b, at_pivot, k, i);
        let from = arith::select(b, on, pivot, other);
        element(b, matrices, &[lead, &[from, j]].concat())
    })
}

/// The matrices with multiples of row `k` taken from the rows below, so that these have 0 in column `k`, which nobody reads again.
fn reduced(b: &mut Builder<'_>, a: &Matrices, matrices: Value, head: Value, k: Value) -> Value {
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let (lead, i, j) = (&at[..a.batch], at[a.batch], at[a.batch + 1]);
        let below = arith::cmpi(b, CmpI::Sgt, i, k);
        let value = element(b, matrices, at);
        let in_column = element(b, matrices, &[lead, &[i, k]].concat());
        let head = element(b, head, lead);
        let factor = arith::divf(b, in_column, head);
        let in_row = element(b, matrices, &[lead, &[k, j]].concat());
        let change = arith::mulf(b, factor, in_row);
        let rest = arith::subf(b, value, change);
        arith::select(b, below, rest, value)
    })
}
