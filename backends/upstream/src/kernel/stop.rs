//! Cancellation of kernels: a thread decrements a counter at each poll, and reads a word of the host when the
//! counter reaches 0.

use crate::emitter::types::pointer_type;
use crate::emitter::{Emitter, Result};
use crate::names::{llvm, scf};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel;
use tf_ir::body::{Body, Op, Value};
use tf_ir::context::Context;
use tf_ir::types::Type;

/// The parameter with the address of the word, for kernels that poll it.
pub(super) fn word_parameter(source: &Body) -> Option<Type> {
    source.attr(source.root(), kernel::WATCHED).map(|_| pointer_type(source.ctx()))
}

/// Bytes of the counter, and of the word.
const BYTES: u64 = 4;

fn number(ctx: &Context) -> Type {
    ctx.i32()
}

impl Emitter<'_, '_> {
    /// The counter is in the thread's stack memory, which LLVM promotes to a register.
    pub(super) fn end_if_stopped(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(kernel::EndIfStopped);
        let (period, together) = (view.period(), view.is_of_block());
        // A kernel that other code launches gets no word.
        let Some(word) = self.stop else { return Ok(()) };
        let ty = number(&self.ctx());
        let (every, zero, one) = (self.int_of(ty, period), self.int_of(ty, 0), self.int_of(ty, 1));
        let count = self.stack(1);
        self.in_prologue(|this| this.store(every, count, BYTES));
        let left = self.load(count, ty, BYTES);
        let left = arith::subi(self, left, one);
        self.store(left, count, BYTES);
        let looks = arith::cmpi(self, CmpI::Eq, left, zero);
        self.if_so(looks, |this| {
            this.store(every, count, BYTES);
            let found = this.look_at(word);
            let mut ends = arith::cmpi(this, CmpI::Ne, found, zero);
            if together {
                ends = this.one_of_block(ends);
            }
            this.if_so(ends, |this| {
                this.effect("llvm.nvvm.exit", &[]);
                Ok(())
            })
        })
    }

    fn if_so(&mut self, condition: Value, then: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let choice = self.b.op_with_regions(scf::IF, &[condition], &[], &[], 2);
        self.fill(choice, 0, &[], |this, _| then(this).map(|()| Vec::new()))
    }

    /// The host may write the word at any time: each poll loads it (volatile), without tearing (unordered),
    /// and orders no other access.
    fn look_at(&mut self, word: Value) -> Value {
        let ctx = self.ctx();
        let attrs = [
            ("alignment", ctx.i64_attr(BYTES as i64)),
            ("ordering", ctx.i64_attr(1)),
            ("volatile_", ctx.unit_attr()),
        ];
        self.b.value(llvm::LOAD, &[word], number(&ctx), &attrs)
    }

    /// True if a condition holds in any thread of the block; all threads reach this together.
    fn one_of_block(&mut self, condition: Value) -> Value {
        let (ctx, barrier) = (self.ctx(), self.int32(0));
        self.together("llvm.nvvm.barrier.cta.red.or.aligned.all", &[barrier, condition], ctx.i1())
    }
}
