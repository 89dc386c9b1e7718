//! The single-shift QR iteration on a complex upper Hessenberg matrix, by in-place rotations of two adjacent
//! rows and columns.

use super::{Complex, Parts, at, complex, compute, stored};
use crate::expr::{formula, formulas, formulas_of_pairs};
use crate::linalg::general::qr_iteration::{Step, first_active, iterate, places_near};
use crate::linalg::general::work::Work;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::tensor::{UpdateSlice, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// After this many sweeps for one eigenvalue, an exceptional shift is used.
const PATIENCE: i64 = 10;

/// The iteration on matrices of one size.
pub(super) struct SingleShift<'w> {
    pub(super) work: &'w Work,
    pub(super) epsilon: f64,
    /// Below this, elements are negligible in any case: elements are at most 1.
    pub(super) least: f64,
    /// True if converged rows are transformed too; otherwise the matrix only shares the eigenvalues of a
    /// Schur form.
    pub(super) whole: bool,
}

/// A rotation: its cosine, and its complex sine.
#[derive(Clone, Copy)]
struct Rotation {
    cosine: Value,
    sine: Parts,
}

impl SingleShift<'_> {
    /// The Schur form of a Hessenberg matrix. An optional second matrix in the state is a transposed basis,
    /// to which all transformations are applied. The second result is the count of rows that have not
    /// converged.
    pub(super) fn run(&self, b: &mut Builder<'_>, state: &[Parts]) -> (Vec<Parts>, Value) {
        let flat = state.as_flattened();
        let (state, left) =
            iterate(b, self.work.n, flat, |b, last, count, state| self.step(b, last, count, &pairs(state)));
        (pairs(&state), left)
    }

    /// Deflates a converged row, or does a sweep. Returns the end of the active rows, the count of sweeps
    /// since the last deflation, and the state.
    fn step(&self, b: &mut Builder<'_>, last: Value, count: Value, state: &[Parts]) -> Step {
        let low = self.first_active(b, state[0], last);
        // The negligible element is set to 0; row 0 has none.
        let before = formula(b, [low], |[low]| low.cmpi(CmpI::Sgt, 0).select(low - 1, low));
        let mut state = state.to_vec();
        state[0] = state[0].map(|part| {
            let head = crate::linalg::matrix::element(b, part, &[low, before]);
            let cleared = formula(b, [head, low], |[head, low]| low.equals(0).select(head, head.num(0.0)));
            self.work.with_element(b, part, [low, before], cleared)
        });
        let found = arith::cmpi(b, CmpI::Eq, low, last);
        let types: Vec<_> = state.as_flattened().iter().map(|value| b.body.ty(*value)).collect();
        let made = loops::build::if_else(
            b,
            found,
            &types,
            |_| state.as_flattened().to_vec(),
            |b| self.sweep(b, [low, last], count, &state).as_flattened().to_vec(),
        );
        let state = b.body.results(made).collect();
        let [end, count] = formulas(b, [found, last, count], |[found, last, count]| {
            [found.select(last, last + 1), found.select(count.int(0), count + 1)]
        });
        (end, count, state)
    }

    /// The elements of a matrix at offsets from a diagonal element.
    fn around<const N: usize>(
        &self,
        b: &mut Builder<'_>,
        h: Parts,
        k: Value,
        steps: [[i64; 2]; N],
    ) -> [Parts; N] {
        places_near(b, k, steps).map(|place| at(b, h, &place))
    }

    /// The first active row: no negligible element separates it from `last`.
    fn first_active(&self, b: &mut Builder<'_>, h: Parts, last: Value) -> Value {
        first_active(b, last, |b, k| {
            let [below, own, other] = self.around(b, h, k, [[0, -1], [0, 0], [-1, -1]]);
            let [real, imaginary] = [0, 1].map(|part| [below[part], own[part], other[part]]);
            let [apart] = formulas_of_pairs(b, [real, imaginary], |x, y| {
                let [below, own, other] = [0, 1, 2].map(|i| Complex(x[i], y[i]).size());
                let size = own + other;
                let size = size.equals(0.0).select(size.num(1.0), size);
                [below.le(size * self.epsilon) | below.le(self.least)]
            });
            apart
        })
    }

    /// A sweep over the active rows.
    fn sweep(
        &self,
        b: &mut Builder<'_>,
        [low, last]: [Value; 2],
        count: Value,
        state: &[Parts],
    ) -> Vec<Parts> {
        let [zero, one, three] = [0, 1, 3].map(|n| arith::const_index(b, n));
        let shift = self.shift(b, state[0], last, count);
        let [head, below] = self.around(b, state[0], low, [[0, 0], [1, 0]]);
        let head = complex(b, [head, shift], |[head, shift]| head.minus(shift));
        let behind = arith::addi(b, last, one);
        let (top, to) = if self.whole { (zero, self.work.n) } else { (low, behind) };
        let inits = [state.as_flattened(), &head, &below].concat();
        let made = loops::build::for_loop(b, low, last, one, &inits, |b, k, carried| {
            let carried = pairs(carried);
            let (state, numbers) = carried.split_at(state.len());
            let turn = rotation(b, [numbers[0], numbers[1]]);
            // After the first row, the rotation zeros the bulge in the previous column.
            let [from, cleared] = formulas(b, [k, low], |[k, low]| {
                let behind = k.cmpi(CmpI::Sgt, low);
                [behind.select(k - 1, k), behind.select(k - 1, k.int(-1))]
            });
            let h = self.rows(b, state[0], k, [from, to], &turn, cleared);
            let reach = formula(b, [k, three, behind], |[k, three, behind]| {
                let end = k + three;
                end.lt(behind).select(end, behind)
            });
            let h = self.columns(b, h, k, [top, reach], &turn);
            let mut next = vec![h];
            next.extend(state.get(1).map(|basis| self.basis(b, *basis, k, &turn)));
            next.extend(self.around(b, h, k, [[1, 0], [2, 0]]));
            next.as_flattened().to_vec()
        });
        let results: Vec<Value> = b.body.results(made).collect();
        pairs(&results)[..state.len()].to_vec()
    }

    /// The eigenvalue of the last two active rows that is closer to the last element (Wilkinson's shift), or
    /// an exceptional shift to break a cycle.
    fn shift(&self, b: &mut Builder<'_>, h: Parts, last: Value, count: Value) -> Parts {
        let [a, above, below, d] = self.around(b, h, last, [[-1, -1], [-1, 0], [0, -1], [0, 0]]);
        let found = formulas_of_pairs(
            b,
            [[a[0], above[0], below[0], d[0]], [a[1], above[1], below[1], d[1]]],
            |x, y| {
                let block = [0, 1, 2, 3].map(|i| Complex(x[i], y[i]));
                let size = block.iter().skip(1).fold(block[0].size(), |sum, x| sum + x.size());
                let scale = size.equals(0.0).select(size.num(1.0), size);
                let [a, above, below, d] = block.map(|x| Complex(x.0 / scale, x.1 / scale));
                let half = scale.num(0.5);
                let (middle, apart) = (a.plus(d).scaled(half), a.minus(d).scaled(half));
                let root = apart.times(apart).plus(above.times(below)).sqrt();
                let (one, other) = (middle.plus(root), middle.minus(root));
                let nearer = one.minus(d).length().lt(other.minus(d).length());
                let shift = Complex::select(nearer, one, other).scaled(scale);
                let odd = block[3].plus(Complex(block[2].length(), scale.num(0.0)));
                [shift.0, shift.1, odd.0, odd.1]
            },
        );
        let waits = formula(b, [count], |[count]| (count % PATIENCE).equals(PATIENCE - 1));
        [0, 1].map(|i| arith::select(b, waits, found[i + 2], found[i]))
    }

    /// Rotates rows `k` and `k + 1`, in the columns `from` to `to`; the second one becomes 0 in the column
    /// `cleared`.
    fn rows(
        &self,
        b: &mut Builder<'_>,
        h: Parts,
        k: Value,
        [from, to]: [Value; 2],
        turn: &Rotation,
        cleared: Value,
    ) -> Parts {
        let (start, step) = self.work.chunks(b, from);
        let made = loops::build::for_loop(b, start, to, step, &h, |b, c, carried| {
            let box_ = [2, Work::CHUNK].map(Extent::constant);
            let old = [0, 1].map(|i| build::dynamic_slice(b, carried[i], &[k, c], &box_));
            let new = compute(b, &box_, self.work.elem, |b, place| {
                let column = arith::addi(b, place[1], c);
                let turned = turned(b, old, place, turn, false);
                let inside = arith::cmpi(b, CmpI::Sge, column, from);
                let [second, on] = [(place[0], 1), (column, 0)].map(|(x, i)| match i {
                    1 => {
                        let one = arith::const_index(b, 1);
                        arith::cmpi(b, CmpI::Eq, x, one)
                    }
                    _ => arith::cmpi(b, CmpI::Eq, x, cleared),
                });
                let (own, none) = (at(b, old, place), arith::andi(b, second, on));
                [0, 1].map(|i| {
                    let value = arith::select(b, inside, turned[i], own[i]);
                    formula(b, [none, value], |[none, value]| none.select(value.num(0.0), value))
                })
            });
            let new = stored(b, new);
            (0..2).map(|i| UpdateSlice::build(b, new[i], carried[i], &[k, c])).collect()
        });
        [0, 1].map(|i| b.body.result(made, i))
    }

    /// Rotates columns `k` and `k + 1`, in the rows `from` to `to`, rounded out to whole chunks.
    fn columns(
        &self,
        b: &mut Builder<'_>,
        h: Parts,
        k: Value,
        [from, to]: [Value; 2],
        turn: &Rotation,
    ) -> Parts {
        let (start, step) = self.work.chunks(b, from);
        let made = loops::build::for_loop(b, start, to, step, &h, |b, c, carried| {
            let box_ = [Work::CHUNK, 2].map(Extent::constant);
            let old = [0, 1].map(|i| build::dynamic_slice(b, carried[i], &[c, k], &box_));
            let new = compute(b, &box_, self.work.elem, |b, place| {
                let elements = [0, 1].map(|j| {
                    let j = arith::const_index(b, j);
                    at(b, old, &[place[0], j])
                });
                chosen(b, elements, place[1], turn, true)
            });
            let new = stored(b, new);
            (0..2).map(|i| UpdateSlice::build(b, new[i], carried[i], &[c, k])).collect()
        });
        [0, 1].map(|i| b.body.result(made, i))
    }

    /// Applies the column rotation to rows `k` and `k + 1` of a transposed basis.
    fn basis(&self, b: &mut Builder<'_>, z: Parts, k: Value, turn: &Rotation) -> Parts {
        let zero = arith::const_index(b, 0);
        let box_ = [Extent::constant(2), self.work.size.clone()];
        let old = z.map(|z| build::dynamic_slice(b, z, &[k, zero], &box_));
        let new = compute(b, &box_, self.work.elem, |b, place| turned(b, old, place, turn, true));
        let new = stored(b, new);
        [0, 1].map(|i| UpdateSlice::build(b, new[i], z[i], &[k, zero]))
    }
}

