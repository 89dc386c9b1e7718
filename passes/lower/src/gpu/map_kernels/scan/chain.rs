//! Single-pass scan over the whole grid: decoupled look-back, each element read once and written once.
//!
//! Each block scans a tile and needs the exclusive prefix of the tiles before it. It publishes its aggregate
//! as soon as it is known, and looks back at the aggregates of its predecessors (*Merrill and Garland,
//! "Single-pass parallel prefix scan with decoupled look-back", 2016*).
//!
//! The result must not depend on the timing of blocks. So there are two levels with a fixed association of
//! operands: 32 adjacent tiles are a group. A warp combines the aggregates of the earlier tiles of the group
//! as a tree, and the prefix of the earlier groups from left to right. For the latter it looks at the 32
//! preceding groups at a time: it takes the inclusive prefix of the nearest group that has one, and then the
//! aggregate of each later group. The last tile of a group publishes the aggregate and the inclusive prefix
//! of the group.

use super::super::lanes::{Lanes, Shared};
use super::tickets::{GROUP, Turn};
use super::tile::{Tile, scan_warp, shuffled};
use super::{Accumulator, ScanLoop, of};
use crate::gpu::kernel_to_loops::state_machine::EARLIER_BLOCKS;
use tf_dialects::arith::{self, CmpI, FastMath, FlagSet};
use tf_dialects::kernel::{
    Ballot, Barrier, LaneId, LoadAcquire, Shared as SharedArray, StoreRelease, WarpId,
};
use tf_dialects::loops::{Condition, For, While};
use tf_dialects::math;
use tf_dialects::mem::{Load, Store};
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::{Body, Op, Value};
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;
use tf_passes_common::code::folding_builder::{FoldingBuilder, Values};

/// Flag: the aggregate of a tile or a group is published.
const OWN: i64 = 1;

/// Flag: the inclusive prefix of a group is published.
const ALL: i64 = 2;

/// The type of aggregates: the next wider one if the sum may be reassociated.
pub(super) fn wide(body: &Body, accumulator: &Accumulator, flags: FastMath) -> Type {
    let (ctx, ty) = (body.ctx(), body.ty(accumulator.value));
    let is_sum = accumulator.kind == CombiningKind::Add && flags.has(FastMath::REASSOC);
    if is_sum && ty == ctx.f32() { ctx.f64() } else { ty }
}

/// Turns the scan of a kernel into a scan over all blocks, with a tile for each block.
pub(in crate::gpu::map_kernels) fn share(kernel: &mut Body, team: Shared, turn: &Turn) {
    let is_scan = |op: &Op| kernel.is(*op, For) && of(kernel, *op).is_some_and(|scan| scan.by_grid);
    let Some(op) = preorder(kernel).into_iter().find(is_scan) else { return };
    let Some(scan) = of(kernel, op) else { return };
    let first = kernel
        .entry_block()
        .and_then(|block| kernel.first(block))
        .expect("a verified kernel has a terminator");
    let operands: Vec<Value> = kernel.operands(op).collect();
    let length = tf_passes_common::code::folding_builder::known(kernel, operands[0])
        .zip(tf_passes_common::code::folding_builder::known(kernel, operands[1]))
        .map(|(low, high)| high - low);
    let lanes = Lanes { own: operands[0], first, team };
    let tile = Tile::new(kernel, op, &scan, &lanes, length);
    let types: Vec<Type> = scan.accumulators.iter().map(|a| wide(kernel, a, scan.flags)).collect();
    tile.bound(kernel);
    let mut code = FoldingBuilder::before(kernel, op);
    let arrays = tile.arrays(&mut code, &lanes);
    let chain = Chain::new(&mut code, &scan, types, turn);
    let span = code.index(tile.span());
    let far = code.mul(turn.tile, span);
    let begin = code.add(operands[0], far);
    let read = tile.read(&mut code, begin, operands[1], length.is_some_and(|n| n % tile.span() == 0));
    let stripes = tile.stripes(&mut code, &read.values);
    let (mut ahead, mut totals) = (Vec::new(), Vec::new());
    for (i, stripes) in stripes.iter().enumerate() {
        let how = chain.how(i);
        let found =
            arrays.get(i).map(|array| tile.of_warps(&mut code, (*array, lanes.warps()), stripes.total, how));
        ahead.push(found.map(|[before, _]| before));
        totals.push(found.map_or(stripes.total, |[_, all]| all));
    }
    let before = chain.before(&mut code, &totals, &operands[3..]);
    let starts: Vec<Value> = (0..before.len())
        .map(|i| match ahead[i] {
            Some(ahead) => code.combine(chain.how(i).0, before[i], ahead, scan.flags),
            None => before[i],
        })
        .collect();
    tile.write(&mut code, &read, &stripes, &starts);
    kernel.erase(op);
}

/// Computes the exclusive prefix of a block's tile.
struct Chain<'a> {
    scan: &'a ScanLoop,
    turn: &'a Turn,
    /// The types in which aggregates are combined.
    types: Vec<Type>,
    lane: Value,
    /// The index of the tile in its group; the index of the group in the row, and among all rows.
    place: Value,
    group: Value,
    number: Value,
}

