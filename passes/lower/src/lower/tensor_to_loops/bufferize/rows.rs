//! Loops over the rows of a tensor, for scans and sorts.

use super::super::client::{Client, Result};
use super::lowering::Lowering;
use tf_dialects::arith::CmpI;
use tf_dialects::loops::{For, If, Parallel};
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_passes_common::code::marks::GRAIN;
use tf_passes_common::cost::figures::{ELEMENTS_FOR_A_THREAD, LIKELY_TRIP_COUNT};

/// The indices of a row; `None` at the axis along which it runs.
pub type Row = Vec<Option<Value>>;

impl Lowering<'_> {
    /// A comparison of indices.
    pub fn less(&mut self, a: Value, b: Value) -> Value {
        self.code.cmpi(CmpI::Slt, a, b)
    }

    /// Grain of a parallel loop whose iterations process `elements` elements each.
    pub fn grain(&self, elements: Option<i64>) -> (&'static str, Attribute) {
        let elements = elements.unwrap_or(LIKELY_TRIP_COUNT as i64).max(1);
        (GRAIN, self.ctx().i64_attr((ELEMENTS_FOR_A_THREAD / elements).max(1)))
    }

    /// A `loop.parallel` from 0 to these ends.
    pub fn parallel(
        &mut self,
        ends: &[Value],
        attrs: &[(&'static str, Attribute)],
        iteration: impl FnOnce(&mut Self, &[Value]) -> Result<()>,
    ) -> Result<()> {
        let (zero, one, count) = (self.code.index(0), self.code.index(1), ends.len());
        let operands = [&vec![zero; count], ends, &vec![one; count]].concat();
        let new = self.code.b.op(Parallel, &operands, &[], attrs);
        let index = self.ctx().index();
        self.nest_of(new, &vec![index; count], iteration)
    }

    /// A `loop.for` without carried values.
    pub fn counted(
        &mut self,
        [from, to, step]: [Value; 3],
        attrs: &[(&'static str, Attribute)],
        iteration: impl FnOnce(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        let new = self.code.b.op(For, &[from, to, step], &[], attrs);
        let index = self.ctx().index();
        self.nest_of(new, &[index], |this, args| iteration(this, args[0]))
    }

    fn nest_of(
        &mut self,
        op: Op,
        args: &[tf_ir::types::Type],
        iteration: impl FnOnce(&mut Self, &[Value]) -> Result<()>,
    ) -> Result<()> {
        self.region(op, 0, args, |this, args| {
            iteration(this, args)?;
            this.code.end(&[]);
            Ok(())
        })
    }

    /// A conditional, or only the side that runs if the condition is known.
    pub fn branch(
        &mut self,
        condition: Value,
        then: &mut dyn FnMut(&mut Self) -> Result<()>,
        other: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        match self.code.known(condition) {
            Some(0) => other(self),
            Some(_) => then(self),
            None => {
                let new = If::build(&mut self.code.b, condition, &[]);
                self.nest_of(new, &[], |this, _| then(this))?;
                self.region(new, 1, &[], |this, _| {
                    other(this)?;
                    this.code.end(&[]);
                    Ok(())
                })
            }
        }
    }

    /// True if the rows are fewer than `few`, so that threads have to share them, and longer than `length`.
    pub fn is_few_and_long(&mut self, extents: &[Value], axis: usize, few: i64, length: i64) -> Value {
        let mut rows = self.code.index(1);
        for (_, extent) in extents.iter().enumerate().filter(|(at, _)| *at != axis) {
            rows = self.code.mul(rows, *extent);
        }
        let (few, length) = (self.code.index(few), self.code.index(length));
        let (few, long) = (self.less(rows, few), self.less(length, extents[axis]));
        self.code.both(Some(few), long)
    }

    /// Runs `row` for every row, in any order.
    pub fn rows(
        &mut self,
        extents: &[Value],
        axis: usize,
        row: &mut dyn FnMut(&mut Self, &Row) -> Result<()>,
    ) -> Result<()> {
        let others: Vec<usize> = (0..extents.len()).filter(|d| *d != axis).collect();
        let mut indices = vec![None; extents.len()];
        if others.is_empty() {
            return row(self, &indices);
        }
        let ends: Vec<Value> = others.iter().map(|d| extents[*d]).collect();
        let grain = self.grain(self.code.known(extents[axis]));
        self.parallel(&ends, &[grain], |this, args| {
            others.iter().zip(args).for_each(|(d, arg)| indices[*d] = Some(*arg));
            row(this, &indices)
        })
    }

    /// Runs `row` for every row, sequentially.
    pub fn rows_in_order(
        &mut self,
        extents: &[Value],
        axis: usize,
        row: &mut dyn FnMut(&mut Self, &Row) -> Result<()>,
    ) -> Result<()> {
        let others: Vec<usize> = (0..extents.len()).filter(|d| *d != axis).collect();
        let ends: Vec<Value> = others.iter().map(|d| extents[*d]).collect();
        self.for_each(&ends, &mut Vec::new(), &mut |this, args| {
            let mut indices = vec![None; extents.len()];
            others.iter().zip(args).for_each(|(d, arg)| indices[*d] = Some(*arg));
            row(this, &indices)
        })
    }

    /// Runs code with scalar control flow, as in a compute: that of combiners and comparators.
    pub fn as_nest(&mut self, code: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let outer = std::mem::replace(&mut self.in_nest, true);
        let done = code(self);
        self.in_nest = outer;
        done
    }
}
