//! Builds the loops over the tiles of a nest.

use super::accumulator::Accumulator;
use super::loops::{TileLoops, sum};
use super::nest::Nest;
use super::refusal::TilesRefusal;
use super::tile::Tile;
use super::tiling::Tiling;
use super::words::{copy, zero};
use tf_dialects::arith;
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::compute::result_type;
use tf_dialects::tensor::decompose::element;
use tf_dialects::tensor::loop_names::{loop_name, set_loop_name, write_loop_names};
use tf_dialects::tensor::schedule::{LoopNames, Schedule};
use tf_dialects::tensor::shape::tensor_of;
use tf_dialects::tensor::{Compute, Empty, Fold, Policy, Subscripts, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::code::ranges::{multiples, ranges};
use tf_passes_common::code::subscript::{Copier, Form, Subscript, combined, joined};
use tf_passes_common::code::sums::wider;
use tf_passes_common::rules::keep;

/// The loops over the tiles of a nest, while they are built.
pub struct Loops<'a> {
    pub(super) nest: &'a Nest,
    pub(super) tiling: &'a Tiling,
    tiles: &'a [Tile],
    names: &'a LoopNames,
    schedule: &'a Schedule,
    /// The fold is split: partial sums are added in memory.
    adds: bool,
    /// The element type of these sums: wider than that of the terms if there are many parts.
    pub(super) sum_type: Type,
    /// The tensor of the sums, if the loops initialize and finish it.
    pub(super) accumulator: Option<Accumulator>,
    /// The indices of the entered loops, by dimension.
    pub(super) offsets: Vec<Vec<Value>>,
    /// The points of each dimension in them, if their count is constant and all are in bounds.
    points: Vec<Option<i64>>,
    /// The stored value of each tile, and the count of entered loops per dimension when it was made.
    made: Vec<Option<(Value, Vec<usize>)>>,
    /// For each dimension, the end of the current part of its fold, if it is not constant.
    ends: Vec<Option<Value>>,
    /// True if subscripts became too large.
    failed: bool,
}

