//! `tensor.scan`, by its definition.

use crate::machine::Machine;
use crate::machine::action::{Action, Data, Interpret, Stop};
use crate::machine::meanings::Meanings;
use crate::tensor::combine::{Combination, Combiner, Combining, Plan, Running, dtypes, tensors};
use crate::values::value::Dense;
use std::sync::Arc;
use tf_dialects::scalar::DType;
use tf_dialects::tensor;
use tf_dialects::tensor::scan::Scan;
use tf_ir::body::{Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(Scan);
}

impl Interpret for Scan {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(tensor::scan::Scan).ok_or_else(|| op.error("is no scan"))?;
        let types: Vec<Type> = op.results().map(|v| op.body().ty(v)).collect();
        let combiner = Combiner::new(op, &view.combining_kinds(), &types, 0)?;
        let identities = match &combiner {
            Combiner::Kinds(kinds) => kinds.iter().map(|kind| kind.start).collect(),
            Combiner::Region(_) => Vec::new(),
        };
        let plan = ScanPlan {
            inputs: view.inputs(),
            inits: view.inits(),
            identities,
            axis: view.axis(),
            reverse: view.is_reverse(),
            exclusive: view.is_exclusive(),
            dtypes: dtypes(op, &types)?,
        };
        Ok(Box::new(Combining { combiner, plan }))
    }
}

struct ScanPlan {
    inputs: Vec<Value>,
    inits: Vec<Value>,
    /// The identities of the kinds.
    identities: Vec<u64>,
    axis: usize,
    reverse: bool,
    exclusive: bool,
    dtypes: Vec<DType>,
}

impl Plan for ScanPlan {
    fn start(&self, m: &Machine<'_>, _op: Op) -> Result<Running, Stop> {
        let inputs: Vec<Arc<Dense>> = self.inputs.iter().map(|v| m.get(*v).dense().clone()).collect();
        let starts: Vec<u64> = match self.inits.is_empty() {
            true => self.identities.clone(),
            false => self.inits.iter().map(|v| m.bits(*v)).collect(),
        };
        let extents = &inputs[0].extents;
        let length = extents[self.axis];
        let outer: usize = extents[..self.axis].iter().product();
        let inner: usize = extents[self.axis + 1..].iter().product();
        let (reverse, exclusive, count) = (self.reverse, self.exclusive, inputs[0].data.len());
        let steps = (0..outer * length * inner).map(move |n| {
            let (row, i) = (n / length, n % length);
            let along = if reverse { length - 1 - i } else { i };
            let at = (row / inner * length + along) * inner + row % inner;
            Combination {
                cell: row,
                values: inputs.iter().map(|x| x.data[at]).collect(),
                before: exclusive.then_some(at),
                after: (!exclusive).then_some(at),
            }
        });
        let mut running = Running::new(&starts, outer * inner, Box::new(steps));
        running.notes.iter_mut().for_each(|notes| notes.resize(count, 0));
        Ok(running)
    }

    fn finish(&self, m: &Machine<'_>, _op: Op, running: Running) -> Result<Data, Stop> {
        Ok(tensors(&self.dtypes, &m.get(self.inputs[0]).dense().extents, running.notes))
    }
}
