//! Lowering of `tensor.sort`: a stable bottom-up merge sort of each row, between the result's memory and scratch of its size.
//!
//! Rows are sorted in any order. Of few long rows, blocks of constant length are, and then runs are merged pair by pair, in any order, too: the
//! merges are those of a row by itself, so that also what a comparator gives that is no order has the same bits for any number of threads.

use super::super::client::{Client, Result};
use super::lowering::Lowering;
use super::rows::Row;
use crate::cost::figures::SORT_BLOCK;
use tf_dialects::arith;
use tf_dialects::loops::{Condition, For, If, While};
use tf_dialects::tensor::sort::{Sort, SortOp};
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;

/// What the merges of one row share.
struct Merge<'s> {
    /// The op.
    op: Op,
    row: &'s Row,
    /// Where the row is, and where runs of an odd number of merges are.
    memory: [&'s [Value]; 2],
}

impl Merge<'_> {
    /// The subscripts of an element of the row.
    fn place(&self, at: Value) -> Vec<Value> {
        self.row.iter().map(|i| i.unwrap_or(at)).collect()
    }
}

impl Lowering<'_> {
    /// `tensor.sort`
    pub fn sort(&mut self, op: Op) -> Result<()> {
        let axis = self.source().view(op, Sort).axis();
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
            self.copy_buffer(*source, *target);
        }
        let extents = self.extents_of(targets[0]);
        let extents = self.code.extents(&extents);
        self.as_nest(|this| {
            let length = extents[axis];
            let (zero, one) = (this.code.index(0), this.code.index(1));
            let cut = this.is_few_and_long(&extents, axis, 2 * SORT_BLOCK);
            let mut in_blocks = |this: &mut Self| {
                this.rows_in_order(&extents, axis, &mut |this, row| {
                    let merge = Merge { op, row, memory: [&targets, &scratch] };
                    this.sort_in_blocks(&merge, length)
                })
            };
            let mut row_by_row = |this: &mut Self| {
                this.rows(&extents, axis, &mut |this, row| {
                    let merge = Merge { op, row, memory: [&targets, &scratch] };
                    this.sort_range(&merge, [zero, length], [one, length], false)
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

    /// Sorts a row on all threads: blocks, and then runs of blocks.
    fn sort_in_blocks(&mut self, merge: &Merge<'_>, length: Value) -> Result<()> {
        let (zero, one) = (self.code.index(0), self.code.index(1));
        let size = self.code.index(SORT_BLOCK);
        let blocks = arith::ceildivui(&mut self.code, length, size);
        let grain = self.grain(Some(SORT_BLOCK));
        self.parallel(&[blocks], &[grain], |this, args| {
            let low = this.code.mul(args[0], size);
            let high = this.code.add(low, size);
            let high = arith::minsi(&mut this.code, high, length);
            this.sort_range(merge, [low, high], [one, size], false)
        })?;
        self.sort_range(merge, [zero, length], [size, length], true)
    }

    /// Merges the runs of a range of the row, of `from` elements, of twice as many, and so on below `to`: there and back again, so that the range
    /// ends where it began. A merge of runs as long as the range copies it.
    fn sort_range(
        &mut self,
        merge: &Merge<'_>,
        range: [Value; 2],
        [from, to]: [Value; 2],
        threads: bool,
    ) -> Result<()> {
        let index = self.ctx().index();
        let new = While::build(&mut self.code.b, &[from], &[index]);
        self.region(new, 0, &[index], |this, args| {
            let goes_on = this.less(args[0], to);
            this.code.b.op(Condition, &[goes_on, args[0]], &[], &[]);
            Ok(())
        })?;
        self.region(new, 1, &[index], |this, args| {
            let width = args[0];
            let double = this.code.add(width, width);
            let fourfold = this.code.add(double, double);
            let [there, back] = merge.memory;
            this.merge_runs(merge, [there, back], range, [width, double], threads)?;
            this.merge_runs(merge, [back, there], range, [double, fourfold], threads)?;
            this.code.end(&[fourfold]);
            Ok(())
        })
    }

    /// Merges neighbouring runs of `width` elements.
    fn merge_runs(
        &mut self,
        merge: &Merge<'_>,
        memory: [&[Value]; 2],
        [begin, end]: [Value; 2],
        [width, double]: [Value; 2],
        threads: bool,
    ) -> Result<()> {
        let pair = |this: &mut Self, low: Value| {
            let [middle, high] = [width, double].map(|by| {
                let to = this.code.add(low, by);
                arith::minsi(&mut this.code, to, end)
            });
            this.merge_pair(merge, memory, [low, middle, high])
        };
        if !threads {
            return self.counted([begin, end, double], &[], pair);
        }
        let span = self.code.sub(end, begin);
        let pairs = arith::ceildivui(&mut self.code, span, double);
        let grain = self.grain(Some(2 * SORT_BLOCK));
        self.parallel(&[pairs], &[grain], |this, args| {
            let offset = this.code.mul(args[0], double);
            let low = this.code.add(begin, offset);
            pair(this, low)
        })
    }

    /// Merges the runs `low .. middle` and `middle .. high`.
    fn merge_pair(
        &mut self,
        merge: &Merge<'_>,
        [from, to]: [&[Value]; 2],
        [low, middle, high]: [Value; 3],
    ) -> Result<()> {
        let (one, index) = (self.code.index(1), self.ctx().index());
        let operands = [low, high, one, low, middle];
        let new = self.code.b.op(For, &operands, &[index, index], &[]);
        self.region(new, 0, &[index; 3], |this, args| {
            let (at, left, right) = (args[0], args[1], args[2]);
            let (has_left, has_right) = (this.less(left, middle), this.less(right, high));
            let both = this.code.both(Some(has_left), has_right);
            let takes_right = this.goes_before(merge, from, [both, has_right], [right, left])?;
            let source = this.code.select(takes_right, right, left);
            let (source, target) = (merge.place(source), merge.place(at));
            for (from, to) in from.iter().zip(to) {
                let element = this.load(*from, &source);
                this.store(element, *to, &target);
            }
            let (next_left, next_right) = (this.code.add(left, one), this.code.add(right, one));
            let left = this.code.select(takes_right, left, next_left);
            let right = this.code.select(takes_right, next_right, right);
            this.code.end(&[left, right]);
            Ok(())
        })
    }

    /// Whether the right element is taken: where both runs have one, if it goes before the left one.
    fn goes_before(
        &mut self,
        merge: &Merge<'_>,
        from: &[Value],
        [both, otherwise]: [Value; 2],
        [right, left]: [Value; 2],
    ) -> Result<Value> {
        let i1 = self.ctx().i1();
        let comparator = self.source().cast(merge.op, Sort).and_then(SortOp::comparator);
        let comparator = comparator.expect("verified sorts have a comparator");
        let new = If::build(&mut self.code.b, both, &[i1]);
        self.region(new, 0, &[], |this, _| {
            let (right, left) = (merge.place(right), merge.place(left));
            let pairs: Vec<Value> =
                from.iter().flat_map(|from| [this.load(*from, &right), this.load(*from, &left)]).collect();
            let before = this.scalar_block(comparator, &pairs)?;
            this.code.end(&before);
            Ok(())
        })?;
        self.region(new, 1, &[], |this, _| {
            this.code.end(&[otherwise]);
            Ok(())
        })?;
        Ok(self.source().result(new, 0))
    }
}
