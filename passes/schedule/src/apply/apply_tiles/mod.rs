//! `apply-tiles`: turns computes whose schedules split loops into loops over tiles.
//!
//! A compute with `split`, `order`, `parallel` and `stage` (see `docs/reference/schedule.md`) becomes the
//! loops that a program may write by hand with `tensor.tile_write`: staged operands are computed once into a
//! tile, which is packed in panels, and the compute of a result tile reads it. [`nest`] analyzes the compute,
//! [`tile`] its operands, [`build`] builds the loops.

mod accumulator;
mod build;
pub(crate) mod instruction;
pub(crate) mod loops;
pub(crate) mod nest;
pub(crate) mod product;
pub(crate) mod refusal;
pub(crate) mod segments;
mod tile;
mod tiling;
pub(crate) mod versions;
pub(crate) mod words;

use nest::{Dims, Nest};
use product::Product;
use refusal::{PackedRefusal, ProductRefusal, StageRefusal, StageStep, TilesRefusal};
pub(crate) use tiling::{Split, Tiling};
use words::Words;

use tf_dialects::func::Func;
use tf_dialects::target::Target;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::loop_names::write_loop_names;
use tf_dialects::tensor::schedule::{Decision, Loop, LoopNames, Plan, Schedule, Step, Tail, Tiles, steps};
use tf_ir::body::{Body, Op, Value};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec,
};
use tf_ir::walk::preorder;
use tf_passes_common::cost::figures::MOST_COPIES;
use tile::Tile;

struct ApplyTiles;

/// The pass `apply-tiles`.
pub static INFO: PassInfo = PassInfo {
    name: "apply-tiles",
    title: "ApplyTiles",
    summary: "Turn computes whose schedules split loops into loops over tiles",
    docs: "Runs before 'lower-tiles'. The steps split, order, parallel and stage of a schedule become loops \
        over tiles; the other steps apply to the compute of a tile. With the step mma, the fold runs over \
        32-bit lanes of several terms, which one instruction multiplies and adds. Steps that cannot be \
        applied are left out, with a remark.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-tiled", help: "computes that became loops over tiles" }],
    rules: &[],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(ApplyTiles)),
};

impl Pass for ApplyTiles {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (mut changed, mut tiled) = (false, 0);
        let computes: Vec<Op> = preorder(body).into_iter().filter(|op| body.is(*op, Compute)).collect();
        for op in computes {
            let view = body.view(op, Compute);
            let (Some(schedule), names) = (view.scheduled(), view.loop_names()) else { continue };
            let Ok(plan) = schedule.plan(&names) else { continue };
            if plan.tiles.is_none() {
                continue;
            }
            changed = true;
            let (op, schedule, plan) = match in_words(body, op, (&schedule, &plan), &names) {
                Some(Ok((new, schedule, plan))) => (new, schedule, plan),
                Some(Err(why)) => {
                    let step = plan.steps(&names).into_iter().find(|step| matches!(step, Step::Mma(_)));
                    let step = step.map_or_else(String::new, |step| step.to_string());
                    cx.remark(body.loc(op), format!("the step {step} is left out: {why}"));
                    (op, schedule, plan)
                }
                None => (op, schedule, plan),
            };
            let Plan { tiles: Some(tiles), grain, .. } = plan else { continue };
            let loc = body.loc(op);
            let inner = of_tile(&schedule, &tiles, &names);
            match apply(body, op, (&tiles, grain), (&names, &inner)) {
                Ok(()) => tiled += 1,
                Err(why) => {
                    cx.remark(loc, format!("the schedule's loops over tiles are left out: {why}"));
                    let attr = inner.to_attr(body.ctx());
                    body.set_attr(op, "schedule", attr);
                }
            }
        }
        cx.count("num-tiled", tiled);
        Ok(Changed::from(changed))
    }
}

/// A compute, its schedule and its plan.
type Planned = (Op, Schedule, Plan);

/// Applies the step `mma` of a compute's schedule; `None` if there is none.
fn in_words(
    body: &mut Body,
    op: Op,
    (schedule, plan): (&Schedule, &Plan),
    names: &LoopNames,
) -> Option<Result<Planned, TilesRefusal>> {
    let (of, terms) = plan.mma?;
    Some(words_of(body, op, (schedule, plan, of, terms), names))
}

