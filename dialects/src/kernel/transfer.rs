//! Barriers in memory (*mbarrier*) and bulk copies of boxes that arrive at them: how the producers and
//! consumers of a block exchange data.
//!
//! An mbarrier is a word of shared memory. Its phases count from 0: a phase ends when the expected count of
//! threads has arrived and the expected bytes have been copied. The writes of a thread before it arrives are
//! visible to threads that have waited for the phase.

use super::cluster::{ClusterShared, cluster_of};
use super::copies::{check_argument, check_elements, check_shared};
use super::function::check_inside;
use super::hardware::SHARED_ALIGNMENT;
use super::swizzle::Swizzle;
use crate::array::element_bytes;
use crate::scalar::element_type;
use crate::shared::constraints::{I64_ATTR, INDEX, MEMREF};
use crate::shared::shape::dims;
use smallvec::{SmallVec, smallvec};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Value};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::{AttrConstraint, Sizes};
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;

/// Initializes a word of a shared array as a barrier with a constant count of arrivals per phase, from 1 to
/// 2^20 - 1.
///
/// One thread executes it, and a `kernel.barrier` precedes the first use by other threads. The array has
/// elements of type i64 and is used by barrier ops only.
#[op(
    "kernel.mbarrier_init",
    operands(memref: MEMREF, subscripts: variadic(INDEX) = Context::index),
    attrs(count: I64_ATTR),
    interfaces(Verify, Effects),
    asm = "$memref `[` $subscripts `]` `count` `=` int($count) attr-dict `:` type($memref)",
)]
pub struct MBarrierInit;

/// Arrives at a barrier, without waiting; `bytes` adds to the bytes that copies will bring in this phase.
///
/// The barrier may belong to another block of the cluster, by `kernel.cluster_shared`: the thread's earlier
/// writes are visible there to threads that have waited for the phase.
#[op(
    "kernel.mbarrier_arrive",
    operands(memref: MEMREF, subscripts: variadic(INDEX) = Context::index),
    attrs(bytes: optional(I64_ATTR)),
    interfaces(Verify, Effects),
    asm = "$memref `[` $subscripts `]` (`bytes` `=` int($bytes)^)? attr-dict `:` type($memref)",
)]
pub struct MBarrierArrive;

/// Waits until the phase of a barrier with an even (`parity` 0) or odd (1) index has ended: the current phase
/// or the previous one.
///
/// Parity 1 has ended before the first phase ends: the first producer of a slot does not wait.
#[op(
    "kernel.mbarrier_wait",
    operands(memref: MEMREF, subscripts: variadic(INDEX) = Context::index, parity: INDEX = Context::index),
    sizes(waits),
    interfaces(Verify, Effects),
    asm = "$memref `[` $subscripts `]` `parity` $parity attr-dict `:` type($memref)",
)]
pub struct MBarrierWait;

/// Copies a box of an argument of the kernel to a shared array, without waiting; the bytes arrive at a
/// barrier. One thread executes it.
///
/// The subscripts of the argument are the origin of the box; the subscripts of the array select the
/// destination box: the last axes of the array, as many as the argument has, are the box. Elements outside
/// the argument are written as zeros. With `swizzle`, rows of that length in bytes are swizzled for
/// conflict-free reads by products of warp groups: the 16-byte chunk `c` of row `r` is stored at chunk
/// `c xor (r mod 8)` of 128 bytes, `c xor (r / 2 mod 4)` of 64, `c xor (r / 4 mod 2)` of 32.
///
/// With `multicast`, the box is read once for several blocks of the cluster: bit `i` of the mask selects the
/// block of rank `i`, which receives it in its own array and at its own barrier of the same names. Each of
/// these blocks expects the bytes at its barrier.
#[op(
    "kernel.bulk_copy",
    operands(
        from: MEMREF,
        from_subscripts: variadic(INDEX) = Context::index,
        to: MEMREF,
        to_subscripts: variadic(INDEX) = Context::index,
        barrier: MEMREF,
        barrier_subscripts: variadic(INDEX) = Context::index,
        ranks: optional(INDEX) = Context::index,
    ),
    sizes(boxes),
    attrs(swizzle: optional(SWIZZLE_ATTR)),
    interfaces(Verify, Effects),
    asm = "$from `[` $from_subscripts `]` `to` $to `[` $to_subscripts `]` `arrives` $barrier `[` $barrier_subscripts `]` \
           (`multicast` $ranks^)? (`swizzle` `=` int($swizzle)^)? attr-dict `:` type($from) `,` type($to) `,` type($barrier)",
)]
pub struct BulkCopy;

