//! How each op is charged: a rule that is determined once, when the op first runs.

use super::account::Line;
use crate::machine::copies::{Copied, copied, is_made_by_users};
use crate::machine::decomposed::is_decomposition;
use crate::values::constant::element_bytes;
use tf_dialects::func;
use tf_dialects::kernel::{self, AtomicKind};
use tf_dialects::scalar::{Class, element_type};
use tf_dialects::shared::access::Access;
use tf_dialects::shared::interfaces::has_decomposition;
use tf_dialects::shared::work::{Operation, Work, scalar_operation};
use tf_dialects::tensor::{self, Combine};
use tf_dialects::{loops, mem, vector};
use tf_ir::body::Value;
use tf_ir::control::LoopLike;
use tf_ir::effects::visit_effects;
use tf_ir::interfaces::{CallLike, Effect};
use tf_ir::opref::OpRef;
use tf_ir::registry::OpInfo;

/// How an op is charged.
#[derive(Clone)]
pub(crate) struct Charge {
    pub(super) line: Option<Line>,
    pub(super) rule: Rule,
    /// The tensors that the op copies before it runs.
    pub(super) copies: Vec<Copied>,
    /// The memory that the op itself writes.
    pub(super) writes: Vec<Value>,
    /// The operation, if a pass may expand it.
    pub(super) operation: Option<Operation>,
}

/// The work of one execution of an op.
#[derive(Clone)]
pub(super) enum Rule {
    Nothing,
    /// A row of the scalar table, for each element.
    Scalars(Class, u16),
    /// The work that the op states.
    Stated,
    /// The end of a fold's iteration: a combination of each kind.
    Combine(Vec<(Class, u16)>),
    /// The end of a point of a compute.
    Point,
    /// A compute: the rows of its box, and the bytes of its results.
    Compute,
    /// The entry of a loop.
    Loop,
    /// The end of an iteration.
    Iteration,
    /// A read of an element, or of each active lane.
    Read,
    /// A read of one element by all threads of a block at the beginning of a kernel.
    Broadcast,
    Write,
    /// Writes of elements; a combining write also reads.
    Put {
        count: u64,
        reads: bool,
    },
    Copy,
    /// Bytes per element.
    Alloc(u64),
    /// The same, of a buffer.
    Reserve(u64),
    /// A reduction over the lanes of a vector.
    Reduce(Class, u16),
    /// Tensors defined from the elements of other tensors.
    Stored,
    /// A read, a combination and a write of one element.
    Atomic(Class, u16),
}

/// The attribute of an array shared by a team of threads.
const TEAM: &str = "map";

/// True if an op states its work.
fn states_work(info: &OpInfo) -> bool {
    info.interface::<dyn Work>().is_some()
}

/// True if an op is charged the work of its decomposition.
pub(crate) fn counts_decomposed(info: &OpInfo) -> bool {
    has_decomposition(info) && !states_work(info)
}

impl Charge {
    pub(crate) fn of(op: OpRef<'_>) -> Charge {
        let line = op.loc().anchor(op.ctx()).map(|(file, line, _)| (file, line));
        let rule = rule(op);
        let expandable = matches!(rule, Rule::Scalars(..) | Rule::Reduce(..));
        let across = op.is(kernel::WarpReduce) || op.is(kernel::Atomic);
        let operation = Operation::of(op).filter(|_| expandable || across);
        Charge { line, rule, copies: copied(op), writes: written(op), operation }
    }

    pub(super) fn is_stated(&self) -> bool {
        matches!(self.rule, Rule::Stated)
    }
}

fn rule(op: OpRef<'_>) -> Rule {
    if states_work(op.info()) {
        return Rule::Stated;
    }
    if let Some((class, cost)) = scalar_operation(op) {
        return Rule::Scalars(class, cost);
    }
    // The ops of the decomposition are counted instead.
    if counts_decomposed(op.info()) {
        return Rule::Nothing;
    }
    if let Some(access) = Access::of(op) {
        return if access.is_write { put(op) } else { Rule::Read };
    }
    match op.kind() {
        tensor::Compute::KIND => Rule::Compute,
        func::Return::KIND => returned(op),
        tensor::Yield::KIND => end(op),
        loops::Yield::KIND => Rule::Iteration,
        // An array shared by a team is in the block's memory, which exists already.
        mem::Alloc::KIND if op.body().attr(op.id(), TEAM).is_some() => Rule::Nothing,
        tensor::Empty::KIND if is_made_by_users(op.body(), op.result(0)) => Rule::Nothing,
        tensor::Empty::KIND => Rule::Alloc(bytes(op, op.result(0))),
        mem::Alloc::KIND => Rule::Reserve(bytes(op, op.result(0))),
        tensor::FromElements::KIND if is_yielded(op) => Rule::Nothing,
        tensor::FromElements::KIND => Rule::Write,
        mem::Load::KIND if is_broadcast(op) => Rule::Broadcast,
        mem::Load::KIND | vector::Load::KIND | vector::Gather::KIND => Rule::Read,
        mem::Store::KIND | vector::Store::KIND | vector::Scatter::KIND => Rule::Write,
        mem::Copy::KIND => Rule::Copy,
        vector::Reduce::KIND => reduction(op),
        kernel::Atomic::KIND => atomic(op),
        _ if op.info().interface::<dyn LoopLike>().is_some() => Rule::Loop,
        _ if is_stored(op) => Rule::Stored,
        _ => Rule::Nothing,
    }
}

