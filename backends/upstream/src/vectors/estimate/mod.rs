//! Reciprocals and reciprocal square roots from the machine's estimates, if flags allow approximations.
//!
//! Processors without AVX-512 have 12-bit estimates of reciprocal square roots, which treat subnormal floats
//! as zero. They are used if the operand is known to be normal ([`normal`](crate::emitter::normal)), for
//! example the sum of 1 and a square. One step of third order, `r + r e (1/2 + 3/8 e)` with `e = 1 - x r²`,
//! gives 24 bits.
//!
//! With AVX-512, one Newton step (two for f64) improves its 14-bit estimate: `r (2 - x r)` and `r + r/2 (1 -
//! x r²)`. The term in parentheses is clamped, with NaN replaced by the bound. So 0 and infinity, for which
//! it is `0 * inf`, give infinity and 0, and no case needs a selection. Roots are twice as fast as a square
//! root and a division; reciprocals of whole registers are two to four times as fast as a division.

mod powers;

use crate::emitter::normal;
use crate::emitter::types::{vector_lanes, vector_type};
use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_dialects::arith::{self, CmpF, FastMath, FlagSet};
use tf_dialects::elementwise::constant;
use tf_dialects::math;
use tf_dialects::target::Level;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;

/// An upper bound on the error of the estimate, `1 - x r²`.
const BOUND: f64 = 1.0 / 1024.0;

/// Newton steps for an element width.
fn steps(width: u32) -> usize {
    if width == 64 { 2 } else { 1 }
}

/// The function that is estimated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    /// `1 / x`
    Reciprocal,
    /// `1 / √x`
    ReciprocalRoot,
    /// The same, for an operand that is not subnormal.
    RootOfNormal,
}

/// True if there are instructions for estimates at this element width.
fn has_estimate(level: Level, width: u32) -> bool {
    level.is_x86() && level.target().estimates && matches!(width, 32 | 64)
}

/// True for x86 with fused multiply-add. Without it, the Newton steps would be library calls.
fn has_fma(level: Level) -> bool {
    level.is_x86() && level.target().has_fma()
}

impl Emitter<'_, '_> {
    /// `math.rsqrt`: estimated if `afn` allows it, else a square root and a division.
    pub(crate) fn rsqrt(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let operands = self.operands(op)?;
        let ty = self.b.body.ty(operands[0]);
        let width = ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(0);
        let may = FastMath::of(self.source.op(op)).has(FastMath::AFN);
        if self.threads && may && width == 32 {
            let value = self.approximate_root(op, operands[0], true);
            self.set_results(op, &[value]);
            return Ok(());
        }
        let value = if may && has_estimate(self.unit.level, width) {
            self.reciprocal_root(operands[0], width)
        } else if may
            && has_fma(self.unit.level)
            && width == 32
            && normal::is_normal(self.source, self.source.operand(op, 0))
        {
            self.root_of_normal(operands[0])
        } else {
            let root = math::sqrt(&mut self.b, operands[0]);
            let one = self.float(ty, 1.0);
            arith::divf(&mut self.b, one, root)
        };
        self.set_results(op, &[value]);
        Ok(())
    }

    /// `arith.divf` of vectors: a product with the estimated reciprocal if `arcp` and `afn` allow it, or
    /// `None` if it stays a division. (For one scalar, both take equally long.) GPUs have reciprocals that
    /// `afn` alone allows.
    pub(crate) fn quotient(&mut self, op: Op) -> Result<Option<Value>> {
        let flags = FastMath::of(self.source.op(op));
        let is_reciprocal = self.threads && flags.has(FastMath::AFN) && self.divides_one(op);
        if !flags.has(FastMath::ARCP.with(FastMath::AFN)) && !is_reciprocal {
            return Ok(None);
        }
        let ctx = self.ctx();
        let operands = self.operands(op)?;
        let ty = self.b.body.ty(operands[0]);
        let width = ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(0);
        if self.threads {
            return Ok((width == 32).then(|| self.approximate_quotient(op, operands[0], operands[1])));
        }
        if vector_lanes(&ctx, ty).is_none() || !has_estimate(self.unit.level, width) {
            return Ok(None);
        }
        let reciprocal = self.reciprocal(operands[1], width);
        if self.divides_one(op) {
            return Ok(Some(reciprocal));
        }
        Ok(Some(arith::mulf(&mut self.b, operands[0], reciprocal)))
    }

    /// True if the dividend of a division is 1.
    pub(crate) fn divides_one(&self, op: Op) -> bool {
        let constant =
            self.source.def_op(self.source.operand(op, 0)).and_then(|def| self.source.op(def).constant());
        constant
            .and_then(|value| constant::uniform(self.source.ctx(), value))
            .is_some_and(|c| c.to_f64() == 1.0)
    }

    /// `1 / √x` by Newton steps on the estimate.
    fn reciprocal_root(&mut self, x: Value, width: u32) -> Value {
        let r = self.estimate(Function::ReciprocalRoot, x, width);
        (0..steps(width)).fold(r, |r, _| self.closer_root(x, r))
    }

