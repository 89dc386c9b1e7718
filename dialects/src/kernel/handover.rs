//! Memory that threads hand to each other within one launch: a flag that one of them sets and others look at.
//!
//! Blocks come in no order, so what one of them writes others read only behind a flag: who reads the flag by `kernel.load_acquire` sees all
//! that the thread which set it by `kernel.store_release` had done, or had seen, before (Boehm and Adve, "Foundations of the C++ concurrency
//! memory model", 2008).

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

/// Reads an element of 32 or 64 bits that other threads set meanwhile; what the thread that set it by `kernel.store_release` had done to
/// memory before is seen by this one afterwards.
///
/// It is atomic among the threads of the scope, `device` where nothing is said. A thread that reads it until it is set waits for another
/// one: of the same block, or of a block that has begun before, such as one that has taken a smaller number from a counter by
/// `kernel.atomic add`. Who waits for a block that may not have begun may wait for ever.
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

/// Sets an element of 32 or 64 bits that other threads read meanwhile: who reads this value by `kernel.load_acquire` sees all that this
/// thread has done to memory before, and what others had done that it has seen itself, such as those of its block before a barrier.
///
/// It is atomic among the threads of the scope, `device` where nothing is said.
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

/// Checks an element that threads hand over.
fn check_flag(op: OpRef<'_>, memref: usize) -> Result<(), Diagnostic> {
    check_element(op, memref)?;
    let elem = op.ctx().elem_type(op.operand_type(memref));
    if dtype(op.ctx(), elem).is_none_or(|elem| !matches!(elem.bits(), 32 | 64)) {
        let word = type_to_string(op.ctx(), elem);
        return Err(op.error(format_args!("hands over elements of 32 or 64 bits, not of type {word}")));
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

// No access of any memory moves from one side of these to the other.
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
