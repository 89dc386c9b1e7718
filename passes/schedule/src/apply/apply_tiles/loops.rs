//! Builds loops over tiles around code that a pass provides.

use super::segments::{Iterations, Segment, segments};
use super::tiling::Tiling;
use tf_dialects::arith;
use tf_dialects::loops::{Parallel, Yield, build as loops};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::code::indices::extent_value;
use tf_passes_common::code::marks::{GRAIN, UNROLL};
use tf_passes_common::code::subscript::{Subscript, combined, materialize};

/// Builds loops over tiles: the loops are the same for all passes, the code in them differs.
pub(crate) trait TileLoops {
    /// Facts that hold inside of a loop only.
    type State;

    /// The loops to build.
    fn tiling(&self) -> &Tiling;
    /// The extent of a dimension.
    fn extent(&self, dim: usize) -> &Extent;
    /// The indices of the entered loops, by dimension.
    fn offsets(&mut self) -> &mut Vec<Vec<Value>>;
    /// The points of a dimension in the entered loops, if their count is constant and all are in bounds.
    fn points(&self, _dim: usize) -> Option<i64> {
        None
    }
    /// Sets this count; returns the old one.
    fn set_points(&mut self, _dim: usize, _points: Option<i64>) -> Option<i64> {
        None
    }
    /// The current facts.
    fn state(&self) -> Self::State;
    /// Returns to earlier facts.
    fn restore(&mut self, state: Self::State);
    /// Emits the code before the loop at a depth; returns the tensors that the loop carries.
    fn before(&mut self, b: &mut Builder<'_>, depth: usize, tensors: &[Value]) -> Vec<Value>;
    /// Emits the body of the innermost loop; returns the new tensors.
    fn innermost(&mut self, b: &mut Builder<'_>, tensors: &[Value]) -> Vec<Value>;
    /// Emits the code after the loop at a depth.
    fn after(&mut self, _b: &mut Builder<'_>, _depth: usize, tensors: Vec<Value>) -> Vec<Value> {
        tensors
    }

    /// Builds the loops from this depth inwards; returns the new tensors.
    fn level(&mut self, b: &mut Builder<'_>, depth: usize, tensors: &[Value]) -> Vec<Value> {
        let tensors = self.before(b, depth, tensors);
        let Some((dim, part)) = self.tiling().order.get(depth).copied() else {
            return self.innermost(b, &tensors);
        };
        let range = &self.tiling().parallel;
        if range.start == depth && !range.is_empty() {
            let results = self.parallel(b, depth, &tensors);
            return self.after(b, depth, results);
        }
        let mut tensors = tensors;
        for segment in segments(self, b, (dim, part)) {
            tensors = self.build_segment(b, depth, &segment, &tensors);
        }
        self.after(b, depth, tensors)
    }

    /// Builds the iterations of a segment of the loop at a depth.
    fn build_segment(
        &mut self,
        b: &mut Builder<'_>,
        depth: usize,
        segment: &Segment,
        tensors: &[Value],
    ) -> Vec<Value> {
        let (dim, part) = self.tiling().order[depth];
        let Iterations::Loop { upper, step } = segment.iterations else {
            return self
                .rest(b, (dim, segment), tensors, &mut |this, b, tensors| this.level(b, depth + 1, tensors));
        };
        let (state, outer) = (self.state(), self.set_points(dim, segment.points));
        let zero = arith::const_index(b, 0);
        let op = loops::for_loop(b, zero, upper, step, tensors, |b, index, carried| {
            self.offsets()[dim].push(index);
            let results = self.level(b, depth + 1, carried);
            self.offsets()[dim].pop();
            results
        });
        if let Some(factor) = self.tiling().unroll_of((dim, part)) {
            let factor = b.ctx().i64_attr(factor);
            b.body.set_attr(op, UNROLL, factor);
        }
        self.set_points(dim, outer);
        self.restore(state);
        b.body.results(op).collect()
    }

    /// Builds the only iteration of a segment that is not a loop.
    fn rest(
        &mut self,
        b: &mut Builder<'_>,
        (dim, segment): (usize, &Segment),
        tensors: &[Value],
        inside: &mut dyn FnMut(&mut Self, &mut Builder<'_>, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let (state, outer) = (self.state(), self.set_points(dim, segment.points));
        let mut enter = |this: &mut Self, b: &mut Builder<'_>, begin: Value, tensors: &[Value]| {
            this.offsets()[dim].push(begin);
            let results = inside(this, b, tensors);
            this.offsets()[dim].pop();
            results
        };
        let results = match segment.iterations {
            Iterations::Loop { .. } => unreachable!("a loop is not a remainder"),
            Iterations::Once(begin) => enter(self, b, begin, tensors),
            Iterations::Perhaps { begin, count } => {
                let (zero, one) = (arith::const_index(b, 0), arith::const_index(b, 1));
                let op = loops::for_loop(b, zero, count, one, tensors, |b, _, carried| {
                    enter(self, b, begin, carried)
                });
                b.body.results(op).collect()
            }
        };
        self.set_points(dim, outer);
        self.restore(state);
        results
    }

    /// Builds the parallel loops: one op for each box in the product of their segments.
    fn parallel(&mut self, b: &mut Builder<'_>, depth: usize, tensors: &[Value]) -> Vec<Value> {
        let range = self.tiling().parallel.clone();
        let dims: Vec<usize> = self.tiling().order[range].iter().map(|(dim, _)| *dim).collect();
        let mut boxes: Vec<Vec<(usize, Segment)>> = vec![Vec::new()];
        for dim in dims {
            let own = segments(self, b, (dim, 0));
            let with = |outer: &Vec<(usize, Segment)>| {
                let one = |segment: &Segment| [&outer[..], &[(dim, segment.clone())]].concat();
                own.iter().map(one).collect::<Vec<_>>()
            };
            boxes = boxes.iter().flat_map(with).collect();
        }
        let each = |tensors: Vec<Value>, own: &Vec<(usize, Segment)>| {
            let is_loop = |part: &&(usize, Segment)| matches!(part.1.iterations, Iterations::Loop { .. });
            let (main, rests): (Vec<_>, Vec<_>) = own.iter().partition(is_loop);
            self.around_box(b, depth, (&rests, &main), &tensors)
        };
        boxes.iter().fold(tensors.to_vec(), each)
    }

    /// Builds segments of at most one iteration around the parallel loops of a box.
    fn around_box(
        &mut self,
        b: &mut Builder<'_>,
        depth: usize,
        (rests, main): (&[&(usize, Segment)], &[&(usize, Segment)]),
        tensors: &[Value],
    ) -> Vec<Value> {
        if let Some(((dim, segment), others)) = rests.split_first() {
            return self.rest(b, (*dim, segment), tensors, &mut |this, b, tensors| {
                this.around_box(b, depth, (others, main), tensors)
            });
        }
        if main.is_empty() {
            let end = self.tiling().parallel.end;
            return self.level_inside(b, depth, end, tensors);
        }
        self.parallel_box(b, depth, main, tensors)
    }

    /// Builds one op of parallel loops.
    fn parallel_box(
        &mut self,
        b: &mut Builder<'_>,
        depth: usize,
        main: &[&(usize, Segment)],
        tensors: &[Value],
    ) -> Vec<Value> {
        let (end, zero) = (self.tiling().parallel.end, arith::const_index(b, 0));
        let dims: Vec<usize> = main.iter().map(|(dim, _)| *dim).collect();
        let bounds = main.iter().map(|(_, segment)| match segment.iterations {
            Iterations::Loop { upper, step } => (upper, step),
            Iterations::Once(begin) | Iterations::Perhaps { begin, .. } => (begin, begin),
        });
        let (uppers, steps): (Vec<Value>, Vec<Value>) = bounds.unzip();
        let operands = [&vec![zero; dims.len()], &uppers[..], &steps, tensors].concat();
        let types: Vec<Type> = tensors.iter().map(|tensor| b.body.ty(*tensor)).collect();
        let ctx = b.ctx();
        let grain = self.tiling().grain.map(|grain| (GRAIN, ctx.i64_attr(grain)));
        let attrs: Vec<_> = grain.into_iter().collect();
        let op = b.op(Parallel, &operands, &types, &attrs);
        let args = [vec![ctx.index(); dims.len()], types].concat();
        let state = self.state();
        let outer: Vec<Option<i64>> =
            main.iter().map(|(dim, segment)| self.set_points(*dim, segment.points)).collect();
        b.fill(op, 0, &args, Yield, |b, args| {
            let (indices, shared) = args.split_at(dims.len());
            for (dim, index) in dims.iter().zip(indices) {
                self.offsets()[*dim].push(*index);
            }
            let results = self.level_inside(b, depth, end, shared);
            for dim in &dims {
                self.offsets()[*dim].pop();
            }
            results
        });
        for (dim, points) in dims.iter().zip(outer) {
            self.set_points(*dim, points);
        }
        self.restore(state);
        b.body.results(op).collect()
    }

    /// Builds the loops inside of parallel ones, and the code before each of these.
    fn level_inside(
        &mut self,
        b: &mut Builder<'_>,
        first: usize,
        depth: usize,
        tensors: &[Value],
    ) -> Vec<Value> {
        let between = |tensors: Vec<Value>, depth| self.before(b, depth, &tensors);
        let tensors = (first + 1..depth).fold(tensors.to_vec(), between);
        self.level(b, depth, &tensors)
    }

    /// The end of a part of a dimension: its extent, or the end of the part around it.
    fn left(&mut self, b: &mut Builder<'_>, dim: usize, part: usize) -> Value {
        if let Some(points) = self.points(dim) {
            return arith::const_index(b, points);
        }
        let extent = self.extent(dim).clone();
        let Some(around) = part.checked_sub(1).map(|around| self.tiling().splits[dim].sizes[around]) else {
            return extent_value(b, &extent);
        };
        if self.tiling().is_even(&extent, around) {
            return arith::const_index(b, around);
        }
        let so_far = self.offset(dim, 0);
        let so_far = materialize(b, &so_far);
        let end = extent_value(b, &extent);
        let left = arith::subi(b, end, so_far);
        let around = arith::const_index(b, around);
        arith::minsi(b, left, around)
    }

    /// The sum of the indices of a dimension's loops, from the loop `from` inwards.
    fn offset(&mut self, dim: usize, from: usize) -> Subscript {
        sum(&self.offsets()[dim][from..])
    }
}

/// The sum of indices.
pub(crate) fn sum(indices: &[Value]) -> Subscript {
    let parts: Vec<(Subscript, i64)> = indices.iter().map(|index| (Subscript::value(*index), 1)).collect();
    combined(&parts)
}
