//! Lowers scans to loops over memory, for threads and lanes as the shape permits.
//!
//! If the axis is not the last one, lanes run across it: [`columns`]. Rows along the last axis run in
//! parallel, a few of them interleaved: [`rows`](mod@rows). If there are few long rows and the combiner may
//! be regrouped, each row is cut into chunks of constant length: [`chunks`]. On a GPU, all blocks share such
//! a row (a mark for `map-kernels`). The bits of an answer do not depend on the number of threads.

mod chunks;
mod columns;
mod rows;

use super::super::client::{Client, Result};
use super::lowering::Lowering;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::gpu::Gpu;
use tf_dialects::kernel::WARP;
use tf_dialects::scalar::dtype;
use tf_dialects::target::Target;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::combiner::Laws;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::scan::Scan;
use tf_dialects::tensor::schedule::Place;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::location::Location;
use tf_ir::pass::Growth;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_ir::walk::preorder;
use tf_passes_common::code::marks::{MAP, REDUCTION, THREADS};
use tf_passes_common::cost::figures::{
    FEW_ROWS, GPU_BLOCK, GPU_LONG_ROW, GPU_SCAN_CHUNK, GPU_SCAN_CHUNKS, GPU_SCAN_MOST, SCAN_CHUNK,
    SCAN_CHUNKS,
};

/// A scan on memory.
#[derive(Clone)]
struct Plan {
    sources: Vec<Value>,
    targets: Vec<Value>,
    /// Initial accumulators.
    starts: Vec<Value>,
    elems: Vec<Type>,
    combiner: Option<Block>,
    kinds: Vec<CombiningKind>,
    flags: FastMath,
    extents: Vec<Value>,
    axis: usize,
    reverse: bool,
    exclusive: bool,
    /// On a GPU, the threads of a team scan together: the combiner may be regrouped and rows are contiguous.
    by_teams: bool,
    /// All blocks of the GPU share each row.
    by_grid: bool,
}

impl Plan {
    /// Below this number of rows, threads idle if each row has its own team.
    fn few_rows(&self, gpu: Option<Gpu>) -> i64 {
        let teams = gpu.filter(|_| self.by_teams).map(|gpu| gpu.resident() as i64 / GPU_BLOCK);
        teams.unwrap_or(FEW_ROWS)
    }

    /// Elements in a chunk of a long row, and chunks per batch.
    fn chunk(&self) -> (i64, i64) {
        if self.by_teams { (GPU_SCAN_CHUNK, GPU_SCAN_CHUNKS) } else { (SCAN_CHUNK, SCAN_CHUNKS) }
    }
}

/// True if elements may be combined with each other before the accumulator.
fn regroups(body: &Body, op: Op) -> bool {
    let view = body.view(op, Scan);
    if view.combiner().is_some() {
        return Laws::of(view.op()).associative;
    }
    let free = FastMath::of(view.op()).has(FastMath::REASSOC);
    let exact = |(kind, result): (CombiningKind, Value)| {
        dtype(body.ctx(), body.ctx().elem_type(body.ty(result))).is_some_and(|dtype| kind.is_exact(dtype))
    };
    free || view.combining_kinds().into_iter().zip(body.results(op)).all(exact)
}

/// The reason for [`growth`].
pub const WHY: &str = "a scan across lanes reads the totals so far from memory, one in chunks reads and \
    combines each element twice";

/// The reads and combinations that scans of this function may add, per access.
pub fn growth(body: &Body, _: i64) -> Growth {
    let reads_twice = |op: &Op| {
        let rank = body.ctx().dims(body.ty(body.result(*op, 0))).map_or(0, |dims| dims.len());
        body.view(*op, Scan).axis() + 1 < rank || regroups(body, *op)
    };
    let mut scans = preorder(body).into_iter().filter(|op| body.is(*op, Scan));
    Growth::per_access(u64::from(scans.any(|op| reads_twice(&op))), WHY)
}

/// The remark for scans of one long row that run on one thread.
pub const IN_ORDER: &str = "the scan runs on one thread, because its order is fixed: allow other orders by \
    'fastmath<reassoc>', or declare its combiner associative";

/// The locations of those scans.
pub fn in_order(body: &Body) -> Vec<Location> {
    let is_long = |op: &Op| {
        let extents = body.ctx().dims(body.ty(body.result(*op, 0))).unwrap_or_default();
        matches!(extents, [only] if only.as_static().is_none_or(|n| n > 2 * SCAN_CHUNK))
    };
    let scans = preorder(body).into_iter().filter(|op| body.is(*op, Scan));
    scans.filter(|op| is_long(op) && !regroups(body, *op)).map(|op| body.loc(op)).collect()
}

