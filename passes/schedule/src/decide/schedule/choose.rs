//! The heuristic that chooses a schedule by a cost model.
//!
//! Costs are in additions of one lane. The cost of a point ranks the lanes and the unroll-and-jam of one
//! compute, so it models the reach of accesses and the registers, not caches. The price of the loops decides
//! the rest, with the parallel axes ([`threads`]).

use super::{jam, threads};
use smallvec::{SmallVec, smallvec};
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::{Loop, MAX_WIDTH, Plan};
use tf_passes_common::cost::figures::{
    FEW_AT_ONCE, FOUR_REGISTERS, LONG_CODE, LONG_FOLD, LONG_LANES, MANY_REGISTERS, MOST_AT_ONCE,
    MOST_ROW_REGISTERS, ROW_SPARE, SHORT_CODE, TWO_REGISTERS, WORTH_JAM, WORTH_LANES, WORTH_OTHER_LANES,
    WORTH_OTHER_SHAPE,
};
use tf_passes_common::cost::plan::price;
use tf_passes_common::cost::point::{Shape, Vectors, distance, scalar_cost, shape_cost, trip_count};
use tf_passes_common::cost::work::{Access, Reach, Work};

/// The schedule of a compute on a target, with folds numbered in program order.
pub fn choose(work: &Work, target: &Target) -> Plan {
    // Lanes along a fold cut its sum into parts, so shapes follow from the instruction set alone: with the
    // rates of the machine, bits would depend on it.
    let (shape, cost) = chosen_shape(work, &target.with_usual_rates());
    planned(work, target, (shape, cost))
}

/// The shape of a compute and its cost per point.
fn chosen_shape(work: &Work, target: &Target) -> (Option<Shape>, f64) {
    let together = jam::shapes(work, target);
    let mut best = choose_shape(work, target, &together);
    let plan = planned(work, target, best.clone());
    if plan.vectors.is_empty() || together.is_empty() {
        return best;
    }
    // The cost of a point models no caches, so shapes with other unroll-and-jam are compared by the price of
    // their loops.
    let mut least = WORTH_OTHER_SHAPE * price(work, target, &plan);
    for (shape, cost) in together {
        let shape = (Some(shape), cost);
        let price = price(work, target, &planned(work, target, shape.clone()));
        if price < least {
            (best, least) = (shape, price);
        }
    }
    best
}

/// The loops of a compute in a shape with this cost per point.
fn planned(work: &Work, target: &Target, (shape, cost): (Option<Shape>, f64)) -> Plan {
    let rank = work.extents.len();
    let (vectors, jam) = shape.map_or_else(Default::default, |shape| (shape.vectors, shape.jam));
    let mut order: Vec<usize> = (0..rank).collect();
    let mut innermost = |axis: usize| {
        order.retain(|a| *a != axis);
        order.push(axis);
    };
    if let Some((Loop::Axis(axis), _)) = vectors.first().copied() {
        // Lanes are innermost, so that adjacent vectors follow each other. There are two exceptions: if a
        // panel of the lanes stays in a cache for all points that share it, these points are innermost; and
        // if lanes read down rows, the axis along the rows is.
        innermost(axis);
        match jam {
            Some(jam) if keeps_panel(work, target, &vectors, jam) => innermost(jam.0),
            Some(_) => {}
            None => along_rows(work, target, axis).into_iter().for_each(innermost),
        }
    }
    let plan = Plan { order, vectors: vectors.into_vec(), jam, ..Plan::sequential(rank) };
    threads::share(work, target, plan, cost)
}

/// True for an access outside of folds that moves to another row in each lane.
fn goes_down(access: &Access, target: &Target, lanes: Loop) -> bool {
    let rows = access.bytes(lanes).is_some_and(|bytes| bytes.abs() >= i64::from(target.caches.line_bytes));
    access.folds.is_empty() && access.reach(lanes) == Reach::Strided && rows
}

/// The axis along which the row-by-row accesses of these lanes are contiguous.
fn along_rows(work: &Work, target: &Target, lanes: usize) -> Option<usize> {
    let far = work.accesses.iter().filter(|access| goes_down(access, target, Loop::Axis(lanes)));
    let next = |access: &Access| {
        let mut axes = (0..work.extents.len()).rev();
        axes.find(|axis| work.independent[*axis] && access.reach(Loop::Axis(*axis)) == Reach::Next)
    };
    far.filter_map(next).next()
}

