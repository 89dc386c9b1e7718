//! Expands one transform: the code of its region replaces the op, and the forward or backward pass follows.

use super::code::{find, is_at_point};
use super::control::{checkpoint, elements};
use super::counts::Counts;
use super::replay::{Replay, cotangents};
use super::scope::{Direct, Scope};
use super::{forward, reads, refuse, rewrite};
use std::rc::Rc;
use tf_dialects::differentiate::{Active, Differentiable, Forward, Reverse, is_differentiable};
use tf_dialects::tensor::transform::{Custom, Transform, custom};
use tf_dialects::tensor::{self, Compute, Yield, decompose};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::builtin::UnrealizedCast;
use tf_ir::diag::Diagnostic;

/// Replaces a transform by its expansion.
///
/// # Errors
/// An op without derivative; the body is then invalid.
pub(super) fn expand(body: &mut Body, op: Op, counts: &mut Counts) -> Result<(), Diagnostic> {
    let (values, given, block, is_reverse) = {
        let view = Transform::cast(body.op(op)).expect("the caller found a transform");
        (
            view.values(),
            view.given(),
            view.block().expect("a verified transform has a block"),
            view.is_reverse(),
        )
    };
    if is_reverse && is_at_point(body, op) {
        check_variables(body, op, &values)?;
    }
    let variables = mark_variables(body, op, &values);
    let yielded = splice(body, op, block, &variables);
    let last = *variables.last().expect("a verified transform has a variable");
    // Rules and decompositions replace ops; the operands of this op track the yielded values.
    let keep = Yield::build(&mut Builder::before(body, op), &yielded);
    checkpoint::dissolve_at_points(body, &code_between(body, last, keep));
    decompose_between(body, last, keep)?;
    if is_reverse {
        elements::split_choices(body, &code_between(body, last, keep));
        elements::split_carried(body, &code_between(body, last, keep));
    }
    let missing = if is_reverse { custom::VJP } else { custom::JVP };
    transpose_rules(body, &code_between(body, last, keep), missing, counts)?;
    check_extents(body, &variables, &code_between(body, last, keep))?;
    if is_reverse {
        reads::choose_fills(body, &code_between(body, last, keep));
    }
    let yielded: Vec<Value> = body.operands(keep).collect();
    let code = code_between(body, last, keep);
    let results = match is_reverse {
        true => backwards(body, keep, &code, (&variables, &yielded, &given), counts)?,
        false => forwards(body, keep, &code, (&variables, &given))?,
    };
    body.erase(keep);
    body.replace(op, &results);
    for (variable, value) in variables.iter().zip(values) {
        let marker = body.def_op(*variable).expect("a variable is the result of its marker");
        body.replace(marker, &[value]);
    }
    Ok(())
}

/// Refuses tensors as variables at a point: their cotangents would be tensors at the point.
fn check_variables(body: &Body, op: Op, values: &[Value]) -> Result<(), Diagnostic> {
    match values.iter().any(|v| body.ctx().is_tensor(body.ty(*v))) {
        true => Err(body.op(op).error(
            "cannot be expanded: at a point of a comprehension, variables are scalars; use the elements as \
             variables, or differentiate the whole comprehension",
        )),
        false => Ok(()),
    }
}

/// A separate value for each variable, since the value bound to it may also be used as a constant. Casts to
/// the same type represent the variables until the end.
fn mark_variables(body: &mut Body, op: Op, values: &[Value]) -> Vec<Value> {
    let mut b = Builder::before(body, op);
    let mark = |value: &Value| {
        let ty = b.body.ty(*value);
        b.value(UnrealizedCast, &[*value], ty, &[])
    };
    values.iter().map(mark).collect()
}

/// Moves the code of the region before the op; returns the yielded values.
fn splice(body: &mut Body, op: Op, block: Block, variables: &[Value]) -> Vec<Value> {
    let arguments: Vec<Value> = body.args(block).collect();
    for (argument, variable) in arguments.into_iter().zip(variables) {
        body.replace_uses(argument, *variable);
    }
    let end = body.last(block).expect("a verified transform ends with a yield");
    let yielded: Vec<Value> = body.operands(end).collect();
    body.erase(end);
    body.splice_ops_before(block, op);
    yielded
}

/// The ops between the last marker and `end`, in order.
fn code_between(body: &Body, last: Value, end: Op) -> Vec<Op> {
    let marker = body.def_op(last).expect("a variable is the result of its marker");
    std::iter::successors(body.next(marker), |op| body.next(*op)).take_while(|op| *op != end).collect()
}

/// Refuses unnamed extents: the shapes of cotangents are symbolic terms.
fn check_extents(body: &Body, variables: &[Value], code: &[Op]) -> Result<(), Diagnostic> {
    let named = |v: Value| {
        let ty = body.ty(v);
        !body.ctx().is_tensor(ty) || tf_dialects::tensor::shape::extents(body.ctx(), ty).is_some()
    };
    let markers = variables.iter().filter_map(|v| body.def_op(*v));
    for op in markers.chain(code.iter().copied()) {
        if !body.operands(op).chain(body.results(op)).all(named) {
            let error = "cannot be differentiated: an extent has no name (run `name-extents` first)";
            return Err(body.op(op).error(error));
        }
    }
    Ok(())
}