fn words_of(
    body: &mut Body,
    op: Op,
    (schedule, plan, of, terms): (&Schedule, &Plan, Loop, i64),
    names: &LoopNames,
) -> Result<Planned, TilesRefusal> {
    let nest = Nest::of(body, op)?;
    let product = product_of(body, &nest, (plan, of, terms), names)?;
    let made = Words { nest: &nest, product: &product }.make(body).ok_or(TilesRefusal::LargeSubscripts)?;
    let new = made.compute;
    let fold = names.text(of).to_string();
    let steps = schedule.0.iter().filter_map(|decision| {
        let mut decision = decision.clone();
        match &mut decision.step {
            Step::Mma(_) => return None,
            Step::Split(steps::Split { target, sizes, .. }) if *target == fold => {
                sizes.iter_mut().for_each(|size| *size /= terms)
            }
            _ => {}
        }
        Some(decision)
    });
    let schedule = Schedule(steps.collect());
    write_loop_names(body, new, names);
    let attr = schedule.to_attr(body.ctx());
    body.set_attr(new, "schedule", attr);
    let plan = schedule.plan(names).map_err(PackedRefusal::Schedule).and_then(|plan| {
        let checked = check_plan(body, new, &plan, names);
        checked.map(|()| plan).map_err(|why| PackedRefusal::Tiles(Box::new(why)))
    });
    match plan {
        Ok(plan) => {
            let results: Vec<Value> = body.results(new).collect();
            body.replace(op, &results);
            Ok((new, schedule, plan))
        }
        Err(why) => {
            body.erase(new);
            made.sums.into_iter().for_each(|sums| body.erase(sums));
            Err(TilesRefusal::Packed(why))
        }
    }
}

/// The product of a compute that becomes dot-product instructions, with both factors staged in tiles.
fn product_of(
    body: &Body,
    nest: &Nest,
    (plan, of, terms): (&Plan, Loop, i64),
    names: &LoopNames,
) -> Result<Product, ProductRefusal> {
    let dim = nest.dim_of_loop(body, of, names).ok_or(ProductRefusal::LostFold)?;
    let product = Product::of(body, nest, (dim, terms), &Target::of(body))?;
    let stages = plan.tiles.iter().flat_map(|tiles| &tiles.stages);
    let staged: Vec<Dims> = stages
        .map(|stage| {
            let dims = stage.loops.iter().filter_map(|of| nest.dim_of_loop(body, *of, names));
            dims.fold(0, |all, dim| all | 1 << dim)
        })
        .collect();
    if product.factors.iter().any(|factor| !staged.contains(&factor.dims)) {
        return Err(ProductRefusal::NotStaged);
    }
    Ok(product)
}

/// The steps of a schedule that apply to the compute of a tile: those of unsplit loops, and of the last parts
/// of split ones.
fn of_tile(schedule: &Schedule, tiles: &Tiles, names: &LoopNames) -> Schedule {
    let is_tile_loop = |name: &String| tiles.part(name, names).is_ok();
    let stays = |step: &Step| step.spec().in_tile && !step.loops().iter().any(is_tile_loop);
    let inner = schedule.0.iter().filter(|decision| stays(&decision.step)).cloned();
    Schedule(inner.map(|of| Decision { step: of.step.of_whole_loops(), ..of }).collect())
}

/// Replaces a compute by loops over tiles.
fn apply(
    body: &mut Body,
    op: Op,
    (tiles, grain): (&Tiles, Option<i64>),
    (names, inner): (&LoopNames, &Schedule),
) -> Result<(), TilesRefusal> {
    let (nest, tiling, parts) = laid_out(body, op, (tiles, grain), names)?;
    build::Loops::new(&nest, &tiling, &parts, (names, inner), body).replace(body)
}

/// Checks that a compute may become the loops over tiles of a plan.
///
/// # Errors
/// The reason why it may not.
pub(crate) fn check_plan(body: &Body, op: Op, plan: &Plan, names: &LoopNames) -> Result<(), TilesRefusal> {
    let tiles = plan.tiles.as_ref().ok_or(TilesRefusal::NoSplit)?;
    let (nest, ..) = laid_out(body, op, (tiles, plan.grain), names)?;
    let Some((of, terms)) = plan.mma else { return Ok(()) };
    if tiles.sizes(of).iter().any(|size| size % terms != 0) {
        return Err(ProductRefusal::Tile.into());
    }
    product_of(body, &nest, (plan, of, terms), names)?;
    Ok(())
}