impl<'a> Loops<'a> {
    pub fn new(
        nest: &'a Nest,
        tiling: &'a Tiling,
        tiles: &'a [Tile],
        (names, schedule): (&'a LoopNames, &'a Schedule),
        body: &Body,
    ) -> Loops<'a> {
        let adds = tiling.splits[nest.rank..].iter().any(|split| !split.sizes.is_empty());
        let count = nest.dims.len();
        let ty = body.ty(nest.term);
        let sum_type = if tiling.is_added_up_in_many_parts(nest) { wider(body.ctx(), ty) } else { ty };
        Loops {
            nest,
            tiling,
            tiles,
            names,
            schedule,
            adds,
            sum_type,
            accumulator: if adds { Accumulator::of(body, nest, tiling, sum_type) } else { None },
            offsets: vec![Vec::new(); count],
            points: nest.dims.iter().map(|dim| dim.extent.as_const()).collect(),
            made: vec![None; tiles.len()],
            ends: vec![None; count],
            failed: false,
        }
    }

    /// Replaces the compute, or only its fold, by the loops.
    ///
    /// # Errors
    /// The reason why it fails; the compute is unchanged.
    pub fn replace(mut self, body: &mut Body) -> Result<(), TilesRefusal> {
        let op = self.nest.compute;
        let types = self.carried_types(body);
        let yielded = body.view(op, Compute).yielded();
        if yielded.iter().any(|value| dtype(body.ctx(), body.ty(*value)).is_none()) {
            return Err(TilesRefusal::SmallTensors);
        }
        let mut b = Builder::before(body, op);
        let starts = self.starts(&mut b, &types)?;
        let results = self.level(&mut b, 0, &starts);
        if self.failed {
            let outer = body.def_op(results[0]).filter(|_| results != starts);
            outer.into_iter().for_each(|outer| body.erase(outer));
            return Err(TilesRefusal::LargeSubscripts);
        }
        if self.accumulator.is_some() {
            body.replace(op, &results[..body.result_count(op)]);
            return Ok(());
        }
        let term_type = body.ty(self.nest.term);
        let is_result = self.sum_type == term_type;
        if !self.adds || (is_result && yielded == [body.result(self.nest.folds[0], 0)]) {
            body.replace(op, &results);
            return Ok(());
        }
        // The code after the fold reads the results of the loops.
        let (fold, indices) = (self.nest.folds[0], body.view(op, Compute).indices());
        let mut b = Builder::before(body, fold);
        let sum = build::at_indices(&mut b, results[0], &indices);
        let sum = if is_result { sum } else { arith::truncf(&mut b, sum, term_type) };
        body.replace(fold, &[sum]);
        keep::forget(body, op);
        Ok(())
    }

    /// The types of the carried tensors: the results, and the sums if they are a separate tensor; the sums
    /// alone, if the code after the fold is after the loops.
    fn carried_types(&self, body: &Body) -> Vec<Type> {
        let op = self.nest.compute;
        let results = body.results(op).map(|result| body.ty(result));
        let sums = || tensor_of(body.ctx(), body.view(op, Compute).extents(), self.sum_type);
        match self.accumulator {
            Some(own) if own.place == body.result_count(op) => results.chain([sums()]).collect(),
            None if self.adds => vec![sums()],
            _ => results.collect(),
        }
    }

    /// The initial tensors: empty ones if all elements are written, or the identity of the fold if its loops
    /// may have no iteration.
    fn starts(&self, b: &mut Builder<'_>, types: &[Type]) -> Result<Vec<Value>, TilesRefusal> {
        let attr = match self.identity(b.body) {
            None if self.adds => return Err(TilesRefusal::NoInitialValue),
            Some(attr) if self.adds && self.accumulator.is_none() => attr,
            _ => return Ok(types.iter().map(|ty| Empty::build(b, *ty)).collect()),
        };
        let extents = b.body.view(self.nest.compute, Compute).extents().to_vec();
        let start = build::compute_one(b, &extents, self.sum_type, |b, _| arith::constant(b, attr));
        Ok(vec![start])
    }

    /// Makes the tiles of this depth.
    fn make_tiles(&mut self, b: &mut Builder<'_>, depth: usize) {
        let tiles = self.tiles;
        for (at, tile) in tiles.iter().enumerate() {
            if tile.depth == depth && self.made[at].is_none() {
                let entered = self.offsets.iter().map(Vec::len).collect();
                let stored = self.make_tile(b, tile);
                self.made[at] = Some((stored, entered));
            }
        }
    }

    /// A tile in its storage order: the subexpression of the term at its points.
    fn make_tile(&mut self, b: &mut Builder<'_>, tile: &Tile) -> Value {
        let extents: Vec<Extent> = tile.layout.stored().iter().map(|n| Extent::constant(*n)).collect();
        let ops = self.nest.needed(b.body, &[tile.value], &[]);
        let inverse = tile.layout.inverse();
        let ty = b.body.ty(tile.value);
        build::compute_one(b, &extents, ty, |b, indices| {
            let mut copier = Copier::default();
            for (coordinate, index) in tile.coordinates.iter().zip(&inverse) {
                let mut parts =
                    vec![(Subscript { expr: index.clone(), dims: indices.into(), symbols: Vec::new() }, 1)];
                for (dim, factor) in &coordinate.terms {
                    copier.extend_subscripts([(self.nest.dims[*dim].index, Subscript::constant(0))]);
                    parts.push((sum(&self.offsets[*dim]), *factor));
                }
                let carrier = self.nest.dims[coordinate.carrier].index;
                copier.extend_subscripts([(carrier, combined(&parts))]);
            }
            self.copy(b, &mut copier, &ops);
            copier.value(b, tile.value)
        })
    }

    /// Copies code. Reads that are in bounds for the points of the box may be out of bounds for those of a
    /// tile: these give zero, and their results are dropped.
    pub(super) fn copy(&mut self, b: &mut Builder<'_>, copier: &mut Copier, ops: &[Op]) {
        copy(b, copier, ops, true, &mut self.failed);
        b.loc = b.body.loc(self.nest.compute);
    }

    /// Computes the tile of the results and writes it to the tensors.
    fn tile(&mut self, b: &mut Builder<'_>, tensors: &[Value]) -> Vec<Value> {
        let (nest, ctx) = (self.nest, b.ctx());
        for dim in nest.rank..nest.dims.len() {
            let part = self.tiling.splits[dim].sizes.len();
            self.ends[dim] = (part > 0 && self.points[dim].is_none()).then(|| self.left(b, dim, part));
        }
        let chunk = |dim| self.tiling.chunk(nest, dim, usize::MAX).expect("checked");
        let sizes =
            (0..nest.rank).map(|dim| self.points[dim].filter(|n| *n > 0).unwrap_or_else(|| chunk(dim)));
        let extents: Vec<Extent> = sizes.map(Extent::constant).collect();
        let own = if self.adds { &tensors[self.sums_at()..][..1] } else { tensors };
        let elems: Vec<Type> = own.iter().map(|tensor| ctx.elem_type(b.body.ty(*tensor))).collect();
        let types =
            elems.iter().map(|elem| result_type(&ctx, &extents, *elem).expect("scalars can be yielded"));
        let types: Vec<Type> = types.collect();
        let begin: Vec<Subscript> = (0..nest.rank).map(|dim| sum(&self.offsets[dim])).collect();
        let Some(begin) = joined(&begin, &Form::Value) else {
            self.failed = true;
            return tensors.to_vec();
        };
        let at = (&begin, &extents[..]);
        let (mut tensors, first) = (self.begin_sums(b, tensors, at), self.sums_at());
        let op = build::compute(b, &extents, &types, |b, indices| self.point(b, indices));
        self.mark(b.body, op);
        let kind = self.adds.then_some(nest.kind);
        for (place, tile) in b.body.results(op).collect::<Vec<_>>().into_iter().enumerate() {
            let tensor = &mut tensors[first + place];
            *tensor = build::tile_write(b, (tile, *tensor), kind, &begin, Policy::Drop);
        }
        self.end_sums(b, tensors, at)
    }

    /// The values at a point of the tile; for a split fold, its partial result.
    fn point(&mut self, b: &mut Builder<'_>, indices: &[Value]) -> Vec<Value> {
        let (nest, fold) = (self.nest, self.nest.folds[0]);
        let mut copier = Copier::default();
        for (dim, index) in indices.iter().enumerate() {
            self.enter(&mut copier, dim, *index);
        }
        let total = self.fold(b, &copier, 0, indices);
        if self.adds {
            let is_wider = b.body.ty(total) != self.sum_type;
            return vec![if is_wider { arith::extf(b, total, self.sum_type) } else { total }];
        }
        copier.set(b.body.result(fold, 0), total);
        let yielded = b.body.view(nest.compute, Compute).yielded();
        let ops = nest.needed(b.body, &yielded, &[b.body.result(fold, 0)]);
        self.copy(b, &mut copier, &ops);
        copier.values(b, yielded)
    }

    /// The index of the tensor that takes the partial sums, or of the first result.
    fn sums_at(&self) -> usize {
        self.accumulator.map_or(0, |own| own.place)
    }

    /// Maps an index of the nest to the index in the tile plus the indices of the loops over tiles.
    pub(super) fn enter(&self, copier: &mut Copier, dim: usize, index: Value) {
        let all = [&self.offsets[dim][..], &[index]].concat();
        copier.extend_subscripts([(self.nest.dims[dim].index, sum(&all))]);
    }

    /// The fold at a point of the tile, from this one of the chain inwards.
    fn fold(&mut self, b: &mut Builder<'_>, outer: &Copier, number: usize, indices: &[Value]) -> Value {
        let nest = self.nest;
        let (mut copier, op, dim) = (outer.clone(), nest.folds[number], nest.rank + number);
        self.copy_level(b, &mut copier, number, indices);
        let bounds = match self.ends[dim] {
            Some(end) => Subscripts::new(&[AffineExpr::constant(0), AffineExpr::dim(0)], &[end], &[]),
            None => Ok(build::bounds_of(&match self.points[dim].filter(|_| self.is_split(dim)) {
                Some(points) => Extent::constant(points),
                None => nest.dims[dim].extent.clone(),
            })),
        };
        let bounds = bounds.expect("bounds are small expressions");
        let flags = b.body.view(op, Fold).fastmath();
        let ty = b.body.ty(nest.term);
        let new = build::fold(b, &bounds, &[nest.kind], &[ty], flags, |b, index| {
            let mut copier = copier.clone();
            self.enter(&mut copier, dim, index);
            let indices = [indices, &[index]].concat();
            if number + 1 < nest.folds.len() {
                return vec![self.fold(b, &copier, number + 1, &indices)];
            }
            self.copy_level(b, &mut copier, number + 1, &indices);
            vec![copier.value(b, nest.term)]
        });
        if let Some(name) = loop_name(b.body, op).map(str::to_string) {
            set_loop_name(b.body, new, &name);
        }
        b.body.result(new, 0)
    }

    /// Copies the code of a block that a term needs; reads of tiles replace staged values.
    fn copy_level(&mut self, b: &mut Builder<'_>, copier: &mut Copier, level: usize, indices: &[Value]) {
        let (nest, block) = (self.nest, Some(self.nest.blocks[level]));
        let tiles = self.tiles;
        let given: Vec<Value> = tiles.iter().map(|tile| tile.value).collect();
        for (at, tile) in tiles.iter().enumerate() {
            let home = b.body.def_op(tile.value).and_then(|op| b.body.block_of(op));
            if home == block {
                let value = self.read_tile(b, at, indices);
                copier.set(tile.value, value);
            }
        }
        let ops = nest.needed(b.body, &[nest.term], &given);
        let own: Vec<Op> = ops.into_iter().filter(|op| b.body.block_of(*op) == block).collect();
        self.copy(b, copier, &own);
    }

    /// Reads the element of a tile at the indices of the compute.
    fn read_tile(&mut self, b: &mut Builder<'_>, at: usize, indices: &[Value]) -> Value {
        let (tile, (stored, entered)) =
            (&self.tiles[at], self.made[at].clone().expect("an outer tile was built before"));
        let coordinate = |terms: &[(usize, i64)]| {
            let parts = terms.iter().map(|(dim, factor)| {
                let inner = indices.get(*dim).into_iter();
                let all: Vec<Value> =
                    self.offsets[*dim][entered[*dim]..].iter().chain(inner).copied().collect();
                (sum(&all), *factor)
            });
            combined(&parts.collect::<Vec<_>>())
        };
        let parts: Vec<Subscript> = tile.coordinates.iter().map(|c| coordinate(&c.terms)).collect();
        let place = joined(&parts, &Form::Value).and_then(|all| {
            let (ranges, multiples) = (ranges(b.body, &all.values), multiples(b.body, &all.values));
            let place = tile.layout.place(all.map.results(), &ranges, &multiples).ok()?;
            Subscripts::new(&place, &all.values, &[]).ok()
        });
        match place {
            Some(place) => element(b, stored, &place, (Policy::Clamp, None)),
            None => {
                self.failed = true;
                zero(b, tile.value)
            }
        }
    }

    /// True if a dimension has loops over tiles.
    fn is_split(&self, dim: usize) -> bool {
        !self.tiling.splits[dim].sizes.is_empty()
    }

    /// Sets the loop names and the schedule of the compute of a tile.
    fn mark(&self, body: &mut Body, op: Op) {
        if self.schedule.0.is_empty() {
            return;
        }
        write_loop_names(body, op, self.names);
        let attr = self.schedule.to_attr(body.ctx());
        body.set_attr(op, "schedule", attr);
    }
}

impl TileLoops for Loops<'_> {
    type State = Vec<Option<(Value, Vec<usize>)>>;

    fn tiling(&self) -> &Tiling {
        self.tiling
    }

    fn extent(&self, dim: usize) -> &Extent {
        &self.nest.dims[dim].extent
    }

    fn offsets(&mut self) -> &mut Vec<Vec<Value>> {
        &mut self.offsets
    }

    fn points(&self, dim: usize) -> Option<i64> {
        self.points[dim]
    }

    fn set_points(&mut self, dim: usize, points: Option<i64>) -> Option<i64> {
        std::mem::replace(&mut self.points[dim], points)
    }

    fn state(&self) -> Self::State {
        self.made.clone()
    }

    fn restore(&mut self, state: Self::State) {
        self.made = state;
    }

    /// Makes the tiles of this depth.
    fn before(&mut self, b: &mut Builder<'_>, depth: usize, tensors: &[Value]) -> Vec<Value> {
        self.make_tiles(b, depth);
        tensors.to_vec()
    }

    fn innermost(&mut self, b: &mut Builder<'_>, tensors: &[Value]) -> Vec<Value> {
        self.tile(b, tensors)
    }
}
