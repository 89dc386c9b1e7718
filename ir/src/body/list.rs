//! Linking ops into blocks and blocks into regions, with order labels that decide in constant time which op
//! comes first (order maintenance by local relabelling, Dietz and Sleator 1987).

use super::data::*;
use super::*;

/// Distance between the labels of appended ops.
const STRIDE: u32 = 256;
/// A window is relabelled if its ops then have at least this distance.
const MIN_GAP: u64 = 8;

impl Body {
    /// Appends a detached op to a block.
    pub fn append(&mut self, block: Block, op: Op) {
        let last = self.blocks.get(block.0).last;
        self.link(op, block, last, NONE);
    }

    /// Inserts a detached op first in a block.
    pub fn prepend(&mut self, block: Block, op: Op) {
        let first = self.blocks.get(block.0).first;
        self.link(op, block, NONE, first);
    }

    /// Inserts a detached op before `at`.
    pub fn insert_before(&mut self, op: Op, at: Op) {
        let data = *self.op_data(at);
        let block = Block::some(data.parent).expect("`at` is in a block");
        self.link(op, block, data.prev, at.0);
    }

    /// Inserts a detached op after `at`.
    pub fn insert_after(&mut self, op: Op, at: Op) {
        let data = *self.op_data(at);
        let block = Block::some(data.parent).expect("`at` is in a block");
        self.link(op, block, at.0, data.next);
    }

    /// Removes an op from its block; it keeps its operands and results.
    pub fn detach(&mut self, op: Op) {
        let data = *self.op_data(op);
        if data.parent == NONE {
            return;
        }
        match data.prev {
            NONE => self.blocks.get_mut(data.parent).first = data.next,
            prev => self.ops.get_mut(prev).next = data.next,
        }
        match data.next {
            NONE => self.blocks.get_mut(data.parent).last = data.prev,
            next => self.ops.get_mut(next).prev = data.prev,
        }
        let data = self.op_data_mut(op);
        (data.parent, data.prev, data.next) = (NONE, NONE, NONE);
    }

    /// Moves an op before another one, possibly in another block.
    pub fn move_before(&mut self, op: Op, at: Op) {
        if op != at {
            self.detach(op);
            self.insert_before(op, at);
        }
    }

    /// Moves all ops of `from` before `at`.
    pub fn splice_ops_before(&mut self, from: Block, at: Op) {
        while let Some(op) = self.first(from) {
            self.detach(op);
            self.insert_before(op, at);
        }
    }

    /// True if `a` comes before `b`; both are in one block.
    #[inline]
    pub fn is_before(&self, a: Op, b: Op) -> bool {
        debug_assert_eq!(self.block_of(a), self.block_of(b));
        self.op_data(a).order < self.op_data(b).order
    }

    fn link(&mut self, op: Op, block: Block, prev: u32, next: u32) {
        debug_assert!(self.block_of(op).is_none(), "{op:?} is in a block already");
        debug_assert!(!self.blocks.get(block.0).dead, "{block:?} was erased");
        let order = self.label(prev, next);
        let data = self.op_data_mut(op);
        (data.parent, data.prev, data.next) = (block.0, prev, next);
        data.order = order.unwrap_or(0);
        match prev {
            NONE => self.blocks.get_mut(block.0).first = op.0,
            prev => self.ops.get_mut(prev).next = op.0,
        }
        match next {
            NONE => self.blocks.get_mut(block.0).last = op.0,
            next => self.ops.get_mut(next).prev = op.0,
        }
        if order.is_none() {
            self.relabel_around(op);
        }
    }

    /// A label strictly between two neighbours, if there is room.
    fn label(&self, prev: u32, next: u32) -> Option<u32> {
        let low = if prev == NONE { 0 } else { self.ops.get(prev).order as u64 + 1 };
        if next == NONE {
            let end = (low + STRIDE as u64 - 1).max(STRIDE as u64);
            return u32::try_from(end).ok();
        }
        let high = self.ops.get(next).order as u64;
        (low < high).then(|| (low + (high - low) / 2) as u32)
    }

    /// Spreads the labels of the smallest window around `op` that has room. The window doubles, so a run of
    /// insertions at one position costs O(log n) amortised each.
    #[cold]
    fn relabel_around(&mut self, op: Op) {
        let (mut first, mut last, mut count) = (op.0, op.0, 1u64);
        loop {
            for _ in 0..count.max(8) {
                let (before, after) = (self.ops.get(first).prev, self.ops.get(last).next);
                if before != NONE {
                    first = before;
                    count += 1;
                }
                if after != NONE {
                    last = after;
                    count += 1;
                }
            }
            let (before, after) = (self.ops.get(first).prev, self.ops.get(last).next);
            let low = if before == NONE { 0 } else { self.ops.get(before).order as u64 + 1 };
            let high = if after == NONE { u32::MAX as u64 } else { self.ops.get(after).order as u64 };
            let whole = before == NONE && after == NONE;
            let gap = if high > low { (high - low) / (count + 1) } else { 0 };
            if gap >= MIN_GAP || (whole && gap >= 1) {
                return self.spread(first, last, low, gap.min(1 << 16));
            }
            assert!(!whole, "a block holds fewer than 2^32 ops; op limits are far below");
        }
    }

    fn spread(&mut self, first: u32, last: u32, low: u64, gap: u64) {
        let (mut at, mut label) = (first, low);
        loop {
            label += gap;
            let data = self.ops.get_mut(at);
            data.order = label as u32;
            if at == last {
                return;
            }
            at = data.next;
        }
    }

    /// Appends a detached block to a region.
    pub fn append_block(&mut self, region: Region, block: Block) {
        let last = self.regions.get(region.0).last;
        self.link_block(block, region, last, NONE);
    }

    fn link_block(&mut self, block: Block, region: Region, prev: u32, next: u32) {
        let data = self.blocks.get_mut(block.0);
        debug_assert_eq!(data.region, NONE, "{block:?} is in a region already");
        (data.region, data.prev, data.next) = (region.0, prev, next);
        match prev {
            NONE => self.regions.get_mut(region.0).first = block.0,
            prev => self.blocks.get_mut(prev).next = block.0,
        }
        match next {
            NONE => self.regions.get_mut(region.0).last = block.0,
            next => self.blocks.get_mut(next).prev = block.0,
        }
    }

    /// Removes a block from its region.
    pub fn detach_block(&mut self, block: Block) {
        let data = *self.blocks.get(block.0);
        if data.region == NONE {
            return;
        }
        match data.prev {
            NONE => self.regions.get_mut(data.region).first = data.next,
            prev => self.blocks.get_mut(prev).next = data.next,
        }
        match data.next {
            NONE => self.regions.get_mut(data.region).last = data.prev,
            next => self.blocks.get_mut(next).prev = data.prev,
        }
        let data = self.blocks.get_mut(block.0);
        (data.region, data.prev, data.next) = (NONE, NONE, NONE);
    }

    /// Moves all blocks of `from` to the end of `to`.
    pub fn splice_blocks(&mut self, from: Region, to: Region) {
        while let Some(block) = self.entry(from) {
            self.detach_block(block);
            self.append_block(to, block);
        }
    }
}
