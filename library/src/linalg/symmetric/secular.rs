//! Rank-1 updates of diagonal matrices: the merge step of divide-and-conquer eigensolvers.
//!
//! With `D` ascending, the eigenvalues of `D + w wᵀ` are the roots of the secular equation
//! `1 + Σ wₖ² / (dₖ − λ) = 0`, one after each element of `D`. They are stored as distances from the nearest
//! element, with full precision. The vector `ŵ` for which they are the exact roots then gives eigenvectors
//! that are orthogonal to full precision (Gu and Eisenstat, 1995). Other implementations deflate equal
//! elements of `D` and zero elements of `w`; here, such elements are perturbed by a rounding unit, so that
//! all matrices of a batch run the same code.

use crate::constant::{self, dtype_of};
use crate::expr::{Expr, formula};
use crate::linalg::matrix::{
    Matrices, batched_product, combined_below, element, extent_value, stored, sum_below,
};
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::types::Type;

/// Pairs of blocks along the diagonals of matrices; each pair is merged into one block. Elements are below 1.
pub(super) struct Blocks {
    a: Matrices,
    /// Rows of each block.
    half: Value,
    /// Rows of the matrices.
    n: Value,
    /// The first row of the pair that a row belongs to, i64, `[n]`.
    starts: Value,
    /// Rows of a pair, i64.
    length: Value,
}

/// The roots of the secular equations, as distances from element `origin` of `D`, `[…, n]`.
struct Roots {
    origin: Value,
    shift: Value,
}

impl Blocks {
    /// Pairs of blocks of `half` rows.
    pub(super) fn of(b: &mut Builder<'_>, a: &Matrices, half: Value) -> Blocks {
        let i64 = b.ctx().i64();
        let n = extent_value(b, &a.extents[a.batch]);
        let twice = arith::addi(b, half, half);
        let starts = build::compute_one(b, &a.extents[a.batch..=a.batch], i64, |b, at| {
            let pair = arith::divui(b, at[0], twice);
            let start = arith::muli(b, pair, twice);
            arith::index_cast(b, start, i64)
        });
        Blocks { a: a.clone(), half, n, starts, length: arith::index_cast(b, twice, i64) }
    }

    /// True if index `k` is in the pair of index `own`.
    fn joins(&self, b: &mut Builder<'_>, own: Value, k: Value) -> Value {
        let i64 = b.ctx().i64();
        let start = element(b, self.starts, &[own]);
        let k = arith::index_cast(b, k, i64);
        let place = arith::subi(b, k, start);
        // As an unsigned integer, an offset before the start is large.
        arith::cmpi(b, CmpI::Ult, place, self.length)
    }

    /// Computes vectors `[…, n]` by element.
    fn vector(
        &self,
        b: &mut Builder<'_>,
        elem: Type,
        of: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
    ) -> Value {
        build::compute_one(b, self.a.vectors(), elem, of)
    }

