//! Operand copies for computes without tiles: transposed to the order of the lanes, or padded at the edges.
//!
//! Each axis of the domain may become the lanes. An operand that lanes would read row by row is copied with
//! their axis last. A tensor that is read out of bounds is copied with the fill values, so that no term needs
//! a bounds check. The price decides on the copies: that of the resulting loops plus that of the copying.

use crate::apply::apply_fusion::merge::is_outside;
use crate::apply::stage_operands::copies::{Staged, make};
use crate::apply::stage_operands::footprint::{Footprint, folds_around, may_be_filled};
use crate::decide::choose_tiles::tiled_price;
use crate::decide::schedule;
use tf_dialects::target::Target;
use tf_dialects::tensor::{Access, At, Compute, Fold, Policy};
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::pass::PassContext;
use tf_ir::walk::walk;
use tf_passes_common::cost::close;
use tf_passes_common::cost::figures::{LEAST_SHARED, WORTH_COPIES, WORTH_COPIES_FOR_TILES};
use tf_passes_common::cost::plan;
use tf_passes_common::cost::work::{Work, estimated_extent, likely_trip_count};

/// A choice of copies.
#[derive(Clone, Copy, PartialEq)]
struct CopyChoice {
    /// The axis that becomes the lanes, if operands that lanes read row by row are copied.
    lanes: Option<usize>,
    /// True if operands are padded with their fill values.
    edges: bool,
}

/// Copies operands of a compute if that costs less than its present loops, and less than tiled loops if it
/// may get them. Returns the count of copies.
pub fn stage(body: &mut Body, compute: Op, target: &Target, cx: &mut PassContext<'_>) -> u64 {
    let wishes = wishes(body, compute);
    if wishes.is_empty() {
        return 0;
    }
    let whole = price(body, compute, target);
    let tiled = tiled_price(body, compute, target);
    let bar = (WORTH_COPIES * whole).min(tiled.map_or(f64::INFINITY, |tiled| WORTH_COPIES_FOR_TILES * tiled));
    let cheapest = close::cheapest(wishes, target, |wish, on| tried(body, compute, *wish, on));
    let least = cheapest.map_or(f64::INFINITY, |(_, cost)| cost);
    let best = cheapest.filter(|(_, cost)| *cost < bar).map(|(wish, _)| wish);
    cx.explain(body.loc(compute), || {
        let verdict = if best.is_some() { "operands are copied" } else { "no operands are copied" };
        format!(
            "copies: cost {whole:.3e} without them, {least:.3e} with the best ones, in additions, and the \
             limit is {bar:.3e}; {verdict}"
        )
    });
    let chosen = best.map_or_else(Vec::new, |wish| copies(body, compute, wish));
    chosen.iter().filter(|staged| make(body, compute, staged).is_some()).count() as u64
}

/// The choices that lead to different copies.
fn wishes(body: &Body, compute: Op) -> Vec<CopyChoice> {
    let rank = body.view(compute, Compute).extents().len();
    let lanes = std::iter::once(None).chain((0..rank).map(Some));
    let all = lanes.flat_map(|lanes| [false, true].map(|edges| CopyChoice { lanes, edges }));
    let (mut seen, mut found) = (vec![Vec::new()], Vec::new());
    for wish in all {
        let kind = |staged: Staged| (staged.reads, staged.order, staged.footprint.is_some());
        let kinds: Vec<_> = copies(body, compute, wish).into_iter().map(kind).collect();
        if !seen.contains(&kinds) {
            seen.push(kinds);
            found.push(wish);
        }
    }
    found
}

/// The cost of a compute in the loops that it would get.
pub(super) fn price(body: &Body, compute: Op, target: &Target) -> f64 {
    let work = Work::of(body, compute);
    plan::price(&work, target, &schedule::choose(&work, target))
}

