//! Canonicalization of `loop` ops: known conditions and trip counts, and redundant carried values.

use super::ops::{Condition, For, If, While, Yield, constant_int};
use super::{build, live};
use crate::arith::{self, CmpI};
use crate::scalar::dtype;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::control::{Branch, LoopLike};
use tf_ir::kind::WhichOp;
use tf_ir::rewrite::{PatternSet, Refusal, Rewrite, Rewriter};
use tf_ir::types::Type;

/// Adds the patterns of the dialect.
pub(super) fn patterns(set: &mut PatternSet) {
    set.on(If, "if-constant", if_constant)
        .on(If, "if-to-select", if_to_select)
        .on(If, "if-results", if_results)
        .on(For, "for-no-trip", for_no_iteration)
        .on(For, "for-one-trip", for_one_iteration)
        .on(For, "for-exit-constant", for_exit_constant)
        .on(For, "for-carried-unchanged", for_carried_unchanged)
        .on(For, "for-carried-unused", for_carried_unused)
        .on(While, "while-never", while_never)
        .on(While, "while-carried-unchanged", while_carried_unchanged)
        .on(While, "while-passed-unused", while_passed_unused)
        .on(While, "while-carried-unused", while_carried_unused);
    super::switch::patterns(set);
}

pub(super) fn block(body: &Body, op: Op, region: usize) -> Option<Block> {
    body.entry(body.region(op, region))
}

/// The terminator of a region, and its operands.
fn ending(body: &Body, op: Op, region: usize) -> Option<(Op, Vec<Value>)> {
    let end = block(body, op, region).and_then(|b| body.terminator(b))?;
    Some((end, body.operands(end).collect()))
}

fn discardable(body: &Body, op: Op) -> Vec<(String, Attribute)> {
    body.discardable(op).map(|(name, value)| (body.ctx().text(name).to_string(), value)).collect()
}

/// Replaces `op` by the contents of a region without control flow: its ops, then the yielded values.
pub(super) fn inline(rw: &mut Rewriter<'_>, op: Op, region: usize, args: &[Value]) -> Rewrite {
    let inner = block(rw.body, op, region).ok_or("the region is empty")?;
    let (end, _) = ending(rw.body, op, region).ok_or("the region has no terminator")?;
    rw.inline_block_before(inner, op, args);
    let values: Vec<Value> = rw.body.operands(end).skip(first_value(rw.body, end)).collect();
    rw.erase(end);
    rw.replace(op, &values);
    Ok(())
}

/// The index of a terminator's first value: after the condition of a `loop.condition`.
fn first_value(body: &Body, end: Op) -> usize {
    usize::from(body.is(end, Condition))
}

// ---- if ----

fn if_constant(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let region = If.known_region(rw.body.op(op)).ok_or("the condition is not constant")?;
    if block(rw.body, op, region).is_none() {
        rw.erase(op);
        return Ok(());
    }
    inline(rw, op, region, &[])
}

/// A conditional whose regions only yield becomes a selection. For tensors, `tensor-decompose` decides: an
/// elementwise selection is no simpler than one of whole tensors.
fn if_to_select(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let only_yields = |region| block(rw.body, op, region).is_none_or(|b| rw.body.first(b) == rw.body.last(b));
    if !only_yields(0) || !only_yields(1) {
        return Err("the regions do more than yield".into());
    }
    let view = rw.body.cast(op, If).ok_or("no if")?;
    let (then, otherwise) = (view.yielded(0), view.yielded(1));
    let selectable = |v: &Value| {
        let (ctx, ty) = (rw.body.ctx(), rw.body.ty(*v));
        !ctx.is_tensor(ty) && dtype(ctx, crate::constraints::scalar_of(ctx, ty)).is_some()
    };
    if !then.iter().zip(&otherwise).all(|(a, b)| a == b || selectable(a)) {
        return Err("a result is neither a scalar nor a vector".into());
    }
    let condition = rw.body.operand(op, 0);
    let mut values = Vec::with_capacity(then.len());
    for (a, b) in then.iter().zip(&otherwise) {
        values.push(if a == b { *a } else { arith::select(rw, condition, *a, *b) });
    }
    rw.replace(op, &values);
    Ok(())
}

