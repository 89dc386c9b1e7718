//! `tensor.reduce_window`: reductions of sliding windows, and the geometry of window axes that convolutions
//! share.

use crate::arith::flags::FASTMATH_ATTR;
use crate::constraints::UNIT_ATTR;
use crate::tensor::combination::{check_operands, combines, tensors_and_inits};
use crate::tensor::combiner::{Combiner, Laws};
use crate::tensor::constraints::*;
use crate::tensor::kinds::CombiningKind;
use crate::tensor::shape::*;
use crate::tensor::syntax::{FASTMATH, KINDS};
use std::fmt;
use tf_ir::attr::Attribute;
use tf_ir::body::Block;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, ExtentError, Facts, Verdict};
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::types::Dim;

/// Folds windows of one or more tensors of one shape, with kinds or with a combiner.
///
/// Per axis, the tensor is dilated (`base_dilations` − 1 holes between adjacent elements) and padded (`low`
/// holes before it, `high` after it; negative values cut elements off). A window of `window` elements,
/// `window_dilations` apart, moves over it in steps of `strides`. The result has an element for each position
/// at which the window fits: `(dilated + low + high − reach) floordiv stride + 1`, or none; the window
/// reaches over `(window − 1)·dilation + 1` positions. A hole has the initial value of the operand, or the
/// identity of its kind if there is none.
///
/// The elements of a window are combined like those of `tensor.reduce` over all axes of the window: in
/// row-major order, by nested folds of kinds (initial values are combined last, on the left) or by a combiner
/// from the initial values.
#[op(
    "tensor.reduce_window",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS, COMBINES),
    operands(
        inputs: variadic(TENSOR_OR_SCALAR),
        inits: variadic(TENSOR_OR_SCALAR) = Context::elem_type(inputs),
    ),
    sizes(tensors_and_inits),
    results(results: variadic(TENSOR)),
    attrs(
        kinds: optional(KINDS_ATTR),
        window: I64S_ATTR,
        strides: optional(I64S_ATTR),
        base_dilations: optional(I64S_ATTR),
        window_dilations: optional(I64S_ATTR),
        low: optional(I64S_ATTR),
        high: optional(I64S_ATTR),
        fastmath: optional(FASTMATH_ATTR),
        associative: optional(UNIT_ATTR),
        commutative: optional(UNIT_ATTR),
    ),
    regions(optional(combiner)),
    interfaces(Verify, InferTypes, crate::shared::interfaces::Decompose),
    asm = "(as<KINDS>($kinds)^)? $inputs (`init` `(` $inits^ `)`)? \
           `window` `=` ints($window) (`strides` `=` ints($strides)^)? (`base_dilations` `=` ints($base_dilations)^)? \
           (`window_dilations` `=` ints($window_dilations)^)? (`low` `=` ints($low)^)? (`high` `=` ints($high)^)? \
           (as<FASTMATH>($fastmath)^)? attr-dict \
           custom<Combiner>($associative, $commutative, $combiner) `:` type($inputs) `to` type($results)",
)]
pub struct ReduceWindow;

/// The geometry of a window along one axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowAxis {
    /// The length of the window.
    pub size: Extent,
    /// The distance of adjacent windows.
    pub stride: i64,
    /// The distance of adjacent elements.
    pub base_dilation: i64,
    /// The distance of adjacent elements of the window.
    pub dilation: i64,
    /// Holes before the first element; negative if elements are cut off.
    pub low: i64,
    /// Holes after the last element; negative if elements are cut off.
    pub high: i64,
}

/// A window that is invalid. Its text is a predicate of the op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WindowError {
    /// A step is not positive, or too large.
    Step {
        /// The name of the step.
        what: &'static str,
        /// The step.
        step: i64,
        /// The axis.
        axis: usize,
    },
    /// A padding is too large.
    Padding {
        /// The end: `low` or `high`.
        end: &'static str,
        /// The padding.
        padding: i64,
        /// The axis.
        axis: usize,
    },
    /// The window has no elements, or too many.
    Extent {
        /// The extent.
        extent: i64,
        /// The axis.
        axis: usize,
    },
    /// A list does not have one element per axis.
    Count {
        /// The name of the list.
        list: &'static str,
        /// The number of its elements.
        count: usize,
        /// The number of axes.
        axes: usize,
    },
    /// The term of a result's extent is too large.
    Result(ExtentError),
}

impl fmt::Display for WindowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WindowError::Step { what, step, axis } => {
                write!(f, "has the {what} {step} on axis {axis}: it must be from 1 to 2^31")
            }
            WindowError::Padding { end, padding, axis } => {
                write!(f, "has the {end} padding {padding} on axis {axis}: it must be within ±2^31")
            }
            WindowError::Extent { extent, axis } => {
                write!(f, "has a window of extent {extent} on axis {axis}: it must be from 1 to 2^31")
            }
            WindowError::Count { list, count, axes } => write!(f, "has {count} {list} for {axes} axes"),
            WindowError::Result(error) => write!(f, "has a result extent that is too large: {error}"),
        }
    }
}

impl WindowAxis {
    /// The number of positions at which the window fits, on an axis of this extent.
    ///
    /// # Errors
    /// The term would be too large.
    pub fn count(&self, extent: &Extent) -> Result<Extent, ExtentError> {
        let dilated = spread(extent, self.base_dilation)?;
        let reach = spread(&self.size, self.dilation)?;
        let padding = self.low.checked_add(self.high).ok_or(ExtentError::Overflow)?;
        let room = dilated.add_const(padding)?.sub(&reach)?;
        not_negative(&room.floordiv(self.stride)?.add_const(1)?)
    }

