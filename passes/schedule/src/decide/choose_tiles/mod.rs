//! `choose-tiles`: chooses tiled loops for computes with high data reuse, as matrix products and
//! convolutions.
//!
//! The terms of such a compute have two factors: one moves with the last axis of the iteration domain, the
//! lanes, and the other with another axis, the rows. Blocks of the result fit the registers, panels the
//! caches (Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication", 2008). If one
//! instruction multiplies and adds several terms, as for bytes, panels hold 32-bit lanes of several terms.

pub(crate) mod factors;
mod packed;
mod stream;

use crate::apply::apply_tiles;
use crate::apply::apply_tiles::nest::{Dims, Nest};
use crate::apply::apply_tiles::product::Product;
use factors::{Factors, Sizes};
use packed::packed_once;

use crate::apply::apply_tiles::instruction::Instruction;
use crate::apply::apply_tiles::versions::{Demand, two_versions};
use crate::decide::schedule;
use crate::decide::tuned::{self, Point};
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::func::Func;
use tf_dialects::target::Target;
use tf_dialects::tensor::loop_names::give_loop_names;
use tf_dialects::tensor::schedule::{Author, By, Loop, Part, Plan, Schedule, Stage, Tiles};
use tf_dialects::tensor::{Access, Compute};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult,
    RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;
use tf_passes_common::cost::close;
use tf_passes_common::cost::figures::{
    BLOCK_REGISTERS, BLOCK_VECTORS, BLOCKS_PER_CORE, LARGE_PRODUCT, LEAST_BLOCK_ROWS, LEAST_BLOCKS,
    LEAST_IN_WORDS, LEAST_PANELS, LEAST_TERMS, LEAST_TILED, LOADS, MOST_BLOCK_ROWS, MOST_UNSPLIT, NARROW,
    OPEN_PANEL_BLOCKS, PANEL_ROW_BYTES, PANEL_TERMS, TAPS_UNSPLIT, UNKNOWN_TILED, WORTH_TILES,
};
use tf_passes_common::cost::likely;
use tf_passes_common::cost::plan::price;
use tf_passes_common::cost::work::{self, Work};

struct ChooseTiles {
    /// The smallest count of terms that gets tiles.
    least: f64,
}

/// The pass `choose-tiles`.
pub static INFO: PassInfo = PassInfo {
    name: "choose-tiles",
    title: "ChooseTiles",
    summary: "Choose loops over tiles for computes that read the same elements many times",
    docs: "Writes the attribute 'schedule', with steps for 'apply-tiles', on computes whose terms have two \
        factors that are each read for many points, such as products of matrices and convolutions. Block \
        sizes follow from the registers and caches of 'tf.target'. Folds over rows of memory, such as the \
        sum of a matrix over its first axis, read a few rows of many columns at a time. Products of narrow \
        types get the step 'mma' if an instruction adds several terms, and either the result is exact or \
        flags allow the difference. For unknown extents, there are two versions, and the extents of a call \
        select one. Small computes and those with a schedule are not changed.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "least",
        kind: OptionKind::Int,
        default: LEAST_TILED,
        help: "terms above which a computation is tiled; for a batch, terms of one of its elements",
    }],
    statistics: &[StatSpec { name: "num-chosen", help: "computes that are tiled" }],
    rules: &[RuleSpec { name: "tiles", help: "tiles loops, and copies operands into tiles" }],
    growth: Growth::NONE,
    make: |options: &Options| Ok(Box::new(ChooseTiles { least: options.int("least") as f64 })),
};

