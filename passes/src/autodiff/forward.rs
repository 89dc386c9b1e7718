//! Forward mode: tangents are computed beside the values, in place. Comprehensions, folds, loops and conditionals get further
//! results.

use super::accumulate;
use super::chain::drop_puts;
use super::checkpoint;
use super::seed::Seed;
use crate::subscript::Copier;
use tf_dialects::differentiate::{self, Forward, constant_like, is_differentiable};
use tf_dialects::loops::{For, If, Switch, While};
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::transform::Detach;
use tf_dialects::tensor::transform::checkpoint::Checkpoint;
use tf_dialects::tensor::{self, At, CombiningKind, Compute, Policy, Put};
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::control::early_exit;
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;

/// Computes the tangents of everything that `code` computes, each behind its op.
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
        match cx.b.body.kind(*op) {
            Detach::KIND => {}
            Compute::KIND => compute(cx, *op)?,
            tensor::Fold::KIND => fold(cx, *op)?,
            Put::KIND => accumulate::put(cx, *op),
            At::KIND => read(cx, *op),
            Checkpoint::KIND => checkpoint::forwards(cx, *op)?,
            If::KIND | Switch::KIND => branch(cx, *op)?,
            For::KIND => counted(cx, *op)?,
            While::KIND => repeated(cx, *op)?,
            _ if differentiate::jvp(cx, *op)? => {}
            _ => {
                let why = differentiate::reason(cx.b.body.info(*op));
                let error = format_args!("cannot be differentiated forwards: {why}");
                return Err(cx.b.body.op(*op).error(error));
            }
        }
    }
    Ok(())
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

/// Sweeps the ops of a block; gives its terminator, before which the cursor then is.
pub(super) fn sweep_block(cx: &mut Forward<'_, '_>, block: Block) -> Result<Op, Diagnostic> {
    let ops: Vec<Op> = cx.b.body.ops(block).collect();
    let (_, code) = ops.split_last().expect("verified regions have terminators");
    sweep(cx, code)?;
    let end = cx.b.body.last(block).expect("a terminator stays");
    cx.b.cursor = Cursor::Before(end);
    Ok(end)
}

/// Appends the tangents of the float operands of a terminator, from operand `first` on, to its operands.
pub(super) fn extend_terminator(cx: &mut Forward<'_, '_>, end: Op, first: usize) {
    let mut operands: Vec<Value> = cx.b.body.operands(end).collect();
    let floats: Vec<Value> = operands[first..].iter().copied().filter(|v| is_float(cx, *v)).collect();
    for value in floats {
        operands.push(cx.tangent_or_zero(value));
    }
    cx.b.body.set_operands(end, &operands);
}

/// Replaces an op by one with further operands, and with the tangents of its float results as further results.
pub(super) fn extend_op(cx: &mut Forward<'_, '_>, op: Op, extra: &[Value]) -> Op {
    let body = &mut *cx.b.body;
    let operands: Vec<Value> = body.operands(op).chain(extra.iter().copied()).collect();
    let results: Vec<Type> = body.results(op).map(|r| body.ty(r)).collect();
    let floats: Vec<usize> = results
        .iter()
        .enumerate()
        .filter(|(_, ty)| is_differentiable(body.ctx(), **ty))
        .map(|(i, _)| i)
        .collect();
    let types: Vec<Type> = results.iter().copied().chain(floats.iter().map(|i| results[*i])).collect();
    let regions = body.regions(op).len();
    let (name, loc) = (body.name(op), body.loc(op));
    let new = body.create(name, loc, &operands, &types, regions, &[]);
    copy_attributes(body, op, new);
    for i in 0..regions {
        let (from, to) = (body.region(op, i), body.region(new, i));
        body.splice_blocks(from, to);
    }
    body.insert_before(new, op);
    let values: Vec<Value> = body.results(new).collect();
    body.replace(op, &values[..results.len()]);
    for (i, tangent) in floats.into_iter().zip(&values[results.len()..]) {
        cx.set(values[i], *tangent);
    }
    new
}

pub(super) fn copy_attributes(body: &mut Body, from: Op, to: Op) {
    for slot in 0..body.info(from).attrs.len() {
        let value = body.slot(from, slot);
        body.set_slot(to, slot, value);
    }
    let ctx = body.ctx().clone();
    for (name, value) in body.discardable(from).collect::<Vec<_>>() {
        body.set_attr(to, ctx.text(name), value);
    }
}

