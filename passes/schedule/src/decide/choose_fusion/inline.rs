//! Inlining decisions: each member is recomputed at its reads or materialized.

use super::changes::would_copy;
use super::model::{Model, State};
use super::price::{InlineCandidate, Prices};
use super::read::Read;
use super::reason::Reason;
use super::replace::{becomes, check_cost, is_replaceable};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::tensor::{Compute, Fusion, Policy, shape};
use tf_ir::affine::AffineMap;
use tf_ir::body::{Body, Value};
use tf_ir::control::as_loop;
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_ir::pass::PassContext;
use tf_passes_common::cost::figures::{
    COPIES, GROWS, LONGEST_CHAIN, POINTS_IN_MIND, READ_IN_LOOP, READ_NEAR, STORED_AND_READ, UNROLLED,
    WORTH_RECOMPUTING,
};
use tf_passes_common::cost::{READ, UNBOUNDED, likely};
use tf_passes_common::rules::keep::has_explicit_schedule;

/// Decides for every compute, from last to first, so that its readers have their final form. Returns the
/// count of replaced reads.
pub(super) fn run(body: &Body, model: &mut Model, cx: &mut PassContext<'_>) -> u64 {
    let mut count = 0;
    for node in (0..model.nodes.len()).rev() {
        count += gather(body, model, node, cx);
        count += decide(body, model, node, cx);
    }
    count
}

/// Inlines the exclusive producers of a member first if the member itself may be inlined at several reads.
/// Its cost is then the cost of all code that the reads would repeat. A chain of cheap steps needs no such
/// cost.
fn gather(body: &Body, model: &mut Model, node: usize, cx: &mut PassContext<'_>) -> u64 {
    let found = &model.nodes[node];
    // A copy repeats nothing.
    if !found.stored || !found.is_open || found.cost <= READ || found.reads.is_empty() {
        return 0;
    }
    let uses = Uses::of(body, model, node);
    if uses.needed || uses.reads.len() < 2 || is_moved(body, model, node, &uses) {
        return 0;
    }
    let (mut count, mut at, mut tried) = (0, 0, FxHashSet::default());
    // Inlining appends the producer's reads to the list.
    while let Some(id) = model.nodes[node].reads.get(at).copied() {
        at += 1;
        let maker = model.maker(body, model.reads[id].source).filter(|maker| *maker != node);
        let Some(maker) = maker.filter(|maker| model.states[id] != State::Gone && tried.insert(*maker))
        else {
            continue;
        };
        let is_own = Fusion::of(body, model.nodes[maker].op).is_none()
            && is_moved(body, model, maker, &Uses::of(body, model, maker));
        // Code that reads no memory belongs to no chain: it may be inlined anywhere.
        let is_anywhere = model.own_reads(maker).next().is_none() && model.nodes[maker].cost <= READ_NEAR;
        if is_own || is_anywhere {
            count += decide(body, model, maker, cx);
        }
    }
    count
}

fn decide(body: &Body, model: &mut Model, node: usize, cx: &mut PassContext<'_>) -> u64 {
    if !model.nodes[node].stored || !model.nodes[node].is_open {
        return 0;
    }
    let op = model.nodes[node].op;
    let uses = Uses::of(body, model, node);
    let judgement = judge(body, model, node, &uses);
    explain(body, model, node, (&uses, &judgement), cx);
    if !judgement.why.inlines() {
        return 0;
    }
    if has_explicit_schedule(body, op) {
        cx.remark_once(body.loc(op), "the compute is not inlined: its schedule specifies its own loops");
        return 0;
    }
    let sharing = Sharing::of(model, &uses.reads);
    let Some(made) = becomes(body, model, node, &sharing.makers) else { return 0 };
    if !cx.allows("inline") {
        return 0;
    }
    for (read, maker) in sharing.across(model) {
        model.nodes[read].is_tied = true;
        model.nodes[maker].is_tied = true;
    }
    if copy_count(model, &uses) > 1 {
        model.ordered.extend(model.nodes[node].short_sums.iter().copied());
    }
    let reads: Vec<usize> = uses.reads.iter().copied().chain(uses.own.iter().copied()).collect();
    let made = made.into_iter().chain(becomes(body, model, node, &uses.own).into_iter().flatten()).collect();
    model.evaluate(node, &reads, made, uses.needed);
    reads.len() as u64
}

