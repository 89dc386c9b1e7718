//! Tails of the heuristic's vectors: on a machine without masks, no tail is masked.
//!
//! There, a masked store runs lane by lane with a branch each, and a masked load assembles registers. Rows of
//! 13 to 100 elements took 1.1 to 2 times as long as with a last vector that overlaps the one before it
//! (bench/log/0040). But such tails copy the code, which costs compile time: long code, and code with folds,
//! keeps its masks.

use tf_dialects::loops::{For, Parallel, While};
use tf_dialects::target::Target;
use tf_dialects::tensor::loop_names::folds_in;
use tf_dialects::tensor::schedule::{Loop, Plan, Tail};
use tf_dialects::tensor::{Compute, Fold};
use tf_ir::body::{Body, Op};
use tf_ir::walk::walk;
use tf_passes_common::cost::figures::SHORT_END;

/// The tails of a plan's vectors on a target, if the extent is not a known multiple of the width.
pub fn choose(body: &Body, compute: Op, plan: &Plan, target: &Target) -> Vec<(Loop, Tail)> {
    if target.masks {
        return Vec::new();
    }
    let Some(view) = body.cast(compute, Compute) else { return Vec::new() };
    let folds = folds_in(body, compute);
    let end = |(of, width): &(Loop, i64)| match of {
        Loop::Axis(_) if !folds.is_empty() || !is_short(body, compute) => None,
        Loop::Axis(axis) => {
            let extent = view.extents().get(*axis).and_then(|extent| extent.as_const());
            let whole = extent.is_some_and(|n| n % width == 0);
            let tail = if may_repeat(body, compute, plan, *axis) { Tail::Overlap } else { Tail::Peel };
            (!whole).then_some((*of, tail))
        }
        Loop::Fold(fold) => folds.get(*fold).filter(|fold| is_short(body, **fold)).map(|_| (*of, Tail::Peel)),
    };
    plan.vectors.iter().filter_map(end).collect()
}

/// True if the code of a compute or a fold is short enough to be copied.
fn is_short(body: &Body, op: Op) -> bool {
    let mut ops = 0;
    let mut loops = false;
    walk(body, op, &mut |body, inner| {
        ops += 1;
        loops |= inner != op && (body.is(inner, Fold) || body.is(inner, For) || body.is(inner, While));
    });
    ops <= SHORT_END && !loops
}

/// True if points may be computed twice: they write into no tensor, no loop of the program is around them
/// whose values are updated in place, and threads would not write one of them at the same time.
fn may_repeat(body: &Body, compute: Op, plan: &Plan, axis: usize) -> bool {
    let shared = plan.parallel > 1 && plan.order[..plan.parallel].contains(&axis);
    body.operand_count(compute) == 0 && !shared && !is_in_loop(body, compute)
}

/// True if a loop of the program is around a compute.
pub fn is_in_loop(body: &Body, compute: Op) -> bool {
    let mut around = std::iter::successors(body.parent_op(compute), |op| body.parent_op(*op));
    around.any(|op| body.is(op, For) || body.is(op, While) || body.is(op, Parallel))
}
