//! Tracing for other languages: locations in their sources, immediate errors, extents as terms.

use crate::trace::error::{Site, TraceError};
use crate::trace::functions::Endless;
use crate::trace::tracer::Tracer;
use crate::types::dim::Dim;
use crate::types::tensor::Tensor;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use tf_ir::extent::{Extent, Symbol};

impl Tracer {
    /// Runs `make`; its ops and errors get this location in a source of another language, instead of the
    /// location of the call in Rust. Line and column count from 1. Nested calls, such as those in a loop's
    /// body, may set other locations.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("f", |p| {
    ///     let (a, b) = (p.input::<f32>("a", [3]), p.input::<f32>("b", [4]));
    ///     p.placed(("model.py", 12, 5), || a + b)
    /// });
    /// let error = program.unwrap_err();
    /// assert_eq!(error.problems()[0].place, Some(("model.py".to_string(), 12, 5)));
    /// ```
    pub fn placed<R>(&self, (file, line, column): (&str, u32, u32), make: impl FnOnce() -> R) -> R {
        let place = Site::Foreign(self.shared.ctx.str(file), line, column);
        let outer = self.shared.state.borrow_mut().place.replace(place);
        let made = make();
        self.shared.state.borrow_mut().place = outer;
        made
    }

    /// Runs `make`, and returns its errors instead of recording them for the end of the trace: for languages
    /// that raise an error immediately. Results that depend on an error are poisoned, and the trace may
    /// continue without them.
    ///
    /// # Errors
    /// [`TraceError`] with all errors that `make` recorded.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("f", |p| {
    ///     let (a, b) = (p.input::<f32>("a", [3]), p.input::<f32>("b", [4]));
    ///     p.checked(|| &a + &b).unwrap_or_else(|_| a.clone())
    /// });
    /// assert!(program.is_ok());
    /// ```
    pub fn checked<R>(&self, make: impl FnOnce() -> R) -> Result<R, TraceError> {
        let (before, open) = {
            let mut state = self.shared.state.borrow_mut();
            let open = (state.scopes.clone(), state.aside.clone(), state.library, state.place);
            (std::mem::take(&mut state.errors), open)
        };
        // An endless recursion unwinds the trace; a caller that handles errors here continues.
        let made = panic::catch_unwind(AssertUnwindSafe(make));
        let errors = {
            let mut state = self.shared.state.borrow_mut();
            let errors = std::mem::replace(&mut state.errors, before);
            // A successful run leaves its regions open: `break_if` puts the rest of its body into a branch.
            if made.is_err() || !errors.is_empty() {
                (state.scopes, state.aside, state.library, state.place) = open;
            }
            errors
        };
        match made {
            Err(payload) if !payload.is::<Endless>() => panic::resume_unwind(payload),
            Ok(made) if errors.is_empty() => Ok(made),
            _ => Err(TraceError::new(&self.shared.ctx, &errors)),
        }
    }

    /// Records an error of the user at the current location, and returns a poisoned handle.
    #[track_caller]
    pub fn refuse(&self, message: impl Into<String>) -> Tensor {
        self.shared.fail(Site::caller(), message);
        Tensor::poison(&self.shared)
    }

    /// Whether a value belongs to this trace; values of other traces must not be combined with this trace's
    /// values.
    pub fn owns(&self, tensor: &Tensor) -> bool {
        Rc::ptr_eq(&self.shared, &tensor.shared)
    }

    /// Whether an extent of this name has been declared, or computed by the program.
    pub fn knows(&self, name: &Symbol) -> bool {
        let state = self.shared.state.borrow();
        state.symbols.iter().any(|(known, _)| known == name) || state.computed.contains(name)
    }

    /// An extent from its term, whose symbols are those of [`Tracer::dim`].
    pub fn dim_from(&self, extent: Extent) -> Dim<'_> {
        Dim::new(&self.shared.terms, extent)
    }
}

/// # Trace
///
/// The trace to which a value belongs.
impl Tensor {
    /// The trace to which the value belongs.
    pub fn tracer(&self) -> Tracer {
        Tracer { shared: self.shared.clone() }
    }
}
