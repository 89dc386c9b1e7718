//! The plans beside a plan: each changes one thing, the number of lanes or of points that run together, an order, what runs in parallel, or the length of a tile.

use crate::schedule::cost::figures::{TUNED_GRAINS, TUNED_POINTS, TUNED_UNROLLED};
use tf_dialects::tensor::schedule::{Loop, MAX_WIDTH, Plan, Tail, Tiles};

/// Plans that differ from one in one thing, of a compute of so many axes and folds. Whether the compute may follow them is another question.
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

/// Half as many lanes and twice as many, those of another axis, none.
fn lanes(plan: &Plan, axes: usize) -> Vec<Plan> {
    let with = |vectors: Vec<(Loop, i64)>| Plan { vectors, ..plan.clone() };
    let scaled = |by: fn(i64) -> i64| plan.vectors.iter().map(|(of, n)| (*of, by(*n))).collect::<Vec<_>>();
    let mut found = vec![with(scaled(|n| n / 2)), with(scaled(|n| n * 2))];
    let width = plan.vectors.first().map_or(8, |(_, width)| *width);
    found.extend((0..axes).map(|axis| with(vec![(Loop::Axis(axis), width)])));
    found.push(with(Vec::new()));
    found.retain(|plan| plan.vectors.iter().all(|(_, width)| (2..=MAX_WIDTH).contains(width)));
    // Points of the axis that becomes lanes do not run together.
    for plan in &mut found {
        plan.jam = plan.jam.filter(|(axis, _)| plan.vectors.iter().all(|(of, _)| *of != Loop::Axis(*axis)));
    }
    found
}

/// Other numbers of points that run together, of each axis, and one by one.
fn points(plan: &Plan, axes: usize) -> Vec<Plan> {
    let is_lane = |axis: usize| plan.vectors.iter().any(|(of, _)| *of == Loop::Axis(axis));
    let jams = (0..axes)
        .filter(|axis| !is_lane(*axis))
        .flat_map(|axis| TUNED_POINTS.into_iter().map(move |points| Some((axis, points))));
    jams.chain([None]).map(|jam| Plan { jam, ..plan.clone() }).collect()
}

/// More and fewer axes on several threads, smaller and larger parts for each.
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

/// Two axes that follow each other change places.
fn orders(plan: &Plan) -> Vec<Plan> {
    let swapped = |at: usize| {
        let mut order = plan.order.clone();
        order.swap(at, at + 1);
        Plan { order, ..plan.clone() }
    };
    if plan.tiles.is_some() { Vec::new() } else { (1..plan.order.len()).map(|at| swapped(at - 1)).collect() }
}

/// Folds that are unrolled, one at a time.
fn unrolled(plan: &Plan, folds: usize) -> Vec<Plan> {
    let with = |fold: usize, factor: i64| {
        let mut unroll = plan.unroll.clone();
        unroll.retain(|(of, _)| *of != Loop::Fold(fold));
        unroll.push((Loop::Fold(fold), factor));
        Plan { unroll, ..plan.clone() }
    };
    (0..folds).flat_map(|fold| TUNED_UNROLLED.map(|factor| with(fold, factor))).collect()
}

/// Other ends of vectors.
fn ends(plan: &Plan) -> Vec<Plan> {
    let with = |tail: Option<Tail>| {
        let tails = plan.vectors.iter().filter_map(|(of, _)| Some((*of, tail?))).collect();
        Plan { tails, ..plan.clone() }
    };
    let others = [None, Some(Tail::Peel), Some(Tail::Overlap)];
    if plan.vectors.is_empty() { Vec::new() } else { others.map(with).into() }
}

/// Results past the caches, or not.
fn streamed(plan: &Plan) -> Option<Plan> {
    let is_axis = plan.vectors.iter().any(|(of, _)| matches!(of, Loop::Axis(_)));
    (is_axis && plan.tiles.is_none()).then(|| Plan { stream: !plan.stream, ..plan.clone() })
}

/// Each part half and twice as long, and without one of the tiles of what is read.
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

/// True if parts may have these lengths: each a multiple of the next.
fn is_split(sizes: &[i64]) -> bool {
    sizes.iter().all(|size| *size > 0) && sizes.windows(2).all(|pair| pair[0] % pair[1] == 0)
}
