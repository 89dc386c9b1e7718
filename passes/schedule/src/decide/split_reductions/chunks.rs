//! Chooses the folds to split (staged reductions) and their chunk lengths.

use crate::apply::apply_tiles::nest::Nest;
use crate::apply::split_reductions::split::Cut;
use crate::decide::choose_tiles::factors::{Factors, Sizes};
use crate::decide::choose_tiles::width_of;
use crate::decide::schedule::reads_along_points;
use tf_dialects::gpu::Gpu;
use tf_dialects::target::Target;
use tf_dialects::tensor::loop_names::folds_in;
use tf_dialects::tensor::schedule::Loop;
use tf_dialects::tensor::{Compute, Fold};
use tf_ir::body::{Body, Op};
use tf_ir::extent::Extent;
use tf_passes_common::code::fold_chain;
use tf_passes_common::cost::figures::{
    CHUNK, FEW_POINTS, GPU_COLUMN_CHUNK, LEAST_BETWEEN, LEAST_LONG_CHUNKS, LONG_CHUNK_BYTES,
    LONG_CHUNK_READS, LONG_ENOUGH_TO_SPLIT, LONGEST_CHUNK, MOST_LONG_POINTS, PAGE, SHORTEST_CHUNK,
    SHORTEST_LONG_CHUNK,
};
use tf_passes_common::cost::work::{Reach, Work};

/// A fold with the iterations of its chunks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunks {
    /// The fold, or one inside of it that forms one fold with it.
    pub at: Op,
    /// The iterations of a chunk.
    pub length: i64,
}

/// The folds directly in the region of a compute that are worth splitting, first to last.
pub(crate) fn candidates(body: &Body, compute: Op) -> Vec<Chunks> {
    let view = body.view(compute, Compute);
    let points = view.extents().iter().map(Extent::as_const).try_fold(1i64, |all, n| all.checked_mul(n?));
    let few = points.is_some_and(|points| (1..=FEW_POINTS).contains(&points));
    let is_free = body.operand_count(compute) == 0 && view.schedule().is_none();
    if is_free && !few && Gpu::of(body).is_none() {
        let found = rows_between(body, compute).or_else(|| long_product(body, compute, points?));
        return found.into_iter().collect();
    }
    // Several axes of unknown extents have enough points.
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
    outermost.filter_map(one).collect()
}

/// The cut of a fold whose terms are strided around the points, as `s[j] = Σ x[i, j, k]` over `i` and `k`:
/// each iteration of the outer fold moves a point to another page. Each outer iteration becomes a chunk:
/// `p[i, j] = Σ x[i, j, k]` reads memory contiguously, and `s[j] = Σ p[i, j]` adds the few partial sums.
fn rows_between(body: &Body, compute: Op) -> Option<Chunks> {
    let (view, folds) = (body.view(compute, Compute), folds_in(body, compute));
    let [outer, inner] = folds[..] else { return None };
    let work = Work::of(body, compute);
    let is_chain = body.block_of(outer) == view.block() && fold_chain::inner(body, outer) == Some(inner);
    if !is_chain || !work.folds[0].reorders || work.folds[1].iterations < LEAST_BETWEEN {
        return None;
    }
    let mut terms = work.accesses.iter().filter(|access| access.folds == [0, 1]);
    let (read, None) = (terms.next()?, terms.next()) else { return None };
    let apart = |of: Loop| read.bytes(of).map_or(0, i64::unsigned_abs);
    let far = apart(Loop::Fold(0));
    let is_between = |axis: usize| (1..far).contains(&apart(Loop::Axis(axis)));
    let is_between_folds =
        (0..work.extents.len()).all(is_between) && read.reach(Loop::Fold(1)) == Reach::Next;
    let all = work.points() * work.folds[0].iterations * work.folds[1].iterations * read.map.bytes;
    let target = Target::of(body);
    let is_large = all > 2.0 * target.l2_bytes as f64 * f64::from(target.cores);
    (is_between_folds && is_large && far >= PAGE as u64).then(|| cut_at(body, outer, 1))?
}

