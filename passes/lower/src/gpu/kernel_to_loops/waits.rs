//! Barriers in memory and the barrier of a cluster: counters of arrivals, which threads poll in their turns.
//!
//! A barrier is one word in the kernel and four words on a processor: the expected arrivals of a phase, the
//! arrivals, the pending bytes, and the completed phases.

use super::block::{Fission, Result};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{
    BulkCopy, ClusterArrive, ClusterBarrier, ClusterShared, ClusterWait, MBarrierArrive, MBarrierInit,
    MBarrierWait,
};
use tf_dialects::{mem, stops};
use tf_ir::body::{Body, Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};
use tf_ir::walk::walk;

/// The words of a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    /// Expected arrivals of a phase; 0 for an uninitialized barrier.
    Count,
    /// Arrivals in this phase.
    Arrived,
    /// Pending bytes: the expected bytes minus those that have arrived.
    Bytes,
    /// Completed phases.
    Ended,
}

/// Words of a barrier.
const FIELDS: i64 = 4;

/// A barrier: the memory, and its subscripts there.
pub(super) struct Word {
    memory: Value,
    subscripts: Vec<Value>,
}

/// The state of a cluster barrier.
#[derive(Clone, Copy)]
pub(super) struct ClusterMemory {
    /// Arrivals in this phase, and completed phases.
    counts: Value,
    /// The phase that each thread waits for, 0 if it has not arrived.
    phases: Value,
}

/// True if an array holds barriers.
pub(super) fn has_barriers(body: &Body, array: Value) -> bool {
    body.uses(array).map(|usage| body.op(usage.op)).any(|user| {
        let copies_here = user.cast(BulkCopy).is_some_and(|copy| copy.barrier() == array);
        let elsewhere = user.is(ClusterShared) && has_barriers(body, user.result(0));
        user.is(MBarrierInit) || user.is(MBarrierArrive) || user.is(MBarrierWait) || copies_here || elsewhere
    })
}

impl Fission<'_, '_> {
    /// The type of an array on a processor.
    pub(super) fn stored_type(&self, array: Value) -> Type {
        let (ctx, ty) = (self.source.ctx(), self.source.ty(array));
        if !has_barriers(self.source, array) {
            return ty;
        }
        let dims: Vec<Dim> =
            ctx.dims(ty).unwrap_or_default().iter().cloned().chain([Dim::Static(FIELDS)]).collect();
        ctx.memref(dims, ctx.elem_type(ty))
    }

    /// Zeroes memory: it holds no barriers yet.
    pub(super) fn clear(&mut self, memory: Value) -> Result<()> {
        let ctx = self.ctx();
        let ty = self.b.body.ty(memory);
        let extents: Vec<i64> = ctx.dims(ty).unwrap_or_default().iter().filter_map(Dim::as_static).collect();
        let zero = arith::const_int(&mut self.b, ctx.i64(), 0);
        self.each_of(&extents, Vec::new(), &mut |this, at| {
            mem::Store::build(&mut this.b, zero, memory, at);
            Ok(())
        })
    }

    /// The barrier operand of an op, in the block of a rank.
    pub(super) fn word(
        &mut self,
        op: Op,
        array: Value,
        subscripts: &[Value],
        rank: Option<Value>,
    ) -> Result<Word> {
        let (memory, subscripts) = self.place(op, array, subscripts, rank)?;
        Ok(Word { memory, subscripts })
    }

    fn at(&mut self, word: &Word, field: Field) -> Vec<Value> {
        let field = self.index(field as i64);
        [&word.subscripts[..], &[field]].concat()
    }

    fn get(&mut self, word: &Word, field: Field) -> Value {
        let at = self.at(word, field);
        mem::Load::build(&mut self.b, word.memory, &at)
    }

    fn put(&mut self, word: &Word, field: Field, value: Value) {
        let at = self.at(word, field);
        mem::Store::build(&mut self.b, value, word.memory, &at);
    }

    fn word_of(&mut self, value: i64) -> Value {
        let ty = self.ctx().i64();
        arith::const_int(&mut self.b, ty, value)
    }

    /// Traps if a condition holds.
    pub(super) fn trap_if(&mut self, condition: Value, numbers: &[Value], text: &str) {
        tf_dialects::loops::build::if_then(&mut self.b, condition, |b| {
            mem::Trap::with_status(b, numbers, text, stops::REQUIRE.into());
        });
    }

    /// Traps unless the word is an initialized barrier; returns this condition.
    fn is_initialized(&mut self, op: Op, word: &Word) -> Value {
        let count = self.get(word, Field::Count);
        let zero = self.word_of(0);
        let none = arith::cmpi(&mut self.b, CmpI::Eq, count, zero);
        let text = format!(
            "'{}' op uses a word as a barrier, which nobody has made: kernel.mbarrier_init does",
            self.name(op)
        );
        self.trap_if(none, &[], &text);
        arith::cmpi(&mut self.b, CmpI::Ne, count, zero)
    }

