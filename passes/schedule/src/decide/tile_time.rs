//! Time tiling by cost: chooses how many iterations of a time loop run together over bands of rows, or none.

use crate::apply::groups::MOST_AROUND;
use crate::apply::tile_time::{Bands, computes, constant, count_of};
use rustc_hash::FxHashMap;
use tf_dialects::target::Target;
use tf_dialects::tensor::{Access, Compute};
use tf_ir::body::{Body, Op, Value};
use tf_ir::pass::PassContext;
use tf_ir::walk::walk;
use tf_passes_common::cost::close;
use tf_passes_common::cost::figures::{
    BANDS, TIME_TILES, WINDOW_BANDS, WINDOW_ROWS, WINDOW_TIME_TILES, WORTH_TOGETHER,
};
use tf_passes_common::cost::nest::Nested;
use tf_passes_common::cost::price::price;
use tf_passes_common::cost::tree::{Array, LoopTree, Threads};
use tf_passes_common::cost::work::Work;

/// The cheapest bands for the iterations of a loop; `None` if one iteration after the other is cheapest.
pub(crate) fn choose(body: &Body, op: Op, target: &Target, cx: &mut PassContext<'_>) -> Option<Bands> {
    let iteration = Iteration::of(body, op).filter(Iteration::is_of_known_rows)?;
    let alone = price(&iteration.alone(target), target).cost;
    let of_length = |points: i64| (points as f64) * 2.0 <= iteration.rows;
    let of_count = |iterations: i64| iteration.iterations.is_none_or(|all| iterations <= all);
    let best = |candidates: &mut dyn Iterator<Item = Bands>| {
        let all = candidates.filter(|bands| of_length(bands.points) && of_count(bands.iterations));
        close::cheapest(all, target, |bands, on| {
            price(&iteration.together(*bands, on), on).cost / bands.iterations as f64
        })
    };
    let all = |iterations: i64| {
        BANDS.into_iter().map(move |points| Bands { axis: 0, iterations, points, rows: None })
    };
    let overlapped = best(&mut TIME_TILES.into_iter().flat_map(all));
    let windowed = |iterations: i64| {
        let of = move |points: i64| {
            WINDOW_ROWS.into_iter().map(move |rows| Bands { axis: 0, iterations, points, rows: Some(rows) })
        };
        WINDOW_BANDS.into_iter().flat_map(of)
    };
    let windows = best(
        &mut WINDOW_TIME_TILES
            .into_iter()
            .filter(|iterations| iteration.fits_window(*iterations))
            .flat_map(windowed),
    );
    let (bands, together) = overlapped.into_iter().chain(windows).min_by(|a, b| a.1.total_cmp(&b.1))?;
    let pays = together < WORTH_TOGETHER * alone;
    cx.explain(body.loc(op), || {
        format!(
            "time: {} iterations of the loop over bands of {} rows{}: cost {alone:.3e} one by one, \
             {together:.3e} together, in additions; {}",
            bands.iterations,
            bands.points,
            bands.rows.map_or_else(String::new, |rows| format!(", {rows} at a time in sliding windows")),
            if pays { "they run together" } else { "they run one by one" }
        )
    });
    pays.then_some(bands)
}

/// A compute of one iteration.
struct Stage {
    work: Work,
    results: Vec<Value>,
    /// Largest distance, in rows, of its reads of carried values and of other computes' results (its halo).
    reach: f64,
}

/// The computes of one iteration of a loop, and the values that it carries.
struct Iteration {
    parts: Vec<Stage>,
    /// Pairs of a loop-carried argument and the value that the iteration yields for it.
    carried: Vec<(Value, Value)>,
    /// The halo along the first axis of all computes of an iteration together.
    reach: f64,
    /// Extent of the first axis, and the iteration count if it is known.
    rows: f64,
    iterations: Option<i64>,
}

impl Iteration {
    /// True if rows have constant lengths. Short rows fit in a cache without bands, and bands cost more.
    fn is_of_known_rows(&self) -> bool {
        self.parts.iter().all(|part| part.work.constant.iter().skip(1).all(|known| *known))
    }

