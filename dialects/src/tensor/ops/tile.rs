//! `tensor.tile_read` and `tensor.tile_write`: boxes of constant size at run-time offsets, read from a tensor
//! and written to one.
//!
//! A tile is an ordinary tensor. Fusion treats these ops as opaque: a tile is materialized once, at its op,
//! and its readers find contiguous elements. Loops over tiles are `loop.for` with carried tensors.

use super::at::check_read;
use crate::scalar::element_type;
use crate::shared::access::{Access, check_map};
use crate::shared::interfaces::{Part, PartAccess, Staged};
use crate::shared::syntax::{KIND, SubscriptList};
use crate::tensor;
use crate::tensor::accumulate::{Accumulation, Combine};
use crate::tensor::bounds::verify_tile;
use crate::tensor::constraints::*;
use crate::tensor::disjoint_parts;
use crate::tensor::policy::Policy;
use crate::tensor::shape::*;
use crate::tensor::subscripts::{AffineOperands, Subscripts};
use crate::tensor::tile_layout::{LayoutError, TileLayout};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::ops::Range;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Sizes;
use tf_ir::text::{AttrSyntax, Tok, type_to_string};
use tf_ir::types::{Dim, Type};

/// Reads a box of constant size: element `[i, …]` of the result is element `[offset + i, …]` of the tensor.
///
/// The offsets, one per axis, are an affine map of operands, like the subscripts of `tensor.at`. `policy`
/// defines elements outside the tensor: `clamp` and `wrap` read others (0 if an axis has no element), `fill`
/// gives the last operand, `trap` stops the call. Without a policy, the whole box is inside, which the
/// verifier proves.
///
/// `layout` specifies the storage of the tile, and changes no element: it maps the indices of the tile to
/// those of its row-major storage. Its results are the indices, or their quotients and remainders by
/// constants: `(k, j) -> (j floordiv 16, k, j mod 16)` stores panels of 16 columns. Only `tensor.at` inside
/// its extents and `tensor.tile_read` may read a tile with a layout.
#[op(
    "tensor.tile_read",
    operands(source: TENSOR, offsets: variadic(SCALAR), other: optional(SCALAR) = Context::elem_type(source)),
    sizes(read_parts),
    results(result: TENSOR),
    attrs(
        map: MAP_ATTR,
        extents: optional(EXTENTS_ATTR),
        policy: optional(POLICY_ATTR),
        layout: optional(MAP_ATTR),
    ),
    interfaces(Verify, Effects, Staged, PartAccess, AffineOperands, crate::shared::interfaces::Decompose, tf_ir::interfaces::Fold),
    asm = "$source custom<SubscriptList>($map, $extents, $offsets) \
           (as<READ_POLICY>($policy)^ (`(` $other^ `)`)?)? (`layout` $layout^)? attr-dict `:` type($source) `to` type($result)",
)]
pub struct TileRead;

/// Writes a box: the result is `dest` with element `[offset + i, …]` replaced by element `[i, …]` of the
/// tile.
///
/// With a combining kind, as in `tensor.tile_write add`, the old element is combined with the element of the
/// tile.
///
/// The offsets, one per axis, are an affine map of operands, like the subscripts of `tensor.at`. With the
/// policy `drop`, elements outside are skipped one by one; with `trap`, the call stops. Without a policy, the
/// whole box is inside, which the verifier proves.
///
/// Along an axis of `dest` without constant length, the tile may cover the whole axis: its extent is the same
/// and its offset 0.
#[op(
    "tensor.tile_write",
    operands(tile: TENSOR, dest: TENSOR, offsets: variadic(SCALAR)),
    results(result: TENSOR = dest),
    attrs(
        map: MAP_ATTR,
        extents: optional(EXTENTS_ATTR),
        policy: optional(POLICY_ATTR),
        kind: optional(KIND_ATTR),
    ),
    interfaces(
        Verify,
        Effects,
        Staged,
        PartAccess,
        InferTypes,
        AffineOperands,
        crate::shared::interfaces::Decompose,
        tf_ir::interfaces::Fold,
    ),
    asm = "(as<KIND>($kind)^)? $tile `into` $dest custom<SubscriptList>($map, $extents, $offsets) (as<WRITE_POLICY>($policy)^)? \
           attr-dict `:` type($tile) `into` type($dest)",
)]
pub struct TileWrite;

/// The keyword of a read policy; a layout may come instead.
const READ_POLICY: AttrSyntax = AttrSyntax::Custom {
    starts: |p| p.peek() == Tok::BareId && !p.at_keyword("layout"),
    parse: |p| {
        let i = p.keyword_of("an out-of-bounds policy", &Policy::READ_NAMES)?;
        Ok(p.ctx().string_attr(Policy::READ_NAMES[i]))
    },
    print: |p, policy| p.text(p.ctx().attr_str(policy).unwrap_or_default()),
};
/// The keyword of a write policy.
const WRITE_POLICY: AttrSyntax =
    AttrSyntax::Words("an out-of-bounds policy of a write", &Policy::WRITE_NAMES);

