//! Tensors that an op must copy: it changes or returns them while their old values are still needed.

use super::exchanged::is_exchanged;
use crate::machine::decomposed::is_decomposition;
use tf_dialects::func;
use tf_dialects::loops;
use tf_dialects::shared::interfaces::{Part, PartAccess};
use tf_dialects::tensor;
use tf_dialects::tensor::dynamic::UpdateSlice;
use tf_dialects::tensor::scatter::Scatter;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::control::LoopLike;
use tf_ir::opref::OpRef;
use tf_ir::registry::Traits;

/// A tensor that an op copies.
#[derive(Clone, Copy)]
pub(crate) struct Copied {
    pub(super) tensor: Value,
    /// False for `tensor.empty`, whose copy is memory alone: its elements are undefined.
    pub(super) has_elements: bool,
}

/// The tensors that an op copies before it runs.
pub(crate) fn copied(op: OpRef<'_>) -> Vec<Copied> {
    let whole = |tensor: Value| Copied { tensor, has_elements: true };
    match op.kind() {
        func::Return::KIND => returned(op).into_iter().map(whole).collect(),
        loops::Yield::KIND | loops::Condition::KIND => handed_on(op).into_iter().map(whole).collect(),
        _ => changed_elsewhere(op),
    }
}

/// True for a `tensor.empty` whose users all change it: each of them has memory of its own for it.
pub(crate) fn is_made_by_users(body: &Body, tensor: Value) -> bool {
    let is_empty = body.def_cast(tensor, tensor::Empty).is_some();
    is_empty && body.uses(tensor).all(|used| changed(body.op(used.op)).contains(&tensor))
}

/// The tensors that an op changes in other memory, because their old values are needed, or undefined.
fn changed_elsewhere(op: OpRef<'_>) -> Vec<Copied> {
    let body = op.body();
    let changed = changed(op);
    let is_tensor = |value: &Value| body.ctx().is_tensor(body.ty(*value));
    let twice = |at: usize, value: Value| changed[..at].contains(&value);
    let needed = |(at, value): &(usize, Value)| {
        twice(*at, *value) || reads(op, &changed, *value) || outlives(body, op.id(), *value)
    };
    let is_copied = |one: &(usize, Value)| is_made_by_users(body, one.1) || needed(one);
    let all = changed.iter().copied().enumerate().filter(|(_, value)| is_tensor(value));
    let has_elements = |value: Value| body.def_cast(value, tensor::Empty).is_none();
    all.filter(is_copied).map(|(_, tensor)| Copied { tensor, has_elements: has_elements(tensor) }).collect()
}

/// True if an op that changes a tensor also reads it, as another operand or in its regions.
fn reads(op: OpRef<'_>, changed: &[Value], value: Value) -> bool {
    let body = op.body();
    let own = body.uses(value).filter(|used| used.op == op.id()).count();
    own > changed.iter().filter(|other| **other == value).count()
        || body.uses(value).any(|used| used.op != op.id() && body.encloses(op.id(), used.op))
}

/// The operands that an op changes in place if they are dead afterwards.
fn changed(op: OpRef<'_>) -> Vec<Value> {
    match op.kind() {
        tensor::Compute::KIND => op.operands().collect(),
        UpdateSlice::KIND => op.operands().skip(1).take(1).collect(),
        Scatter::KIND => op.operands().take(op.result_count()).collect(),
        _ => match (op.info().interface::<dyn LoopLike>(), op.info().interface::<dyn PartAccess>()) {
            (Some(rule), _) => rule.carried(op).inits,
            (None, Some(rule)) => written_part(op, rule.part(op)),
            (None, None) => Vec::new(),
        },
    }
}

/// The tensor that an op writes in part.
fn written_part(op: OpRef<'_>, part: Part) -> Vec<Value> {
    op.operands().nth(part.operand).filter(|_| part.writes).into_iter().collect()
}

/// The results of a function that are arguments, or returned twice, or in either of the buffers that a loop
/// swaps: the caller has separate memory for each result.
fn returned(op: OpRef<'_>) -> Vec<Value> {
    let body = op.body();
    let values: Vec<Value> = op.operands().collect();
    let is_tensor = |value: Value| body.ctx().is_tensor(body.ty(value));
    let copied = |at: usize| {
        is_tensor(values[at])
            && (is_argument(body, values[at])
                || values[..at].contains(&values[at])
                || is_exchanged(body, values[at]))
    };
    (0..values.len()).filter(|at| !is_decomposition(body) && copied(*at)).map(|at| values[at]).collect()
}

/// The tensors that an iteration or a side of a conditional hands on from outside, or twice, and constants: a
/// loop has separate memory for each tensor that it carries, which later iterations may change, and a
/// conditional for each result, which either side may compute.
fn handed_on(op: OpRef<'_>) -> Vec<Value> {
    let body = op.body();
    let Some(block) = body.block_of(op.id()) else { return Vec::new() };
    let owners = [loops::For::KIND, loops::While::KIND, loops::If::KIND, loops::Switch::KIND];
    let carries = body.block_owner(block).is_some_and(|owner| owners.contains(&body.kind(owner)));
    let values: Vec<Value> = op.operands().collect();
    let is_own = |value: Value| {
        let is_constant = body.def_op(value).is_some_and(|def| body.has(def, Traits::CONSTANT));
        body.def_block(value) == Some(block) && !is_constant
    };
    let copied = |at: usize| {
        body.ctx().is_tensor(body.ty(values[at]))
            && (!is_own(values[at]) || values[..at].contains(&values[at]))
    };
    (0..values.len()).filter(|at| carries && copied(*at)).map(|at| values[at]).collect()
}

/// True for arguments of the function, whose memory belongs to the caller.
fn is_argument(body: &Body, value: Value) -> bool {
    let block = body.def_block(value).filter(|_| body.def_op(value).is_none());
    block.is_some_and(|block| body.block_owner(block) == Some(body.root())) && !is_decomposition(body)
}

/// True if a value is read after an op, or in the next iteration of a loop around the op.
fn outlives(body: &Body, op: Op, value: Value) -> bool {
    let Some(block) = body.def_block(value) else { return false };
    let Some(at) = inside(body, op, block) else { return false };
    let mut around = body.parent_op(op).filter(|_| at != op);
    while let Some(owner) = around {
        if body.info(owner).interface::<dyn LoopLike>().is_some() || body.is(owner, tensor::Compute) {
            return true;
        }
        around = body.parent_op(owner).filter(|_| owner != at);
    }
    let after =
        |used: Op| inside(body, used, block).is_some_and(|user| user != at && body.is_before(at, user));
    is_argument(body, value) || body.uses(value).any(|used| after(used.op))
}

/// The op of this block that is `op` or contains it.
fn inside(body: &Body, op: Op, block: Block) -> Option<Op> {
    let mut at = op;
    while body.block_of(at)? != block {
        at = body.parent_op(at)?;
    }
    Some(at)
}
