//! Builds the functions of the stages, and the declaration with the plan that runs them.

use super::stages::Stages;
use rustc_hash::FxHashMap;
use tf_dialects::func;
use tf_dialects::func::declared_extents::EXTENT;
use tf_dialects::func::plan::{PLAN, Plan, STAGE_OF, Stage};
use tf_dialects::tensor::Bind;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin::symbol_name;
use tf_ir::extent::Symbol;
use tf_ir::symbol::SymbolTable;
use tf_ir::types::Type;

/// The stages of a function.
pub(super) struct Divided {
    /// The declaration, with the function's name.
    pub(super) entry: Body,
    pub(super) stages: Vec<Body>,
    /// The number of values that pass from one stage to another.
    pub(super) carried: usize,
}

/// Attributes that stages do not inherit.
const OWN: [&str; 5] = ["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"];

/// Splits a function of one block at its binds.
pub(super) fn divide(function: &Body, names: &SymbolTable) -> Divided {
    let mut division = Division::new(function);
    let name = symbol_name(function, function.root()).unwrap_or("entry").to_string();
    let (mut plan, mut stages) = (Plan::default(), Vec::new());
    for stage in 0..division.stages.count() {
        let own = names.fresh(&format!("{name}.{stage}"));
        let (body, takes) = division.stage(stage, &own, &name);
        plan.stages.push(Stage { function: own, takes });
        stages.push(body);
    }
    plan.results = division.result_indices();
    let mut entry = function.duplicate();
    let region = entry.region(entry.root(), 0);
    entry.clear_region(region);
    let root = entry.root();
    let attr = plan.attribute(function.ctx());
    entry.set_attr(root, PLAN, attr);
    Divided { entry, stages, carried: division.stages.takes.iter().map(Vec::len).sum() }
}

struct Division<'a> {
    stages: Stages<'a>,
    arguments: Vec<Value>,
    /// The operands of the return.
    results: Vec<Value>,
    /// The symbol of each bind with its value.
    numbers: Vec<(Symbol, Value)>,
    /// The live-out values of each stage, in order.
    gives: Vec<Vec<Value>>,
    /// The plan's indices of values that pass between stages, and the next index.
    known: FxHashMap<Value, usize>,
    count: usize,
}

