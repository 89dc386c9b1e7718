//! Python bindings of schedules.

use crate::error::TraceError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tensorforge::{Among, At, By, Placed, Space, Tail};

/// A schedule of loops, step by step.
#[pyclass(frozen, module = "tensorforge")]
#[derive(Clone)]
pub(crate) struct Schedule(pub(super) tensorforge::Schedule);

impl Schedule {
    /// Appends a step.
    ///
    /// # Errors
    /// [`TraceError`] for an invalid step.
    fn with(&self, step: impl FnOnce(tensorforge::Schedule) -> tensorforge::Schedule) -> PyResult<Schedule> {
        let made = step(self.0.clone());
        match made.wrong() {
            Some(why) => Err(TraceError::new_err(why)),
            None => Ok(Schedule(made)),
        }
    }
}

/// The tail strategy with a name.
fn tail(word: Option<&str>) -> PyResult<Option<Tail>> {
    let Some(word) = word else { return Ok(None) };
    let known =
        || TraceError::new_err(format!("'{word}' is not a tail: use one of {}", Tail::WORDS.join(", ")));
    Tail::of_word(word).map(Some).ok_or_else(known)
}

/// Names, as arguments.
fn names(names: &Bound<'_, PyTuple>) -> PyResult<Vec<String>> {
    names.extract()
}

/// Lengths: one, or a list of them.
#[derive(FromPyObject)]
enum Lengths {
    One(i64),
    Several(Vec<i64>),
}

#[pymethods]
impl Schedule {
    #[new]
    #[pyo3(signature = (text=None))]
    fn new(text: Option<&str>) -> Schedule {
        Schedule(text.map_or_else(tensorforge::Schedule::new, tensorforge::Schedule::text))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Schedule('{}')", self.0)
    }

    /// These steps, then those of another schedule.
    fn then(&self, other: &Schedule) -> Schedule {
        Schedule(self.0.clone().then(other.0.clone()))
    }

    /// Splits a loop into nested ones, whose lengths are multiples of the next: `i.0`, `i.1` …
    #[pyo3(signature = (of, lengths, tail=None))]
    fn split(&self, of: &str, lengths: Lengths, tail: Option<&str>) -> PyResult<Schedule> {
        let lengths = match lengths {
            Lengths::One(length) => vec![length],
            Lengths::Several(lengths) => lengths,
        };
        let tail = self::tail(tail)?;
        self.with(|steps| match tail {
            Some(tail) => steps.split_with(of, lengths, tail),
            None => steps.split(of, lengths),
        })
    }

    /// Orders the loops from the outermost in.
    #[pyo3(signature = (*loops))]
    fn order(&self, loops: &Bound<'_, PyTuple>) -> PyResult<Schedule> {
        let loops = names(loops)?;
        self.with(|steps| steps.order(loops))
    }

    /// Parallelizes these loops; a thread gets at least `grain` iterations at a time.
    #[pyo3(signature = (*loops, grain=None))]
    fn parallel(&self, loops: &Bound<'_, PyTuple>, grain: Option<i64>) -> PyResult<Schedule> {
        let loops = names(loops)?;
        self.with(|steps| match grain {
            Some(grain) => steps.parallel_by(loops, grain),
            None => steps.parallel(loops),
        })
    }

    /// Vectorizes a loop with this many lanes.
    #[pyo3(signature = (of, lanes, tail=None))]
    fn vectorize(&self, of: &str, lanes: i64, tail: Option<&str>) -> PyResult<Schedule> {
        let tail = self::tail(tail)?;
        self.with(|steps| match tail {
            Some(tail) => steps.vectorize_with(of, lanes, tail),
            None => steps.vectorize(of, lanes),
        })
    }

    /// Unroll-and-jams an axis by this many points.
    fn jam(&self, axis: &str, points: i64) -> PyResult<Schedule> {
        self.with(|steps| steps.jam(axis, points))
    }

    /// Unrolls a loop by this many iterations, or completely.
    #[pyo3(signature = (of, trips=None))]
    fn unroll(&self, of: &str, trips: Option<i64>) -> PyResult<Schedule> {
        self.with(|steps| match trips {
            Some(trips) => steps.unroll(of, trips),
            None => steps.unroll_all(of),
        })
    }