/// The uses of a compute's results.
struct Uses {
    /// Reads that its code can replace, in the order of replacement.
    reads: Vec<usize>,
    /// Reads that are values of the compute's own nest.
    own: Vec<usize>,
    /// True if the result is materialized anyway: it is returned, carried, or read by an irreplaceable read.
    needed: bool,
}

impl Uses {
    fn of(body: &Body, model: &Model, node: usize) -> Uses {
        let (mut reads, others): (Vec<usize>, Vec<usize>) = model
            .reads_of(body, node, State::Live)
            .into_iter()
            .partition(|id| is_replaceable(body, model, node, &model.reads[*id]));
        reads.sort_by_key(|id| (model.reads[*id].regions.len(), *id));
        let own = model.reads_of(body, node, State::Own);
        Uses { reads, own, needed: !others.is_empty() || !model.nodes[node].held_by.is_empty() }
    }
}

/// The count of copies of a compute's code if it is inlined: one for each read that computes its value, one
/// if it is materialized anyway, and one if its own nest uses the value and no other read there computes it.
fn copy_count(model: &Model, uses: &Uses) -> usize {
    let makers = makers(model, &uses.reads);
    let nest = |id: &usize| model.nest_of(model.reads[*id].consumer);
    let is_elsewhere = uses.own.iter().any(|own| makers.iter().all(|maker| nest(maker) != nest(own)));
    makers.len() + usize::from(uses.needed) + usize::from(is_elsewhere)
}

/// The reads that compute a value; a later read may reuse the value of an earlier one at the same point.
fn makers(model: &Model, reads: &[usize]) -> Vec<usize> {
    Sharing::of(model, reads).makers
}

/// The reads that compute a value, and the reads that reuse one.
struct Sharing {
    makers: Vec<usize>,
    /// The other reads, each with the one that computes its value.
    others: Vec<(usize, usize)>,
}

impl Sharing {
    fn of(model: &Model, reads: &[usize]) -> Sharing {
        let mut sharing = Sharing { makers: Vec::new(), others: Vec::new() };
        let mut made = FxHashMap::<Point<'_>, Vec<usize>>::default();
        for id in reads {
            let known = made.entry(Point::of(model, *id)).or_default();
            let mut near = known.iter().rev().take(POINTS_IN_MIND);
            match near.find(|maker| model.reads[**maker].reaches(&model.reads[*id])) {
                Some(maker) => sharing.others.push((*id, *maker)),
                None => {
                    known.push(*id);
                    sharing.makers.push(*id);
                }
            }
        }
        sharing
    }

    /// Pairs of computes of one nest in which the first reuses a value that the second computes.
    fn across(&self, model: &Model) -> Vec<(usize, usize)> {
        let consumer = |id: usize| model.reads[id].consumer;
        let pairs = self.others.iter().map(|(read, maker)| (consumer(*read), consumer(*maker)));
        pairs.filter(|(read, maker)| read != maker).collect()
    }
}

/// The access of a read, in the indices of its nest.
#[derive(PartialEq, Eq, Hash)]
struct Point<'a> {
    nest: usize,
    source: Value,
    policy: Policy,
    fill: Option<Value>,
    map: &'a AffineMap,
    indices: Vec<Value>,
    extents: &'a [Extent],
    copy: u64,
}

impl Point<'_> {
    fn of(model: &Model, id: usize) -> Point<'_> {
        let read = &model.reads[id];
        Point {
            nest: model.nest_of(read.consumer),
            source: read.source,
            policy: read.policy,
            fill: read.fill,
            map: &read.place.map,
            indices: read.place.values.iter().map(|index| model.canonical(*index)).collect(),
            extents: &read.place.extents,
            copy: read.copy,
        }
    }

    /// True if both have the same subscripts.
    fn has_same_subscripts(&self, other: &Point<'_>) -> bool {
        self.map == other.map
            && self.indices == other.indices
            && self.extents == other.extents
            && self.copy == other.copy
    }
}