/// A compute as a nest, its loops over tiles, and the tiles of its operands.
///
/// # Errors
/// The reason why the plan cannot be applied.
fn laid_out(
    body: &Body,
    op: Op,
    (tiles, grain): (&Tiles, Option<i64>),
    names: &LoopNames,
) -> Result<(Nest, Tiling, Vec<Tile>), TilesRefusal> {
    let nest = Nest::of(body, op)?;
    let Some(tiling) = Tiling::of(body, &nest, (tiles, grain), names) else {
        return Err(TilesRefusal::LostLoop);
    };
    check(&nest, &tiling)?;
    let mut parts = Vec::new();
    for stage in &tiles.stages {
        let dims: Option<Vec<usize>> =
            stage.loops.iter().map(|of| nest.dim_of_loop(body, *of, names)).collect();
        let panels = stage.panels.and_then(|of| nest.dim_of_loop(body, of, names));
        // A step for a fold that no longer exists has no effect.
        let Some(dims) = dims else { continue };
        let step = || StageStep(dims.iter().map(|dim| tiling.names[*dim].clone()).collect());
        let refused = |why: StageRefusal| TilesRefusal::Stage { stage: step(), why };
        let set: Dims = dims.iter().fold(0, |all, dim| all | 1 << dim);
        let values = nest.parts(body, set);
        if values.is_empty() {
            return Err(TilesRefusal::NoOperand { stage: step() });
        }
        let depth = tiles.order.iter().position(|part| Some(*part) == stage.at).map_or(0, |at| at + 1);
        check_staged(&tiling, &dims, depth).map_err(refused)?;
        for value in values {
            let how = (set, depth, panels);
            parts.push(Tile::of(body, &nest, value, how, &tiling).map_err(refused)?);
        }
    }
    Ok((nest, tiling, parts))
}

/// Checks that a nest may run as loops over tiles.
fn check(nest: &Nest, tiling: &Tiling) -> Result<(), TilesRefusal> {
    for dim in 0..nest.dims.len() {
        let (name, is_split) = (|| tiling.names[dim].clone(), !tiling.splits[dim].sizes.is_empty());
        if dim >= nest.rank && is_split && !nest.reorders {
            return Err(TilesRefusal::FixedOrder { fold: name() });
        }
        if dim < nest.rank && !is_split && nest.dims[dim].extent.as_const().is_none_or(|n| n <= 0) {
            return Err(TilesRefusal::AxisExtent { axis: name() });
        }
    }
    check_tails(nest, tiling)?;
    let mut elements = (0..nest.rank).map(|dim| tiling.chunk(nest, dim, usize::MAX));
    match elements.try_fold(1_i64, |all, size| all.checked_mul(size?)) {
        Some(all) if all <= 1 << 20 => Ok(()),
        _ => Err(TilesRefusal::LargeTile),
    }
}

/// Checks that the strategies for ragged ends are legal.
fn check_tails(nest: &Nest, tiling: &Tiling) -> Result<(), TilesRefusal> {
    let adds = tiling.splits[nest.rank..].iter().any(|split| !split.sizes.is_empty());
    let mut copies = 1_usize;
    for (dim, tail) in tiling.tails.iter().filter(|(_, tail)| *tail != Tail::Pad) {
        let (name, tail) = (|| tiling.names[*dim].clone(), *tail);
        let overlaps = tail == Tail::Overlap;
        if overlaps && *dim >= nest.rank {
            return Err(TilesRefusal::CombinesTwice { fold: name(), tail });
        }
        if overlaps && adds {
            return Err(TilesRefusal::AddsTwice { axis: name(), tail });
        }
        copies = copies.saturating_mul(tiling.splits[*dim].sizes.len() + 1);
    }
    if copies > MOST_COPIES {
        return Err(TilesRefusal::Copies { copies });
    }
    Ok(())
}

/// Checks that no operand along an axis whose last tile overlaps is staged outside of that axis' loops: such
/// a tile begins inside of a panel.
fn check_staged(tiling: &Tiling, dims: &[usize], depth: usize) -> Result<(), StageRefusal> {
    let overlaps = |dim: &&usize| {
        let inside = tiling.splits[**dim].places.iter().any(|place| *place >= depth);
        tiling.tail(**dim) == Tail::Overlap && inside
    };
    match dims.iter().find(overlaps) {
        Some(dim) => Err(StageRefusal::Overlap { axis: tiling.names[*dim].clone() }),
        None => Ok(()),
    }
}
