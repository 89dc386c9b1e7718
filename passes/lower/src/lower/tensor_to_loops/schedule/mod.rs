//! `apply-schedule`: lowers comprehensions to loop nests over tensors, by their schedules.
//!
//! A nest is a `tensor.compute` without axes: its region holds the loops, which read tensors by `tensor.at`
//! and put the yielded values of points into results that begin as `tensor.empty`. Accesses state their
//! proved bounds, since loops carry less information than domains and folds.

mod control;
mod fold;
mod jam;
mod lowering;
mod nest;
mod order_of_use;
mod plan;
mod points;

use super::signature::{Signature, can_be_lowered};
use crate::lower::lower_tiles;
use lowering::Lowering;
use plan::Nest;
use rustc_hash::FxHashMap;
use tf_dialects::func::Func;
use tf_dialects::scalar::{DType, element_type};
use tf_dialects::tensor::bounds::{Indices, PROVED, Proved, is_unproved, verify_access};
use tf_dialects::tensor::scan::Scan;
use tf_dialects::tensor::sort::Sort;
use tf_dialects::tensor::transform::After;
use tf_dialects::tensor::{Access, Compute, Fold};
use tf_ir::body::{Body, Op};
use tf_ir::diag::Diagnostic;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec,
};
use tf_ir::rewrite::Allowed;
use tf_ir::walk::preorder;
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::RULES;
use tf_passes_common::code::stated::state;
use tf_passes_common::unroll;

struct ApplySchedule;

/// The description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "apply-schedule",
    title: "ApplySchedule",
    summary: "Turn computes into loop nests over tensors, by their schedules",
    docs: "The first part of 'tensor-to-loops'. Every tensor.compute becomes one without axes, whose region \
        holds a nest of loop.parallel and loop.for, and every tensor.fold a loop with accumulators. The \
        nest reads by tensor.at and puts by tensor.put; 'tf.proved' of an access lists the axes that are \
        proved to be in bounds. The rules are those of 'tensor-to-loops'.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-computes", help: "computes that became loop nests" }],
    rules: &[],
    growth: Growth::stated(growth, "sums of narrow floats accumulate in wider ones"),
    make: |_: &Options| Ok(Box::new(ApplySchedule)),
};

/// Each step of a sum of narrow floats converts both the term and the accumulator, for each sum of the fold.
pub fn growth(body: &Body, _: i64) -> Growth {
    let is_narrow = |dtype: &DType| dtype.is_float() && dtype.bits() < DType::F32.bits();
    let narrow = |op: Op| {
        let dtypes = body.results(op).filter_map(|value| element_type(body.ctx(), body.ty(value)));
        dtypes.filter(is_narrow).count() as u64
    };
    let folds = preorder(body).into_iter().filter(|op| body.is(*op, Fold));
    Growth { per_iteration: 2 * folds.map(narrow).max().unwrap_or(0), ..Growth::NONE }
}

impl Pass for ApplySchedule {
    // Subscripts without a policy are in bounds by the verifier's checks, which are not possible in loops.
    fn trusts_verifier(&self) -> bool {
        true
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        if !can_be_lowered(body) {
            return Ok(Changed::No);
        }
        let applied = apply(body, cx.allowed().group(RULES)).map_err(|error| cx.error(error))?;
        cx.count("num-computes", applied.computes);
        Ok(Changed::from(applied.changed))
    }
}

/// The outcome of applying schedules.
pub(super) struct Applied {
    /// Number of computes that became loops.
    pub computes: u64,
    /// True if the function changed.
    pub changed: bool,
}

