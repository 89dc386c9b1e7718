//! The fast path for calls of compiled programs: it runs no Python code.

use crate::executable::Executable;
use crate::session::Session;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The address of the process's session; null before the first.
static CURRENT: AtomicUsize = AtomicUsize::new(0);

/// Sets the session of programs that have none themselves.
#[pyfunction]
pub(crate) fn set_current_session(session: &Bound<'_, Session>) {
    CURRENT.store(session.as_ptr().addr(), Ordering::Release);
}

/// The executable that a program calls, and its session: the process's, or the program's.
struct Ready {
    executable: Py<Executable>,
    session: Py<Session>,
    own: bool,
}

/// A base class whose instances call an executable directly while one is set, and else their method `_call`.
#[pyclass(frozen, subclass, module = "tensorforge._native")]
#[derive(Default)]
pub(crate) struct ProgramCalls {
    ready: Mutex<Option<Ready>>,
}

#[pymethods]
impl ProgramCalls {
    #[new]
    #[pyo3(signature = (*_args, **_named))]
    fn new(_args: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> ProgramCalls {
        ProgramCalls::default()
    }

    /// Directs calls to an executable: as long as the session is the process's, or always, if it is the
    /// program's own.
    fn _use_executable(&self, executable: Py<Executable>, session: Py<Session>, own: bool) {
        *self.ready.lock().unwrap_or_else(PoisonError::into_inner) = Some(Ready { executable, session, own });
    }

    #[pyo3(signature = (*args, **named))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let ready = slf.get().ready.lock().unwrap_or_else(PoisonError::into_inner);
        let fits =
            |ready: &&Ready| ready.own || ready.session.as_ptr().addr() == CURRENT.load(Ordering::Acquire);
        let executable = ready.as_ref().filter(fits).map(|ready| ready.executable.clone_ref(py));
        drop(ready);
        match executable {
            Some(executable) => executable.get().call(args, named),
            None => slf.call_method("_call", args, named),
        }
    }
}
