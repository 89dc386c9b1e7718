//! Distributes the terms of folds over the threads of a warp or a block.
//!
//! All threads of the team run the code of an iteration, so all of them have its scalars; one of them writes.
//! The terms of a marked fold are distributed cyclically. The partial results are combined by shuffles within
//! a warp, and through shared memory within a block, in a fixed order.

use super::host::Host;
use super::lanes::{Lanes, Shared, team_of};
use super::{rows, scan};
use crate::loops::loop_vectorize::folded_kinds;
use rustc_hash::FxHashSet;
use tf_dialects::arith::{self, CmpI, FastMath, FlagSet};
use tf_dialects::kernel::{Barrier, LaneId, ThreadId, WarpBarrier, WarpId, WarpReduce};
use tf_dialects::loops::{For, If};
use tf_dialects::mem::{Alloc, Load, Store};
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::schedule::Place;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::context::Context;
use tf_ir::effects::visit_effects;
use tf_ir::interfaces::Effect;
use tf_ir::types::Type;
use tf_ir::walk::{preorder, walk};
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// The team, the combining kinds and the flags of a marked loop, if it is a fold that can be distributed.
fn marked(body: &Body, op: Op) -> Option<(Shared, Vec<CombiningKind>, FastMath)> {
    let team = team_of(body, op)?;
    let (kinds, flags) = folded_kinds(body, op).filter(|(kinds, _)| !kinds.is_empty())?;
    Some((team, kinds, flags))
}

/// The part of a loop that a team distributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sharing {
    /// The terms of a fold.
    Fold,
    /// Independent iterations.
    Points,
    /// The elements of a scan.
    Scan,
}

/// How a marked loop is distributed; `None` if each thread runs all of it.
pub(crate) fn sharing(body: &Body, op: Op) -> Option<Sharing> {
    if marked(body, op).is_some() {
        return Some(Sharing::Fold);
    }
    if rows::of(body, op).is_some() {
        return Some(Sharing::Points);
    }
    scan::of(body, op).map(|_| Sharing::Scan)
}

/// The team of the folds in these ops.
pub(super) fn of(host: &Host<'_>, ops: &[Op]) -> Option<Shared> {
    let mut found = None;
    for op in ops {
        walk(host.body, *op, &mut |body, inner| {
            if found.is_none() && body.is(inner, For) {
                let fold = || marked(body, inner).map(|(shared, ..)| shared);
                found = fold().or_else(|| scan::of(body, inner).map(|scan| scan.team));
                found = found.or_else(|| rows::of(body, inner));
            }
        });
    }
    found.filter(|_| host.allowed.allows("teams"))
}

/// Turns the code of a kernel into code for a team; `threads` is the size of a block.
pub(super) fn share(kernel: &mut Body, team: Shared, threads: i64) {
    let loops: Vec<Op> = preorder(kernel).into_iter().filter(|op| kernel.is(*op, For)).collect();
    let scans: Vec<Op> = loops
        .iter()
        .copied()
        .filter(|op| scan::of(kernel, *op).is_some_and(|scan| scan.team == team))
        .collect();
    let points: Vec<Op> = loops.into_iter().filter(|op| rows::of(kernel, *op) == Some(team)).collect();
    let shared_by_threads = rows::shared_by_threads(kernel, team);
    let mut lone = lone_writes(kernel);
    // In a scan or a distributed loop, each thread writes its elements.
    lone.retain(|op| !scans.iter().chain(&points).any(|shared| kernel.encloses(*shared, *op)));
    let loc = kernel.loc(kernel.root());
    let first = kernel
        .entry_block()
        .and_then(|block| kernel.first(block))
        .expect("a verified kernel has a terminator");
    let mut code = FoldingBuilder::new(kernel, Cursor::Before(first), loc);
    let (index, axis) = (code.ctx().index(), [("axis", code.ctx().string_attr("x"))]);
    let own = match team.place {
        Place::Warp => code.b.value(LaneId, &[], index, &[]),
        _ => code.b.value(ThreadId, &[], index, &axis),
    };
    let zero = code.index(0);
    let leads = code.cmpi(CmpI::Eq, own, zero);
    let order = |kernel: &Body, op: Op| writes_any(kernel, op, &shared_by_threads).then_some(team.place);
    for op in lone {
        let order = order(kernel, op);
        alone(kernel, op, leads, order);
    }
    let lanes = Lanes { own, first, team };
    for op in scans.iter().chain(&points) {
        let (order, loc) = (order(kernel, *op), kernel.loc(*op));
        wait(&mut FoldingBuilder::before(kernel, *op), order);
        wait(&mut FoldingBuilder::new(kernel, Cursor::After(*op), loc), order);
    }
    points.into_iter().for_each(|op| rows::share(kernel, op, &lanes));
    let folds: Vec<Op> = preorder(kernel).into_iter().filter(|op| kernel.is(*op, For)).collect();
    for op in folds {
        if let Some((_, kinds, flags)) = marked(kernel, op).filter(|(shared, ..)| *shared == team) {
            lanes.share(kernel, op, &kinds, flags);
        }
    }
    scans.into_iter().for_each(|op| scan::share(kernel, op, &lanes));
    rows::place_arrays(kernel, first, threads);
}

