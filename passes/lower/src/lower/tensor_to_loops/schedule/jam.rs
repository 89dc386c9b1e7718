//! Unroll-and-jam: several points share one loop for each of their folds, so that common reads occur once and
//! accumulators stay in registers.

use super::super::client::{Client, Result};
use super::lowering::Lowering;
use super::plan::{Inner, PointIndices};
use tf_dialects::arith::CmpI;
use tf_dialects::loops::{For, If};
use tf_dialects::tensor::bounds::{Inside, Proved, ProvedAxis};
use tf_dialects::tensor::{Access, Compute};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Block, Body, Value};
use tf_ir::extent::Extent;
use tf_ir::rewrite::{Layer, Rebuild};
use tf_ir::types::Dim;

/// A group of jammed points along an axis, all of them in the iteration domain.
pub struct JamGroup {
    /// The index of the axis in the comprehension.
    index: Value,
    /// The extent of the axis.
    extent: Extent,
    /// Number of points in the group.
    count: i64,
}

impl JamGroup {
    /// The proved bounds of an access at one point of the group. They are sharper than those for all points,
    /// since the previous and next points of the group exist.
    pub fn prove(&self, body: &Body, access: &Access<'_>, point: usize, known: &Proved) -> Proved {
        let dims = body.ctx().dims(body.ty(access.source)).unwrap_or_default();
        let subscripts = access.map.results().iter().zip(dims);
        let sharper = known.0.iter().zip(subscripts).map(|(known, (expr, dim))| {
            let place = self.offset(access, expr).and_then(|offset| offset.checked_add(point as i64));
            place.map_or(*known, |place| self.axis(*known, dim, place))
        });
        Proved(sharper.collect())
    }

    /// The offset of a subscript from the index, if it is constant.
    fn offset(&self, access: &Access<'_>, expr: &AffineExpr) -> Option<i64> {
        let form = expr.linear_form(access.map.num_dims(), access.map.num_symbols())?;
        let mut own = 0;
        for (value, stride) in access.indices.iter().zip(&form.dims) {
            match *value == self.index {
                true => own += stride,
                false if *stride != 0 => return None,
                false => {}
            }
        }
        (own == 1 && form.symbols.iter().all(|symbol| *symbol == 0)).then_some(form.constant)
    }

    /// The proved bounds of an axis whose subscript is the group's first index plus a constant.
    fn axis(&self, known: ProvedAxis, dim: &Dim, place: i64) -> ProvedAxis {
        let ProvedAxis { inside: Inside { lower, upper }, occupied } = known;
        let is_own = dim.to_extent().is_some_and(|extent| extent == self.extent);
        let inside = Inside { lower: lower || place >= 0, upper: upper || (is_own && place < self.count) };
        ProvedAxis { inside, occupied: occupied || is_own }
    }
}

