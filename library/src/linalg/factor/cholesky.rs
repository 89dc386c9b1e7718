//! Cholesky factorization: small matrices by columns, others by panels of rows, large ones in halves.

use super::panels::{HALVINGS, Panel, WIDTH, half, over_panels};
use crate::constant;
use crate::linalg::matrix::{
    Matrices, batched_product, element, extent_value, mark_routine, mirrored, read, rounded, stored,
    sum_below, transposed, with_vjp_of,
};
use crate::linalg::solve::triangular::{Triangular, triangular_solve};
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::{UpdateSlice, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// The lower triangular `L` with `A = L Lᵀ` of symmetric matrices `[…, n, n]` of floats, or the upper
/// triangular `U` with `A = Uᵀ U`. The other triangle of the result is 0, that of `A` is not read. If a
/// matrix is not positive definite, its whole factor is NaN.
///
/// # Panics
/// If the operand has less than two axes, or an extent without a name.
pub fn cholesky(b: &mut Builder<'_>, a: Value, lower: bool) -> Value {
    let (elem, given) = (b.ctx().elem_type(b.body.ty(a)), a);
    let a = Matrices::of(b, a);
    stored(b, a.value);
    if a.have_no_rows() {
        return given;
    }
    let is_small = a.extents[a.batch].as_const().is_some_and(|n| n <= WIDTH);
    // Rows of an upper factor are contiguous in memory; columns of a lower one are not.
    let (upper, is_turned) = match is_small {
        true => (in_columns(b, &a, lower), !lower),
        false => (by_rows(b, &a, lower), lower),
    };
    let mut factor = all_or_nothing(b, &a, upper);
    if is_turned {
        factor = transposed(b, factor, a.batch);
    }
    rounded(b, factor, elem)
}

/// The lower factor, column by column.
fn in_columns(b: &mut Builder<'_>, a: &Matrices, lower: bool) -> Value {
    let (batch, n) = (a.batch, a.extents[a.batch].clone());
    let start = constant::zero(b, b.body.ty(a.value));
    let extents = a.slice(batch + 1);
    let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
    let end = extent_value(b, &n);
    let none = constant::zero(b, a.elem);
    let made = loops::build::for_loop(b, zero, end, one, &[start], |b, column, carried| {
        let factor = carried[0];
        let rest = build::compute_one(b, &extents, a.elem, |b, at| {
            rest_of_column(b, a, factor, column, &at[..=batch], lower)
        });
        let scaled = build::compute_one(b, &extents, a.elem, |b, at| {
            scaled_element(b, rest, column, &at[..=batch], none, &n)
        });
        let mut starts = vec![zero; batch + 2];
        starts[batch + 1] = column;
        vec![UpdateSlice::build(b, scaled, factor, &starts)]
    });
    b.body.result(made, 0)
}

/// The upper factor, with a derivative rule.
fn by_rows(b: &mut Builder<'_>, a: &Matrices, lower: bool) -> Value {
    let mut upper = a.value;
    if lower {
        upper = transposed(b, upper, a.batch);
        stored(b, upper);
    }
    let made = with_vjp_of(
        b,
        &[upper],
        &[b.body.ty(upper)],
        |b, operands| vec![upper_factor(b, &a.with(operands[0]))],
        |b, _, values, cotangents| vec![derivative(b, a, values[0], cotangents[0])],
    );
    mark_routine(b, &made, CHOLESKY);
    made[0]
}

/// The name of the algorithm of [`cholesky`].
pub(in crate::linalg) const CHOLESKY: &str = "cholesky";

/// The upper factor of matrices of f32 or f64 whose upper triangle is read, without a derivative rule.
pub(in crate::linalg) fn upper_factor(b: &mut Builder<'_>, a: &Matrices) -> Value {
    factored(b, a, HALVINGS)
}

/// The upper factor of matrices whose upper triangle is read, with up to `halvings` recursive splits.
fn factored(b: &mut Builder<'_>, a: &Matrices, halvings: u32) -> Value {
    match half(a, halvings) {
        Some(half) => in_halves(b, a, half, halvings - 1),
        None => in_panels(b, a),
    }
}

/// Factors the leading half of rows and columns, solves a triangular system for the rows right of it, and
/// factors the updated other half.
fn in_halves(b: &mut Builder<'_>, a: &Matrices, half: i64, halvings: u32) -> Value {
    let batch = a.batch;
    let [n, _] = a.constant_shape();
    let first = a.part(b, [[0, half], [0, half]]);
    let first = factored(b, &first, halvings);
    let right = a.part(b, [[0, half], [half, n]]);
    let system = Triangular { left: true, lower: false, transposed: true, unit: false };
    let beside = triangular_solve(b, first, right.value, system);
    let beside = stored(b, beside);
    let rest = a.part(b, [[half, n], [half, n]]);
    let taken = batched_product(b, batch, "ki,kj->ij", &[beside, beside]);
    let left = arith::subf(b, rest.value, taken);
    let left = rest.with(stored(b, left));
    let second = factored(b, &left, halvings);
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let start = arith::const_index(b, half);
        let (lead, [i, j]) = (&at[..batch], [at[batch], at[batch + 1]]);
        let [row, column] = [i, j].map(|x| arith::subi(b, x, start));
        let [above, before] = [i, j].map(|x| arith::cmpi(b, CmpI::Slt, x, start));
        let own = element(b, first, at);
        let beside = element(b, beside, &[lead, &[i, column]].concat());
        let inside = element(b, second, &[lead, &[row, column]].concat());
        let none = constant::zero(b, a.elem);
        let top = arith::select(b, before, own, beside);
        let below = arith::select(b, before, none, inside);
        arith::select(b, above, top, below)
    })
}

