//! Forward-mode differentiation of accumulating results: each float result gets an accumulating tangent.
//!
//! Sums and sets are linear: tangents are put like the values, in the same order. For products, minima and
//! maxima, a separate comprehension sums the tangents of the put values, each times the partial derivative of
//! its element with respect to it ([`super::puts`]).

use super::code::{all_puts, rebuilt};
use super::forward::{entry, extend_terminator, is_float, sweep_block};
use super::puts;
use super::seed::Seed;
use rustc_hash::FxHashMap;
use tf_dialects::arith;
use tf_dialects::differentiate::{Forward, constant_like, is_differentiable};
use tf_dialects::tensor::accumulate::{Accumulation, Combine, accumulations_attr};
use tf_dialects::tensor::transform::Detach;
use tf_dialects::tensor::{CombiningKind, Compute, Put, Subscripts, build};
use tf_ir::body::{Block, IrMap, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;

/// A compute with accumulating results.
///
/// # Errors
/// Code without derivative.
pub(super) fn compute(cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
    let how = cx.b.body.view(op, Compute).accumulations();
    let starts: Vec<Value> = cx.b.body.operands(op).collect();
    let mut weighted = Vec::new();
    for (i, how) in how.iter().enumerate().filter(|(i, _)| is_float(cx, starts[*i])) {
        match how.combine {
            Combine::Set | Combine::Kind(CombiningKind::Add) => {}
            Combine::Kind(kind) => weighted.push((i, kind)),
            Combine::Region => return Err(no_rule(cx, op)),
        }
    }
    match weighted.is_empty() {
        true => linear(cx, op),
        false => by_weights(cx, op, &weighted),
    }
}

fn no_rule(cx: &Forward<'_, '_>, op: Op) -> Diagnostic {
    cx.b.body.op(op).error(
        "cannot be differentiated forwards: it updates elements by a region, which has no derivative rule; \
         use kinds",
    )
}

/// Keeps the compute and adds, after it, a copy that computes only the tangents. The copy sums the tangents
/// of the values put into the `weighted` results, each times its weight.
fn by_weights(
    cx: &mut Forward<'_, '_>,
    op: Op,
    weighted: &[(usize, CombiningKind)],
) -> Result<(), Diagnostic> {
    cx.b.cursor = Cursor::After(op);
    let mut how = cx.b.body.view(op, Compute).accumulations();
    let starts: Vec<Value> = cx.b.body.operands(op).collect();
    let mut tangents: Vec<Option<Value>> = starts.iter().map(|start| cx.tangent(*start)).collect();
    let mut seeds = FxHashMap::default();
    for (i, kind) in weighted {
        let ty = cx.b.body.ty(starts[*i]);
        let one = constant_like(cx.b, ty, 1.0);
        let seed = puts::of_kind(cx.b, op, (*i, *kind), one)?.ok_or_else(|| no_rule(cx, op))?;
        if let Some(tangent) = tangents[*i] {
            tangents[*i] = Some(seed.tangent(cx.b, starts[*i], tangent));
        }
        how[*i] = Accumulation::of_kind(CombiningKind::Add);
        seeds.insert(*i, seed);
    }
    let floats: Vec<usize> = (0..starts.len()).filter(|i| is_float(cx, starts[*i])).collect();
    for i in &floats {
        let ty = cx.b.body.ty(starts[*i]);
        tangents[*i] = Some(tangents[*i].unwrap_or_else(|| constant_like(cx.b, ty, 0.0)));
    }
    let copy = cx.b.body.clone_op(op, &mut IrMap::default());
    cx.b.insert(copy);
    let detached = weigh(cx, copy, &seeds);
    let given: Vec<Value> = floats.iter().filter_map(|i| tangents[*i]).collect();
    let found = alone(cx, copy, (&floats, &given, &how))?;
    for detach in detached {
        let weight = cx.b.body.operand(detach, 0);
        cx.b.body.replace(detach, &[weight]);
    }
    let results: Vec<Value> = cx.b.body.results(op).filter(|r| is_float(cx, *r)).collect();
    results.into_iter().zip(found).for_each(|(result, tangent)| cx.set(result, tangent));
    Ok(())
}

/// Multiplies the put values by their weights, which are constants of this pass. Returns the `Detach` ops
/// that mark them as constants. These are dissolved after the pass: in derivatives of derivatives, the
/// weights have tangents.
fn weigh(cx: &mut Forward<'_, '_>, copy: Op, seeds: &FxHashMap<usize, Seed>) -> Vec<Op> {
    let accumulators = cx.b.body.view(copy, Compute).accumulators();
    let mut detached = Vec::new();
    for put in all_puts(cx.b.body, copy) {
        let target = cx.b.body.view(put, Put).targets()[0];
        let at = accumulators.iter().position(|a| *a == target);
        let Some(seed) = at.and_then(|at| seeds.get(&at)) else { continue };
        cx.b.cursor = Cursor::Before(put);
        let value = cx.b.body.operand(put, 0);
        let weight = puts::at_put(cx.b, seed, put, value);
        let ty = cx.b.body.ty(weight);
        let constant = cx.b.value(Detach, &[weight], ty, &[]);
        detached.extend(cx.b.body.def_op(constant));
        let product = arith::mulf(cx.b, value, constant);
        cx.b.body.set_operand(put, 0, product);
    }
    detached
}

/// Replaces a compute by one that computes only the tangents of its float results. `starts` are the initial
/// tangents of the accumulating `floats`; `how` are the modes of all accumulations.
fn alone(
    cx: &mut Forward<'_, '_>,
    copy: Op,
    (floats, starts, how): (&[usize], &[Value], &[Accumulation]),
) -> Result<Vec<Value>, Diagnostic> {
    let (accumulators, first) = {
        let view = cx.b.body.view(copy, Compute);
        (view.accumulators(), view.indices().len())
    };
    let block = entry(cx, copy, 0).expect("a verified compute has a block");
    add_tangents(cx, block, &accumulators, floats);
    let end = sweep_block(cx, block)?;
    let plain: Vec<Value> = cx.b.body.operands(end).collect();
    let plain: Vec<Value> = plain.into_iter().filter(|v| is_float(cx, *v)).collect();
    let tangents: Vec<Value> = plain.into_iter().map(|v| cx.tangent_or_zero(v)).collect();
    cx.b.body.set_operands(end, &tangents);
    for put in all_puts(cx.b.body, copy) {
        let of_values = cx.b.body.cast(put, Put).is_some_and(|p| accumulators.contains(&p.targets()[0]));
        if of_values {
            cx.b.body.erase(put);
        }
    }
    (0..accumulators.len()).rev().for_each(|i| cx.b.body.erase_arg(block, first + i));
    let body = &mut *cx.b.body;
    let types: Vec<Type> =
        body.results(copy).map(|r| body.ty(r)).filter(|ty| is_differentiable(body.ctx(), *ty)).collect();
    let new = rebuilt(body, copy, starts, &types);
    let how: Vec<Accumulation> = floats.iter().map(|i| how[*i]).collect();
    let attr = accumulations_attr(body.ctx(), &how);
    body.set_attr(new, "accumulate", attr);
    body.erase(copy);
    Ok(body.results(new).collect())
}

/// Adds an accumulator for the tangents of each float accumulator.
fn add_tangents(cx: &mut Forward<'_, '_>, block: Block, accumulators: &[Value], floats: &[usize]) {
    for i in floats {
        let ty = cx.b.body.ty(accumulators[*i]);
        let tangent = cx.b.body.add_arg(block, ty);
        cx.set(accumulators[*i], tangent);
    }
}

/// A compute with sums and sets. The order of results is: plain results, their tangents, accumulating
/// results, their tangents.
fn linear(cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
    let (accumulators, how, plain) = {
        let view = cx.b.body.view(op, Compute);
        (view.accumulators(), view.accumulations(), view.plain_count())
    };
    let starts: Vec<Value> = cx.b.body.operands(op).collect();
    let floats: Vec<usize> = (0..starts.len()).filter(|i| is_float(cx, starts[*i])).collect();
    cx.b.cursor = Cursor::Before(op);
    let mut operands = starts.clone();
    for i in &floats {
        let tangent = cx.tangent_or_zero(starts[*i]);
        operands.push(tangent);
    }
    let block = entry(cx, op, 0).expect("a verified compute has a block");
    add_tangents(cx, block, &accumulators, &floats);
    let end = sweep_block(cx, block)?;
    extend_terminator(cx, end, 0);
    let results: Vec<Value> = cx.b.body.results(op).collect();
    let plain_floats: Vec<usize> = (0..plain).filter(|i| is_float(cx, results[*i])).collect();
    let order: Vec<usize> = (0..plain)
        .chain(plain_floats.iter().copied())
        .chain(plain..results.len())
        .chain(floats.iter().map(|i| plain + i))
        .collect();
    let body = &mut *cx.b.body;
    let types: Vec<Type> = order.iter().map(|i| body.ty(results[*i])).collect();
    let new = rebuilt(body, op, &operands, &types);
    let all: Vec<Accumulation> = how.iter().chain(floats.iter().map(|i| &how[*i])).copied().collect();
    let attr = accumulations_attr(body.ctx(), &all);
    body.set_attr(new, "accumulate", attr);
    let values: Vec<Value> = body.results(new).collect();
    let first = plain + plain_floats.len();
    let primal: Vec<Value> =
        values[..plain].iter().chain(&values[first..first + starts.len()]).copied().collect();
    body.replace(op, &primal);
    for (i, tangent) in plain_floats.iter().zip(&values[plain..first]) {
        cx.set(primal[*i], *tangent);
    }
    for (i, tangent) in floats.iter().zip(&values[first + starts.len()..]) {
        cx.set(primal[plain + i], *tangent);
    }
    Ok(())
}

/// A put: the put of its tangent follows.
pub(super) fn put(cx: &mut Forward<'_, '_>, op: Op) {
    let (value, target, policy) = {
        let view = cx.b.body.view(op, Put);
        (view.put_values()[0], view.targets()[0], view.out_of_bounds())
    };
    let subscripts = Subscripts::of_op(cx.b.body.op(op)).expect("a verified put has a map");
    let Some(target_tangent) = cx.tangent(target) else { return };
    let tangent = cx.tangent_or_zero(value);
    build::put(cx.b, tangent, target_tangent, &subscripts, policy);
}
