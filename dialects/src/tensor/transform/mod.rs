//! Transforms of code: `tensor.vjp`, `tensor.jvp`, `tensor.vmap`, `tensor.checkpoint`, `tensor.detach`,
//! `tensor.straight_through`, `tensor.custom`.
//!
//! A transform contains the code that it transforms. The arguments of its region are the variables; captured
//! values are constants, even the value that a variable was bound to. Therefore, simplification of the
//! surrounding code cannot change the variables of a derivative. The pass `autodiff` expands transforms;
//! `docs/explanation/autodiff.md` has the rules.

mod asm;
pub mod checkpoint;
pub mod custom;
pub mod detach;
mod flow;
pub mod vmap;

pub use checkpoint::{After, Checkpoint};
pub use custom::Custom;
pub use detach::Detach;
pub use vmap::{Vmap, VmapOp};

use super::constraints::*;
use crate::differentiate::is_differentiable;
use crate::shared::interfaces::ScalarCode;
use crate::shared::regions::sole_block;
use crate::tensor::scalar_code::Yield;
use detach::verify_one_type;
use tf_ir::body::{Block, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{RegionFlow, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;

/// The vector-Jacobian product: reverse-mode differentiation.
///
/// The operands are the values of the variables, then the seeds: one cotangent for each differentiable
/// (float) value that the region yields, of its type. The results are the yielded values, then the cotangent
/// of each variable: the seeds times the Jacobian. Variables are floats or tensors of floats.
#[op(
    "tensor.vjp",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(inputs: variadic(ANY)),
    results(results: variadic(ANY)),
    attrs(variables: I64_ATTR),
    regions(1),
    interfaces(ScalarCode, Verify, RegionFlow, tf_ir::text::Assembly),
)]
pub struct Vjp;

/// The Jacobian-vector product: forward-mode differentiation.
///
/// The operands are the values of the variables, then their tangents. The results are the yielded values,
/// then the tangent of each differentiable (float) one.
#[op(
    "tensor.jvp",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(inputs: variadic(ANY)),
    results(results: variadic(ANY)),
    attrs(variables: I64_ATTR),
    regions(1),
    interfaces(ScalarCode, Verify, RegionFlow, tf_ir::text::Assembly),
)]
pub struct Jvp;

/// The straight-through estimator: the first operand's value with the second operand's derivative. Cotangents
/// and tangents pass as if it were the second operand.
#[op(
    "tensor.straight_through",
    traits(PURE),
    operands(value: ANY, through: ANY),
    results(result: ANY = value),
    interfaces(ScalarCode, Verify, crate::differentiate::Differentiable, tf_ir::batch::Batch),
    derive(InferTypes),
    asm = "$value `,` $through attr-dict `:` type($value)",
)]
pub struct StraightThrough;

/// The common view of both transforms: variables, seeds or tangents, and a region.
#[derive(Clone, Copy)]
pub struct Transform<'a> {
    op: OpRef<'a>,
    reverse: bool,
}