/// True if the op, or one inside, writes some of this memory.
fn writes_any(kernel: &Body, op: Op, memory: &FxHashSet<Value>) -> bool {
    !visit_effects(
        kernel,
        op,
        &mut |effect| !matches!(effect, Effect::Write(Some(written)) if memory.contains(&written)),
    )
}

/// Writes to memory that all threads see.
fn lone_writes(kernel: &Body) -> Vec<Op> {
    let is_own = |memory: Value| kernel.def_op(memory).is_some_and(|def| kernel.is(def, Alloc));
    let writes = |op: &Op| {
        kernel.regions(*op).len() == 0
            && !visit_effects(kernel, *op, &mut |effect| match effect {
                Effect::Write(Some(memory)) => is_own(memory),
                _ => true,
            })
    };
    preorder(kernel).into_iter().filter(|op| *op != kernel.root() && writes(op)).collect()
}

/// Emits the barrier of a team, if the memory needs one.
fn wait(code: &mut FoldingBuilder<'_>, order: Option<Place>) {
    match order {
        Some(Place::Warp) => drop(code.b.op(WarpBarrier, &[], &[], &[])),
        Some(_) => drop(code.b.op(Barrier, &[], &[], &[])),
        None => {}
    }
}

/// Puts a write under the condition that the thread leads its team; if the team reads the memory, a barrier
/// goes before and after.
fn alone(kernel: &mut Body, op: Op, leads: Value, order: Option<Place>) {
    let mut code = FoldingBuilder::before(kernel, op);
    wait(&mut code, order);
    let new = If::build(&mut code.b, leads, &[]);
    code.region(new, 0, &[], |code, _| code.end(&[]));
    wait(&mut code, order);
    let block = kernel.entry(kernel.region(new, 0)).expect("a conditional has a block");
    let end = kernel.last(block).expect("a verified block has a terminator");
    kernel.move_before(op, end);
}

/// The type for partial sums of threads: the next wider one if the sum may be reassociated, as for sums of
/// blocks of terms.
fn wide(ctx: &Context, ty: Type, kind: CombiningKind, flags: FastMath) -> Type {
    let is_sum = kind == CombiningKind::Add && flags.has(FastMath::REASSOC);
    if is_sum && ty == ctx.f32() { ctx.f64() } else { ty }
}

impl Lanes {
    fn share(&self, kernel: &mut Body, op: Op, kinds: &[CombiningKind], flags: FastMath) {
        let operands: Vec<Value> = kernel.operands(op).collect();
        let results: Vec<Value> = kernel.results(op).collect();
        let mut code = FoldingBuilder::before(kernel, op);
        let mut new = self.bounds(&mut code, op).to_vec();
        for (kind, init) in kinds.iter().zip(&operands[3..]) {
            let ty = code.ty(*init);
            new.push(code.identity(*kind, ty));
        }
        kernel.set_operands(op, &new);
        let loc = kernel.loc(op);
        let mut at = op;
        for ((kind, result), init) in kinds.iter().zip(results).zip(&operands[3..]) {
            let mut code = FoldingBuilder::new(kernel, Cursor::After(at), loc);
            let narrow = code.ty(result);
            let ty = wide(&code.ctx(), narrow, *kind, flags);
            let attrs = [("kind", code.ctx().string_attr(kind.name()))];
            let own = if ty == narrow { result } else { arith::extf(&mut code, result, ty) };
            let warp = code.b.value(WarpReduce, &[own], ty, &attrs);
            let first = if ty == narrow { warp } else { own };
            let reduce = code.b.body.def_op(first).expect("the kernel was built above");
            let total = match self.team.place {
                Place::Warp => warp,
                _ => self.block_total(&mut code, warp, (*kind, flags)),
            };
            let total = if ty == narrow { total } else { arith::truncf(&mut code, total, narrow) };
            let total = code.combine(*kind, *init, total, flags);
            let last = code.b.body.def_op(total).unwrap_or(reduce);
            kernel.replace_uses_if(result, total, |_, used| used.op != reduce);
            at = last;
        }
    }

    /// Combines the partial results of the warps of a block; each thread does so, from first to last.
    fn block_total(
        &self,
        code: &mut FoldingBuilder<'_>,
        warp: Value,
        (kind, flags): (CombiningKind, FastMath),
    ) -> Value {
        let warps = self.warps();
        if warps <= 1 {
            return warp;
        }
        let (ctx, ty) = (code.ctx(), code.ty(warp));
        let array = self.for_each_warp(code, ty);
        let index = ctx.index();
        let lane = code.b.value(LaneId, &[], index, &[]);
        let (zero, one) = (code.index(0), code.index(1));
        let leads = code.cmpi(CmpI::Eq, lane, zero);
        code.when(leads, |code| {
            let number = code.b.value(WarpId, &[], index, &[]);
            Store::build(&mut code.b, warp, array, &[number]);
        });
        code.b.op(Barrier, &[], &[], &[]);
        let (end, start) = (code.index(warps), Load::build(&mut code.b, array, &[zero]));
        let new = code.b.op(For, &[one, end, one, start], &[ty], &[]);
        code.region(new, 0, &[index, ty], |code, args| {
            let next = Load::build(&mut code.b, array, &[args[0]]);
            let both = code.combine(kind, args[1], next, flags);
            code.end(&[both]);
        });
        // The next execution of the fold overwrites the array.
        code.b.op(Barrier, &[], &[], &[]);
        code.b.body.result(new, 0)
    }
}
