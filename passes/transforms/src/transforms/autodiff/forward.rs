//! Forward mode: tangents are computed next to the values. Comprehensions, folds, loops and conditionals get
//! further results.

use super::accumulate;
use super::code::{drop_puts, is_loop, rebuilt, same};
use super::seed::Seed;
use smallvec::SmallVec;
use tf_dialects::differentiate::{self, Forward, constant_like, is_differentiable};
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::transform::{Checkpoint, Detach};
use tf_dialects::tensor::{self, Access, CombiningKind, Compute, Put};
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::control::as_branch;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{BranchPoint, Flow, RegionFlow};
use tf_ir::types::Type;
use tf_passes_common::code::subscript::Copier;

/// Computes the tangents of all values of `code`, each after its op.
///
/// # Errors
/// An op that has no derivative.
pub(super) fn sweep(cx: &mut Forward<'_, '_>, code: &[Op]) -> Result<(), Diagnostic> {
    for op in code {
        if !is_used(cx, *op) {
            continue;
        }
        cx.b.cursor = Cursor::After(*op);
        cx.b.loc = cx.b.body.loc(*op);
        visit(cx, *op)?;
    }
    Ok(())
}

/// Computes the tangents of an op's results, after it.
fn visit(cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
    if cx.b.body.is(op, Detach) || differentiate::jvp(cx, op)? {
        return Ok(());
    }
    if Access::of_read(cx.b.body.op(op)).is_some() {
        read(cx, op);
        return Ok(());
    }
    match cx.b.body.kind(op) {
        Compute::KIND => compute(cx, op),
        tensor::Fold::KIND => fold(cx, op),
        Put::KIND => {
            accumulate::put(cx, op);
            Ok(())
        }
        _ => match flows(cx.b.body, op) {
            Some(flows) => structured(cx, op, &flows),
            None => {
                let why = differentiate::reason(cx.b.body.info(op));
                Err(cx.b.body.op(op).error(format_args!("cannot be differentiated forwards: {why}")))
            }
        },
    }
}

/// The data flow through the regions of a loop, a conditional or an op that wraps code, such as a checkpoint.
fn flows(body: &Body, op: Op) -> Option<SmallVec<[Flow; 4]>> {
    let is_known = is_loop(body, op) || as_branch(body, op).is_some() || body.is(op, Checkpoint);
    let rule = body.info(op).interface::<dyn RegionFlow>().filter(|_| is_known)?;
    Some(rule.flows(body.op(op)))
}

/// True if the op, or anything in its regions, uses a value with a tangent.
fn is_used(cx: &Forward<'_, '_>, op: Op) -> bool {
    let mut used = false;
    tf_ir::walk::walk(cx.b.body, op, &mut |body, inner| {
        used |= body.operands(inner).any(|v| cx.tangent(v).is_some())
    });
    used
}

pub(super) fn is_float(cx: &Forward<'_, '_>, value: Value) -> bool {
    is_differentiable(cx.b.body.ctx(), cx.b.body.ty(value))
}

/// Differentiates the ops of a block; returns its terminator, with the cursor before it.
pub(super) fn sweep_block(cx: &mut Forward<'_, '_>, block: Block) -> Result<Op, Diagnostic> {
    let ops: Vec<Op> = cx.b.body.ops(block).collect();
    let (_, code) = ops.split_last().expect("verified regions have terminators");
    sweep(cx, code)?;
    let end = cx.b.body.last(block).expect("a terminator is rebuilt");
    cx.b.cursor = Cursor::Before(end);
    Ok(end)
}

/// Appends the tangents of a terminator's float operands, from operand `first` on, to its operands.
pub(super) fn extend_terminator(cx: &mut Forward<'_, '_>, end: Op, first: usize) {
    let mut operands: Vec<Value> = cx.b.body.operands(end).collect();
    let floats: Vec<Value> = operands[first..].iter().copied().filter(|v| is_float(cx, *v)).collect();
    for value in floats {
        operands.push(cx.tangent_or_zero(value));
    }
    cx.b.body.set_operands(end, &operands);
}

