//! Decomposition of `tensor.reduce_window` and `tensor.conv` into folds over a window, with reads that may
//! hit padding.

use super::super::build;
use super::super::conv::{Conv, Convolution};
use super::super::kinds::CombiningKind;
use super::super::policy::Policy;
use super::super::reduce_window::{ReduceWindow, WindowAxis};
use super::super::subscripts::Subscripts;
use super::reduce::Combining;
use super::{Decompose, extended, named_extents, product, result_extents};
use crate::arith::predicate::CmpI;
use crate::arith::{self, const_index, constant};
use crate::elementwise::constant::scalar_attr;
use crate::scalar::dtype;
use tf_ir::affine::{AffineError, AffineExpr};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

fn dim(i: usize) -> AffineExpr {
    AffineExpr::dim(i as u32)
}

/// The element at a position of the window: dimension `out` is the index of the result, `inner` that of the
/// window. In a hole between elements, it is the preceding element.
fn place(axis: &WindowAxis, out: usize, inner: usize) -> Result<AffineExpr, AffineError> {
    let place = dim(out).scale(axis.stride)?.add(&dim(inner).scale(axis.dilation)?)?.add_const(-axis.low)?;
    match axis.base_dilation {
        1 => Ok(place),
        by => place.floordiv(&AffineExpr::constant(by)),
    }
}

/// Whether a position of the window is an element rather than a hole; `None` if it always is.
fn on_element(b: &mut Builder<'_>, axis: &WindowAxis, out: Value, inner: Value) -> Option<Value> {
    if axis.base_dilation == 1 {
        return None;
    }
    let [stride, dilation, low, by] =
        [axis.stride, axis.dilation, axis.low, axis.base_dilation].map(|n| const_index(b, n));
    let moved = arith::muli(b, out, stride);
    let inside = arith::muli(b, inner, dilation);
    let sum = arith::addi(b, moved, inside);
    let place = arith::subi(b, sum, low);
    let rest = arith::remsi(b, place, by);
    let zero = const_index(b, 0);
    Some(arith::cmpi(b, CmpI::Eq, rest, zero))
}

/// The element of `source` at the subscripts, or `fill` outside and if a condition fails.
fn read(
    b: &mut Builder<'_>,
    source: Value,
    subscripts: &Subscripts,
    fill: Value,
    conditions: &[Value],
) -> Value {
    let element = build::at(b, source, subscripts, Policy::Fill, Some(fill));
    where_all(b, conditions, element, fill)
}

/// The value if all conditions hold, else the other one.
fn where_all(b: &mut Builder<'_>, conditions: &[Value], value: Value, other: Value) -> Value {
    let Some((first, rest)) = conditions.split_first() else { return value };
    let condition = rest.iter().fold(*first, |x, y| arith::andi(b, x, *y));
    arith::select(b, condition, value, other)
}

fn too_large(b: &Builder<'_>, op: Op, error: AffineError) -> Diagnostic {
    b.body.op(op).error(format_args!("cannot be decomposed: {error}"))
}

impl Decompose for ReduceWindow {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.view(op, ReduceWindow);
        let (inputs, inits, axes) = (view.inputs(), view.inits(), view.axes());
        let kinds = view.combining_kinds();
        let way = Combining::new(kinds.clone(), view.fastmath(), view.combiner(), view.laws(), inits.clone());
        named_extents(b.body.op(op), inputs[0])?;
        let extents = result_extents(b, op)?;
        let types: Vec<Type> = b.body.results(op).map(|v| b.body.ty(v)).collect();
        let elems: Vec<Type> = types.iter().map(|ty| b.body.ctx().elem_type(*ty)).collect();
        let rank = axes.len();
        let exprs: Result<Vec<AffineExpr>, _> =
            axes.iter().enumerate().map(|(d, axis)| place(axis, d, rank + d)).collect();
        let exprs = exprs.map_err(|error| too_large(b, op, error))?;
        let sizes: Vec<Extent> = axes.iter().map(|axis| axis.size.clone()).collect();
        let fills: Vec<Value> = match inits.is_empty() {
            true => kinds.iter().zip(&elems).map(|(kind, ty)| identity(b, *kind, *ty)).collect(),
            false => inits,
        };
        let compute = build::compute(b, &extents, &types, |b, outer| {
            way.nest(b, &sizes, &elems, &mut |b, inner| {
                let values = [outer, inner].concat();
                let subscripts =
                    Subscripts::new(&exprs, &values, &[]).expect("the subscripts of a window are small");
                let mut conditions = Vec::new();
                for (d, axis) in axes.iter().enumerate() {
                    conditions.extend(on_element(b, axis, outer[d], inner[d]));
                }
                let pairs = inputs.iter().zip(&fills);
                pairs.map(|(input, fill)| read(b, *input, &subscripts, *fill, &conditions)).collect()
            })
        });
        Ok(b.body.results(compute).collect())
    }
}

