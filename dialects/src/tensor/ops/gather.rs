//! `tensor.gather`: reads windows of a tensor at computed indices.

use super::layout::slot_i64s;
use crate::constraints::UNIT_ATTR;
use crate::scalar::element_type;
use crate::tensor::constraints::*;
use crate::tensor::shape::*;
use crate::tensor::window::*;
use smallvec::smallvec;
use std::fmt;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};

/// Windows of an operand at starts that index vectors specify; StableHLO's `gather`.
///
/// The result has the axes of the index tensor without `index_vector_dim`, and among them, at `window_dims`,
/// the axes of a window of `sizes` elements, without those in `collapsed_dims` and `batching_dims`. An index
/// vector's components are the starts on the operand axes `index_map`, signed, clamped so that the window is
/// inside: `max(0, min(start, extent - size))`. The operand axes `batching_dims` are batched with the index
/// tensor's `index_batching_dims`. A window of one element may be on an axis without elements; it then holds
/// zeros. `sorted` promises ascending index vectors.
#[op(
    "tensor.gather",
    traits(PURE),
    operands(operand: TENSOR, indices: TENSOR),
    results(result: TENSOR),
    attrs(
        window_dims: I64S_ATTR,
        collapsed_dims: I64S_ATTR,
        batching_dims: I64S_ATTR,
        index_batching_dims: I64S_ATTR,
        index_map: I64S_ATTR,
        index_vector_dim: I64_ATTR,
        sizes: EXTENTS_ATTR,
        sorted: optional(UNIT_ATTR),
    ),
    interfaces(Verify, InferTypes, crate::shared::interfaces::Decompose),
    asm = "$operand `at` $indices \
           custom<WindowLists>($window_dims, $collapsed_dims, $batching_dims, $index_batching_dims, $index_map, $index_vector_dim) \
           `sizes` `=` extents($sizes) (`sorted` $sorted^)? attr-dict \
           `:` type($operand) `,` type($indices) `to` type($result)",
)]
pub struct Gather;

impl<'a> GatherOp<'a> {
    /// The dimension numbers.
    pub fn windows(self) -> Windows {
        Windows::of(self.op())
    }

    /// The extents of a window, one per operand axis.
    pub fn window_sizes(self) -> &'a [Extent] {
        self.sizes().and_then(|a| self.op().ctx().attr_extents(a)).unwrap_or_default()
    }
}

/// A gather that is invalid. Its text is a predicate of the op; types are as in text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GatherError {
    /// The indices are not integers.
    Indices {
        /// The type of the indices.
        indices: String,
    },
    /// The dimension numbers do not fit.
    Windows(WindowsError),
    /// There is not one size for each axis.
    Sizes {
        /// The number of sizes.
        count: usize,
        /// The type of the operand.
        operand: String,
    },
    /// A collapsed axis of the windows has another size than 1.
    Collapsed {
        /// The axis and its size.
        of_axis: (usize, Extent),
    },
    /// A size is negative.
    Negative {
        /// The axis and its size.
        of_axis: (usize, Extent),
    },
    /// An extent has no name.
    UnnamedExtent,
    /// A size is not at most the extent.
    Size {
        /// The axis and its size.
        of_axis: (usize, Extent),
        /// The extent.
        extent: Extent,
        /// What is known about them.
        verdict: Verdict,
    },
}

impl fmt::Display for GatherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GatherError::Indices { indices } => {
                write!(f, "takes indices from {indices}, whose elements are not integers")
            }
            GatherError::Windows(why) => why.fmt(f),
            GatherError::Sizes { count, operand } => {
                write!(f, "has {count} sizes for {operand}: give one per axis")
            }
            GatherError::Collapsed { of_axis: (axis, size) } => {
                write!(f, "collapses axis {axis} of its windows, which has {size} elements instead of 1")
            }
            GatherError::Negative { of_axis: (axis, size) } => {
                write!(f, "has windows of {size} elements on axis {axis}")
            }
            GatherError::UnnamedExtent => {
                f.write_str("has an extent without a name (name-extents names the extents of arguments)")
            }
            GatherError::Size { of_axis: (axis, size), extent, verdict } => write!(
                f,
                "has windows of {size} elements on axis {axis}, which {} at most the extent {extent}",
                refuted(*verdict)
            ),
        }
    }
}

