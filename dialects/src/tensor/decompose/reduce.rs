//! `tensor.reduce` and `tensor.contract`: a compute over the kept axes around a nest of folds.

use super::super::build;
use super::super::combiner::{self, Laws};
use super::super::kinds::CombiningKind;
use super::super::reduce::{Contract, Reduce, label_extents};
use super::super::source::ExtentOf;
use super::{Decompose, extended, named_extents, product};
use crate::arith::const_index;
use crate::arith::flags::{FastMath, FlagSet};
use crate::loops::build::for_loop;
use crate::scalar::dtype;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// What the folds of a nest combine with.
#[derive(Clone)]
pub(super) enum Way {
    /// Kinds; initial values, if there are any, are combined with what comes out, on its left.
    Kinds { kinds: Vec<CombiningKind>, fastmath: Option<Attribute>, inits: Vec<Value> },
    /// A combiner, from initial values.
    Region { block: Block, laws: Laws, inits: Vec<Value> },
}

impl Way {
    /// The way of an op that has kinds or a combiner.
    pub(super) fn new(
        kinds: Vec<CombiningKind>,
        fastmath: Option<Attribute>,
        block: Option<Block>,
        laws: Laws,
        inits: Vec<Value>,
    ) -> Way {
        match block {
            Some(block) => Way::Region { block, laws, inits },
            None => Way::Kinds { kinds, fastmath, inits },
        }
    }

    /// Combines what `body` builds over a box of these extents, in row-major order.
    pub(super) fn nest(
        &self,
        b: &mut Builder<'_>,
        extents: &[Extent],
        results: &[Type],
        body: &mut dyn FnMut(&mut Builder<'_>, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        match self {
            Way::Kinds { kinds, fastmath, inits } => {
                let nest = Nest { extents, kinds, results, fastmath: *fastmath };
                let values = nest.build(b, &mut Vec::new(), body);
                if inits.is_empty() {
                    return values;
                }
                let pairs = kinds.iter().zip(inits).zip(values);
                pairs.map(|((kind, init), value)| combined(b, *kind, *init, value, *fastmath)).collect()
            }
            Way::Region { block, laws, inits } => match extents {
                [extent] => {
                    let bounds = build::bounds_of(extent);
                    let block = *block;
                    let fold = build::fold_combining(
                        b,
                        &bounds,
                        inits,
                        *laws,
                        |b, index| body(b, &[index]),
                        |b, values| combiner::inline(b, block, values),
                    );
                    b.body.results(fold).collect()
                }
                _ => loops(b, extents, &mut Vec::new(), inits, &mut |b, indices, accumulators| {
                    let values = body(b, indices);
                    combiner::inline(b, *block, &[accumulators, &values].concat())
                }),
            },
        }
    }
}

/// Loops over a box, in row-major order, that carry values.
pub(in super::super) fn loops(
    b: &mut Builder<'_>,
    extents: &[Extent],
    indices: &mut Vec<Value>,
    carried: &[Value],
    body: &mut dyn FnMut(&mut Builder<'_>, &[Value], &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let Some(extent) = extents.get(indices.len()) else { return body(b, indices, carried) };
    let (zero, one, upper) = (const_index(b, 0), const_index(b, 1), extent_or_constant(b, extent));
    let op = for_loop(b, zero, upper, one, carried, |b, index, carried| {
        indices.push(index);
        let values = loops(b, extents, indices, carried, body);
        indices.pop();
        values
    });
    b.body.results(op).collect()
}

/// An extent as a number.
pub(super) fn extent_or_constant(b: &mut Builder<'_>, extent: &Extent) -> Value {
    match extent.as_const() {
        Some(n) => const_index(b, n),
        None => ExtentOf::build(b, extent),
    }
}

/// `a ∘ b` with a kind, and with these fast-math flags where the values are floats.
pub(in super::super) fn combined(
    b: &mut Builder<'_>,
    kind: CombiningKind,
    x: Value,
    y: Value,
    fastmath: Option<Attribute>,
) -> Value {
    let (ctx, ty) = (b.ctx(), b.body.ty(x));
    let dtype = dtype(&ctx, ty).expect("verified ops combine numbers");
    let what = kind.op(dtype).expect("verified ops have kinds for their types");
    let flags = fastmath.filter(|_| dtype.is_float());
    let attrs: Vec<(&str, Attribute)> = flags.map(|f| (FastMath::ATTR, f)).into_iter().collect();
    b.value(what, &[x, y], ty, &attrs)
}

/// What is folded with kinds.
struct Nest<'a> {
    extents: &'a [Extent],
    kinds: &'a [CombiningKind],
    results: &'a [Type],
    fastmath: Option<Attribute>,
}

