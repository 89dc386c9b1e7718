//! Plans: the loop structure that the steps of a schedule request for a compute.

use super::error::{ConflictError, MmaError, NameError, ParallelError, PlanError};
use super::tiles::Tiles;
use super::{LoopNames, Place, Tail, base};

/// A loop of a compute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Loop {
    /// The loop of this axis of the box.
    Axis(usize),
    /// The loop of the folds of one name, by its index in the compute's declaration.
    Fold(usize),
}

/// The loop structure of a compute, as its schedule requests it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The axes of the box, outermost first.
    pub order: Vec<usize>,
    /// Folds with a required order, outer before inner.
    pub folds: Vec<usize>,
    /// The number of parallel axes; these are the outermost ones.
    pub parallel: usize,
    /// The grain size: iterations of the parallel loops worth handing to a thread.
    pub grain: Option<i64>,
    /// The vectorized loops with their widths: one axis of the box, or folds that are not nested in each
    /// other.
    pub vectors: Vec<(Loop, i64)>,
    /// Loops to unroll, with factors.
    pub unroll: Vec<(Loop, i64)>,
    /// Loops to unroll fully, before any other transformation: none of these loops is left.
    pub whole: Vec<Loop>,
    /// The axis to unroll and jam, and the number of points that run together.
    pub jam: Option<(usize, i64)>,
    /// On a GPU, the threads of a block if the parallel axes are mapped to a grid.
    pub grid: Option<i64>,
    /// On a GPU, the folds whose terms are distributed over threads.
    pub teams: Vec<Team>,
    /// The loops over tiles around this nest, if loops are split.
    pub tiles: Option<Tiles>,
    /// Time tiling of the loop around the compute, if requested.
    pub time: Option<Time>,
    /// Folds that are reduced in chunks, with the iterations of a chunk.
    pub rfactors: Vec<(usize, i64)>,
    /// Treatment of the remainder of vectorized loops, if the schedule specifies it.
    pub tails: Vec<(Loop, Tail)>,
    /// Folds that share one loop.
    pub joins: Vec<FoldJoin>,
    /// True if stores of results bypass the caches.
    pub stream: bool,
    /// Loops to prefetch along, with distances in iterations.
    pub prefetch: Vec<(Loop, i64)>,
    /// The fold whose terms one instruction accumulates, and the terms per instruction.
    pub mma: Option<(Loop, i64)>,
}

/// Time tiling: several iterations of an outer loop run together over bands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Time {
    /// The axis that is cut into bands.
    pub axis: usize,
    /// The number of iterations that run together.
    pub iterations: i64,
    /// The length of a band, in points.
    pub points: i64,
    /// Rows computed per step, with earlier rows in ring buffers.
    pub rows: Option<i64>,
}

/// The threads of a block or warp that share the terms of a fold, or the points of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Team {
    /// The loop of the fold, or of the innermost axis.
    pub of: Loop,
    /// `Block` or `Warp`.
    pub place: Place,
    /// The number of these threads.
    pub threads: i64,
}

/// Folds of a compute that share one loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldJoin {
    /// The fold that the others follow.
    pub target: usize,
    /// The others, in the order of the step.
    pub others: Vec<usize>,
    /// Terms per iteration.
    pub terms: i64,
}

impl Plan {
    /// The loops of the box in order, without any transformation.
    pub fn sequential(rank: usize) -> Plan {
        Plan {
            order: (0..rank).collect(),
            folds: Vec::new(),
            parallel: 0,
            grain: None,
            vectors: Vec::new(),
            unroll: Vec::new(),
            whole: Vec::new(),
            jam: None,
            grid: None,
            teams: Vec::new(),
            tiles: None,
            time: None,
            rfactors: Vec::new(),
            tails: Vec::new(),
            joins: Vec::new(),
            stream: false,
            prefetch: Vec::new(),
            mma: None,
        }
    }

    /// The unroll factor of a loop, 1 by default.
    pub fn unroll_of(&self, target: Loop) -> i64 {
        self.unroll.iter().find(|(l, _)| *l == target).map_or(1, |(_, factor)| *factor)
    }

    /// The number of lanes of a loop, if it is vectorized.
    pub fn lanes_of(&self, target: Loop) -> Option<i64> {
        self.vectors.iter().find(|(l, _)| *l == target).map(|(_, width)| *width)
    }

    /// The treatment of the remainder of a vectorized loop, if specified.
    pub fn tail_of(&self, target: Loop) -> Option<Tail> {
        self.tails.iter().find(|(l, _)| *l == target).map(|(_, tail)| *tail)
    }

    /// The prefetch distance along a loop in iterations, if any.
    pub fn ahead_of(&self, target: Loop) -> Option<i64> {
        self.prefetch.iter().find(|(l, _)| *l == target).map(|(_, distance)| *distance)
    }

    /// The threads that share the terms of a fold, if any.
    pub fn team_of(&self, target: Loop) -> Option<Team> {
        self.teams.iter().copied().find(|team| team.of == target)
    }

