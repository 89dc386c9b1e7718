//! The neighbours of a plan, for the tuner: each changes one property, such as the lanes, the unroll-and-jam,
//! an order, the parallel loops or a tile size.

use tf_dialects::tensor::schedule::{Loop, MAX_WIDTH, Plan, Tail, Tiles};
use tf_passes_common::cost::figures::{TUNED_GRAINS, TUNED_POINTS, TUNED_UNROLLED};

/// The plans that differ in one property, for a compute with these counts of axes and folds. The caller
/// checks legality.
pub fn neighbours(plan: &Plan, (axes, folds): (usize, usize)) -> Vec<Plan> {
    let mut found: Vec<Plan> = Vec::new();
    let changes = [
        lanes(plan, axes),
        points(plan, axes),
        threads(plan),
        tiles(plan),
        orders(plan),
        unrolled(plan, folds),
        ends(plan),
        streamed(plan).into_iter().collect(),
    ];
    for other in changes.into_iter().flatten() {
        if other != *plan && !found.contains(&other) {
            found.push(other);
        }
    }
    found
}

/// Half and twice the lanes, lanes along each other axis, and no lanes.
fn lanes(plan: &Plan, axes: usize) -> Vec<Plan> {
    let with = |vectors: Vec<(Loop, i64)>| Plan { vectors, ..plan.clone() };
    let scaled = |by: fn(i64) -> i64| plan.vectors.iter().map(|(of, n)| (*of, by(*n))).collect::<Vec<_>>();
    let mut found = vec![with(scaled(|n| n / 2)), with(scaled(|n| n * 2))];
    let width = plan.vectors.first().map_or(8, |(_, width)| *width);
    found.extend((0..axes).map(|axis| with(vec![(Loop::Axis(axis), width)])));
    found.push(with(Vec::new()));
    found.retain(|plan| plan.vectors.iter().all(|(_, width)| (2..=MAX_WIDTH).contains(width)));
    // The axis of the lanes cannot be jammed, too.
    for plan in &mut found {
        plan.jam = plan.jam.filter(|(axis, _)| plan.vectors.iter().all(|(of, _)| *of != Loop::Axis(*axis)));
    }
    found
}

/// Other jam factors for each axis, and no jam.
fn points(plan: &Plan, axes: usize) -> Vec<Plan> {
    let is_lane = |axis: usize| plan.vectors.iter().any(|(of, _)| *of == Loop::Axis(axis));
    let jams = (0..axes)
        .filter(|axis| !is_lane(*axis))
        .flat_map(|axis| TUNED_POINTS.into_iter().map(move |points| Some((axis, points))));
    jams.chain([None]).map(|jam| Plan { jam, ..plan.clone() }).collect()
}

/// More and fewer parallel axes, smaller and larger chunks.
fn threads(plan: &Plan) -> Vec<Plan> {
    if let Some(tiles) = &plan.tiles {
        let alone = Tiles { parallel: 0..0, ..tiles.clone() };
        return vec![Plan { tiles: Some(alone), grain: None, ..plan.clone() }];
    }
    let count =
        |parallel: usize| Plan { parallel, grain: plan.grain.filter(|_| parallel > 0), ..plan.clone() };
    let mut found = vec![count(0), count(plan.parallel + 1), count(plan.parallel.saturating_sub(1))];
    found.retain(|other| other.parallel <= plan.order.len());
    if let Some(grain) = plan.grain {
        let with = |grain| Plan { grain: Some(grain), ..plan.clone() };
        found.extend([with((grain / TUNED_GRAINS).max(1)), with(grain.saturating_mul(TUNED_GRAINS))]);
    }
    found
}

/// Swaps two adjacent axes.
fn orders(plan: &Plan) -> Vec<Plan> {
    let swapped = |at: usize| {
        let mut order = plan.order.clone();
        order.swap(at, at + 1);
        Plan { order, ..plan.clone() }
    };
    if plan.tiles.is_some() { Vec::new() } else { (1..plan.order.len()).map(|at| swapped(at - 1)).collect() }
}

/// Unrolls one fold at a time.
fn unrolled(plan: &Plan, folds: usize) -> Vec<Plan> {
    let with = |fold: usize, factor: i64| {
        let mut unroll = plan.unroll.clone();
        unroll.retain(|(of, _)| *of != Loop::Fold(fold));
        unroll.push((Loop::Fold(fold), factor));
        Plan { unroll, ..plan.clone() }
    };
    (0..folds).flat_map(|fold| TUNED_UNROLLED.map(|factor| with(fold, factor))).collect()
}

/// Other tails of vectors.
fn ends(plan: &Plan) -> Vec<Plan> {
    let with = |tail: Option<Tail>| {
        let tails = plan.vectors.iter().filter_map(|(of, _)| Some((*of, tail?))).collect();
        Plan { tails, ..plan.clone() }
    };
    let others = [None, Some(Tail::Peel), Some(Tail::Overlap)];
    if plan.vectors.is_empty() { Vec::new() } else { others.map(with).into() }
}

/// Toggles non-temporal stores.
fn streamed(plan: &Plan) -> Option<Plan> {
    let is_axis = plan.vectors.iter().any(|(of, _)| matches!(of, Loop::Axis(_)));
    (is_axis && plan.tiles.is_none()).then(|| Plan { stream: !plan.stream, ..plan.clone() })
}

/// Each tile half and twice as long, and one staged operand less.
fn tiles(plan: &Plan) -> Vec<Plan> {
    let Some(tiles) = &plan.tiles else { return Vec::new() };
    let with = |tiles: Tiles| Plan { tiles: Some(tiles), ..plan.clone() };
    let mut found = Vec::new();
    for (at, (_, sizes)) in tiles.splits.iter().enumerate() {
        for number in 0..sizes.len() {
            for size in [sizes[number] / 2, sizes[number] * 2] {
                let mut changed = tiles.clone();
                changed.splits[at].1[number] = size;
                if is_split(&changed.splits[at].1) {
                    found.push(with(changed));
                }
            }
        }
    }
    for stage in 0..tiles.stages.len() {
        let mut changed = tiles.clone();
        changed.stages.remove(stage);
        found.push(with(changed));
    }
    found
}

/// True for legal tile sizes: each is a multiple of the next.
fn is_split(sizes: &[i64]) -> bool {
    sizes.iter().all(|size| *size > 0) && sizes.windows(2).all(|pair| pair[0] % pair[1] == 0)
}
