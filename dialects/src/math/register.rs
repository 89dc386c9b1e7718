//! Registers the dialect: its ops, its constants and its canonicalization.

use super::{docs, rules};
use crate::arith::ArithConstants;
use crate::elementwise::describe;
use crate::scalar::table::MATH;
use std::sync::Arc;
use tf_ir::interfaces::Materialize;
use tf_ir::registry::Registry;
use tf_ir::rewrite::{Canonicalize, PatternSet};

/// Adds the dialect to a registry.
pub fn register(registry: &mut Registry) {
    if !registry.dialect("math", "Elementary functions, as upstream MLIR's") {
        return;
    }
    registry.dialect_interface::<dyn Materialize>("math", Arc::new(ArithConstants));
    let patterns: fn(&mut PatternSet) = rules::patterns;
    registry.dialect_interface::<dyn Canonicalize>("math", Arc::new(patterns));
    for (spec, (_, summary, details)) in MATH.iter().zip(docs::DOCS) {
        registry.op(describe(spec, summary, details));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_documentation() {
        assert!(MATH.iter().map(|spec| spec.mnemonic()).eq(docs::DOCS.iter().map(|doc| doc.0)));
    }
}
