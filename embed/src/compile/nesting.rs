//! Deeply nested programs: passes and the interpreter recurse over regions and need a large stack.

use crate::error::{Error, render};
use tf_abi::stack;
use tf_ir::body::Body;
use tf_ir::diag::Sources;
use tf_ir::verify::verify_nesting;

/// The maximum depth handled on the caller's thread, whose stack may be small.
const SHALLOW: usize = 48;
/// Stack size of the thread for deeper programs. They nest up to [`tf_ir::walk::MAX_NESTING`] deep, and
/// inlined calls multiply that several times.
const STACK: usize = 256 << 20;

/// Runs `action`, on a thread with a larger stack if the module needs one.
///
/// # Errors
/// [`Error::Invalid`] if regions nest too deep in the module; [`Error::Build`] if the thread cannot be
/// started.
pub(crate) fn with_stack_for<T: Send>(module: &Body, action: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let depth = verify_nesting(module)
        .map_err(|error| Error::Invalid(render(module.ctx(), &Sources::default(), &[error])))?;
    on_stack_for(depth, action)
}

/// As [`with_stack_for`], for regions of this depth.
pub(crate) fn on_stack_for<T: Send>(depth: usize, action: impl FnOnce() -> T + Send) -> Result<T, Error> {
    if depth <= SHALLOW {
        return Ok(action());
    }
    let no_thread = |error| {
        Error::Build(
            format!("cannot start a thread with a stack for a deeply nested program: {error}").into(),
        )
    };
    stack::run(STACK, action).map_err(no_thread)
}
