//! Accumulating results forwards: a tangent accumulates beside each.
//!
//! Sums and sets are linear: tangents are put as the values are, in the same order. Of products, least and greatest
//! values, elements and their tangents change together, as a region says.

use super::forward::{copy_attributes, entry, extend_terminator, is_float, sweep_block};
use tf_dialects::arith::CmpF;
use tf_dialects::differentiate::Forward;
use tf_dialects::elementwise;
use tf_dialects::tensor::accumulate::{Accumulation, Combine, accumulations_attr};
use tf_dialects::tensor::{CombiningKind, ComputeOp, PutOp, Subscripts, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;

/// A compute with accumulating results: the plain ones, their tangents, the accumulating ones, theirs.
///
/// # Errors
/// Code without derivative.
pub(super) fn compute(cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
    let (accumulators, how, plain) = {
        let view = ComputeOp::cast(cx.b.body.op(op)).expect("the caller found a compute");
        (view.accumulators(), view.accumulations(), view.plain_count())
    };
    let starts: Vec<Value> = cx.b.body.operands(op).collect();
    let floats: Vec<usize> = (0..starts.len()).filter(|i| is_float(cx, starts[*i])).collect();
    if floats.iter().any(|i| dual(how[*i]).is_none()) {
        let error = "cannot be differentiated forwards: a region says how elements change, which has no derivative rule; \
                     use kinds";
        return Err(cx.b.body.op(op).error(error));
    }
    cx.b.cursor = Cursor::Before(op);
    let mut operands = starts.clone();
    for i in &floats {
        let tangent = cx.tangent_or_zero(starts[*i]);
        operands.push(tangent);
    }
    let block = entry(cx, op, 0).expect("a verified compute has a block");
    for i in &floats {
        let ty = cx.b.body.ty(accumulators[*i]);
        let tangent = cx.b.body.add_arg(block, ty);
        cx.set(accumulators[*i], tangent);
    }
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
    let (name, loc) = (body.name(op), body.loc(op));
    let new = body.create(name, loc, &operands, &types, 1, &[]);
    copy_attributes(body, op, new);
    let mut all: Vec<Accumulation> = how.iter().map(|how| dual(*how).unwrap_or(*how)).collect();
    all.extend(floats.iter().map(|i| dual(how[*i]).expect("checked above")));
    for (i, how) in how.iter().enumerate().filter(|(i, _)| !floats.contains(i)) {
        all[i] = *how;
    }
    let attr = accumulations_attr(body.ctx(), &all);
    body.set_attr(new, "accumulate", attr);
    let (from, to) = (body.region(op, 0), body.region(new, 0));
    body.splice_blocks(from, to);
    body.insert_before(new, op);
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

/// How an accumulator changes where its tangent changes with it; `None`: not known.
fn dual(how: Accumulation) -> Option<Accumulation> {
    match how.combine {
        Combine::Set | Combine::Kind(CombiningKind::Add) => Some(how),
        Combine::Kind(
            CombiningKind::Mul
            | CombiningKind::MinimumF
            | CombiningKind::MaximumF
            | CombiningKind::MinNumF
            | CombiningKind::MaxNumF,
        ) => Some(Accumulation::REGION.unique(how.unique)),
        _ => None,
    }
}

/// How the accumulator that a block argument stands for changes.
fn accumulation(body: &Body, target: Value) -> Option<Accumulation> {
    let owner = body.def_block(target).and_then(|block| body.block_owner(block))?;
    let view = ComputeOp::cast(body.op(owner))?;
    let at = view.accumulators().iter().position(|a| *a == target)?;
    view.accumulations().get(at).copied()
}

/// A put: that of the tangent follows, or both are one.
///
/// # Errors
/// None for what [`compute`] lets pass.
pub(super) fn put(cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
    let (value, target, subscripts, policy) = {
        let view = PutOp::cast(cx.b.body.op(op)).expect("the caller found a put");
        let map = view.affine_map().expect("a verified put has a map").clone();
        let values = view.indices().into_iter().collect();
        let subscripts = Subscripts { map, values, extents: view.symbols().to_vec() };
        (view.put_values()[0], view.targets()[0], subscripts, view.out_of_bounds())
    };
    let Some(target_tangent) = cx.tangent(target) else { return Ok(()) };
    let how = accumulation(cx.b.body, target).expect("a put has a target of a compute around it");
    let tangent = cx.tangent_or_zero(value);
    match how.combine {
        Combine::Kind(kind) if kind != CombiningKind::Add => {
            let targets = [target, target_tangent];
            build::put_combined(cx.b, &[value, tangent], &targets, &subscripts, policy, |b, old, new| {
                together(b, kind, [old[0], old[1]], [new[0], new[1]])
            });
            cx.b.body.erase(op);
        }
        _ => drop(build::put(cx.b, tangent, target_tangent, &subscripts, policy)),
    }
    Ok(())
}

/// An element and its tangent, with a value and its tangent.
fn together(b: &mut Builder<'_>, kind: CombiningKind, old: [Value; 2], new: [Value; 2]) -> Vec<Value> {
    if kind == CombiningKind::Mul {
        let whole = elementwise::build(b, "arith.mulf", &[old[0], new[0]], &[]);
        let left = elementwise::build(b, "arith.mulf", &[old[1], new[0]], &[]);
        let right = elementwise::build(b, "arith.mulf", &[old[0], new[1]], &[]);
        return vec![whole, elementwise::build(b, "arith.addf", &[left, right], &[])];
    }
    let whole = elementwise::build(b, &format!("arith.{}", kind.name()), &[old[0], new[0]], &[]);
    let predicate = CmpF::from_name("une").expect("a predicate of cmpf").number();
    let attr = b.body.ctx().i64_attr(predicate.into());
    let changed = elementwise::build(b, "arith.cmpf", &[whole, old[0]], &[("predicate", attr)]);
    vec![whole, elementwise::build(b, "arith.select", &[changed, new[1], old[1]], &[])]
}
