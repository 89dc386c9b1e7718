//! Small arrays in scalar code, and loops with an early exit.

use super::handle::{Local as Kept, run};
use super::tensor::{Tensor, given};
use super::tracer::Tracer;
use super::values::{leaves, list, own, value};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::cell::RefCell;
use tensorforge::Values;

/// A small array of scalars whose length is known while tracing, for tens of elements: each is a separate
/// value.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Local {
    tracer: Kept<tensorforge::Tracer>,
    inner: Kept<RefCell<tensorforge::Local>>,
}

impl Local {
    fn new(tracer: &tensorforge::Tracer, array: tensorforge::Local) -> Local {
        Local { tracer: Kept::new(tracer.clone()), inner: Kept::new(RefCell::new(array)) }
    }
}

#[pymethods]
impl Local {
    /// An array of these scalars, promoted to their common type.
    #[new]
    fn make(py: Python<'_>, tracer: &Tracer, elements: &Bound<'_, PyAny>) -> PyResult<Local> {
        let tracer = tracer.0.get()?;
        let array = run(py, tracer, |tracer, _| Ok(tracer.local(leaves(tracer, elements)?.0)))?;
        Ok(Local::new(tracer, array))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.inner.get()?.borrow().len())
    }

    /// The element at an index, which is clamped to the bounds.
    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Tensor>> {
        let array = self.inner.get()?;
        let made = run(py, self.tracer.get()?, |tracer, _| Ok(array.borrow().get(value(tracer, index)?)))?;
        given(py, made)
    }

    /// Replaces the element at an index; out of bounds, nothing happens.
    fn __setitem__(
        &self,
        py: Python<'_>,
        index: &Bound<'_, PyAny>,
        element: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let array = self.inner.get()?;
        run(py, self.tracer.get()?, |tracer, _| {
            let (index, element) = (value(tracer, index)?, value(tracer, element)?);
            array.borrow_mut().set(index, element);
            Ok(())
        })
    }

    /// Adds to the element at an index; out of bounds, nothing happens.
    fn add(&self, py: Python<'_>, index: &Bound<'_, PyAny>, summand: &Bound<'_, PyAny>) -> PyResult<()> {
        let array = self.inner.get()?;
        run(py, self.tracer.get()?, |tracer, _| {
            let (index, summand) = (value(tracer, index)?, value(tracer, summand)?);
            array.borrow_mut().add(index, summand);
            Ok(())
        })
    }

    /// The elements: the array's loop-carried values.
    fn leaves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        run(py, self.tracer.get()?, |_, _| list(py, self.inner.get()?.borrow().elements()))
    }

    /// The array with other elements.
    fn with_leaves(&self, leaves: &Bound<'_, PyAny>) -> PyResult<Local> {
        let tensors = own(
            leaves,
            "a local array cannot be a result of a program: return tensorforge.stack of its elements",
        )?;
        let tracer = self.tracer.get()?;
        let mut tensors = tensors.into_iter();
        let mut next =
            || tensors.next().unwrap_or_else(|| tracer.refuse("an element of a local array is missing"));
        Ok(Local::new(tracer, self.inner.get()?.borrow().rebuild(&mut next)))
    }
}

/// The loop whose body is being traced.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Loop {
    tracer: Kept<tensorforge::Tracer>,
    inner: Kept<tensorforge::Loop>,
}

impl Loop {
    pub(crate) fn new(tracer: &tensorforge::Tracer, inner: &tensorforge::Loop) -> Loop {
        Loop { tracer: Kept::new(tracer.clone()), inner: Kept::new(inner.clone()) }
    }
}

#[pymethods]
impl Loop {
    /// Leaves the loop with a list of values if the condition holds, or ends the iteration.
    fn exit(
        &self,
        py: Python<'_>,
        condition: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
        goes_on: bool,
    ) -> PyResult<()> {
        let handle = self.inner.get()?;
        run(py, self.tracer.get()?, |tracer, _| {
            let (condition, values) = (value(tracer, condition)?, leaves(tracer, values)?);
            match goes_on {
                true => handle.continue_if(condition, values),
                false => handle.break_if(condition, values),
            }
            Ok(())
        })
    }
}

/// A tensor that scalar code writes to.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Target {
    tracer: Kept<tensorforge::Tracer>,
    inner: Kept<tensorforge::Target>,
}

impl Target {
    pub(crate) fn new(tracer: &tensorforge::Tracer, inner: &tensorforge::Target) -> Target {
        Target { tracer: Kept::new(tracer.clone()), inner: Kept::new(inner.clone()) }
    }
}

#[pymethods]
impl Target {
    /// Writes a value at an index per axis; `outside` is the policy for an index out of bounds: `"drop"`,
    /// `"clamp"`, `"wrap"`, `"check"`.
    #[pyo3(signature = (indices, element, outside="drop"))]
    fn put(
        &self,
        py: Python<'_>,
        indices: &Bound<'_, PyAny>,
        element: &Bound<'_, PyAny>,
        outside: &str,
    ) -> PyResult<()> {
        let target = self.inner.get()?;
        run(py, self.tracer.get()?, |tracer, _| {
            let indices =
                if indices.is_instance_of::<pyo3::types::PyTuple>() || indices.is_instance_of::<PyList>() {
                    leaves(tracer, indices)?.0
                } else {
                    vec![value(tracer, indices)?]
                };
            let element = value(tracer, element)?;
            match outside {
                "drop" => target.put(indices, element),
                "clamp" => target.put_clamp(indices, element),
                "wrap" => target.put_wrap(indices, element),
                "check" => target.put_checked(indices, element),
                other => {
                    return Err(pyo3::exceptions::PyTypeError::new_err(format!(
                        "outside is 'drop', 'clamp', 'wrap' or 'check', not {other:?}"
                    )));
                }
            }
            Ok(())
        })
    }
}
