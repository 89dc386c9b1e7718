//! The accumulator of a split fold: a tensor in memory to which each part of the fold adds its partial
//! result.
//!
//! The first iteration that adds to a tile initializes it. The last one runs the code after the fold on it,
//! just after it was written. So neither is a separate pass over the tensor.

use super::build::Loops;
use super::loops::sum;
use super::nest::Nest;
use super::tiling::Tiling;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::differentiate::constant_like;
use tf_dialects::elementwise::constant::splat_attr;
use tf_dialects::loops::build as loops;
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::compute::result_type;
use tf_dialects::tensor::{Compute, Policy, Subscripts, build};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::{Copier, materialize};

/// The tensor that holds the sums of a split fold.
#[derive(Clone, Copy)]
pub(super) struct Accumulator {
    /// Its index among the carried tensors: that of the result, if there is only one and it has the type of
    /// the sums, else the index after the results.
    pub place: usize,
    /// True if the results need code after the fold, or have another type.
    ends: bool,
}

impl Accumulator {
    /// The accumulator of a nest with a split fold; `None` if the loops over its parts may have no iteration,
    /// as then nothing would initialize it.
    pub fn of(body: &Body, nest: &Nest, tiling: &Tiling, sums: Type) -> Option<Accumulator> {
        let has_trips = |dim: usize| {
            tiling.splits[dim].sizes.is_empty() || nest.dims[dim].extent.as_const().is_some_and(|n| n > 0)
        };
        if !(nest.rank..nest.dims.len()).all(has_trips) {
            return None;
        }
        let ctx = body.ctx();
        let results: Vec<Value> = body.results(nest.compute).collect();
        let is_result = matches!(results[..], [one] if ctx.elem_type(body.ty(one)) == sums);
        let yields_sums = body.view(nest.compute, Compute).yielded() == [body.result(nest.folds[0], 0)];
        let place = if is_result { 0 } else { results.len() };
        Some(Accumulator { place, ends: !(is_result && yields_sums) })
    }
}

impl Loops<'_> {
    /// Initializes a tile of the accumulator with the identity, if this iteration is the first that adds to
    /// it.
    pub(super) fn begin_sums(
        &self,
        b: &mut Builder<'_>,
        tensors: &[Value],
        (begin, sizes): (&Subscripts, &[Extent]),
    ) -> Vec<Value> {
        let mut tensors = tensors.to_vec();
        let Some((own, start)) = self.accumulator.zip(self.identity(b.body)) else { return tensors };
        let first = self.is_first(b);
        let sums = when(b, first, &[tensors[own.place]], |b, sums| {
            let tile = build::compute_one(b, sizes, self.sum_type, |b, _| arith::constant(b, start));
            vec![build::tile_write(b, (tile, sums[0]), None, begin, Policy::Drop)]
        });
        tensors[own.place] = sums[0];
        tensors
    }

    /// Runs the code after the fold on a tile of the accumulator, if this iteration is the last that adds to
    /// it.
    pub(super) fn end_sums(
        &mut self,
        b: &mut Builder<'_>,
        tensors: Vec<Value>,
        (begin, sizes): (&Subscripts, &[Extent]),
    ) -> Vec<Value> {
        let Some(own) = self.accumulator.filter(|own| own.ends) else { return tensors };
        let constant: Vec<i64> = sizes.iter().filter_map(Extent::as_const).collect();
        let last = self.is_last(b);
        when(b, last, &tensors, |b, tensors| {
            // Past an edge, the tile must not read sums of other iterations: fill.
            let zero = constant_like(b, self.sum_type, 0.0);
            let sums = tensors[own.place];
            let tile = build::tile_read(b, sums, begin, (Policy::Fill, Some(zero)), &constant, None);
            let results = self.of_sums(b, tile, sizes);
            let mut tensors = tensors.to_vec();
            for (tensor, result) in tensors.iter_mut().zip(results) {
                *tensor = build::tile_write(b, (result, *tensor), None, begin, Policy::Drop);
            }
            tensors
        })
    }

    /// The values that the compute yields for the points of a tile, from their sums.
    fn of_sums(&mut self, b: &mut Builder<'_>, sums: Value, sizes: &[Extent]) -> Vec<Value> {
        let (nest, ctx) = (self.nest, b.ctx());
        let (fold, term) = (b.body.result(nest.folds[0], 0), b.body.ty(nest.term));
        let yielded = b.body.view(nest.compute, Compute).yielded();
        let types = yielded.iter().map(|value| result_type(&ctx, sizes, b.body.ty(*value)));
        let types: Vec<Type> = types.map(|ty| ty.expect("scalars can be yielded")).collect();
        let op = build::compute(b, sizes, &types, |b, indices| {
            let mut copier = Copier::default();
            for (dim, index) in indices.iter().enumerate() {
                self.enter(&mut copier, dim, *index);
            }
            let sum = build::at_indices(b, sums, indices);
            let sum = if self.sum_type == term { sum } else { arith::truncf(b, sum, term) };
            copier.set(fold, sum);
            let ops = nest.needed(b.body, &yielded, &[fold]);
            self.copy(b, &mut copier, &ops);
            copier.values(b, yielded)
        });
        b.body.results(op).collect()
    }

    /// The identity of the fold, in the type of the sums.
    pub(super) fn identity(&self, body: &Body) -> Option<Attribute> {
        let start = dtype(body.ctx(), self.sum_type).and_then(|dtype| self.nest.kind.identity(dtype))?;
        splat_attr(body.ctx(), self.sum_type, start)
    }

    /// Whether this iteration is the first that adds to the tile.
    fn is_first(&self, b: &mut Builder<'_>) -> Value {
        self.of_folds(b, |this, b, dim| {
            let (at, zero) = (materialize(b, &sum(&this.offsets[dim])), arith::const_index(b, 0));
            arith::cmpi(b, CmpI::Eq, at, zero)
        })
    }

    /// Whether this iteration is the last that adds to the tile.
    fn is_last(&self, b: &mut Builder<'_>) -> Value {
        self.of_folds(b, |this, b, dim| {
            let end = this.nest.dims[dim].extent.as_const().expect("split folds have constant extents");
            let last = arith::const_index(b, end - this.tiling.tile_size(dim));
            let at = materialize(b, &sum(&this.offsets[dim]));
            arith::cmpi(b, CmpI::Sge, at, last)
        })
    }

    /// Whether a condition holds for all split folds.
    fn of_folds(
        &self,
        b: &mut Builder<'_>,
        holds: impl Fn(&Self, &mut Builder<'_>, usize) -> Value,
    ) -> Value {
        let cut = (self.nest.rank..self.nest.dims.len()).filter(|dim| !self.offsets[*dim].is_empty());
        let all = cut.fold(None, |all: Option<Value>, dim| {
            let own = holds(self, b, dim);
            Some(all.map_or(own, |all| arith::andi(b, all, own)))
        });
        all.expect("the fold is split")
    }
}

/// Changes tensors if a condition holds. It builds a loop of at most one iteration, as loops update carried
/// tensors in place.
fn when(
    b: &mut Builder<'_>,
    condition: Value,
    tensors: &[Value],
    change: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let (zero, one) = (arith::const_index(b, 0), arith::const_index(b, 1));
    let iterations = arith::select(b, condition, one, zero);
    let op = loops::for_loop(b, zero, iterations, one, tensors, |b, _, carried| change(b, carried));
    b.body.results(op).collect()
}
