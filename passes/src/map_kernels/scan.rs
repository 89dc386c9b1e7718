//! Scans whose elements the threads of a warp or a block share.
//!
//! The team goes along the row, an element for each thread: lanes hand what they have to those above by shuffles (*Hillis and Steele, "Data
//! parallel algorithms", 1986*), warps through shared memory, and what the elements so far come to is carried to the next ones. Neighbouring
//! threads read and write neighbouring elements.

use super::lanes::{Lanes, Shared, team_of};
use crate::folding_builder::{FoldingBuilder, known};
use crate::tensor_to_loops::REDUCTION;
use rustc_hash::FxHashSet;
use tf_dialects::arith::{CmpI, FastMath, FlagSet};
use tf_dialects::kernel::{Barrier, LaneId, Shuffle, WARP, WarpId};
use tf_dialects::loops::{For, If};
use tf_dialects::mem::{Load, Store};
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::constraints::kinds;
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::effects::visit_effects;

/// One value that a scan carries.
#[derive(Clone, Copy)]
struct Accumulator {
    kind: CombiningKind,
    /// The argument of the loop: what the elements before come to.
    before: Value,
    /// What they come to with the trip's own.
    after: Value,
    /// The trip's own.
    value: Value,
}

/// A loop that scans.
pub(super) struct ScanLoop {
    pub(super) team: Shared,
    accumulators: Vec<Accumulator>,
    flags: FastMath,
}

/// The loop as a scan that its marks let a team share: in each trip, values that do not depend on the accumulators are combined with them,
/// and what comes out of it is stored, before or behind.
pub(super) fn of(body: &Body, op: Op) -> Option<ScanLoop> {
    let (ctx, team) = (body.ctx(), team_of(body, op)?);
    let named = kinds(ctx, body.attr(op, REDUCTION)?)?;
    let (block, flags) = (body.entry(body.region(op, 0))?, FastMath::of(body.op(op)));
    let end = body.last(block)?;
    if known(body, body.operand(op, 2)) != Some(1) || named.len() != body.result_count(op) || named.is_empty()
    {
        return None;
    }
    let args = body.args(block).skip(1);
    let all = named.into_iter().zip(args).zip(body.operands(end));
    let accumulators: Vec<Accumulator> = all
        .map(|((kind, before), after)| accumulator(body, (kind, flags), before, after, end))
        .collect::<Option<_>>()?;
    let ops: Vec<Op> = body.ops(block).collect();
    let nested = ops.iter().any(|op| body.regions(*op).len() > 0);
    let depends = dependent(body, &ops, &accumulators);
    let free = accumulators.iter().all(|accumulator| !depends.contains(&accumulator.value));
    (!nested && free).then_some(ScanLoop { team, accumulators, flags })
}

fn accumulator(
    body: &Body,
    (kind, flags): (CombiningKind, FastMath),
    before: Value,
    after: Value,
    end: Op,
) -> Option<Accumulator> {
    let elem = dtype(body.ctx(), body.ty(before))?;
    let combine = body.def_op(after).filter(|def| body.block_of(*def) == body.block_of(end))?;
    if Some(body.kind(combine)) != kind.op(elem) || !(kind.is_exact(elem) || flags.has(FastMath::REASSOC)) {
        return None;
    }
    let (a, b) = (body.operand(combine, 0), body.operand(combine, 1));
    let value = if a == before { b } else { Some(a).filter(|_| b == before)? };
    let goes_out = |user: Op| user == combine || user == end || body.is(user, Store);
    let all = |value: Value| body.users(value).into_iter().all(goes_out);
    (value != before && all(before) && all(after)).then_some(Accumulator { kind, before, after, value })
}

/// The values of a trip that depend on what comes before it.
fn dependent(body: &Body, ops: &[Op], accumulators: &[Accumulator]) -> FxHashSet<Value> {
    let mut depends: FxHashSet<Value> = accumulators.iter().map(|accumulator| accumulator.before).collect();
    for op in ops {
        if body.operands(*op).any(|operand| depends.contains(&operand)) {
            depends.extend(body.results(*op));
        }
    }
    depends
}

