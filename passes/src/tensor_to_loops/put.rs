//! Lowering of writes into accumulating results: their initial memory and the update of elements.

use super::access::Axis;
use super::{Lowered, Lowering, Result, in_place};
use tf_dialects::arith::{CmpI, FastMath};
use tf_dialects::loops::If;
use tf_dialects::tensor::{Combine, Compute, Policy, Put};
use tf_ir::body::{Block, Op, Value};

/// A put with its old values resolved.
struct Write {
    op: Op,
    combine: Combine,
    values: Vec<Value>,
    /// Old accumulators, and their memory.
    targets: Vec<Value>,
    buffers: Vec<Value>,
    combiner: Option<Block>,
}

impl Lowering<'_> {
    /// The memory of an accumulating result, which holds what it starts from: where the result has to go, or that of
    /// the start itself if nothing else needs it.
    pub(super) fn accumulator(&mut self, op: Op, init: Value, result: Value) -> Result<Value> {
        if !self.destinations.contains_key(&result)
            && self.is_own(op, init)
            && self.allowed.allows("put-in-place")
        {
            return Ok(self.buffer(init));
        }
        let target = self.destination(result);
        if !matches!(self.lowered(init), Lowered::Buffer(buffer) if buffer == target) {
            self.write(init, target)?;
        }
        Ok(target)
    }

    /// What results of a block go on from, accumulating ones and those of loops, may be computed where the results have to go:
    /// in memory that nothing needs but the tensors `over`, which live there.
    pub(super) fn forward_destination(&mut self, block: Block, value: Value, over: &[Value]) {
        let mut value = value;
        while let Some(buffer) = self.destinations.get(&value).copied() {
            let Some(init) = self.own_start(block, value) else { return };
            if over.iter().any(|old| !in_place::may_overwrite(self.body(), block, *old, init)) {
                return;
            }
            self.destinations.insert(init, buffer);
            value = init;
        }
    }

    /// What a result goes on from, if the same block computes it and nothing else needs it then.
    fn own_start(&self, block: Block, result: Value) -> Option<Value> {
        let body = self.body();
        let (def, init) = in_place::start_of(body, result)?;
        // A loop that does not stay in its start's memory would copy from there to there.
        let goes_on = body.is(def, Compute) || !self.allowed.leaves_out("in-place");
        if !goes_on || body.block_of(def) != Some(block) {
            return None;
        }
        let produced = self.direct(block, &[init])[0];
        let own = produced && in_place::dies_at(body, def, init);
        (own && !self.destinations.contains_key(&init)).then_some(init)
    }

    /// `tensor.put`
    pub(super) fn put(&mut self, op: Op) -> Result<()> {
        let put = self.body().view(op, Put);
        let accumulation = put.accumulation().expect("verified puts have accumulators");
        let (policy, combiner) = (put.out_of_bounds(), put.combiner());
        let (values, targets) = (put.put_values(), put.targets().to_vec());
        let map = put.affine_map().expect("verified puts have a map").clone();
        let (dims, terms) = (put.indices(), put.symbols().to_vec());
        let (values, dims) = (self.scalars(op, &values)?, self.scalars(op, &dims)?);
        let buffers = targets.iter().map(|target| self.buffer(*target)).collect();
        let write = Write { op, combine: accumulation.combine, values, targets, buffers, combiner };
        let symbols: Vec<Value> = terms.iter().map(|e| self.code.extent(e)).collect();
        let at: Vec<Value> = map.results().iter().map(|e| self.code.affine(e, &dims, &symbols)).collect();
        match policy {
            Policy::Clamp | Policy::Wrap => self.change_redirected(&write, &at, policy),
            Policy::Assumed | Policy::Fill => self.change(&write, &at),
            Policy::Drop => self.change_inside(&write, &at, |_| {}),
            Policy::Trap => {
                let (target, subscripts) = (write.targets[0], at.clone());
                self.change_inside(&write, &at, |this| this.outside(op, (target, true), &subscripts))
            }
        }
    }

    /// The change if the subscripts are inside, else something else.
    fn change_inside(&mut self, write: &Write, at: &[Value], other: impl FnOnce(&mut Self)) -> Result<()> {
        let mut condition = None;
        for axis in self.axes(write.op, write.targets[0], at) {
            if let Some(inside) = self.is_inside(&axis) {
                condition = Some(self.code.both(condition, inside));
            }
        }
        self.when(condition, |this| this.change(write, at), other)
    }

    /// Code under a condition, of which none stands for true, and code for where it does not hold.
    fn when(
        &mut self,
        condition: Option<Value>,
        then: impl FnOnce(&mut Self) -> Result<()>,
        other: impl FnOnce(&mut Self),
    ) -> Result<()> {
        let Some(condition) = condition else { return then(self) };
        match self.code.known(condition) {
            Some(0) => {
                other(self);
                return Ok(());
            }
            Some(_) => return then(self),
            None => {}
        }
        let new = If::build(&mut self.code.b, condition, &[]);
        self.region(new, 0, &[], |this, _| {
            then(this)?;
            this.code.end(&[]);
            Ok(())
        })?;
        self.region(new, 1, &[], |this, _| {
            other(this);
            this.code.end(&[]);
            Ok(())
        })
    }

    /// The change at subscripts that are moved inside; none where an axis has no element.
    fn change_redirected(&mut self, write: &Write, at: &[Value], policy: Policy) -> Result<()> {
        let axes = self.axes(write.op, write.targets[0], at);
        let exists = self.has_elements(write.op, &axes);
        self.when(
            exists,
            |this| {
                let inside: Vec<Value> = axes.iter().map(|axis| this.redirect(axis, policy)).collect();
                this.change(write, &inside)
            },
            |_| {},
        )
    }

    /// Whether every axis has an element; `None` if that is proved.
    pub(super) fn has_elements(&mut self, op: Op, axes: &[Axis]) -> Option<Value> {
        let occupied: Vec<bool> = self.reads.get(&op).map(|p| p.occupied.clone()).unwrap_or_default();
        let zero = self.code.index(0);
        let mut exists = None;
        for (d, axis) in axes.iter().enumerate() {
            if !occupied.get(d).copied().unwrap_or(false) {
                let one = self.code.cmpi(CmpI::Sgt, axis.extent, zero);
                exists = Some(self.code.both(exists, one));
            }
        }
        exists
    }

    /// The elements at subscripts that are inside change.
    fn change(&mut self, write: &Write, at: &[Value]) -> Result<()> {
        let new = match write.combine {
            Combine::Set => write.values.clone(),
            Combine::Kind(kind) => {
                let old = self.load(write.buffers[0], at);
                vec![self.combine(kind, old, write.values[0], FastMath::NONE)]
            }
            Combine::Region => self.combined(write, at)?,
        };
        for (value, buffer) in new.into_iter().zip(&write.buffers) {
            self.store(value, *buffer, at);
        }
        Ok(())
    }

    /// What the region of a put makes of the elements and the values.
    fn combined(&mut self, write: &Write, at: &[Value]) -> Result<Vec<Value>> {
        let block = write.combiner.expect("verified puts into such accumulators have a region");
        let mut numbers: Vec<Value> = write.buffers.iter().map(|buffer| self.load(*buffer, at)).collect();
        numbers.extend(&write.values);
        let args: Vec<Value> = self.body().args(block).collect();
        for (arg, number) in args.into_iter().zip(numbers) {
            self.set(arg, Lowered::Scalar(number));
        }
        let end = self.block(block)?;
        let yielded = self.operands(end);
        self.scalars(end, &yielded)
    }
}
