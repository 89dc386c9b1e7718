//! Release and acquire: flags by which threads synchronize within one launch.
//!
//! Blocks run in any order, so one block may read another's writes only after a flag: a thread that reads the
//! flag by `kernel.load_acquire` observes all memory accesses that the thread which set it by
//! `kernel.store_release` had performed or observed before (Boehm and Adve, "Foundations of the C++
//! concurrency memory model", 2008).

use super::atomic::{SCOPE, SCOPE_ATTR, check_element};
use crate::scalar::dtype;
use crate::shared::constraints::{INDEX, MEMREF, SCALAR};
use smallvec::{SmallVec, smallvec};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;

/// Reads an element of 32 or 64 bits that other threads set concurrently; the memory accesses of the thread
/// that set it, before its `kernel.store_release`, are visible to this thread afterwards.
///
/// It is atomic among the threads of the scope, by default `device`. A thread that polls the element may only
/// wait for a thread of the same block, or of a block that has already begun, such as one that has taken a
/// smaller ticket from a counter by `kernel.atomic add`. A wait for a block that may not have begun can be
/// infinite.
#[op(
    "kernel.load_acquire",
    operands(memref: MEMREF, subscripts: variadic(INDEX) = Context::index),
    results(value: SCALAR = Context::elem_type(memref)),
    attrs(scope: optional(SCOPE_ATTR)),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "$memref `[` $subscripts `]` (`scope` as<SCOPE>($scope)^)? attr-dict `:` type($memref)",
)]
pub struct LoadAcquire;

/// Sets an element of 32 or 64 bits that other threads read concurrently: a thread that reads this value by
/// `kernel.load_acquire` observes all earlier memory accesses of this thread, and those of others that it has
/// observed itself, such as those of its block before a barrier.
///
/// It is atomic among the threads of the scope, by default `device`.
#[op(
    "kernel.store_release",
    operands(
        value: SCALAR = Context::elem_type(memref),
        memref: MEMREF,
        subscripts: variadic(INDEX) = Context::index,
    ),
    attrs(scope: optional(SCOPE_ATTR)),
    interfaces(Verify, Effects),
    asm = "$value `,` $memref `[` $subscripts `]` (`scope` as<SCOPE>($scope)^)? attr-dict `:` type($memref)",
)]
pub struct StoreRelease;

/// Checks an element that is used as a flag.
fn check_flag(op: OpRef<'_>, memref: usize) -> Result<(), Diagnostic> {
    check_element(op, memref)?;
    let elem = op.ctx().elem_type(op.operand_type(memref));
    if dtype(op.ctx(), elem).is_none_or(|elem| !matches!(elem.bits(), 32 | 64)) {
        let word = type_to_string(op.ctx(), elem);
        return Err(op.error(format_args!("takes elements of 32 or 64 bits, not of type {word}")));
    }
    Ok(())
}

impl Verify for LoadAcquire {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_flag(op, 0)
    }
}

impl Verify for StoreRelease {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_flag(op, 1)
    }
}

// No memory access moves across these ops.
impl Effects for LoadAcquire {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Read(Some(op.operand(0))), Effect::Read(None), Effect::Write(None)]
    }
}

impl Effects for StoreRelease {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Write(Some(op.operand(1))), Effect::Read(None), Effect::Write(None)]
    }
}
