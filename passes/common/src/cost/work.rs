//! The work of a compute, as the scheduler needs it: accesses, arithmetic, and how often each runs.

use super::access_map::{AccessMap, Subscript, bytes_of_element};
use super::figures::{LIKELY_INNER_TRIP_COUNT, LIKELY_TRIP_COUNT, SAME_SET};
use crate::code::folds;
use crate::cost::comparisons;
use rustc_hash::FxHashMap;
use tf_dialects::elementwise::spec_of;
use tf_dialects::tensor::loop_names::folds_in;
use tf_dialects::tensor::schedule::Loop;
use tf_dialects::tensor::{self, Combine, Compute, FoldOp, Put};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::control::{Bound, LoopLike, as_loop, early_exit};
use tf_ir::extent::{Extent, Facts};
use tf_ir::types::Dim;

/// The stride of an access in an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// 0: the same element.
    Same,
    /// 1: the next element in memory.
    Next,
    /// Another constant.
    Strided,
    /// Not constant.
    Anywhere,
}

/// A read in the region, or the write of a result.
#[derive(Clone, Debug)]
pub struct Access {
    /// The stride in each loop that moves it.
    reach: FxHashMap<Loop, Reach>,
    /// The same in bytes; `None` if unknown.
    bytes: FxHashMap<Loop, Option<i64>>,
    /// Executions per point of the domain.
    pub count: f64,
    /// The folds it is in, outermost first.
    pub folds: Vec<usize>,
    /// Its access map.
    pub map: AccessMap,
    /// It may be out of bounds, and a policy then specifies the value.
    pub leaves: bool,
    /// The op that reads; `None` for the write of a result.
    pub op: Option<Op>,
}

impl Access {
    /// The stride of the access in a loop.
    pub fn reach(&self, target: Loop) -> Reach {
        self.reach.get(&target).copied().unwrap_or(Reach::Same)
    }

    /// The same in bytes, if known.
    pub fn bytes(&self, target: Loop) -> Option<i64> {
        self.bytes.get(&target).copied().unwrap_or(Some(0))
    }

    /// Makes all its strides unit strides, as packing into panels does.
    pub(crate) fn pack_into_panels(&mut self) {
        self.reach.values_mut().for_each(|reach| *reach = Reach::Next);
    }

    /// True if it moves to another row of memory in each iteration of its innermost fold.
    pub fn jumps(&self) -> bool {
        let far = |fold: usize| match self.reach(Loop::Fold(fold)) {
            Reach::Same | Reach::Next => false,
            Reach::Strided => self.bytes(Loop::Fold(fold)).is_none_or(|bytes| bytes.abs() >= SAME_SET),
            Reach::Anywhere => true,
        };
        self.folds.last().is_some_and(|fold| far(*fold))
    }

    /// True if a loop does not move the access.
    pub fn is_same(&self, target: Loop) -> bool {
        self.reach(target) == Reach::Same
    }
}

/// A fold of the region.
#[derive(Clone, Debug)]
pub struct FoldWork {
    /// Estimated iterations.
    pub iterations: f64,
    /// The folds around it.
    pub outer: Vec<usize>,
    /// The combination is associative and commutative, or may be reassociated.
    pub reorders: bool,
    /// Results.
    pub accumulators: usize,
}

/// Arithmetic: its cost per execution, its executions per point, and its folds.
#[derive(Clone, Debug)]
pub struct Arithmetic {
    /// Cost in additions.
    pub cost: f64,
    /// Executions per point of the domain.
    pub count: f64,
    /// The folds it is in, outermost first.
    pub folds: Vec<usize>,
    /// The op.
    pub op: Op,
}

/// The work of a compute.
#[derive(Clone, Debug)]
pub struct Work {
    /// Extents of the domain: constant, or estimated.
    pub extents: Vec<f64>,
    /// Which of them are constants.
    pub constant: Vec<bool>,
    /// Reads and writes.
    pub accesses: Vec<Access>,
    /// Arithmetic.
    pub arithmetic: Vec<Arithmetic>,
    /// Folds, by index.
    pub folds: Vec<FoldWork>,
    /// Bits of the widest element type.
    pub widest: u32,
    /// Some lanes may leave a loop before others.
    pub diverges: bool,
    /// Axes without dependences.
    pub independent: Vec<bool>,
    /// Puts of points into one element commute bit for bit.
    pub commutes: bool,
    /// Axes that may be jammed.
    pub jams: Vec<bool>,
}