    /// The name of an op of the kernel.
    pub(super) fn name(&self, op: Op) -> String {
        self.source.info(op).name.to_string()
    }

    pub(super) fn make_barrier(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(MBarrierInit);
        let (array, subscripts, arrivals) = (view.memref(), view.subscripts(), view.arrivals());
        let word = self.word(op, array, &subscripts, self.geometry.rank)?;
        let (memory, at) = (word.memory, word.subscripts.clone());
        self.inside(op, memory, &at, |this| {
            let count = this.get(&word, Field::Count);
            let zero = this.word_of(0);
            let again = arith::cmpi(&mut this.b, CmpI::Ne, count, zero);
            this.trap_if(again, &[], "'kernel.mbarrier_init' op makes a word a barrier again");
            let count = this.word_of(arrivals.into());
            this.put(&word, Field::Count, count);
            Ok(())
        })
    }

    pub(super) fn arrive(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(MBarrierArrive);
        let (array, subscripts, expected) = (view.memref(), view.subscripts(), view.expected());
        let word = self.word(op, array, &subscripts, self.geometry.rank)?;
        let (memory, at) = (word.memory, word.subscripts.clone());
        self.inside(op, memory, &at, |this| {
            let made = this.is_initialized(op, &word);
            this.when(made, |this| {
                let (count, arrived) = (this.get(&word, Field::Count), this.get(&word, Field::Arrived));
                let full = arith::cmpi(&mut this.b, CmpI::Eq, arrived, count);
                let index = this.ctx().index();
                let number = arith::index_cast(&mut this.b, count, index);
                let text = "'kernel.mbarrier_arrive' op arrives at a barrier at which all {} threads of its phase have arrived";
                this.trap_if(full, &[number], text);
                let one = this.word_of(1);
                let arrived = arith::addi(&mut this.b, arrived, one);
                this.put(&word, Field::Arrived, arrived);
                let bytes = this.get(&word, Field::Bytes);
                let more = this.word_of(expected as i64);
                let bytes = arith::addi(&mut this.b, bytes, more);
                this.put(&word, Field::Bytes, bytes);
                this.settle(&word);
                Ok(())
            })
        })
    }

    /// Reports the arrival of bytes.
    pub(super) fn bring(&mut self, op: Op, word: &Word, bytes: u64) -> Result<()> {
        let (memory, at) = (word.memory, word.subscripts.clone());
        self.inside(op, memory, &at, |this| {
            let made = this.is_initialized(op, word);
            this.when(made, |this| {
                let left = this.get(word, Field::Bytes);
                let bytes = this.word_of(bytes as i64);
                let left = arith::subi(&mut this.b, left, bytes);
                this.put(word, Field::Bytes, left);
                this.settle(word);
                Ok(())
            })
        })
    }

    /// Completes the phase if all threads and bytes have arrived.
    fn settle(&mut self, word: &Word) {
        let [count, arrived, bytes, ended] =
            [Field::Count, Field::Arrived, Field::Bytes, Field::Ended].map(|field| self.get(word, field));
        let (zero, one) = (self.word_of(0), self.word_of(1));
        let b = &mut self.b;
        let all = arith::cmpi(b, CmpI::Sge, arrived, count);
        let none = arith::cmpi(b, CmpI::Eq, bytes, zero);
        let over = arith::andi(b, all, none);
        let next = arith::addi(b, ended, one);
        let arrived = arith::select(b, over, zero, arrived);
        let ended = arith::select(b, over, next, ended);
        self.put(word, Field::Arrived, arrived);
        self.put(word, Field::Ended, ended);
    }

    /// True at run time if the wait of an op is over.
    pub(super) fn is_over(&mut self, op: Op) -> Result<Value> {
        match self.source.cast(op, MBarrierWait) {
            Some(view) => self.phase_is_over(op, view.memref(), &view.subscripts(), view.parity()),
            None => self.cluster_is_over(op),
        }
    }

