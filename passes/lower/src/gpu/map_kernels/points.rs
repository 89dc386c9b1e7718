//! Grid-stride loops: assigns the iterations of a parallel loop to threads, warps or blocks.

use super::host::Host;
use super::lanes::Shared;
use super::scan::{Tickets, Turn};
use super::team;
use tf_dialects::arith;
use tf_dialects::gpu::Gpu;
use tf_dialects::kernel::{BlockId, GridDim, ThreadId, WARP, WarpId};
use tf_dialects::loops::{For, Parallel};
use tf_dialects::shared::ranges::FITS;
use tf_dialects::tensor::schedule::Place;
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::THREADS;
use tf_passes_common::cost::figures::{GPU_BLOCK, GPU_TEAM_WAVES, GPU_WAVES};

/// The iterations of a parallel loop, or a single one for a block.
pub(super) struct Points {
    /// Threads of a block.
    pub(super) threads: i64,
    /// The team that runs an iteration together, if it is not a single thread.
    pub(super) team: Option<Shared>,
    /// For each axis the index, the first value, the step and the trip count (values of the host).
    axes: Vec<Axis>,
    /// The total trip count (a value of the host).
    total: Option<Value>,
    /// The order of blocks, if the whole grid shares the rows of a scan.
    tickets: Option<Tickets>,
}

#[derive(Clone, Copy)]
struct Axis {
    index: Value,
    first: Value,
    step: Value,
    count: Value,
}

impl Points {
    /// A single iteration, whose folds are distributed over a block.
    pub(super) fn whole(team: Shared) -> Points {
        Points { threads: team.threads, team: Some(team), axes: Vec::new(), total: None, tickets: None }
    }

    /// The rows of a scan that the whole grid shares: the iterations of a parallel loop, or a single one.
    pub(super) fn in_turn(body: &mut Body, op: Op, team: Shared, tickets: Tickets) -> Points {
        let (axes, total) = match body.is(op, Parallel) {
            true => Points::axes_of(body, op),
            false => (Vec::new(), tickets.blocks()),
        };
        Points { threads: team.threads, team: Some(team), axes, total: Some(total), tickets: Some(tickets) }
    }

    /// The iterations of a parallel loop; computes their count before the loop.
    pub(super) fn of(host: &mut Host<'_>, op: Op) -> Points {
        let body = &*host.body;
        let inner = body.entry(body.region(op, 0)).expect("a parallel loop has a block");
        let ops: Vec<Op> = body.ops(inner).collect();
        let wanted = body.attr(op, THREADS).and_then(|a| body.ctx().attr_int(a)).map(|n| n as i64);
        let team = team::of(host, &ops);
        let (axes, total) = Points::axes_of(host.body, op);
        let threads = match team {
            Some(Shared { place: Place::Block, threads }) => threads,
            _ => wanted.unwrap_or(GPU_BLOCK),
        };
        Points { threads, team, axes, total: Some(total), tickets: None }
    }

    /// The axes of a parallel loop, and its total trip count.
    fn axes_of(body: &mut Body, op: Op) -> (Vec<Axis>, Value) {
        let rank = body.view(op, Parallel).rank();
        let inner = body.entry(body.region(op, 0)).expect("a parallel loop has a block");
        let operands: Vec<Value> = body.operands(op).collect();
        let indices: Vec<Value> = body.args(inner).collect();
        let mut code = FoldingBuilder::before(body, op);
        let (mut axes, mut total) = (Vec::new(), code.index(1));
        for (at, index) in indices.into_iter().enumerate() {
            let (first, end, step) = (operands[at], operands[rank + at], operands[2 * rank + at]);
            let (span, zero) = (code.sub(end, first), code.index(0));
            let span = arith::maxsi(&mut code, span, zero);
            let count = match code.known(step) {
                Some(1) => span,
                _ => arith::ceildivui(&mut code, span, step),
            };
            total = code.mul(total, count);
            axes.push(Axis { index, first, step, count });
        }
        (axes, total)
    }

