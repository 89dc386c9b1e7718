//! Random programs: modules with an entry function and its callees.

use crate::callee::Callee;
use crate::ours::generator;
use crate::random::Random;
use crate::state::WIDE_EXTENTS;
use crate::state::{DTYPES, State};
use tf_dialects::func;
use tf_dialects::scalar::DType;
use tf_dialects::tensor::shape::tensor_of;
use tf_ir::body::{Body, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::location::Location;
use tf_ir::types::Type;

/// The parameters of random programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// The minimum count of ops drawn at the top level of the function.
    pub least_ops: usize,
    /// The maximum count of ops drawn at the top level of the function.
    pub most_ops: usize,
    /// The percentage of programs with symbolic argument extents.
    pub dynamic_percent: usize,
    /// The percentage of programs that call functions.
    pub calls_percent: usize,
    /// The percentage of programs with fast-math flags.
    pub flags_percent: usize,
    /// The percentage of wide programs: constant extents near vector widths and mostly chains of moves, to
    /// test masks and ragged ends.
    pub wide_percent: usize,
}

impl Config {
    /// Programs to test code generation: a third of them are wide.
    pub fn for_machine_code() -> Config {
        Config { wide_percent: 35, ..Config::default() }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            least_ops: 6,
            most_ops: 22,
            dynamic_percent: 55,
            calls_percent: 15,
            flags_percent: 0,
            wide_percent: 0,
        }
    }
}

/// The maximum count of results of a program.
const MAX_RESULTS: usize = 6;

/// A module with the function `@main` and its callees. Equal seeds and configurations give equal programs.
pub fn program(ctx: &Context, seed: u64, config: &Config) -> Body {
    let mut module = tf_ir::builtin::module(ctx, Location::UNKNOWN);
    let block = module.entry_block().expect("a module has a block");
    for function in functions(ctx, seed, config, "main") {
        let op = module.adopt(function);
        module.append(block, op);
    }
    module
}

/// The functions of [`program`] under other names, so that one module can hold several programs: the entry is
/// called `name`, its callees `name_1` and so on.
pub fn functions(ctx: &Context, seed: u64, config: &Config, name: &str) -> Vec<Body> {
    let mut random = Random::new(seed);
    let dynamic = random.chance(config.dynamic_percent);
    let flags = random.chance(config.flags_percent);
    // A separate random source, so that the percentage does not change other programs.
    let wide = Random::new(!seed).chance(config.wide_percent);
    let dynamic = dynamic && !wide;
    let mut called: Vec<Body> = Vec::new();
    if random.chance(config.calls_percent) {
        for i in 1..=1 + random.below(2) {
            let scalars = random.chance(35);
            let mut function = Function { name: format!("{name}_{i}"), dynamic, scalars, flags, wide };
            function.dynamic &= !scalars;
            let count = 1 + random.below(config.least_ops.max(2));
            called.push(function.build(ctx, &mut random, count, &called));
        }
        for function in &mut called {
            let root = function.root();
            function.set_attr(root, "sym_visibility", ctx.string_attr("private"));
        }
    }
    let count = random.within(config.least_ops as i64, config.most_ops as i64) as usize;
    let main = Function { name: name.to_string(), dynamic, scalars: false, flags, wide };
    let mut all = vec![main.build(ctx, &mut random, count, &called)];
    all.append(&mut called);
    all
}

/// As [`functions`], for a function of scalars only, without calls.
pub fn scalar_functions(ctx: &Context, seed: u64, config: &Config, name: &str) -> Vec<Body> {
    let mut random = Random::new(seed);
    let count = random.within(config.least_ops as i64, config.most_ops as i64) as usize;
    let flags = random.chance(config.flags_percent);
    let main = Function { name: name.to_string(), dynamic: false, scalars: true, flags, wide: false };
    vec![main.build(ctx, &mut random, count, &[])]
}

