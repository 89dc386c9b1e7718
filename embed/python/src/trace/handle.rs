//! Handles of traced values in Python objects: a trace belongs to one thread.

use crate::error::TraceError;
use crate::trace::location;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::thread::{self, ThreadId};
use tensorforge::{Tensor, Tracer};

/// The message for a poisoned value.
pub(crate) const POISONED: &str =
    "this value no longer exists: its program has ended, or an error occurred before it";
/// The trace's error for a Python exception.
const RAISED: &str = "a function of the program raised an exception";

/// A value that only the thread that made it uses. If another thread drops it, it leaks: its reference counts
/// are not atomic.
pub(crate) struct Local<T> {
    value: ManuallyDrop<T>,
    thread: ThreadId,
}

// SAFETY: other threads neither use the value, as `get` refuses, nor drop it.
unsafe impl<T> Send for Local<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Local<T> {}

impl<T> Local<T> {
    pub(crate) fn new(value: T) -> Local<T> {
        Local { value: ManuallyDrop::new(value), thread: thread::current().id() }
    }

    /// The value.
    ///
    /// # Errors
    /// [`TraceError`] on another thread.
    pub(crate) fn get(&self) -> PyResult<&T> {
        if self.thread == thread::current().id() {
            return Ok(&self.value);
        }
        Err(TraceError::new_err(
            "a traced value is used on a thread other than the one that traces its program",
        ))
    }
}

impl<T> Drop for Local<T> {
    fn drop(&mut self) {
        if self.thread == thread::current().id() {
            // SAFETY: it is dropped once, and not used afterwards.
            unsafe { ManuallyDrop::drop(&mut self.value) };
        }
    }
}

/// The Python exception that occurred while the front end ran one of its functions.
#[derive(Default)]
pub(crate) struct Raised(RefCell<Option<PyErr>>);

impl Raised {
    /// The value, or a poisoned one after an exception, which is stored until the operation ends.
    pub(crate) fn catch<T>(
        &self,
        result: PyResult<T>,
        tracer: &Tracer,
        poison: impl FnOnce(Tensor) -> T,
    ) -> T {
        result.unwrap_or_else(|error| {
            self.0.borrow_mut().get_or_insert(error);
            poison(tracer.refuse(RAISED))
        })
    }
}

impl Raised {
    /// The stored exception.
    pub(crate) fn taken(self) -> Option<PyErr> {
        self.0.into_inner()
    }
}

/// Runs an operation of the front end with the source location of the user's call. Its errors are raised at
/// once.
///
/// # Errors
/// An exception of the user's function, else [`TraceError`].
pub(crate) fn run<R>(
    py: Python<'_>,
    tracer: &Tracer,
    make: impl FnOnce(&Tracer, &Raised) -> PyResult<R>,
) -> PyResult<R> {
    let (file, line, column) = location::caller(py)?;
    let raised = Raised::default();
    let made = tracer.placed((&file, line, column), || tracer.checked(|| make(tracer, &raised)));
    match (made, raised.taken()) {
        (Ok(made), None) => made,
        (Ok(_), Some(error)) => Err(error),
        (Err(found), None) => Err(TraceError::new_err(found.to_string())),
        (Err(found), Some(error)) => {
            // A function that fails on a poisoned value was called after the original error.
            let found = found.without(RAISED);
            let stumbled = error.value(py).to_string() == POISONED;
            match found.problems().is_empty() || !stumbled {
                true => Err(error),
                false => Err(TraceError::new_err(found.to_string())),
            }
        }
    }
}