    /// The sum over the indices of a pair.
    fn sum(
        &self,
        b: &mut Builder<'_>,
        own: Value,
        elem: Type,
        term: impl FnOnce(&mut Builder<'_>, Value) -> Value,
    ) -> Value {
        sum_below(b, self.n, elem, |b, k| {
            let (joins, term) = (self.joins(b, own, k), term(b, k));
            let none = constant::zero(b, elem);
            arith::select(b, joins, term, none)
        })
    }

    /// The permutation that sorts the elements of each pair in ascending order, i64.
    pub(super) fn order(&self, b: &mut Builder<'_>, values: Value) -> Value {
        let (batch, i64) = (self.a.batch, b.ctx().i64());
        let ranks = self.vector(b, i64, |b, at| {
            let (lead, j) = (&at[..batch], at[batch]);
            let own = element(b, values, at);
            let before = self.sum(b, j, i64, |b, k| {
                let other = element(b, values, &[lead, &[k]].concat());
                let [less, same] = [CmpF::OLT, CmpF::OEQ].map(|how| arith::cmpf(b, how, other, own));
                let first = arith::cmpi(b, CmpI::Slt, k, j);
                let tie = arith::andi(b, same, first);
                let before = arith::ori(b, less, tie);
                arith::extui(b, before, i64)
            });
            let start = element(b, self.starts, &[j]);
            arith::addi(b, before, start)
        });
        self.vector(b, i64, |b, at| {
            let (lead, own) = (&at[..batch], arith::index_cast(b, at[batch], i64));
            sum_below(b, self.n, i64, |b, k| {
                let rank = element(b, ranks, &[lead, &[k]].concat());
                let found = arith::cmpi(b, CmpI::Eq, rank, own);
                let (k, none) = (arith::index_cast(b, k, i64), constant::int(b, i64, 0));
                arith::select(b, found, k, none)
            })
        })
    }

    /// The position that a permutation gives.
    fn place(&self, b: &mut Builder<'_>, order: Value, at: &[Value]) -> Value {
        let (place, index) = (element(b, order, at), b.ctx().index());
        arith::index_cast(b, place, index)
    }

    /// Permuted vectors.
    pub(super) fn ordered(&self, b: &mut Builder<'_>, values: Value, order: Value) -> Value {
        let elem = self.a.elem;
        self.vector(b, elem, |b, at| {
            let place = self.place(b, order, at);
            element(b, values, &[&at[..self.a.batch], &[place]].concat())
        })
    }

    /// Matrices with permuted columns.
    pub(super) fn columns(&self, b: &mut Builder<'_>, matrices: Value, order: Value) -> Value {
        let batch = self.a.batch;
        build::compute_one(b, &self.a.extents, self.a.elem, |b, at| {
            let place = self.place(b, order, &[&at[..batch], &at[batch + 1..]].concat());
            element(b, matrices, &[&at[..=batch], &[place]].concat())
        })
    }

    /// The rounding unit of values below 1.
    fn epsilon(&self, b: &Builder<'_>) -> f64 {
        dtype_of(&b.ctx(), self.a.elem).epsilon()
    }

    /// Ascending elements, separated by at least a rounding unit.
    fn separated(&self, b: &mut Builder<'_>, values: Value) -> Value {
        let (batch, elem, i64) = (self.a.batch, self.a.elem, b.ctx().i64());
        let step = self.epsilon(b);
        self.vector(b, elem, |b, at| {
            let (lead, j) = (&at[..batch], at[batch]);
            combined_below(b, CombiningKind::MaximumF, self.n, elem, |b, k| {
                let joins = self.joins(b, j, k);
                let value = element(b, values, &[lead, &[k]].concat());
                let behind = arith::subi(b, j, k);
                let before = {
                    let none = arith::const_index(b, 0);
                    arith::cmpi(b, CmpI::Sge, behind, none)
                };
                let joins = arith::andi(b, joins, before);
                let behind = arith::index_cast(b, behind, i64);
                let behind = arith::sitofp(b, behind, elem);
                let moved = formula(b, [value, behind], |[value, behind]| value + behind * step);
                let least = constant::float(b, elem, f64::NEG_INFINITY);
                arith::select(b, joins, moved, least)
            })
        })
    }

    /// The vectors `w`: the adjacent rows of the two blocks' eigenvectors, times the square root of the
    /// off-diagonal element that couples the blocks.
    fn coupling(&self, b: &mut Builder<'_>, vectors: Value, beside: Value, order: Value) -> Value {
        let (batch, elem) = (self.a.batch, self.a.elem);
        let least = self.epsilon(b);
        let one = arith::const_index(b, 1);
        let rows = self.vector(b, elem, |b, at| {
            let (lead, j) = (&at[..batch], at[batch]);
            let index = b.ctx().index();
            let start = element(b, self.starts, &[j]);
            let start = arith::index_cast(b, start, index);
            let second = arith::addi(b, start, self.half);
            let first = arith::subi(b, second, one);
            let in_first = arith::cmpi(b, CmpI::Slt, j, second);
            let row = arith::select(b, in_first, first, second);
            // If the second block of a pair is missing, nothing is coupled: the last off-diagonal element is
            // 0.
            let value = element(b, vectors, &[lead, &[row, j]].concat());
            let factor = element(b, beside, &[lead, &[first]].concat());
            formula(b, [value, factor, in_first], |[value, factor, in_first]| {
                let turned = in_first.select(value, value * value.num(1.0).copysign(factor));
                let kept = turned.absf().maximumf(least).copysign(turned);
                kept * factor.absf().maximumf(least).sqrt()
            })
        });
        self.ordered(b, rows, order)
    }
}

/// Eigenvalues and eigenvectors of the pairs, from those of their blocks, which are ascending in each block.
/// `beside` holds the off-diagonal elements; their magnitudes were subtracted from the adjacent diagonal
/// elements when the blocks were torn apart. `whole` states that blocks are large, so that a product of whole
/// matrices is fastest.
pub(super) fn merged(
    b: &mut Builder<'_>,
    blocks: &Blocks,
    [values, vectors]: [Value; 2],
    beside: Value,
    whole: bool,
) -> [Value; 2] {
    let elem = blocks.a.elem;
    let order = blocks.order(b, values);
    let sorted = blocks.ordered(b, values, order);
    let d = blocks.separated(b, sorted);
    let w = blocks.coupling(b, vectors, beside, order);
    let squares = arith::mulf(b, w, w);
    // Sums read each of these many times, so they are materialized.
    let [d, w, squares] = [d, w, squares].map(|x| stored(b, x));
    let roots = blocks.roots(b, d, squares);
    let w = blocks.exact(b, d, w, &roots);
    let turns = blocks.turns(b, d, w, &roots);
    let columns = blocks.columns(b, vectors, order);
    let [columns, turns] = [columns, turns].map(|x| stored(b, x));
    let vectors = if whole {
        batched_product(b, blocks.a.batch, "ik,kj->ij", &[columns, turns])
    } else {
        blocks.short_product(b, columns, turns)
    };
    let values = blocks.vector(b, elem, |b, at| {
        let (origin, shift) = (element(b, roots.origin, at), element(b, roots.shift, at));
        arith::addf(b, origin, shift)
    });
    [values, vectors]
}

impl Blocks {
    /// The secular function at `origin + shift`, or its derivative by the eigenvalue if `slope`.
    fn secular(
        &self,
        b: &mut Builder<'_>,
        d: Value,
        squares: Value,
        [origin, shift]: [Value; 2],
        slope: bool,
    ) -> Value {
        let (batch, elem) = (self.a.batch, self.a.elem);
        self.vector(b, elem, |b, at| {
            let lead = &at[..batch];
            let [origin, shift] = [origin, shift].map(|x| element(b, x, at));
            let sum = self.sum(b, at[batch], elem, |b, k| {
                let place = [lead, &[k]].concat();
                let [d, square] = [d, squares].map(|x| element(b, x, &place));
                formula(b, [d, square, origin, shift], |[d, square, origin, shift]| {
                    let apart = (d - origin) - shift;
                    if slope { square / apart / apart } else { square / apart }
                })
            });
            formula(b, [sum], |[sum]| if slope { sum } else { sum + 1.0 })
        })
    }

