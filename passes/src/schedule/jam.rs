//! Chooses unroll-and-jam ([`super::Step::UnrollAndJam`]): points that read the same in a fold run together.

use super::choose::{Shape, Vectors, candidates, lanes_in, shape_cost};
use super::steps::Loop;
use super::work::{FoldWork, Work};
use tf_dialects::target::Target;

/// Reads and kinds of arithmetic of a compute whose code is short enough to be written several times: all of it, and that of
/// its folds, which has to stay in the cache of the decoder.
const SHORT: usize = 64;
const SHORT_IN_FOLDS: usize = 24;
/// Points each read rows of their own: more rows at a power of two apart do not fit into the ways of a cache.
const MOST_POINTS: i64 = 8;
/// Registers that hold what is neither accumulated nor shared.
const SPARE: i64 = 2;

/// The cheapest shape in which points run together and what a point costs in it; `None` if none may.
pub(super) fn choose(work: &Work, target: &Target) -> Option<(Shape, f64)> {
    if work.diverges || work.folds.is_empty() || !is_short(work) {
        return None;
    }
    let mut best: Option<(Shape, f64)> = None;
    for candidate in candidates(work, target) {
        for registers in [4, 2, 1] {
            let lanes = |of: &Loop| (*of, lanes_in(work, target, *of, registers));
            let vectors: Vectors = candidate.iter().map(lanes).collect();
            let most = points_in_registers(work, target, &vectors);
            for axis in axes(work) {
                let points = points(work.extents[axis] as i64, work.constant[axis], most);
                if candidate.contains(&Loop::Axis(axis)) || points < 2 {
                    continue;
                }
                let shape = Shape { vectors: vectors.clone(), jam: Some((axis, points)) };
                let cost = shape_cost(work, target, &shape);
                if best.as_ref().is_none_or(|(_, least)| cost < 0.98 * least) {
                    best = Some((shape, cost));
                }
            }
        }
    }
    best
}

/// The axes whose points may run together, the best of those that save as much first: of constant ones the outer one, as
/// what its points share is what the loops inside run through; of more than two others the inner one, as leading axes, of
/// batches say, are often short.
fn axes(work: &Work) -> Vec<usize> {
    let (mut axes, mut open): (Vec<usize>, Vec<usize>) =
        (0..work.extents.len()).filter(|axis| work.jams[*axis]).partition(|axis| work.constant[*axis]);
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
    all <= SHORT && in_folds <= SHORT_IN_FOLDS
}

/// How many points keep their accumulators in registers, beside a value that they share.
fn points_in_registers(work: &Work, target: &Target, vectors: &Vectors) -> i64 {
    let width = vectors.iter().map(|(_, width)| *width).max().unwrap_or(1);
    let registers = (width / target.lanes(work.widest)).max(1);
    let trips =
        |fold: &FoldWork| fold.trips * fold.outer.iter().map(|f| work.folds[*f].trips).product::<f64>();
    let most = work.folds.iter().map(trips).fold(0.0, f64::max);
    // Those of folds around the innermost ones may wait in memory.
    let accumulators: usize =
        work.folds.iter().filter(|fold| trips(fold) * 2.0 > most).map(|fold| fold.accumulators).sum();
    let free = i64::from(target.vector_registers) - registers - SPARE;
    (free / (registers * accumulators.max(1) as i64)).min(MOST_POINTS)
}

/// As many points as there may be; of an axis of constant extent, if it is near, a number that leaves no rest.
fn points(extent: i64, constant: bool, most: i64) -> i64 {
    let most = most.min(extent);
    if !constant {
        return most;
    }
    (most / 2 + 1..=most).rev().find(|n| extent % n == 0).unwrap_or(most)
}
