//! Reverse-mode differentiation of loops and conditionals, on tensors and on scalars.

use super::Counts;
use super::chain::{
    Backward, Cotangents, ReplayContext, Step, Trip, Trips, captured, positions, prune, stand_ins, taken,
    tape,
};
use super::forward::copy_attributes;
use super::reverse::sweep;
use crate::subscript::Copier;
use tf_dialects::arith::{self, const_index};
use tf_dialects::differentiate::{Active, Reverse};
use tf_dialects::loops::build::for_loop;
use tf_dialects::loops::{self, For, While, WhileOp};
use tf_dialects::tensor::FromElements;
use tf_ir::body::{Block, IrMap, Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::builtin::UnrealizedCast;
use tf_ir::control::early_exit;
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;

/// A loop where it stands: the original, its copy that is differentiated (outside of comprehensions the same), and
/// what values around the original became.
pub(super) type Placed = (Op, Op, Copier);

/// `loop.for`: the loop stores states, its trips are replayed from the last to the first.
pub(super) fn counted(
    cx: &mut Reverse<'_, '_>,
    (original, op, base): Placed,
    replay: &mut dyn ReplayContext,
) -> Result<(), Diagnostic> {
    let step = Step::of(cx.b.body, original).expect("a verified loop has a block").within(base);
    let inits: Vec<Value> = cx.b.body.operands(op).skip(3).collect();
    let (outside, sources) = captured_by(cx, &step, replay);
    let args = positions(&step.active_args(cx.b.body, &inits, &[&outside[..], &sources].concat(), cx.active));
    let results: Vec<Value> = args.iter().map(|i| cx.b.body.result(op, *i)).collect();
    let values = [taken(cx, &results), taken(cx, &outside)].concat();
    let after = cx.b.cursor;
    cx.b.cursor = Cursor::Before(op);
    keep_trap(cx.b, op);
    let trips = Trips::of(cx.b, op);
    cx.b.cursor = after;
    let exits = early_exit(cx.b.body, op).is_some();
    if exits {
        // As many trips as it ran once more, storing states.
        let new = counting_for(cx.b, op);
        let finals: Vec<Value> = cx.b.body.results(new).collect();
        let (number, finals) = finals.split_last().expect("the number of trips is a result");
        let mut backward = Backward::new(cx.b, &step, trips.ending_after(*number), replay);
        let cotangents = Cotangents { args, captured: outside, sources, values };
        let (_, found) = backward.build(cx.b, cotangents, (None, &inits, false), replay)?;
        cx.b.body.replace(op, finals);
        give(cx, &inits, found);
        return Ok(());
    }
    let mut backward = Backward::new(cx.b, &step, trips, replay);
    let cotangents = Cotangents { args, captured: outside, sources, values };
    let (finals, found) = backward.build(cx.b, cotangents, (Some(op), &inits, true), replay)?;
    let finals: Vec<Value> =
        finals.into_iter().map(|v| v.expect("all carried values were asked for")).collect();
    cx.b.body.replace(op, &finals);
    give(cx, &inits, found);
    Ok(())
}

/// The active values from outside that a loop uses: those whose cotangents go from trip to trip; and, at a point of a
/// comprehension, tensors, whose cotangents are put elsewhere.
fn captured_by(cx: &Reverse<'_, '_>, step: &Step, replay: &dyn ReplayContext) -> (Vec<Value>, Vec<Value>) {
    let body = &*cx.b.body;
    let all = step.captured(body, cx.active);
    if replay.tapes() == tape::Kind::Tensors {
        return (all, Vec::new());
    }
    let (sources, mut scalars): (Vec<Value>, Vec<Value>) =
        all.into_iter().partition(|v| body.ctx().is_tensor(body.ty(*v)));
    // A small tensor of scalars hands cotangents on to these.
    for source in &sources {
        let array = body.def_op(*source).filter(|def| body.is(*def, FromElements));
        for element in array.into_iter().flat_map(|array| body.operands(array)) {
            if cx.active.has(element) && !scalars.contains(&element) {
                scalars.push(element);
            }
        }
    }
    (scalars, sources)
}

/// A step that may not be positive still stops the call.
fn keep_trap(b: &mut Builder<'_>, op: Op) {
    let [lower, step] = [0, 2].map(|i| b.body.operand(op, i));
    let constant = b.body.def_op(step).is_some_and(|def| b.body.op(def).constant().is_some());
    if !constant {
        for_loop(b, lower, lower, step, &[], |_, _, _| Vec::new());
    }
}

/// A copy of a loop that may be left early, before it, with its trip count as a further result.
fn counting_for(b: &mut Builder<'_>, op: Op) -> Op {
    let after = std::mem::replace(&mut b.cursor, Cursor::Before(op));
    let loc = std::mem::replace(&mut b.loc, b.body.loc(op));
    let index = b.ctx().index();
    let zero = const_index(b, 0);
    let copy = b.body.clone_op(op, &mut IrMap::default());
    b.insert(copy);
    let block = b.body.entry(b.body.region(copy, 0)).expect("a verified loop has a block");
    let number = b.body.add_arg(block, index);
    let end = b.body.last(block).expect("a verified block has a terminator");
    b.cursor = Cursor::Before(end);
    let one = const_index(b, 1);
    let next = arith::addi(b, number, one);
    let operands: Vec<Value> = b.body.operands(end).chain([next]).collect();
    b.body.set_operands(end, &operands);
    b.cursor = Cursor::Before(copy);
    let operands: Vec<Value> = b.body.operands(copy).chain([zero]).collect();
    let types: Vec<Type> = b.body.results(copy).map(|v| b.body.ty(v)).chain([index]).collect();
    let new = b.op(For, &operands, &types, &[]);
    let (from, to) = (b.body.region(copy, 0), b.body.region(new, 0));
    b.body.splice_blocks(from, to);
    b.body.erase(copy);
    b.cursor = after;
    b.loc = loc;
    new
}

/// What a loop leaves: the cotangents of its initial values, and those of values from outside.
fn give(cx: &mut Reverse<'_, '_>, inits: &[Value], found: Cotangents) {
    let (of_args, of_captured) = found.values.split_at(found.args.len());
    for (value, g) in found.captured.iter().zip(of_captured) {
        cx.set(*value, *g);
    }
    for (i, g) in found.args.iter().zip(of_args) {
        cx.add(inits[*i], *g);
    }
}

/// `loop.while`: a first run counts the trips, a second one stores states, and the backward pass replays them.
pub(super) fn repeated(
    cx: &mut Reverse<'_, '_>,
    (original, op, base): Placed,
    replay: &mut dyn ReplayContext,
) -> Result<(), Diagnostic> {
    let step = Step::of(cx.b.body, original).expect("a verified loop has blocks").within(base);
    let inits: Vec<Value> = cx.b.body.operands(op).collect();
    let (outside, sources) = captured_by(cx, &step, replay);
    let args = positions(&step.active_args(cx.b.body, &inits, &[&outside[..], &sources].concat(), cx.active));
    let results: Vec<Value> = cx.b.body.results(op).collect();
    let seeds: Vec<Option<Value>> = results.iter().map(|r| cx.take(*r)).collect();
    let gathered = taken(cx, &outside);
    // The last test gives the results; the carried values it starts from are known when the loop is built anew.
    let last = stand_ins(cx.b, &step.args);
    let number = {
        let index = cx.b.ctx().index();
        cx.b.value(UnrealizedCast, &[], index, &[])
    };
    let values = last_test(cx, &step, &last, (&args, &outside, &sources), &gathered, &seeds, replay)?;
    let mut backward = Backward::new(cx.b, &step, Trips::counted(number), replay);
    let cotangents = Cotangents { args, captured: outside, sources, values };
    let (_, found) = backward.build(cx.b, cotangents, (None, &inits, false), replay)?;
    let needed: Vec<bool> = last.iter().map(|v| !cx.b.body.is_unused(*v)).collect();
    let new = counting(cx.b, op, &positions(&needed));
    let extra: Vec<Value> = cx.b.body.results(new).skip(results.len()).collect();
    let known = positions(&needed).into_iter().map(|i| last[i]).chain([number]);
    known.zip(extra).for_each(|(stand_in, value)| cx.b.body.replace_uses(stand_in, value));
    for stand_in in last.into_iter().chain([number]) {
        let def = cx.b.body.def_op(stand_in).expect("a stand-in is a result");
        cx.b.body.erase(def);
    }
    let finals: Vec<Value> = cx.b.body.results(new).take(results.len()).collect();
    cx.b.body.replace(op, &finals);
    give(cx, &inits, found);
    Ok(())
}

/// The first block once more, for the last time, and its sweep: the cotangents of what the last trip left.
fn last_test(
    cx: &mut Reverse<'_, '_>,
    step: &Step,
    last: &[Value],
    (args, outside, sources): (&[usize], &[Value], &[Value]),
    gathered: &[Value],
    seeds: &[Option<Value>],
    replay: &mut dyn ReplayContext,
) -> Result<Vec<Value>, Diagnostic> {
    let states: Vec<Option<Value>> = last.iter().copied().map(Some).collect();
    let copied = step.copy_first(cx.b, &states);
    let (ops, copier) = copied?;
    let condition = cx.b.body.cast(step.op, While).and_then(WhileOp::condition).expect("verified");
    let passed: Vec<Value> = cx.b.body.operands(condition).skip(1).collect();
    let passed: Vec<Value> = passed.into_iter().map(|v| copier.value(cx.b, v)).collect();
    let mut active = Active::new(args.iter().map(|i| last[*i]).chain(outside.iter().chain(sources).copied()));
    ops.iter().for_each(|op| active.mark(cx.b.body, *op));
    let mut inner = Reverse::new(cx.b, &active);
    outside.iter().zip(gathered).for_each(|(value, g)| inner.add(*value, *g));
    for (value, seed) in passed.iter().zip(seeds) {
        if let Some(g) = seed {
            inner.add(*value, *g);
        }
    }
    let (originals, puts) = (step.first_ops(inner.b.body), step.first_puts(inner.b.body));
    replay.sweep(&mut inner, Trip { originals, copies: ops, puts, copier })?;
    let mut values = Vec::new();
    for value in args.iter().map(|i| last[*i]).chain(outside.iter().copied()) {
        values.push(inner.cotangent_or_zero(value));
    }
    let first = last.first().and_then(|v| cx.b.body.def_op(*v));
    if let Some(first) = first {
        prune(cx.b.body, first, cx.b.cursor, &values);
    }
    Ok(values)
}

/// The loop with the carried values at `kept` and its trip count as further results, before it.
fn counting(b: &mut Builder<'_>, op: Op, kept: &[usize]) -> Op {
    let after = std::mem::replace(&mut b.cursor, Cursor::Before(op));
    let loc = std::mem::replace(&mut b.loc, b.body.loc(op));
    let zero = const_index(b, 0);
    let index = b.ctx().index();
    let inits: Vec<Value> = b.body.operands(op).chain([zero]).collect();
    let blocks: Vec<Block> =
        b.body.regions(op).map(|r| b.body.entry(r).expect("a verified loop has blocks")).collect();
    let carried: Vec<Value> = kept.iter().map(|i| b.body.arg(blocks[0], *i)).collect();
    let number = b.body.add_arg(blocks[0], index);
    let end = b.body.last(blocks[0]).expect("a verified block has a terminator");
    let operands: Vec<Value> = b.body.operands(end).chain(carried.iter().copied()).chain([number]).collect();
    b.body.set_operands(end, &operands);
    for value in &carried {
        let ty = b.body.ty(*value);
        b.body.add_arg(blocks[1], ty);
    }
    let number = b.body.add_arg(blocks[1], index);
    let end = b.body.last(blocks[1]).expect("a verified block has a terminator");
    b.cursor = Cursor::Before(end);
    let one = const_index(b, 1);
    let next = arith::addi(b, number, one);
    let operands: Vec<Value> = b.body.operands(end).chain([next]).collect();
    b.body.set_operands(end, &operands);
    b.cursor = Cursor::Before(op);
    let types: Vec<Type> = b.body.args(blocks[1]).map(|v| b.body.ty(v)).collect();
    let new = While::build(b, &inits, &types);
    for i in 0..2 {
        let (from, to) = (b.body.region(op, i), b.body.region(new, i));
        b.body.splice_blocks(from, to);
    }
    b.cursor = after;
    b.loc = loc;
    new
}

/// `loop.if`, `loop.switch`: another one, whose sides run the code of the side that was taken and sweep it. It gives the cotangents of
/// what the sides use from outside, those so far included.
pub(super) fn conditional(cx: &mut Reverse<'_, '_>, op: Op, counts: &mut Counts) -> Result<(), Diagnostic> {
    let outside = captured(cx.b.body, op, &Copier::default(), cx.active);
    if outside.is_empty() {
        return Ok(());
    }
    let results: Vec<Value> = cx.b.body.results(op).collect();
    let seeds: Vec<Option<Value>> = results.iter().map(|r| cx.cotangent(*r)).collect();
    let so_far: Vec<Option<Value>> = outside.iter().map(|v| cx.take(*v)).collect();
    let types: Vec<Type> = outside.iter().map(|v| cx.b.body.ty(*v)).collect();
    let condition = cx.b.body.operand(op, 0);
    let (name, regions) = (cx.b.body.name(op), cx.b.body.regions(op).len());
    let new = cx.b.body.create(name, cx.b.loc, &[condition], &types, regions, &[]);
    copy_attributes(cx.b.body, op, new);
    cx.b.insert(new);
    for i in 0..regions {
        let block = cx.b.body.entry(cx.b.body.region(op, i));
        let (_, cursor) = cx.b.enter(new, i, &[]);
        let values = side(cx.b, block, &outside, (&so_far, &seeds), counts)?;
        loops::Yield::build(cx.b, &values);
        cx.b.cursor = cursor;
    }
    for (i, value) in outside.into_iter().enumerate() {
        let g = cx.b.body.result(new, i);
        cx.set(value, g);
    }
    Ok(())
}

fn side(
    b: &mut Builder<'_>,
    block: Option<Block>,
    outside: &[Value],
    (so_far, seeds): (&[Option<Value>], &[Option<Value>]),
    counts: &mut Counts,
) -> Result<Vec<Value>, Diagnostic> {
    let mut copier = Copier::default();
    let mut ops = Vec::new();
    let mut yielded = Vec::new();
    if let Some(block) = block {
        let all: Vec<Op> = b.body.ops(block).collect();
        let (end, code) = all.split_last().expect("verified regions have terminators");
        yielded = b.body.operands(*end).collect();
        for inner in code {
            ops.push(copier.op(b, *inner)?);
        }
    }
    let mut active = Active::new(outside.iter().copied());
    ops.iter().for_each(|op| active.mark(b.body, *op));
    let yielded: Vec<Value> = yielded.into_iter().map(|v| copier.value(b, v)).collect();
    let mut inner = Reverse::new(b, &active);
    for (value, g) in outside.iter().zip(so_far) {
        if let Some(g) = g {
            inner.add(*value, *g);
        }
    }
    for (value, g) in yielded.iter().zip(seeds) {
        if let Some(g) = g {
            inner.add(*value, *g);
        }
    }
    sweep(&mut inner, &ops, counts)?;
    let mut values = Vec::new();
    for value in outside {
        values.push(inner.cotangent_or_zero(*value));
    }
    Ok(values)
}
