//! Triangular systems, by substitution.

use crate::constant;
use crate::linalg::factor::panels::{Panel, WIDTH, over_panels};
use crate::linalg::matrix::{
    Matrices, batched_product, element, extent_value, mark_routine, read, rounded, stored, sum_below,
    transposed, with_vjp_of,
};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::tensor::{UpdateSlice, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// The form of a triangular system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Triangular {
    /// `A X = B`; else `X A = B`.
    pub left: bool,
    /// The lower triangle is read; else the upper one.
    pub lower: bool,
    /// The transpose of A replaces A.
    pub transposed: bool,
    /// The diagonal is all ones and is not read.
    pub unit: bool,
}

/// The parameters of a triangular solve.
struct Solve {
    batch: usize,
    /// Rows of the matrix.
    n: Extent,
    /// The axis of the right-hand sides along which unknowns are indexed: rows in `A X = B`, columns in
    /// `X A = B`.
    axis: usize,
    /// The matrix is read transposed.
    swapped: bool,
    /// Forward substitution: the first unknown is solved first.
    forward: bool,
    unit: bool,
}

/// The solution `X` of `A X = B` (or `X A = B`) with triangular `A` of shape `[…, n, n]`, by substitution.
/// `X` has the shape of `B`, `[…, n, m]` (or `[…, m, n]`); both have one batch and one element type, of
/// floats. The other triangle is not read. A zero on the diagonal is a division by zero.
///
/// # Panics
/// If an operand has less than two axes, or an extent without a name.
pub fn triangular_solve(b: &mut Builder<'_>, matrix: Value, right: Value, system: Triangular) -> Value {
    let elem = b.ctx().elem_type(b.body.ty(right));
    let given = right;
    let (matrix, right) = (Matrices::of(b, matrix), Matrices::of(b, right));
    if matrix.have_no_rows() {
        return given;
    }
    let batch = matrix.batch;
    let solve = Solve::of(&matrix, system);
    if solve.n.as_const().is_some_and(|n| n <= WIDTH) {
        let value = solve.build(b, matrix.value, &right);
        return rounded(b, value, elem);
    }
    if !system.left {
        // `X A = B` becomes `Aᵀ Xᵀ = Bᵀ`, whose products read rows.
        let turned = transposed(b, right.value, batch);
        let turned = stored(b, turned);
        let system = Triangular { left: true, transposed: !system.transposed, ..system };
        let solved = triangular_solve(b, matrix.value, turned, system);
        let value = transposed(b, solved, batch);
        return rounded(b, value, elem);
    }
    let _ = [matrix.value, right.value].map(|x| stored(b, x));
    let value = with_rule(b, &matrix, &right, system, RULES);
    rounded(b, value, elem)
}

/// How many derivatives have the rule of the solution; further ones differentiate the substitution.
const RULES: u32 = 2;

/// The solution of `A X = B` of f32 or f64, with a derivative rule if `rules` is not 0.
fn with_rule(b: &mut Builder<'_>, a: &Matrices, right: &Matrices, system: Triangular, rules: u32) -> Value {
    let Some(rules) = rules.checked_sub(1) else {
        return substituted(b, [a.value, right.value], system);
    };
    let made = with_vjp_of(
        b,
        &[a.value, right.value],
        &[b.body.ty(right.value)],
        |b, operands| vec![substituted(b, [operands[0], operands[1]], system)],
        |b, operands, values, cotangents| {
            let (a, of_result) = (a.with(operands[0]), right.with(cotangents[0]));
            derivative(b, &a, values[0], &of_result, (system, rules))
        },
    );
    mark_routine(b, &made, system.algorithm());
    made[0]
}

/// The solution of `A X = B`, `[A, B]` of f32 or f64, by panels, without a derivative rule.
pub(in crate::linalg) fn substituted(b: &mut Builder<'_>, given: [Value; 2], system: Triangular) -> Value {
    let [matrix, right] = given.map(|value| Matrices::of(b, value));
    Solve::of(&matrix, system).in_panels(b, &matrix, &right)
}