/// The parameters of a function.
struct Function {
    name: String,
    dynamic: bool,
    /// True if it takes and returns scalars only.
    scalars: bool,
    flags: bool,
    wide: bool,
}

impl Function {
    /// Builds a function with `count` drawn ops, which may call others.
    fn build(&self, ctx: &Context, random: &mut Random, count: usize, called: &[Body]) -> Body {
        let pool = if self.wide { wide_extents(random) } else { extents(random, self.dynamic) };
        let arguments = arguments(ctx, random, &pool, self);
        // The result types are set at the end, when they are known.
        let (mut body, entry) = func::function(ctx, &self.name, &arguments, &[], Location::UNKNOWN);
        let values: Vec<Value> = body.args(entry).collect();
        let generators = ctx.registry().ops().iter().filter_map(generator);
        let mut state = State::new(ctx, Random::new(random.bits()), pool, generators);
        if self.wide {
            state = state.widened();
        }
        state.callees = called.iter().filter_map(|f| Callee::of(ctx, f)).collect();
        state.flags = self.flags;
        state.scalar_code = self.scalars;
        state.add(&values);
        let mut b = Builder::at_end(&mut body, entry, Location::UNKNOWN);
        state.ops(&mut b, count);
        let results = results(&b, &mut state);
        func::build_return(&mut b, &results);
        let types: Vec<Type> = results.iter().map(|v| body.ty(*v)).collect();
        let root = body.root();
        body.set_attr(root, "function_type", ctx.type_attr(ctx.function(&arguments, &types)));
        body
    }
}

/// The extents available for shapes.
fn extents(random: &mut Random, dynamic: bool) -> Vec<Extent> {
    let mut pool: Vec<Extent> = Vec::new();
    for name in ["n", "m"] {
        if dynamic && (pool.is_empty() || random.chance(50)) {
            pool.push(Extent::symbol(name).expect("a letter is a name"));
        }
    }
    let constants = [0, 1, 1, 2, 3, 3, 4, 5];
    for _ in 0..1 + random.below(2) {
        pool.push(Extent::constant(*random.pick(&constants).expect("there are some")));
    }
    pool
}

/// The extents available for shapes of wide programs.
fn wide_extents(random: &mut Random) -> Vec<Extent> {
    let one = |random: &mut Random| *random.pick(&WIDE_EXTENTS).expect("there are some");
    (0..2 + random.below(2)).map(|_| Extent::constant(one(random))).collect()
}

/// One to four argument types; each symbol is bound by one of them.
fn arguments(ctx: &Context, random: &mut Random, pool: &[Extent], function: &Function) -> Vec<Type> {
    let mut types = Vec::new();
    let symbols: Vec<&Extent> = pool.iter().filter(|e| e.as_symbol().is_some()).collect();
    let count = (1 + random.below(4)).max(symbols.len().min(2));
    for i in 0..count {
        let dtype: DType = *random.pick(&DTYPES).expect("there are some");
        let elem = tf_dialects::scalar::type_of(ctx, dtype);
        let bind = symbols.get(i).filter(|_| function.dynamic);
        if function.scalars || bind.is_none() && random.chance(25) {
            types.push(elem);
            continue;
        }
        let mut shape: Vec<Extent> = bind.into_iter().map(|e| (*e).clone()).collect();
        for _ in 0..random.below(3) {
            let extent = random.pick(pool).expect("there is one").clone();
            shape.insert(random.below(shape.len() + 1), extent);
        }
        types.push(tensor_of(ctx, &shape, elem));
    }
    types
}

/// The returned values: unused ones, latest first, and at least one.
fn results(b: &Builder<'_>, state: &mut State<'_>) -> Vec<Value> {
    let unused = state.values().iter().rev().copied().filter(|v| b.body.is_unused(*v));
    let mut results: Vec<Value> = unused.take(MAX_RESULTS).collect();
    if results.is_empty() {
        results.extend(state.values().last());
    }
    results
}
