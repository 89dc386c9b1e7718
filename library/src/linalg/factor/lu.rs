//! LU decompositions with partial pivoting, panel by panel.

use super::panels::{HALVINGS, Panel, half, lesser, order, over_panels};
use crate::constant;
use crate::expr::formula;
use crate::linalg::matrix::{
    Matrices, batched_product, element, extent_value, mark_routine, rounded, stored, sum_below, with_vjp_of,
};
use crate::linalg::solve::triangular::{Triangular, triangular_solve};
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::math;
use tf_dialects::tensor::shape::tensor_of;
use tf_dialects::tensor::{CombiningKind, UpdateSlice, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Dim;

/// The results of [`lu`].
#[derive(Clone, Copy, Debug)]
pub struct Lu {
    /// `U` on and above the diagonal, `[…, m, n]`; below, `L` with an implicit unit diagonal.
    pub factors: Value,
    /// The row that each row was swapped with, in order, i64, `[…, k]`, where `k = min(m, n)`.
    pub pivots: Value,
    /// The row of the matrix in each row of `L U`, i64, `[…, m]`.
    pub permutation: Value,
}

/// LU factors of matrices of floats, `[…, m, n]`: `L U` is `A` with its rows permuted such that no element of
/// `L` exceeds 1. A column without a pivot leaves 0 on the diagonal of `U`. The derivative assumes invertible
/// factors.
///
/// # Panics
/// If the operand has less than two axes, more than 22 batch axes, or an extent without a name.
pub fn lu(b: &mut Builder<'_>, a: Value) -> Lu {
    let elem = b.ctx().elem_type(b.body.ty(a));
    let a = Matrices::of(b, a);
    let i64 = b.ctx().i64();
    let (rows, pivots) = (a.vectors().to_vec(), [&a.extents[..a.batch], &[order(&a)]].concat());
    let types =
        [b.body.ty(a.value), tensor_of(b.body.ctx(), &pivots, i64), tensor_of(b.body.ctx(), &rows, i64)];
    let batch = a.batch;
    let made = with_vjp_of(
        b,
        &[a.value],
        &types,
        |b, operands| eliminated(b, &Matrices { value: operands[0], ..a.clone() }),
        |b, _, values, cotangents| vec![derivative(b, batch, values, cotangents[0])],
    );
    mark_routine(b, &made, LU);
    Lu { factors: rounded(b, made[0], elem), pivots: made[1], permutation: made[2] }
}

/// The factors of [`lu`], of matrices of f32 or f64, without a derivative rule, and with little code.
pub(in crate::linalg) fn plain_factors(b: &mut Builder<'_>, a: &Matrices) -> Value {
    halved(b, a, 0)[0]
}

/// The name of the algorithm of [`lu`].
pub(in crate::linalg) const LU: &str = "lu";

/// The factors, pivots and permutation.
pub(in crate::linalg) fn eliminated(b: &mut Builder<'_>, a: &Matrices) -> Vec<Value> {
    halved(b, a, HALVINGS)
}

/// The factorization with up to `halvings` recursive splits.
fn halved(b: &mut Builder<'_>, a: &Matrices, halvings: u32) -> Vec<Value> {
    match half(a, halvings) {
        Some(half) => in_halves(b, a, half, halvings - 1),
        None => in_panels(b, a),
    }
}

/// Factors one half of the columns after the other: the second half has fewer rows, and its update by the
/// first half is a product of large matrices.
fn in_halves(b: &mut Builder<'_>, a: &Matrices, half: i64, halvings: u32) -> Vec<Value> {
    let batch = a.batch;
    let [m, n] = [0, 1].map(|axis| a.extents[batch + axis].as_const().unwrap_or(0));
    let left = a.part(b, [[0, m], [0, half]]);
    let [first, pivots, rows] = <[Value; 3]>::try_from(halved(b, &left, halvings)).expect("three values");
    let moved = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let from = place(b, rows, &at[..=batch]);
        element(b, a.value, &[&at[..batch], &[from, at[batch + 1]]].concat())
    });
    let (first_of, moved) = (left.with(first), a.with(moved));
    let top = first_of.part(b, [[0, half], [0, half]]);
    let right = moved.part(b, [[0, half], [half, n]]);
    let system = Triangular { left: true, lower: true, transposed: false, unit: true };
    let beside = triangular_solve(b, top.value, right.value, system);
    let beside = stored(b, beside);
    let below = first_of.part(b, [[half, m], [0, half]]);
    let rest = moved.part(b, [[half, m], [half, n]]);
    let taken = batched_product(b, batch, "ik,kj->ij", &[below.value, beside]);
    let difference = arith::subf(b, rest.value, taken);
    let rest = rest.with(difference);
    let [second, others, order] = <[Value; 3]>::try_from(halved(b, &rest, halvings)).expect("three values");
    let factors = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let start = arith::const_index(b, half);
        let (lead, [i, j]) = (&at[..batch], [at[batch], at[batch + 1]]);
        let [row, column] = [i, j].map(|x| arith::subi(b, x, start));
        let [above, before] = [i, j].map(|x| arith::cmpi(b, CmpI::Slt, x, start));
        let from = place(b, order, &[lead, &[row]].concat());
        let from = arith::addi(b, from, start);
        let from = arith::select(b, above, i, from);
        let own = element(b, first, &[lead, &[from, j]].concat());
        let beside = element(b, beside, &[lead, &[i, column]].concat());
        let inside = element(b, second, &[lead, &[row, column]].concat());
        let right = arith::select(b, above, beside, inside);
        arith::select(b, before, own, right)
    });
    let places = [(pivots, others, false), (rows, order, true)];
    let [pivots, rows] =
        places.map(|(first, second, through)| joined(b, batch, [first, second], half, through));
    vec![factors, pivots, rows]
}

