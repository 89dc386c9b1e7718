//! The price of a group: its shared loops ([`tree`](super::tree)) compared to one nest per member.
//!
//! [`Candidates`] gives the best candidate for computes that may form a group. Legality does not depend on
//! tile sizes, so each candidate is checked once for all of them. For an existing group, [`of_plan`] prices
//! its own schedule or another one.

use super::fusible::FusibleSet;
use super::group_schedule::{GroupSchedule, loops, steps};
use super::tree::Nest;
use crate::apply::apply_tiles::Tiling;
use crate::apply::groups::legal::binding::{Binding, ComputeAt};
use crate::apply::groups::legal::legality::Legality;
use crate::apply::groups::legal::members::Members;
use crate::apply::groups::legal::plan::{members as members_of, tiling_of};
use crate::apply::groups::legal::refusal::GroupRefusal;
use rustc_hash::FxHashMap;
use tf_dialects::target::Target;
use tf_dialects::tensor::Group;
use tf_dialects::tensor::schedule::{Author, Placed, Plan, Schedule};
use tf_ir::body::{Body, Op};
use tf_ir::extent::Extent;
use tf_passes_common::cost::figures::{CHUNKS, LONG_TILE_SIZES, TILE_SIZES, WINDOW_CHUNKS, WORTH_LONGER};
use tf_passes_common::cost::likely;
use tf_passes_common::cost::nest::Nested;
use tf_passes_common::cost::price::price;
use tf_passes_common::cost::tree::{Array, LoopTree};
use tf_passes_common::cost::work::Work;
use tf_passes_common::rules::refusal::OfSchedule;

/// Cached [`Work`] of computes, valid until they change.
#[derive(Default)]
pub(super) struct Figures(FxHashMap<Op, Work>);

impl Figures {
    /// The work of a compute.
    fn of(&mut self, body: &Body, op: Op) -> Work {
        self.0.entry(op).or_insert_with(|| Work::of(body, op)).clone()
    }

    /// The work of several computes.
    fn of_all(&mut self, body: &Body, ops: impl Iterator<Item = Op>) -> Vec<Work> {
        ops.map(|op| self.of(body, op)).collect()
    }

    /// Clears the cache, when computes read other values.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

/// The cost of a group under a plan, over all threads; `None` if it is illegal, or if a member is not placed
/// in a shared loop.
pub(super) fn of_plan(body: &Body, group: Op, plan: &Plan, target: &Target) -> Option<f64> {
    let placements = plan.tiles.as_ref().map_or(&[][..], |tiles| &tiles.placements);
    if !placements.iter().all(|placement| matches!(placement.placed, Placed::At { .. })) {
        return None;
    }
    let (members, tiling, extents) = members_of(body, group, plan, Legality::default()).ok()?;
    let works = Figures::default().of_all(body, members.all.iter().map(|member| member.op));
    let yielded = body.view(group, Group).yielded();
    let nest = Nest {
        body,
        members: &members,
        tiling: &tiling,
        extents: &extents,
        works: &works,
        yielded: &yielded,
        target,
    };
    Some(price(&nest.tree(), target).cost)
}

/// The cost of a group under its own schedule.
pub(super) fn of(body: &Body, group: Op, target: &Target) -> Option<f64> {
    let plan = body.view(group, Group).plan().ok().flatten()?;
    of_plan(body, group, &plan, target)
}

/// The cost of separate nests. Results that are not `yielded` are temporaries.
fn separate_cost(body: &Body, fusible: &FusibleSet, works: &[Work], target: &Target) -> f64 {
    let mut tree = LoopTree::default();
    for (owner, (member, work)) in fusible.members.iter().zip(works).enumerate() {
        let inner = body.results(member.op).filter(|value| !fusible.yielded.contains(value));
        inner.for_each(|value| tree.live(Array::Of(value), None));
        let axes = work.extents.iter().map(|length| (tree.dim(), length.max(1.0))).collect();
        Nested::new(work, axes, owner).in_vectors(target).add(&mut tree);
    }
    price(&tree, target).cost
}

/// The candidates for computes as a group over loops of these lengths: tiles of the last loop, with or
/// without chunks of tiles.
pub(super) struct Candidates<'a> {
    body: &'a Body,
    fusible: &'a FusibleSet,
    lengths: &'a [Extent],
    works: Vec<Work>,
    /// Without chunks and with them, if legal.
    whole: Option<Candidate>,
    chunked: Option<Candidate>,
}

/// A candidate but for its tile and chunk sizes.
struct Candidate {
    choice: GroupSchedule,
    members: Members,
    tiling: Tiling,
}

impl<'a> Candidates<'a> {
    /// The candidates with these members in windows.
    ///
    /// # Errors
    /// The reason why there are none.
    pub fn of(
        body: &'a Body,
        (fusible, windows): (&'a FusibleSet, &[bool]),
        lengths: &'a [Extent],
        figures: &mut Figures,
    ) -> Result<Candidates<'a>, GroupRefusal> {
        let adds = fusible.members.iter().any(|member| !member.folds.is_empty());
        let keeps = windows.contains(&true);
        let candidate = |chunked: bool| Candidate::of(body, (fusible, windows), lengths, (chunked, adds));
        let (whole, chunked) = (candidate(false), (adds || keeps).then(|| candidate(true)));
        let (whole, chunked) = match (whole, chunked) {
            (Err(why), None | Some(Err(_))) => return Err(why),
            (whole, chunked) => (whole.ok(), chunked.and_then(Result::ok)),
        };
        let works = figures.of_all(body, fusible.members.iter().map(|member| member.op));
        Ok(Candidates { body, fusible, lengths, works, whole, chunked })
    }