/// The cotangents of `A`, `−B̄ Xᵀ` in its triangle, and of `B`, `B̄ = A⁻ᵀ X̄`.
fn derivative(
    b: &mut Builder<'_>,
    a: &Matrices,
    solution: Value,
    of_solution: &Matrices,
    (system, rules): (Triangular, u32),
) -> Vec<Value> {
    let batch = a.batch;
    let turned = Triangular { transposed: !system.transposed, ..system };
    let of_right = with_rule(b, a, of_solution, turned, rules);
    let factors = if system.transposed { [solution, of_right] } else { [of_right, solution] };
    let product = batched_product(b, batch, "ik,jk->ij", &factors);
    let of_matrix = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let how = match (system.lower, system.unit) {
            (true, true) => CmpI::Sgt,
            (true, false) => CmpI::Sge,
            (false, true) => CmpI::Slt,
            (false, false) => CmpI::Sle,
        };
        let inside = arith::cmpi(b, how, at[batch], at[batch + 1]);
        let (value, none) = (element(b, product, at), constant::zero(b, a.elem));
        let value = arith::negf(b, value);
        arith::select(b, inside, value, none)
    });
    vec![of_matrix, of_right]
}

impl Triangular {
    /// The systems `A X = B`, each with the name of its algorithm.
    pub(in crate::linalg) const ALGORITHMS: [(&'static str, Triangular); 8] = [
        ("solve_upper", Triangular::left(false, false, false)),
        ("solve_upper_unit", Triangular::left(false, false, true)),
        ("solve_upper_transposed", Triangular::left(false, true, false)),
        ("solve_upper_transposed_unit", Triangular::left(false, true, true)),
        ("solve_lower", Triangular::left(true, false, false)),
        ("solve_lower_unit", Triangular::left(true, false, true)),
        ("solve_lower_transposed", Triangular::left(true, true, false)),
        ("solve_lower_transposed_unit", Triangular::left(true, true, true)),
    ];

    const fn left(lower: bool, transposed: bool, unit: bool) -> Triangular {
        Triangular { left: true, lower, transposed, unit }
    }

    /// The name of the algorithm of a system `A X = B`.
    fn algorithm(self) -> &'static str {
        let found = Triangular::ALGORITHMS.into_iter().find(|(_, system)| *system == self);
        found.expect("the list has all systems with the unknown on the right").0
    }
}

impl Solve {
    fn of(matrix: &Matrices, system: Triangular) -> Solve {
        let (batch, swapped) = (matrix.batch, system.transposed == system.left);
        Solve {
            batch,
            n: matrix.extents[batch].clone(),
            axis: if system.left { batch } else { batch + 1 },
            swapped,
            forward: system.lower != swapped,
            unit: system.unit,
        }
    }

    /// Solves `A X = B` by panels of unknowns: the contribution of known unknowns is a matrix product. The
    /// last panel may overlap the previous one, and recomputes the shared unknowns.
    fn in_panels(&self, b: &mut Builder<'_>, matrix: &Matrices, right: &Matrices) -> Value {
        let start = constant::zero(b, b.body.ty(right.value));
        let made = over_panels(b, &self.n, &[start], |b, panel, carried| {
            let first = self.first_of(b, panel);
            let solved = carried[0];
            let known = self.known(b, matrix, panel, first, solved);
            let mut extents = right.extents.clone();
            extents[self.batch] = panel.width.clone();
            let rest = build::compute_one(b, &extents, right.elem, |b, at| {
                let mut place = at.to_vec();
                place[self.batch] = arith::addi(b, at[self.batch], first);
                let (right, known) = (element(b, right.value, &place), element(b, known, at));
                arith::subf(b, right, known)
            });
            let rest = stored(b, rest);
            let mut square = matrix.extents.clone();
            square[self.batch..].fill(panel.width.clone());
            let own = build::compute_one(b, &square, matrix.elem, |b, at| {
                let [i, j] = [0, 1].map(|axis| arith::addi(b, at[self.batch + axis], first));
                element(b, matrix.value, &[&at[..self.batch], &[i, j]].concat())
            });
            let own = stored(b, own);
            let within = Solve { n: panel.width.clone(), ..*self };
            let made = within.build(b, own, &Matrices { value: rest, extents, ..right.clone() });
            let mut starts = vec![arith::const_index(b, 0); self.batch + 2];
            starts[self.batch] = first;
            vec![UpdateSlice::build(b, made, solved, &starts)]
        });
        made[0]
    }

