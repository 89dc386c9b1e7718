//! Slices at run-time indices: `tensor.dynamic_slice`, `tensor.update_slice`.

use crate::tensor::constraints::*;
use crate::tensor::shape::*;
use smallvec::smallvec;
use std::fmt;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;

/// The part of a tensor that starts at run-time indices and has the result's extents.
///
/// A window that would reach outside is moved inside: the start on axis `d` is
/// `max(0, min(start, extent - size))`. The result's extents are proved to be at most the operand's, or 1: an
/// axis without elements gives zeros.
#[op(
    "tensor.dynamic_slice",
    traits(PURE),
    operands(input: TENSOR, starts: variadic(INDEX) = Context::index),
    results(result: TENSOR),
    interfaces(Verify, crate::shared::interfaces::Decompose, tf_ir::interfaces::Fold),
    asm = "$input `[` $starts `]` attr-dict `:` type($input) `to` type($result)",
)]
pub struct DynamicSlice;

/// Replaces a part of a tensor by `update`, at run-time starts.
///
/// The window is moved inside as by `tensor.dynamic_slice`. The update's extents are proved to be at most the
/// input's, or 1: an input without elements is unchanged.
#[op(
    "tensor.update_slice",
    traits(PURE),
    operands(update: TENSOR, input: TENSOR, starts: variadic(INDEX) = Context::index),
    results(result: TENSOR = input),
    interfaces(
        Verify,
        InferTypes,
        crate::shared::interfaces::Decompose,
        crate::shared::work::Work,
        tf_ir::interfaces::Fold
    ),
    asm = "$update `,` $input `[` $starts `]` attr-dict `:` type($update) `into` type($input)",
)]
pub struct UpdateSlice;

/// A window that is not known to fit into a tensor. Types are as in text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum WindowFitError {
    /// There is not one start for each axis.
    Starts { starts: usize, whole: String },
    /// Window and tensor have different ranks or element types.
    Types { window: String, whole: String },
    /// An extent has no name.
    UnnamedExtent,
    /// An extent of the window is not at most that of the tensor.
    Extent { types: [String; 2], axis: usize, extents: [Extent; 2], verdict: Verdict },
}

impl fmt::Display for WindowFitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WindowFitError::Starts { starts, whole } => {
                write!(f, "has {starts} starts for {whole}: give one per axis")
            }
            WindowFitError::Types { window, whole } => write!(
                f,
                "takes a window and a tensor of one rank and element type, not {window} and {whole}"
            ),
            WindowFitError::UnnamedExtent => {
                f.write_str("has an extent without a name (name-extents names the extents of arguments)")
            }
            WindowFitError::Extent { types: [window, whole], axis, extents: [n, m], verdict } => write!(
                f,
                "has a window {window} in {whole}: extent {n} of axis {axis} {} at most {m}",
                refuted(*verdict)
            ),
        }
    }
}

/// Checks that a window fits into a tensor and has a start per axis.
fn check_window(ctx: &Context, window: Type, whole: Type, starts: usize) -> Result<(), WindowFitError> {
    let (small, big) = (dims(ctx, window), dims(ctx, whole));
    let types = [window, whole].map(|t| type_to_string(ctx, t));
    if starts != big.len() {
        let [_, whole] = types;
        return Err(WindowFitError::Starts { starts, whole });
    }
    if small.len() != big.len() || ctx.elem_type(window) != ctx.elem_type(whole) {
        let [window, whole] = types;
        return Err(WindowFitError::Types { window, whole });
    }
    for (axis, (size, extent)) in small.iter().zip(big).enumerate() {
        if size == extent {
            continue;
        }
        let (Some(n), Some(m)) = (size.to_extent(), extent.to_extent()) else {
            return Err(WindowFitError::UnnamedExtent);
        };
        let verdict = n.prove_le(&m, &Facts::new());
        let one = verdict == Verdict::Unknown && n.as_const() == Some(1);
        if verdict != Verdict::Proved && !one {
            return Err(WindowFitError::Extent { types, axis, extents: [n, m], verdict });
        }
    }
    Ok(())
}

impl Verify for DynamicSlice {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let starts = op.operand_count() - 1;
        check_window(op.ctx(), op.result_type(0), op.operand_type(0), starts).map_err(|e| op.error(e))
    }
}

impl InferTypes for UpdateSlice {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        match args.operands.get(1) {
            Some(input) => Ok(smallvec![*input]),
            None => Err(infer_error(args, Self::NAME, "needs an update and a tensor as operands")),
        }
    }
}

impl Verify for UpdateSlice {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let starts = op.operand_count() - 2;
        check_window(op.ctx(), op.operand_type(0), op.operand_type(1), starts).map_err(|e| op.error(e))?;
        verify_inferred(op, self)
    }
}