/// The factor by panels of rows: the contribution of previous rows to a panel is one matrix product.
fn in_panels(b: &mut Builder<'_>, a: &Matrices) -> Value {
    let (batch, n) = (a.batch, &a.extents[a.batch]);
    let start = constant::zero(b, b.body.ty(a.value));
    let made = over_panels(b, n, &[start], |b, panel, carried| {
        let factor = carried[0];
        let columns = panel.read(b, a, factor);
        let columns = stored(b, columns);
        // Rows from the panel on are still zero.
        let known = batched_product(b, batch, "kp,ki->pi", &[columns, factor]);
        let mut extents = a.extents.clone();
        extents[batch] = panel.width.clone();
        let row_of = |b: &mut Builder<'_>, source: Value, at: &[Value]| {
            let row = arith::addi(b, at[batch], panel.first);
            element(b, source, &[&at[..batch], &[row, at[batch + 1]]].concat())
        };
        let rest = build::compute_one(b, &extents, a.elem, |b, at| {
            let (own, known) = (row_of(b, a.value, at), element(b, known, at));
            arith::subf(b, own, known)
        });
        let rest = stored(b, rest);
        let made = rows_of_panel(b, a, panel, rest);
        let rows = build::compute_one(b, &extents, a.elem, |b, at| {
            let (old, new) = (row_of(b, factor, at), element(b, made, at));
            let is_old = arith::cmpi(b, CmpI::Slt, at[batch], panel.skipped);
            arith::select(b, is_old, old, new)
        });
        let rows = stored(b, rows);
        let mut starts = vec![arith::const_index(b, 0); batch + 2];
        starts[batch] = panel.first;
        vec![UpdateSlice::build(b, rows, factor, &starts)]
    });
    made[0]
}

/// The new rows of a panel, from its matrix after subtracting the contribution of previous rows; other rows
/// are zero.
fn rows_of_panel(b: &mut Builder<'_>, a: &Matrices, panel: &Panel, rest: Value) -> Value {
    let batch = a.batch;
    let line = a.slice(batch);
    let start = constant::zero(b, b.body.ty(rest));
    let made = panel.over_columns(b, &[start], |b, row, carried| {
        let head = arith::addi(b, panel.first, row);
        let left = build::compute_one(b, &line, a.elem, |b, at| {
            let (lead, column) = (&at[..batch], at[batch + 1]);
            let known = sum_below(b, row, a.elem, |b, k| {
                let [own, other] = [head, column].map(|j| element(b, carried[0], &[lead, &[k, j]].concat()));
                arith::mulf(b, own, other)
            });
            let value = element(b, rest, &[lead, &[row, column]].concat());
            arith::subf(b, value, known)
        });
        let left = stored(b, left);
        let scaled = build::compute_one(b, &line, a.elem, |b, at| {
            let pivot = element(b, left, &[&at[..=batch], &[head]].concat());
            let root = math::sqrt(b, pivot);
            let value = element(b, left, at);
            let behind = arith::divf(b, value, root);
            let none = constant::zero(b, a.elem);
            let [is_before, is_pivot] =
                [CmpI::Slt, CmpI::Eq].map(|how| arith::cmpi(b, how, at[batch + 1], head));
            let chosen = arith::select(b, is_pivot, root, behind);
            arith::select(b, is_before, none, chosen)
        });
        let mut starts = vec![arith::const_index(b, 0); batch + 2];
        starts[batch] = row;
        vec![UpdateSlice::build(b, scaled, carried[0], &starts)]
    });
    made[0]
}

