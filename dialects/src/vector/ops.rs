//! The ops of the `vector` dialect.

use crate::arith::flags::FASTMATH_ATTR;
use crate::scalar::dtype;
use crate::shared::constraints::*;
use crate::shared::kinds::CombiningKind;
use crate::shared::shape::{dims, verify_inferred};
use crate::shared::syntax::{FASTMATH, KIND};
use crate::vector;
use smallvec::{SmallVec, smallvec};
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Sizes;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;

/// Reads a vector: lane `l` reads at the subscripts, plus `l` on the axis `axis`.
///
/// The operands are the memref, one subscript per axis and, for a masked load, the mask and the values of the
/// inactive lanes, which do not access memory. Active lanes are in bounds.
#[op(
    "vector.load",
    operands(
        memref: MEMREF,
        subscripts: variadic(ANY) = Context::index,
        mask: optional(ANY) = mask_type(result),
        other: optional(ANY) = result,
    ),
    sizes(reads),
    results(result: VECTOR),
    attrs(axis: I64_ATTR),
    interfaces(Verify, Effects),
    asm = "$memref `[` $subscripts `]` `axis` `=` int($axis) (`mask` $mask^ `else` $other)? attr-dict \
           `:` type($memref) `,` type($result)",
)]
pub struct Load;

/// Writes a vector: lane `l` writes at the subscripts, plus `l` on the axis `axis`.
///
/// The operands are the vector, the memref, one subscript per axis and, for a masked store, the mask;
/// inactive lanes do not access memory. Active lanes are in bounds.
#[op(
    "vector.store",
    operands(
        value: VECTOR,
        memref: MEMREF,
        subscripts: variadic(ANY) = Context::index,
        mask: optional(ANY) = mask_type(value),
    ),
    sizes(writes),
    attrs(axis: I64_ATTR),
    interfaces(Verify, Effects),
    asm = "$value `,` $memref `[` $subscripts `]` `axis` `=` int($axis) (`mask` $mask^)? attr-dict \
           `:` type($memref) `,` type($value)",
)]
pub struct Store;

/// Reads each lane at its own subscripts.
///
/// The operands are the memref, one subscript per axis, `index` (for all lanes) or a vector of it, and, for a
/// masked gather, the mask and the values of the inactive lanes, which do not access memory.
#[op(
    "vector.gather",
    operands(
        memref: MEMREF,
        subscripts: variadic(ANY),
        mask: optional(ANY) = mask_type(result),
        other: optional(ANY) = result,
    ),
    sizes(reads),
    results(result: VECTOR),
    interfaces(Verify, Effects),
    asm = "$memref `[` $subscripts `]` (`mask` $mask^ `else` $other)? attr-dict \
           `:` type($memref) `[` type($subscripts) `]` `,` type($result)",
)]
pub struct Gather;

/// Writes each lane at its own subscripts, in ascending order of lanes.
///
/// The operands are the vector, the memref, one subscript per axis, `index` (for all lanes) or a vector of
/// it, and, for a masked scatter, the mask; inactive lanes do not access memory.
#[op(
    "vector.scatter",
    operands(
        value: VECTOR,
        memref: MEMREF,
        subscripts: variadic(ANY),
        mask: optional(ANY) = mask_type(value),
    ),
    sizes(writes),
    interfaces(Verify, Effects),
    asm = "$value `,` $memref `[` $subscripts `]` (`mask` $mask^)? attr-dict \
           `:` type($memref) `[` type($subscripts) `]` `,` type($value)",
)]
pub struct Scatter;

/// Broadcasts a scalar to all lanes.
#[op(
    "vector.broadcast",
    traits(PURE, SAME_ELEM_TYPE),
    operands(value: SCALAR = Context::elem_type(result)),
    results(result: VECTOR),
    interfaces(tf_ir::interfaces::Fold),
    asm = "$value attr-dict `:` type($result)",
)]
pub struct Broadcast;

/// The lane indices: 0, 1, 2 and so on.
#[op(
    "vector.step",
    traits(PURE),
    results(result: VECTOR),
    interfaces(Verify),
    asm = "attr-dict `:` type($result)",
)]
pub struct Step;

/// Combines all lanes, in ascending order unless `fastmath` allows to reassociate.
#[op(
    "vector.reduce",
    traits(PURE, SAME_ELEM_TYPE),
    operands(vector: VECTOR),
    results(result: SCALAR = Context::elem_type(vector)),
    attrs(kind: KIND_ATTR, fastmath: optional(FASTMATH_ATTR)),
    interfaces(Verify, tf_ir::interfaces::Fold),
    derive(InferTypes),
    asm = "as<KIND>($kind) $vector (as<FASTMATH>($fastmath)^)? attr-dict `:` type($vector)",
)]
pub struct Reduce;

