//! Loops over the threads of a block and over the lanes of a warp, and the code of a thread in them.

use super::block::{Fission, Form, Result, Thread, vector_lanes};
use super::phases::{Node, used};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{self, Ballot, Shuffle, ShuffleMode, Vote, WARP};
use tf_dialects::loops::For;
use tf_dialects::loops::build::for_loop;
use tf_dialects::mem;
use tf_dialects::vector;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::rewrite::{Forms, Layer, Rebuild};
use tf_ir::types::Dim;
use tf_ir::walk::walk;
use tf_passes_common::code::marks::VECTOR_WIDTH;

impl<'b> Rebuild<'b> for Fission<'_, 'b> {
    type Form = Form;
    type Error = Diagnostic;

    fn source(&self) -> &Body {
        self.source
    }

    fn builder(&mut self) -> &mut Builder<'b> {
        &mut self.b
    }

    fn forms(&mut self) -> &mut Forms<Form> {
        &mut self.forms
    }

    fn op(&mut self, op: Op) -> Result<()> {
        if let Some(value) = self.block_number(op).or_else(|| self.thread_number(op)) {
            self.define(self.source.result(op, 0), value);
            return Ok(());
        }
        match self.source.kind(op) {
            kernel::Shared::KIND | kernel::DynamicShared::KIND => self.shared_array(op),
            kernel::Atomic::KIND => self.atomic(op),
            kernel::CompareExchange::KIND => self.compare_exchange(op),
            kernel::LoadAcquire::KIND => self.load_acquire(op),
            kernel::StoreRelease::KIND => self.store_release(op),
            // Accesses to the memory of another block resolve it themselves. Loops of a processor check
            // themselves if the call has stopped.
            kernel::ClusterShared::KIND | kernel::EndIfStopped::KIND => Ok(()),
            Shuffle::KIND => self.shuffle(op),
            mem::Alloc::KIND if self.is_array(self.source.result(op, 0)) => Ok(()),
            mem::Load::KIND => self.load(op),
            mem::Store::KIND => self.store(op),
            vector::Load::KIND => self.vector_load(op),
            vector::Store::KIND => self.vector_store(op),
            vector::Gather::KIND => self.gather(op),
            vector::Scatter::KIND => self.scatter(op),
            kernel::MBarrierInit::KIND => self.make_barrier(op),
            kernel::MBarrierArrive::KIND => self.arrive(op),
            kernel::BulkCopy::KIND => self.bulk_copy(op),
            kernel::AsyncCopy::KIND => self.async_copy(op),
            kernel::ClusterBarrier::KIND | kernel::ClusterArrive::KIND => self.come(op),
            // Copies and products complete at once.
            kernel::AsyncCommit::KIND | kernel::AsyncWait::KIND | kernel::AsyncFence::KIND => Ok(()),
            kernel::WgmmaFence::KIND | kernel::WgmmaCommit::KIND => Ok(()),
            kernel::WgmmaWait::KIND => {
                let sums = self.operand(op, self.source.operand(op, 0))?;
                self.define(self.source.result(op, 0), sums);
                Ok(())
            }
            _ if self.is_kernel_op(op) => Err(self.refuse(op, "has no lowering to loops")),
            _ => self.copy(op).map(drop),
        }
    }

    fn operand(&mut self, user: Op, value: Value) -> Result<Value> {
        match self.forms.get(value) {
            Some(Form::Value(new)) => Ok(*new),
            Some(Form::Spilled(memory)) => {
                let memory = *memory;
                Ok(self.first_of(memory))
            }
            Some(Form::Array(_)) => {
                Err(self.refuse(user, "passes a thread's array that is live across a barrier as a whole"))
            }
            Some(Form::Shared(_) | Form::Placed { .. }) => {
                Err(self.refuse(user, "passes a shared array as a whole"))
            }
            None => Err(self.refuse(user, "uses a value that is defined later")),
        }
    }

    fn define(&mut self, value: Value, new: Value) {
        // The value of the current thread is spilled for later loops, and used directly in this one.
        if let Some(memory) = self.memory_of_threads(value) {
            self.keep(memory, new);
        }
        self.forms.set(value, Form::Value(new));
    }
}

impl Fission<'_, '_> {
    fn is_array(&self, value: Value) -> bool {
        matches!(self.forms.get(value), Some(Form::Array(_)))
    }

    fn is_kernel_op(&self, op: Op) -> bool {
        self.source.info(op).dialect() == kernel::DIALECT
    }