/// The cotangent of the upper triangle of `A = Uᵀ U`: with `M` the symmetric matrix that has the lower
/// triangle of `U Ūᵀ`, it is that of `U⁻¹ M U⁻ᵀ`, halved on the diagonal (Murray, "Differentiation of the
/// Cholesky decomposition", 2016).
fn derivative(b: &mut Builder<'_>, a: &Matrices, factor: Value, of_factor: Value) -> Value {
    let batch = a.batch;
    let product = batched_product(b, batch, "ik,jk->ij", &[factor, of_factor]);
    let product = stored(b, product);
    let middle = mirrored(b, batch, product);
    let system = Triangular { left: true, lower: false, transposed: false, unit: false };
    let half_way = triangular_solve(b, factor, middle, system);
    let system = Triangular { left: false, transposed: true, ..system };
    let whole = triangular_solve(b, factor, half_way, system);
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let (i, j) = (at[batch], at[batch + 1]);
        let [half, none] = [0.5, 0.0].map(|x| constant::float(b, a.elem, x));
        let value = element(b, whole, at);
        let halved = arith::mulf(b, value, half);
        let [is_above, is_on] = [CmpI::Slt, CmpI::Eq].map(|how| arith::cmpi(b, how, i, j));
        let other = arith::select(b, is_on, halved, none);
        arith::select(b, is_above, value, other)
    })
}

/// A factor, or NaN everywhere: after a pivot without a real root all is NaN, so the last pivot tells.
fn all_or_nothing(b: &mut Builder<'_>, a: &Matrices, factor: Value) -> Value {
    let [none, nan] = [0.0, f64::NAN].map(|x| constant::float(b, a.elem, x));
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let (end, one) = (extent_value(b, &a.extents[a.batch]), arith::const_index(b, 1));
        let last = arith::subi(b, end, one);
        let pivot = element(b, factor, &[&at[..a.batch], &[last, last]].concat());
        let is_found = arith::cmpf(b, CmpF::OGT, pivot, none);
        let own = element(b, factor, at);
        arith::select(b, is_found, own, nan)
    })
}

/// `A[i, j] − Σ L[i, k] L[j, k]` for the columns `k` before column `j`; `at` holds the batch indices and `i`.
fn rest_of_column(
    b: &mut Builder<'_>,
    a: &Matrices,
    factor: Value,
    column: Value,
    at: &[Value],
    lower: bool,
) -> Value {
    let n = &a.extents[a.batch];
    let [i, j, k] = [0, 1, 2].map(|n| AffineExpr::dim((a.batch + n) as u32));
    let mut values = at.to_vec();
    values.push(column);
    let known = sum_below(b, column, a.elem, |b, inner| {
        let mut values = values.clone();
        values.push(inner);
        let left = read(b, factor, a.batch, [&i, &k], &values, n);
        let right = read(b, factor, a.batch, [&j, &k], &values, n);
        arith::mulf(b, left, right)
    });
    let place = if lower { [&i, &j] } else { [&j, &i] };
    let element = read(b, a.value, a.batch, place, &values, n);
    arith::subf(b, element, known)
}

/// The element of a column of the factor: the root of its pivot on the diagonal, the remainder divided by
/// that root below, 0 above.
fn scaled_element(
    b: &mut Builder<'_>,
    rest: Value,
    column: Value,
    at: &[Value],
    none: Value,
    n: &Extent,
) -> Value {
    let batch = at.len() - 1;
    let [i, j] = [0, 1].map(|n| AffineExpr::dim((batch + n) as u32));
    let first = AffineExpr::constant(0);
    let mut values = at.to_vec();
    values.push(column);
    let pivot = read(b, rest, batch, [&j, &first], &values, n);
    let root = math::sqrt(b, pivot);
    let element = read(b, rest, batch, [&i, &first], &values, n);
    let below = arith::divf(b, element, root);
    let above = arith::cmpi(b, CmpI::Slt, at[batch], column);
    let on = arith::cmpi(b, CmpI::Eq, at[batch], column);
    let chosen = arith::select(b, on, root, below);
    arith::select(b, above, none, chosen)
}
