//! The loop tree of one compute with its schedule, and its price.

use super::nest::Nested;
use super::point::{Shape, near_cost, scalar_cost};
use super::price::price as price_of;
use super::tree::{Array, Axis, LoopTree, Threads, Use};
use super::work::{Access, Work};
use rustc_hash::FxHashMap;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::{Loop, Part, Plan, Stage, Tiles};
use tf_ir::body::Value;

/// The time of a compute with a plan, in additions of one lane.
pub fn price(work: &Work, target: &Target, plan: &Plan) -> f64 {
    price_of(&tree(work, target, plan), target).cost / f64::from(target.cores.max(1))
}

/// The loop tree of a compute with a plan.
pub fn tree(work: &Work, target: &Target, plan: &Plan) -> LoopTree {
    match &plan.tiles {
        Some(tiles) => Tiled::new(work, target, (plan, tiles)).build(),
        None => whole(work, target, plan),
    }
}

/// The cost of a point with a plan.
fn point(work: &Work, target: &Target, plan: &Plan) -> f64 {
    let shape = Shape { vectors: plan.vectors.iter().copied().collect(), jam: plan.jam };
    if shape.vectors.is_empty() && shape.jam.is_none() {
        return scalar_cost(work);
    }
    near_cost(work, target, &shape)
}

/// The innermost nest of a plan.
fn nested<'a>(work: &'a Work, target: &Target, plan: &Plan, axes: Vec<(usize, f64)>) -> Nested<'a> {
    let lanes = plan.vectors.iter().find_map(|(of, width)| match of {
        Loop::Axis(axis) => Some((*axis, *width as f64)),
        Loop::Fold(_) => None,
    });
    let together = plan.jam.map(|(axis, points)| (axis, points as f64));
    Nested { point: point(work, target, plan), together, lanes, ..Nested::new(work, axes, 0) }
}

/// Without loops over tiles.
fn whole(work: &Work, target: &Target, plan: &Plan) -> LoopTree {
    let mut tree = LoopTree::default();
    let axes: Vec<(usize, f64)> = work.extents.iter().map(|length| (tree.dim(), length.max(1.0))).collect();
    let mut nest = nested(work, target, plan, axes);
    nest.order.clone_from(&plan.order);
    nest.threads = plan.order.iter().take(plan.parallel).copied().collect();
    nest.is_open = false;
    nest.add(&mut tree);
    tree
}

/// The builder of a tree with loops over tiles.
struct Tiled<'a> {
    work: &'a Work,
    target: &'a Target,
    plan: &'a Plan,
    tiles: &'a Tiles,
    tree: LoopTree,
    dims: FxHashMap<Loop, usize>,
    /// The iterations of each loop that remain inside the open loops.
    left: FxHashMap<Loop, f64>,
    substitutes: FxHashMap<Value, Array>,
    /// Tensors that are packed into panels.
    packed: Vec<Value>,
}