/// Decomposes the ops that depend on variables and have no rule, nested loops included.
fn decompose_between(body: &mut Body, last: Value, end: Op) -> Result<(), Diagnostic> {
    let mut pending = code_between(body, last, end);
    while let Some(op) = pending.pop() {
        if let Some(values) = rewrite::rewrite(body, op)? {
            body.replace(op, &values);
            continue;
        }
        let has_rule = body.info(op).interface::<dyn Differentiable>().is_some();
        let elementwise = tf_dialects::elementwise::spec_of(body.op(op)).is_some();
        if !has_rule && !elementwise && decompose::is_decomposable(body.op(op)) {
            let mut b = Builder::before(body, op);
            if let Some(values) = decompose::decompose(&mut b, op)? {
                body.replace(op, &values);
            }
            continue;
        }
        if !has_rule && !body.is(op, Compute) {
            let blocks: Vec<Block> = body.regions(op).flat_map(|r| body.blocks(r)).collect();
            pending.extend(blocks.into_iter().flat_map(|block| body.ops(block).collect::<Vec<_>>()));
        }
    }
    combiners_between(body, last, end)
}

/// Derives the missing rule of code that has a rule for one direction only: rules are linear, so they can be
/// transposed.
fn transpose_rules(
    body: &mut Body,
    code: &[Op],
    missing: usize,
    counts: &mut Counts,
) -> Result<(), Diagnostic> {
    let is_one_sided = |body: &Body, op| body.is(op, Custom) && body.op(op).entry(missing).is_none();
    for op in find(body, code, is_one_sided) {
        if let Some(inner) = custom::add_transpose(body, op, missing) {
            expand(body, inner, counts)?;
        }
    }
    Ok(())
}

/// Lowers folds of floats with a combiner, in comprehensions, to loops; the innermost first.
fn combiners_between(body: &mut Body, last: Value, end: Op) -> Result<(), Diagnostic> {
    let folds = find(body, &code_between(body, last, end), |body, op| body.is(op, tensor::Fold));
    // Inner folds follow later.
    for fold in folds.into_iter().rev() {
        if let Some(values) = rewrite::rewrite(body, fold)? {
            body.replace(fold, &values);
        }
    }
    Ok(())
}

/// Variables, yielded values, and the seeds or tangents.
type Ends<'a> = (&'a [Value], &'a [Value], &'a [Value]);

fn backwards(
    body: &mut Body,
    op: Op,
    code: &[Op],
    (variables, yielded, seeds): Ends<'_>,
    counts: &mut Counts,
) -> Result<Vec<Value>, Diagnostic> {
    let mut active = Active::new(variables.iter().copied());
    refuse::check(body, code, active.clone())?;
    code.iter().for_each(|op| active.mark(body, *op));
    let mut b = Builder::before(body, op);
    let mut cx = Reverse::new(&mut b, &active);
    let floats: Vec<Value> =
        yielded.iter().copied().filter(|v| is_differentiable(cx.b.body.ctx(), cx.b.body.ty(*v))).collect();
    for (value, seed) in floats.into_iter().zip(seeds) {
        cx.add(value, *seed);
    }
    // Tensors that code at a point of a comprehension reads are not variables.
    let mut scope = match is_at_point(cx.b.body, op) {
        true => Scope::put(counts.sweep, Rc::new(Direct::default())),
        false => Scope::Tensors(counts),
    };
    Replay::in_place(code, active.clone()).sweep(&mut cx, &mut scope)?;
    let cotangents = cotangents(&mut cx, variables.iter().copied());
    // Loops may have been rebuilt since.
    Ok(body.operands(op).chain(cotangents).collect())
}

fn forwards(
    body: &mut Body,
    keep: Op,
    code: &[Op],
    (variables, tangents): (&[Value], &[Value]),
) -> Result<Vec<Value>, Diagnostic> {
    let mut b = Builder::before(body, keep);
    let mut cx = Forward::new(&mut b);
    for (variable, tangent) in variables.iter().zip(tangents) {
        cx.set(*variable, *tangent);
    }
    forward::sweep(&mut cx, code)?;
    let yielded: Vec<Value> = cx.b.body.operands(keep).collect();
    cx.b.cursor = Cursor::Before(keep);
    let floats: Vec<Value> =
        yielded.iter().copied().filter(|v| is_differentiable(cx.b.body.ctx(), cx.b.body.ty(*v))).collect();
    let tangents: Vec<Value> = floats.into_iter().map(|v| cx.tangent_or_zero(v)).collect();
    Ok(yielded.into_iter().chain(tangents).collect())
}
