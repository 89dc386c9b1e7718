//! Building loops: for passes and frontends.

use super::ops::{Condition, For, If, Parallel, While, Yield};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::types::Type;

fn types_of(b: &Builder<'_>, values: &[Value]) -> Vec<Type> {
    values.iter().map(|v| b.body.ty(*v)).collect()
}

/// Fills region `i` of `op` with a block that takes `args`; `body` builds it and returns the values that the
/// terminator, an op `end`, takes.
fn region(
    b: &mut Builder<'_>,
    op: Op,
    i: usize,
    args: &[Type],
    end: &str,
    body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) {
    let (block, outer) = b.enter(op, i, args);
    let args: Vec<Value> = b.body.args(block).collect();
    let values = body(b, &args);
    b.op(end, &values, &[], &[]);
    b.cursor = outer;
}

/// Builds `loop.for` from `lower` to `upper`: `body` builds the region from the index and the carried values and
/// returns those of the next trip.
pub fn for_loop(
    b: &mut Builder<'_>,
    lower: Value,
    upper: Value,
    step: Value,
    inits: &[Value],
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
) -> Op {
    let carried = types_of(b, inits);
    let mut operands = vec![lower, upper, step];
    operands.extend(inits);
    let mut args = vec![b.body.ty(lower)];
    args.extend(&carried);
    let op = b.op_with_regions(For, &operands, &carried, &[], 1);
    region(b, op, 0, &args, Yield::NAME, |b, args| body(b, args[0], &args[1..]));
    op
}

/// Builds `loop.for` that may be left early: `body` returns whether to go on, and the values of the next trip or the
/// results.
pub fn for_loop_with_exit(
    b: &mut Builder<'_>,
    bounds: [Value; 3],
    inits: &[Value],
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> (Value, Vec<Value>),
) -> Op {
    let carried = types_of(b, inits);
    let operands = [&bounds[..], inits].concat();
    let mut args = vec![b.body.ty(bounds[0])];
    args.extend(&carried);
    let op = b.op_with_regions(For, &operands, &carried, &[], 1);
    region(b, op, 0, &args, Condition::NAME, |b, args| {
        let (goes_on, values) = body(b, args[0], &args[1..]);
        std::iter::once(goes_on).chain(values).collect()
    });
    op
}

/// Builds `loop.while`: `before` returns the condition and the values that go on with it, which have the types
/// `passed`; `after` returns the values for the next test.
pub fn while_loop(
    b: &mut Builder<'_>,
    inits: &[Value],
    passed: &[Type],
    before: impl FnOnce(&mut Builder<'_>, &[Value]) -> (Value, Vec<Value>),
    after: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Op {
    let carried = types_of(b, inits);
    let op = b.op_with_regions(While, inits, passed, &[], 2);
    region(b, op, 0, &carried, Condition::NAME, |b, args| {
        let (condition, values) = before(b, args);
        std::iter::once(condition).chain(values).collect()
    });
    region(b, op, 1, passed, Yield::NAME, after);
    op
}

/// Builds `loop.if` with both regions.
pub fn if_else(
    b: &mut Builder<'_>,
    condition: Value,
    results: &[Type],
    then: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
    otherwise: impl FnOnce(&mut Builder<'_>) -> Vec<Value>,
) -> Op {
    let op = b.op_with_regions(If, &[condition], results, &[], 2);
    region(b, op, 0, &[], Yield::NAME, |b, _| then(b));
    region(b, op, 1, &[], Yield::NAME, |b, _| otherwise(b));
    op
}

/// Builds `loop.if` without results and without an else region.
pub fn if_then(b: &mut Builder<'_>, condition: Value, then: impl FnOnce(&mut Builder<'_>)) -> Op {
    let op = b.op_with_regions(If, &[condition], &[], &[], 2);
    region(b, op, 0, &[], Yield::NAME, |b, _| {
        then(b);
        Vec::new()
    });
    op
}

/// Builds `loop.parallel`; the lists have one value per axis.
///
/// # Panics
/// If the lists differ in length.
pub fn parallel(
    b: &mut Builder<'_>,
    lower: &[Value],
    upper: &[Value],
    steps: &[Value],
    body: impl FnOnce(&mut Builder<'_>, &[Value]),
) -> Op {
    assert!(lower.len() == upper.len() && upper.len() == steps.len(), "one bound and step per axis");
    let operands: Vec<Value> = [lower, upper, steps].concat();
    let indices = vec![b.ctx().index(); lower.len()];
    let op = b.op_with_regions(Parallel, &operands, &[], &[], 1);
    region(b, op, 0, &indices, Yield::NAME, |b, args| {
        body(b, args);
        Vec::new()
    });
    op
}
