//! Computes as subtrees of a loop tree.

use super::figures::{NEST_ENTRY, SHARING_POINTS};
use super::point::vector_cost;
use super::tree::{Array, Axis, LoopTree, Threads, Use};
use super::work::{Access, Work};
use rustc_hash::FxHashMap;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::Loop;
use tf_dialects::tensor::tile_layout::Digit;
use tf_ir::body::Value;

/// The part of a compute in one iteration of the loops around it.
pub struct Nested<'a> {
    /// The compute.
    pub work: &'a Work,
    /// The cost of a point, in additions of one lane, with all its operands in L1.
    pub point: f64,
    /// The dimension of each axis, and its iterations.
    pub axes: Vec<(usize, f64)>,
    /// For each axis, its points per point of the dimension.
    pub strides: Vec<f64>,
    /// The axes, outermost first.
    pub order: Vec<usize>,
    /// Folds that the loops around split: the dimension, and the terms per iteration.
    pub folds: FxHashMap<usize, (usize, f64)>,
    /// The jammed axis and the factor.
    pub together: Option<(usize, f64)>,
    /// The vectorized axis and the lanes.
    pub lanes: Option<(usize, f64)>,
    /// The parallel axes.
    pub threads: Vec<usize>,
    /// Other axes may become parallel later.
    pub is_open: bool,
    /// For tensors of another layout: the index parts, in memory order.
    pub stored: FxHashMap<Value, Vec<(usize, Digit)>>,
    /// The tiles that replace tensors.
    pub substitutes: FxHashMap<Value, Array>,
    /// The index of the compute.
    pub owner: usize,
}

impl<'a> Nested<'a> {
    /// A compute over these lengths of its axes, with its loops in the order of the axes.
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
            substitutes: FxHashMap::default(),
            owner,
        }
    }

    /// The same with the innermost axis vectorized and the axis jammed that shares most reads: an
    /// approximation of the pass `schedule`.
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

    /// Adds the loops of the compute to the open loop of a tree.
    pub fn add(&self, tree: &mut LoopTree) {
        tree.code(self.owner, NEST_ENTRY, Vec::new());
        for axis in &self.order {
            let (dim, length) = self.axes[*axis];
            let step = self.inside(Loop::Axis(*axis)).min(length).max(1.0);
            let threads = match self.is_open {
                _ if self.threads.contains(axis) => Threads::Several,
                true => Threads::Open,
                false => Threads::One,
            };
            // Fractional lengths are averages.
            let iterations = if step > 1.0 { (length / step).ceil() } else { length };
            tree.enter(dim, (iterations.max(1.0), step / self.strides[*axis]), threads);
        }
        let points = [self.together, self.lanes].into_iter().flatten();
        let points: f64 = points.map(|(axis, n)| n.min(self.axes[axis].1).max(1.0)).product();
        tree.code(self.owner, self.point * points, Vec::new());
        let mut folds: Vec<Option<usize>> = vec![None; self.work.folds.len()];
        self.level(tree, &[], &mut folds);
        self.order.iter().for_each(|_| tree.leave());
    }

    /// Jammed or vectorized iterations of a loop.
    fn inside(&self, of: Loop) -> f64 {
        let own = |part: Option<(usize, f64)>| {
            part.filter(|(axis, _)| of == Loop::Axis(*axis)).map_or(1.0, |(_, n)| n)
        };
        own(self.together) * own(self.lanes)
    }

    /// Adds the accesses in these folds, and the folds inside them.
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
            let (dim, iterations) = match self.folds.get(&fold) {
                Some(own) => *own,
                None => (tree.dim(), self.work.folds[fold].iterations),
            };
            dims[fold] = Some(dim);
            tree.enter(dim, (iterations.max(1.0), 1.0), Threads::Open);
            self.level(tree, &[folds, &[fold]].concat(), dims);
            tree.leave();
        }
    }

    fn access(&self, access: &Access, folds: &[Option<usize>]) -> Use {
        let array = access.map.array;
        let array = self.substitutes.get(&array).copied().unwrap_or(Array::Of(array));
        let mut used = Use::of(access, array, |of| match of {
            Loop::Axis(axis) => Some(self.axes[axis].0),
            Loop::Fold(fold) => folds[fold],
        });
        let strides = self.axes.iter().map(|(dim, _)| *dim).zip(self.strides.iter().copied());
        for (dim, stride) in strides.filter(|(_, stride)| *stride > 1.0) {
            let terms = used.axes.iter_mut().flat_map(|axis| &mut axis.terms);
            terms.filter(|(own, _)| *own == dim).for_each(|(_, by)| *by *= stride);
        }
        if let Some(parts) = self.stored.get(&access.map.array) {
            used.axes =
                parts.iter().filter_map(|(axis, part)| Some(used.axes.get(*axis)?.part(*part))).collect();
        }
        used
    }
}

impl Axis {
    /// A part of the axis in another layout: after a split, the quotient counts whole tiles, and the
    /// remainder is the position inside one.
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
    /// An access to an array, with the dimensions of its loops.
    pub fn of(access: &Access, array: Array, dim: impl Fn(Loop) -> Option<usize>) -> Use {
        let place = &access.map;
        let axes = place.axes.iter().map(|axis| Axis {
            extent: axis.extent,
            terms: axis.terms.iter().filter_map(|(of, by)| Some((dim(*of)?, *by))).collect(),
            anywhere: axis.anywhere,
            // A temporary is stored in the order of its reads.
            known: axis.known && matches!(array, Array::Of(_)),
        });
        Use { array, bytes: place.bytes, axes: axes.collect(), jumps: access.jumps() }
    }
}
