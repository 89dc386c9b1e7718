//! Classifies the ops of a function at the memory stage: host code, or part of a kernel.

use super::lanes::team_of;
use super::scan;
use tf_dialects::kernel::{Launch, shared_bytes};
use tf_dialects::loops::Parallel;
use tf_dialects::mem::{Alloc, Constant, Copy, Print};
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Body, Op, Value};
use tf_ir::effects::visit_effects;
use tf_ir::interfaces::Effect;
use tf_ir::registry::Traits;
use tf_ir::types::TypeData;
use tf_ir::walk::walk;
use tf_passes_common::cost::figures::GPU_LOCAL_BYTES;

/// The role of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Scalars only: it stays, or moves into a kernel that uses its results.
    Free,
    /// Memory: it stays, and does not separate kernels.
    Memory,
    /// It stays, and separates kernels.
    Host,
    /// It reads or writes elements: it moves into a kernel with its neighbours.
    Serial,
    /// A parallel loop that becomes a kernel.
    Nest,
    /// A parallel loop that the host runs sequentially.
    Loop,
    /// It stays, and its regions are host code, too.
    Control,
}

impl Role {
    pub(super) fn of(body: &Body, op: Op) -> Role {
        if body.is(op, Alloc) || body.is(op, Constant) {
            return Role::Memory;
        }
        if body.is(op, Copy) || body.is(op, Launch) || body.is(op, Print) || body.has(op, Traits::TERMINATOR)
        {
            return Role::Host;
        }
        if body.is(op, Parallel) {
            return if is_nest(body, op) { Role::Nest } else { Role::Loop };
        }
        if body.regions(op).len() > 0 && holds_parts(body, op) {
            return Role::Control;
        }
        if touches_memory(body, op) { Role::Serial } else { Role::Free }
    }
}

/// True if the op, or one inside, reads or writes elements.
pub(super) fn touches_memory(body: &Body, op: Op) -> bool {
    !visit_effects(body, op, &mut |effect| !matches!(effect, Effect::Read(_) | Effect::Write(_)))
}

/// True if the op, or one inside, writes elements.
pub(super) fn writes_memory(body: &Body, op: Op) -> bool {
    !visit_effects(body, op, &mut |effect| !matches!(effect, Effect::Write(_)))
}

fn is_memref(body: &Body, value: Value) -> bool {
    matches!(body.ctx().type_data(body.ty(value)), TypeData::MemRef { .. })
}

fn carries_memory(body: &Body, op: Op) -> bool {
    let blocks = body.regions(op).flat_map(|region| body.blocks(region));
    let mut arguments = blocks.flat_map(|block| body.args(block));
    let carried = arguments.any(|arg| is_memref(body, arg));
    let is_made = body.is(op, Alloc) || body.is(op, Constant);
    carried || !is_made && body.results(op).any(|result| is_memref(body, result))
}

/// True if an op inside becomes a kernel or stays with the host.
fn holds_parts(body: &Body, op: Op) -> bool {
    let mut found = false;
    walk(body, op, &mut |body, inner| {
        let is_part = body.is(inner, Parallel)
            || body.is(inner, Launch)
            || body.is(inner, Copy)
            || body.is(inner, Print)
            || body.is(inner, Alloc)
            || scan::found(body, inner).is_some();
        found |= inner != op && is_part || carries_memory(body, inner);
    });
    found
}

/// Bytes of memory of constant extents.
fn bytes(body: &Body, memref: Value) -> Option<u64> {
    shared_bytes(body.ctx(), body.ty(memref))
}

/// True for a parallel loop whose iterations fit a thread: constant steps, no nested parallel loop, and small
/// private memory.
fn is_nest(body: &Body, op: Op) -> bool {
    let rank = body.view(op, Parallel).rank();
    let steps: Vec<Value> = body.operands(op).skip(2 * rank).take(rank).collect();
    let counts = |step: &Value| constant_int(body, *step).is_some_and(|step| step > 0);
    if body.result_count(op) > 0 || !steps.iter().all(counts) {
        return false;
    }
    let (mut whole, mut own) = (true, 0u64);
    walk(body, op, &mut |body, inner| {
        if inner == op {
            return;
        }
        whole &= !body.is(inner, Parallel) && !body.is(inner, Launch) && !carries_memory(body, inner);
        // Buffers of a team live in shared memory.
        if body.is(inner, Alloc) && team_of(body, inner).is_none() {
            own = own.saturating_add(bytes(body, body.result(inner, 0)).unwrap_or(u64::MAX));
        }
    });
    whole && own <= GPU_LOCAL_BYTES
}