/// Joins row indices of both halves. Those of the second are relative to its first row; with `through`, they
/// index the order of the first half, otherwise rows.
fn joined(b: &mut Builder<'_>, batch: usize, [first, second]: [Value; 2], half: i64, through: bool) -> Value {
    let mut extents = build::extents_of(b, second);
    extents[batch] = extents[batch].add_const(half).expect("extents of matrices are small expressions");
    let i64 = b.ctx().i64();
    build::compute_one(b, &extents, i64, |b, at| {
        let start = arith::const_index(b, half);
        let row = arith::subi(b, at[batch], start);
        let above = arith::cmpi(b, CmpI::Slt, at[batch], start);
        let own = element(b, first, at);
        let from = place(b, second, &[&at[..batch], &[row]].concat());
        let from = arith::addi(b, from, start);
        let other = match through {
            true => element(b, first, &[&at[..batch], &[from]].concat()),
            false => arith::index_cast(b, from, i64),
        };
        arith::select(b, above, own, other)
    })
}

fn in_panels(b: &mut Builder<'_>, a: &Matrices) -> Vec<Value> {
    let (batch, i64) = (a.batch, b.ctx().i64());
    let k = order(a);
    let rows = build::iota(b, a.vectors(), i64, batch);
    let extents = [&a.extents[..batch], std::slice::from_ref(&k)].concat();
    let ty = tensor_of(b.body.ctx(), &extents, i64);
    let none = constant::zero(b, ty);
    over_panels(b, &k, &[a.value, none, rows], |b, panel, carried| {
        let [matrices, pivots, rows] = [carried[0], carried[1], carried[2]];
        let made = factored(b, a, panel, matrices, pivots);
        let [columns, pivots, order] = [made[0], made[1], made[2]];
        let rows = build::compute_one(b, a.vectors(), i64, |b, at| {
            let from = place(b, order, at);
            element(b, rows, &[&at[..batch], &[from]].concat())
        });
        vec![updated(b, a, panel, matrices, columns, order), pivots, rows]
    })
}

/// A row index, read as an `index`.
fn place(b: &mut Builder<'_>, rows: Value, at: &[Value]) -> Value {
    let row = element(b, rows, at);
    let index = b.ctx().index();
    arith::index_cast(b, row, index)
}

