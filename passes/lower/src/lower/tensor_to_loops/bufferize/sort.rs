//! Lowers `tensor.sort` to a stable bottom-up merge sort of each row, between the result's memory and scratch
//! of the same size.
//!
//! Rows are sorted in parallel. Few long rows are sorted in blocks of constant length, whose runs are then
//! merged pairwise in parallel. The merges are those of a sequential sort, so even a comparator that is not
//! an order gives the same bits for any number of threads. If it is an order, parts of a merged run are
//! computed independently, and a bisection finds the start of each part in both runs (*Odeh, Green, Mwassi,
//! Shmueli and Birk, "Merge path – parallel merging made simple", 2012*). On a GPU, this applies to all long
//! rows.

use super::super::client::{Client, Result};
use super::lowering::Lowering;
use super::rows::Row;
use tf_dialects::arith;
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::{Condition, For, If, While};
use tf_dialects::tensor::sort::{Sort, SortOp};
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_passes_common::cost::figures::{FEW_ROWS, GPU_SORT_BLOCK, SORT_BLOCK};

/// Common data of the merges of one row.
struct Merge<'s> {
    op: Op,
    row: &'s Row,
    /// The row's memory, and the scratch that holds it after an odd number of merges.
    memory: [&'s [Value]; 2],
}

impl Merge<'_> {
    /// The subscripts of an element of the row.
    fn place(&self, at: Value) -> Vec<Value> {
        self.row.iter().map(|i| i.unwrap_or(at)).collect()
    }
}

/// Rows that all threads sort: first blocks, then runs of blocks.
struct Blocks<'s> {
    merge: Merge<'s>,
    /// The axes that threads share besides the row's, with their extents; their indices in `row` are open.
    others: Vec<(usize, Value)>,
    length: Value,
    /// Elements of a block, which one thread sorts.
    size: i64,
    /// True if parts of a merged run are computed independently (merge path).
    ordered: bool,
}

