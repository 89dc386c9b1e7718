//! Round-robin scheduling of state machines: every thread runs until it must wait, then the next one.
//!
//! At the end of a round, the threads resume that have all arrived at a synchronization point. The position
//! of a thread is an index in memory. The first indices are the states in which a thread runs. The next ones,
//! one for each state, mean that the thread waits in that state and will retry in its next turn. Then come
//! the synchronization points, and the last index is the end. A round without progress is the last one:
//! either all threads have ended, or there is a deadlock.

use super::block::{Fission, Form, Result};
use super::state_machine::{End, State, StateMachine};
use std::ops::Range;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{Barrier, WARP, WARP_GROUP, Wgmma};
use tf_dialects::loops::build::if_then;
use tf_dialects::loops::{Condition, For, If, While, Yield};
use tf_dialects::mem;
use tf_ir::body::{Body, Op, Value};
use tf_ir::rewrite::{Layer, Rebuild};
use tf_ir::types::Dim;

/// The threads that synchronize.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum SyncScope {
    Warp,
    Group,
    Block,
}

impl SyncScope {
    pub(super) const ALL: [SyncScope; 3] = [SyncScope::Warp, SyncScope::Group, SyncScope::Block];

    fn of(body: &Body, op: Op) -> SyncScope {
        match body.kind(op) {
            Barrier::KIND => SyncScope::Block,
            Wgmma::KIND => SyncScope::Group,
            _ => SyncScope::Warp,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            SyncScope::Warp => "warp",
            SyncScope::Group => "warp group",
            SyncScope::Block => "block",
        }
    }

    /// The number of threads, if it is a constant.
    pub(super) fn size(self) -> Option<usize> {
        match self {
            SyncScope::Warp => Some(WARP),
            SyncScope::Group => Some(WARP_GROUP),
            SyncScope::Block => None,
        }
    }
}

/// A synchronization point, and the state after it.
#[derive(Clone, Copy)]
pub(super) struct SyncPoint {
    pub op: Op,
    pub among: SyncScope,
    pub next: usize,
}

/// The scheduler's state, with the meaning of thread positions.
pub(super) struct Rounds<'t> {
    pub state_machine: &'t StateMachine,
    /// The synchronization points: those of warps first, those of blocks last.
    pub meetings: Vec<SyncPoint>,
    /// The position of each thread.
    pub places: Value,
    /// A flag: some thread made progress in this round.
    pub moved: Value,
}

impl Rounds<'_> {
    pub(super) fn states(&self) -> i64 {
        self.state_machine.states.len() as i64
    }

    /// The position index of the first synchronization point.
    pub(super) fn first_meeting(&self) -> i64 {
        2 * self.states()
    }

    fn end(&self) -> i64 {
        self.first_meeting() + self.meetings.len() as i64
    }

    /// The position index of a synchronization point.
    fn meeting(&self, op: Op) -> i64 {
        let at = self.meetings.iter().position(|met| met.op == op);
        self.first_meeting() + at.unwrap_or(self.meetings.len()) as i64
    }
}

impl Fission<'_, '_> {
    /// Runs the threads of a block, or of a cluster, until all of them have ended or none makes progress.
    pub(super) fn rounds(&mut self, state_machine: &StateMachine) -> Result<()> {
        state_machine.once.iter().try_for_each(|op| self.run_once(*op))?;
        self.conflicts = true; // State machines are not vectorized.
        self.cluster_memory()?;
        let rounds = self.begin(state_machine)?;
        let loops = self.b.op(While, &[], &[], &[]);
        self.region(loops, 0, &[], |this, _| {
            let zero = this.index(0);
            mem::Store::build(&mut this.b, zero, rounds.moved, &[]);
            this.each_thread(|this| this.turn(&rounds))?;
            this.meet(&rounds)?;
            let moved = mem::Load::build(&mut this.b, rounds.moved, &[]);
            let goes_on = arith::cmpi(&mut this.b, CmpI::Ne, moved, zero);
            let ends = this.b.op(If, &[goes_on], &[], &[]);
            this.region(ends, 0, &[], |this, _| {
                this.done();
                Ok(())
            })?;
            this.region(ends, 1, &[], |this, _| {
                this.blame(&rounds)?;
                this.done();
                Ok(())
            })?;
            this.b.op(Condition, &[goes_on], &[], &[]);
            Ok(())
        })?;
        self.region(loops, 1, &[], |this, _| {
            this.done();
            Ok(())
        })?;
        self.conflicts = false;
        Ok(())
    }

