//! Routines (`tf.routine`) that a unit calls.

use tf_ir::types::Type;

/// The index of the sites of all traps in a module that is a routine: its callers know where they call it.
pub(crate) const FOREIGN_SITE: i64 = i32::MAX as i64;

/// A routine that may be called.
#[derive(Clone)]
pub(crate) struct Callee {
    /// The function's name in the unit.
    pub symbol: String,
    /// The types of its arguments, as tensors.
    pub inputs: Vec<Type>,
}
