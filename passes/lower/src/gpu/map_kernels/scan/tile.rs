//! The tile of a scan: the elements that a team scans at a time.
//!
//! Each warp has a part of the tile, in stripes of 32 elements, one for each lane. So neighbouring lanes
//! access neighbouring elements, and all loads of a thread are in flight before it waits for the first.
//! Within a stripe, lanes combine by shuffles (Hillis and Steele, "Data parallel algorithms", 1986). The
//! total of a stripe goes into the next one, and warps exchange their totals through shared memory. The
//! positions of the elements fix the association of operands, so every run gives the same bits.

use super::super::lanes::{Lanes, Shared};
use super::iteration::Iteration;
use super::{Accumulator, ScanLoop};
use tf_dialects::arith::{CmpI, FastMath};
use tf_dialects::kernel::{Barrier, Func, LaneId, Shuffle, WARP, WarpId};
use tf_dialects::loops::{For, If};
use tf_dialects::mem::{Load, Store};
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::types::Type;
use tf_passes_common::code::folding_builder::{FoldingBuilder, Values};
use tf_passes_common::cost::figures::{GPU_BLOCK, GPU_SCAN_BLOCKS, GPU_SCAN_BYTES};

/// A tile of a scan.
pub(super) struct Tile<'a> {
    scan: &'a ScanLoop,
    block: Block,
    types: Vec<Type>,
    team: Shared,
    /// Elements of each thread.
    each: i64,
}

/// The elements of a tile that a thread has.
pub(super) struct Elements {
    /// The index of each.
    at: Vec<Value>,
    /// The distance from the thread's first element to the end of the row.
    left: Value,
    /// True at run time if the tile is full; `None` if it always is.
    full: Option<Value>,
    /// Their contributions to each accumulator.
    pub(super) values: Vec<Vec<Value>>,
}

/// The prefixes of a thread's elements within its warp, for one accumulator.
pub(super) struct Stripes {
    /// The inclusive prefix of each element.
    after: Vec<Value>,
    /// The exclusive prefix of each element, if the scan stores it; the identity for the first one.
    before: Vec<Value>,
    /// The total of the warp.
    pub(super) total: Value,
}

/// Elements per thread: limited by the registers for loads in flight, and by the length of the row.
pub(super) fn elements(body: &Body, accumulators: &[Accumulator], threads: i64, steps: Option<i64>) -> i64 {
    let width = |accumulator: &Accumulator| {
        let bits = body.ctx().scalar_width(body.ty(accumulator.value)).unwrap_or(64);
        i64::from(bits.div_ceil(8).max(4))
    };
    let bytes: i64 = accumulators.iter().map(width).sum();
    let most = (GPU_SCAN_BYTES / bytes).max(1);
    steps.map_or(most, |steps| (steps.max(1) as u64).div_ceil(threads as u64).min(most as u64) as i64)
}