/// One lane; 0 if the lane is out of range.
#[op(
    "vector.extract",
    traits(PURE),
    operands(vector: VECTOR, lane: INDEX = Context::index),
    results(result: SCALAR = Context::elem_type(vector)),
    interfaces(Verify, tf_ir::interfaces::Fold),
    derive(InferTypes),
    asm = "$vector `[` $lane `]` attr-dict `:` type($vector)",
)]
pub struct Extract;

/// The vector with one lane replaced; unchanged if the lane is out of range.
#[op(
    "vector.insert",
    traits(PURE),
    operands(value: SCALAR = Context::elem_type(vector), vector: VECTOR, lane: INDEX = Context::index),
    results(result: VECTOR = vector),
    interfaces(Verify),
    derive(InferTypes),
    asm = "$value `,` $vector `[` $lane `]` attr-dict `:` type($vector)",
)]
pub struct Insert;

/// The parts of a load, store, gather or scatter after the memref.
pub struct Lanes {
    /// One per axis.
    pub subscripts: SmallVec<[Value; 4]>,
    /// The active lanes; all without it.
    pub mask: Option<Value>,
    /// The values of inactive lanes.
    pub other: Option<Value>,
}

impl Lanes {
    /// The parts of a load, store, gather or scatter; `None` for other ops.
    pub fn of(op: OpRef<'_>) -> Option<Lanes> {
        match op.kind() {
            Load::KIND | Gather::KIND => Some(lanes(op, 0)),
            Store::KIND | Scatter::KIND => Some(lanes(op, 1)),
            _ => None,
        }
    }
}

/// Splits the operands after the memref, which is operand `memref`.
fn lanes(op: OpRef<'_>, memref: usize) -> Lanes {
    let rank = dims(op.ctx(), op.operand_type(memref)).len();
    let mut rest = op.operands().skip(memref + 1);
    let subscripts = rest.by_ref().take(rank).collect();
    Lanes { subscripts, mask: rest.next(), other: rest.next() }
}

/// The counts of subscripts, masks and other values of an op whose operand `memref` is the memref.
fn lane_sizes(op: OpRef<'_>, memref: usize) -> [usize; 3] {
    let lanes = lanes(op, memref);
    [lanes.subscripts.len(), lanes.mask.iter().len(), lanes.other.iter().len()]
}

/// Memref, subscripts, mask and values of inactive lanes.
fn reads(op: OpRef<'_>) -> Sizes {
    let [subscripts, mask, other] = lane_sizes(op, 0);
    smallvec![1, subscripts, mask, other]
}

/// Vector, memref, subscripts and mask.
fn writes(op: OpRef<'_>) -> Sizes {
    let [subscripts, mask, _] = lane_sizes(op, 1);
    smallvec![1, 1, subscripts, mask]
}

/// One `i1` for each lane of a vector.
fn mask_type(ctx: &Context, vector: Type) -> Type {
    ctx.with_elem(vector, ctx.i1())
}

macro_rules! lanes_accessors {
    ($($view:ident: $memref:literal),*) => { $(
        impl $view<'_> {
            /// Subscripts and mask.
            pub fn lanes(self) -> Lanes {
                lanes(self.op(), $memref)
            }
        }
    )* };
}
lanes_accessors!(LoadOp: 0, StoreOp: 1, GatherOp: 0, ScatterOp: 1);

macro_rules! axis_accessors {
    ($($view:ident),*) => { $(
        impl $view<'_> {
            /// The axis of the lanes.
            pub fn lane_axis(self) -> usize {
                self.axis().and_then(|a| self.op().ctx().attr_int(a)).unwrap_or(0) as usize
            }
        }
    )* };
}
axis_accessors!(LoadOp, StoreOp);

impl Broadcast {
    /// Builds the op for a vector of this many lanes.
    pub fn to_lanes(b: &mut Builder<'_>, value: Value, lanes: i64) -> Value {
        let result = b.body.ctx().vector(&[lanes], b.body.ty(value));
        Broadcast::build(b, value, result)
    }
}

impl Reduce {
    /// Builds the op with flags for the combination of floats.
    pub fn with_flags(
        b: &mut Builder<'_>,
        vector: Value,
        kind: CombiningKind,
        fastmath: Option<Attribute>,
    ) -> Value {
        let ctx = b.ctx();
        let mut attrs = vec![("kind", ctx.string_attr(kind.name()))];
        attrs.extend(fastmath.map(|flags| ("fastmath", flags)));
        b.value(Reduce, &[vector], ctx.elem_type(b.body.ty(vector)), &attrs)
    }
}

impl ReduceOp<'_> {
    /// The combining kind.
    pub fn combining_kind(self) -> Option<CombiningKind> {
        self.kind().and_then(|a| kind(self.op().ctx(), a))
    }
}

