//! Store-to-load forwarding of scalars of a row, such as its sum, and removal of memory that is never read.

use super::nest::{Access, Nest, accesses};
use rustc_hash::FxHashSet;
use tf_dialects::loops::If;
use tf_dialects::mem::{Alloc, Store};
use tf_ir::body::{Body, Op, Value};

/// The value of an element of memory.
struct KnownElement {
    memory: Value,
    subscripts: Vec<Value>,
    value: Value,
}

/// Forwards stored values to loads; returns the number of removed loads.
pub(super) fn forward(body: &mut Body, nest: &Nest) -> u64 {
    let block = nest.block(body);
    let (mut known, mut count): (Vec<KnownElement>, u64) = (Vec::new(), 0);
    for op in body.ops(block).collect::<Vec<Op>>() {
        let Some(touched) = accesses(body, op) else {
            known.clear();
            continue;
        };
        // The op may read memory after it has written it, so forget the older values.
        let written: FxHashSet<Value> =
            touched.iter().filter(|access| access.writes).map(|access| access.memory).collect();
        known.retain(|own| !written.contains(&own.memory));
        for access in touched.iter().filter(|access| !access.writes) {
            count += u64::from(replace(body, access, &known));
        }
        if let Some(store) = body.is_live(op).then(|| body.cast(op, Store)).flatten() {
            let (memory, subscripts) = (store.memref(), store.subscripts().to_vec());
            known.push(KnownElement { memory, subscripts, value: store.value() });
        }
    }
    if count > 0 {
        let memory: FxHashSet<Value> = known.into_iter().map(|own| own.memory).collect();
        let mut memory: Vec<Value> = memory.into_iter().collect();
        memory.sort_unstable();
        memory.into_iter().for_each(|memory| drop_unread(body, memory));
    }
    count
}

/// Replaces a load by the known value of the element.
fn replace(body: &mut Body, load: &Access, known: &[KnownElement]) -> bool {
    let holds = |own: &&KnownElement| own.memory == load.memory && own.subscripts == load.subscripts;
    let Some(value) = known.iter().rev().find(holds).map(|own| own.value) else { return false };
    let result = body.result(load.op, 0);
    if body.ty(result) != body.ty(value) {
        return false;
    }
    body.replace(load.op, &[value]);
    true
}

/// Removes memory that is only written, with its stores.
fn drop_unread(body: &mut Body, memory: Value) {
    let Some(alloc) = body.def_op(memory).filter(|def| body.is(*def, Alloc)) else { return };
    let users = body.users(memory);
    let is_write = |user: &Op| body.cast(*user, Store).is_some_and(|store| store.memref() == memory);
    if !users.iter().all(is_write) {
        return;
    }
    users.into_iter().for_each(|user| body.erase(user));
    body.erase(alloc);
}

/// True if the function allocates the memory and only this nest touches it when the nest runs; ops in the
/// opposite branch of a conditional do not count.
pub(super) fn is_of_nest(body: &Body, nest: &Nest, memory: Value) -> bool {
    let made = body.def_op(memory).is_some_and(|def| body.is(def, Alloc) && !body.encloses(nest.op, def));
    made && body
        .users(memory)
        .into_iter()
        .all(|user| body.encloses(nest.op, user) || is_opposite(body, nest, user))
}

/// True if an op is in the opposite branch of the conditional around the nest.
fn is_opposite(body: &Body, nest: &Nest, op: Op) -> bool {
    let Some(around) = body.parent_op(nest.op).filter(|around| body.is(*around, If)) else { return false };
    let mut outer = std::iter::successors(Some(op), |op| body.parent_op(*op));
    let side = outer.find(|op| body.parent_op(*op) == Some(around));
    side.is_some_and(|side| body.block_of(side) != body.block_of(nest.op))
}
