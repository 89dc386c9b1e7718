//! Nests that read the tensor that they change, in other slots than those that they change: slots are subscripts of one axis that are the same for all
//! points.
//!
//! So a trip of a loop computes the slot of a tape from the one before.

use tf_dialects::mem::Store;
use tf_dialects::tensor::bounds::Proved;
use tf_dialects::tensor::{Access, At, Compute, Policy};
use tf_ir::arithmetic::{Arithmetic, constant_int};
use tf_ir::body::{Body, Def, Op, Value};

/// A subscript: a value that is the same at all points, if any, and how much more.
type Slot = (Option<Value>, i64);

/// True if a nest starts a result from a tensor, as this operand, and there is an axis on which all that it reads of it is at slots in which it stores nothing
/// of the result.
pub(super) fn reads_other_slots(
    body: &Body,
    nest: Op,
    (result, operand): (usize, usize),
    start: Value,
) -> bool {
    let is_start = body.operand(nest, operand) == start;
    let view = body.cast(nest, Compute).filter(|view| view.is_nest() && is_start);
    let Some(view) = view else { return false };
    let Some(memory) = view.accumulators().get(result).copied() else { return false };
    let own = body.uses(start).filter(|of| of.op == nest || body.encloses(nest, of.op));
    let reads = own.filter(|of| (of.op, of.operand) != (nest, operand)).map(|of| {
        let is_read = body.is(of.op, At) && of.operand == 0;
        Some((of.op, Access::of(body.op(of.op)).filter(|_| is_read)?))
    });
    let Some(reads) = reads.collect::<Option<Vec<(Op, Access<'_>)>>>() else { return false };
    let stores = body.uses(memory).map(|of| {
        let is_store = body.is(of.op, Store) && of.operand == 1;
        is_store.then(|| body.operands(of.op).skip(2).collect::<Vec<Value>>())
    });
    let Some(stores) = stores.collect::<Option<Vec<Vec<Value>>>>() else { return false };
    let rank = body.ctx().dims(body.ty(start)).map_or(0, |dims| dims.len());
    (0..rank).any(|axis| {
        let read = |(op, access): &(Op, Access<'_>)| {
            let number = access.map.results()[axis].as_dim()?;
            let at = slot(body, nest, access.indices[number as usize])?;
            reads_there(body, (*op, access), axis).then_some(at)
        };
        let read: Option<Vec<Slot>> = reads.iter().map(read).collect();
        let stored: Option<Vec<Slot>> = stores.iter().map(|at| slot(body, nest, at[axis])).collect();
        let (Some(read), Some(stored)) = (read, stored) else { return false };
        let is_apart = |(a, b): (&Slot, &Slot)| a.0 == b.0 && a.1 != b.1;
        read.iter().all(|read| stored.iter().all(|stored| is_apart((read, stored))))
    })
}

/// True if an access reads at its subscript of an axis, or nowhere: one outside would be another one if it were clamped or wrapped around.
fn reads_there(body: &Body, (op, access): (Op, &Access<'_>), axis: usize) -> bool {
    let is_proved = |proved: Proved| proved.0.get(axis).is_some_and(|known| known.inside.both());
    match access.policy {
        Policy::Clamp | Policy::Wrap => Proved::stated(body.op(op)).is_some_and(is_proved),
        _ => true,
    }
}

/// A subscript in a nest that is the same at all points.
fn slot(body: &Body, nest: Op, subscript: Value) -> Option<Slot> {
    let (mut value, mut more) = (subscript, 0i64);
    loop {
        if let Some(constant) = constant_int(body, value) {
            return Some((None, more.checked_add(constant)?));
        }
        let (next, constant) = match Arithmetic::of(body, value) {
            Some(Arithmetic::Sum(a, b)) => match (constant_int(body, a), constant_int(body, b)) {
                (_, Some(constant)) => (a, constant),
                (Some(constant), _) => (b, constant),
                _ => break,
            },
            Some(Arithmetic::Difference(a, b)) => match constant_int(body, b) {
                Some(constant) => (a, constant.checked_neg()?),
                None => break,
            },
            _ => break,
        };
        (value, more) = (next, more.checked_add(constant)?);
    }
    let owner = match body.def(value) {
        Def::Result(op, _) => Some(op),
        Def::Argument(block, _) => body.block_owner(block),
    };
    let is_outside = owner.is_none_or(|owner| owner != nest && !body.encloses(nest, owner));
    is_outside.then_some((Some(value), more))
}
