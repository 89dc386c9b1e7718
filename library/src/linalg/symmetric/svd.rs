//! Singular value decomposition: the polar decomposition, and the eigenvectors of its symmetric factor.

use super::eigh::{scaled, spoiled, symmetric, unscaled};
use super::polar::orthogonal_factor;
use crate::constant;
use crate::expr::formula;
use crate::linalg::factor::panels::order;
use crate::linalg::factor::qr::{decomposed, qr_complete};
use crate::linalg::matrix::{
    Matrices, batched_product, element, extent_value, mark_routine, rounded, stored, transposed, with_vjp_of,
};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::tensor::build;
use tf_dialects::tensor::shape::tensor_of;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// The left singular vectors `U`, `[…, m, k]`, the descending singular values, `[…, k]`, and the transpose of
/// `V`, `[…, k, n]`, of matrices of floats `[…, m, n]`, where `k = min(m, n)`: `A = U diag(s) Vᵀ`. If a
/// matrix has an element that is not finite, its results are NaN. The derivative treats vectors of equal
/// singular values as if they did not rotate into each other.
///
/// # Panics
/// If the operand has less than two axes, more than 22 batch axes, or an extent without a name.
pub fn svd(b: &mut Builder<'_>, a: Value) -> [Value; 3] {
    let elem = b.ctx().elem_type(b.body.ty(a));
    let a = Matrices::of(b, a);
    let (batch, k) = (a.batch, order(&a));
    let mut shapes = [a.extents.clone(), a.extents[..=batch].to_vec(), a.extents.clone()];
    shapes[0][batch + 1] = k.clone();
    shapes[1][batch] = k.clone();
    shapes[2][batch] = k;
    let types = shapes.map(|extents| tensor_of(b.body.ctx(), &extents, a.elem));
    let made = with_vjp_of(
        b,
        &[a.value],
        &types,
        |b, operands| singular(b, &Matrices { value: operands[0], ..a.clone() }).to_vec(),
        |b, _, values, cotangents| vec![derivative(b, batch, values, cotangents)],
    );
    mark_routine(b, &made, SVD);
    [0, 1, 2].map(|i| rounded(b, made[i], elem))
}

/// As [`svd`], with square `U` and `V`: additional vectors, with their derivatives, complete those of
/// [`svd`].
pub fn svd_complete(b: &mut Builder<'_>, a: Value) -> [Value; 3] {
    let batch = build::extents_of(b, a).len() - 2;
    let [u, s, vt] = svd(b, a);
    let v = transposed(b, vt, batch);
    let [u, v] = [u, v].map(|basis| completed(b, basis));
    [u, s, transposed(b, v, batch)]
}

/// Orthogonal columns, completed to as many columns as rows.
fn completed(b: &mut Builder<'_>, basis: Value) -> Value {
    let a = Matrices::of(b, basis);
    let elem = b.ctx().elem_type(b.body.ty(basis));
    if a.extents[a.batch] == a.extents[a.batch + 1] {
        return basis;
    }
    let (q, _) = qr_complete(b, a.value);
    let end = extent_value(b, &a.extents[a.batch + 1]);
    let extents = build::extents_of(b, q);
    let whole = build::compute_one(b, &extents, a.elem, |b, at| {
        let own = arith::cmpi(b, CmpI::Slt, at[a.batch + 1], end);
        let (first, rest) = (element(b, a.value, at), element(b, q, at));
        arith::select(b, own, first, rest)
    });
    rounded(b, whole, elem)
}

/// The name of the algorithm of [`svd`].
pub(in crate::linalg) const SVD: &str = "svd";

/// The results of [`svd`], of matrices of f32 or f64, without a derivative rule.
pub(in crate::linalg) fn singular(b: &mut Builder<'_>, a: &Matrices) -> [Value; 3] {
    let (batch, k) = (a.batch, order(a));
    if k.as_const() == Some(0) {
        return nothing(b, a, &k);
    }
    let (whole, marks) = scaled(b, a);
    let [rows, columns] = [0, 1].map(|axis| a.extents[batch + axis] == k);
    // Reduces to square matrices: `A = Q B Pᵀ`.
    let mut square = whole.value;
    let q = (!rows).then(|| {
        let [q, r] = decomposed(b, &Matrices { value: square, ..whole.clone() });
        square = r;
        q
    });
    let p = (!columns).then(|| {
        let turned = transposed(b, square, batch);
        let extents = build::extents_of(b, turned);
        let [p, r] = decomposed(b, &Matrices { value: turned, extents, ..whole.clone() });
        square = transposed(b, r, batch);
        p
    });
    let extents = build::extents_of(b, square);
    let [u, s, v] = of_square(b, &Matrices { value: square, extents, ..whole });
    let times = |b: &mut Builder<'_>, basis: Option<Value>, inner| match basis {
        Some(basis) => batched_product(b, batch, "ik,kj->ij", &[basis, inner]),
        None => inner,
    };
    let (u, v) = (times(b, q, u), times(b, p, v));
    let vt = transposed(b, v, batch);
    let [u, vt] = [u, vt].map(|x| spoiled(b, batch, x, marks[1]));
    [u, unscaled(b, batch, s, marks), vt]
}

/// The results for matrices without rows or columns.
fn nothing(b: &mut Builder<'_>, a: &Matrices, k: &Extent) -> [Value; 3] {
    let mut shapes = [a.extents.clone(), a.extents[..=a.batch].to_vec(), a.extents.clone()];
    shapes[0][a.batch + 1] = k.clone();
    shapes[1][a.batch] = k.clone();
    shapes[2][a.batch] = k.clone();
    shapes.map(|extents| {
        let ty = tensor_of(b.body.ctx(), &extents, a.elem);
        constant::zero(b, ty)
    })
}

