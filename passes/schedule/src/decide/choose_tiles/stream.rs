//! Tiled loops for folds over rows that are read once, as the sum of a matrix over its first axis.
//!
//! Lanes that go down such a matrix read a short part of each row, and rows are pages apart. Tiled loops read
//! a few rows over many columns instead, contiguously; the accumulators of these columns stay in the first
//! cache.

use super::width_of;
use crate::apply::apply_tiles::nest::Nest;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::{Loop, Part, Plan, Tiles};
use tf_dialects::tensor::{Access, At};
use tf_ir::body::{Body, Op};
use tf_ir::types::Dim;
use tf_passes_common::cost::figures::{
    LEAST_ROW_GROUPS, LEAST_ROW_PART, PAGE, ROW_PART_REGISTERS, ROWS_AT_ONCE,
};
use tf_passes_common::cost::likely;

/// The tiled loops of a fold over rows; `None` if it has no such reads, or if all of them fit in caches.
pub(super) fn plan(body: &Body, nest: &Nest, target: &Target) -> Option<Plan> {
    let bits = width_of(body, nest.term)?;
    let width = target.lanes(bits);
    let lane = nest.rank.checked_sub(1)?;
    let ([_], true, true) = (&nest.folds[..], nest.reorders, width > 1) else { return None };
    let bytes = i64::from(bits / 8);
    let (columns, rows) = (nest.dims[lane].extent.as_const()?, likely(&nest.dims[nest.rank].extent));
    let others =
        (0..lane).map(|axis| nest.dims[axis].extent.as_const()).try_fold(1, |all, n| Some(all * n?))?;
    let reads = reads(body, nest);
    let all = rows as f64 * columns as f64 * others as f64 * bytes as f64 * reads.len() as f64;
    let caches = target.l2_bytes as f64 * f64::from(target.cores);
    let streams = !reads.is_empty() && reads.iter().all(|read| is_of_rows(body, nest, *read, bytes));
    if !streams || all < 2.0 * caches || rows < LEAST_ROW_GROUPS * ROWS_AT_ONCE {
        return None;
    }
    let most = target.l1_bytes as i64 / 2 / bytes;
    let least = LEAST_ROW_PART / bytes;
    let cores = i64::from(target.cores);
    // All threads get equally many tiles, unless a batch gives them work.
    let pieces = if others >= cores { 1 } else { cores };
    let count = ((columns + most - 1) / most + pieces - 1) / pieces * pieces;
    let part = ROW_PART_REGISTERS * width;
    let size = (columns / count + part - 1) / part * part;
    if size < least {
        return None;
    }
    let mut splits: Vec<(Loop, Vec<i64>)> = (0..lane).map(|axis| (Loop::Axis(axis), vec![1])).collect();
    splits.push((Loop::Axis(lane), vec![size]));
    splits.push((Loop::Fold(0), vec![(ROWS_AT_ONCE / reads.len() as i64).max(2)]));
    let order: Vec<Part> = splits.iter().map(|(of, _)| Part { of: *of, number: 0 }).collect();
    let tiles = Tiles { splits, order, parallel: 0..nest.rank, ..Tiles::default() };
    Some(Plan { vectors: vec![(Loop::Axis(lane), part)], tiles: Some(tiles), ..Plan::sequential(nest.rank) })
}

/// The reads that depend on the fold.
fn reads(body: &Body, nest: &Nest) -> Vec<Op> {
    let fold = 1 << nest.rank;
    let all = nest.needed(body, &[nest.term], &[]).into_iter();
    all.filter(|op| body.is(*op, At) && nest.depends_on(body.result(*op, 0)) & fold != 0).collect()
}

/// True if a read moves along a row with the lanes, and by at least a page with the fold.
fn is_of_rows(body: &Body, nest: &Nest, read: Op, bytes: i64) -> bool {
    let Some(access) = Access::of_read(body.op(read)) else { return false };
    let results = access.map.results();
    let Some((last, outer)) = results.split_last() else { return false };
    let place = |dim: usize| access.indices.iter().position(|index| *index == nest.dims[dim].index);
    let (Some(lane), Some(fold)) = (place(nest.rank - 1), place(nest.rank)) else { return false };
    let (lane, fold) = (lane as u32, fold as u32);
    let along = last.stride(lane) == Some(1) && outer.iter().all(|expr| !expr.uses_dim(lane));
    let [axis] = (0..results.len()).filter(|axis| results[*axis].uses_dim(fold)).collect::<Vec<_>>()[..]
    else {
        return false;
    };
    let dims = body.ctx().dims(body.ty(access.source)).unwrap_or_default();
    let behind = dims.iter().skip(axis + 1).map(Dim::as_static).try_fold(bytes, |all, n| all.checked_mul(n?));
    let apart = results[axis].stride(fold).zip(behind).and_then(|(steps, row)| steps.abs().checked_mul(row));
    along && axis + 1 < results.len() && apart.is_some_and(|apart| apart >= PAGE)
}
