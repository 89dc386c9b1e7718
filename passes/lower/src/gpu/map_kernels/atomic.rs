//! Atomic updates of elements that several iterations update, if no order of these changes a bit.
//!
//! `lower-access` turns each `tensor.put` into a load, a combination and a store. Another thread could store
//! between the load and the store, and its update would be lost; so the three ops become one atomic
//! operation.

use rustc_hash::FxHashSet;
use tf_dialects::kernel::Atomic;
use tf_dialects::mem::{Load, Store};
use tf_dialects::tensor::CombiningKind;
use tf_ir::arithmetic::Arithmetic;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::visit_effects;
use tf_ir::interfaces::Effect;
use tf_ir::walk::walk;

/// A read-modify-write of an element: load, combine with a value, store.
struct Update {
    store: Op,
    combine: Op,
    load: Op,
    kind: CombiningKind,
    value: Value,
}

/// The updates of memory that the ops both read and write; `None` if one of the writes is not an update.
fn updates(body: &Body, root: Op) -> Option<Vec<Update>> {
    let (mut reads, mut writes, mut ops) = (FxHashSet::default(), FxHashSet::default(), Vec::new());
    walk(body, root, &mut |body, op| {
        if body.regions(op).len() > 0 {
            return;
        }
        let mut changes = Vec::new();
        visit_effects(body, op, &mut |effect| {
            match effect {
                Effect::Read(Some(memory)) => drop(reads.insert(memory)),
                Effect::Write(Some(memory)) => changes.push(memory),
                _ => {}
            }
            true
        });
        writes.extend(changes.iter().copied());
        ops.extend(changes.into_iter().map(|memory| (op, memory)));
    });
    let both: FxHashSet<Value> = reads.intersection(&writes).copied().collect();
    ops.into_iter().filter(|(_, memory)| both.contains(memory)).map(|(op, _)| update(body, op)).collect()
}

/// The update that the store completes, if it is one.
fn update(body: &Body, store: Op) -> Option<Update> {
    if !body.is(store, Store) {
        return None;
    }
    let combine = body.def_op(body.operand(store, 0))?;
    let kind = CombiningKind::of_op(body.kind(combine))?;
    let place: Vec<Value> = body.operands(store).skip(1).collect();
    let is_old = |value: Value| {
        let load = body.def_op(value).filter(|load| body.is(*load, Load))?;
        let same =
            body.operands(load).eq(place.iter().copied()) && body.block_of(load) == body.block_of(store);
        same.then_some(load)
    };
    let (a, b) = (body.operand(combine, 0), body.operand(combine, 1));
    let (load, value) = is_old(a).map(|load| (load, b)).or_else(|| is_old(b).map(|load| (load, a)))?;
    let alone = body.has_one_use(body.result(load, 0)) && body.has_one_use(body.result(combine, 0));
    alone.then_some(Update { store, combine, load, kind, value })
}

/// True if every write to memory that the parallel loop also reads can be atomic, and no two iterations write
/// the same element otherwise.
///
/// An update counts as a write here, even if its combination never changes the element.
pub(super) fn can_be(body: &Body, op: Op) -> bool {
    let Some(updates) = updates(body, op) else { return false };
    let indices: Vec<Value> =
        body.entry(body.region(op, 0)).map(|block| body.args(block).collect()).unwrap_or_default();
    let mut own = true;
    walk(body, op, &mut |body, inner| {
        let is_update = updates.iter().any(|update| update.store == inner);
        own &= !body.is(inner, Store) || is_update || is_own(body, op, inner, &indices);
    });
    own
}

/// True if each induction variable is the only one in one of the subscripts: no two iterations store to one
/// element.
fn is_own(body: &Body, root: Op, store: Op, indices: &[Value]) -> bool {
    let memory = body.operand(store, 1);
    if body.def_op(memory).is_some_and(|def| body.encloses(root, def)) {
        return true;
    }
    let of: Option<Vec<Option<Value>>> =
        body.operands(store).skip(2).map(|subscript| index_of(body, root, subscript, indices)).collect();
    let Some(of) = of else { return false };
    indices.iter().all(|index| of.iter().filter(|found| **found == Some(*index)).count() == 1)
}

/// The only induction variable of an affine subscript, if it has one; `None` if the subscript is not of this
/// form.
fn index_of(body: &Body, root: Op, value: Value, indices: &[Value]) -> Option<Option<Value>> {
    if indices.contains(&value) {
        return Some(Some(value));
    }
    let Some(def) = body.def_op(value) else {
        // Inner loops run over elements of their iteration.
        let owner = body.def_block(value).and_then(|block| body.block_owner(block));
        return owner.is_none_or(|owner| owner != root).then_some(None);
    };
    if !body.encloses(root, def) {
        return Some(None);
    }
    let of = |value: Value| index_of(body, root, value, indices);
    match Arithmetic::of(body, value)? {
        Arithmetic::Constant(_) | Arithmetic::Extent(_) => Some(None),
        Arithmetic::Sum(a, b) | Arithmetic::Difference(a, b) | Arithmetic::Product(a, b) => {
            match (of(a)?, of(b)?) {
                (Some(_), Some(_)) => None,
                (a, b) => Some(a.or(b)),
            }
        }
        _ => None,
    }
}

/// Makes the updates of a kernel atomic.
pub(super) fn apply(kernel: &mut Body) {
    let root = kernel.root();
    for update in updates(kernel, root).unwrap_or_default() {
        let place: Vec<Value> = kernel.operands(update.store).skip(1).collect();
        let ty = kernel.ty(update.value);
        let mut b = Builder::before(kernel, update.store);
        let kind = [("kind", b.ctx().string_attr(update.kind.name()))];
        b.value(Atomic, &[&[update.value], &place[..]].concat(), ty, &kind);
        [update.store, update.combine, update.load].into_iter().for_each(|op| kernel.erase(op));
    }
}