/// Removes unused results, and results for which both regions yield the same value from outside.
fn if_results(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, If).ok_or("no if")?;
    let (then, otherwise) = (view.yielded(0), view.yielded(1));
    let results: Vec<Value> = rw.body.results(op).collect();
    let drop = |i: usize| rw.body.is_unused(results[i]) || then[i] == otherwise[i];
    let kept: Vec<usize> = (0..results.len()).filter(|i| !drop(*i)).collect();
    if kept.len() == results.len() {
        return Err("every result is used and depends on the condition".into());
    }
    let types: Vec<Type> = kept.iter().map(|i| rw.body.ty(results[*i])).collect();
    for region in 0..2 {
        if let Some((end, values)) = ending(rw.body, op, region) {
            let values: Vec<Value> = kept.iter().map(|i| values[*i]).collect();
            rw.modify(end, |body| body.set_operands(end, &values));
        }
    }
    let condition = rw.body.operand(op, 0);
    let new = rebuild(rw, op, If, &[condition], &types);
    let mut place = 0;
    let values: Vec<Value> = (0..results.len())
        .map(|i| match kept.get(place) == Some(&i) {
            true => {
                place += 1;
                rw.body.result(new, place - 1)
            }
            false => then[i],
        })
        .collect();
    replace_unequal(rw, op, &values);
    Ok(())
}

/// Replaces the results of an op at their uses; the values of unused ones are irrelevant.
pub(super) fn replace_unequal(rw: &mut Rewriter<'_>, op: Op, values: &[Value]) {
    let results: Vec<Value> = rw.body.results(op).collect();
    for (result, value) in results.iter().zip(values) {
        if !rw.body.is_unused(*result) {
            rw.replace_value(*result, *value);
        }
    }
    rw.erase(op);
}

/// An op of the same attributes with other operands and result types, which takes the regions of the old op.
pub(super) fn rebuild(
    rw: &mut Rewriter<'_>,
    op: Op,
    what: impl WhichOp,
    operands: &[Value],
    results: &[Type],
) -> Op {
    let attrs = discardable(rw.body, op);
    let attrs: Vec<(&str, Attribute)> = attrs.iter().map(|(n, a)| (n.as_str(), *a)).collect();
    let regions = rw.body.regions(op).len();
    let new = rw.op_with_regions(what, operands, results, &attrs, regions);
    rw.modify(new, |body| {
        for i in 0..regions {
            let (from, to) = (body.region(op, i), body.region(new, i));
            body.splice_blocks(from, to);
        }
    });
    new
}

// ---- for ----

fn trip_count(rw: &Rewriter<'_>, op: Op) -> Result<u64, Refusal> {
    let view = rw.body.cast(op, For).ok_or("no for")?;
    let same = view.lower() == view.upper() && constant_int(view.op(), 2).is_some_and(|step| step > 0);
    if same {
        return Ok(0);
    }
    For.max_trip_count(view.op()).ok_or("the trip count is not known".into())
}

/// Removes an exit that is never taken; a loop whose exit is always taken has at most one iteration.
fn for_exit_constant(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, For).ok_or("no for")?;
    view.early_exit().ok_or("it has no early exit")?;
    let end = view.end().ok_or("the region has no terminator")?;
    let goes_on = constant_int(rw.body.op(end), 0).ok_or("the exit condition is not known")?;
    if goes_on != 0 {
        return yield_instead(rw, op, end);
    }
    if constant_int(rw.body.op(op), 2).is_none_or(|step| step < 1) {
        return Err("its step may not be positive".into());
    }
    let (lower, upper) = (rw.body.operand(op, 0), rw.body.operand(op, 1));
    let inits: Vec<Value> = rw.body.operands(op).skip(3).collect();
    let types: Vec<Type> = inits.iter().map(|v| rw.body.ty(*v)).collect();
    let runs = arith::cmpi(rw, CmpI::Slt, lower, upper);
    let new = build::if_else(rw, runs, &types, |_| inits.clone(), |_| inits.clone());
    let (inner, taken) = block(rw.body, op, 0).zip(block(rw.body, new, 0)).ok_or("a region is empty")?;
    let last = rw.body.terminator(taken).ok_or("the region has no terminator")?;
    rw.inline_block_before(inner, last, &[&[lower], &inits[..]].concat());
    let values: Vec<Value> = rw.body.operands(end).skip(1).collect();
    rw.erase(end);
    rw.modify(last, |body| body.set_operands(last, &values));
    let results: Vec<Value> = rw.body.results(new).collect();
    rw.replace(op, &results);
    Ok(())
}

fn for_no_iteration(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    if trip_count(rw, op)? != 0 {
        return Err("its trip count is not 0".into());
    }
    let inits: Vec<Value> = rw.body.operands(op).skip(3).collect();
    rw.replace(op, &inits);
    Ok(())
}

fn for_one_iteration(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    if trip_count(rw, op)? != 1 {
        return Err("its trip count is not 1".into());
    }
    let mut args = vec![rw.body.operand(op, 0)];
    args.extend(rw.body.operands(op).skip(3));
    inline(rw, op, 0, &args)
}

