//! Rewrites a `loop.while` with a counter as a `loop.for`.

use super::counter::{Bound, Counter, comes_back, is_outside};
use tf_dialects::arith::{self, const_index};
use tf_dialects::loops::{For, While, Yield};
use tf_dialects::tensor::{FromElements, build, policy::Policy};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::rewrite::Rewriter;
use tf_ir::types::Type;

/// The bounds of the new loop as indices.
struct Range {
    /// First value and end of the counter.
    start: Value,
    end: Value,
    /// The operands of the loop.
    bounds: [Value; 3],
}

/// Replaces the loop by a `loop.for`, and returns the counter in its region.
pub(super) fn raise(body: &mut Body, op: Op, counter: &Counter) -> Value {
    let mut rw = Rewriter::before_op(body, op);
    let range = range(&mut rw, op, counter);
    let new = empty(&mut rw, op, counter, &range);
    let values = results(&mut rw, [op, new], counter, &range);
    let number = fill(&mut rw, [op, new], counter, &range);
    let old: Vec<Value> = rw.body.results(op).collect();
    for (result, value) in old.into_iter().zip(values) {
        if let Some(value) = value {
            rw.replace_value(result, value);
        }
    }
    rw.erase(op);
    number
}

/// The block of a region of a verified loop.
fn entry(body: &Body, op: Op, region: usize) -> Block {
    body.entry(body.region(op, region)).expect("a verified loop has a block in each region")
}

/// The terminator of the block of a region.
fn ending(body: &Body, op: Op, region: usize) -> Op {
    body.terminator(entry(body, op, region)).expect("a verified block has a terminator")
}

fn range(rw: &mut Rewriter<'_>, op: Op, counter: &Counter) -> Range {
    let start = as_index(rw, counter, counter.start);
    let end = match counter.end {
        Bound::Value(value) if !is_outside(rw.body, op, value) => {
            let value = before_loop(rw, op, value);
            as_index(rw, counter, Bound::Value(value))
        }
        end => as_index(rw, counter, end),
    };
    if counter.is_rising() {
        let step = const_index(rw, counter.step);
        return Range { start, end, bounds: [start, end, step] };
    }
    // The distance of a falling counter is nonnegative and fits into 64 bits.
    let highest = arith::maxsi(rw, start, end);
    let mut count = arith::subi(rw, highest, end);
    if counter.step != -1 {
        let step = const_index(rw, -counter.step);
        count = arith::ceildivsi(rw, count, step);
    }
    let [zero, one] = [0, 1].map(|number| const_index(rw, number));
    Range { start, end, bounds: [zero, count, one] }
}

/// Hoists a loop-invariant value of the first region out of the loop.
fn before_loop(rw: &mut Rewriter<'_>, op: Op, value: Value) -> Value {
    let first = entry(rw.body, op, 0);
    let mut map = IrMap::default();
    map.values.extend(rw.body.args(first).zip(rw.body.operands(op)));
    let mut needed = vec![value];
    let mut slice = Vec::new();
    while let Some(next) = needed.pop() {
        let def = rw.body.def_op(next).filter(|def| rw.body.block_of(*def) == Some(first));
        if let Some(def) = def.filter(|def| !slice.contains(def)) {
            slice.push(def);
            needed.extend(rw.body.operands(def));
        }
    }
    let code: Vec<Op> = rw.body.ops(first).filter(|inner| slice.contains(inner)).collect();
    for inner in code {
        rw.clone_op(inner, &mut map);
    }
    map.value(value)
}

/// Converts a bound to an index.
fn as_index(b: &mut Builder<'_>, counter: &Counter, bound: Bound) -> Value {
    let value = match bound {
        Bound::Constant(number) => return const_index(b, number),
        Bound::Value(value) => value,
    };
    let scalar = match b.body.ctx().is_tensor(b.body.ty(value)) {
        true => build::at(b, value, &build::scalar_subscripts(), Policy::Assumed, None),
        false => value,
    };
    let index = b.ctx().index();
    match (b.body.ty(scalar) == index, counter.is_unsigned) {
        (true, _) => scalar,
        (false, true) => arith::index_castui(b, scalar, index),
        (false, false) => arith::index_cast(b, scalar, index),
    }
}

/// Converts an index to a scalar type, or to a tensor type of rank 0.
pub(super) fn as_type(b: &mut Builder<'_>, value: Value, ty: Type) -> Value {
    let ctx = b.ctx();
    let elem = ctx.elem_type(ty);
    let scalar = if elem == ctx.index() { value } else { arith::index_cast(b, value, elem) };
    match ctx.is_tensor(ty) {
        true => FromElements::build(b, &[scalar], ty),
        false => scalar,
    }
}

/// The positions of the values that the new loop carries: not the counter, and no value that never changes,
/// which a loop would copy in each iteration.
fn carried(body: &Body, op: Op, counter: &Counter) -> Vec<usize> {
    let view = body.view(op, While);
    let all = 0..body.operands(op).len();
    all.filter(|at| *at != counter.position && !comes_back(body, view, *at)).collect()
}

/// The values at some positions of a list.
fn at_positions(values: impl Iterator<Item = Value>, positions: &[usize]) -> Vec<Value> {
    let kept = values.enumerate().filter(|(at, _)| positions.contains(at));
    kept.map(|(_, value)| value).collect()
}

