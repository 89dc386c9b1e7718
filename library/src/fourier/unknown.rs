//! Transforms of dynamic length, whose algorithm is chosen at run time.
//!
//! Powers of two are computed in stages of radix 2 in a loop (Stockham's algorithm, which needs no
//! permutation), lengths with small prime factors in stages of these radices (`mixed`), short lengths by
//! their sums (`direct`). Other lengths use Bluestein's algorithm (`chirp`), with transforms of a power
//! of two that is computed at run time. Extents are terms, and that power of two is not a term. So
//! tensors have `4n` elements along the axis, of which the first `long` are significant; `long` is the
//! smallest power of two that is at least `2n - 1`. The remaining elements are computed too, but no
//! significant element depends on them.

use super::plan::{Complex, Plan, Signal};
use super::{direct, mixed, roots};
use crate::constant;
use tf_dialects::arith::{self, CmpI, const_index};
use tf_dialects::loops::build::{for_loop, if_else};
use tf_dialects::math;
use tf_dialects::shared::subscripts::Subscripts;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::{ExtentOf, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};

/// Shorter lengths are computed by their sums: of any kind, and of few passes.
const SHORTEST: i64 = 128;
const SHORTEST_OF_FEW: i64 = 16;
/// The most passes of a transform by prime factors, for each bit of the length: a convolution takes as long.
const PASSES: i64 = 6;

/// The first `count` elements of the transform of a signal of extent `n` along the axis.
pub(super) fn transform(b: &mut Builder<'_>, x: Signal, plan: &Plan, n: &Extent, count: &Extent) -> Complex {
    let Ok(room) = n.mul(&Extent::constant(4)) else { return direct::transform(b, x, plan, n, count) };
    let result = tensor(b, plan, &plan.with_extent(count));
    let length = ExtentOf::build(b, n);
    let one = const_index(b, 1);
    let below = arith::subi(b, length, one);
    let common = arith::andi(b, length, below);
    let zero = const_index(b, 0);
    let is_power = arith::cmpi(b, CmpI::Eq, common, zero);
    let passes = mixed::passes(b, length);
    let most = bit_length(b, length);
    let each = const_index(b, PASSES);
    let most = arith::muli(b, most, each);
    let are_few = arith::cmpi(b, CmpI::Sle, passes, most);
    let [least, least_of_few] = [SHORTEST, SHORTEST_OF_FEW].map(|n| const_index(b, n));
    let least = arith::select(b, are_few, least_of_few, least);
    let is_short = arith::cmpi(b, CmpI::Slt, length, least);
    type Form<'a> = &'a dyn Fn(&mut Builder<'_>) -> Complex;
    let either = |b: &mut Builder<'_>, condition: Value, then: Form<'_>, otherwise: Form<'_>| {
        let parts = |made: Complex| vec![made.re, made.im];
        let made = if_else(b, condition, &[result; 2], |b| parts(then(b)), |b| parts(otherwise(b)));
        Complex { re: b.body.result(made, 0), im: b.body.result(made, 1) }
    };
    let sums = |b: &mut Builder<'_>| direct::transform(b, x, plan, n, count);
    let power = |b: &mut Builder<'_>| Line::of_power(b, plan, length, n.clone()).whole(b, x, count);
    let mixed = |b: &mut Builder<'_>| mixed::transform(b, x, plan, n, length, count);
    let padded = |b: &mut Builder<'_>| Line::of(b, plan, length, room.clone()).transform(b, x, count);
    let stages = |b: &mut Builder<'_>| either(b, is_power, &power, &mixed);
    let long = |b: &mut Builder<'_>| either(b, are_few, &stages, &padded);
    either(b, is_short, &sums, &long)
}

fn tensor(b: &Builder<'_>, plan: &Plan, extents: &[Extent]) -> Type {
    let dims: Vec<Dim> = extents.iter().cloned().map(Dim::from_extent).collect();
    b.ctx().tensor(dims, plan.elem)
}

/// Computes complex tensors with this extent along the axis.
pub(super) fn compute(
    b: &mut Builder<'_>,
    plan: &Plan,
    length: &Extent,
    body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Complex,
) -> Complex {
    let extents = plan.with_extent(length);
    let result = tensor(b, plan, &extents);
    let made = build::compute(b, &extents, &[result; 2], |b, at| {
        let made = body(b, at);
        vec![made.re, made.im]
    });
    Complex { re: b.body.result(made, 0), im: b.body.result(made, 1) }
}

