//! Tickets: assigns the tiles of a grid-wide scan to blocks, and allocates the memory that the blocks share.
//!
//! A block waits for the blocks of earlier tiles, so these must be running already. Each block takes a ticket
//! when it begins, and tiles are assigned in the order of tickets. Rows follow each other.

use super::{ScanLoop, of, tile};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{Atomic, Barrier, Shared, ThreadId, WARP};
use tf_dialects::loops::{For, Parallel};
use tf_dialects::mem::{Alloc, Load, Store};
use tf_ir::arithmetic::Arithmetic;
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::extent::Extent;
use tf_ir::registry::Traits;
use tf_ir::types::{Dim, Type};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::GRAIN;

/// The state that the blocks of a scan share; values of the host, or of the kernel.
#[derive(Clone)]
pub(in crate::gpu::map_kernels) struct Tickets {
    /// Tiles of a row.
    pub(super) tiles: Value,
    /// Groups of tiles of a row.
    pub(super) groups: Value,
    /// Tiles of all rows.
    pub(super) all_tiles: Value,
    /// Groups of all rows.
    pub(super) all_groups: Value,
    /// The ticket counter, then the status of each tile, then the status of each group.
    pub(super) flags: Value,
    /// For each accumulator: the aggregates of tiles, the aggregates of groups, the inclusive prefixes of
    /// groups.
    pub(super) sums: Vec<Value>,
}

/// The tile of a block.
pub(in crate::gpu::map_kernels) struct Turn {
    pub(super) tickets: Tickets,
    /// Its index among the tiles of all rows.
    pub(super) number: Value,
    /// Its row, and its index in the row.
    pub(super) row: Value,
    pub(super) tile: Value,
}

impl Turn {
    /// The index of its row.
    pub(in crate::gpu::map_kernels) fn row(&self) -> Value {
        self.row
    }
}

/// Tiles of a group: one for each lane of a warp.
pub(super) const GROUP: i64 = WARP as i64;

impl Tickets {
    /// All values, in a fixed order.
    pub(in crate::gpu::map_kernels) fn values(&self) -> impl Iterator<Item = Value> + '_ {
        [self.tiles, self.groups, self.all_tiles, self.all_groups].into_iter().chain(self.memory())
    }

    /// The memory among them, which the kernel writes.
    pub(in crate::gpu::map_kernels) fn memory(&self) -> impl Iterator<Item = Value> + '_ {
        std::iter::once(self.flags).chain(self.sums.iter().copied())
    }

    /// The size of the grid.
    pub(in crate::gpu::map_kernels) fn blocks(&self) -> Value {
        self.all_tiles
    }

    fn mapped(&self, map: &IrMap) -> Tickets {
        let of = |value: Value| map.value(value);
        Tickets {
            tiles: of(self.tiles),
            groups: of(self.groups),
            all_tiles: of(self.all_tiles),
            all_groups: of(self.all_groups),
            flags: of(self.flags),
            sums: self.sums.iter().map(|value| of(*value)).collect(),
        }
    }

    /// Takes a ticket before an op of a kernel. With a single row, the ticket is the index of the tile.
    pub(in crate::gpu::map_kernels) fn take(
        &self,
        kernel: &mut Body,
        end: Op,
        map: &IrMap,
        one_row: bool,
    ) -> Turn {
        let tickets = self.mapped(map);
        let mut code = FoldingBuilder::before(kernel, end);
        let (ctx, along) = (code.ctx(), [("axis", code.ctx().string_attr("x"))]);
        let slot = ctx.memref(vec![Dim::Static(1)], ctx.i32());
        let slot = code.b.value(Shared, &[], slot, &[]);
        let thread = code.b.value(ThreadId, &[], ctx.index(), &along);
        let zero = code.index(0);
        let leads = code.cmpi(CmpI::Eq, thread, zero);
        code.when(leads, |code| {
            let one = code.int(ctx.i32(), 1);
            let kind = [("kind", ctx.string_attr("add"))];
            let own = code.b.value(Atomic, &[one, tickets.flags, zero], ctx.i32(), &kind);
            Store::build(&mut code.b, own, slot, &[zero]);
        });
        code.b.op(Barrier, &[], &[], &[]);
        let number = Load::build(&mut code.b, slot, &[zero]);
        let number = arith::index_castui(&mut code, number, ctx.index());
        let (row, tile) = match one_row {
            true => (zero, number),
            false => {
                let row = arith::divui(&mut code, number, tickets.tiles);
                (row, arith::remui(&mut code, number, tickets.tiles))
            }
        };
        Turn { tickets, number, row, tile }
    }
}

/// A scan that the grid may share, with the op that becomes the kernel: the loop itself, or the parallel loop
/// over its rows.
pub(in crate::gpu::map_kernels) struct Found {
    pub(in crate::gpu::map_kernels) scan: Op,
    /// The length of a row, and the number of rows.
    length: Extent,
    rows: Extent,
}

