//! The orthogonal polar factor of square matrices: Halley's iteration with dynamic weights, then
//! Newton–Schulz.

use crate::constant::dtype_of;
use crate::expr::{formula, formulas};
use crate::linalg::factor::cholesky::cholesky;
use crate::linalg::factor::lu::plain_factors;
use crate::linalg::factor::qr::decomposed;
use crate::linalg::matrix::{Matrices, batched_product, element, extent_value, stored, transposed};
use crate::linalg::solve::triangular::{Triangular, triangular_solve};
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// From this singular value on, steps of products alone converge fast enough and cost a third.
const NEAR: f64 = 0.7;
/// A Cholesky factor of `1 + c Xᵀ X` loses digits if `c` exceeds this.
const STEEP: f64 = 100.0;

/// A lower bound of more than this many rounding units is certain, despite its own rounding errors.
const SURE: f64 = 1000.0;

/// The orthogonal `U` of the polar decomposition `A = U H` with symmetric positive semidefinite `H`, of
/// square matrices of f32 or f64; and whether it is certain for all matrices of a batch. On vectors that `A`
/// maps to 0 up to rounding, `U` need not be orthogonal.
pub(super) fn orthogonal_factor(b: &mut Builder<'_>, a: &Matrices) -> (Value, Value) {
    let epsilon = dtype_of(&b.ctx(), a.elem).epsilon();
    let x = normalized(b, a);
    let x = stored(b, x);
    let least = least_value(b, &a.with(x), epsilon);
    let sure = formula(b, [least], |[least]| least.cmpf(CmpF::OGT, SURE * epsilon / 4.0));
    let near = |b: &mut Builder<'_>, least| formula(b, [least], |[least]| least.lt(NEAR));
    let (x, least) = steps(
        b,
        (x, least),
        |b, least| {
            let (near, [_, _, c]) = (near(b, least), weights(b, least).0);
            formula(b, [near, c], |[near, c]| near & c.cmpf(CmpF::OGT, STEEP))
        },
        |b, x, least| {
            let (factors, next) = weights(b, least);
            (by_qr(b, a, x, factors), next)
        },
    );
    let (x, least) = steps(b, (x, least), near, |b, x, least| {
        let (factors, next) = weights(b, least);
        (by_cholesky(b, a, x, factors), next)
    });
    let (x, _) = steps(
        b,
        (x, least),
        |b, least| formula(b, [least], |[least]| (1.0 - least).cmpf(CmpF::OGT, 8.0 * epsilon)),
        |b, x, least| {
            let next = formula(b, [least], |[l]| (l * (3.0 - l * l) * 0.5).minimumf(1.0));
            (by_products(b, a, x), next)
        },
    );
    (x, sure)
}

