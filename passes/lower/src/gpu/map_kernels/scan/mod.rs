//! Scans distributed over the threads of a warp, of a block or of the whole grid.
//!
//! | file | |
//! |---|---|
//! | [`chain`] | rows that all blocks share: decoupled look-back |
//! | [`tickets`] | the tile of each block, and the memory that the blocks share |
//! | [`tile`] | the elements of a team: read, combined, written |
//! | [`iteration`] | the body of the loop, for one element |
//!
//! A team scans its row tile by tile and carries the running prefix. If rows are few and long, each tile gets
//! a block.

mod chain;
mod iteration;
mod tickets;
mod tile;

pub(super) use chain::share as share_in_chain;
pub(super) use tickets::{Found, Tickets, Turn, found};

use super::lanes::{Lanes, Shared};
use rustc_hash::FxHashSet;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::loops::For;
use tf_dialects::mem::Store;
use tf_dialects::scalar::dtype;
use tf_dialects::shared::ranges::FITS;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::constraints::kinds;
use tf_dialects::tensor::schedule::Place;
use tf_ir::body::{Body, Op, Value};
use tf_passes_common::code::folding_builder::{FoldingBuilder, known};
use tf_passes_common::code::marks::{MAP, REDUCTION, THREADS};

/// One accumulator of a scan.
#[derive(Clone, Copy)]
struct Accumulator {
    kind: CombiningKind,
    /// The argument of the loop: the exclusive prefix.
    before: Value,
    /// The inclusive prefix.
    after: Value,
    /// The value that the iteration adds.
    value: Value,
    /// True if the loop stores the exclusive prefix.
    exclusive: bool,
}

/// A loop that scans.
pub(super) struct ScanLoop {
    pub(super) team: Shared,
    /// All blocks of the grid may share a row, each as a team.
    pub(super) by_grid: bool,
    accumulators: Vec<Accumulator>,
    flags: FastMath,
}

/// The loop as a scan that its marks map to a team: each iteration combines values that do not depend on the
/// accumulators with these, and stores the inclusive or the exclusive prefix.
pub(super) fn of(body: &Body, op: Op) -> Option<ScanLoop> {
    let ctx = body.ctx();
    let place = Place::of_word(ctx.attr_str(body.attr(op, MAP)?)?)?;
    let by_grid = place == Place::Grid;
    let threads = body.attr(op, THREADS).and_then(|a| ctx.attr_int(a))? as i64;
    let team = Shared { place: if by_grid { Place::Block } else { place }, threads };
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
    (!nested && free).then_some(ScanLoop { team, by_grid, accumulators, flags })
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
    let exclusive = body.users(before).into_iter().any(|user| body.is(user, Store));
    let fits = value != before && all(before) && all(after);
    fits.then_some(Accumulator { kind, before, after, value, exclusive })
}

/// The values of an iteration that depend on the accumulators.
fn dependent(body: &Body, ops: &[Op], accumulators: &[Accumulator]) -> FxHashSet<Value> {
    let mut depends: FxHashSet<Value> = accumulators.iter().map(|accumulator| accumulator.before).collect();
    for op in ops {
        if body.operands(*op).any(|operand| depends.contains(&operand)) {
            depends.extend(body.results(*op));
        }
    }
    depends
}

/// Distributes a scan over a team, which advances along the row by tiles.
pub(super) fn share(kernel: &mut Body, op: Op, lanes: &Lanes) {
    let Some(scan) = of(kernel, op) else { return };
    let operands: Vec<Value> = kernel.operands(op).collect();
    let results: Vec<Value> = kernel.results(op).collect();
    let types: Vec<_> = results.iter().map(|result| kernel.ty(*result)).collect();
    let steps = known(kernel, operands[0]).zip(known(kernel, operands[1])).map(|(low, high)| high - low);
    let tile = tile::Tile::new(kernel, op, &scan, lanes, steps);
    tile.bound(kernel);
    let mut code = FoldingBuilder::before(kernel, op);
    let arrays = tile.arrays(&mut code, lanes);
    let (index, span) = (code.ctx().index(), code.index(tile.span()));
    let fits = (FITS, code.ctx().unit_attr());
    let new = code.b.op(For, &[&[operands[0], operands[1], span], &operands[3..]].concat(), &types, &[fits]);
    code.region(new, 0, &[&[index], &types[..]].concat(), |code, args| {
        let read = tile.read(code, args[0], operands[1], steps.is_some_and(|n| n % tile.span() == 0));
        let stripes = tile.stripes(code, &read.values);
        let mut carried = Vec::new();
        let mut starts = Vec::new();
        for (i, stripes) in stripes.iter().enumerate() {
            let how = (scan.accumulators[i].kind, scan.flags);
            match arrays.get(i) {
                None => {
                    carried.push(code.combine(how.0, args[1 + i], stripes.total, how.1));
                    starts.push(args[1 + i]);
                }
                Some(array) => {
                    let [ahead, all] = tile.of_warps(code, (*array, lanes.warps()), stripes.total, how);
                    // The next iteration overwrites the array.
                    code.b.op(tf_dialects::kernel::Barrier, &[], &[], &[]);
                    let mut behind = |value| code.combine(how.0, args[1 + i], value, how.1);
                    starts.push(behind(ahead));
                    carried.push(behind(all));
                }
            }
        }
        tile.write(code, &read, &stripes, &starts);
        code.end(&carried);
    });
    let made: Vec<Value> = kernel.results(new).collect();
    results.into_iter().zip(made).for_each(|(old, new)| kernel.replace_uses(old, new));
    kernel.erase(op);
}
