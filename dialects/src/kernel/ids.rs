//! Thread, block, lane and warp indices, and the sizes of block and grid.

use super::function::check_inside;
use crate::shared::constraints::INDEX;
use tf_ir::attr::Attribute;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::Verify;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::AttrConstraint;
use tf_ir::text::AttrSyntax;

/// An axis of a grid or a block; linear indices have x fastest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// The axis of adjacent threads of a warp.
    X,
    /// The middle axis.
    Y,
    /// The outermost axis.
    Z,
}

impl Axis {
    /// All axes, x first.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];
    const NAMES: [&'static str; 3] = ["x", "y", "z"];

    /// The spelling in text.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The axis that an attribute spells.
    pub fn of(ctx: &Context, attr: Attribute) -> Option<Axis> {
        let name = ctx.attr_str(attr)?;
        Self::NAMES.iter().position(|known| *known == name).map(|i| Self::ALL[i])
    }
}

pub(super) const AXIS: AttrSyntax = AttrSyntax::Words("an axis", &Axis::NAMES);

pub(super) const AXIS_ATTR: AttrConstraint =
    AttrConstraint { summary: "an axis: x, y or z", check: |ctx, a| Axis::of(ctx, a).is_some() };

/// The index of the thread in its block, along an axis.
#[op(
    "kernel.thread_id",
    traits(PURE),
    results(result: INDEX = Context::index),
    attrs(axis: AXIS_ATTR),
    interfaces(Verify),
    derive(InferTypes),
    asm = "as<AXIS>($axis) attr-dict",
)]
pub struct ThreadId;

/// The index of the thread's block in the grid, along an axis.
#[op(
    "kernel.block_id",
    traits(PURE),
    results(result: INDEX = Context::index),
    attrs(axis: AXIS_ATTR),
    interfaces(Verify),
    derive(InferTypes),
    asm = "as<AXIS>($axis) attr-dict",
)]
pub struct BlockId;

/// The count of threads in a block along an axis.
#[op(
    "kernel.block_dim",
    traits(PURE),
    results(result: INDEX = Context::index),
    attrs(axis: AXIS_ATTR),
    interfaces(Verify),
    derive(InferTypes),
    asm = "as<AXIS>($axis) attr-dict",
)]
pub struct BlockDim;

/// The count of blocks in the grid along an axis.
#[op(
    "kernel.grid_dim",
    traits(PURE),
    results(result: INDEX = Context::index),
    attrs(axis: AXIS_ATTR),
    interfaces(Verify),
    derive(InferTypes),
    asm = "as<AXIS>($axis) attr-dict",
)]
pub struct GridDim;

/// The index of the thread in its warp, from 0 to 31.
#[op(
    "kernel.lane_id",
    traits(PURE),
    results(result: INDEX = Context::index),
    interfaces(Verify),
    derive(InferTypes),
    asm = "attr-dict",
)]
pub struct LaneId;

/// The index of the thread's warp in its block: the linear index of the thread, with x fastest, then y, then
/// z, divided by 32.
#[op(
    "kernel.warp_id",
    traits(PURE),
    results(result: INDEX = Context::index),
    interfaces(Verify),
    derive(InferTypes),
    asm = "attr-dict",
)]
pub struct WarpId;

/// Gives views of ops the axis in the attribute `axis`.
macro_rules! along {
    ($($view:ident),*) => { $(
        impl $view<'_> {
            /// The axis of the index.
            pub fn along(self) -> Axis {
                self.axis().and_then(|a| Axis::of(self.op().ctx(), a)).unwrap_or(Axis::X)
            }
        }
    )* };
}
along!(ThreadIdOp, BlockIdOp, BlockDimOp, GridDimOp);
pub(super) use along;

/// Implements `Verify` of ops by a single check.
macro_rules! checked {
    ($check:path: $($op:ident),*) => { $(
        impl Verify for $op {
            fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
                $check(op)
            }
        }
    )* };
}
checked!(check_inside: ThreadId, BlockId, BlockDim, GridDim, LaneId, WarpId);
pub(super) use checked;
