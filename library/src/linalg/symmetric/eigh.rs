//! Eigenvectors of symmetric matrices: tridiagonal reduction, then divide and conquer.

use super::secular::{Blocks, merged};
use super::tridiagonal_form::{bands, reduce};
use crate::constant;
use crate::expr::formula;
use crate::linalg::factor::householder::{reduced, reflected_by_triangle};
use crate::linalg::matrix::{
    Matrices, batched_product, element, extent_value, mark_routine, mirrored, rounded, transposed,
    with_vjp_of,
};
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::shape::tensor_of;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// From this block size on, products of whole matrices are used.
pub(in crate::linalg) const LONG: i64 = 16;

/// The ascending eigenvalues, `[…, n]`, and the eigenvectors, as columns `[…, n, n]`, of symmetric matrices
/// of floats; only the lower triangle is read, or only the upper one. If a matrix has an element that is not
/// finite, its results are NaN. The derivative treats eigenvectors of equal eigenvalues as if they did not
/// rotate into each other.
///
/// # Panics
/// If the operand has less than two axes, more than 22 batch axes, or an extent without a name.
pub fn eigh(b: &mut Builder<'_>, a: Value, lower: bool) -> (Value, Value) {
    let elem = b.ctx().elem_type(b.body.ty(a));
    let a = Matrices::of(b, a);
    let batch = a.batch;
    let turned = if lower { a.value } else { transposed(b, a.value, batch) };
    let whole = mirrored(b, batch, turned);
    let types = [tensor_of(b.body.ctx(), a.vectors(), a.elem), b.body.ty(a.value)];
    let made = with_vjp_of(
        b,
        &[whole],
        &types,
        |b, operands| symmetric(b, &Matrices { value: operands[0], ..a.clone() }).to_vec(),
        |b, _, values, cotangents| vec![derivative(b, batch, values, cotangents)],
    );
    mark_routine(b, &made, EIGH);
    (rounded(b, made[0], elem), rounded(b, made[1], elem))
}

/// The elements `[…, n, n]` or `[…, n]` of each matrix divided by one scalar per matrix.
fn divided(b: &mut Builder<'_>, batch: usize, values: Value, by: Value) -> Value {
    let (extents, elem) = (build::extents_of(b, values), b.ctx().elem_type(b.body.ty(values)));
    build::compute_one(b, &extents, elem, |b, at| {
        let (value, by) = (element(b, values, at), element(b, by, &at[..batch]));
        arith::divf(b, value, by)
    })
}

/// Matrices, `[…, m, n]`, divided by their largest magnitude. Also returns that scale (1 if it is 0), and 0,
/// or NaN if an element is not finite: such matrices are replaced by 0.
pub(in crate::linalg) fn scaled(b: &mut Builder<'_>, a: &Matrices) -> (Matrices, [Value; 2]) {
    let batch = a.batch;
    let rows = reduced(b, CombiningKind::MaximumF, a.value, batch, |b, x| math::absf(b, x));
    let size = reduced(b, CombiningKind::MaximumF, rows, batch, |_, x| x);
    let size = formula(b, [size], |[size]| size.maximumf(0.0));
    let scale = formula(b, [size], |[size]| {
        let some = size.is_finite() & size.cmpf(CmpF::OGT, 0.0);
        some.select(size, size.num(1.0))
    });
    let bad = formula(b, [size], |[size]| size.is_finite().select(size.num(0.0), size.num(f64::NAN)));
    let value = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let value = element(b, a.value, at);
        let [scale, bad] = [scale, bad].map(|x| element(b, x, &at[..batch]));
        formula(b, [value, scale, bad], |[value, scale, bad]| {
            bad.equals(0.0).select(value / scale, value.num(0.0))
        })
    });
    (Matrices { value, ..a.clone() }, [scale, bad])
}