/// The cheapest shape and its cost per point, with unroll-and-jam only from `together`; `None` for scalar
/// code.
fn choose_shape(work: &Work, target: &Target, together: &[(Shape, f64)]) -> (Option<Shape>, f64) {
    let mut best: (Option<Shape>, f64) = (None, scalar_cost(work));
    if let Some((vectors, cost)) = choose_vectors(work, target) {
        best = (Some(Shape { vectors, jam: None }), cost);
    }
    if let Some((shape, cost)) = jam::cheapest(together)
        && *cost < WORTH_JAM * best.1
    {
        best = (Some(shape.clone()), *cost);
    }
    best
}

/// The sets of loops that may become lanes: each axis from the last on, then each fold with the sibling folds
/// that gain from lanes too.
pub(super) fn candidates(work: &Work, target: &Target) -> Vec<SmallVec<[Loop; 4]>> {
    let axes = (0..work.extents.len()).rev().filter(|axis| work.independent[*axis]);
    let mut found: Vec<SmallVec<[Loop; 4]>> = axes.map(|axis| smallvec![Loop::Axis(axis)]).collect();
    let scalar = scalar_cost(work);
    let gains = |fold: usize| {
        let vectors = smallvec![(Loop::Fold(fold), width(work, target, Loop::Fold(fold)))];
        shape_cost(work, target, &Shape { vectors, jam: None }) < scalar
    };
    let folds: Vec<usize> = (0..work.folds.len()).filter(|fold| work.folds[*fold].reorders).collect();
    let gaining: Vec<usize> =
        if folds.len() > 1 { folds.iter().copied().filter(|f| gains(*f)).collect() } else { Vec::new() };
    for first in folds {
        let mut set = vec![first];
        for other in &gaining {
            if set.iter().all(|fold| work.are_siblings(*fold, *other)) {
                set.push(*other);
            }
        }
        set.sort_unstable();
        let set = set.into_iter().map(Loop::Fold).collect();
        if !found.contains(&set) {
            found.push(set);
        }
    }
    found
}

/// The loops that become lanes, with their widths, and the cost of a point; `None` if none pay.
fn choose_vectors(work: &Work, target: &Target) -> Option<(Vectors, f64)> {
    let mut best: Option<(Vectors, f64)> = None;
    for candidate in candidates(work, target) {
        let vectors: Vectors = candidate.into_iter().map(|of| (of, width(work, target, of))).collect();
        let shape = Shape { vectors, jam: None };
        let cost = shape_cost(work, target, &shape);
        // A later candidate has to be clearly better: the last axis is first.
        if best.as_ref().is_none_or(|(_, least)| cost < WORTH_OTHER_LANES * least) {
            best = Some((shape.vectors, cost));
        }
    }
    // Lanes that go down rows use part of each line, and scalar code loads the line again later.
    let comes_back = |vectors: &Vectors| {
        vectors.iter().any(|(of, _)| work.accesses.iter().any(|access| goes_down(access, target, *of)))
    };
    let worth = |vectors: &Vectors| if comes_back(vectors) { 1.0 } else { WORTH_LANES };
    best.filter(|(vectors, cost)| *cost < worth(vectors) * scalar_cost(work))
}

/// True if the panel that lanes read in folds, row by row, is reused by all points of the jammed axis and
/// stays in the second cache. This axis is better innermost then, because each jammed group reads more of the
/// lanes' rows than the lanes read of its rows.
fn keeps_panel(work: &Work, target: &Target, vectors: &Vectors, (jammed, points): (usize, i64)) -> bool {
    let [(Loop::Axis(axis), width)] = vectors[..] else { return false };
    if !work.constant[axis] || !work.constant[jammed] || width <= points {
        return false;
    }
    let bytes = |access: &Access| {
        let rows: f64 = access.folds.iter().map(|fold| work.folds[*fold].iterations).product();
        rows * (width * i64::from(work.widest) / 8) as f64
    };
    let mut panels = work.accesses.iter().filter(|access| {
        let shared = access.reach(Loop::Axis(axis)) == Reach::Next && access.is_same(Loop::Axis(jammed));
        shared && distance(work, target, access) > 1.0
    });
    panels.any(|access| bytes(access) <= target.l2_bytes as f64 / 2.0)
}

