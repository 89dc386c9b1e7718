//! Verifier rules of a kernel's code beyond those of its ops: written arguments, and the origin and size of
//! memory.

use super::access::Access;
use super::cluster::ClusterShared;
use super::function::Func;
use super::hardware::{SHARED_BYTES, shared_bytes};
use super::shared::Shared;
use crate::mem;
use tf_ir::body::{Def, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{CallLike, Effect, Effects};
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::TypeData;
use tf_ir::walk::preorder;

/// Checks all ops in a kernel.
pub(super) fn verify(kernel: OpRef<'_>) -> Result<(), Diagnostic> {
    let body = kernel.body();
    let accesses = kernel.cast(Func).map(|view| view.accesses()).unwrap_or_default();
    let mut shared = 0u64;
    for op in preorder(body).into_iter().filter(|op| *op != body.root()) {
        let op = body.op(op);
        check_written(op, &accesses)?;
        check_memrefs(op)?;
        if op.is(mem::Alloc) {
            check_local(op)?;
        }
        if op.is(Shared) {
            shared = shared.saturating_add(shared_bytes(op.ctx(), op.result_type(0)).unwrap_or(0));
            if shared > SHARED_BYTES {
                return Err(op.error(format_args!(
                    "declares {shared} bytes of shared arrays, but the limit is {SHARED_BYTES}: use dynamic \
                     shared memory for more (kernel.dynamic_shared)"
                )));
            }
        }
    }
    Ok(())
}

/// The index of a kernel's argument, if the value is one.
fn argument(op: OpRef<'_>, value: Value) -> Option<usize> {
    let body = op.body();
    match body.def(value) {
        Def::Argument(block, i) if Some(block) == body.entry_block() => Some(i),
        _ => None,
    }
}

/// Read-only arguments are not written.
fn check_written(op: OpRef<'_>, accesses: &[Access]) -> Result<(), Diagnostic> {
    let Some(effects) = op.info().interface::<dyn Effects>() else { return Ok(()) };
    for effect in effects.effects(op) {
        let Effect::Write(Some(value)) = effect else { continue };
        let Some(i) = argument(op, value) else { continue };
        if accesses.get(i) == Some(&Access::In) {
            return Err(op.error(format_args!(
                "writes the read-only argument #{i} of the kernel: give the argument the attribute \
                 kernel.access = \"out\" or \"inout\""
            )));
        }
    }
    Ok(())
}

fn is_memory(op: OpRef<'_>, value: Value) -> bool {
    matches!(op.ctx().type_data(op.body().ty(value)), TypeData::MemRef { .. })
}

/// Memory is used only in the region of its definition: the memory of each access must be statically known.
fn check_memrefs(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let body = op.body();
    let made = op.info().interface::<dyn Effects>().is_some_and(|effects| {
        effects.effects(op).iter().any(|effect| matches!(effect, Effect::Allocate(_)))
    });
    if !made
        && !op.is(mem::Constant)
        && !op.is(ClusterShared)
        && op.results().any(|result| is_memory(op, result))
    {
        return Err(op.error("has a memref as a result: in a kernel, use memory only where it is allocated"));
    }
    let blocks = body.regions(op.id()).flat_map(|region| body.blocks(region).collect::<Vec<_>>());
    if blocks.flat_map(|block| body.args(block).collect::<Vec<_>>()).any(|arg| is_memory(op, arg)) {
        return Err(op.error("carries a memref: in a kernel, use memory only where it is allocated"));
    }
    let calls = op.info().interface::<dyn CallLike>().is_some();
    if calls && op.operands().any(|operand| is_memory(op, operand)) {
        return Err(op.error("passes a memref to a function: inline the function into the kernel first"));
    }
    Ok(())
}

/// The local memory of a thread has a constant size.
fn check_local(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let ty = op.result_type(0);
    let dims = op.ctx().dims(ty).unwrap_or_default();
    if dims.iter().all(|dim| dim.as_static().is_some()) {
        return Ok(());
    }
    let ty = type_to_string(op.ctx(), ty);
    Err(op.error(format_args!(
        "cannot allocate {ty} for each thread: arrays of a thread need constant \
        extents"
    )))
}
