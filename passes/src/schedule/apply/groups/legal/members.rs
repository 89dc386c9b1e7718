//! The members of a group: which loops each is in, and in what order they are computed. Which of its points a trip needs is [`needs`](super::needs).

use super::around::rings;
use super::binding::{Binding, Place, counts_over};
use super::code::check_code;
use super::joined::Joins;
use super::legality::{Condition, Legality};
use super::stored::Stored;
use crate::schedule::apply::apply_tiles::Tiling;
use crate::schedule::cost::figures::MOST_COPIES;
use tf_dialects::tensor::schedule::{Manner, Tail};
use tf_dialects::tensor::{Compute, Group};
use tf_ir::body::{Body, Op, Value};
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;

/// A compute of a group: its binding, and where in the loops it is computed.
pub struct Member {
    bound: Binding,
    /// How many of the loops it is in; of one with shared folds, how many its results are in.
    pub depth: usize,
    /// True if it stands behind the loop at its depth: it reads what that adds up.
    pub behind: bool,
    /// Of each shared loop by how many of its own points what is needed of it moves as the loop moves by one.
    pub strides: Vec<i64>,
    /// Of each shared loop how many points before the first one and behind the last one of a trip are needed.
    pub need: Vec<(i64, i64)>,
    /// How many results it has.
    pub results: usize,
    /// True if the trips of the innermost loop around it find in a window what those before have made.
    pub kept: bool,
    /// How many points before and behind where the loop of windows begins are computed in front of it, along that loop.
    pub first: Option<(i64, i64)>,
}

impl std::ops::Deref for Member {
    type Target = Binding;

    fn deref(&self) -> &Binding {
        &self.bound
    }
}

impl Member {
    /// The length of an axis where it is computed.
    pub fn length(&self, axis: usize, extent: &Extent, tiling: &Tiling) -> Extent {
        let Some(dim) = self.axes[axis] else { return extent.clone() };
        let left = tiling.left_at(dim, self.box_depth(tiling));
        left.map_or_else(|| extent.clone(), |left| Extent::constant(self.needed(dim, left)))
    }

    /// In how many of the loops its box is a part of the whole.
    pub fn box_depth(&self, tiling: &Tiling) -> usize {
        if self.folded().is_some() { self.inner_depth(tiling) } else { self.depth }
    }

    /// The loop along which its window slides.
    pub fn slid(&self, tiling: &Tiling) -> usize {
        tiling.order[self.depth - 1].0
    }

    /// The same of which nothing around a trip is needed.
    pub fn without_surroundings(&self) -> Member {
        let bound = Binding::new(self.op, self.axes.clone());
        let (strides, need) = (self.strides.clone(), vec![(0, 0); self.need.len()]);
        Member { bound, strides, need, kept: false, first: None, ..*self }
    }

    /// How many loops its code is in.
    pub fn inner_depth(&self, tiling: &Tiling) -> usize {
        let own = (0..tiling.splits.len()).filter(|dim| self.has(*dim) || self.folded() == Some(*dim));
        own.map(|dim| last_place(tiling, dim) + 1).max().unwrap_or(0)
    }

    /// In how many loops its sums are that threads add up, each over its own chunk of the loop that it folds over; they are combined
    /// behind that loop, at its `depth`.
    pub fn chunk_depth(&self, tiling: &Tiling) -> Option<usize> {
        let places = &tiling.splits[self.folded()?].places;
        (tiling.parallel.contains(&self.depth) && places.len() > 1).then(|| self.depth + 1)
    }

    /// In how many loops the sums are that trips add to.
    pub fn sum_depth(&self, tiling: &Tiling) -> usize {
        self.chunk_depth(tiling).unwrap_or(self.depth)
    }
}

/// The members of a group, in order, and the ops beside them, which are computed first.
pub struct Members {
    pub all: Vec<Member>,
    pub others: Vec<Op>,
    /// Which of the loops are rings: points behind their edges are those at the other end.
    pub rings: Vec<bool>,
    /// What those are to each other that share trips though they depend on each other.
    pub joins: Option<Joins>,
    pub legality: Legality,
}