    /// Indices that vary between threads.
    fn thread_number(&mut self, op: Op) -> Option<Value> {
        let thread = self.thread?;
        Some(match self.source.kind(op) {
            kernel::ThreadId::KIND => thread.at[self.source.op(op).view(kernel::ThreadId).along() as usize],
            kernel::LaneId::KIND => {
                let warp = self.index(WARP as i64);
                arith::remui(&mut self.b, thread.number, warp)
            }
            kernel::WarpId::KIND => {
                let warp = self.index(WARP as i64);
                arith::divui(&mut self.b, thread.number, warp)
            }
            _ => return None,
        })
    }

    /// Spills a value of the current thread.
    pub(super) fn keep(&mut self, memory: Value, value: Value) {
        let slot = self.thread.map(|thread| thread.slot);
        let Some(slot) = slot else { return };
        if vector_lanes(self.source.ctx(), self.b.body.ty(value)).is_none() {
            mem::Store::build(&mut self.b, value, memory, &[slot]);
            return;
        }
        let (first, axis) = (self.index(0), [("axis", self.ctx().i64_attr(1))]);
        self.b.op(vector::Store, &[value, memory, slot, first], &[], &axis);
    }

    /// Reloads the spilled value of the thread of a slot: a scalar or a vector.
    fn reload(&mut self, memory: Value, slot: Value) -> Value {
        let ctx = self.ctx();
        let ty = self.b.body.ty(memory);
        let [_, Dim::Static(lanes)] = ctx.dims(ty).unwrap_or_default() else {
            return mem::Load::build(&mut self.b, memory, &[slot]);
        };
        let (first, axis) = (self.index(0), [("axis", ctx.i64_attr(1))]);
        let vector = ctx.vector(&[*lanes], ctx.elem_type(ty));
        self.b.value(vector::Load, &[memory, slot, first], vector, &axis)
    }

    /// Reloads the spilled value of the first thread of the current set, for a value that is uniform in the
    /// set.
    pub(super) fn first_of(&mut self, memory: Value) -> Value {
        let first = match (self.thread, self.warp) {
            (Some(thread), _) => thread.slot,
            (None, Some(warp)) => {
                let lanes = self.index(WARP as i64);
                let first = arith::muli(&mut self.b, warp, lanes);
                self.slot(first)
            }
            (None, None) => {
                let first = self.index(0);
                self.slot(first)
            }
        };
        self.reload(memory, first)
    }

    /// A loop over the current set of threads: those of the cluster, of the current block, or of the current
    /// warp.
    pub(super) fn each_thread(&mut self, fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        if self.geometry.cluster.is_some() && self.geometry.rank.is_none() {
            return self.each_block(|this| this.each_thread_of_block(fill));
        }
        self.each_thread_of_block(fill)
    }

    fn each_thread_of_block(&mut self, fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.forms.push(Layer::default());
        let before = self.thread;
        let done = match self.warp {
            Some(warp) => self.each_lane(warp, fill),
            None => self.along_axes(fill),
        };
        self.thread = before;
        self.forms.pop();
        done
    }

    /// Loops over z, y and x, without the axes along which the kernel has a single thread.
    fn along_axes(&mut self, fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let zero = self.index(0);
        let axes: Vec<usize> = (0..3).rev().filter(|axis| self.geometry.wide[*axis]).collect();
        self.nest(&axes, [zero; 3], fill)
    }

    fn nest(
        &mut self,
        axes: &[usize],
        at: [Value; 3],
        fill: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let Some((axis, inner)) = axes.split_first() else {
            let [width, height, _] = self.geometry.block;
            let rows = arith::muli(&mut self.b, at[2], height);
            let rows = arith::addi(&mut self.b, rows, at[1]);
            let before = arith::muli(&mut self.b, rows, width);
            let number = arith::addi(&mut self.b, before, at[0]);
            let slot = self.slot(number);
            self.thread = Some(Thread { at, number, slot });
            return fill(self);
        };
        let (zero, one, index) = (self.index(0), self.index(1), self.ctx().index());
        let lanes = self.ctx().i64_attr(self.width);
        let marked = inner.is_empty() && self.width > 1 && !self.conflicts;
        let attrs: Vec<_> = marked.then_some((VECTOR_WIDTH, lanes)).into_iter().collect();
        let loops = self.b.op(For, &[zero, self.geometry.block[*axis], one], &[], &attrs);
        self.region(loops, 0, &[index], |this, i| {
            let mut at = at;
            at[*axis] = i[0];
            this.nest(inner, at, fill)?;
            this.done();
            Ok(())
        })
    }