/// The factors of a panel's new columns, the pivots of all columns so far, and the panel's row permutation,
/// i64.
fn factored(b: &mut Builder<'_>, a: &Matrices, panel: &Panel, matrices: Value, pivots: Value) -> Vec<Value> {
    let (batch, i64) = (a.batch, b.ctx().i64());
    let columns = panel.read(b, a, matrices);
    let rows = build::iota(b, a.vectors(), i64, batch);
    panel.over_columns(b, &[columns, pivots, rows], |b, j, carried| {
        let [columns, pivots, rows] = [carried[0], carried[1], carried[2]];
        let head = arith::addi(b, panel.first, j);
        let pivot = pivot(b, a, columns, j, head);
        let rows = build::compute_one(b, a.vectors(), i64, |b, at| {
            let from = swapped(b, pivot, head, at, batch);
            element(b, rows, &[&at[..batch], &[from]].concat())
        });
        let factors = build::compute_one(b, a.vectors(), a.elem, |b, at| {
            let from = swapped(b, pivot, head, at, batch);
            let row = place(b, pivot, &at[..batch]);
            let [value, top] = [from, row].map(|i| element(b, columns, &[&at[..batch], &[i, j]].concat()));
            formula(b, [value, top], |[value, top]| top.equals(0.0).select(value, value / top))
        });
        let factors = stored(b, factors);
        let next = reduced_below(b, a, panel, [columns, factors, pivot], [j, head]);
        let mut shape = b.ctx().dims(b.body.ty(pivot)).expect("a tensor").to_vec();
        shape.push(Dim::Static(1));
        let lead: Vec<usize> = (0..batch).collect();
        let found = build::broadcast(b, pivot, &lead, &shape);
        let mut starts = vec![arith::const_index(b, 0); batch + 1];
        starts[batch] = head;
        vec![next, UpdateSlice::build(b, found, pivots, &starts), rows]
    })
}

/// Swaps rows `head` and `pivot` of the columns, and subtracts multiples of the first from the rows below.
/// Both rows are read before: then each element depends on itself alone, and the update is in place.
fn reduced_below(
    b: &mut Builder<'_>,
    a: &Matrices,
    panel: &Panel,
    [columns, factors, pivot]: [Value; 3],
    [j, head]: [Value; 2],
) -> Value {
    let batch = a.batch;
    let extents = panel.extents(a);
    let line = [&extents[..batch], &extents[batch + 1..]].concat();
    let [top, other] = [true, false].map(|at_pivot| {
        let row = build::compute_one(b, &line, a.elem, |b, at| {
            let row = if at_pivot { place(b, pivot, &at[..batch]) } else { head };
            element(b, columns, &[&at[..batch], &[row, at[batch]]].concat())
        });
        stored(b, row)
    });
    build::compute_one(b, &extents, a.elem, |b, at| {
        let (lead, i, jj) = (&at[..batch], at[batch], at[batch + 1]);
        let from = place(b, pivot, lead);
        let [on, at_pivot, below] = [(CmpI::Eq, head), (CmpI::Eq, from), (CmpI::Sgt, head)]
            .map(|(how, row)| arith::cmpi(b, how, i, row));
        let own = element(b, columns, at);
        let [top, other] = [top, other].map(|row| element(b, row, &[lead, &[jj]].concat()));
        let value = arith::select(b, at_pivot, other, own);
        let value = arith::select(b, on, top, value);
        let factor = element(b, factors, &at[..=batch]);
        let part = arith::mulf(b, factor, top);
        let rest = arith::subf(b, value, part);
        let [behind, same] = [CmpI::Sgt, CmpI::Eq].map(|how| arith::cmpi(b, how, jj, j));
        let new = arith::select(b, same, factor, value);
        let new = arith::select(b, behind, rest, new);
        arith::select(b, below, new, value)
    })
}

/// The source of a row after the swap of `head` and the pivot.
fn swapped(b: &mut Builder<'_>, pivot: Value, head: Value, at: &[Value], batch: usize) -> Value {
    let (row, pivot) = (at[batch], place(b, pivot, &at[..batch]));
    let [on, at_pivot] = [head, pivot].map(|other| arith::cmpi(b, CmpI::Eq, row, other));
    let other = arith::select(b, at_pivot, head, row);
    arith::select(b, on, pivot, other)
}

