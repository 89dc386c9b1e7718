//! How many trips of a loop run together where nobody asks: the bytes that go through memory, against what bands compute again.

use super::Bands;
use super::build::{constant, count_of};
use crate::cost::block_cost;
use crate::cost::figures::{BANDS, TRIP, TRIPS_TOGETHER, WORK_PER_ADDITION, WORTH_TOGETHER};
use crate::groups::{bytes_of, rate};
use rustc_hash::FxHashSet;
use tf_dialects::target::Target;
use tf_dialects::tensor::{Access, Compute};
use tf_ir::body::{Body, Op, Value};
use tf_ir::pass::PassContext;
use tf_ir::walk::walk;

/// How trips of a loop best run together; `None` if one by one is best.
pub(super) fn choose(body: &Body, op: Op, target: &Target, cx: &mut PassContext<'_>) -> Option<Bands> {
    let traffic = Traffic::of(body, op)?;
    let alone = traffic.alone(target);
    let mut best: Option<(f64, Bands)> = None;
    for trips in TRIPS_TOGETHER.into_iter().filter(|trips| traffic.trips.is_none_or(|all| *trips <= all)) {
        for points in BANDS.into_iter().filter(|points| (*points as f64) * 2.0 <= traffic.rows) {
            let bands = Bands { axis: 0, trips, points };
            let together = traffic.together(bands, target);
            if best.is_none_or(|(known, _)| together < known) {
                best = Some((together, bands));
            }
        }
    }
    let (together, bands) = best?;
    let pays = together < WORTH_TOGETHER * alone;
    cx.explain(body.loc(op), || {
        format!(
            "time: {} trips of the loop over bands of {} rows: one by one {alone:.3e}, together {together:.3e} additions' worth of memory and work; {}",
            bands.trips,
            bands.points,
            if pays { "they run together" } else { "they run one by one" }
        )
    });
    pays.then_some(bands)
}

/// What a trip of a loop reads, writes and computes.
struct Traffic {
    /// Bytes of what it reads and of what it carries on.
    outer: f64,
    /// Bytes of what its computes make.
    made: f64,
    /// Additions of a trip.
    work: f64,
    /// How far stencils reach along the first axis, all computes of a trip together.
    reach: f64,
    /// Points of the first axis, and trips, as far as they are known.
    rows: f64,
    trips: Option<i64>,
}

impl Traffic {
    /// Of a loop in whose trips computes without schedules read what it carries at constant distances.
    fn of(body: &Body, op: Op) -> Option<Traffic> {
        let computes = super::computes(body, op);
        let block = body.entry(body.region(op, 0))?;
        let carried: Vec<Value> = body.args(block).skip(1).collect();
        let (mut sources, mut made, mut work, mut reach) = (FxHashSet::default(), 0.0, 0.0, 0);
        for compute in &computes {
            let view = body.cast(*compute, Compute).filter(|view| view.schedule().is_none())?;
            let rows = view.indices().first().copied()?;
            let mut far = Some(0i64);
            walk(body, *compute, &mut |body, inner| {
                let Some(read) = Access::of_read(body.op(inner)) else { return };
                sources.insert(read.source);
                let is_own = |value: Value| body.def_op(value).is_some_and(|def| computes.contains(&def));
                if carried.contains(&read.source) || is_own(read.source) {
                    far = far.zip(distance(&read, rows)).map(|(known, own)| known.max(own));
                }
            });
            reach += far?;
            let points = body.results(*compute).next().map(|value| bytes_of(body, value))?;
            let each = body.results(*compute).next().map(|value| element_bytes(body, value))?;
            made += body.results(*compute).map(|value| bytes_of(body, value)).sum::<f64>();
            work += points / each * block_cost(body, view.block()?).min(1 << 20) as f64 / WORK_PER_ADDITION;
        }
        // Without a stencil, each point goes its own way: nothing is known of such loops.
        if reach == 0 || computes.is_empty() {
            return None;
        }
        let first = body.view(computes[0], Compute);
        let rows = crate::apply_tiles::choose::likely(first.extents().first()?) as f64;
        let bounds = [0, 1, 2].map(|i| constant(body, body.operand(op, i)));
        let trips = match bounds {
            [Some(lower), Some(upper), Some(step)] => Some(count_of(lower, upper, step)),
            _ => None,
        };
        let outside = |value: &&Value| body.def_op(**value).is_none_or(|def| !computes.contains(&def));
        let outer = sources.iter().filter(outside).map(|value| bytes_of(body, *value)).sum::<f64>();
        Some(Traffic { outer, made, work, reach: reach as f64, rows, trips })
    }

    /// What a trip costs by itself.
    fn alone(&self, target: &Target) -> f64 {
        let all = self.outer + self.made;
        all * rate(all, target) + self.work
    }

    /// What a trip costs among others.
    fn together(&self, bands: Bands, target: &Target) -> f64 {
        let (trips, points) = (bands.trips as f64, bands.points as f64);
        // The first trip of a band computes the most around it.
        let again = 1.0 + self.reach * (trips - 1.0) / points;
        let all = self.outer + self.made;
        // A trip reads what the one before has made, and makes as much.
        let held = all * points * again / self.rows;
        let memory = all * rate(all, target) * (1.0 + 2.0 * self.reach * trips / points) / trips;
        let inner = all * again * rate(held, target);
        let (count, threads) = ((self.rows / points).ceil(), f64::from(target.cores));
        let idle = (count / threads).ceil() * threads / count;
        (memory + inner + self.work * again) * idle + count * TRIP
    }
}

/// How far from the own row a read is at most; `None` if that is not constant.
fn distance(read: &Access<'_>, rows: Value) -> Option<i64> {
    let forms = read.map.linear_forms()?;
    let form = forms.first()?;
    let dims = read.indices.iter().zip(&form.dims).filter(|(_, factor)| **factor != 0);
    let mut is_own = false;
    for (index, factor) in dims {
        if *index != rows || *factor != 1 {
            return None;
        }
        is_own = true;
    }
    let constant = form.symbols.iter().all(|factor| *factor == 0);
    (is_own && constant).then_some(form.constant.abs())
}

/// The bytes of an element.
fn element_bytes(body: &Body, value: Value) -> f64 {
    let ctx = body.ctx();
    f64::from(ctx.scalar_width(ctx.elem_type(body.ty(value))).unwrap_or(64).max(8)) / 8.0
}
