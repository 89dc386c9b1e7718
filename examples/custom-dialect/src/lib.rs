//! `fixed`: fixed-point arithmetic, as a dialect outside of Tensorforge.
//!
//! A value of `!fixed.q<8>` is a 32-bit integer that counts steps of 2⁻⁸. The dialect has a type, an
//! attribute for its constants, ops with their meaning for the interpreter, folds, a pass with an option, and
//! a lowering to `arith` and `math`. `docs/tutorials/custom-dialect.md` goes through it.

pub mod lower;
pub mod meaning;
pub mod ops;
pub mod strength;
pub mod types;

use std::sync::Arc;
use tf_interp::Interpret;
use tf_ir::interfaces::Materialize;
use tf_ir::pass::PassRegistry;
use tf_ir::registry::Registry;

/// Adds the dialect to a registry that has Tensorforge's.
pub fn register(registry: &mut Registry) {
    if !registry.dialect("fixed", "Fixed-point arithmetic") {
        return;
    }
    types::register(registry);
    for info in ops::all() {
        // An interface of another crate, which the interpreter queries.
        registry.op(info.with::<dyn Interpret>(Arc::new(meaning::Meaning)));
    }
    registry.dialect_interface::<dyn Materialize>("fixed", Arc::new(ops::Constants));
}

/// Adds the dialect's passes.
pub fn register_passes(passes: &mut PassRegistry) {
    passes.pass(&strength::INFO).pass(&lower::INFO);
}
