//! Memory planning of a call's arena: buffers with disjoint live ranges overlap, even if their types differ.
//!
//! [`share`](mod@super::share) gives temporaries of one type one buffer. Here, live ranges are intervals in
//! the order in which the ops of stages begin and end, and two buffers with disjoint intervals may overlap.
//! Buffers of constant size are packed: the largest first, each at the lowest offset free of buffers that are
//! live at the same time (as Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference",
//! 2020, pack tensors by size). Sizes that are known only at the call cannot be compared; such buffers share
//! slots one after the other, and each slot is as large as its largest buffer.

use super::share::{buffers, home, may_alias, op_in};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::mem::Alloc;
use tf_ir::body::{Block, Body, Op, Value};
use tf_passes_common::cost::figures::SMALLEST_IN_ARENA;

/// Alignment of buffers in bytes: a cache line, and the widest vector.
const ALIGNMENT: u64 = 64;

/// A buffer and its live range, both ends included.
struct LiveRange {
    op: Op,
    first: usize,
    last: usize,
    /// Its size in bytes, rounded up, if it is constant.
    bytes: Option<u64>,
}

impl LiveRange {
    fn overlaps(&self, other: &LiveRange) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// Sets the positions of buffers; returns the number of buffers that overlap another one.
pub fn plan(body: &mut Body, entry: Block, stages: &[Block]) -> u64 {
    let mut lives = lives(body, entry, stages);
    lives.sort_by_key(|life| life.first);
    let (fixed, open): (Vec<LiveRange>, Vec<LiveRange>) =
        lives.into_iter().partition(|life| life.bytes.is_some());
    let fixed =
        fixed.into_iter().filter(|life| life.bytes.is_some_and(|bytes| bytes > SMALLEST_IN_ARENA)).collect();
    pack(body, fixed) + take_turns(body, &open)
}

/// Bytes of the buffers of constant size; overlapping ones count once.
pub fn bytes(body: &Body, entry: Block) -> u64 {
    let (mut apart, mut packed) = (0u64, 0u64);
    for buffer in buffers(body, entry) {
        let Some(alloc) = body.def_op(buffer).and_then(|op| body.cast(op, Alloc)) else { continue };
        let Some(bytes) = alloc.bytes() else { continue };
        match alloc.start_byte() {
            Some(offset) => packed = packed.max(offset.saturating_add(bytes)),
            None => apart = apart.saturating_add(bytes),
        }
    }
    apart.saturating_add(packed)
}

/// The live ranges of a function's buffers. Buffers with untraceable uses are left out.
fn lives(body: &Body, entry: Block, stages: &[Block]) -> Vec<LiveRange> {
    let times = times(body, entry, stages);
    let all = buffers(body, entry).into_iter();
    let of = |buffer: Value| {
        let (first, last) = match home(body, buffer, stages) {
            Some(home) => {
                span(body, home, &body.uses(buffer).map(|user| user.op).collect::<Vec<_>>(), &times)?
            }
            None => span(body, entry, &users(body, buffer), &times)?,
        };
        let op = body.def_op(buffer)?;
        let bytes = body.cast(op, Alloc)?.bytes().and_then(|bytes| bytes.checked_next_multiple_of(ALIGNMENT));
        Some(LiveRange { op, first, last, bytes })
    };
    { all }.filter_map(of).collect()
}

/// Begin and end times of the ops of stages.
fn times(body: &Body, entry: Block, stages: &[Block]) -> FxHashMap<Op, (usize, usize)> {
    fn block(
        body: &Body,
        at: Block,
        stages: &FxHashSet<Block>,
        now: &mut usize,
        times: &mut FxHashMap<Op, (usize, usize)>,
    ) {
        for op in body.ops(at) {
            let begin = *now;
            *now += 1;
            inner(body, op, stages, now, times);
            times.insert(op, (begin, *now));
            *now += 1;
        }
    }
    // Stages may be several regions below the op that encloses them.
    fn inner(
        body: &Body,
        op: Op,
        stages: &FxHashSet<Block>,
        now: &mut usize,
        times: &mut FxHashMap<Op, (usize, usize)>,
    ) {
        for within in body.regions(op).flat_map(|region| body.blocks(region)) {
            match stages.contains(&within) {
                true => block(body, within, stages, now, times),
                false => body.ops(within).for_each(|op| inner(body, op, stages, now, times)),
            }
        }
    }
    let stages: FxHashSet<Block> = stages.iter().copied().collect();
    let (mut now, mut times) = (0, FxHashMap::default());
    block(body, entry, &stages, &mut now, &mut times);
    times
}

/// The interval from the first to the last of some ops, by their ancestors in a stage.
fn span(
    body: &Body,
    stage: Block,
    ops: &[Op],
    times: &FxHashMap<Op, (usize, usize)>,
) -> Option<(usize, usize)> {
    let time = |user: &Op| {
        let block = body.block_of(*user)?;
        let op = if block == stage { *user } else { op_in(body, stage, block)? };
        times.get(&op).copied()
    };
    let all: Vec<(usize, usize)> = ops.iter().map(time).collect::<Option<_>>()?;
    Some((all.iter().map(|time| time.0).min()?, all.iter().map(|time| time.1).max()?))
}

/// The ops that use a buffer or an alias of it: any result or region argument of an op that passes it on may
/// be an alias.
fn users(body: &Body, buffer: Value) -> Vec<Op> {
    let ctx = body.ctx();
    let (mut found, mut pending, mut met) = (Vec::new(), vec![buffer], FxHashSet::default());
    while let Some(name) = pending.pop() {
        if !met.insert(name) {
            continue;
        }
        for user in body.uses(name) {
            found.push(user.op);
            if !may_alias(body, user.op) {
                continue;
            }
            // The yielded values of a terminator are results of the enclosing op.
            let around = body.block_of(user.op).and_then(|block| body.block_owner(block));
            for op in [Some(user.op), around].into_iter().flatten() {
                let blocks = body.regions(op).flat_map(|region| body.blocks(region));
                let names = body.results(op).chain(blocks.flat_map(|block| body.args(block)));
                pending.extend(names.filter(|name| ctx.dims(body.ty(*name)).is_some()));
            }
        }
    }
    found
}

/// Packs buffers of constant size, and sets their positions if that takes less memory than no overlap.
fn pack(body: &mut Body, mut lives: Vec<LiveRange>) -> u64 {
    let bytes = |life: &LiveRange| life.bytes.unwrap_or(0);
    let Some(apart) = lives.iter().try_fold(0u64, |sum, life| sum.checked_add(bytes(life))) else { return 0 };
    lives.sort_by_key(|life| std::cmp::Reverse(bytes(life)));
    let mut placed: Vec<(LiveRange, u64)> = Vec::new();
    for life in lives {
        let mut taken: Vec<(u64, u64)> = { placed.iter() }
            .filter(|(other, _)| other.overlaps(&life))
            .map(|(other, start)| (*start, start + bytes(other)))
            .collect();
        taken.sort_unstable();
        let mut start = 0;
        for (from, to) in taken {
            if start + bytes(&life) <= from {
                break;
            }
            start = start.max(to);
        }
        placed.push((life, start));
    }
    let all = placed.iter().map(|(life, start)| start + bytes(life)).max().unwrap_or(0);
    if all >= apart || i64::try_from(all).is_err() {
        return 0;
    }
    let over = |at: usize| {
        let (life, start) = &placed[at];
        let overlaps = |(other, from): &(LiveRange, u64)| {
            !other.overlaps(life) && start < &(from + bytes(other)) && from < &(start + bytes(life))
        };
        placed.iter().any(overlaps)
    };
    let shared = (0..placed.len()).filter(|at| over(*at)).count() as u64;
    let ctx = body.ctx().clone();
    for (life, start) in &placed {
        body.set_attr(life.op, "start", ctx.i64_attr(*start as i64));
    }
    shared
}

/// Assigns slots to buffers of unknown sizes, in the order of their first use.
fn take_turns(body: &mut Body, lives: &[LiveRange]) -> u64 {
    let mut slots: Vec<Vec<&LiveRange>> = Vec::new();
    for life in lives {
        let last = |slot: &Vec<&LiveRange>| slot.last().map_or(0, |last| last.last);
        let ty = |life: &LiveRange| body.ty(body.result(life.op, 0));
        let alike = |slot: &Vec<&LiveRange>| slot.iter().any(|other| ty(other) == ty(life));
        let free = slots.iter_mut().filter(|slot| last(slot) < life.first);
        // Prefer a slot with a buffer of the same type, which is large enough anyway; then the most recently
        // used, since it is probably still in cache.
        match free.max_by_key(|slot| (alike(slot), last(slot))) {
            Some(slot) => slot.push(life),
            None => slots.push(vec![life]),
        }
    }
    let ctx = body.ctx().clone();
    let mut shared = 0;
    for (number, slot) in slots.iter().filter(|slot| slot.len() > 1).enumerate() {
        shared += slot.len() as u64;
        for life in slot {
            body.set_attr(life.op, "slot", ctx.i64_attr(number as i64));
        }
    }
    shared
}