impl Lowering<'_> {
    /// Builds the same code for each unroll-and-jam copy, or once, for the current point.
    pub fn each_point<R>(&mut self, mut build: impl FnMut(&mut Self, usize) -> Result<R>) -> Result<Vec<R>> {
        if self.at_point || self.points.is_empty() {
            return Ok(vec![build(self, 0)?]);
        }
        let mut built = Vec::with_capacity(self.points.len());
        for point in 0..self.points.len() {
            built.push(self.at(point, |this| build(this, point))?);
        }
        Ok(built)
    }

    /// Builds code that is the same at all points.
    pub fn any_point<R>(&mut self, build: impl FnOnce(&mut Self) -> R) -> R {
        match self.at_point || self.points.is_empty() {
            true => build(self),
            false => self.at(0, build),
        }
    }

    /// Builds code with the forms of a point of the group.
    fn at<R>(&mut self, point: usize, build: impl FnOnce(&mut Self) -> R) -> R {
        self.forms.push(std::mem::take(&mut self.points[point]));
        (self.at_point, self.point) = (true, point);
        let built = build(self);
        self.at_point = false;
        self.points[point] = self.forms.pop();
        built
    }

    /// Number of groups of `count` points that cover an axis.
    pub fn groups(&mut self, extent: Value, count: i64) -> Value {
        let (more, count) = (self.code.index(count - 1), self.code.index(count));
        let sum = self.code.add(extent, more);
        self.code.floor_div(sum, count, true)
    }

    /// Builds the loops inside a jammed axis: a full group runs jammed, a partial group at the end point by
    /// point.
    pub fn group(
        &mut self,
        inner: &Inner<'_>,
        (axis, count): (usize, i64),
        group: Value,
        indices: &mut PointIndices,
    ) -> Result<()> {
        let (extent, size) = (inner.extents[axis], self.code.index(count));
        let first = self.code.mul(group, size);
        let end = self.code.add(first, size);
        let whole = self.following(first, count);
        if self.code.known(extent).is_some_and(|n| n % count == 0) {
            indices[axis] = whole;
            return self.axis(inner, indices);
        }
        // If the extent is constant, so is the length of the partial group, and it runs jammed as well.
        let rest = self.code.known(extent).map(|n| n % count);
        let is_whole = self.code.cmpi(CmpI::Sle, end, extent);
        let new = If::build(&mut self.code.b, is_whole, &[]);
        self.region(new, 0, &[], |this, _| {
            indices[axis] = whole;
            this.axis(inner, indices)?;
            this.code.end(&[]);
            Ok(())
        })?;
        self.region(new, 1, &[], |this, _| {
            match rest {
                Some(rest) => {
                    indices[axis] = this.following(first, rest);
                    this.axis(inner, indices)?;
                }
                None => this.one_by_one(inner, axis, first, indices)?,
            }
            this.code.end(&[]);
            Ok(())
        })
    }

    /// `count` consecutive indices, beginning with `first`.
    fn following(&mut self, first: Value, count: i64) -> Vec<Value> {
        let at = |i| {
            let i = self.code.index(i);
            self.code.add(first, i)
        };
        (0..count).map(at).collect()
    }

    /// Builds the loops inside an axis for each of its points from `first` on.
    fn one_by_one(
        &mut self,
        inner: &Inner<'_>,
        axis: usize,
        first: Value,
        indices: &mut PointIndices,
    ) -> Result<()> {
        let (one, index) = (self.code.index(1), self.ctx().index());
        let rest = self.code.b.op(For, &[first, inner.extents[axis], one], &[], &[]);
        self.region(rest, 0, &[index], |this, args| {
            indices[axis] = vec![args[0]];
            this.axis(inner, indices)?;
            this.code.end(&[]);
            Ok(())
        })
    }

    /// Runs the region's code at the given points, then puts its values.
    pub fn points(&mut self, place: &PointIndices, block: Block, targets: &[Value]) -> Result<()> {
        let count = place.iter().map(Vec::len).max().unwrap_or(1);
        // An axis has one index for all points, or one for each.
        let at = |point: usize| place.iter().map(|i| i[point % i.len()]).collect::<Vec<Value>>();
        if count > 1 {
            self.points = vec![Layer::default(); count];
            self.together = self.group_of(place, block);
        }
        self.each_point(|this, point| {
            this.enter_point(&at(point), block);
            Ok(())
        })?;
        let end = self.block(block)?;
        self.each_point(|this, point| this.store_point(&at(point), end, targets))?;
        self.points.clear();
        self.together = None;
        Ok(())
    }

    /// The group of jammed points, if an axis has several indices.
    fn group_of(&self, place: &PointIndices, block: Block) -> Option<JamGroup> {
        let axis = place.iter().position(|indices| indices.len() > 1)?;
        let body = self.source();
        let extent = body.cast(body.block_owner(block)?, Compute)?.extents().get(axis)?.clone();
        let index = *self.indices.as_ref()?.get(axis)?;
        Some(JamGroup { index, extent, count: place[axis].len() as i64 })
    }
}
