//! `tensor.checkpoint`, rematerialization: the backward pass recomputes the values of the region instead of
//! storing them.
//!
//! In the forward pass the op stays. In the backward pass, another checkpoint takes the inputs and the
//! cotangents of the results. Its region runs the code again and then its backward pass. The inputs of this
//! second run wait for the cotangents (`tensor.after`), so that nothing merges it with the first. The results
//! of the second checkpoint also go through `tensor.after`: otherwise fusion would keep their operands alive
//! until the last use. Both ops stay until all transforms are expanded. So a transform around them still
//! finds checkpoints, and derivatives of derivatives store no more. Then their code is inlined;
//! `tensor-to-loops` removes `tensor.after`.

use super::iteration::prune;
use crate::transforms::autodiff::code::{find, is_at_point};
use crate::transforms::autodiff::counts::Counts;
use crate::transforms::autodiff::replay::Replay;
use crate::transforms::autodiff::scope::Scope;
use tf_dialects::constraints::scalar_of;
use tf_dialects::differentiate::{Active, Reverse};
use tf_dialects::tensor;
use tf_dialects::tensor::transform::checkpoint::{after, captured};
use tf_dialects::tensor::transform::{Checkpoint, custom};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::Copier;

/// A value inside the region, and the same value outside.
type Input = (Value, Value);

/// The inputs of a checkpoint.
struct Inputs {
    /// Tensors and floats: these wait for the cotangents before the code runs again.
    waiting: Vec<Input>,
    /// Integers and constants: proofs about subscripts depend on their definitions.
    plain: Vec<Input>,
}

impl Inputs {
    fn of(body: &Body, op: Op, block: Block) -> Inputs {
        let given = body.args(block).zip(body.operands(op));
        let all: Vec<Input> = given.chain(captured(body, op).into_iter().map(|v| (v, v))).collect();
        let (waiting, plain) = all.into_iter().partition(|(_, outer)| waits(body, *outer));
        Inputs { waiting, plain }
    }
}

fn waits(body: &Body, value: Value) -> bool {
    let ctx = body.ctx();
    let ty = body.ty(value);
    let constant = body.def_op(value).is_some_and(|def| body.op(def).constant().is_some());
    !constant && (ctx.is_tensor(ty) || ctx.is_float(scalar_of(ctx, ty)))
}

/// The backward pass of a checkpoint: another checkpoint, which runs the code again and then its backward
/// pass.
///
/// # Errors
/// Code without derivative.
pub(in crate::transforms::autodiff) fn backwards(
    cx: &mut Reverse<'_, '_>,
    op: Op,
    counts: &mut Counts,
) -> Result<(), Diagnostic> {
    let block = cx.b.body.op(op).entry(0).expect("a verified checkpoint has a block");
    let inputs = Inputs::of(cx.b.body, op, block);
    let active: Vec<usize> =
        (0..inputs.waiting.len()).filter(|i| cx.active.has(inputs.waiting[*i].1)).collect();
    if active.is_empty() {
        return Ok(());
    }
    let results: Vec<Value> = cx.b.body.results(op).collect();
    let seeds: Vec<(usize, Value)> =
        results.iter().enumerate().filter_map(|(i, r)| Some((i, cx.cotangent(*r)?))).collect();
    let operands: Vec<Value> =
        inputs.waiting.iter().map(|(_, outer)| *outer).chain(seeds.iter().map(|(_, g)| *g)).collect();
    let types: Vec<Type> = operands.iter().map(|v| cx.b.body.ty(*v)).collect();
    let given: Vec<Type> = active.iter().map(|i| types[*i]).collect();
    let new = cx.b.op_with_regions(Checkpoint, &operands, &given, &[], 1);
    let (inner, outer) = cx.b.enter(new, 0, &types);
    let args: Vec<Value> = cx.b.body.args(inner).collect();
    let positions: Vec<usize> = seeds.into_iter().map(|(i, _)| i).collect();
    let cotangents = rerun(cx.b, block, (&inputs, &active), (&args, &positions), counts)?;
    tensor::Yield::build(cx.b, &cotangents);
    cx.b.cursor = outer;
    for (at, i) in active.into_iter().enumerate() {
        let g = cx.b.body.result(new, at);
        cx.add(inputs.waiting[i].1, g);
    }
    Ok(())
}

/// Runs the code again with its backward pass, at the cursor; returns the cotangents of the active inputs.
/// `args` are the inputs that wait, then the cotangents of the values yielded at `positions`.
fn rerun(
    b: &mut Builder<'_>,
    block: Block,
    (inputs, active): (&Inputs, &[usize]),
    (args, positions): (&[Value], &[usize]),
    counts: &mut Counts,
) -> Result<Vec<Value>, Diagnostic> {
    let (waiting, seeds) = args.split_at(inputs.waiting.len());
    let mut copier = Copier::of(inputs.plain.iter().copied());
    let again: Vec<Value> = waiting.iter().map(|value| after(b, *value, seeds)).collect();
    copier.extend(inputs.waiting.iter().map(|(inner, _)| *inner).zip(again.iter().copied()));
    let variables: Vec<Value> = active.iter().map(|i| again[*i]).collect();
    let code = Replay::of(b, block, copier, Active::new(variables.iter().copied()))?;
    let end = b.body.last(block).expect("verified regions end with a yield");
    let yielded: Vec<Value> = b.body.operands(end).map(|v| code.copier.known(v)).collect();
    let mut cx = Reverse::new(b, &code.active);
    for (i, seed) in positions.iter().zip(seeds) {
        cx.add(yielded[*i], *seed);
    }
    code.sweep(&mut cx, &mut Scope::Tensors(counts))?;
    let mut cotangents = Vec::with_capacity(variables.len());
    for variable in variables {
        cotangents.push(match cx.cotangent(variable) {
            Some(g) => finished(cx.b, g, seeds),
            None => cx.cotangent_or_zero(variable),
        });
    }
    // The backward pass does not need all of the recomputed code.
    let first = again.first().and_then(|v| b.body.def_op(*v)).expect("an active input waits");
    prune(b.body, first, b.cursor, &cotangents);
    Ok(cotangents)
}

/// A cotangent that leaves. Nothing merges its code into the users, so the recomputed values die here.
fn finished(b: &mut Builder<'_>, cotangent: Value, seeds: &[Value]) -> Value {
    match b.body.ctx().is_tensor(b.body.ty(cotangent)) {
        true => after(b, cotangent, seeds),
        false => cotangent,
    }
}

/// Inlines the checkpoints in comprehensions: each point recomputes everything anyway, and only scalars are
/// stored.
pub(in crate::transforms::autodiff) fn dissolve_at_points(body: &mut Body, code: &[Op]) {
    let found = find(body, code, |body, op| body.is(op, Checkpoint) && is_at_point(body, op));
    // Inner checkpoints follow later.
    found.into_iter().rev().for_each(|op| custom::dissolve(body, op));
}