impl<'a> Tiled<'a> {
    fn new(work: &'a Work, target: &'a Target, (plan, tiles): (&'a Plan, &'a Tiles)) -> Tiled<'a> {
        let mut tree = LoopTree::default();
        let axes = work.extents.iter().enumerate().map(|(axis, length)| (Loop::Axis(axis), *length));
        let folds = work.folds.iter().enumerate().map(|(fold, own)| (Loop::Fold(fold), own.iterations));
        let left: Vec<(Loop, f64)> = axes.chain(folds).map(|(of, length)| (of, length.max(1.0))).collect();
        let dims = left.iter().map(|(of, _)| (*of, tree.dim())).collect();
        let left = left.into_iter().collect();
        Tiled {
            work,
            target,
            plan,
            tiles,
            tree,
            dims,
            left,
            substitutes: FxHashMap::default(),
            packed: Vec::new(),
        }
    }

    fn build(mut self) -> LoopTree {
        self.stages(None);
        for (place, part) in self.tiles.order.iter().enumerate() {
            // A fold that was simplified away has no loop.
            let Some(length) = self.left.get(&part.of).copied() else { continue };
            let step = (self.tiles.sizes(part.of)[part.number] as f64).min(length);
            let threads = if self.tiles.parallel.contains(&place) { Threads::Several } else { Threads::One };
            self.tree.enter(self.dims[&part.of], ((length / step).ceil(), step), threads);
            self.left.insert(part.of, step);
            self.stages(Some(*part));
        }
        self.tile();
        self.tiles.order.iter().for_each(|_| self.tree.leave());
        self.tree
    }

    /// Adds the staged operands at this level.
    fn stages(&mut self, at: Option<Part>) {
        for stage in self.tiles.stages.iter().filter(|stage| stage.at == at) {
            let work = self.work;
            for access in work.accesses.iter().filter(|access| moves_with(access, &stage.loops)) {
                if !self.substitutes.contains_key(&access.map.array) {
                    self.stage(stage, access);
                }
            }
        }
    }

    /// Adds the copy of an operand into a tile.
    fn stage(&mut self, stage: &Stage, access: &Access) {
        let tile = Array::Made(self.substitutes.len());
        self.tree.live(tile, self.tree.here());
        let mut source = Use::of(access, Array::Of(access.map.array), |of| self.dims.get(&of).copied());
        source.jumps = false;
        let mut written = Use { array: tile, bytes: access.map.bytes, axes: Vec::new(), jumps: false };
        // The footprint of the iteration: for a sliding window, that of all taps counts once.
        for (axis, place) in source.axes.iter_mut().zip(&access.map.axes) {
            let by = |(of, by): &(Loop, f64)| by * (self.left.get(of).copied().unwrap_or(1.0) - 1.0);
            let length = (1.0 + place.terms.iter().map(by).sum::<f64>()).min(place.extent).max(1.0);
            let dim = self.tree.dim();
            axis.terms.push((dim, 1.0));
            written.axes.push(Axis {
                extent: length,
                terms: vec![(dim, 1.0)],
                anywhere: false,
                known: false,
            });
            self.tree.enter(dim, (length, 1.0), Threads::Open);
        }
        // One vectorized read and write of each element.
        let lanes = self.target.lanes(self.work.widest) as f64;
        self.tree.code(1, 2.0 / lanes, vec![source, written]);
        access.map.axes.iter().for_each(|_| self.tree.leave());
        self.substitutes.insert(access.map.array, tile);
        if stage.panels.is_some() {
            self.packed.push(access.map.array);
        }
    }

    /// The compute of a tile of the result.
    fn tile(&mut self) {
        let length = |of: Loop| self.left[&of];
        let mut work = self
            .work
            .over(&(0..self.work.extents.len()).map(|axis| length(Loop::Axis(axis))).collect::<Vec<_>>());
        for (fold, own) in work.folds.iter_mut().enumerate() {
            own.iterations = length(Loop::Fold(fold));
        }
        // Code in folds runs once per iteration of these.
        let times = |folds: &[usize]| {
            folds
                .iter()
                .map(|fold| length(Loop::Fold(*fold)) / self.work.folds[*fold].iterations.max(1.0))
                .product::<f64>()
        };
        // An `mma` adds several terms per 32-bit lane, which divides the count.
        let words = |folds: &[usize]| match self.plan.mma {
            Some((Loop::Fold(fold), terms)) if folds.contains(&fold) => 1.0 / terms as f64,
            _ => 1.0,
        };
        work.arithmetic.iter_mut().for_each(|own| own.count *= times(&own.folds) * words(&own.folds));
        for own in &mut work.accesses {
            own.count *= times(&own.folds) * words(&own.folds);
            if self.packed.contains(&own.map.array) {
                own.pack_into_panels();
            }
        }
        let axes =
            (0..work.extents.len()).map(|axis| (self.dims[&Loop::Axis(axis)], length(Loop::Axis(axis))));
        let axes: Vec<(usize, f64)> = axes.collect();
        let mut nest = nested(&work, self.target, self.plan, axes);
        let folds = (0..work.folds.len())
            .map(|fold| (fold, (self.dims[&Loop::Fold(fold)], length(Loop::Fold(fold)))));
        nest.folds = folds.collect();
        nest.substitutes.clone_from(&self.substitutes);
        nest.add(&mut self.tree);
    }
}

/// True if an access moves with these loops and no others.
fn moves_with(access: &Access, loops: &[Loop]) -> bool {
    let mut own: Vec<Loop> = access.map.axes.iter().flat_map(|axis| &axis.terms).map(|(of, _)| *of).collect();
    own.dedup();
    own.iter().all(|of| loops.contains(of)) && loops.iter().all(|of| own.contains(of))
}