/// The cut of a product with many terms and rather few points, as a tall matrix times its transpose: threads
/// that shared the points would each read an entire operand. A chunk of both operands stays in the second
/// cache.
fn long_product(body: &Body, compute: Op, points: i64) -> Option<Chunks> {
    let folds = folds_in(body, compute);
    let [fold] = folds[..] else { return None };
    let iterations = tf_passes_common::code::folds::fold_trip_count(body, fold)?;
    let may_be = points <= MOST_LONG_POINTS && iterations >= LEAST_LONG_CHUNKS * SHORTEST_LONG_CHUNK;
    if !may_be || body.block_of(fold) != body.view(compute, Compute).block() {
        return None;
    }
    let nest = Nest::of(body, compute).ok().filter(|nest| nest.reorders)?;
    let sizes = Sizes::of(&nest, &Factors::of(body, &nest)?);
    // Threads share the products of a batch.
    let is_alone = sizes.rows * sizes.lanes == points as f64;
    let read = sizes.rows + sizes.lanes;
    let fits = LONG_CHUNK_BYTES / (f64::from(width_of(body, nest.term)? / 8) * read);
    let length = fits.max(LONG_CHUNK_READS * points as f64 / read) as u64;
    let length = length.next_power_of_two().clamp(SHORTEST_LONG_CHUNK, LONGEST_CHUNK);
    let is_long = is_alone && iterations >= LEAST_LONG_CHUNKS * length;
    is_long.then(|| cut_at(body, fold, i64::try_from(length).ok()?))?
}

/// The cut of a fold that adds up columns on a GPU: adjacent points read contiguously, but they are too few
/// for all threads.
fn cut_columns(body: &Body, work: &Work, folds: &[Op], number: usize) -> Option<Chunks> {
    let view = body.view(folds[number], Fold);
    let is_alone = !(0..folds.len()).any(|other| work.folds[other].outer.contains(&number));
    let may_be_cut = work.folds[number].reorders || view.laws().associative;
    if !is_alone || !may_be_cut || work.extents.is_empty() || !reads_along_points(work, number) {
        return None;
    }
    let last = Loop::Axis(work.extents.len() - 1);
    let mut reads = work.accesses.iter().filter(|access| access.folds.contains(&number));
    // Chunks of operands that all points share would be loaded repeatedly.
    reads
        .any(|access| access.reach(last) == Reach::Next)
        .then(|| cut_at(body, folds[number], GPU_COLUMN_CHUNK))?
}

/// The cut of a fold by its index: at the outermost fold of its perfect nest that has enough iterations.
fn cut(body: &Body, work: &Work, folds: &[Op], number: usize) -> Option<Chunks> {
    let view = body.view(folds[number], Fold);
    if !work.folds[number].reorders && !view.laws().associative {
        return None;
    }
    let inside = |all: &[usize]| all.contains(&number);
    let arithmetic = work.arithmetic.iter().filter(|a| inside(&a.folds)).map(|a| a.cost * a.count);
    let reads = work.accesses.iter().filter(|a| inside(&a.folds)).map(|a| a.count);
    let total = (arithmetic.sum::<f64>() + reads.sum::<f64>()) * work.points();
    let chain = std::iter::successors(Some(folds[number]), |fold| fold_chain::inner(body, *fold));
    let is_known = |fold: &Op| tf_passes_common::code::folds::fold_trip_count(body, *fold).is_some();
    if folds[number..].iter().filter(|fold| body.encloses(folds[number], **fold)).all(is_known)
        && is_known(&folds[number])
        && total < LONG_ENOUGH_TO_SPLIT
    {
        return None;
    }
    chain.into_iter().find_map(|at| {
        let number = folds.iter().position(|fold| *fold == at)?;
        let iterations = work.folds[number].iterations.max(1.0);
        // The work in an iteration of this fold, over all iterations of the folds around it.
        let per_iteration = (total / iterations).max(1.0);
        let length =
            ((CHUNK / per_iteration).ceil() as u64).clamp(SHORTEST_CHUNK, LONGEST_CHUNK).next_power_of_two();
        cut_at(body, at, i64::try_from(length).ok()?)
    })
}

/// The chunks of a fold, if it may have them.
fn cut_at(body: &Body, at: Op, length: i64) -> Option<Chunks> {
    Cut::of(body, at, length).is_ok().then_some(Chunks { at, length })
}
