//! Determinants, by LU decompositions.

use super::householder::reduced;
use super::inverse::inverse;
use super::lu::lu;
use crate::expr::formula;
use crate::linalg::matrix::{Matrices, element, rounded, transposed, with_vjp};
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::math;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::types::Type;

/// Signs and logarithms of the magnitudes of determinants of matrices of floats, `[…, n, n]`, which cannot
/// overflow as determinants can. The derivative is the transpose of the inverse.
///
/// # Panics
/// If the operand has less than two axes, more than 24 batch axes, or an extent without a name.
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

/// Sign and logarithm, rounded to the element type of `result`.
fn eliminated(b: &mut Builder<'_>, a: Value, result: Type) -> [Value; 2] {
    let a = Matrices::of(b, a);
    let (batch, found) = (a.batch, lu(b, a.value));
    let diagonal = build::compute_one(b, a.vectors(), a.elem, |b, at| {
        element(b, found.factors, &[at, &at[batch..]].concat())
    });
    let signs = build::compute_one(b, a.vectors(), a.elem, |b, at| {
        let pivot = element(b, found.pivots, at);
        let i64 = b.ctx().i64();
        let row = arith::index_cast(b, at[batch], i64);
        let stayed = arith::cmpi(b, CmpI::Eq, pivot, row);
        let head = element(b, diagonal, at);
        formula(b, [stayed, head], |[stayed, head]| {
            let negative = head.lt(0.0).select(head.num(-1.0), head);
            let sign = head.cmpf(CmpF::OGT, 0.0).select(head.num(1.0), negative);
            stayed.select(sign, -sign)
        })
    });
    let sign = reduced(b, CombiningKind::Mul, signs, batch, |_, x| x);
    let log = reduced(b, CombiningKind::Add, diagonal, batch, |b, x| {
        let size = math::absf(b, x);
        math::log(b, size)
    });
    let elem = b.ctx().elem_type(result);
    [sign, log].map(|value| rounded(b, value, elem))
}
