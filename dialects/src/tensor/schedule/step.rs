//! The steps of schedules: the transformation each one requests, and the loops it applies to.

use super::error::StepError;
use super::hierarchy::Place;
use super::{Arguments, Manner, Tail, base, placement};

/// One step of a schedule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The order of the loops, outermost first: every axis of the box, then folds.
    Order(Vec<String>),
    /// These outermost axes run on several threads.
    Parallel {
        /// Axes of the box.
        axes: Vec<String>,
        /// The grain size: iterations worth handing to a thread.
        grain: Option<i64>,
    },
    /// Strip-mining: a chunk of iterations becomes the lanes of a vector.
    Vectorize {
        /// The loop to vectorize.
        target: String,
        /// The number of lanes.
        width: i64,
        /// Treatment of the remainder iterations; the machine decides if absent.
        tail: Option<Tail>,
    },
    /// Unroll-and-jam: adjacent points of an axis run together, and their folds share one loop.
    Jam {
        /// The axis of the box.
        axis: String,
        /// The number of points that run together.
        points: i64,
    },
    /// Unrolling: copies of the body follow each other.
    Unroll {
        /// The loop to unroll.
        target: String,
        /// The unroll factor; `None` unrolls the loop fully, so that no loop is left.
        factor: Option<i64>,
    },
    /// Tiling: a loop becomes a nest. `split(i, [252, 6])` gives a loop over tiles of 252 (`i.0`), one over
    /// tiles of 6 within them (`i.1`), and one over the points of these (`i.2`).
    Split {
        /// The loop to split.
        target: String,
        /// The tile sizes, each a multiple of the next.
        sizes: Vec<i64>,
        /// Treatment of a partial tile; padded if absent.
        tail: Option<Tail>,
    },
    /// Packing: every operand whose subscripts use exactly these loops is copied into a tile.
    Stage {
        /// The loops that index the operand.
        loops: Vec<String>,
        /// The part of a loop whose every iteration fills the tile; `None` fills it once, outside all loops.
        at: Option<String>,
        /// The loop whose innermost part is contiguous in the packed tile.
        panels: Option<String>,
    },
    /// On a GPU, distributes the iterations of these loops over threads.
    Map {
        /// For a grid, the outermost axes of the box; for a block or a warp, a fold.
        loops: Vec<String>,
        /// The level of the hardware that shares the iterations.
        place: Place,
        /// Threads of a block.
        threads: Option<i64>,
    },
    /// Time tiling: iterations of the loop around the compute run together over bands of an axis. Each band
    /// recomputes the halo that later iterations read.
    Time {
        /// The axis of the box that is cut into bands.
        axis: String,
        /// The number of iterations that run together.
        iterations: i64,
        /// The length of a band, in points of the axis.
        points: i64,
        /// Rows computed per step; if present, intermediate iterations use a ring buffer of rows.
        rows: Option<i64>,
    },
    /// Non-temporal stores: results bypass the caches.
    Stream,
    /// Software prefetch of the operands of a later iteration.
    Prefetch {
        /// The loop to prefetch along.
        target: String,
        /// The prefetch distance, in iterations.
        distance: i64,
    },
    /// One instruction multiplies and accumulates a group of adjacent terms of a fold.
    Mma {
        /// The fold.
        target: String,
        /// Terms per instruction: 2 or 4.
        terms: i64,
    },
    /// The placement of group members: the loops they are computed in, and those at which their results are
    /// buffered.
    Place {
        /// The names of the members.
        members: Vec<String>,
        /// The compute location: `inline`, `root`, or a part of a loop.
        at: String,
        /// The store location: a part of a loop, with one buffer per iteration, or `root`.
        keep: Option<String>,
        /// The threads that compute the members, and the form of their buffers.
        manner: Manner,
    },
    /// Folds over one index share one loop, even if some depend on the results of others: those are corrected
    /// as the running results change.
    Join {
        /// The fold that the others follow; for a group, the shared loop over which all of them fold.
        target: String,
        /// The other folds; for a group, members.
        others: Vec<String>,
        /// Terms per iteration; for a group, `split` gives them.
        terms: Option<i64>,
    },
}

/// The keywords of steps.
pub(super) const STEPS: [&str; 14] = [
    "order",
    "parallel",
    "vectorize",
    "jam",
    "unroll",
    "split",
    "stage",
    "map",
    "time",
    "place",
    "stream",
    "prefetch",
    "join",
    "mma",
];

