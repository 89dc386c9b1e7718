//! Computes as parts of a loop tree.

use super::figures::{SHARING_POINTS, TRIP};
use super::point::vector_cost;
use super::tree::{Array, Axis, LoopTree, Threads, Use};
use super::work::{Access, Work};
use rustc_hash::FxHashMap;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::Loop;
use tf_dialects::tensor::tile_layout::Digit;
use tf_ir::body::Value;

/// A compute in a trip of the loops around it.
pub(crate) struct Nested<'a> {
    pub work: &'a Work,
    /// What a point costs, in additions of one lane, where all that it reads is in the first cache.
    pub point: f64,
    /// Of each axis, its dimension and how many points of it a trip computes.
    pub axes: Vec<(usize, f64)>,
    /// Of each axis how many of its points one of the dimension is.
    pub strides: Vec<f64>,
    /// The axes from the outermost in.
    pub order: Vec<usize>,
    /// Of folds that the loops around split, the dimension and how many terms of it a trip adds up.
    pub folds: FxHashMap<usize, (usize, f64)>,
    /// Points that run together: so many of an axis.
    pub together: Option<(usize, f64)>,
    /// Iterations that become lanes: so many of an axis.
    pub lanes: Option<(usize, f64)>,
    /// The axes that threads share, and whether others than these may be shared later.
    pub threads: Vec<usize>,
    pub is_open: bool,
    /// The parts of indices that follow each other in memory, of tensors that lie otherwise than they are counted.
    pub stored: FxHashMap<Value, Vec<(usize, Digit)>>,
    /// What stands for tensors in a trip.
    pub stands_for: FxHashMap<Value, Array>,
    /// The number of the compute.
    pub owner: usize,
}

impl<'a> Nested<'a> {
    /// A compute over so much of its axes, whose loops run as they are written.
    pub fn new(work: &'a Work, axes: Vec<(usize, f64)>, owner: usize) -> Nested<'a> {
        let (order, strides) = ((0..axes.len()).collect(), vec![1.0; axes.len()]);
        Nested {
            work,
            point: 0.0,
            axes,
            strides,
            order,
            folds: FxHashMap::default(),
            together: None,
            lanes: None,
            threads: Vec::new(),
            is_open: true,
            stored: FxHashMap::default(),
            stands_for: FxHashMap::default(),
            owner,
        }
    }

    /// The same in vectors along the innermost axis, with several points together of the axis where they share most of what they read: as the pass `schedule`
    /// will have it, more or less.
    pub fn in_vectors(mut self, target: &Target) -> Nested<'a> {
        let length = |axis: usize| self.axes[axis].1;
        let lanes = target.lanes(self.work.widest) as f64;
        let lane = self.order.last().copied().filter(|axis| length(*axis) > 1.0);
        let may = |axis: &usize| self.work.jams.get(*axis) == Some(&true) && lane != Some(*axis);
        let mut best = (None, vector_cost(self.work, None, target));
        for axis in (0..self.axes.len()).filter(may) {
            let together = Some((axis, length(axis).min(SHARING_POINTS)));
            let cost = vector_cost(self.work, together, target);
            if cost < best.1 {
                best = (together, cost);
            }
        }
        self.together = best.0;
        self.lanes = lane.map(|axis| (axis, lanes.min(length(axis))));
        let waste = match lane {
            _ if !self.work.folds.is_empty() => 1.0,
            Some(axis) => (length(axis) / lanes).ceil() * lanes / length(axis),
            None => lanes,
        };
        self.point = best.1 * waste;
        self
    }

    /// Adds the loops of the compute to a tree, where that is open.
    pub fn add(&self, tree: &mut LoopTree) {
        tree.code(self.owner, TRIP, Vec::new());
        for axis in &self.order {
            let (dim, length) = self.axes[*axis];
            let step = self.inside(Loop::Axis(*axis)).min(length).max(1.0);
            let threads = match self.is_open {
                _ if self.threads.contains(axis) => Threads::Several,
                true => Threads::Open,
                false => Threads::One,
            };
            // Lengths that are not whole are averages.
            let trips = if step > 1.0 { (length / step).ceil() } else { length };
            tree.enter(dim, (trips.max(1.0), step / self.strides[*axis]), threads);
        }
        let points = [self.together, self.lanes].into_iter().flatten();
        let points: f64 = points.map(|(axis, n)| n.min(self.axes[axis].1).max(1.0)).product();
        tree.code(self.owner, self.point * points, Vec::new());
        let mut folds: Vec<Option<usize>> = vec![None; self.work.folds.len()];
        self.level(tree, &[], &mut folds);
        self.order.iter().for_each(|_| tree.leave());
    }

