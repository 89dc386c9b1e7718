//! Which members are evaluated where they are read: the price of evaluating a point again, against that of storing it and reading it.

use super::model::{Model, State};
use super::read::Read;
use crate::apply_fusion::element::{element, is_plain_read};
use crate::apply_fusion::permuted;
use crate::cost::UNBOUNDED;
use crate::cost::figures::{COPIES, LONGEST_CHAIN, POINTS_IN_MIND, READ_NEAR, STORED_AND_READ};
use crate::schedule::is_asked_for;
use rustc_hash::FxHashMap;
use tf_dialects::tensor::{Compute, Fusion, Policy};
use tf_ir::affine::AffineMap;
use tf_ir::body::{Body, Value};
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_ir::pass::PassContext;

/// Decides for every compute, from last to first, so that those that read one have their final form; how many reads are replaced.
pub(super) fn run(body: &Body, model: &mut Model, cx: &mut PassContext<'_>) -> u64 {
    let mut count = 0;
    for node in (0..model.nodes.len()).rev() {
        if model.nodes[node].stored && model.nodes[node].is_open {
            count += decide(body, model, node, cx);
        }
    }
    count
}

fn decide(body: &Body, model: &mut Model, node: usize, cx: &mut PassContext<'_>) -> u64 {
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
    let makers = makers(model, &uses.reads);
    let Some(made) = becomes(body, model, node, &makers) else { return 0 };
    if !cx.allows("inline") {
        return 0;
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

/// True for a read whose place the code of a node can take: of a whole point, or of a constant element of one; with a policy only where it may
/// go to what the node permutes.
fn is_replaceable(body: &Body, model: &Model, node: usize, read: &Read) -> bool {
    let op = model.nodes[node].op;
    if read.policy != Policy::Assumed {
        return model.nodes[node].members.is_empty() && permuted::may_go_past(body, op, read.at);
    }
    let view = body.view(op, Compute);
    let inner = read.place.map.results().iter().skip(view.extents().len());
    let at: Option<Vec<i64>> = inner.map(|expr| expr.as_const()).collect();
    let result = body.results(op).position(|result| result == read.source);
    let yielded = result.and_then(|result| view.yielded().get(result).copied());
    is_plain_read(body, read.at, read.source)
        && at.zip(yielded).is_some_and(|(at, yielded)| element(body, yielded, &at).is_some())
}

/// Of reads in order, those that make a value: a later one may find the value of an earlier one of the same point.
fn makers(model: &Model, reads: &[usize]) -> Vec<usize> {
    let (mut makers, mut made) = (Vec::new(), FxHashMap::<Point<'_>, Vec<usize>>::default());
    for id in reads {
        let known = made.entry(Point::of(model, *id)).or_default();
        let mut near = known.iter().rev().take(POINTS_IN_MIND);
        if !near.any(|maker| model.reads[*maker].reaches(&model.reads[*id])) {
            known.push(*id);
            makers.push(*id);
        }
    }
    makers
}

/// What the reads of a node become at reads of it; `None` if subscripts become too large.
fn becomes(body: &Body, model: &mut Model, node: usize, reads: &[usize]) -> Option<Vec<(usize, Vec<Read>)>> {
    let op = model.nodes[node].op;
    let indices = body.view(op, Compute).indices();
    let mut made = Vec::new();
    for id in reads {
        let copy = model.copy();
        let read = &model.reads[*id];
        let inner: Option<Vec<Read>> = if read.policy == Policy::Assumed {
            let inner = model.own_reads(node);
            inner.map(|inner| read.compose(body, &model.reads[inner], &indices, op, copy)).collect()
        } else {
            let (source, axes) = permuted::of(body, op)?;
            read.past(source, &axes).map(|read| vec![read])
        };
        made.push((*id, inner?));
    }
    Some(made)
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
}

/// What the price says, unless the program says something else.
fn judge(body: &Body, model: &Model, node: usize, uses: &Uses) -> Judgement {
    let no = |why| Judgement { inlines: false, cost: 0, why };
    let op = model.nodes[node].op;
    if uses.reads.is_empty() {
        return no("nothing reads its points");
    }
    if body.operand_count(op) > 0 || !is_pure(body, op) {
        return no("it puts elements into a tensor or may stop the call");
    }
    let cost = model.nodes[node].cost;
    let (inlines, why) = match Fusion::of(body, op) {
        Some(Fusion::Keep) => (false, "the program says keep"),
        Some(Fusion::Bands | Fusion::Window) => (false, "the program says that it shares loops"),
        Some(Fusion::Fuse) => (true, "the program says fuse"),
        None => pays(body, model, node, uses),
    };
    Judgement { inlines, cost, why }
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
    cx.explain(body.loc(op), || {
        format!(
            "fusion: the compute is {verb}: {}; it is read {} times by {} computes{cost}",
            judgement.why,
            uses.reads.len(),
            consumers.len()
        )
    });
}

/// The price of evaluating a point at each read of it, against that of storing it and reading it from memory: what costs no more is evaluated.
/// What costs more is, too, if it is evaluated no more often than before and its memory is not needed then.
fn pays(body: &Body, model: &Model, node: usize, uses: &Uses) -> (bool, &'static str) {
    let cost = model.nodes[node].cost;
    let consumer = |id: usize| model.reads[id].consumer;
    let once =
        uses.reads.iter().all(|id| model.reads[*id].evaluates_once(body, model.nodes[consumer(*id)].op));
    // What runs again and again at a read finds the stored point in a near cache.
    let is_cheap = match once {
        true => cost <= STORED_AND_READ,
        false => Chain::of(body, model, node, LONGEST_CHAIN).is_cheap(cost),
    };
    if is_cheap {
        return match () {
            () if model.own_reads(node).next().is_none() => (true, "it is cheap and reads no memory"),
            () if uses.needed => (false, "its memory is needed anyway"),
            () if copies_are_few(model, cost, uses) => (true, "it is cheap"),
            () => (false, "it would be copied to too many places"),
        };
    }
    if uses.needed {
        return (false, "its memory is needed anyway");
    }
    let first = Point::of(model, uses.reads[0]);
    let mut all = uses.reads.iter().chain(&uses.own).map(|id| model.nest_of(consumer(*id)));
    let one_consumer = all.all(|nest| nest == first.nest);
    // Several reads of one member in a nest share its code if they are at the same point. A stencil's reads are at different points and
    // would repeat it.
    let one_point = uses.reads.iter().all(|id| Point::of(model, *id).is_beside(&first));
    let bounded = cost < UNBOUNDED || makers(model, &uses.reads).len() == 1;
    match () {
        () if !one_consumer => (false, "several computes would evaluate it, and it is not cheap"),
        () if !one_point => (false, "it is read at several points, and is not cheap"),
        () if !once => (false, "its points would be evaluated again and again, and it is not cheap"),
        () if !bounded => (false, "it has loops of unknown length that more than one read would repeat"),
        () => (true, "each of its points is evaluated once, and its memory is not needed then"),
    }
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

    /// Whether it may be repeated, for a member that costs `own` alone.
    fn is_cheap(&self, own: u64) -> bool {
        own <= READ_NEAR && (self.cost <= READ_NEAR || !self.reads_memory)
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
