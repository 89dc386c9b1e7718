//! The members of a group: the loops of each, and their order. [`needs`](super::needs) infers the points that
//! an iteration requires.

use super::binding::{Binding, ComputeAt, counts_over};
use super::code::check_code;
use super::joined::Joins;
use super::legality::{Condition, Legality};
use super::periodic::rings;
use super::refusal::{GroupRefusal, ReadRefusal, ReductionRefusal, ResultRefusal, TailRefusal};
use super::stored::Stored;
use crate::apply::apply_tiles::Tiling;
use tf_dialects::tensor::schedule::error::PlanError;
use tf_dialects::tensor::schedule::{Manner, Tail};
use tf_dialects::tensor::{Compute, Group};
use tf_ir::body::{Body, Op, Value};
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_passes_common::cost::figures::MOST_COPIES;
use tf_passes_common::rules::refusal::OfSchedule;

/// A compute of a group: its binding, and its position in the loop nest.
pub struct Member {
    bound: Binding,
    /// How many of the loops enclose it; for a member with shared folds, how many enclose its results.
    pub depth: usize,
    /// Placed after the loop at its depth (epilogue): it consumes the loop's reduction.
    pub after_loop: bool,
    /// Producer stride per consumer iteration, for each shared loop.
    pub strides: Vec<i64>,
    /// The halo that consumers require along each shared loop: points before the first and after the last one
    /// of a tile.
    pub need: Vec<(i64, i64)>,
    /// How many results it has.
    pub results: usize,
    /// True if a sliding window reuses results of earlier iterations of the innermost loop around it.
    pub windowed: bool,
    /// The prologue of its window: points before and after the start of that loop which are computed before
    /// the loop.
    pub first: Option<(i64, i64)>,
}

impl std::ops::Deref for Member {
    type Target = Binding;

    fn deref(&self) -> &Binding {
        &self.bound
    }
}

impl Member {
    /// The length of an axis of its tile.
    pub fn length(&self, axis: usize, extent: &Extent, tiling: &Tiling) -> Extent {
        let Some(dim) = self.axes[axis] else { return extent.clone() };
        let left = tiling.left_at(dim, self.box_depth(tiling));
        left.map_or_else(|| extent.clone(), |left| Extent::constant(self.needed(dim, left)))
    }

    /// How many of the loops tile its box.
    pub fn box_depth(&self, tiling: &Tiling) -> usize {
        if self.folded().is_some() { self.inner_depth(tiling) } else { self.depth }
    }

    /// The loop along which its window slides.
    pub fn slid(&self, tiling: &Tiling) -> usize {
        tiling.order[self.depth - 1].0
    }

    /// A copy that requires no halo, and has no folds, window or layout.
    pub fn without_surroundings(&self) -> Member {
        let bound = Binding::new(self.op, self.axes.clone());
        let (strides, need) = (self.strides.clone(), vec![(0, 0); self.need.len()]);
        Member { bound, strides, need, windowed: false, first: None, ..*self }
    }

    /// How many loops enclose its code.
    pub fn inner_depth(&self, tiling: &Tiling) -> usize {
        let own = (0..tiling.splits.len()).filter(|dim| self.has(*dim) || self.folded() == Some(*dim));
        own.map(|dim| last_place(tiling, dim) + 1).max().unwrap_or(0)
    }

    /// The depth of partial sums, if threads reduce chunks of its reduction loop in parallel. They are
    /// combined after that loop, at its `depth`.
    pub fn chunk_depth(&self, tiling: &Tiling) -> Option<usize> {
        let places = &tiling.splits[self.folded()?].places;
        (tiling.parallel.contains(&self.depth) && places.len() > 1).then(|| self.depth + 1)
    }

    /// The depth of the accumulators.
    pub fn sum_depth(&self, tiling: &Tiling) -> usize {
        self.chunk_depth(tiling).unwrap_or(self.depth)
    }
}

/// The members of a group, in order, and the other ops of the group, which run before the loops.
pub struct Members {
    pub all: Vec<Member>,
    pub others: Vec<Op>,
    /// Which of the loops are periodic: an out-of-bounds point is the one at the other end.
    pub rings: Vec<bool>,
    /// The joined reductions: members that share iterations though they depend on each other.
    pub joins: Option<Joins>,
    pub legality: Legality,
}

