//! QR decompositions by Householder reflections, panel by panel.

use super::householder::{change, product, reflected, reflector};
use super::panels::{HALVINGS, Panel, half, order, over_panels};
use crate::constant;
use crate::linalg::matrix::{
    Matrices, batched_product, columns_of, element, extent_value, mark_routine, mirrored, rounded, stored,
    with_corner, with_vjp_of,
};
use crate::linalg::solve::triangular::{Triangular, triangular_solve};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::tensor::shape::tensor_of;
use tf_dialects::tensor::{UpdateSlice, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Dim;

/// Orthogonal columns `Q`, `[…, m, k]`, and upper triangular `R`, `[…, k, n]`, with `Q R = A`, of matrices
/// `[…, m, n]` of floats, with `k = min(m, n)`. Signs are those of LAPACK. The derivative assumes that the
/// first `k` columns of `A` are independent.
///
/// # Panics
/// If the operand has less than two axes, more than 22 batch axes, or an extent without a name.
pub fn qr(b: &mut Builder<'_>, a: Value) -> (Value, Value) {
    let elem = b.ctx().elem_type(b.body.ty(a));
    let a = Matrices::of(b, a);
    let k = order(&a);
    let mut shapes = [a.extents.clone(), a.extents.clone()];
    shapes[0][a.batch + 1] = k.clone();
    shapes[1][a.batch] = k;
    let types = shapes.map(|extents| tensor_of(b.body.ctx(), &extents, a.elem));
    let batch = a.batch;
    let made = with_vjp_of(
        b,
        &[a.value],
        &types,
        |b, operands| decomposed(b, &Matrices { value: operands[0], ..a.clone() }).to_vec(),
        |b, operands, values, cotangents| vec![derivative(b, batch, operands[0], values, cotangents)],
    );
    mark_routine(b, &made, QR);
    (rounded(b, made[0], elem), rounded(b, made[1], elem))
}

/// The name of the algorithm of [`qr`].
pub(in crate::linalg) const QR: &str = "qr";

/// The factors of [`qr`], of matrices of f32 or f64, without a derivative rule.
pub(in crate::linalg) fn decomposed(b: &mut Builder<'_>, a: &Matrices) -> [Value; 2] {
    let (r, vectors) = reflections(b, a);
    [product(b, &vectors, &order(a)), upper(b, a, r)]
}

/// As [`qr`], with square `Q`, `[…, m, m]`, and `R` of the shape of `A`. The reflections define the columns
/// that `A` does not determine, and also their derivative.
pub fn qr_complete(b: &mut Builder<'_>, a: Value) -> (Value, Value) {
    let elem = b.ctx().elem_type(b.body.ty(a));
    let a = Matrices::of(b, a);
    let (r, vectors) = reflections(b, &a);
    let q = product(b, &vectors, &a.extents[a.batch]);
    let r = triangle(b, &a.extents, a.batch, r);
    (rounded(b, q, elem), rounded(b, r, elem))
}

/// The triangular factor, with arbitrary elements below the diagonal, and the vectors of the reflections
/// whose product is `Q`, as columns `[…, m, k]`.
pub(super) fn reflections(b: &mut Builder<'_>, a: &Matrices) -> (Value, Matrices) {
    halved(b, a, HALVINGS)
}

/// The factorization with up to `halvings` recursive splits.
fn halved(b: &mut Builder<'_>, a: &Matrices, halvings: u32) -> (Value, Matrices) {
    let Some(half) = half(a, halvings) else { return in_panels(b, a) };
    let [m, n] = a.constant_shape();
    let left = a.part(b, [[0, m], [0, half]]);
    let (first, vectors) = halved(b, &left, halvings - 1);
    let right = a.part(b, [[0, m], [half, n]]);
    let turned = reflected(b, a.batch, vectors.value, right.value, true);
    let right = right.with(stored(b, turned));
    let rest = right.part(b, [[half, m], [0, n - half]]);
    let (second, others) = halved(b, &rest, halvings - 1);
    let r = with_corner(b, a, half, [first, second], Some(right.value));
    let mut extents = a.extents.clone();
    extents[a.batch + 1] = order(a);
    let shape = Matrices { extents, ..a.clone() };
    let vectors = with_corner(b, &shape, half, [vectors.value, others.value], None);
    (r, shape.with(vectors))
}

fn in_panels(b: &mut Builder<'_>, a: &Matrices) -> (Value, Matrices) {
    let k = order(a);
    let mut extents = a.extents.clone();
    extents[a.batch + 1] = k.clone();
    let ty = tensor_of(b.body.ctx(), &extents, a.elem);
    let none = constant::zero(b, ty);
    let made = over_panels(b, &k, &[a.value, none], |b, panel, carried| {
        let [r, vectors] = [carried[0], carried[1]];
        let (columns, own) = factored(b, a, panel, r);
        let change = change(b, a.batch, own, r, true);
        let next = build::compute_one(b, &a.extents, a.elem, |b, at| {
            let j = at[a.batch + 1];
            let [old, change] = [r, change].map(|x| element(b, x, at));
            let rest = arith::subf(b, old, change);
            let inside = panel.at(b, columns, at);
            panel.chosen(b, j, [old, inside, rest])
        });
        let kept = build::compute_one(b, &extents, a.elem, |b, at| {
            let old = element(b, vectors, at);
            let new = panel.at(b, own, at);
            panel.chosen(b, at[a.batch + 1], [old, new, old])
        });
        vec![next, kept]
    });
    (made[0], Matrices { value: made[1], extents, ..a.clone() })
}

/// A panel with 0 below the diagonal in its new columns, and the vectors of its reflections; those of other
/// columns are 0.
fn factored(b: &mut Builder<'_>, a: &Matrices, panel: &Panel, r: Value) -> (Value, Value) {
    let (batch, extents) = (a.batch, panel.extents(a));
    let columns = panel.read(b, a, r);
    let none = constant::zero(b, b.body.ty(columns));
    let made = panel.over_columns(b, &[columns, none], |b, j, carried| {
        let [columns, vectors] = [carried[0], carried[1]];
        let head = arith::addi(b, panel.first, j);
        let [vector, beta] = reflector(b, a, columns, j, head);
        let along = a.product(b, "i,ij->j", &[vector, columns]);
        let next = build::compute_one(b, &extents, a.elem, |b, at| {
            let (lead, i, jj) = (&at[..batch], at[batch], at[batch + 1]);
            let value = element(b, columns, at);
            let part = element(b, vector, &at[..=batch]);
            let along = element(b, along, &[lead, &[jj]].concat());
            let part = arith::mulf(b, part, along);
            let turned = arith::subf(b, value, part);
            let beta = element(b, beta, lead);
            let none = constant::zero(b, a.elem);
            // Elements that are 0 by construction are set to 0.
            let [above, on] = [CmpI::Slt, CmpI::Eq].map(|how| arith::cmpi(b, how, i, head));
            let cleared = arith::select(b, on, beta, none);
            let cleared = arith::select(b, above, value, cleared);
            let [before, own] = [CmpI::Slt, CmpI::Eq].map(|how| arith::cmpi(b, how, jj, j));
            let rest = arith::select(b, own, cleared, turned);
            arith::select(b, before, value, rest)
        });
        vec![next, with_column(b, batch, vectors, vector, j)]
    });
    (made[0], made[1])
}

/// Matrices with their column `j` replaced by vectors.
pub(in crate::linalg) fn with_column(
    b: &mut Builder<'_>,
    batch: usize,
    matrices: Value,
    vectors: Value,
    j: Value,
) -> Value {
    let mut shape = b.ctx().dims(b.body.ty(vectors)).expect("a tensor").to_vec();
    shape.push(Dim::Static(1));
    let lead: Vec<usize> = (0..=batch).collect();
    let column = build::broadcast(b, vectors, &lead, &shape);
    let mut starts = vec![arith::const_index(b, 0); batch + 2];
    starts[batch + 1] = j;
    UpdateSlice::build(b, column, matrices, &starts)
}

/// The first `min(m, n)` rows of a factor, with 0 below the diagonal.
fn upper(b: &mut Builder<'_>, a: &Matrices, r: Value) -> Value {
    let mut extents = a.extents.clone();
    extents[a.batch] = order(a);
    triangle(b, &extents, a.batch, r)
}

fn triangle(b: &mut Builder<'_>, extents: &[Extent], batch: usize, r: Value) -> Value {
    let elem = b.ctx().elem_type(b.body.ty(r));
    build::compute_one(b, extents, elem, |b, at| {
        let below = arith::cmpi(b, CmpI::Sgt, at[batch], at[batch + 1]);
        let value = element(b, r, at);
        let none = constant::zero(b, elem);
        arith::select(b, below, none, value)
    })
}

/// The cotangent of `A = [A₁ A₂]` from those of `Q` and `R = [R₁ R₂]`. Here `A₁ = Q R₁` has as many columns
/// as `Q`, and `R₂ = Qᵀ A₂`. That of `A₂` is `Q R̄₂`, and that of `A₁` is `(Q̄ + A₂ R̄₂ᵀ + Q M) R₁⁻ᵀ`, with
/// `M` the lower triangle of `R₁ R̄₁ᵀ − (Q̄ + A₂ R̄₂ᵀ)ᵀ Q`, mirrored.
fn derivative(b: &mut Builder<'_>, batch: usize, a: Value, values: &[Value], cotangents: &[Value]) -> Value {
    let a = Matrices::of(b, a);
    let ([q, r], [of_q, of_r]) = ([values[0], values[1]], [cotangents[0], cotangents[1]]);
    let (k, n) = (order(&a), a.extents[batch + 1].clone());
    let square = k == n;
    let split = |b: &mut Builder<'_>, x| {
        (!square)
            .then(|| [columns_of(b, batch, x, &Extent::constant(0), &k), columns_of(b, batch, x, &k, &n)])
    };
    let (first_r, of_first, rest) = match (split(b, r), split(b, of_r), split(b, a.value)) {
        (Some([r, _]), Some([first, second]), Some([_, a])) => (r, first, Some((second, a))),
        _ => (r, of_r, None),
    };
    let of_q = match rest {
        None => of_q,
        Some((of_second, a)) => {
            let more = batched_product(b, batch, "ik,jk->ij", &[a, of_second]);
            arith::addf(b, of_q, more)
        }
    };
    let by_r = batched_product(b, batch, "ik,jk->ij", &[first_r, of_first]);
    let by_q = batched_product(b, batch, "ki,kj->ij", &[of_q, q]);
    let inner = arith::subf(b, by_r, by_q);
    let inner = mirrored(b, batch, inner);
    let inner = batched_product(b, batch, "ik,kj->ij", &[q, inner]);
    let sum = arith::addf(b, of_q, inner);
    let system = Triangular { left: false, lower: false, transposed: true, unit: false };
    let first = triangular_solve(b, first_r, sum, system);
    let Some((of_second, _)) = rest else {
        return first;
    };
    let second = batched_product(b, batch, "ik,kj->ij", &[q, of_second]);
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let j = at[batch + 1];
        let end = extent_value(b, &k);
        let before = arith::cmpi(b, CmpI::Slt, j, end);
        let rest = arith::subi(b, j, end);
        let place = [&at[..=batch], &[rest]].concat();
        let (first, second) = (element(b, first, at), element(b, second, &place));
        arith::select(b, before, first, second)
    })
}