/// The scan of an op if the whole grid may share it: the loops around it do nothing else, and the final value
/// of the scan has no use.
pub(in crate::gpu::map_kernels) fn found(body: &Body, op: Op) -> Option<Found> {
    let rows = match body.is(op, Parallel) {
        true => product(body, op)?,
        false => Extent::from(1),
    };
    let scan = match body.is(op, Parallel) {
        true => {
            let inner = body.entry(body.region(op, 0))?;
            let is_free = |op: &Op| body.has(*op, Traits::PURE) && body.regions(*op).len() == 0;
            let mut rest = body.ops(inner).filter(|op| !is_free(op) && !body.has(*op, Traits::TERMINATOR));
            rest.next().filter(|_| rest.next().is_none())?
        }
        false => op,
    };
    if !body.is(scan, For)
        || !of(body, scan)?.by_grid
        || body.results(scan).any(|end| !body.users(end).is_empty())
    {
        return None;
    }
    let [low, high] = [0, 1].map(|i| term(body, body.operand(scan, i)));
    let length = high?.sub(&low?).ok()?;
    Some(Found { scan, length, rows })
}

/// The total trip count of a parallel loop whose steps are 1.
fn product(body: &Body, op: Op) -> Option<Extent> {
    let rank = body.view(op, Parallel).rank();
    let at = |i: usize| body.operand(op, i);
    (0..rank).try_fold(Extent::from(1), |all, axis| {
        let [low, high, step] = [at(axis), at(rank + axis), at(2 * rank + axis)].map(|v| term(body, v));
        let one = step?.as_const() == Some(1);
        all.mul(&high?.sub(&low?).ok()?).ok().filter(|_| one)
    })
}

/// An index as a term over the extents of the program.
fn term(body: &Body, value: Value) -> Option<Extent> {
    match Arithmetic::of(body, value)? {
        Arithmetic::Constant(number) => Some(Extent::from(i64::try_from(number).ok()?)),
        Arithmetic::Extent(extent) => Some(extent.clone()),
        Arithmetic::Sum(a, b) => term(body, a)?.add(&term(body, b)?).ok(),
        Arithmetic::Difference(a, b) => term(body, a)?.sub(&term(body, b)?).ok(),
        Arithmetic::Product(a, b) => term(body, a)?.mul(&term(body, b)?).ok(),
        _ => None,
    }
}

/// The extents of the shared memory.
struct Sizes {
    tiles: Extent,
    groups: Extent,
    all_tiles: Extent,
    all_groups: Extent,
    flags: Extent,
    sums: Extent,
}

impl Found {
    fn sizes(&self, tile: i64) -> Option<Sizes> {
        let tiles = self.length.ceildiv(tile).ok()?;
        let groups = tiles.ceildiv(GROUP).ok()?;
        let (all_tiles, all_groups) = (self.rows.mul(&tiles).ok()?, self.rows.mul(&groups).ok()?);
        let both = all_tiles.add(&all_groups).ok()?;
        let (flags, sums) = (both.add_const(1).ok()?, both.add(&all_groups).ok()?);
        Some(Sizes { tiles, groups, all_tiles, all_groups, flags, sums })
    }

    /// Elements of a tile.
    fn tile(&self, body: &Body, scan: &ScanLoop) -> i64 {
        scan.team.threads
            * tile::elements(body, &scan.accumulators, scan.team.threads, self.length.as_const())
    }

    /// Allocates the memory that the blocks share, before the op that becomes the kernel, and builds the loop
    /// that clears it, which becomes a kernel by itself.
    pub(in crate::gpu::map_kernels) fn prepare(&self, body: &mut Body, op: Op) -> Option<(Tickets, Op)> {
        let scan = of(body, self.scan)?;
        let sizes = self.sizes(self.tile(body, &scan))?;
        let entry = body.entry_block().and_then(|entry| body.first(entry))?;
        let types: Vec<Type> =
            scan.accumulators.iter().map(|a| super::chain::wide(body, a, scan.flags)).collect();
        let ctx = body.ctx().clone();
        let mut b = Builder::before(body, entry);
        let mut make = |extent: &Extent, elem: Type| {
            let ty = ctx.memref(vec![Dim::from_extent(extent.clone())], elem);
            b.value(Alloc, &[], ty, &[])
        };
        let flags = make(&sizes.flags, ctx.i32());
        let sums = types.into_iter().map(|ty| make(&sizes.sums, ty)).collect();
        let mut code = FoldingBuilder::before(body, op);
        let [tiles, groups, all_tiles, all_groups] =
            [&sizes.tiles, &sizes.groups, &sizes.all_tiles, &sizes.all_groups].map(|term| code.extent(term));
        let (count, zero, one) = (code.extent(&sizes.flags), code.index(0), code.index(1));
        let grain = [(GRAIN, ctx.i64_attr(1))];
        let clear = code.b.op(Parallel, &[zero, count, one], &[], &grain);
        code.region(clear, 0, &[ctx.index()], |code, args| {
            let none = code.int(ctx.i32(), 0);
            Store::build(&mut code.b, none, flags, &[args[0]]);
            code.end(&[]);
        });
        code.b.cursor = Cursor::Before(op);
        Some((Tickets { tiles, groups, all_tiles, all_groups, flags, sums }, clear))
    }
}
