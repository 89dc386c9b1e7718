//! Division and roots of 32-bit floats on GPUs by approximate instructions, if flags allow it.
//!
//! They follow IEEE 754 for NaN, infinities and zeros. By NVIDIA's manual, `div.full` is off by 2 units in
//! the last position at most, `rcp` by 1, `sqrt` by 1, `rsqrt` by 2 (2^-22.9). If neither NaN nor infinity
//! matters (`fast`), there are shorter ones: `div.approx` gives 0 for divisors above 2^126, and `rsqrt`
//! treats subnormal values as 0.

use crate::emitter::types::vector_lanes;
use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;

impl Emitter<'_, '_> {
    /// `math.sqrt` of a thread.
    pub(crate) fn thread_root(&mut self, op: Op) -> Result<()> {
        let (ctx, operands) = (self.ctx(), self.operands(op)?);
        let width = ctx.scalar_width(ctx.elem_type(self.b.body.ty(operands[0])));
        if width != Some(32) || !FastMath::of(self.source.op(op)).has(FastMath::AFN) {
            return self.copy(op);
        }
        let value = self.approximate_root(op, operands[0], false);
        self.set_results(op, &[value]);
        Ok(())
    }

    /// The approximate square root, or its reciprocal.
    pub(crate) fn approximate_root(&mut self, op: Op, x: Value, reciprocal: bool) -> Value {
        let name = match (reciprocal, self.ignores_extremes(op)) {
            (false, _) => "llvm.nvvm.sqrt.approx.f",
            (true, false) => "llvm.nvvm.rsqrt.approx.f",
            (true, true) => "llvm.nvvm.rsqrt.approx.ftz.f",
        };
        self.by_lanes(&[x], |emitter, x| {
            let ty = emitter.b.body.ty(x[0]);
            emitter.intrinsic(name, x, ty)
        })
    }

    /// The approximate quotient.
    pub(crate) fn approximate_quotient(&mut self, op: Op, x: Value, y: Value) -> Value {
        let ignores = self.ignores_extremes(op);
        if ignores || self.divides_one(op) {
            // LLVM selects the instructions for these two: a reciprocal, and the shorter division.
            return arith::divf(&mut FastMath::AFN.on(&mut self.b), x, y);
        }
        self.by_lanes(&[x, y], |emitter, xy| {
            let ty = emitter.b.body.ty(xy[0]);
            emitter.intrinsic("llvm.nvvm.div.full", xy, ty)
        })
    }

    fn ignores_extremes(&self, op: Op) -> bool {
        FastMath::of(self.source.op(op)).has(FastMath::NNAN.with(FastMath::NINF))
    }

    /// Applies a scalar function to each lane: these intrinsics have no form for vectors.
    pub(super) fn by_lanes(
        &mut self,
        operands: &[Value],
        mut one: impl FnMut(&mut Self, &[Value]) -> Value,
    ) -> Value {
        let ctx = self.ctx();
        let ty = self.b.body.ty(operands[0]);
        let Some(lanes) = vector_lanes(&ctx, ty) else { return one(self, operands) };
        let elem = ctx.elem_type(ty);
        let mut all = self.zero(ty);
        for lane in 0..lanes {
            let at = self.int(lane as i64);
            let parts: Vec<Value> = operands
                .iter()
                .map(|vector| self.b.value(llvm::EXTRACTELEMENT, &[*vector, at], elem, &[]))
                .collect();
            let value = one(self, &parts);
            all = self.b.value(llvm::INSERTELEMENT, &[all, value, at], ty, &[]);
        }
        all
    }
}
