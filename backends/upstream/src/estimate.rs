//! Reciprocals and reciprocal square roots from the machine's estimates, where flags allow approximations.
//!
//! One Newton step (two for f64) on the 14-bit estimate of AVX-512: `r (2 - x r)` and `r + r/2 (1 - x r²)`. What is in
//! parentheses is bounded in a way that takes NaN for the bound, so that 0 and infinity, where it is `0 * inf`, give
//! infinity and 0: no case needs a selection. Roots are twice as fast as a square root and a division, reciprocals of whole
//! registers two to four times as fast as a division.

use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_dialects::arith::{self, CmpF, FastMath, FlagSet};
use tf_dialects::elementwise::constant;
use tf_dialects::math;
use tf_dialects::target::Level;
use tf_ir::attr::{AttrData, DenseData};
use tf_ir::body::{Op, Value};
use tf_ir::types::{Type, TypeData};

/// Above the error of the estimate, `1 - x r²`.
const BOUND: f64 = 1.0 / 1024.0;

/// Newton steps that an element width takes.
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
}

/// True if there are instructions for estimates at this element width.
fn has_estimate(level: Level, width: u32) -> bool {
    level.is_x86() && level.target().estimates && matches!(width, 32 | 64)
}

impl Emitter<'_, '_> {
    /// `math.rsqrt`: estimated where `afn` allows it, else a square root and a division.
    pub(crate) fn rsqrt(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let operands = self.operands(op)?;
        let ty = self.b.body.ty(operands[0]);
        let width = ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(0);
        let may = FastMath::of(self.source.op(op)).has(FastMath::AFN);
        let value = if may && has_estimate(self.level, width) {
            self.reciprocal_root(operands[0], width)
        } else {
            let root = math::sqrt(&mut self.b, operands[0]);
            let one = self.float(ty, 1.0);
            arith::divf(&mut self.b, one, root)
        };
        self.set_results(op, [value]);
        Ok(())
    }

    /// `arith.divf` of vectors: a product with the estimated reciprocal where `arcp` and `afn` allow it; the value, or
    /// `None` where it stays a division. (One scalar takes as long either way.)
    pub(crate) fn quotient(&mut self, op: Op) -> Result<Option<Value>> {
        let flags = FastMath::of(self.source.op(op));
        if !flags.has(FastMath::ARCP.with(FastMath::AFN)) {
            return Ok(None);
        }
        let ctx = self.ctx();
        let operands = self.operands(op)?;
        let ty = self.b.body.ty(operands[0]);
        let width = ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(0);
        let is_vector = matches!(ctx.type_data(ty), TypeData::Vector { .. });
        if !is_vector || !has_estimate(self.level, width) {
            return Ok(None);
        }
        let reciprocal = self.reciprocal(operands[1], width);
        let dividend = self.source.operand(op, 0);
        let constant = self.source.def_op(dividend).and_then(|def| self.source.op(def).constant());
        let is_one =
            constant.and_then(|value| constant::uniform(&ctx, value)).is_some_and(|c| c.to_f64() == 1.0);
        if is_one {
            return Ok(Some(reciprocal));
        }
        Ok(Some(arith::mulf(&mut self.b, operands[0], reciprocal)))
    }

    /// `1 / √x` by Newton steps on the estimate.
    fn reciprocal_root(&mut self, x: Value, width: u32) -> Value {
        let ty = self.b.body.ty(x);
        let (one, half, bound) = (self.float(ty, 1.0), self.float(ty, 0.5), self.float(ty, BOUND));
        let mut r = self.estimate(Function::ReciprocalRoot, x, width);
        for _ in 0..steps(width) {
            let scaled = arith::mulf(&mut self.b, x, r);
            let negated = arith::negf(&mut self.b, scaled);
            let error = math::fma(&mut self.b, negated, r, one);
            let error = self.chosen(CmpF::OLT, error, bound);
            let part = arith::mulf(&mut self.b, r, half);
            r = math::fma(&mut self.b, part, error, r);
        }
        r
    }

    /// `1 / x` by Newton steps on the estimate. Where `x` is so small that the estimate is infinite, the factor is −∞
    /// instead of NaN, so it is bounded from below.
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

    /// `a` where the comparison with `b` holds, else `b`: also where `a` is NaN.
    fn chosen(&mut self, predicate: CmpF, a: Value, b: Value) -> Value {
        let holds = arith::cmpf(&mut self.b, predicate, a, b);
        arith::select(&mut self.b, holds, a, b)
    }

