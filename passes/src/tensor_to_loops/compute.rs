//! Lowering of computes and folds to loop nests.

use super::{GRAIN, Lowered, Lowering, Result, UNROLL, VECTOR_AXIS, VECTOR_WIDTH};
use crate::schedule::{Loop, Plan, Schedule, holds_put, independent_axes, shares_bounds};
use rustc_hash::FxHashMap;
use tf_dialects::loops::{For, Parallel};
use tf_dialects::tensor::{Compute, Fold};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::walk::walk;

/// The plan of the compute that is being lowered.
#[derive(Clone)]
pub(super) struct Nest {
    pub(super) plan: Plan,
    /// The folds of its region by their numbers.
    pub(super) folds: FxHashMap<Op, usize>,
}

/// The induction variables of each axis of a box, one per unroll-and-jam copy; none before the axis's loop.
pub(super) type PointIndices = [Vec<Value>];

/// The loops of a compute from a level on.
#[derive(Clone, Copy)]
pub(super) struct Inner<'a> {
    pub plan: &'a Plan,
    /// The place in the plan's order of the next loop.
    pub level: usize,
    pub extents: &'a [Value],
    pub block: Block,
    pub targets: &'a [Value],
}

impl Inner<'_> {
    fn deeper(&self) -> Self {
        Inner { level: self.level + 1, ..*self }
    }
}

impl Nest {
    /// Loops in order, without folds.
    pub(super) fn sequential(rank: usize) -> Nest {
        Nest { plan: Plan::sequential(rank), folds: FxHashMap::default() }
    }
}

/// The folds in the region of a compute, in the order they are written.
pub(crate) fn folds_of(body: &Body, compute: Op) -> Vec<Op> {
    let mut found = Vec::new();
    walk(body, compute, &mut |body, op| {
        if body.is(op, Fold) {
            found.push(op);
        }
    });
    found
}

