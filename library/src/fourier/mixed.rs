//! Transforms of dynamic length in stages whose radices are the prime factors, found at run time: Stockham's
//! algorithm, with results in natural order.
//!
//! After stages whose radices multiply to `s`, element `run·s + k` is element `k` of the transform of the
//! elements `run`, `run + n/s`, `run + 2·n/s` and so on. A stage of radix `r` has a pass for each term but
//! the first: with `t = s·r` and `w = exp(sign·2πi/n)`,
//! `X'(run·t + k) = Σ X((run + q·n/t)·s + k mod s) w^(q·k·n/t)` over `q` below `r`.

use super::plan::{Complex, Plan, Signal};
use super::roots;
use super::unknown::{clamped, compute};
use crate::constant;
use tf_dialects::arith::{self, CmpI, const_index};
use tf_dialects::loops::build::{for_loop, while_loop};
use tf_dialects::tensor::build;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// The primes that are tried as factors.
const LARGEST: i64 = 512;

/// The passes over a signal of this length, as an index: the sum of its prime factors, each less 1. At least
/// as many for lengths with factors that are not tried.
pub(super) fn passes(b: &mut Builder<'_>, length: Value) -> Value {
    let index = b.ctx().index();
    let [zero, one, two, largest] = [0, 1, 2, LARGEST].map(|n| const_index(b, n));
    let is_tried = |b: &mut Builder<'_>, rest: Value, prime: Value| {
        let square = arith::muli(b, prime, prime);
        let fits = arith::cmpi(b, CmpI::Sle, square, rest);
        let small = arith::cmpi(b, CmpI::Slt, prime, largest);
        arith::andi(b, fits, small)
    };
    let found = while_loop(
        b,
        &[length, two, zero],
        &[index; 3],
        |b, at| (is_tried(b, at[0], at[1]), at.to_vec()),
        |b, at| {
            let (quotient, rest) = (arith::divui(b, at[0], at[1]), arith::remui(b, at[0], at[1]));
            let divides = arith::cmpi(b, CmpI::Eq, rest, zero);
            let next = arith::addi(b, at[1], one);
            let more = arith::addi(b, at[2], at[1]);
            let more = arith::subi(b, more, one);
            vec![
                arith::select(b, divides, quotient, at[0]),
                arith::select(b, divides, at[1], next),
                arith::select(b, divides, more, at[2]),
            ]
        },
    );
    let [rest, sum] = [0, 2].map(|at| b.body.result(found, at));
    let all = arith::addi(b, sum, rest);
    arith::subi(b, all, one)
}

/// The first `count` elements of the transform of a signal of extent `n` along the axis.
pub(super) fn transform(
    b: &mut Builder<'_>,
    x: Signal,
    plan: &Plan,
    n: &Extent,
    length: Value,
    count: &Extent,
) -> Complex {
    let mixed = Mixed { plan, n, length, roots: roots(b, plan, n, length) };
    let im = x.im.unwrap_or_else(|| {
        let zero = constant::zero(b, plan.elem);
        let extents = build::extents_of(b, x.re);
        build::splat(b, zero, &extents)
    });
    let sums = mixed.stages(b, [x.re, im]);
    compute(b, plan, count, |b, at| {
        let [re, im] = sums.map(|part| clamped(b, part, at));
        Complex { re, im }
    })
}

/// `exp(sign·2πi·k/n)` for each `k` below `n`.
fn roots(b: &mut Builder<'_>, plan: &Plan, n: &Extent, length: Value) -> Complex {
    let flat = Plan { lead: Vec::new(), behind: Vec::new(), axis: 0, ..plan.clone() };
    compute(b, &flat, n, |b, at| roots::computed(b, at[0], length, plan.sign, plan.elem))
}

struct Mixed<'a> {
    plan: &'a Plan,
    n: &'a Extent,
    /// The length, and its roots of unity.
    length: Value,
    roots: Complex,
}

/// A stage: its radix, the product of the radices before it, that with its own, and the length divided by
/// the latter.
struct Stage {
    radix: Value,
    done: Value,
    size: Value,
    runs: Value,
}