/// The decision to inline a member or not, with the reason.
struct Judgement {
    why: Reason,
    /// The cost of its code at a point, in operations; 0 if it was not computed.
    cost: u64,
    /// Both prices, if they decided.
    prices: Option<Prices>,
}

/// The decision by price, unless the program specifies one.
fn judge(body: &Body, model: &mut Model, node: usize, uses: &Uses) -> Judgement {
    let no = |why| Judgement { why, cost: 0, prices: None };
    let op = model.nodes[node].op;
    if uses.reads.is_empty() {
        return no(Reason::NotRead);
    }
    if model.nodes[node].is_tied {
        return no(Reason::Tied);
    }
    if body.operand_count(op) > 0 || !is_pure(body, op) {
        return no(Reason::Impure);
    }
    let cost = model.nodes[node].cost;
    let mut prices = None;
    let why = match Fusion::of(body, op) {
        Some(Fusion::Keep) => Reason::Keep,
        Some(Fusion::Bands | Fusion::Window) => Reason::SharedLoops,
        Some(Fusion::Fuse) => Reason::Fuse,
        None if would_copy(body, model, node, &uses.reads) => Reason::UpdatedInPlace,
        None => pays(body, model, node, uses, &mut prices),
    };
    Judgement { why, cost, prices }
}

/// Emits an explanation of the decision.
fn explain(
    body: &Body,
    model: &mut Model,
    node: usize,
    (uses, judgement): (&Uses, &Judgement),
    cx: &mut PassContext<'_>,
) {
    let op = model.nodes[node].op;
    if !cx.explains() || (uses.reads.is_empty() && Fusion::of(body, op).is_none()) {
        return;
    }
    // Skips a repeated explanation.
    if model.nodes[node].reported.replace(judgement.why) == Some(judgement.why) {
        return;
    }
    let mut consumers: Vec<usize> =
        uses.reads.iter().map(|id| model.nest_of(model.reads[*id].consumer)).collect();
    consumers.sort();
    consumers.dedup();
    let verb = if judgement.why.inlines() { "inlined" } else { "stored" };
    let cost = match judgement.cost {
        0 => String::new(),
        cost if cost >= UNBOUNDED => "; a point costs a loop of unknown length".to_string(),
        cost => format!("; a point costs {cost} operations"),
    };
    let prices = judgement.prices.as_ref().map_or(String::new(), |prices| {
        format!("; cost {:.3e} inlined, {:.3e} stored, in additions", prices.inlined, prices.stored)
    });
    cx.explain(body.loc(op), || {
        format!(
            "fusion: the compute is {verb}: {}; it is read {} times by {} computes{cost}{prices}",
            judgement.why,
            uses.reads.len(),
            consumers.len()
        )
    });
}

/// Whether to inline a member by cost, with the reason. Very cheap members are inlined. So are members that
/// are not materialized then and whose points are evaluated no more often. For others, the loops have to cost
/// less.
fn pays(body: &Body, model: &mut Model, node: usize, uses: &Uses, prices: &mut Option<Prices>) -> Reason {
    if model.nodes[node].sums_decide && copy_count(model, uses) > 1 {
        return Reason::DecidingSum;
    }
    let (own, once) = (model.nodes[node].cost, is_evaluated_once(body, model, node, uses));
    let check_costs =
        uses.reads.iter().map(|id| check_cost(body, model, node, &model.reads[*id])).max().unwrap_or(0);
    let cost = own.saturating_add(check_costs);
    let looped = uses.reads.iter().any(|id| is_repeated(body, model, node, &model.reads[*id]));
    let is_cheap = match (once, model.target) {
        // Each iteration of the loop would recompute it, so it may not cost more than a read.
        _ if looped => Chain::of(body, model, node, LONGEST_CHAIN).is_cheap(own, check_costs, READ_IN_LOOP),
        (true, Some(_)) => cost <= READ_NEAR || cost <= STORED_AND_READ && grows(body, model, node, uses),
        // GPU threads compute while they wait for memory.
        (true, None) => cost <= STORED_AND_READ,
        // Code that runs many times at a read finds the stored point in a near cache.
        (false, _) => Chain::of(body, model, node, LONGEST_CHAIN).is_cheap(own, check_costs, READ_NEAR),
    };
    if is_cheap {
        return match () {
            () if model.own_reads(node).next().is_none() => Reason::CheapWithoutMemory,
            () if uses.needed => Reason::MemoryNeeded,
            () if copies_are_few(model, cost, uses) => Reason::Cheap,
            () => Reason::Copies,
        };
    }
    let bounded = is_bounded(model, node, uses);
    let is_point = body.view(model.nodes[node].op, Compute).extents().is_empty();
    match () {
        () if uses.needed => Reason::MemoryNeeded,
        () if looped => Reason::Loop,
        () if !once => Reason::ManyTimes,
        () if !bounded => Reason::UnknownLength,
        () if is_moved(body, model, node, uses) => Reason::Moved,
        () if is_point && copy_count(model, uses) > 1 => Reason::SinglePoint,
        () if !copies_are_few(model, cost, uses) => Reason::Copies,
        () => {
            *prices = prices_of(body, model, node, uses);
            match prices {
                None if cost <= STORED_AND_READ => Reason::Cheap,
                None => Reason::SeveralReads,
                Some(prices) if prices.inlined <= WORTH_RECOMPUTING * prices.stored => Reason::CheaperInlined,
                Some(_) if is_of_any_size(body, model, node) && grows(body, model, node, uses) => {
                    Reason::Pairs
                }
                Some(_) => Reason::CheaperStored,
            }
        }
    }
}