impl Members {
    /// Those of a group whose loops run so.
    ///
    /// # Errors
    /// Why it cannot run in these loops, in words that follow "the group".
    pub fn of(
        body: &Body,
        group: Op,
        (tiling, extents, places): (&Tiling, &[Extent], &[PlacedIn]),
        legality: Legality,
    ) -> Result<Members, String> {
        let joined = super::joined::names(body, group, &tiling.names)?;
        let view = body.view(group, Group);
        let block = view.block().ok_or("has no region")?;
        let (mut bindings, mut others) = (Vec::new(), Vec::new());
        for op in body.ops(block).filter(|op| body.terminator(block) != Some(*op)) {
            match body.is(op, Compute) {
                true => {
                    let bound = Binding::by_names(body, op, &tiling.names, legality)?;
                    bindings.push(super::joined::marked(body, placed(body, bound, places)?, &joined))
                }
                false => others.push(op),
            }
        }
        let mut members = Members::settled(body, bindings, &view.yielded(), (tiling, extents), legality)?;
        others.into_iter().try_for_each(|op| members.take_other(body, op))?;
        Ok(members)
    }

    /// Computes that are to run in these loops, in their order, of which these results are needed behind the loops: the one place that decides
    /// whether they can.
    ///
    /// # Errors
    /// Why they cannot, in words that follow "the group".
    pub fn settled(
        body: &Body,
        bindings: Vec<Binding>,
        yielded: &[Value],
        (tiling, extents): (&Tiling, &[Extent]),
        legality: Legality,
    ) -> Result<Members, String> {
        check_trips(tiling)?;
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

    /// True if a trip computes points again that other trips compute, too.
    pub fn computes_again(&self) -> bool {
        self.all.iter().any(|member| (0..member.need.len()).any(|dim| member.shared(dim) > 0))
    }

    /// The member that makes a value, with the number of the result.
    pub fn maker(&self, body: &Body, value: Value) -> Option<(usize, usize)> {
        let def = body.def_op(value)?;
        let at = self.all.iter().position(|member| member.op == def)?;
        Some((at, body.results(def).position(|result| result == value)?))
    }

    fn take_other(&mut self, body: &Body, op: Op) -> Result<(), String> {
        let name = || body.op(op).name().to_string();
        let is_plain = body.regions(op).next().is_none() && is_pure(body, op);
        self.legality
            .require(Condition::PureBeside, is_plain, || format!("holds {}, which is no compute", name()))?;
        let takes = body.operands(op).any(|value| self.maker(body, value).is_some());
        self.legality.require(Condition::Elements, !takes, || {
            format!("holds {}, which takes what a compute of it makes as a whole", name())
        })?;
        self.others.push(op);
        Ok(())
    }

    /// Finds out who stands behind the loops that others add up in, and checks that all are made in time.
    fn settle_order(&mut self, body: &Body, tiling: &Tiling) -> Result<(), String> {
        for at in 0..self.all.len() {
            let mut behind = false;
            for read in self.reads(body, at, tiling)? {
                let (maker, member) = (&self.all[read.maker], &self.all[at]);
                if maker.folded().is_none() && maker.depth > member.box_depth(tiling) {
                    return Err(format!(
                        "reads {} outside of the loop that it is computed in",
                        maker.name(body)
                    ));
                }
                // In the trips that a joined member shares, what it comes to so far is read.
                let shares = |dim: usize| {
                    member.is_in(dim) && (member.folded() == Some(dim) || member.depth > maker.depth)
                };
                let in_trips = maker.is_joined && maker.folded().is_some_and(shares);
                let late = (maker.folded().is_some() && !in_trips) || maker.behind;
                let require = |condition, holds: bool, why: &str| {
                    self.legality.require(condition, holds, || format!("reads {} {why}", maker.name(body)))
                };
                let ended = !late || member.depth <= maker.depth;
                require(Condition::Ended, ended, "before the loop that makes it ends")?;
                let carried = !late || member.depth >= maker.depth;
                require(
                    Condition::Carried,
                    carried,
                    "outside of a loop in each trip of which it begins anew",
                )?;
                behind |= late;
            }
            let settled = !behind || self.all[at].folded().is_none();
            self.legality.require(Condition::Settled, settled, || {
                "folds over a loop what another loop adds up".to_string()
            })?;
            self.all[at].behind = behind;
        }
        Ok(())
    }

    /// Checks that threads share no sums: each adds up its own chunk, if the loop is split into chunks and their trips.
    fn check_threads(&self, body: &Body, tiling: &Tiling) -> Result<(), String> {
        let threads = &tiling.parallel;
        for member in &self.all {
            if member.folded().is_none() || !threads.contains(&member.depth) {
                continue;
            }
            let in_chunks = member.chunk_depth(tiling).is_some();
            self.legality.require(Condition::Chunks, in_chunks, || {
                format!(
                    "folds in {} over a loop that runs in parallel, and is not split into chunks and their trips",
                    member.name(body)
                )
            })?;
            // No condition of its own: the sums would stand between these loops, where no result can be written.
            if *threads != (member.depth..member.depth + 1) {
                let name = member.name(body);
                return Err(format!(
                    "folds in {name} over a loop that runs in parallel together with others"
                ));
            }
        }
        Ok(())
    }

    /// Checks that the ends of loops may be trips of their own, which have fewer points, or compute some points again.
    pub(super) fn check_tails(&self, body: &Body, tiling: &Tiling, extents: &[Extent]) -> Result<(), String> {
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
            true => Err(format!("has {copies} copies with ends of their own, more than {MOST_COPIES}")),
            false => Ok(()),
        }
    }

