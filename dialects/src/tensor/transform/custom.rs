//! `tensor.custom`: code with user-defined derivative rules.
//!
//! `tensor.custom %x, %s : (T, U) -> (V) {^bb0(%a: T, %b: U): …} vjp {…} jvp {…}`: the first region is the
//! primal code; each of the others is optional, but not both.

use super::words;
use crate::differentiate::{Differentiable, Forward, Reverse, constant_like, is_differentiable};
use crate::func::derivative::rule_signature;
use crate::shared::interfaces::ScalarCode;
use crate::shared::regions::sole_block;
use crate::tensor::scalar_code::Yield;
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin::ANY_TYPE as ANY;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::Verify;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// Code with user-defined derivative rules.
///
/// The first region takes the operands and yields the results. The second, `vjp`, takes the operands, the
/// results and the cotangents of the float results, and yields the cotangents of the float operands. The
/// third, `jvp`, takes the operands, the results and the tangents of the float operands, and yields the
/// tangents of the float results. Each rule is linear in its last arguments: a missing rule is the transpose
/// of the other. Values that the first region captures must not depend on variables; such values must be
/// operands. Inlining turns calls of functions with the attributes `tf.vjp` and `tf.jvp` into this op.
#[op(
    "tensor.custom",
    traits(RECURSIVE_EFFECTS),
    operands(inputs: variadic(ANY)),
    results(results: variadic(ANY)),
    regions(code, vjp, jvp),
    interfaces(ScalarCode, Verify, crate::differentiate::Differentiable, tf_ir::batch::Batch),
    asm = "$inputs `:` `(` type($inputs) `)` `->` `(` type($results) `)` attr-dict-with-keyword \
           $code (`vjp` $vjp^)? (`jvp` $jvp^)?",
)]
pub struct Custom;

/// The index of the region with the primal code.
pub const PRIMAL: usize = 0;
/// The index of the reverse-mode rule.
pub const VJP: usize = 1;
/// The index of the forward-mode rule.
pub const JVP: usize = 2;

impl Verify for Custom {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let body = op.body();
        let inputs: Vec<Type> = op.operands().map(|v| body.ty(v)).collect();
        let results: Vec<Type> = op.results().map(|v| body.ty(v)).collect();
        verify_region(op, PRIMAL, "code", &inputs, &results)?;
        if op.entry(VJP).is_none() && op.entry(JVP).is_none() {
            return Err(op.error("has no derivative rule: give it a region vjp or jvp"));
        }
        for (i, name) in [(VJP, "vjp"), (JVP, "jvp")] {
            if op.entry(i).is_some() {
                let (arguments, yielded) = rule_signature(op.ctx(), i == VJP, &inputs, &results);
                verify_region(op, i, name, &arguments, &yielded)?;
            }
        }
        Ok(())
    }
}

fn verify_region(
    op: OpRef<'_>,
    i: usize,
    name: &str,
    arguments: &[Type],
    yielded: &[Type],
) -> Result<(), Diagnostic> {
    let body = op.body();
    let (block, end) = sole_block(op, i, Yield)?;
    let found: Vec<Type> = body.args(block).map(|v| body.ty(v)).collect();
    if found != arguments {
        let (found, wanted) = (words(op, &found), words(op, arguments));
        return Err(op.error(format_args!("has a {name} region of arguments {found} instead of {wanted}")));
    }
    let found: Vec<Type> = body.operands(end).map(|v| body.ty(v)).collect();
    if found != yielded {
        let (found, wanted) = (words(op, &found), words(op, yielded));
        let error = op.error(format_args!("has a {name} region that yields {found} instead of {wanted}"));
        return Err(error.note(body.loc(end), "yielded here"));
    }
    Ok(())
}

/// Clones the code of a block at the cursor, with these values for its arguments; returns the yielded values.
pub fn copy_block(b: &mut Builder<'_>, block: Block, args: &[Value]) -> Vec<Value> {
    let mut map = IrMap::default();
    map.values.extend(b.body.args(block).zip(args.iter().copied()));
    let ops: Vec<Op> = b.body.ops(block).collect();
    let (end, code) = ops.split_last().expect("verified regions end with a yield");
    for op in code {
        let copy = b.body.clone_op(*op, &mut map);
        b.insert(copy);
    }
    b.body.operands(*end).map(|v| map.value(v)).collect()
}

/// Replaces the op by its primal code.
pub fn dissolve(body: &mut Body, op: Op) {
    let block = body.op(op).entry(PRIMAL).expect("verified");
    let args: Vec<Value> = body.args(block).collect();
    let operands: Vec<Value> = body.operands(op).collect();
    for (arg, operand) in args.into_iter().zip(operands) {
        body.replace_uses(arg, operand);
    }
    let end = body.last(block).expect("verified regions end with a yield");
    let yielded: Vec<Value> = body.operands(end).collect();
    body.erase(end);
    body.splice_ops_before(block, op);
    body.replace(op, &yielded);
}

