//! The elements that a team scans at a time.
//!
//! Each warp has a piece of the tile, in stripes of 32 elements, one for each lane: neighbouring lanes read and write neighbouring elements,
//! and all reads of a thread are under way before the first is waited for. In a stripe, lanes hand what they have to those above by shuffles
//! (Hillis and Steele, "Data parallel algorithms", 1986); stripes follow each other, and warps hand on what they come to through shared
//! memory. What is combined with what is fixed by the places of the elements, so that every run gives the same bits.

use super::super::lanes::{Lanes, Shared};
use super::trip::Trip;
use super::{Accumulator, ScanLoop};
use crate::code::folding_builder::{FoldingBuilder, Values};
use crate::schedule::cost::figures::{GPU_BLOCK, GPU_SCAN_BLOCKS, GPU_SCAN_BYTES};
use tf_dialects::arith::{CmpI, FastMath};
use tf_dialects::kernel::{Barrier, Func, LaneId, Shuffle, WARP, WarpId};
use tf_dialects::loops::{For, If};
use tf_dialects::mem::{Load, Store};
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::types::Type;

/// A tile of a scan.
pub(super) struct Tile<'a> {
    scan: &'a ScanLoop,
    block: Block,
    types: Vec<Type>,
    team: Shared,
    /// Elements of each thread.
    each: i64,
}

/// The elements of a tile, as a thread has them.
pub(super) struct Elements {
    /// The index of each.
    at: Vec<Value>,
    /// How many there are from the first on, with those of other lanes.
    left: Value,
    /// Whether all of the tile are there; none: they always are.
    full: Option<Value>,
    /// What each accumulator gets from them.
    pub(super) values: Vec<Vec<Value>>,
}

/// What the elements of a thread's warp come to for an accumulator.
pub(super) struct Stripes {
    /// Up to each of the thread's own, with it.
    after: Vec<Value>,
    /// Before each of the thread's own, where that is asked for; of the first stripe what comes before may be nothing.
    before: Vec<Value>,
    /// All of them.
    pub(super) total: Value,
}

/// How many elements a thread has: as many as it can have under way in registers, and no more than there are.
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

    /// Has a multiprocessor make room for several blocks of the kernel.
    pub(super) fn bound(&self, kernel: &mut Body) {
        if self.team.threads == GPU_BLOCK {
            let (root, blocks) = (kernel.root(), kernel.ctx().i64_attr(GPU_SCAN_BLOCKS));
            kernel.set_slot(root, Func::MIN_BLOCKS, Some(blocks));
        }
    }

    /// How many elements it has.
    pub(super) fn span(&self) -> i64 {
        self.team.threads * self.each
    }

    /// Shared arrays for what the warps come to, where there are several.
    pub(super) fn arrays(&self, code: &mut FoldingBuilder<'_>, lanes: &Lanes) -> Vec<Value> {
        match lanes.warps() {
            ..=1 => Vec::new(),
            _ => self.types.iter().map(|ty| lanes.for_each_warp(code, *ty)).collect(),
        }
    }

    fn how(&self, i: usize) -> (CombiningKind, FastMath) {
        (self.scan.accumulators[i].kind, self.scan.flags)
    }

    fn trip(&self, at: Value) -> Trip<'_> {
        Trip { scan: self.scan, block: self.block, at }
    }

    /// The elements from an index on; where one is not there, what changes nothing.
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
        at.iter().flat_map(|at| self.trip(*at).values(code)).collect()
    }

    /// Whether there is an element in a stripe: a thread compares numbers that it knows, rather than keep all indices for it.
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
                |code| self.trip(*at).values(code).into_iter().collect(),
                |code| {
                    let none = self.types.iter().enumerate();
                    none.map(|(i, ty)| code.identity(self.how(i).0, *ty)).collect()
                },
            );
            all.extend(own);
        }
        all
    }

    /// What the elements of the warp come to, for each accumulator.
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
            // What comes before a stripe goes into its elements at once: to keep it would take as many registers as they do.
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
        Stripes { after, before, total: so_far.expect("a thread has an element") }
    }

    /// What the warps before come to, and what all do.
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

    /// Stores what the scan comes to at the elements, behind what each accumulator has before the warp's.
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
            self.trip(elements.at[k]).store(code, &before[k], &after[k]);
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

/// What the values of the lanes up to each come to, of several values side by side.
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

/// What the values of the lanes before come to, from what they come to with the lane's own.
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