    /// The first thread of a warp, and the number of its lanes: the last warp of a block may have fewer.
    pub(super) fn lanes_of(&mut self, warp: Value) -> (Value, Value) {
        let lanes = self.index(WARP as i64);
        let first = arith::muli(&mut self.b, warp, lanes);
        let left = arith::subi(&mut self.b, self.geometry.threads, first);
        (first, arith::minsi(&mut self.b, left, lanes))
    }

    fn each_lane(&mut self, warp: Value, fill: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let (zero, one, index) = (self.index(0), self.index(1), self.ctx().index());
        let (first, lanes) = self.lanes_of(warp);
        let loops = self.b.op(For, &[zero, lanes, one], &[], &[]);
        self.region(loops, 0, &[index], |this, lane| {
            let number = arith::addi(&mut this.b, first, lane[0]);
            let [width, height, _] = this.geometry.block;
            let x = arith::remui(&mut this.b, number, width);
            let row = arith::divui(&mut this.b, number, width);
            let y = arith::remui(&mut this.b, row, height);
            let z = arith::divui(&mut this.b, row, height);
            let slot = this.slot(number);
            this.thread = Some(Thread { at: [x, y, z], number, slot });
            fill(this)?;
            this.done();
            Ok(())
        })
    }

    /// A loop over the warps of the block.
    pub(super) fn warps(&mut self, nodes: &[Node]) -> Result<()> {
        let (zero, one, index) = (self.index(0), self.index(1), self.ctx().index());
        let lanes = self.index(WARP as i64);
        let count = arith::ceildivui(&mut self.b, self.geometry.threads, lanes);
        let loops = self.b.op(For, &[zero, count, one], &[], &[]);
        self.region(loops, 0, &[index], |this, warp| {
            this.forms.push(Layer::default());
            this.warp = Some(warp[0]);
            let done = this.nodes(nodes);
            this.warp = None;
            this.forms.pop();
            done?;
            this.done();
            Ok(())
        })
    }

    /// A loop over threads, up to the next synchronization point.
    pub(super) fn phase(&mut self, ops: &[Op]) -> Result<()> {
        let kept = self.reloaded(ops);
        self.conflicts = self.changes_atomically(ops);
        let done = self.each_thread(|this| {
            for (value, memory) in kept {
                let loaded = this.first_of(memory);
                this.forms.set(value, Form::Value(loaded));
            }
            ops.iter().try_for_each(|op| this.visit(*op))
        });
        self.conflicts = false;
        done
    }

    /// True if threads change memory atomically: then they run in order, and their loop is not vectorized.
    fn changes_atomically(&self, ops: &[Op]) -> bool {
        let mut found = false;
        for op in ops {
            walk(self.source, *op, &mut |body: &Body, inner| {
                found |= super::atomic::memory_of(body, inner).is_some();
            });
        }
        found
    }

    /// The spilled values of earlier loops that these ops use, each with its memory. A use in a region is
    /// loaded before the region.
    pub(super) fn reloaded(&self, ops: &[Op]) -> Vec<(Value, Value)> {
        let body = self.source;
        let mut found: Vec<(Value, Value)> = Vec::new();
        for op in ops {
            walk(body, *op, &mut |body: &Body, inner| {
                for (at, value) in used(body, inner).into_iter().enumerate() {
                    let by_others = body.is(inner, Shuffle) && at == 0;
                    let here =
                        body.def_op(value).is_some_and(|def| ops.iter().any(|op| body.encloses(*op, def)));
                    let Some(memory) = self.memory_of_threads(value).filter(|_| !by_others && !here) else {
                        continue;
                    };
                    if found.iter().all(|(known, _)| *known != value) {
                        found.push((value, memory));
                    }
                }
            });
        }
        found
    }