/// Iterates `step` while a condition on a lower bound of the singular values (an f64) holds; each step
/// increases the bound.
fn steps(
    b: &mut Builder<'_>,
    (x, least): (Value, Value),
    holds: impl FnOnce(&mut Builder<'_>, Value) -> Value,
    step: impl FnOnce(&mut Builder<'_>, Value, Value) -> (Value, Value),
) -> (Value, Value) {
    let types = [x, least].map(|value| b.body.ty(value));
    let made = loops::build::while_loop(
        b,
        &[x, least],
        &types,
        |b, carried| (holds(b, carried[1]), carried.to_vec()),
        |b, carried| {
            let (x, least) = step(b, carried[0], carried[1]);
            vec![x, least]
        },
    );
    (b.body.result(made, 0), b.body.result(made, 1))
}

/// The weights of a step of Halley's iteration `X (a + b Xᵀ X) (1 + c Xᵀ X)⁻¹`, and the smallest singular
/// value after it, if that of `X` is `least` (Nakatsukasa, Bai and Gygi, 2010); all are f64.
fn weights(b: &mut Builder<'_>, least: Value) -> ([Value; 3], Value) {
    let [a, w, c, next] = formulas(b, [least], |[least]| {
        let square = least * least;
        let d = (4.0 * (1.0 - square) / (square * square)).cbrt();
        let root = (d + 1.0).sqrt();
        let a = root + (8.0 - d * 4.0 + (2.0 - square) * 8.0 / (square * root)).sqrt() * 0.5;
        let w = (a - 1.0) * (a - 1.0) * 0.25;
        let c = a + w - 1.0;
        [a, w, c, (least * (a + w * square) / (c * square + 1.0)).minimumf(1.0)]
    });
    ([a, w, c], next)
}

/// A lower bound of the singular values of all matrices of a batch, an f64, from the norm of the inverse: the
/// reciprocal of the smallest singular value is at most that norm. A bound within rounding errors is replaced
/// by a fraction of the rounding unit.
fn least_value(b: &mut Builder<'_>, a: &Matrices, epsilon: f64) -> Value {
    let f64 = b.ctx().f64();
    let factors = plain_factors(b, a);
    let factors = stored(b, factors);
    let identity = a.identity(b);
    let lower = Triangular { left: true, lower: true, transposed: false, unit: true };
    let inverse = triangular_solve(b, factors, identity, lower);
    let inverse = triangular_solve(b, factors, inverse, Triangular { lower: false, unit: false, ..lower });
    let inverse = stored(b, inverse);
    let squares = arith::mulf(b, inverse, inverse);
    let (batch, kind) = (a.batch, CombiningKind::Add);
    let sums = build::reduce(b, &[kind], &[squares], &[batch, batch + 1], None);
    let sums = b.body.result(sums, 0);
    let dims: Vec<usize> = (0..batch).collect();
    let most = if batch == 0 {
        sums
    } else {
        let made = build::reduce(b, &[CombiningKind::MaximumF], &[sums], &dims, None);
        b.body.result(made, 0)
    };
    let most = element(b, most, &[]);
    let most = if a.elem == f64 { most } else { arith::extf(b, most, f64) };
    formula(b, [most], |[most]| {
        let bound = 0.5 / most.sqrt();
        let sure = bound.cmpf(CmpF::OGT, SURE * epsilon);
        sure.select(bound.minimumf(1.0), bound.num(epsilon / 8.0))
    })
}

/// A weight in the element type of matrices.
fn weight(b: &mut Builder<'_>, a: &Matrices, weight: Value) -> Value {
    if b.body.ty(weight) == a.elem { weight } else { arith::truncf(b, weight, a.elem) }
}

/// Matrices scaled so that their largest singular value is at most 1.
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

/// A step by the QR decomposition of `X` stacked on the identity matrix.
fn by_qr(b: &mut Builder<'_>, a: &Matrices, x: Value, weights: [Value; 3]) -> Value {
    let [root, own, turned] = formulas(b, weights, |[a, b, c]| [c.sqrt(), b / c, (a - b / c) / c.sqrt()]);
    let [root, own, turned] = [root, own, turned].map(|x| weight(b, a, x));
    let product = halves_product(b, a, x, root);
    let next = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let [x, product] = [x, product].map(|value| element(b, value, at));
        formula(b, [x, product, own, turned], |[x, product, own, turned]| x * own + product * turned)
    });
    stored(b, next)
}

/// The upper half of the orthogonal factor of `root · X` stacked on the identity matrix, times the lower half
/// transposed.
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

/// A step of the Newton–Schulz iteration, `X (3 − Xᵀ X) / 2`, for singular values near 1.
fn by_products(b: &mut Builder<'_>, a: &Matrices, x: Value) -> Value {
    let gram = batched_product(b, a.batch, "ki,kj->ij", &[x, x]);
    let gram = stored(b, gram);
    let cube = batched_product(b, a.batch, "ik,kj->ij", &[x, gram]);
    let next = formula(b, [x, cube], |[x, cube]| x * 1.5 - cube * 0.5);
    stored(b, next)
}

/// A step by the Cholesky factorization of `1 + c Xᵀ X`.
fn by_cholesky(b: &mut Builder<'_>, a: &Matrices, x: Value, weights: [Value; 3]) -> Value {
    let [own, turned] = formulas(b, weights, |[a, b, c]| [b / c, a - b / c]);
    let [own, turned, wc] = [own, turned, weights[2]].map(|x| weight(b, a, x));
    let gram = batched_product(b, a.batch, "ki,kj->ij", &[x, x]);
    let identity = a.identity(b);
    let whole = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let [gram, identity] = [gram, identity].map(|value| element(b, value, at));
        formula(b, [gram, identity, wc], |[gram, identity, wc]| gram * wc + identity)
    });
    let factor = cholesky(b, whole, true);
    let solve = |b: &mut Builder<'_>, x, transposed| {
        let system = Triangular { left: true, lower: true, transposed, unit: false };
        triangular_solve(b, factor, x, system)
    };
    let turned_x = transposed(b, x, a.batch);
    let turned_x = stored(b, turned_x);
    let solved = solve(b, turned_x, false);
    let solved = solve(b, solved, true);
    let solved = transposed(b, solved, a.batch);
    let next = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let [x, solved] = [x, solved].map(|value| element(b, value, at));
        formula(b, [x, solved, own, turned], |[x, solved, own, turned]| x * own + solved * turned)
    });
    stored(b, next)
}
