//! The steps of schedules as methods.

use super::placed::Placed;
use super::{Entry, Loops, Schedule, Tail};
use crate::trace::error::Site;
use tf_dialects::tensor::schedule::{Place, steps};

/// The threads of a GPU over which iterations are distributed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Among {
    /// The threads of a grid.
    Grid,
    /// The threads of a block.
    Block,
    /// The threads of a warp.
    Warp,
}

/// # Split loops
///
/// Tiling and groups.
impl Schedule {
    /// Splits a loop into nested loops: `split("i", [256, 4])` gives `i.0` with step 256, `i.1` inside it
    /// with step 4, and `i.2` over 4 points. Each length is a multiple of the next.
    #[track_caller]
    #[must_use]
    pub fn split(self, of: &str, lengths: impl AsRef<[i64]>) -> Schedule {
        self.step(
            Site::caller(),
            steps::Split { target: of.into(), sizes: lengths.as_ref().to_vec(), tail: None },
        )
    }

    /// As [`Schedule::split`]; `tail` chooses how the remainder runs.
    #[track_caller]
    #[must_use]
    pub fn split_with(self, of: &str, lengths: impl AsRef<[i64]>, tail: Tail) -> Schedule {
        let sizes = lengths.as_ref().to_vec();
        self.step(Site::caller(), steps::Split { target: of.into(), sizes, tail: Some(tail) })
    }

    /// The loop order, outermost first: the parts of split loops, else axes, optionally followed by folds.
    #[track_caller]
    #[must_use]
    pub fn order(self, loops: impl Loops) -> Schedule {
        self.step(Site::caller(), steps::Order { loops: loops.names().0 })
    }

    /// Computes the operands that are read at exactly these loops into a tile: once per iteration of `at`, or
    /// once before all loops. With `panels`, the tile is packed: the last parts of that loop are contiguous.
    #[track_caller]
    #[must_use]
    pub fn stage(self, loops: impl Loops, at: Option<&str>, panels: Option<&str>) -> Schedule {
        let name = |name: Option<&str>| name.map(str::to_string);
        self.step(Site::caller(), steps::Stage { loops: loops.names().0, at: name(at), panels: name(panels) })
    }

    /// For a group: where members are computed, and optionally by which threads and in which memory
    /// ([`Placed`]).
    #[track_caller]
    #[must_use]
    pub fn place<'a>(mut self, members: impl Loops, place: impl Into<Placed<'a>>) -> Schedule {
        let step = place.into().step(members.names().0).map_err(|error| error.to_string());
        self.steps.push((Site::caller(), step.map_or_else(Entry::Wrong, Entry::Step)));
        self
    }

    /// For a group: these members, which reduce over a shared loop, run in its iterations, though some depend
    /// on the results of others.
    #[track_caller]
    #[must_use]
    pub fn join(self, of: &str, members: impl Loops) -> Schedule {
        self.step(Site::caller(), steps::Join { target: of.into(), others: members.names().0, terms: None })
    }

    /// For the folds of one tensor: other folds run in the iterations of this one, `terms` terms at a time,
    /// though they depend on its result.
    #[track_caller]
    #[must_use]
    pub fn join_folds(self, of: &str, others: impl Loops, terms: i64) -> Schedule {
        let step = steps::Join { target: of.into(), others: others.names().0, terms: Some(terms) };
        self.step(Site::caller(), step)
    }

    /// For a compute inside a loop of the program (temporal blocking): `iterations` of the outer loop
    /// run together, over bands of `points` points of an axis.
    #[track_caller]
    #[must_use]
    pub fn time(self, axis: &str, iterations: i64, points: i64) -> Schedule {
        self.step(Site::caller(), steps::Time { axis: axis.into(), iterations, points, rows: None })
    }

    /// As [`Schedule::time`], with `rows` rows of a band at a time; sliding windows buffer the neighbourhoods
    /// that they read.
    #[track_caller]
    #[must_use]
    pub fn time_in_rows(self, axis: &str, iterations: i64, points: i64, rows: i64) -> Schedule {
        self.step(Site::caller(), steps::Time { axis: axis.into(), iterations, points, rows: Some(rows) })
    }
}