    /// Prefetches the reads of this many iterations ahead.
    fn prefetch(&self, of: &str, trips: i64) -> PyResult<Schedule> {
        self.with(|steps| steps.prefetch(of, trips))
    }

    /// Stores results with non-temporal stores, past the caches.
    fn stream(&self) -> PyResult<Schedule> {
        self.with(tensorforge::Schedule::stream)
    }

    /// Packs the elements that these loops alone read into a tile.
    #[pyo3(signature = (*loops, at=None, panels=None))]
    fn stage(
        &self,
        loops: &Bound<'_, PyTuple>,
        at: Option<&str>,
        panels: Option<&str>,
    ) -> PyResult<Schedule> {
        let loops = names(loops)?;
        self.with(|steps| steps.stage(loops, at, panels))
    }

    /// The placement of members of a group: `"inline"`, `"root"`, or in each iteration of a part of a loop,
    /// and around which loop a sliding window buffers them. Further: the threads that compute them (`"each"`
    /// or `"all"`), their layout in memory (`"(i, k) -> (k, i)"`), the memory level in which they must fit
    /// (`"l1"`, `"l2"`, `"l3"`, `"memory"`), and how many copies are in flight.
    #[expect(clippy::too_many_arguments, reason = "each is an optional keyword in Python")]
    #[pyo3(signature = (*members, at, keep=None, by=None, layout=None, space=None, copies=None))]
    fn place(
        &self,
        members: &Bound<'_, PyTuple>,
        at: &str,
        keep: Option<&str>,
        by: Option<&str>,
        layout: Option<&str>,
        space: Option<&str>,
        copies: Option<i64>,
    ) -> PyResult<Schedule> {
        let members = names(members)?;
        let mut place = Placed::from(match (at, keep) {
            ("inline", None) => At::Inline,
            ("root", None) => At::Root,
            (at, None) => At::Trip(at),
            (at, Some(keep)) => At::Window { at, keep },
        });
        if let Some(word) = by {
            let known = || format!("'{word}' is not a choice for by: use one of {}", By::WORDS.join(", "));
            place = place.by(By::of_word(word).ok_or_else(|| TraceError::new_err(known()))?);
        }
        if let Some(word) = space {
            place =
                place.within(Space::of_word(word).map_err(|error| TraceError::new_err(error.to_string()))?);
        }
        if let Some(layout) = layout {
            place = place.layout(layout);
        }
        if let Some(copies) = copies {
            place = place.copies(copies);
        }
        self.with(|steps| steps.place(members, place))
    }

    /// Members of a group share the iterations of a loop although some need the reductions of others (a
    /// join); for folds of one tensor, in chunks of `terms`.
    #[pyo3(signature = (of, *members, terms=None))]
    fn join(&self, of: &str, members: &Bound<'_, PyTuple>, terms: Option<i64>) -> PyResult<Schedule> {
        let members = names(members)?;
        self.with(|steps| match terms {
            Some(terms) => steps.join_folds(of, members, terms),
            None => steps.join(of, members),
        })
    }

    /// Time tiling: runs several iterations of a loop of the program together, over bands of `points` points
    /// of an axis.
    #[pyo3(signature = (axis, trips, points, rows=None))]
    fn time(&self, axis: &str, trips: i64, points: i64, rows: Option<i64>) -> PyResult<Schedule> {
        self.with(|steps| match rows {
            Some(rows) => steps.time_in_rows(axis, trips, points, rows),
            None => steps.time(axis, trips, points),
        })
    }

    /// On a GPU, distributes iterations among the threads of a `"grid"`, a `"block"`, a `"warp"`.
    #[pyo3(signature = (*loops, among="grid", threads=None))]
    fn map(&self, loops: &Bound<'_, PyTuple>, among: &str, threads: Option<i64>) -> PyResult<Schedule> {
        let loops = names(loops)?;
        let among = match among {
            "grid" => Among::Grid,
            "block" => Among::Block,
            "warp" => Among::Warp,
            _ => {
                let why = format!(
                    "map distributes iterations over the threads of a grid, block or warp, not '{among}'"
                );
                return Err(TraceError::new_err(why));
            }
        };
        self.with(|steps| steps.map(loops, among, threads))
    }
}
