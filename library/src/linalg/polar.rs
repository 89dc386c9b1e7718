//! The orthogonal factor of square matrices, by an iteration of products and factorizations.

use super::cholesky::cholesky;
use super::matrix::{Matrices, batched_product, element, extent_value, stored, transposed};
use super::qr::decomposed;
use super::triangular::{Triangular, triangular_solve};
use crate::constant::{self, dtype_of};
use crate::expr::formula;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::types::Type;

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
    // A Cholesky factor of a matrix whose condition is above 100 loses digits.
    let mut steep = Vec::new();
    while least < NEAR {
        let (factors, next) = weights(least);
        if factors[2] <= 100.0 {
            break;
        }
        steep.push(factors);
        least = next.min(1.0);
    }
    x = by_qr(b, a, x, &steep);
    while least < NEAR {
        let (factors, next) = weights(least);
        x = by_cholesky(b, a, x, factors);
        least = next.min(1.0);
    }
    let mut count = 0;
    while 1.0 - least > 8.0 * epsilon {
        count += 1;
        least = (least * (3.0 - least * least) / 2.0).min(1.0);
    }
    repeated(b, count, x, |b, _, x| by_products(b, a, x))
}

/// A step done so many times, on what the one before gives; the body takes the number of the step.
fn repeated(
    b: &mut Builder<'_>,
    count: usize,
    start: Value,
    body: impl FnOnce(&mut Builder<'_>, Value, Value) -> Value,
) -> Value {
    let [zero, one, end] = [0, 1, count as i64].map(|n| arith::const_index(b, n));
    let made =
        loops::build::for_loop(b, zero, end, one, &[start], |b, i, carried| vec![body(b, i, carried[0])]);
    b.body.result(made, 0)
}

/// The number of a list that step `i` takes, in an element type.
fn taken(b: &mut Builder<'_>, elem: Type, i: Value, numbers: &[f64]) -> Value {
    let numbers: Vec<Value> = numbers.iter().map(|n| constant::float(b, elem, *n)).collect();
    let (first, rest) = numbers.split_first().expect("a step has a number");
    rest.iter().enumerate().fold(*first, |chosen, (at, number)| {
        let own = arith::const_index(b, at as i64 + 1);
        let here = arith::cmpi(b, CmpI::Eq, i, own);
        arith::select(b, here, *number, chosen)
    })
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

/// Steps by the QR decomposition of `X` on top of the identity matrix.
fn by_qr(b: &mut Builder<'_>, a: &Matrices, x: Value, steps: &[[f64; 3]]) -> Value {
    let list = |of: fn(&[f64; 3]) -> f64| steps.iter().map(of).collect::<Vec<f64>>();
    let roots = list(|[_, _, c]| c.sqrt());
    let (own, turned) = (list(|[_, b, c]| b / c), list(|[a, b, c]| (a - b / c) / c.sqrt()));
    if steps.is_empty() {
        return x;
    }
    repeated(b, steps.len(), x, |b, i, x| {
        let [root, own, turned] = [&roots, &own, &turned].map(|list| taken(b, a.elem, i, list));
        let product = halves_product(b, a, x, root);
        let next = build::compute_one(b, &a.extents, a.elem, |b, at| {
            let [x, product] = [x, product].map(|value| element(b, value, at));
            formula(b, [x, product, own, turned], |[x, product, own, turned]| x * own + product * turned)
        });
        stored(b, next)
    })
}

/// The upper half of the orthogonal factor of `X` times `root` on top of the identity matrix, times the lower half transposed.
fn halves_product(b: &mut Builder<'_>, a: &Matrices, x: Value, root: Value) -> Value {
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
        formula(b, [above, value, one, root], |[above, value, one, root]| above.select(value * root, one))
    });
    let [q, _] = decomposed(b, &Matrices { value: stacked, extents, ..a.clone() });
    let halves = [false, true].map(|lower| {
        build::compute_one(b, &a.extents, a.elem, |b, at| {
            let row = if lower { arith::addi(b, at[batch], order) } else { at[batch] };
            element(b, q, &[&at[..batch], &[row, at[batch + 1]]].concat())
        })
    });
    batched_product(b, batch, "ik,jk->ij", &halves)
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
