//! Tridiagonal systems, by Gaussian elimination.

use crate::constant;
use crate::expr::formula;
use crate::linalg::matrix::{Matrices, element, extent_value, rounded};
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::{UpdateSlice, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// The solutions `X`, `[…, n, m]`, of systems whose matrices have these diagonals, `[…, n]`: in each row,
/// `lower` is left of the diagonal and `upper` right of it; the first element of `lower` and the last of
/// `upper` are not read. By elimination with partial pivoting. All are floats of one type.
///
/// # Panics
/// If an operand has other axes, or an extent without a name.
pub fn tridiagonal_solve(
    b: &mut Builder<'_>,
    lower: Value,
    diagonal: Value,
    upper: Value,
    right: Value,
) -> Value {
    let elem = b.ctx().elem_type(b.body.ty(right));
    let given = right;
    let right = Matrices::of(b, right);
    if right.have_no_rows() {
        return given;
    }
    let wide = |b: &mut Builder<'_>, x: Value| {
        let ty = b.ctx().with_elem(b.body.ty(x), right.elem);
        if ty == b.body.ty(x) { x } else { arith::extf(b, x, ty) }
    };
    let [lower, diagonal, upper] = [lower, diagonal, upper].map(|x| wide(b, x));
    let solved = Bands { batch: right.batch, n: right.extents[right.batch].clone() }.solve(
        b,
        [lower, diagonal, upper],
        &right,
    );
    rounded(b, solved, elem)
}

/// The parameters of a tridiagonal solve.
struct Bands {
    batch: usize,
    n: Extent,
}

impl Bands {
    fn solve(&self, b: &mut Builder<'_>, bands: [Value; 3], right: &Matrices) -> Value {
        let (batch, ty) = (self.batch, b.body.ty(bands[1]));
        let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
        let n = extent_value(b, &self.n);
        let last = arith::subi(b, n, one);
        let none = constant::zero(b, ty);
        // The state holds the rows of the triangular factor (three bands and the right-hand sides) and,
        // separately, the current row.
        let first = self.row(b, bands[1], zero);
        let next = self.row(b, bands[2], zero);
        let nothing = self.alone(b, last);
        let next = self.masked(b, next, nothing);
        let line = self.line(b, right, right.value, zero);
        let start = [none, none, none, constant::zero(b, b.body.ty(right.value)), first, next, line];
        let made = loops::build::for_loop(b, zero, n, one, &start, |b, i, c| {
            self.eliminated(b, bands, right, [i, last], c)
        });
        let rows: Vec<Value> = b.body.results(made).take(4).collect();
        let start = constant::zero(b, b.body.ty(right.value));
        let made = loops::build::for_loop(b, zero, n, one, &[start], |b, step, carried| {
            let i = arith::subi(b, last, step);
            let line = build::compute_one(b, &right.slice(batch), right.elem, |b, at| {
                let (lead, j) = (&at[..batch], at[batch + 1]);
                let values: Vec<Value> =
                    rows[..3].iter().map(|x| element(b, *x, &[lead, &[i]].concat())).collect();
                let value = element(b, rows[3], &[lead, &[i, j]].concat());
                // After the last row, the bands and the solution are 0.
                let [below, second] = [1, 2].map(|k| {
                    let k = arith::const_index(b, k);
                    let row = arith::addi(b, i, k);
                    element(b, carried[0], &[lead, &[row, j]].concat())
                });
                formula(
                    b,
                    [values[0], values[1], values[2], value, below, second],
                    |[d, u, v, x, one, two]| (x - u * one - v * two) / d,
                )
            });
            let mut starts = vec![zero; batch + 2];
            starts[batch] = i;
            vec![UpdateSlice::build(b, line, carried[0], &starts)]
        });
        b.body.result(made, 0)
    }

    /// True if a row is the last one.
    fn alone(&self, b: &mut Builder<'_>, last: Value) -> Value {
        let zero = arith::const_index(b, 0);
        arith::cmpi(b, CmpI::Eq, last, zero)
    }