/// Makes a scan that of a team.
pub(super) fn share(kernel: &mut Body, op: Op, lanes: &Lanes) {
    let Some(scan) = of(kernel, op) else { return };
    let block = kernel.entry(kernel.region(op, 0)).expect("a loop has a block");
    let operands: Vec<Value> = kernel.operands(op).collect();
    let results: Vec<Value> = kernel.results(op).collect();
    let types: Vec<_> = results.iter().map(|result| kernel.ty(*result)).collect();
    let mut code = FoldingBuilder::before(kernel, op);
    let arrays: Vec<Value> = match lanes.warps() {
        ..=1 => Vec::new(),
        _ => types.iter().map(|ty| lanes.for_each_warp(&mut code, *ty)).collect(),
    };
    let index = code.ctx().index();
    let step = code.index(lanes.team.threads);
    let new = code.b.op(For, &[&[operands[0], operands[1], step], &operands[3..]].concat(), &types, &[]);
    code.region(new, 0, &[&[index], &types[..]].concat(), |code, args| {
        let at = code.add(args[0], lanes.own);
        let inside = code.cmpi(CmpI::Slt, at, operands[1]);
        let trip = Trip { scan: &scan, block, at };
        let values = trip.values(code, inside);
        let (mut before, mut after, mut carried) = (Vec::new(), Vec::new(), Vec::new());
        for (i, accumulator) in scan.accumulators.iter().enumerate() {
            let how = (accumulator.kind, scan.flags);
            let sums = Sums { lanes, how, array: arrays.get(i).copied() };
            let [exclusive, inclusive, total] = sums.of(code, values[i]);
            let mut behind = |value| code.combine(how.0, args[1 + i], value, how.1);
            before.push(behind(exclusive));
            after.push(behind(inclusive));
            carried.push(behind(total));
        }
        trip.store(code, inside, &before, &after);
        code.end(&carried);
    });
    let made: Vec<Value> = kernel.results(new).collect();
    results.into_iter().zip(made).for_each(|(old, new)| kernel.replace_uses(old, new));
    kernel.erase(op);
}

/// A trip of the loop, done by a thread for its element.
struct Trip<'a> {
    scan: &'a ScanLoop,
    block: Block,
    at: Value,
}

impl Trip<'_> {
    fn map(&self, body: &Body) -> IrMap {
        let mut map = IrMap::default();
        map.values.insert(body.arg(self.block, 0), self.at);
        map
    }

    /// The ops that values come from, in order, but for those of accumulators.
    fn slice(&self, body: &Body, values: Vec<Value>) -> Vec<Op> {
        let mut needed: FxHashSet<Value> = values.into_iter().collect();
        for accumulator in &self.scan.accumulators {
            needed.remove(&accumulator.after);
        }
        let mut ops: Vec<Op> = body.ops(self.block).collect();
        ops.reverse();
        ops.retain(|op| {
            let wanted = body.results(*op).any(|result| needed.contains(&result));
            let own = self.scan.accumulators.iter().any(|a| body.def_op(a.after) == Some(*op));
            if wanted && !own {
                needed.extend(body.operands(*op));
            }
            wanted && !own
        });
        ops.reverse();
        ops
    }

    /// What the thread brings; nothing that changes a sum where it has no element.
    fn values(&self, code: &mut FoldingBuilder<'_>, inside: Value) -> Vec<Value> {
        let accumulators = &self.scan.accumulators;
        let types: Vec<_> = accumulators.iter().map(|a| code.ty(a.value)).collect();
        let new = If::build(&mut code.b, inside, &types);
        let own = accumulators.iter().map(|a| a.value).collect();
        code.region(new, 0, &[], |code, _| {
            let mut map = self.map(code.b.body);
            self.copy(code, self.slice(code.b.body, own), &mut map);
            let values: Vec<Value> = accumulators.iter().map(|a| map.value(a.value)).collect();
            code.end(&values);
        });
        code.region(new, 1, &[], |code, _| {
            let none: Vec<Value> =
                accumulators.iter().zip(&types).map(|(a, ty)| code.identity(a.kind, *ty)).collect();
            code.end(&none);
        });
        code.b.body.results(new).collect()
    }

    /// Stores what the scan comes to at the thread's element.
    fn store(&self, code: &mut FoldingBuilder<'_>, inside: Value, before: &[Value], after: &[Value]) {
        code.when(inside, |code| {
            let mut map = self.map(code.b.body);
            for (i, accumulator) in self.scan.accumulators.iter().enumerate() {
                map.values.insert(accumulator.before, before[i]);
                map.values.insert(accumulator.after, after[i]);
            }
            let body = &*code.b.body;
            let writes = |op: &Op| {
                !visit_effects(body, *op, &mut |effect| {
                    !matches!(effect, tf_ir::interfaces::Effect::Write(_))
                })
            };
            let writes: Vec<Op> = body.ops(self.block).filter(writes).collect();
            let used = writes.iter().flat_map(|op| body.operands(*op)).collect();
            let ops = self.slice(body, used);
            self.copy(code, ops, &mut map);
            self.copy(code, writes, &mut map);
        });
    }

    fn copy(&self, code: &mut FoldingBuilder<'_>, ops: Vec<Op>, map: &mut IrMap) {
        for op in ops {
            let copy = code.b.body.clone_op(op, map);
            code.b.insert(copy);
        }
    }
}

