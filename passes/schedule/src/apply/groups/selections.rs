//! Adds an any/all reduction of the mask, so that fully masked rows are exact.
//!
//! In a fully masked row, neither the maximum of no terms nor the divisor of sums may affect the sum. Another
//! fold over the joined loop finds such rows.

use super::build::joined_loops::chain;
use super::join_loop::Shared;
use tf_dialects::arith::{self, Constant};
use tf_dialects::tensor::loop_names::write_loop_names;
use tf_dialects::tensor::schedule::LoopNames;
use tf_dialects::tensor::{CombiningKind, Compute, Fold, Group, Subscripts, build, result_type};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::walk::walk;
use tf_passes_common::code::subscript::{Copier, Subscript};

/// Adds a reduction of each condition that selects between a term of the loop's members and 0; returns how
/// many members it added.
pub(crate) fn add(body: &mut Body, group: Op, shared: &mut Shared) -> usize {
    let members: Vec<Op> = body.view(group, Group).members();
    let inside: Vec<Op> =
        members.iter().copied().filter(|member| shared.members().any(|own| own == *member)).collect();
    let Some(first) = inside.first().copied() else { return 0 };
    let mut known: Vec<String> = Vec::new();
    for member in inside {
        for (condition, holds) in conditions(body, member) {
            let Some(selection) = Selection::of(body, shared, member, condition, holds) else { continue };
            if !known.contains(&selection.text) {
                let new = selection.build(body, first, shared.extent());
                known.push(selection.text);
                shared.add(new);
            }
        }
    }
    known.len()
}

/// The conditions of a member that select between 0 and another value, and whether they have to hold for the
/// other value.
fn conditions(body: &Body, member: Op) -> Vec<(Value, bool)> {
    let is_zero = |value: Value| {
        let constant = body.def_op(value).filter(|op| body.is(*op, Constant));
        constant.and_then(|op| body.ctx().attr_float(body.attr(op, "value")?)) == Some(0.0)
    };
    let mut found = Vec::new();
    walk(body, member, &mut |body, op| {
        if body.is(op, arith::Select) {
            let [condition, a, b] = [0, 1, 2].map(|at| body.operand(op, at));
            if is_zero(b) != is_zero(a) {
                found.push((condition, is_zero(b)));
            }
        }
    });
    found
}

/// A condition of each term, and the points at which it is reduced.
struct Selection {
    member: Op,
    condition: Value,
    holds: bool,
    /// The axes of the member that are shared loops, except for the joined one, with their names.
    axes: Vec<(usize, String)>,
    /// The index of the joined loop.
    index: Value,
    /// The ops that the condition depends on.
    code: Vec<Op>,
    /// The condition as text, to find equal conditions.
    text: String,
}

impl Selection {
    /// The selection of a condition; `None` if it depends on another index, or on an op with regions or
    /// effects.
    fn of(body: &Body, shared: &Shared, member: Op, condition: Value, holds: bool) -> Option<Selection> {
        let view = body.view(member, Compute);
        let (indices, names) = (view.indices(), view.loop_names().axes);
        let joined = shared.axis(member);
        let axes = names.iter().cloned().enumerate();
        let axes: Vec<(usize, String)> =
            axes.filter(|(axis, name)| Some(*axis) != joined && shared.loops().contains(name)).collect();
        let mut code = Vec::new();
        chain(body, member, condition, &mut code);
        let mut index = joined.map(|axis| indices[axis]);
        let mut text = format!("{holds}");
        for op in &code {
            let number =
                |value: Value| match code.iter().position(|op| body.results(*op).any(|own| own == value)) {
                    Some(at) => format!("%{at}"),
                    None => format!("{value:?}"),
                };
            if body.regions(*op).next().is_some() || !tf_ir::effects::is_pure(body, *op) {
                return None;
            }
            text += &format!("; {:?} {:?}", body.name(*op), body.inherent(*op).collect::<Vec<_>>());
            for operand in body.operands(*op) {
                let axis = axes.iter().find(|(axis, _)| indices[*axis] == operand);
                let fold = fold_of(body, member, operand);
                text += &match (axis, fold) {
                    (Some((_, name)), _) => format!(" {name}"),
                    (None, Some(fold))
                        if shared.counts(body, fold) && index.is_none_or(|own| own == operand) =>
                    {
                        index = Some(operand);
                        " joined".to_string()
                    }
                    (None, Some(_)) => return None,
                    (None, None) if index == Some(operand) => " joined".to_string(),
                    (None, None) if indices.contains(&operand) => return None,
                    (None, None) => number(operand),
                };
            }
        }
        Some(Selection { member, condition, holds, axes, index: index?, code, text })
    }

    /// Builds the member that reduces the condition: whether it holds for any term, or, if it must not hold,
    /// whether it holds for all.
    fn build(&self, body: &mut Body, before: Op, extent: &Extent) -> Op {
        let view = body.view(self.member, Compute);
        let (indices, lengths) = (view.indices(), view.extents().to_vec());
        let lengths: Vec<Extent> = self.axes.iter().map(|(axis, _)| lengths[*axis].clone()).collect();
        let kind = if self.holds { CombiningKind::Or } else { CombiningKind::And };
        let mut b = Builder::before(body, before);
        b.loc = b.body.loc(self.member);
        let flag = b.ctx().i1();
        let ty = result_type(&b.ctx(), &lengths, flag).expect("scalars can be yielded");
        let bounds = match extent.as_const() {
            Some(n) => Subscripts::new(&[AffineExpr::constant(0), AffineExpr::constant(n)], &[], &[])
                .expect("bounds are small expressions"),
            None => build::bounds_of(extent),
        };
        let op = build::compute(&mut b, &lengths, &[ty], |b, local| {
            let fold = build::fold(b, &bounds, &[kind], &[flag], None, |b, index| {
                let points = self.axes.iter().zip(local).map(|((axis, _), new)| (indices[*axis], *new));
                let points = points.chain([(self.index, index)]);
                let mut copier = Copier::of_subscripts(points.map(|(old, new)| (old, Subscript::value(new))));
                for op in &self.code {
                    copier.op(b, *op).expect("an index is replaced by an index");
                }
                vec![copier.known(self.condition)]
            });
            vec![b.body.result(fold, 0)]
        });
        let axes = self.axes.iter().map(|(_, name)| name.clone()).collect();
        write_loop_names(b.body, op, &LoopNames { axes, folds: Vec::new() });
        op
    }
}

/// The fold of a member that has this index.
fn fold_of(body: &Body, member: Op, value: Value) -> Option<Op> {
    let owner = body.def_block(value).and_then(|block| body.block_owner(block))?;
    let is_index = body.def_op(value).is_none() && body.is(owner, Fold) && body.encloses(member, owner);
    is_index.then_some(owner)
}