/// Groups values into real and imaginary parts.
fn pairs(values: &[Value]) -> Vec<Parts> {
    values.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// An element of two rotated rows, by the rotation or its conjugate.
fn turned(b: &mut Builder<'_>, old: Parts, place: &[Value], turn: &Rotation, conjugated: bool) -> Parts {
    let elements = [0, 1].map(|i| {
        let i = arith::const_index(b, i);
        at(b, old, &[i, place[1]])
    });
    chosen(b, elements, place[0], turn, conjugated)
}

/// The first or the second of two rotated elements.
fn chosen(
    b: &mut Builder<'_>,
    [first, second]: [Parts; 2],
    which: Value,
    turn: &Rotation,
    conjugated: bool,
) -> Parts {
    let zero = arith::const_index(b, 0);
    let is_first = arith::cmpi(b, CmpI::Eq, which, zero);
    let (real, imaginary) =
        ([first[0], second[0], turn.sine[0], turn.cosine], [first[1], second[1], turn.sine[1], is_first]);
    formulas_of_pairs(b, [real, imaginary], |[x, u, s, cosine], [y, v, t, is_first]| {
        let (first, second) = (Complex(x, y), Complex(u, v));
        let sine = if conjugated { Complex(s, -t) } else { Complex(s, t) };
        let top = first.scaled(cosine).plus(sine.times(second));
        let low = second.scaled(cosine).minus(sine.conjugate().times(first));
        let value = Complex::select(is_first, top, low);
        [value.0, value.1]
    })
}

/// The rotation that zeros the second of two elements.
fn rotation(b: &mut Builder<'_>, [first, second]: [Parts; 2]) -> Rotation {
    let [cosine, s, t] =
        formulas_of_pairs(b, [[first[0], second[0]], [first[1], second[1]]], |[x, u], [y, v]| {
            let size = x.absf().maximumf(y.absf()).maximumf(u.absf()).maximumf(v.absf());
            let none = size.equals(0.0);
            let scale = none.select(size.num(1.0), size);
            let [first, second] = [Complex(x / scale, y / scale), Complex(u / scale, v / scale)];
            let own = first.length();
            let length = (own * own + second.0 * second.0 + second.1 * second.1).sqrt();
            let length = none.select(size.num(1.0), length);
            let sine = first.direction().times(second.conjugate());
            [none.select(size.num(1.0), own / length), sine.0 / length, sine.1 / length]
        });
    Rotation { cosine, sine: [s, t] }
}