/// The count of lanes: one register of the widest type, or several if the repeated code is short. Independent
/// chains then hide latencies, and shared reads serve more lanes.
fn width(work: &Work, target: &Target, candidate: Loop) -> i64 {
    let repeated = repeated_cost(work);
    let most = match candidate {
        _ if target.vector_registers < MANY_REGISTERS => FEW_AT_ONCE,
        _ if work.diverges => FEW_AT_ONCE,
        _ => MOST_AT_ONCE,
    };
    let registers: i64 = match repeated {
        c if c <= FOUR_REGISTERS => MOST_AT_ONCE.min(most),
        c if c <= TWO_REGISTERS => FEW_AT_ONCE.min(most),
        // A long chain of operations waits for itself unless others run in parallel with it. Code outside
        // folds has few live values.
        c if c >= LONG_CODE && work.folds.is_empty() && !work.diverges => {
            (LONG_LANES / target.lanes(32)).clamp(1, MOST_AT_ONCE)
        }
        _ => 1,
    };
    let registers = registers.max(registers_along_rows(work, target, candidate));
    let lanes = lanes_in(work, target, candidate, registers);
    // Rows at a power-of-two distance map to one cache set. More rows than its associativity would evict each
    // other before their next element is read.
    let down = work.accesses.iter().any(|access| goes_down(access, target, candidate));
    if down { lanes.min(1 << target.caches.l1_ways.ilog2()) } else { lanes }
}

/// The registers of lanes for a fold that goes down rows, as a sum of columns does. Each row's part is as
/// long as the accumulators allow, because each row is another page of memory, and short enough to leave work
/// for all cores. 0 for other folds.
fn registers_along_rows(work: &Work, target: &Target, candidate: Loop) -> i64 {
    let Loop::Axis(axis) = candidate else { return 0 };
    let goes_down = |access: &Access| {
        let is_row =
            |fold: &usize| matches!(access.reach(Loop::Fold(*fold)), Reach::Strided | Reach::Anywhere);
        let is_long = |fold: &usize| work.folds[*fold].iterations >= LONG_FOLD;
        access.reach(candidate) == Reach::Next
            && access.folds.last().is_some_and(|fold| is_long(fold) && is_row(fold))
    };
    if work.diverges || repeated_cost(work) > SHORT_CODE || !work.accesses.iter().any(goes_down) {
        return 0;
    }
    let accumulators: usize = work.folds.iter().map(|fold| fold.accumulators).sum();
    let most = (i64::from(target.vector_registers) - ROW_SPARE) / (accumulators as i64 + 1);
    let parts = 2.0 * f64::from(target.cores) * target.lanes(work.widest) as f64;
    let most = most.min((work.extents[axis] / parts) as i64).min(MOST_ROW_REGISTERS);
    if most < 1 { 0 } else { 1 << most.ilog2() }
}

/// The lanes of this many registers, but at most the iteration count, rounded up to a power of two.
pub(super) fn lanes_in(work: &Work, target: &Target, candidate: Loop, registers: i64) -> i64 {
    let iterations = trip_count(work, candidate);
    let mut width = target.lanes(work.widest) * registers;
    while width > 2 && (width / 2) as f64 >= iterations {
        width /= 2;
    }
    width.clamp(2, MAX_WIDTH)
}