    /// A Newton step from an approximation of `1 / √x` to a closer one.
    fn closer_root(&mut self, x: Value, r: Value) -> Value {
        let ty = self.b.body.ty(x);
        let [one, half, bound] = [1.0, 0.5, BOUND].map(|number| self.float(ty, number));
        let scaled = arith::mulf(&mut self.b, x, r);
        let negated = arith::negf(&mut self.b, scaled);
        let error = math::fma(&mut self.b, negated, r, one);
        let error = self.chosen(CmpF::OLT, error, bound);
        let part = arith::mulf(&mut self.b, r, half);
        math::fma(&mut self.b, part, error, r)
    }

    /// `1 / √x` of normal floats, and of infinity, by a step of third order on the estimate that all
    /// processors have.
    fn root_of_normal(&mut self, x: Value) -> Value {
        let ty = self.b.body.ty(x);
        let [one, half, part, bound] = [1.0, 0.5, 0.375, BOUND].map(|number| self.float(ty, number));
        let r = self.estimate(Function::RootOfNormal, x, 32);
        let scaled = arith::mulf(&mut self.b, x, r);
        let negated = arith::negf(&mut self.b, scaled);
        let error = math::fma(&mut self.b, negated, r, one);
        let error = self.chosen(CmpF::OLT, error, bound);
        let factor = math::fma(&mut self.b, error, part, half);
        let step = arith::mulf(&mut self.b, r, error);
        math::fma(&mut self.b, step, factor, r)
    }

    /// `1 / x` by Newton steps on the estimate. If `x` is so small that the estimate is infinite, the factor
    /// is −∞ instead of NaN, so it is bounded from below.
    fn reciprocal(&mut self, x: Value, width: u32) -> Value {
        let ty = self.b.body.ty(x);
        let (two, half) = (self.float(ty, 2.0), self.float(ty, 0.5));
        let mut r = self.estimate(Function::Reciprocal, x, width);
        for _ in 0..steps(width) {
            let negated = arith::negf(&mut self.b, x);
            let factor = math::fma(&mut self.b, negated, r, two);
            let factor = self.chosen(CmpF::OGT, factor, half);
            r = arith::mulf(&mut self.b, r, factor);
        }
        r
    }

    /// `a` if the comparison with `b` holds, else `b`; `b` also if `a` is NaN.
    fn chosen(&mut self, predicate: CmpF, a: Value, b: Value) -> Value {
        let holds = arith::cmpf(&mut self.b, predicate, a, b);
        arith::select(&mut self.b, holds, a, b)
    }

    /// The machine's estimate of a scalar or of any lane count, in whole registers.
    fn estimate(&mut self, function: Function, x: Value, width: u32) -> Value {
        let ctx = self.ctx();
        let ty = self.b.body.ty(x);
        let least = 128 / width as usize;
        let Some(lanes) = vector_lanes(&ctx, ty) else {
            let (zero, first) = (self.zero(vector_type(&ctx, least, ty)), self.int(0));
            let vector = self.b.body.ty(zero);
            let vector = self.b.value(llvm::INSERTELEMENT, &[zero, x, first], vector, &[]);
            let result = self.register(function, vector, width);
            return self.b.value(llvm::EXTRACTELEMENT, &[result, first], ty, &[]);
        };
        let bits = match function {
            Function::RootOfNormal => self.unit.level.target().vector_bits.min(256),
            _ => 512,
        };
        let most = (bits / width) as usize;
        let mut parts: Vec<Value> = Vec::new();
        for first in (0..lanes).step_by(most) {
            let count = most.min(lanes - first);
            let room = count.next_power_of_two().max(least);
            // Lanes beyond the end repeat the last one.
            let taken: Vec<i32> = (0..room).map(|i| (first + i.min(count - 1)) as i32).collect();
            let part = self.shuffle(x, x, &taken);
            let result = self.register(function, part, width);
            parts.push(self.first_lanes(result, room, count));
        }
        self.joined(parts)
    }

    /// The first lanes of a register of `room` of them.
    pub(crate) fn first_lanes(&mut self, register: Value, room: usize, count: usize) -> Value {
        if room == count {
            return register;
        }
        let kept: Vec<i32> = (0..count as i32).collect();
        self.shuffle(register, register, &kept)
    }

    /// The estimate for one register.
    fn register(&mut self, function: Function, x: Value, width: u32) -> Value {
        let ctx = self.ctx();
        let ty = self.b.body.ty(x);
        let lanes = self.lanes_of(ty);
        if function == Function::RootOfNormal {
            return self.intrinsic(
                if lanes == 4 { "llvm.x86.sse.rsqrt.ps" } else { "llvm.x86.avx.rsqrt.ps.256" },
                &[x],
                ty,
            );
        }
        let kind = if width == 32 { "ps" } else { "pd" };
        let what = if function == Function::Reciprocal { "rcp14" } else { "rsqrt14" };
        let name = format!("llvm.x86.avx512.{what}.{kind}.{}", lanes * width as usize);
        let mask = self.int_of(ctx.int(if lanes == 16 { 16 } else { 8 }), -1);
        let zero = self.zero(ty);
        self.intrinsic(&name, &[x, zero, mask], ty)
    }
}
