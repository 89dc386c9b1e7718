//! Dependence test for nests that read the tensor that they update: whether a read may be of an element that
//! the nest has already stored.
//!
//! Two cases exclude such a dependence between a read and a store:
//! - on some axis, both subscripts are the same for all points and differ by a constant, as in a loop whose
//!   iterations compute a slot of a tape from the slot before;
//! - the read precedes the store within an iteration, and no other iteration of the common loops stores that
//!   element, since both subscripts are injective in the loop indices: a point updates the element that it
//!   reads. Without common loops, all reads precede all stores.

use tf_dialects::mem::{Load, Store};
use tf_dialects::tensor::bounds::Proved;
use tf_dialects::tensor::{Access, At, Compute, Policy};
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::control::{Induction, as_branch, as_loop};
use tf_passes_common::code::linear::Linear;

/// A reason why an op may update a tensor in place: no read is of an element that was already stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The read is of another slot, at a constant distance from the store.
    OtherSlots,
    /// The read precedes the store.
    Before,
    /// Subscripts differ between iterations.
    Injective,
    /// A side of a conditional that yields another tensor does not pass on the old one.
    Sides,
}

impl Condition {
    /// All conditions, with their names for `bufferize{waive=…}`.
    pub const NAMES: [(&'static str, Condition); 4] = [
        ("other-slots", Condition::OtherSlots),
        ("before", Condition::Before),
        ("injective", Condition::Injective),
        ("sides", Condition::Sides),
    ];

    /// The condition with a given name.
    pub fn named(name: &str) -> Option<Condition> {
        Condition::NAMES.iter().find(|(own, _)| *own == name).map(|(_, condition)| *condition)
    }
}

/// The conditions to check: all, or all but one, to test that it is needed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Conditions {
    pub waived: Option<Condition>,
}

impl Conditions {
    /// True if a condition holds or is waived.
    pub fn holds(self, condition: Condition, holds: bool) -> bool {
        holds || self.waived == Some(condition)
    }
}

/// An access to the tensor: the op and, for each axis, its subscript if known.
struct TensorAccess {
    op: Op,
    subscripts: Vec<Option<Linear>>,
}

/// True if the initial value of a nest's result is this operand, and the nest reads no element of it that it
/// has already stored.
pub(super) fn reads_before_it_stores(
    (body, conditions): (&Body, Conditions),
    nest: Op,
    (result, operand): (usize, usize),
    start: Value,
) -> bool {
    let is_start = body.operand(nest, operand) == start;
    let view = body.cast(nest, Compute).filter(|view| view.is_nest() && is_start);
    let Some(memory) = view.and_then(|view| view.accumulators().get(result).copied()) else { return false };
    let (Some(reads), Some(stores)) = (reads(body, nest, operand, start), stores(body, memory)) else {
        return false;
    };
    reads.iter().all(|read| {
        stores.iter().all(|store| {
            are_independent((body, conditions), nest, read, store)
                || is_in_order((body, conditions), nest, read, store)
        })
    })
}

/// The reads of a tensor in a nest; `None` if the nest has any other use of it.
fn reads(body: &Body, nest: Op, operand: usize, start: Value) -> Option<Vec<TensorAccess>> {
    let own = body.uses(start).filter(|of| of.op == nest || body.encloses(nest, of.op));
    let read = own.filter(|of| (of.op, of.operand) != (nest, operand)).map(|of| {
        let access = Access::of(body.op(of.op)).filter(|_| body.is(of.op, At) && of.operand == 0)?;
        let at = |axis| {
            reads_there(body, (of.op, &access), axis)
                .then(|| Linear::of_map(body, &access.map, axis, &access.indices))
        };
        let rank = access.map.num_results();
        Some(TensorAccess { op: of.op, subscripts: (0..rank).map(|axis| at(axis).flatten()).collect() })
    });
    read.collect()
}

/// The stores to the memory of an accumulator; `None` if it has other uses. Loads are permitted: they are of
/// elements that are combined with the put values.
fn stores(body: &Body, memory: Value) -> Option<Vec<TensorAccess>> {
    let changes = body.uses(memory).filter(|of| !body.is(of.op, Load));
    let stores = changes.map(|of| {
        let is_store = body.is(of.op, Store) && of.operand == 1;
        let subscripts = || body.operands(of.op).skip(2).map(|at| Linear::of(body, at)).collect();
        is_store.then(|| TensorAccess { op: of.op, subscripts: subscripts() })
    });
    stores.collect()
}

