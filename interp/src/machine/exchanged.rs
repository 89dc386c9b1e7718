//! Loops that compute a carried tensor anew in each iteration, in one of two buffers that they swap.
//!
//! The last iteration writes either buffer, depending on the count of iterations. A tensor that the loop
//! updates in place stays in one buffer, which may be that of the function's result.

use tf_dialects::loops::{Condition, For, While};
use tf_dialects::shared::interfaces::PartAccess;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::dynamic::UpdateSlice;
use tf_dialects::tensor::scatter::Scatter;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::{as_branch, as_loop};

/// True if a tensor is the result of a loop that swaps buffers, or an update of such a result: one copy takes
/// it to memory that was chosen before the loop.
pub(super) fn is_exchanged(body: &Body, tensor: Value) -> bool {
    let mut at = Some(tensor);
    while let Some((def, result)) = at.and_then(|value| result_of(body, value)) {
        if swaps(body, def, result) {
            return true;
        }
        at = continued(body, def, result);
    }
    false
}

/// True for a loop that computes a result in one of two buffers.
fn swaps(body: &Body, op: Op, result: usize) -> bool {
    (body.is(op, For) || body.is(op, While)) && !stays(body, op, result)
}

fn result_of(body: &Body, value: Value) -> Option<(Op, usize)> {
    let def = body.def_op(value)?;
    Some((def, body.results(def).position(|result| result == value)?))
}

/// True if each region of a loop yields, at this position, its argument or an update of it.
fn stays(body: &Body, looping: Op, at: usize) -> bool {
    body.regions(looping).all(|region| {
        let Some(block) = body.entry(region) else { return false };
        let Some(end) = body.last(block) else { return false };
        let first_value = usize::from(body.is(end, Condition));
        let argument = body.args(block).nth(at + usize::from(body.is(looping, For)));
        let value = body.operands(end).nth(at + first_value);
        argument.zip(value).is_some_and(|(argument, value)| updates(body, value, argument))
    })
}

/// True if a tensor is another one with some elements changed, in the same memory.
fn updates(body: &Body, tensor: Value, start: Value) -> bool {
    let mut at = Some(tensor);
    while let Some(value) = at.filter(|value| *value != start) {
        let made = result_of(body, value).filter(|(def, result)| !swaps(body, *def, *result));
        at = made.and_then(|(def, result)| continued(body, def, result));
    }
    at.is_some()
}

/// The tensor that a result equals, except for elements that the op changes.
fn continued(body: &Body, op: Op, result: usize) -> Option<Value> {
    match body.kind(op) {
        Compute::KIND => {
            let start = result.checked_sub(body.view(op, Compute).plain_count())?;
            return body.operands(op).nth(start);
        }
        UpdateSlice::KIND => return body.operands(op).nth(1),
        Scatter::KIND => return body.operands(op).nth(result),
        _ => {}
    }
    if let Some(rule) = body.info(op).interface::<dyn PartAccess>() {
        let part = rule.part(body.op(op));
        return part.writes.then(|| body.operand(op, part.operand));
    }
    if let Some(rule) = as_branch(body, op) {
        return rule.yielded(body.op(op), 0).get(result).copied();
    }
    as_loop(body, op)?.carried(body.op(op)).inits.get(result).copied()
}