/// Boxes begin at multiples of this many bytes.
pub const BOX_ALIGNMENT: u64 = 128;

const SWIZZLE_ATTR: AttrConstraint = AttrConstraint {
    summary: "the bytes of a swizzled row: 32, 64 or 128",
    check: |ctx, a: Attribute| swizzle(ctx, a).is_some(),
};

/// The swizzle for an attribute with the row length in bytes.
fn swizzle(ctx: &Context, bytes: Attribute) -> Option<Swizzle> {
    let bytes = u64::try_from(ctx.attr_int(bytes)?).ok()?;
    Swizzle::of_row(bytes).filter(|swizzle| *swizzle != Swizzle::Plain)
}

fn rank(op: OpRef<'_>, operand: usize) -> usize {
    let there = operand < op.operand_count();
    if there { dims(op.ctx(), op.operand_type(operand)).len() } else { 0 }
}

/// A barrier with its subscripts, and a parity.
fn waits(op: OpRef<'_>) -> Sizes {
    smallvec![1, rank(op, 0), 1]
}

/// Argument, array and barrier, each with its subscripts, and the multicast mask.
fn boxes(op: OpRef<'_>) -> Sizes {
    let from = rank(op, 0);
    let to = rank(op, 1 + from).saturating_sub(from);
    let barrier = rank(op, 2 + from + to);
    let rest = op.operand_count().saturating_sub(3 + from + to + barrier);
    smallvec![1, from, 1, to, 1, barrier, rest.min(1)]
}

/// A box that a kernel copies: the argument, the extents, the element type. The launch creates a tensor map
/// of each and passes it after the kernel's other parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TensorMap {
    /// The index of the argument.
    pub argument: usize,
    /// The extents of the box, outermost first.
    pub extents: Vec<u64>,
    /// The element type.
    pub elem: Type,
    /// The swizzle of its rows.
    pub swizzle: Swizzle,
}

impl BulkCopyOp<'_> {
    /// The extents of the box; `None` if they are not constant.
    pub fn extents(self) -> Option<Vec<u64>> {
        let body = self.op().body();
        let all = dims(body.ctx(), body.ty(self.to()));
        let skip = all.len().checked_sub(self.from_subscripts().len())?;
        all[skip..].iter().map(|dim| u64::try_from(Dim::as_static(dim)?).ok()).collect()
    }

    /// The swizzle of the rows of the box.
    pub fn rows(self) -> Swizzle {
        self.swizzle().and_then(|a| swizzle(self.op().ctx(), a)).unwrap_or(Swizzle::Plain)
    }

    /// The bytes of an element.
    pub fn element_bytes(self) -> u64 {
        let body = self.op().body();
        element_type(body.ctx(), body.ty(self.to())).and_then(element_bytes).unwrap_or(0) as u64
    }

    /// The bytes of the box.
    pub fn bytes(self) -> u64 {
        let elements = self.extents().unwrap_or_default();
        elements.iter().fold(self.element_bytes(), |bytes, extent| bytes.saturating_mul(*extent))
    }

    /// The tensor map that the launch creates for it.
    pub fn map(self) -> Option<TensorMap> {
        let body = self.op().body();
        let entry = body.entry_block()?;
        let argument = body.args(entry).position(|argument| argument == self.from())?;
        let elem = body.ctx().elem_type(body.ty(self.from()));
        Some(TensorMap { argument, extents: self.extents()?, elem, swizzle: self.rows() })
    }
}

