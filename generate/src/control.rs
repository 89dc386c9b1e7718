//! Loops and conditionals, over scalars and tensors.

use crate::compute::index_constant;
use crate::generators::{Generate, Generators};
use crate::state::State;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::loops::{build, switch};
use tf_dialects::tensor::ExtentOf;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::types::Type;

/// Loop-carried values: scalars and, outside of scalar code, tensors.
fn carried(b: &Builder<'_>, state: &mut State<'_>) -> Vec<Value> {
    let count = 1 + state.random.below(2);
    let scalar = |state: &State<'_>, v: Value| !state.scalar_code || !state.ctx.is_tensor(b.body.ty(v));
    (0..count).filter_map(|_| state.find(b, scalar)).collect()
}

fn types(b: &Builder<'_>, values: &[Value]) -> Vec<Type> {
    values.iter().map(|v| b.body.ty(*v)).collect()
}

/// Fills a region with ops, and returns values of the types to yield.
fn region(b: &mut Builder<'_>, state: &mut State<'_>, args: &[Value], yields: &[Type]) -> Vec<Value> {
    state.scope(|state| {
        state.add(args);
        let count = 2 + state.random.below(4);
        state.ops(b, count);
        yields.iter().map(|ty| state.operand(b, *ty)).collect()
    })
}

pub(crate) fn register(generators: &mut Generators) {
    generators.add(loops::For).add(loops::While).add(loops::If).add(loops::Switch);
}

impl Generate for loops::For {
    fn weight(&self) -> u32 {
        7
    }

    fn in_scalar_code(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let inits = carried(b, state);
        if !state.may_nest() || inits.is_empty() {
            return None;
        }
        let first = state.random.within(-1, 1);
        let lower = index_constant(b, state, first);
        let upper = if state.random.chance(40) {
            let extent = state.some_extent();
            ExtentOf::build(b, &extent)
        } else {
            let last = state.random.within(0, 4);
            index_constant(b, state, last)
        };
        let step = state.random.within(1, 2);
        let step = index_constant(b, state, step);
        let mut carried = types(b, &inits);
        if state.random.chance(35) {
            carried.insert(0, state.ctx.i1());
            let op = build::for_loop_with_exit(b, [lower, upper, step], &inits, |b, index, values| {
                let args: Vec<Value> = [&[index], values].concat();
                let mut yielded = region(b, state, &args, &carried);
                (yielded.remove(0), yielded)
            });
            return Some(b.body.results(op).collect());
        }
        let op = build::for_loop(b, lower, upper, step, &inits, |b, index, values| {
            let args: Vec<Value> = [&[index], values].concat();
            region(b, state, &args, &carried)
        });
        Some(b.body.results(op).collect())
    }
}

/// `loop.while`, with a counter that ends it.
impl Generate for loops::While {
    fn weight(&self) -> u32 {
        6
    }

    fn in_scalar_code(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let mut inits = carried(b, state);
        if !state.may_nest() || inits.is_empty() {
            return None;
        }
        inits.insert(0, index_constant(b, state, 0));
        let trips = state.random.within(0, 4);
        let carried = types(b, &inits);
        let mut random = state.random.clone();
        let op = build::while_loop(
            b,
            &inits,
            &carried,
            |b, args| {
                let last = index_constant(b, state, trips);
                let mut go = arith::cmpi(b, CmpI::Slt, args[0], last);
                if random.chance(30) {
                    let other = state.operand(b, state.ctx.i1());
                    go = arith::andi(b, go, other);
                }
                (go, args.to_vec())
            },
            |_, args| args.to_vec(),
        );
        // The second region is filled now, since the first one no longer borrows the state.
        fill_after(b, state, op, &carried);
        Some(b.body.results(op).skip(1).collect())
    }
}

/// Inserts the loop's body before the yield of the second region.
fn fill_after(b: &mut Builder<'_>, state: &mut State<'_>, op: tf_ir::body::Op, carried: &[Type]) {
    let block = b.body.entry(b.body.region(op, 1)).expect("the region was built");
    let end = b.body.terminator(block).expect("the region was built");
    let args: Vec<Value> = b.body.args(block).collect();
    let outer = std::mem::replace(&mut b.cursor, tf_ir::builder::Cursor::Before(end));
    let one = index_constant(b, state, 1);
    let next = arith::addi(b, args[0], one);
    let mut values = vec![next];
    values.extend(region(b, state, &args, &carried[1..]));
    b.body.set_operands(end, &values);
    b.cursor = outer;
}

impl Generate for loops::If {
    fn weight(&self) -> u32 {
        7
    }

    fn in_scalar_code(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let like = carried(b, state);
        if !state.may_nest() || like.is_empty() {
            return None;
        }
        let results = types(b, &like);
        let condition = state.operand(b, state.ctx.i1());
        let shared = std::cell::RefCell::new(state);
        let op = build::if_else(
            b,
            condition,
            &results,
            |b| region(b, &mut shared.borrow_mut(), &[], &results),
            |b| region(b, &mut shared.borrow_mut(), &[], &results),
        );
        Some(b.body.results(op).collect())
    }
}

impl Generate for loops::Switch {
    fn weight(&self) -> u32 {
        5
    }

    fn in_scalar_code(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let like = carried(b, state);
        if !state.may_nest() || like.is_empty() {
            return None;
        }
        let results = types(b, &like);
        let ty = if state.random.chance(60) { state.ctx.index() } else { state.ctx.i32() };
        let selector = state.operand(b, ty);
        let first = state.random.within(-1, 1);
        let step = state.random.within(1, 2);
        let count = state.random.within(0, 3);
        let cases: Vec<i64> = (0..count).map(|i| first + i * step).collect();
        let op = switch::build(b, selector, &cases, &results, |b, _| region(b, state, &[], &results));
        Some(b.body.results(op).collect())
    }
}
