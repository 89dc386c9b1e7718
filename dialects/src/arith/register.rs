//! Registers the dialect: its ops, its constants and its canonicalization.

use super::constant::{ArithConstants, Constant};
use super::scaling::{ScalingExtF, ScalingTruncF};
use super::{docs, rules, syntax};
use crate::elementwise::describe;
use crate::scalar::table::ARITH;
use std::sync::Arc;
use tf_ir::interfaces::Materialize;
use tf_ir::registry::{OpInfo, Registry};
use tf_ir::rewrite::{Canonicalize, PatternSet};

/// Adds the dialect to a registry.
pub fn register(registry: &mut Registry) {
    if !registry.dialect("arith", "Integer and float arithmetic, as upstream MLIR's") {
        return;
    }
    registry.dialect_interface::<dyn Materialize>("arith", Arc::new(ArithConstants));
    let patterns: fn(&mut PatternSet) = rules::patterns;
    registry.dialect_interface::<dyn Canonicalize>("arith", Arc::new(patterns));
    syntax::register(registry);
    registry.op(OpInfo { assembly: Some(Arc::new(syntax::ConstantAssembly)), ..Constant::info() });
    for (spec, (_, summary, details)) in ARITH.iter().zip(docs::DOCS) {
        registry.op(describe(spec, summary, details));
    }
    registry.op(ScalingExtF::info());
    registry.op(ScalingTruncF::info());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_documentation() {
        assert!(ARITH.iter().map(|spec| spec.mnemonic()).eq(docs::DOCS.iter().map(|doc| doc.0)));
    }
}