/// True if an access reads exactly at its subscript of an axis, or not at all: an out-of-bounds one would be
/// clamped or wrapped to another element.
fn reads_there(body: &Body, (op, access): (Op, &Access<'_>), axis: usize) -> bool {
    let is_proved = |proved: Proved| proved.0.get(axis).is_some_and(|known| known.inside.both());
    match access.policy {
        Policy::Clamp | Policy::Wrap => Proved::stated(body.op(op)).is_some_and(is_proved),
        _ => true,
    }
}

/// The pairs of subscripts on each axis, if both are known.
fn both<'a>(a: &'a TensorAccess, b: &'a TensorAccess) -> impl Iterator<Item = (&'a Linear, &'a Linear)> {
    a.subscripts.iter().zip(&b.subscripts).filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?)))
}

/// True if, on some axis, the subscripts of two accesses are uniform and differ by a constant.
fn are_independent(
    (body, conditions): (&Body, Conditions),
    nest: Op,
    a: &TensorAccess,
    b: &TensorAccess,
) -> bool {
    both(a, b).any(|(a, b)| {
        let is_fixed = || a.terms.iter().all(|(value, _)| is_uniform(body, nest, *value));
        let differ = a.terms == b.terms && a.constant != b.constant;
        differ && conditions.holds(Condition::OtherSlots, is_fixed())
    })
}

/// True for a value that is the same at all points: one from outside, or the index of a loop of one
/// iteration.
fn is_uniform(body: &Body, nest: Op, value: Value) -> bool {
    let owner = match body.def(value) {
        Def::Result(op, _) => Some(op),
        Def::Argument(block, _) => body.block_owner(block),
    };
    let Some(owner) = owner.filter(|owner| body.encloses(nest, *owner)) else { return true };
    as_loop(body, owner).is_some_and(|looping| {
        let own = looping.inductions(body.op(owner));
        own.iter().any(|own| own.variable == value && runs_once(own))
    })
}

/// True for a loop of at most one iteration.
fn runs_once(induction: &Induction) -> bool {
    induction.trip_count().is_some_and(|trips| trips <= 1)
}

/// True if a read precedes a store within an iteration of the common loops, and no iteration stores an
/// element that another one reads.
fn is_in_order(
    (body, conditions): (&Body, Conditions),
    nest: Op,
    read: &TensorAccess,
    store: &TensorAccess,
) -> bool {
    let Some((first, second)) = in_one_block(body, read.op, store.op) else { return false };
    if !conditions.holds(Condition::Before, first != second && body.is_before(first, second)) {
        return false;
    }
    let around = std::iter::successors(body.parent_op(first), |op| body.parent_op(*op));
    around.take_while(|op| *op != nest).all(|op| match as_loop(body, op) {
        None => as_branch(body, op).is_some(),
        Some(looping) => {
            let own = looping.inductions(body.op(op));
            let is_injective = |form: &Linear, variable: Value| is_injective(body, nest, form, variable);
            let is_distinct = |variable| both(read, store).any(|(a, b)| a == b && is_injective(a, variable));
            let are_distinct =
                !own.is_empty() && own.iter().all(|own| runs_once(own) || is_distinct(own.variable));
            conditions.holds(Condition::Injective, are_distinct)
        }
    })
}

/// The ancestors of two ops in their innermost common block.
fn in_one_block(body: &Body, a: Op, b: Op) -> Option<(Op, Op)> {
    let mut around = std::iter::successors(Some(a), |op| body.parent_op(*op));
    around.find_map(|a| {
        let block = body.block_of(a)?;
        let mut others = std::iter::successors(Some(b), |op| body.parent_op(*op));
        others.find(|b| body.block_of(*b) == Some(block)).map(|b| (a, b))
    })
}

/// True if a subscript is injective in an index: plus or minus the index, plus values from outside the nest.
fn is_injective(body: &Body, nest: Op, form: &Linear, variable: Value) -> bool {
    let has_index = form.terms.iter().any(|(value, by)| *value == variable && by.abs() == 1);
    has_index && form.terms.iter().all(|(value, _)| *value == variable || is_uniform(body, nest, *value))
}