/// True if the number of a member's points is not known.
fn is_of_any_size(body: &Body, model: &Model, node: usize) -> bool {
    body.view(model.nodes[node].op, Compute).extents().iter().any(|extent| extent.as_const().is_none())
}

/// True for a member with many more points than its operands and its consumers have, as an outer product.
fn grows(body: &Body, model: &Model, node: usize, uses: &Uses) -> bool {
    let box_of = |node: usize| points(body.view(model.nodes[node].op, Compute).extents());
    let written = uses.reads.iter().map(|id| box_of(model.reads[*id].consumer));
    let around = written.fold(read_points(body, model, node), f64::max);
    box_of(node) > GROWS * around.max(1.0)
}

/// The points of the largest tensor that a member reads, directly or through cheap producers, which are
/// inlined.
fn read_points(body: &Body, model: &Model, node: usize) -> f64 {
    let (mut largest, mut seen, mut level) = (0.0_f64, FxHashSet::default(), vec![node]);
    for longest in (0..=LONGEST_CHAIN).rev() {
        let reads: Vec<usize> = level.drain(..).flat_map(|node| model.own_reads(node)).collect();
        for source in reads.into_iter().map(|id| model.reads[id].source) {
            match model.maker(body, source).filter(|maker| model.nodes[*maker].cost <= STORED_AND_READ) {
                Some(maker) if longest > 0 => level.extend(seen.insert(maker).then_some(maker)),
                _ => {
                    let extents = shape::extents(body.ctx(), body.ty(source));
                    largest = largest.max(extents.map_or(0.0, |extents| points(&extents)));
                }
            }
        }
    }
    largest
}

fn points(extents: &[Extent]) -> f64 {
    extents.iter().map(|extent| likely(extent) as f64).product()
}

/// True if each read of a member evaluates a point a bounded number of times.
fn is_evaluated_once(body: &Body, model: &Model, node: usize, uses: &Uses) -> bool {
    let box_of = |node: usize| points(body.view(model.nodes[node].op, Compute).extents());
    uses.reads.iter().map(|id| &model.reads[*id]).all(|read| {
        // Indices far out of bounds map to the same points many times.
        let returns = matches!(read.policy, Policy::Clamp | Policy::Wrap)
            && box_of(read.consumer) * read.likely_times() as f64 > UNROLLED as f64 * box_of(node).max(1.0);
        !returns
            && read.evaluates_once(body, model.nodes[read.consumer].op)
            && !is_repeated(body, model, node, read)
    })
}

