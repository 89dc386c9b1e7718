//! Verifiers of comprehensions, of folds, and of the parents of `tensor.yield`.

use super::bounds::verify_bounds;
use super::combiner::{self, check_combiner, check_inits};
use super::compute::{Compute, ComputeOp, Fold, FoldOp, accumulator_type, result_type};
use super::group::Group;
use super::put::{Put, check_accumulator_uses};
use super::reduce::Reduce;
use super::reduce_window::ReduceWindow;
use super::scalar_code::{Yield, check_code};
use super::scan::Scan;
use super::scatter::Scatter;
use super::sort::Sort;
use super::transform::checkpoint::Checkpoint;
use super::transform::custom::Custom;
use super::transform::vmap::Vmap;
use super::transform::{Jvp, Vjp};
use crate::scalar::{dtype, element_type};
use crate::shared::access::check_map;
use crate::shared::constraints::{SCALAR, TENSOR};
use crate::shared::regions::sole_block;
use crate::shared::shape::check_result;
use tf_ir::body::{Block, Op, Value};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::Verify;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;

/// Checks that the arguments of a block are `count` indices.
fn check_indices(op: OpRef<'_>, block: Block, count: usize, whose: &str) -> Result<(), Diagnostic> {
    let body = op.body();
    let accumulators = if op.is(Compute) { op.operand_count() } else { 0 };
    let found = body.arg_count(block);
    if found != count + accumulators {
        return Err(op.error(format_args!("has {whose}, but its region has {found} arguments")));
    }
    match body.args(block).take(count).find(|arg| body.ty(*arg) != op.ctx().index()) {
        Some(arg) => {
            let ty = type_to_string(op.ctx(), body.ty(arg));
            Err(op.error(format_args!("expects region arguments of type index, but one is {ty}")))
        }
        None => Ok(()),
    }
}

fn check_yield_count(op: OpRef<'_>, end: Op, results: usize) -> Result<(), Diagnostic> {
    let yielded = op.body().operand_count(end);
    if op.result_count() == 0 {
        return Err(op.error("needs at least one result"));
    }
    if yielded != results {
        let error = op.error(format_args!("has {results} results but its region yields {yielded} values"));
        return Err(error.note(op.body().loc(end), "yielded here"));
    }
    Ok(())
}

impl Verify for Compute {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (body, ctx) = (op.body(), op.ctx());
        let (block, end) = sole_block(op, 0, Yield)?;
        let view = op.view(Compute);
        let extents = view.extents();
        if let Some(negative) = extents.iter().find(|e| e.as_const().is_some_and(|n| n < 0)) {
            return Err(op.error(format_args!("has a box with the negative extent {negative}")));
        }
        super::fusion::check(op)?;
        check_accumulators(op, view, block)?;
        check_indices(op, block, extents.len(), &format!("a box of rank {}", extents.len()))?;
        check_yield_count(op, end, view.plain_count())?;
        for (i, value) in body.operands(end).enumerate() {
            let ty = body.ty(value);
            if !(SCALAR.check)(ctx, ty) && !(TENSOR.check)(ctx, ty) {
                let ty = type_to_string(ctx, ty);
                return Err(
                    op.error(format_args!("yields {ty} as value #{i}: neither a scalar nor a tensor"))
                );
            }
            let Some(wanted) = result_type(ctx, extents, ty) else {
                let ty = type_to_string(ctx, ty);
                let error = op.error(format_args!(
                    "yields {ty} as value #{i}: a tensor that a region yields must have constant extents"
                ));
                return Err(error.note(body.loc(end), "yielded here"));
            };
            check_result(op, i, wanted, "the box and the yielded value give")?;
        }
        check_schedule(op, view)?;
        check_code(op, block, "a tensor.compute", view.is_nest())?;
        check_accumulator_uses(op, &view.accumulators())
    }
}

/// Checks the names of loops, and that the schedule is valid.
fn check_schedule(op: OpRef<'_>, view: ComputeOp<'_>) -> Result<(), Diagnostic> {
    let (names, rank) = (view.loop_names(), view.extents().len());
    if view.axes().is_some() && names.axes.len() != rank {
        let found = names.axes.len();
        return Err(op.error(format_args!("names {found} axes, but its box has {rank}")));
    }
    if let Some(both) = names.folds.iter().find(|name| names.axes.contains(name)) {
        return Err(op.error(format_args!("has the name '{both}' for both an axis and a fold")));
    }
    let Some(schedule) = view.scheduled() else { return Ok(()) };
    if view.axes().is_none() && rank > 0 && !schedule.0.is_empty() {
        return Err(op.error(format_args!(
            "has a schedule, but no names for the {rank} axes of its box: name them with 'axes'"
        )));
    }
    match schedule.plan(&names) {
        Ok(plan) if plan.tiles.as_ref().is_some_and(|tiles| !tiles.placements.is_empty()) => {
            Err(op.error("has a schedule that places members: only a group has members"))
        }
        Ok(plan) if plan.tiles.as_ref().is_some_and(|tiles| !tiles.joins.is_empty()) => {
            Err(op.error("has a schedule that splits loops and joins members: only a group has members"))
        }
        Ok(_) => Ok(()),
        Err(why) => Err(op.error(format_args!("schedule {why}"))),
    }
}

