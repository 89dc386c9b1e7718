//! Registers the dialect: its ops, its constants and its canonicalization.

use super::{DIALECT, canonical, ops, switch};
use crate::arith::ArithConstants;
use std::sync::Arc;
use tf_ir::interfaces::Materialize;
use tf_ir::registry::Registry;
use tf_ir::rewrite::Canonicalize;

/// Adds the dialect to a registry.
pub fn register(registry: &mut Registry) {
    if !registry.dialect(DIALECT, "Structured control flow: for, while, if, switch, parallel") {
        return;
    }
    let ops = [
        ops::For::info(),
        ops::While::info(),
        ops::If::info(),
        switch::Switch::info(),
        ops::Parallel::info(),
        ops::Yield::info(),
        ops::Condition::info(),
    ];
    ops.into_iter().for_each(|op| registry.op(op));
    registry.dialect_interface::<dyn Materialize>(DIALECT, Arc::new(ArithConstants));
    registry.dialect_interface::<dyn Canonicalize>(DIALECT, Arc::new(canonical::patterns));
}