/// `U`, the singular values and `V` of square matrices.
fn of_square(b: &mut Builder<'_>, a: &Matrices) -> [Value; 3] {
    let batch = a.batch;
    let (turn, sure) = orthogonal_factor(b, a);
    let product = batched_product(b, batch, "ki,kj->ij", &[turn, a.value]);
    let other = transposed(b, product, batch);
    let symmetrical = formula(b, [product, other], |[one, other]| (one + other) * 0.5);
    let [values, vectors] = symmetric(b, &Matrices { value: symmetrical, ..a.clone() });
    let n = extent_value(b, &a.extents[batch]);
    let one = arith::const_index(b, 1);
    let last = arith::subi(b, n, one);
    let values = build::compute_one(b, a.vectors(), a.elem, |b, at| {
        let place = arith::subi(b, last, at[batch]);
        let value = element(b, values, &[&at[..batch], &[place]].concat());
        formula(b, [value], |[value]| value.maximumf(0.0))
    });
    let v = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let place = arith::subi(b, last, at[batch + 1]);
        element(b, vectors, &[&at[..=batch], &[place]].concat())
    });
    let u = batched_product(b, batch, "ik,kj->ij", &[turn, v]);
    let u = stored(b, u);
    let ty = b.body.ty(u);
    let made = loops::build::if_else(b, sure, &[ty], |_| vec![u], |b| vec![orthogonal(b, a, u)]);
    [b.body.result(made, 0), values, v]
}

/// Orthogonal columns: vectors of zero singular values are replaced by a completion of the others.
fn orthogonal(b: &mut Builder<'_>, a: &Matrices, u: Value) -> Value {
    let batch = a.batch;
    let [q, r] = decomposed(b, &a.with(u));
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let j = at[batch + 1];
        let value = element(b, q, at);
        let head = element(b, r, &[&at[..batch], &[j, j]].concat());
        formula(b, [value, head], |[value, head]| head.lt(0.0).select(-value, value))
    })
}

/// The cotangent of `A`: with `F` the reciprocals of differences of squared values, it is
/// `U (F ∘ (Uᵀ Ū − Ūᵀ U) S + S F ∘ (Vᵀ V̄ − V̄ᵀ V) + S̄) Vᵀ`, plus the part outside the space of the vectors,
/// `(1 − U Uᵀ) Ū S⁻¹ Vᵀ + U S⁻¹ V̄ᵀ (1 − V Vᵀ)`.
fn derivative(b: &mut Builder<'_>, batch: usize, values: &[Value], cotangents: &[Value]) -> Value {
    let [u, s, vt] = [values[0], values[1], values[2]];
    let [of_u, of_s, of_vt] = [cotangents[0], cotangents[1], cotangents[2]];
    let by_u = batched_product(b, batch, "ki,kj->ij", &[u, of_u]);
    let by_v = batched_product(b, batch, "ik,jk->ij", &[vt, of_vt]);
    let inner = inner(b, batch, [by_u, by_v], s, of_s);
    let outside_u = {
        let along = batched_product(b, batch, "ik,kj->ij", &[u, by_u]);
        let rest = arith::subf(b, of_u, along);
        over_values(b, batch, rest, s, 1)
    };
    let left = batched_product(b, batch, "ik,kj->ij", &[u, inner]);
    let left = arith::addf(b, left, outside_u);
    let first = batched_product(b, batch, "ik,kj->ij", &[left, vt]);
    let outside_v = {
        let along = batched_product(b, batch, "ki,kj->ij", &[by_v, vt]);
        let rest = arith::subf(b, of_vt, along);
        over_values(b, batch, rest, s, 0)
    };
    let second = batched_product(b, batch, "ik,kj->ij", &[u, outside_v]);
    arith::addf(b, first, second)
}

/// The part of the cotangent in the space of the vectors.
fn inner(b: &mut Builder<'_>, batch: usize, [by_u, by_v]: [Value; 2], s: Value, of_s: Value) -> Value {
    let (extents, elem) = (build::extents_of(b, by_u), b.ctx().elem_type(b.body.ty(s)));
    build::compute_one(b, &extents, elem, |b, at| {
        let (lead, i, j) = (&at[..batch], at[batch], at[batch + 1]);
        let skew = |b: &mut Builder<'_>, x| {
            let (own, other) = (element(b, x, at), element(b, x, &[lead, &[j, i]].concat()));
            arith::subf(b, own, other)
        };
        let (u, v) = (skew(b, by_u), skew(b, by_v));
        let [si, sj] = [i, j].map(|k| element(b, s, &[lead, &[k]].concat()));
        let own = element(b, of_s, &[lead, &[i]].concat());
        let on = arith::cmpi(b, CmpI::Eq, i, j);
        formula(b, [u, v, si, sj, own, on], |[u, v, si, sj, own, on]| {
            let apart = (sj - si) * (sj + si);
            let same = apart.equals(0.0);
            let some = same.select(apart.num(1.0), apart);
            on.select(own, same.select(apart.num(0.0), (u * sj + si * v) / some))
        })
    })
}

/// Matrices with columns, or rows, divided by values; 0 for a zero value.
fn over_values(b: &mut Builder<'_>, batch: usize, matrices: Value, s: Value, axis: usize) -> Value {
    let (extents, elem) = (build::extents_of(b, matrices), b.ctx().elem_type(b.body.ty(s)));
    build::compute_one(b, &extents, elem, |b, at| {
        let (value, by) =
            (element(b, matrices, at), element(b, s, &[&at[..batch], &[at[batch + axis]]].concat()));
        formula(b, [value, by], |[value, by]| {
            let none = by.equals(0.0);
            none.select(by.num(0.0), value / none.select(by.num(1.0), by))
        })
    })
}