/// The identity of a kind, as a constant.
fn identity(b: &mut Builder<'_>, kind: CombiningKind, ty: Type) -> Value {
    let ctx = b.ctx();
    let identity = dtype(&ctx, ty).and_then(|dtype| kind.identity(dtype));
    let attr = identity.and_then(|value| scalar_attr(&ctx, value));
    constant(b, attr.expect("verified ops have kinds for their types"))
}

/// Subscripts of input and kernel, over the indices of the result, then of the kernel's spatial axes, then of
/// the input features of a group; `terms` are their symbols.
struct ConvSubscripts {
    input: Vec<AffineExpr>,
    kernel: Vec<AffineExpr>,
    terms: Vec<Extent>,
}

/// The subscripts of a convolution; `batch` is the extent of the input's batch, `kernel` are the kernel's
/// extents.
fn conv_subscripts(
    conv: &Convolution,
    batch: &Extent,
    kernel: &[Extent],
) -> Result<ConvSubscripts, AffineError> {
    let (dims, rank) = (&conv.dims, conv.axes.len() + 2);
    let channel = dim(rank + conv.axes.len());
    let output = dim(dims.feature[1]);
    let outputs = kernel[dims.kernel_feature[1]].as_const().unwrap_or(1);
    let part = batch.floordiv(conv.batch_groups).map_err(|_| AffineError::TooLarge)?;
    // The sizes of the kernel, then the share of the batch per group.
    let mut terms = kernel.to_vec();
    terms.push(part);
    let symbol = |i: usize| AffineExpr::symbol(i as u32);
    // The group of an output feature, times the size of a part.
    let offset = |groups: i64, part: usize| {
        let per_group = AffineExpr::constant((outputs / groups).max(1));
        output.floordiv(&per_group)?.mul(&symbol(part))
    };
    let mut input = vec![AffineExpr::constant(0); rank];
    let mut taps = vec![AffineExpr::constant(0); rank];
    input[dims.batch[0]] = match conv.batch_groups {
        1 => dim(dims.batch[1]),
        groups => offset(groups, rank)?.add(&dim(dims.batch[1]))?,
    };
    input[dims.feature[0]] = match conv.feature_groups {
        1 => channel.clone(),
        groups => offset(groups, dims.kernel_feature[0])?.add(&channel)?,
    };
    taps[dims.kernel_feature[0]] = channel;
    taps[dims.kernel_feature[1]] = output.clone();
    for (d, [i, k, o]) in dims.spatial.iter().enumerate() {
        input[*i] = place(&conv.axes[d], *o, rank + d)?;
        taps[*k] = match conv.reversed[d] {
            true => symbol(*k).sub(&dim(rank + d))?.add_const(-1)?,
            false => dim(rank + d),
        };
    }
    Ok(ConvSubscripts { input, kernel: taps, terms })
}

impl Decompose for Conv {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.view(op, Conv);
        let (input, kernel, fastmath) = (view.input(), view.kernel(), view.fastmath());
        let conv = view.convolution().map_err(|e| b.body.op(op).error(e))?;
        let batch = named_extents(b.body.op(op), input)?[conv.dims.batch[0]].clone();
        let sizes = named_extents(b.body.op(op), kernel)?;
        let extents = result_extents(b, op)?;
        let subscripts = conv_subscripts(&conv, &batch, &sizes).map_err(|error| too_large(b, op, error))?;
        let result = b.body.ty(b.body.result(op, 0));
        let [elem, from] = [result, b.body.ty(input)].map(|ty| b.body.ctx().elem_type(ty));
        let mut folded: Vec<Extent> = conv.axes.iter().map(|axis| axis.size.clone()).collect();
        folded.push(sizes[conv.dims.kernel_feature[0]].clone());
        let way = Combining::Kinds { kinds: vec![CombiningKind::Add], fastmath, inits: Vec::new() };
        let zero = identity(b, CombiningKind::Add, from);
        let compute = build::compute(b, &extents, &[result], |b, outer| {
            way.nest(b, &folded, &[elem], &mut |b, inner| {
                let values = [outer, inner].concat();
                let [at_input, at_kernel] = [&subscripts.input, &subscripts.kernel].map(|exprs| {
                    Subscripts::new(exprs, &values, &subscripts.terms)
                        .expect("the subscripts of a convolution are small")
                });
                let mut conditions = Vec::new();
                for (d, [_, _, o]) in conv.dims.spatial.iter().enumerate() {
                    conditions.extend(on_element(b, &conv.axes[d], outer[*o], inner[d]));
                }
                let x = read(b, input, &at_input, zero, &[]);
                let y = build::at(b, kernel, &at_kernel, Policy::Assumed, None);
                let (x, y) = (extended(b, x, elem), extended(b, y, elem));
                let product = product(b, x, y, fastmath);
                // A hole contributes nothing, independent of the kernel's value there.
                let nothing = identity(b, CombiningKind::Add, elem);
                vec![where_all(b, &conditions, product, nothing)]
            })
        });
        Ok(b.body.results(compute).collect())
    }
}
