//! The cost of a point of a compute with all operands in L1: its operations, vectorized and jammed.
//!
//! Costs are in additions of one lane.

use super::figures::{CHAINS, CHECKED, COMBINE, SCATTERED, SPARE_REGISTERS, UNMASKED};
use super::work::{Access, FoldWork, Reach, Work};
use smallvec::SmallVec;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::Loop;

/// Vectorized loops, and the lanes of each.
pub type Vectors = SmallVec<[(Loop, i64); 4]>;

/// Vectorization and jam of a compute.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The vectorized loops, and the lanes of each: one axis of the domain, or folds that are not nested.
    pub vectors: Vectors,
    /// The jammed axis and the factor.
    pub jam: Option<(usize, i64)>,
}

/// The cost of a point in scalar code.
pub fn scalar_cost(work: &Work) -> f64 {
    let arithmetic: f64 = work.arithmetic.iter().map(|a| a.cost * a.count).sum();
    arithmetic + work.accesses.iter().map(|a| a.count).sum::<f64>()
}

/// The cost of a point whose operations are all vectorized, in any loop. `together` is a jammed axis and its
/// factor: its points share reads in folds. Used for computes that have no schedule yet.
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

/// The cost of a point of the domain in this shape.
pub fn shape_cost(work: &Work, target: &Target, shape: &Shape) -> f64 {
    cost(work, target, shape, |access| distance(work, target, access))
}

/// The same with all operands in L1: the caller knows the loops around, and prices bytes from farther away.
pub fn near_cost(work: &Work, target: &Target, shape: &Shape) -> f64 {
    cost(work, target, shape, |_| 1.0)
}

fn cost(work: &Work, target: &Target, shape: &Shape, far: impl Fn(&Access) -> f64) -> f64 {
    // A partly filled register takes as long as a full one.
    let registers = |width: i64| target.lanes(work.widest).min(width) as f64;
    let around = |folds: &[usize]| {
        shape.vectors.iter().copied().find(|(of, _)| match of {
            Loop::Axis(_) => true,
            Loop::Fold(fold) => folds.contains(fold),
        })
    };
    // Jammed points read a shared element of a fold once.
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
            let outer: f64 = work.folds[*fold].outer.iter().map(|f| work.folds[*f].iterations).product();
            cost += COMBINE * work.folds[*fold].accumulators as f64 * outer;
        }
    }
    cost
}

/// The cost factor of an access by its locality: L2 serves it if each iteration of its fold touches another
/// line, and L1 does not hold all these lines.
pub fn distance(work: &Work, target: &Target, access: &Access) -> f64 {
    let jumps = |fold: &&usize| matches!(access.reach(Loop::Fold(**fold)), Reach::Strided | Reach::Anywhere);
    if !access.folds.last().is_some_and(|fold| jumps(&fold)) {
        return 1.0;
    }
    let lines: f64 = access.folds.iter().filter(jumps).map(|fold| work.folds[*fold].iterations).product();
    let bytes = lines * f64::from(target.caches.line_bytes);
    if bytes > target.l1_bytes as f64 / 2.0 { target.rates.far } else { 1.0 }
}

/// The ratio of all lanes to active lanes: masked lanes cost as much.
fn waste(work: &Work, (of, width): (Loop, i64)) -> f64 {
    let (iterations, lanes) = (trip_count(work, of), width as f64);
    let waste = if iterations > 0.0 { (iterations / lanes).ceil() * lanes / iterations } else { 1.0 };
    waste.min(lanes)
}

/// The iterations of a loop.
pub fn trip_count(work: &Work, of: Loop) -> f64 {
    match of {
        Loop::Axis(axis) => work.extents[axis],
        Loop::Fold(fold) => work.folds[fold].iterations,
    }
}

/// The latency factor for terms of folds with too few jammed points: each sum waits for the one before, and
/// no other work is available.
fn waits(work: &Work, target: &Target, shape: &Shape) -> f64 {
    let (Some((_, points)), Some((_, width))) = (shape.jam, shape.vectors.first()) else { return 1.0 };
    let accumulators = work.folds.iter().map(|fold| fold.accumulators).max().unwrap_or(1).max(1) as i64;
    let halves = i64::from(target.vector_bits) / 256;
    let chains = points * accumulators * (width / target.lanes(work.widest)).max(1) * halves.max(1);
    (CHAINS / chains as f64).max(1.0)
}

/// The registers for accumulators and shared operands.
pub fn free_registers(target: &Target) -> i64 {
    let all = i64::from(target.vector_registers);
    all - all / SPARE_REGISTERS
}

/// The cost of spilled accumulators of jammed points: each is loaded and stored in each iteration of its
/// fold.
fn spilled(work: &Work, target: &Target, shape: &Shape) -> f64 {
    let (Some((_, points)), Some((_, width))) = (shape.jam, shape.vectors.first()) else { return 0.0 };
    let lanes = target.lanes(work.widest);
    let registers = (width / lanes).max(1);
    let free = free_registers(target) - registers;
    let own = |fold: &FoldWork| {
        let excess = (registers * points * fold.accumulators as i64 - free).max(0) as f64;
        2.0 * excess * work.iterations_of(fold) / (registers * points * lanes) as f64
    };
    work.folds.iter().map(own).fold(0.0, f64::max)
}

/// The cost of an access per lane, for these lanes per register.
fn lane_cost(access: &Access, (of, width): (Loop, i64), (target, registers): (&Target, f64)) -> f64 {
    match access.reach(of) {
        Reach::Same if access.leaves && !target.masks => CHECKED / width as f64,
        Reach::Same => 1.0 / width as f64,
        Reach::Next if access.leaves && !target.masks => UNMASKED / registers,
        Reach::Next => 1.0 / registers,
        Reach::Strided | Reach::Anywhere => SCATTERED,
    }
}
