//! Which members are evaluated where they are read, rather than stored and read from memory.

use super::changes::would_copy;
use super::model::{Model, State};
use super::price::{Choice, Prices};
use super::read::Read;
use super::replace::{asks, becomes, is_replaceable};
use crate::schedule::cost::figures::{
    COPIES, GROWS, LONGEST_CHAIN, POINTS_IN_MIND, READ_IN_LOOP, READ_NEAR, STORED_AND_READ, UNROLLED,
    WORTH_AGAIN,
};
use crate::schedule::cost::{READ, UNBOUNDED, likely};
use crate::schedule::rules::keep::is_asked_for;
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::tensor::{Compute, Fusion, Policy, shape};
use tf_ir::affine::AffineMap;
use tf_ir::body::{Body, Value};
use tf_ir::control::as_loop;
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_ir::pass::PassContext;

/// Decides for every compute, from last to first, so that those that read one have their final form; how many reads are replaced.
pub(super) fn run(body: &Body, model: &mut Model, cx: &mut PassContext<'_>) -> u64 {
    let mut count = 0;
    for node in (0..model.nodes.len()).rev() {
        count += gather(body, model, node, cx);
        count += decide(body, model, node, cx);
    }
    count
}

/// Evaluates in a member what it reads and nobody else, where it may be evaluated at several reads: that is asked of all the code which this would repeat. A
/// chain of steps each of which is cheap need not be.
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
    // What is evaluated brings reads of its own, behind those that there are.
    while let Some(id) = model.nodes[node].reads.get(at).copied() {
        at += 1;
        let maker = model.maker(body, model.reads[id].source).filter(|maker| *maker != node);
        let Some(maker) = maker.filter(|maker| model.states[id] != State::Gone && tried.insert(*maker))
        else {
            continue;
        };
        let is_own = Fusion::of(body, model.nodes[maker].op).is_none()
            && is_moved(body, model, maker, &Uses::of(body, model, maker));
        // Code that reads no memory is no part of a chain: it may be anywhere.
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
    if !judgement.inlines {
        return 0;
    }
    if is_asked_for(body, op) {
        cx.remark_once(
            body.loc(op),
            "the compute is not inlined where it is read: its schedule says how its own loops run",
        );
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
    if places(model, &uses) > 1 {
        model.ordered.extend(model.nodes[node].short_sums.iter().copied());
    }
    let reads: Vec<usize> = uses.reads.iter().copied().chain(uses.own.iter().copied()).collect();
    let made = made.into_iter().chain(becomes(body, model, node, &uses.own).into_iter().flatten()).collect();
    model.evaluate(node, &reads, made, uses.needed);
    reads.len() as u64
}

/// The uses of what a compute makes.
struct Uses {
    /// Reads that could be replaced by its code, in the order in which they would be.
    reads: Vec<usize>,
    /// Reads that are values of the nest which it is part of.
    own: Vec<usize>,
    /// True if its memory is needed anyway: it is returned, carried, or read in a way that cannot be replaced.
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

/// At how many places a compute is evaluated if it is evaluated at its reads: those that make its value, where its memory is
/// needed anyway, and where it is a value of a nest of its own that no other read makes it in.
fn places(model: &Model, uses: &Uses) -> usize {
    let makers = makers(model, &uses.reads);
    let nest = |id: &usize| model.nest_of(model.reads[*id].consumer);
    let is_elsewhere = uses.own.iter().any(|own| makers.iter().all(|maker| nest(maker) != nest(own)));
    makers.len() + usize::from(uses.needed) + usize::from(is_elsewhere)
}

/// Of reads in order, those that make a value: a later one may find the value of an earlier one of the same point.
fn makers(model: &Model, reads: &[usize]) -> Vec<usize> {
    Sharing::of(model, reads).makers
}

/// Which reads make a value, and which find it.
struct Sharing {
    makers: Vec<usize>,
    /// The other reads, each with the one that makes its value.
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

    /// Pairs of computes of one nest of which the first finds a value that the second makes.
    fn across(&self, model: &Model) -> Vec<(usize, usize)> {
        let consumer = |id: usize| model.reads[id].consumer;
        let pairs = self.others.iter().map(|(read, maker)| (consumer(*read), consumer(*maker)));
        pairs.filter(|(read, maker)| read != maker).collect()
    }
}

/// The access of a read, in the terms of its nest.
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

    /// True if both are at the same subscripts.
    fn is_beside(&self, other: &Point<'_>) -> bool {
        self.map == other.map
            && self.indices == other.indices
            && self.extents == other.extents
            && self.copy == other.copy
    }
}

/// Whether a member is evaluated where it is read, and why.
struct Judgement {
    inlines: bool,
    /// What its code costs at a point, in operations; 0 where that was not asked.
    cost: u64,
    why: &'static str,
    /// The prices of both sides, where they decided.
    prices: Option<Prices>,
}

/// What the price says, unless the program says something else.
fn judge(body: &Body, model: &mut Model, node: usize, uses: &Uses) -> Judgement {
    let no = |why| Judgement { inlines: false, cost: 0, why, prices: None };
    let op = model.nodes[node].op;
    if uses.reads.is_empty() {
        return no("nothing reads its points");
    }
    if model.nodes[node].is_tied {
        return no("it shares values with another compute of its nest");
    }
    if body.operand_count(op) > 0 || !is_pure(body, op) {
        return no("it puts elements into a tensor or may stop the call");
    }
    let cost = model.nodes[node].cost;
    let mut prices = None;
    let (inlines, why) = match Fusion::of(body, op) {
        Some(Fusion::Keep) => (false, "the program says keep"),
        Some(Fusion::Bands | Fusion::Window) => (false, "the program says that it shares loops"),
        Some(Fusion::Fuse) => (true, "the program says fuse"),
        None if would_copy(body, model, node, &uses.reads) => {
            (false, "it reads a tensor that changes in its memory where it is read")
        }
        None => pays(body, model, node, uses, &mut prices),
    };
    Judgement { inlines, cost, why, prices }
}

/// Says what was looked at, if somebody wants to know.
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
    // Said once, unless something else came of it.
    if model.nodes[node].said.replace(judgement.why) == Some(judgement.why) {
        return;
    }
    let mut consumers: Vec<usize> =
        uses.reads.iter().map(|id| model.nest_of(model.reads[*id].consumer)).collect();
    consumers.sort();
    consumers.dedup();
    let verb = if judgement.inlines { "evaluated where it is read" } else { "stored" };
    let cost = match judgement.cost {
        0 => String::new(),
        cost if cost >= UNBOUNDED => "; a point costs a loop whose length is not known".to_string(),
        cost => format!("; a point costs {cost} operations"),
    };
    let prices = judgement.prices.as_ref().map_or(String::new(), |prices| {
        format!(
            "; {:.3e} additions' worth of time evaluated at its reads, {:.3e} stored",
            prices.again, prices.stored
        )
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

/// Whether a member is evaluated where it is read, and why. One that costs next to nothing is, and one whose points are evaluated no more often than
/// before, if its memory is not needed then; of others, the loops have to cost less so.
fn pays(
    body: &Body,
    model: &mut Model,
    node: usize,
    uses: &Uses,
    prices: &mut Option<Prices>,
) -> (bool, &'static str) {
    if model.nodes[node].sums_decide && places(model, uses) > 1 {
        return (false, "it has a long sum without order that decides something: that is added up once");
    }
    let (own, once) = (model.nodes[node].cost, is_evaluated_once(body, model, node, uses));
    let asked = uses.reads.iter().map(|id| asks(body, model, node, &model.reads[*id])).max().unwrap_or(0);
    let cost = own.saturating_add(asked);
    let looped = uses.reads.iter().any(|id| is_repeated(body, model, node, &model.reads[*id]));
    let is_cheap = match (once, model.target) {
        // Nothing is computed in each iteration that costs more than to read it.
        _ if looped => Chain::of(body, model, node, LONGEST_CHAIN).is_cheap(own, asked, READ_IN_LOOP),
        (true, Some(_)) => cost <= READ_NEAR || cost <= STORED_AND_READ && grows(body, model, node, uses),
        // Threads of a GPU compute while they wait for memory.
        (true, None) => cost <= STORED_AND_READ,
        // What runs again and again at a read finds the stored point in a near cache.
        (false, _) => Chain::of(body, model, node, LONGEST_CHAIN).is_cheap(own, asked, READ_NEAR),
    };
    if is_cheap {
        return match () {
            () if model.own_reads(node).next().is_none() => (true, "it is cheap and reads no memory"),
            () if uses.needed => (false, "its memory is needed anyway"),
            () if copies_are_few(model, cost, uses) => (true, "it is cheap"),
            () => (false, "it would be copied to too many places"),
        };
    }
    let bounded = is_bounded(model, node, uses);
    let is_point = body.view(model.nodes[node].op, Compute).extents().is_empty();
    match () {
        () if uses.needed => (false, "its memory is needed anyway"),
        () if looped => (false, "the iterations of a loop would evaluate it again, and it is not cheap"),
        () if !once => (false, "its points would be evaluated again and again, and it is not cheap"),
        () if !bounded => (false, "it has loops of unknown length that more than one read would repeat"),
        () if is_moved(body, model, node, uses) => {
            (true, "each of its points is evaluated once, and its memory is not needed then")
        }
        () if is_point && places(model, uses) > 1 => (false, "to store a single point starts no loops"),
        () if !copies_are_few(model, cost, uses) => (false, "it would be copied to too many places"),
        () => {
            *prices = prices_of(body, model, node, uses);
            match prices {
                None if cost <= STORED_AND_READ => (true, "it is cheap"),
                None => (false, "several reads would evaluate it, and it is not cheap"),
                Some(prices) if prices.again <= WORTH_AGAIN * prices.stored => {
                    (true, "that takes less time than to store and read it")
                }
                Some(_) if is_of_any_size(body, model, node) && grows(body, model, node, uses) => {
                    (true, "memory for all pairs of unknown lengths may not be there")
                }
                Some(_) => (false, "that takes less time than to evaluate it at each of its reads"),
            }
        }
    }
}

/// True if the number of a member's points is not known.
fn is_of_any_size(body: &Body, model: &Model, node: usize) -> bool {
    body.view(model.nodes[node].op, Compute).extents().iter().any(|extent| extent.as_const().is_none())
}

/// True for a member that has many more points than what it reads, and than those for which it is read: one of all pairs of something.
fn grows(body: &Body, model: &Model, node: usize, uses: &Uses) -> bool {
    let box_of = |node: usize| points(body.view(model.nodes[node].op, Compute).extents());
    let written = uses.reads.iter().map(|id| box_of(model.reads[*id].consumer));
    let around = written.fold(read_points(body, model, node), f64::max);
    box_of(node) > GROWS * around.max(1.0)
}

/// The points of the largest tensor that a member reads, itself or by others of its kind: what costs little is evaluated where they read it.
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
        // What is far outside leads to the same points again.
        let returns = matches!(read.policy, Policy::Clamp | Policy::Wrap)
            && box_of(read.consumer) * read.likely_times() as f64 > UNROLLED as f64 * box_of(node).max(1.0);
        !returns
            && read.evaluates_once(body, model.nodes[read.consumer].op)
            && !is_repeated(body, model, node, read)
    })
}

