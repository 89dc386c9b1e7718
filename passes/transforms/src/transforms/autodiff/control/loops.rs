//! The backward pass of loops, on tensors and at points of comprehensions: iterations are replayed from the
//! last to the first.
//!
//! A loop that runs to its end stores states as it runs. A loop that a condition ends counts its iterations,
//! and a second run stores the states.

use super::backward::{Backward, Cotangents, placeholders_like};
use super::iteration::{Iteration, IterationSpace, ReplayScope, prune};
use crate::transforms::autodiff::code::{find, no_rule, positions, rebuilt};
use crate::transforms::autodiff::replay::{Replay, cotangents};
use crate::transforms::autodiff::scope::Scope;
use tf_dialects::arith::{self, const_index};
use tf_dialects::differentiate::{Active, Reverse, constant_like};
use tf_dialects::loops::build::for_loop;
use tf_dialects::loops::{While, WhileOp};
use tf_dialects::tensor::print::is_watching;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Block, Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::builtin::UnrealizedCast;
use tf_ir::control::{as_loop, early_exit};
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;

/// The backward pass of a loop: `original` is the original, and `op` is its copy in `replay`, which is
/// differentiated.
///
/// # Errors
/// A loop or code in it that has no derivative.
pub(in crate::transforms::autodiff) fn backwards(
    cx: &mut Reverse<'_, '_>,
    replay: &Replay,
    (original, op): (Op, Op),
    scope: &mut Scope<'_>,
) -> Result<(), Diagnostic> {
    let iteration = Iteration::of(cx.b.body, original, replay.copier.clone());
    let iteration = iteration.ok_or_else(|| no_rule(cx.b.body, op))?;
    check_point(cx, (original, op), scope)?;
    let inits =
        as_loop(cx.b.body, op).expect("the loop has a known iteration count").carried(cx.b.body.op(op)).inits;
    let (captured, sources) = iteration.captured(cx.b.body, cx.active, !scope.is_of_tensors());
    let outside = [&captured[..], &sources].concat();
    let args = positions(&iteration.active_args(cx.b.body, &inits, &outside, cx.active));
    let mut found = Cotangents { args, captured, sources, values: Vec::new() };
    // A loop that a condition ends gets its trip count when it is rebuilt.
    let number = early_exit(cx.b.body, op).map(|_| {
        let index = cx.b.ctx().index();
        cx.b.value(UnrealizedCast, &[], index, &[])
    });
    let (trips, last) = match iteration.index {
        Some(_) => (counted(cx, op, number, &mut found), Vec::new()),
        None => {
            let last = last_test(cx, (op, &iteration), &mut found, scope)?;
            (IterationSpace::counted(number.expect("its condition ends the loop")), last)
        }
    };
    // A loop that prints or checks stays: the run that stores states is an additional one, without these
    // effects.
    let watches = !find(cx.b.body, &[op], is_watching).is_empty();
    let forward = (number.is_none() && !watches).then_some(op);
    let mut backward = Backward::new(cx.b, &iteration, trips, scope);
    let (finals, found) = backward.build(cx.b, found, (forward, &inits), scope)?;
    if let Some(number) = number {
        let finals = count_iterations(cx.b, op, &last, number);
        cx.b.body.replace(op, &finals);
    } else if !watches {
        let finals: Vec<Value> =
            finals.into_iter().map(|v| v.expect("all carried values were requested")).collect();
        cx.b.body.replace(op, &finals);
    }
    let (of_args, of_captured) = found.values.split_at(found.args.len());
    for (value, g) in found.captured.iter().zip(of_captured) {
        cx.set(*value, *g);
    }
    for (i, g) in found.args.iter().zip(of_args) {
        cx.add(inits[*i], *g);
    }
    Ok(())
}

/// Refuses, at a point of a comprehension, a loop whose cotangents cannot be accumulated anywhere.
fn check_point(cx: &Reverse<'_, '_>, (original, op): (Op, Op), scope: &Scope<'_>) -> Result<(), Diagnostic> {
    if scope.is_of_tensors() {
        return Ok(());
    }
    if scope.direct().is_none() {
        return Err(no_rule(cx.b.body, op));
    }
    let ctx = cx.b.body.ctx();
    if cx.b.body.results(op).any(|r| ctx.is_tensor(cx.b.body.ty(r))) {
        let error = "cannot be differentiated backwards: it carries a tensor inside a comprehension; carry its elements";
        return Err(cx.b.body.op(original).error(error));
    }
    Ok(())
}

/// The iteration space of a counted loop (with the trip count `number` if it may exit early), and the
/// cotangents after the loop.
fn counted(
    cx: &mut Reverse<'_, '_>,
    op: Op,
    number: Option<Value>,
    found: &mut Cotangents,
) -> IterationSpace {
    let results = found.args.iter().map(|i| cx.b.body.result(op, *i));
    let after: Vec<Value> = results.chain(found.captured.iter().copied()).collect();
    found.values = taken(cx, &after);
    let cursor = std::mem::replace(&mut cx.b.cursor, Cursor::Before(op));
    keep_trap(cx.b, op);
    let trips = IterationSpace::of(cx.b, op);
    cx.b.cursor = cursor;
    match number {
        Some(number) => trips.ending_after(number),
        None => trips,
    }
}

/// A step that may not be positive still traps.
fn keep_trap(b: &mut Builder<'_>, op: Op) {
    let [lower, step] = [0, 2].map(|i| b.body.operand(op, i));
    if constant_int(b.body, step).is_none_or(|step| step < 1) {
        for_loop(b, lower, lower, step, &[], |_, _, _| Vec::new());
    }
}

