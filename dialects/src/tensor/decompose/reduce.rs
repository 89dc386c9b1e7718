//! Decomposition of `tensor.reduce` and `tensor.contract` into a compute over the kept axes around a nest of
//! folds.

use super::super::build;
use super::super::combination::tensors_and_inits;
use super::super::combiner::{self, Laws};
use super::super::kinds::CombiningKind;
use super::super::reduce::{Contract, Reduce, label_extents};
use super::super::source::ExtentOf;
use super::{extended, product};
use crate::arith::const_index;
use crate::arith::flags::{FastMath, FlagSet};
use crate::loops::build::for_loop;
use crate::scalar::dtype;
use crate::shared::tileable::{Axis, IndexingMap, IteratorKind, Read, Structure, Tileable, named_extents};
use tf_ir::affine::AffineExpr;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// The combining operation of a nest of folds.
#[derive(Clone)]
pub(super) enum Combining {
    /// Kinds; initial values, if there are any, are combined with the result, on its left.
    Kinds { kinds: Vec<CombiningKind>, fastmath: Option<Attribute>, inits: Vec<Value> },
    /// A combiner, from initial values.
    Region { block: Block, laws: Laws, inits: Vec<Value> },
}

impl Combining {
    /// The operation of an op that has kinds or a combiner.
    pub(super) fn new(
        kinds: Vec<CombiningKind>,
        fastmath: Option<Attribute>,
        block: Option<Block>,
        laws: Laws,
        inits: Vec<Value>,
    ) -> Combining {
        match block {
            Some(block) => Combining::Region { block, laws, inits },
            None => Combining::Kinds { kinds, fastmath, inits },
        }
    }

    /// The operation of an op along its reduction axes: these kinds or, without any, its region; `None`
    /// without both.
    pub(super) fn of(op: OpRef<'_>, kinds: Vec<CombiningKind>) -> Option<Combining> {
        let block = combiner::block_of(op, 0);
        if kinds.is_empty() && block.is_none() {
            return None;
        }
        let inits = op.operands().skip(tensors_and_inits(op)[0]).collect();
        Some(Combining::new(kinds, op.attr(FastMath::ATTR), block, Laws::of(op), inits))
    }

    /// Combines the values of `body` over a box of these extents, in row-major order.
    pub(super) fn nest(
        &self,
        b: &mut Builder<'_>,
        extents: &[Extent],
        results: &[Type],
        body: &mut dyn FnMut(&mut Builder<'_>, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        match self {
            Combining::Kinds { kinds, fastmath, inits } => {
                let nest = Nest { extents, kinds, results, fastmath: *fastmath };
                let values = nest.build(b, &mut Vec::new(), body);
                if inits.is_empty() {
                    return values;
                }
                let pairs = kinds.iter().zip(inits).zip(values);
                pairs.map(|((kind, init), value)| combined(b, *kind, *init, value, *fastmath)).collect()
            }
            Combining::Region { block, laws, inits } => match extents {
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
fn loops(
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

/// An extent as an index value.
pub(super) fn extent_or_constant(b: &mut Builder<'_>, extent: &Extent) -> Value {
    match extent.as_const() {
        Some(n) => const_index(b, n),
        None => ExtentOf::build(b, extent),
    }
}

/// `a ∘ b` with a kind; the fast-math flags apply to floats.
pub(in crate::tensor) fn combined(
    b: &mut Builder<'_>,
    kind: CombiningKind,
    x: Value,
    y: Value,
    fastmath: Option<Attribute>,
) -> Value {
    let (ctx, ty) = (b.ctx(), b.body.ty(x));
    let dtype = dtype(&ctx, ty).expect("verified ops combine tensors of scalar elements");
    let what = kind.op(dtype).expect("verified ops have kinds for their types");
    let flags = fastmath.filter(|_| dtype.is_float());
    let attrs: Vec<(&str, Attribute)> = flags.map(|f| (FastMath::ATTR, f)).into_iter().collect();
    b.value(what, &[x, y], ty, &attrs)
}

/// A nest of folds with kinds.
struct Nest<'a> {
    extents: &'a [Extent],
    kinds: &'a [CombiningKind],
    results: &'a [Type],
    fastmath: Option<Attribute>,
}

impl Nest<'_> {
    /// Builds folds over the extents, the first outermost, around the code that `body` builds from their
    /// indices.
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

impl Tileable for Reduce {
    fn structure(&self, op: OpRef<'_>) -> Result<Structure, Diagnostic> {
        let reduce = op.view(Reduce);
        let axes = reduce.axes();
        let kind = |axis| if axes.contains(&axis) { IteratorKind::Reduction } else { IteratorKind::Parallel };
        let shape = named_extents(op, op.operand(0))?;
        let subscripts: Vec<AffineExpr> = (0..shape.len() as u32).map(AffineExpr::dim).collect();
        let domain = shape.into_iter().enumerate();
        let domain = domain.map(|(axis, extent)| Axis { extent, kind: kind(axis) }).collect();
        let read = |source| IndexingMap { source, subscripts: subscripts.clone(), terms: Vec::new() };
        let reads = reduce.inputs().into_iter().map(read).collect();
        Ok(Structure { domain, reads, kinds: reduce.combining_kinds() })
    }
}

impl Tileable for Contract {
    fn structure(&self, op: OpRef<'_>) -> Result<Structure, Diagnostic> {
        let contract = op.view(Contract);
        let equation = contract.parsed().expect("the op is verified");
        let inputs: Vec<Value> = op.operands().collect();
        inputs.iter().try_for_each(|input| named_extents(op, *input).map(drop))?;
        let types: Vec<Type> = inputs.iter().map(|v| op.body().ty(*v)).collect();
        let extents = label_extents(op.ctx(), &equation, &types).map_err(|e| op.error(e))?;
        let labels = [&equation.result[..], &equation.summed()].concat();
        let axis_of = |(i, label): (usize, &usize)| Axis {
            extent: extents[*label].to_extent().expect("every extent has a name"),
            kind: match i < equation.result.len() {
                true => IteratorKind::Parallel,
                false => IteratorKind::Reduction,
            },
        };
        let domain = labels.iter().enumerate().map(axis_of).collect();
        let dim = |label: &usize| {
            let axis = labels.iter().position(|l| l == label).expect("labels are kept or summed");
            AffineExpr::dim(axis as u32)
        };
        let read = |(source, axes): (Value, &Vec<usize>)| IndexingMap {
            source,
            subscripts: axes.iter().map(dim).collect(),
            terms: Vec::new(),
        };
        let reads = inputs.into_iter().zip(&equation.operands).map(read).collect();
        Ok(Structure { domain, reads, kinds: vec![CombiningKind::Add] })
    }

    /// The product of the elements.
    fn point(&self, b: &mut Builder<'_>, op: Op, reads: usize, read: &mut Read<'_>) -> Vec<Value> {
        let (elem, fastmath) = {
            let view = b.body.op(op);
            (view.ctx().elem_type(view.result_type(0)), view.view(Contract).fastmath())
        };
        let mut total = None;
        for i in 0..reads {
            let value = read(b, i);
            let value = extended(b, value, elem);
            total = Some(match total {
                Some(total) => product(b, total, value, fastmath),
                None => value,
            });
        }
        total.into_iter().collect()
    }
}