/// The cost of the most repeated code: the innermost fold or the region.
fn repeated_cost(work: &Work) -> f64 {
    let most = work.arithmetic.iter().map(|a| a.count).fold(0.0, f64::max);
    let often = |count: f64| count * 2.0 > most;
    let arithmetic: f64 = work.arithmetic.iter().filter(|a| often(a.count)).map(|a| a.cost).sum();
    let reads = work.accesses.iter().filter(|a| often(a.count)).count() as f64;
    arithmetic + reads
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_dialects::target::Level;
    use tf_dialects::tensor::Compute;
    use tf_dialects::tensor::loop_names::folds_in;
    use tf_dialects::tensor::schedule::{Author, LoopNames, Schedule};
    use tf_ir::context::Context;
    use tf_ir::registry::Registry;
    use tf_ir::text::{ParseOptions, parse_module};

    fn schedule(program: &str) -> String {
        let mut registry = Registry::new();
        tf_dialects::register_all(&mut registry);
        let ctx = Context::new(registry);
        let parsed = parse_module(&ctx, "test", program, &ParseOptions::default());
        let module = parsed.unwrap_or_else(|e| panic!("{e:?}")).body;
        let function = module.child_ops().into_iter().find_map(|op| module.child(op)).expect("a function");
        let compute = tf_ir::walk::preorder(function).into_iter().find(|op| function.is(*op, Compute));
        let compute = compute.expect("a compute");
        let plan = choose(&Work::of(function, compute), &Level::V4.target());
        let names = LoopNames::default_of(plan.order.len(), folds_in(function, compute).len());
        Schedule::by(Author::User, plan.steps(&names)).to_string()
    }

    fn compute(box_: &str, result: &str, region: &str) -> String {
        schedule(&format!(
            "func.func @f(%a: tensor<?{{n}}x?{{m}}xf32>, %b: tensor<?{{m}}x?{{n}}xf32>) -> {result} {{
               %c = tensor.compute {box_} {{ {region} }} : {result}
               return %c : {result}
             }}"
        ))
    }

    #[test]
    fn contiguous_axes_become_lanes() {
        let plain = compute(
            "(%i, %j) in [n, m]",
            "tensor<?{n}x?{m}xf32>",
            "%x = tensor.at %a[%i, %j] : tensor<?{n}x?{m}xf32>
             %y = arith.addf %x, %x : f32
             tensor.yield %y : f32",
        );
        assert!(plain.ends_with("vectorize(j, 64)") && plain.starts_with("parallel(i"), "{plain}");
        // The product of matrices: b's rows are contiguous along j, a is shared.
        let product = compute(
            "(%i, %j) in [n, n]",
            "tensor<?{n}x?{n}xf32>",
            "%s = tensor.fold (%k) = 0 to m add fastmath<reassoc> {
               %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
               %y = tensor.at %b[%k, %j] : tensor<?{m}x?{n}xf32>
               %z = arith.mulf %x, %y : f32
               tensor.yield %z : f32
             } : f32
             tensor.yield %s : f32",
        );
        assert!(product.ends_with("vectorize(j, 64), jam(i, 6)"), "{product}");
        // With b transposed, the fold is contiguous in both.
        let transposed = compute(
            "(%i, %j) in [n, n]",
            "tensor<?{n}x?{n}xf32>",
            "%s = tensor.fold (%k) = 0 to m add fastmath<reassoc> {
               %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
               %y = tensor.at %a[%j, %k] : tensor<?{n}x?{m}xf32>
               %z = arith.mulf %x, %y : f32
               tensor.yield %z : f32
             } : f32
             tensor.yield %s : f32",
        );
        assert!(transposed.ends_with("vectorize(k, 64), jam(i, 6)"), "{transposed}");
    }

    #[test]
    fn folds_without_licence_stay_in_order() {
        let sum = |flags: &str| {
            compute(
                "(%i) in [n]",
                "tensor<?{n}xf32>",
                &format!(
                    "%s = tensor.fold (%k) = 0 to m add {flags} {{
                       %x = tensor.at %a[%i, %k] : tensor<?{{n}}x?{{m}}xf32>
                       tensor.yield %x : f32
                     }} : f32
                     tensor.yield %s : f32"
                ),
            )
        };
        assert!(sum("fastmath<reassoc>").contains("vectorize(k, 64)"), "{}", sum("fastmath<reassoc>"));
        assert!(!sum("").contains("vectorize(k"), "{}", sum(""));
    }

    #[test]
    fn folds_beside_each_other_all_become_lanes() {
        let normalized = compute(
            "(%i) in [n]",
            "tensor<?{n}xf32>",
            "%s = tensor.fold (%k) = 0 to m add fastmath<reassoc> {
               %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
               tensor.yield %x : f32
             } : f32
             %v = tensor.fold (%l) = 0 to m add fastmath<reassoc> {
               %x = tensor.at %a[%i, %l] : tensor<?{n}x?{m}xf32>
               %d = arith.subf %x, %s : f32
               %e = math.exp %d : f32
               tensor.yield %e : f32
             } : f32
             tensor.yield %v : f32",
        );
        assert!(normalized.contains("vectorize(k, 32), vectorize(l, 32)"), "{normalized}");
        // Nested folds: the inner one is contiguous.
        let nested = compute(
            "() in []",
            "tensor<f32>",
            "%s = tensor.fold (%k) = 0 to n add fastmath<reassoc> {
               %r = tensor.fold (%l) = 0 to m maximumf {
                 %x = tensor.at %a[%k, %l] : tensor<?{n}x?{m}xf32>
                 tensor.yield %x : f32
               } : f32
               tensor.yield %r : f32
             } : f32
             tensor.yield %s : f32",
        );
        assert_eq!(nested, "vectorize(l, 64)");
    }

    #[test]
    fn small_boxes_stay_on_one_thread() {
        let text = compute(
            "(%i, %j) in [8, 8]",
            "tensor<8x8xf32>",
            "%x = tensor.at %a[%i, %j] clamp : tensor<?{n}x?{m}xf32>
             tensor.yield %x : f32",
        );
        assert_eq!(text, "vectorize(j, 8)");
        assert_eq!(schedule_of_rank_0(), "vectorize(k, 64)");
    }

    fn schedule_of_rank_0() -> String {
        compute(
            "() in []",
            "tensor<f32>",
            "%s = tensor.fold (%k) = 0 to m maximumf {
               %x = tensor.at %a[0, %k] clamp : tensor<?{n}x?{m}xf32>
               tensor.yield %x : f32
             } : f32
             tensor.yield %s : f32",
        )
    }

    /// Sums of columns read long parts of each row, one per accumulator.
    #[test]
    fn folds_along_columns_take_long_parts_of_rows() {
        let sums = |columns: &str| {
            compute(
                &format!("(%j) in [{columns}]"),
                &format!("tensor<{columns}xf32>"),
                "%s = tensor.fold (%k) = 0 to n add {
                   %x = tensor.at %a[%k, %j] clamp : tensor<?{n}x?{m}xf32>
                   tensor.yield %x : f32
                 } : f32
                 tensor.yield %s : f32",
            )
        };
        assert!(sums("4096").ends_with("vectorize(i, 128)"), "{}", sums("4096"));
        assert!(sums("32").ends_with("vectorize(i, 32)"), "{}", sums("32"));
    }

    /// A layer on a batch of unknown size: two of its axes are parallel.
    #[test]
    fn points_of_inner_axes_run_together() {
        let layer = compute(
            "(%i, %j, %k, %l) in [n, m, n, 64]",
            "tensor<?{n}x?{m}x?{n}x64xf32>",
            "%s = tensor.fold (%h) = 0 to m add fastmath<reassoc> {
               %x = tensor.at %a[%k + %i, %h + %j] clamp : tensor<?{n}x?{m}xf32>
               %y = tensor.at %b[%h, %l] clamp : tensor<?{m}x?{n}xf32>
               %z = arith.mulf %x, %y : f32
               tensor.yield %z : f32
             } : f32
             tensor.yield %s : f32",
        );
        assert!(layer.starts_with("parallel(i, j, grain = 1)"), "{layer}");
        assert!(layer.contains("jam(k, "), "{layer}");
    }

    /// Lanes down rows are limited by the associativity of the cache, and vectors follow the rows.
    #[test]
    fn lanes_that_go_down_rows_are_few_and_follow_the_rows() {
        let transposed = compute(
            "(%i, %j) in [2048, 2048]",
            "tensor<2048x2048xf32>",
            "%x = tensor.at %a[%j, %i] clamp : tensor<?{n}x?{m}xf32>
             tensor.yield %x : f32",
        );
        // The distance of the rows is unknown.
        assert!(!transposed.contains("order(j, i)"), "{transposed}");
        let known = schedule(
            "func.func @f(%a: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
               %c = tensor.compute (%i, %j) in [2048, 2048] {
                 %x = tensor.at %a[%j, %i] : tensor<2048x2048xf32>
                 tensor.yield %x : f32
               } : tensor<2048x2048xf32>
               return %c : tensor<2048x2048xf32>
             }",
        );
        assert!(
            known.starts_with("order(j, i), parallel(j") && known.ends_with("vectorize(j, 8)"),
            "{known}"
        );
    }

    /// Axes that are too short alone are parallel together, if the only long one is the axis of the lanes.
    #[test]
    fn short_outer_axes_are_parallel_together() {
        let text = |box_: &str| {
            compute(
                &format!("(%i, %j, %k) in [{box_}]"),
                &format!("tensor<{}xf32>", box_.replace(", ", "x")),
                "%x = tensor.at %a[%j, %k] clamp : tensor<?{n}x?{m}xf32>
                 tensor.yield %x : f32",
            )
        };
        assert!(text("5, 5, 40000").starts_with("parallel(i, j, grain"), "{}", text("5, 5, 40000"));
        // Too few even together.
        assert!(text("2, 2, 100000").starts_with("order(k, i, j), parallel(k"), "{}", text("2, 2, 100000"));
    }

    #[test]
    fn a_short_outer_axis_is_not_the_parallel_one() {
        let text = compute(
            "(%i, %j, %k) in [3, n, m]",
            "tensor<3x?{n}x?{m}xf32>",
            "%x = tensor.at %a[%j, %k] : tensor<?{n}x?{m}xf32>
             tensor.yield %x : f32",
        );
        assert!(text.starts_with("order(j, i, k), parallel(j"), "{text}");
    }
}