impl Pass for ChooseTiles {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let target = Target::of(body);
        let (mut chosen, mut named) = (0, false);
        let is_free = |op: &Op| body.cast(*op, Compute).is_some_and(|view| view.schedule().is_none());
        let computes: Vec<Op> = preorder(body).into_iter().filter(is_free).collect();
        for op in computes {
            if tuned::take(body, op, Point::Tiles, cx) {
                chosen += 1;
                continue;
            }
            let Ok(nest) = Nest::of(body, op) else { continue };
            // A group may specify that one thread computes it.
            let one = body.view(op, Compute).computed_by() == Some(By::Each);
            let target = if one { Target { cores: 1, ..target } } else { target };
            let plan = Factors::of_any(body, &nest)
                .and_then(|factors| self.plan(body, (&nest, &factors), &target, cx))
                .or_else(|| stream::plan(body, &nest, &target).map(|plan| (plan, Vec::new())));
            let Some((plan, demands)) = plan.filter(|_| cx.allows("tiles")) else { continue };
            let names = give_loop_names(body, op);
            named = true;
            // A nest of another form, such as a window with fill, keeps the loops of its compute.
            if apply_tiles::check_plan(body, op, &plan, &names).is_err() {
                continue;
            }
            let op = two_versions(body, &nest, &demands).unwrap_or(op);
            let attr = Schedule::by(Author::Heuristic, plan.steps(&names)).to_attr(body.ctx());
            body.set_attr(op, "schedule", attr);
            chosen += 1;
        }
        cx.count("num-chosen", chosen);
        Ok(Changed::from(chosen > 0 || named))
    }
}

impl ChooseTiles {
    /// The tiled loops of a product, with the demands on its extents if these are unknown; `None` if it gets
    /// none.
    fn plan(
        &self,
        body: &Body,
        (nest, factors): (&Nest, &Factors),
        target: &Target,
        cx: &mut PassContext<'_>,
    ) -> Option<(Plan, Vec<Demand>)> {
        let op = nest.compute;
        if factors.are_of_known_size(nest) {
            let plan = cheapest(body, op, (nest, factors), target, self.least)?;
            return pays(body, (nest, factors), (&plan, target), cx).then_some((plan, Vec::new()));
        }
        let least = UNKNOWN_TILED * self.least;
        let plan = cheapest(body, op, (nest, factors), target, least)?;
        cx.explain(body.loc(op), || {
            format!(
                "tiles: for extents with {least:.3e} terms or more, loops over tiles run, and for \
                others the untiled loops"
            )
        });
        let width = target.lanes(width_of(body, nest.term)?);
        let demands = demands(nest, factors, block(nest, factors, width, target), least);
        Some((plan, demands.into()))
    }
}

/// The cheapest tiled loops of a nest, with threads along rows or along lanes.
fn cheapest(
    body: &Body,
    op: Op,
    (nest, factors): (&Nest, &Factors),
    target: &Target,
    least: f64,
) -> Option<Plan> {
    let terms = words(body, nest, target);
    let least = if terms > 1 { least.min(LEAST_IN_WORDS) } else { least };
    let plans: Vec<Plan> = [Shared::Rows, Shared::Lanes]
        .into_iter()
        .filter_map(|shared| choose(body, nest, factors, target, &TilingConstraints { least, shared, terms }))
        .collect();
    if plans.len() < 2 {
        return plans.into_iter().next();
    }
    let work = packed_once(body, nest, factors, Work::of(body, op));
    close::cheapest(plans, target, |plan, on| price(&work, on, plan)).map(|(plan, _)| plan)
}

/// The cost of a compute in the tiled loops that it may get; `None` if it gets none.
pub(crate) fn tiled_price(body: &Body, op: Op, target: &Target) -> Option<f64> {
    let nest = Nest::of(body, op).ok()?;
    let factors = Factors::of(body, &nest)?;
    let plan = cheapest(body, op, (&nest, &factors), target, least_tiled())?;
    Some(price(&packed_once(body, &nest, &factors, Work::of(body, op)), target, &plan))
}

