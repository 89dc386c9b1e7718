//! The orthogonal factor of square matrices, by an iteration of products and factorizations.

use super::cholesky::cholesky;
use super::matrix::{Matrices, batched_product, element, extent_value, stored, transposed};
use super::qr::decomposed;
use super::triangular::{Triangular, triangular_solve};
use crate::constant::dtype_of;
use crate::expr::formula;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::math;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// The weights of a step of Halley's iteration `X (a + b Xᵀ X) (1 + c Xᵀ X)⁻¹`, and the least singular value behind it, if that of
/// `X` is `least` (Nakatsukasa, Bai and Gygi, 2010).
fn weights(least: f64) -> ([f64; 3], f64) {
    let square = least * least;
    let d = (4.0 * (1.0 - square) / (square * square)).cbrt();
    let root = (1.0 + d).sqrt();
    let a = root + (8.0 - 4.0 * d + 8.0 * (2.0 - square) / (square * root)).sqrt() / 2.0;
    let b = (a - 1.0) * (a - 1.0) / 4.0;
    let c = a + b - 1.0;
    ([a, b, c], least * (a + b * square) / (1.0 + c * square))
}

/// Singular values of this size and above converge fast enough by products alone, a step of which costs a third.
const NEAR: f64 = 0.7;

/// The orthogonal `U` with `A = U H` and symmetric `H` without negative eigenvalues, of square matrices of f32 or f64. To what `A` makes
/// 0 up to rounding, it does something that is no turn.
pub(super) fn orthogonal_factor(b: &mut Builder<'_>, a: &Matrices) -> Value {
    let epsilon = dtype_of(&b.ctx(), a.elem).epsilon();
    let (mut x, mut least) = (normalized(b, a), epsilon / 8.0);
    while 1.0 - least > 8.0 * epsilon {
        if least > NEAR {
            x = by_products(b, a, x);
            least = (least * (3.0 - least * least) / 2.0).min(1.0);
            continue;
        }
        let (factors, next) = weights(least);
        // A Cholesky factor of a matrix whose condition is above 100 loses digits.
        x = if factors[2] > 100.0 { by_qr(b, a, x, factors) } else { by_cholesky(b, a, x, factors) };
        least = next.min(1.0);
    }
    x
}

/// Matrices whose greatest singular value is at most 1.
fn normalized(b: &mut Builder<'_>, a: &Matrices) -> Value {
    let batch = a.batch;
    let squares = arith::mulf(b, a.value, a.value);
    let sum = build::reduce(b, &[CombiningKind::Add], &[squares], &[batch, batch + 1], None);
    let sum = b.body.result(sum, 0);
    let norm = math::sqrt(b, sum);
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let (value, norm) = (element(b, a.value, at), element(b, norm, &at[..batch]));
        formula(b, [value, norm], |[value, norm]| value / norm.equals(0.0).select(norm.num(1.0), norm))
    })
}

/// A step by the QR decomposition of `X` on top of the identity matrix.
fn by_qr(b: &mut Builder<'_>, a: &Matrices, x: Value, [wa, wb, wc]: [f64; 3]) -> Value {
    let batch = a.batch;
    let n = &a.extents[batch];
    let mut extents = a.extents.clone();
    extents[batch] = n.add(n).expect("extents of matrices are small expressions");
    let order = extent_value(b, n);
    let stacked = build::compute_one(b, &extents, a.elem, |b, at| {
        let (i, j) = (at[batch], at[batch + 1]);
        let above = arith::cmpi(b, CmpI::Slt, i, order);
        let value = element(b, x, at);
        let below = arith::subi(b, i, order);
        let on = arith::cmpi(b, CmpI::Eq, below, j);
        let one = arith::uitofp(b, on, a.elem);
        formula(b, [above, value, one], |[above, value, one]| above.select(value * wc.sqrt(), one))
    });
    let [q, _] = decomposed(b, &Matrices { value: stacked, extents, ..a.clone() });
    let halves = [false, true].map(|lower| {
        build::compute_one(b, &a.extents, a.elem, |b, at| {
            let row = if lower { arith::addi(b, at[batch], order) } else { at[batch] };
            element(b, q, &[&at[..batch], &[row, at[batch + 1]]].concat())
        })
    });
    let product = batched_product(b, batch, "ik,jk->ij", &halves);
    formula(b, [x, product], |[x, product]| x * (wb / wc) + product * ((wa - wb / wc) / wc.sqrt()))
}

/// A step of Newton's and Schulz's iteration, `X (3 − Xᵀ X) / 2`, for singular values that are near 1.
fn by_products(b: &mut Builder<'_>, a: &Matrices, x: Value) -> Value {
    let gram = batched_product(b, a.batch, "ki,kj->ij", &[x, x]);
    let gram = stored(b, gram);
    let cube = batched_product(b, a.batch, "ik,kj->ij", &[x, gram]);
    let next = formula(b, [x, cube], |[x, cube]| x * 1.5 - cube * 0.5);
    stored(b, next)
}

/// A step by Cholesky's factorization of `1 + c Xᵀ X`.
fn by_cholesky(b: &mut Builder<'_>, a: &Matrices, x: Value, [wa, wb, wc]: [f64; 3]) -> Value {
    let gram = batched_product(b, a.batch, "ki,kj->ij", &[x, x]);
    let identity = a.identity(b);
    let whole = formula(b, [gram, identity], |[gram, identity]| gram * wc + identity);
    let factor = cholesky(b, whole, true);
    let solve = |b: &mut Builder<'_>, x, transposed| {
        let system = Triangular { left: true, lower: true, transposed, unit: false };
        triangular_solve(b, factor, x, system)
    };
    let turned = transposed(b, x, a.batch);
    let turned = stored(b, turned);
    let solved = solve(b, turned, false);
    let solved = solve(b, solved, true);
    let solved = transposed(b, solved, a.batch);
    formula(b, [x, solved], |[x, solved]| x * (wb / wc) + solved * (wa - wb / wc))
}
