//! Tracing for other languages: places in their sources, errors when they happen, extents as terms.

use crate::trace::error::{Site, TraceError};
use crate::trace::functions::Endless;
use crate::trace::tracer::Tracer;
use crate::types::dim::Dim;
use crate::types::tensor::Tensor;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use tf_ir::extent::{Extent, Symbol};

impl Tracer {
    /// Runs `make`: its ops and errors have this place in a source of another language, instead of the place of the call in
    /// Rust. Line and column count from 1. Calls inside of it, as those of a loop's body, may have places of their own.
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

    /// Runs `make`, and gives the errors that it recorded instead of keeping them for the end of the trace: for languages that
    /// raise an error where it happens. What was made with an error is poisoned, and the trace may go on without it.
    ///
    /// # Errors
    /// [`TraceError`] with all that was recorded.
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
        // A trace that does not end is left by unwinding; whoever asks for its errors here goes on.
        let made = panic::catch_unwind(AssertUnwindSafe(make));
        let errors = {
            let mut state = self.shared.state.borrow_mut();
            let errors = std::mem::replace(&mut state.errors, before);
            // What went well leaves what it opened: `break_if` puts the rest of its body into a branch.
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

    /// Records an error of the user's at this place: a poisoned handle.
    #[track_caller]
    pub fn refuse(&self, message: impl Into<String>) -> Tensor {
        self.shared.fail(Site::caller(), message);
        Tensor::poison(&self.shared)
    }

    /// Whether a value belongs to this trace; others must not be combined with its values.
    pub fn owns(&self, tensor: &Tensor) -> bool {
        Rc::ptr_eq(&self.shared, &tensor.shared)
    }

    /// Whether an extent of this name has been declared, or computed by the program.
    pub fn knows(&self, name: &Symbol) -> bool {
        let state = self.shared.state.borrow();
        state.symbols.iter().any(|(known, _)| known == name) || state.born.contains(name)
    }

    /// An extent from its term, whose names are those of [`Tracer::dim`].
    pub fn dim_from(&self, extent: Extent) -> Dim<'_> {
        Dim::new(&self.shared.terms, extent)
    }
}

/// # The program
///
/// That a value belongs to.
impl Tensor {
    /// The trace that the value belongs to.
    pub fn tracer(&self) -> Tracer {
        Tracer { shared: self.shared.clone() }
    }
}
