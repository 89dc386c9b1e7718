//! The price of a group: what the bytes cost that go through caches and memory, in one nest of loops and in a nest for each member.

use super::closure::Closure;
use crate::apply_tiles::choose::likely;
use crate::cost::figures::{
    L2_BYTE, L3_BYTE, L3_PER_CORE, LIKELY_TRIPS, MEMORY_BYTE, SEEN, SHARING_POINTS, TRIP, WORK_PER_ADDITION,
};
use rustc_hash::FxHashMap;
use tf_dialects::target::Target;
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::{Access, Compute, Fold};
use tf_ir::body::{Body, Value};
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
    /// What the members cost in loops of their own, as far as it depends on where bytes come from.
    pub alone: f64,
}

/// The lengths of trips that are tried.
const TRIPS: [i64; 8] = [1, 4, 8, 16, 32, 64, 128, 256];

/// Into how many chunks the last loop is cut where threads add up sums over it, if trips allow: never by the number of threads, so that the answer has
/// the same bits for any.
const CHUNKS: f64 = 32.0;

/// The best way to run members as a group whose loops have these lengths.
pub(super) fn price(body: &Body, closure: &Closure, lengths: &[Extent], target: &Target) -> Choice {
    let traffic = Traffic::of(body, closure, lengths);
    let length = |extent: &Extent| likely(extent).max(1) as f64;
    let (last, others) = lengths.split_last().expect("a group shares a loop");
    let (rows, outer) = (length(last), others.iter().map(length).product::<f64>());
    let adds = closure.members.iter().any(|member| !member.folds.is_empty());
    let threads = f64::from(target.cores);
    let alone = traffic.alone(target);
    let none =
        Choice { loops: lengths.len(), trip: 1, parallel: 0, chunk: None, gain: f64::NEG_INFINITY, alone };
    let mut best = none;
    for trip in TRIPS.into_iter().filter(|trip| *trip == 1 || *trip as f64 <= rows) {
        let steps = (rows / trip as f64).ceil();
        let waste = steps * trip as f64 / rows;
        let started = outer * steps * TRIP * closure.members.len() as f64;
        let together = traffic.together(trip as f64, (rows * outer, rows), target) + started;
        let of_chunk = (steps / CHUNKS).ceil();
        let chunk = Some((of_chunk * trip as f64) as i64).filter(|_| adds && of_chunk < steps);
        for chunk in [None, chunk].into_iter().take(1 + usize::from(chunk.is_some())) {
            let chunks = (steps / of_chunk).ceil();
            let shares = match (adds, chunk) {
                (false, _) => outer * steps,
                // Threads cannot share sums.
                (true, None) => outer,
                (true, Some(_)) => chunks,
            };
            let idle = (shares / threads).ceil() * threads / shares;
            let sums = chunk.map_or(0.0, |_| traffic.combining(chunks, target));
            let gain = alone - together * waste - sums - traffic.work * (idle * waste - 1.0);
            if gain > best.gain {
                let parallel = match () {
                    () if target.cores < 2 || shares < 2.0 => 0,
                    () if chunk.is_some() => 1,
                    () => lengths.len() - usize::from(adds),
                };
                best = Choice { trip, parallel, gain, chunk, ..best };
            }
        }
    }
    best
}

/// What members read and write.
struct Traffic {
    /// Bytes of what members make for each other, and how often each is written and read.
    inner: Vec<(f64, f64)>,
    /// What they read from outside.
    outer: Vec<Operand>,
    /// Bytes of sums over the last loop, which each of its trips reads and writes.
    sums: f64,
    /// Additions of all members, as far as they are known.
    work: f64,
}

/// Something that is there before the group.
struct Operand {
    source: Value,
    bytes: f64,
    /// Of it, what a trip of the loops reads that it moves with.
    slice: f64,
    /// How many points of the last loop read it again, as it does not move with that.
    repeats: f64,
    /// False for what is read a second time.
    is_first: bool,
}