/// Takes the current cotangents of some values, or zeros if there are none. The backward pass then has none
/// for them.
fn taken(cx: &mut Reverse<'_, '_>, values: &[Value]) -> Vec<Value> {
    let known: Vec<Option<Value>> = values.iter().map(|v| cx.take(*v)).collect();
    let or_zero = |(g, value): (Option<Value>, &Value)| {
        let ty = cx.b.body.ty(*value);
        g.unwrap_or_else(|| constant_like(cx.b, ty, 0.0))
    };
    known.into_iter().zip(values).map(or_zero).collect()
}

/// Repeats the last test of a `loop.while`, with its backward pass, to get the cotangents after the last
/// iteration. Returns placeholders for the carried values of that test.
fn last_test(
    cx: &mut Reverse<'_, '_>,
    (op, iteration): (Op, &Iteration),
    found: &mut Cotangents,
    scope: &mut Scope<'_>,
) -> Result<Vec<Value>, Diagnostic> {
    let results: Vec<Value> = cx.b.body.results(op).collect();
    let seeds: Vec<Option<Value>> = results.into_iter().map(|r| cx.take(r)).collect();
    let gathered = taken(cx, &found.captured);
    let last = placeholders_like(cx.b, &iteration.args);
    let states: Vec<Option<Value>> = last.iter().copied().map(Some).collect();
    let variables = found.args.iter().map(|i| last[*i]);
    let active = Active::new(variables.chain(found.captured.iter().chain(&found.sources).copied()));
    let code = iteration.replay(cx.b, None, &states, (ReplayScope::Test, active))?;
    let condition = cx.b.body.cast(iteration.op, While).and_then(WhileOp::condition).expect("verified");
    let passed: Vec<Value> = cx.b.body.operands(condition).skip(1).collect();
    let passed = code.copier.values(cx.b, passed);
    let mut inner = Reverse::new(cx.b, &code.active);
    found.captured.iter().zip(gathered).for_each(|(value, g)| inner.add(*value, g));
    for (value, seed) in passed.iter().zip(&seeds) {
        seed.iter().for_each(|g| inner.add(*value, *g));
    }
    code.sweep(&mut inner, &mut scope.inside())?;
    let wanted = found.args.iter().map(|i| last[*i]).chain(found.captured.iter().copied());
    found.values = cotangents(&mut inner, wanted);
    let first = last.first().and_then(|v| cx.b.body.def_op(*v));
    if let Some(first) = first {
        prune(cx.b.body, first, cx.b.cursor, &found.values);
    }
    Ok(last)
}

/// Rebuilds a loop so that it also yields its trip count and the used operands of its last test, and replaces
/// the placeholders for these. Returns the original results.
fn count_iterations(b: &mut Builder<'_>, op: Op, last: &[Value], number: Value) -> Vec<Value> {
    let needed: Vec<bool> = last.iter().map(|v| !b.body.is_unused(*v)).collect();
    let kept = positions(&needed);
    let new = counting(b, op, &kept);
    let results: Vec<Value> = b.body.results(new).collect();
    let (finals, extra) = results.split_at(b.body.result_count(op));
    let known = kept.into_iter().map(|i| last[i]).chain([number]);
    known.zip(extra).for_each(|(placeholder, value)| b.body.replace_uses(placeholder, *value));
    for placeholder in last.iter().chain([&number]) {
        let def = b.body.def_op(*placeholder).expect("a placeholder is the result of an op");
        b.body.erase(def);
    }
    finals.to_vec()
}

/// Builds, before the loop, a copy with two kinds of further results: the carried values at `kept`, and the
/// trip count.
fn counting(b: &mut Builder<'_>, op: Op, kept: &[usize]) -> Op {
    let cursor = std::mem::replace(&mut b.cursor, Cursor::Before(op));
    let loc = std::mem::replace(&mut b.loc, b.body.loc(op));
    let (index, zero) = (b.ctx().index(), const_index(b, 0));
    let blocks: Vec<Block> =
        b.body.regions(op).map(|r| b.body.entry(r).expect("a verified loop has blocks")).collect();
    let mut extra: Vec<Value> = kept.iter().map(|i| b.body.arg(blocks[0], *i)).collect();
    extra.push(b.body.add_arg(blocks[0], index));
    let types: Vec<Type> = extra.iter().map(|v| b.body.ty(*v)).collect();
    let append = |b: &mut Builder<'_>, block: Block, values: &[Value]| {
        let end = b.body.last(block).expect("a verified block has a terminator");
        let operands: Vec<Value> = b.body.operands(end).chain(values.iter().copied()).collect();
        b.body.set_operands(end, &operands);
    };
    for pair in blocks.windows(2) {
        append(b, pair[0], &extra);
        extra = types.iter().map(|ty| b.body.add_arg(pair[1], *ty)).collect();
    }
    let block = *blocks.last().expect("a verified loop has blocks");
    b.cursor = Cursor::Before(b.body.last(block).expect("a verified block has a terminator"));
    let one = const_index(b, 1);
    let next = arith::addi(b, *extra.last().expect("the last operand is the count"), one);
    append(b, block, &[next]);
    let operands: Vec<Value> = b.body.operands(op).chain([zero]).collect();
    let types: Vec<Type> = b.body.results(op).map(|v| b.body.ty(v)).chain(types).collect();
    let new = rebuilt(b.body, op, &operands, &types);
    (b.cursor, b.loc) = (cursor, loc);
    new
}
