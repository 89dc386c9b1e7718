//! What a point of a compute costs where all that it reads is in the first cache: its operations, by lanes and by points that run together.
//!
//! Costs are in additions of one lane.

use super::figures::{CHAINS, CHECKED, COMBINE, SCATTERED, SPARE_REGISTERS, UNMASKED};
use super::work::{Access, FoldWork, Reach, Work};
use smallvec::SmallVec;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::Loop;

/// Loops whose iterations become lanes, and how many.
pub(crate) type Vectors = SmallVec<[(Loop, i64); 4]>;

/// How the points of a box become lanes, and which run together.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The loops whose iterations become lanes, and how many: one axis of the box, or folds none of which holds another.
    pub vectors: Vectors,
    /// The axis of which several points run together, and how many.
    pub jam: Option<(usize, i64)>,
}

/// The cost of a point in scalar code.
pub(crate) fn scalar_cost(work: &Work) -> f64 {
    let arithmetic: f64 = work.arithmetic.iter().map(|a| a.cost * a.count).sum();
    arithmetic + work.accesses.iter().map(|a| a.count).sum::<f64>()
}

/// The cost of a point whose operations all are lanes, whatever loop they are of, and of which so many of an axis share what they read in folds: what is asked of
/// computes that have no schedule yet.
pub(crate) fn vector_cost(work: &Work, together: Option<(usize, f64)>, target: &Target) -> f64 {
    let arithmetic: f64 = work.arithmetic.iter().map(|a| a.cost * a.count).sum();
    let read = |access: &Access| match together {
        Some((axis, points)) if !access.folds.is_empty() && access.is_same(Loop::Axis(axis)) => {
            access.count / points
        }
        _ => access.count,
    };
    let reads: f64 = work.accesses.iter().map(read).sum();
    (arithmetic + reads) / target.lanes(work.widest) as f64
}

/// The cost of a point of the box in this shape.
pub(crate) fn shape_cost(work: &Work, target: &Target, shape: &Shape) -> f64 {
    cost(work, target, shape, |access| distance(work, target, access))
}

/// The same where all that it reads is in the first cache: what comes from farther away is priced by whoever knows the loops around.
pub(crate) fn near_cost(work: &Work, target: &Target, shape: &Shape) -> f64 {
    cost(work, target, shape, |_| 1.0)
}

fn cost(work: &Work, target: &Target, shape: &Shape, far: impl Fn(&Access) -> f64) -> f64 {
    // Fewer lanes than a register has take as long as all of them.
    let registers = |width: i64| target.lanes(work.widest).min(width) as f64;
    let around = |folds: &[usize]| {
        shape.vectors.iter().copied().find(|(of, _)| match of {
            Loop::Axis(_) => true,
            Loop::Fold(fold) => folds.contains(fold),
        })
    };
    // What points that run together read in a fold at one place, they read once.
    let shared = |access: &Access| match shape.jam {
        Some((axis, points)) if !access.folds.is_empty() && access.is_same(Loop::Axis(axis)) => points as f64,
        _ => 1.0,
    };
    let waits = waits(work, target, shape);
    let mut cost = 0.0;
    for a in &work.arithmetic {
        let one = around(&a.folds).map_or(1.0, |vector| waste(work, vector) / registers(vector.1));
        let waits = if a.folds.is_empty() { 1.0 } else { waits };
        cost += a.cost * a.count * one * waits;
    }
    for a in &work.accesses {
        let one = around(&a.folds)
            .map_or(1.0, |vector| waste(work, vector) * lane_cost(a, vector, (target, registers(vector.1))));
        cost += a.count * one * far(a) / shared(a);
    }
    cost += spilled(work, target, shape);
    for (of, _) in &shape.vectors {
        if let Loop::Fold(fold) = of {
            let outer: f64 = work.folds[*fold].outer.iter().map(|f| work.folds[*f].trips).product();
            cost += COMBINE * work.folds[*fold].accumulators as f64 * outer;
        }
    }
    cost
}

/// What an access costs for where it is: one that goes to another line in each trip of its fold, and to more lines than stay in the
/// first cache, comes from the second.
pub(crate) fn distance(work: &Work, target: &Target, access: &Access) -> f64 {
    let jumps = |fold: &&usize| matches!(access.reach(Loop::Fold(**fold)), Reach::Strided | Reach::Anywhere);
    if !access.folds.last().is_some_and(|fold| jumps(&fold)) {
        return 1.0;
    }
    let lines: f64 = access.folds.iter().filter(jumps).map(|fold| work.folds[*fold].trips).product();
    let bytes = lines * f64::from(target.caches.line_bytes);
    if bytes > target.l1_bytes as f64 / 2.0 { target.rates.far } else { 1.0 }
}

/// How much more lanes cost than those with something to do: the others cost as much.
fn waste(work: &Work, (of, width): (Loop, i64)) -> f64 {
    let (trips, lanes) = (trips(work, of), width as f64);
    let waste = if trips > 0.0 { (trips / lanes).ceil() * lanes / trips } else { 1.0 };
    waste.min(lanes)
}

/// The iterations of a loop.
pub(crate) fn trips(work: &Work, of: Loop) -> f64 {
    match of {
        Loop::Axis(axis) => work.extents[axis],
        Loop::Fold(fold) => work.folds[fold].trips,
    }
}

/// How much longer the terms of folds take where points run together that are too few: each sum waits for the one before, and nothing else is there to do.
fn waits(work: &Work, target: &Target, shape: &Shape) -> f64 {
    let (Some((_, points)), Some((_, width))) = (shape.jam, shape.vectors.first()) else { return 1.0 };
    let accumulators = work.folds.iter().map(|fold| fold.accumulators).max().unwrap_or(1).max(1) as i64;
    let halves = i64::from(target.vector_bits) / 256;
    let chains = points * accumulators * (width / target.lanes(work.widest)).max(1) * halves.max(1);
    (CHAINS / chains as f64).max(1.0)
}

/// The registers for what is accumulated and shared.
pub(crate) fn free_registers(target: &Target) -> i64 {
    let all = i64::from(target.vector_registers);
    all - all / SPARE_REGISTERS
}

/// What accumulators cost that have no register, of points that run together: each is loaded and stored in each trip of its fold.
fn spilled(work: &Work, target: &Target, shape: &Shape) -> f64 {
    let (Some((_, points)), Some((_, width))) = (shape.jam, shape.vectors.first()) else { return 0.0 };
    let lanes = target.lanes(work.widest);
    let registers = (width / lanes).max(1);
    let free = free_registers(target) - registers;
    let own = |fold: &FoldWork| {
        let excess = (registers * points * fold.accumulators as i64 - free).max(0) as f64;
        2.0 * excess * work.trips_of(fold) / (registers * points * lanes) as f64
    };
    work.folds.iter().map(own).fold(0.0, f64::max)
}

/// What an access of a compute costs per lane, of which so many are in a register.
fn lane_cost(access: &Access, (of, width): (Loop, i64), (target, registers): (&Target, f64)) -> f64 {
    match access.reach(of) {
        Reach::Same if access.leaves && !target.masks => CHECKED / width as f64,
        Reach::Same => 1.0 / width as f64,
        Reach::Next if access.leaves && !target.masks => UNMASKED / registers,
        Reach::Next => 1.0 / registers,
        Reach::Strided | Reach::Anywhere => SCATTERED,
    }
}
