//! `tensor.reduce` and `tensor.contract`: a compute over the kept axes around a nest of folds.

use super::super::build;
use super::super::kinds::CombiningKind;
use super::super::reduce::{Contract, ContractOp, Reduce, ReduceOp, label_extents};
use super::{Decompose, extended, named_extents, product};
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// What is folded, and how.
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
        let reduce = ReduceOp::cast(view).expect("registered for this op");
        let (kinds, mut axes) = (reduce.combining_kinds(), reduce.axes());
        axes.sort_unstable();
        let fastmath = reduce.fastmath();
        let shape = named_extents(view, view.operand(0))?;
        let inputs: Vec<Value> = view.operands().collect();
        let types: Vec<Type> = view.results().map(|r| view.body().ty(r)).collect();
        let elems: Vec<Type> = types.iter().map(|ty| view.ctx().elem_type(*ty)).collect();
        let kept: Vec<usize> = (0..shape.len()).filter(|axis| !axes.contains(axis)).collect();
        let extents: Vec<Extent> = kept.iter().map(|axis| shape[*axis].clone()).collect();
        let folded: Vec<Extent> = axes.iter().map(|axis| shape[*axis].clone()).collect();
        let compute = build::compute(b, &extents, &types, |b, outer| {
            let nest = Nest { extents: &folded, kinds: &kinds, results: &elems, fastmath };
            nest.build(b, &mut Vec::new(), &mut |b, inner| {
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
        let contract = ContractOp::cast(view).expect("registered for this op");
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
