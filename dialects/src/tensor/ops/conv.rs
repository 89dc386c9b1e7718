//! Convolutions: `tensor.conv`.

use super::reduce::extends;
use super::reduce_window::{WindowAxis, WindowError, counted, window_axes};
use crate::arith::flags::FASTMATH_ATTR;
use crate::scalar::{dtype, element_type};
use crate::tensor;
use crate::tensor::constraints::*;
use crate::tensor::shape::*;
use crate::tensor::syntax::FASTMATH;
use std::fmt;
use std::str::FromStr;
use tf_ir::attr::Attribute;
use tf_ir::builtin::STRING_ATTR;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Verdict};
use tf_ir::interfaces::Verify;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};

/// A convolution (a cross-correlation, as everywhere in machine learning) over any number of spatial axes.
///
/// `"b01f,01io->b01f"` names the axes of input, kernel and result: `b` is the batch, `f` the feature, digits
/// are the spatial axes; a kernel has input features `i` and output features `o`. Per spatial axis, the input
/// is dilated (`input_dilations`: holes between its elements contribute nothing) and padded with zeros
/// (`low`, `high`; negative values cut elements off). The kernel, dilated (`kernel_dilations`), moves over it
/// in `strides`, reversed along the axes in `reversed`. With `feature_groups`, input and output features are
/// split into as many groups, and each output group reads its own input group; with `batch_groups`, the batch
/// is split and each group of output features reads its own part of it.
///
/// The result is the sum over the kernel's spatial axes, the lowest digit outermost, and then over the input
/// features of a group, of the products of input and kernel, in ascending order unless `fastmath` allows
/// reassociation. Elements narrower than the result's are extended first (floats: `extf`, integers: `extsi`).
#[op(
    "tensor.conv",
    traits(PURE, COMBINES),
    operands(input: TENSOR, kernel: TENSOR),
    results(result: TENSOR),
    attrs(
        dims: STRING_ATTR,
        strides: optional(I64S_ATTR),
        input_dilations: optional(I64S_ATTR),
        kernel_dilations: optional(I64S_ATTR),
        low: optional(I64S_ATTR),
        high: optional(I64S_ATTR),
        reversed: optional(I64S_ATTR),
        feature_groups: optional(I64_ATTR),
        batch_groups: optional(I64_ATTR),
        fastmath: optional(FASTMATH_ATTR),
    ),
    interfaces(Verify, crate::shared::interfaces::Decompose),
    asm = "string($dims) $input `,` $kernel (`strides` `=` ints($strides)^)? \
           (`input_dilations` `=` ints($input_dilations)^)? (`kernel_dilations` `=` ints($kernel_dilations)^)? \
           (`low` `=` ints($low)^)? (`high` `=` ints($high)^)? (`reversed` `=` ints($reversed)^)? \
           (`feature_groups` `=` int($feature_groups)^)? (`batch_groups` `=` int($batch_groups)^)? \
           (as<FASTMATH>($fastmath)^)? attr-dict `:` functional-type(operands, results)",
)]
pub struct Conv;

/// The roles of the axes of input, kernel and result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConvDims {
    /// The batch axes of input and result.
    pub batch: [usize; 2],
    /// The feature axes of input and result.
    pub feature: [usize; 2],
    /// The input and output feature axes of the kernel.
    pub kernel_feature: [usize; 2],
    /// For each spatial axis, its positions in input, kernel and result.
    pub spatial: Vec<[usize; 3]>,
}

impl FromStr for ConvDims {
    type Err = String;

    fn from_str(text: &str) -> Result<ConvDims, String> {
        let form = || format!("has the axes \"{text}\": write them as \"b01f,01io->b01f\"");
        let (inputs, result) = text.split_once("->").ok_or_else(form)?;
        let (input, kernel) = inputs.split_once(',').ok_or_else(form)?;
        let parts: [Vec<char>; 3] = [input, kernel, result].map(|part| part.trim().chars().collect());
        let place = |part: usize, label: char| {
            let mut places = parts[part].iter().enumerate().filter(|(_, c)| **c == label).map(|(i, _)| i);
            match (places.next(), places.next()) {
                (Some(at), None) => Ok(at),
                _ => Err(form()),
            }
        };
        let rank = parts[0].len().checked_sub(2).ok_or_else(form)?;
        if rank > 10 || parts.iter().any(|part| part.len() != rank + 2) {
            return Err(form());
        }
        let spatial = (0..rank).map(|d| {
            let label = char::from(b'0' + d as u8);
            Ok([place(0, label)?, place(1, label)?, place(2, label)?])
        });
        Ok(ConvDims {
            batch: [place(0, 'b')?, place(2, 'b')?],
            feature: [place(0, 'f')?, place(2, 'f')?],
            kernel_feature: [place(1, 'i')?, place(1, 'o')?],
            spatial: spatial.collect::<Result<_, String>>()?,
        })
    }
}