    /// The roots: bisection of the bits of the distance, then Newton's method on the secular function times
    /// the distance.
    fn roots(&self, b: &mut Builder<'_>, d: Value, squares: Value) -> Roots {
        let (batch, elem) = (self.a.batch, self.a.elem);
        let one = arith::const_index(b, 1);
        let last = |b: &mut Builder<'_>, j: Value| {
            let next = arith::addi(b, j, one);
            let joins = self.joins(b, j, next);
            let inside = arith::cmpi(b, CmpI::Slt, next, self.n);
            (next, arith::andi(b, joins, inside))
        };
        let most = self.vector(b, elem, |b, at| {
            self.sum(b, at[batch], elem, |b, k| element(b, squares, &[&at[..batch], &[k]].concat()))
        });
        let reach = self.vector(b, elem, |b, at| {
            let (next, has_next) = last(b, at[batch]);
            let (own, most) = (element(b, d, at), element(b, most, at));
            let other = element(b, d, &[&at[..batch], &[next]].concat());
            formula(b, [own, other, most, has_next], |[own, other, most, has_next]| {
                has_next.select((other - own) * 0.5, most)
            })
        });
        let middle = self.secular(b, d, squares, [d, reach], false);
        let right = self.vector(b, b.ctx().i1(), |b, at| {
            let (_, has_next) = last(b, at[batch]);
            let value = element(b, middle, at);
            formula(b, [value, has_next], |[value, has_next]| value.lt(0.0) & has_next)
        });
        let origin = self.vector(b, elem, |b, at| {
            let next = arith::addi(b, at[batch], one);
            let (right, own) = (element(b, right, at), element(b, d, at));
            let other = element(b, d, &[&at[..batch], &[next]].concat());
            arith::select(b, right, other, own)
        });
        let sign = formula(b, [right, d], |[right, d]| right.select(d.num(-1.0), d.num(1.0)));
        let distance = self.distance(b, d, squares, [origin, sign, reach]);
        Roots { origin, shift: arith::mulf(b, distance, sign) }
    }