    /// The first unknown of a panel in the order of solution.
    fn first_of(&self, b: &mut Builder<'_>, panel: &Panel) -> Value {
        if self.forward {
            return panel.first;
        }
        let n = extent_value(b, &self.n);
        arith::subi(b, n, panel.end)
    }

    /// The contribution of the previously solved unknowns to a panel's equations.
    fn known(
        &self,
        b: &mut Builder<'_>,
        matrix: &Matrices,
        panel: &Panel,
        first: Value,
        solved: Value,
    ) -> Value {
        let mut extents = matrix.extents.clone();
        extents[self.batch] = panel.width.clone();
        let width = extent_value(b, &panel.width);
        let end = arith::addi(b, first, width);
        let factors = build::compute_one(b, &extents, matrix.elem, |b, at| {
            let (own, k) = (at[self.batch], at[self.batch + 1]);
            let row = arith::addi(b, own, first);
            let pair = if self.swapped { [k, row] } else { [row, k] };
            let value = element(b, matrix.value, &[&at[..self.batch], &pair].concat());
            // The other triangle may hold any values, so it is excluded.
            let (how, bound) = if self.forward { (CmpI::Slt, first) } else { (CmpI::Sge, end) };
            let before = arith::cmpi(b, how, k, bound);
            let none = constant::zero(b, matrix.elem);
            arith::select(b, before, value, none)
        });
        let factors = stored(b, factors);
        let products = batched_product(b, self.batch, "pk,km->pm", &[factors, solved]);
        stored(b, products)
    }

    /// Solves for one unknown of all right-hand sides at a time, in order.
    fn build(&self, b: &mut Builder<'_>, matrix: Value, right: &Matrices) -> Value {
        let start = constant::zero(b, b.body.ty(right.value));
        let extents = right.slice(self.axis);
        let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
        let n = extent_value(b, &self.n);
        let last = match self.n.as_const() {
            Some(n) => arith::const_index(b, n - 1),
            None => arith::subi(b, n, one),
        };
        let made = loops::build::for_loop(b, zero, n, one, &[start], |b, step, carried| {
            let solved = build::compute_one(b, &extents, right.elem, |b, at| {
                self.unknown(b, matrix, right, carried[0], step, at)
            });
            let row = if self.forward { step } else { arith::subi(b, last, step) };
            let mut starts = vec![zero; self.batch + 2];
            starts[self.axis] = row;
            vec![UpdateSlice::build(b, solved, carried[0], &starts)]
        });
        b.body.result(made, 0)
    }

    /// The row of an unknown, from its position in the order of solution.
    fn row(&self, order: AffineExpr) -> AffineExpr {
        if self.forward {
            return order;
        }
        let last = AffineExpr::symbol(0).sub(&AffineExpr::constant(1));
        last.and_then(|last| last.sub(&order)).expect("a small expression")
    }

    /// The unknown of a step for one right-hand side, from the previous unknowns.
    fn unknown(
        &self,
        b: &mut Builder<'_>,
        matrix: Value,
        right: &Matrices,
        solved: Value,
        step: Value,
        at: &[Value],
    ) -> Value {
        let rows = self.axis == self.batch;
        let other = if rows { self.batch + 1 } else { self.batch };
        let mut values = at[..self.batch].to_vec();
        values.extend([at[other], step]);
        let [column, number, inner] = [0, 1, 2].map(|i| AffineExpr::dim((self.batch + i) as u32));
        let (row, inner) = (self.row(number), self.row(inner));
        let pair = |i, j| if self.swapped { [j, i] } else { [i, j] };
        let side = |i, j| if rows { [i, j] } else { [j, i] };
        let known = sum_below(b, step, right.elem, |b, k| {
            let mut values = values.clone();
            values.push(k);
            let factor = read(b, matrix, self.batch, pair(&row, &inner), &values, &self.n);
            let unknown = read(b, solved, self.batch, side(&inner, &column), &values, &self.n);
            arith::mulf(b, factor, unknown)
        });
        let right = read(b, right.value, self.batch, side(&row, &column), &values, &self.n);
        let rest = arith::subf(b, right, known);
        if self.unit {
            return rest;
        }
        let diagonal = read(b, matrix, self.batch, [&row, &row], &values, &self.n);
        arith::divf(b, rest, diagonal)
    }
}