impl Traffic {
    fn of(body: &Body, closure: &Closure, lengths: &[Extent]) -> Traffic {
        let mut traffic = Traffic { inner: Vec::new(), outer: Vec::new(), sums: 0.0, work: 0.0 };
        let mut readers: FxHashMap<Value, f64> = FxHashMap::default();
        let length = |at: usize| likely(&lengths[at]).max(1) as f64;
        for member in &closure.members {
            let view = body.view(member.op, Compute);
            let indices = view.indices();
            let axis_of = |index: &Value| member.axes[indices.iter().position(|own| own == index)?];
            let points = view.extents().iter().map(|extent| likely(extent) as f64).product::<f64>();
            let mut terms = 1.0;
            walk(body, member.op, &mut |body, op| {
                if body.is(op, Fold) {
                    terms *= crate::cost::fold_trips(body, op).map_or(LIKELY_TRIPS, |trips| trips as f64);
                }
                let Some(read) = Access::of_read(body.op(op)) else { return };
                if closure.members.iter().any(|other| body.def_op(read.source) == Some(other.op)) {
                    *readers.entry(read.source).or_default() += 1.0;
                    return;
                }
                let moved: Vec<usize> = read.indices.iter().filter_map(axis_of).collect();
                let bytes = bytes_of(body, read.source);
                let slice =
                    bytes / (0..lengths.len()).filter(|at| moved.contains(at)).map(length).product::<f64>();
                let repeats =
                    if moved.contains(&(lengths.len() - 1)) { 1.0 } else { length(lengths.len() - 1) };
                let times = traffic
                    .outer
                    .iter()
                    .filter(|other| (other.source, other.slice) == (read.source, slice))
                    .count();
                traffic.outer.push(Operand {
                    source: read.source,
                    bytes,
                    slice,
                    repeats,
                    is_first: times == 0,
                });
            });
            if !member.folds.is_empty() {
                traffic.sums += body.results(member.op).map(|value| bytes_of(body, value)).sum::<f64>();
            }
            traffic.work += points * terms / WORK_PER_ADDITION;
        }
        let written = |value: Value| if closure.yielded.contains(&value) { 0.0 } else { 1.0 };
        traffic.inner = readers
            .into_iter()
            .map(|(value, reads)| (bytes_of(body, value), reads + written(value)))
            .collect();
        traffic.inner.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        traffic
    }

    /// What it costs where each member has loops of its own.
    fn alone(&self, target: &Target) -> f64 {
        let inner: f64 = self.inner.iter().map(|(bytes, times)| bytes * times * rate(*bytes, target)).sum();
        inner + self.operands((0.0, None), SHARING_POINTS, target)
    }

    /// What it costs in shared loops of so many points in all, and so many of the last, some of them in a trip.
    fn together(&self, trip: f64, (points, rows): (f64, f64), target: &Target) -> f64 {
        let sums = self.sums * rows / points;
        let held: f64 = sums + self.inner.iter().map(|(bytes, _)| bytes * trip / points).sum::<f64>();
        let inner: f64 = self.inner.iter().map(|(bytes, times)| bytes * times * rate(held, target)).sum();
        let added = 2.0 * self.sums * (rows / trip - 1.0) * rate(held, target);
        inner + added + self.operands((held, Some(trip)), trip.min(SHARING_POINTS), target)
    }

    /// What it costs to write the sums of chunks and to combine them.
    fn combining(&self, chunks: f64, target: &Target) -> f64 {
        2.0 * self.sums * chunks * rate(self.sums * chunks, target)
    }

    /// What it costs to read what is there before, beside so many bytes that are in use, by so many points of the last loop together.
    fn operands(&self, (held, trip): (f64, Option<f64>), sharing: f64, target: &Target) -> f64 {
        let one = |operand: &Operand| {
            let slice = operand.slice * trip.filter(|_| operand.repeats <= 1.0).unwrap_or(1.0);
            let times = (operand.repeats / sharing).max(1.0) - 1.0;
            let again = SEEN * operand.bytes * times * rate(operand.slice + held, target);
            // In one nest, a second reader finds it in a cache.
            let from = if operand.is_first || trip.is_none() { operand.bytes } else { slice + held };
            operand.bytes * rate(from, target) + again
        };
        self.outer.iter().map(one).sum()
    }
}

/// What a byte costs of something so large that is read again.
pub(crate) fn rate(bytes: f64, target: &Target) -> f64 {
    match bytes {
        bytes if bytes <= target.l2_bytes as f64 / 2.0 => L2_BYTE,
        bytes if bytes <= L3_PER_CORE => L3_BYTE,
        _ => MEMORY_BYTE,
    }
}

/// The bytes of a tensor.
pub(crate) fn bytes_of(body: &Body, value: Value) -> f64 {
    let (ctx, ty) = (body.ctx(), body.ty(value));
    let count: f64 =
        extents(ctx, ty).unwrap_or_default().iter().map(|extent: &Extent| likely(extent) as f64).product();
    let bits = ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(64);
    count * f64::from(bits.max(8)) / 8.0
}
