//! Loops over the iteration domain of a compute.

use super::super::client::{Client, Result};
use super::lowering::Lowering;
use super::plan::{Inner, PointIndices};
use tf_dialects::loops::{For, Parallel};
use tf_dialects::tensor::accumulate::accumulations_attr;
use tf_dialects::tensor::compute::accumulator_type;
use tf_dialects::tensor::schedule::{Loop, Place, Plan};
use tf_dialects::tensor::{Accumulation, Compute, Empty, Yield};
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_passes_common::code::marks::{
    ATOMIC, GRAIN, MAP, PREFETCH, PREFETCH_AXIS, STREAM, THREADS, UNROLL, VECTOR_AXIS, VECTOR_TAIL,
    VECTOR_WIDTH,
};

impl Lowering<'_> {
    /// Lowers `tensor.compute` to one that runs its region once: the loops of the schedule put the elements
    /// into results that begin empty.
    pub fn compute(&mut self, op: Op) -> Result<()> {
        let view = self.source().view(op, Compute);
        let (terms, block) = (view.extents().to_vec(), view.block().expect("verified computes have a block"));
        let (plain, accumulators) = (view.plain_count(), view.accumulators());
        let mut how = vec![Accumulation::SET.unique(true); plain];
        how.extend(view.accumulations());
        let types: Vec<Type> = self.results(op).into_iter().map(|v| self.ty(v)).collect();
        let mut inits: Vec<Value> =
            types[..plain].iter().map(|ty| Empty::build(&mut self.code.b, *ty)).collect();
        inits.extend(self.inputs(op));
        let ctx = self.ctx();
        let attrs = [("box", ctx.extents_attr(&[])), ("accumulate", accumulations_attr(&ctx, &how))];
        let new = self.code.b.op(Compute, &inits, &types, &attrs);
        let memory: Vec<Type> = types.iter().map(|ty| accumulator_type(&ctx, *ty)).collect();
        self.region(new, 0, &memory, |this, targets| {
            for (old, target) in accumulators.into_iter().zip(&targets[plain..]) {
                this.define(old, *target);
            }
            let (extents, plan) = (this.code.extents(&terms), this.nest.plan.clone());
            let mut indices = vec![Vec::new(); extents.len()];
            let inner = Inner { plan: &plan, level: 0, extents: &extents, block, targets };
            this.parallel(&inner, &mut indices)?;
            Yield::build(&mut this.code.b, &[]);
            Ok(())
        })?;
        let results = self.results(new);
        self.code.b.replace(op, &results);
        Ok(())
    }

    /// Builds the parallel loop, if any, and the loops inside.
    fn parallel(&mut self, nest: &Inner<'_>, indices: &mut PointIndices) -> Result<()> {
        let (plan, count) = (nest.plan, nest.plan.parallel);
        if count == 0 {
            return self.axis(nest, indices);
        }
        let axes = &plan.order[..count];
        let (zero, one) = (self.code.index(0), self.code.index(1));
        let mut operands = vec![zero; count];
        for axis in axes {
            operands.push(match plan.jam.filter(|(jammed, _)| jammed == axis) {
                Some((_, points)) => self.groups(nest.extents[*axis], points),
                None => nest.extents[*axis],
            });
        }
        operands.extend(vec![one; count]);
        let ctx = self.ctx();
        let mut attrs = Vec::new();
        if let Some(grain) = plan.grain {
            attrs.push((GRAIN, ctx.i64_attr(grain)));
        }
        if let Some(threads) = plan.grid {
            attrs.extend([(MAP, ctx.string_attr(Place::Grid.word())), (THREADS, ctx.i64_attr(threads))]);
            attrs.extend(self.nest.atomic.then(|| (ATOMIC, ctx.unit_attr())));
        }
        if let Some((at, width)) =
            axes.iter().enumerate().find_map(|(at, axis)| Some((at, plan.lanes_of(Loop::Axis(*axis))?)))
        {
            attrs.extend([(VECTOR_WIDTH, ctx.i64_attr(width)), (VECTOR_AXIS, ctx.i64_attr(at as i64))]);
            let tail = plan.tail_of(Loop::Axis(axes[at]));
            attrs.extend(tail.map(|tail| (VECTOR_TAIL, ctx.string_attr(tail.word()))));
            attrs.extend(plan.stream.then(|| (STREAM, ctx.unit_attr())));
        }
        if let Some((at, ahead)) =
            axes.iter().enumerate().find_map(|(at, axis)| Some((at, plan.ahead_of(Loop::Axis(*axis))?)))
        {
            attrs.extend([(PREFETCH, ctx.i64_attr(ahead)), (PREFETCH_AXIS, ctx.i64_attr(at as i64))]);
        }
        let new = self.code.b.op(Parallel, &operands, &[], &attrs);
        self.region(new, 0, &vec![ctx.index(); count], |this, args| {
            for (axis, arg) in axes.iter().zip(args) {
                indices[*axis] = vec![*arg];
            }
            let inner = Inner { level: count, ..*nest };
            match plan.jam.and_then(|jam| Some((jam, axes.iter().position(|axis| *axis == jam.0)?))) {
                Some((jam, at)) => this.group(&inner, jam, args[at], indices)?,
                None => this.axis(&inner, indices)?,
            }
            this.code.end(&[]);
            Ok(())
        })
    }

    /// Builds the loop of an axis, and the loops inside.
    pub fn axis(&mut self, nest: &Inner<'_>, indices: &mut PointIndices) -> Result<()> {
        let Some(axis) = nest.plan.order.get(nest.level).copied() else {
            return self.points(indices, nest.block, nest.targets);
        };
        let attrs = self.loop_attrs(nest.plan, Loop::Axis(axis));
        let jammed = nest.plan.jam.filter(|(jammed, _)| *jammed == axis);
        let end = match jammed {
            Some((_, count)) => self.groups(nest.extents[axis], count),
            None => nest.extents[axis],
        };
        let (zero, one, index) = (self.code.index(0), self.code.index(1), self.ctx().index());
        let new = self.code.b.op(For, &[zero, end, one], &[], &attrs);
        let inner = nest.deeper();
        self.region(new, 0, &[index], |this, args| {
            indices[axis] = vec![args[0]];
            match jammed {
                Some(jam) => this.group(&inner, jam, args[0], indices)?,
                None => this.axis(&inner, indices)?,
            }
            this.code.end(&[]);
            Ok(())
        })
    }

    /// The attributes of a sequential loop under a plan.
    pub fn loop_attrs(&self, plan: &Plan, target: Loop) -> Vec<(&'static str, Attribute)> {
        let ctx = self.ctx();
        let mut attrs = Vec::new();
        if let Some(width) = plan.lanes_of(target) {
            attrs.push((VECTOR_WIDTH, ctx.i64_attr(width)));
            attrs.extend(plan.tail_of(target).map(|tail| (VECTOR_TAIL, ctx.string_attr(tail.word()))));
            let streams = plan.stream && matches!(target, Loop::Axis(_));
            attrs.extend(streams.then(|| (STREAM, ctx.unit_attr())));
        }
        if let Some(team) = plan.team_of(target) {
            attrs.push((MAP, ctx.string_attr(team.place.word())));
            attrs.push((THREADS, ctx.i64_attr(team.threads)));
        }
        attrs.extend(plan.ahead_of(target).map(|ahead| (PREFETCH, ctx.i64_attr(ahead))));
        if plan.unroll_of(target) > 1 {
            attrs.push((UNROLL, ctx.i64_attr(plan.unroll_of(target))));
        }
        attrs
    }
}