/// Checks that a tensor holds integers.
pub(crate) fn check_indices_type(ctx: &Context, indices: Type) -> Result<(), GatherError> {
    match element_type(ctx, indices) {
        Some(dtype) if dtype.is_int() => Ok(()),
        _ => Err(GatherError::Indices { indices: type_to_string(ctx, indices) }),
    }
}

/// The type of a gather.
///
/// # Errors
/// The gather is invalid.
pub fn gather_type(
    ctx: &Context,
    operand: Type,
    indices: Type,
    windows: &Windows,
    sizes: &[Extent],
) -> Result<Type, GatherError> {
    check_indices_type(ctx, indices)?;
    let batch = windows.batch_dims(dims(ctx, indices));
    let outer_rank = batch.len() + windows.window_dims.len();
    windows.check(ctx, operand, indices, outer_rank).map_err(GatherError::Windows)?;
    let shape = dims(ctx, operand);
    if sizes.len() != shape.len() {
        return Err(GatherError::Sizes { count: sizes.len(), operand: type_to_string(ctx, operand) });
    }
    for (axis, (size, dim)) in sizes.iter().zip(shape).enumerate() {
        check_size(windows, axis, size, dim)?;
    }
    let mut window = windows.operand_window_axes(shape.len()).into_iter().map(|a| sizes[a].clone());
    let mut batch = batch.into_iter();
    let axis = |axis: usize| match windows.window_dims.contains(&(axis as i64)) {
        true => window.next().map(Dim::from_extent),
        false => batch.next(),
    };
    let result: Option<Vec<Dim>> = (0..outer_rank).map(axis).collect();
    let result = result.expect("as many axes as windows and index vectors have");
    Ok(ctx.tensor(result, ctx.elem_type(operand)))
}

fn check_size(windows: &Windows, axis: usize, size: &Extent, dim: &Dim) -> Result<(), GatherError> {
    let of_axis = || (axis, size.clone());
    let gone = [&windows.collapsed_dims, &windows.batching_dims].iter().any(|l| l.contains(&(axis as i64)));
    if gone && size.as_const() != Some(1) {
        return Err(GatherError::Collapsed { of_axis: of_axis() });
    }
    if size.as_const().is_some_and(|n| n < 0) {
        return Err(GatherError::Negative { of_axis: of_axis() });
    }
    // Along a batching axis, the index tensor determines the window's position: it fits if there is a result
    // element.
    if windows.batching_dims.contains(&(axis as i64)) {
        return Ok(());
    }
    let Some(extent) = dim.to_extent() else {
        return Err(GatherError::UnnamedExtent);
    };
    match size.prove_le(&extent, &Facts::new()) {
        Verdict::Proved => Ok(()),
        // An axis without elements gives zeros.
        Verdict::Unknown if size.as_const() == Some(1) => Ok(()),
        verdict => Err(GatherError::Size { of_axis: of_axis(), extent, verdict }),
    }
}

impl InferTypes for Gather {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let error = |message: String| infer_error(args, Self::NAME, message);
        let [operand, indices] = args.operands else {
            return Err(error("needs a tensor and indices as operands".to_string()));
        };
        let slot = |i: usize| args.attrs.get(i).copied().flatten();
        let windows = Windows {
            window_dims: slot_i64s(args, Self::WINDOW_DIMS),
            collapsed_dims: slot_i64s(args, Self::COLLAPSED_DIMS),
            batching_dims: slot_i64s(args, Self::BATCHING_DIMS),
            index_batching_dims: slot_i64s(args, Self::INDEX_BATCHING_DIMS),
            index_map: slot_i64s(args, Self::INDEX_MAP),
            vector_dim: slot(Self::INDEX_VECTOR_DIM)
                .and_then(|a| args.ctx.attr_int(a))
                .map_or(-1, |d| d as i64),
        };
        let sizes = slot(Self::SIZES).and_then(|a| args.ctx.attr_extents(a)).unwrap_or_default();
        let ty = gather_type(args.ctx, *operand, *indices, &windows, sizes)
            .map_err(|why| infer_error(args, Self::NAME, why))?;
        Ok(smallvec![ty])
    }
}

impl Verify for Gather {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)
    }
}
