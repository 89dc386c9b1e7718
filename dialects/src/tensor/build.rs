//! Builders of tensor ops with regions, terms, subscripts, windows or flags. Other ops have their own
//! functions `build`.
//!
//! Result types are inferred if they follow from the operands. The functions panic if operands do not fit,
//! because their callers know the types; text from users goes through the parser and the verifier.

use super::accumulate::{Accumulation, Combine, accumulations_attr};
use super::combiner::Laws;
use super::compute::{Compute, Fold, accumulator_type, result_type};
use super::constraints::kinds_attr;
use super::kinds::CombiningKind;
use super::layout::Range;
use super::pad::Padding;
use super::policy::Policy;
use super::scalar_code::Yield;
use super::shape::{extents, tensor_of};
use super::subscripts::Subscripts;
use super::window::{Windows, window_attrs};
use super::{
    At, Bitcast, Broadcast, Cast, Contract, DynamicSlice, Gather, Iota, Pad, Put, Reduce, Reshape, Scatter,
    Slice, Splat, TileRead, TileWrite,
};
use tf_ir::OpDef;
use tf_ir::affine::{AffineExpr, AffineMap};
use tf_ir::attr::{Attribute, ToAttribute};
use tf_ir::body::{Op, Value};
use tf_ir::builder::{Attrs, Builder};
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::interfaces::InferTypes;
use tf_ir::kind::WhichOp;
use tf_ir::registry::AttrSpec;
use tf_ir::types::{Dim, Type};

fn types_of(b: &Builder<'_>, values: &[Value]) -> Vec<Type> {
    values.iter().map(|v| b.body.ty(*v)).collect()
}

/// Subscripts as attributes: their map, under this name, and their terms.
fn map_attrs(ctx: &Context, name: &'static str, subscripts: &Subscripts) -> Vec<(&'static str, Attribute)> {
    let mut attrs = vec![(name, ctx.map_attr(subscripts.map.clone()))];
    if !subscripts.extents.is_empty() {
        attrs.push(("extents", ctx.extents_attr(&subscripts.extents)));
    }
    attrs
}

fn access_attrs(ctx: &Context, subscripts: &Subscripts, policy: Policy) -> Vec<(&'static str, Attribute)> {
    let mut attrs = map_attrs(ctx, "map", subscripts);
    attrs.extend(policy.name().map(|name| ("policy", ctx.string_attr(name))));
    attrs
}

