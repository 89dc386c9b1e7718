//! Lowering of scans and sorts: loops over memory along one axis, parallel over the others.

use super::super::client::{Client, Result};
use super::super::marks::{GRAIN, VECTOR_AXIS, VECTOR_WIDTH};
use super::lowering::Lowering;
use tf_dialects::arith::{CmpI, FastMath, FlagSet};
use tf_dialects::loops::{For, Parallel};
use tf_dialects::target::Target;
use tf_dialects::tensor::scan::Scan;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

/// Elements worth handing to a thread.
const WORTH_A_THREAD: i64 = 1 << 14;
/// Registers of neighbouring rows that a scan combines at once.
const REGISTERS: i64 = 2;
/// The extent of an axis of which nothing is known.
const LIKELY_EXTENT: i64 = 512;

impl Lowering<'_> {
    /// Runs `row` for every index tuple of the axes but one, in any order, `lanes` neighbours at once if that says so; the
    /// index of that axis is left open.
    pub fn rows(
        &mut self,
        extents: &[Value],
        axis: usize,
        lanes: Option<i64>,
        row: &mut dyn FnMut(&mut Self, &[Option<Value>]) -> Result<()>,
    ) -> Result<()> {
        // Control flow of combiners and comparators is over numbers, as in a compute.
        let outer = std::mem::replace(&mut self.in_nest, true);
        let done = self.each_row(extents, axis, lanes, row);
        self.in_nest = outer;
        done
    }

    fn each_row(
        &mut self,
        extents: &[Value],
        axis: usize,
        lanes: Option<i64>,
        row: &mut dyn FnMut(&mut Self, &[Option<Value>]) -> Result<()>,
    ) -> Result<()> {
        let others: Vec<usize> = (0..extents.len()).filter(|d| *d != axis).collect();
        let mut indices = vec![None; extents.len()];
        if others.is_empty() {
            return row(self, &indices);
        }
        let (zero, one, count) = (self.code.index(0), self.code.index(1), others.len());
        let mut operands = vec![zero; count];
        operands.extend(others.iter().map(|d| extents[*d]));
        operands.extend(vec![one; count]);
        let ctx = self.ctx();
        let length = self.code.known(extents[axis]).unwrap_or(LIKELY_EXTENT).max(1);
        let mut attrs = vec![(GRAIN, ctx.i64_attr((WORTH_A_THREAD / length).max(1)))];
        if let Some(lanes) = lanes {
            attrs.push((VECTOR_WIDTH, ctx.i64_attr(lanes)));
            attrs.push((VECTOR_AXIS, ctx.i64_attr(count as i64 - 1)));
        }
        let new = self.code.b.op(Parallel, &operands, &[], &attrs);
        self.region(new, 0, &vec![ctx.index(); count], |this, args| {
            for (d, arg) in others.iter().zip(args) {
                indices[*d] = Some(*arg);
            }
            row(this, &indices)?;
            this.code.end(&[]);
            Ok(())
        })
    }

    /// How many neighbours of the last axis a scan along another one combines at once.
    fn scan_lanes(&self, extents: &[Value], axis: usize, elems: &[Type]) -> Option<i64> {
        let last = *extents.last()?;
        let widest = elems.iter().filter_map(|ty| self.ctx().scalar_width(*ty)).max()?;
        let lanes = REGISTERS * Target::of(self.source()).lanes(widest);
        let fits = self.code.known(last).is_none_or(|n| n >= lanes);
        (axis + 1 < extents.len() && lanes > 1 && fits).then_some(lanes)
    }

    /// `tensor.scan`
    pub fn scan(&mut self, op: Op) -> Result<()> {
        let view = self.source().view(op, Scan);
        let (inputs, inits, axis) = (view.inputs(), view.inits(), view.axis());
        let (reverse, exclusive) = (view.is_reverse(), view.is_exclusive());
        let (combiner, kinds, flags) = (view.combiner(), view.combining_kinds(), FastMath::of(view.op()));
        let sources: Vec<Value> = inputs.iter().map(|v| self.buffer(*v)).collect();
        let results = self.results(op);
        let targets: Vec<Value> = results.iter().map(|v| self.destination(*v)).collect();
        let elems: Vec<Type> = targets.iter().map(|v| self.ctx().elem_type(self.ty(*v))).collect();
        let starts: Vec<Value> = match inits.is_empty() {
            true => kinds.iter().zip(&elems).map(|(kind, ty)| self.code.identity(*kind, *ty)).collect(),
            false => self.scalars(op, &inits)?,
        };
        let extents = self.extents_of(targets[0]);
        let extents = self.code.extents(&extents);
        let lanes = self.scan_lanes(&extents, axis, &elems);
        self.rows(&extents, axis, lanes, &mut |this, indices| {
            let (zero, one) = (this.code.index(0), this.code.index(1));
            let mut operands = vec![zero, extents[axis], one];
            operands.extend(&starts);
            let new = this.code.b.op(For, &operands, &elems, &[]);
            let types: Vec<Type> = std::iter::once(this.ctx().index()).chain(elems.iter().copied()).collect();
            this.region(new, 0, &types, |this, args| {
                let (mut at, before) = (args[0], &args[1..]);
                if reverse {
                    let last = this.code.sub(extents[axis], one);
                    at = this.code.sub(last, at);
                }
                let place: Vec<Value> = indices.iter().map(|i| i.unwrap_or(at)).collect();
                let values: Vec<Value> = sources.iter().map(|s| this.load(*s, &place)).collect();
                let after = match combiner {
                    Some(block) => this.scalar_block(block, &[before, &values].concat())?,
                    None => {
                        let one = |i: usize| this.code.combine(kinds[i], before[i], values[i], flags);
                        (0..kinds.len()).map(one).collect()
                    }
                };
                let kept: &[Value] = if exclusive { before } else { &after };
                for (value, target) in kept.iter().zip(&targets) {
                    this.store(*value, *target, &place);
                }
                this.code.end(&after);
                Ok(())
            })
        })?;
        self.bind(&results, &targets);
        Ok(())
    }
}

/// What the merges of one sort share.
pub struct Merge<'s> {
    /// The op.
    pub op: Op,
    /// Indices of the row; the axis that is sorted is open.
    pub indices: &'s [Option<Value>],
    /// Extent of the axis.
    pub length: Value,
}

impl Merge<'_> {
    /// The subscripts of an element of the row.
    pub fn place(&self, at: Value) -> Vec<Value> {
        self.indices.iter().map(|i| i.unwrap_or(at)).collect()
    }
}

impl Lowering<'_> {
    /// A comparison of indices.
    pub fn less(&mut self, a: Value, b: Value) -> Value {
        self.code.cmpi(CmpI::Slt, a, b)
    }
}