    /// The iteration of a loop, if its computes have no schedules and read carried values at constant
    /// distances.
    fn of(body: &Body, op: Op) -> Option<Iteration> {
        let computes = computes(body, op);
        let block = body.entry(body.region(op, 0))?;
        let begun: Vec<Value> = body.args(block).skip(1).collect();
        let mut parts = Vec::new();
        for compute in &computes {
            let view = body.cast(*compute, Compute).filter(|view| view.schedule().is_none())?;
            let rows = view.indices().first().copied()?;
            let mut far = Some(0i64);
            walk(body, *compute, &mut |body, inner| {
                let Some(read) = Access::of_read(body.op(inner)) else { return };
                let is_own = |value: Value| body.def_op(value).is_some_and(|def| computes.contains(&def));
                if begun.contains(&read.source) || is_own(read.source) {
                    far = far.zip(distance(&read, rows)).map(|(known, own)| known.max(own));
                }
            });
            let results = body.results(*compute).collect();
            parts.push(Stage { work: Work::of(body, *compute), results, reach: far? as f64 });
        }
        let reach: f64 = parts.iter().map(|part| part.reach).sum();
        // Without a stencil, points are independent over all iterations: bands gain nothing that is modelled
        // here.
        if reach == 0.0 {
            return None;
        }
        let rows = parts.first()?.work.extents.first()?.max(1.0);
        let bounds = [0, 1, 2].map(|i| constant(body, body.operand(op, i)));
        let iterations = match bounds {
            [Some(lower), Some(upper), Some(step)] => Some(count_of(lower, upper, step)),
            _ => None,
        };
        let ended = body.terminator(block).into_iter().flat_map(|end| body.operands(end));
        Some(Iteration { parts, carried: begun.into_iter().zip(ended).collect(), reach, rows, iterations })
    }

    /// One iteration alone. The next one finds in a cache what still fits there.
    fn alone(&self, target: &Target) -> LoopTree {
        let mut tree = LoopTree::default();
        for (owner, part) in self.parts.iter().enumerate() {
            let axes = part.work.extents.iter().map(|length| (tree.dim(), length.max(1.0))).collect();
            Nested::new(&part.work, axes, owner).in_vectors(target).add(&mut tree);
        }
        tree
    }

    /// Several iterations, band by band.
    fn together(&self, bands: Bands, target: &Target) -> LoopTree {
        let (points, iterations) = (bands.points as f64, bands.iterations as usize);
        let mut tree = LoopTree::default();
        let rows = tree.dim();
        let mut around = tree.enter(rows, ((self.rows / points).ceil(), points), Threads::Several);
        // With windows, the halo of a band is spread over its parts, and each part reuses the windows of the
        // last.
        let at_once = bands.rows.map_or(points, |rows| rows as f64);
        if bands.rows.is_some() {
            around = tree.enter(rows, (points / at_once, at_once), Threads::One);
        }
        // Maps values to arrays. Iterations alternate between two sets of buffers: only the last one is read.
        let count = self.parts.iter().map(|part| part.results.len()).sum::<usize>();
        let mut substitutes: FxHashMap<Value, Array> = FxHashMap::default();
        // The halo that the first compute of a band needs; each later compute needs less.
        let mut far = self.reach * iterations as f64;
        for iteration in 0..iterations {
            // Windows stay allocated: one set of buffers per iteration.
            let mut number = if bands.rows.is_some() { iteration } else { iteration % 2 } * count;
            for (at, part) in self.parts.iter().enumerate() {
                far -= part.reach;
                for result in &part.results {
                    let is_last = iteration + 1 == iterations;
                    let array = if is_last { Array::Of(*result) } else { Array::Made(number) };
                    if !is_last {
                        tree.live(array, Some(around));
                    }
                    substitutes.insert(*result, array);
                    number += 1;
                }
                let length = |axis: usize| match axis {
                    0 => at_once * (1.0 + 2.0 * far / points),
                    _ => part.work.extents[axis].max(1.0),
                };
                let axes = (0..part.work.extents.len())
                    .map(|axis| (if axis == 0 { rows } else { tree.dim() }, length(axis)));
                let axes = axes.collect();
                let mut nested = Nested::new(&part.work, axes, iteration * self.parts.len() + at);
                nested.substitutes = substitutes.clone();
                nested.in_vectors(target).add(&mut tree);
            }
            // Collected first, because the carried values may be permuted.
            let next = self
                .carried
                .iter()
                .map(|(begun, ended)| (*begun, substitutes.get(ended).copied().unwrap_or(Array::Of(*ended))));
            substitutes.extend(next.collect::<Vec<_>>());
        }
        tree.leave();
        if bands.rows.is_some() {
            tree.leave();
        }
        tree
    }

    /// True if the halo of this many iterations is small enough to compute before a band.
    fn fits_window(&self, iterations: i64) -> bool {
        self.reach * iterations as f64 <= MOST_AROUND as f64
    }
}

/// The distance of a read from its own row; `None` if it is not constant.
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