    /// The same of one loop that has a ragged end.
    fn check_tail(&self, body: &Body, tiling: &Tiling, (dim, tail): (usize, Tail)) -> Result<(), String> {
        let name = &tiling.names[dim];
        let does = if tail == Tail::Overlap { "overlaps trips at" } else { "peels" };
        if self.all.iter().any(|member| member.kept && member.slid(tiling) == dim) {
            return Err(format!("{does} the end of {name}, along which windows slide"));
        }
        if self.all.iter().any(|member| member.ahead && member.slid(tiling) == dim) {
            return Err(format!("{does} the end of {name}, of which trips make what the next ones need"));
        }
        // What is met twice is the greatest no more often than once; all else would be combined twice.
        let is_added = |member: &&Member| {
            let again = member.is_joined || member.folds.iter().any(|fold| !fold.kind.is_idempotent());
            member.folded() == Some(dim) && again
        };
        let added = self.all.iter().find(is_added).filter(|_| tail == Tail::Overlap);
        self.legality.require(Condition::Twice, added.is_none(), || {
            let member = added.map_or_else(String::new, |member| member.name(body));
            format!("overlaps trips at the end of {name}, where {member} would add up some points twice")
        })
    }

    /// Checks that a result is written tile by tile, each once.
    fn check_yielded(
        &self,
        body: &Body,
        (tiling, shared): (&Tiling, &[Extent]),
        value: Value,
    ) -> Result<(), String> {
        let Some((at, _)) = self.maker(body, value) else { return Ok(()) };
        let member = &self.all[at];
        let threads = &tiling.parallel;
        let depth = if threads.contains(&member.depth) && member.depth > threads.start {
            threads.end
        } else {
            member.depth
        };
        // Further in than it is computed, too, where threads share several loops as one.
        let own = member.box_depth(tiling);
        let mut around = tiling.order[..depth].iter().enumerate();
        let again = around.find(|(place, (dim, _))| *place >= own || !member.has(*dim));
        let again = again.map(|(_, (dim, _))| *dim);
        self.legality.require(Condition::Once, again.is_none(), || {
            let of = again.map_or("a loop", |dim| tiling.names[dim].as_str());
            format!("yields {}, which is made again in each trip of {of}", member.name(body))
        })?;
        self.check_owned(body, at, tiling)?;
        let extents = body.view(member.op, Compute).extents();
        let mut axes = member.axes.iter().zip(extents);
        if let Some((dim, extent)) = axes.find_map(|(dim, extent)| {
            let dim = (*dim)?;
            (*extent != shared[dim]).then_some((dim, extent))
        }) {
            let (name, of) = (member.name(body), &tiling.names[dim]);
            return Err(format!("yields {name}, which has {extent} points along {of} of {}", shared[dim]));
        }
        let is_empty = extents.iter().any(|extent| extent.as_const().is_some_and(|n| n <= 0));
        self.legality.require(Condition::Points, !is_empty, || {
            format!("yields {}, which has no points", member.name(body))
        })
    }
}