    /// The values of the host that the kernel needs.
    pub(super) fn values(&self) -> impl Iterator<Item = Value> + '_ {
        let total = self.total.filter(|_| self.tickets.is_none());
        let tickets = self.tickets.iter().flat_map(Tickets::values);
        let axes = self.axes.iter().flat_map(|axis| [axis.first, axis.step, axis.count]);
        total.into_iter().chain(axes).chain(tickets)
    }

    /// The order of blocks, if a scan defines one.
    pub(super) fn tickets(&self) -> Option<&Tickets> {
        self.tickets.as_ref()
    }

    /// Takes a ticket for the block before an op of a kernel, if blocks have an order; maps the indices.
    pub(super) fn take_turn(&self, kernel: &mut Body, end: Op, map: &mut IrMap) -> Option<Turn> {
        let turn = self.tickets.as_ref()?.take(kernel, end, map, self.axes.is_empty());
        self.indices(&mut FoldingBuilder::before(kernel, end), turn.row(), map);
        Some(turn)
    }

    /// True for a single iteration for the whole grid.
    pub(super) fn is_one(&self) -> bool {
        self.total.is_none()
    }

    /// True for the index of an axis, which the kernel computes.
    pub(super) fn is_index(&self, value: Value) -> bool {
        self.axes.iter().any(|axis| axis.index == value)
    }

    /// Iterations that a block runs at a time.
    fn per_block(&self) -> i64 {
        match self.team {
            Some(Shared { place: Place::Block, .. }) => 1,
            Some(_) => (self.threads / WARP as i64).max(1),
            None => self.threads,
        }
    }

    /// The size of the grid: the number of blocks that have work, limited to a few waves of resident blocks.
    pub(super) fn blocks(&self, code: &mut FoldingBuilder<'_>, gpu: &Gpu) -> Value {
        if let Some(tickets) = &self.tickets {
            return tickets.blocks();
        }
        let Some(total) = self.total else { return code.index(1) };
        let waves = match self.team {
            Some(Shared { place: Place::Block, .. }) => GPU_TEAM_WAVES,
            _ => GPU_WAVES,
        };
        let resident = (gpu.resident() / self.threads.max(1) as u64).max(1) * waves;
        let (each, most) = (code.index(self.per_block()), code.index(resident as i64));
        let blocks = arith::ceildivui(code, total, each);
        arith::minsi(code, blocks, most)
    }

    /// Builds the grid-stride loop before an op of a kernel and maps the indices. Returns the op before which
    /// the code of an iteration goes.
    pub(super) fn loops(&self, kernel: &mut Body, end: Op, map: &mut IrMap) -> Op {
        let Some(total) = self.total.filter(|_| self.tickets.is_none()) else { return end };
        let mut code = FoldingBuilder::before(kernel, end);
        let (first, stride) = self.place(&mut code);
        let index = code.ctx().index();
        let fits = (FITS, code.ctx().unit_attr());
        let new = code.b.op(For, &[first, map.value(total), stride], &[], &[fits]);
        code.region(new, 0, &[index], |code, args| {
            self.indices(code, args[0], map);
            code.end(&[]);
        });
        let block = kernel.entry(kernel.region(new, 0)).expect("the loop has a block");
        kernel.last(block).expect("a verified block has a terminator")
    }

    /// Delinearizes the position of an iteration into the indices of the axes.
    fn indices(&self, code: &mut FoldingBuilder<'_>, number: Value, map: &mut IrMap) {
        let mut rest = number;
        for (at, axis) in self.axes.iter().enumerate().rev() {
            let own = match at {
                0 => rest,
                _ => {
                    let count = map.value(axis.count);
                    let own = arith::remui(code, rest, count);
                    rest = arith::divui(code, rest, count);
                    own
                }
            };
            let (step, first) = (map.value(axis.step), map.value(axis.first));
            let far = code.mul(own, step);
            let value = code.add(far, first);
            map.values.insert(axis.index, value);
        }
    }

    /// The first iteration of a thread, and the stride of the loop.
    fn place(&self, code: &mut FoldingBuilder<'_>) -> (Value, Value) {
        let index = code.ctx().index();
        let along = [("axis", code.ctx().string_attr("x"))];
        let block = code.b.value(BlockId, &[], index, &along);
        let blocks = code.b.value(GridDim, &[], index, &along);
        let each = code.index(self.per_block());
        let own = match self.team {
            Some(Shared { place: Place::Block, .. }) => return (block, blocks),
            Some(_) => code.b.value(WarpId, &[], index, &[]),
            None => code.b.value(ThreadId, &[], index, &along),
        };
        let before = code.mul(block, each);
        (code.add(before, own), code.mul(blocks, each))
    }
}