impl Lowering<'_> {
    /// `tensor.compute`
    pub(super) fn compute(&mut self, op: Op) -> Result<()> {
        let nest = self.nest_of(op)?;
        let view = self.body().view(op, Compute);
        let (terms, block) = (view.extents().to_vec(), view.block().expect("verified computes have a block"));
        let (plain, accumulators) = (view.plain_count(), view.accumulators());
        let results = self.results(op);
        let inits = self.operands(op);
        let mut targets: Vec<Value> = results[..plain].iter().map(|r| self.destination(*r)).collect();
        for (i, (init, accumulator)) in inits.into_iter().zip(accumulators).enumerate() {
            let memory = self.accumulator(op, init, results[plain + i])?;
            self.set(accumulator, Lowered::Buffer(memory));
            targets.push(memory);
        }
        let extents: Vec<Value> = terms.iter().map(|e| self.code.extent(e)).collect();
        let outer = self.plan.replace(nest.clone());
        let mut indices = vec![Vec::new(); extents.len()];
        let inner = Inner { plan: &nest.plan, level: 0, extents: &extents, block, targets: &targets };
        self.parallel(&inner, &mut indices)?;
        self.plan = outer;
        for (result, target) in results.into_iter().zip(targets) {
            self.set(result, Lowered::Buffer(target));
        }
        self.counts.computes += 1;
        Ok(())
    }

    fn nest_of(&self, op: Op) -> Result<Nest> {
        let rank = self.body().cast(op, Compute).map_or(0, |view| view.extents().len());
        let folds = folds_of(self.body(), op);
        let schedule = Schedule::of(self.body().op(op)).map_err(|e| self.error(op, e))?;
        let plan = match schedule {
            Some(schedule) => {
                schedule.plan(rank, folds.len()).map_err(|e| self.error(op, format_args!("schedule {e}")))?
            }
            None => Plan::sequential(rank),
        };
        self.check_order(op, &plan, &folds)?;
        Ok(Nest { plan, folds: folds.into_iter().enumerate().map(|(i, op)| (op, i)).collect() })
    }

    /// Checks that points which put into one element stay in order.
    fn check_order(&self, op: Op, plan: &Plan, folds: &[Op]) -> Result<()> {
        let free = independent_axes(self.body(), op);
        let refused = |axis: usize, how: &str| {
            self.error(op, format_args!("schedule {how} i{axis}, but its points may put into one element"))
        };
        if let Some(axis) = plan.order[..plan.parallel].iter().find(|axis| !free[**axis]) {
            return Err(refused(*axis, "runs in parallel"));
        }
        for (target, _) in &plan.vectors {
            match *target {
                Loop::Axis(axis) if !free[axis] => return Err(refused(axis, "vectorizes")),
                Loop::Fold(fold) => self.check_lanes(op, plan, folds, fold)?,
                Loop::Axis(_) => {}
            }
        }
        if let Some((axis, _)) = plan.jam {
            if !free[axis] {
                return Err(refused(axis, "jams"));
            }
            if !shares_bounds(self.body(), op, axis) {
                return Err(
                    self.error(op, format_args!("schedule jams i{axis}, but bounds of folds depend on it"))
                );
            }
        }
        let ordered: Vec<usize> = plan.order.iter().copied().filter(|axis| !free[*axis]).collect();
        match ordered.windows(2).find(|pair| pair[0] > pair[1]) {
            Some(pair) => Err(refused(pair[0], "moves outwards")),
            None => Ok(()),
        }
    }

    /// Checks that the iterations of a fold may become lanes.
    fn check_lanes(&self, op: Op, plan: &Plan, folds: &[Op], fold: usize) -> Result<()> {
        if holds_put(self.body(), folds[fold]) {
            let found = format_args!("schedule vectorizes k{fold}, which holds a tensor.put");
            return Err(self.error(op, found));
        }
        let held = (0..folds.len()).filter(|other| *other != fold).find(|other| {
            plan.lanes_of(Loop::Fold(*other)).is_some() && self.body().encloses(folds[fold], folds[*other])
        });
        match held {
            Some(held) => {
                Err(self.error(op, format_args!("schedule vectorizes k{fold} and k{held}, which is inside")))
            }
            None => Ok(()),
        }
    }

    /// The parallel loop, if there is one, and the loops inside.
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
        if let Some((at, width)) =
            axes.iter().enumerate().find_map(|(at, axis)| Some((at, plan.lanes_of(Loop::Axis(*axis))?)))
        {
            attrs.extend([(VECTOR_WIDTH, ctx.i64_attr(width)), (VECTOR_AXIS, ctx.i64_attr(at as i64))]);
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

    /// The loop of an axis, and the loops inside.
    pub(super) fn axis(&mut self, nest: &Inner<'_>, indices: &mut PointIndices) -> Result<()> {
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

    /// What a plan says of a sequential loop, as attributes.
    pub(super) fn loop_attrs(&self, plan: &Plan, target: Loop) -> Vec<(&'static str, Attribute)> {
        let ctx = self.ctx();
        let mut attrs = Vec::new();
        if let Some(width) = plan.lanes_of(target) {
            attrs.push((VECTOR_WIDTH, ctx.i64_attr(width)));
        }
        if plan.unroll_of(target) > 1 {
            attrs.push((UNROLL, ctx.i64_attr(plan.unroll_of(target))));
        }
        attrs
    }

    /// Notes what the indices of the region are at a point.
    pub(super) fn enter_point(&mut self, indices: &[Value], block: Block) {
        let args: Vec<Value> = self.body().args(block).collect();
        for (arg, index) in args.into_iter().zip(indices) {
            self.set(arg, Lowered::Scalar(*index));
        }
    }

    /// Stores what the region yields at a point.
    pub(super) fn store_point(&mut self, indices: &[Value], end: Op, targets: &[Value]) -> Result<()> {
        for (value, target) in self.operands(end).into_iter().zip(targets) {
            match self.lowered(value) {
                Lowered::Scalar(value) => self.store(value, *target, indices),
                _ => {
                    let elements = self.flat(end, value)?;
                    self.store_elements(&elements.into(), *target, indices);
                }
            }
        }
        Ok(())
    }

    /// Lowers a block of scalar code whose arguments are these numbers; what its terminator takes.
    pub(super) fn scalar_block(&mut self, block: Block, args: &[Value]) -> Result<Vec<Value>> {
        let own: Vec<Value> = self.body().args(block).collect();
        for (arg, value) in own.into_iter().zip(args) {
            self.set(arg, Lowered::Scalar(*value));
        }
        let end = self.block(block)?;
        let yielded = self.operands(end);
        self.scalars(end, &yielded)
    }
}