/// True if a loop that is around a read, but not around the member, reads points of it in several iterations: in each, it has the same
/// value. A counted loop whose index is a subscript reads others.
fn is_repeated(body: &Body, model: &Model, node: usize, read: &Read) -> bool {
    let home = body.block_of(model.nodes[node].op);
    let mut at = model.nodes[read.consumer].op;
    while body.block_of(at) != home {
        let Some(around) = body.parent_op(at) else { return false };
        at = around;
        let Some(looping) = as_loop(body, at) else { continue };
        let runs_once = looping.most_trips(body.op(at)).is_some_and(|trips| trips <= 1);
        let moves = looping.inductions(body.op(at));
        let is_covered = !moves.is_empty() && moves.iter().all(|own| read.is_told_by(own.variable));
        if !runs_once && !is_covered {
            return true;
        }
    }
    false
}

/// True if nothing is repeated that may go on for long.
fn is_bounded(model: &Model, node: usize, uses: &Uses) -> bool {
    model.nodes[node].cost < UNBOUNDED || makers(model, &uses.reads).len() == 1
}

/// True if a member's points are evaluated no more often at its reads than before, and nobody needs its memory then.
fn is_moved(body: &Body, model: &Model, node: usize, uses: &Uses) -> bool {
    let Some(first) = uses.reads.first().map(|id| Point::of(model, *id)) else { return false };
    let nest = |id: &usize| model.nest_of(model.reads[*id].consumer);
    // Several reads of one member in a nest share its code if they are at the same point. A stencil's reads are at different points and
    // would repeat it.
    !uses.needed
        && uses.reads.iter().chain(&uses.own).all(|id| nest(id) == first.nest)
        && uses.reads.iter().all(|id| Point::of(model, *id).is_beside(&first))
        && is_evaluated_once(body, model, node, uses)
        && is_bounded(model, node, uses)
}