impl Work {
    /// Reads the work of a compute.
    pub fn of(body: &Body, compute: Op) -> Work {
        let view = body.view(compute, Compute);
        let terms = view.extents();
        let mut work = Work {
            extents: terms.iter().map(estimated_extent).collect(),
            constant: terms.iter().map(|e| e.as_const().is_some()).collect(),
            accesses: Vec::new(),
            arithmetic: Vec::new(),
            folds: Vec::new(),
            widest: 8,
            diverges: false,
            independent: crate::code::conflicts::independent_axes(body, compute),
            commutes: crate::code::conflicts::commutes(body, compute),
            jams: Vec::new(),
        };
        let mut reader = Reader {
            body,
            compute,
            loops: FxHashMap::default(),
            numbers: FxHashMap::default(),
            begins: FxHashMap::default(),
            work: &mut work,
        };
        for (axis, index) in view.indices().into_iter().enumerate() {
            reader.loops.insert(index, Loop::Axis(axis));
        }
        for (number, fold) in folds_in(body, compute).into_iter().enumerate() {
            reader.numbers.insert(fold, number);
            reader.fold(fold);
        }
        if let Some(block) = view.block() {
            reader.block(block, 1.0, &[]);
        }
        reader.writes(compute, terms.len());
        // A jam pays only with folds.
        if !work.folds.is_empty() {
            let shares = |axis| crate::code::conflicts::shares_bounds(body, compute, axis);
            work.jams = (0..terms.len()).map(|axis| work.independent[axis] && shares(axis)).collect();
        }
        work
    }

    /// True for two folds that are not nested.
    pub fn are_siblings(&self, a: usize, b: usize) -> bool {
        a != b && !self.folds[a].outer.contains(&b) && !self.folds[b].outer.contains(&a)
    }

    /// Iterations of a fold per point, over all iterations of the folds around it.
    pub fn iterations_of(&self, fold: &FoldWork) -> f64 {
        fold.iterations * fold.outer.iter().map(|outer| self.folds[*outer].iterations).product::<f64>()
    }

    /// Points of the domain.
    pub fn points(&self) -> f64 {
        self.extents.iter().product()
    }

    /// The same compute over a domain of other lengths, as in one iteration of loops around it.
    pub fn over(&self, lengths: &[f64]) -> Work {
        Work { extents: lengths.to_vec(), constant: vec![true; lengths.len()], ..self.clone() }
    }
}

/// The iterations of a fold: constant, or estimated.
pub fn likely_trip_count(view: FoldOp<'_>) -> f64 {
    let inductions = tensor::Fold.inductions(view.op());
    let [induction] = &inductions[..] else { return LIKELY_TRIP_COUNT };
    match (&induction.lower, &induction.upper) {
        (Bound::Constant(lo), Bound::Constant(hi)) => hi.saturating_sub(*lo).max(0) as f64,
        (Bound::Constant(lo), Bound::Term(upper)) => (estimated_extent(upper) - *lo as f64).max(1.0),
        _ => LIKELY_TRIP_COUNT / 2.0,
    }
}

/// The constant value of an extent, or an estimate.
pub fn estimated_extent(extent: &Extent) -> f64 {
    match Facts::new().likely_value(extent).or(extent.as_const()) {
        Some(n) => n.max(0) as f64,
        None => LIKELY_TRIP_COUNT,
    }
}

/// Collects the work of a region.
pub(super) struct Reader<'b, 'w> {
    pub(super) body: &'b Body,
    compute: Op,
    /// Loops by index value.
    pub(super) loops: FxHashMap<Value, Loop>,
    /// Indices of folds.
    numbers: FxHashMap<Op, usize>,
    /// The loops that the lower bound of each fold depends on.
    begins: FxHashMap<usize, Vec<Loop>>,
    work: &'w mut Work,
}

impl Reader<'_, '_> {
    /// Adds a fold; folds come by index, outer ones first.
    fn fold(&mut self, op: Op) {
        let view = self.body.view(op, tensor::Fold);
        let number = self.numbers[&op];
        if let Some(index) = view.index() {
            self.loops.insert(index, Loop::Fold(number));
        }
        let begins = self.begin_of(view);
        self.begins.insert(number, begins);
        self.work.folds.push(FoldWork {
            iterations: likely_trip_count(view),
            outer: Vec::new(),
            // A combiner is sequential: lanes hold points of the domain, not parts of its range.
            reorders: folds::reorders(self.body, op),
            accumulators: self.body.result_count(op),
        });
    }

    /// The loops that the lower bound of a fold depends on.
    fn begin_of(&self, view: FoldOp<'_>) -> Vec<Loop> {
        let Some(map) = view.bounds().and_then(|bounds| self.body.ctx().attr_map(bounds)) else {
            return Vec::new();
        };
        let dims = view.indices().into_iter().enumerate();
        let used = dims.filter(|(d, _)| map.results()[0].uses_dim(*d as u32));
        used.flat_map(|(_, value)| self.influences(value)).collect()
    }