/// True if tiled loops cost less than the loops that the compute would get without them.
fn pays(
    body: &Body,
    (nest, factors): (&Nest, &Factors),
    (plan, target): (&Plan, &Target),
    cx: &mut PassContext<'_>,
) -> bool {
    let op = nest.compute;
    let work = Work::of(body, op);
    let loops = schedule::choose(&work, target);
    // Tiles add the terms one after the other, lanes along a fold in parts: where the choice changes bits, it
    // does not follow from the rates of the machine.
    let in_parts = loops.vectors.iter().any(|(of, _)| matches!(of, Loop::Fold(_)));
    let target = &if in_parts { target.with_usual_rates() } else { *target };
    let whole = price(&work, target, &loops);
    let is_expensive = |access: &work::Access| access.jumps() || (access.leaves && !access.folds.is_empty());
    let in_doubt = work.folds.len() < 2 || work.accesses.iter().any(is_expensive);
    let margin = if in_doubt { WORTH_TILES } else { 1.0 };
    let tiled = price(&packed_once(body, nest, factors, work), target, plan);
    let pays = tiled < margin * whole;
    cx.explain(body.loc(op), || {
        let verdict = if pays { "it is tiled" } else { "it is not tiled" };
        format!("tiles: cost {tiled:.3e} with loops over tiles, {whole:.3e} without, in additions; {verdict}")
    });
    pays
}

/// The smallest count of terms that gets tiles, by the default of the pass.
pub(crate) fn least_tiled() -> f64 {
    LEAST_TILED.parse().expect("the default of the option is an integer")
}

/// The count of terms from which a product gets panels in any case; it is smaller if an instruction adds
/// several terms.
pub(crate) fn least_sure(body: &Body, nest: &Nest, target: &Target) -> f64 {
    if words(body, nest, target) > 1 { LEAST_IN_WORDS } else { LARGE_PRODUCT }
}

/// True if the pass tiles a nest, by its size alone, at a high gain: rows, lanes and terms are many.
pub(crate) fn gains_by_tiles(body: &Body, nest: &Nest) -> bool {
    let gains = |factors: Factors| {
        let sizes = Sizes::of(nest, &factors);
        sizes.terms() >= least_tiled() && sizes.rows.min(sizes.lanes).min(sizes.fold) > NARROW
    };
    nest.reorders && Factors::of_any(body, nest).is_some_and(gains)
}

/// A block of the result: rows and lanes.
#[derive(Clone, Copy)]
struct Block {
    rows: i64,
    lanes: i64,
}

/// The block whose accumulators stay in registers, and that wastes the least at the ends.
fn block(nest: &Nest, factors: &Factors, width: i64, target: &Target) -> Block {
    let registers = (f64::from(target.vector_registers) * BLOCK_REGISTERS) as i64;
    let waste = |dim: usize, size: i64| match nest.dims[dim].extent.as_const() {
        Some(n) if n > 0 => ((n + size - 1) / size * size) as f64 / n as f64,
        _ => 1.0,
    };
    let mut best = (Block { rows: 1, lanes: width }, f64::INFINITY);
    for vectors in BLOCK_VECTORS {
        for rows in (LEAST_BLOCK_ROWS..=(registers / vectors).min(MOST_BLOCK_ROWS)).rev() {
            let block = Block { rows, lanes: vectors * width };
            let loads = LOADS * (rows + vectors) as f64 / (rows * vectors) as f64;
            let cost = (1.0 + loads) * waste(factors.row, rows) * waste(factors.lane, block.lanes);
            if cost < best.1 {
                best = (block, cost);
            }
        }
    }
    best.0
}

/// The smallest extents for which tiled loops pay. Axes that both factors move with are a batch, so a product
/// is as small as one batch element.
fn demands(nest: &Nest, factors: &Factors, block: Block, least: f64) -> [Demand; 5] {
    let axes: Dims = (0..nest.rank).fold(0, |all, dim| all | 1 << dim);
    let folds: Dims = (nest.rank..nest.dims.len()).fold(0, |all, dim| all | 1 << dim);
    let (rows, lanes) = (factors.rows & !factors.lanes & axes, factors.lanes & !factors.rows & axes);
    [
        Demand { of: rows, least: LEAST_BLOCKS * block.rows as f64 },
        Demand { of: lanes, least: block.lanes as f64 },
        Demand { of: folds, least: LEAST_TERMS },
        Demand { of: rows | lanes | folds, least },
        Demand { of: 1 << factors.row, least: block.rows as f64 },
    ]
}