/// Replaces an op by one with further operands, and with the tangents of its float results as further
/// results.
pub(super) fn extend_op(cx: &mut Forward<'_, '_>, op: Op, extra: &[Value]) {
    let operands: Vec<Value> = cx.b.body.operands(op).chain(extra.iter().copied()).collect();
    let results: Vec<Value> = cx.b.body.results(op).collect();
    let floats: Vec<usize> = (0..results.len()).filter(|i| is_float(cx, results[*i])).collect();
    let all = results.iter().copied().chain(floats.iter().map(|i| results[*i]));
    let types: Vec<Type> = all.map(|value| cx.b.body.ty(value)).collect();
    let new = rebuilt(cx.b.body, op, &operands, &types);
    let values: Vec<Value> = cx.b.body.results(new).collect();
    let (values, tangents) = values.split_at(results.len());
    cx.b.body.replace(op, values);
    floats.into_iter().zip(tangents).for_each(|(i, tangent)| cx.set(values[i], *tangent));
}

/// The entry block of a region, if it has one.
pub(super) fn entry(cx: &Forward<'_, '_>, op: Op, i: usize) -> Option<Block> {
    cx.b.body.entry(cx.b.body.region(op, i))
}

fn compute(cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
    if cx.b.body.cast(op, Compute).is_some_and(|c| !c.accumulators().is_empty()) {
        return accumulate::compute(cx, op);
    }
    structured(cx, op, &[Flow { from: BranchPoint::Region(0, 0), to: BranchPoint::Results(0) }])
}

/// The tangent of a fold's result, computed by another fold. It sums the tangents of the combined values,
/// each times its seed (the partial derivative of the result).
fn fold(cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
    let kinds = cx.b.body.view(op, tensor::Fold).combining_kinds();
    let results: Vec<Value> = cx.b.body.results(op).collect();
    let floats: Vec<usize> = (0..results.len()).filter(|i| is_float(cx, results[*i])).collect();
    let mut seeds = Vec::new();
    for i in &floats {
        let ty = cx.b.body.ty(results[*i]);
        let seed = match kinds.get(*i) {
            Some(CombiningKind::Add) => None,
            _ => {
                let one = constant_like(cx.b, ty, 1.0);
                let seed = Seed::of(cx.b, &Copier::default(), op, op, *i, one);
                let error = || {
                    cx.b.body.op(op).error("cannot be differentiated forwards: its kind has no derivative")
                };
                Some(seed.ok_or_else(error)?)
            }
        };
        seeds.push(seed);
    }
    let dual = cx.b.body.clone_op(op, &mut IrMap::default());
    cx.b.insert(dual);
    // A put happens once, together with the put of its tangent.
    drop_puts(cx.b.body, op);
    let after = cx.b.cursor;
    let block = entry(cx, dual, 0).expect("a verified fold has a block");
    let end = sweep_block(cx, block)?;
    let yielded: Vec<Value> = cx.b.body.operands(end).collect();
    let mut tangents = Vec::new();
    for (i, seed) in floats.iter().zip(seeds) {
        let tangent = cx.tangent_or_zero(yielded[*i]);
        tangents.push(match seed {
            None => tangent,
            Some(seed) => seed.tangent(cx.b, yielded[*i], tangent),
        });
    }
    cx.b.body.set_operands(end, &tangents);
    cx.b.cursor = after;
    let sums = retyped(cx, dual, &floats, &results);
    let pairs: Vec<(Value, Value)> = floats.iter().map(|i| results[*i]).zip(sums).collect();
    pairs.into_iter().for_each(|(result, sum)| cx.set(result, sum));
    Ok(())
}