/// Builds the loop with an empty region.
fn empty(rw: &mut Rewriter<'_>, op: Op, counter: &Counter, range: &Range) -> Op {
    let inits = at_positions(rw.body.operands(op), &carried(rw.body, op, counter));
    let types: Vec<Type> = inits.iter().map(|v| rw.body.ty(*v)).collect();
    let ctx = rw.body.ctx().clone();
    let attrs: Vec<(String, Attribute)> =
        rw.body.discardable(op).map(|(name, value)| (ctx.text(name).to_string(), value)).collect();
    let attrs: Vec<(&str, Attribute)> = attrs.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let operands = [&range.bounds[..], &inits[..]].concat();
    rw.op(For, &operands, &types, &attrs)
}

/// The new values of the old loop's results; `None` for unused results.
fn results(
    rw: &mut Rewriter<'_>,
    [op, new]: [Op; 2],
    counter: &Counter,
    range: &Range,
) -> Vec<Option<Value>> {
    let first = entry(rw.body, op, 0);
    let condition = ending(rw.body, op, 0);
    let passed: Vec<Value> = rw.body.operands(condition).skip(1).collect();
    let used: Vec<bool> = rw.body.results(op).map(|result| !rw.body.is_unused(result)).collect();
    let args: Vec<Value> = rw.body.args(first).collect();
    let is_used = |value: Value| passed.iter().zip(&used).any(|(v, used)| *used && *v == value);
    let is_computed =
        |value: &Value| rw.body.def_op(*value).is_some_and(|d| rw.body.block_of(d) == Some(first));
    let computes = passed.iter().zip(&used).any(|(value, used)| *used && is_computed(value));
    let mut map = IrMap::default();
    let others = at_positions(args.iter().copied(), &carried(rw.body, op, counter));
    map.values.extend(others.into_iter().zip(rw.body.results(new)));
    map.values.extend(unchanged(rw.body, op));
    let own = args[counter.position];
    if computes || is_used(own) {
        let last = last(rw, counter, range);
        let ty = rw.body.ty(own);
        let last = as_type(rw, last, ty);
        map.values.insert(own, last);
    }
    if computes {
        let code: Vec<Op> = rw.body.ops(first).filter(|inner| *inner != condition).collect();
        for inner in code {
            rw.clone_op(inner, &mut map);
        }
    }
    passed.iter().zip(used).map(|(value, used)| used.then(|| map.value(*value))).collect()
}

/// The counter after the last iteration.
fn last(b: &mut Builder<'_>, counter: &Counter, range: &Range) -> Value {
    if counter.step == 1 {
        return arith::maxsi(b, range.start, range.end);
    }
    let count = match counter.is_rising() {
        true => {
            let highest = arith::maxsi(b, range.start, range.end);
            let distance = arith::subi(b, highest, range.start);
            arith::ceildivsi(b, distance, range.bounds[2])
        }
        false => range.bounds[1],
    };
    let step = const_index(b, counter.step);
    let way = arith::muli(b, count, step);
    arith::addi(b, range.start, way)
}

/// Moves both regions of the old loop into the new one, and returns the counter there.
fn fill(rw: &mut Rewriter<'_>, [op, new]: [Op; 2], counter: &Counter, range: &Range) -> Value {
    let index = rw.body.ctx().index();
    let own = rw.body.ty(rw.body.operand(op, counter.position));
    let mut types = vec![index];
    types.extend(rw.body.operands(new).skip(3).map(|v| rw.body.ty(v)).collect::<Vec<_>>());
    let mut number = None;
    rw.fill(new, 0, &types, Yield, |b, args| {
        let at = match counter.is_rising() {
            true => args[0],
            false => {
                let step = const_index(b, counter.step);
                let way = arith::muli(b, args[0], step);
                arith::addi(b, range.start, way)
            }
        };
        number = Some(as_type(b, at, own));
        args[1..].to_vec()
    });
    let end = ending(rw.body, new, 0);
    let positions = carried(rw.body, op, counter);
    // Users of values that never change take the initial values.
    let mut args: Vec<Value> = rw.body.operands(op).collect();
    args[counter.position] = number.expect("the region was built");
    let new_args = rw.body.args(entry(rw.body, new, 0)).skip(1);
    positions.iter().zip(new_args).for_each(|(at, arg)| args[*at] = arg);
    let (condition, last) = (ending(rw.body, op, 0), ending(rw.body, op, 1));
    let (before, after) = (entry(rw.body, op, 0), entry(rw.body, op, 1));
    rw.inline_block_before(before, end, &args);
    let passed: Vec<Value> = rw.body.operands(condition).skip(1).collect();
    rw.erase(condition);
    rw.inline_block_before(after, end, &passed);
    let yielded = at_positions(rw.body.operands(last), &positions);
    rw.erase(last);
    rw.modify(end, |body| body.set_operands(end, &yielded));
    args[counter.position]
}

/// The carried values that never change, as arguments of the first region, with their initial values.
fn unchanged(body: &Body, op: Op) -> Vec<(Value, Value)> {
    let view = body.view(op, While);
    let pairs = view.before().into_iter().zip(body.operands(op)).enumerate();
    pairs.filter(|(i, _)| comes_back(body, view, *i)).map(|(_, pair)| pair).collect()
}

/// True if a counting loop can become a `loop.for`: if the final count is used, it must be computable.
pub(super) fn is_possible(body: &Body, op: Op, counter: &Counter) -> bool {
    let Some(condition) = body.cast(op, While).and_then(|view| view.condition()) else { return false };
    let first = entry(body, op, 0);
    let own = body.arg(first, counter.position);
    let is_simple = |value: Value| body.def_op(value).is_none_or(|def| body.block_of(def) != Some(first));
    let needs =
        |(result, value): (Value, Value)| !body.is_unused(result) && (value == own || !is_simple(value));
    counter.has_end() || !body.results(op).zip(body.operands(condition).skip(1)).any(needs)
}
