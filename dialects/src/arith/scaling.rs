//! `arith.scaling_extf` and `arith.scaling_truncf`: conversions of block-scaled (OCP MX) floats.
//!
//! Their formats (8 bits and fewer) are types of the IR but not of the scalar table: the ops are verified and
//! preserved, but not folded or interpreted.

use crate::arith::flags::{FASTMATH_ATTR, ROUNDING_ATTR, no_fastmath};
use crate::arith::syntax::{FASTMATH, ROUNDING};
use crate::constraints::FLOAT_LIKE;
use crate::elementwise::same_shape;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::Verify;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;

/// A narrow float times its block's scale, as a wider float.
///
/// The scale is read as `f8E8M0FNU`. If either is NaN, so is the result.
#[op(
    "arith.scaling_extf",
    traits(PURE, ELEMENTWISE),
    operands(r#in: FLOAT_LIKE, scale: FLOAT_LIKE),
    results(out: FLOAT_LIKE),
    attrs(fastmath: default(FASTMATH_ATTR, no_fastmath)),
    interfaces(Verify),
    asm = "$in `,` $scale (as<FASTMATH>($fastmath)^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)",
)]
pub struct ScalingExtF;

/// A float divided by its block's scale, as a narrower float.
///
/// The scale is read as `f8E8M0FNU`.
#[op(
    "arith.scaling_truncf",
    traits(PURE, ELEMENTWISE),
    operands(r#in: FLOAT_LIKE, scale: FLOAT_LIKE),
    results(out: FLOAT_LIKE),
    attrs(roundingmode: optional(ROUNDING_ATTR), fastmath: default(FASTMATH_ATTR, no_fastmath)),
    interfaces(Verify),
    asm = "$in `,` $scale (as<ROUNDING>($roundingmode)^)? (as<FASTMATH>($fastmath)^)? attr-dict \
           `:` type($in) `,` type($scale) `to` type($out)",
)]
pub struct ScalingTruncF;

impl Verify for ScalingExtF {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify(op, "wider", |from, to| from < to)
    }
}

impl Verify for ScalingTruncF {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify(op, "shorter", |from, to| from > to)
    }
}

fn verify(op: OpRef<'_>, word: &str, fits: fn(u32, u32) -> bool) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    let (from, scale, to) = (op.operand_type(0), op.operand_type(1), op.result_type(0));
    if !same_shape(ctx, from, to) || !same_shape(ctx, from, scale) {
        return Err(op.error("requires the same shape for all operands and results"));
    }
    let width = |ty| ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(0);
    if fits(width(from), width(to)) {
        return Ok(());
    }
    let (from, to) = (type_to_string(ctx, from), type_to_string(ctx, to));
    Err(op.error(format_args!("result type '{to}' must be {word} than operand type '{from}'")))
}