    fn block(&mut self, block: Block, count: f64, folds: &[usize]) {
        for op in self.body.ops(block) {
            self.op(op, count, folds);
        }
    }

    fn op(&mut self, op: Op, count: f64, folds: &[usize]) {
        let body = self.body;
        match body.kind(op) {
            tensor::Fold::KIND => {
                let number = self.numbers[&op];
                self.work.folds[number].outer = folds.to_vec();
                let (iterations, accumulators) =
                    (self.work.folds[number].iterations, self.work.folds[number].accumulators);
                let inside: Vec<usize> = folds.iter().copied().chain([number]).collect();
                self.arithmetic(op, accumulators as f64, count * iterations, &inside);
                self.regions(op, count * iterations, &inside);
            }
            _ => match tensor::Access::of(body.op(op)) {
                Some(access) if access.is_write => self.put(op, &access, count, folds),
                Some(access) => self.access(op, &access, count, folds),
                None if as_loop(body, op).is_some() => self.inner_loop(op, count, folds),
                None => {
                    if let Some(spec) = spec_of(body.op(op)).filter(|_| !comparisons::is_decided(body, op)) {
                        self.arithmetic(op, spec.cost.into(), count, folds);
                        self.widen(op);
                    }
                    self.regions(op, count, folds);
                }
            },
        }
    }

    /// A loop inside the region: with an early exit, its lanes run until the last one leaves.
    fn inner_loop(&mut self, op: Op, count: f64, folds: &[usize]) {
        let body = self.body;
        let most = as_loop(body, op).and_then(|looping| looping.max_trip_count(body.op(op)));
        let mut iterations = most.map_or(LIKELY_INNER_TRIP_COUNT, |n| n as f64);
        if early_exit(body, op).is_some() {
            self.work.diverges = true;
            iterations = iterations.min(LIKELY_INNER_TRIP_COUNT);
        }
        self.regions(op, count * iterations, folds);
    }

    fn regions(&mut self, op: Op, count: f64, folds: &[usize]) {
        let body = self.body;
        for block in body.regions(op).flat_map(|r| body.blocks(r)).collect::<Vec<Block>>() {
            self.block(block, count, folds);
        }
    }

    fn arithmetic(&mut self, op: Op, cost: f64, count: f64, folds: &[usize]) {
        self.work.arithmetic.push(Arithmetic { cost, count, folds: folds.to_vec(), op });
    }

    /// The width of vector elements in the region; indices stay scalars, booleans are masks.
    fn widen(&mut self, op: Op) {
        let (body, ctx) = (self.body, self.body.ctx());
        for value in body.operands(op).chain(body.results(op)) {
            let ty = body.ty(value);
            if ty != ctx.index() && ty != ctx.i1() {
                self.work.widest = self.work.widest.max(ctx.scalar_width(ty).unwrap_or(0));
            }
        }
    }

    /// The element is read and written, unless the put replaces it.
    fn put(&mut self, op: Op, access: &tensor::Access<'_>, count: f64, folds: &[usize]) {
        let combine = self.body.cast(op, Put).and_then(|put| put.accumulation()).map(|a| a.combine);
        self.access(op, access, count, folds);
        if combine != Some(Combine::Set) {
            self.access(op, access, count, folds);
            self.arithmetic(op, 1.0, count, folds);
        }
        self.regions(op, count, folds);
    }