/// The tensor, the dimensions of the map, and the fill value.
fn read_parts(op: OpRef<'_>) -> Sizes {
    let (dimensions, rest) = (offset_values(op.view(TileRead).map(), op), op.operand_count() - 1);
    smallvec![1, dimensions.min(rest), rest - dimensions.min(rest)]
}

/// The number of operands that are dimensions of a map.
fn offset_values(map: Option<Attribute>, op: OpRef<'_>) -> usize {
    map.and_then(|a| op.ctx().attr_map(a)).map_or(0, |map| map.num_dims() as usize)
}

fn policy_of(op: OpRef<'_>, attr: Option<Attribute>) -> Policy {
    attr.and_then(|a| policy(op.ctx(), a)).unwrap_or_default()
}

impl<'a> TileReadOp<'a> {
    /// The offsets of the box, one expression per axis of the tensor.
    pub fn begin(self) -> Subscripts {
        Subscripts::of_op(self.op()).expect("a verified tile has offsets")
    }

    /// The policy for elements outside the tensor.
    pub fn out_of_bounds(self) -> Policy {
        policy_of(self.op(), self.policy())
    }

    /// The fill value, with the policy [`Policy::Fill`].
    pub fn fill(self) -> Option<Value> {
        let fills = self.out_of_bounds() == Policy::Fill;
        fills.then(|| self.op().operands().next_back()).flatten()
    }

    /// The layout of the tile, if it is not row-major.
    ///
    /// # Errors
    /// The map is not a layout.
    pub fn tile_layout(self) -> Option<Result<TileLayout, LayoutError>> {
        let map = self.layout().and_then(|a| self.op().ctx().attr_map(a))?;
        let sizes = constant_extents(self.op().ctx(), self.op().result_type(0)).unwrap_or_default();
        Some(TileLayout::new(map, &sizes))
    }
}

impl<'a> TileWriteOp<'a> {
    /// The offsets of the box, one expression per axis of the tensor.
    pub fn begin(self) -> Subscripts {
        Subscripts::of_op(self.op()).expect("a verified tile has offsets")
    }

    /// The update of an element: replaced by, or combined with, that of the tile.
    pub fn combine(self) -> Combine {
        let kind = self.kind().and_then(|a| kind(self.op().ctx(), a));
        kind.map_or(Combine::Set, Combine::Kind)
    }

    /// The policy for elements outside the tensor.
    pub fn out_of_bounds(self) -> Policy {
        policy_of(self.op(), self.policy())
    }
}

/// The extents of a tensor if all are constant.
pub fn constant_extents(ctx: &Context, ty: Type) -> Option<Vec<i64>> {
    dims(ctx, ty).iter().map(|dim| dim.as_static()).collect()
}

impl PartAccess for TileRead {
    fn part(&self, _op: OpRef<'_>) -> Part {
        Part { operand: 0, writes: false }
    }
}

impl PartAccess for TileWrite {
    fn part(&self, _op: OpRef<'_>) -> Part {
        Part { operand: 1, writes: true }
    }
}

impl AffineOperands for TileRead {
    fn map_attr(&self) -> &'static str {
        "map"
    }

    fn dimensions(&self, op: OpRef<'_>) -> Range<usize> {
        1..1 + offset_values(op.view(tensor::TileRead).map(), op)
    }
}

impl AffineOperands for TileWrite {
    fn map_attr(&self) -> &'static str {
        "map"
    }

    fn dimensions(&self, op: OpRef<'_>) -> Range<usize> {
        2..2 + offset_values(op.view(tensor::TileWrite).map(), op)
    }
}

fn trapping(policy: Policy) -> SmallVec<[Effect; 2]> {
    if policy == Policy::Trap { smallvec![Effect::Control] } else { SmallVec::new() }
}

impl Effects for TileRead {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        op.cast(tensor::TileRead).map_or(SmallVec::new(), |view| trapping(view.out_of_bounds()))
    }
}

impl Effects for TileWrite {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        op.cast(tensor::TileWrite).map_or(SmallVec::new(), |view| trapping(view.out_of_bounds()))
    }
}

impl InferTypes for TileWrite {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        match args.operands.get(1) {
            Some(dest) => Ok(smallvec![*dest]),
            None => Err(infer_error(args, Self::NAME, "needs a tile and a tensor as operands")),
        }
    }
}

