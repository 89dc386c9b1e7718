//! Refuses code that has no reverse-mode derivative: ops without a known derivative that use active values.
//!
//! The backward pass visits ops whose results have cotangents. It would skip an op whose results can have
//! none, or that has no results. The effect of that op would count as constant, and the derivative would
//! silently be incomplete. So these ops are refused before the backward pass, also in loops and conditionals.
//! Float results of such ops are refused when the backward pass reaches them.

use super::code::no_rule;
use tf_dialects::differentiate::{self, Active, Differentiable, is_differentiable};
use tf_dialects::tensor::Put;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::effects;
use tf_ir::interfaces::{BranchPoint, Effect, Flow, RegionFlow};
use tf_ir::registry::Traits;

/// Refuses code that would lose derivatives in the backward pass. `active` holds the variables.
///
/// # Errors
/// The first op that loses a derivative.
pub(super) fn check(body: &Body, code: &[Op], mut active: Active) -> Result<(), Diagnostic> {
    code.iter().try_for_each(|op| visit(body, *op, &mut active))?;
    // An op with a rule is not replayed.
    let has_rule = |op: Op| body.info(op).interface::<dyn Differentiable>().is_some();
    let mut replayed = code.iter().filter(|op| active.is_used(body, **op) && !has_rule(**op));
    replayed.try_for_each(|op| check_replayable(body, *op))
}

/// Refuses code in the regions of an op that the backward pass replays but that must not run again.
fn check_replayable(body: &Body, op: Op) -> Result<(), Diagnostic> {
    let mut found = None;
    tf_ir::walk::walk(body, op, &mut |body, inner| {
        let is_fine = inner == op || body.has(inner, Traits::TERMINATOR) || is_replayable(body, inner);
        found = found.or((!is_fine).then_some(inner));
    });
    let Some(inner) = found else { return Ok(()) };
    Err(body.op(inner).error(
        "cannot be differentiated backwards: the backward pass runs it again, but it may have side effects",
    ))
}

fn visit(body: &Body, op: Op, active: &mut Active) -> Result<(), Diagnostic> {
    if !active.is_used(body, op) {
        return Ok(());
    }
    if loses(body, op) {
        return Err(no_rule(body, op));
    }
    // The rule of an op includes the derivative of its regions.
    if body.info(op).interface::<dyn Differentiable>().is_none() {
        regions(body, op, active)?;
    }
    active.mark(body, op);
    Ok(())
}

/// True if the derivative of an op is unknown and the backward pass would skip the op.
fn loses(body: &Body, op: Op) -> bool {
    if differentiate::is_followed(body.info(op)) {
        return false;
    }
    let is_silent = |r: Value| !is_differentiable(body.ctx(), body.ty(r)) && !body.is_unused(r);
    body.results(op).any(is_silent) || !effects::is_removable(body, op)
}

/// The code in the regions of an op, with the values that flow to the arguments of its blocks.
fn regions(body: &Body, op: Op, active: &mut Active) -> Result<(), Diagnostic> {
    let blocks: Vec<Block> = body.regions(op).flat_map(|r| body.blocks(r)).collect();
    let Some(flow) = body.info(op).interface::<dyn RegionFlow>() else {
        for arg in blocks.iter().flat_map(|block| body.args(*block)) {
            if is_differentiable(body.ctx(), body.ty(arg)) {
                active.insert(arg);
            }
        }
        return blocks.into_iter().try_for_each(|block| code(body, block, active));
    };
    let flows = flow.flows(body.op(op));
    enter(body, op, &flows, active);
    loop {
        for block in &blocks {
            code(body, *block, active)?;
        }
        if !enter(body, op, &flows, active) {
            return Ok(());
        }
    }
}

/// Marks the values that active values flow to in regions; false if no mark is new.
fn enter(body: &Body, op: Op, flows: &[Flow], active: &mut Active) -> bool {
    let mut is_new = false;
    for flow in flows.iter().filter(|flow| matches!(flow.to, BranchPoint::Region(..))) {
        let pairs = leaving(body, op, flow.from).into_iter().zip(arriving(body, op, flow.to));
        for (_, to) in pairs.filter(|(from, _)| active.has(*from)).collect::<Vec<_>>() {
            is_new |= !active.has(to);
            active.insert(to);
        }
    }
    is_new
}

fn code(body: &Body, block: Block, active: &mut Active) -> Result<(), Diagnostic> {
    let code = body.ops(block).filter(|op| !body.has(*op, Traits::TERMINATOR));
    code.collect::<Vec<Op>>().into_iter().try_for_each(|op| visit(body, op, active))
}

/// The values that leave a branch point.
fn leaving(body: &Body, op: Op, place: BranchPoint) -> Vec<Value> {
    match place {
        BranchPoint::Operands(first) => body.operands(op).skip(first).collect(),
        BranchPoint::Results(first) => body.results(op).skip(first).collect(),
        BranchPoint::Region(i, first) => {
            let block = body.entry(body.region(op, i));
            let end = block.and_then(|block| body.last(block));
            end.map(|end| body.operands(end).skip(first).collect()).unwrap_or_default()
        }
    }
}

/// The arguments of a region that receive values.
fn arriving(body: &Body, op: Op, place: BranchPoint) -> Vec<Value> {
    let BranchPoint::Region(i, first) = place else { return Vec::new() };
    body.entry(body.region(op, i)).map(|block| body.args(block).skip(first).collect()).unwrap_or_default()
}

/// True if running the op again changes nothing. It may trap, but then it trapped before.
fn is_replayable(body: &Body, op: Op) -> bool {
    let has_regions = body.regions(op).len() > 0 && differentiate::is_followed(body.info(op));
    if body.is(op, Put) || has_regions {
        // Puts are not repeated; the code of regions is checked separately.
        return true;
    }
    effects::visit_effects(body, op, &mut |effect| matches!(effect, Effect::Read(_) | Effect::Control))
}
