//! Building loops and conditionals from closures that build their regions: for passes and frontends.

use super::ops::{Condition, For, If, While, Yield};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::kind::WhichOp;
use tf_ir::types::Type;

fn types_of(b: &Builder<'_>, values: &[Value]) -> Vec<Type> {
    values.iter().map(|v| b.body.ty(*v)).collect()
}

/// Builds `loop.for` from `lower` to `upper`: `body` builds the region from the index and the carried values
/// and returns those of the next iteration.
pub fn for_loop(
    b: &mut Builder<'_>,
    lower: Value,
    upper: Value,
    step: Value,
    inits: &[Value],
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
) -> Op {
    counted(b, [lower, upper, step], inits, Yield, body)
}

/// Builds `loop.for` with an early exit: `body` returns whether to continue, and the values of the next
/// iteration or the results.
pub fn for_loop_with_exit(
    b: &mut Builder<'_>,
    bounds: [Value; 3],
    inits: &[Value],
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> (Value, Vec<Value>),
) -> Op {
    counted(b, bounds, inits, Condition, |b, index, carried| {
        let (goes_on, values) = body(b, index, carried);
        [vec![goes_on], values].concat()
    })
}

fn counted(
    b: &mut Builder<'_>,
    bounds: [Value; 3],
    inits: &[Value],
    end: impl WhichOp,
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
) -> Op {
    let carried = types_of(b, inits);
    let args = [&[b.body.ty(bounds[0])], &carried[..]].concat();
    let op = b.op(For, &[&bounds, inits].concat(), &carried, &[]);
    b.fill(op, 0, &args, end, |b, args| body(b, args[0], &args[1..]));
    op
}

/// Builds `loop.while`: `before` returns the condition and the values that it passes on, which have the types
/// `passed`; `after` returns the values for the next test.
pub fn while_loop(
    b: &mut Builder<'_>,
    inits: &[Value],
    passed: &[Type],
    before: impl FnOnce(&mut Builder<'_>, &[Value]) -> (Value, Vec<Value>),
    after: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Op {
    let carried = types_of(b, inits);
    let op = b.op(While, inits, passed, &[]);
    b.fill(op, 0, &carried, Condition, |b, args| {
        let (condition, values) = before(b, args);
        [vec![condition], values].concat()
    });
    b.fill(op, 1, passed, Yield, after);
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
    let op = b.op(If, &[condition], results, &[]);
    b.fill(op, 0, &[], Yield, |b, _| then(b));
    b.fill(op, 1, &[], Yield, |b, _| otherwise(b));
    op
}

/// Builds `loop.if` without results and without an else region.
pub fn if_then(b: &mut Builder<'_>, condition: Value, then: impl FnOnce(&mut Builder<'_>)) -> Op {
    let op = b.op(If, &[condition], &[], &[]);
    b.fill(op, 0, &[], Yield, |b, _| {
        then(b);
        Vec::new()
    });
    op
}
