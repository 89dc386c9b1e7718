//! Extra work of vectorized loops: lanes past the end, and untaken sides of conditionals.

use tf_dialects::loops::{For, If, Parallel, While};
use tf_dialects::scalar::Class;
use tf_dialects::shared::work::scalar_operation;
use tf_ir::body::{Body, Op, Value};
use tf_ir::pass::Growth;
use tf_ir::walk::walk;
use tf_passes_common::code::added_work::{index_of, padding};
use tf_passes_common::code::marks::{REDUCTION, VECTOR_AXIS, VECTOR_WIDTH};

/// The most extra work of any marked loop.
pub(super) fn growth(body: &Body, size: i64) -> Growth {
    let mut all = Growth::NONE;
    walk(body, body.root(), &mut |body, op| {
        let Some(lanes) = body.attr(op, VECTOR_WIDTH).and_then(|a| body.ctx().attr_int(a)) else { return };
        let lanes = i64::try_from(lanes).unwrap_or(1).max(1);
        let waits = if waits(body, op, size) { lanes as f64 } else { 1.0 };
        let factor = whole(body, op, lanes, size) * waits;
        all.factor = all.factor.max(factor);
        // The test for active lanes is a comparison.
        let each = (sides(body, op) + 1) as f64 * factor;
        all.per_iteration = all.per_iteration.max(each.ceil() as u64);
        if body.attr(op, REDUCTION).is_some() {
            // Each lane begins with the identity, and the lanes are combined.
            let folded = lanes as u64 * body.result_count(op) as u64;
            all.per_loop = all.per_loop.max(Growth::NONE.per_loop + 2 * folded);
        }
    });
    all
}

/// Ratio of lanes in full vectors to iterations; 2 if the latter are unknown.
fn whole(body: &Body, op: Op, lanes: i64, size: i64) -> f64 {
    let axis = body.attr(op, VECTOR_AXIS).and_then(|a| body.ctx().attr_int(a)).unwrap_or(0);
    let (rank, axis) = match body.cast(op, Parallel) {
        Some(view) => (view.rank(), usize::try_from(axis).unwrap_or(0)),
        None => (1, 0),
    };
    let bound = |at: usize| index_of(body, body.operand(op, at), size);
    let trips = bound(axis).zip(bound(rank + axis)).map(|(lower, upper)| (upper - lower).max(0));
    trips.map_or(2.0, |trips| padding(trips, lanes))
}

/// True if an inner loop is divergent, so that lanes wait for the last of them.
fn waits(body: &Body, looping: Op, size: i64) -> bool {
    let mut found = false;
    walk(body, looping, &mut |body, op| {
        let is_own = |value: Value| match body.def_op(value) {
            Some(def) => body.encloses(looping, def),
            None => body
                .def_block(value)
                .and_then(|block| body.block_owner(block))
                .is_some_and(|owner| body.encloses(looping, owner)),
        };
        let differs = |value: Value| is_own(value) && index_of(body, value, size).is_none();
        found |= match body.kind(op) {
            While::KIND => true,
            For::KIND if op != looping => body.operands(op).take(BOUNDS).any(differs),
            _ => false,
        };
    });
    found
}

/// Lower bound, upper bound and step of a counted loop.
const BOUNDS: usize = 3;

/// The cost of conditional code per iteration, and of index arithmetic, which becomes integer arithmetic on
/// lanes.
fn sides(body: &Body, looping: Op) -> u64 {
    let mut cost = 0;
    walk(body, looping, &mut |body, op| {
        let operation = scalar_operation(body.op(op));
        let is_added =
            |(class, _): &(Class, u16)| *class == Class::Index || is_conditional(body, looping, op);
        if let Some((_, own)) = operation.filter(is_added) {
            cost += u64::from(own);
        }
        // Lanes select the results of a conditional.
        if body.is(op, If) {
            cost += body.result_count(op) as u64;
        }
    });
    cost
}

/// True for ops inside a conditional in a loop.
fn is_conditional(body: &Body, looping: Op, op: Op) -> bool {
    let mut around = body.parent_op(op).filter(|_| op != looping);
    while let Some(at) = around.filter(|at| *at != looping) {
        if body.is(at, If) {
            return true;
        }
        around = body.parent_op(at);
    }
    false
}