impl Lowering<'_> {
    /// `tensor.sort`
    pub fn sort(&mut self, op: Op) -> Result<()> {
        let view = self.source().view(op, Sort);
        let (axis, ordered) = (view.axis(), view.is_ordered());
        let on_gpu = Gpu::of(self.source()).is_some();
        let sources: Vec<Value> = self.inputs(op).into_iter().map(|v| self.buffer(v)).collect();
        let results = self.results(op);
        let targets: Vec<Value> = results.iter().map(|v| self.destination(*v)).collect();
        let scratch: Vec<Value> = targets
            .iter()
            .map(|target| {
                let ty = self.ty(*target);
                self.alloc(ty)
            })
            .collect();
        for (source, target) in sources.iter().zip(&targets) {
            self.copy_buffer(*source, *target, "it is sorted in the memory of the result")?;
        }
        let extents = self.extents_of(targets[0]);
        let extents = self.code.extents(&extents);
        let ordered = ordered && self.allowed.allows("merges-in-parts");
        self.as_nest(|this| {
            let memory = [&targets[..], &scratch[..]];
            let length = extents[axis];
            let cut = match on_gpu && ordered {
                true => {
                    let block = this.code.index(2 * GPU_SORT_BLOCK);
                    this.less(block, length)
                }
                false => this.is_few_and_long(&extents, axis, FEW_ROWS, 2 * SORT_BLOCK),
            };
            let mut in_blocks = |this: &mut Self| match on_gpu && ordered {
                true => {
                    let row = vec![None; extents.len()];
                    let others = (0..extents.len()).filter(|d| *d != axis).map(|d| (d, extents[d])).collect();
                    let merge = Merge { op, row: &row, memory };
                    this.sort_in_blocks(&Blocks { merge, others, length, size: GPU_SORT_BLOCK, ordered })
                }
                false => this.rows_in_order(&extents, axis, &mut |this, row| {
                    let merge = Merge { op, row, memory };
                    this.sort_in_blocks(&Blocks { merge, others: vec![], length, size: SORT_BLOCK, ordered })
                }),
            };
            let mut row_by_row = |this: &mut Self| {
                let (zero, one) = (this.code.index(0), this.code.index(1));
                this.rows(&extents, axis, &mut |this, row| {
                    let merge = Merge { op, row, memory };
                    this.sort_range(&merge, [zero, length], [one, length])
                })
            };
            if this.code.known(cut) == Some(0) || !this.allowed.allows("sorts-in-blocks") {
                return row_by_row(this);
            }
            this.branch(cut, &mut in_blocks, &mut row_by_row)
        })?;
        self.bind(&results, &targets);
        Ok(())
    }

    /// Sorts rows on all threads: first blocks, then runs of blocks.
    fn sort_in_blocks(&mut self, blocks: &Blocks<'_>) -> Result<()> {
        let (one, length) = (self.code.index(1), blocks.length);
        let size = self.code.index(blocks.size);
        let count = arith::ceildivui(&mut self.code, length, size);
        self.shared_rows(blocks, count, blocks.size, |this, merge, number| {
            let low = this.code.mul(number, size);
            let high = this.code.add(low, size);
            let high = arith::minsi(&mut this.code, high, length);
            this.sort_range(merge, [low, high], [one, size])
        })?;
        self.there_and_back(size, length, |this, back, width| this.merge_blocks(blocks, back, width))
    }

    /// Runs code for each row and each of its `count` parts of `elements` elements.
    fn shared_rows(
        &mut self,
        blocks: &Blocks<'_>,
        count: Value,
        elements: i64,
        part: impl FnOnce(&mut Self, &Merge<'_>, Value) -> Result<()>,
    ) -> Result<()> {
        let grain = self.grain(Some(elements));
        let ends: Vec<Value> = blocks.others.iter().map(|(_, extent)| *extent).chain([count]).collect();
        self.parallel(&ends, &[grain], |this, args| {
            let mut row = blocks.merge.row.clone();
            blocks.others.iter().zip(args).for_each(|((axis, _), index)| row[*axis] = Some(*index));
            let merge = Merge { row: &row, ..blocks.merge };
            part(this, &merge, args[blocks.others.len()])
        })
    }

    /// Merges the runs of a range of the row, with lengths `from`, twice `from` and so on below `to`. The
    /// number of merges is even, so the result ends up in the original memory. A merge of runs as long as the
    /// range is a copy.
    fn sort_range(&mut self, merge: &Merge<'_>, range: [Value; 2], [from, to]: [Value; 2]) -> Result<()> {
        self.there_and_back(from, to, |this, back, width| {
            let double = this.code.add(width, width);
            let [begin, end] = range;
            this.counted([begin, end, double], &[], |this, low| {
                let [middle, high] = this.runs(low, width, end);
                this.merge_range(merge, back, [low, high], [low, middle], [middle, high])
            })
        })
    }

    /// Calls a merge for run lengths `from`, twice `from` and so on below `to`, an even number of times;
    /// `back` is true for every second one.
    fn there_and_back(
        &mut self,
        from: Value,
        to: Value,
        mut merge: impl FnMut(&mut Self, bool, Value) -> Result<()>,
    ) -> Result<()> {
        let index = self.ctx().index();
        let new = While::build(&mut self.code.b, &[from], &[index]);
        self.region(new, 0, &[index], |this, args| {
            let goes_on = this.less(args[0], to);
            this.code.b.op(Condition, &[goes_on, args[0]], &[], &[]);
            Ok(())
        })?;
        self.region(new, 1, &[index], |this, args| {
            let double = this.code.add(args[0], args[0]);
            let fourfold = this.code.add(double, double);
            merge(this, false, args[0])?;
            merge(this, true, double)?;
            this.code.end(&[fourfold]);
            Ok(())
        })
    }

    /// The ends of the two runs from `low` on.
    fn runs(&mut self, low: Value, width: Value, end: Value) -> [Value; 2] {
        let middle = self.code.add(low, width);
        let high = self.code.add(middle, width);
        [middle, high].map(|to| arith::minsi(&mut self.code, to, end))
    }

    /// Merges adjacent runs of `width` elements in all rows, on all threads.
    fn merge_blocks(&mut self, blocks: &Blocks<'_>, back: bool, width: Value) -> Result<()> {
        let (length, double) = (blocks.length, self.code.add(width, width));
        if !blocks.ordered {
            let pairs = arith::ceildivui(&mut self.code, length, double);
            return self.shared_rows(blocks, pairs, 2 * blocks.size, |this, merge, number| {
                let low = this.code.mul(number, double);
                let [middle, high] = this.runs(low, width, length);
                this.merge_range(merge, back, [low, high], [low, middle], [middle, high])
            });
        }
        let size = self.code.index(blocks.size);
        let parts = arith::ceildivui(&mut self.code, length, size);
        self.shared_rows(blocks, parts, blocks.size, |this, merge, number| {
            // Runs consist of full blocks, so that a part is within one pair of them.
            let begin = this.code.mul(number, size);
            let within = arith::remui(&mut this.code, begin, double);
            let low = this.code.sub(begin, within);
            let [middle, high] = this.runs(low, width, length);
            let end = this.code.add(begin, size);
            let end = arith::minsi(&mut this.code, end, high);
            let starts = this.split(merge, back, within, [low, middle, high])?;
            this.merge_range(merge, back, [begin, end], starts, [middle, high])
        })
    }

    /// Bisects for the positions in two runs after the first `count` elements of their merge: a left element
    /// is among these unless the right elements that precede it leave no room.
    fn split(
        &mut self,
        merge: &Merge<'_>,
        back: bool,
        count: Value,
        [low, middle, high]: [Value; 3],
    ) -> Result<[Value; 2]> {
        let from = merge.memory[usize::from(back)];
        let (zero, one, index) = (self.code.index(0), self.code.index(1), self.ctx().index());
        let [left, right] = [self.code.sub(middle, low), self.code.sub(high, middle)];
        let least = self.code.sub(count, right);
        let least = arith::maxsi(&mut self.code, least, zero);
        let most = arith::minsi(&mut self.code, count, left);
        let new = While::build(&mut self.code.b, &[least, most], &[index, index]);
        self.region(new, 0, &[index; 2], |this, args| {
            let goes_on = this.less(args[0], args[1]);
            this.code.b.op(Condition, &[goes_on, args[0], args[1]], &[], &[]);
            Ok(())
        })?;
        self.region(new, 1, &[index; 2], |this, args| {
            let sum = this.code.add(args[0], args[1]);
            let half = arith::shrui(&mut this.code, sum, one);
            let last = this.code.sub(count, one);
            let other = this.code.sub(last, half);
            let (own, other) = (this.code.add(low, half), this.code.add(middle, other));
            let before = this.compare(merge, from, [other, own])?;
            let next = this.code.add(half, one);
            let (least, most) =
                (this.code.select(before, args[0], next), this.code.select(before, half, args[1]));
            this.code.end(&[least, most]);
            Ok(())
        })?;
        let taken = self.source().result(new, 0);
        let rest = self.code.sub(count, taken);
        Ok([self.code.add(low, taken), self.code.add(middle, rest)])
    }

    /// Merges two runs into positions `from .. to`; the runs continue at `starts` and end at their given
    /// ends.
    fn merge_range(
        &mut self,
        merge: &Merge<'_>,
        back: bool,
        [from, to]: [Value; 2],
        starts: [Value; 2],
        [middle, high]: [Value; 2],
    ) -> Result<()> {
        let (one, index) = (self.code.index(1), self.ctx().index());
        let [source, target] = if back { [1, 0] } else { [0, 1] }.map(|i: usize| merge.memory[i]);
        let operands = [from, to, one, starts[0], starts[1]];
        let new = self.code.b.op(For, &operands, &[index, index], &[]);
        self.region(new, 0, &[index; 3], |this, args| {
            let (at, left, right) = (args[0], args[1], args[2]);
            let (has_left, has_right) = (this.less(left, middle), this.less(right, high));
            let both = this.code.both(Some(has_left), has_right);
            let takes_right = this.goes_before(merge, source, [both, has_right], [right, left])?;
            let taken = this.code.select(takes_right, right, left);
            let (taken, place) = (merge.place(taken), merge.place(at));
            for (from, to) in source.iter().zip(target) {
                let element = this.load(*from, &taken);
                this.store(element, *to, &place);
            }
            let (next_left, next_right) = (this.code.add(left, one), this.code.add(right, one));
            let left = this.code.select(takes_right, left, next_left);
            let right = this.code.select(takes_right, next_right, right);
            this.code.end(&[left, right]);
            Ok(())
        })
    }

    /// True if the right element is next: if both runs have one, the comparator decides.
    fn goes_before(
        &mut self,
        merge: &Merge<'_>,
        from: &[Value],
        [both, otherwise]: [Value; 2],
        elements: [Value; 2],
    ) -> Result<Value> {
        let i1 = self.ctx().i1();
        let new = If::build(&mut self.code.b, both, &[i1]);
        self.region(new, 0, &[], |this, _| {
            let before = this.compare(merge, from, elements)?;
            this.code.end(&[before]);
            Ok(())
        })?;
        self.region(new, 1, &[], |this, _| {
            this.code.end(&[otherwise]);
            Ok(())
        })?;
        Ok(self.source().result(new, 0))
    }

    /// True if the element at the first position precedes the one at the second.
    fn compare(&mut self, merge: &Merge<'_>, from: &[Value], [first, second]: [Value; 2]) -> Result<Value> {
        let comparator = self.source().cast(merge.op, Sort).and_then(SortOp::comparator);
        let comparator = comparator.expect("verified sorts have a comparator");
        let (first, second) = (merge.place(first), merge.place(second));
        let pairs: Vec<Value> =
            from.iter().flat_map(|from| [self.load(*from, &first), self.load(*from, &second)]).collect();
        Ok(self.scalar_block(comparator, &pairs)?[0])
    }
}