impl<'a> Division<'a> {
    fn new(body: &'a Body) -> Division<'a> {
        let stages = Stages::of(body);
        let entry = body.entry_block().expect("the caller checked that there is a body");
        let arguments: Vec<Value> = body.args(entry).collect();
        let results: Vec<Value> =
            body.operands(body.last(entry).expect("a function ends with a return")).collect();
        let number = |op: &Op| {
            let view = body.view(*op, Bind);
            (view.extent_symbol().expect("the verifier checked the extent"), view.number())
        };
        let numbers: Vec<(Symbol, Value)> = stages.binds.iter().map(number).collect();
        let known = arguments.iter().copied().zip(0..).collect();
        let count = arguments.len();
        let gives = vec![Vec::new(); stages.count()];
        let mut division = Division { stages, arguments, results, numbers, gives, known, count };
        division.collect();
        division
    }

    /// Lists the live-out values of each stage: those that later stages take, values of extents, and results
    /// of the function.
    fn collect(&mut self) {
        let last = self.stages.count() - 1;
        let taken = self.stages.takes.iter().flatten().copied();
        let numbers = self.numbers.iter().map(|(_, value)| *value);
        let early = self.results.iter().copied().filter(|v| self.stages.source(*v).is_some_and(|s| s < last));
        for value in taken.chain(numbers).chain(early).collect::<Vec<Value>>() {
            let Some(stage) = self.stages.origin(value) else { continue };
            if !self.gives[stage].contains(&value) {
                self.gives[stage].push(value);
            }
        }
    }

    /// Builds the function of a stage, and returns the indices of the values that it takes.
    fn stage(&mut self, stage: usize, name: &str, whole: &str) -> (Body, Vec<usize>) {
        let body = self.stages.body;
        let ctx = body.ctx();
        let carried = self.stages.takes[stage].clone();
        let numbers: Vec<(Symbol, Value)> = self.numbers[..stage].to_vec();
        let taken: Vec<Value> =
            self.arguments.iter().chain(&carried).copied().chain(numbers.iter().map(|(_, v)| *v)).collect();
        let types: Vec<Type> = taken.iter().map(|v| body.ty(*v)).collect();
        let gives = self.given(stage);
        let results: Vec<Type> = gives.iter().map(|v| body.ty(*v)).collect();
        let (mut made, block) = func::function(ctx, name, &types, &results, body.loc(body.root()));
        let mut map = IrMap::default();
        // A value of an extent that also passes as a plain value has two arguments: the first is used.
        for (old, new) in taken.iter().zip(made.args(block).collect::<Vec<Value>>()) {
            map.values.entry(*old).or_insert(new);
        }
        let entry = body.entry_block().expect("there is a body");
        for op in body.ops(entry).filter(|op| self.stages.ops[stage].contains(op)) {
            let copy = made.import(body, op, &mut map);
            made.append(block, copy);
        }
        let returned: Vec<Value> = gives.iter().map(|v| map.value(*v)).collect();
        let end = body.last(entry).expect("a function ends with a return");
        func::build_return(&mut Builder::at_end(&mut made, block, body.loc(end)), &returned);
        self.attributes(&mut made, stage, whole, (&carried, &numbers));
        (made, self.assign_indices(stage, &taken, &gives))
    }

    /// The results of a stage; the last stage also returns results of the function.
    fn given(&self, stage: usize) -> Vec<Value> {
        let last = self.stages.count() - 1;
        let own =
            self.results.iter().copied().filter(|v| stage == last && self.stages.source(*v) == Some(last));
        self.gives[stage].iter().copied().chain(own).collect()
    }

    /// Assigns plan indices to the results of a stage, and returns those of its arguments.
    fn assign_indices(&mut self, stage: usize, taken: &[Value], gives: &[Value]) -> Vec<usize> {
        let takes = taken.iter().map(|v| self.known[v]).collect();
        for value in &self.gives[stage] {
            self.known.insert(*value, self.count);
            self.count += 1;
        }
        self.count += gives.len() - self.gives[stage].len();
        takes
    }

    /// The plan indices of the function's results, after all stages have theirs.
    fn result_indices(&self) -> Vec<usize> {
        let last = self.stages.count() - 1;
        let own = |v: &&Value| self.stages.source(**v) == Some(last);
        let mut next = self.count - self.results.iter().filter(own).count();
        let number = |value: &Value| {
            if !own(&value) {
                return self.known[value];
            }
            next += 1;
            next - 1
        };
        self.results.iter().map(number).collect()
    }

    /// Sets the attributes of a stage: those of the function, the names of arguments and results, and the
    /// extents of arguments.
    fn attributes(
        &self,
        made: &mut Body,
        stage: usize,
        whole: &str,
        (carried, numbers): (&[Value], &[(Symbol, Value)]),
    ) {
        let body = self.stages.body;
        let (ctx, root, to) = (body.ctx(), body.root(), made.root());
        for (name, value) in body.discardable(root).collect::<Vec<_>>() {
            made.set_attr(to, ctx.text(name), value);
        }
        for (name, value) in body.inherent(root).filter(|(name, _)| !OWN.contains(name)).collect::<Vec<_>>() {
            made.set_attr(to, name, value);
        }
        made.set_attr(to, "sym_visibility", ctx.string_attr("private"));
        made.set_attr(to, STAGE_OF, ctx.string_attr(whole));
        let list = |name: &str| body.attr(root, name).and_then(|a| ctx.attr_array(a)).unwrap_or_default();
        let none = ctx.dict_attr(&[]);
        let mut arguments: Vec<Attribute> = list("arg_attrs").to_vec();
        arguments.resize(self.arguments.len() + carried.len(), none);
        for (symbol, _) in numbers {
            let text = ctx.string_attr(symbol.as_str());
            arguments.push(ctx.dict_attr(&[(ctx.str(EXTENT), text), (ctx.str("tf.name"), text)]));
        }
        if arguments.iter().any(|dict| *dict != none) {
            made.set_attr(to, "arg_attrs", ctx.array_attr(&arguments));
        }
        let names = list("res_attrs");
        let last = self.stages.count() - 1;
        if stage == last && !names.is_empty() {
            let own = self.results.iter().zip(names).filter(|(v, _)| self.stages.source(**v) == Some(last));
            let given = self.gives[last].iter().map(|_| none);
            let all: Vec<Attribute> = given.chain(own.map(|(_, dict)| *dict)).collect();
            made.set_attr(to, "res_attrs", ctx.array_attr(&all));
        }
    }
}