impl Members {
    /// The members of a group with these loops.
    ///
    /// # Errors
    /// The reason why it cannot run in these loops.
    pub fn of(
        body: &Body,
        group: Op,
        (tiling, extents, places): (&Tiling, &[Extent], &[PlacedMember]),
        legality: Legality,
    ) -> Result<Members, GroupRefusal> {
        let joined = super::joined::names(body, group, &tiling.names)?;
        let view = body.view(group, Group);
        let block = view.block().ok_or(GroupRefusal::NoRegion)?;
        let (mut bindings, mut others) = (Vec::new(), Vec::new());
        for op in body.ops(block).filter(|op| body.terminator(block) != Some(*op)) {
            match body.is(op, Compute) {
                true => {
                    let bound = Binding::by_names(body, op, &tiling.names, legality)?;
                    bindings.push(super::joined::marked(body, with_compute_at(body, bound, places)?, &joined))
                }
                false => others.push(op),
            }
        }
        let mut members = Members::settled(body, bindings, &view.yielded(), (tiling, extents), legality)?;
        others.into_iter().try_for_each(|op| members.take_other(body, op))?;
        Ok(members)
    }

    /// Binds computes to these loops, in order; `yielded` are the results that are used after the loops. This
    /// is the one function that decides whether computes may share loops.
    ///
    /// # Errors
    /// The reason why they may not.
    pub fn settled(
        body: &Body,
        bindings: Vec<Binding>,
        yielded: &[Value],
        (tiling, extents): (&Tiling, &[Extent]),
        legality: Legality,
    ) -> Result<Members, GroupRefusal> {
        check_tile_size(tiling)?;
        let rings = rings(body, &bindings, extents);
        let all = bindings.into_iter().map(|bound| member(body, bound, (tiling, extents), legality));
        let mut members =
            Members { all: all.collect::<Result<_, _>>()?, others: Vec::new(), rings, joins: None, legality };
        members.settle_order(body, tiling)?;
        members.settle_strides(body, tiling)?;
        members.settle_needs(body, tiling, yielded)?;
        members.check_windows(body, tiling)?;
        members.check_ahead(body, tiling)?;
        members.check_stored(body, tiling)?;
        members.check_threads(body, tiling)?;
        yielded.iter().try_for_each(|value| members.check_yielded(body, (tiling, extents), *value))?;
        members.joins = Joins::of(body, &members, (tiling, yielded))?;
        Ok(members)
    }

    /// True if tiles of a member overlap, so that iterations compute points twice.
    pub fn recomputes(&self) -> bool {
        self.all.iter().any(|member| (0..member.need.len()).any(|dim| member.shared(dim) > 0))
    }

    /// The member that produces a value, and the index of the result.
    pub fn maker(&self, body: &Body, value: Value) -> Option<(usize, usize)> {
        let def = body.def_op(value)?;
        let at = self.all.iter().position(|member| member.op == def)?;
        Some((at, body.results(def).position(|result| result == value)?))
    }

    fn take_other(&mut self, body: &Body, op: Op) -> Result<(), GroupRefusal> {
        let op_name = || body.op(op).name().to_string();
        let is_plain = body.regions(op).next().is_none() && is_pure(body, op);
        self.legality
            .require(Condition::PureSiblings, is_plain, || GroupRefusal::NotACompute { op: op_name() })?;
        let takes = body.operands(op).any(|value| self.maker(body, value).is_some());
        self.legality.require(Condition::Elements, !takes, || GroupRefusal::MemberOfOp { op: op_name() })?;
        self.others.push(op);
        Ok(())
    }

    /// Puts consumers of reductions after the loops that compute them, and checks that producers run before
    /// their consumers.
    fn settle_order(&mut self, body: &Body, tiling: &Tiling) -> Result<(), GroupRefusal> {
        for at in 0..self.all.len() {
            let mut after_loop = false;
            for read in self.reads(body, at, tiling)? {
                let (maker, member) = (&self.all[read.maker], &self.all[at]);
                if maker.folded().is_none() && maker.depth > member.box_depth(tiling) {
                    return Err(ReadRefusal::OutsideLoop { member: maker.name(body) }.into());
                }
                // In the iterations that a joined member shares, readers see its running value.
                let shares = |dim: usize| {
                    member.is_in(dim) && (member.folded() == Some(dim) || member.depth > maker.depth)
                };
                let in_iterations = maker.is_joined && maker.folded().is_some_and(shares);
                let late = (maker.folded().is_some() && !in_iterations) || maker.after_loop;
                let ended = !late || member.depth <= maker.depth;
                self.legality.require(Condition::Ended, ended, || ReductionRefusal::ReadEarly {
                    member: maker.name(body),
                })?;
                let carried = !late || member.depth >= maker.depth;
                self.legality.require(Condition::Carried, carried, || ReductionRefusal::ReadOutside {
                    member: maker.name(body),
                })?;
                after_loop |= late;
            }
            let settled = !after_loop || self.all[at].folded().is_none();
            self.legality.require(Condition::Settled, settled, || ReductionRefusal::Consumes)?;
            self.all[at].after_loop = after_loop;
        }
        Ok(())
    }