impl<'a> Transform<'a> {
    /// The op as a transform, if it is one.
    pub fn cast(op: OpRef<'a>) -> Option<Transform<'a>> {
        let reverse = op.is(Vjp);
        (reverse || op.is(Jvp)).then_some(Transform { op, reverse })
    }

    /// True for `tensor.vjp`.
    pub fn is_reverse(self) -> bool {
        self.reverse
    }

    /// The number of variables.
    pub fn variables(self) -> usize {
        let count = self.op.slot(Vjp::VARIABLES).and_then(|a| self.op.ctx().attr_int(a)).unwrap_or(0);
        usize::try_from(count).unwrap_or(0)
    }

    /// The values of the variables.
    pub fn values(self) -> Vec<Value> {
        self.op.operands().take(self.variables()).collect()
    }

    /// The seeds (of a vjp), the tangents (of a jvp).
    pub fn given(self) -> Vec<Value> {
        self.op.operands().skip(self.variables()).collect()
    }

    /// The block of the region.
    pub fn block(self) -> Option<Block> {
        self.op.entry(0)
    }

    /// The types of the values that the region yields, as implied by the results.
    pub fn yielded(self) -> Vec<Type> {
        let types: Vec<Type> = self.op.results().map(|r| self.op.body().ty(r)).collect();
        let count = match self.reverse {
            true => types.len().saturating_sub(self.variables()),
            // The yielded types, followed by the differentiable ones again.
            false => (0..=types.len())
                .find(|n| {
                    n + types[..*n].iter().filter(|t| is_differentiable(self.op.ctx(), **t)).count()
                        == types.len()
                })
                .unwrap_or(types.len()),
        };
        types[..count].to_vec()
    }
}

fn verify_transform(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let (ctx, body) = (op.ctx(), op.body());
    let view = Transform::cast(op).expect("registered for transforms");
    let (block, end) = sole_block(op, 0, Yield)?;
    let values = view.values();
    if values.len() != view.variables() || view.variables() == 0 {
        return Err(op.error("needs at least one variable, and a value for each"));
    }
    let variables: Vec<Type> = values.iter().map(|v| body.ty(*v)).collect();
    let arguments: Vec<Type> = body.args(block).map(|v| body.ty(v)).collect();
    if variables != arguments {
        return Err(op.error(format_args!(
            "has variables of types {} but region arguments of types {}",
            words(op, &variables),
            words(op, &arguments)
        )));
    }
    if let Some(ty) = variables.iter().find(|t| !is_differentiable(ctx, **t)) {
        let ty = type_to_string(ctx, *ty);
        return Err(op.error(format_args!(
            "has a variable of type {ty}: only floats and tensors of floats have derivatives; capture the \
             value instead of binding it"
        )));
    }
    let yielded: Vec<Type> = body.operands(end).map(|v| body.ty(v)).collect();
    let floats: Vec<Type> = yielded.iter().copied().filter(|t| is_differentiable(ctx, *t)).collect();
    let given: Vec<Type> = view.given().iter().map(|v| body.ty(*v)).collect();
    let (wanted, what) = if view.is_reverse() { (&floats, "seeds") } else { (&variables, "tangents") };
    if given != *wanted {
        return Err(op.error(format_args!(
            "has {what} of types {} instead of {}",
            words(op, &given),
            words(op, wanted)
        )));
    }
    let mut results = yielded;
    results.extend(if view.is_reverse() { &variables } else { &floats });
    let found: Vec<Type> = op.results().map(|r| body.ty(r)).collect();
    if found != results {
        return Err(op.error(format_args!(
            "has results of types {}, but its region computes {}",
            words(op, &found),
            words(op, &results)
        )));
    }
    Ok(())
}

/// `(f32, tensor<3xf32>)`.
fn words(op: OpRef<'_>, types: &[Type]) -> String {
    let words: Vec<String> = types.iter().map(|t| type_to_string(op.ctx(), *t)).collect();
    format!("({})", words.join(", "))
}

impl Verify for Vjp {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_transform(op)
    }
}

impl Verify for Jvp {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_transform(op)
    }
}

impl Verify for StraightThrough {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_one_type(op)
    }
}

impl crate::differentiate::Differentiable for StraightThrough {
    fn vjp(
        &self,
        cx: &mut crate::differentiate::Reverse<'_, '_>,
        op: tf_ir::body::Op,
    ) -> Result<(), Diagnostic> {
        let (through, result) = (cx.b.body.operand(op, 1), cx.b.body.result(op, 0));
        if let Some(g) = cx.cotangent(result) {
            cx.add(through, g);
        }
        Ok(())
    }

    fn jvp(
        &self,
        cx: &mut crate::differentiate::Forward<'_, '_>,
        op: tf_ir::body::Op,
    ) -> Result<(), Diagnostic> {
        let (through, result) = (cx.b.body.operand(op, 1), cx.b.body.result(op, 0));
        if let Some(t) = cx.tangent(through) {
            cx.set(result, t);
        }
        Ok(())
    }
}
