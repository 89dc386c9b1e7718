//! Batching by a sequential loop over the slices, for ops without another rule.

use super::Slices;
use tf_dialects::arith::const_index;
use tf_dialects::differentiate::constant_like;
use tf_dialects::loops::{self, For};
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::{ExtentOf, UpdateSlice, build};
use tf_ir::batch::Batching;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::rewrite::{Layer, Rebuild};
use tf_ir::types::{Dim, Type};

impl Slices<'_, '_> {
    pub(super) fn one_by_one(&mut self, op: Op) -> Result<(), Diagnostic> {
        let results: Vec<Value> = self.b.body.results(op).collect();
        self.check_stacked(op, results.iter().copied())?;
        let uses: Vec<(Value, Value)> =
            self.mapped_uses(op).into_iter().map(|v| (v, self.form(v).value())).collect();
        let types: Vec<Type> = results.iter().map(|v| self.stacked_type(self.ty(*v))).collect();
        let starts: Vec<Value> = types.iter().map(|ty| constant_like(self.b, *ty, 0.0)).collect();
        let lower = const_index(self.b, 0);
        let upper = ExtentOf::build(self.b, &self.extent);
        let step = const_index(self.b, 1);
        let new = self.b.op(For, &[vec![lower, upper, step], starts].concat(), &types, &[]);
        let args = [&[self.b.ctx().index()], &types[..]].concat();
        // Inside the loop there is one slice, and no value is mapped.
        let mask = self.mask.take();
        self.forms.push(Layer::default());
        self.region(new, 0, &args, |this, args| {
            for (value, mapped) in uses {
                let ty = this.ty(value);
                let slice = slice_of(this.b, mapped, args[0], ty);
                this.define(value, slice);
            }
            let copy = this.copy(op)?;
            let values: Vec<Value> = this.b.body.results(copy).collect();
            let pairs = values.into_iter().zip(&args[1..]);
            let stacked: Vec<Value> =
                pairs.map(|(value, whole)| with_slice(this.b, *whole, args[0], value)).collect();
            loops::Yield::build(this.b, &stacked);
            Ok(())
        })?;
        self.forms.pop();
        self.mask = mask;
        self.set_mapped(op, new);
        Ok(())
    }
}

fn at_lane(b: &mut Builder<'_>, lane: Value, rank: usize) -> Vec<Value> {
    let mut starts = vec![lane];
    starts.extend((0..rank).map(|_| const_index(b, 0)));
    starts
}

/// One slice of a mapped value.
fn slice_of(b: &mut Builder<'_>, mapped: Value, lane: Value, ty: Type) -> Value {
    let ctx = b.ctx();
    if !ctx.is_tensor(ty) {
        return build::at_indices(b, mapped, &[lane]);
    }
    let shape = extents(&ctx, ty).expect("the type was checked before");
    let sizes: Vec<Extent> = [vec![Extent::constant(1)], shape.clone()].concat();
    let starts = at_lane(b, lane, shape.len());
    let window = build::dynamic_slice(b, mapped, &starts, &sizes);
    let dims: Vec<Dim> = shape.into_iter().map(Dim::from_extent).collect();
    build::reshape(b, window, &dims)
}

/// All slices, with one of them replaced.
fn with_slice(b: &mut Builder<'_>, whole: Value, lane: Value, value: Value) -> Value {
    let ctx = b.ctx();
    let ty = b.body.ty(value);
    let one = Extent::constant(1);
    let (update, rank) = match ctx.is_tensor(ty) {
        false => (build::splat(b, value, &[one]), 0),
        true => {
            let dims = ctx.dims(ty).unwrap_or_default();
            let shape: Vec<Dim> = [vec![Dim::from_extent(one)], dims.to_vec()].concat();
            (build::reshape(b, value, &shape), dims.len())
        }
    };
    let starts = at_lane(b, lane, rank);
    UpdateSlice::build(b, update, whole, &starts)
}