/// The tensor maps of a kernel, in the order of its parameters: the order of their first use.
pub fn tensor_maps(kernel: &Body) -> Vec<TensorMap> {
    let mut maps: Vec<TensorMap> = Vec::new();
    for copy in preorder(kernel) {
        let map = kernel.cast(copy, BulkCopy).and_then(BulkCopyOp::map);
        maps.extend(map.filter(|map| !maps.contains(map)));
    }
    maps
}

impl MBarrierInitOp<'_> {
    /// Arrivals per phase.
    pub fn arrivals(self) -> u32 {
        let count = self.count().and_then(|a| self.op().ctx().attr_int(a));
        count.and_then(|count| u32::try_from(count).ok()).unwrap_or(1)
    }
}

impl MBarrierArriveOp<'_> {
    /// The additional bytes that it expects.
    pub fn expected(self) -> u64 {
        let bytes = self.bytes().and_then(|a| self.op().ctx().attr_int(a));
        bytes.and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(0)
    }
}

/// Checks that a memref is used for barriers only.
fn check_barriers(op: OpRef<'_>, memref: Value) -> Result<(), Diagnostic> {
    let (ctx, body) = (op.ctx(), op.body());
    let elsewhere = body.def_op(memref).and_then(|def| body.cast(def, ClusterShared));
    match elsewhere {
        // The array of another block: its uses are checked at the block's own array.
        Some(there) if op.is(MBarrierArrive) => {
            return check_barriers(body.op(there.op().id()), there.array());
        }
        Some(_) => {
            return Err(op.error(
                "uses a barrier of another block: only kernel.mbarrier_arrive can; initialize, wait for and \
                 signal by copies only the block's own barriers",
            ));
        }
        None if op.is(ClusterShared) => {}
        None => check_shared(op, memref, "the array of the barrier")?,
    }
    let ty = body.ty(memref);
    if ctx.elem_type(ty) != ctx.i64() {
        let ty = type_to_string(ctx, ty);
        return Err(op.error(format_args!("has a barrier in {ty}: barriers need elements of type i64")));
    }
    let is_about = |user: OpRef<'_>| {
        let copies = |copy: BulkCopyOp<'_>| copy.barrier() == memref && copy.to() != memref;
        user.is(MBarrierInit)
            || user.is(MBarrierArrive)
            || user.is(MBarrierWait)
            || user.cast(BulkCopy).is_some_and(copies)
            || user.is(ClusterShared)
                && body.uses(user.result(0)).all(|usage| body.op(usage.op).is(MBarrierArrive))
    };
    match body.uses(memref).map(|usage| body.op(usage.op)).find(|user| !is_about(*user)) {
        None => Ok(()),
        Some(user) => {
            let error = op.error(
                "has a barrier in an array with other accesses: give barriers a separate \
                array",
            );
            Err(error.note(user.loc(), "the other access is here"))
        }
    }
}

impl Verify for MBarrierInit {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        crate::mem::check_subscripts(op, 0, op.operand_count() - 1)?;
        check_barriers(op, op.operand(0))?;
        let count = op.slot(MBarrierInit::COUNT).and_then(|a| op.ctx().attr_int(a)).unwrap_or(0);
        if (1..1 << 20).contains(&count) {
            return Ok(());
        }
        Err(op.error(format_args!(
            "initializes a barrier for {count} threads: valid are 1 to {}",
            (1 << 20) - 1
        )))
    }
}

