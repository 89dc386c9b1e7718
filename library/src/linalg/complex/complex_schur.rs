//! Schur forms, eigenvalues and eigenvectors of complex matrices.

use super::complex_eigenvectors::{diagonals, substituted, unit};
use super::complex_hessenberg::hessenberg;
use super::single_shift::SingleShift;
use super::{Parts, at, compute, product, stored};
use crate::constant::{self, dtype_of};
use crate::expr::formula;
use crate::linalg::factor::householder::least_normal;
use crate::linalg::general::balance::balanced;
use crate::linalg::general::eig::{Eig, by_scales, nothing};
use crate::linalg::general::schur::for_each;
use crate::linalg::general::work::Work;
use crate::linalg::matrix::{Matrices, element, extent_value, rounded, without_derivative};
use crate::linalg::symmetric::eigh::{scaled, spoiled, unscaled};
use tf_dialects::arith::{self, CmpI};
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// Upper triangular `T` and unitary `Z` with `A = Z T Zᴴ`, of complex square matrices `[…, n, n]`, given as
/// real and imaginary parts. If a matrix has an element that is not finite, or does not converge, its results
/// are NaN. The function has no derivative.
///
/// # Panics
/// If the operands have different types, less than two axes, more than 22 batch axes, or an extent without a
/// name.
pub fn complex_schur(b: &mut Builder<'_>, parts: [Value; 2]) -> [[Value; 2]; 2] {
    let elem = b.ctx().elem_type(b.body.ty(parts[0]));
    let parts = parts.map(|part| without_derivative(b, part, "schur"));
    let [a, other] = parts.map(|part| Matrices::of(b, part));
    let parts = [a.value, other.value];
    if a.have_no_rows() {
        return [parts; 2].map(|pair| pair.map(|part| rounded(b, part, elem)));
    }
    let (parts, [scale, bad]) = scaled_parts(b, &a, parts);
    let [t, z] = triangular(b, &a, parts, true);
    let t = compute(b, &a.extents, a.elem, |b, place| {
        let [scale, bad] = [scale, bad].map(|x| element(b, x, &place[..a.batch]));
        at(b, t, place).map(|x| formula(b, [x, scale, bad], |[x, scale, bad]| x * scale + bad))
    });
    let z = z.map(|x| spoiled(b, a.batch, x, bad));
    [t, z].map(|pair| pair.map(|part| rounded(b, part, elem)))
}

/// As [`crate::linalg::eig()`], for complex matrices, given as real and imaginary parts.
pub fn complex_eig(b: &mut Builder<'_>, parts: [Value; 2], left: bool, right: bool) -> Eig {
    let elem = b.ctx().elem_type(b.body.ty(parts[0]));
    let parts = parts.map(|part| without_derivative(b, part, "eig"));
    let [a, other] = parts.map(|part| Matrices::of(b, part));
    if a.have_no_rows() {
        return nothing(b, &a, elem, left, right);
    }
    let (parts, [first, bad]) = scaled_parts(b, &a, [a.value, other.value]);
    let (parts, scales) = balanced(b, &a, parts);
    let (parts, [second, _]) = scaled_parts(b, &a, parts);
    let [t, z] = triangular(b, &a, parts, left || right);
    let t = stored(b, t);
    let values = diagonals(b, &a, t);
    let size = arith::mulf(b, first, second);
    let found = values.map(|x| {
        let value = unscaled(b, a.batch, x, [size, bad]);
        rounded(b, value, elem)
    });
    let finished = |b: &mut Builder<'_>, vectors: Parts| {
        vectors.map(|x| {
            let x = spoiled(b, a.batch, x, bad);
            rounded(b, x, elem)
        })
    };
    let right = right.then(|| {
        let vectors = substituted(b, &a, t, values);
        let vectors = in_basis(b, &a, [z, vectors], scales, false);
        let made = unit(b, &a, vectors);
        finished(b, made)
    });
    let left = left.then(|| {
        let made = left_vectors(b, &a, [t, z], scales);
        finished(b, made)
    });
    Eig { values: found, left, right }
}

