//! Producer-consumer fusion: a read is replaced by the producer's code at the read's subscripts.

use super::merge::sources;
use super::reuse::{self, Uses};
use super::{Done, blocks, computes, erase_unused, permuted};
use crate::cost::figures::{CHEAP, CHEAP_REPEATED, COPIES, LONGEST_CHAIN, POINTS_IN_MIND};
use crate::cost::{UNBOUNDED, block_cost};
use crate::schedule::{is_asked_for, take_in};
use crate::subscript::{Copier, Subscript};
use smallvec::SmallVec;
use std::cmp::Ordering;
use tf_dialects::tensor::{Access, At, Compute, ComputeOp, Fusion, Policy};
use tf_ir::affine::AffineMap;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::dominance::Dominance;
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_ir::pass::PassContext;

/// Visits every compute from last to first.
pub(super) fn run(body: &mut Body, cx: &mut PassContext<'_>) -> Done {
    let mut done = Done::default();
    for block in blocks(body).into_iter().rev() {
        for producer in computes(body, block).into_iter().rev() {
            if !erase_unused(body, producer, &mut done, cx) {
                done.rewrites += inline_everywhere(body, producer, cx);
                erase_unused(body, producer, &mut done, cx);
            }
        }
    }
    cx.count("num-inlined", done.rewrites);
    done
}

fn inline_everywhere(body: &mut Body, producer: Op, cx: &mut PassContext<'_>) -> u64 {
    let uses = reuse::uses(body, producer);
    let judgement = judge(body, producer, &uses);
    explain(body, producer, &uses, judgement, cx);
    if !judgement.inlines {
        return 0;
    }
    if is_asked_for(body, producer) {
        let loc = body.loc(producer);
        cx.remark_once(
            loc,
            "the compute is not inlined where it is read: its schedule says how its own loops run",
        );
        return 0;
    }
    if !cx.allows("inline") {
        return 0;
    }
    for read in &uses.reads {
        take_in(body, read.consumer, producer);
    }
    let mut count = 0;
    let mut made: Vec<(Point, Value)> = Vec::new();
    // Inlining adds regions, but no block to one that is there.
    let mut dominance = Dominance::new();
    for at in in_order(body, &uses) {
        let Some(point) = Point::of(body, at) else { continue };
        let mut near = made.iter().rev().take(POINTS_IN_MIND);
        let known = near.find(|(p, v)| *p == point && dominance.value_reaches(body, *v, at));
        let value = match known.map(|(_, value)| *value) {
            Some(value) => value,
            None => match inline_read(body, producer, at) {
                Some(value) => value,
                None => continue,
            },
        };
        body.replace(at, &[value]);
        made.push((point, value));
        count += 1;
    }
    count
}

/// The access of a read: what it reads, where, and what it gives outside.
#[derive(PartialEq)]
struct Point {
    source: Value,
    policy: Policy,
    fill: Option<Value>,
    map: AffineMap,
    indices: SmallVec<[Value; 4]>,
    extents: Vec<Extent>,
}

impl Point {
    fn of(body: &Body, at: Op) -> Option<Point> {
        let read = Access::of_read(body.op(at))?;
        let fill = body.cast(at, At).and_then(|at| at.fill());
        let (source, policy, map) = (read.source, read.policy, read.map.into_owned());
        Some(Point { source, policy, fill, map, indices: read.indices, extents: read.extents.to_vec() })
    }
}

/// Reads in an order in which one that makes a value comes before those that may share it: outer blocks first, each from
/// its first op to its last. Where values read twice were computed twice, chains of such values would grow like
/// Fibonacci's numbers.
fn in_order(body: &Body, uses: &Uses) -> Vec<Op> {
    let depth = |op: Op| std::iter::successors(body.parent_op(op), |p| body.parent_op(*p)).count();
    let mut reads: Vec<(usize, Option<Block>, Op)> =
        uses.reads.iter().map(|r| (depth(r.at), body.block_of(r.at), r.at)).collect();
    reads.sort_by(|(d, b, x), (e, c, y)| {
        let within = || match x == y {
            true => Ordering::Equal,
            false if body.is_before(*x, *y) => Ordering::Less,
            false => Ordering::Greater,
        };
        d.cmp(e).then_with(|| b.map(Block::index).cmp(&c.map(Block::index))).then_with(within)
    });
    reads.into_iter().map(|(_, _, at)| at).collect()
}