/// What the values of a team's threads come to.
struct Sums<'a> {
    lanes: &'a Lanes,
    how: (CombiningKind, FastMath),
    /// An element for each warp, where there are several.
    array: Option<Value>,
}

impl Sums<'_> {
    /// Of the values of the threads before, of those with the thread's own, of all.
    fn of(&self, code: &mut FoldingBuilder<'_>, value: Value) -> [Value; 3] {
        let ((kind, flags), ty, index) = (self.how, code.ty(value), code.ctx().index());
        let lane = code.b.value(LaneId, &[], index, &[]);
        let mut sum = value;
        for by in [1, 2, 4, 8, 16] {
            let distance = code.index(by);
            let below = shuffled(code, "up", sum, distance);
            let both = code.combine(kind, below, sum, flags);
            let has = code.cmpi(CmpI::Sge, lane, distance);
            sum = code.select(has, both, sum);
        }
        let (zero, one, last) = (code.index(0), code.index(1), code.index(WARP as i64 - 1));
        let below = shuffled(code, "up", sum, one);
        let none = code.identity(kind, ty);
        let first = code.cmpi(CmpI::Eq, lane, zero);
        let before = code.select(first, none, below);
        let total = shuffled(code, "index", sum, last);
        let Some(array) = self.array else { return [before, sum, total] };
        let [ahead, all] = self.of_warps(code, array, total);
        let [before, sum] = [before, sum].map(|own| code.combine(kind, ahead, own, flags));
        [before, sum, all]
    }

    /// Of the values of the warps before, and of all.
    fn of_warps(&self, code: &mut FoldingBuilder<'_>, array: Value, total: Value) -> [Value; 2] {
        let ((kind, flags), ty, index) = (self.how, code.ty(total), code.ctx().index());
        let lane = code.b.value(LaneId, &[], index, &[]);
        let warp = code.b.value(WarpId, &[], index, &[]);
        let (zero, one, count) = (code.index(0), code.index(1), code.index(self.lanes.warps()));
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
        // The array is written again where the next elements come.
        code.b.op(Barrier, &[], &[], &[]);
        [0, 1].map(|i| code.b.body.result(new, i))
    }
}

/// The value of another lane.
fn shuffled(code: &mut FoldingBuilder<'_>, mode: &str, value: Value, number: Value) -> Value {
    let mode = [("mode", code.ctx().string_attr(mode))];
    let ty = code.ty(value);
    code.b.value(Shuffle, &[value, number], ty, &mode)
}
