//! The price of a group: that of the loops which its members share, beside that of a nest for each member.

use super::binding::Binding;
use super::closure::Closure;
use crate::cost::figures::{CHUNKS, KEPT_CHUNKS, LONG_TRIPS, TRIPS, WORTH_LONGER};
use crate::cost::nest::Nested;
use crate::cost::price::price as price_of;
use crate::cost::tree::{Array, Axis, LoopTree, Threads, Use};
use crate::cost::work::Work;
use crate::cost::{bytes_of, likely};
use rustc_hash::FxHashMap;
use tf_dialects::target::Target;
use tf_dialects::tensor::Access;
use tf_dialects::tensor::loop_names::folds_in;
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::walk::walk;

/// How a group runs.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// How many loops are shared.
    pub loops: usize,
    /// Points of the last of them in a trip.
    pub trip: i64,
    /// How many of them, from the outermost on, run on several threads.
    pub parallel: usize,
    /// Points of the last of them in a chunk, where threads add up sums over chunks.
    pub chunk: Option<i64>,
    /// What is saved, in additions of one lane.
    pub gain: f64,
    /// What the members cost in loops of their own.
    pub alone: f64,
}

/// Computes in figures, as long as they stay as they are.
#[derive(Default)]
pub(super) struct Figures(FxHashMap<Op, Work>);

impl Figures {
    /// Those of a compute.
    fn of(&mut self, body: &Body, op: Op) -> Work {
        self.0.entry(op).or_insert_with(|| Work::of(body, op)).clone()
    }

    /// Forgets all: computes read other values.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

/// The best way to run members as a group whose loops have these lengths; of members that read each other around their own points, with what a trip needs of each.
pub(super) fn price(
    body: &Body,
    (closure, surroundings): (&Closure, &[Surroundings]),
    lengths: &[Extent],
    (target, figures): (&Target, &mut Figures),
) -> Choice {
    let group = Sharing::of(body, (closure, surroundings), lengths, (target, figures));
    let alone = price_of(&group.alone(), target).cost;
    let none =
        Choice { loops: lengths.len(), trip: 1, parallel: 0, chunk: None, gain: f64::NEG_INFINITY, alone };
    let (mut best, rows) = (none, group.rows());
    let trips = TRIPS.into_iter().chain(LONG_TRIPS.into_iter().filter(|_| lengths.len() == group.rank()));
    for trip in trips.filter(|trip| *trip == 1 || *trip as f64 <= rows) {
        for chunk in group.chunks(trip) {
            let way = Way { trip: trip as f64, chunk: chunk.map(|points| points as f64) };
            let gain = alone - price_of(&group.together(way), target).cost;
            // Longer trips have larger tiles, and fewer of them for threads to share: they have to be better.
            if best.gain == f64::NEG_INFINITY || gain > best.gain + WORTH_LONGER * alone {
                let mut shared = group.levels(way);
                shared.retain(|level| level.threads == Threads::Several);
                let shares: f64 = shared.iter().map(|level| level.trips).product();
                let parallel = if target.cores < 2 || shares < 2.0 { 0 } else { shared.len() };
                best = Choice { trip, parallel, gain, chunk, ..best };
            }
        }
    }
    best
}

/// What it costs to run members as a group in this way.
pub(super) fn price_of_way(
    body: &Body,
    (closure, surroundings): (&Closure, &[Surroundings]),
    lengths: &[Extent],
    (target, figures): (&Target, &mut Figures),
    way: Way,
) -> f64 {
    let group = Sharing::of(body, (closure, surroundings), lengths, (target, figures));
    price_of(&group.together(way), target).cost
}

/// What of a member a trip needs beside its own points.
#[derive(Clone, Debug)]
pub(super) struct Surroundings {
    /// Of each loop, how many points more than its own a trip computes.
    pub more: Vec<f64>,
    /// A window keeps what trips before have made.
    pub kept: bool,
    /// How many points along the last loop are computed in front of a loop with windows.
    pub first: f64,
}

/// How the last shared loop runs.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// Points of a trip.
    pub trip: f64,
    /// Points of a chunk.
    pub chunk: Option<f64>,
}

/// A shared loop, or a part of the last one.
struct Level {
    dim: usize,
    trips: f64,
    step: f64,
    threads: Threads,
}