/// Whether a producer is inlined, and why.
#[derive(Clone, Copy)]
struct Judgement {
    inlines: bool,
    /// What its code costs at a point, in operations; 0 where that was not asked.
    cost: u64,
    why: &'static str,
}

/// What the price says, unless the program says something else.
fn judge(body: &Body, producer: Op, uses: &Uses) -> Judgement {
    let no = |why| Judgement { inlines: false, cost: 0, why };
    let block = body.cast(producer, Compute).and_then(ComputeOp::block);
    let accumulates = body.operand_count(producer) > 0;
    let Some(block) = block.filter(|_| !uses.reads.is_empty()) else { return no("nothing reads its points") };
    if accumulates || !is_pure(body, producer) {
        return no("it puts elements into a tensor or may stop the call");
    }
    let cost = block_cost(body, block);
    let (inlines, why) = match Fusion::of(body, producer) {
        Some(Fusion::Keep) => (false, "the program says keep"),
        Some(Fusion::Bands | Fusion::Window) => (false, "the program says that it shares loops"),
        Some(Fusion::Fuse) => (true, "the program says fuse"),
        None => pays(body, producer, (cost, uses)),
    };
    Judgement { inlines, cost, why }
}

/// Says what was looked at, if somebody wants to know.
fn explain(body: &Body, producer: Op, uses: &Uses, judgement: Judgement, cx: &mut PassContext<'_>) {
    if !cx.explains() || (uses.reads.is_empty() && Fusion::of(body, producer).is_none()) {
        return;
    }
    let mut consumers: Vec<Op> = uses.reads.iter().map(|read| read.consumer).collect();
    consumers.sort();
    consumers.dedup();
    let verb = if judgement.inlines { "evaluated where it is read" } else { "stored" };
    let cost = match judgement.cost {
        0 => String::new(),
        cost if cost >= UNBOUNDED => "; a point costs a loop whose length is not known".to_string(),
        cost => format!("; a point costs {cost} operations"),
    };
    cx.explain(body.loc(producer), || {
        format!(
            "fusion: the compute is {verb}: {}; it is read {} times by {} computes{cost}",
            judgement.why,
            uses.reads.len(),
            consumers.len()
        )
    });
}

/// Profitability of producer-consumer fusion: cheap producers are inlined everywhere; others only where nothing is
/// recomputed, and only if their memory is then not needed at all.
fn pays(body: &Body, producer: Op, (cost, uses): (u64, &Uses)) -> (bool, &'static str) {
    let once = uses.reads.iter().all(|r| reuse::evaluates_once(body, r));
    let is_cheap = if once { cost <= CHEAP } else { Chain::of(body, producer, LONGEST_CHAIN).is_cheap(cost) };
    if is_cheap {
        return match () {
            () if reads_nothing(body, producer) => (true, "it is cheap and reads no memory"),
            () if uses.needed => (false, "its memory is needed anyway"),
            () if copies_are_few(body, cost, uses) => (true, "it is cheap"),
            () => (false, "it would be copied to too many places"),
        };
    }
    if uses.needed {
        return (false, "its memory is needed anyway");
    }
    let first = uses.reads[0].consumer;
    let one_consumer = uses.reads.iter().all(|r| r.consumer == first);
    // Several reads of one producer in a consumer share its code if they are at the same point: merging equal code
    // later makes them one. A stencil's reads are at different points and would repeat it.
    let one_point = uses.reads.iter().all(|r| same_point(body, uses.reads[0].at, r.at));
    let bounded = cost < UNBOUNDED || is_made_once(body, uses);
    match () {
        () if !one_consumer => (false, "several computes would evaluate it, and it is not cheap"),
        () if !one_point => (false, "it is read at several points, and is not cheap"),
        () if !once => (false, "its points would be evaluated again and again, and it is not cheap"),
        () if !bounded => (false, "it has loops of unknown length that more than one read would repeat"),
        () => (true, "each of its points is evaluated once, and its memory is not needed then"),
    }
}