impl<'a> Tile<'a> {
    pub(super) fn new(
        kernel: &Body,
        op: Op,
        scan: &'a ScanLoop,
        lanes: &Lanes,
        steps: Option<i64>,
    ) -> Tile<'a> {
        let block = kernel.entry(kernel.region(op, 0)).expect("a loop has a block");
        let types = kernel.results(op).map(|result| kernel.ty(result)).collect();
        let each = elements(kernel, &scan.accumulators, lanes.team.threads, steps);
        Tile { scan, block, types, team: lanes.team, each }
    }

    /// Requests a register budget that lets several blocks share a multiprocessor.
    pub(super) fn bound(&self, kernel: &mut Body) {
        if self.team.threads == GPU_BLOCK {
            let (root, blocks) = (kernel.root(), kernel.ctx().i64_attr(GPU_SCAN_BLOCKS));
            kernel.set_slot(root, Func::MIN_BLOCKS, Some(blocks));
        }
    }

    /// The number of elements in the tile.
    pub(super) fn span(&self) -> i64 {
        self.team.threads * self.each
    }

    /// Shared arrays for the totals of warps, if there are several.
    pub(super) fn arrays(&self, code: &mut FoldingBuilder<'_>, lanes: &Lanes) -> Vec<Value> {
        match lanes.warps() {
            ..=1 => Vec::new(),
            _ => self.types.iter().map(|ty| lanes.for_each_warp(code, *ty)).collect(),
        }
    }

    fn how(&self, i: usize) -> (CombiningKind, FastMath) {
        (self.scan.accumulators[i].kind, self.scan.flags)
    }

    fn iteration(&self, at: Value) -> Iteration<'_> {
        Iteration { scan: self.scan, block: self.block, at }
    }

    /// Reads the elements from an index on; lanes past the end get the identity.
    pub(super) fn read(
        &self,
        code: &mut FoldingBuilder<'_>,
        first: Value,
        end: Value,
        always_full: bool,
    ) -> Elements {
        let index = code.ctx().index();
        let mut start = code.b.value(LaneId, &[], index, &[]);
        if self.team.threads > WARP as i64 {
            let (warp, piece) = (code.b.value(WarpId, &[], index, &[]), code.index(self.each * WARP as i64));
            let before = code.mul(warp, piece);
            start = code.add(before, start);
        }
        let start = code.add(first, start);
        let at: Vec<Value> = (0..self.each)
            .map(|k| {
                let far = code.index(k * WARP as i64);
                code.add(start, far)
            })
            .collect();
        let left = code.sub(end, start);
        let full = (!always_full).then(|| {
            let span = code.index(self.span());
            let behind = code.add(first, span);
            code.cmpi(CmpI::Sle, behind, end)
        });
        let all = match full {
            None => self.all(code, &at),
            Some(full) => {
                let types: Vec<Type> = at.iter().flat_map(|_| self.types.iter().copied()).collect();
                code.either(
                    full,
                    &types,
                    |code| self.all(code, &at),
                    |code| self.those_inside(code, &at, left),
                )
            }
        };
        let count = self.types.len();
        let values = (0..count).map(|i| all.iter().skip(i).step_by(count).copied().collect()).collect();
        Elements { at, left, full, values }
    }

    fn all(&self, code: &mut FoldingBuilder<'_>, at: &[Value]) -> Values {
        at.iter().flat_map(|at| self.iteration(*at).values(code)).collect()
    }

    /// True if the stripe has an element for this thread. Comparing `left` with a constant keeps fewer
    /// indices live.
    fn is_inside(&self, code: &mut FoldingBuilder<'_>, stripe: usize, left: Value) -> Value {
        let far = code.index(stripe as i64 * WARP as i64);
        code.cmpi(CmpI::Sgt, left, far)
    }

    fn those_inside(&self, code: &mut FoldingBuilder<'_>, at: &[Value], left: Value) -> Values {
        let mut all = Values::new();
        for (k, at) in at.iter().enumerate() {
            let inside = self.is_inside(code, k, left);
            let own = code.either(
                inside,
                &self.types,
                |code| self.iteration(*at).values(code).into_iter().collect(),
                |code| {
                    let none = self.types.iter().enumerate();
                    none.map(|(i, ty)| code.identity(self.how(i).0, *ty)).collect()
                },
            );
            all.extend(own);
        }
        all
    }

    /// The prefixes within the warp, for each accumulator.
    pub(super) fn stripes(&self, code: &mut FoldingBuilder<'_>, values: &[Vec<Value>]) -> Vec<Stripes> {
        let index = code.ctx().index();
        let lane = code.b.value(LaneId, &[], index, &[]);
        let all = values.iter().enumerate();
        all.map(|(i, values)| self.stripes_of(code, lane, i, values)).collect()
    }

    fn stripes_of(&self, code: &mut FoldingBuilder<'_>, lane: Value, i: usize, values: &[Value]) -> Stripes {
        let ((kind, flags), ty) = (self.how(i), self.types[i]);
        let last = code.index(WARP as i64 - 1);
        let (mut after, mut before, mut so_far) = (Vec::new(), Vec::new(), None);
        for sum in scan_warp(code, lane, values, (kind, flags)) {
            // Combine the prefix of the stripe at once: to keep it live would double the registers.
            let behind = |code: &mut FoldingBuilder<'_>, own: Value| match so_far {
                Some(so_far) => code.combine(kind, so_far, own, flags),
                None => own,
            };
            if self.scan.accumulators[i].exclusive {
                let own = exclusive(code, lane, sum, (kind, ty));
                before.push(behind(code, own));
            }
            after.push(behind(code, sum));
            let total = shuffled(code, "index", sum, last);
            so_far = Some(behind(code, total));
        }
        Stripes { after, before, total: so_far.expect("each thread has an element") }
    }

    /// The exclusive prefix of the warp within the block, and the total of the block.
    pub(super) fn of_warps(
        &self,
        code: &mut FoldingBuilder<'_>,
        (array, warps): (Value, i64),
        total: Value,
        (kind, flags): (CombiningKind, FastMath),
    ) -> [Value; 2] {
        let (ty, index) = (code.ty(total), code.ctx().index());
        let lane = code.b.value(LaneId, &[], index, &[]);
        let warp = code.b.value(WarpId, &[], index, &[]);
        let (zero, one, count) = (code.index(0), code.index(1), code.index(warps));
        let leads = code.cmpi(CmpI::Eq, lane, zero);
        code.when(leads, |code| {
            Store::build(&mut code.b, total, array, &[warp]);
        });
        code.b.op(Barrier, &[], &[], &[]);
        let none = code.identity(kind, ty);
        let new = code.b.op(For, &[zero, count, one, none, none], &[ty, ty], &[]);
        code.region(new, 0, &[index, ty, ty], |code, args| {
            let next = Load::build(&mut code.b, array, &[args[0]]);
            let both = code.combine(kind, args[2], next, flags);
            let is_before = code.cmpi(CmpI::Slt, args[0], warp);
            let ahead = code.select(is_before, both, args[1]);
            code.end(&[ahead, both]);
        });
        [0, 1].map(|i| code.b.body.result(new, i))
    }

    /// Stores the result of the scan, after combining it with the exclusive prefix of the warp.
    pub(super) fn write(
        &self,
        code: &mut FoldingBuilder<'_>,
        elements: &Elements,
        stripes: &[Stripes],
        starts: &[Value],
    ) {
        let (mut before, mut after) =
            (vec![Vec::new(); elements.at.len()], vec![Vec::new(); elements.at.len()]);
        for (i, stripes) in stripes.iter().enumerate() {
            let (kind, flags) = self.how(i);
            for k in 0..elements.at.len() {
                let mut behind = |own: Value| code.combine(kind, starts[i], own, flags);
                let sum = behind(stripes.after[k]);
                after[k].push(sum);
                before[k].push(stripes.before.get(k).map_or(sum, |own| behind(*own)));
            }
        }
        let store = |code: &mut FoldingBuilder<'_>, k: usize| {
            self.iteration(elements.at[k]).store(code, &before[k], &after[k]);
        };
        let all = |code: &mut FoldingBuilder<'_>| (0..elements.at.len()).for_each(|k| store(code, k));
        let Some(full) = elements.full else { return all(code) };
        let new = If::build(&mut code.b, full, &[]);
        code.region(new, 0, &[], |code, _| {
            all(code);
            code.end(&[]);
        });
        code.region(new, 1, &[], |code, _| {
            for k in 0..elements.at.len() {
                let inside = self.is_inside(code, k, elements.left);
                code.when(inside, |code| store(code, k));
            }
            code.end(&[]);
        });
    }
}

