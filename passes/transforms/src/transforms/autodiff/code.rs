//! Shared utilities of differentiation: find ops in code, find captured values, rebuild an op.

use rustc_hash::FxHashSet;
use tf_dialects::arith;
use tf_dialects::differentiate::{self, Active, is_differentiable};
use tf_dialects::tensor::print::is_watching;
use tf_dialects::tensor::transform::checkpoint;
use tf_dialects::tensor::{Access, Compute, Fold, FromElements, Put};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::control::as_loop;
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::Copier;

/// The matching ops in `code` and in its regions, in preorder.
pub(super) fn find(body: &Body, code: &[Op], wanted: impl Fn(&Body, Op) -> bool) -> Vec<Op> {
    let mut found = Vec::new();
    for op in code {
        tf_ir::walk::walk(body, *op, &mut |body, inner| found.extend(wanted(body, inner).then_some(inner)));
    }
    found
}

/// True for code at a point of a comprehension.
pub(super) fn is_at_point(body: &Body, op: Op) -> bool {
    let mut around = std::iter::successors(body.parent_op(op), |parent| body.parent_op(*parent));
    around.any(|parent| body.is(parent, Compute))
}

/// True for loops. Comprehensions and folds are not loops, since their iterations carry no values.
pub(super) fn is_loop(body: &Body, op: Op) -> bool {
    as_loop(body, op).is_some() && !body.is(op, Compute) && !body.is(op, Fold)
}

/// The puts in the regions of an op.
pub(super) fn all_puts(body: &Body, op: Op) -> Vec<Op> {
    find(body, &[op], |body, inner| body.is(inner, Put))
}

/// The puts in the regions of an op, or the op itself, that go to accumulators around it.
pub(super) fn puts_in(body: &Body, op: Op) -> Vec<Op> {
    let goes_outside = |put: &Op| {
        let targets = body.cast(*put, Put).map(|view| view.targets()).unwrap_or_default();
        targets.iter().any(|target| {
            let owner = body.def_block(*target).and_then(|block| body.block_owner(block));
            owner.is_none_or(|owner| !body.encloses(op, owner))
        })
    };
    all_puts(body, op).into_iter().filter(goes_outside).collect()
}

/// Erases the puts in a copy: their derivative comes from the original.
pub(super) fn drop_puts(body: &mut Body, copy: Op) {
    puts_in(body, copy).into_iter().for_each(|put| body.erase(put));
}

/// Erases the ops in a copy that only print or check values: the original does this.
pub(super) fn drop_watching(body: &mut Body, copy: Op) {
    find(body, &[copy], is_watching).into_iter().for_each(|op| body.erase(op));
}

/// True for a read of a float.
pub(super) fn is_read(body: &Body, op: Op) -> bool {
    Access::of_read(body.op(op)).is_some() && is_differentiable(body.ctx(), body.ty(body.result(op, 0)))
}

/// True if the op contains a read of floats.
pub(super) fn reads_floats(body: &Body, op: Op) -> bool {
    !find(body, &[op], is_read).is_empty()
}

/// The positions that are set.
pub(super) fn positions(set: &[bool]) -> Vec<usize> {
    (0..set.len()).filter(|i| set[*i]).collect()
}

/// The active captured values of the regions of `op`, mapped by `copier`, in order of first use.
pub(super) fn captured(body: &Body, op: Op, copier: &Copier, active: &Active) -> Vec<Value> {
    let mut known = FxHashSet::default();
    let outside = checkpoint::captured(body, op).into_iter().map(|value| copier.known(value));
    outside.filter(|value| active.has(*value) && known.insert(*value)).collect()
}

/// As [`captured`], at a point of a comprehension: the scalars (with the active elements of small tensors),
/// and the tensors.
pub(super) fn captured_at_point(
    body: &Body,
    op: Op,
    copier: &Copier,
    active: &Active,
) -> (Vec<Value>, Vec<Value>) {
    let all = captured(body, op, copier, active).into_iter();
    let (sources, mut scalars): (Vec<Value>, Vec<Value>) =
        all.partition(|value| body.ctx().is_tensor(body.ty(*value)));
    for source in &sources {
        let array = body.def_op(*source).filter(|def| body.is(*def, FromElements));
        for element in array.into_iter().flat_map(|array| body.operands(array)) {
            if active.has(element) && !scalars.contains(&element) {
                scalars.push(element);
            }
        }
    }
    (scalars, sources)
}

/// The conjunction of a condition and those before.
pub(super) fn and(b: &mut Builder<'_>, before: Option<Value>, condition: Value) -> Value {
    match before {
        Some(before) => arith::andi(b, before, condition),
        None => condition,
    }
}

/// A copy of the op with its attributes, at the cursor, with other operands, other results and empty regions.
pub(super) fn same(b: &mut Builder<'_>, op: Op, operands: &[Value], results: &[Type]) -> Op {
    Copier::default().same(b, op, operands, results)
}

/// Rebuilds the op before itself, with other operands and results, and moves its regions to the new op.
pub(super) fn rebuilt(body: &mut Body, op: Op, operands: &[Value], results: &[Type]) -> Op {
    let new = same(&mut Builder::before(body, op), op, operands, results);
    let regions = body.regions(op).len();
    for i in 0..regions {
        let (from, to) = (body.region(op, i), body.region(new, i));
        body.splice_blocks(from, to);
    }
    new
}

/// The error for an op that cannot be differentiated.
pub(super) fn no_rule(body: &Body, op: Op) -> Diagnostic {
    let why = differentiate::reason(body.info(op));
    body.op(op).error(format_args!("cannot be differentiated backwards: {why}"))
}

/// The error for subscripts that cannot be expressed.
pub(super) fn too_large(body: &Body, op: Op) -> Diagnostic {
    body.op(op).error("cannot be differentiated backwards: its subscripts become too large")
}