    /// Elements `[…, 1]`, or 0 if a condition holds.
    fn masked(&self, b: &mut Builder<'_>, values: Value, condition: Value) -> Value {
        let (extents, elem) = (build::extents_of(b, values), b.ctx().elem_type(b.body.ty(values)));
        build::compute_one(b, &extents, elem, |b, at| {
            let value = element(b, values, at);
            let none = constant::zero(b, elem);
            arith::select(b, condition, none, value)
        })
    }

    /// Element `i` of vectors, `[…, 1]`.
    fn row(&self, b: &mut Builder<'_>, vectors: Value, i: Value) -> Value {
        let mut extents = build::extents_of(b, vectors);
        extents[self.batch] = Extent::constant(1);
        let elem = b.ctx().elem_type(b.body.ty(vectors));
        build::compute_one(b, &extents, elem, |b, at| {
            element(b, vectors, &[&at[..self.batch], &[i]].concat())
        })
    }

    /// Row `i` of matrices, `[…, 1, m]`.
    fn line(&self, b: &mut Builder<'_>, right: &Matrices, source: Value, i: Value) -> Value {
        build::compute_one(b, &right.slice(self.batch), right.elem, |b, at| {
            element(b, source, &[&at[..self.batch], &[i, at[self.batch + 1]]].concat())
        })
    }

    /// A step of elimination: row `i` of the factor is the current row, or the one below if that has the
    /// larger element in its column; the other one, after elimination, becomes the current row.
    fn eliminated(
        &self,
        b: &mut Builder<'_>,
        bands: [Value; 3],
        right: &Matrices,
        [i, last]: [Value; 2],
        c: &[Value],
    ) -> Vec<Value> {
        let (batch, one) = (self.batch, arith::const_index(b, 1));
        let below = arith::addi(b, i, one);
        let [at_end, near_end] = [i, below].map(|row| arith::cmpi(b, CmpI::Sge, row, last));
        let [low, own, high] = bands.map(|band| self.row(b, band, below));
        let [low, own] = [low, own].map(|x| self.masked(b, x, at_end));
        let high = self.masked(b, high, near_end);
        let line = self.line(b, right, right.value, below);
        let (d, u, at_hand) = (c[4], c[5], c[6]);
        let swaps = {
            let [l, d] = [low, d].map(|x| math::absf(b, x));
            arith::cmpf(b, CmpF::OGT, l, d)
        };
        let factor = formula(b, [swaps, low, d], |[swaps, low, d]| {
            let (top, other) = (swaps.select(low, d), swaps.select(d, low));
            // Below the last row all elements are zero, so the quotient must be zero for any pivot.
            other.equals(0.0).select(other.num(0.0), other / top)
        });
        let top = |b: &mut Builder<'_>, yes, no| arith::select(b, swaps, yes, no);
        let none = constant::zero(b, b.body.ty(d));
        let row = [top(b, low, d), top(b, own, u), top(b, high, none)];
        let others = [top(b, u, own), top(b, none, high)];
        let rest = [0, 1].map(|k| {
            let change = arith::mulf(b, factor, row[k + 1]);
            arith::subf(b, others[k], change)
        });
        let extents = right.slice(batch);
        let pick = |b: &mut Builder<'_>, at: &[Value], flip: bool| {
            let place = [&at[..batch], &[at[batch]]].concat();
            let swaps = element(b, swaps, &place);
            let [new, old] = [line, at_hand].map(|x| element(b, x, at));
            if flip { arith::select(b, swaps, old, new) } else { arith::select(b, swaps, new, old) }
        };
        let written = build::compute_one(b, &extents, right.elem, |b, at| pick(b, at, false));
        let next = build::compute_one(b, &extents, right.elem, |b, at| {
            let (other, own) = (pick(b, at, true), pick(b, at, false));
            let factor = element(b, factor, &[&at[..batch], &[at[batch]]].concat());
            formula(b, [other, factor, own], |[other, factor, own]| other - factor * own)
        });
        let zero = arith::const_index(b, 0);
        let (mut starts, mut places) = (vec![zero; batch + 1], vec![zero; batch + 2]);
        (starts[batch], places[batch]) = (i, i);
        let mut state: Vec<Value> = (0..3).map(|k| UpdateSlice::build(b, row[k], c[k], &starts)).collect();
        state.push(UpdateSlice::build(b, written, c[3], &places));
        state.extend([rest[0], rest[1], next]);
        state
    }
}
