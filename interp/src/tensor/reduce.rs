//! `tensor.reduce`, by its definition.

use crate::machine::Machine;
use crate::machine::action::{Action, Data, Interpret, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::tensor::combine::{
    Combination, Combiner, Combining, Plan, Running, dtypes, nested, started, tensors,
};
use crate::tensor::named::{for_each, position};
use crate::tensor::total::Combined;
use crate::values::value::Dense;
use std::sync::Arc;
use tf_dialects::scalar::DType;
use tf_dialects::tensor;
use tf_ir::body::{Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(tensor::Reduce);
}

/// `tensor.reduce`: nested folds of kinds, or a combiner over all elements in row-major order.
impl Interpret for tensor::Reduce {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(tensor::Reduce).ok_or_else(|| op.error("is no reduction"))?;
        let types: Vec<Type> = op.results().map(|v| op.body().ty(v)).collect();
        let plan = ReducePlan {
            inputs: view.inputs(),
            inits: view.inits(),
            axes: view.axes(),
            dtypes: dtypes(op, &types)?,
        };
        match Combiner::new(op, &view.combining_kinds(), &types, 0)? {
            Combiner::Kinds(kinds) => Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
                let results = plan.with_kinds(m, &kinds);
                m.set_results(op, results);
                Ok(())
            }))),
            combiner => Ok(Box::new(Combining { combiner, plan })),
        }
    }
}

struct ReducePlan {
    inputs: Vec<Value>,
    inits: Vec<Value>,
    axes: Vec<usize>,
    dtypes: Vec<DType>,
}

impl ReducePlan {
    fn kept(&self, extents: &[usize]) -> Vec<usize> {
        (0..extents.len()).filter(|axis| !self.axes.contains(axis)).collect()
    }

    fn tensors(&self, m: &Machine<'_>) -> Vec<Arc<Dense>> {
        self.inputs.iter().map(|v| m.get(*v).dense().clone()).collect()
    }

    fn with_kinds(&self, m: &Machine<'_>, kinds: &[Combined]) -> Data {
        let inputs = self.tensors(m);
        let inits: Vec<u64> = self.inits.iter().map(|v| m.bits(*v)).collect();
        let extents = &inputs[0].extents;
        let kept = self.kept(extents);
        let folded: Vec<usize> = (0..extents.len()).filter(|axis| self.axes.contains(axis)).collect();
        let [result, inner] =
            [&kept, &folded].map(|axes| axes.iter().map(|d| extents[*d]).collect::<Vec<_>>());
        let mut data = vec![Vec::new(); inputs.len()];
        let mut index = vec![0; extents.len()];
        for_each(m, &result, |outer| {
            kept.iter().zip(outer).for_each(|(axis, i)| index[*axis] = *i);
            let mut values = nested(m, &inner, kinds, &mut Vec::new(), &mut |at| {
                folded.iter().zip(at).for_each(|(axis, i)| index[*axis] = *i);
                let from = position(extents, index.iter().copied());
                inputs.iter().map(|x| x.data[from]).collect()
            });
            started(&inits, kinds, &mut values);
            data.iter_mut().zip(values).for_each(|(data, value)| data.push(value));
        });
        tensors(&self.dtypes, &result, data)
    }
}

impl Plan for ReducePlan {
    fn start(&self, m: &Machine<'_>, _op: Op) -> Result<Running, Stop> {
        let inputs = self.tensors(m);
        let extents = inputs[0].extents.clone();
        let kept = self.kept(&extents);
        let result: Vec<usize> = kept.iter().map(|axis| extents[*axis]).collect();
        let starts: Vec<u64> = self.inits.iter().map(|v| m.bits(*v)).collect();
        let mut cells = Vec::with_capacity(inputs[0].data.len());
        for_each(m, &extents, |at| cells.push(position(&result, kept.iter().map(|axis| at[*axis]))));
        let steps = cells.into_iter().enumerate().map(move |(from, cell)| Combination {
            cell,
            values: inputs.iter().map(|x| x.data[from]).collect(),
            before: None,
            after: None,
        });
        Ok(Running::new(&starts, result.iter().product(), Box::new(steps)))
    }

    fn finish(&self, m: &Machine<'_>, _op: Op, running: Running) -> Result<Data, Stop> {
        let extents = m.get(self.inputs[0]).dense().extents.clone();
        let result: Vec<usize> = self.kept(&extents).iter().map(|axis| extents[*axis]).collect();
        Ok(tensors(&self.dtypes, &result, running.cells))
    }
}