/// Builds `tensor.compute` over a box: `body` builds the region from the indices with the given builder, and
/// returns the values to yield, one per result type.
pub fn compute(
    b: &mut Builder<'_>,
    extents: &[Extent],
    results: &[Type],
    body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Op {
    accumulate(b, extents, results, &[], &[], |b, indices, _| body(b, indices))
}

/// Builds `tensor.compute` whose last results accumulate: they start as `inits`, one per accumulation. `body`
/// builds the region from the indices and the accumulators, into which [`put`] writes, and returns the values
/// to yield for the `results`, which come first.
pub fn accumulate(
    b: &mut Builder<'_>,
    extents: &[Extent],
    results: &[Type],
    inits: &[Value],
    how: &[Accumulation],
    body: impl FnOnce(&mut Builder<'_>, &[Value], &[Value]) -> Vec<Value>,
) -> Op {
    let (ctx, types) = (b.ctx(), types_of(b, inits));
    let mut attrs = vec![("box", ctx.extents_attr(extents))];
    if !inits.is_empty() {
        attrs.push(("accumulate", accumulations_attr(&ctx, how)));
    }
    let op = b.op(Compute, inits, &[results, &types].concat(), &attrs);
    let mut args = vec![ctx.index(); extents.len()];
    args.extend(types.iter().map(|ty| accumulator_type(&ctx, *ty)));
    b.fill(op, 0, &args, Yield, |b, args| {
        let (indices, accumulators) = args.split_at(extents.len());
        body(b, indices, accumulators)
    });
    op
}

/// Builds `tensor.put` of a value into an accumulator.
pub fn put(b: &mut Builder<'_>, value: Value, target: Value, subscripts: &Subscripts, policy: Policy) -> Op {
    put_op(b, &[value], &[target], subscripts, policy)
}

/// As [`put`], of several values; without a region, which [`put_combined`] gives.
pub(crate) fn put_op(
    b: &mut Builder<'_>,
    values: &[Value],
    targets: &[Value],
    subscripts: &Subscripts,
    policy: Policy,
) -> Op {
    let attrs = access_attrs(b.body.ctx(), subscripts, policy);
    b.op(Put, &[values, targets, &subscripts.values].concat(), &[], &attrs)
}

/// Builds `tensor.put` of values into accumulators whose elements are updated together: `combine` builds the
/// new elements from the elements and the values.
pub fn put_combined(
    b: &mut Builder<'_>,
    values: &[Value],
    targets: &[Value],
    subscripts: &Subscripts,
    policy: Policy,
    combine: impl FnOnce(&mut Builder<'_>, &[Value], &[Value]) -> Vec<Value>,
) -> Op {
    let op = put_op(b, values, targets, subscripts, policy);
    b.fill(op, 0, &types_of(b, values).repeat(2), Yield, |b, args| {
        let (elements, new) = args.split_at(values.len());
        combine(b, elements, new)
    });
    op
}

/// Builds `tensor.gather`: windows of `sizes` elements of `operand`, at the positions in `indices`.
pub fn gather(
    b: &mut Builder<'_>,
    operand: Value,
    indices: Value,
    windows: &Windows,
    sizes: &[Extent],
) -> Value {
    let ctx = b.ctx();
    let (from, at) = (b.body.ty(operand), b.body.ty(indices));
    let result = super::gather::gather_type(&ctx, from, at, windows, sizes);
    let result = result.unwrap_or_else(|e| panic!("the op {e}"));
    let mut attrs = window_attrs(&ctx, windows);
    attrs.push(("sizes", ctx.extents_attr(sizes)));
    b.value(Gather, &[operand, indices], result, &attrs)
}

/// Builds `tensor.scatter` of updates into inputs, with one accumulation each; `unique` must be the same for
/// all. `combine` builds the new elements from the elements and the values; it is called if the accumulations
/// are by region.
pub fn scatter(
    b: &mut Builder<'_>,
    inputs: &[Value],
    indices: Value,
    updates: &[Value],
    windows: &Windows,
    how: &[Accumulation],
    combine: impl FnOnce(&mut Builder<'_>, &[Value], &[Value]) -> Vec<Value>,
) -> Op {
    let (ctx, results) = (b.ctx(), types_of(b, inputs));
    let plain: Vec<Accumulation> = how.iter().map(|a| a.unique(false)).collect();
    let mut attrs = window_attrs(&ctx, windows);
    attrs.push(("accumulate", accumulations_attr(&ctx, &plain)));
    if how.iter().any(|a| a.unique) {
        attrs.push(("unique", ctx.unit_attr()));
    }
    let op = b.op(Scatter, &[inputs, &[indices], updates].concat(), &results, &attrs);
    if how.iter().all(|a| a.combine != Combine::Region) {
        return op;
    }
    let elems: Vec<Type> = results.iter().map(|ty| ctx.elem_type(*ty)).collect();
    b.fill(op, 0, &elems.repeat(2), Yield, |b, args| {
        let (elements, values) = args.split_at(inputs.len());
        combine(b, elements, values)
    });
    op
}

/// As [`compute`], for one result of the element type `elem`.
pub fn compute_one(
    b: &mut Builder<'_>,
    extents: &[Extent],
    elem: Type,
    body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
) -> Value {
    let ctx = b.ctx();
    let result = result_type(&ctx, extents, elem).expect("scalars and static tensors can be yielded");
    let op = compute(b, extents, &[result], |b, indices| vec![body(b, indices)]);
    b.body.result(op, 0)
}

/// Builds `tensor.fold` over `bounds`, two expressions (from, to): `body` builds the region from the index
/// and returns the values to combine, one per kind.
pub fn fold(
    b: &mut Builder<'_>,
    bounds: &Subscripts,
    kinds: &[CombiningKind],
    results: &[Type],
    fastmath: Option<Attribute>,
    body: impl FnOnce(&mut Builder<'_>, Value) -> Vec<Value>,
) -> Op {
    let ctx = b.ctx();
    let mut attrs = map_attrs(&ctx, "bounds", bounds);
    attrs.push(("kinds", kinds_attr(&ctx, kinds)));
    attrs.extend(fastmath.map(|flags| ("fastmath", flags)));
    let op = b.op(Fold, &bounds.values, results, &attrs);
    b.fill(op, 0, &[ctx.index()], Yield, |b, args| body(b, args[0]));
    op
}

/// Builds `tensor.fold` over `bounds` with a combiner: `body` builds the region from the index and returns
/// the values to combine, one per initial value; `combine` builds the combiner from accumulators and values.
pub fn fold_combining(
    b: &mut Builder<'_>,
    bounds: &Subscripts,
    inits: &[Value],
    laws: Laws,
    body: impl FnOnce(&mut Builder<'_>, Value) -> Vec<Value>,
    combine: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Op {
    let (ctx, types) = (b.ctx(), types_of(b, inits));
    let operands = [&bounds.values[..], inits].concat();
    let mut attrs = map_attrs(&ctx, "bounds", bounds);
    attrs.extend(laws.names().map(|name| (name, ctx.unit_attr())));
    let op = b.op_with_regions(Fold, &operands, &types, &attrs, 2);
    b.fill(op, 0, &[ctx.index()], Yield, |b, args| body(b, args[0]));
    b.fill(op, 1, &types.repeat(2), Yield, combine);
    op
}

/// The bounds `0 to extent` of a fold.
pub fn bounds_of(extent: &Extent) -> Subscripts {
    let bounds = [AffineExpr::constant(0), AffineExpr::symbol(0)];
    Subscripts::new(&bounds, &[], std::slice::from_ref(extent)).expect("an extent is a small expression")
}

/// Builds `tensor.at`; `fill` goes with [`Policy::Fill`].
pub fn at(
    b: &mut Builder<'_>,
    source: Value,
    subscripts: &Subscripts,
    policy: Policy,
    fill: Option<Value>,
) -> Value {
    assert_eq!(policy == Policy::Fill, fill.is_some(), "a value to fill with goes with the policy fill");
    let ctx = b.ctx();
    let operands = [&[source], &subscripts.values[..], fill.as_slice()].concat();
    let elem = ctx.elem_type(b.body.ty(source));
    b.value(At, &operands, elem, &access_attrs(&ctx, subscripts, policy))
}

/// Builds a read at index values that are in bounds.
pub fn at_indices(b: &mut Builder<'_>, source: Value, indices: &[Value]) -> Value {
    at(b, source, &Subscripts::plain(indices), Policy::Assumed, None)
}

/// Builds `tensor.splat`.
pub fn splat(b: &mut Builder<'_>, value: Value, extents: &[Extent]) -> Value {
    let result = tensor_of(b.body.ctx(), extents, b.body.ty(value));
    Splat::build(b, value, result)
}

/// Builds `tensor.iota`.
pub fn iota(b: &mut Builder<'_>, extents: &[Extent], elem: Type, dim: usize) -> Value {
    let result = tensor_of(b.body.ctx(), extents, elem);
    Iota::build(b, result, dim)
}

/// Builds an op with inferred result types, this many empty regions, and the given attributes that are
/// present.
pub(super) fn inferred<D: OpDef + InferTypes>(
    b: &mut Builder<'_>,
    what: D,
    operands: &[Value],
    attrs: Attrs<'_>,
    regions: usize,
) -> Op {
    let ctx = b.ctx();
    let find = |spec: &AttrSpec| attrs.iter().find(|(name, _)| *name == spec.name).map(|(_, a)| *a);
    let slots: Vec<Option<Attribute>> = ctx.op_info(what.name_in(&ctx)).attrs.iter().map(find).collect();
    let results = b.infer(&what, operands, &slots);
    b.op_with_regions(what, operands, &results, attrs, regions)
}

/// Builds `tensor.broadcast`: operand axis `i` becomes result axis `dims[i]` of a shape.
pub fn broadcast(b: &mut Builder<'_>, input: Value, dims: &[usize], shape: &[Dim]) -> Value {
    let ctx = b.ctx();
    let result = ctx.tensor(shape, ctx.elem_type(b.body.ty(input)));
    Broadcast::build(b, input, result, dims)
}

/// Builds `tensor.reshape`.
pub fn reshape(b: &mut Builder<'_>, input: Value, shape: &[Dim]) -> Value {
    let ctx = b.ctx();
    let result = ctx.tensor(shape, ctx.elem_type(b.body.ty(input)));
    Reshape::build(b, input, result)
}

/// Builds `tensor.slice`.
pub fn slice(b: &mut Builder<'_>, input: Value, ranges: &[Range]) -> Value {
    let starts: Vec<Extent> = ranges.iter().map(|r| r.start.clone()).collect();
    let stops: Vec<Extent> = ranges.iter().map(|r| r.stop.clone()).collect();
    let steps: Vec<i64> = ranges.iter().map(|r| r.step).collect();
    Slice::build(b, input, &starts[..], &stops[..], &steps[..])
}

/// Builds `tensor.pad`: one padding per axis.
pub fn pad(b: &mut Builder<'_>, input: Value, value: Value, paddings: &[Padding]) -> Value {
    let low: Vec<Extent> = paddings.iter().map(|p| p.low.clone()).collect();
    let high: Vec<Extent> = paddings.iter().map(|p| p.high.clone()).collect();
    let interior: Vec<i64> = paddings.iter().map(|p| p.interior).collect();
    Pad::build(b, input, value, &low[..], &high[..], &interior[..])
}

/// Builds `tensor.dynamic_slice`: the window of `sizes` at `starts`, one `index` per axis.
pub fn dynamic_slice(b: &mut Builder<'_>, input: Value, starts: &[Value], sizes: &[Extent]) -> Value {
    let ctx = b.ctx();
    let result = tensor_of(&ctx, sizes, ctx.elem_type(b.body.ty(input)));
    DynamicSlice::build(b, input, starts, result)
}

/// Builds `tensor.tile_read`: a box of constant size at the offset `begin`; [`Policy::Fill`] requires a fill
/// value.
pub fn tile_read(
    b: &mut Builder<'_>,
    source: Value,
    begin: &Subscripts,
    (policy, fill): (Policy, Option<Value>),
    sizes: &[i64],
    layout: Option<AffineMap>,
) -> Value {
    let ctx = b.ctx();
    let operands = [&[source], &begin.values[..], fill.as_slice()].concat();
    let mut attrs = access_attrs(&ctx, begin, policy);
    attrs.extend(layout.map(|map| ("layout", ctx.map_attr(map))));
    let shape: Vec<Dim> = sizes.iter().map(|n| Dim::Static(*n)).collect();
    let result = ctx.tensor(shape, ctx.elem_type(b.body.ty(source)));
    b.value(TileRead, &operands, result, &attrs)
}

/// Builds `tensor.tile_write` of a tile into a tensor at the offset `begin`; a kind combines it with the old
/// elements.
pub fn tile_write(
    b: &mut Builder<'_>,
    (tile, dest): (Value, Value),
    kind: Option<CombiningKind>,
    begin: &Subscripts,
    policy: Policy,
) -> Value {
    let mut attrs = access_attrs(b.body.ctx(), begin, policy);
    attrs.extend(kind.map(|kind| ("kind", b.body.ctx().string_attr(kind.name()))));
    let (operands, result) = ([&[tile, dest], &begin.values[..]].concat(), b.body.ty(dest));
    b.value(TileWrite, &operands, result, &attrs)
}

/// Builds `tensor.bitcast` to an element type.
pub fn bitcast(b: &mut Builder<'_>, input: Value, elem: Type) -> Value {
    let result = super::bitcast::bitcast_type(&b.ctx(), b.body.ty(input), elem);
    let result = result.unwrap_or_else(|e| panic!("the op {e}"));
    Bitcast::build(b, input, result)
}

/// Builds `tensor.reduce`: one kind per input. After the inputs there may be one initial value for each.
pub fn reduce(
    b: &mut Builder<'_>,
    kinds: &[CombiningKind],
    inputs: &[Value],
    dims: &[usize],
    fastmath: Option<Attribute>,
) -> Op {
    let ctx = b.ctx();
    let mut attrs = vec![("kinds", kinds_attr(&ctx, kinds)), ("dims", dims.to_attribute(&ctx))];
    attrs.extend(fastmath.map(|flags| ("fastmath", flags)));
    inferred(b, Reduce, inputs, &attrs, 0)
}

/// Builds `tensor.reduce` with a combiner, which `combine` builds from accumulators and values.
pub fn reduce_combining(
    b: &mut Builder<'_>,
    inputs: &[Value],
    inits: &[Value],
    dims: &[usize],
    laws: Laws,
    combine: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Op {
    let ctx = b.ctx();
    let mut attrs = vec![("dims", dims.to_attribute(&ctx))];
    attrs.extend(laws.names().map(|name| (name, ctx.unit_attr())));
    let op = inferred(b, Reduce, &[inputs, inits].concat(), &attrs, 1);
    b.fill(op, 0, &types_of(b, inits).repeat(2), Yield, combine);
    op
}

/// Builds `tensor.contract`; the result has element type `elem`, or that of the first input.
pub fn contract(
    b: &mut Builder<'_>,
    equation: &str,
    inputs: &[Value],
    elem: Option<Type>,
    fastmath: Option<Attribute>,
) -> Value {
    let (ctx, types) = (b.ctx(), types_of(b, inputs));
    let elem = elem.unwrap_or_else(|| ctx.elem_type(types[0]));
    let result =
        super::reduce::contract_type(&ctx, equation, &types, elem).unwrap_or_else(|e| panic!("the op {e}"));
    let mut attrs = vec![("equation", ctx.string_attr(equation))];
    attrs.extend(fastmath.map(|flags| ("fastmath", flags)));
    b.value(Contract, inputs, result, &attrs)
}

/// Builds `tensor.cast`, or returns the input if it has the type.
pub fn cast(b: &mut Builder<'_>, input: Value, to: Type) -> Value {
    if b.body.ty(input) == to { input } else { Cast::build(b, input, to) }
}

/// The extents of a value as terms.
///
/// # Panics
/// If one has no name; `name-extents` names them all.
pub fn extents_of(b: &Builder<'_>, value: Value) -> Vec<Extent> {
    extents(b.body.ctx(), b.body.ty(value)).expect("every extent has a name")
}

/// The map of no subscripts, for rank 0.
pub fn scalar_subscripts() -> Subscripts {
    Subscripts { map: AffineMap::empty(0, 0), values: Default::default(), extents: Vec::new() }
}
