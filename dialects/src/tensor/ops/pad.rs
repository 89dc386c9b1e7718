//! `tensor.pad`: elements before, after and between those of a tensor.

use super::layout::{first_operand, slot_i64s};
use crate::tensor::constraints::*;
use crate::tensor::shape::*;
use crate::tensor::syntax::{parse_axes, print_axes};
use smallvec::smallvec;
use std::fmt;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, ExtentError};
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::{Custom, OpParser, OpState, ParseResult, Printer, type_to_string};
use tf_ir::types::Dim;

/// Inserts a value around and between the elements of a tensor.
///
/// Per axis: `low` elements before, `high` after, `interior` between each two neighbours. A negative `low` or
/// `high` removes elements, after the insertion of the interior ones. The extent becomes
/// `low + e + max(e - 1, 0) * interior + high`; if that is negative at run time, the call stops with a
/// status.
#[op(
    "tensor.pad",
    traits(PURE, SAME_ELEM_TYPE),
    operands(input: TENSOR, value: SCALAR = Context::elem_type(input)),
    results(result: TENSOR),
    attrs(low: EXTENTS_ATTR, high: EXTENTS_ATTR, interior: I64S_ATTR),
    interfaces(Verify, InferTypes, crate::shared::interfaces::Decompose, tf_ir::interfaces::Fold, tf_ir::batch::Batch),
    asm = "$input `,` $value `low` `=` extents($low) `high` `=` extents($high) custom<Interior>($interior) \
           attr-dict `:` type($input) `to` type($result)",
)]
pub struct Pad;

/// The padding of one axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Padding {
    /// Elements before the first; a negative count removes elements there.
    pub low: Extent,
    /// Elements after the last; a negative count removes elements there.
    pub high: Extent,
    /// Elements between each two neighbours, ≥ 0.
    pub interior: i64,
}

impl Padding {
    /// The extent of a padded axis of `extent` elements.
    ///
    /// # Errors
    /// The term would be too large.
    pub fn padded(&self, extent: &Extent) -> Result<Extent, ExtentError> {
        let own = match self.interior {
            0 => extent.clone(),
            gap => {
                let gaps = extent.add_const(-1)?.maximum(&Extent::constant(0))?;
                extent.add(&gaps.scale(gap)?)?
            }
        };
        own.add(&self.low)?.add(&self.high)
    }

    /// True if nothing changes.
    pub fn is_none(&self) -> bool {
        self.low.as_const() == Some(0) && self.high.as_const() == Some(0) && self.interior == 0
    }
}

impl PadOp<'_> {
    /// The padding of each axis.
    pub fn paddings(self) -> Vec<Padding> {
        let ctx = self.op().ctx();
        let terms = |attr| Option::and_then(attr, |a| ctx.attr_extents(a)).unwrap_or_default();
        let interior = self.interior().and_then(|a| ctx.attr_i64s(a)).unwrap_or_default();
        let ends = terms(self.low()).iter().zip(terms(self.high()));
        let one = |((low, high), interior): ((&Extent, &Extent), i64)| Padding {
            low: low.clone(),
            high: high.clone(),
            interior,
        };
        ends.zip(interior).map(one).collect()
    }
}

impl InferTypes for Pad {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let (ctx, input) = (args.ctx, first_operand(args, Self::NAME)?);
        let error = |message: &dyn fmt::Display| infer_error(args, Self::NAME, message);
        let slot = |i: usize| args.attrs.get(i).copied().flatten();
        let terms = |i: usize| slot(i).and_then(|a| ctx.attr_extents(a)).unwrap_or_default();
        let (low, high, interior) = (terms(Self::LOW), terms(Self::HIGH), slot_i64s(args, Self::INTERIOR));
        let shape = dims(ctx, input);
        if [low.len(), high.len(), interior.len()] != [shape.len(); 3] {
            let ty = type_to_string(ctx, input);
            let counts = format!("{} low, {} high and {} interior", low.len(), high.len(), interior.len());
            return Err(error(&format!("has {counts} paddings for {ty}: give one of each per axis")));
        }
        let mut result = Vec::with_capacity(shape.len());
        for (axis, dim) in shape.iter().enumerate() {
            let padding =
                Padding { low: low[axis].clone(), high: high[axis].clone(), interior: interior[axis] };
            result.push(padded_dim(dim, &padding).map_err(|e| error(&format!("{e} on axis {axis}")))?);
        }
        Ok(smallvec![ctx.tensor(result, ctx.elem_type(input))])
    }
}

/// A padding that an axis cannot have.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PadError {
    /// The interior padding is negative.
    Interior { interior: i64 },
    /// The extent has no name.
    UnnamedExtent,
    /// The padded extent overflows.
    Overflow,
    /// More elements are removed than exist.
    Negative { extent: Extent, left: i64, padding: Padding },
}

impl fmt::Display for PadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PadError::Interior { interior } => {
                write!(f, "has the interior padding {interior}, which is negative,")
            }
            PadError::UnnamedExtent => {
                f.write_str("pads an extent without a name (name-extents names the extents of arguments)")
            }
            PadError::Overflow => f.write_str("overflows"),
            PadError::Negative { extent, left, padding } => write!(
                f,
                "removes more elements than the {extent} that exist: {left} are left with padding {} low and \
                 {} high",
                padding.low, padding.high
            ),
        }
    }
}

fn padded_dim(dim: &Dim, padding: &Padding) -> Result<Dim, PadError> {
    if padding.interior < 0 {
        return Err(PadError::Interior { interior: padding.interior });
    }
    if padding.is_none() {
        return Ok(dim.clone());
    }
    let Some(extent) = dim.to_extent() else {
        return Err(PadError::UnnamedExtent);
    };
    let padded = padding.padded(&extent).map_err(|_| PadError::Overflow)?;
    match padded.as_const() {
        Some(left) if left < 0 => Err(PadError::Negative { extent, left, padding: padding.clone() }),
        _ => Ok(Dim::from_extent(padded)),
    }
}

impl Verify for Pad {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)
    }
}

/// ` interior = [1, 0]`, unless all are 0.
struct Interior;

impl Custom for Interior {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        if p.at_keyword("interior") {
            return parse_axes(p, state, "interior");
        }
        let low = state.slots[Pad::LOW].and_then(|a| p.ctx().attr_extents(a)).unwrap_or_default();
        state.slots[Pad::INTERIOR] = Some(p.ctx().i64_array_attr(&vec![0; low.len()]));
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let interior = op.slot(Pad::INTERIOR).and_then(|a| op.ctx().attr_i64s(a)).unwrap_or_default();
        if interior.iter().any(|n| *n != 0) {
            print_axes(op, "interior", p);
        }
    }
}