    fn access(&mut self, op: Op, access: &tensor::Access<'_>, count: f64, folds: &[usize]) {
        let body = self.body;
        let width = body.ctx().scalar_width(body.ctx().elem_type(body.ty(access.source)));
        self.work.widest = self.work.widest.max(width.unwrap_or(0));
        let (mut reach, mut bytes) = (FxHashMap::default(), FxHashMap::<Loop, Option<i64>>::default());
        let rank = access.map.num_results();
        let rows = row_bytes(body, access.source);
        for (axis, expr) in access.map.results().iter().enumerate() {
            for (d, value) in access.indices.iter().enumerate() {
                if !expr.uses_dim(d as u32) {
                    continue;
                }
                let (last, stride) = (axis + 1 == rank, expr.stride(d as u32));
                let Some(target) = self.loops.get(value) else {
                    for target in self.influences(*value) {
                        step(&mut reach, target, Reach::Anywhere);
                        bytes.insert(target, None);
                    }
                    continue;
                };
                let how = match stride {
                    Some(1) if last => Reach::Next,
                    Some(_) => Reach::Strided,
                    None => Reach::Anywhere,
                };
                step(&mut reach, *target, how);
                // Lanes that begin a fold at different indices stay at different ones in each iteration.
                if let Loop::Fold(fold) = target {
                    for begin in self.begins.get(fold).into_iter().flatten() {
                        step(&mut reach, *begin, Reach::Anywhere);
                        bytes.insert(*begin, None);
                    }
                }
                let own =
                    stride.zip(rows.get(axis).copied().flatten()).and_then(|(n, row)| n.checked_mul(row));
                let so_far = bytes.entry(*target).or_insert(Some(0));
                *so_far = so_far.zip(own).and_then(|(a, b)| a.checked_add(b));
            }
        }
        // Reads that an inner fold does not move are hoisted out of it.
        let (mut count, mut folds) = (count, folds.to_vec());
        while let Some(fold) = folds.last().copied().filter(|fold| !reach.contains_key(&Loop::Fold(*fold))) {
            count /= self.work.folds[fold].iterations.max(1.0);
            folds.pop();
        }
        let map = self.access_map(access);
        let leaves = !matches!(access.policy, tensor::Policy::Assumed | tensor::Policy::Trap)
            && !comparisons::leaves_at_edges(body, access);
        self.work.accesses.push(Access { reach, bytes, count, folds, map, leaves, op: Some(op) });
    }

    /// The loops that a value depends on.
    pub(super) fn influences(&self, value: Value) -> Vec<Loop> {
        let mut found = Vec::new();
        let mut pending = vec![value];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(value) = pending.pop() {
            if !seen.insert(value) {
                continue;
            }
            match (self.loops.get(&value), self.body.def_op(value)) {
                (Some(target), _) => found.push(*target),
                (None, Some(def)) => pending.extend(self.body.operands(def)),
                // An argument of a loop inside the region may depend on all loops.
                (None, None) if self.is_inner_argument(value) => found.extend(self.loops.values()),
                (None, None) => {}
            }
        }
        found
    }

    fn is_inner_argument(&self, value: Value) -> bool {
        let owner = self.body.def_block(value).and_then(|b| self.body.block_owner(b));
        owner.is_some_and(|op| self.body.encloses(self.compute, op))
    }

    /// The writes of results, one per element of the yielded value.
    fn writes(&mut self, compute: Op, rank: usize) {
        let plain = self.body.cast(compute, Compute).map_or(0, |view| view.plain_count());
        for result in self.body.results(compute).take(plain) {
            let dims = self.body.ctx().dims(self.body.ty(result)).unwrap_or_default();
            let inner: f64 = dims[rank..].iter().filter_map(Dim::as_static).map(|n| n as f64).product();
            let mut reach = FxHashMap::default();
            for axis in 0..rank {
                let next = axis + 1 == rank && inner == 1.0;
                reach.insert(Loop::Axis(axis), if next { Reach::Next } else { Reach::Strided });
            }
            let bytes = reach.keys().map(|target| (*target, None)).collect();
            let own = |axis: usize| Subscript {
                extent: self.work.extents[axis],
                terms: vec![(Loop::Axis(axis), 1.0)],
                anywhere: false,
                known: self.work.constant[axis],
            };
            let map = AccessMap {
                array: result,
                bytes: inner * bytes_of_element(self.body, result),
                axes: (0..rank).map(own).collect(),
            };
            self.work.accesses.push(Access {
                reach,
                bytes,
                count: inner,
                folds: Vec::new(),
                map,
                leaves: false,
                op: None,
            });
        }
    }
}

/// The distance in bytes of neighbours along each axis of a tensor, if it is constant.
fn row_bytes(body: &Body, tensor: Value) -> Vec<Option<i64>> {
    let (ctx, ty) = (body.ctx(), body.ty(tensor));
    let mut row = ctx.scalar_width(ctx.elem_type(ty)).map(|bits| i64::from(bits.div_ceil(8)));
    let mut rows: Vec<Option<i64>> = Vec::new();
    for dim in ctx.dims(ty).unwrap_or_default().iter().rev() {
        rows.push(row);
        row = row.zip(dim.as_static()).and_then(|(row, n)| row.checked_mul(n));
    }
    rows.reverse();
    rows
}

/// Adds a stride: the sum of two strides in one loop is not simple.
fn step(reach: &mut FxHashMap<Loop, Reach>, target: Loop, how: Reach) {
    reach
        .entry(target)
        .and_modify(|r| {
            *r = if [*r, how].contains(&Reach::Anywhere) { Reach::Anywhere } else { Reach::Strided }
        })
        .or_insert(how);
}
