//! Calls of functions by JAX's dispatch, which run no Python code.

use super::finished;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use std::sync::{Mutex, PoisonError};

/// A base class whose instances call a dispatcher of JAX's directly while one is set, and else their method
/// `_call`.
#[pyclass(frozen, subclass, module = "tensorforge._native")]
#[derive(Default)]
pub(crate) struct DispatchCalls {
    run: Mutex<Option<Py<PyAny>>>,
}

#[pymethods]
impl DispatchCalls {
    #[new]
    #[pyo3(signature = (*_args, **_named))]
    fn new(_args: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> DispatchCalls {
        DispatchCalls::default()
    }

    /// Directs calls to a dispatcher.
    fn _use_dispatcher(&self, run: Py<PyAny>) {
        *self.run.lock().unwrap_or_else(PoisonError::into_inner) = Some(run);
    }

    // The dispatcher refers to the instance.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.run.try_lock().map_or(Ok(()), |run| run.as_ref().map_or(Ok(()), |run| visit.call(run)))
    }

    fn __clear__(&self) {
        self.run.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    #[pyo3(signature = (*args, **named))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let lock = slf.get().run.lock().unwrap_or_else(PoisonError::into_inner);
        let run = lock.as_ref().map(|run| run.bind(py).clone());
        drop(lock);
        let Some(run) = run else { return slf.call_method("_call", args, named) };
        let results = run.call(args, named);
        // The error of the program takes precedence over XLA's, which contains its text.
        if !finished(py)? && results.is_ok() {
            return slf.call_method1("_settled", (results?,));
        }
        results
    }
}
