//! Batching of ops with regions, along the flows of their values.
//!
//! A carried value is mapped if its initial value is, or if the body computes it from mapped values. Under
//! divergence, code runs under masks (`masks`). That would be wrong for code that can trap, and would not
//! terminate for loops deep in a branch: such ops run slice by slice.

use super::Slices;
use super::masks::has_positive_step;
use rustc_hash::FxHashSet;
use tf_dialects::loops::{For, If, Parallel, While};
use tf_dialects::tensor::constraints::TENSOR_OR_SCALAR;
use tf_ir::batch::Batched;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::control::{as_branch, as_loop, early_exit};
use tf_ir::diag::Diagnostic;
use tf_ir::effects::is_pure;
use tf_ir::interfaces::{BranchPoint, RegionFlow};
use tf_ir::rewrite::Rebuild;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;

/// True for a loop that only a condition ends.
pub(super) fn ends_by_condition(body: &Body, op: Op) -> bool {
    as_loop(body, op).is_some_and(|rule| rule.inductions(body.op(op)).is_empty())
        && early_exit(body, op).is_some()
}

/// True if the code of a loop or conditional may run speculatively: it always terminates, never traps, and
/// has no side effects.
fn may_speculate(body: &Body, op: Op) -> bool {
    let inside = |op: Op| body.regions(op).flat_map(|r| body.blocks(r)).flat_map(|block| body.ops(block));
    let is_branch = as_branch(body, op).is_some();
    // In a branch, the slices that chose it decide when a loop ends.
    let may_run = |inner: Op| match is_branch && ends_by_condition(body, inner) {
        true => inside(inner).all(|op| is_pure(body, op)),
        false => is_pure(body, inner),
    };
    inside(op).all(may_run)
}

/// The position of a value that enters or leaves an op or one of its regions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Port {
    Operand(usize),
    Argument(usize, usize),
    Yielded(usize, usize),
    Result(usize),
}

/// The ports of a branch point, with their values; a region that values come `from` has the ports of its
/// terminator.
fn ports(body: &Body, op: Op, place: BranchPoint, from: bool) -> Vec<(Port, Value)> {
    let block = |region| body.op(op).entry(region).expect("the caller checked that there are blocks");
    let (first, values): (usize, Vec<Value>) = match place {
        BranchPoint::Operands(first) => (first, body.operands(op).collect()),
        BranchPoint::Results(first) => (first, body.results(op).collect()),
        BranchPoint::Region(region, first) if from => (first, end_operands(body, block(region))),
        BranchPoint::Region(region, first) => (first, body.args(block(region)).collect()),
    };
    let port = |i| match place {
        BranchPoint::Operands(_) => Port::Operand(i),
        BranchPoint::Results(_) => Port::Result(i),
        BranchPoint::Region(region, _) if from => Port::Yielded(region, i),
        BranchPoint::Region(region, _) => Port::Argument(region, i),
    };
    values.into_iter().enumerate().skip(first).map(|(i, value)| (port(i), value)).collect()
}

fn end_operands(body: &Body, block: Block) -> Vec<Value> {
    let end = body.last(block).expect("verified regions have terminators");
    body.operands(end).collect()
}

/// The values of an op with regions that differ between slices.
struct Differing {
    ports: FxHashSet<Port>,
    /// Values of the regions.
    values: FxHashSet<Value>,
    /// True if an operand differs that no flow passes on, such as the condition of a branch.
    decides: bool,
}

impl Slices<'_, '_> {
    /// Rebuilds an op with regions.
    pub(super) fn regions(&mut self, op: Op, rule: &dyn RegionFlow) -> Result<(), Diagnostic> {
        let body = &*self.b.body;
        if body.is(op, Parallel) || body.regions(op).any(|region| body.entry(region).is_none()) {
            // The iterations of a parallel loop write parts of shared tensors, which would become parts of
            // all slices. A region without a block returns no values.
            return self.one_by_one(op);
        }
        let differing = self.differing(op, rule);
        let diverges = self.diverges(op, &differing);
        if !diverges || ends_by_condition(self.b.body, op) {
            self.check_ports(op, |port| differing.ports.contains(&port))?;
        }
        if !diverges {
            return self.along(op, &differing.ports);
        }
        let body = &*self.b.body;
        let kind = body.kind(op);
        let has_masks = match kind {
            For::KIND => has_positive_step(body, op),
            While::KIND | If::KIND => true,
            _ => false,
        };
        if !has_masks || !may_speculate(body, op) {
            return self.one_by_one(op);
        }
        self.check_ports(op, |_| true)?;
        match kind {
            For::KIND => self.counted_under_masks(op),
            While::KIND => self.repeated_under_masks(op),
            _ => self.chosen_by_mask(op),
        }
    }

    /// The differing values of an op. Ports that a flow links hold values of one type, and so of one form.
    fn differing(&self, op: Op, rule: &dyn RegionFlow) -> Differing {
        let body = &*self.b.body;
        let mut links = Vec::new();
        for flow in rule.flows(body.op(op)) {
            links.extend(ports(body, op, flow.from, true).into_iter().zip(ports(body, op, flow.to, false)));
        }
        let is_passed_on = |i: usize| links.iter().any(|(from, _)| from.0 == Port::Operand(i));
        let decides =
            body.operands(op).enumerate().any(|(i, value)| self.is_mapped(value) && !is_passed_on(i));
        let (mut ports, mut values) = (FxHashSet::default(), FxHashSet::default());
        loop {
            let known = (ports.len(), values.len());
            for (from, to) in &links {
                let differs = self.is_mapped(from.1) || values.contains(&from.1);
                if differs || ports.contains(&from.0) || ports.contains(&to.0) {
                    ports.extend([from.0, to.0]);
                }
                if ports.contains(&to.0) {
                    values.insert(to.1);
                }
            }
            for block in body.regions(op).filter_map(|region| body.entry(region)) {
                self.mark(block, &mut values);
            }
            if known == (ports.len(), values.len()) {
                return Differing { ports, values, decides };
            }
        }
    }