/// Undoes the scaling of [`scaled`] on vectors of each matrix; NaN if an element was not finite.
pub(in crate::linalg) fn unscaled(
    b: &mut Builder<'_>,
    batch: usize,
    values: Value,
    [scale, bad]: [Value; 2],
) -> Value {
    let (extents, elem) = (build::extents_of(b, values), b.ctx().elem_type(b.body.ty(values)));
    build::compute_one(b, &extents, elem, |b, at| {
        let value = element(b, values, at);
        let [scale, bad] = [scale, bad].map(|x| element(b, x, &at[..batch]));
        formula(b, [value, scale, bad], |[value, scale, bad]| value * scale + bad)
    })
}

/// Adds the NaN marks of [`scaled`] to all elements of matrices.
pub(in crate::linalg) fn spoiled(b: &mut Builder<'_>, batch: usize, matrices: Value, bad: Value) -> Value {
    let (extents, elem) = (build::extents_of(b, matrices), b.ctx().elem_type(b.body.ty(matrices)));
    build::compute_one(b, &extents, elem, |b, at| {
        let (value, bad) = (element(b, matrices, at), element(b, bad, &at[..batch]));
        arith::addf(b, value, bad)
    })
}

/// The name of the algorithm of [`eigh`].
pub(in crate::linalg) const EIGH: &str = "eigh";

/// Eigenvalues and eigenvectors.
pub(in crate::linalg) fn symmetric(b: &mut Builder<'_>, a: &Matrices) -> [Value; 2] {
    if a.have_no_rows() {
        let ty = tensor_of(b.body.ctx(), a.vectors(), a.elem);
        return [constant::zero(b, ty), a.value];
    }
    let batch = a.batch;
    let (whole, marks) = scaled(b, a);
    let (tridiagonal, reflections) = reduce(b, &whole);
    let [diagonal, beside] = bands(b, a, tridiagonal);
    let (values, vectors) = of_bands(b, a, diagonal, beside);
    let vectors = reflected_by_triangle(b, &whole.with(reflections), vectors);
    [unscaled(b, batch, values, marks), spoiled(b, batch, vectors, marks[1])]
}

/// The sums of the off-diagonal magnitudes in each row.
fn neighbours(b: &mut Builder<'_>, a: &Matrices, beside: Value) -> Value {
    let batch = a.batch;
    let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
    build::compute_one(b, a.vectors(), a.elem, |b, at| {
        let row = arith::subi(b, at[batch], one);
        let value = element(b, beside, &[&at[..batch], &[row]].concat());
        let inside = arith::cmpi(b, CmpI::Sge, row, zero);
        let none = constant::zero(b, a.elem);
        let before = arith::select(b, inside, value, none);
        let after = element(b, beside, at);
        formula(b, [before, after], |[before, after]| before.absf() + after.absf())
    })
}

/// Ascending eigenvalues and eigenvectors of tridiagonal matrices.
fn of_bands(b: &mut Builder<'_>, a: &Matrices, diagonal: Value, beside: Value) -> (Value, Value) {
    let batch = a.batch;
    // A bound of the eigenvalues (Gershgorin): the largest row sum of magnitudes. Four times the bound keeps
    // all elements below 1.
    let around = neighbours(b, a, beside);
    let sizes = formula(b, [diagonal, around], |[diagonal, around]| diagonal.absf() + around);
    let size = reduced(b, CombiningKind::MaximumF, sizes, batch, |_, x| x);
    let size = formula(b, [size], |[size]| size.cmpf(CmpF::OGT, 0.0).select(size * 4.0, size.num(1.0)));
    // The tearing: matrices of one row, and a rank-1 matrix for each off-diagonal element.
    let torn = arith::subf(b, diagonal, around);
    let [torn, diagonal, beside] = [torn, diagonal, beside].map(|x| divided(b, batch, x, size));
    let [one, long] = [1, LONG].map(|n| arith::const_index(b, n));
    let n = extent_value(b, &a.extents[batch]);
    let middle = arith::minsi(b, n, long);
    let identity = a.identity(b);
    let made = conquered(b, a, [one, middle], [torn, identity], beside, false);
    let made = if a.extents[batch].as_const().is_some_and(|n| n <= LONG) {
        made
    } else {
        conquered(b, a, [long, n], made, beside, true)
    };
    let values = quotients(b, a, made[1], diagonal, beside);
    let (values, vectors) = sorted(b, a, values, made[1]);
    let values = build::compute_one(b, a.vectors(), a.elem, |b, at| {
        let (value, size) = (element(b, values, at), element(b, size, &at[..batch]));
        arith::mulf(b, value, size)
    });
    (values, vectors)
}