impl Nest<'_> {
    /// Builds folds over the extents, the first outermost, around what `body` builds from their indices.
    fn build(
        &self,
        b: &mut Builder<'_>,
        indices: &mut Vec<Value>,
        body: &mut dyn FnMut(&mut Builder<'_>, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let Some(extent) = self.extents.get(indices.len()) else { return body(b, indices) };
        let bounds = build::bounds_of(extent);
        let fold = build::fold(b, &bounds, self.kinds, self.results, self.fastmath, |b, index| {
            indices.push(index);
            let values = self.build(b, indices, body);
            indices.pop();
            values
        });
        b.body.results(fold).collect()
    }
}

impl Decompose for Reduce {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let reduce = view.view(Reduce);
        let mut axes = reduce.axes();
        axes.sort_unstable();
        let way = Way::new(
            reduce.combining_kinds(),
            reduce.fastmath(),
            reduce.combiner(),
            reduce.laws(),
            reduce.inits(),
        );
        let shape = named_extents(view, view.operand(0))?;
        let inputs: Vec<Value> = reduce.inputs();
        let types: Vec<Type> = view.results().map(|r| view.body().ty(r)).collect();
        let elems: Vec<Type> = types.iter().map(|ty| view.ctx().elem_type(*ty)).collect();
        let kept: Vec<usize> = (0..shape.len()).filter(|axis| !axes.contains(axis)).collect();
        let extents: Vec<Extent> = kept.iter().map(|axis| shape[*axis].clone()).collect();
        let folded: Vec<Extent> = axes.iter().map(|axis| shape[*axis].clone()).collect();
        let compute = build::compute(b, &extents, &types, |b, outer| {
            way.nest(b, &folded, &elems, &mut |b, inner| {
                let mut indices = vec![None; shape.len()];
                kept.iter()
                    .zip(outer)
                    .chain(axes.iter().zip(inner))
                    .for_each(|(axis, i)| indices[*axis] = Some(*i));
                let indices: Vec<Value> = indices.into_iter().flatten().collect();
                inputs.iter().map(|input| build::at_indices(b, *input, &indices)).collect()
            })
        });
        Ok(b.body.results(compute).collect())
    }
}

impl Decompose for Contract {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let contract = view.view(Contract);
        let (equation, fastmath) = (contract.parsed().expect("the op is verified"), contract.fastmath());
        let inputs: Vec<Value> = view.operands().collect();
        inputs.iter().try_for_each(|input| named_extents(view, *input).map(drop))?;
        let types: Vec<Type> = inputs.iter().map(|v| view.body().ty(*v)).collect();
        let labels = label_extents(view.ctx(), &equation, &types).map_err(|e| view.error(e))?;
        let extent = |label: &usize| labels[*label].to_extent().expect("every extent has a name");
        let extents: Vec<Extent> = equation.result.iter().map(extent).collect();
        let summed = equation.summed();
        let folded: Vec<Extent> = summed.iter().map(extent).collect();
        let result = view.result_type(0);
        let elem = view.ctx().elem_type(result);
        let compute = build::compute(b, &extents, &[result], |b, outer| {
            let nest = Nest { extents: &folded, kinds: &[CombiningKind::Add], results: &[elem], fastmath };
            nest.build(b, &mut Vec::new(), &mut |b, inner| {
                let index = |label: &usize| match equation.result.iter().position(|l| l == label) {
                    Some(i) => outer[i],
                    None => inner[summed.iter().position(|l| l == label).expect("labels are kept or summed")],
                };
                let mut total: Option<Value> = None;
                for (input, axes) in inputs.iter().zip(&equation.operands) {
                    let indices: Vec<Value> = axes.iter().map(index).collect();
                    let value = build::at_indices(b, *input, &indices);
                    let value = extended(b, value, elem);
                    total = Some(match total {
                        Some(total) => product(b, total, value, fastmath),
                        None => value,
                    });
                }
                total.into_iter().collect()
            })
        });
        Ok(b.body.results(compute).collect())
    }
}