/// True if a loop around a read, but not around the member, reads the same points in several iterations. A
/// counted loop whose induction variable is a subscript reads different ones.
fn is_repeated(body: &Body, model: &Model, node: usize, read: &Read) -> bool {
    let home = body.block_of(model.nodes[node].op);
    let mut at = model.nodes[read.consumer].op;
    while body.block_of(at) != home {
        let Some(around) = body.parent_op(at) else { return false };
        at = around;
        let Some(looping) = as_loop(body, at) else { continue };
        let runs_once = looping.max_trip_count(body.op(at)).is_some_and(|iterations| iterations <= 1);
        let moves = looping.inductions(body.op(at));
        let is_covered = !moves.is_empty() && moves.iter().all(|own| read.is_injective_in(own.variable));
        if !runs_once && !is_covered {
            return true;
        }
    }
    false
}

/// True if inlining duplicates no code of unbounded cost.
fn is_bounded(model: &Model, node: usize, uses: &Uses) -> bool {
    model.nodes[node].cost < UNBOUNDED || makers(model, &uses.reads).len() == 1
}

/// True if inlining evaluates a member's points no more often, and its result is not materialized then.
fn is_moved(body: &Body, model: &Model, node: usize, uses: &Uses) -> bool {
    let Some(first) = uses.reads.first().map(|id| Point::of(model, *id)) else { return false };
    let nest = |id: &usize| model.nest_of(model.reads[*id].consumer);
    // Reads of one member in a nest share its code if they are at the same point. A stencil's reads are at
    // different points and would duplicate it.
    !uses.needed
        && uses.reads.iter().chain(&uses.own).all(|id| nest(id) == first.nest)
        && uses.reads.iter().all(|id| Point::of(model, *id).has_same_subscripts(&first))
        && is_evaluated_once(body, model, node, uses)
        && is_bounded(model, node, uses)
}

/// The prices of inlining a member at each of its reads and of storing it; `None` without an estimate.
fn prices_of(body: &Body, model: &mut Model, node: usize, uses: &Uses) -> Option<Prices> {
    let target = model.target?;
    let replaced: Vec<usize> = uses.reads.iter().chain(&uses.own).copied().collect();
    let makers = makers(model, &uses.reads);
    let mut made = becomes(body, model, node, &makers)?;
    made.extend(becomes(body, model, node, &uses.own)?);
    Prices::of(body, model, &InlineCandidate { node, replaced: &replaced, made: &made }, &target)
}

/// A member with the producers that would be inlined into it. Where code is duplicated, a chain of cheap
/// links is not cheap.
struct Chain {
    cost: u64,
    /// False for arithmetic on indices alone.
    reads_memory: bool,
}

impl Chain {
    fn of(body: &Body, model: &Model, node: usize, longest: usize) -> Chain {
        let mut sources: Vec<Value> = model.own_reads(node).map(|id| model.reads[id].source).collect();
        let mut chain = Chain { cost: model.nodes[node].cost, reads_memory: !sources.is_empty() };
        if longest == 0 || chain.cost > READ_NEAR || sources.is_empty() {
            return chain;
        }
        sources.sort();
        sources.dedup();
        chain.reads_memory = false;
        for source in sources {
            match model.maker(body, source).map(|link| Chain::of(body, model, link, longest - 1)) {
                Some(link) if link.cost <= READ_NEAR => {
                    chain.reads_memory |= link.reads_memory;
                    // Minus the read that it replaces.
                    chain.cost += link.cost.saturating_sub(1);
                }
                _ => chain.reads_memory = true,
            }
        }
        chain
    }

    /// True if the chain may be duplicated where a point may cost `most`. The member alone costs `own`, and
    /// its bounds checks cost `check_costs`.
    fn is_cheap(&self, own: u64, check_costs: u64, most: u64) -> bool {
        own + check_costs <= most && (self.cost + check_costs <= most || !self.reads_memory)
    }
}

/// True if inlining makes one copy, or few enough for [`COPIES`]. A nest has one copy per point that it
/// reads.
fn copies_are_few(model: &Model, cost: u64, uses: &Uses) -> bool {
    let most = (COPIES / cost.max(1)).max(1) as usize;
    let mut points: Vec<Point<'_>> = Vec::new();
    for id in &uses.reads {
        let point = Point::of(model, *id);
        if points.contains(&point) {
            continue;
        }
        if points.len() == most {
            return false;
        }
        points.push(point);
    }
    true
}
