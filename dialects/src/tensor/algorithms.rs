//! Builders of windows, convolutions, scans, sorts and random bits.
//!
//! As in [`super::build`], result types are inferred, and operands that do not fit cause a panic: callers
//! know the types.

use super::build::inferred;
use super::combiner::Laws;
use super::constraints::kinds_attr;
use super::conv::{Conv, convolution};
use super::kinds::CombiningKind;
use super::reduce_window::{ReduceWindow, WindowAxis};
use super::rng::{Algorithm, Rng};
use super::scalar_code::Yield;
use super::scan::Scan;
use super::shape::tensor_of;
use super::sort::Sort;
use tf_ir::attr::{Attribute, ToAttribute};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// Builds the body of a combiner or comparator from its arguments.
pub type BuildRegion<'f> = &'f mut dyn FnMut(&mut Builder<'_>, &[Value]) -> Vec<Value>;

/// The combining operation of an op.
pub enum Combine<'f> {
    /// With kinds, and these fast-math flags.
    Kinds(&'f [CombiningKind], Option<Attribute>),
    /// With a combiner that obeys these laws, built from accumulators and values.
    Region(Laws, BuildRegion<'f>),
}

impl Combine<'_> {
    fn attrs(&self, ctx: &Context) -> Vec<(&'static str, Attribute)> {
        match self {
            Combine::Kinds(kinds, fastmath) => {
                let flags = fastmath.map(|flags| ("fastmath", flags));
                std::iter::once(("kinds", kinds_attr(ctx, kinds))).chain(flags).collect()
            }
            Combine::Region(laws, _) => laws.names().map(|name| (name, ctx.unit_attr())).collect(),
        }
    }

    fn regions(&self) -> usize {
        usize::from(matches!(self, Combine::Region(..)))
    }

    /// Builds the combiner of an op, if there is one.
    fn finish(self, b: &mut Builder<'_>, op: Op, inits: &[Value]) {
        if let Combine::Region(_, body) = self {
            let types: Vec<Type> = inits.iter().map(|v| b.body.ty(*v)).collect();
            b.fill(op, 0, &types.repeat(2), Yield, body);
        }
    }
}

/// The attributes of windows that are not all 1 or all 0, under these names.
fn window_attrs(
    ctx: &Context,
    axes: &[WindowAxis],
    names: [&'static str; 5],
) -> Vec<(&'static str, Attribute)> {
    let column = |number: fn(&WindowAxis) -> i64| axes.iter().map(number).collect::<Vec<i64>>();
    let columns = [
        (column(|a| a.stride), 1),
        (column(|a| a.base_dilation), 1),
        (column(|a| a.dilation), 1),
        (column(|a| a.low), 0),
        (column(|a| a.high), 0),
    ];
    let named = names.into_iter().zip(columns);
    let told = named.filter(|(_, (column, plain))| column.iter().any(|n| n != plain));
    told.map(|(name, (column, _))| (name, ctx.i64_array_attr(&column))).collect()
}

/// Builds `tensor.reduce_window`; the sizes of the axes are constants.
pub fn reduce_window(
    b: &mut Builder<'_>,
    inputs: &[Value],
    inits: &[Value],
    axes: &[WindowAxis],
    combine: Combine<'_>,
) -> Op {
    let ctx = b.ctx();
    let sizes: Vec<i64> = axes
        .iter()
        .map(|axis| axis.size.as_const().expect("windows of tensors have constant sizes"))
        .collect();
    let mut attrs = combine.attrs(&ctx);
    attrs.push(("window", ctx.i64_array_attr(&sizes)));
    let names = ["strides", "base_dilations", "window_dilations", "low", "high"];
    attrs.extend(window_attrs(&ctx, axes, names));
    let operands = [inputs, inits].concat();
    let op = inferred(b, ReduceWindow, &operands, &attrs, combine.regions());
    combine.finish(b, op, inits);
    op
}

/// The parameters of a convolution without its operands.
#[derive(Clone, Debug)]
pub struct ConvSpec<'s> {
    /// The axes: `"b01f,01io->b01f"`.
    pub dims: &'s str,
    /// The geometry of the kernel along each spatial axis; sizes follow from the kernel and are ignored.
    pub axes: &'s [WindowAxis],
    /// The spatial axes along which the kernel is reversed.
    pub reversed: &'s [usize],
    /// Groups of features.
    pub feature_groups: i64,
    /// Groups of the batch.
    pub batch_groups: i64,
    /// Element type of the result.
    pub elem: Type,
}

/// Builds `tensor.conv`.
pub fn conv(
    b: &mut Builder<'_>,
    input: Value,
    kernel: Value,
    spec: &ConvSpec<'_>,
    fastmath: Option<Attribute>,
) -> Value {
    let ctx = b.ctx();
    let names = ["strides", "input_dilations", "kernel_dilations", "low", "high"];
    let mut attrs = vec![("dims", ctx.string_attr(spec.dims))];
    let lists = window_attrs(&ctx, spec.axes, names);
    let reversed = (!spec.reversed.is_empty()).then(|| spec.reversed.to_attribute(&ctx));
    let groups = [spec.feature_groups, spec.batch_groups].map(|n| (n != 1).then(|| ctx.i64_attr(n)));
    let list = |name: &str| lists.iter().find(|(n, _)| *n == name).map(|(_, a)| *a);
    let types = [input, kernel].map(|v| b.body.ty(v));
    let found = convolution(&ctx, types, spec.dims, names.map(list), reversed, groups);
    let shape = found.unwrap_or_else(|error| panic!("the convolution {error}")).shape;
    attrs.extend(lists);
    attrs.extend(reversed.map(|a| ("reversed", a)));
    attrs.extend(groups[0].map(|a| ("feature_groups", a)));
    attrs.extend(groups[1].map(|a| ("batch_groups", a)));
    attrs.extend(fastmath.map(|flags| ("fastmath", flags)));
    let result = ctx.tensor(shape, spec.elem);
    b.value(Conv, &[input, kernel], result, &attrs)
}

/// The direction of a scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Direction {
    /// From the last element to the first.
    pub reverse: bool,
    /// Results exclude their own element.
    pub exclusive: bool,
}

