//! Numbers of a row that one part of a nest leaves for the next, such as its sum: loads become the values that were stored, and memory that
//! nobody reads any more goes.

use super::nest::{Access, Nest, accesses};
use rustc_hash::FxHashSet;
use tf_dialects::loops::If;
use tf_dialects::mem::{Alloc, Store};
use tf_ir::body::{Body, Op, Value};

/// What an element holds.
struct Known {
    memory: Value,
    subscripts: Vec<Value>,
    value: Value,
}

/// Takes values from where they were computed; how many loads are gone.
pub(super) fn forward(body: &mut Body, nest: &Nest) -> u64 {
    let block = nest.block(body);
    let (mut known, mut count): (Vec<Known>, u64) = (Vec::new(), 0);
    for op in body.ops(block).collect::<Vec<Op>>() {
        let Some(touched) = accesses(body, op) else {
            known.clear();
            continue;
        };
        // What the op itself writes, it may read behind.
        let written: FxHashSet<Value> =
            touched.iter().filter(|access| access.writes).map(|access| access.memory).collect();
        known.retain(|own| !written.contains(&own.memory));
        for access in touched.iter().filter(|access| !access.writes) {
            count += u64::from(replace(body, access, &known));
        }
        if let Some(store) = body.is_live(op).then(|| body.cast(op, Store)).flatten() {
            let (memory, subscripts) = (store.memref(), store.subscripts().to_vec());
            known.push(Known { memory, subscripts, value: store.value() });
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

/// Replaces a load by what the element is known to hold.
fn replace(body: &mut Body, load: &Access, known: &[Known]) -> bool {
    let holds = |own: &&Known| own.memory == load.memory && own.subscripts == load.subscripts;
    let Some(value) = known.iter().rev().find(holds).map(|own| own.value) else { return false };
    let result = body.result(load.op, 0);
    if body.ty(result) != body.ty(value) {
        return false;
    }
    body.replace(load.op, &[value]);
    true
}

/// Takes memory away that is only written, and what writes it.
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

/// Whether memory is made in the function and nothing but this nest touches it when the nest runs: what stands on the other side of a
/// conditional does not.
pub(super) fn is_of_nest(body: &Body, nest: &Nest, memory: Value) -> bool {
    let made = body.def_op(memory).is_some_and(|def| body.is(def, Alloc) && !body.encloses(nest.op, def));
    made && body
        .users(memory)
        .into_iter()
        .all(|user| body.encloses(nest.op, user) || is_opposite(body, nest, user))
}

/// Whether an op stands on the other side of the conditional that the nest stands in.
fn is_opposite(body: &Body, nest: &Nest, op: Op) -> bool {
    let Some(around) = body.parent_op(nest.op).filter(|around| body.is(*around, If)) else { return false };
    let mut outer = std::iter::successors(Some(op), |op| body.parent_op(*op));
    let side = outer.find(|op| body.parent_op(*op) == Some(around));
    side.is_some_and(|side| body.block_of(side) != body.block_of(nest.op))
}
