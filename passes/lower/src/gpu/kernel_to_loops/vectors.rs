//! Vector loads and stores of a thread, with bounds checks: contiguous ones, others lane by lane.

use super::block::{Fission, Result, vector_lanes};
use super::memory::Guard;
use tf_dialects::arith;
use tf_dialects::loops::{If, Yield};
use tf_dialects::mem;
use tf_dialects::vector::{self, Lanes};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

/// The elements that the lanes of an access touch.
struct Scattered {
    memory: Value,
    subscripts: Vec<Value>,
    /// The subscript to which the index of a lane is added.
    axis: Option<usize>,
    mask: Option<Value>,
}

impl Fission<'_, '_> {
    pub(super) fn vector_load(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(vector::Load);
        let (array, lanes, axis, result) =
            (view.memref(), view.lanes(), view.lane_axis(), view.op().result(0));
        if lanes.mask.is_some() {
            return self.load_lanes(op, array, &lanes, Some(axis));
        }
        let (memory, subscripts) = self.place(op, array, &lanes.subscripts, self.geometry.rank)?;
        let axis = axis + subscripts.len() - lanes.subscripts.len();
        let ty = self.source.ty(result);
        let operands = [&[memory], &subscripts[..]].concat();
        let attrs = [("axis", self.ctx().i64_attr(axis as i64))];
        let guard = self.vector_guard(op, memory, &subscripts, (axis, ty));
        let value = self.guarded_by(guard, ty, |b| b.value(vector::Load, &operands, ty, &attrs));
        self.define(result, value);
        Ok(())
    }

    pub(super) fn vector_store(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(vector::Store);
        let (array, lanes, axis, value) = (view.memref(), view.lanes(), view.lane_axis(), view.value());
        if lanes.mask.is_some() {
            return self.store_lanes(op, (value, array), &lanes, Some(axis));
        }
        let ty = self.source.ty(value);
        let value = self.operand(op, value)?;
        let (memory, subscripts) = self.place(op, array, &lanes.subscripts, self.geometry.rank)?;
        let axis = axis + subscripts.len() - lanes.subscripts.len();
        let operands = [&[value, memory], &subscripts[..]].concat();
        let attrs = [("axis", self.ctx().i64_attr(axis as i64))];
        let guard = self.vector_guard(op, memory, &subscripts, (axis, ty));
        self.guarded_effect_by(guard, |b| {
            b.op(vector::Store, &operands, &[], &attrs);
        });
        Ok(())
    }

    pub(super) fn gather(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(vector::Gather);
        let (array, lanes) = (view.memref(), view.lanes());
        self.load_lanes(op, array, &lanes, None)
    }

    pub(super) fn scatter(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op).view(vector::Scatter);
        let (value, array, lanes) = (view.value(), view.memref(), view.lanes());
        self.store_lanes(op, (value, array), &lanes, None)
    }

    /// The bounds check of all lanes along an axis: it checks the first and the last one.
    fn vector_guard(
        &mut self,
        op: Op,
        memory: Value,
        subscripts: &[Value],
        (axis, ty): (usize, Type),
    ) -> Option<Guard> {
        let first = self.guard(op, memory, subscripts)?;
        let further = self.index(vector_lanes(self.source.ctx(), ty).unwrap_or(1) - 1);
        let mut last = subscripts.to_vec();
        last[axis] = arith::addi(&mut self.b, last[axis], further);
        let last = self.guard(op, memory, &last)?;
        Some(first.and(&mut self.b, last))
    }

    fn scattered(&mut self, op: Op, array: Value, lanes: &Lanes, axis: Option<usize>) -> Result<Scattered> {
        let (memory, subscripts) = self.place(op, array, &lanes.subscripts, self.geometry.rank)?;
        let axis = axis.map(|axis| axis + subscripts.len() - lanes.subscripts.len());
        let mask = lanes.mask.map(|mask| self.operand(op, mask)).transpose()?;
        Ok(Scattered { memory, subscripts, axis, mask })
    }

    /// The subscripts of a lane.
    fn lane_subscripts(&mut self, of: &Scattered, lane: Value) -> Vec<Value> {
        let mut all = Vec::new();
        for (at, subscript) in of.subscripts.iter().enumerate() {
            let ty = self.b.body.ty(*subscript);
            let mut one = match vector_lanes(self.source.ctx(), ty) {
                Some(_) => self.lane_of(*subscript, lane),
                None => *subscript,
            };
            if of.axis == Some(at) {
                one = arith::addi(&mut self.b, one, lane);
            }
            all.push(one);
        }
        all
    }

    fn lane_of(&mut self, vector: Value, lane: Value) -> Value {
        let elem = self.source.ctx().elem_type(self.b.body.ty(vector));
        self.b.value(vector::Extract, &[vector, lane], elem, &[])
    }

    /// Reads lane by lane; masked-off lanes get the pass-through value.
    fn load_lanes(&mut self, op: Op, array: Value, lanes: &Lanes, axis: Option<usize>) -> Result<()> {
        let result = self.source.result(op, 0);
        let ty = self.source.ty(result);
        let of = self.scattered(op, array, lanes, axis)?;
        let mut all = match lanes.other {
            Some(other) => self.operand(op, other)?,
            None => super::memory::zero(&mut self.b, ty),
        };
        let elem = self.source.ctx().elem_type(ty);
        for lane in 0..vector_lanes(self.source.ctx(), ty).unwrap_or(1) {
            let lane = self.index(lane);
            let at = self.lane_subscripts(&of, lane);
            let load = |b: &mut Builder<'_>| mem::Load::build(b, of.memory, &at);
            let one = match of.mask {
                None => self.guarded(op, of.memory, &at, load),
                Some(mask) => {
                    let on = self.lane_of(mask, lane);
                    let made = self.b.op(If, &[on], &[elem], &[]);
                    self.region(made, 0, &[], |this, _| {
                        let one = this.guarded(op, of.memory, &at, load);
                        this.b.op(Yield, &[one], &[], &[]);
                        Ok(())
                    })?;
                    self.region(made, 1, &[], |this, _| {
                        let other = this.lane_of(all, lane);
                        this.b.op(Yield, &[other], &[], &[]);
                        Ok(())
                    })?;
                    self.b.body.result(made, 0)
                }
            };
            all = self.b.value(vector::Insert, &[one, all, lane], ty, &[]);
        }
        self.define(result, all);
        Ok(())
    }

    /// Writes lane by lane.
    fn store_lanes(
        &mut self,
        op: Op,
        (value, array): (Value, Value),
        lanes: &Lanes,
        axis: Option<usize>,
    ) -> Result<()> {
        let count = vector_lanes(self.source.ctx(), self.source.ty(value)).unwrap_or(1);
        let value = self.operand(op, value)?;
        let of = self.scattered(op, array, lanes, axis)?;
        for lane in 0..count {
            let lane = self.index(lane);
            let at = self.lane_subscripts(&of, lane);
            let one = self.lane_of(value, lane);
            let store = |this: &mut Self| {
                this.guarded_effect(op, of.memory, &at, |b| {
                    mem::Store::build(b, one, of.memory, &at);
                });
                Ok(())
            };
            match of.mask {
                None => store(self)?,
                Some(mask) => {
                    let on = self.lane_of(mask, lane);
                    self.when(on, store)?;
                }
            }
        }
        Ok(())
    }
}