    /// Checks that threads share no accumulators: each reduces its own chunk, so the loop must be split into
    /// chunks and the tiles of a chunk.
    fn check_threads(&self, body: &Body, tiling: &Tiling) -> Result<(), GroupRefusal> {
        let threads = &tiling.parallel;
        for member in &self.all {
            if member.folded().is_none() || !threads.contains(&member.depth) {
                continue;
            }
            let in_chunks = member.chunk_depth(tiling).is_some();
            self.legality.require(Condition::Chunks, in_chunks, || ReductionRefusal::NoChunks {
                member: member.name(body),
            })?;
            // No `Condition` covers this: the accumulators would be between these loops, but no result can be
            // written there.
            if *threads != (member.depth..member.depth + 1) {
                return Err(ReductionRefusal::ParallelWithOthers { member: member.name(body) }.into());
            }
        }
        Ok(())
    }

    /// Checks that the tails of loops may be peeled (a shorter last tile) or overlapped (a last tile that
    /// recomputes points).
    pub(super) fn check_tails(
        &self,
        body: &Body,
        tiling: &Tiling,
        extents: &[Extent],
    ) -> Result<(), GroupRefusal> {
        let mut copies = 1_usize;
        for (dim, tail) in &tiling.tails {
            let sizes = &tiling.splits[*dim].sizes;
            let is_whole = sizes.first().is_some_and(|size| tiling.is_even(&extents[*dim], *size));
            if is_whole || !matches!(tail, Tail::Peel | Tail::Overlap) {
                continue;
            }
            self.check_tail(body, tiling, (*dim, *tail))?;
            copies = copies.saturating_mul(sizes.len() + 1);
        }
        match copies > MOST_COPIES {
            true => Err(TailRefusal::Copies { copies }.into()),
            false => Ok(()),
        }
    }

    /// Checks the tail of one loop.
    fn check_tail(
        &self,
        body: &Body,
        tiling: &Tiling,
        (dim, tail): (usize, Tail),
    ) -> Result<(), GroupRefusal> {
        let of = || tiling.names[dim].clone();
        if self.all.iter().any(|member| member.windowed && member.slid(tiling) == dim) {
            return Err(TailRefusal::Window { of: of(), tail }.into());
        }
        if self.all.iter().any(|member| member.ahead && member.slid(tiling) == dim) {
            return Err(TailRefusal::Ahead { of: of(), tail }.into());
        }
        // An idempotent kind, as the maximum, tolerates a repeated term. All others would combine it twice.
        let is_added = |member: &&Member| {
            let again = member.is_joined || member.folds.iter().any(|fold| !fold.kind.is_idempotent());
            member.folded() == Some(dim) && again
        };
        let added = self.all.iter().find(is_added).filter(|_| tail == Tail::Overlap);
        self.legality.require(Condition::DisjointTiles, added.is_none(), || {
            let member = added.map_or_else(String::new, |member| member.name(body));
            TailRefusal::AddsTwice { of: of(), member }
        })
    }

    /// Checks that the tiles of a result write each element once.
    fn check_yielded(
        &self,
        body: &Body,
        (tiling, shared): (&Tiling, &[Extent]),
        value: Value,
    ) -> Result<(), GroupRefusal> {
        let Some((at, _)) = self.maker(body, value) else { return Ok(()) };
        let member = &self.all[at];
        let threads = &tiling.parallel;
        let depth = if threads.contains(&member.depth) && member.depth > threads.start {
            threads.end
        } else {
            member.depth
        };
        // Threads run several parallel loops as one: those inside the member repeat it, too.
        let own = member.box_depth(tiling);
        let mut around = tiling.order[..depth].iter().enumerate();
        let again = around.find(|(place, (dim, _))| *place >= own || !member.has(*dim));
        let again = again.map(|(_, (dim, _))| *dim);
        self.legality.require(Condition::SingleWrite, again.is_none(), || {
            let of = again.map_or("a loop", |dim| tiling.names[dim].as_str()).to_string();
            ResultRefusal::Repeated { member: member.name(body), of }
        })?;
        self.check_owned(body, at, tiling)?;
        let extents = body.view(member.op, Compute).extents();
        let mut axes = member.axes.iter().zip(extents);
        if let Some((dim, extent)) = axes.find_map(|(dim, extent)| {
            let dim = (*dim)?;
            (*extent != shared[dim]).then_some((dim, extent))
        }) {
            let (extent, shared) = (extent.clone(), shared[dim].clone());
            let (member, of) = (member.name(body), tiling.names[dim].clone());
            return Err(ResultRefusal::Extent { member, of, extent, shared }.into());
        }
        let is_empty = extents.iter().any(|extent| extent.as_const().is_some_and(|n| n <= 0));
        self.legality
            .require(Condition::Points, !is_empty, || ResultRefusal::Empty { member: member.name(body) })
    }
}