/// # Execution of loops
///
/// Threads, lanes and unrolling.
impl Schedule {
    /// These loops, which are the outermost ones, run on several threads.
    #[track_caller]
    #[must_use]
    pub fn parallel(self, loops: impl Loops) -> Schedule {
        self.step(Site::caller(), steps::Parallel { axes: loops.names().0, grain: None })
    }

    /// As [`Schedule::parallel`]; each thread takes at least `grain` iterations at a time.
    #[track_caller]
    #[must_use]
    pub fn parallel_by(self, loops: impl Loops, grain: i64) -> Schedule {
        self.step(Site::caller(), steps::Parallel { axes: loops.names().0, grain: Some(grain) })
    }

    /// Vectorizes a loop with this vector width.
    #[track_caller]
    #[must_use]
    pub fn vectorize(self, of: &str, lanes: i64) -> Schedule {
        self.step(Site::caller(), steps::Vectorize { target: of.into(), width: lanes, tail: None })
    }

    /// As [`Schedule::vectorize`]; `tail` chooses how the remainder runs.
    #[track_caller]
    #[must_use]
    pub fn vectorize_with(self, of: &str, lanes: i64, tail: Tail) -> Schedule {
        self.step(Site::caller(), steps::Vectorize { target: of.into(), width: lanes, tail: Some(tail) })
    }

    /// Unroll-and-jam: this many consecutive points of an axis run together.
    #[track_caller]
    #[must_use]
    pub fn jam(self, axis: &str, points: i64) -> Schedule {
        self.step(Site::caller(), steps::Jam { axis: axis.into(), points })
    }

    /// One instruction multiplies and accumulates 2 or 4 consecutive terms of a fold, whose loops are split
    /// and whose operands are staged.
    #[track_caller]
    #[must_use]
    pub fn mma(self, of: &str, terms: i64) -> Schedule {
        self.step(Site::caller(), steps::Mma { target: of.into(), terms })
    }

    /// Reduces chunks of `length` iterations of a fold on several threads, then the partial results. The
    /// other steps apply to the loops of the chunks.
    #[track_caller]
    #[must_use]
    pub fn rfactor(self, of: &str, length: i64) -> Schedule {
        self.step(Site::caller(), steps::Rfactor { target: of.into(), length })
    }

    /// Unrolls a loop by a factor.
    #[track_caller]
    #[must_use]
    pub fn unroll(self, of: &str, factor: i64) -> Schedule {
        self.step(Site::caller(), steps::Unroll { target: of.into(), factor: Some(factor) })
    }

    /// Unrolls a loop fully.
    #[track_caller]
    #[must_use]
    pub fn unroll_all(self, of: &str) -> Schedule {
        self.step(Site::caller(), steps::Unroll { target: of.into(), factor: None })
    }

    /// Prefetches the data that a loop reads this many iterations later.
    #[track_caller]
    #[must_use]
    pub fn prefetch(self, of: &str, distance: i64) -> Schedule {
        self.step(Site::caller(), steps::Prefetch { target: of.into(), distance })
    }

    /// Stores results with non-temporal stores, which bypass the caches.
    #[track_caller]
    #[must_use]
    pub fn stream(self) -> Schedule {
        self.step(Site::caller(), steps::Stream {})
    }

    /// On a GPU, distributes the iterations of these loops over threads; `threads` is the block size.
    #[track_caller]
    #[must_use]
    pub fn map(self, loops: impl Loops, among: Among, threads: Option<i64>) -> Schedule {
        let place = match among {
            Among::Grid => Place::Grid,
            Among::Block => Place::Block,
            Among::Warp => Place::Warp,
        };
        self.step(Site::caller(), steps::Map { loops: loops.names().0, place, threads })
    }
}