/// The fold with sums of the chosen results only.
fn retyped(cx: &mut Forward<'_, '_>, dual: Op, floats: &[usize], results: &[Value]) -> Vec<Value> {
    let body = &mut *cx.b.body;
    let types: Vec<Type> = floats.iter().map(|i| body.ty(results[*i])).collect();
    let operands: Vec<Value> = body.operands(dual).collect();
    let new = rebuilt(body, dual, &operands, &types);
    let kinds = kinds_attr(body.ctx(), &vec![CombiningKind::Add; types.len()]);
    body.set_attr(new, "kinds", kinds);
    body.erase(dual);
    cx.b.cursor = Cursor::After(new);
    cx.b.body.results(new).collect()
}

/// A read of the tangent's tensor at the same subscripts.
fn read(cx: &mut Forward<'_, '_>, op: Op) {
    let access = Access::of(cx.b.body.op(op)).expect("the caller found a read");
    let (source, fill) = (access.source, access.fill);
    if cx.tangent(source).is_none() && fill.is_none_or(|fill| cx.tangent(fill).is_none()) {
        return;
    }
    let mut operands: Vec<Value> = cx.b.body.operands(op).collect();
    for value in &mut operands {
        if *value == source || Some(*value) == fill {
            *value = cx.tangent_or_zero(*value);
        }
    }
    let result = cx.b.body.result(op, 0);
    let ty = cx.b.body.ty(result);
    let copy = same(cx.b, op, &operands, &[ty]);
    let tangent = cx.b.body.result(copy, 0);
    cx.set(result, tangent);
}

/// An op with regions and data flow: tangents follow the values.
fn structured(cx: &mut Forward<'_, '_>, op: Op, flows: &[Flow]) -> Result<(), Diagnostic> {
    // A value that a region passes on has a separate tangent in each region; a value that only enters keeps
    // its outer tangent.
    let is_carried =
        |to: BranchPoint| flows.iter().any(|f| f.to == to && matches!(f.from, BranchPoint::Region(..)));
    let mut tangents = Vec::new();
    for flow in flows {
        let (BranchPoint::Operands(from), BranchPoint::Region(i, to)) = (flow.from, flow.to) else {
            continue;
        };
        let inits: Vec<Value> = cx.b.body.operands(op).skip(from).collect();
        if is_carried(flow.to) {
            cx.b.cursor = Cursor::Before(op);
            let floats: Vec<Value> = inits.into_iter().filter(|v| is_float(cx, *v)).collect();
            tangents = floats.into_iter().map(|v| cx.tangent_or_zero(v)).collect();
            continue;
        }
        let args = entry(cx, op, i).map(|block| cx.b.body.args(block).skip(to).collect::<Vec<_>>());
        for (arg, init) in args.into_iter().flatten().zip(inits) {
            cx.tangent(init).into_iter().for_each(|tangent| cx.set(arg, tangent));
        }
    }
    let regions = cx.b.body.regions(op).len();
    for i in 0..regions {
        let Some(block) = entry(cx, op, i) else { continue };
        let carried = flows.iter().find_map(|flow| match flow.to {
            BranchPoint::Region(at, first) if at == i && is_carried(flow.to) => Some(first),
            _ => None,
        });
        if let Some(first) = carried {
            extend_arguments(cx, block, first);
        }
        let end = sweep_block(cx, block)?;
        let first = flows.iter().find_map(|flow| match flow.from {
            BranchPoint::Region(at, first) if at == i => Some(first),
            _ => None,
        });
        // The loop condition is the first operand and has no tangent.
        extend_terminator(cx, end, first.unwrap_or(0));
    }
    extend_op(cx, op, &tangents);
    Ok(())
}

/// Appends an argument for the tangent of each float argument of a block, from argument `first` on.
fn extend_arguments(cx: &mut Forward<'_, '_>, block: Block, first: usize) {
    let args: Vec<Value> = cx.b.body.args(block).skip(first).collect();
    for arg in args.into_iter().filter(|v| is_float(cx, *v)).collect::<Vec<_>>() {
        let ty = cx.b.body.ty(arg);
        let tangent = cx.b.body.add_arg(block, ty);
        cx.set(arg, tangent);
    }
}