    /// Adds the values of a block that depend on differing values. Each op propagates from any value it uses
    /// to all of its results.
    fn mark(&self, block: Block, values: &mut FxHashSet<Value>) {
        let body = &*self.b.body;
        for op in body.ops(block) {
            let mut touched = false;
            tf_ir::walk::walk(body, op, &mut |body, inner| {
                touched |= body.operands(inner).any(|value| values.contains(&value) || self.is_mapped(value));
            });
            if touched {
                values.extend(body.results(op));
            }
        }
    }

    /// True if slices may diverge. Some may leave a counted loop early. A loop in a branch that only some
    /// slices chose ends when these slices leave it.
    fn diverges(&self, op: Op, differing: &Differing) -> bool {
        let body = &*self.b.body;
        let may_leave = |goes_on: Value| match ends_by_condition(body, op) {
            true => self.mask.is_some() || differing.values.contains(&goes_on) || self.is_mapped(goes_on),
            false => true,
        };
        differing.decides || early_exit(body, op).is_some_and(may_leave)
    }

    /// Refuses values that would have to be stacked, one for each slice, and cannot be: arguments and results
    /// at ports with a property.
    fn check_ports(&self, op: Op, stacked: impl Fn(Port) -> bool) -> Result<(), Diagnostic> {
        let body = &*self.b.body;
        for region in 0..body.regions(op).len() {
            let arguments = ports(body, op, BranchPoint::Region(region, 0), false);
            let arguments = arguments.into_iter().filter(|(port, _)| stacked(*port));
            self.check_stacked(op, arguments.map(|(_, value)| value))?;
        }
        let results =
            ports(body, op, BranchPoint::Results(0), false).into_iter().filter(|(port, _)| stacked(*port));
        self.check_stacked(op, results.map(|(_, value)| value))
    }

    /// Refuses values that would have to be stacked, one for each slice, and cannot be, because tensors of
    /// their type do not exist.
    pub(super) fn check_stacked(
        &self,
        op: Op,
        mut values: impl Iterator<Item = Value>,
    ) -> Result<(), Diagnostic> {
        let ctx = self.b.body.ctx();
        let Some(value) = values.find(|value| !(TENSOR_OR_SCALAR.check)(ctx, self.ty(*value))) else {
            return Ok(());
        };
        Err(self.b.body.op(op).error(format_args!(
            "cannot be mapped: it has results of type {} for each slice, which cannot be elements of a \
             tensor; map code with scalar or tensor results, or compute this value outside of `tensor.vmap`",
            type_to_string(ctx, self.ty(value))
        )))
    }

    /// Rebuilds the op, with the leading axis at these ports.
    fn along(&mut self, op: Op, mapped: &FxHashSet<Port>) -> Result<(), Diagnostic> {
        let [operands, results]: [Vec<Value>; 2] =
            [self.b.body.operands(op).collect(), self.b.body.results(op).collect()];
        let operands = operands.into_iter().enumerate();
        let operands: Vec<Value> =
            operands.map(|(i, value)| self.started(value, mapped.contains(&Port::Operand(i)))).collect();
        let is_result = |i: usize| mapped.contains(&Port::Result(i));
        let types: Vec<Type> =
            results.iter().enumerate().map(|(i, value)| self.passed_type(*value, is_result(i))).collect();
        let new = self.same(op, &operands, &types);
        let regions = self.b.body.regions(op).len();
        for region in 0..regions {
            let block = self.b.body.op(op).entry(region).expect("the type was checked before");
            let argument = |i: usize| mapped.contains(&Port::Argument(region, i));
            let yielded = |i: usize| mapped.contains(&Port::Yielded(region, i));
            self.rebuild_region(block, new, region, argument, yielded)?;
        }
        for (i, result) in results.into_iter().enumerate() {
            let value = self.b.body.result(new, i);
            self.set(result, value, is_result(i));
        }
        Ok(())
    }

    /// Fills a region of a new op with a block. `argument` and `yielded` tell which arguments and terminator
    /// operands are mapped.
    pub(super) fn rebuild_region(
        &mut self,
        block: Block,
        new: Op,
        region: usize,
        argument: impl Fn(usize) -> bool,
        yielded: impl Fn(usize) -> bool,
    ) -> Result<(), Diagnostic> {
        let args: Vec<Value> = self.b.body.args(block).collect();
        let types: Vec<Type> =
            args.iter().enumerate().map(|(i, value)| self.passed_type(*value, argument(i))).collect();
        self.region(new, region, &types, |this, fresh| {
            for (i, (value, new)) in args.into_iter().zip(fresh).enumerate() {
                this.set(value, *new, argument(i));
            }
            let end = this.block(block)?;
            let values: Vec<Value> = this.b.body.operands(end).collect();
            let values: Vec<Value> =
                values.into_iter().enumerate().map(|(i, value)| this.passed(value, yielded(i))).collect();
            this.same(end, &values, &[]);
            Ok(())
        })
    }

    fn set(&mut self, old: Value, new: Value, mapped: bool) {
        self.forms.set(old, if mapped { Batched::Mapped(new) } else { Batched::Shared(new) });
    }
}
