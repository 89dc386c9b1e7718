//! The worklist of the greedy driver: a stack without duplicates, indexed by dense op ids.

use crate::body::{Body, Op, Value};
use crate::builder::Listener;

/// Ops to visit, last added first; each op is in it at most once.
#[derive(Default)]
pub(super) struct Worklist {
    stack: Vec<Op>,
    /// Indexed by [`Op::index`].
    queued: Vec<bool>,
}

impl Worklist {
    /// Clears the list and makes room for ops below `bound`.
    pub(super) fn reset(&mut self, bound: usize) {
        self.stack.clear();
        self.queued.clear();
        self.queued.resize(bound, false);
    }

    #[inline]
    pub(super) fn push(&mut self, op: Op) {
        let index = op.index();
        if index >= self.queued.len() {
            self.queued.resize((index + 1).max(self.queued.len() * 2), false);
        }
        if !std::mem::replace(&mut self.queued[index], true) {
            self.stack.push(op);
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Op> {
        let op = self.stack.pop()?;
        self.queued[op.index()] = false;
        Some(op)
    }

    /// Adds the ops in `ops` so that the first is popped first.
    pub(super) fn fill(&mut self, ops: &[Op]) {
        self.stack.reserve(ops.len());
        ops.iter().rev().for_each(|op| self.push(*op));
    }

    /// A use of `value` was removed: its definition may now be dead, or have the single use a pattern
    /// requires.
    fn released(&mut self, body: &Body, value: Value) {
        if let Some(def) = body.def_op(value)
            && body.uses(value).take(3).count() <= 2
        {
            body.uses(value).for_each(|user| self.push(user.op));
            self.push(def);
        }
    }

    fn release_operands(&mut self, body: &Body, op: Op) {
        for value in body.operands(op) {
            self.released(body, value);
        }
        for region in body.regions(op) {
            for block in body.blocks(region) {
                for inner in body.ops(block) {
                    self.release_operands(body, inner);
                }
            }
        }
    }
}

impl Listener for Worklist {
    fn created(&mut self, _body: &Body, op: Op) {
        self.push(op);
    }

    fn changing(&mut self, body: &Body, op: Op) {
        body.operands(op).for_each(|value| self.released(body, value));
    }

    fn changed(&mut self, _body: &Body, op: Op) {
        self.push(op);
    }

    fn erasing(&mut self, body: &Body, op: Op) {
        self.release_operands(body, op);
    }
}