/// Checks the code of a compute, and finds its depth in the loops.
fn member(
    body: &Body,
    bound: Binding,
    (tiling, extents): (&Tiling, &[Extent]),
    legality: Legality,
) -> Result<Member, GroupRefusal> {
    check_code(body, &bound, legality)?;
    let is_whole = bound.folds.iter().all(|fold| counts_over(body, fold.op, &extents[fold.dim]));
    legality.require(Condition::WholeFold, is_whole, || ReductionRefusal::PartialRange)?;
    let (strides, need) = (vec![1; extents.len()], vec![(0, 0); extents.len()]);
    let windowed = bound.compute_at.is_some_and(|place| place.windowed);
    let results = body.result_count(bound.op);
    let mut member =
        Member { bound, depth: 0, after_loop: false, strides, need, results, windowed, first: None };
    let Some(dim) = member.folded() else {
        member.depth =
            member.bound.compute_at.map_or_else(|| member.inner_depth(tiling), |place| place.depth);
        return Ok(member);
    };
    if member.bound.compute_at.is_some() {
        return Err(ReductionRefusal::Placed { member: member.name(body) }.into());
    }
    member.depth = *tiling.splits[dim].places.first().ok_or(ReductionRefusal::NotSplit)?;
    let is_inner = |own: usize| member.has(own) && last_place(tiling, own) >= member.depth;
    let holds = !(0..extents.len()).any(is_inner);
    legality
        .require(Condition::Innermost, holds, || ReductionRefusal::OuterLoop { member: member.name(body) })?;
    let parts = &tiling.order[member.depth..=last_place(tiling, dim)];
    let other = parts.iter().map(|(of, _)| *of).find(|of| *of != dim && !member.has(*of));
    legality.require(Condition::Unbroken, other.is_none(), || {
        let by = other.map_or("another", |other| tiling.names[other].as_str()).to_string();
        ReductionRefusal::Interrupted { member: member.name(body), by }
    })?;
    let counted = chunk_count(tiling, extents, dim).is_some();
    legality
        .require(Condition::Small, counted, || ReductionRefusal::ChunkCount { member: member.name(body) })?;
    Ok(member)
}

/// The placement of a member in the loops, by its schedule.
pub struct PlacedMember {
    /// The name of the member.
    pub member: String,
    pub compute_at: ComputeAt,
    pub manner: Manner,
}

/// Applies the placement of the schedule to a binding.
fn with_compute_at(
    body: &Body,
    mut bound: Binding,
    places: &[PlacedMember],
) -> Result<Binding, OfSchedule<PlanError>> {
    let name = body.view(bound.op, Compute).member().and_then(|name| body.ctx().attr_str(name));
    let Some(placed) = places.iter().find(|placed| Some(placed.member.as_str()) == name) else {
        return Ok(bound);
    };
    bound.compute_at = Some(placed.compute_at);
    (bound.by, bound.space) = (placed.manner.by, placed.manner.space);
    bound.ahead = placed.manner.copies.is_some_and(|copies| copies > 1);
    if let Some(layout) = &placed.manner.layout {
        bound.stored = Some(Stored::of(body, bound.op, (&placed.member, layout))?);
    }
    Ok(bound)
}

/// The number of chunks of a loop, at its outermost split; `None` on overflow of 64 bits.
pub(crate) fn chunk_count(tiling: &Tiling, extents: &[Extent], dim: usize) -> Option<Extent> {
    let length = *tiling.splits[dim].sizes.first()?;
    extents[dim].add_const(length - 1).and_then(|n| n.floordiv(length)).ok()
}

fn last_place(tiling: &Tiling, dim: usize) -> usize {
    tiling.splits[dim].places.iter().copied().max().unwrap_or(0)
}

/// The most points of all shared loops in one tile: it bounds the memory that a tile takes.
pub(super) const MOST_IN_TILE: i64 = 1 << 20;

fn check_tile_size(tiling: &Tiling) -> Result<(), GroupRefusal> {
    let points = (0..tiling.splits.len()).try_fold(1i64, |all, dim| all.checked_mul(tiling.tile_size(dim)));
    match points {
        Some(points) if points <= MOST_IN_TILE => Ok(()),
        _ => Err(GroupRefusal::LargeTile),
    }
}