    /// Checks that steps are positive, and that all values are small enough for 64-bit arithmetic.
    ///
    /// # Errors
    /// A value is out of range.
    pub fn check(&self, axis: usize) -> Result<(), WindowError> {
        let steps = [
            ("stride", self.stride),
            ("base dilation", self.base_dilation),
            ("window dilation", self.dilation),
        ];
        for (what, step) in steps {
            if !(1..=MAX_STEP).contains(&step) {
                return Err(WindowError::Step { what, step, axis });
            }
        }
        for (what, pad) in [("low", self.low), ("high", self.high)] {
            if pad.unsigned_abs() > MAX_STEP as u64 {
                return Err(WindowError::Padding { end: what, padding: pad, axis });
            }
        }
        match self.size.as_const() {
            Some(n) if !(1..=MAX_STEP).contains(&n) => Err(WindowError::Extent { extent: n, axis }),
            _ => Ok(()),
        }
    }
}

/// The limit of strides, dilations and paddings.
const MAX_STEP: i64 = 1 << 31;

/// The length of `count` elements at distance `by`.
fn spread(count: &Extent, by: i64) -> Result<Extent, ExtentError> {
    if by == 1 {
        return Ok(count.clone());
    }
    not_negative(&count.add_const(-1)?.scale(by)?.add_const(1)?)
}

/// The extent, or 0 if it is negative.
fn not_negative(extent: &Extent) -> Result<Extent, ExtentError> {
    match extent.prove_ge0(&Facts::new()) {
        Verdict::Proved => Ok(extent.clone()),
        _ => extent.maximum(&Extent::constant(0)),
    }
}

/// The axes that the attributes describe: lists with one element per axis, all optional except the first.
pub(crate) fn window_axes(
    ctx: &Context,
    sizes: &[Extent],
    lists: [Option<Attribute>; 5],
) -> Result<Vec<WindowAxis>, WindowError> {
    const NAMES: [&str; 5] = ["strides", "base_dilations", "window_dilations", "low", "high"];
    let mut columns = Vec::with_capacity(5);
    for (i, list) in lists.into_iter().enumerate() {
        let default = if i < 3 { 1 } else { 0 };
        let list = list.and_then(|a| ctx.attr_i64s(a)).unwrap_or_else(|| vec![default; sizes.len()]);
        if list.len() != sizes.len() {
            return Err(WindowError::Count { list: NAMES[i], count: list.len(), axes: sizes.len() });
        }
        columns.push(list);
    }
    let axis = |(i, size): (usize, &Extent)| WindowAxis {
        size: size.clone(),
        stride: columns[0][i],
        base_dilation: columns[1][i],
        dilation: columns[2][i],
        low: columns[3][i],
        high: columns[4][i],
    };
    let axes: Vec<WindowAxis> = sizes.iter().enumerate().map(axis).collect();
    axes.iter().enumerate().try_for_each(|(i, axis)| axis.check(i))?;
    Ok(axes)
}

combines!(ReduceWindow, ReduceWindowOp);

impl ReduceWindowOp<'_> {
    /// The geometry of the window along each axis.
    pub fn axes(self) -> Vec<WindowAxis> {
        let ctx = self.op().ctx();
        let sizes = self.window().and_then(|a| ctx.attr_i64s(a)).unwrap_or_default();
        let lists = [self.strides(), self.base_dilations(), self.window_dilations(), self.low(), self.high()];
        let sizes: Vec<Extent> = sizes.into_iter().map(Extent::constant).collect();
        window_axes(ctx, &sizes, lists).unwrap_or_default()
    }
}

impl InferTypes for ReduceWindow {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let ctx = args.ctx;
        let error = |message: &dyn fmt::Display| infer_error(args, Self::NAME, message);
        let slot = |i: usize| args.attrs.get(i).copied().flatten();
        let inputs =
            check_operands(ctx, args.operands, slot(Self::KINDS), "reduces").map_err(|why| error(&why))?;
        let sizes = slot(Self::WINDOW).and_then(|a| ctx.attr_i64s(a)).unwrap_or_default();
        let sizes: Vec<Extent> = sizes.into_iter().map(Extent::constant).collect();
        let lists = [Self::STRIDES, Self::BASE_DILATIONS, Self::WINDOW_DILATIONS, Self::LOW, Self::HIGH];
        let axes = window_axes(ctx, &sizes, lists.map(slot)).map_err(|why| error(&why))?;
        let shape = dims(ctx, inputs[0]);
        if axes.len() != shape.len() {
            let (n, rank) = (axes.len(), shape.len());
            return Err(error(&format!("has a window of {n} axes for a tensor of rank {rank}")));
        }
        let counts = shape.iter().zip(&axes).map(|(dim, axis)| counted(dim, axis));
        let counts: Vec<Dim> = counts.collect::<Result<_, _>>().map_err(|why| error(&why))?;
        Ok(inputs.iter().map(|ty| ctx.tensor(counts.clone(), ctx.elem_type(*ty))).collect())
    }
}

/// The extent of a result axis.
pub(crate) fn counted(dim: &Dim, axis: &WindowAxis) -> Result<Dim, WindowError> {
    let Some(extent) = dim.to_extent() else { return Ok(Dim::Unknown) };
    let count = axis.count(&extent).map_err(WindowError::Result)?;
    Ok(Dim::from_extent(count))
}
