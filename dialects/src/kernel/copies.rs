//! Asynchronous copies from global to shared memory, which overlap with other work of the thread.

use super::function::{Func, check_inside};
use super::shared::{DynamicShared, Shared};
use crate::array::element_bytes;
use crate::scalar::element_type;
use crate::shared::constraints::{I64_ATTR, INDEX, MEMREF};
use crate::shared::shape::dims;
use smallvec::{SmallVec, smallvec};
use tf_ir::body::{Def, Value};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Sizes;
use tf_ir::text::type_to_string;

/// Copies consecutive elements along the last axis, from an argument of the kernel to a shared array, without
/// waiting.
///
/// It copies 4, 8 or 16 bytes, from and to addresses that are multiples of the size. The copy belongs to the
/// thread's next `kernel.async_commit`; until a `kernel.async_wait` of the thread has waited for that group,
/// the destination is neither read nor written, and the source is not written. Other threads see the copy
/// after a barrier that follows the wait.
#[op(
    "kernel.async_copy",
    operands(
        from: MEMREF,
        from_subscripts: variadic(INDEX) = Context::index,
        to: MEMREF,
        to_subscripts: variadic(INDEX) = Context::index,
    ),
    sizes(sides),
    attrs(elements: I64_ATTR),
    interfaces(Verify, Effects),
    asm = "$from `[` $from_subscripts `]` `to` $to `[` $to_subscripts `]` `elements` `=` int($elements) attr-dict \
           `:` type($from) `,` type($to)",
)]
pub struct AsyncCopy;

/// Ends a group of asynchronous copies: the copies of this thread since its last commit.
#[op("kernel.async_commit", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct AsyncCommit;

/// Waits until all but the last `pending` groups of asynchronous copies of this thread have ended.
#[op(
    "kernel.async_wait",
    attrs(pending: I64_ATTR),
    interfaces(Verify, Effects),
    asm = "`pending` `=` int($pending) attr-dict",
)]
pub struct AsyncWait;

/// The maximum count of pending groups at a wait.
const MOST_PENDING: i128 = 16;

/// Source and destination, each with its subscripts.
fn sides(op: OpRef<'_>) -> Sizes {
    let rank = |operand: usize| {
        let there = operand < op.operand_count();
        if there { dims(op.ctx(), op.operand_type(operand)).len() } else { 0 }
    };
    let from = rank(0);
    smallvec![1, from, 1, rank(1 + from)]
}

impl AsyncCopyOp<'_> {
    /// The count of elements to copy.
    pub fn count(self) -> u64 {
        let count = self.elements().and_then(|a| self.op().ctx().attr_int(a));
        count.and_then(|count| u64::try_from(count).ok()).unwrap_or(0)
    }

    /// The bytes of an element, and of all elements.
    pub fn bytes(self) -> (u64, u64) {
        let body = self.op().body();
        let elem = element_type(body.ctx(), body.ty(self.to())).and_then(element_bytes).unwrap_or(0) as u64;
        (elem, elem.saturating_mul(self.count()))
    }
}

impl AsyncWaitOp<'_> {
    /// The maximum count of pending groups.
    pub fn left(self) -> u32 {
        let pending = self.pending().and_then(|a| self.op().ctx().attr_int(a));
        pending.and_then(|pending| u32::try_from(pending).ok()).unwrap_or(0)
    }
}

/// Checks that a memref is a shared array; `role` is its role in the op, as "the target".
pub(super) fn check_shared(op: OpRef<'_>, memref: Value, role: &str) -> Result<(), Diagnostic> {
    let body = op.body();
    match body.def_op(memref).filter(|def| body.is(*def, Shared) || body.is(*def, DynamicShared)) {
        Some(_) => Ok(()),
        None => Err(op.error(format_args!(
            "needs a shared array as {role}, not {}: create one with kernel.shared or kernel.dynamic_shared",
            type_to_string(op.ctx(), body.ty(memref))
        ))),
    }
}

/// Checks that a memref is an argument of the kernel; `role` is its role in the op, as "the source".
pub(super) fn check_argument(op: OpRef<'_>, memref: Value, role: &str) -> Result<(), Diagnostic> {
    let body = op.body();
    let is_argument =
        matches!(body.def(memref), Def::Argument(block, _) if Some(block) == body.entry_block());
    if is_argument && body.is(body.root(), Func) {
        return Ok(());
    }
    Err(op.error(format_args!("needs an argument of the kernel as {role}")))
}

/// Checks that two memrefs hold elements of one type.
pub(super) fn check_elements(op: OpRef<'_>, [from, to]: [Value; 2]) -> Result<(), Diagnostic> {
    let types = [from, to].map(|memref| op.ctx().elem_type(op.body().ty(memref)));
    if types[0] == types[1] {
        return Ok(());
    }
    let words = types.map(|ty| type_to_string(op.ctx(), ty));
    Err(op.error(format_args!("copies elements of type {} to elements of type {}", words[0], words[1])))
}

impl Verify for AsyncCopy {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        let Some(view) = op.cast(AsyncCopy) else { return Ok(()) };
        check_argument(op, view.from(), "the source")?;
        check_shared(op, view.to(), "the target")?;
        check_elements(op, [view.from(), view.to()])?;
        if view.from_subscripts().is_empty() || view.to_subscripts().is_empty() {
            return Err(op.error("copies elements along the last axis, but one of its memrefs has no axes"));
        }
        let (elem, all) = view.bytes();
        if matches!(all, 4 | 8 | 16) {
            return Ok(());
        }
        let count = view.count();
        Err(op.error(format_args!(
            "copies {count} elements of {elem} bytes: asynchronous copies move 4, 8 or 16 bytes"
        )))
    }
}

impl Verify for AsyncCommit {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)
    }
}

impl Verify for AsyncWait {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        check_pending(op, AsyncWait::PENDING)
    }
}

/// Checks the maximum count of pending groups.
pub(super) fn check_pending(op: OpRef<'_>, slot: usize) -> Result<(), Diagnostic> {
    let pending = op.slot(slot).and_then(|a| op.ctx().attr_int(a)).unwrap_or(0);
    if (0..=MOST_PENDING).contains(&pending) {
        return Ok(());
    }
    Err(op.error(format_args!("leaves {pending} groups pending: valid are 0 to {MOST_PENDING}")))
}

impl Effects for AsyncCopy {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        let Some(view) = op.cast(AsyncCopy) else { return smallvec![Effect::Control] };
        smallvec![Effect::Read(Some(view.from())), Effect::Write(Some(view.to()))]
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
orders!(AsyncCommit, AsyncWait);