impl Mixed<'_> {
    fn stages(&self, b: &mut Builder<'_>, x: [Value; 2]) -> [Value; 2] {
        let index = b.ctx().index();
        let [one, two] = [1, 2].map(|n| const_index(b, n));
        let types = [index, index, b.body.ty(x[0]), b.body.ty(x[1])];
        let made = while_loop(
            b,
            &[one, two, x[0], x[1]],
            &types,
            |b, at| (arith::cmpi(b, CmpI::Slt, at[0], self.length), at.to_vec()),
            |b, at| {
                let rest = arith::divui(b, self.length, at[0]);
                let radix = next_factor(b, rest, at[1]);
                let size = arith::muli(b, at[0], radix);
                let runs = arith::divui(b, self.length, size);
                let next = self.stage(b, [at[2], at[3]], &Stage { radix, done: at[0], size, runs });
                vec![size, radix, next[0], next[1]]
            },
        );
        [2, 3].map(|at| b.body.result(made, at))
    }

    fn stage(&self, b: &mut Builder<'_>, x: [Value; 2], stage: &Stage) -> [Value; 2] {
        let [zero, one, two] = [0, 1, 2].map(|n| const_index(b, n));
        let pair = compute(b, self.plan, self.n, |b, at| {
            let (a, c) = (self.term(b, x, stage, (at, zero)), self.term(b, x, stage, (at, one)));
            Complex { re: arith::addf(b, a.re, c.re), im: arith::addf(b, a.im, c.im) }
        });
        let sums = for_loop(b, two, stage.radix, one, &[pair.re, pair.im], |b, q, carried| {
            let next = compute(b, self.plan, self.n, |b, at| {
                let term = self.term(b, x, stage, (at, q));
                let [re, im] = [carried[0], carried[1]].map(|part| build::at_indices(b, part, at));
                Complex { re: arith::addf(b, re, term.re), im: arith::addf(b, im, term.im) }
            });
            vec![next.re, next.im]
        });
        [0, 1].map(|at| b.body.result(sums, at))
    }

    /// Term `q` of an element after a stage.
    fn term(&self, b: &mut Builder<'_>, x: [Value; 2], stage: &Stage, (at, q): (&[Value], Value)) -> Complex {
        let (run, k) = divided(b, at[self.plan.axis], stage.size);
        let (_, low) = divided(b, k, stage.done);
        let from = arith::muli(b, q, stage.runs);
        let from = arith::addi(b, run, from);
        let from = arith::muli(b, from, stage.done);
        let from = arith::addi(b, from, low);
        let mut place = at.to_vec();
        place[self.plan.axis] = from;
        let [re, im] = x.map(|part| clamped(b, part, &place));
        let turn = arith::muli(b, q, k);
        let (_, turn) = divided(b, turn, stage.size);
        let turn = arith::muli(b, turn, stage.runs);
        let w = [self.roots.re, self.roots.im].map(|part| clamped(b, part, &[turn]));
        roots::product(b, Complex { re, im }, Complex { re: w[0], im: w[1] })
    }
}

/// The smallest factor of an integer above 1, at least `least`, below which it has none.
fn next_factor(b: &mut Builder<'_>, n: Value, least: Value) -> Value {
    let index = b.ctx().index();
    let [zero, one] = [0, 1].map(|n| const_index(b, n));
    let found = while_loop(
        b,
        &[least],
        &[index],
        |b, at| {
            let rest = arith::remui(b, n, at[0]);
            (arith::cmpi(b, CmpI::Ne, rest, zero), at.to_vec())
        },
        |b, at| vec![arith::addi(b, at[0], one)],
    );
    b.body.result(found, 0)
}

/// The quotient and the remainder of indices, by floats: vector code has no division of integers.
fn divided(b: &mut Builder<'_>, value: Value, by: Value) -> (Value, Value) {
    let (i64, f64, index) = (b.ctx().i64(), b.ctx().f64(), b.ctx().index());
    let [value, by] = [value, by].map(|own| arith::index_cast(b, own, i64));
    let [over, under] = [value, by].map(|own| arith::sitofp(b, own, f64));
    let quotient = arith::divf(b, over, under);
    let quotient = arith::fptosi(b, quotient, i64);
    let whole = arith::muli(b, quotient, by);
    let rest = arith::subi(b, value, whole);
    // Near an integer, the float may be rounded to it from below, or be estimated.
    let [zero, one] = [0, 1].map(|n| arith::const_int(b, i64, n));
    let is_low = arith::cmpi(b, CmpI::Slt, rest, zero);
    let is_high = arith::cmpi(b, CmpI::Sge, rest, by);
    let [less, more] = [arith::subi(b, quotient, one), arith::addi(b, quotient, one)];
    let [plus, minus] = [arith::addi(b, rest, by), arith::subi(b, rest, by)];
    let chosen = |b: &mut Builder<'_>, low: Value, own: Value, high: Value| {
        let upper = arith::select(b, is_high, high, own);
        let own = arith::select(b, is_low, low, upper);
        arith::index_cast(b, own, index)
    };
    (chosen(b, less, quotient, more), chosen(b, plus, rest, minus))
}