/// A compute where its loops are known.
fn member(
    body: &Body,
    bound: Binding,
    (tiling, extents): (&Tiling, &[Extent]),
    legality: Legality,
) -> Result<Member, String> {
    check_code(body, &bound, legality)?;
    let is_whole = bound.folds.iter().all(|fold| counts_over(body, fold.op, &extents[fold.dim]));
    let why = || "folds over a part of a shared loop".to_string();
    legality.require(Condition::WholeFold, is_whole, why)?;
    let (strides, need) = (vec![1; extents.len()], vec![(0, 0); extents.len()]);
    let kept = bound.place.is_some_and(|place| place.kept);
    let results = body.result_count(bound.op);
    let mut member = Member { bound, depth: 0, behind: false, strides, need, results, kept, first: None };
    let Some(dim) = member.folded() else {
        member.depth = member.bound.place.map_or_else(|| member.inner_depth(tiling), |place| place.depth);
        return Ok(member);
    };
    if member.bound.place.is_some() {
        return Err(format!("places {}, whose place is the loop that it folds over", member.name(body)));
    }
    member.depth = *tiling.splits[dim].places.first().ok_or("folds over a loop that is not split")?;
    let is_inner = |own: usize| member.has(own) && last_place(tiling, own) >= member.depth;
    let holds = !(0..extents.len()).any(is_inner);
    legality.require(Condition::Innermost, holds, || {
        format!("folds in {} over a loop that is not the innermost of its own", member.name(body))
    })?;
    let parts = &tiling.order[member.depth..=last_place(tiling, dim)];
    let other = parts.iter().map(|(of, _)| *of).find(|of| *of != dim && !member.has(*of));
    legality.require(Condition::Unbroken, other.is_none(), || {
        let other = other.map_or("another", |other| tiling.names[other].as_str());
        format!("folds in {} over a loop between whose parts {other} counts", member.name(body))
    })?;
    let counted = chunk_count(tiling, extents, dim).is_some();
    legality.require(Condition::Small, counted, || {
        format!("folds in {} over a loop whose chunks are not counted in 64 bits", member.name(body))
    })?;
    Ok(member)
}

/// What a schedule says of a member in its loops.
pub struct PlacedIn {
    /// The name of the member.
    pub member: String,
    pub place: Place,
    pub manner: Manner,
}

/// A compute with the place that the schedule gives to its name.
fn placed(body: &Body, mut bound: Binding, places: &[PlacedIn]) -> Result<Binding, String> {
    let name = body.view(bound.op, Compute).member().and_then(|name| body.ctx().attr_str(name));
    let Some(placed) = places.iter().find(|placed| Some(placed.member.as_str()) == name) else {
        return Ok(bound);
    };
    bound.place = Some(placed.place);
    (bound.by, bound.space) = (placed.manner.by, placed.manner.space);
    bound.ahead = placed.manner.copies.is_some_and(|copies| copies > 1);
    if let Some(layout) = &placed.manner.layout {
        bound.stored = Some(Stored::of(body, bound.op, (&placed.member, layout))?);
    }
    Ok(bound)
}

/// How many parts of the length of its outermost split a loop has; `None` where that leaves 64 bits.
pub(crate) fn chunk_count(tiling: &Tiling, extents: &[Extent], dim: usize) -> Option<Extent> {
    let length = *tiling.splits[dim].sizes.first()?;
    extents[dim].add_const(length - 1).and_then(|n| n.floordiv(length)).ok()
}

fn last_place(tiling: &Tiling, dim: usize) -> usize {
    tiling.splits[dim].places.iter().copied().max().unwrap_or(0)
}

/// The most points of all shared loops in a trip: more would be no part, but memory that nobody asked for.
pub(super) const MOST_IN_TRIP: i64 = 1 << 20;

fn check_trips(tiling: &Tiling) -> Result<(), String> {
    let points = (0..tiling.splits.len()).try_fold(1i64, |all, dim| all.checked_mul(tiling.trip(dim)));
    match points {
        Some(points) if points <= MOST_IN_TRIP => Ok(()),
        _ => Err("has more than 2^20 points in a trip: split its loops into shorter parts".to_string()),
    }
}
