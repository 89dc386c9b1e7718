//! Whole programs.

use super::{DTYPES, Random, State};
use crate::func;
use crate::scalar::DType;
use crate::tensor::shape::tensor_of;
use tf_ir::body::{Body, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::location::Location;
use tf_ir::types::Type;

/// What programs are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Fewest draws of an op at the top of the function.
    pub least_ops: usize,
    /// Most draws of an op at the top of the function.
    pub most_ops: usize,
    /// Programs in 100 whose arguments have symbols as extents.
    pub dynamic_percent: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config { least_ops: 6, most_ops: 22, dynamic_percent: 55 }
    }
}

/// Most results of a program.
const MAX_RESULTS: usize = 6;

/// A module with one function, `@main`. Equal seeds and configurations give equal programs.
pub fn program(ctx: &Context, seed: u64, config: &Config) -> Body {
    let mut random = Random::new(seed);
    let dynamic = random.chance(config.dynamic_percent);
    let pool = extents(&mut random, dynamic);
    let arguments = arguments(ctx, &mut random, &pool, dynamic);
    // The results are not known yet; the type is set at the end.
    let (mut main, entry) = func::function(ctx, "main", &arguments, &[], Location::UNKNOWN);
    let values: Vec<Value> = main.args(entry).collect();
    let mut state = State::new(ctx, random, pool);
    state.add(&values);
    let mut b = Builder::at_end(&mut main, entry, Location::UNKNOWN);
    let count = state.random.within(config.least_ops as i64, config.most_ops as i64);
    state.ops(&mut b, count as usize);
    let results = results(&b, &mut state);
    func::build_return(&mut b, &results);
    let types: Vec<Type> = results.iter().map(|v| main.ty(*v)).collect();
    let root = main.root();
    main.set_attr(root, "function_type", ctx.type_attr(ctx.function(&arguments, &types)));
    let mut module = tf_ir::builtin::module(ctx, Location::UNKNOWN);
    let op = module.adopt(main);
    let block = module.entry_block().expect("a module has a block");
    module.append(block, op);
    module
}

/// The extents that shapes are made of.
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

/// One to four argument types; each symbol is bound by one of them.
fn arguments(ctx: &Context, random: &mut Random, pool: &[Extent], dynamic: bool) -> Vec<Type> {
    let mut types = Vec::new();
    let symbols: Vec<&Extent> = pool.iter().filter(|e| e.as_symbol().is_some()).collect();
    let count = (1 + random.below(4)).max(symbols.len().min(2));
    for i in 0..count {
        let dtype: DType = *random.pick(&DTYPES).expect("there are some");
        let elem = crate::interp::type_of(ctx, dtype);
        let bind = symbols.get(i).filter(|_| dynamic);
        if bind.is_none() && random.chance(25) {
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

/// What is returned: values that nothing uses, the latest first, and at least one value.
fn results(b: &Builder<'_>, state: &mut State<'_>) -> Vec<Value> {
    let unused = state.values().iter().rev().copied().filter(|v| b.body.is_unused(*v));
    let mut results: Vec<Value> = unused.take(MAX_RESULTS).collect();
    if results.is_empty() {
        results.extend(state.values().last());
    }
    results
}
