//! Finds the reads of a member that its code can replace, and the member's reads at these points.

use super::model::{InlinedRead, Model};
use super::read::Read;
use crate::apply::apply_fusion::element::{element, is_plain_read};
use crate::apply::apply_fusion::out_of_bounds::{OutOfBoundsRead, Replacement, yielded_at};
use crate::apply::apply_fusion::permuted;
use tf_dialects::tensor::{Access, Compute, Policy};
use tf_ir::body::{Body, Value};
use tf_passes_common::cost::figures::BOUNDS_CHECK;

/// True if the code of a node can replace a read: the read is of a whole point or of a constant element of
/// one. A policy has to move to the node's own reads, or a bounds check guards the code.
pub(super) fn is_replaceable(body: &Body, model: &Model, node: usize, read: &Read) -> bool {
    if read.policy != Policy::Assumed {
        let goes_past = model.nodes[node].members.is_empty() && goes_past(body, model, node, read);
        return goes_past
            || replacement(body, model, node, read)
                .is_some_and(|replacement| !matches!(replacement, Replacement::Redirected));
    }
    is_plain_read(body, read.at, read.source) && yielded(body, model, node, read).is_some()
}

/// True for a read with a policy that can bypass a permutation and read its operand.
fn goes_past(body: &Body, model: &Model, node: usize, read: &Read) -> bool {
    permuted::may_go_past(body, model.nodes[node].op, read.at)
}

/// The value that a node yields for a read.
fn yielded(body: &Body, model: &Model, node: usize, read: &Read) -> Option<Value> {
    let op = model.nodes[node].op;
    let view = body.view(op, Compute);
    let inner = read.place.map.results().iter().skip(view.extents().len());
    let at: Option<Vec<i64>> = inner.map(|expr| expr.as_const()).collect();
    let result = body.results(op).position(|result| result == read.source)?;
    element(body, *view.yielded().get(result)?, &at?)
}

/// How the code handles points out of bounds; `None` for reads that trap there, and if it is unknown.
fn replacement(body: &Body, model: &Model, node: usize, read: &Read) -> Option<Replacement> {
    let leaving = read.leaving.as_ref()?;
    let op = model.nodes[node].op;
    let rank = body.view(op, Compute).extents().len();
    let once = body.operands(read.at).filter(|operand| *operand == read.source).count() <= 1;
    let yielded = yielded(body, model, node, read)?;
    if !once || leaving.open.iter().any(|axis| *axis >= rank) {
        return None;
    }
    let replacement = Replacement::of(body, op, yielded, leaving);
    let Replacement::InReads(mut reads) = replacement else { return Some(replacement) };
    // Members that are inlined in the node have to handle them alike.
    let mut at = 0;
    while let Some(moved) = reads.get(at).cloned() {
        at += 1;
        let access = Access::of_read(body.op(moved.at))?;
        let member = model.maker(body, access.source);
        let Some(member) = member.filter(|member| model.nodes[node].members.contains(member)) else {
            continue;
        };
        let inner = OutOfBoundsRead { fill: moved.outside, open: moved.open, ..leaving.clone() };
        let yielded = yielded_at(body, access.source, &access)?;
        match Replacement::of(body, model.nodes[member].op, yielded, &inner) {
            Replacement::InReads(more) => reads.extend(more),
            _ if leaving.policy == Policy::Fill => return Some(Replacement::Chosen),
            replacement => return Some(replacement),
        }
    }
    Some(Replacement::InReads(reads))
}

/// The cost, in operations, of the bounds check at a read if a node is inlined there.
pub(super) fn check_cost(body: &Body, model: &Model, node: usize, read: &Read) -> u64 {
    let goes_past = || model.nodes[node].members.is_empty() && goes_past(body, model, node, read);
    match (&read.leaving, replacement(body, model, node, read)) {
        (Some(leaving), Some(Replacement::Chosen)) if !goes_past() => {
            BOUNDS_CHECK * leaving.open.len() as u64
        }
        _ => 0,
    }
}

/// The reads of a node after inlining at reads of it; `None` if subscripts become too large.
pub(super) fn becomes(
    body: &Body,
    model: &mut Model,
    node: usize,
    reads: &[usize],
) -> Option<Vec<InlinedRead>> {
    let op = model.nodes[node].op;
    let indices = body.view(op, Compute).indices();
    let mut made = Vec::new();
    for id in reads {
        let copy = model.copy();
        let read = &model.reads[*id];
        let has_policy = read.policy != Policy::Assumed;
        let inner: Option<Vec<Read>> = if has_policy && goes_past(body, model, node, read) {
            let (source, axes) = permuted::of(body, op)?;
            read.past(source, &axes).map(|read| vec![read])
        } else {
            let replacement = if has_policy { replacement(body, model, node, read) } else { None };
            let inner = model.own_reads(node).map(|inner| &model.reads[inner]);
            inner.map(|inner| read.compose(body, inner, (op, &indices), replacement.as_ref(), copy)).collect()
        };
        made.push(InlinedRead { read: *id, inner: inner?, check_cost: check_cost(body, model, node, read) });
    }
    Some(made)
}