    /// The machine's estimate of a scalar or of any number of lanes, in whole registers.
    fn estimate(&mut self, function: Function, x: Value, width: u32) -> Value {
        let ctx = self.ctx();
        let ty = self.b.body.ty(x);
        let elem = ctx.elem_type(ty);
        let lanes = match ctx.type_data(ty) {
            TypeData::Vector { shape, .. } => shape.iter().product::<i64>(),
            _ => {
                let (zero, whole) = (self.zero(ctx.vector(&[128 / i64::from(width)], elem)), self.int(0));
                let vector = self.b.body.ty(zero);
                let vector = self.b.value(llvm::INSERTELEMENT, &[zero, x, whole], vector, &[]);
                let result = self.register(function, vector, width);
                return self.b.value(llvm::EXTRACTELEMENT, &[result, whole], elem, &[]);
            }
        };
        let most = 512 / i64::from(width);
        let mut parts: Vec<Value> = Vec::new();
        for first in (0..lanes).step_by(most as usize) {
            let count = most.min(lanes - first);
            let room = (count as u64).next_power_of_two().max(128 / u64::from(width)) as i64;
            // Lanes beyond the end repeat the last one.
            let taken: Vec<i32> = (0..room).map(|i| (first + i.min(count - 1)) as i32).collect();
            let part = self.shuffle(x, x, &taken, elem);
            let result = self.register(function, part, width);
            let kept: Vec<i32> = (0..count as i32).collect();
            parts.push(if room == count { result } else { self.shuffle(result, result, &kept, elem) });
        }
        self.joined(parts, elem)
    }

    /// The estimate for one register.
    fn register(&mut self, function: Function, x: Value, width: u32) -> Value {
        let ctx = self.ctx();
        let ty = self.b.body.ty(x);
        let TypeData::Vector { shape, .. } = ctx.type_data(ty) else { return x };
        let lanes = shape[0];
        let kind = if width == 32 { "ps" } else { "pd" };
        let what = if function == Function::Reciprocal { "rcp14" } else { "rsqrt14" };
        let name = format!("llvm.x86.avx512.{what}.{kind}.{}", lanes * i64::from(width));
        let mask_type = ctx.int(if lanes == 16 { 16 } else { 8 });
        let mask = self.constant_of(mask_type, ctx.int_attr(mask_type, -1));
        let zero = self.zero(ty);
        self.intrinsic(&name, &[x, zero, mask], ty)
    }

    /// Vectors of one length, the last one perhaps shorter, as one.
    pub(crate) fn joined(&mut self, parts: Vec<Value>, elem: Type) -> Value {
        let lanes = |this: &Self, v: Value| match this.ctx().type_data(this.b.body.ty(v)) {
            TypeData::Vector { shape, .. } => shape[0],
            _ => 1,
        };
        let mut parts = parts.into_iter();
        let mut all = parts.next().expect("a vector has lanes");
        for part in parts {
            let (left, right) = (lanes(self, all), lanes(self, part));
            // Both operands of a shuffle have one type.
            let widened: Vec<i32> = (0..left).map(|i| i.min(right - 1) as i32).collect();
            let part = self.shuffle(part, part, &widened, elem);
            let joined: Vec<i32> = (0..left + right).map(|i| i as i32).collect();
            all = self.shuffle(all, part, &joined, elem);
        }
        all
    }

    pub(crate) fn shuffle(&mut self, a: Value, b: Value, lanes: &[i32], elem: Type) -> Value {
        let ctx = self.ctx();
        let ty = ctx.vector(&[lanes.len() as i64], elem);
        self.b.value(llvm::SHUFFLEVECTOR, &[a, b], ty, &[("mask", ctx.i32_array_attr(lanes))])
    }

    /// A float constant of a scalar or vector type.
    pub(crate) fn float(&mut self, ty: Type, value: f64) -> Value {
        let ctx = self.ctx();
        let elem = ctx.elem_type(ty);
        let bytes: Box<[u8]> = match ctx.scalar_width(elem) {
            Some(32) => Box::new((value as f32).to_le_bytes()),
            _ => Box::new(value.to_le_bytes()),
        };
        let value = match ctx.type_data(ty) {
            TypeData::Vector { .. } => {
                ctx.intern_attr(AttrData::Dense(DenseData { ty, splat: true, bytes: bytes.into() }))
            }
            _ => ctx.float_attr(ty, value),
        };
        self.constant_of(ty, value)
    }
}