/// Replaces a `loop.condition` by a `loop.yield` of the same values.
fn yield_instead(rw: &mut Rewriter<'_>, op: Op, end: Op) -> Rewrite {
    let values: Vec<Value> = rw.body.operands(end).skip(1).collect();
    rw.set_before(end);
    rw.op(Yield, &values, &[], &[]);
    rw.erase(end);
    rw.set_before(op);
    Ok(())
}

/// A for loop with a subset of its carried values. `values[i]` replaces a dropped carried value `i`, inside
/// and as a result.
fn keep_carried(rw: &mut Rewriter<'_>, op: Op, keep: &[bool], values: &[Value]) -> Rewrite {
    let inner = block(rw.body, op, 0).ok_or("the region is empty")?;
    let (end, yielded) = ending(rw.body, op, 0).ok_or("the region has no terminator")?;
    let (condition, yielded) = yielded.split_at(first_value(rw.body, end));
    let inits: Vec<Value> = rw.body.operands(op).skip(3).collect();
    let chosen = |all: &[Value]| -> Vec<Value> {
        all.iter().zip(keep).filter(|(_, keep)| **keep).map(|(value, _)| *value).collect()
    };
    let kept_yields = [condition, &chosen(yielded)].concat();
    rw.modify(end, |body| body.set_operands(end, &kept_yields));
    for i in (0..keep.len()).rev().filter(|i| !keep[*i]) {
        let arg = rw.body.arg(inner, i + 1);
        rw.replace_value(arg, values[i]);
        rw.modify(op, |body| body.erase_arg(inner, i + 1));
    }
    let mut operands: Vec<Value> = rw.body.operands(op).take(3).collect();
    operands.extend(chosen(&inits));
    let types: Vec<Type> = chosen(&inits).iter().map(|v| rw.body.ty(*v)).collect();
    let new = rebuild(rw, op, For, &operands, &types);
    let mut place = 0;
    let results: Vec<Value> = keep
        .iter()
        .zip(values)
        .map(|(keep, value)| match keep {
            true => {
                place += 1;
                rw.body.result(new, place - 1)
            }
            false => *value,
        })
        .collect();
    replace_unequal(rw, op, &results);
    Ok(())
}

/// A carried value that is yielded unchanged, or is always its initial value, becomes the initial value.
fn for_carried_unchanged(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, For).ok_or("no for")?;
    let (args, yielded) = (view.carried(), view.yielded());
    let inits: Vec<Value> = rw.body.operands(op).skip(3).collect();
    let keep: Vec<bool> = (0..inits.len()).map(|i| yielded[i] != args[i] && yielded[i] != inits[i]).collect();
    if keep.iter().all(|keep| *keep) {
        return Err("every carried value changes".into());
    }
    keep_carried(rw, op, &keep, &inits)
}

/// Removes carried values that are used only to compute the next values of each other, if their results are
/// unused.
fn for_carried_unused(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let inits: Vec<Value> = rw.body.operands(op).skip(3).collect();
    let keep = live::carried(rw.body, op);
    if keep.len() != inits.len() || keep.iter().all(|keep| *keep) {
        return Err("every carried value is used".into());
    }
    keep_carried(rw, op, &keep, &inits)
}

// ---- while ----

/// A condition that is never true: the first region runs once.
fn while_never(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, While).ok_or("no while")?;
    let condition = view.condition().ok_or("no condition")?;
    if constant_int(rw.body.op(condition), 0) != Some(0) {
        return Err("the condition is not known to be false".into());
    }
    let inner = block(rw.body, op, 0).ok_or("the region is empty")?;
    let inits: Vec<Value> = rw.body.operands(op).collect();
    rw.inline_block_before(inner, op, &inits);
    let values: Vec<Value> = rw.body.operands(condition).skip(1).collect();
    rw.erase(condition);
    rw.replace(op, &values);
    Ok(())
}

/// Rebuilds a while loop without the dropped carried values, which the first region no longer uses.
fn drop_unused_while(rw: &mut Rewriter<'_>, op: Op, keep: &[bool]) -> Rewrite {
    let before = block(rw.body, op, 0).ok_or("the region is empty")?;
    let (end, yielded) = ending(rw.body, op, 1).ok_or("the region has no terminator")?;
    let chosen = |all: Vec<Value>| -> Vec<Value> {
        all.into_iter().zip(keep).filter(|(_, keep)| **keep).map(|(value, _)| value).collect()
    };
    let kept = chosen(yielded);
    rw.modify(end, |body| body.set_operands(end, &kept));
    for i in (0..keep.len()).rev().filter(|i| !keep[*i]) {
        rw.modify(op, |body| body.erase_arg(before, i));
    }
    let inits = chosen(rw.body.operands(op).collect());
    let types: Vec<Type> = rw.body.results(op).map(|r| rw.body.ty(r)).collect();
    let new = rebuild(rw, op, While, &inits, &types);
    let results: Vec<Value> = rw.body.results(new).collect();
    rw.replace(op, &results);
    Ok(())
}

