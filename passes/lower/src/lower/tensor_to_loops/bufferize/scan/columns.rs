//! Scans along an axis other than the last: lanes and threads run across the last one. Each result row
//! combines the previous result row with an input row, one block of columns at a time, so that the previous
//! row is still in cache.

use super::super::super::client::{Client, Result};
use super::super::lowering::Lowering;
use super::Plan;
use tf_dialects::arith;
use tf_dialects::target::Target;
use tf_ir::body::Value;
use tf_ir::rewrite::Rebuild;
use tf_passes_common::code::marks::VECTOR_WIDTH;
use tf_passes_common::cost::figures::{COLUMN_REGISTERS, LEAST_COLUMNS, MOST_COLUMNS};

/// A block of columns: the indices of the axes between, and the range of columns.
struct Block<'a> {
    outer: &'a [Value],
    columns: [Value; 2],
    lanes: i64,
}

impl Lowering<'_> {
    /// Lanes along the last axis, if the scan runs along another one.
    pub(super) fn column_lanes(&self, plan: &Plan) -> Option<i64> {
        let lanes = self.scan_lanes(plan, COLUMN_REGISTERS)?;
        let fits = self.code.known(*plan.extents.last()?).is_none_or(|n| n >= lanes);
        (plan.axis + 1 < plan.extents.len() && fits).then_some(lanes)
    }

    /// Scans blocks of columns in any order.
    pub(super) fn scan_columns(&mut self, plan: &Plan, lanes: i64) -> Result<()> {
        let (zero, one) = (self.code.index(0), self.code.index(1));
        let last = plan.extents.len() - 1;
        let (length, width) = (plan.extents[plan.axis], plan.extents[last]);
        let size = self.columns_of_a_block(width);
        let blocks = arith::ceildivui(&mut self.code, width, size);
        let outer = (0..last).filter(|d| *d != plan.axis).map(|d| plan.extents[d]);
        let ends: Vec<Value> = outer.chain([blocks]).collect();
        let elements = self.code.known(length).map(|n| n.saturating_mul(LEAST_COLUMNS));
        let grain = self.grain(elements.or(Some(LEAST_COLUMNS)));
        self.parallel(&ends, &[grain], |this, args| {
            let from = this.code.mul(args[ends.len() - 1], size);
            let to = this.code.add(from, size);
            let to = arith::minsi(&mut this.code, to, width);
            let block = Block { outer: &args[..ends.len() - 1], columns: [from, to], lanes };
            let first = arith::minsi(&mut this.code, length, one);
            this.counted([zero, first, one], &[], |this, step| this.scan_row_of(plan, &block, step, true))?;
            this.counted([one, length, one], &[], |this, step| this.scan_row_of(plan, &block, step, false))
        })
    }

    /// The width of a block of columns: one block per core, but not too narrow, since rows are far apart, nor
    /// wider than the first-level cache holds. Columns are independent, so the answer does not depend on it.
    fn columns_of_a_block(&mut self, width: Value) -> Value {
        let cores = i64::from(Target::of(self.source()).cores).max(1);
        let all = self.code.index(cores * LEAST_COLUMNS);
        let steps = arith::ceildivui(&mut self.code, width, all);
        let (most, least) = (self.code.index(MOST_COLUMNS / LEAST_COLUMNS), self.code.index(LEAST_COLUMNS));
        let steps = arith::minsi(&mut self.code, steps, most);
        // Even with no columns, the width must be positive.
        let one = self.code.index(1);
        let steps = arith::maxsi(&mut self.code, steps, one);
        self.code.mul(steps, least)
    }

    /// A step of the scan for all columns of a block.
    fn scan_row_of(&mut self, plan: &Plan, block: &Block<'_>, step: Value, first: bool) -> Result<()> {
        let one = self.code.index(1);
        let at = self.scan_place(plan, step);
        let before = self.code.sub(step, one);
        let before = self.scan_place(plan, before);
        let width = (VECTOR_WIDTH, self.ctx().i64_attr(block.lanes));
        let [from, to] = block.columns;
        self.counted([from, to, one], &[width], |this, column| {
            let place = |at: Value| {
                let mut outer = block.outer.iter();
                let (axis, last) = (plan.axis, plan.extents.len() - 1);
                let index = |d: usize| match d {
                    d if d == axis => at,
                    d if d == last => column,
                    _ => *outer.next().expect("there is an index for each other axis"),
                };
                (0..=last).map(index).collect::<Vec<Value>>()
            };
            let (at, before) = (place(at), place(before));
            let old = match first {
                true => plan.starts.clone(),
                false => plan.targets.iter().map(|target| this.load(*target, &before)).collect(),
            };
            let source = if plan.exclusive { &before } else { &at };
            let new = match first && plan.exclusive {
                true => old,
                false => {
                    let values: Vec<Value> =
                        plan.sources.iter().map(|from| this.load(*from, source)).collect();
                    this.scan_step(plan, &old, &values)?
                }
            };
            for (value, target) in new.iter().zip(&plan.targets) {
                this.store(*value, *target, &at);
            }
            Ok(())
        })
    }
}