impl Verify for MBarrierArrive {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        crate::mem::check_subscripts(op, 0, op.operand_count() - 1)?;
        check_barriers(op, op.operand(0))?;
        let bytes = op.slot(MBarrierArrive::BYTES).and_then(|a| op.ctx().attr_int(a)).unwrap_or(1);
        if (1..1 << 20).contains(&bytes) {
            return Ok(());
        }
        Err(op.error(format_args!("expects {bytes} bytes: valid are 1 to {}", (1 << 20) - 1)))
    }
}

impl Verify for MBarrierWait {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        crate::mem::check_subscripts(op, 0, op.operand_count() - 2)?;
        check_barriers(op, op.operand(0))
    }
}

impl Verify for BulkCopy {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        let Some(view) = op.cast(BulkCopy) else { return Ok(()) };
        check_argument(op, view.from(), "the source")?;
        check_shared(op, view.to(), "the target")?;
        check_elements(op, [view.from(), view.to()])?;
        check_barriers(op, view.barrier())?;
        let (axes, own) = (view.from_subscripts().len(), rank(op, 1 + view.from_subscripts().len()));
        if !(1..=5).contains(&axes) || own < axes {
            return Err(op.error(format_args!(
                "copies a box of an argument with {axes} axes to an array with {own} axes: the argument has \
                 1 to 5 axes, and the last axes of the array are those of the box"
            )));
        }
        check_ranks(op, view)?;
        check_box(op, view)
    }
}

/// Checks the multicast mask of a box that several blocks of a cluster receive.
fn check_ranks(op: OpRef<'_>, view: BulkCopyOp<'_>) -> Result<(), Diagnostic> {
    if view.ranks().is_none() || cluster_of(op.body()).is_some() {
        return Ok(());
    }
    Err(op.error(
        "copies a box to several blocks of a cluster, but the kernel has no clusters: set its attribute \
         cluster_size to the blocks of a cluster along x, y and z",
    ))
}

/// Checks the extents of a box.
fn check_box(op: OpRef<'_>, view: BulkCopyOp<'_>) -> Result<(), Diagnostic> {
    let Some(extents) = view.extents() else { return Ok(()) };
    if let Some(extent) = extents.iter().find(|extent| !(1..=256).contains(*extent)) {
        return Err(op.error(format_args!(
            "copies a box with the extent {extent}: extents of boxes range from 1 to \
                256"
        )));
    }
    let row = extents.last().map_or(0, |extent| extent * view.element_bytes());
    if row == 0 || row % SHARED_ALIGNMENT != 0 {
        return Err(op.error(format_args!(
            "copies rows of {row} bytes: rows must be multiples of {SHARED_ALIGNMENT} \
                bytes"
        )));
    }
    let (bytes, align) = match view.rows() {
        Swizzle::Plain => (view.bytes(), BOX_ALIGNMENT),
        swizzle if row != swizzle.row_bytes() => {
            let wanted = swizzle.row_bytes();
            return Err(op.error(format_args!("swizzles rows of {row} bytes as rows of {wanted} bytes")));
        }
        swizzle => (view.bytes(), swizzle.alignment()),
    };
    if !view.to_subscripts().is_empty() && bytes % align != 0 {
        return Err(op.error(format_args!(
            "has consecutive boxes of {bytes} bytes: each box must begin at a multiple of {align} bytes"
        )));
    }
    Ok(())
}

impl Effects for BulkCopy {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        let Some(view) = op.cast(BulkCopy) else { return smallvec![Effect::Control] };
        // Other blocks access it under other names.
        let to = view.ranks().is_none().then(|| view.to());
        smallvec![Effect::Read(Some(view.from())), Effect::Write(to), Effect::Control]
    }
}

/// A full read and write effect keeps memory accesses from moving past them.
macro_rules! orders {
    ($($op:ident),*) => { $(
        impl Effects for $op {
            fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
                smallvec![Effect::Read(None), Effect::Write(None), Effect::Control]
            }
        }
    )* };
}
orders!(MBarrierInit, MBarrierArrive, MBarrierWait);