impl Lowering<'_> {
    /// `tensor.scan`
    pub fn scan(&mut self, op: Op) -> Result<()> {
        let regroups = regroups(self.source(), op);
        let plan = self.scan_plan(op, regroups)?;
        let results = self.results(op);
        self.as_nest(|this| {
            if let Some(lanes) = this.column_lanes(&plan) {
                return this.scan_columns(&plan, lanes);
            }
            let few = plan.few_rows(Gpu::of(this.source()));
            let cut = this.is_few_and_long(&plan.extents, plan.axis, few, 2 * plan.chunk().0);
            let is_cut = plan.by_teams && this.code.known(cut) != Some(0) && this.fits_a_grid(&plan);
            if is_cut && this.allowed.allows("scans-by-grid") {
                let by_grid = Plan { by_grid: true, ..plan.clone() };
                return this
                    .branch(cut, &mut |this| this.scan_rows(&by_grid), &mut |this| this.scan_rows(&plan));
            }
            if !regroups || this.code.known(cut) == Some(0) || !this.allowed.allows("scans-in-chunks") {
                return this.scan_rows(&plan);
            }
            this.branch(cut, &mut |this| this.scan_in_chunks(&plan), &mut |this| this.scan_rows(&plan))
        })?;
        self.bind(&results, &plan.targets);
        Ok(())
    }

    /// True if a grid has enough blocks for all tiles, as far as extents are known.
    fn fits_a_grid(&self, plan: &Plan) -> bool {
        let known = plan.extents.iter().map(|extent| self.code.known(*extent).unwrap_or(1));
        known.into_iter().try_fold(1i64, i64::checked_mul).is_some_and(|elements| elements <= GPU_SCAN_MOST)
    }

    fn scan_plan(&mut self, op: Op, regroups: bool) -> Result<Plan> {
        let view = self.source().view(op, Scan);
        let (inputs, inits, axis) = (view.inputs(), view.inits(), view.axis());
        let (reverse, exclusive) = (view.is_reverse(), view.is_exclusive());
        let (combiner, kinds, flags) = (view.combiner(), view.combining_kinds(), FastMath::of(view.op()));
        let sources: Vec<Value> = inputs.iter().map(|v| self.buffer(*v)).collect();
        let results = self.results(op);
        let targets: Vec<Value> = results.iter().map(|v| self.destination(*v)).collect();
        let elems: Vec<Type> = targets.iter().map(|v| self.ctx().elem_type(self.ty(*v))).collect();
        let starts: Vec<Value> = match inits.is_empty() {
            true => kinds.iter().zip(&elems).map(|(kind, ty)| self.code.identity(*kind, *ty)).collect(),
            false => self.scalars(op, &inits)?,
        };
        let extents = self.extents_of(targets[0]);
        let extents = self.code.extents(&extents);
        let by_teams = regroups
            && combiner.is_none()
            && axis + 1 == extents.len()
            && Gpu::of(self.source()).is_some()
            && self.allowed.allows("team-scans");
        Ok(Plan {
            sources,
            targets,
            starts,
            elems,
            combiner,
            kinds,
            flags,
            extents,
            axis,
            reverse,
            exclusive,
            by_teams,
            by_grid: false,
        })
    }

    /// The attributes that distribute a loop over `steps` elements to the threads of a warp (short rows), a
    /// block or the grid.
    fn team_marks(&self, plan: &Plan, steps: Value) -> Vec<(&'static str, Attribute)> {
        if !plan.by_teams {
            return Vec::new();
        }
        let ctx = self.ctx();
        let (place, threads) = match self.code.known(steps) {
            _ if plan.by_grid => (Place::Grid, GPU_BLOCK),
            Some(steps) if steps < WARP as i64 => return Vec::new(),
            Some(steps) if steps < GPU_LONG_ROW => (Place::Warp, WARP as i64),
            _ => (Place::Block, GPU_BLOCK),
        };
        let kinds = (REDUCTION, kinds_attr(&ctx, &plan.kinds));
        let mut marks = vec![(MAP, ctx.string_attr(place.word())), (THREADS, ctx.i64_attr(threads)), kinds];
        marks.extend((plan.flags.bits() != 0).then(|| (FastMath::ATTR, plan.flags.attr(&ctx))));
        marks
    }

    /// The accumulators after a step.
    fn scan_step(&mut self, plan: &Plan, before: &[Value], values: &[Value]) -> Result<Vec<Value>> {
        match plan.combiner {
            Some(block) => self.scalar_block(block, &[before, values].concat()),
            None => {
                let one = |i: usize| self.code.combine(plan.kinds[i], before[i], values[i], plan.flags);
                Ok((0..plan.kinds.len()).map(one).collect())
            }
        }
    }

    /// The index along the axis at a step.
    fn scan_place(&mut self, plan: &Plan, step: Value) -> Value {
        if !plan.reverse {
            return step;
        }
        let one = self.code.index(1);
        let last = self.code.sub(plan.extents[plan.axis], one);
        self.code.sub(last, step)
    }

    /// Lanes in `registers` vector registers of the widest element type.
    fn scan_lanes(&self, plan: &Plan, registers: i64) -> Option<i64> {
        if Gpu::of(self.source()).is_some() {
            return None;
        }
        let widest = plan.elems.iter().filter_map(|ty| self.ctx().scalar_width(*ty)).max()?;
        Some(registers * Target::of(self.source()).lanes(widest)).filter(|lanes| *lanes > 1)
    }
}