/// Lowers the comprehensions of a function to loops.
pub(super) fn apply(body: &mut Body, allowed: Allowed<'_>) -> Result<Applied, Diagnostic> {
    let entry = body.entry_block().expect("the caller checked that there is a body");
    let signature = Signature::of(body, entry)?;
    let mut changed = tf_passes_common::code::dissolve::dissolve_all(body) > 0;
    changed |= lower_tiles::lower(body)?.changed == Changed::Yes;
    changed |= write_out(body);
    changed |= settle_order(body);
    changed |= doubt(body)?;
    let proved = prove(body);
    changed |= state_extents(body, &signature);
    let holds_scalar_code = |op: &Op| {
        body.is(*op, Compute) || (matches!(body.kind(*op), Scan::KIND | Sort::KIND) && !is_flat(body, *op))
    };
    let ops: Vec<Op> = preorder(body).into_iter().filter(holds_scalar_code).collect();
    changed |= !ops.is_empty();
    let mut computes = 0;
    for op in ops {
        let is_compute = body.is(op, Compute);
        let view = body.cast(op, Compute);
        let indices = view.filter(|compute| !compute.is_nest()).map(|compute| compute.indices());
        let nest = if is_compute { Nest::of(body, op)? } else { Nest::none() };
        let code = FoldingBuilder::before(body, op);
        let mut lowering = Lowering::new(code, nest, indices, &proved, allowed);
        match is_compute {
            true => lowering.compute(op)?,
            false => lowering.combiners(op)?,
        }
        computes += u64::from(is_compute);
    }
    state_lost(body, &proved);
    Ok(Applied { computes, changed })
}

/// States the proofs of accesses outside of computes that rest on elements of a compute: loops hide these.
fn state_lost(body: &mut Body, proved: &FxHashMap<Op, Proved>) {
    let is_lost = |op: &Op| proved.contains_key(op) && is_unproved(body.op(*op));
    let lost: Vec<Op> = preorder(body).into_iter().filter(is_lost).collect();
    for op in lost {
        proved[&op].state(body, op);
    }
}

/// Unrolls the loops whose schedules still request it. True if there were any.
fn write_out(body: &mut Body) -> bool {
    let computes: Vec<Op> = preorder(body).into_iter().filter(|op| body.is(*op, Compute)).collect();
    computes.into_iter().fold(false, |any, op| any | unroll::apply(body, op, true).is_some())
}

/// True if a combiner is already straight-line scalar code.
fn is_flat(body: &Body, op: Op) -> bool {
    let is_scalar = |value| body.ctx().dims(body.ty(value)).is_none();
    let blocks = body.regions(op).flat_map(|region| body.blocks(region));
    blocks.flat_map(|block| body.ops(block)).all(|inner| {
        body.regions(inner).len() == 0 && body.operands(inner).chain(body.results(inner)).all(is_scalar)
    })
}

/// Removes `tensor.after`: from here on, code runs in textual order. True if there was one.
fn settle_order(body: &mut Body) -> bool {
    let ordered: Vec<Op> = preorder(body).into_iter().filter(|op| body.is(*op, After)).collect();
    for op in &ordered {
        let value = body.operand(*op, 0);
        body.replace(*op, &[value]);
    }
    !ordered.is_empty()
}

/// Discards the stated bounds of accesses outside of nests: only this pass proves them, and input text may
/// claim anything. True if there were any.
fn doubt(body: &mut Body) -> Result<bool, Diagnostic> {
    let states = |op: &Op| body.attr(*op, PROVED).is_some() && !in_nest(body, *op);
    let doubted: Vec<Op> = preorder(body).into_iter().filter(states).collect();
    for op in &doubted {
        body.remove_attr(*op, PROVED);
        let Some(access) = Access::of(body.op(*op)) else { continue };
        verify_access(body.op(*op), &access)?;
    }
    Ok(!doubted.is_empty())
}

/// True if the op is inside the loops of a lowered compute.
fn in_nest(body: &Body, op: Op) -> bool {
    let mut around = body.parent_op(op);
    while let Some(outer) = around {
        if let Some(compute) = body.cast(outer, Compute) {
            return compute.is_nest();
        }
        around = body.parent_op(outer);
    }
    false
}

/// Proves bounds of the accesses of a body.
fn prove(body: &Body) -> FxHashMap<Op, Proved> {
    let mut indices = Indices::new(body);
    let accesses = preorder(body).into_iter().filter_map(|op| Some((op, Access::of(body.op(op))?)));
    accesses.map(|(op, access)| (op, Proved::of(&mut indices, body.op(op), &access))).collect()
}

/// Records the extents that a call has to check, since loops do not carry them. True if any were new.
fn state_extents(body: &mut Body, signature: &Signature) -> bool {
    let extents = signature.inner_extents(body);
    state(body, extents) > 0
}
