//! Which folds are cut, and how long their chunks are.

use crate::cost::figures::{
    CHUNK, FEW_POINTS, GPU_COLUMN_CHUNK, LONG_ENOUGH_TO_SPLIT, LONGEST_CHUNK, SHORTEST_CHUNK,
};
use crate::fold_chain;
use crate::schedule::{Reach, Work, reads_along_points};
use tf_dialects::gpu::Gpu;
use tf_dialects::tensor::loop_names::folds_in;
use tf_dialects::tensor::schedule::Loop;
use tf_dialects::tensor::{Compute, Fold};
use tf_ir::body::{Body, Op};
use tf_ir::control::{Induction, LoopLike};
use tf_ir::extent::{Extent, Facts, Verdict};

/// Where a fold is cut.
pub(super) struct Cut {
    /// The fold, or one that is one fold with it, whose range is cut.
    pub at: Op,
    /// Its first index.
    pub lower: Extent,
    /// Its end, excluded.
    pub upper: Extent,
    /// Trips of a chunk.
    pub length: i64,
}

impl Cut {
    /// The number of whole chunks, as a term.
    pub fn count(&self) -> Option<Extent> {
        self.upper.sub(&self.lower).ok()?.floordiv(self.length).ok()
    }

    /// Where the last whole chunk ends.
    pub fn end(&self) -> Option<Extent> {
        self.count()?.mul(&Extent::constant(self.length)).ok()?.add(&self.lower).ok()
    }

    /// True if nothing is left behind the last whole chunk.
    pub fn is_even(&self) -> bool {
        self.end().is_some_and(|end| end == self.upper)
    }
}

/// The folds directly in the region of a compute that are worth being cut, first to last.
pub(super) fn candidates(body: &Body, compute: Op) -> Vec<(Op, Cut)> {
    let view = body.view(compute, Compute);
    let points = view.extents().iter().map(Extent::as_const).try_fold(1i64, |all, n| all.checked_mul(n?));
    let few = points.is_some_and(|points| (1..=FEW_POINTS).contains(&points));
    // Of several axes of unknown extents there are points enough.
    let too_few =
        |gpu: &Gpu| points.map_or(view.extents().len() == 1, |points| points < gpu.resident() as i64);
    let gpu = Gpu::of(body).filter(too_few);
    if !few && gpu.is_none() || body.operand_count(compute) > 0 || view.schedule().is_some() {
        return Vec::new();
    }
    let folds = folds_in(body, compute);
    if !folds.iter().any(|fold| body.block_of(*fold) == view.block()) {
        return Vec::new();
    }
    let work = Work::of(body, compute);
    let outermost = (0..folds.len()).filter(|number| body.block_of(folds[*number]) == view.block());
    let one = |number: usize| match few {
        true => cut(body, &work, &folds, number),
        false => cut_columns(body, &work, &folds, number),
    };
    outermost.filter_map(|number| Some((folds[number], one(number)?))).collect()
}

/// Where a fold is cut that adds up columns on a GPU: points that follow each other read side by side, but are too few for all threads.
fn cut_columns(body: &Body, work: &Work, folds: &[Op], number: usize) -> Option<Cut> {
    let view = body.view(folds[number], Fold);
    let is_alone = !(0..folds.len()).any(|other| work.folds[other].outer.contains(&number));
    let may_be_cut = work.folds[number].reorders || view.laws().associative;
    if !is_alone || !may_be_cut || work.extents.is_empty() || !reads_along_points(work, number) {
        return None;
    }
    let last = Loop::Axis(work.extents.len() - 1);
    let mut reads = work.accesses.iter().filter(|access| access.folds.contains(&number));
    // Chunks of what all points read alike would be read again and again.
    reads
        .any(|access| access.reach(last) == Reach::Next)
        .then(|| range(body, folds[number], GPU_COLUMN_CHUNK))?
}

/// Where a fold of this number is cut: at the outermost of those that are one fold with it which has enough trips.
fn cut(body: &Body, work: &Work, folds: &[Op], number: usize) -> Option<Cut> {
    let view = body.view(folds[number], Fold);
    if !work.folds[number].reorders && !view.laws().associative {
        return None;
    }
    let inside = |all: &[usize]| all.contains(&number);
    let arithmetic = work.arithmetic.iter().filter(|a| inside(&a.folds)).map(|a| a.cost * a.count);
    let reads = work.accesses.iter().filter(|a| inside(&a.folds)).map(|a| a.count);
    let total = (arithmetic.sum::<f64>() + reads.sum::<f64>()) * work.points();
    let chain = std::iter::successors(Some(folds[number]), |fold| fold_chain::inner(body, *fold));
    let is_known = |fold: &Op| crate::cost::fold_trips(body, *fold).is_some();
    if folds[number..].iter().filter(|fold| body.encloses(folds[number], **fold)).all(is_known)
        && is_known(&folds[number])
        && total < LONG_ENOUGH_TO_SPLIT
    {
        return None;
    }
    chain.into_iter().find_map(|at| {
        let number = folds.iter().position(|fold| *fold == at)?;
        let trips = work.folds[number].trips.max(1.0);
        // What runs for a trip of this fold, in all trips of those around it.
        let per_trip = (total / trips).max(1.0);
        let length =
            ((CHUNK / per_trip).ceil() as u64).clamp(SHORTEST_CHUNK, LONGEST_CHUNK).next_power_of_two();
        range(body, at, i64::try_from(length).ok()?)
    })
}

/// The range of a fold and its chunks, if extents alone decide it, and it is not known to have less than two chunks.
fn range(body: &Body, at: Op, length: i64) -> Option<Cut> {
    let inductions = Fold.inductions(body.view(at, Fold).op());
    let [Induction { lower, upper, .. }] = &inductions[..] else { return None };
    let (lower, upper) = (lower.as_term()?, upper.as_term()?);
    let cut = Cut { at, lower, upper, length };
    let whole = cut.upper.sub(&cut.lower).ok()?;
    let is_long = whole.as_const().is_none_or(|trips| trips >= 2 * length);
    (is_long && whole.prove_ge0(&Facts::new()) == Verdict::Proved).then_some(cut)
}