/// A producer with those it reads that would be inlined after it: where code is repeated, a chain of cheap links is not cheap.
struct Chain {
    cost: u64,
    /// False for arithmetic on indices alone.
    reads_memory: bool,
}

impl Chain {
    fn of(body: &Body, producer: Op, longest: usize) -> Chain {
        let Some(block) = body.cast(producer, Compute).and_then(ComputeOp::block) else {
            return Chain { cost: UNBOUNDED, reads_memory: true };
        };
        let sources = sources(body, producer);
        let mut chain = Chain { cost: block_cost(body, block), reads_memory: !sources.is_empty() };
        if longest == 0 || chain.cost > CHEAP_REPEATED || sources.is_empty() {
            return chain;
        }
        chain.reads_memory = false;
        for source in sources {
            let link = body.def_op(source).filter(|op| body.is(*op, Compute));
            match link.map(|op| Chain::of(body, op, longest - 1)) {
                Some(link) if link.cost <= CHEAP_REPEATED => {
                    chain.reads_memory |= link.reads_memory;
                    // In the place of the read.
                    chain.cost += link.cost.saturating_sub(1);
                }
                _ => chain.reads_memory = true,
            }
        }
        chain
    }

    /// Whether it may be repeated, for a producer that costs `own` alone.
    fn is_cheap(&self, own: u64) -> bool {
        own <= CHEAP_REPEATED && (self.cost <= CHEAP_REPEATED || !self.reads_memory)
    }
}

/// True if the code made for the first read gives the value of all others, too.
fn is_made_once(body: &Body, uses: &Uses) -> bool {
    let reads = in_order(body, uses);
    let Some((first, others)) = reads.split_first() else { return true };
    let (point, value) = (Point::of(body, *first), body.result(*first, 0));
    let mut dominance = Dominance::new();
    others.iter().all(|at| Point::of(body, *at) == point && dominance.value_reaches(body, value, *at))
}

/// True if what inlining copies, one copy per point read in a consumer, stays below [`COPIES`], or is one copy.
fn copies_are_few(body: &Body, cost: u64, uses: &Uses) -> bool {
    let most = (COPIES / cost.max(1)).max(1) as usize;
    let mut points: Vec<(Op, Option<Point>)> = Vec::new();
    for read in &uses.reads {
        let point = (read.consumer, Point::of(body, read.at));
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

/// True if the region reads no tensor: its points cost no memory traffic.
fn reads_nothing(body: &Body, producer: Op) -> bool {
    sources(body, producer).is_empty()
}

fn same_point(body: &Body, a: Op, b: Op) -> bool {
    let subscripts = |op: Op| Point::of(body, op).map(|p| (p.map, p.indices, p.extents));
    a == b || subscripts(a) == subscripts(b)
}

/// The producer's code before a read: the value it stands for. `None` if the subscripts cannot be expressed.
fn inline_read(body: &mut Body, producer: Op, at: Op) -> Option<Value> {
    if let Some(value) = permuted::inline(body, producer, at) {
        return Some(value);
    }
    let (subscripts, result, block, indices) = {
        let read = Access::of_read(body.op(at))?;
        let view = body.cast(producer, Compute)?;
        let subscripts = Subscript::of_map(&read.map, &read.indices, read.extents);
        let result = body.results(producer).position(|r| r == read.source)?;
        (subscripts, result, view.block()?, view.indices())
    };
    let inner = subscripts.get(indices.len()..)?.to_vec();
    let mut copier = Copier::of_subscripts(indices.into_iter().zip(subscripts));
    let element = element_of(body, producer, result, &inner)?;
    let mut builder = Builder::before(body, at);
    let values = copier.block(&mut builder, block).ok()?;
    let value = match element {
        Some(operand) => copier.value(&mut builder, operand),
        None => values[result],
    };
    Some(value)
}

/// Where the producer yields a small tensor: the element at the inner subscripts, which must be constant.
fn element_of(body: &Body, producer: Op, result: usize, inner: &[Subscript]) -> Option<Option<Value>> {
    if inner.is_empty() {
        return Some(None);
    }
    let yielded = body.cast(producer, Compute)?.yielded()[result];
    let at = inner.iter().map(|subscript| subscript.expr.as_const()).collect::<Option<Vec<i64>>>()?;
    reuse::element(body, yielded, &at).map(Some)
}