/// The parsed geometry of a convolution.
#[derive(Clone, Debug)]
pub struct Convolution {
    /// The roles of the axes.
    pub dims: ConvDims,
    /// The geometry of the kernel along each spatial axis.
    pub axes: Vec<WindowAxis>,
    /// For each spatial axis, whether the kernel is reversed.
    pub reversed: Vec<bool>,
    /// Groups of features.
    pub feature_groups: i64,
    /// Groups of the batch.
    pub batch_groups: i64,
    /// Extents of the result.
    pub shape: Vec<Dim>,
}

/// A convolution that is invalid. Its text is a predicate of the op; types and extents are as in text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConvError {
    /// The names of the axes are malformed; the message of their parser.
    Dims(String),
    /// The axes' names are not as many as the axes of an operand.
    Rank {
        /// The number of names.
        count: usize,
        /// The type of the operand.
        ty: String,
    },
    /// An extent of the kernel has no name.
    UnnamedExtent,
    /// The geometry of the kernel.
    Window(WindowError),
    /// A reversed axis is not one of the spatial axes.
    Reversed {
        /// The axis.
        axis: i64,
        /// The number of spatial axes.
        count: usize,
    },
    /// A number of groups is not positive.
    Groups {
        /// The groups of features.
        feature_groups: i64,
        /// The groups of the batch.
        batch_groups: i64,
    },
    /// Both features and batch have groups.
    BothGroups,
    /// The input features are not those of the kernel.
    Features {
        /// The features of the input.
        features: String,
        /// The features of the kernel.
        inner: String,
        /// The groups of features.
        feature_groups: i64,
        /// What is known about them.
        verdict: Verdict,
    },
    /// The output features are not a multiple of the groups.
    OutputFeatures {
        /// The features.
        features: String,
        /// The groups.
        groups: i64,
    },
    /// The batch is not a multiple of its groups.
    Batch {
        /// The extent of the batch.
        batch: String,
        /// The groups.
        batch_groups: i64,
    },
}

impl fmt::Display for ConvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvError::Dims(why) => f.write_str(why),
            ConvError::Rank { count, ty } => write!(f, "names {count} axes for {ty}"),
            ConvError::UnnamedExtent => {
                f.write_str("has a kernel with an unnamed extent: run name-extents first")
            }
            ConvError::Window(why) => why.fmt(f),
            ConvError::Reversed { axis, count } => {
                write!(f, "reverses axis {axis} of {count} spatial axes")
            }
            ConvError::Groups { feature_groups, batch_groups } => {
                write!(f, "has {feature_groups} feature groups and {batch_groups} batch groups: at least 1")
            }
            ConvError::BothGroups => {
                f.write_str("has both feature groups and batch groups: only one of them can be more than 1")
            }
            ConvError::Features { features, inner, feature_groups, verdict } => write!(
                f,
                "has {features} input features, which {} {feature_groups} times the kernel's {inner}",
                refuted(*verdict)
            ),
            ConvError::OutputFeatures { features, groups } => write!(
                f,
                "cannot split {features} output features into {groups} groups: the features must be a \
                 constant multiple of the groups"
            ),
            ConvError::Batch { batch, batch_groups } => {
                write!(f, "cannot split a batch of {batch} into {batch_groups} groups")
            }
        }
    }
}

impl<'a> ConvOp<'a> {
    /// The axes' names.
    pub fn text(self) -> Option<&'a str> {
        self.dims().and_then(|a| self.op().ctx().attr_str(a))
    }

    /// The parsed geometry.
    ///
    /// # Errors
    /// An attribute or a type does not fit.
    pub fn convolution(self) -> Result<Convolution, ConvError> {
        let op = self.op();
        let lists =
            [self.strides(), self.input_dilations(), self.kernel_dilations(), self.low(), self.high()];
        let numbers = [self.feature_groups(), self.batch_groups()];
        let text = self.text().unwrap_or_default();
        convolution(op.ctx(), [op.operand_type(0), op.operand_type(1)], text, lists, self.reversed(), numbers)
    }
}