/// Merges blocks of `half` rows until they have `end` rows.
fn conquered(
    b: &mut Builder<'_>,
    a: &Matrices,
    [half, end]: [Value; 2],
    start: [Value; 2],
    beside: Value,
    whole: bool,
) -> [Value; 2] {
    let types = [b.ctx().index(), b.body.ty(start[0]), b.body.ty(start[1])];
    let made = loops::build::while_loop(
        b,
        &[half, start[0], start[1]],
        &types,
        |b, state| (arith::cmpi(b, CmpI::Slt, state[0], end), state.to_vec()),
        |b, state| {
            let blocks = Blocks::of(b, a, state[0]);
            let [values, vectors] = merged(b, &blocks, [state[1], state[2]], beside, whole);
            vec![arith::addi(b, state[0], state[0]), values, vectors]
        },
    );
    [b.body.result(made, 1), b.body.result(made, 2)]
}

/// Rayleigh quotients of vectors with tridiagonal matrices: their error is the square of the vectors' error.
fn quotients(b: &mut Builder<'_>, a: &Matrices, vectors: Value, diagonal: Value, beside: Value) -> Value {
    let (batch, one) = (a.batch, arith::const_index(b, 1));
    let terms = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let (lead, i, j) = (&at[..batch], at[batch], at[batch + 1]);
        let below = arith::addi(b, i, one);
        let (own, next) = (element(b, vectors, at), element(b, vectors, &[lead, &[below, j]].concat()));
        let [d, e] = [diagonal, beside].map(|x| element(b, x, &at[..=batch]));
        formula(b, [own, next, d, e], |[own, next, d, e]| own * (d * own + e * 2.0 * next))
    });
    let squares = arith::mulf(b, vectors, vectors);
    let [above, lengths] = [terms, squares].map(|x| reduced(b, CombiningKind::Add, x, batch, |_, x| x));
    arith::divf(b, above, lengths)
}

/// Eigenvalues in ascending order, and the columns of matrices in the same order.
fn sorted(b: &mut Builder<'_>, a: &Matrices, values: Value, vectors: Value) -> (Value, Value) {
    let n = extent_value(b, &a.extents[a.batch]);
    let blocks = Blocks::of(b, a, n);
    let order = blocks.order(b, values);
    (blocks.ordered(b, values, order), blocks.columns(b, vectors, order))
}

/// The cotangent of `A`: `V (F ∘ Vᵀ V̄ + diag w̄) Vᵀ`, symmetric, where `F` holds the reciprocals of
/// differences of eigenvalues.
fn derivative(b: &mut Builder<'_>, batch: usize, values: &[Value], cotangents: &[Value]) -> Value {
    let (w, vectors) = (values[0], Matrices::of(b, values[1]));
    let along = vectors.product(b, "ki,kj->ij", &[vectors.value, cotangents[1]]);
    let inner = build::compute_one(b, &vectors.extents, vectors.elem, |b, at| {
        let (lead, i, j) = (&at[..batch], at[batch], at[batch + 1]);
        let value = element(b, along, at);
        let [low, high] = [i, j].map(|k| element(b, w, &[lead, &[k]].concat()));
        let own = element(b, cotangents[0], &[lead, &[i]].concat());
        let on = arith::cmpi(b, CmpI::Eq, i, j);
        formula(b, [value, low, high, own, on], |[value, low, high, own, on]| {
            let apart = high - low;
            let same = apart.equals(0.0);
            let some = same.select(apart.num(1.0), apart);
            on.select(own, same.select(apart.num(0.0), value / some))
        })
    });
    let left = vectors.product(b, "ik,kj->ij", &[vectors.value, inner]);
    let whole = batched_product(b, batch, "ik,jk->ij", &[left, vectors.value]);
    let other = transposed(b, whole, batch);
    formula(b, [whole, other], |[whole, other]| (whole + other) * 0.5)
}
