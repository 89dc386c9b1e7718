//! Memory that the threads of a block share.

use super::function::{Func, check_inside};
use super::hardware::shared_bytes;
use crate::shared::constraints::{INDEX, MEMREF};
use smallvec::{SmallVec, smallvec};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;

/// An array that the threads of a block share, uninitialised.
///
/// Its extents are constants, and it begins at a multiple of 16 bytes. The op is directly in the kernel's
/// body: each block has the array once.
#[op(
    "kernel.shared",
    results(memref: MEMREF),
    interfaces(Verify, Effects),
    asm = "attr-dict `:` type($memref)",
)]
pub struct Shared;

/// An uninitialised array in the shared memory whose size the launch specifies, from a byte offset on.
///
/// All threads use the same offset, a multiple of 16. Arrays do not overlap, but the same array may be
/// requested more than once.
#[op(
    "kernel.dynamic_shared",
    operands(offset: INDEX = Context::index),
    results(memref: MEMREF),
    interfaces(Verify, Effects),
    asm = "`[` $offset `]` attr-dict `:` type($memref)",
)]
pub struct DynamicShared;

/// Checks that shared memory is requested at a point that each block executes exactly once.
fn check_place(op: OpRef<'_>) -> Result<(), Diagnostic> {
    check_inside(op)?;
    match op.parent() {
        Some(parent) if parent.is(Func) => Ok(()),
        _ => Err(op.error("is inside a loop or a conditional: declare shared arrays directly in the kernel")),
    }
}

fn check_static(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let ty = op.result_type(0);
    if shared_bytes(op.ctx(), ty).is_some() {
        return Ok(());
    }
    let ty = type_to_string(op.ctx(), ty);
    Err(op.error(format_args!("cannot share {ty}: shared arrays need constant extents")))
}

impl Verify for Shared {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_place(op)?;
        check_static(op)
    }
}

impl Verify for DynamicShared {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_place(op)?;
        check_static(op)
    }
}

impl Effects for Shared {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Allocate(op.result(0))]
    }
}

impl Effects for DynamicShared {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        // An array beyond the bytes that the launch provides is an error.
        smallvec![Effect::Allocate(op.result(0)), Effect::Control]
    }
}