/// The convolution of two types with these attributes: strides, dilations of input and kernel, low and high
/// padding; the reversed axes; the groups of features and of the batch.
pub(crate) fn convolution(
    ctx: &Context,
    types: [Type; 2],
    text: &str,
    lists: [Option<Attribute>; 5],
    reversed: Option<Attribute>,
    groups: [Option<Attribute>; 2],
) -> Result<Convolution, ConvError> {
    let axes_of: ConvDims = text.parse().map_err(ConvError::Dims)?;
    let [input, kernel] = types.map(|ty| dims(ctx, ty));
    for (ty, shape) in types.iter().zip([input, kernel]) {
        if shape.len() != axes_of.spatial.len() + 2 {
            let (count, ty) = (axes_of.spatial.len() + 2, type_to_string(ctx, *ty));
            return Err(ConvError::Rank { count, ty });
        }
    }
    let named = |dim: &Dim| dim.to_extent().ok_or(ConvError::UnnamedExtent);
    let sizes: Vec<Extent> =
        axes_of.spatial.iter().map(|[_, k, _]| named(&kernel[*k])).collect::<Result<_, _>>()?;
    let axes = window_axes(ctx, &sizes, lists).map_err(ConvError::Window)?;
    let mut backwards = vec![false; axes.len()];
    for axis in reversed.and_then(|a| ctx.attr_i64s(a)).unwrap_or_default() {
        let slot = usize::try_from(axis).ok().and_then(|i| backwards.get_mut(i));
        *slot.ok_or(ConvError::Reversed { axis, count: axes.len() })? = true;
    }
    let number = |a: Option<Attribute>| a.and_then(|a| ctx.attr_int(a)).map_or(1, |n| n as i64);
    let [feature_groups, batch_groups] = groups.map(number);
    check_groups(&axes_of, input, kernel, feature_groups, batch_groups)?;
    let mut shape = vec![Dim::Unknown; axes.len() + 2];
    let batch = input[axes_of.batch[0]].to_extent();
    let batch = batch.and_then(|n| n.floordiv(batch_groups).ok());
    shape[axes_of.batch[1]] = batch.map_or(Dim::Unknown, Dim::from_extent);
    shape[axes_of.feature[1]] = kernel[axes_of.kernel_feature[1]].clone();
    for ([i, _, o], axis) in axes_of.spatial.iter().zip(&axes) {
        shape[*o] = counted(&input[*i], axis).map_err(ConvError::Window)?;
    }
    Ok(Convolution { dims: axes_of, axes, reversed: backwards, feature_groups, batch_groups, shape })
}

/// Checks that features and batch can be split into the groups, and that the kernel fits a group.
fn check_groups(
    axes: &ConvDims,
    input: &[Dim],
    kernel: &[Dim],
    feature_groups: i64,
    batch_groups: i64,
) -> Result<(), ConvError> {
    if feature_groups < 1 || batch_groups < 1 {
        return Err(ConvError::Groups { feature_groups, batch_groups });
    }
    if feature_groups > 1 && batch_groups > 1 {
        return Err(ConvError::BothGroups);
    }
    let (features, inner) = (&input[axes.feature[0]], &kernel[axes.kernel_feature[0]]);
    let all = inner.to_extent().and_then(|n| n.scale(feature_groups).ok());
    let verdict = all.map_or(Verdict::Proved, |all| same_extent(features, &Dim::from_extent(all)));
    if verdict != Verdict::Proved {
        let (features, inner) = (extent_words(features), extent_words(inner));
        return Err(ConvError::Features { features, inner, feature_groups, verdict });
    }
    let groups = feature_groups.max(batch_groups);
    let outer = &kernel[axes.kernel_feature[1]];
    if groups > 1 && outer.as_static().is_none_or(|n| n % groups != 0) {
        return Err(ConvError::OutputFeatures { features: extent_words(outer), groups });
    }
    let batch = &input[axes.batch[0]];
    let splits = |n: Extent| n.modulo(batch_groups).is_ok_and(|rest| rest.as_const() == Some(0));
    if batch_groups > 1 && !batch.to_extent().is_some_and(splits) {
        return Err(ConvError::Batch { batch: extent_words(batch), batch_groups });
    }
    Ok(())
}

impl Verify for Conv {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let ctx = op.ctx();
        let view = op.view(tensor::conv::Conv);
        let conv = view.convolution().map_err(|e| op.error(e))?;
        let elem = ctx.elem_type(op.result_type(0));
        check_result(op, 0, ctx.tensor(conv.shape, elem), "the convolution gives")?;
        for i in 0..2 {
            let ty = op.operand_type(i);
            let (from, to) = (element_type(ctx, ty), dtype(ctx, elem));
            if !matches!((from, to), (Some(from), Some(to)) if extends(from, to)) {
                let words = [ty, op.result_type(0)].map(|t| type_to_string(ctx, t));
                return Err(op.error(format_args!(
                    "cannot sum products of {} (operand #{i}) in {}: its elements must be of that type or extend to it",
                    words[0], words[1]
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_read() {
        let dims: ConvDims = "b01f,01io->b01f".parse().unwrap();
        assert_eq!((dims.batch, dims.feature, dims.kernel_feature), ([0, 0], [3, 3], [2, 3]));
        assert_eq!(dims.spatial, [[1, 0, 1], [2, 1, 2]]);
        let dims: ConvDims = "bf,oi->fb".parse().unwrap();
        assert_eq!((dims.batch, dims.feature, dims.kernel_feature), ([0, 1], [1, 0], [1, 0]));
        for wrong in ["", "bf,oi", "b0f,oi->b0f", "bb,oi->bf", "b0f,0io->b1f", "b0,0i->b0", "bf,io->b"] {
            assert!(wrong.parse::<ConvDims>().is_err(), "{wrong}");
        }
    }
}
