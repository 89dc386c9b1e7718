//! Chooses unroll-and-jam ([`tf_dialects::tensor::schedule::Step::Jam`]): points with common reads in a fold
//! run together.

use super::choose::{candidates, lanes_in};
use std::cmp::Reverse;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::Loop;
use tf_passes_common::cost::figures::{
    JAMMED_REGISTERS, MOST_POINTS, MOST_POINTS_APART, OWN_REST, SAME_SET, SHORT_IN_FOLDS, SHORT_TOGETHER,
    WORTH_OTHER_JAM,
};
use tf_passes_common::cost::point::{Shape, Vectors, free_registers, shape_cost};
use tf_passes_common::cost::work::{FoldWork, Work};

/// The shape with the lowest cost per point; a later one has to be clearly better.
pub(super) fn cheapest(shapes: &[(Shape, f64)]) -> Option<&(Shape, f64)> {
    shapes.iter().reduce(|best, other| if other.1 < WORTH_OTHER_JAM * best.1 { other } else { best })
}

/// True if points of a compute may run together.
fn may_run_together(work: &Work) -> bool {
    !work.diverges && !work.folds.is_empty() && is_short(work)
}

/// The shapes with unroll-and-jam, for each legal axis, with their cost per point.
pub(super) fn shapes(work: &Work, target: &Target) -> Vec<(Shape, f64)> {
    let mut shapes = Vec::new();
    if !may_run_together(work) {
        return shapes;
    }
    for candidate in candidates(work, target) {
        for registers in JAMMED_REGISTERS {
            let lanes = |of: &Loop| (*of, lanes_in(work, target, *of, registers));
            let vectors: Vectors = candidate.iter().map(lanes).collect();
            let most = points_in_registers(work, target, &vectors);
            for axis in axes(work) {
                if candidate.contains(&Loop::Axis(axis)) {
                    continue;
                }
                let most = most.min(rows_at_once(work, axis));
                if let Some((points, cost)) = points(work, target, &vectors, axis, most) {
                    shapes.push((Shape { vectors: vectors.clone(), jam: Some((axis, points)) }, cost));
                }
            }
        }
    }
    shapes
}

/// The legal axes for unroll-and-jam, best first among those that save equally. Constant axes come before
/// others, the outer one first, because its points share the data of the inner loops; an inner one with the
/// same shared reads comes before it, because its points are nearer. If there are more than two axes, the
/// inner unknown one is first, because leading axes (of batches) are often short.
fn axes(work: &Work) -> Vec<usize> {
    let (constant, mut open): (Vec<usize>, Vec<usize>) =
        (0..work.extents.len()).filter(|axis| work.jams[*axis]).partition(|axis| work.constant[*axis]);
    let shared = |axis: usize| -> Vec<bool> {
        let in_folds = work.accesses.iter().filter(|access| !access.folds.is_empty());
        in_folds.map(|access| access.is_same(Loop::Axis(axis))).collect()
    };
    let mut axes = constant.clone();
    axes.sort_by_key(|axis| {
        let first = constant.iter().find(|other| shared(**other) == shared(*axis));
        (first.copied(), Reverse(*axis))
    });
    if work.extents.len() > 2 {
        open.reverse();
    }
    axes.append(&mut open);
    axes
}

fn is_short(work: &Work) -> bool {
    let all = work.arithmetic.len() + work.accesses.len();
    let in_folds = work.arithmetic.iter().filter(|a| !a.folds.is_empty()).count()
        + work.accesses.iter().filter(|a| !a.folds.is_empty()).count();
    all <= SHORT_TOGETHER && in_folds <= SHORT_IN_FOLDS
}

/// The count of points whose accumulators fit in registers, next to a shared value.
fn points_in_registers(work: &Work, target: &Target, vectors: &Vectors) -> i64 {
    let width = vectors.iter().map(|(_, width)| *width).max().unwrap_or(1);
    let registers = (width / target.lanes(work.widest)).max(1);
    let iterations = |fold: &FoldWork| work.iterations_of(fold);
    let most = work.folds.iter().map(iterations).fold(0.0, f64::max);
    // Accumulators of outer folds may be spilled.
    let accumulators: usize =
        work.folds.iter().filter(|fold| iterations(fold) * 2.0 > most).map(|fold| fold.accumulators).sum();
    let free = free_registers(target) - registers;
    free / (registers * accumulators.max(1) as i64)
}

/// The count of points along an axis whose separate rows stay together in a cache.
fn rows_at_once(work: &Work, axis: usize) -> i64 {
    let mut own = work.accesses.iter().filter(|access| !access.folds.is_empty());
    let apart = own.all(|access| match access.bytes(Loop::Axis(axis)) {
        Some(bytes) => bytes == 0 || bytes % SAME_SET != 0,
        None => false,
    });
    // If the axis turns out to be short, no points would run together.
    if apart && work.constant[axis] { MOST_POINTS_APART } else { MOST_POINTS }
}

/// The count of points of an axis that run together, at most `most`, and the cost per point; `None` if none
/// do. For constant extents, an epilogue with less sharing has to pay.
fn points(work: &Work, target: &Target, vectors: &Vectors, axis: usize, most: i64) -> Option<(i64, f64)> {
    let extent = work.extents[axis] as i64;
    let cost = |points: i64| {
        let jam = (points > 1).then_some((axis, points));
        shape_cost(work, target, &Shape { vectors: vectors.clone(), jam })
    };
    let most = most.min(extent);
    if !work.constant[axis] {
        return (most > 1).then(|| (most, cost(most)));
    }
    let mut best: Option<(i64, f64)> = None;
    for points in (2..=most).rev() {
        let rest = extent % points;
        let of_rest = if rest > 0 { rest as f64 * cost(rest) } else { 0.0 };
        // The epilogue is separate code.
        let own = if rest > 0 { OWN_REST } else { 1.0 };
        let each = own * ((extent - rest) as f64 * cost(points) + of_rest) / extent as f64;
        if best.is_none_or(|(_, least)| each < least) {
            best = Some((points, each));
        }
    }
    best
}
