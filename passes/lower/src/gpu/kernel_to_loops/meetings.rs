//! Synchronization points of state machines: a collective op runs once the last thread has arrived.

use super::block::{Fission, Result};
use super::rounds::{Rounds, SyncPoint, SyncScope};
use super::state_machine::End;
use std::ops::Range;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{Ballot, LoadMatrix, Mma, Shuffle, Vote, Wgmma};
use tf_dialects::loops::build::for_loop;
use tf_dialects::{mem, stops};
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::{Layer, Rebuild};

impl Fission<'_, '_> {
    /// Resumes the threads of each warp, warp group and block that have all arrived at one synchronization
    /// point.
    pub(super) fn meet(&mut self, rounds: &Rounds<'_>) -> Result<()> {
        for among in SyncScope::ALL {
            let first = rounds.meetings.iter().position(|met| met.among == among);
            let count = rounds.meetings.iter().filter(|met| met.among == among).count();
            if let Some(first) = first {
                self.each_block(|this| this.meet_among(rounds, among, first..first + count))?;
            }
        }
        Ok(())
    }

    /// Checks each warp, each warp group, or the block; `meetings` are the indices of its synchronization
    /// points.
    fn meet_among(&mut self, rounds: &Rounds<'_>, among: SyncScope, meetings: Range<usize>) -> Result<()> {
        let threads = self.geometry.threads;
        let size = among.size().map_or(threads, |size| self.index(size as i64));
        let count = arith::ceildivui(&mut self.b, threads, size);
        self.each(count, |this, unit| {
            let first = arith::muli(&mut this.b, unit, size);
            let left = arith::subi(&mut this.b, threads, first);
            let members = arith::minsi(&mut this.b, left, size);
            let slot = this.slot(first);
            let at = mem::Load::build(&mut this.b, rounds.places, &[slot]);
            let before = this.index(rounds.first_meeting());
            let number = arith::subi(&mut this.b, at, before);
            let from = this.index(meetings.start as i64);
            let place = arith::subi(&mut this.b, number, from);
            let most = this.index(meetings.len() as i64);
            let waits = arith::cmpi(&mut this.b, CmpI::Ult, place, most);
            this.when(waits, |this| {
                let all = this.are_all_at(rounds, at, (slot, members));
                this.when(all, |this| {
                    let next = this.chosen(meetings, number, &mut |this, at| {
                        this.met(&rounds.meetings[at], (unit, first, members))
                    })?;
                    this.go_on(rounds, next, (slot, members));
                    Ok(())
                })
            })
        })
    }

    /// True if `count` threads from `first` on are in the state `at`.
    fn are_all_at(&mut self, rounds: &Rounds<'_>, at: Value, (first, count): (Value, Value)) -> Value {
        let (places, ctx) = (rounds.places, self.ctx());
        let b = &mut self.b;
        let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
        let yes = arith::const_int(b, ctx.i1(), 1);
        let asked = for_loop(b, zero, count, one, &[yes], |b, i, so_far| {
            let slot = arith::addi(b, first, i);
            let other = mem::Load::build(b, places, &[slot]);
            let same = arith::cmpi(b, CmpI::Eq, other, at);
            vec![arith::andi(b, so_far[0], same)]
        });
        self.b.body.result(asked, 0)
    }

    /// Moves `count` threads from `first` on to the state `next`.
    fn go_on(&mut self, rounds: &Rounds<'_>, next: Value, (first, count): (Value, Value)) {
        let places = rounds.places;
        let b = &mut self.b;
        let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
        for_loop(b, zero, count, one, &[], |b, i, _| {
            let slot = arith::addi(b, first, i);
            mem::Store::build(b, next, places, &[slot]);
            Vec::new()
        });
        self.note_moved(rounds);
    }

    /// Emits the collective op of a warp, a warp group or a block: `unit` is its index, `first` its first
    /// thread, `members` its size. Returns the state after the op.
    fn met(&mut self, met: &SyncPoint, (unit, first, members): (Value, Value, Value)) -> Result<Value> {
        self.b.loc = self.source.loc(met.op);
        self.forms.push(Layer::default());
        self.warp = (met.among == SyncScope::Warp).then_some(unit);
        let done = match self.source.kind(met.op) {
            Shuffle::KIND => self.each_thread(|this| this.visit(met.op)),
            Wgmma::KIND => self.group_product(met.op, (first, members)),
            _ => self.together(met.op),
        };
        self.warp = None;
        self.forms.pop();
        done?;
        Ok(self.index(met.next as i64))
    }

    /// Emits a collective op of the current warp.
    pub(super) fn together(&mut self, op: Op) -> Result<()> {
        match self.source.kind(op) {
            Vote::KIND | Ballot::KIND => self.vote(op),
            Mma::KIND => self.product(op),
            LoadMatrix::KIND => self.load_matrix(op),
            // A barrier needs no code: earlier work is complete.
            _ => Ok(()),
        }
    }

    /// Deadlock: traps for the threads that wait, if there are any. The first error is reported, and waits
    /// for a phase of a barrier in memory come before waits at a synchronization point.
    pub(super) fn blame(&mut self, rounds: &Rounds<'_>) -> Result<()> {
        let states = rounds.states();
        if rounds.state_machine.states.iter().any(|state| matches!(state.end, End::Wait { .. })) {
            self.each_thread(|this| this.blame_one(rounds, states, states, true))?;
        }
        if rounds.meetings.is_empty() {
            return Ok(());
        }
        let (first, count) = (rounds.first_meeting(), rounds.meetings.len() as i64);
        self.each_thread(|this| this.blame_one(rounds, first, count, false))
    }

    /// Traps if the current thread is in one of `count` states from `first` on: it waits in a state or at a
    /// synchronization point.
    fn blame_one(&mut self, rounds: &Rounds<'_>, first: i64, count: i64, in_state: bool) -> Result<()> {
        let Some(thread) = self.thread else { return Ok(()) };
        let at = mem::Load::build(&mut self.b, rounds.places, &[thread.slot]);
        let [first, most] = [first, count].map(|n| self.index(n));
        let number = arith::subi(&mut self.b, at, first);
        let waits = arith::cmpi(&mut self.b, CmpI::Ult, number, most);
        self.when(waits, |this| {
            this.chosen(0..count as usize, number, &mut |this, at| {
                let (op, text) = match in_state {
                    true => match rounds.state_machine.states[at].end {
                        End::Wait { op, .. } => (Some(op), this.waits_for_ever(op)),
                        _ => (None, String::new()),
                    },
                    false => {
                        let SyncPoint { op, among, .. } = rounds.meetings[at];
                        (Some(op), this.is_not_reached(op, among.name()))
                    }
                };
                if let Some(op) = op {
                    this.b.loc = this.source.loc(op);
                    let status = stops::REQUIRE.into();
                    mem::Trap::with_status(&mut this.b, &[thread.number], &text, status);
                }
                Ok(this.index(0))
            })?;
            Ok(())
        })
    }

    /// The error for an op that not all threads reach.
    pub(super) fn is_not_reached(&self, op: Op, of: &str) -> String {
        let name = self.name(op);
        let one = stops::NUMBER;
        format!(
            "'{name}' op is not reached by all threads of the {of}: thread {one} of its block waits here, others do not come"
        )
    }
}