/// Checks subscripts, mask and element type of an op that moves `vector` from or to memory; masked, it has
/// `extras` more operands.
fn check_lanes(
    op: OpRef<'_>,
    memref: usize,
    vector: Type,
    extras: usize,
    gathers: bool,
) -> Result<(), Diagnostic> {
    let (ctx, body) = (op.ctx(), op.body());
    let memref_type = op.operand_type(memref);
    let rank = dims(ctx, memref_type).len();
    let given = op.operand_count() - memref - 1;
    if given != rank && given != rank + extras {
        let (ty, masked) =
            (type_to_string(ctx, memref_type), if extras == 2 { "mask and else" } else { "mask" });
        return Err(op.error(format_args!(
            "has {given} operands after the {ty}: it needs {rank} subscripts, and {masked} if it is masked"
        )));
    }
    let (elem, length) = vector_parts(ctx, vector).expect("checked by the constraint");
    if ctx.elem_type(memref_type) != elem {
        let words = [vector, memref_type].map(|t| type_to_string(ctx, t));
        return Err(op.error(format_args!("cannot load or store {} in {}", words[0], words[1])));
    }
    let parts = lanes(op, memref);
    for (i, subscript) in parts.subscripts.iter().enumerate() {
        let ty = body.ty(*subscript);
        let vector_of_index = vector_parts(ctx, ty) == Some((ctx.index(), length));
        if ty != ctx.index() && !(gathers && vector_of_index) {
            let also = if gathers { format!(" or vector<{length}xindex>") } else { String::new() };
            let ty = type_to_string(ctx, ty);
            return Err(op.error(format_args!("needs subscripts of type index{also}, but #{i} is {ty}")));
        }
    }
    let wanted = [ctx.vector(&[length], ctx.i1()), vector];
    let found = [parts.mask, parts.other].map(|v| v.map(|v| body.ty(v)));
    for ((name, found), wanted) in ["mask", "else"].iter().zip(found).zip(wanted) {
        if let Some(found) = found.filter(|found| *found != wanted) {
            let words = [found, wanted].map(|t| type_to_string(ctx, t));
            return Err(
                op.error(format_args!("has {} after {name}, but that must be {}", words[0], words[1]))
            );
        }
    }
    Ok(())
}

fn check_axis(op: OpRef<'_>, slot: usize, memref: usize) -> Result<(), Diagnostic> {
    let ty = op.operand_type(memref);
    let rank = dims(op.ctx(), ty).len();
    let axis = op.slot(slot).and_then(|a| op.ctx().attr_int(a)).unwrap_or(-1);
    if (0..rank as i128).contains(&axis) {
        return Ok(());
    }
    let ty = type_to_string(op.ctx(), ty);
    Err(op.error(format_args!("has lanes along axis {axis}, but {ty} has rank {rank}")))
}

impl Verify for Load {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_axis(op, Self::AXIS, 0)?;
        check_lanes(op, 0, op.result_type(0), 2, false)
    }
}

impl Verify for Store {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_axis(op, Self::AXIS, 1)?;
        check_lanes(op, 1, op.operand_type(0), 1, false)
    }
}

impl Verify for Gather {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_lanes(op, 0, op.result_type(0), 2, true)
    }
}

impl Verify for Scatter {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_lanes(op, 1, op.operand_type(0), 1, true)
    }
}

macro_rules! memory_effects {
    ($($op:ident: $effect:ident $memref:literal),*) => { $(
        impl Effects for $op {
            fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
                smallvec![Effect::$effect(Some(op.operand($memref)))]
            }
        }
    )* };
}
memory_effects!(Load: Read 0, Store: Write 1, Gather: Read 0, Scatter: Write 1);

impl Verify for Step {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let ty = op.result_type(0);
        if op.ctx().elem_type(ty) == op.ctx().index() {
            return Ok(());
        }
        let ty = type_to_string(op.ctx(), ty);
        Err(op.error(format_args!("gives vectors of index, not {ty}: cast the result")))
    }
}

impl Verify for Reduce {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let kind =
            op.cast(vector::Reduce).and_then(ReduceOp::combining_kind).expect("checked by the constraint");
        let dtype = dtype(op.ctx(), op.result_type(0)).expect("checked by the constraint");
        if kind.accepts(dtype) {
            return Ok(());
        }
        Err(op.error(format_args!("cannot combine values of type {dtype} with {kind}")))
    }
}

impl Verify for Extract {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)
    }
}

impl Verify for Insert {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)?;
        let (value, vector) = (op.operand_type(0), op.operand_type(1));
        if op.ctx().elem_type(vector) == value {
            return Ok(());
        }
        let words = [value, vector].map(|t| type_to_string(op.ctx(), t));
        Err(op.error(format_args!("cannot insert {} in {}", words[0], words[1])))
    }
}