/// What it costs to evaluate a member at each of its reads, and to store it; `None` where nobody can tell.
fn prices_of(body: &Body, model: &mut Model, node: usize, uses: &Uses) -> Option<Prices> {
    let target = model.target?;
    let replaced: Vec<usize> = uses.reads.iter().chain(&uses.own).copied().collect();
    let makers = makers(model, &uses.reads);
    let mut made = becomes(body, model, node, &makers)?;
    made.extend(becomes(body, model, node, &uses.own)?);
    Prices::of(body, model, &Choice { node, replaced: &replaced, made: &made }, &target)
}

/// A member with those it reads that would be evaluated with it: where code is repeated, a chain of cheap links is not cheap.
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
                    // In the place of the read.
                    chain.cost += link.cost.saturating_sub(1);
                }
                _ => chain.reads_memory = true,
            }
        }
        chain
    }

    /// Whether it may be repeated where a point may cost `most`, for a member that costs `own` alone, and for which it costs `asked` to
    /// query whether a point is there.
    fn is_cheap(&self, own: u64, asked: u64, most: u64) -> bool {
        own + asked <= most && (self.cost + asked <= most || !self.reads_memory)
    }
}

/// True if what evaluating it copies, one copy per point read in a nest, stays below [`COPIES`], or is one copy.
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