    /// The members, equal in all candidates.
    pub fn members(&self) -> &Members {
        let candidate = self.whole.as_ref().or(self.chunked.as_ref());
        &candidate.expect("there is at least one candidate").members
    }

    /// The best candidate.
    pub fn best(&mut self, target: &Target) -> GroupSchedule {
        let alone = separate_cost(self.body, self.fusible, &self.works, target);
        let any = self.whole.as_ref().or(self.chunked.as_ref()).expect("there is at least one candidate");
        let (none, rows) =
            (GroupSchedule { gain: f64::NEG_INFINITY, alone, ..any.choice.clone() }, self.rows());
        let mut best = none;
        let rank = self.fusible.members.iter().map(|member| member.axes.len()).max().unwrap_or(0);
        let long = LONG_TILE_SIZES.into_iter().filter(|_| self.lengths.len() == rank);
        for tile in TILE_SIZES.into_iter().chain(long).filter(|tile| *tile == 1 || *tile <= rows) {
            for chunk in self.chunks(tile) {
                let Some((choice, cost)) = self.price((tile, chunk), target) else { continue };
                let gain = alone - cost;
                // Longer tiles leave fewer of them for threads: they have to be clearly better.
                if best.gain == f64::NEG_INFINITY || gain > best.gain + WORTH_LONGER * alone {
                    best = GroupSchedule { gain, alone, ..choice };
                }
            }
        }
        best
    }

    /// The cost with this tile and chunk size; `None` if it is illegal.
    fn price(&mut self, (tile, chunk): (i64, Option<i64>), target: &Target) -> Option<(GroupSchedule, f64)> {
        let Candidates { body, fusible, lengths, works, whole, chunked } = self;
        let candidate = if chunk.is_some() { chunked } else { whole }.as_mut()?;
        candidate.tiling.splits.last_mut()?.sizes = chunk.into_iter().chain([tile]).collect();
        let (tiling, members) = (&candidate.tiling, &candidate.members);
        if !members.fit_in_tiles(tiling) {
            return None;
        }
        let nest = Nest { body, members, tiling, extents: lengths, works, yielded: &fusible.yielded, target };
        let cost = price(&nest.tree(), target).cost;
        let shares: f64 = candidate.choice.parallel.clone().map(|place| nest.trip_count(place)).product();
        let alone = target.cores < 2 || shares < 2.0;
        let parallel = if alone { 0..0 } else { candidate.choice.parallel.clone() };
        Some((GroupSchedule { tile, chunk, parallel, ..candidate.choice.clone() }, cost))
    }

    /// The length of the last loop.
    fn rows(&self) -> i64 {
        self.lengths.last().map_or(1, |extent| likely(extent).max(1))
    }

    /// The chunk sizes to try with tiles of this size; `None` is the whole loop.
    fn chunks(&self, tile: i64) -> Vec<Option<i64>> {
        let rows = self.rows();
        let mut chunks = vec![None];
        if self.fusible.members.iter().any(|member| !member.folds.is_empty()) {
            let steps = (rows as f64 / tile as f64).ceil();
            let of_chunk = (steps / CHUNKS).ceil();
            chunks.extend((of_chunk < steps).then_some(Some((of_chunk * tile as f64) as i64)));
        } else if self.chunked.is_some() {
            let is_chunk = |points: &i64| *points > tile && points.saturating_mul(2) <= rows;
            chunks.extend(WINDOW_CHUNKS.into_iter().filter(is_chunk).map(Some));
        }
        chunks
    }
}

impl Candidate {
    /// A candidate over loops of these lengths, with chunks or without.
    ///
    /// # Errors
    /// The reason why it is illegal.
    fn of(
        body: &Body,
        (fusible, windows): (&FusibleSet, &[bool]),
        lengths: &[Extent],
        (chunked, adds): (bool, bool),
    ) -> Result<Candidate, GroupRefusal> {
        let (count, last) = (lengths.len(), lengths.len() - 1);
        // Threads cannot share a reduction but can run its chunks; nor can they share the tiles of a window.
        let parallel = match chunked {
            true if adds => last..count,
            false if adds || windows.contains(&true) => 0..last,
            _ => 0..count,
        };
        let chunk = chunked.then_some(2);
        let choice = GroupSchedule { loops: count, tile: 1, chunk, parallel, gain: 0.0, alone: 0.0 };
        let names = loops(&choice);
        let plan = Schedule::by(Author::Heuristic, steps(&choice, &names)).plan(&names);
        let tiles = plan.map_err(OfSchedule)?.tiles.ok_or(GroupRefusal::NoSplit)?;
        let tiling = tiling_of(names.axes, &tiles, None);
        let bindings = with_compute_at(&fusible.members, windows, &choice);
        let legality = Legality::default();
        let members = Members::settled(body, bindings, &fusible.yielded, (&tiling, lengths), legality)?;
        Ok(Candidate { choice, members, tiling })
    }
}

/// The members with placements: windows are in the innermost loop.
pub(super) fn with_compute_at(members: &[Binding], windows: &[bool], choice: &GroupSchedule) -> Vec<Binding> {
    let mut members = members.to_vec();
    let depth = choice.loops + usize::from(choice.chunk.is_some());
    for (at, member) in members.iter_mut().enumerate() {
        member.compute_at =
            windows.get(at).is_some_and(|windows| *windows).then_some(ComputeAt { depth, windowed: true });
    }
    members
}