/// The entry block of a region, if it has one.
pub(super) fn entry(cx: &Forward<'_, '_>, op: Op, i: usize) -> Option<Block> {
    cx.b.body.entry(cx.b.body.region(op, i))
}

fn compute(cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
    if cx.b.body.cast(op, Compute).is_some_and(|c| !c.accumulators().is_empty()) {
        return accumulate::compute(cx, op);
    }
    let block = entry(cx, op, 0).expect("a verified compute has a block");
    let end = sweep_block(cx, block)?;
    extend_terminator(cx, end, 0);
    extend_op(cx, op, &[]);
    Ok(())
}

/// The tangent of a fold's result: the sum of the tangents of what was combined, each by its seed (what it contributes to
/// the result at the margin), in a fold of its own.
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
    // A put happens once: beside that of its tangent.
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
    let (name, loc) = (body.name(dual), body.loc(dual));
    let new = body.create(name, loc, &operands, &types, 1, &[]);
    copy_attributes(body, dual, new);
    let kinds = kinds_attr(body.ctx(), &vec![CombiningKind::Add; types.len()]);
    body.set_attr(new, "kinds", kinds);
    let (from, to) = (body.region(dual, 0), body.region(new, 0));
    body.splice_blocks(from, to);
    body.insert_before(new, dual);
    body.erase(dual);
    cx.b.cursor = Cursor::After(new);
    cx.b.body.results(new).collect()
}

/// The tangent's tensor is read as the tensor is.
fn read(cx: &mut Forward<'_, '_>, op: Op) {
    let (source, fill) = {
        let at = cx.b.body.view(op, At);
        (at.source(), at.fill().filter(|_| at.out_of_bounds() == Policy::Fill))
    };
    let result = cx.b.body.result(op, 0);
    let fill_tangent = fill.and_then(|v| cx.tangent(v));
    if cx.tangent(source).is_none() && fill_tangent.is_none() {
        return;
    }
    let mut operands: Vec<Value> = cx.b.body.operands(op).collect();
    operands[0] = cx.tangent_or_zero(source);
    if let Some(fill) = fill {
        *operands.last_mut().expect("the source is an operand") = cx.tangent_or_zero(fill);
    }
    let (name, ty) = (cx.b.body.name(op), cx.b.body.ty(result));
    let copy = cx.b.body.create(name, cx.b.loc, &operands, &[ty], 0, &[]);
    copy_attributes(cx.b.body, op, copy);
    cx.b.insert(copy);
    let tangent = cx.b.body.result(copy, 0);
    cx.set(result, tangent);
}

fn branch(cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
    let regions = cx.b.body.regions(op).len();
    for i in 0..regions {
        if let Some(block) = entry(cx, op, i) {
            let end = sweep_block(cx, block)?;
            extend_terminator(cx, end, 0);
        }
    }
    extend_op(cx, op, &[]);
    Ok(())
}

/// The tangents of the floats among initial values, built before the op.
fn initial_tangents(cx: &mut Forward<'_, '_>, op: Op, first: usize) -> Vec<Value> {
    cx.b.cursor = Cursor::Before(op);
    let inits: Vec<Value> = cx.b.body.operands(op).skip(first).collect();
    let floats: Vec<Value> = inits.into_iter().filter(|v| is_float(cx, *v)).collect();
    floats.into_iter().map(|v| cx.tangent_or_zero(v)).collect()
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

fn counted(cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
    let tangents = initial_tangents(cx, op, 3);
    let block = entry(cx, op, 0).expect("a verified loop has a block");
    extend_arguments(cx, block, 1);
    let end = sweep_block(cx, block)?;
    // A condition to go on comes first and has no tangent.
    let exits = early_exit(cx.b.body, op).is_some();
    extend_terminator(cx, end, usize::from(exits));
    extend_op(cx, op, &tangents);
    Ok(())
}

fn repeated(cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
    let tangents = initial_tangents(cx, op, 0);
    for i in 0..2 {
        let block = entry(cx, op, i).expect("a verified loop has two blocks");
        extend_arguments(cx, block, 0);
        let end = sweep_block(cx, block)?;
        // The condition comes first and has no tangent.
        extend_terminator(cx, end, 1 - i);
    }
    extend_op(cx, op, &tangents);
    Ok(())
}
