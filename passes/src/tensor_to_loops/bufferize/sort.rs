//! Lowering of `tensor.sort`: a stable bottom-up merge sort of each row, between the result's memory and scratch of its size.

use super::super::client::{Client, Result};
use super::lowering::Lowering;
use super::scan::Merge;
use tf_dialects::arith;
use tf_dialects::loops::{Condition, For, If, While};
use tf_dialects::tensor::sort::{Sort, SortOp};
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;

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
        self.rows(&extents, axis, None, &mut |this, indices| {
            let merge = Merge { op, indices, length: extents[axis] };
            this.sort_row(&merge, &targets, &scratch)
        })?;
        self.bind(&results, &targets);
        Ok(())
    }

    /// Merges runs of one element, of two, of four …: there and back again, so that the row ends where it began. A
    /// merge of runs as long as the row copies it.
    fn sort_row(&mut self, merge: &Merge<'_>, there: &[Value], back: &[Value]) -> Result<()> {
        let index = self.ctx().index();
        let one = self.code.index(1);
        let new = While::build(&mut self.code.b, &[one], &[index]);
        self.region(new, 0, &[index], |this, args| {
            let goes_on = this.less(args[0], merge.length);
            this.code.b.op(Condition, &[goes_on, args[0]], &[], &[]);
            Ok(())
        })?;
        self.region(new, 1, &[index], |this, args| {
            let width = args[0];
            let double = this.code.add(width, width);
            let fourfold = this.code.add(double, double);
            this.merge_runs(merge, there, back, width, double)?;
            this.merge_runs(merge, back, there, double, fourfold)?;
            this.code.end(&[fourfold]);
            Ok(())
        })
    }

    /// Merges neighbouring runs of `width` elements.
    fn merge_runs(
        &mut self,
        merge: &Merge<'_>,
        from: &[Value],
        to: &[Value],
        width: Value,
        double: Value,
    ) -> Result<()> {
        let zero = self.code.index(0);
        let index = self.ctx().index();
        let new = self.code.b.op(For, &[zero, merge.length, double], &[], &[]);
        self.region(new, 0, &[index], |this, args| {
            let low = args[0];
            let [middle, high] = [width, double].map(|by| {
                let end = this.code.add(low, by);
                arith::minsi(&mut this.code, end, merge.length)
            });
            this.merge_pair(merge, from, to, [low, middle, high])?;
            this.code.end(&[]);
            Ok(())
        })
    }

    /// Merges the runs `low .. middle` and `middle .. high`.
    fn merge_pair(
        &mut self,
        merge: &Merge<'_>,
        from: &[Value],
        to: &[Value],
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
