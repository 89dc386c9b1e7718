//! Dependence analysis between the loops of two kernels.

use super::shape::{Pair, Team};
use tf_dialects::kernel::{self, Ballot, Shuffle, Vote, WarpBarrier, WarpReduce};
use tf_dialects::mem::{Load, Store};
use tf_dialects::vector;
use tf_ir::OpKind;
use tf_ir::body::{Body, Op, Value};
use tf_ir::registry::Traits;
use tf_ir::types::Type;
use tf_ir::walk::walk;

/// An access to memory.
struct Access {
    /// The launch operand for the memory.
    memory: Value,
    subscripts: Vec<Value>,
    /// The type of the element or of the vector, and the axis of the vector's lanes.
    form: (Type, Option<i64>),
    writes: bool,
    /// True if a mask may switch lanes off.
    masked: bool,
}

/// True if all dependences between the two kernels stay within an iteration.
pub(super) fn is_own(pair: &Pair<'_>) -> bool {
    let [Some(a), Some(b)] = [0, 1].map(|of| accesses(pair, of)) else { return false };
    let apart = |x: &Access, y: &Access| x.memory != y.memory || !x.writes && !y.writes;
    a.iter().all(|x| b.iter().all(|y| apart(x, y) || is_same_iteration(pair, [x, y])))
}

/// True if two accesses to one memory touch the same element only in the same iteration.
fn is_same_iteration(pair: &Pair<'_>, [x, y]: [&Access; 2]) -> bool {
    if pair.loops[0].team != Team::Thread {
        // Each iteration accesses the row of its index only.
        let firsts = [x, y].map(|access| access.subscripts.first().copied());
        return firsts == [Some(pair.loops[0].number), Some(pair.loops[1].number)]
            && x.form.1 != Some(0)
            && y.form.1 != Some(0);
    }
    // No other iteration touches an element that an iteration writes.
    let writers = [(x, 0), (y, 1)].into_iter().filter(|(access, _)| access.writes);
    let points = writers.into_iter().all(|(_, of)| has_points(pair.bodies[of]));
    let same = x.subscripts.len() == y.subscripts.len() && x.form == y.form && !x.masked && !y.masked;
    points && same && x.subscripts.iter().zip(&y.subscripts).all(|(x, y)| pair.same([*x, *y]))
}

fn has_points(kernel: &Body) -> bool {
    kernel.attr(kernel.root(), kernel::POINTS).is_some()
}

/// All accesses of a kernel's loop; `None` if it has other effects.
fn accesses(pair: &Pair<'_>, of: usize) -> Option<Vec<Access>> {
    let body = pair.bodies[of];
    let (mut found, mut known) = (Vec::new(), true);
    walk(body, pair.loops[of].loop_op, &mut |body, op| match access(pair, of, body, op) {
        Some(access) => found.extend(access),
        None => known = false,
    });
    known.then_some(found)
}

/// The access of an op, if it is one; the outer `None` means that the op prevents fusion.
fn access(pair: &Pair<'_>, of: usize, body: &Body, op: Op) -> Option<Option<Access>> {
    let one = |memref: Value, subscripts: Vec<Value>, form, writes, masked| {
        let memory = pair.operand(of, memref)?;
        Some(Some(Access { memory, subscripts, form, writes, masked }))
    };
    if let Some(view) = body.cast(op, Load) {
        return one(
            view.memref(),
            view.subscripts().to_vec(),
            (body.ty(body.result(op, 0)), None),
            false,
            false,
        );
    }
    if let Some(view) = body.cast(op, Store) {
        return one(view.memref(), view.subscripts().to_vec(), (body.ty(view.value()), None), true, false);
    }
    let axis = body
        .op(op)
        .attr("axis")
        .and_then(|axis| body.ctx().attr_int(axis))
        .and_then(|axis| i64::try_from(axis).ok());
    if let Some(view) = body.cast(op, vector::Load) {
        let form = (body.ty(body.result(op, 0)), axis);
        return one(view.memref(), view.subscripts().to_vec(), form, false, view.mask().is_some());
    }
    if let Some(view) = body.cast(op, vector::Store) {
        let form = (body.ty(view.value()), axis);
        return one(view.memref(), view.subscripts().to_vec(), form, true, view.mask().is_some());
    }
    const TOGETHER: [OpKind; 5] =
        [WarpReduce::KIND, Shuffle::KIND, Vote::KIND, Ballot::KIND, WarpBarrier::KIND];
    let harmless = body.has(op, Traits::PURE)
        || body.has(op, Traits::RECURSIVE_EFFECTS)
        || body.has(op, Traits::TERMINATOR);
    (harmless || TOGETHER.contains(&body.kind(op))).then_some(None)
}
