//! Nests that read the tensor that they change: whether any read may be of an element that the nest has
//! stored before.
//!
//! A read and a store never meet in that order in two cases:
//! - there is an axis on which their subscripts are the same for all points and differ by a constant, so that
//!   an iteration of a loop computes the slot of a tape from the one before;
//! - the read comes before the store in the code of an iteration, and no other iteration of the loops around
//!   both stores that element, as the subscripts of both tell the iterations apart: a point changes the element
//!   that it reads. Without loops around both, all reads come before all stores.

use crate::code::linear::Linear;
use tf_dialects::mem::{Load, Store};
use tf_dialects::tensor::bounds::Proved;
use tf_dialects::tensor::{Access, At, Compute, Policy};
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::control::{Induction, as_branch, as_loop};

/// Why an op may change a tensor in its memory: no read is of an element that was stored before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Another slot is read: a constant distance is between it and what is stored.
    OtherSlots,
    /// The read comes before the store.
    Before,
    /// Subscripts tell iterations apart.
    ToldApart,
    /// A side of a conditional that gets another tensor does not hand on the one that was there.
    Sides,
}

impl Condition {
    /// All of them with the names by which `bufferize{waive=…}` calls them.
    pub const NAMES: [(&'static str, Condition); 4] = [
        ("other-slots", Condition::OtherSlots),
        ("before", Condition::Before),
        ("told-apart", Condition::ToldApart),
        ("sides", Condition::Sides),
    ];

    /// The condition of a name.
    pub fn named(name: &str) -> Option<Condition> {
        Condition::NAMES.iter().find(|(own, _)| *own == name).map(|(_, condition)| *condition)
    }
}

/// The conditions that are asked: all, or all but one, to test that it is needed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Conditions {
    pub waived: Option<Condition>,
}

impl Conditions {
    /// True if a condition holds, or is not asked.
    pub fn holds(self, condition: Condition, holds: bool) -> bool {
        holds || self.waived == Some(condition)
    }
}

/// An access of the tensor: the op, and its subscripts where they are known.
struct Place {
    op: Op,
    subscripts: Vec<Option<Linear>>,
}

/// True if a nest starts a result from a tensor, as this operand, and reads no element of the tensor that it
/// has stored before.
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
            are_apart((body, conditions), nest, read, store)
                || is_in_order((body, conditions), nest, read, store)
        })
    })
}

/// The reads of a tensor in a nest; `None` if the nest uses it in another way.
fn reads(body: &Body, nest: Op, operand: usize, start: Value) -> Option<Vec<Place>> {
    let own = body.uses(start).filter(|of| of.op == nest || body.encloses(nest, of.op));
    let read = own.filter(|of| (of.op, of.operand) != (nest, operand)).map(|of| {
        let access = Access::of(body.op(of.op)).filter(|_| body.is(of.op, At) && of.operand == 0)?;
        let at = |axis| {
            reads_there(body, (of.op, &access), axis)
                .then(|| Linear::of_map(body, &access.map, axis, &access.indices))
        };
        let rank = access.map.num_results();
        Some(Place { op: of.op, subscripts: (0..rank).map(|axis| at(axis).flatten()).collect() })
    });
    read.collect()
}

/// The stores to the memory of an accumulator; `None` if something else is done with it. Loads of it are of
/// elements that are combined with what is put.
fn stores(body: &Body, memory: Value) -> Option<Vec<Place>> {
    let changes = body.uses(memory).filter(|of| !body.is(of.op, Load));
    let stores = changes.map(|of| {
        let is_store = body.is(of.op, Store) && of.operand == 1;
        let subscripts = || body.operands(of.op).skip(2).map(|at| Linear::of(body, at)).collect();
        is_store.then(|| Place { op: of.op, subscripts: subscripts() })
    });
    stores.collect()
}

/// True if an access reads at its subscript of an axis, or nowhere: one outside would be another one if it
/// were clamped or wrapped around.
fn reads_there(body: &Body, (op, access): (Op, &Access<'_>), axis: usize) -> bool {
    let is_proved = |proved: Proved| proved.0.get(axis).is_some_and(|known| known.inside.both());
    match access.policy {
        Policy::Clamp | Policy::Wrap => Proved::stated(body.op(op)).is_some_and(is_proved),
        _ => true,
    }
}

/// The subscripts of an axis of both, where both are known.
fn both<'a>(a: &'a Place, b: &'a Place) -> impl Iterator<Item = (&'a Linear, &'a Linear)> {
    a.subscripts.iter().zip(&b.subscripts).filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?)))
}

/// True if there is an axis on which two accesses are at subscripts that are the same for all points, and
/// differ by a constant.
fn are_apart((body, conditions): (&Body, Conditions), nest: Op, a: &Place, b: &Place) -> bool {
    both(a, b).any(|(a, b)| {
        let is_fixed = || a.terms.iter().all(|(value, _)| is_uniform(body, nest, *value));
        let differ = a.terms == b.terms && a.constant != b.constant;
        differ && conditions.holds(Condition::OtherSlots, is_fixed())
    })
}

/// True for a value that is the same at all points: one from outside, or the index of a loop of one iteration.
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
    induction.trips().is_some_and(|trips| trips <= 1)
}

/// True if a read comes before a store in the code around both, and no iteration of the loops around both
/// stores what another one reads.
fn is_in_order((body, conditions): (&Body, Conditions), nest: Op, read: &Place, store: &Place) -> bool {
    let Some((first, second)) = in_one_block(body, read.op, store.op) else { return false };
    if !conditions.holds(Condition::Before, first != second && body.is_before(first, second)) {
        return false;
    }
    let around = std::iter::successors(body.parent_op(first), |op| body.parent_op(*op));
    around.take_while(|op| *op != nest).all(|op| match as_loop(body, op) {
        None => as_branch(body, op).is_some(),
        Some(looping) => {
            let own = looping.inductions(body.op(op));
            let tells = |form: &Linear, variable: Value| tells_apart(body, nest, form, variable);
            let is_told = |variable| both(read, store).any(|(a, b)| a == b && tells(a, variable));
            let are_told = !own.is_empty() && own.iter().all(|own| runs_once(own) || is_told(own.variable));
            conditions.holds(Condition::ToldApart, are_told)
        }
    })
}

/// The ops of one block that two ops are, or are in.
fn in_one_block(body: &Body, a: Op, b: Op) -> Option<(Op, Op)> {
    let mut around = std::iter::successors(Some(a), |op| body.parent_op(*op));
    around.find_map(|a| {
        let block = body.block_of(a)?;
        let mut others = std::iter::successors(Some(b), |op| body.parent_op(*op));
        others.find(|b| body.block_of(*b) == Some(block)).map(|b| (a, b))
    })
}

/// True if a subscript differs for any two values of an index: the index and values from outside of the nest,
/// added up.
fn tells_apart(body: &Body, nest: Op, form: &Linear, variable: Value) -> bool {
    let has_index = form.terms.iter().any(|(value, by)| *value == variable && by.abs() == 1);
    has_index && form.terms.iter().all(|(value, _)| *value == variable || is_uniform(body, nest, *value))
}
