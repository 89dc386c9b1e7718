//! Loops over tiles, around code that a pass puts into them.

use super::Tiling;
use crate::subscript::{Subscript, combined, materialize};
use crate::tensor_to_loops::GRAIN;
use tf_dialects::arith;
use tf_dialects::loops::{Parallel, Yield, build as loops};
use tf_dialects::tensor::ExtentOf;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// What makes loops over tiles: the loops are the same for all, what stands in them is not.
pub(crate) trait TileLoops {
    /// What is known inside of a loop, and forgotten behind it.
    type State;

    /// Which loops there are.
    fn tiling(&self) -> &Tiling;
    /// How far a dimension counts in all.
    fn extent(&self, dim: usize) -> &Extent;
    /// The indices of the loops that are entered, by dimension.
    fn offsets(&mut self) -> &mut Vec<Vec<Value>>;
    /// What is known here.
    fn state(&self) -> Self::State;
    /// Forgets what became known since.
    fn restore(&mut self, state: Self::State);
    /// Makes what stands in front of the loop at a depth; gives what the loop carries.
    fn before(&mut self, b: &mut Builder<'_>, depth: usize, tensors: &[Value]) -> Vec<Value>;
    /// Makes what stands in the innermost loop; gives what the tensors have become.
    fn innermost(&mut self, b: &mut Builder<'_>, tensors: &[Value]) -> Vec<Value>;
    /// Makes what stands behind the loop at a depth.
    fn after(&mut self, _b: &mut Builder<'_>, _depth: usize, tensors: Vec<Value>) -> Vec<Value> {
        tensors
    }

    /// The loops from this one in; gives what the tensors have become.
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
        let zero = arith::const_index(b, 0);
        let upper = self.left(b, dim, part);
        let step = arith::const_index(b, self.tiling().splits[dim].sizes[part]);
        let state = self.state();
        let op = loops::for_loop(b, zero, upper, step, &tensors, |b, index, carried| {
            self.offsets()[dim].push(index);
            let results = self.level(b, depth + 1, carried);
            self.offsets()[dim].pop();
            results
        });
        self.restore(state);
        let results = b.body.results(op).collect();
        self.after(b, depth, results)
    }

    /// The loops that run in parallel, as one op.
    fn parallel(&mut self, b: &mut Builder<'_>, depth: usize, tensors: &[Value]) -> Vec<Value> {
        let range = self.tiling().parallel.clone();
        let dims: Vec<usize> = self.tiling().order[range.clone()].iter().map(|(dim, _)| *dim).collect();
        let zero = arith::const_index(b, 0);
        let ends: Vec<Value> = dims.iter().map(|dim| self.left(b, *dim, 0)).collect();
        let step = |dim: &usize| arith::const_index(b, self.tiling().splits[*dim].sizes[0]);
        let steps: Vec<Value> = dims.iter().map(step).collect();
        let operands = [&vec![zero; dims.len()], &ends[..], &steps, tensors].concat();
        let types: Vec<Type> = tensors.iter().map(|tensor| b.body.ty(*tensor)).collect();
        let ctx = b.ctx();
        let grain = self.tiling().grain.map(|grain| (GRAIN, ctx.i64_attr(grain)));
        let attrs: Vec<_> = grain.into_iter().collect();
        let op = b.op(Parallel, &operands, &types, &attrs);
        let args = [vec![ctx.index(); dims.len()], types].concat();
        let state = self.state();
        b.fill(op, 0, &args, Yield, |b, args| {
            let (indices, shared) = args.split_at(dims.len());
            for (dim, index) in dims.iter().zip(indices) {
                self.offsets()[*dim].push(*index);
            }
            let results = self.level_inside(b, depth, range.end, shared);
            for dim in &dims {
                self.offsets()[*dim].pop();
            }
            results
        });
        self.restore(state);
        b.body.results(op).collect()
    }

    /// The loops behind parallel ones, with what is made in any of these.
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

    /// How far a part of a dimension counts: to its extent, or to the end of the part around it.
    fn left(&mut self, b: &mut Builder<'_>, dim: usize, part: usize) -> Value {
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

    /// The sum of the indices of the loops of a dimension, from one of them on.
    fn offset(&mut self, dim: usize, from: usize) -> Subscript {
        sum(&self.offsets()[dim][from..])
    }
}

/// The sum of indices.
pub(crate) fn sum(indices: &[Value]) -> Subscript {
    let parts: Vec<(Subscript, i64)> = indices.iter().map(|index| (Subscript::value(*index), 1)).collect();
    combined(&parts)
}

/// The number that an extent is.
fn extent_value(b: &mut Builder<'_>, extent: &Extent) -> Value {
    match extent.as_const() {
        Some(n) => arith::const_index(b, n),
        None => ExtentOf::build(b, extent),
    }
}