/// The first row from `head` down, as an i64, with the largest magnitude in column `j`; a NaN counts as the
/// largest.
fn pivot(b: &mut Builder<'_>, a: &Matrices, columns: Value, j: Value, head: Value) -> Value {
    let batch = a.batch;
    let sizes = build::compute_one(b, a.vectors(), a.elem, |b, at| {
        let inside = arith::cmpi(b, CmpI::Sge, at[batch], head);
        let value = element(b, columns, &[at, &[j]].concat());
        let size = math::absf(b, value);
        let less = constant::float(b, a.elem, -1.0);
        arith::select(b, inside, size, less)
    });
    let largest = build::reduce(b, &[CombiningKind::MaximumF], &[sizes], &[batch], None);
    let largest = b.body.result(largest, 0);
    let i64 = b.ctx().i64();
    let rows = build::compute_one(b, a.vectors(), i64, |b, at| {
        let size = element(b, sizes, at);
        let largest = element(b, largest, &at[..batch]);
        // If an element is NaN, so is the maximum, which then equals no element.
        let found =
            formula(b, [size, largest], |[size, largest]| size.equals(largest) | size.cmpf(CmpF::UNO, size));
        let row = arith::index_cast(b, at[batch], i64);
        let none = constant::int(b, i64, i64::MAX);
        arith::select(b, found, row, none)
    });
    let first = build::reduce(b, &[CombiningKind::MinSI], &[rows], &[batch], None);
    b.body.result(first, 0)
}

/// The matrices after a panel: rows permuted, the panel's columns replaced, the rows of `U` next to it
/// solved, and the products subtracted from the rest.
fn updated(
    b: &mut Builder<'_>,
    a: &Matrices,
    panel: &Panel,
    matrices: Value,
    columns: Value,
    order: Value,
) -> Value {
    let (batch, elem) = (a.batch, a.elem);
    let moved = build::compute_one(b, &a.extents, elem, |b, at| {
        let from = place(b, order, &at[..=batch]);
        element(b, matrices, &[&at[..batch], &[from, at[batch + 1]]].concat())
    });
    let mut square = panel.extents(a);
    square[batch] = panel.width.clone();
    let mut beside = a.extents.clone();
    beside[batch] = panel.width.clone();
    // Columns of previous panels do not take part.
    let own = |b: &mut Builder<'_>, j: Value, value: Value| {
        let fresh = arith::cmpi(b, CmpI::Sge, j, panel.skipped);
        let none = constant::zero(b, elem);
        arith::select(b, fresh, value, none)
    };
    let row = |b: &mut Builder<'_>, source: Value, at: &[Value]| {
        let row = arith::addi(b, at[batch], panel.first);
        element(b, source, &[&at[..batch], &[row, at[batch + 1]]].concat())
    };
    let factor = build::compute_one(b, &square, elem, |b, at| {
        let value = row(b, columns, at);
        own(b, at[batch + 1], value)
    });
    let right = build::compute_one(b, &beside, elem, |b, at| row(b, moved, at));
    let system = Triangular { left: true, lower: true, transposed: false, unit: true };
    let solved = triangular_solve(b, factor, right, system);
    let factors = build::compute_one(b, &panel.extents(a), elem, |b, at| {
        let value = element(b, columns, at);
        own(b, at[batch + 1], value)
    });
    let [factors, solved] = [factors, solved].map(|x| stored(b, x));
    let products = batched_product(b, batch, "ik,kj->ij", &[factors, solved]);
    build::compute_one(b, &a.extents, elem, |b, at| {
        let (i, j) = (at[batch], at[batch + 1]);
        let old = element(b, moved, at);
        let inside = panel.at(b, columns, at);
        let own = arith::subi(b, i, panel.first);
        let top = element(b, solved, &[&at[..batch], &[own, j]].concat());
        let product = element(b, products, at);
        let rest = arith::subf(b, old, product);
        let above = arith::cmpi(b, CmpI::Slt, i, panel.fresh);
        let within = arith::cmpi(b, CmpI::Slt, i, panel.end);
        let beside = arith::select(b, within, top, rest);
        let beside = arith::select(b, above, old, beside);
        panel.chosen(b, j, [old, inside, beside])
    })
}

