//! Calls of the user's Python functions with traced values.

use super::handle::{Local, Raised};
use super::local;
use super::tensor::Tensor;
use super::values::{Leaves, Value, leaves, list, value};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tensorforge::{Arg, Tracer};

/// A Python function of the user.
pub(crate) struct Function<'a, 'py> {
    pub(crate) tracer: &'a Tracer,
    pub(crate) raised: &'a Raised,
    pub(crate) function: &'a Bound<'py, PyAny>,
}

impl<'py> Function<'_, 'py> {
    /// Calls it with values and returns its list of results. After an exception: `count` poisoned values.
    pub(crate) fn call(&self, arguments: Vec<tensorforge::Tensor>, count: usize) -> Leaves {
        let result = self.objects(arguments).and_then(|arguments| {
            let given = self.function.call1(PyTuple::new(self.function.py(), arguments)?)?;
            leaves(self.tracer, &given)
        });
        self.or_poison(result, count)
    }

    /// As [`Function::call`]; the function's first argument is the loop.
    pub(crate) fn call_in(
        &self,
        handle: &tensorforge::Loop,
        arguments: Vec<tensorforge::Tensor>,
        count: usize,
    ) -> Leaves {
        let result = self.objects(arguments).and_then(|arguments| {
            let py = self.function.py();
            let first = Bound::new(py, local::Loop::new(self.tracer, handle))?.into_any();
            let given = self.function.call1(PyTuple::new(py, [vec![first], arguments].concat())?)?;
            leaves(self.tracer, &given)
        });
        self.or_poison(result, count)
    }

    /// Calls the function with the indices, followed by the tensors that it writes to.
    pub(crate) fn call_on(&self, indices: Vec<tensorforge::Tensor>, targets: &[tensorforge::Target]) {
        let py = self.function.py();
        let result = self.objects(indices).and_then(|indices| {
            let target = |target| Ok(Bound::new(py, local::Target::new(self.tracer, target))?.into_any());
            let targets = targets.iter().map(target).collect::<PyResult<Vec<_>>>()?;
            self.function.call1(PyTuple::new(py, [indices, targets].concat())?).map(|_| ())
        });
        self.raised.catch(result, self.tracer, |_| ());
    }

    /// As [`Function::call`], for a function that takes lists of values.
    pub(crate) fn call_grouped(&self, groups: [Vec<tensorforge::Tensor>; 3], count: usize) -> Leaves {
        let py = self.function.py();
        let lists = groups.into_iter().map(|group| list(py, group)).collect::<PyResult<Vec<_>>>();
        let result =
            lists.and_then(|lists| leaves(self.tracer, &self.function.call1(PyTuple::new(py, lists)?)?));
        self.or_poison(result, count)
    }

    fn or_poison(&self, result: PyResult<Leaves>, count: usize) -> Leaves {
        self.raised.catch(result, self.tracer, |poison| {
            Leaves((0..count).map(|_| Value(Arg::Tensor(poison.clone()))).collect())
        })
    }

    /// As [`Function::call`], with one result.
    pub(crate) fn call_one(&self, arguments: Vec<tensorforge::Tensor>) -> tensorforge::Tensor {
        let result = self.objects(arguments).and_then(|arguments| {
            let given = self.function.call1(PyTuple::new(self.function.py(), arguments)?)?;
            Ok(self.tracer.value(value(self.tracer, &given)?))
        });
        self.raised.catch(result, self.tracer, |poison| poison)
    }

    fn objects(&self, tensors: Vec<tensorforge::Tensor>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        tensors
            .into_iter()
            .map(|t| Ok(Bound::new(self.function.py(), Tensor(Local::new(t)))?.into_any()))
            .collect()
    }
}
