//! Reads through producers that only permute the axes of a tensor: out of bounds, they give the values of
//! that tensor, so a read with a policy can go to the tensor itself.

use super::out_of_bounds::has_layout;
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::{Access, At, Compute, Policy, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_passes_common::code::subscript::{Form, Subscript, joined};

/// The tensor that a producer permutes.
struct Permutation {
    source: Value,
    /// The axis of the producer for each axis of the source.
    axes: Vec<usize>,
}

impl Permutation {
    /// Matches a producer that reads a whole tensor once, at its indices in some order.
    fn of(body: &Body, producer: Op) -> Option<Permutation> {
        let view = body.cast(producer, Compute)?;
        let [read, _] = body.ops(view.block()?).collect::<Vec<_>>()[..] else { return None };
        let [yielded] = view.yielded()[..] else { return None };
        if !body.is(read, At) || body.result(read, 0) != yielded || body.operand_count(producer) > 0 {
            return None;
        }
        let access = Access::of_read(body.op(read)).filter(|access| access.policy == Policy::Assumed)?;
        let indices = view.indices();
        let axis = |subscript: &Subscript| {
            let value = subscript.as_value()?;
            indices.iter().position(|index| *index == value)
        };
        let subscripts = Subscript::of_map(&access.map, &access.indices, access.extents);
        let axes = subscripts.iter().map(axis).collect::<Option<Vec<usize>>>()?;
        let from = extents(body.ctx(), body.ty(access.source))?;
        let is_whole = axes.len() == indices.len()
            && (0..indices.len()).all(|axis| axes.contains(&axis))
            && axes.iter().zip(&from).all(|(axis, extent)| view.extents()[*axis] == *extent)
            && !has_layout(body, access.source);
        is_whole.then_some(Permutation { source: access.source, axes })
    }
}

/// The policy of a read that gives a value out of bounds. A read that stops the call reports its tensor and
/// axis, so it must keep them.
fn policy_of_values(body: &Body, at: Op) -> Option<Policy> {
    let policy = body.cast(at, At)?.out_of_bounds();
    matches!(policy, Policy::Fill | Policy::Clamp | Policy::Wrap).then_some(policy)
}

/// True for a read with a policy that can go to the tensor that its producer permutes.
pub(crate) fn is_read(body: &Body, producer: Op, at: Op) -> bool {
    body.operands(at).filter(|operand| body.def_op(*operand) == Some(producer)).count() == 1
        && may_go_past(body, producer, at)
}

/// True if a read with this policy can go to the tensor that a producer permutes, for any current source.
pub(crate) fn may_go_past(body: &Body, producer: Op, at: Op) -> bool {
    policy_of_values(body, at).is_some() && Permutation::of(body, producer).is_some()
}

/// The tensor that a producer permutes, and the producer's axis for each axis of the tensor.
pub(crate) fn of(body: &Body, producer: Op) -> Option<(Value, Vec<usize>)> {
    Permutation::of(body, producer).map(|found| (found.source, found.axes))
}

/// Builds the element of a read with a policy from the permuted tensor. `None` for other reads and producers.
pub(super) fn inline(body: &mut Body, producer: Op, at: Op) -> Option<Value> {
    let (view, read) = (body.cast(at, At)?, Access::of_read(body.op(at))?);
    let (policy, fill) = (policy_of_values(body, at)?, view.fill());
    let permutation = Permutation::of(body, producer)?;
    let subscripts = Subscript::of_map(&read.map, &read.indices, read.extents);
    let permuted: Vec<Subscript> = permutation.axes.iter().map(|axis| subscripts[*axis].clone()).collect();
    let place = joined(&permuted, &Form::Value)?;
    let mut b = Builder::before(body, at);
    b.loc = b.body.loc(at);
    Some(build::at(&mut b, permutation.source, &place, policy, fill))
}