/// A member in figures.
struct Part<'a> {
    binding: &'a Binding,
    work: Work,
    /// How many shared loops its points are in, and whether it stands behind the next, as it reads what that adds up.
    depth: usize,
    behind: bool,
    around: Surroundings,
    /// The numbers of its folds over the last loop.
    folds: Vec<usize>,
    /// Of what it makes, what nobody else needs.
    inner: Vec<Value>,
    results: Vec<Value>,
}

/// Members and the lengths of the loops that they may share.
struct Sharing<'a> {
    parts: Vec<Part<'a>>,
    lengths: Vec<f64>,
    /// Some fold over the last loop.
    adds: bool,
    /// Some windows slide along it.
    keeps: bool,
    /// Bytes of sums over the last loop.
    sums: f64,
    target: &'a Target,
}

impl<'a> Sharing<'a> {
    fn of(
        body: &Body,
        (closure, surroundings): (&'a Closure, &[Surroundings]),
        lengths: &[Extent],
        (target, figures): (&'a Target, &mut Figures),
    ) -> Sharing<'a> {
        let last = lengths.len() - 1;
        let (mut parts, mut late, mut sums) = (Vec::new(), Vec::new(), 0.0);
        let alone = Surroundings { more: vec![0.0; lengths.len()], kept: false, first: 0.0 };
        for (at, binding) in closure.members.iter().enumerate() {
            let own = folds_in(body, binding.op);
            let folds = binding.folds.iter().filter_map(|fold| own.iter().position(|op| *op == fold.op));
            let folds: Vec<usize> = folds.collect();
            let results: Vec<Value> = body.results(binding.op).collect();
            let behind = reads_any(body, binding.op, &late);
            if behind || !folds.is_empty() {
                late.extend(&results);
            }
            if !folds.is_empty() {
                sums += results.iter().map(|value| bytes_of(body, *value)).sum::<f64>();
            }
            let depth = (0..=last).filter(|dim| binding.has(*dim)).map(|dim| dim + 1).max().unwrap_or(0);
            let inner = results.iter().copied().filter(|value| !closure.yielded.contains(value)).collect();
            let work = figures.of(body, binding.op);
            let around = surroundings.get(at).unwrap_or(&alone).clone();
            parts.push(Part { binding, work, depth, behind, around, folds, inner, results });
        }
        let keeps = parts.iter().any(|part| part.around.kept);
        let adds = parts.iter().any(|part| !part.folds.is_empty());
        let lengths = lengths.iter().map(|extent| likely(extent).max(1) as f64).collect();
        Sharing { parts, lengths, adds, keeps, sums, target }
    }

    /// The length of the last loop.
    fn rows(&self) -> f64 {
        self.lengths[self.lengths.len() - 1]
    }

    /// The rank of the members that have most axes.
    fn rank(&self) -> usize {
        self.parts.iter().map(|part| part.binding.axes.len()).max().unwrap_or(0)
    }

    /// The chunks of the last loop that are tried with trips of this length: for threads that add up sums, or run windows; of none, the whole.
    fn chunks(&self, trip: i64) -> Vec<Option<i64>> {
        let rows = self.rows();
        let mut chunks = vec![None];
        if self.adds {
            let steps = (rows / trip as f64).ceil();
            let of_chunk = (steps / CHUNKS).ceil();
            chunks.extend((of_chunk < steps).then_some(Some((of_chunk * trip as f64) as i64)));
        } else if self.keeps {
            let is_chunk = |points: &i64| *points > trip && 2.0 * *points as f64 <= rows;
            chunks.extend(KEPT_CHUNKS.into_iter().filter(is_chunk).map(Some));
        }
        chunks
    }

    /// A nest for each member.
    fn alone(&self) -> LoopTree {
        let mut tree = LoopTree::default();
        for (owner, part) in self.parts.iter().enumerate() {
            part.inner.iter().for_each(|value| tree.live(Array::Of(*value), None));
            let axes = part.work.extents.iter().map(|length| (tree.dim(), length.max(1.0))).collect();
            Nested::new(&part.work, axes, owner).in_vectors(self.target).add(&mut tree);
        }
        tree
    }

    /// The shared loops, the outermost first.
    fn levels(&self, way: Way) -> Vec<Level> {
        let last = self.lengths.len() - 1;
        // Threads cannot share sums, but chunks of them.
        let several = |is: bool| if is { Threads::Several } else { Threads::One };
        let mut levels: Vec<Level> = (0..last)
            .map(|dim| Level {
                dim,
                trips: self.lengths[dim],
                step: 1.0,
                threads: several(way.chunk.is_none() || !self.adds),
            })
            .collect();
        let rows = way.chunk.unwrap_or(self.rows());
        if let Some(chunk) = way.chunk {
            let trips = (self.rows() / chunk).ceil();
            levels.push(Level { dim: last, trips, step: chunk, threads: Threads::Several });
        }
        let trips = (rows / way.trip).ceil();
        levels.push(Level { dim: last, trips, step: way.trip, threads: several(!self.adds && !self.keeps) });
        levels
    }

    /// All members in the shared loops.
    fn together(&self, way: Way) -> LoopTree {
        let mut tree = LoopTree::default();
        for _ in &self.lengths {
            tree.dim();
        }
        self.level(&mut tree, way, 0);
        if let Some(chunk) = way.chunk {
            self.combine(&mut tree, (self.rows() / chunk).ceil());
        }
        tree
    }

    /// What stands in so many of the shared loops.
    fn level(&self, tree: &mut LoopTree, way: Way, depth: usize) {
        let levels = self.levels(way);
        let (last, all) = (self.lengths.len() - 1, levels.len());
        // In the last loop are all its parts.
        let place =
            |part: &Part<'_>| if part.depth > last || !part.folds.is_empty() { all } else { part.depth };
        let here = |behind: bool| {
            let parts = self.parts.iter().enumerate();
            parts.filter(move |(_, part)| place(part) == depth && (part.behind && depth < all) == behind)
        };
        here(false).for_each(|(owner, part)| self.member(tree, way, (owner, part)));
        if let Some(level) = levels.get(depth) {
            let around = tree.here();
            tree.enter(level.dim, (level.trips, level.step), level.threads);
            // Sums wait around the trips that add to them.
            let is_last = depth + 1 == all;
            for part in self.parts.iter().filter(|part| is_last && !part.folds.is_empty()) {
                part.results.iter().for_each(|value| tree.live(Array::Of(*value), around));
            }
            self.level(tree, way, depth + 1);
            tree.leave();
        }
        here(true).for_each(|(owner, part)| self.member(tree, way, (owner, part)));
    }

    /// A member in the loops that are open.
    fn member(&self, tree: &mut LoopTree, way: Way, (owner, part): (usize, &Part<'_>)) {
        if part.folds.is_empty() {
            part.inner.iter().for_each(|value| tree.live(Array::Of(*value), tree.here()));
        }
        let last = self.lengths.len() - 1;
        // What is computed in front of a loop is spread over its trips.
        let first = part.around.first * way.trip / way.chunk.unwrap_or(self.rows());
        let points = |dim: usize| part.around.more[dim] + if dim == last { way.trip + first } else { 1.0 };
        let axes = part.binding.axes.iter().zip(&part.work.extents);
        let axes = axes.map(|(dim, length)| match dim {
            Some(dim) => (*dim, points(*dim)),
            None => (tree.dim(), length.max(1.0)),
        });
        let mut nested = Nested::new(&part.work, axes.collect(), owner);
        nested.folds = part.folds.iter().map(|fold| (*fold, (last, way.trip))).collect();
        // A trip adds up some of the terms.
        let terms = if part.folds.is_empty() { 1.0 } else { way.trip / self.rows() };
        let mut nested = nested.in_vectors(self.target);
        nested.point *= terms;
        nested.add(tree);
    }

    /// Combines what chunks come to, behind the loops.
    fn combine(&self, tree: &mut LoopTree, chunks: f64) {
        let (dim, array) = (tree.dim(), Array::Made(0));
        tree.live(array, None);
        tree.enter(dim, (chunks, 1.0), Threads::Open);
        let axes = vec![Axis { extent: chunks, terms: vec![(dim, 1.0)], anywhere: false, known: false }];
        let work = self.sums / f64::from(self.target.vector_bits / 8);
        tree.code(0, work, vec![Use { array, bytes: 2.0 * self.sums, axes, jumps: false }]);
        tree.leave();
    }
}

/// True if a compute reads one of these.
fn reads_any(body: &Body, op: Op, values: &[Value]) -> bool {
    let mut found = false;
    walk(body, op, &mut |body, inner| {
        found |= Access::of_read(body.op(inner)).is_some_and(|read| values.contains(&read.source));
    });
    found
}
