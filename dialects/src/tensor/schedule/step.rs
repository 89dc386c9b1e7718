//! The steps of schedules: what each says, and of which loops.

use super::map::Place;
use super::{Arguments, Manner, Tail, base, placement};

/// One step of a schedule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The loops, outermost first: every axis of the box, then folds.
    Order(Vec<String>),
    /// These axes, outermost, run on several threads.
    Parallel {
        /// Axes of the box.
        axes: Vec<String>,
        /// Iterations worth handing to a thread.
        grain: Option<i64>,
    },
    /// This many iterations of a loop become the lanes of vectors.
    Vectorize {
        /// Which loop.
        target: String,
        /// How many lanes.
        width: i64,
        /// What becomes of a rest; by the machine, if nothing is said.
        tail: Option<Tail>,
    },
    /// This many points that follow each other on an axis run together: their folds are one loop.
    Jam {
        /// Which axis of the box.
        axis: String,
        /// How many points.
        points: i64,
    },
    /// Iterations of a loop are written one after the other.
    Unroll {
        /// Which loop.
        target: String,
        /// How many; all of them, so that no loop is left, without a number.
        factor: Option<i64>,
    },
    /// A loop becomes several, one inside the other: `split(i, [252, 6])` counts in steps of 252 (`i.0`), in these in steps of
    /// 6 (`i.1`), and to 6 (`i.2`).
    Split {
        /// Which loop.
        target: String,
        /// The steps, each a multiple of the next.
        sizes: Vec<i64>,
        /// What becomes of a rest; padded, if nothing is said.
        tail: Option<Tail>,
    },
    /// What is read at these loops and no others is put into a tile.
    Stage {
        /// The loops that it moves with.
        loops: Vec<String>,
        /// The part of a loop in each trip of which it is made anew; once, outside of all loops, without it.
        at: Option<String>,
        /// The loop whose last part lies side by side.
        panels: Option<String>,
    },
    /// On a GPU, the iterations of these loops are shared among threads.
    Map {
        /// Axes of the box, the outermost (grid), or a fold (block, warp).
        loops: Vec<String>,
        /// Among whom.
        place: Place,
        /// Threads of a block.
        threads: Option<i64>,
    },
    /// Trips of the loop around the compute run together, over bands of an axis: each band computes what the later trips read around it again.
    Time {
        /// Which axis of the box.
        axis: String,
        /// How many trips.
        trips: i64,
        /// How many points of the axis are a band.
        points: i64,
        /// How many of these are computed at a time, where what a trip makes is kept in a ring of rows.
        rows: Option<i64>,
    },
    /// Results are stored past the caches.
    Stream,
    /// What is read so many trips of a loop later is asked for.
    Prefetch {
        /// Which loop.
        target: String,
        /// How many of its trips ahead.
        trips: i64,
    },
    /// So many terms of a fold that follow each other are multiplied and added up by one instruction.
    Mma {
        /// Which fold.
        target: String,
        /// How many terms: 2 or 4.
        terms: i64,
    },
    /// Where members of a group are computed, and where what they make is kept.
    Place {
        /// The names of members.
        members: Vec<String>,
        /// Where they are computed: `inline`, `root`, or the part of a loop.
        at: String,
        /// The part of a loop in a trip of which it is kept, or `root`.
        keep: Option<String>,
        /// Who computes them, and how what they make is kept.
        manner: Manner,
    },
    /// Folds over one index share the trips of its loop, though some depend on what the others come to: those are corrected as these grow.
    Join {
        /// The fold that the others follow; of a group, the shared loop that all of them fold over.
        target: String,
        /// Folds; of a group, members.
        others: Vec<String>,
        /// How many terms a trip takes; of a group, `split` says it.
        terms: Option<i64>,
    },
}

/// The words of steps.
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
    /// The word of the step.
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

    /// The loops it is about; those that say where, or that others join, stand beside them. A placement is about members instead.
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

    /// The same step with other names of loops; parts keep their numbers.
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

    /// The same step about loops that are not split: `unroll(k, 4)` for `unroll(k.1, 4)`.
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

    /// The same step, if it says nothing that no text could say: for steps that code has put together.
    ///
    /// # Errors
    /// A number out of its range, names that stand twice, or what else the step does not take.
    pub fn checked(self) -> Result<Step, String> {
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

    /// Its numbers.
    pub(super) fn numbers(&self) -> Vec<i64> {
        match self {
            Step::Order(_) | Step::Stage { .. } | Step::Place { .. } | Step::Stream => Vec::new(),
            Step::Parallel { grain: number, .. }
            | Step::Map { threads: number, .. }
            | Step::Join { terms: number, .. }
            | Step::Unroll { factor: number, .. } => number.iter().copied().collect(),
            Step::Vectorize { width: n, .. }
            | Step::Jam { points: n, .. }
            | Step::Prefetch { trips: n, .. }
            | Step::Mma { terms: n, .. } => {
                vec![*n]
            }
            Step::Split { sizes, .. } => sizes.clone(),
            Step::Time { trips, points, rows, .. } => [*trips, *points].into_iter().chain(*rows).collect(),
        }
    }

    /// What it says of the ragged end of its loop.
    pub fn tail(&self) -> Option<Tail> {
        match self {
            Step::Vectorize { tail, .. } | Step::Split { tail, .. } => *tail,
            _ => None,
        }
    }
}
