//! The `math` dialect: upstream's elementary functions on scalars, vectors and tensors.

mod docs;
mod rules;

use crate::arith::ArithConstants;
use crate::elementwise::{describe, describe_types};
use crate::scalar::lookup;
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
    for (name, kind, summary, details) in docs::OPS {
        registry.op(match lookup(name) {
            Some(spec) => describe(spec, summary, details),
            None => describe_types(name, *kind, summary, details),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::table::MATH;

    #[test]
    fn rows_and_documentation_agree() {
        for spec in MATH {
            let doc = docs::OPS.iter().find(|doc| doc.0 == spec.name);
            assert_eq!(doc.map(|doc| doc.1), Some(spec.kind), "{}", spec.name);
        }
        assert!(docs::OPS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
