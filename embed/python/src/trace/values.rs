//! What Python passes to operations: values, lists of them, functions.

use super::handle::{Local, Raised};
use super::tensor::Tensor;
use super::{dim, local, tensor};
use crate::error::TraceError;
use crate::{arrays, numbers};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use tensorforge::{Arg, Operand, Tracer, Values};

/// A value of the program, a number, or an extent.
#[derive(Clone)]
pub(crate) struct Value(pub(crate) Arg);

impl Operand for Value {
    fn arg(self) -> Arg {
        self.0
    }
}

/// Several values: what loops carry, what functions give.
pub(crate) struct Leaves(pub(crate) Vec<Value>);

impl Values for Leaves {
    type Traced = Vec<tensorforge::Tensor>;

    fn collect(&self, out: &mut Vec<Arg>) {
        out.extend(self.0.iter().map(|value| value.0.clone()));
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> tensorforge::Tensor) -> Self::Traced {
        self.0.iter().map(|_| next()).collect()
    }
}

/// A value from Python: a tensor of this trace, a number, an extent, or an array, which becomes a constant.
///
/// # Errors
/// Python's `TypeError`; [`TraceError`] for a tensor of another program.
pub(crate) fn value(tracer: &Tracer, object: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(tensor) = object.cast::<Tensor>() {
        let tensor = tensor.get().handle()?;
        if !tracer.owns(tensor) {
            return Err(TraceError::new_err(
                "a value of another program is used: each call of a program traces anew",
            ));
        }
        return Ok(Value(Arg::Tensor(tensor.clone())));
    }
    if let Some(number) = numbers::number(object)? {
        return Ok(Value(Arg::Number(number)));
    }
    if let Ok(dim) = object.cast::<dim::Dim>() {
        dim::dim(tracer, &dim.get().extent);
        return Ok(Value(Arg::Dim(Ok(dim.get().extent.clone()))));
    }
    Ok(Value(Arg::Tensor(tracer.array(&arrays::constant(object)?))))
}

/// Whether operators take an object beside a tensor.
pub(crate) fn is_value(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.is_instance_of::<Tensor>()
        || object.is_instance_of::<dim::Dim>()
        || numbers::number(object)?.is_some()
        || object.hasattr("__array__")?
        || object.hasattr("__dlpack__")?)
}

/// The values of a list.
///
/// # Errors
/// As [`value`].
pub(crate) fn leaves(tracer: &Tracer, list: &Bound<'_, PyAny>) -> PyResult<Leaves> {
    list.try_iter()?.map(|object| value(tracer, &object?)).collect::<PyResult<_>>().map(Leaves)
}

/// The traced values of a list; nothing else may be in it, which `otherwise` says.
///
/// # Errors
/// [`TraceError`].
pub(crate) fn own(list: &Bound<'_, PyAny>, otherwise: &str) -> PyResult<Vec<tensorforge::Tensor>> {
    list.try_iter()?
        .map(|object| match object?.cast::<Tensor>() {
            Ok(tensor) => tensor.get().handle().cloned(),
            Err(_) => Err(TraceError::new_err(otherwise.to_string())),
        })
        .collect()
}

/// Tensors for Python.
pub(crate) fn list<'py>(py: Python<'py>, tensors: Vec<tensorforge::Tensor>) -> PyResult<Bound<'py, PyList>> {
    let objects: Vec<_> = tensors.into_iter().map(|t| tensor::given(py, t)).collect::<PyResult<_>>()?;
    PyList::new(py, objects)
}

/// A function of the user's.
pub(crate) struct Function<'a, 'py> {
    pub(crate) tracer: &'a Tracer,
    pub(crate) raised: &'a Raised,
    pub(crate) function: &'a Bound<'py, PyAny>,
}

impl<'py> Function<'_, 'py> {
    /// Calls it with values; the list that it returns. After an exception, as many poisoned values as `count`.
    pub(crate) fn call(&self, arguments: Vec<tensorforge::Tensor>, count: usize) -> Leaves {
        let result = self.objects(arguments).and_then(|arguments| {
            let given = self.function.call1(PyTuple::new(self.function.py(), arguments)?)?;
            leaves(self.tracer, &given)
        });
        self.or_poison(result, count)
    }

    /// As [`Function::call`]; the function takes the loop in which it is first.
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

    /// Calls the function for the tensors that it writes to, which it takes behind the indices.
    pub(crate) fn call_on(&self, indices: Vec<tensorforge::Tensor>, targets: &[tensorforge::Target]) {
        let py = self.function.py();
        let result = self.objects(indices).and_then(|indices| {
            let target = |target| Ok(Bound::new(py, local::Target::new(self.tracer, target))?.into_any());
            let targets = targets.iter().map(target).collect::<PyResult<Vec<_>>>()?;
            self.function.call1(PyTuple::new(py, [indices, targets].concat())?).map(|_| ())
        });
        self.raised.catch(result, self.tracer, |_| ());
    }

    /// As [`Function::call`], where the function takes lists of values.
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

    /// As [`Function::call`], of one value.
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