/// Division rounded up.
fn ceil_div(n: i64, of: i64) -> i64 {
    (n + of - 1) / of
}

/// The tile size of an extent: hardly longer than `most`, a multiple of `unit`, and equal for all tiles if
/// the extent is constant.
fn even(extent: &Extent, most: i64, unit: i64, pieces: i64) -> i64 {
    let up = |n: i64| (n + unit - 1) / unit * unit;
    match extent.as_const() {
        Some(n) if n > 0 => {
            let count = ((n + most - 1) / most).max(1);
            let count = if count > 1 { (count + pieces - 1) / pieces * pieces } else { count };
            up((n + count - 1) / count)
        }
        _ => up(most),
    }
}

/// The axes that threads parallelize: panels of rows (or other axes of rows, or a batch), after a barrier
/// that waits for packed lanes; or panels of lanes, which each thread packs for itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shared {
    Rows,
    Lanes,
}

/// The terms of the innermost fold that one instruction multiplies and adds, if this is exact or fast-math
/// flags allow it; else 1.
fn words(body: &Body, nest: &Nest, target: &Target) -> i64 {
    let last = nest.dims.len() - 1;
    let found = [4, 2].into_iter().find_map(|terms| Product::of(body, nest, (last, terms), target).ok());
    let promised = |fold: &Op| FastMath::of(body.op(*fold)).has(FastMath::NNAN.with(FastMath::NINF));
    let may = |product: &Product| match product.instruction {
        Instruction::Floats => nest.folds.iter().all(promised),
        Instruction::Shorts | Instruction::Bytes => true,
    };
    found.filter(may).map_or(1, |product| product.terms)
}

/// The constraints on the tiled loops.
struct TilingConstraints {
    /// The smallest count of terms that gets tiles.
    least: f64,
    shared: Shared,
    /// The terms that an instruction adds.
    terms: i64,
}

/// The tiled loops of a nest; `None` if they do not pay.
fn choose(
    body: &Body,
    nest: &Nest,
    factors: &Factors,
    target: &Target,
    wish: &TilingConstraints,
) -> Option<Plan> {
    let TilingConstraints { least, shared, terms } = *wish;
    let bits = width_of(body, nest.term)?;
    let width = target.lanes(bits);
    if !nest.reorders || width < 2 {
        return None;
    }
    let block = block(nest, factors, width, target);
    if !demands(nest, factors, block, least).iter().all(|demand| demand.is_likely(nest)) {
        return None;
    }
    let (fold_splits, together) = split_folds(nest, terms)?;
    let in_rows = terms == 1 && is_contiguous_along_fold(body, nest, factors);
    let mut tiling = TiledLoops { nest, factors, block, shared, in_rows, tiles: Tiles::default() };
    if shared == Shared::Lanes && !tiling.lanes_are_enough(target) {
        return None;
    }
    tiling.split(together, i64::from(bits / 8), target);
    if let Some((dim, size)) = fold_splits {
        tiling.tiles.splits.push((tiling.name(dim), vec![size]));
    }
    tiling.order(target);
    let rank = nest.rank;
    Some(Plan {
        jam: Some((factors.row, block.rows)),
        vectors: vec![(Loop::Axis(factors.lane), block.lanes)],
        tiles: Some(tiling.tiles),
        mma: (terms > 1).then_some((Loop::Fold(nest.folds.len() - 1), terms)),
        ..Plan::sequential(rank)
    })
}