impl<'a> Chain<'a> {
    fn new(code: &mut FoldingBuilder<'_>, scan: &'a ScanLoop, types: Vec<Type>, turn: &'a Turn) -> Chain<'a> {
        let (index, size) = (code.ctx().index(), code.index(GROUP));
        let lane = code.b.value(LaneId, &[], index, &[]);
        let place = arith::remui(code, turn.tile, size);
        let group = arith::divui(code, turn.tile, size);
        let before = code.mul(turn.row, turn.tickets.groups);
        let number = code.add(before, group);
        Chain { scan, turn, types, lane, place, group, number }
    }

    fn how(&self, i: usize) -> (CombiningKind, FastMath) {
        (self.scan.accumulators[i].kind, self.scan.flags)
    }

    fn count(&self) -> usize {
        self.types.len()
    }

    /// The exclusive prefix of the tile, from its aggregates and the initial values of the row: one warp
    /// computes it and broadcasts it.
    fn before(&self, code: &mut FoldingBuilder<'_>, totals: &[Value], starts: &[Value]) -> Vec<Value> {
        let (ctx, zero) = (code.ctx(), code.index(0));
        let slots: Vec<Value> = self
            .types
            .iter()
            .map(|ty| {
                let slot = ctx.memref(vec![Dim::Static(1)], *ty);
                code.b.value(SharedArray, &[], slot, &[])
            })
            .collect();
        let warp = code.b.value(WarpId, &[], ctx.index(), &[]);
        let is_first = code.cmpi(CmpI::Eq, warp, zero);
        code.when(is_first, |code| {
            let totals = self.widened(code, totals);
            let starts = self.widened(code, starts);
            let leads = code.cmpi(CmpI::Eq, self.lane, zero);
            self.publish_tile(code, leads, &totals);
            let tiles = self.tiles_before(code);
            let last = code.index(GROUP - 1);
            let ends = code.cmpi(CmpI::Eq, self.place, last);
            let publishes = code.both(Some(ends), leads);
            let group: Vec<Value> = self.combined(code, &tiles, &totals);
            self.publish_group(code, publishes, &group, OWN);
            let groups = self.groups_before(code, &starts);
            let all = self.combined(code, &groups, &group);
            self.publish_group(code, publishes, &all, ALL);
            let before = self.combined(code, &groups, &tiles);
            code.when(leads, |code| {
                for (value, slot) in before.iter().zip(&slots) {
                    Store::build(&mut code.b, *value, *slot, &[zero]);
                }
            });
        });
        code.b.op(Barrier, &[], &[], &[]);
        let narrow: Vec<Type> = totals.iter().map(|total| code.ty(*total)).collect();
        let found: Vec<Value> = slots.iter().map(|slot| Load::build(&mut code.b, *slot, &[zero])).collect();
        let pairs = found.into_iter().zip(narrow);
        pairs
            .map(|(value, ty)| if code.ty(value) == ty { value } else { arith::truncf(code, value, ty) })
            .collect()
    }

    fn widened(&self, code: &mut FoldingBuilder<'_>, values: &[Value]) -> Vec<Value> {
        let pairs = values.iter().zip(&self.types);
        pairs
            .map(|(value, ty)| if code.ty(*value) == *ty { *value } else { arith::extf(code, *value, *ty) })
            .collect()
    }

    fn combined(&self, code: &mut FoldingBuilder<'_>, before: &[Value], after: &[Value]) -> Vec<Value> {
        let pairs = before.iter().zip(after).enumerate();
        pairs.map(|(i, (a, b))| code.combine(self.how(i).0, *a, *b, self.how(i).1)).collect()
    }

    /// The index of the flag of a tile.
    fn tile_flag(&self, code: &mut FoldingBuilder<'_>, tile: Value) -> Value {
        let one = code.index(1);
        code.add(tile, one)
    }

    /// The index of the flag of a group.
    fn group_flag(&self, code: &mut FoldingBuilder<'_>, group: Value) -> Value {
        let first = self.tile_flag(code, self.turn.tickets.all_tiles);
        code.add(first, group)
    }

    fn publish(
        &self,
        code: &mut FoldingBuilder<'_>,
        (place, values): (Value, &[Value]),
        flag: Value,
        what: i64,
    ) {
        let tickets = &self.turn.tickets;
        for (value, memory) in values.iter().zip(&tickets.sums) {
            Store::build(&mut code.b, *value, *memory, &[place]);
        }
        let word = code.int(code.ctx().i32(), what);
        code.b.op(StoreRelease, &[word, tickets.flags, flag], &[], &[]);
    }

    fn publish_tile(&self, code: &mut FoldingBuilder<'_>, leads: Value, totals: &[Value]) {
        code.when(leads, |code| {
            let flag = self.tile_flag(code, self.turn.number);
            self.publish(code, (self.turn.number, totals), flag, OWN);
        });
    }

    fn publish_group(&self, code: &mut FoldingBuilder<'_>, publishes: Value, values: &[Value], what: i64) {
        let tickets = &self.turn.tickets;
        code.when(publishes, |code| {
            let mut place = code.add(tickets.all_tiles, self.number);
            if what == ALL {
                place = code.add(place, tickets.all_groups);
            }
            let flag = self.group_flag(code, self.number);
            self.publish(code, (place, values), flag, what);
        });
    }

    /// Spins until a flag is at least `least`; returns the flag.
    fn wait(&self, code: &mut FoldingBuilder<'_>, flag: Value, least: Value) -> Value {
        let word = code.ctx().i32();
        let flags = self.turn.tickets.flags;
        let earlier = [(EARLIER_BLOCKS, code.ctx().unit_attr())];
        let look = |code: &mut FoldingBuilder<'_>| code.b.value(LoadAcquire, &[flags, flag], word, &earlier);
        let first = look(code);
        let new = code.b.op(While, &[first], &[word], &[]);
        code.region(new, 0, &[word], |code, args| {
            let waits = code.cmpi(CmpI::Slt, args[0], least);
            Condition::build(&mut code.b, waits, &[args[0]]);
        });
        code.region(new, 1, &[word], |code, _| {
            let next = look(code);
            code.end(&[next]);
        });
        code.b.body.result(new, 0)
    }

    fn loaded(&self, code: &mut FoldingBuilder<'_>, place: Value) -> Values {
        let sums = &self.turn.tickets.sums;
        sums.iter().map(|memory| Load::build(&mut code.b, *memory, &[place])).collect()
    }

    /// The combined aggregates of the earlier tiles in the group: each lane reads one.
    fn tiles_before(&self, code: &mut FoldingBuilder<'_>) -> Vec<Value> {
        let one = code.int(code.ctx().i32(), OWN);
        let is_before = code.cmpi(CmpI::Slt, self.lane, self.place);
        let first = code.sub(self.turn.number, self.place);
        let tile = code.add(first, self.lane);
        let own = code.either(
            is_before,
            &self.types,
            |code| {
                let flag = self.tile_flag(code, tile);
                self.wait(code, flag, one);
                self.loaded(code, tile)
            },
            |code| {
                let none = self.types.iter().enumerate();
                none.map(|(i, ty)| code.identity(self.how(i).0, *ty)).collect()
            },
        );
        let last = code.index(GROUP - 1);
        let all = |(i, value): (usize, &Value)| {
            let sums = scan_warp(code, self.lane, &[*value], self.how(i));
            shuffled(code, "index", sums[0], last)
        };
        own.iter().enumerate().map(all).collect()
    }

    /// The exclusive prefix of the group: each lane reads one of the 32 preceding groups.
    fn groups_before(&self, code: &mut FoldingBuilder<'_>, starts: &[Value]) -> Vec<Value> {
        let (ctx, index) = (code.ctx(), code.ctx().index());
        let (one, last) = (code.index(1), code.index(GROUP - 1));
        let [own, all] = [OWN, ALL].map(|what| code.int(ctx.i32(), what));
        let exists = code.cmpi(CmpI::Slt, self.lane, self.group);
        let types: Vec<Type> = std::iter::once(ctx.i32()).chain(self.types.iter().copied()).collect();
        let found = code.either(
            exists,
            &types,
            |code| {
                let behind = code.sub(self.number, one);
                let group = code.sub(behind, self.lane);
                let flag = self.group_flag(code, group);
                // The look-back goes no farther, so this lane needs an inclusive prefix.
                let farthest = code.cmpi(CmpI::Eq, self.lane, last);
                let least = code.select(farthest, all, own);
                let far = self.wait(code, flag, least);
                let alone = code.add(self.turn.tickets.all_tiles, group);
                let with_all = code.add(alone, self.turn.tickets.all_groups);
                let is_all = code.cmpi(CmpI::Eq, far, all);
                let place = code.select(is_all, with_all, alone);
                let mut found = self.loaded(code, place);
                found.insert(0, far);
                found
            },
            |_| std::iter::once(all).chain(starts.iter().copied()).collect(),
        );
        let is_all = code.cmpi(CmpI::Eq, found[0], all);
        let votes = code.b.value(Ballot, &[is_all], ctx.i32(), &[]);
        let nearest = math::cttz(code, votes);
        let nearest = arith::index_castui(code, nearest, index);
        let begin: Vec<Value> =
            found[1..].iter().map(|value| shuffled(code, "index", *value, nearest)).collect();
        let zero = code.index(0);
        let new = code.b.op(For, &[&[zero, nearest, one], &begin[..]].concat(), &self.types, &[]);
        code.region(new, 0, &[&[index], &self.types[..]].concat(), |code, args| {
            let farther = code.add(args[0], one);
            let lane = code.sub(nearest, farther);
            let next: Vec<Value> =
                found[1..].iter().map(|value| shuffled(code, "index", *value, lane)).collect();
            let sums = self.combined(code, &args[1..], &next);
            code.end(&sums);
        });
        (0..self.count()).map(|i| code.b.body.result(new, i)).collect()
    }
}