/// Builds `tensor.scan` along an axis.
pub fn scan(
    b: &mut Builder<'_>,
    inputs: &[Value],
    inits: &[Value],
    axis: usize,
    direction: Direction,
    combine: Combine<'_>,
) -> Op {
    let ctx = b.ctx();
    let mut attrs = combine.attrs(&ctx);
    attrs.push(("dim", ctx.i64_attr(axis as i64)));
    attrs.extend(direction.reverse.then(|| ("reverse", ctx.unit_attr())));
    attrs.extend(direction.exclusive.then(|| ("exclusive", ctx.unit_attr())));
    let operands = [inputs, inits].concat();
    let op = inferred(b, Scan, &operands, &attrs, combine.regions());
    combine.finish(b, op, inits);
    op
}

/// Builds `tensor.sort` along an axis: `comparator` builds whether the first element of each pair
/// `a0, b0, a1, b1 …` precedes the second.
pub fn sort(
    b: &mut Builder<'_>,
    inputs: &[Value],
    axis: usize,
    comparator: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
) -> Op {
    let ctx = b.ctx();
    let op = Sort::build(b, inputs, axis);
    let pairs: Vec<Type> = inputs
        .iter()
        .flat_map(|v| {
            let elem = ctx.elem_type(b.body.ty(*v));
            [elem, elem]
        })
        .collect();
    b.fill(op, 0, &pairs, Yield, |b, args| vec![comparator(b, args)]);
    op
}

/// Builds `tensor.rng`: the next state, and random bits of an integer type.
pub fn random_bits(
    b: &mut Builder<'_>,
    algorithm: Algorithm,
    state: Value,
    extents: &[Extent],
    elem: Type,
) -> (Value, Value) {
    let ctx = b.ctx();
    let types = [b.body.ty(state), tensor_of(&ctx, extents, elem)];
    let op = b.op(Rng, &[state], &types, &[("algorithm", ctx.string_attr(algorithm.name()))]);
    (b.body.result(op, 0), b.body.result(op, 1))
}