/// True if the factor of the rows is contiguous along the innermost fold.
fn is_contiguous_along_fold(body: &Body, nest: &Nest, factors: &Factors) -> bool {
    let last = nest.dims.last().map(|dim| dim.index);
    let is_contiguous_along = |op: &Op| {
        let Some(read) = Access::of_read(body.op(*op)) else { return true };
        let forms = read.map.linear_forms();
        let own = read.indices.iter().position(|index| Some(*index) == last);
        forms.as_ref().and_then(|forms| Some(forms.last()?.dims[own?] == 1)).unwrap_or(false)
    };
    nest.needed(body, &nest.parts(body, factors.rows), &[]).iter().all(is_contiguous_along)
}

/// The bits of a term's type, if vectors hold such elements.
pub(crate) fn width_of(body: &Body, term: Value) -> Option<u32> {
    let (ctx, ty) = (body.ctx(), body.ty(term));
    let bits = ctx.scalar_width(ty).filter(|bits| *bits >= 32)?;
    (ty != ctx.index()).then_some(bits)
}

/// The split of the innermost fold that keeps its operands in caches, and the terms of a tile (or groups of
/// `terms` of them).
fn split_folds(nest: &Nest, terms: i64) -> Option<(Option<(usize, i64)>, i64)> {
    let last = nest.dims.len() - 1;
    let others = nest.dims[nest.rank..last].iter().map(|dim| dim.extent.as_const().filter(|n| *n > 0));
    let others = others.collect::<Option<Vec<i64>>>()?.into_iter().product::<i64>();
    let most = if others > 1 { TAPS_UNSPLIT } else { MOST_UNSPLIT };
    let extent = &nest.dims[last].extent.ceildiv(terms).ok()?;
    match extent.as_const() {
        Some(n) if n * others <= most => Some((None, n * others)),
        Some(_) if others > 1 => {
            let size = even(extent, (most / others).max(1), 1, 1);
            Some((Some((last, size * terms)), size * others))
        }
        _ => {
            let size = even(extent, (PANEL_TERMS / others).max(1), 1, 1);
            Some((Some((last, size * terms)), size * others))
        }
    }
}

/// Tiled loops under construction.
struct TiledLoops<'a> {
    nest: &'a Nest,
    factors: &'a Factors,
    block: Block,
    shared: Shared,
    /// The factor of the rows has the layout of its tiles without panels.
    in_rows: bool,
    tiles: Tiles,
}

