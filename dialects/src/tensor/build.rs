//! Building tensor ops: for passes and frontends.
//!
//! Result types are inferred where they follow from the operands. The functions panic where operands do not fit, as
//! their callers know the types; text from users goes through the parser and the verifier.

use super::accumulate::{Accumulation, Combine, accumulations_attr};
use super::combiner::Laws;
use super::compute::{Compute, Fold, Yield, accumulator_type, result_type};
use super::constraints::kinds_attr;
use super::kinds::CombiningKind;
use super::layout::Range;
use super::pad::Padding;
use super::policy::Policy;
use super::shape::{extents, tensor_of};
use super::subscripts::Subscripts;
use super::window::{Windows, window_attrs};
use super::{
    At, Bitcast, Broadcast, Cast, Concat, Contract, DynamicSlice, ExtentOf, FromElements, Gather, Iota, Pad,
    Put, Reduce, Reshape, Reverse, Scatter, Slice, Splat, Transpose, UpdateSlice,
};
use tf_ir::affine::{AffineExpr, AffineMap};
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::interfaces::{InferArgs, InferTypes};
use tf_ir::types::{Dim, Type};

/// Builds `tensor.compute` over a box: `body` builds the region at the builder it is given, from the indices, and
/// returns the values to yield, one per result type.
pub fn compute(
    b: &mut Builder<'_>,
    extents: &[Extent],
    results: &[Type],
    body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Op {
    let ctx = b.ctx();
    let op = b.op_with_regions(Compute, &[], results, &[("box", ctx.extents_attr(extents))], 1);
    let (block, outer) = b.enter(op, 0, &vec![ctx.index(); extents.len()]);
    let indices: Vec<Value> = b.body.args(block).collect();
    let values = body(b, &indices);
    b.op(Yield, &values, &[], &[]);
    b.cursor = outer;
    op
}

/// Builds `tensor.compute` whose last results accumulate: they start as `inits`, one per accumulation. `body` builds
/// the region from the indices and the accumulators, into which [`put`] writes, and returns the values to yield for
/// the `results`, which come first.
pub fn accumulate(
    b: &mut Builder<'_>,
    extents: &[Extent],
    results: &[Type],
    inits: &[Value],
    how: &[Accumulation],
    body: impl FnOnce(&mut Builder<'_>, &[Value], &[Value]) -> Vec<Value>,
) -> Op {
    let ctx = b.ctx();
    let types: Vec<Type> = inits.iter().map(|v| b.body.ty(*v)).collect();
    let mut attrs = vec![("box", ctx.extents_attr(extents))];
    if !inits.is_empty() {
        attrs.push(("accumulate", accumulations_attr(&ctx, how)));
    }
    let op = b.op_with_regions(Compute, inits, &[results, &types].concat(), &attrs, 1);
    let mut args = vec![ctx.index(); extents.len()];
    args.extend(types.iter().map(|ty| accumulator_type(&ctx, *ty)));
    let (block, outer) = b.enter(op, 0, &args);
    let args: Vec<Value> = b.body.args(block).collect();
    let (indices, accumulators) = args.split_at(extents.len());
    let values = body(b, indices, accumulators);
    b.op(Yield, &values, &[], &[]);
    b.cursor = outer;
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
    let ctx = b.ctx();
    let mut attrs = vec![("map", ctx.map_attr(subscripts.map.clone()))];
    if !subscripts.extents.is_empty() {
        attrs.push(("extents", ctx.extents_attr(&subscripts.extents)));
    }
    attrs.extend(policy.name().map(|name| ("policy", ctx.string_attr(name))));
    b.op_with_regions(Put, &[values, targets, &subscripts.values].concat(), &[], &attrs, 1)
}

/// Builds `tensor.put` of values into accumulators whose elements change together, as `combine` says: it builds the
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
    let elems: Vec<Type> = values.iter().map(|v| b.body.ty(*v)).collect();
    let (block, outer) = b.enter(op, 0, &[&elems[..], &elems].concat());
    let args: Vec<Value> = b.body.args(block).collect();
    let (elements, new) = args.split_at(values.len());
    let values = combine(b, elements, new);
    b.op(Yield, &values, &[], &[]);
    b.cursor = outer;
    op
}

/// Builds `tensor.gather`: windows of `sizes` elements of `operand`, at places that `indices` holds.
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

/// Builds `tensor.scatter` of updates into inputs, one accumulation each; they all promise the same about being
/// unique. `combine` builds the new elements from the elements and the values; it is asked if the accumulations are
/// by region.
pub fn scatter(
    b: &mut Builder<'_>,
    inputs: &[Value],
    indices: Value,
    updates: &[Value],
    windows: &Windows,
    how: &[Accumulation],
    combine: impl FnOnce(&mut Builder<'_>, &[Value], &[Value]) -> Vec<Value>,
) -> Op {
    let ctx = b.ctx();
    let results: Vec<Type> = inputs.iter().map(|v| b.body.ty(*v)).collect();
    let plain: Vec<Accumulation> = how.iter().map(|a| a.unique(false)).collect();
    let mut attrs = window_attrs(&ctx, windows);
    attrs.push(("accumulate", accumulations_attr(&ctx, &plain)));
    if how.iter().any(|a| a.unique) {
        attrs.push(("unique", ctx.unit_attr()));
    }
    let op = b.op_with_regions(Scatter, &[inputs, &[indices], updates].concat(), &results, &attrs, 1);
    if how.iter().all(|a| a.combine != Combine::Region) {
        return op;
    }
    let elems: Vec<Type> = results.iter().map(|ty| ctx.elem_type(*ty)).collect();
    let (block, outer) = b.enter(op, 0, &[&elems[..], &elems].concat());
    let args: Vec<Value> = b.body.args(block).collect();
    let (elements, values) = args.split_at(inputs.len());
    let new = combine(b, elements, values);
    b.op(Yield, &new, &[], &[]);
    b.cursor = outer;
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

/// Builds `tensor.fold` over `bounds`, two expressions (from, to): `body` builds the region from the index and
/// returns the values to combine, one per kind.
pub fn fold(
    b: &mut Builder<'_>,
    bounds: &Subscripts,
    kinds: &[CombiningKind],
    results: &[Type],
    fastmath: Option<Attribute>,
    body: impl FnOnce(&mut Builder<'_>, Value) -> Vec<Value>,
) -> Op {
    let ctx = b.ctx();
    let mut attrs = vec![("bounds", ctx.map_attr(bounds.map.clone())), ("kinds", kinds_attr(&ctx, kinds))];
    if !bounds.extents.is_empty() {
        attrs.push(("extents", ctx.extents_attr(&bounds.extents)));
    }
    attrs.extend(fastmath.map(|flags| ("fastmath", flags)));
    let op = b.op_with_regions(Fold, &bounds.values, results, &attrs, 1);
    let (block, outer) = b.enter(op, 0, &[ctx.index()]);
    let index = b.body.arg(block, 0);
    let values = body(b, index);
    b.op(Yield, &values, &[], &[]);
    b.cursor = outer;
    op
}

/// Builds `tensor.fold` over `bounds` with a combiner: `body` builds the region from the index and returns the values
/// to combine, one per initial value; `combine` builds the combiner from accumulators and values.
pub fn fold_combining(
    b: &mut Builder<'_>,
    bounds: &Subscripts,
    inits: &[Value],
    laws: Laws,
    body: impl FnOnce(&mut Builder<'_>, Value) -> Vec<Value>,
    combine: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Op {
    let ctx = b.ctx();
    let types: Vec<Type> = inits.iter().map(|v| b.body.ty(*v)).collect();
    let operands: Vec<Value> = bounds.values.iter().chain(inits).copied().collect();
    let mut attrs = vec![("bounds", ctx.map_attr(bounds.map.clone()))];
    if !bounds.extents.is_empty() {
        attrs.push(("extents", ctx.extents_attr(&bounds.extents)));
    }
    attrs.extend(laws.names().map(|name| (name, ctx.unit_attr())));
    let op = b.op_with_regions(Fold, &operands, &types, &attrs, 2);
    yielding(b, op, 0, &[ctx.index()], |b, args| body(b, args[0]));
    yielding(b, op, 1, &[&types[..], &types].concat(), combine);
    op
}

/// Fills region `i` of `op` with a block that takes `args`; `body` builds it and returns the values to yield.
pub fn yielding(
    b: &mut Builder<'_>,
    op: Op,
    i: usize,
    args: &[Type],
    body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) {
    let (block, outer) = b.enter(op, i, args);
    let args: Vec<Value> = b.body.args(block).collect();
    let values = body(b, &args);
    b.op(Yield, &values, &[], &[]);
    b.cursor = outer;
}

/// The bounds `0 to extent` of a fold.
pub fn bounds_of(extent: &Extent) -> Subscripts {
    let bounds = [AffineExpr::constant(0), AffineExpr::symbol(0)];
    Subscripts::new(&bounds, &[], std::slice::from_ref(extent)).expect("an extent is a small expression")
}

/// As [`fold`], over `0 to extent` with one kind.
pub fn fold_one(
    b: &mut Builder<'_>,
    extent: &Extent,
    kind: CombiningKind,
    result: Type,
    fastmath: Option<Attribute>,
    body: impl FnOnce(&mut Builder<'_>, Value) -> Value,
) -> Value {
    let op = fold(b, &bounds_of(extent), &[kind], &[result], fastmath, |b, k| vec![body(b, k)]);
    b.body.result(op, 0)
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
    let mut operands = vec![source];
    operands.extend(&subscripts.values);
    operands.extend(fill);
    let mut attrs = vec![("map", ctx.map_attr(subscripts.map.clone()))];
    if !subscripts.extents.is_empty() {
        attrs.push(("extents", ctx.extents_attr(&subscripts.extents)));
    }
    attrs.extend(policy.name().map(|name| ("policy", ctx.string_attr(name))));
    let elem = ctx.elem_type(b.body.ty(source));
    b.value(At, &operands, elem, &attrs)
}

/// Builds a read at index values that are inside.
pub fn at_indices(b: &mut Builder<'_>, source: Value, indices: &[Value]) -> Value {
    at(b, source, &Subscripts::plain(indices), Policy::Assumed, None)
}

/// Builds an extent as a number: `tensor.extent`.
pub fn extent_value(b: &mut Builder<'_>, extent: &Extent) -> Value {
    let ctx = b.ctx();
    let attr = ctx.extents_attr(std::slice::from_ref(extent));
    b.value(ExtentOf, &[], ctx.index(), &[("extent", attr)])
}

/// Builds `tensor.from_elements` of a type with constant extents.
pub fn from_elements(b: &mut Builder<'_>, elements: &[Value], result: Type) -> Value {
    b.value(FromElements, elements, result, &[])
}

/// Builds `tensor.splat`.
pub fn splat(b: &mut Builder<'_>, value: Value, extents: &[Extent]) -> Value {
    let result = tensor_of(b.body.ctx(), extents, b.body.ty(value));
    b.value(Splat, &[value], result, &[])
}

/// Builds `tensor.iota`.
pub fn iota(b: &mut Builder<'_>, extents: &[Extent], elem: Type, dim: usize) -> Value {
    let (result, dim) = (tensor_of(b.body.ctx(), extents, elem), b.body.ctx().i64_attr(dim as i64));
    b.value(Iota, &[], result, &[("dim", dim)])
}

pub(super) fn axes_attr(ctx: &Context, axes: &[usize]) -> Attribute {
    let axes: Vec<i64> = axes.iter().map(|a| *a as i64).collect();
    ctx.i64_array_attr(&axes)
}

/// Builds an op whose one result type is inferred.
fn inferred(
    b: &mut Builder<'_>,
    name: &str,
    rule: &dyn InferTypes,
    operands: &[Value],
    attrs: &[(&str, Attribute)],
) -> Op {
    inferred_with_regions(b, name, rule, operands, attrs, 0)
}

/// Builds an op with regions, yet empty, whose result types are inferred.
pub(super) fn inferred_with_regions(
    b: &mut Builder<'_>,
    name: &str,
    rule: &dyn InferTypes,
    operands: &[Value],
    attrs: &[(&str, Attribute)],
    regions: usize,
) -> Op {
    let ctx = b.ctx();
    let info = ctx.op_info(ctx.op_name(name));
    let find =
        |spec: &tf_ir::registry::AttrSpec| attrs.iter().find(|(n, _)| *n == spec.name).map(|(_, a)| *a);
    let slots: Vec<Option<Attribute>> = info.attrs.iter().map(find).collect();
    let types: Vec<Type> = operands.iter().map(|v| b.body.ty(*v)).collect();
    let args = InferArgs { ctx: &ctx, loc: b.loc, operands: &types, attrs: &slots };
    let results = rule.infer(&args).unwrap_or_else(|error| panic!("{}", error.message));
    b.op_with_regions(name, operands, &results, attrs, regions)
}

/// Builds `tensor.broadcast`: operand axis `i` becomes result axis `dims[i]` of a shape.
pub fn broadcast(b: &mut Builder<'_>, input: Value, dims: &[usize], shape: &[Dim]) -> Value {
    let ctx = b.ctx();
    let result = ctx.tensor(shape, ctx.elem_type(b.body.ty(input)));
    b.value(Broadcast, &[input], result, &[("dims", axes_attr(&ctx, dims))])
}

/// Builds `tensor.transpose`.
pub fn transpose(b: &mut Builder<'_>, input: Value, perm: &[usize]) -> Value {
    let perm = axes_attr(b.body.ctx(), perm);
    let op = inferred(b, Transpose::NAME, &Transpose, &[input], &[("perm", perm)]);
    b.body.result(op, 0)
}

/// Builds `tensor.reshape`.
pub fn reshape(b: &mut Builder<'_>, input: Value, shape: &[Dim]) -> Value {
    let ctx = b.ctx();
    let result = ctx.tensor(shape, ctx.elem_type(b.body.ty(input)));
    b.value(Reshape, &[input], result, &[])
}

/// Builds `tensor.slice`.
pub fn slice(b: &mut Builder<'_>, input: Value, ranges: &[Range]) -> Value {
    let ctx = b.ctx();
    let starts: Vec<Extent> = ranges.iter().map(|r| r.start.clone()).collect();
    let stops: Vec<Extent> = ranges.iter().map(|r| r.stop.clone()).collect();
    let steps: Vec<i64> = ranges.iter().map(|r| r.step).collect();
    let attrs = [
        ("starts", ctx.extents_attr(&starts)),
        ("stops", ctx.extents_attr(&stops)),
        ("steps", ctx.i64_array_attr(&steps)),
    ];
    let op = inferred(b, Slice::NAME, &Slice, &[input], &attrs);
    b.body.result(op, 0)
}

/// Builds `tensor.reverse`.
pub fn reverse(b: &mut Builder<'_>, input: Value, dims: &[usize]) -> Value {
    let dims = axes_attr(b.body.ctx(), dims);
    let op = inferred(b, Reverse::NAME, &Reverse, &[input], &[("dims", dims)]);
    b.body.result(op, 0)
}

/// Builds `tensor.pad`: one padding per axis.
pub fn pad(b: &mut Builder<'_>, input: Value, value: Value, paddings: &[Padding]) -> Value {
    let ctx = b.ctx();
    let low: Vec<Extent> = paddings.iter().map(|p| p.low.clone()).collect();
    let high: Vec<Extent> = paddings.iter().map(|p| p.high.clone()).collect();
    let interior: Vec<i64> = paddings.iter().map(|p| p.interior).collect();
    let attrs = [
        ("low", ctx.extents_attr(&low)),
        ("high", ctx.extents_attr(&high)),
        ("interior", ctx.i64_array_attr(&interior)),
    ];
    let op = inferred(b, Pad::NAME, &Pad, &[input, value], &attrs);
    b.body.result(op, 0)
}

/// Builds `tensor.concat` along an axis.
pub fn concat(b: &mut Builder<'_>, inputs: &[Value], dim: usize) -> Value {
    let dim = b.body.ctx().i64_attr(dim as i64);
    let op = inferred(b, Concat::NAME, &Concat, inputs, &[("dim", dim)]);
    b.body.result(op, 0)
}

/// Builds `tensor.dynamic_slice`: the window of `sizes` at `starts`, one `index` per axis.
pub fn dynamic_slice(b: &mut Builder<'_>, input: Value, starts: &[Value], sizes: &[Extent]) -> Value {
    let ctx = b.ctx();
    let result = tensor_of(&ctx, sizes, ctx.elem_type(b.body.ty(input)));
    b.value(DynamicSlice, &[&[input], starts].concat(), result, &[])
}

/// Builds `tensor.update_slice`: `input` with the window at `starts`, one `index` per axis, replaced by `update`.
pub fn update_slice(b: &mut Builder<'_>, update: Value, input: Value, starts: &[Value]) -> Value {
    let result = b.body.ty(input);
    b.value(UpdateSlice, &[&[update, input], starts].concat(), result, &[])
}

/// Builds `tensor.bitcast` to an element type.
pub fn bitcast(b: &mut Builder<'_>, input: Value, elem: Type) -> Value {
    let result = super::bitcast::bitcast_type(&b.ctx(), b.body.ty(input), elem);
    let result = result.unwrap_or_else(|e| panic!("the op {e}"));
    b.value(Bitcast, &[input], result, &[])
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
    let mut attrs = vec![("kinds", kinds_attr(&ctx, kinds)), ("dims", axes_attr(&ctx, dims))];
    attrs.extend(fastmath.map(|flags| ("fastmath", flags)));
    inferred(b, Reduce::NAME, &Reduce, inputs, &attrs)
}

/// Builds `tensor.reduce` with kinds and an initial value for each input.
pub fn reduce_from(
    b: &mut Builder<'_>,
    kinds: &[CombiningKind],
    inputs: &[Value],
    inits: &[Value],
    dims: &[usize],
    fastmath: Option<Attribute>,
) -> Op {
    let operands = [inputs, inits].concat();
    reduce(b, kinds, &operands, dims, fastmath)
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
    let mut attrs = vec![("dims", axes_attr(&ctx, dims))];
    attrs.extend(laws.names().map(|name| (name, ctx.unit_attr())));
    let op = inferred_with_regions(b, Reduce::NAME, &Reduce, &[inputs, inits].concat(), &attrs, 1);
    let types: Vec<Type> = inits.iter().map(|v| b.body.ty(*v)).collect();
    yielding(b, op, 0, &[&types[..], &types].concat(), combine);
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
    let ctx = b.ctx();
    let types: Vec<Type> = inputs.iter().map(|v| b.body.ty(*v)).collect();
    let elem = elem.unwrap_or_else(|| ctx.elem_type(types[0]));
    let result =
        super::reduce::contract_type(&ctx, equation, &types, elem).unwrap_or_else(|e| panic!("the op {e}"));
    let mut attrs = vec![("equation", ctx.string_attr(equation))];
    attrs.extend(fastmath.map(|flags| ("fastmath", flags)));
    b.value(Contract, inputs, result, &attrs)
}

/// Builds `tensor.cast`, or gives the input if it has the type.
pub fn cast(b: &mut Builder<'_>, input: Value, to: Type) -> Value {
    if b.body.ty(input) == to { input } else { b.value(Cast, &[input], to, &[]) }
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