    /// Iterations of a loop that run together, or are lanes.
    fn inside(&self, of: Loop) -> f64 {
        let own = |part: Option<(usize, f64)>| {
            part.filter(|(axis, _)| of == Loop::Axis(*axis)).map_or(1.0, |(_, n)| n)
        };
        own(self.together) * own(self.lanes)
    }

    /// The accesses in these folds, and the folds inside of them.
    fn level(&self, tree: &mut LoopTree, folds: &[usize], dims: &mut Vec<Option<usize>>) {
        let here: Vec<&Access> = self.work.accesses.iter().filter(|access| access.folds == folds).collect();
        if !here.is_empty() {
            let inner: Vec<(usize, f64)> = [self.together, self.lanes].into_iter().flatten().collect();
            for (axis, n) in &inner {
                let (dim, length) = self.axes[*axis];
                let step = 1.0 / self.strides[*axis];
                tree.enter(dim, (n.min(length).max(1.0), step), Threads::Open);
            }
            tree.code(self.owner, 0.0, here.iter().map(|access| self.access(access, dims)).collect());
            inner.iter().for_each(|_| tree.leave());
        }
        let mut next: Vec<usize> = Vec::new();
        for access in &self.work.accesses {
            let fold = access.folds.get(folds.len()).filter(|_| access.folds.starts_with(folds));
            next.extend(fold.filter(|fold| !next.contains(fold)));
        }
        for fold in next {
            let (dim, trips) = match self.folds.get(&fold) {
                Some(own) => *own,
                None => (tree.dim(), self.work.folds[fold].trips),
            };
            dims[fold] = Some(dim);
            tree.enter(dim, (trips.max(1.0), 1.0), Threads::Open);
            self.level(tree, &[folds, &[fold]].concat(), dims);
            tree.leave();
        }
    }

    fn access(&self, access: &Access, folds: &[Option<usize>]) -> Use {
        let array = access.place.array;
        let array = self.stands_for.get(&array).copied().unwrap_or(Array::Of(array));
        let mut used = Use::of(access, array, |of| match of {
            Loop::Axis(axis) => Some(self.axes[axis].0),
            Loop::Fold(fold) => folds[fold],
        });
        let strides = self.axes.iter().map(|(dim, _)| *dim).zip(self.strides.iter().copied());
        for (dim, stride) in strides.filter(|(_, stride)| *stride > 1.0) {
            let terms = used.axes.iter_mut().flat_map(|axis| &mut axis.terms);
            terms.filter(|(own, _)| *own == dim).for_each(|(_, by)| *by *= stride);
        }
        if let Some(parts) = self.stored.get(&access.place.array) {
            used.axes =
                parts.iter().filter_map(|(axis, part)| Some(used.axes.get(*axis)?.part(*part))).collect();
        }
        used
    }
}

impl Axis {
    /// A part of the axis, where another order of these is what lies in memory: of what is cut, as far as loops go in whole cuts and inside of one.
    fn part(&self, part: Digit) -> Axis {
        match part {
            Digit::Whole => self.clone(),
            Digit::Quotient(c) => {
                let terms = self.terms.iter().map(|(dim, by)| (*dim, by / c as f64)).collect();
                Axis { extent: (self.extent / c as f64).ceil(), terms, ..self.clone() }
            }
            Digit::Remainder(c) => Axis { extent: c as f64, known: true, ..self.clone() },
        }
    }
}

impl Use {
    /// An access to an array, whose loops are these dimensions.
    pub fn of(access: &Access, array: Array, dim: impl Fn(Loop) -> Option<usize>) -> Use {
        let place = &access.place;
        let axes = place.axes.iter().map(|axis| Axis {
            extent: axis.extent,
            terms: axis.terms.iter().filter_map(|(of, by)| Some((dim(*of)?, *by))).collect(),
            anywhere: axis.anywhere,
            // What a schedule makes is stored as it is read.
            known: axis.known && matches!(array, Array::Of(_)),
        });
        Use { array, bytes: place.bytes, axes: axes.collect(), jumps: access.jumps() }
    }
}