/// As `scaled` for real matrices.
fn scaled_parts(b: &mut Builder<'_>, a: &Matrices, parts: Parts) -> (Parts, [Value; 2]) {
    let sizes = formula(b, parts, |[x, y]| x.absf().maximumf(y.absf()));
    let (_, [scale, bad]) = scaled(b, &a.with(sizes));
    let made = compute(b, &a.extents, a.elem, |b, place| {
        let [scale, bad] = [scale, bad].map(|x| element(b, x, &place[..a.batch]));
        at(b, parts, place).map(|x| {
            formula(b, [x, scale, bad], |[x, scale, bad]| bad.equals(0.0).select(x / scale, x.num(0.0)))
        })
    });
    (stored(b, made), [scale, bad])
}

/// The Schur form of matrices whose elements are at most 1, and the basis; or, if not `whole`, a matrix with
/// the same eigenvalues, twice.
fn triangular(b: &mut Builder<'_>, a: &Matrices, parts: Parts, whole: bool) -> [Parts; 2] {
    let [h, q] = hessenberg(b, a, parts);
    let (h, q) = (stored(b, h), stored(b, q));
    let work = Work::of(b, a);
    let epsilon = dtype_of(&b.ctx(), a.elem).epsilon();
    let iteration = SingleShift { work: &work, epsilon, least: least_normal(b, a.elem) / epsilon, whole };
    let start = constant::zero(b, b.body.ty(a.value));
    let count = if whole { 4 } else { 2 };
    let made =
        for_each(b, &a.extents[..a.batch], &mut Vec::new(), &vec![start; count], &mut |b, lead, carried| {
            let mut state = vec![h.map(|part| work.load(b, part, lead, false))];
            if whole {
                state.push(q.map(|part| work.load(b, part, lead, true)));
            }
            let (state, left) = iteration.run(b, &state);
            let none = arith::const_index(b, 0);
            let failed = arith::cmpi(b, CmpI::Sgt, left, none);
            let [fine, bad] = [0.0, f64::NAN].map(|x| constant::float(b, a.elem, x));
            let more = arith::select(b, failed, bad, fine);
            let matrices = state.into_iter().flatten().enumerate();
            matrices.map(|(i, matrix)| work.store(b, (matrix, i >= 2), more, (carried[i], lead))).collect()
        });
    [[made[0], made[1]], [made[count - 2], made[count - 1]]]
}

/// Vectors transformed by a basis, and by the scales of the rows or their inverses.
fn in_basis(
    b: &mut Builder<'_>,
    a: &Matrices,
    [z, vectors]: [Parts; 2],
    scales: Value,
    inverse: bool,
) -> Parts {
    let vectors = stored(b, vectors);
    let turned = product(b, a.batch, "ik,kj->ij", [z, vectors], false);
    let turned = turned.map(|x| by_scales(b, a, x, scales, inverse));
    stored(b, turned)
}

/// The left eigenvectors: the right ones of the adjoint form, which is upper triangular if rows and columns
/// are reversed.
fn left_vectors(b: &mut Builder<'_>, a: &Matrices, [t, z]: [Parts; 2], scales: Value) -> Parts {
    let batch = a.batch;
    let n = extent_value(b, &a.extents[batch]);
    let one = arith::const_index(b, 1);
    let last = arith::subi(b, n, one);
    let turned = compute(b, &a.extents, a.elem, |b, place| {
        let [i, j] = [place[batch + 1], place[batch]].map(|x| arith::subi(b, last, x));
        let [x, y] = at(b, t, &[&place[..batch], &[i, j]].concat());
        [x, arith::negf(b, y)]
    });
    let turned = stored(b, turned);
    let values = diagonals(b, a, turned);
    let vectors = substituted(b, a, turned, values);
    let vectors = compute(b, &a.extents, a.elem, |b, place| {
        let [i, j] = [place[batch], place[batch + 1]].map(|x| arith::subi(b, last, x));
        at(b, vectors, &[&place[..batch], &[i, j]].concat())
    });
    let vectors = in_basis(b, a, [z, vectors], scales, true);
    unit(b, a, vectors)
}