/// Inclusive scan over the lanes of a warp, of several independent values.
pub(super) fn scan_warp(
    code: &mut FoldingBuilder<'_>,
    lane: Value,
    values: &[Value],
    (kind, flags): (CombiningKind, FastMath),
) -> Vec<Value> {
    let mut sums = values.to_vec();
    for by in [1, 2, 4, 8, 16] {
        let distance = code.index(by);
        let has = code.cmpi(CmpI::Sge, lane, distance);
        for sum in &mut sums {
            let below = shuffled(code, "up", *sum, distance);
            let both = code.combine(kind, below, *sum, flags);
            *sum = code.select(has, both, *sum);
        }
    }
    sums
}

/// Exclusive scan over the lanes of a warp, from the inclusive one.
fn exclusive(
    code: &mut FoldingBuilder<'_>,
    lane: Value,
    inclusive: Value,
    (kind, ty): (CombiningKind, Type),
) -> Value {
    let (zero, one) = (code.index(0), code.index(1));
    let below = shuffled(code, "up", inclusive, one);
    let none = code.identity(kind, ty);
    let first = code.cmpi(CmpI::Eq, lane, zero);
    code.select(first, none, below)
}

/// The value of another lane.
pub(super) fn shuffled(code: &mut FoldingBuilder<'_>, mode: &str, value: Value, number: Value) -> Value {
    let mode = [("mode", code.ctx().string_attr(mode))];
    let ty = code.ty(value);
    code.b.value(Shuffle, &[value, number], ty, &mode)
}