    /// Starts all threads in the first state.
    fn begin<'t>(&mut self, state_machine: &'t StateMachine) -> Result<Rounds<'t>> {
        let body = self.source;
        let mut meetings: Vec<SyncPoint> = Vec::new();
        for state in &state_machine.states {
            if let End::Meet { op, next } = state.end {
                meetings.push(SyncPoint { op, among: SyncScope::of(body, op), next });
            }
        }
        meetings.sort_by_key(|met| met.among);
        let (ctx, slots) = (self.ctx(), self.slots());
        let places = ctx.memref(vec![Dim::Static(slots)], ctx.index());
        let places = self.b.value(mem::Alloc, &[], places, &[]);
        let moved = ctx.memref(Vec::new(), ctx.index());
        let moved = self.b.value(mem::Alloc, &[], moved, &[]);
        let zero = self.index(0);
        self.keep_for_all(places, zero)?;
        Ok(Rounds { state_machine, meetings, places, moved })
    }

    /// Records progress.
    pub(super) fn note_moved(&mut self, rounds: &Rounds<'_>) {
        let one = self.index(1);
        mem::Store::build(&mut self.b, one, rounds.moved, &[]);
    }

    /// Runs the current thread until it waits or ends.
    fn turn(&mut self, rounds: &Rounds<'_>) -> Result<()> {
        let Some(slot) = self.thread.map(|thread| thread.slot) else { return Ok(()) };
        let index = self.ctx().index();
        let states = self.index(rounds.states());
        let before = mem::Load::build(&mut self.b, rounds.places, &[slot]);
        // A thread that waits in a state retries it.
        let tried = arith::subi(&mut self.b, before, states);
        let tries = arith::cmpi(&mut self.b, CmpI::Ult, tried, states);
        let first = arith::select(&mut self.b, tries, tried, before);
        let loops = self.b.op(While, &[first], &[index], &[]);
        self.region(loops, 0, &[index], |this, at| {
            let runs = arith::cmpi(&mut this.b, CmpI::Ult, at[0], states);
            this.b.op(Condition, &[runs, at[0]], &[], &[]);
            Ok(())
        })?;
        self.region(loops, 1, &[index], |this, at| {
            let all = 0..rounds.state_machine.states.len();
            let next = this.chosen(all, at[0], &mut |this, state| this.state(rounds, state))?;
            let waiting = arith::addi(&mut this.b, at[0], states);
            let moves = arith::cmpi(&mut this.b, CmpI::Ne, next, waiting);
            let (moved, one) = (rounds.moved, this.index(1));
            if_then(&mut this.b, moves, |b| {
                mem::Store::build(b, one, moved, &[]);
            });
            this.b.op(Yield, &[next], &[], &[]);
            Ok(())
        })?;
        let last = self.b.body.result(loops, 0);
        mem::Store::build(&mut self.b, last, rounds.places, &[slot]);
        Ok(())
    }

    /// Selects one of several pieces of code by an index in `range` and returns its value: a binary tree of
    /// conditionals.
    pub(super) fn chosen(
        &mut self,
        range: Range<usize>,
        number: Value,
        fill: &mut dyn FnMut(&mut Self, usize) -> Result<Value>,
    ) -> Result<Value> {
        if range.len() <= 1 {
            return fill(self, range.start);
        }
        let middle = range.start + range.len() / 2;
        let (at, index) = (self.index(middle as i64), self.ctx().index());
        let lower = arith::cmpi(&mut self.b, CmpI::Ult, number, at);
        let made = self.b.op(If, &[lower], &[index], &[]);
        for (region, half) in [range.start..middle, middle..range.end].into_iter().enumerate() {
            self.region(made, region, &[], |this, _| {
                let value = this.chosen(half, number, fill)?;
                this.b.op(Yield, &[value], &[], &[]);
                Ok(())
            })?;
        }
        Ok(self.b.body.result(made, 0))
    }

    /// Emits a state for the current thread; returns the thread's position after it.
    fn state(&mut self, rounds: &Rounds<'_>, at: usize) -> Result<Value> {
        let state = &rounds.state_machine.states[at];
        self.forms.push(Layer::default());
        for (value, memory) in self.reloaded(&state.ops) {
            let loaded = self.first_of(memory);
            self.forms.set(value, Form::Value(loaded));
        }
        let done = state.ops.iter().try_for_each(|op| self.visit(*op));
        let next = done.and_then(|()| self.end(rounds, state, at));
        self.forms.pop();
        next
    }

    /// The position of a thread after a state.
    fn end(&mut self, rounds: &Rounds<'_>, state: &State, at: usize) -> Result<Value> {
        // The moves may overwrite the condition, so read it first.
        let decides = match state.end {
            End::Choose { at, condition, .. } => Some(self.operand(at, condition)?),
            End::Repeat { counted, .. } => {
                let exit = self.source.op(counted).view(For).early_exit();
                exit.map(|condition| self.operand(counted, condition)).transpose()?
            }
            _ => None,
        };
        for moves in &state.moves {
            self.b.loc = self.source.loc(moves.at);
            self.move_values_here(moves.at, &moves.values, &moves.to)?;
        }
        let states = rounds.states();
        Ok(match state.end {
            End::Goto(next) => self.index(next as i64),
            End::Choose { then, otherwise, .. } => self.either(decides, then as i64, otherwise as i64),
            End::Enter { counted, body, after } => self.enter_loop(counted, body, after)?,
            End::Repeat { counted, body, after } => self.repeat_loop(counted, decides, (body, after))?,
            End::Wait { op, next } => {
                self.b.loc = self.source.loc(op);
                let over = self.is_over(op)?;
                self.either(Some(over), next as i64, states + at as i64)
            }
            End::Meet { op, .. } => self.index(rounds.meeting(op)),
            End::Yield(next) => self.index(states + next as i64),
            End::Last => self.index(rounds.end()),
        })
    }

    fn either(&mut self, condition: Option<Value>, then: i64, otherwise: i64) -> Value {
        let [then, otherwise] = [then, otherwise].map(|at| self.index(at));
        match condition {
            Some(condition) => arith::select(&mut self.b, condition, then, otherwise),
            None => then,
        }
    }

    /// The bound and the step of a counted loop.
    fn bounds(&mut self, counted: Op) -> Result<[Value; 2]> {
        let operands: Vec<Value> = self.source.operands(counted).collect();
        Ok([self.operand(counted, operands[1])?, self.operand(counted, operands[2])?])
    }

    fn enter_loop(&mut self, counted: Op, body: usize, after: usize) -> Result<Value> {
        self.b.loc = self.source.loc(counted);
        let first = self.operand(counted, self.source.operand(counted, 0))?;
        let [end, step] = self.bounds(counted)?;
        let b = &mut self.b;
        let ty = b.body.ty(step);
        let zero = arith::const_int(b, ty, 0);
        let begins = arith::cmpi(b, CmpI::Slt, first, end);
        let goes = arith::cmpi(b, CmpI::Sgt, step, zero);
        let enters = arith::andi(b, begins, goes);
        self.count(counted, first);
        Ok(self.either(Some(enters), body as i64, after as i64))
    }

    fn repeat_loop(
        &mut self,
        counted: Op,
        goes_on: Option<Value>,
        (body, after): (usize, usize),
    ) -> Result<Value> {
        self.b.loc = self.source.loc(counted);
        let Some(index) = self.source.op(counted).view(For).index() else {
            return Ok(self.index(after as i64));
        };
        let at = self.operand(counted, index)?;
        let [end, step] = self.bounds(counted)?;
        let b = &mut self.b;
        // The index is below the bound, so the difference is exact as an unsigned integer.
        let left = arith::subi(b, end, at);
        let more = arith::cmpi(b, CmpI::Ult, step, left);
        let again = match goes_on {
            Some(condition) => arith::andi(b, more, condition),
            None => more,
        };
        let next = arith::addi(b, at, step);
        self.count(counted, next);
        Ok(self.either(Some(again), body as i64, after as i64))
    }

    /// Sets the index of a loop for the current thread.
    fn count(&mut self, counted: Op, at: Value) {
        let index = self.source.op(counted).view(For).index();
        if let Some(memory) = index.and_then(|index| self.memory_of_threads(index)) {
            self.keep(memory, at);
        }
    }
}
