//! Converts operands from Python: values, and lists of them.

use super::tensor::Tensor;
use super::{dim, tensor};
use crate::error::TraceError;
use crate::{arrays, scalars};
use pyo3::prelude::*;
use pyo3::types::PyList;
use tensorforge::{Arg, Operand, Tracer, Values};

/// A value of the program, a scalar constant, or an extent.
#[derive(Clone)]
pub(crate) struct Value(pub(crate) Arg);

impl Operand for Value {
    fn arg(self) -> Arg {
        self.0
    }
}

/// Several values: those that loops carry, or results of functions.
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

/// A value from Python: a tensor of this trace, a scalar, an extent, or an array, which becomes a constant.
///
/// # Errors
/// Python's `TypeError`; [`TraceError`] for a tensor of another program.
pub(crate) fn value(tracer: &Tracer, object: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(tensor) = object.cast::<Tensor>() {
        let tensor = tensor.get().handle()?;
        if !tracer.owns(tensor) {
            return Err(TraceError::new_err(
                "a value of another program is used: each call of a program is traced separately",
            ));
        }
        return Ok(Value(Arg::Tensor(tensor.clone())));
    }
    if let Some(number) = scalars::number(object)? {
        return Ok(Value(Arg::Number(number)));
    }
    if let Ok(dim) = object.cast::<dim::Dim>() {
        dim::dim(tracer, &dim.get().extent);
        return Ok(Value(Arg::Dim(Ok(dim.get().extent.clone()))));
    }
    Ok(Value(Arg::Tensor(tracer.array(&arrays::constant(object)?))))
}

/// Whether operators accept an object as the other operand of a tensor.
pub(crate) fn is_value(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.is_instance_of::<Tensor>()
        || object.is_instance_of::<dim::Dim>()
        || scalars::number(object)?.is_some()
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

/// The traced values of a list; anything else in it is an error with the text `otherwise`.
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
