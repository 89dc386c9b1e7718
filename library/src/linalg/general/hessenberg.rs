//! Hessenberg reduction of general matrices by Householder reflections.

use crate::constant;
use crate::expr::formula;
use crate::linalg::factor::householder::{product, reduced, reflected, reflector};
use crate::linalg::factor::panels::{HALVINGS, half};
use crate::linalg::factor::qr::with_column;
use crate::linalg::matrix::{Matrices, element, stored, transposed, with_corner};
use crate::linalg::symmetric::tridiagonal_form::steps_of;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// `H` and `Q` with `A = Q H Qᵀ`, of square matrices `[…, n, n]` of f32 or f64.
pub(super) fn hessenberg(b: &mut Builder<'_>, a: &Matrices) -> [Value; 2] {
    let (h, vectors) = reduce(b, a);
    [h, product(b, &a.with(vectors), &a.extents[a.batch])]
}

/// `H`, and the vectors of the reflections whose product is `Q`, as columns `[…, n, n]`.
pub(super) fn reduce(b: &mut Builder<'_>, a: &Matrices) -> (Value, Value) {
    halved(b, a, HALVINGS)
}

/// The reduction with up to `halvings` recursive splits: half of the columns first, then the remaining
/// matrix.
fn halved(b: &mut Builder<'_>, a: &Matrices, halvings: u32) -> (Value, Value) {
    let Some(half) = half(a, halvings) else { return steps(b, a, None) };
    let [n, _] = a.constant_shape();
    let (first, vectors) = steps(b, a, Some(half));
    let first = a.with(stored(b, first));
    let rest = first.part(b, [[half, n], [half, n]]);
    let (second, others) = halved(b, &rest, halvings - 1);
    // The reflections of the remaining matrix also transform the block above it.
    let right = first.part(b, [[0, half], [half, n]]);
    let turned = transposed(b, right.value, a.batch);
    let turned = stored(b, turned);
    let turned = reflected(b, a.batch, others, turned, true);
    let right = transposed(b, turned, a.batch);
    let right = stored(b, right);
    let matrix = with_corner(b, a, half, [first.value, second], Some(right));
    (matrix, with_corner(b, a, half, [vectors, others], None))
}

/// The first `count` steps, or all of them.
fn steps(b: &mut Builder<'_>, a: &Matrices, count: Option<i64>) -> (Value, Value) {
    let batch = a.batch;
    let none = constant::zero(b, b.body.ty(a.value));
    let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
    let end = steps_of(b, a, count);
    let made = loops::build::for_loop(b, zero, end, one, &[a.value, none], |b, k, carried| {
        let [matrix, vectors] = [carried[0], carried[1]];
        let head = arith::addi(b, k, one);
        let [v, beta] = reflector(b, a, matrix, k, head);
        let after = a.product(b, "ij,j->i", &[matrix, v]);
        let before = a.product(b, "ij,i->j", &[matrix, v]);
        let both = arith::mulf(b, after, v);
        let along = reduced(b, CombiningKind::Add, both, batch, |_, x| x);
        let next = build::compute_one(b, &a.extents, a.elem, |b, at| {
            let (lead, i, j) = (&at[..batch], at[batch], at[batch + 1]);
            let value = element(b, matrix, at);
            let [vi, pi] = [v, after].map(|x| element(b, x, &at[..=batch]));
            let [vj, qj] = [v, before].map(|x| element(b, x, &[lead, &[j]].concat()));
            let [along, beta] = [along, beta].map(|x| element(b, x, lead));
            let turned = formula(b, [value, vi, pi, vj, qj, along], |[value, vi, pi, vj, qj, along]| {
                value - (vi * (qj - along * vj) + pi * vj)
            });
            // Elements that are 0 by construction are set to 0.
            let own = arith::cmpi(b, CmpI::Eq, j, k);
            let [below, on] = [CmpI::Sgt, CmpI::Eq].map(|how| arith::cmpi(b, how, i, head));
            let none = constant::zero(b, a.elem);
            let cleared = arith::select(b, below, none, turned);
            let cleared = arith::select(b, on, beta, cleared);
            arith::select(b, own, cleared, turned)
        });
        vec![next, with_column(b, batch, vectors, v, k)]
    });
    (b.body.result(made, 0), b.body.result(made, 1))
}
