//! Counts the code that a pass writes in place of each op, by running the pass on functions of one op.

use super::measure::sweep_all;
use std::collections::{HashMap, HashSet};
use tf_dialects::func::{build_return, function};
use tf_dialects::scalar::element_type;
use tf_dialects::shared::work::{Operation, Tally, scalar_operation};
use tf_dialects::{kernel, vector};
use tf_interp::Account;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin::{Module, module, symbol_name};
use tf_ir::context::Context;
use tf_ir::control::LoopLike;
use tf_ir::interfaces::CallLike;
use tf_ir::location::Location;
use tf_ir::opref::OpRef;
use tf_ir::pass::{PassManager, PassPoint, PassStep, Pipeline, PipelineStep, Verification};
use tf_ir::types::{Type, TypeData};
use tf_ir::walk::walk;

/// The work of an operation, and of the code in its place, on one lane.
#[derive(Clone, Copy, Debug)]
struct Expansion {
    own: Tally,
    code: Tally,
}

/// The expansions of the operations of a program.
#[derive(Default, Debug)]
pub struct Expansions(HashMap<Operation, Expansion>);

impl Expansions {
    /// The expansions of the ops that a pass is about to run on; none unless the pass expands ops one by one.
    pub(super) fn of(at: &PassPoint<'_>) -> Expansions {
        let Some(iterations) = at.step.info.growth.expands else { return Expansions::default() };
        let mut samples = Samples::new(at.body.ctx(), iterations);
        samples.take_all(at.body);
        samples.expanded(at.step)
    }

    /// The work of a run in which each operation does the work of its expansion.
    pub(super) fn applied(&self, account: &Account) -> Tally {
        let mut total = *account.total();
        for (operation, counts) in account.operations() {
            if let Some(Expansion { own, code }) = self.0.get(operation) {
                total = total - own.times(counts.active);
                total += code.times(counts.widest);
            }
        }
        total
    }
}

/// An op, alone in a function.
struct Sample {
    operation: Operation,
    own: Tally,
    lanes: u64,
    /// The most iterations of a loop in its expansion.
    iterations: u64,
}

