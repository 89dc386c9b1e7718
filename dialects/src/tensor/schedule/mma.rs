//! Terms of a fold that one instruction multiplies and adds up: the step `mma`.

use super::plan::{Loop, Plan};
use super::{LoopNames, Step};

/// Adds a step to a plan.
pub(super) fn apply(plan: &mut Plan, (of, terms): (Loop, i64), names: &LoopNames) -> Result<(), String> {
    let name = names.text(of);
    if matches!(of, Loop::Axis(_)) {
        return Err(format!("mma takes a fold, but {name} is an axis of the box"));
    }
    if plan.tiles.is_none() {
        return Err(format!(
            "adds up terms of {name} by one instruction, but splits no loop: they lie side by side in tiles"
        ));
    }
    if let Some((other, _)) = plan.mma {
        return Err(format!("adds up terms of {} and of {name} by one instruction", names.text(other)));
    }
    plan.mma = Some((of, terms));
    Ok(())
}

/// Checks that the terms that are added up are whole parts of what the fold's loops count, and no lanes.
pub(super) fn check(plan: &Plan, names: &LoopNames) -> Result<(), String> {
    let Some((of, terms)) = plan.mma else { return Ok(()) };
    let name = names.text(of);
    if plan.lanes_of(of).is_some() {
        return Err(format!("vectorizes {name}, of which mma adds up terms"));
    }
    let sizes = plan.tiles.as_ref().map_or(&[][..], |tiles| tiles.sizes(of));
    match sizes.iter().find(|size| **size % terms != 0) {
        Some(size) => Err(format!(
            "adds up {terms} terms of {name} by one instruction, but splits it into parts of {size}"
        )),
        None => Ok(()),
    }
}

/// The step of a plan.
pub(super) fn step(plan: &Plan, names: &LoopNames) -> Option<Step> {
    plan.mma.map(|(of, terms)| Step::Mma { target: names.text(of).to_string(), terms })
}