    /// The number of partial results of a fold, one per lane or thread.
    pub fn side_by_side(&self, fold: Loop) -> i64 {
        let threads = self.team_of(fold).map(|team| team.threads);
        self.lanes_of(fold).or(threads).unwrap_or(1)
    }

    /// Checks that the terms per instruction divide each tile of the fold, and that the fold is not
    /// vectorized.
    fn check_terms_at_once(&self, names: &LoopNames) -> Result<(), MmaError> {
        let Some((of, terms)) = self.mma else { return Ok(()) };
        let fold = || names.text(of).to_string();
        if self.lanes_of(of).is_some() {
            return Err(MmaError::Vectorized { fold: fold() });
        }
        let sizes = self.tiles.as_ref().map_or(&[][..], |tiles| tiles.sizes(of));
        match sizes.iter().find(|size| **size % terms != 0) {
            Some(size) => Err(MmaError::Uneven { fold: fold(), terms, size: *size }),
            None => Ok(()),
        }
    }

    /// The loop of a name, or of its innermost part (`k.1` of `split(k, [256])`), which belongs to the
    /// compute of a tile.
    pub(super) fn innermost(&self, name: &str, names: &LoopNames) -> Result<Loop, NameError> {
        let of = find(base(name), names)?;
        if base(name) == name {
            return Ok(of);
        }
        let sizes = self.tiles.as_ref().map_or(0, |tiles| tiles.sizes(of).len());
        if sizes > 0 && name == format!("{}.{sizes}", base(name)) {
            return Ok(of);
        }
        Err(NameError::Part { name: name.to_string(), of: base(name).to_string(), sizes })
    }

    /// Checks that no two steps contradict each other on one loop.
    pub(super) fn check(&self, names: &LoopNames) -> Result<(), PlanError> {
        let name = |of: Loop| names.text(of).to_string();
        let parallel = &self.order[..self.parallel];
        if let Some(axis) = parallel.iter().find(|axis| self.unroll_of(Loop::Axis(**axis)) > 1) {
            return Err(ParallelError::Unrolled { of: name(Loop::Axis(*axis)) }.into());
        }
        if let Some(of) = self.whole.iter().find(|of| self.is_configured(**of)) {
            return Err(ConflictError::Unrolled { of: name(*of) }.into());
        }
        if let Some(team) = self.teams.iter().find(|team| self.lanes_of(team.of).is_some()) {
            return Err(ConflictError::VectorMapped { of: name(team.of) }.into());
        }
        let is_joined =
            |fold| self.joins.iter().any(|join| join.target == fold || join.others.contains(&fold));
        if let Some((fold, _)) = self.rfactors.iter().find(|(fold, _)| is_joined(*fold)) {
            return Err(ConflictError::FactorJoined { of: name(Loop::Fold(*fold)) }.into());
        }
        self.check_terms_at_once(names)?;
        match self.jam {
            Some((axis, _)) if self.lanes_of(Loop::Axis(axis)).is_some() => {
                Err(ConflictError::VectorJammed { axis: name(Loop::Axis(axis)) }.into())
            }
            _ => Ok(()),
        }
    }

    /// True if a step other than the order configures the loop.
    fn is_configured(&self, of: Loop) -> bool {
        let is_axis = |axis: usize| of == Loop::Axis(axis);
        self.lanes_of(of).is_some()
            || self.team_of(of).is_some()
            || self.order[..self.parallel].iter().any(|axis| is_axis(*axis))
            || self.jam.is_some_and(|(axis, _)| is_axis(axis))
            || self.time.is_some_and(|time| is_axis(time.axis))
            || self.ahead_of(of).is_some()
            || self.rfactors.iter().any(|(fold, _)| of == Loop::Fold(*fold))
            || self.mma.is_some_and(|(own, _)| own == of)
            || self.tiles.as_ref().is_some_and(|tiles| tiles.splits.iter().any(|(split, _)| *split == of))
    }
}

impl LoopNames {
    /// The name of a loop.
    pub fn text(&self, of: Loop) -> &str {
        match of {
            Loop::Axis(axis) => &self.axes[axis],
            Loop::Fold(fold) => &self.folds[fold],
        }
    }
}

/// The loop of a name.
pub(super) fn find(name: &str, names: &LoopNames) -> Result<Loop, NameError> {
    let at = |list: &[String]| list.iter().position(|known| known == name);
    let found = at(&names.axes).map(Loop::Axis).or_else(|| at(&names.folds).map(Loop::Fold));
    found.ok_or_else(|| NameError::Unknown {
        name: name.to_string(),
        known: names.axes.iter().chain(&names.folds).cloned().collect(),
    })
}

/// The axis of a name, for the step of this keyword.
pub(super) fn axis(step: &'static str, name: &str, names: &LoopNames) -> Result<usize, NameError> {
    match find(name, names)? {
        Loop::Axis(axis) => Ok(axis),
        Loop::Fold(_) => Err(NameError::Fold { step, fold: name.to_string(), axes: names.axes.clone() }),
    }
}