    fn distance(
        &self,
        b: &mut Builder<'_>,
        d: Value,
        squares: Value,
        [origin, sign, reach]: [Value; 3],
    ) -> Value {
        let ctx = b.ctx();
        let wide = dtype_of(&ctx, self.a.elem).bits() == 64;
        let floats = b.body.ty(d);
        let bits = ctx.with_elem(floats, if wide { ctx.i64() } else { ctx.int(32) });
        // Bisection leaves about ten correct bits, which each Newton step doubles.
        let (halvings, steps) = if wide { (21, 4) } else { (18, 2) };
        let [zero, one, halvings, steps] = [0, 1, halvings, steps].map(|n| arith::const_index(b, n));
        let high = arith::bitcast(b, reach, bits);
        let low = constant::int(b, bits, 0);
        let made = loops::build::for_loop(b, zero, halvings, one, &[low, high], |b, _, carried| {
            let [low, high] = [carried[0], carried[1]];
            let middle = formula(b, [low, high], |[low, high]| low + (high - low).shifted_right(low.int(1)));
            let distance = arith::bitcast(b, middle, floats);
            let shift = arith::mulf(b, distance, sign);
            let value = self.secular(b, d, squares, [origin, shift], false);
            let far = formula(b, [value, sign], |[value, sign]| (value * sign).cmpf(CmpF::OGT, 0.0));
            vec![arith::select(b, far, low, middle), arith::select(b, far, middle, high)]
        });
        let ends = [0, 1].map(|i| {
            let bits = b.body.result(made, i);
            arith::bitcast(b, bits, floats)
        });
        let start = [ends[0], ends[1], ends[1]];
        let made = loops::build::for_loop(b, zero, steps, one, &start, |b, _, carried| {
            let [low, high, distance] = [carried[0], carried[1], carried[2]];
            let shift = arith::mulf(b, distance, sign);
            let [value, slope] =
                [false, true].map(|slope| self.secular(b, d, squares, [origin, shift], slope));
            refined(b, [low, high, distance], [value, slope, sign]).to_vec()
        });
        b.body.result(made, 2)
    }
}

/// A Newton step for the root of `t f(t)` in a bracket, and the new bracket.
fn refined(b: &mut Builder<'_>, [low, high, t]: [Value; 3], [value, slope, sign]: [Value; 3]) -> [Value; 3] {
    let far = formula(b, [value, sign], |[value, sign]| (value * sign).cmpf(CmpF::OGT, 0.0));
    let (low, high) = (arith::select(b, far, low, t), arith::select(b, far, t, high));
    let next = formula(b, [low, high, t, value, slope, sign], |[low, high, t, value, slope, sign]| {
        let next = t - t * value / (value + sign * t * slope);
        // Near the root, rounding may lead out of the bracket; then one of its ends is the root.
        let above = next.cmpf(CmpF::OGT, high).select(high, next);
        let inside = above.cmpf(CmpF::OLT, low).select(low, above);
        inside.cmpf(CmpF::OGT, 0.0).select(inside, low + (high - low) * 0.5)
    });
    [low, high, next]
}