    /// An uninitialized barrier traps and ends the wait.
    fn phase_is_over(&mut self, op: Op, array: Value, subscripts: &[Value], parity: Value) -> Result<Value> {
        let ctx = self.ctx();
        let parity = self.operand(op, parity)?;
        let (one, two) = (self.index(1), self.index(2));
        let fits = arith::cmpi(&mut self.b, CmpI::Ult, parity, two);
        let wrong = arith::cmpi(&mut self.b, CmpI::Uge, parity, two);
        let text = "'kernel.mbarrier_wait' op waits for a phase of parity {}: it is 0 or 1";
        self.trap_if(wrong, &[parity], text);
        let word = self.word(op, array, subscripts, self.geometry.rank)?;
        let answer = self.b.value(mem::Alloc, &[], ctx.memref(Vec::new(), ctx.i1()), &[]);
        let yes = arith::const_int(&mut self.b, ctx.i1(), 1);
        mem::Store::build(&mut self.b, yes, answer, &[]);
        let (memory, at) = (word.memory, word.subscripts.clone());
        self.inside(op, memory, &at, |this| {
            let made = this.is_initialized(op, &word);
            this.when(made, |this| {
                let ended = this.get(&word, Field::Ended);
                let ended = arith::index_cast(&mut this.b, ended, ctx.index());
                let odd = arith::andi(&mut this.b, ended, one);
                let over = arith::cmpi(&mut this.b, CmpI::Ne, odd, parity);
                mem::Store::build(&mut this.b, over, answer, &[]);
                Ok(())
            })
        })?;
        let over = mem::Load::build(&mut self.b, answer, &[]);
        let no = arith::xori(&mut self.b, fits, yes);
        Ok(arith::ori(&mut self.b, over, no))
    }

    /// Allocates the state of the cluster barrier, if the kernel uses it.
    pub(super) fn cluster_memory(&mut self) -> Result<()> {
        let source = self.source;
        let mut comes = false;
        walk(source, source.root(), &mut |body: &Body, op| {
            comes |= body.is(op, ClusterArrive) || body.is(op, ClusterBarrier) || body.is(op, ClusterWait);
        });
        if !comes {
            return Ok(());
        }
        let ctx = self.ctx();
        let slots = self.slots();
        let [counts, phases] = [2, slots].map(|count| {
            let ty = ctx.memref(vec![Dim::Static(count)], ctx.index());
            self.b.value(mem::Alloc, &[], ty, &[])
        });
        let (zero, one) = (self.index(0), self.index(1));
        for at in [zero, one] {
            mem::Store::build(&mut self.b, zero, counts, &[at]);
        }
        self.at_cluster = Some(ClusterMemory { counts, phases });
        self.keep_for_all(phases, zero)
    }

    /// The arrival of the current thread at the barrier of its cluster.
    pub(super) fn come(&mut self, op: Op) -> Result<()> {
        let (Some(memory), Some(thread)) = (self.at_cluster, self.thread) else {
            return Err(self.refuse(op, "is where not all blocks of a cluster arrive"));
        };
        let text =
            format!("'{}' op comes to the barrier of the cluster again before it has waited", self.name(op));
        let (zero, one) = (self.index(0), self.index(1));
        let before = mem::Load::build(&mut self.b, memory.phases, &[thread.slot]);
        let again = arith::cmpi(&mut self.b, CmpI::Ne, before, zero);
        self.trap_if(again, &[], &text);
        let members = self.index(self.geometry.members());
        let b = &mut self.b;
        let all = arith::muli(b, self.geometry.threads, members);
        let ended = mem::Load::build(b, memory.counts, &[one]);
        let next = arith::addi(b, ended, one);
        mem::Store::build(b, next, memory.phases, &[thread.slot]);
        let come = mem::Load::build(b, memory.counts, &[zero]);
        let come = arith::addi(b, come, one);
        let over = arith::cmpi(b, CmpI::Eq, come, all);
        let come = arith::select(b, over, zero, come);
        let ended = arith::select(b, over, next, ended);
        mem::Store::build(b, come, memory.counts, &[zero]);
        mem::Store::build(b, ended, memory.counts, &[one]);
        Ok(())
    }

    fn cluster_is_over(&mut self, op: Op) -> Result<Value> {
        let (Some(memory), Some(thread)) = (self.at_cluster, self.thread) else {
            return Err(self.refuse(op, "is where not all blocks of a cluster arrive"));
        };
        let text =
            format!("'{}' op waits for the barrier of the cluster without having come there", self.name(op));
        let (zero, one) = (self.index(0), self.index(1));
        let phase = mem::Load::build(&mut self.b, memory.phases, &[thread.slot]);
        let none = arith::cmpi(&mut self.b, CmpI::Eq, phase, zero);
        self.trap_if(none, &[], &text);
        let b = &mut self.b;
        let ended = mem::Load::build(b, memory.counts, &[one]);
        let over = arith::cmpi(b, CmpI::Uge, ended, phase);
        let left = arith::select(b, over, zero, phase);
        mem::Store::build(b, left, memory.phases, &[thread.slot]);
        Ok(over)
    }

    /// The error for a thread that waits forever.
    pub(super) fn waits_for_ever(&self, op: Op) -> String {
        let (name, one) = (self.name(op), stops::NUMBER);
        if !self.source.is(op, MBarrierWait) {
            return self.is_not_reached(op, "cluster");
        }
        format!(
            "'{name}' op waits for ever: thread {one} of its block waits for a phase that does not end, as too few threads or bytes arrive"
        )
    }
}