/// One of the factors as a square matrix `[…, n, n]`, with a unit diagonal beyond the rows or columns of the
/// other.
fn square(b: &mut Builder<'_>, batch: usize, factors: Value, lower: bool, n: &Extent, k: &Extent) -> Value {
    let mut extents = build::extents_of(b, factors);
    extents[batch] = n.clone();
    extents[batch + 1] = n.clone();
    let elem = b.ctx().elem_type(b.body.ty(factors));
    build::compute_one(b, &extents, elem, |b, at| {
        let (i, j) = (at[batch], at[batch + 1]);
        let [one, none] = [1.0, 0.0].map(|n| constant::float(b, elem, n));
        let end = extent_value(b, k);
        let value = element(b, factors, at);
        let on = arith::cmpi(b, CmpI::Eq, i, j);
        let other = arith::cmpi(b, if lower { CmpI::Slt } else { CmpI::Sgt }, i, j);
        let known = arith::cmpi(b, CmpI::Slt, if lower { j } else { i }, end);
        let diagonal = if lower { one } else { arith::select(b, known, value, one) };
        let outside = arith::select(b, known, value, none);
        let value = arith::select(b, other, none, outside);
        arith::select(b, on, diagonal, value)
    })
}

/// The cotangent of `A`: with `L` and `U` as square matrices, and `X` the strictly lower triangle of `Lᵀ F̄`
/// joined with the upper triangle of `F̄ Uᵀ`, it is `L⁻ᵀ X U⁻ᵀ`, with the rows in the order of `A`.
fn derivative(b: &mut Builder<'_>, batch: usize, values: &[Value], of_factors: Value) -> Value {
    let a = Matrices::of(b, values[0]);
    let (m, n) = (a.extents[batch].clone(), a.extents[batch + 1].clone());
    let k = lesser(&m, &n);
    let (l, u) = (square(b, batch, a.value, true, &m, &k), square(b, batch, a.value, false, &n, &k));
    let by_l = batched_product(b, batch, "ki,kj->ij", &[l, of_factors]);
    let by_u = batched_product(b, batch, "ik,jk->ij", &[of_factors, u]);
    let x = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let below = arith::cmpi(b, CmpI::Sgt, at[batch], at[batch + 1]);
        let [low, high] = [by_l, by_u].map(|x| element(b, x, at));
        arith::select(b, below, low, high)
    });
    let lower = Triangular { left: true, lower: true, transposed: true, unit: true };
    let x = triangular_solve(b, l, x, lower);
    let upper = Triangular { left: false, lower: false, transposed: true, unit: false };
    let x = triangular_solve(b, u, x, upper);
    // Row i of the factors is row permutation[i] of the matrix; the permutation is one-to-one.
    let places = inverse_permutation(b, &a, values[2]);
    build::compute_one(b, &a.extents, a.elem, |b, at| {
        let from = place(b, places, &at[..=batch]);
        element(b, x, &[&at[..batch], &[from, at[batch + 1]]].concat())
    })
}

/// The inverse of a permutation.
fn inverse_permutation(b: &mut Builder<'_>, a: &Matrices, rows: Value) -> Value {
    let (batch, i64) = (a.batch, b.ctx().i64());
    let end = a.extents[batch].clone();
    build::compute_one(b, a.vectors(), i64, |b, at| {
        let end = extent_value(b, &end);
        sum_below(b, end, i64, |b, k| {
            let row = place(b, rows, &[&at[..batch], &[k]].concat());
            let own = arith::cmpi(b, CmpI::Eq, row, at[batch]);
            let number = arith::index_cast(b, k, i64);
            let none = constant::int(b, i64, 0);
            arith::select(b, own, number, none)
        })
    })
}