/// A carried value that is returned as it was passed, or is always its initial value, becomes the initial
/// value.
fn while_carried_unchanged(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, While).ok_or("no while")?;
    let (before, after, yielded) = (view.before(), view.after(), view.yielded());
    let condition = view.condition().ok_or("no condition")?;
    let passed: Vec<Value> = rw.body.operands(condition).skip(1).collect();
    let inits: Vec<Value> = rw.body.operands(op).collect();
    let unchanged = |i: usize| {
        let comes_back = after.iter().position(|a| *a == yielded[i]).is_some_and(|j| passed[j] == before[i]);
        comes_back || yielded[i] == inits[i] || yielded[i] == before[i]
    };
    let keep: Vec<bool> = (0..inits.len()).map(|i| !unchanged(i)).collect();
    if keep.iter().all(|keep| *keep) {
        return Err("every carried value changes".into());
    }
    for i in (0..keep.len()).filter(|i| !keep[*i]) {
        rw.replace_value(before[i], inits[i]);
    }
    drop_unused_while(rw, op, &keep)
}

/// Removes carried values that the first region does not use, or that are used only to compute the next
/// values of each other.
fn while_carried_unused(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let before = rw.body.cast(op, While).ok_or("no while")?.before();
    let keep = live::carried(rw.body, op);
    if keep.len() != before.len() || keep.iter().all(|keep| *keep) {
        return Err("every carried value is used".into());
    }
    for i in (0..keep.len()).filter(|i| !keep[*i]) {
        let init = rw.body.operand(op, i);
        rw.replace_value(before[i], init);
    }
    drop_unused_while(rw, op, &keep)
}

/// Removes a value that the condition passes on but neither the second region nor a use of the loop's results
/// needs, a value that is passed twice, and a value from outside the loop.
fn while_passed_unused(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, While).ok_or("no while")?;
    let (after, condition) = (view.after(), view.condition().ok_or("no condition")?);
    let passed: Vec<Value> = rw.body.operands(condition).skip(1).collect();
    let results: Vec<Value> = rw.body.results(op).collect();
    let is_outside = |value: &Value| {
        let owner = rw.body.def_block(*value).and_then(|b| rw.body.block_owner(b));
        owner.is_some_and(|owner| !rw.body.encloses(op, owner))
    };
    let outside: Vec<bool> = passed.iter().map(is_outside).collect();
    let mut replacements: Vec<Option<usize>> = Vec::with_capacity(passed.len());
    let mut keep: Vec<bool> = Vec::with_capacity(passed.len());
    for i in 0..passed.len() {
        let first = (0..i).find(|j| keep[*j] && passed[*j] == passed[i]);
        let used = !rw.body.is_unused(results[i]) || !rw.body.is_unused(after[i]);
        keep.push(used && first.is_none() && !outside[i]);
        replacements.push(first);
    }
    if keep.iter().all(|keep| *keep) {
        return Err("every value is used once".into());
    }
    for i in (0..passed.len()).filter(|i| !keep[*i]) {
        let (inner, result) = match replacements[i] {
            Some(first) => (after[first], results[first]),
            _ if outside[i] => (passed[i], passed[i]),
            _ => continue,
        };
        rw.replace_value(after[i], inner);
        rw.replace_value(results[i], result);
    }
    drop_passed(rw, op, condition, &passed, &keep)
}

fn drop_passed(rw: &mut Rewriter<'_>, op: Op, condition: Op, passed: &[Value], keep: &[bool]) -> Rewrite {
    let second = block(rw.body, op, 1).ok_or("the region is empty")?;
    let mut operands = vec![rw.body.operand(condition, 0)];
    operands.extend(passed.iter().zip(keep).filter(|(_, keep)| **keep).map(|(value, _)| *value));
    rw.modify(condition, |body| body.set_operands(condition, &operands));
    for i in (0..keep.len()).rev().filter(|i| !keep[*i]) {
        rw.modify(op, |body| body.erase_arg(second, i));
    }
    let types: Vec<Type> = operands[1..].iter().map(|v| rw.body.ty(*v)).collect();
    let inits: Vec<Value> = rw.body.operands(op).collect();
    let results: Vec<Value> = rw.body.results(op).collect();
    let new = rebuild(rw, op, While, &inits, &types);
    let mut place = 0;
    for (result, keep) in results.iter().zip(keep) {
        if *keep {
            let value = rw.body.result(new, place);
            place += 1;
            rw.replace_value(*result, value);
        }
    }
    rw.erase(op);
    Ok(())
}