impl Blocks {
    /// The vector `ŵ` for which the roots are exact.
    fn exact(&self, b: &mut Builder<'_>, d: Value, w: Value, roots: &Roots) -> Value {
        let (batch, elem) = (self.a.batch, self.a.elem);
        self.vector(b, elem, |b, at| {
            let (lead, i) = (&at[..batch], at[batch]);
            let [own, sign] = [d, w].map(|x| element(b, x, at));
            let product = combined_below(b, CombiningKind::Mul, self.n, elem, |b, k| {
                let place = [lead, &[k]].concat();
                let [d, origin, shift] = [d, roots.origin, roots.shift].map(|x| element(b, x, &place));
                let (joins, on) = (self.joins(b, i, k), arith::cmpi(b, CmpI::Eq, i, k));
                formula(b, [own, d, origin, shift, joins, on], |[own, d, origin, shift, joins, on]| {
                    let root = (origin - own) + shift;
                    let apart = on.select(d.num(1.0), d - own);
                    joins.select((root / apart).absf(), d.num(1.0))
                })
            });
            formula(b, [product, sign], |[product, sign]| product.sqrt().copysign(sign))
        })
    }

    /// The eigenvectors of the rank-1 updates, as columns.
    fn turns(&self, b: &mut Builder<'_>, d: Value, w: Value, roots: &Roots) -> Value {
        let (batch, elem) = (self.a.batch, self.a.elem);
        let plain = build::compute_one(b, &self.a.extents, elem, |b, at| {
            let (lead, k, j) = (&at[..batch], at[batch], at[batch + 1]);
            let [d, w] = [d, w].map(|x| element(b, x, &at[..=batch]));
            let column = [lead, &[j]].concat();
            let [origin, shift] = [roots.origin, roots.shift].map(|x| element(b, x, &column));
            let joins = self.joins(b, j, k);
            // Scaled by the distance, so that no element exceeds that of `w`.
            formula(b, [d, w, origin, shift, joins], |[d, w, origin, shift, joins]| {
                joins.select(w * (shift / ((d - origin) - shift)), w.num(0.0))
            })
        });
        let squares = arith::mulf(b, plain, plain);
        let lengths = build::reduce(b, &[CombiningKind::Add], &[squares], &[batch], None);
        let lengths = b.body.result(lengths, 0);
        let lengths = math::sqrt(b, lengths);
        build::compute_one(b, &self.a.extents, elem, |b, at| {
            let length = element(b, lengths, &[&at[..batch], &at[batch + 1..]].concat());
            let value = element(b, plain, at);
            formula(b, [value, length], |[value, length]: [Expr<'_>; 2]| value / length)
        })
    }

    /// The product of matrices that are zero outside of the pairs.
    fn short_product(&self, b: &mut Builder<'_>, left: Value, right: Value) -> Value {
        let (batch, elem) = (self.a.batch, self.a.elem);
        let twice = arith::addi(b, self.half, self.half);
        build::compute_one(b, &self.a.extents, elem, |b, at| {
            let (lead, i, j) = (&at[..batch], at[batch], at[batch + 1]);
            let index = b.ctx().index();
            let start = element(b, self.starts, &[i]);
            let start = arith::index_cast(b, start, index);
            let rest = arith::subi(b, self.n, start);
            let count = arith::minsi(b, twice, rest);
            sum_below(b, count, elem, |b, k| {
                let k = arith::addi(b, k, start);
                let (x, y) = (
                    element(b, left, &[lead, &[i, k]].concat()),
                    element(b, right, &[lead, &[k, j]].concat()),
                );
                arith::mulf(b, x, y)
            })
        })
    }
}