/// An operation on operands of some types, with all its attributes.
type Form = (Operation, Vec<Type>, Vec<(&'static str, Attribute)>);

/// A module with a function for each form of op in a program.
struct Samples {
    module: Body,
    block: Option<Block>,
    taken: Vec<Sample>,
    known: HashSet<Form>,
    iterations: fn(OpRef<'_>) -> u64,
}

impl Samples {
    fn new(ctx: &Context, iterations: fn(OpRef<'_>) -> u64) -> Samples {
        let module = module(ctx, Location::UNKNOWN);
        let block = module.entry(module.region(module.root(), 0));
        Samples { module, block, taken: Vec::new(), known: HashSet::default(), iterations }
    }

    /// Takes the ops of a body and of nested bodies.
    fn take_all(&mut self, body: &Body) {
        walk(body, body.root(), &mut |body, op| self.take(body.op(op)));
        let inner = body.child_ops().into_iter().filter_map(|op| body.child(op));
        inner.for_each(|inner| self.take_all(inner));
    }

    fn take(&mut self, op: OpRef<'_>) {
        let on_tensors = || op.operands().any(|value| op.ctx().is_tensor(op.body().ty(value)));
        let Some((own, operation)) = one_lane(op).zip(Operation::of(op)).filter(|_| !on_tensors()) else {
            return;
        };
        let types = |values: Vec<Value>| values.into_iter().map(|value| op.body().ty(value)).collect();
        let (inputs, results): (Vec<Type>, Vec<Type>) =
            (types(op.operands().collect()), types(op.results().collect()));
        let attributes = op.body().inherent(op.id()).collect();
        if !self.known.insert((operation, inputs.clone(), attributes)) {
            return;
        }
        let name = self.taken.len().to_string();
        let (mut body, entry) = function(op.ctx(), &name, &inputs, &results, Location::UNKNOWN);
        let arguments: Vec<Value> = body.args(entry).collect();
        let attributes = op.body().attrs(op.id());
        let copy =
            body.create_with(op.body().name(op.id()), op.loc(), &arguments, &results, &attributes, 0, &[]);
        body.append(entry, copy);
        let values: Vec<Value> = body.results(copy).collect();
        build_return(&mut Builder::at_end(&mut body, entry, Location::UNKNOWN), &values);
        let iterations = (self.iterations)(op);
        self.taken.push(Sample { operation, own, lanes: lanes(op), iterations });
        let adopted = self.module.adopt(body);
        self.block.into_iter().for_each(|block| self.module.append(block, adopted));
    }

    /// Runs a pass on the functions, and counts the code of each.
    fn expanded(mut self, step: &PassStep) -> Expansions {
        let step = PipelineStep::Pass(PassStep { number: 1, ..step.clone() });
        let pipeline = Pipeline { steps: vec![step], ..Pipeline::new(Module::NAME) };
        let manager = PassManager { verification: Verification::Never, ..PassManager::new(pipeline) };
        if !manager.run(&mut self.module, &mut |_| {}).ok {
            return Expansions::default();
        }
        sweep_all(&mut self.module);
        let mut found: HashMap<Operation, Expansion> = HashMap::default();
        for (i, Sample { operation, own, lanes, iterations }) in self.taken.iter().enumerate() {
            let code = Code { module: &self.module, iterations: *iterations };
            let code = code.of_function(&i.to_string()).part(*lanes);
            let known = found.entry(*operation).or_insert(Expansion { own: *own, code });
            known.code = known.code.max(code);
        }
        found.retain(|_, Expansion { own, code }| own != code);
        Expansions(found)
    }
}

/// Counts straight code, with loops of at most some iterations and calls.
struct Code<'a> {
    module: &'a Body,
    iterations: u64,
}

impl Code<'_> {
    fn of_function(&self, name: &str) -> Tally {
        let mut functions = self.module.child_ops().into_iter();
        let found = functions.find(|op| symbol_name(self.module, *op) == Some(name));
        let body = found.and_then(|op| self.module.child(op));
        body.map_or(Tally::default(), |body| self.of_regions(body, body.root()))
    }

    fn of_regions(&self, body: &Body, op: Op) -> Tally {
        let mut tally = Tally::default();
        let blocks = body.regions(op).flat_map(|region| body.blocks(region));
        for inner in blocks.flat_map(|block| body.ops(block)) {
            tally += self.of_op(body.op(inner));
        }
        tally
    }

    fn of_op(&self, op: OpRef<'_>) -> Tally {
        let callee = op.info().interface::<dyn CallLike>().and_then(|call| call.callee(op));
        let mut tally = match callee {
            Some(callee) => self.of_function(callee),
            None => one_lane(op).unwrap_or_default().times(lanes(op)),
        };
        let is_loop = op.info().interface::<dyn LoopLike>().is_some();
        let count = if is_loop { self.iterations } else { 1 };
        tally += self.of_regions(op.body(), op.id()).times(count);
        tally
    }
}

/// The work of an operation on scalars, on one lane, across lanes or across threads; `None` for other ops.
fn one_lane(op: OpRef<'_>) -> Option<Tally> {
    let mut tally = Tally::default();
    let combined = match op.kind() {
        vector::Reduce::KIND => op.cast(vector::Reduce)?.combining_kind(),
        kernel::Atomic::KIND => match op.view(kernel::Atomic).what() {
            kernel::AtomicKind::Combine(kind) => Some(kind),
            kernel::AtomicKind::Exchange => None,
        },
        kernel::WarpReduce::KIND => None,
        _ => {
            let (class, cost) = scalar_operation(op)?;
            tally.add(class, cost, 1);
            return Some(tally);
        }
    };
    let dtype = element_type(op.ctx(), op.operand_type(0));
    if let Some((spec, dtype)) =
        combined.zip(dtype).and_then(|(kind, dtype)| Some((kind.spec(dtype)?, dtype)))
    {
        tally.add(spec.class(dtype), spec.cost, 1);
    }
    Some(tally)
}

/// The lanes that an op computes on: those of its result, or of the vector that it reduces.
fn lanes(op: OpRef<'_>) -> u64 {
    let value = if op.is(vector::Reduce) { op.operands().next() } else { op.results().next() };
    match value.map(|value| op.ctx().type_data(op.body().ty(value))) {
        Some(TypeData::Vector { shape, .. }) => shape.iter().map(|extent| *extent as u64).product(),
        _ => 1,
    }
}
