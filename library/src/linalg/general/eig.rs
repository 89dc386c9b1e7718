//! Eigenvalues and eigenvectors of general matrices: balancing, then real Schur form.

use super::balance::balanced;
use super::eigenvectors::{Pairs, values};
use super::schur::triangular;
use crate::constant;
use crate::expr::formula;
use crate::linalg::matrix::{
    Matrices, batched_product, element, extent_value, rounded, stored, without_derivative,
};
use crate::linalg::symmetric::eigh::{scaled, spoiled};
use tf_dialects::arith;
use tf_dialects::tensor::build;
use tf_dialects::tensor::shape::tensor_of;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// Eigenvalues `[…, n]` and eigenvectors `[…, n, n]`, as columns of length 1 with a real largest element;
/// complex, as real and imaginary parts.
#[derive(Clone, Debug)]
pub struct Eig {
    /// Of a conjugate pair, the one with the positive imaginary part is first.
    pub values: [Value; 2],
    /// `uᴴ A = λ uᴴ`
    pub left: Option<[Value; 2]>,
    /// `A v = λ v`
    pub right: Option<[Value; 2]>,
}

/// The eigenvalues of square matrices `[…, n, n]` of floats, and the requested left and right eigenvectors.
/// Real eigenvalues have an imaginary part of 0 and real vectors; others form conjugate pairs, the one with
/// the positive imaginary part first. If a matrix has an element that is not finite, its results are NaN. The
/// function has no derivative.
///
/// # Panics
/// If the operand has less than two axes, more than 22 batch axes, or an extent without a name.
pub fn eig(b: &mut Builder<'_>, a: Value, left: bool, right: bool) -> Eig {
    let elem = b.ctx().elem_type(b.body.ty(a));
    let a = without_derivative(b, a, "eig");
    let a = Matrices::of(b, a);
    if a.have_no_rows() {
        return nothing(b, &a, elem, left, right);
    }
    let (whole, [first, bad]) = scaled(b, &a);
    let ([matrix], scales) = balanced(b, &whole, [whole.value]);
    let (matrix, [second, _]) = scaled(b, &a.with(matrix));
    let [t, z] = triangular(b, &matrix, left || right);
    let t = a.with(stored(b, t));
    let parts = values(b, &t).map(|x| stored(b, x));
    let size = arith::mulf(b, first, second);
    let found = parts.map(|x| {
        let value = build::compute_one(b, a.vectors(), a.elem, |b, at| {
            let value = element(b, x, at);
            let [size, bad] = [size, bad].map(|x| element(b, x, &at[..a.batch]));
            formula(b, [value, size, bad], |[value, size, bad]| value * size + bad)
        });
        rounded(b, value, elem)
    });
    let finished = |b: &mut Builder<'_>, vectors: [Value; 2]| {
        vectors.map(|x| {
            let x = spoiled(b, a.batch, x, bad);
            rounded(b, x, elem)
        })
    };
    let right = right.then(|| {
        let pairs = Pairs::of(b, &t, parts);
        let vectors = pairs.vectors(b);
        let vectors = stored(b, vectors);
        let vectors = batched_product(b, a.batch, "ik,kj->ij", &[z, vectors]);
        let vectors = by_scales(b, &a, vectors, scales, false);
        let made = pairs.unit(b, vectors);
        finished(b, made)
    });
    let left = left.then(|| {
        let made = left_vectors(b, &t, z, scales);
        finished(b, made)
    });
    Eig { values: found, left, right }
}

/// The results for matrices without rows.
pub(in crate::linalg) fn nothing(
    b: &mut Builder<'_>,
    a: &Matrices,
    elem: tf_ir::types::Type,
    left: bool,
    right: bool,
) -> Eig {
    let [values, vectors] = [a.vectors(), &a.extents[..]].map(|extents| {
        let ty = tensor_of(b.body.ctx(), extents, elem);
        [constant::zero(b, ty); 2]
    });
    Eig { values, left: left.then_some(vectors), right: right.then_some(vectors) }
}

/// Rows of matrices, each multiplied or divided by its scale.
pub(in crate::linalg) fn by_scales(
    b: &mut Builder<'_>,
    a: &Matrices,
    matrices: Value,
    scales: Value,
    inverse: bool,
) -> Value {
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let (value, scale) = (element(b, matrices, at), element(b, scales, &at[..=a.batch]));
        if inverse { arith::divf(b, value, scale) } else { arith::mulf(b, value, scale) }
    })
}

/// The left eigenvectors: conjugates of the right ones of the transposed form, which is upper triangular if
/// rows and columns are reversed. There, the second of a pair comes first, which is the conjugate of the
/// first.
fn left_vectors(b: &mut Builder<'_>, t: &Matrices, z: Value, scales: Value) -> [Value; 2] {
    let batch = t.batch;
    let n = extent_value(b, &t.extents[batch]);
    let one = arith::const_index(b, 1);
    let last = arith::subi(b, n, one);
    let turned = build::compute_one(b, &t.extents, t.elem, |b, at| {
        let [i, j] = [at[batch + 1], at[batch]].map(|x| arith::subi(b, last, x));
        element(b, t.value, &[&at[..batch], &[i, j]].concat())
    });
    let turned = t.with(stored(b, turned));
    let parts = values(b, &turned).map(|x| stored(b, x));
    let pairs = Pairs::of(b, &turned, parts);
    let vectors = pairs.vectors(b);
    let vectors = build::compute_one(b, &t.extents, t.elem, |b, at| {
        let row = arith::subi(b, last, at[batch]);
        element(b, vectors, &[&at[..batch], &[row, at[batch + 1]]].concat())
    });
    let vectors = stored(b, vectors);
    let vectors = batched_product(b, batch, "ik,kj->ij", &[z, vectors]);
    let vectors = by_scales(b, t, vectors, scales, true);
    pairs.unit(b, vectors).map(|x| {
        build::compute_one(b, &t.extents, t.elem, |b, at| {
            let column = arith::subi(b, last, at[batch + 1]);
            element(b, x, &[&at[..=batch], &[column]].concat())
        })
    })
}