/// Checks that a tile fits a tensor: rank, element type, constant extents. Returns the extents; `None` for an
/// `open` axis, which the tile covers entirely.
fn check_tile(
    op: OpRef<'_>,
    (tile, whole): (Type, Type),
    open: &[bool],
) -> Result<Vec<Option<i64>>, Diagnostic> {
    let ctx = op.ctx();
    let words = [tile, whole].map(|ty| type_to_string(ctx, ty));
    if dims(ctx, tile).len() != dims(ctx, whole).len() || ctx.elem_type(tile) != ctx.elem_type(whole) {
        return Err(op.error(format_args!(
            "takes a tile and a tensor of one rank and element type, not {} and {}",
            words[0], words[1]
        )));
    }
    let size = |(axis, dim): (usize, &Dim)| match dim.as_static() {
        Some(size) => (size > 0).then_some(Some(size)),
        None => open.get(axis).copied().unwrap_or(false).then_some(None),
    };
    match dims(ctx, tile).iter().enumerate().map(size).collect() {
        Some(sizes) => Ok(sizes),
        None => Err(op.error(format_args!(
            "has the tile {}: the extents of a tile must be positive constants (use tensor.dynamic_slice for \
             other windows)",
            words[0]
        ))),
    }
}

/// The axes of a tensor that a written tile covers entirely.
fn whole_axes(op: OpRef<'_>) -> Vec<bool> {
    let ctx = op.ctx();
    let map = op.attr("map").and_then(|a| ctx.attr_map(a));
    let begins =
        map.map_or_else(Vec::new, |map| map.results().iter().map(|e| e.as_const() == Some(0)).collect());
    let (tile, whole) = (dims(ctx, op.operand_type(0)), dims(ctx, op.operand_type(1)));
    let is_all =
        |((own, all), at_start): ((&Dim, &Dim), bool)| at_start && own == all && *own != Dim::Unknown;
    tile.iter().zip(whole).zip(begins).map(is_all).collect()
}

/// Checks that the offsets are values of type `index`.
fn check_offsets(op: OpRef<'_>, values: &[Value]) -> Result<(), Diagnostic> {
    let index = op.ctx().index();
    match values.iter().position(|value| op.body().ty(*value) != index) {
        Some(i) => {
            let ty = type_to_string(op.ctx(), op.body().ty(values[i]));
            Err(op.error(format_args!("needs offsets of type index, but value #{i} is {ty}")))
        }
        None => Ok(()),
    }
}

/// Checks offsets and proof of a box of a tensor; its offsets are `given` operands from `first` on.
fn check_box(
    op: OpRef<'_>,
    (source, policy): (Value, Policy),
    (first, given): (usize, usize),
    sizes: &[Option<i64>],
) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    let map = op.attr("map");
    let extents = op.attr("extents").and_then(|a| ctx.attr_extents(a)).unwrap_or_default();
    check_map(op, map, given, extents.len(), Some(sizes.len()), "map")?;
    let map = map.and_then(|a| ctx.attr_map(a)).expect("checked above");
    let indices: SmallVec<[Value; 4]> = op.operands().skip(first).take(given).collect();
    check_offsets(op, &indices)?;
    let (map, is_write) = (Cow::Borrowed(map), op.is(tensor::TileWrite));
    // A box over a whole axis is inside if its first element is, but is not private to one iteration.
    let of_whole = |whole: i64| sizes.iter().map(|size| size.unwrap_or(whole)).collect::<Vec<i64>>();
    verify_tile(op, &Access { source, map, indices, extents, policy, fill: None, is_write }, &of_whole(1))?;
    let begin = Subscripts::of_op(op).expect("checked above");
    disjoint_parts::check(op, source, &begin, &of_whole(i64::MAX), policy)
}

impl Verify for TileRead {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let view = op.view(tensor::TileRead);
        let sizes = check_tile(op, (op.result_type(0), op.operand_type(0)), &[])?;
        let policy = view.out_of_bounds();
        let given = check_read(op, policy, view.fill(), op.ctx().elem_type(op.result_type(0)))?;
        if let Some(Err(why)) = view.tile_layout() {
            return Err(op.error(format_args!("has a layout that {why}")));
        }
        check_box(op, (op.operand(0), policy), (1, given), &sizes)
    }
}

impl Verify for TileWrite {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let view = op.view(tensor::TileWrite);
        verify_inferred(op, self)?;
        let sizes = check_tile(op, (op.operand_type(0), op.operand_type(1)), &whole_axes(op))?;
        let dtype = element_type(op.ctx(), op.operand_type(0)).expect("tensors have element types");
        let how = Accumulation { combine: view.combine(), unique: true, unordered: false };
        if !how.accepts(dtype) {
            let kind = Accumulation { unique: false, ..how };
            return Err(op.error(format_args!("cannot combine values of type {dtype} with {kind}")));
        }
        let policy = view.out_of_bounds();
        if !matches!(policy, Policy::Assumed | Policy::Drop | Policy::Trap) {
            return Err(op.error(format_args!(
                "has the policy {policy}, which could write several elements of the tile to one element: use \
                 drop to skip elements out of bounds"
            )));
        }
        check_box(op, (op.operand(1), policy), (2, op.operand_count() - 2), &sizes)
    }
}