/// The state of a transform whose length is a run-time value.
struct Line<'a> {
    plan: &'a Plan,
    /// Its length, the padded length (a power of two), and the binary logarithm of the latter.
    length: Value,
    long: Value,
    stages: Value,
    /// The static extent of padded tensors.
    room: Extent,
}

impl<'a> Line<'a> {
    fn of(b: &mut Builder<'_>, plan: &'a Plan, length: Value, room: Extent) -> Line<'a> {
        // The logarithm of the smallest power of two that is at least 2n - 1 is the bit length of 2n - 2.
        let [one, two] = [1, 2].map(|n| const_index(b, n));
        let double = arith::muli(b, length, two);
        let below = arith::subi(b, double, two);
        let stages = bit_length(b, below);
        let long = arith::shli(b, one, stages);
        Line { plan, length, long, stages, room }
    }

    /// For a length that is a power of two.
    fn of_power(b: &mut Builder<'_>, plan: &'a Plan, length: Value, room: Extent) -> Line<'a> {
        let one = const_index(b, 1);
        let below = arith::subi(b, length, one);
        let stages = bit_length(b, below);
        Line { plan, length, long: length, stages, room }
    }

    /// The first `count` elements of the transform of a signal whose length is a power of two.
    fn whole(&self, b: &mut Builder<'_>, x: Signal, count: &Extent) -> Complex {
        let flat = Plan { lead: Vec::new(), behind: Vec::new(), axis: 0, ..self.plan.clone() };
        let roots = self.roots(b, &flat);
        let im = x.im.unwrap_or_else(|| {
            let zero = constant::zero(b, self.plan.elem);
            let extents = build::extents_of(b, x.re);
            build::splat(b, zero, &extents)
        });
        let sums = self.stages(b, self.plan, Complex { re: x.re, im }, (roots, self.plan.sign));
        compute(b, self.plan, count, |b, at| {
            let [re, im] = [sums.re, sums.im].map(|part| clamped(b, part, at));
            Complex { re, im }
        })
    }

    fn transform(&self, b: &mut Builder<'_>, x: Signal, count: &Extent) -> Complex {
        let flat = Plan { lead: Vec::new(), behind: Vec::new(), axis: 0, ..self.plan.clone() };
        let roots = self.roots(b, &flat);
        let turned = self.turned(b, x);
        let spectrum = self.stages(b, self.plan, turned, (roots, -1.0));
        let filter = self.filter(b, &flat);
        let filter = self.stages(b, &flat, filter, (roots, -1.0));
        let filtered = compute(b, self.plan, &self.room, |b, at| {
            let [re, im] = [spectrum.re, spectrum.im].map(|part| build::at_indices(b, part, at));
            let w = [filter.re, filter.im].map(|part| build::at_indices(b, part, &[at[self.plan.axis]]));
            roots::product(b, Complex { re, im }, Complex { re: w[0], im: w[1] })
        });
        let sums = self.stages(b, self.plan, filtered, (roots, 1.0));
        compute(b, self.plan, count, |b, at| {
            let c = self.chirp(b, at[self.plan.axis]);
            let sum = [sums.re, sums.im].map(|part| clamped(b, part, at));
            let all = roots::product(b, Complex { re: sum[0], im: sum[1] }, c);
            let long = self.float(b, self.long);
            Complex { re: arith::divf(b, all.re, long), im: arith::divf(b, all.im, long) }
        })
    }

    /// An index as a float.
    fn float(&self, b: &mut Builder<'_>, value: Value) -> Value {
        let i64 = b.ctx().i64();
        let value = arith::index_cast(b, value, i64);
        arith::sitofp(b, value, self.plan.elem)
    }

    /// `c(j) = exp(sign·πi·j²/n)`, from the square modulo `2n`.
    fn chirp(&self, b: &mut Builder<'_>, j: Value) -> Complex {
        let turn = arith::addi(b, self.length, self.length);
        let square = arith::muli(b, j, j);
        let square = arith::remui(b, square, turn);
        roots::computed(b, square, turn, self.plan.sign, self.plan.elem)
    }

    /// `x(j)·c(j)`, padded with zeros.
    fn turned(&self, b: &mut Builder<'_>, x: Signal) -> Complex {
        compute(b, self.plan, &self.room, |b, at| {
            let zero = constant::zero(b, self.plan.elem);
            let read = |b: &mut Builder<'_>, part: Value| {
                build::at(b, part, &Subscripts::plain(at), Policy::Fill, Some(zero))
            };
            let c = self.chirp(b, at[self.plan.axis]);
            let re = read(b, x.re);
            match x.im {
                Some(im) => {
                    let im = read(b, im);
                    roots::product(b, Complex { re, im }, c)
                }
                None => Complex { re: arith::mulf(b, re, c.re), im: arith::mulf(b, re, c.im) },
            }
        })
    }

    /// `conj c`, periodic in the padded length: one vector for the whole batch.
    fn filter(&self, b: &mut Builder<'_>, flat: &Plan) -> Complex {
        compute(b, flat, &self.room, |b, at| {
            let zero = const_index(b, 0);
            let back = arith::subi(b, self.long, at[0]);
            // Elements past the padded length are not significant.
            let back = arith::maxsi(b, back, zero);
            let near = arith::minsi(b, at[0], back);
            let c = self.chirp(b, near);
            let inside = arith::cmpi(b, CmpI::Slt, near, self.length);
            let none = constant::zero(b, self.plan.elem);
            let minus = arith::negf(b, c.im);
            Complex { re: arith::select(b, inside, c.re, none), im: arith::select(b, inside, minus, none) }
        })
    }

    /// `exp(-2πi·k/long)` for each `k` below `long`.
    fn roots(&self, b: &mut Builder<'_>, flat: &Plan) -> Complex {
        compute(b, flat, &self.room, |b, at| {
            let k = arith::remui(b, at[0], self.long);
            roots::computed(b, k, self.long, -1.0, self.plan.elem)
        })
    }

    /// The transform of the first `long` elements, with exponents of this sign. After stage `t`, runs of
    /// `2^(t+1)` elements are transforms of elements at stride `long / 2^(t+1)`.
    fn stages(&self, b: &mut Builder<'_>, plan: &Plan, x: Complex, (table, sign): (Complex, f64)) -> Complex {
        let (zero, one) = (const_index(b, 0), const_index(b, 1));
        let made = for_loop(b, zero, self.stages, one, &[x.re, x.im], |b, t, carried| {
            let next = compute(b, plan, &self.room, |b, at| {
                self.butterfly(b, (at, plan.axis), t, [carried[0], carried[1]], (table, sign))
            });
            vec![next.re, next.im]
        });
        Complex { re: b.body.result(made, 0), im: b.body.result(made, 1) }
    }

    /// One element after stage `t`.
    fn butterfly(
        &self,
        b: &mut Builder<'_>,
        (at, axis): (&[Value], usize),
        t: Value,
        x: [Value; 2],
        (table, sign): (Complex, f64),
    ) -> Complex {
        let one = const_index(b, 1);
        let size = arith::shli(b, one, t);
        let mask = arith::subi(b, size, one);
        // The position is 2·run·size + odd·size + k.
        let k = arith::andi(b, at[axis], mask);
        let upper = arith::shrui(b, at[axis], t);
        let odd = arith::andi(b, upper, one);
        let run = arith::shrui(b, upper, one);
        let from = arith::shli(b, run, t);
        let from = arith::ori(b, from, k);
        let half = arith::shrui(b, self.long, one);
        let other = arith::addi(b, from, half);
        let rest = arith::subi(b, self.stages, t);
        let rest = arith::subi(b, rest, one);
        let turn = arith::shli(b, k, rest);
        let [re, im] = [table.re, table.im].map(|part| clamped(b, part, &[turn]));
        let im = if sign < 0.0 { im } else { arith::negf(b, im) };
        let read = |b: &mut Builder<'_>, place: Value| {
            let mut all = at.to_vec();
            all[axis] = place;
            x.map(|part| clamped(b, part, &all))
        };
        let [a, c] = [from, other].map(|place| read(b, place));
        let turned = roots::product(b, Complex { re: c[0], im: c[1] }, Complex { re, im });
        let is_odd = arith::cmpi(b, CmpI::Eq, odd, one);
        let mut sum = |a: Value, c: Value| {
            let minus = arith::negf(b, c);
            let c = arith::select(b, is_odd, minus, c);
            arith::addf(b, a, c)
        };
        Complex { re: sum(a[0], turned.re), im: sum(a[1], turned.im) }
    }
}

/// The number of bits of an index without its leading zeros.
fn bit_length(b: &mut Builder<'_>, value: Value) -> Value {
    let (i64, index) = (b.ctx().i64(), b.ctx().index());
    let value = arith::index_cast(b, value, i64);
    let zeros = math::ctlz(b, value);
    let bits = arith::const_int(b, i64, 64);
    let length = arith::subi(b, bits, zeros);
    arith::index_cast(b, length, index)
}

/// An element at computed indices, which are in bounds for significant elements.
pub(super) fn clamped(b: &mut Builder<'_>, source: Value, at: &[Value]) -> Value {
    build::at(b, source, &Subscripts::plain(at), Policy::Clamp, None)
}
