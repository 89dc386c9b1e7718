//! `tensor.checkpoint`: code whose intermediate values are rematerialized in the backward pass;
//! `tensor.after`, which separates the recomputation from the original code.
//!
//! `%y = tensor.checkpoint (%a = %x, %b = %w) : (T, U) -> (V) {…}`: the types are those of the inputs and of
//! the yielded values.

use super::words;
use crate::differentiate::{Differentiable, Forward, Reverse};
use crate::shared::interfaces::ScalarCode;
use crate::shared::regions::sole_block;
use crate::tensor::constraints::ANY;
use crate::tensor::scalar_code::Yield;
use rustc_hash::FxHashSet;
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{RegionFlow, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// Code that keeps only its inputs for the backward pass.
///
/// The op has the semantics of its region. In reverse mode, intermediate values of the region are not stored
/// but recomputed from the inputs: less memory for more time. Captured values are inputs like the operands,
/// and are differentiated like them. The recomputation waits for the cotangents of the results
/// (`tensor.after`), so that nothing merges it with the original code; values that depend on no input may
/// still be computed once. Checkpoints nest, and may be in loops and other transforms; in scalar code, which
/// stores no intermediate values, they have no effect.
#[op(
    "tensor.checkpoint",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(inputs: variadic(ANY)),
    results(results: variadic(ANY)),
    regions(body),
    interfaces(ScalarCode, Verify, RegionFlow),
    asm = "assign($body, $inputs) `:` `(` type($inputs) `)` `->` `(` type($results) `)` attr-dict-with-keyword $body",
)]
pub struct Checkpoint;

/// The first operand, available no earlier than the others.
///
/// Nothing merges computations on the result with computations on the operand, or moves them before the other
/// operands are available. The op is free: the result shares the memory of the operand.
#[op(
    "tensor.after",
    traits(PURE),
    operands(value: ANY, known: variadic(ANY)),
    results(result: ANY = value),
    interfaces(Verify, crate::differentiate::Differentiable, tf_ir::batch::Batch),
    derive(InferTypes),
    asm = "$value `behind` $known attr-dict `:` type($value) `behind` type($known)",
)]
pub struct After;

impl Verify for Checkpoint {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let body = op.body();
        let (block, end) = sole_block(op, 0, Yield)?;
        let inputs: Vec<Type> = op.operands().map(|v| body.ty(v)).collect();
        let arguments: Vec<Type> = body.args(block).map(|v| body.ty(v)).collect();
        if arguments != inputs {
            let (found, wanted) = (words(op, &arguments), words(op, &inputs));
            return Err(op.error(format_args!("has a region of arguments {found} for inputs {wanted}")));
        }
        let results: Vec<Type> = op.results().map(|v| body.ty(v)).collect();
        let yielded: Vec<Type> = body.operands(end).map(|v| body.ty(v)).collect();
        if yielded != results {
            let (found, wanted) = (words(op, &yielded), words(op, &results));
            let error = op.error(format_args!("has a region that yields {found} for results {wanted}"));
            return Err(error.note(body.loc(end), "yielded here"));
        }
        Ok(())
    }
}

impl Verify for After {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        if op.operand_count() < 2 {
            return Err(op.error("has no values to wait for: name at least one"));
        }
        if op.operand_type(0) != op.result_type(0) {
            let (found, wanted) = (words(op, &[op.result_type(0)]), words(op, &[op.operand_type(0)]));
            return Err(op.error(format_args!("has a result of type {found} for a value of type {wanted}")));
        }
        Ok(())
    }
}

/// The values that the region of an op captures, in order of first use.
pub fn captured(body: &Body, op: Op) -> Vec<Value> {
    let (mut found, mut known) = (Vec::new(), FxHashSet::default());
    tf_ir::walk::walk(body, op, &mut |body, inner| {
        if inner == op {
            return;
        }
        for value in body.operands(inner) {
            let inside = match body.def(value) {
                Def::Result(def, _) => body.encloses(op, def),
                Def::Argument(block, _) => body.block_owner(block).is_some_and(|o| body.encloses(op, o)),
            };
            if !inside && known.insert(value) {
                found.push(value);
            }
        }
    });
    found
}

/// Builds `tensor.after`; without values to wait for, returns the value itself.
pub fn after(b: &mut Builder<'_>, value: Value, known: &[Value]) -> Value {
    if known.is_empty() {
        return value;
    }
    let ty = b.body.ty(value);
    b.value(After, &[&[value], known].concat(), ty, &[])
}

impl Differentiable for After {
    fn vjp(&self, cx: &mut Reverse<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        let (value, result) = (cx.b.body.operand(op, 0), cx.b.body.result(op, 0));
        if let Some(g) = cx.cotangent(result) {
            cx.add(value, g);
        }
        Ok(())
    }

    fn jvp(&self, cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        let operands: Vec<Value> = cx.b.body.operands(op).collect();
        // The tangent is separated from the original one, too: the recomputation uses it.
        if let Some(t) = cx.tangent(operands[0]) {
            let tangent = after(cx.b, t, &operands[1..]);
            let result = cx.b.body.result(op, 0);
            cx.set(result, tangent);
        }
        Ok(())
    }
}
