//! Child bodies detached from their parent, to run passes on them in parallel.

use super::counters::Counters;
use super::instrument::Event;
use super::parallel::for_each;
use super::run::{Lane, level_name};
use crate::body::{Body, Op};
use std::time::{Duration, Instant};

/// The least total number of ops in bodies that pays for threads.
const WORTH_THREADS: usize = 2000;

/// A child body removed temporarily, and the outcome of the passes on it.
pub(super) struct Item {
    pub(super) op: Op,
    pub(super) body: Box<Body>,
    pub(super) name: String,
    pub(super) events: Vec<Event>,
    pub(super) ok: bool,
    pub(super) changed: bool,
    pub(super) time: Duration,
}

pub(super) fn worth_threads(body: &Body, ops: &[Op]) -> bool {
    let size = |op: &Op| body.child(*op).map_or(0, Body::op_bound);
    ops.len() > 1 && ops.iter().map(size).sum::<usize>() >= WORTH_THREADS
}

pub(super) fn take(body: &mut Body, ops: &[Op]) -> Vec<Item> {
    let item = |op: &Op| {
        let body = body.take_child(*op)?;
        let name = level_name(&body);
        let (events, ok, changed, time) = (Vec::new(), true, false, Duration::ZERO);
        Some(Item { op: *op, body, name, events, ok, changed, time })
    };
    ops.iter().filter_map(item).collect()
}

/// Puts the bodies back; returns whether all succeeded, and whether any changed.
pub(super) fn put_back(body: &mut Body, items: Vec<Item>) -> (bool, bool) {
    let (mut ok, mut changed) = (true, false);
    for item in items {
        ok &= item.ok;
        changed |= item.changed;
        body.restore_child(item.op, item.body);
    }
    (ok, changed)
}

/// Processes items on several threads; events are emitted in the order of the items. Returns the total time
/// over all threads and the elapsed time.
pub(super) fn in_parallel(
    threads: usize,
    items: &mut [Item],
    lane: &mut Lane<'_>,
    work: impl Fn(&mut Item, &mut Counters, &mut Vec<Event>) + Sync,
) -> (Duration, Duration) {
    let start = Instant::now();
    let zero = lane.counters.zeroed();
    let counters = for_each(
        threads,
        items,
        || zero.clone(),
        |counters, item| {
            let begin = Instant::now();
            let mut events = Vec::new();
            work(item, counters, &mut events);
            (item.events, item.time) = (events, begin.elapsed());
        },
    );
    let busy: Duration = items.iter().map(|i| i.time).sum();
    let wall = start.elapsed();
    let share = wall.as_secs_f64() / busy.as_secs_f64().max(1e-9);
    counters.iter().for_each(|c| lane.counters.merge(c, share.min(1.0)));
    for item in items {
        std::mem::take(&mut item.events).into_iter().for_each(&mut *lane.emit);
    }
    (busy, wall)
}