impl Step {
    /// The keyword of the step.
    pub fn word(&self) -> &'static str {
        match self {
            Step::Order(_) => "order",
            Step::Parallel { .. } => "parallel",
            Step::Vectorize { .. } => "vectorize",
            Step::Jam { .. } => "jam",
            Step::Unroll { .. } => "unroll",
            Step::Split { .. } => "split",
            Step::Stage { .. } => "stage",
            Step::Map { .. } => "map",
            Step::Time { .. } => "time",
            Step::Place { .. } => "place",
            Step::Stream => "stream",
            Step::Prefetch { .. } => "prefetch",
            Step::Join { .. } => "join",
            Step::Mma { .. } => "mma",
        }
    }

    /// The main loops of the step, without those of `at`, `keep`, `panels` and the target of a join. For a
    /// placement, the members.
    pub fn loops(&self) -> &[String] {
        match self {
            Step::Place { members, .. } => members,
            Step::Order(loops)
            | Step::Parallel { axes: loops, .. }
            | Step::Stage { loops, .. }
            | Step::Map { loops, .. } => loops,
            Step::Vectorize { target, .. }
            | Step::Unroll { target, .. }
            | Step::Split { target, .. }
            | Step::Prefetch { target, .. }
            | Step::Mma { target, .. } => std::slice::from_ref(target),
            Step::Stream => &[],
            Step::Join { others, .. } => others,
            Step::Jam { axis, .. } | Step::Time { axis, .. } => std::slice::from_ref(axis),
        }
    }

    /// True if it names this loop or a part of it.
    pub fn names(&self, name: &str) -> bool {
        let (loops, place) = match self {
            Step::Stage { loops, at, panels } => (&loops[..], [at.as_ref(), panels.as_ref()]),
            Step::Place { at, keep, .. } => (&[][..], [Some(at), keep.as_ref()]),
            Step::Join { target, others, .. } => (&others[..], [Some(target), None]),
            _ => (self.loops(), [None, None]),
        };
        loops.iter().chain(place.into_iter().flatten()).any(|own| base(own) == name)
    }

    /// Renames the loops; indices of parts stay.
    pub fn renamed(mut self, mut name: impl FnMut(&str) -> String) -> Step {
        let mut rename = |own: &mut String| match own.split_once('.') {
            Some((base, part)) => *own = format!("{}.{part}", name(base)),
            None => *own = name(own),
        };
        match &mut self {
            Step::Order(loops) | Step::Parallel { axes: loops, .. } | Step::Map { loops, .. } => {
                loops.iter_mut().for_each(rename);
            }
            Step::Vectorize { target, .. }
            | Step::Unroll { target, .. }
            | Step::Split { target, .. }
            | Step::Prefetch { target, .. }
            | Step::Mma { target, .. } => {
                rename(target);
            }
            Step::Stream => {}
            Step::Jam { axis, .. } | Step::Time { axis, .. } => rename(axis),
            Step::Stage { loops, at, panels } => {
                loops.iter_mut().chain(at).chain(panels).for_each(rename);
            }
            Step::Join { target, others, .. } => {
                std::iter::once(target).chain(others).for_each(rename);
            }
            Step::Place { at, keep, .. } => {
                let is_loop = |name: &&mut String| !placement::WORDS.contains(&name.as_str());
                std::iter::once(at).chain(keep).filter(is_loop).for_each(rename);
            }
        }
        self
    }

    /// The same step on loops without splits: `unroll(k, 4)` for `unroll(k.1, 4)`.
    pub fn of_whole_loops(mut self) -> Step {
        match &mut self {
            Step::Vectorize { target, .. } | Step::Unroll { target, .. } | Step::Prefetch { target, .. } => {
                *target = base(target).to_string();
            }
            Step::Jam { axis, .. } => *axis = base(axis).to_string(),
            _ => {}
        }
        self
    }

    /// Checks a step that code has built against the rules of parsed text.
    ///
    /// # Errors
    /// A value out of range, a duplicate name, or any other argument that the step does not accept.
    pub fn checked(self) -> Result<Step, StepError> {
        let mut loops = self.loops().to_vec();
        let (mut at, mut panels, mut keep, mut said) = (None, None, None, Manner::default());
        match &self {
            Step::Map { place, .. } => loops.push(place.word().to_string()),
            Step::Stage { at: own, panels: side, .. } => (at, panels) = (own.clone(), side.clone()),
            Step::Place { at: own, keep: around, manner, .. } => {
                (at, keep, said) = (Some(own.clone()), around.clone(), manner.clone());
            }
            Step::Join { target, .. } => at = Some(target.clone()),
            _ => {}
        }
        let tail = self.tail().map(|tail| tail.word().to_string());
        let numbers = self.numbers();
        Step::of(self.word(), Arguments { loops, numbers, at, panels, keep, tail, manner: said })
    }

    /// The integer arguments.
    pub(super) fn numbers(&self) -> Vec<i64> {
        match self {
            Step::Order(_) | Step::Stage { .. } | Step::Place { .. } | Step::Stream => Vec::new(),
            Step::Parallel { grain: number, .. }
            | Step::Map { threads: number, .. }
            | Step::Join { terms: number, .. }
            | Step::Unroll { factor: number, .. } => number.iter().copied().collect(),
            Step::Vectorize { width: n, .. }
            | Step::Jam { points: n, .. }
            | Step::Prefetch { distance: n, .. }
            | Step::Mma { terms: n, .. } => {
                vec![*n]
            }
            Step::Split { sizes, .. } => sizes.clone(),
            Step::Time { iterations, points, rows, .. } => {
                [*iterations, *points].into_iter().chain(*rows).collect()
            }
        }
    }

    /// The treatment that the step specifies for the remainder of its loop.
    pub fn tail(&self) -> Option<Tail> {
        match self {
            Step::Vectorize { tail, .. } | Step::Split { tail, .. } => *tail,
            _ => None,
        }
    }
}
