//! A workaround for truncated bits of floats. The assembler of CUDA 13.0, which drivers also have, mistakes
//! the low bits of a float for a conversion to an integer: `st.b16` of a register with a computed f32 stores
//! the nearest integer. A separate move instruction hides that the bits are those of a float.

use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_dialects::arith;
use tf_ir::body::{Body, Op, Value};
use tf_ir::rewrite::Rebuild;

/// The most uses to follow.
const STEPS: u32 = 8;

/// True if a use may read only some low bits of a value: the value is truncated, possibly after bitwise ops.
pub(crate) fn is_cut(body: &Body, value: Value) -> bool {
    is_cut_within(body, value, STEPS)
}

fn is_cut_within(body: &Body, value: Value, steps: u32) -> bool {
    body.uses(value).any(|usage| {
        let user = body.op(usage.op);
        if user.is(arith::Trunci) {
            return true;
        }
        let keeps_low_bits = user.is(arith::Andi)
            || user.is(arith::Ori)
            || user.is(arith::Xori)
            || user.is(arith::Addi)
            || user.is(arith::Select);
        keeps_low_bits && (steps == 0 || is_cut_within(body, user.result(0), steps - 1))
    })
}

impl Emitter<'_, '_> {
    /// Moves the bits of a float, or of the lanes of a vector of floats.
    pub(crate) fn moved_bits(&mut self, op: Op) -> Result<()> {
        let value = self.operands(op)?[0];
        let to = self.ty(self.source.result(op, 0));
        let (text, constraints) = match self.ctx().scalar_width(self.ctx().elem_type(to)) {
            Some(16) => ("mov.b16 $0, $1;", "=h,h"),
            Some(32) => ("mov.b32 $0, $1;", "=r,r"),
            Some(64) => ("mov.b64 $0, $1;", "=l,l"),
            _ => return Err(self.refuse(op, "has a width that no register has")),
        };
        let bits = self.b.value(llvm::BITCAST, &[value], to, &[]);
        let moved = self.by_lanes(&[bits], |emitter, lane| {
            let ty = emitter.b.body.ty(lane[0]);
            emitter.spelled(text, constraints, lane, Some(ty)).unwrap_or(lane[0])
        });
        self.set_results(op, &[moved]);
        Ok(())
    }
}