impl TiledLoops<'_> {
    fn name(&self, dim: usize) -> Loop {
        self.nest.name(dim)
    }

    /// True if each thread gets a large enough panel of lanes.
    fn lanes_are_enough(&self, target: &Target) -> bool {
        let cores = i64::from(target.cores);
        let lanes = self.nest.dims[self.factors.lane].extent.as_const();
        cores > 1 && lanes.is_some_and(|n| n >= cores * LEAST_PANELS * self.block.lanes)
    }

    /// Splits the axes: panels of rows fit the second cache, panels of lanes the third; other axes are split
    /// by one.
    fn split(&mut self, together: i64, bytes: i64, target: &Target) {
        let (nest, factors, block) = (self.nest, self.factors, self.block);
        let most = (target.l2_bytes as i64 / 2 / (together * bytes).max(1)).max(block.rows);
        let cores = i64::from(target.cores);
        let others = (0..nest.rank)
            .filter(|axis| factors.rows & !factors.lanes & (1 << axis) != 0 && *axis != factors.row);
        let most = match nest.dims[factors.row].extent.as_const() {
            // Work for all threads, unless other axes have it.
            Some(n) if others.count() == 0 => {
                most.min(ceil_div(n, BLOCKS_PER_CORE * cores)).max(2 * block.rows)
            }
            Some(_) => most,
            None => most.min(OPEN_PANEL_BLOCKS * block.rows),
        };
        let columns = PANEL_ROW_BYTES / bytes;
        for axis in 0..nest.rank {
            let extent = &nest.dims[axis].extent;
            let sizes = if axis == factors.row {
                vec![even(extent, most, block.rows, cores), block.rows]
            } else if axis == factors.lane {
                let pieces = if self.shared == Shared::Lanes { cores } else { 1 };
                vec![even(extent, columns.min(self.share(extent, cores)), block.lanes, pieces), block.lanes]
            } else {
                vec![1]
            };
            self.tiles.splits.push((self.name(axis), sizes));
        }
    }

    /// The largest panel of lanes with which all threads get one, if threads parallelize lanes.
    fn share(&self, extent: &Extent, cores: i64) -> i64 {
        match extent.as_const() {
            Some(n) if self.shared == Shared::Lanes => ceil_div(n, cores).max(self.block.lanes),
            _ => i64::MAX,
        }
    }

    /// The order of the loops: the batch, lanes, folds, other axes of rows, rows; in a panel lanes, then
    /// rows.
    fn order(&mut self, target: &Target) {
        let (nest, factors) = (self.nest, self.factors);
        let part = |dim: usize, number: usize| Part { of: self.name(dim), number };
        let axes = |dims: Dims| {
            (0..nest.rank).filter(move |a| dims & (1 << a) != 0 && *a != factors.row && *a != factors.lane)
        };
        let batch: Vec<usize> = axes(factors.rows & factors.lanes).collect();
        let mut order: Vec<Part> = batch.iter().map(|axis| part(*axis, 0)).collect();
        order.extend(axes(factors.lanes & !factors.rows).map(|axis| part(axis, 0)));
        let lane = order.len();
        order.push(part(factors.lane, 0));
        let fold = nest.dims.len() - 1;
        let splits_fold = self.tiles.splits.iter().any(|(of, _)| *of == self.name(fold));
        order.extend(splits_fold.then(|| part(fold, 0)));
        let panel = order.len();
        let outer: Vec<usize> = axes(factors.rows & !factors.lanes).collect();
        order.extend(outer.iter().map(|axis| part(*axis, 0)));
        order.push(part(factors.row, 0));
        let rows = order.len();
        order.extend([part(factors.lane, 1), part(factors.row, 1)]);
        let length = |dims: &[usize]| dims.iter().map(|a| likely(&nest.dims[*a].extent)).product::<i64>();
        let cores = i64::from(target.cores);
        let enough = BLOCKS_PER_CORE * cores;
        self.tiles.parallel = match () {
            () if cores < 2 => 0..0,
            () if self.shared == Shared::Lanes => lane..lane + 1,
            () if !batch.is_empty() && length(&batch) >= enough => 0..batch.len(),
            () if !outer.is_empty() && length(&outer) >= enough => panel..panel + outer.len(),
            () => panel..rows,
        };
        let lane_is_whole = self.nest.dims[factors.lane].extent.as_const().is_some_and(|n| {
            self.tiles.sizes(self.name(factors.lane)).first().is_some_and(|size| n <= *size)
        });
        // A panel that is invariant in the outer loops is packed once.
        let once = panel == 1 && lane_is_whole;
        let dims =
            |set: Dims| (0..nest.dims.len()).filter(|d| set & (1 << d) != 0).map(|d| self.name(d)).collect();
        let stages = vec![
            Stage {
                loops: dims(factors.lanes),
                at: (!once).then(|| order[panel - 1]),
                panels: Some(self.name(factors.lane)),
            },
            Stage { loops: dims(factors.rows), at: Some(order[rows - 1]), panels: self.row_panels(&outer) },
        ];
        (self.tiles.order, self.tiles.stages) = (order, stages);
    }

    /// Panels of rows, if their factor moves with the row axis alone. A sliding window keeps its layout. So
    /// do rows that are contiguous along the fold: they are copied in vectors, whereas panels would be
    /// gathered element by element, and a block loads one element per row at a time from either.
    fn row_panels(&self, outer: &[usize]) -> Option<Loop> {
        let plain = outer.is_empty() && self.nest.folds.len() == 1 && !self.in_rows;
        plain.then(|| self.name(self.factors.row))
    }
}
