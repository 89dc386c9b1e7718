//! Plans: the loop structure that the steps of a schedule request for a compute.

use super::error::{
    ConflictError, MmaError, NameError, OrderError, ParallelError, PlacementError, PlanError, TileError,
};
use super::join::FoldJoin;
use super::map::{self, Team};
use super::placement::is_outside_of_loops;
use super::tiles::Tiles;
use super::{LoopNames, Step, Tail, base};

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

    /// Adds a step to the plan.
    ///
    /// # Errors
    /// The step names an unknown loop, or contradicts an earlier step.
    pub fn apply(&mut self, step: &Step, names: &LoopNames) -> Result<(), PlanError> {
        match step {
            Step::Split { target, sizes, tail } => self.split(target, (sizes, *tail), names)?,
            Step::Stage { loops, at, panels } => match &mut self.tiles {
                Some(tiles) => tiles.stage(loops, (at.as_deref(), panels.as_deref()), names)?,
                None => return Err(TileError::NoTiles.into()),
            },
            Step::Order(loops) => match &mut self.tiles {
                Some(tiles) => tiles.reorder(loops, names)?,
                None => self.reorder(loops, names)?,
            },
            Step::Parallel { axes, grain } if self.tiles.is_some() => {
                self.grain = *grain;
                self.tiles.get_or_insert_default().run_in_parallel(axes, names)?;
            }
            Step::Parallel { axes, grain } => {
                let axes = axes.iter().map(|name| axis(step, name, names)).collect::<Result<Vec<_>, _>>()?;
                self.run_in_parallel(&axes, *grain)?;
            }
            Step::Vectorize { target, width, tail } => self.vectorize(target, (*width, *tail), names)?,
            Step::Prefetch { target, distance } => self.read_ahead(target, *distance, names)?,
            Step::Mma { target, terms } => self.add_up_at_once(target, *terms, names)?,
            Step::Stream if self.tiles.is_some() => {
                return Err(ConflictError::StreamOfTiles.into());
            }
            Step::Stream => self.stream = true,
            Step::Unroll { target, factor } => self.unroll(target, *factor, names)?,
            Step::Map { loops, place, threads } => map::apply(self, (loops, *place, *threads), names)?,
            Step::Place { members, at, keep, manner } => {
                if self.tiles.is_none() && !is_outside_of_loops(at) {
                    return Err(PlacementError::NoTiles.into());
                }
                let place = (at.as_str(), keep.as_deref());
                self.tiles.get_or_insert_default().place(members, place, manner, names)?;
            }
            Step::Join { target, others, terms } => match &mut self.tiles {
                Some(tiles) => tiles.join(target, (others, *terms), names)?,
                None => self.join(target, (others, *terms), names)?,
            },
            Step::Time { axis: name, iterations, points, rows } => {
                let time = Time {
                    axis: axis(step, name, names)?,
                    iterations: *iterations,
                    points: *points,
                    rows: *rows,
                };
                if self.time.replace(time).is_some() {
                    return Err(ConflictError::TwoTimes.into());
                }
            }
            Step::Jam { axis: name, points } => {
                let of = self.innermost(name, names)?;
                if self.jam.replace((axis(step, names.text(of), names)?, *points)).is_some() {
                    return Err(ConflictError::TwoJams.into());
                }
            }
        }
        self.check(names)
    }

    /// Prefetches the operands of a later iteration of a loop.
    fn read_ahead(&mut self, target: &str, distance: i64, names: &LoopNames) -> Result<(), PlanError> {
        let of = self.innermost(target, names)?;
        if self.ahead_of(of).is_some() {
            return Err(ConflictError::TwoPrefetches { of: target.to_string() }.into());
        }
        self.prefetch.push((of, distance));
        Ok(())
    }

    /// One instruction multiplies and accumulates a group of terms of a fold.
    fn add_up_at_once(&mut self, target: &str, terms: i64, names: &LoopNames) -> Result<(), PlanError> {
        let of = self.innermost(target, names)?;
        let name = || names.text(of).to_string();
        if matches!(of, Loop::Axis(_)) {
            return Err(MmaError::Axis { axis: name() }.into());
        }
        if self.tiles.is_none() {
            return Err(MmaError::NoSplit { fold: name() }.into());
        }
        if let Some((other, _)) = self.mma {
            let first = names.text(other).to_string();
            return Err(MmaError::TwoFolds { first, second: name() }.into());
        }
        self.mma = Some((of, terms));
        Ok(())
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

    /// Vectorizes a loop.
    fn vectorize(
        &mut self,
        target: &str,
        (width, tail): (i64, Option<Tail>),
        names: &LoopNames,
    ) -> Result<(), PlanError> {
        let of = self.innermost(target, names)?;
        let is_axis = |of: &Loop| matches!(of, Loop::Axis(_));
        let clash = self.vectors.iter().find(|(other, _)| *other == of || is_axis(other) || is_axis(&of));
        if let Some((other, _)) = clash {
            let first = names.text(*other).to_string();
            return Err(ConflictError::TwoVectors { first, second: target.to_string() }.into());
        }
        self.vectors.push((of, width));
        self.tails.extend(tail.map(|tail| (of, tail)));
        Ok(())
    }

    /// The loop of a name, or of its innermost part (`k.1` of `split(k, [256])`), which belongs to the
    /// compute of a tile.
    fn innermost(&self, name: &str, names: &LoopNames) -> Result<Loop, NameError> {
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

    /// Splits a loop; steps about order and threads must follow it.
    fn split(
        &mut self,
        target: &str,
        (sizes, tail): (&[i64], Option<Tail>),
        names: &LoopNames,
    ) -> Result<(), PlanError> {
        let of = find(target, names)?;
        let is_ordered = self.order.iter().enumerate().any(|(at, axis)| at != *axis);
        if self.parallel > 0 || !self.folds.is_empty() || is_ordered {
            return Err(OrderError::SplitAfterOrder { of: target.to_string() }.into());
        }
        if self.stream {
            return Err(ConflictError::SplitOfStream { of: target.to_string() }.into());
        }
        self.tiles.get_or_insert_default().split(of, (sizes, tail), target)
    }

    /// Unrolls a loop by a factor, or fully.
    fn unroll(&mut self, target: &str, factor: Option<i64>, names: &LoopNames) -> Result<(), PlanError> {
        let is_tile_loop = self.tiles.as_ref().is_some_and(|tiles| tiles.part(target, names).is_ok());
        if let (Some(tiles), Some(factor), true) = (&mut self.tiles, factor, is_tile_loop) {
            return tiles.unroll(target, factor, names);
        }
        let of = self.innermost(target, names)?;
        if self.whole.contains(&of) || self.unroll.iter().any(|(known, _)| *known == of) {
            return Err(ConflictError::TwoUnrolls { of: target.to_string() }.into());
        }
        match factor {
            Some(factor) => self.unroll.push((of, factor)),
            None => self.whole.push(of),
        }
        Ok(())
    }

    /// Distributes the outermost axes over threads.
    fn run_in_parallel(&mut self, axes: &[usize], grain: Option<i64>) -> Result<(), ParallelError> {
        if self.parallel > 0 {
            return Err(ParallelError::Twice);
        }
        if self.order.get(..axes.len()) != Some(axes) {
            return Err(ParallelError::NotOutermost);
        }
        (self.parallel, self.grain) = (axes.len(), grain);
        Ok(())
    }

    /// Checks that no two steps contradict each other on one loop.
    fn check(&self, names: &LoopNames) -> Result<(), PlanError> {
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
            || self.mma.is_some_and(|(own, _)| own == of)
            || self.tiles.as_ref().is_some_and(|tiles| tiles.splits.iter().any(|(split, _)| *split == of))
    }

    /// Sets the order: all axes, then folds.
    fn reorder(&mut self, loops: &[String], names: &LoopNames) -> Result<(), PlanError> {
        let rank = names.axes.len();
        if self.parallel > 0 {
            return Err(OrderError::AfterParallel.into());
        }
        let (mut order, mut folds) = (Vec::new(), Vec::new());
        for name in loops {
            match find(name, names)? {
                Loop::Axis(_) if !folds.is_empty() => {
                    let fold = names.text(Loop::Fold(folds[0])).to_string();
                    return Err(OrderError::FoldOutside { fold, axis: name.clone() }.into());
                }
                Loop::Axis(axis) => order.push(axis),
                Loop::Fold(fold) => folds.push(fold),
            }
        }
        if order.len() != rank {
            return Err(OrderError::MissingAxes { count: order.len(), rank }.into());
        }
        (self.order, self.folds) = (order, folds);
        Ok(())
    }

    /// The steps that build this plan.
    pub fn steps(&self, names: &LoopNames) -> Vec<Step> {
        let axis = |axis: &usize| names.axes[*axis].clone();
        let mut steps = self.tiles.as_ref().map_or_else(Vec::new, |tiles| tiles.steps(names));
        let time = |time: Time| Step::Time {
            axis: axis(&time.axis),
            iterations: time.iterations,
            points: time.points,
            rows: time.rows,
        };
        steps.extend(self.time.map(time));
        steps.extend(self.joins.iter().map(|join| join.step(names)));
        if !self.folds.is_empty() || self.order.iter().enumerate().any(|(i, axis)| i != *axis) {
            let folds = self.folds.iter().map(|fold| names.folds[*fold].clone());
            steps.push(Step::Order(self.order.iter().map(axis).chain(folds).collect()));
        }
        steps.extend(map::steps(self, names));
        if self.parallel > 0 && self.grid.is_none() {
            let axes = self.order[..self.parallel].iter().map(axis).collect();
            steps.push(Step::Parallel { axes, grain: self.grain });
        }
        let vectorize = |(of, width): &(Loop, i64)| Step::Vectorize {
            target: names.text(*of).to_string(),
            width: *width,
            tail: self.tail_of(*of),
        };
        steps.extend(self.vectors.iter().map(vectorize));
        steps.extend(self.jam.map(|(of, points)| Step::Jam { axis: axis(&of), points }));
        steps.extend(self.mma.map(|(of, terms)| Step::Mma { target: names.text(of).to_string(), terms }));
        let unroll = |(of, factor): &(Loop, i64)| Step::Unroll {
            target: names.text(*of).to_string(),
            factor: Some(*factor),
        };
        steps.extend(self.unroll.iter().map(unroll));
        let whole = |of: &Loop| Step::Unroll { target: names.text(*of).to_string(), factor: None };
        steps.extend(self.whole.iter().map(whole));
        let prefetch = |(of, distance): &(Loop, i64)| Step::Prefetch {
            target: names.text(*of).to_string(),
            distance: *distance,
        };
        steps.extend(self.prefetch.iter().map(prefetch));
        steps.extend(self.stream.then_some(Step::Stream));
        steps
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

/// The axis of a name.
fn axis(step: &Step, name: &str, names: &LoopNames) -> Result<usize, NameError> {
    match find(name, names)? {
        Loop::Axis(axis) => Ok(axis),
        Loop::Fold(_) => {
            Err(NameError::Fold { step: step.word(), fold: name.to_string(), axes: names.axes.clone() })
        }
    }
}