/// The memory that an op without regions writes.
fn written(op: OpRef<'_>) -> Vec<Value> {
    let mut written = Vec::new();
    if op.body().regions(op.id()).len() == 0 {
        visit_effects(op.body(), op.id(), &mut |effect| {
            if let Effect::Write(Some(memory)) = effect {
                written.push(memory);
            }
            true
        });
    }
    written
}

/// True for a load of a scalar in the first block of a kernel: each thread runs it once, on one address.
fn is_broadcast(op: OpRef<'_>) -> bool {
    let body = op.body();
    let is_scalar = op.cast(mem::Load).is_some_and(|view| view.subscripts().is_empty());
    is_scalar && body.is(body.root(), kernel::Func) && body.block_of(op.id()) == body.entry_block()
}

/// True for a row that a compute yields: the compute stores it.
fn is_yielded(op: OpRef<'_>) -> bool {
    let users = op.body().users(op.result(0));
    users.len() == 1 && op.body().is(users[0], tensor::Yield)
}

/// True for ops without regions that define tensors and are not calls.
fn is_stored(op: OpRef<'_>) -> bool {
    let is_tensor = |value: Value| op.ctx().is_tensor(op.body().ty(value));
    let flat = op.body().regions(op.id()).len() == 0;
    flat && op.results().any(is_tensor) && op.info().interface::<dyn CallLike>().is_none()
}

fn atomic(op: OpRef<'_>) -> Rule {
    let kind = op.cast(kernel::Atomic).and_then(|view| match view.what() {
        AtomicKind::Combine(kind) => Some(kind),
        AtomicKind::Exchange => None,
    });
    let dtype = element_type(op.ctx(), op.operand_type(0));
    match kind.zip(dtype).and_then(|(kind, dtype)| Some((kind.spec(dtype)?, dtype))) {
        Some((spec, dtype)) => Rule::Atomic(spec.class(dtype), spec.cost),
        None => Rule::Put { count: 1, reads: true },
    }
}

/// Scalars that a function returns are written into the caller's memory.
fn returned(op: OpRef<'_>) -> Rule {
    let scalars = op.operands().filter(|value| !op.ctx().is_tensor(op.body().ty(*value))).count();
    match is_decomposition(op.body()) {
        true => Rule::Nothing,
        false => Rule::Put { count: scalars as u64, reads: false },
    }
}

fn put(op: OpRef<'_>) -> Rule {
    let Some(put) = op.cast(tensor::Put) else { return Rule::Write };
    let reads = put.accumulation().is_some_and(|how| how.combine != Combine::Set);
    Rule::Put { count: put.count() as u64, reads }
}

/// The end of a region of a comprehension.
fn end(op: OpRef<'_>) -> Rule {
    let body = op.body();
    let Some(owner) = body.block_of(op.id()).and_then(|block| body.block_owner(block)) else {
        return Rule::Nothing;
    };
    if body.is(owner, tensor::Compute) {
        return Rule::Point;
    }
    let Some(fold) = body.cast(owner, tensor::Fold) else { return Rule::Nothing };
    let kinds = fold.combining_kinds();
    let pairs = kinds.into_iter().zip(body.results(owner)).filter_map(|(kind, result)| {
        let dtype = element_type(op.ctx(), body.ty(result))?;
        kind.spec(dtype).map(|spec| (spec.class(dtype), spec.cost))
    });
    Rule::Combine(pairs.collect())
}

fn reduction(op: OpRef<'_>) -> Rule {
    let kind = op.cast(vector::Reduce).and_then(|view| view.combining_kind());
    let dtype = element_type(op.ctx(), op.operand_type(0));
    match kind.zip(dtype).and_then(|(kind, dtype)| Some((kind.spec(dtype)?, dtype))) {
        Some((spec, dtype)) => Rule::Reduce(spec.class(dtype), spec.cost),
        None => Rule::Nothing,
    }
}

/// Bytes of an element of a value.
pub(super) fn bytes(op: OpRef<'_>, value: Value) -> u64 {
    element_type(op.ctx(), op.body().ty(value)).map_or(0, |dtype| element_bytes(dtype) as u64)
}