/// Checks that operands, accumulations, the last results and the last arguments correspond.
fn check_accumulators(op: OpRef<'_>, view: ComputeOp<'_>, block: Block) -> Result<(), Diagnostic> {
    let (body, ctx, count) = (op.body(), op.ctx(), op.operand_count());
    let how = view.accumulations();
    if how.len() != count {
        let n = how.len();
        return Err(op.error(format_args!("has {count} initial tensors, but {n} accumulations")));
    }
    if op.result_count() < count {
        let n = op.result_count();
        return Err(op.error(format_args!("accumulates {count} results, but has {n}")));
    }
    let arguments = view.accumulators();
    if count > 0 && arguments.len() != count {
        let (rank, found) = (view.extents().len(), body.arg_count(block));
        return Err(op.error(format_args!(
            "has a box of rank {rank} and {count} accumulators, but its region has {found} arguments"
        )));
    }
    for i in 0..count {
        let (init, result) = (op.operand_type(i), op.result_type(view.plain_count() + i));
        if init != result {
            let words = [init, result].map(|t| type_to_string(ctx, t));
            return Err(op.error(format_args!(
                "has the initial tensor {} for accumulator #{i}, but the result {}",
                words[0], words[1]
            )));
        }
        let (found, wanted) = (body.ty(arguments[i]), accumulator_type(ctx, init));
        if found != wanted {
            let words = [found, wanted].map(|t| type_to_string(ctx, t));
            return Err(
                op.error(format_args!("accumulator #{i} is {} in the region, not {}", words[1], words[0]))
            );
        }
        let dtype = element_type(ctx, init).expect("operands are tensors of element types");
        if !how[i].accepts(dtype) {
            return Err(op.error(format_args!("cannot accumulate values of type {dtype} with {}", how[i])));
        }
    }
    Ok(())
}

impl Verify for Fold {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let ctx = op.ctx();
        let (block, end) = sole_block(op, 0, Yield)?;
        let view = op.view(Fold);
        check_indices(op, block, 1, "one index")?;
        if op.body().regions(op.id()).len() > 2 {
            return Err(op.error("has more regions than its own and the combiner"));
        }
        let inits = check_operands(op, view)?;
        check_yield_count(op, end, op.result_count())?;
        let combines = op.body().regions(op.id()).len() > 1;
        let kinds = view.combining_kinds();
        check_combiner(op, combines, view.kinds().is_some(), kinds.len())?;
        if combines {
            let types: Vec<Type> = op.results().map(|v| op.body().ty(v)).collect();
            check_inits(op, &inits, &types)?;
            combiner::verify(op, 1, &types)?;
        }
        for (i, value) in op.body().operands(end).enumerate() {
            let (ty, wanted) = (op.body().ty(value), op.result_type(i));
            if ty != wanted {
                let words = [ty, wanted].map(|t| type_to_string(ctx, t));
                let error = op
                    .error(format_args!("yields {} as value #{i} but result #{i} is {}", words[0], words[1]));
                return Err(error.note(op.body().loc(end), "yielded here"));
            }
            let dtype = dtype(ctx, ty).expect("results are scalars");
            if !combines && !kinds[i].accepts(dtype) {
                return Err(op.error(format_args!("cannot combine values of type {dtype} with {}", kinds[i])));
            }
        }
        let comprehends = |p: OpRef<'_>| p.is(Compute) || p.is(Scatter);
        let inside = std::iter::successors(op.parent(), |p| p.parent()).any(comprehends);
        if !inside {
            let error =
                op.error("must be inside the region of a tensor.compute; elsewhere use tensor.reduce");
            return Err(error.code(&codes::PLACE));
        }
        verify_bounds(view)
    }
}

/// Checks the map of a fold, and that its operands are the dimensions of the map followed by initial values;
/// returns the latter.
fn check_operands(op: OpRef<'_>, view: FoldOp<'_>) -> Result<Vec<Value>, Diagnostic> {
    let combines = op.body().regions(op.id()).len() > 1;
    let (indices, inits) = (view.indices(), view.inits());
    // Without a combiner every operand is an index.
    let count = if combines { indices.len() } else { op.operand_count() };
    check_map(op, view.bounds(), count, view.symbols().len(), Some(2), "bounds")?;
    let index = op.ctx().index();
    match indices.iter().find(|v| op.body().ty(**v) != index) {
        Some(value) => {
            let ty = type_to_string(op.ctx(), op.body().ty(*value));
            Err(op.error(format_args!("expects bounds of type index, but one is {ty}")))
        }
        None => Ok(inits),
    }
}

/// The ops whose regions may end with `tensor.yield`.
const YIELD_TO: &[&str] = &[
    Compute::NAME,
    Fold::NAME,
    Put::NAME,
    Scatter::NAME,
    Vjp::NAME,
    Jvp::NAME,
    Vmap::NAME,
    Custom::NAME,
    Checkpoint::NAME,
    Group::NAME,
    Reduce::NAME,
    ReduceWindow::NAME,
    Scan::NAME,
    Sort::NAME,
];

impl Verify for Yield {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        match op.parent() {
            Some(parent) if YIELD_TO.contains(&parent.name()) => Ok(()),
            _ => Err(op.error(format_args!("expects one of the parent ops {}", YIELD_TO.join(", ")))),
        }
    }
}
