//! Collective operations of threads: barriers, shuffles and votes, as intrinsics of the target.

use crate::emitter::types::storage_type;
use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_dialects::arith;
use tf_dialects::kernel::{self, ShuffleMode};
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

/// All lanes of a warp.
const ALL_LANES: i64 = -1;

impl Emitter<'_, '_> {
    /// Waits for the block, or for the warp.
    pub(super) fn barrier(&mut self, op: Op) -> Result<()> {
        let (name, operand) = match self.source.kind(op) {
            kernel::Barrier::KIND => ("llvm.nvvm.barrier.cta.sync.aligned.all", 0),
            _ => ("llvm.nvvm.bar.warp.sync", ALL_LANES),
        };
        let operand = self.int32(operand);
        self.effect(name, &[operand]);
        Ok(())
    }

    /// Arrives at the barrier of the cluster, or waits there, or both.
    pub(super) fn cluster_barrier(&mut self, op: Op) -> Result<()> {
        if !self.source.is(op, kernel::ClusterWait) {
            self.effect("llvm.nvvm.barrier.cluster.arrive.aligned", &[]);
        }
        if !self.source.is(op, kernel::ClusterArrive) {
            self.effect("llvm.nvvm.barrier.cluster.wait.aligned", &[]);
        }
        Ok(())
    }

    /// A call of an intrinsic without a result.
    pub(super) fn effect(&mut self, name: &str, operands: &[Value]) {
        let ctx = self.ctx();
        let attrs = [
            ("intrin", ctx.string_attr(name)),
            ("op_bundle_sizes", ctx.i32_array_attr(&[])),
            ("operandSegmentSizes", ctx.i32_array_attr(&[operands.len() as i32, 0])),
        ];
        self.b.op(llvm::CALL_INTRINSIC, operands, &[], &attrs);
    }

    /// A shuffle moves 32 bits: wider values take two shuffles, narrower ones are extended.
    pub(super) fn shuffle_lanes(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let mode = self.source.op(op).view(kernel::Shuffle).way();
        let operands = self.operands(op)?;
        let lanes = self.int(31);
        let number = arith::andi(self, operands[1], lanes);
        let number = arith::trunci(self, number, ctx.i32());
        let elem = self.source.ty(self.source.operand(op, 0));
        let stored = self.to_storage(operands[0], elem);
        let ty = storage_type(&ctx, elem);
        let width = ctx.scalar_width(ty).unwrap_or(32);
        let bits = self.as_bits(stored, width);
        let result = match width {
            64 => {
                let half = self.int(32);
                let high = arith::shrui(self, bits, half);
                let [low, high] = [bits, high].map(|part| {
                    let part = arith::trunci(self, part, ctx.i32());
                    let part = self.shuffle_word(mode, part, number);
                    arith::extui(self, part, ctx.i64())
                });
                let high = arith::shli(self, high, half);
                arith::ori(self, low, high)
            }
            32 => self.shuffle_word(mode, bits, number),
            _ => {
                let word = arith::extui(self, bits, ctx.i32());
                let word = self.shuffle_word(mode, word, number);
                arith::trunci(self, word, ctx.int(width))
            }
        };
        let stored = self.of_bits(result, ty);
        let value = self.from_storage(stored, elem);
        self.set_results(op, &[value]);
        Ok(())
    }

    /// A value of this many bits as an integer.
    pub(super) fn as_bits(&mut self, value: Value, width: u32) -> Value {
        let ctx = self.ctx();
        let ty = ctx.int(width);
        if self.b.body.ty(value) == ty { value } else { arith::bitcast(self, value, ty) }
    }

    /// The value of a type with these bits.
    pub(super) fn of_bits(&mut self, bits: Value, ty: Type) -> Value {
        if self.b.body.ty(bits) == ty { bits } else { arith::bitcast(self, bits, ty) }
    }

    fn shuffle_word(&mut self, mode: ShuffleMode, word: Value, number: Value) -> Value {
        let (name, last) = match mode {
            ShuffleMode::Index => ("llvm.nvvm.shfl.sync.idx.i32", 31),
            ShuffleMode::Up => ("llvm.nvvm.shfl.sync.up.i32", 0),
            ShuffleMode::Down => ("llvm.nvvm.shfl.sync.down.i32", 31),
            ShuffleMode::Xor => ("llvm.nvvm.shfl.sync.bfly.i32", 31),
        };
        let (mask, last) = (self.int32(ALL_LANES), self.int32(last));
        let word_type = self.ctx().i32();
        self.together(name, &[mask, word, number, last], word_type)
    }

    pub(super) fn vote(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let condition = self.operands(op)?[0];
        let (name, ty) = match self.source.op(op).cast(kernel::Vote) {
            Some(view) if view.is_all() => ("llvm.nvvm.vote.all.sync", ctx.i1()),
            Some(_) => ("llvm.nvvm.vote.any.sync", ctx.i1()),
            None => ("llvm.nvvm.vote.ballot.sync", ctx.i32()),
        };
        let mask = self.int32(ALL_LANES);
        let value = self.together(name, &[mask, condition], ty);
        self.set_results(op, &[value]);
        Ok(())
    }
}