/// Fills the region of the rule that is `missing` with a `tensor.vjp` of the other rule by its tangents or
/// cotangents, in which that is linear; returns the `tensor.vjp`. `None` without float values to yield, or
/// without another rule.
pub fn add_transpose(body: &mut Body, op: Op, missing: usize) -> Option<Op> {
    let ctx = body.ctx().clone();
    let inputs: Vec<Type> = body.operands(op).map(|v| body.ty(v)).collect();
    let results: Vec<Type> = body.results(op).map(|v| body.ty(v)).collect();
    let (arguments, floats) = rule_signature(&ctx, missing == VJP, &inputs, &results);
    let given = body.op(op).entry(if missing == VJP { JVP } else { VJP })?;
    if floats.is_empty() {
        return None;
    }
    let mut b = Builder::before(body, op);
    b.enter(op, missing, &arguments);
    let block = b.body.op(op).entry(missing)?;
    let args: Vec<Value> = b.body.args(block).collect();
    let (known, seeds) = args.split_at(inputs.len() + results.len());
    let zeros: Vec<Value> = floats.iter().map(|ty| constant_like(&mut b, *ty, 0.0)).collect();
    let yielded: Vec<Type> = seeds.iter().map(|v| b.body.ty(*v)).collect();
    let variables = ctx.i64_attr(zeros.len() as i64);
    let types = [&yielded[..], &floats].concat();
    let operands = [&zeros[..], seeds].concat();
    let vjp = b.op_with_regions(super::Vjp, &operands, &types, &[("variables", variables)], 1);
    let (entry, outer) = b.enter(vjp, 0, &floats);
    let moving: Vec<Value> = b.body.args(entry).collect();
    let yielded = copy_block(&mut b, given, &[known, &moving].concat());
    b.op(Yield, &yielded, &[], &[]);
    b.cursor = outer;
    let transposed: Vec<Value> = b.body.results(vjp).skip(types.len() - floats.len()).collect();
    b.op(Yield, &transposed, &[], &[]);
    Some(vjp)
}

/// Refuses captured values that depend on variables.
fn check_captured(body: &Body, op: Op, depends: impl Fn(Value) -> bool) -> Result<(), Diagnostic> {
    let mut found = None;
    let Some(block) = body.op(op).entry(PRIMAL) else { return Ok(()) };
    for inner in body.ops(block) {
        tf_ir::walk::walk(body, inner, &mut |body, user| {
            if body.operands(user).any(&depends) {
                found = found.or(Some(user));
            }
        });
    }
    let Some(user) = found else { return Ok(()) };
    let error = body.op(op).error(
        "cannot be differentiated: its code captures a value that depends on a variable; pass it as an \
         operand, so that the rule can define its derivative",
    );
    Err(error.note(body.loc(user), "it is used here"))
}

impl Differentiable for Custom {
    fn vjp(&self, cx: &mut Reverse<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        check_captured(cx.b.body, op, |v| cx.active.has(v))?;
        let Some(block) = cx.b.body.op(op).entry(VJP) else {
            // No operand is a float.
            return Ok(());
        };
        let inputs: Vec<Value> = cx.b.body.operands(op).collect();
        let results: Vec<Value> = cx.b.body.results(op).collect();
        let mut args = [&inputs[..], &results].concat();
        for result in results {
            if is_differentiable(cx.b.body.ctx(), cx.b.body.ty(result)) {
                args.push(cx.cotangent_or_zero(result));
            }
        }
        let cotangents = copy_block(cx.b, block, &args);
        let floats = inputs.into_iter().filter(|v| is_differentiable(cx.b.body.ctx(), cx.b.body.ty(*v)));
        for (input, cotangent) in floats.collect::<Vec<_>>().into_iter().zip(cotangents) {
            cx.add(input, cotangent);
        }
        Ok(())
    }

    fn jvp(&self, cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        check_captured(cx.b.body, op, |v| cx.tangent(v).is_some())?;
        let Some(block) = cx.b.body.op(op).entry(JVP) else {
            // No result is a float.
            return Ok(());
        };
        let inputs: Vec<Value> = cx.b.body.operands(op).collect();
        let results: Vec<Value> = cx.b.body.results(op).collect();
        let mut args = [&inputs[..], &results].concat();
        for input in inputs {
            if is_differentiable(cx.b.body.ctx(), cx.b.body.ty(input)) {
                args.push(cx.tangent_or_zero(input));
            }
        }
        let tangents = copy_block(cx.b, block, &args);
        let floats = results.into_iter().filter(|v| is_differentiable(cx.b.body.ctx(), cx.b.body.ty(*v)));
        for (result, tangent) in floats.collect::<Vec<_>>().into_iter().zip(tangents) {
            cx.set(result, tangent);
        }
        Ok(())
    }
}
