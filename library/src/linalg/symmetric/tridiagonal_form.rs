//! Tridiagonal reduction of symmetric matrices by Householder reflections.

use crate::constant;
use crate::expr::formula;
use crate::linalg::factor::householder::{reduced, reflector};
use crate::linalg::factor::panels::{HALVINGS, half};
use crate::linalg::factor::qr::with_column;
use crate::linalg::matrix::{Matrices, element, extent_value, stored, with_corner};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// Reduces symmetric matrices `A = Q T Qᵀ`, `[…, n, n]`, of f32 or f64. Returns the tridiagonal `T`, whose
/// other elements are unspecified, and the vectors of the reflections whose product is `Q`, as columns
/// `[…, n, n]`.
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
    let right = first.part(b, [[0, n], [half, n]]);
    let matrix = with_corner(b, a, half, [first.value, second], Some(right.value));
    (matrix, with_corner(b, a, half, [vectors, others], None))
}

/// The count of columns to reduce: `count`, or all that have elements two rows below the diagonal.
pub(in crate::linalg) fn steps_of(b: &mut Builder<'_>, a: &Matrices, count: Option<i64>) -> Value {
    if let Some(count) = count {
        return arith::const_index(b, count);
    }
    let [zero, two] = [0, 2].map(|n| arith::const_index(b, n));
    let n = extent_value(b, &a.extents[a.batch]);
    let columns = arith::subi(b, n, two);
    arith::maxsi(b, columns, zero)
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
        let [v, _] = reflector(b, a, matrix, k, head);
        let w = partner(b, a, matrix, v);
        let next = build::compute_one(b, &a.extents, a.elem, |b, at| {
            let (row, column) = (at[..=batch].to_vec(), [&at[..batch], &at[batch + 1..]].concat());
            let value = element(b, matrix, at);
            let [vi, wi] = [v, w].map(|x| element(b, x, &row));
            let [vj, wj] = [v, w].map(|x| element(b, x, &column));
            formula(b, [value, vi, wj, wi, vj], |[value, vi, wj, wi, vj]| value - (vi * wj + wi * vj))
        });
        vec![next, with_column(b, batch, vectors, v, k)]
    });
    (b.body.result(made, 0), b.body.result(made, 1))
}

/// The `w` with which a two-sided reflection subtracts `v wᵀ + w vᵀ`: `A v − ½ (vᵀ A v) v`.
fn partner(b: &mut Builder<'_>, a: &Matrices, matrix: Value, v: Value) -> Value {
    let p = a.product(b, "ij,j->i", &[matrix, v]);
    let both = arith::mulf(b, p, v);
    let along = reduced(b, CombiningKind::Add, both, a.batch, |_, x| x);
    build::compute_one(b, a.vectors(), a.elem, |b, at| {
        let [p, v] = [p, v].map(|x| element(b, x, at));
        let along = element(b, along, &at[..a.batch]);
        formula(b, [p, v, along], |[p, v, along]| p - along * 0.5 * v)
    })
}

/// The diagonal and the off-diagonal of tridiagonal symmetric matrices, both `[…, n]`. Element `i` of the
/// second is right of element `i` of the first; the last one is 0.
pub(super) fn bands(b: &mut Builder<'_>, a: &Matrices, matrix: Value) -> [Value; 2] {
    let (batch, one) = (a.batch, arith::const_index(b, 1));
    let n = extent_value(b, &a.extents[batch]);
    [false, true].map(|beside| {
        build::compute_one(b, a.vectors(), a.elem, |b, at| {
            if !beside {
                return element(b, matrix, &[at, &at[batch..]].concat());
            }
            let below = arith::addi(b, at[batch], one);
            let value = element(b, matrix, &[&at[..batch], &[below, at[batch]]].concat());
            let inside = arith::cmpi(b, CmpI::Slt, below, n);
            let none = constant::zero(b, a.elem);
            arith::select(b, inside, value, none)
        })
    })
}