    /// Reads the value of another lane; a lane keeps its value if there is no such lane.
    fn shuffle(&mut self, op: Op) -> Result<()> {
        let (value, result) = (self.source.operand(op, 0), self.source.result(op, 0));
        let Some(memory) = self.memory_of_threads(value) else {
            // The value is uniform.
            let same = self.operand(op, value)?;
            self.define(result, same);
            return Ok(());
        };
        let (Some(thread), Some(warp)) = (self.thread, self.warp) else {
            return Err(self.refuse(op, "is where not all threads of a warp arrive"));
        };
        let number = self.operand(op, self.source.operand(op, 1))?;
        let (first, lanes) = self.lanes_of(warp);
        let b = &mut self.b;
        let mask = arith::const_index(b, WARP as i64 - 1);
        let by = arith::andi(b, number, mask);
        let lane = arith::subi(b, thread.number, first);
        let from = match self.source.op(op).view(Shuffle).way() {
            ShuffleMode::Index => by,
            ShuffleMode::Up => arith::subi(b, lane, by),
            ShuffleMode::Down => arith::addi(b, lane, by),
            ShuffleMode::Xor => arith::xori(b, lane, by),
        };
        // The comparison is unsigned, so a negative lane is out of range, too.
        let exists = arith::cmpi(b, CmpI::Ult, from, lanes);
        let from = arith::select(b, exists, from, lane);
        let from = arith::addi(b, first, from);
        let from = self.slot(from);
        let b = &mut self.b;
        let taken = mem::Load::build(b, memory, &[from]);
        self.define(result, taken);
        Ok(())
    }

    /// A vote or a ballot: a reduction over the conditions of the lanes; all lanes get the result.
    pub(super) fn vote(&mut self, op: Op) -> Result<()> {
        self.b.loc = self.source.loc(op);
        let (condition, result) = (self.source.operand(op, 0), self.source.result(op, 0));
        let Some(warp) = self.warp else {
            return Err(self.refuse(op, "is where not all threads of a warp arrive"));
        };
        let (first, lanes) = self.lanes_of(warp);
        let first = self.slot(first);
        let kept = self.memory_of_threads(condition);
        let same = match kept {
            None => Some(self.operand(op, condition)?),
            Some(_) => None,
        };
        let all = self.source.op(op).cast(Vote).map(|view| view.is_all());
        let ballot = self.source.is(op, Ballot);
        let (ctx, b) = (self.source.ctx().clone(), &mut self.b);
        let (zero, one) = (arith::const_index(b, 0), arith::const_index(b, 1));
        let start = match (ballot, all) {
            (true, _) => arith::const_int(b, ctx.i32(), 0),
            (false, all) => arith::const_int(b, ctx.i1(), i64::from(all == Some(true))),
        };
        let asked = for_loop(b, zero, lanes, one, &[start], |b, lane, so_far| {
            let number = arith::addi(b, first, lane);
            let yes = match (kept, same) {
                (Some(memory), _) => mem::Load::build(b, memory, &[number]),
                (None, Some(value)) => value,
                (None, None) => so_far[0],
            };
            vec![match (ballot, all) {
                (true, _) => {
                    let bit = arith::extui(b, yes, ctx.i32());
                    let lane = arith::index_cast(b, lane, ctx.i32());
                    let bit = arith::shli(b, bit, lane);
                    arith::ori(b, so_far[0], bit)
                }
                (false, Some(true)) => arith::andi(b, so_far[0], yes),
                (false, _) => arith::ori(b, so_far[0], yes),
            }]
        });
        let value = self.b.body.result(asked, 0);
        let Some(memory) = self.memory_of_threads(result) else {
            self.define(result, value);
            return Ok(());
        };
        self.keep_for_all(memory, value)
    }

    /// Spills a uniform value for each thread of the current set.
    pub(super) fn keep_for_all(&mut self, memory: Value, value: Value) -> Result<()> {
        self.each_thread(|this| {
            this.keep(memory, value);
            Ok(())
        })
    }

    /// Moves values to the memory of others, for each thread of the current set.
    pub(super) fn move_values(&mut self, at: Op, values: &[Value], to: &[Value]) -> Result<()> {
        if values.is_empty() {
            return Ok(());
        }
        self.each_thread(|this| this.move_values_here(at, values, to))
    }

    /// Moves values of the current thread to the memory of others.
    pub(super) fn move_values_here(&mut self, at: Op, values: &[Value], to: &[Value]) -> Result<()> {
        // A parallel move: the targets may be among the values, so read all before the first write.
        let read: Vec<Value> = values.iter().map(|value| self.operand(at, *value)).collect::<Result<_>>()?;
        for (value, target) in read.into_iter().zip(to) {
            if let Some(memory) = self.memory_of_threads(*target) {
                self.keep(memory, value);
            }
        }
        Ok(())
    }
}
