//! Francis's implicit double-shift QR iteration on an upper Hessenberg matrix, as LAPACK's `lahqr`: real
//! Schur forms.
//!
//! Rows after the active ones have converged. Each sweep chases a bulge of three rows down the active ones. A
//! negligible subdiagonal element splits the active rows: if one or two rows follow it, they have converged,
//! otherwise they are the next active rows.

use super::qr_iteration::{Step, first_active, iterate, places_near};
use super::standard::standardized;
use super::work::{Work, reflection};
use crate::constant;
use crate::expr::{Expr, formula, formulas};
use crate::linalg::matrix::element;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// After this many sweeps for one eigenvalue, an exceptional shift is used.
const PATIENCE: i64 = 10;

/// The iteration on matrices of one size.
pub(super) struct Francis<'w> {
    pub(super) work: &'w Work,
    pub(super) epsilon: f64,
    /// Below this, elements are negligible in any case: elements are at most 1.
    pub(super) least: f64,
    /// True if converged rows are transformed too; otherwise the matrix only shares the eigenvalues of a
    /// Schur form.
    pub(super) whole: bool,
}

/// Both shifts, complex numbers `(r₁, i₁), (r₂, i₂)`.
type Shifts = [Value; 4];

impl Francis<'_> {
    /// The Schur form of a Hessenberg matrix `h`. An optional second matrix in the state is a transposed
    /// basis, to which all transformations are applied. The second result is the count of rows that have not
    /// converged.
    pub(super) fn run(&self, b: &mut Builder<'_>, state: &[Value]) -> (Vec<Value>, Value) {
        iterate(b, self.work.n, state, |b, last, count, state| self.step(b, last, count, state))
    }

    /// Deflates converged rows, or does a sweep. Returns the end of the active rows, the count of sweeps
    /// since the last deflation, and the state.
    fn step(&self, b: &mut Builder<'_>, last: Value, count: Value, state: &[Value]) -> Step {
        let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
        let low = self.first_active(b, state[0], last);
        // The negligible element is set to 0; row 0 has none.
        let before =
            formula(b, [low, one, zero], |[low, one, zero]| low.cmpi(CmpI::Sgt, 0).select(low - one, zero));
        let head = element(b, state[0], &[low, before]);
        let cleared = formula(b, [head, low], |[head, low]| low.equals(0).select(head, head.num(0.0)));
        let h = self.work.with_element(b, state[0], [low, before], cleared);
        let mut state = state.to_vec();
        state[0] = h;
        let next = arith::addi(b, low, one);
        let found = arith::cmpi(b, CmpI::Sge, next, last);
        let types: Vec<_> = state.iter().map(|value| b.body.ty(*value)).collect();
        let made = loops::build::if_else(
            b,
            found,
            &types,
            |b| {
                let pair = arith::cmpi(b, CmpI::Eq, next, last);
                let made = loops::build::if_else(
                    b,
                    pair,
                    &types,
                    |b| self.deflated(b, low, &state),
                    |_| state.clone(),
                );
                b.body.results(made).collect()
            },
            |b| self.sweep(b, [low, last], count, &state),
        );
        let state = b.body.results(made).collect();
        let [end, count] = formulas(b, [found, low, last, count], |[found, low, last, count]| {
            [found.select(low, last + 1), found.select(count.int(0), count + 1)]
        });
        (end, count, state)
    }

    /// The elements of a matrix at offsets from a diagonal element.
    fn around<const N: usize>(
        &self,
        b: &mut Builder<'_>,
        h: Value,
        k: Value,
        steps: [[i64; 2]; N],
    ) -> [Value; N] {
        places_near(b, k, steps).map(|place| element(b, h, &place))
    }

    /// The first active row: no negligible element separates it from `last`, by the criterion of Ahues and
    /// Tisseur.
    fn first_active(&self, b: &mut Builder<'_>, h: Value, last: Value) -> Value {
        first_active(b, last, |b, k| {
            let elements = self.around(b, h, k, [[0, -1], [-1, 0], [0, 0], [-1, -1]]);
            formula(b, elements, |[below, above, own, other]| {
                let size = own.absf() + other.absf();
                let size = size.equals(0.0).select(size.num(1.0), size);
                let [below, above] = [below.absf(), above.absf()];
                let (ab, ba) = (below.maximumf(above), below.minimumf(above));
                let difference = (other - own).absf();
                let (aa, bb) = (own.absf().maximumf(difference), own.absf().minimumf(difference));
                let s = aa + ab;
                let s = s.equals(0.0).select(s.num(1.0), s);
                let within = (bb * (aa / s) * self.epsilon).maximumf(self.least);
                let small = below.le(size * self.epsilon) & (ba * (ab / s)).le(within);
                small | below.le(self.least)
            })
        })
    }

    /// Brings two converged rows, `k` and `k + 1`, to standard form.
    fn deflated(&self, b: &mut Builder<'_>, k: Value, state: &[Value]) -> Vec<Value> {
        let zero = arith::const_index(b, 0);
        let block = self.around(b, state[0], k, [[0, 0], [0, 1], [1, 0], [1, 1]]);
        let (block, turn) = standardized(b, block, self.epsilon);
        let mut state = state.to_vec();
        if self.whole {
            let two = arith::const_index(b, 2);
            let none = constant::zero(b, self.work.elem);
            let behind = arith::addi(b, k, two);
            state[0] = self.work.rows(b, state[0], k, [behind, self.work.n], &turn, [none; 3]);
            state[0] = self.work.columns(b, state[0], k, [zero, k], &turn);
        }
        state[0] = self.work.with_block(b, state[0], k, block);
        if let Some(basis) = state.get(1) {
            state[1] = self.work.whole_rows(b, *basis, k, &turn);
        }
        state
    }

    /// A sweep over the active rows.
    fn sweep(
        &self,
        b: &mut Builder<'_>,
        [low, last]: [Value; 2],
        count: Value,
        state: &[Value],
    ) -> Vec<Value> {
        let [zero, one, four] = [0, 1, 4].map(|n| arith::const_index(b, n));
        let shifts = self.shifts(b, state[0], [low, last], count);
        let (start, numbers) = self.start(b, state[0], [low, last], &shifts);
        let behind = arith::addi(b, last, one);
        let (top, to) = if self.whole { (zero, self.work.n) } else { (low, behind) };
        let inits = [state, &numbers].concat();
        let made = loops::build::for_loop(b, start, last, one, &inits, |b, k, carried| {
            let (state, numbers) = carried.split_at(state.len());
            let [x, y, z] = [numbers[0], numbers[1], numbers[2]];
            let z = formula(b, [z, k, last], |[z, k, last]| (k + 2).le(last).select(z, z.num(0.0)));
            let (turn, beta) = reflection(b, [x, y, z]);
            let [first, second, third] = self.around(b, state[0], k, [[0, -1], [1, -1], [2, -1]]);
            // In the column before the first rows are the elements that two small subdiagonal elements make
            // negligible.
            let edge = formulas(
                b,
                [k, start, beta, first, second, third, turn.t[0]],
                |[k, start, beta, x, y, z, t]| {
                    let fresh = k.equals(start);
                    let none = beta.num(0.0);
                    [fresh.select(x - t * x, beta), fresh.select(y, none), fresh.select(z, none)]
                },
            );
            let h = self.work.rows(b, state[0], k, [k, to], &turn, edge);
            let reach = formula(b, [k, four, behind], |[k, four, behind]| {
                let end = k + four;
                end.lt(behind).select(end, behind)
            });
            let h = self.work.columns(b, h, k, [top, reach], &turn);
            let mut next = vec![h];
            next.extend(state.get(1).map(|basis| self.work.whole_rows(b, *basis, k, &turn)));
            next.extend(self.around(b, h, k, [[1, 0], [2, 0], [3, 0]]));
            next
        });
        b.body.results(made).take(state.len()).collect()
    }

    /// The eigenvalues of the last two active rows (a real one twice), or an exceptional shift to break a
    /// cycle.
    fn shifts(&self, b: &mut Builder<'_>, h: Value, [low, last]: [Value; 2], count: Value) -> Shifts {
        let [own, near, far] = {
            let block = self.around(b, h, last, [[-1, -1], [0, -1], [-1, 0], [0, 0]]);
            let [first, second] = self.around(b, h, low, [[1, 0], [2, 1]]);
            let [head] = self.around(b, h, low, [[0, 0]]);
            let [third] = self.around(b, h, last, [[-1, -2]]);
            [block.to_vec(), vec![head, first, second], vec![block[3], block[1], third]]
        };
        let odd = |b: &mut Builder<'_>, at: &[Value]| {
            formulas(b, [at[0], at[1], at[2]], |[head, one, two]| {
                let size = one.absf() + two.absf();
                let middle = size * 0.75 + head;
                [middle, size, size * -0.4375, middle]
            })
        };
        let (near, far) = (odd(b, &near), odd(b, &far));
        let [first, second] = formulas(b, [count], |[count]| {
            let rest = (count + 1) % (2 * PATIENCE);
            [rest.equals(PATIENCE), rest.equals(0)]
        });
        let block: [Value; 4] = std::array::from_fn(|i| {
            let chosen = arith::select(b, second, far[i], own[i]);
            arith::select(b, first, near[i], chosen)
        });
        formulas(b, block, |[a, c, o, d]| {
            let size = a.absf() + c.absf() + o.absf() + d.absf();
            let scale = size.equals(0.0).select(size.num(1.0), size);
            let [a, c, o, d] = [a, c, o, d].map(|x| x / scale);
            let middle = (a + d) * 0.5;
            let determinant = (a - middle) * (d - middle) - o * c;
            let root = determinant.absf().sqrt();
            let complex = determinant.cmpf(tf_dialects::arith::CmpF::OGE, 0.0);
            let (one, other) = (middle + root, middle - root);
            let nearer = (one - d).absf().le((other - d).absf()).select(one, other);
            let real = complex.select(middle, nearer) * scale;
            let imaginary = complex.select(root, root.num(0.0)) * scale;
            [real, imaginary, real, -imaginary]
        })
    }

    /// The first row of a sweep, after two consecutive small subdiagonal elements, and the first column of
    /// the shifted matrix there.
    fn start(
        &self,
        b: &mut Builder<'_>,
        h: Value,
        [low, last]: [Value; 2],
        shifts: &Shifts,
    ) -> (Value, [Value; 3]) {
        let [one, two] = [1, 2].map(|n| arith::const_index(b, n));
        let first = arith::subi(b, last, two);
        let (index, elem) = (b.ctx().index(), self.work.elem);
        let made = loops::build::while_loop(
            b,
            &[first],
            &[index, elem, elem, elem],
            |b, carried| {
                let m = carried[0];
                let column = self.column(b, h, m, shifts);
                let around = self.around(b, h, m, [[-1, -1], [0, -1], [0, 0], [1, 1]]);
                let [x, y, z] = column;
                let [before, below, own, next] = around;
                let small = formula(
                    b,
                    [x, y, z, before, below, own, next],
                    |[x, y, z, before, below, own, next]: [Expr<'_>; 7]| {
                        let around = before.absf() + own.absf() + next.absf();
                        (below.absf() * (y.absf() + z.absf())).le(x.absf() * around * self.epsilon)
                    },
                );
                let goes_on = formula(b, [small, m, low], |[small, m, low]| m.cmpi(CmpI::Sgt, low) & !small);
                (goes_on, vec![m, x, y, z])
            },
            |b, carried| vec![arith::subi(b, carried[0], one)],
        );
        let [m, x, y, z] = [0, 1, 2, 3].map(|i| b.body.result(made, i));
        (m, [x, y, z])
    }

    /// The first column of `(H − s₁)(H − s₂)` of the rows from `m` on, up to a factor.
    fn column(&self, b: &mut Builder<'_>, h: Value, m: Value, [r1, i1, r2, i2]: &Shifts) -> [Value; 3] {
        let [own, below, beside, next, far] = self.around(b, h, m, [[0, 0], [1, 0], [0, 1], [1, 1], [2, 1]]);
        formulas(
            b,
            [own, below, beside, next, far, *r1, *i1, *r2, *i2],
            |[own, below, beside, next, far, r1, i1, r2, i2]| {
                let size = (own - r2).absf() + i2.absf() + below.absf();
                let size = size.equals(0.0).select(size.num(1.0), size);
                let ratio = below / size;
                let x = ratio * beside + (own - r1) * ((own - r2) / size) - i1 * (i2 / size);
                let (y, z) = (ratio * (own + next - r1 - r2), ratio * far);
                let whole = x.absf() + y.absf() + z.absf();
                let whole = whole.equals(0.0).select(whole.num(1.0), whole);
                [x / whole, y / whole, z / whole]
            },
        )
    }
}
