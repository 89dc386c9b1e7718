//! Use lists: every operand slot is a node in the doubly linked list of its value's uses.

use super::data::*;
use super::*;

/// One use of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// The using op.
    pub op: Op,
    /// The operand index.
    pub operand: usize,
}

/// Iterator over the uses of a value, last added first.
pub struct Uses<'a> {
    body: &'a Body,
    at: u32,
}

impl Iterator for Uses<'_> {
    type Item = Use;

    fn next(&mut self) -> Option<Use> {
        if self.at == NONE {
            return None;
        }
        let id = self.at;
        let data = self.body.uses.get(id);
        self.at = data.next;
        let operand = (id - self.body.ops.get(data.owner).operands) as usize;
        Some(Use { op: Op(data.owner), operand })
    }
}

impl Body {
    /// The uses of a value, last added first.
    pub fn uses(&self, value: Value) -> Uses<'_> {
        Uses { body: self, at: self.values.get(value.0).first_use }
    }

    /// The using ops in a `Vec`, so that the body may be changed while iterating.
    pub fn users(&self, value: Value) -> Vec<Op> {
        let mut users: Vec<Op> = self.uses(value).map(|u| u.op).collect();
        users.dedup();
        users
    }

    /// True if nothing uses the value.
    #[inline]
    pub fn is_unused(&self, value: Value) -> bool {
        self.values.get(value.0).first_use == NONE
    }

    /// True if the value has exactly one use.
    pub fn has_one_use(&self, value: Value) -> bool {
        let first = self.values.get(value.0).first_use;
        first != NONE && self.uses.get(first).next == NONE
    }

    /// True if no result of the op is used.
    pub fn results_unused(&self, op: Op) -> bool {
        self.results(op).all(|r| self.is_unused(r))
    }

    #[inline]
    pub(super) fn link_use(&mut self, id: u32, value: u32) {
        let first = self.values.get(value).first_use;
        let node = self.uses.get_mut(id);
        (node.value, node.next, node.prev) = (value, first, NONE);
        if first != NONE {
            self.uses.get_mut(first).prev = id;
        }
        self.values.get_mut(value).first_use = id;
    }

    #[inline]
    pub(super) fn unlink_use(&mut self, id: u32) {
        let node = *self.uses.get(id);
        match node.prev {
            NONE => self.values.get_mut(node.value).first_use = node.next,
            prev => self.uses.get_mut(prev).next = node.next,
        }
        if node.next != NONE {
            self.uses.get_mut(node.next).prev = node.prev;
        }
    }

    /// Replaces operand `i`.
    pub fn set_operand(&mut self, op: Op, i: usize, value: Value) {
        let data = *self.op_data(op);
        assert!(i < data.n_operands as usize, "operand {i} of an op with {} operands", data.n_operands);
        let id = data.operands + i as u32;
        if self.uses.get(id).value != value.0 {
            self.unlink_use(id);
            self.link_use(id, value.0);
        }
    }

    /// Replaces all operands; the operand count may change.
    pub fn set_operands(&mut self, op: Op, values: &[Value]) {
        let data = *self.op_data(op);
        for i in 0..data.n_operands {
            self.unlink_use(data.operands + i);
        }
        let n = values.len() as u32;
        let start = if n <= data.n_operands {
            data.operands
        } else {
            self.uses.alloc_range(values.len(), UseData { value: NONE, owner: op.0, next: NONE, prev: NONE })
        };
        let data = self.op_data_mut(op);
        (data.operands, data.n_operands) = (start, n);
        for (i, value) in values.iter().enumerate() {
            self.link_use(start + i as u32, value.0);
        }
    }

    /// Makes every use of `from` a use of `to`.
    pub fn replace_uses(&mut self, from: Value, to: Value) {
        if from == to {
            return;
        }
        let head = self.values.get(from.0).first_use;
        if head == NONE {
            return;
        }
        let mut last = head;
        loop {
            let node = self.uses.get_mut(last);
            node.value = to.0;
            if node.next == NONE {
                break;
            }
            last = node.next;
        }
        let old = self.values.get(to.0).first_use;
        self.uses.get_mut(last).next = old;
        if old != NONE {
            self.uses.get_mut(old).prev = last;
        }
        self.values.get_mut(to.0).first_use = head;
        self.values.get_mut(from.0).first_use = NONE;
    }

    /// Makes the uses of `from` that satisfy `which` uses of `to`.
    pub fn replace_uses_if(&mut self, from: Value, to: Value, which: impl Fn(&Body, Use) -> bool) {
        let chosen: Vec<Use> = self.uses(from).filter(|u| which(self, *u)).collect();
        for u in chosen {
            self.set_operand(u.op, u.operand, to);
        }
    }
}
