//! Legality of a compute's schedule: reordering, lanes and unroll-and-jam.

use super::refusal::{AxisUse, LegalityRefusal};
use crate::code::conflicts::{commutes, holds_put, independent_axes, shares_bounds};
use tf_dialects::tensor::loop_names::{folds_in, loop_name};
use tf_dialects::tensor::schedule::{Loop, LoopNames, Plan};
use tf_ir::body::{Body, Op};

/// Checks that a plan is legal for a compute: conflicting writes stay in order, lanes of folds are
/// independent, and jammed points have the same loop bounds.
///
/// # Errors
/// The violated condition.
pub fn check(body: &Body, op: Op, plan: &Plan, names: &LoopNames) -> Result<(), LegalityRefusal> {
    let free = independent_axes(body, op);
    let name = |axis: usize| names.text(Loop::Axis(axis)).to_string();
    let refused = |axis: usize, of: AxisUse| LegalityRefusal::SharedElement { axis: name(axis), of };
    let atomic = plan.grid.is_some() && commutes(body, op);
    if let Some(axis) = plan.order[..plan.parallel].iter().find(|axis| !free[**axis] && !atomic) {
        return Err(refused(*axis, AxisUse::Parallel));
    }
    for (target, _) in &plan.vectors {
        match *target {
            Loop::Axis(axis) if !free[axis] => return Err(refused(axis, AxisUse::Vector)),
            Loop::Fold(fold) => check_lanes(body, op, plan, names, fold)?,
            Loop::Axis(_) => {}
        }
    }
    for team in &plan.teams {
        match team.of {
            Loop::Fold(fold) => check_team(body, op, plan, names, fold)?,
            Loop::Axis(axis) if !free[axis] => return Err(refused(axis, AxisUse::Team)),
            Loop::Axis(_) => {}
        }
    }
    if let Some((axis, _)) = plan.jam {
        if !free[axis] {
            return Err(refused(axis, AxisUse::Jam));
        }
        if !shares_bounds(body, op, axis) {
            return Err(LegalityRefusal::JammedBounds { axis: name(axis) });
        }
    }
    let ordered: Vec<usize> = plan.order.iter().copied().filter(|axis| !free[*axis] && !atomic).collect();
    if let Some(pair) = ordered.windows(2).find(|pair| pair[0] > pair[1]) {
        return Err(refused(pair[0], AxisUse::Outwards));
    }
    check_fold_order(body, op, plan, names)
}

/// The folds of this name.
fn named(body: &Body, compute: Op, name: &str) -> Vec<Op> {
    folds_in(body, compute).into_iter().filter(|fold| loop_name(body, *fold) == Some(name)).collect()
}

/// Checks that the iterations of the folds of a name may become lanes.
fn check_lanes(
    body: &Body,
    op: Op,
    plan: &Plan,
    names: &LoopNames,
    fold: usize,
) -> Result<(), LegalityRefusal> {
    let own = named(body, op, &names.folds[fold]);
    if own.iter().any(|fold| holds_put(body, *fold)) {
        return Err(LegalityRefusal::VectorPut { fold: names.folds[fold].clone() });
    }
    for (other, name) in names.folds.iter().enumerate() {
        let is_inside = |inner: &Op| own.iter().any(|outer| outer != inner && body.encloses(*outer, *inner));
        if plan.lanes_of(Loop::Fold(other)).is_some() && named(body, op, name).iter().any(is_inside) {
            return Err(LegalityRefusal::NestedVectors {
                outer: names.folds[fold].clone(),
                inner: name.clone(),
            });
        }
    }
    Ok(())
}

/// Checks that threads may share the terms of the folds of a name.
fn check_team(
    body: &Body,
    op: Op,
    plan: &Plan,
    names: &LoopNames,
    fold: usize,
) -> Result<(), LegalityRefusal> {
    let (own, title) = (named(body, op, &names.folds[fold]), &names.folds[fold]);
    if own.iter().any(|fold| holds_put(body, *fold)) {
        return Err(LegalityRefusal::TeamPut { fold: title.clone() });
    }
    for (other, name) in names.folds.iter().enumerate() {
        let is_inside = |inner: &Op| own.iter().any(|outer| outer != inner && body.encloses(*outer, *inner));
        let is_shared = plan.side_by_side(Loop::Fold(other)) > 1;
        if is_shared && named(body, op, name).iter().any(is_inside) {
            return Err(LegalityRefusal::NestedTeams { outer: title.clone(), inner: name.clone() });
        }
    }
    Ok(())
}

/// Checks that the plan keeps the nesting of folds: an outer fold combines the results of the inner one.
fn check_fold_order(body: &Body, op: Op, plan: &Plan, names: &LoopNames) -> Result<(), LegalityRefusal> {
    for (at, outer) in plan.folds.iter().enumerate() {
        for inner in &plan.folds[at + 1..] {
            let [outer, inner] = [*outer, *inner].map(|fold| names.text(Loop::Fold(fold)));
            let around = named(body, op, inner);
            let turned = named(body, op, outer)
                .iter()
                .any(|outer| around.iter().any(|inner| inner != outer && body.encloses(*inner, *outer)));
            if turned {
                return Err(LegalityRefusal::FoldOrder { fold: outer.to_string(), outer: inner.to_string() });
            }
        }
    }
    Ok(())
}