/// The cost of the compute with its copies, measured on a trial clone.
fn tried(body: &mut Body, compute: Op, wish: CopyChoice, target: &Target) -> f64 {
    let mut map = IrMap::default();
    let trial = body.clone_op(compute, &mut map);
    body.insert_before(trial, compute);
    let mut made = Vec::new();
    for staged in copies(body, trial, wish) {
        made.extend(make(body, trial, &staged).and_then(|copy| body.def_op(copy)));
    }
    let cost = price(body, trial, target) + made.iter().map(|copy| price(body, *copy, target)).sum::<f64>();
    body.erase(trial);
    made.into_iter().for_each(|copy| body.erase(copy));
    cost
}

/// The copies of a choice, limited to elements that are read often enough.
fn copies(body: &Body, compute: Op, wish: CopyChoice) -> Vec<Staged> {
    let lane = wish.lanes.map(|axis| body.view(compute, Compute).indices()[axis]);
    let mut found: Vec<(Staged, Policy, Option<Value>)> = Vec::new();
    walk(body, compute, &mut |body, op| {
        let Some(read) = Access::of_read(body.op(op)).filter(|_| body.is(op, At)) else { return };
        let Some(end) = read.map.num_results().checked_sub(1) else { return };
        if !is_outside(body, compute, read.source) {
            return;
        }
        let last = lane.and_then(|lane| scattered(&read, lane)).unwrap_or(end);
        let is_filled = wish.edges && may_be_filled(body, compute, op);
        let footprint = is_filled.then(|| Footprint::of(body, compute, op)).flatten();
        if last == end && footprint.is_none() {
            return;
        }
        let (policy, fill) = match footprint {
            Some(_) => (read.policy, read.fill),
            None => (Policy::Assumed, None),
        };
        let order =
            if last == end { (0..=end).collect() } else { in_order_of_loops(body, compute, op, last) };
        let own = Staged { reads: vec![op], source: read.source, order, footprint };
        let joins = found
            .iter_mut()
            .any(|(staged, other, value)| (*other, *value) == (policy, fill) && staged.takes_in(&own));
        if !joins {
            found.push((own, policy, fill));
        }
    });
    let found = found.into_iter().map(|(staged, ..)| staged);
    found.filter(|staged| pays(body, compute, staged)).collect()
}

/// The axis along which lanes read with stride one, if it is not the last.
fn scattered(read: &Access<'_>, lane: Value) -> Option<usize> {
    let dim = read.indices.iter().position(|index| *index == lane)? as u32;
    let results = read.map.results();
    let mut moving = (0..results.len()).filter(|axis| results[*axis].uses_dim(dim));
    let (axis, None) = (moving.next()?, moving.next()) else { return None };
    (axis + 1 < results.len() && results[axis].stride(dim) == Some(1)).then_some(axis)
}

/// The axes of an operand in copy order: `last` is the last one, and the others follow the order of their
/// loops, so that reads of the innermost fold are contiguous.
fn in_order_of_loops(body: &Body, compute: Op, read: Op, last: usize) -> Vec<usize> {
    let access = Access::of_read(body.op(read)).expect("the reads were found before");
    let mut loops = body.view(compute, Compute).indices();
    let mut folds: Vec<Op> = folds_around(body, compute, read).collect();
    folds.reverse();
    loops.extend(folds.into_iter().filter_map(|fold| body.view(fold, Fold).index()));
    let depth = |axis: &usize| {
        let expr = &access.map.results()[*axis];
        let used = access.indices.iter().enumerate().filter(|(dim, _)| expr.uses_dim(*dim as u32));
        used.filter_map(|(_, index)| loops.iter().position(|own| own == index)).max()
    };
    let mut order: Vec<usize> = (0..access.map.num_results()).filter(|axis| *axis != last).collect();
    order.sort_by_key(depth);
    order.push(last);
    order
}

/// True if each element of a copy is read often enough.
fn pays(body: &Body, compute: Op, staged: &Staged) -> bool {
    let count = |extents: &[Extent]| extents.iter().map(estimated_extent).product::<f64>();
    let points = count(body.view(compute, Compute).extents());
    let iterations = |read: &Op| {
        folds_around(body, compute, *read)
            .map(|fold| likely_trip_count(body.view(fold, Fold)))
            .product::<f64>()
    };
    let reads = points * staged.reads.iter().map(iterations).sum::<f64>();
    reads / count(&staged.extents(body)).max(1.0) >= LEAST_SHARED
}
