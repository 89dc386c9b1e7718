//! The `vector` dialect: one-dimensional registers, their loads and stores, masks and reductions.
//!
//! `arith` and `math` compute on vectors element by element, as do ops on packed 32-bit lanes. This is not
//! upstream's `vector` dialect.

mod fold;
pub mod ops;
mod words;

pub use ops::*;
pub use words::*;

use crate::arith::ArithConstants;
use crate::elementwise::describe;
use crate::scalar::table::VECTOR;
use std::sync::Arc;
use tf_ir::interfaces::Materialize;
use tf_ir::registry::Registry;

/// The dialect's namespace.
pub const DIALECT: &str = "vector";
/// The attribute of a non-temporal store, which bypasses the caches if its address allows it.
pub const STREAM: &str = "stream";

/// Adds the dialect to a registry.
pub fn register(registry: &mut Registry) {
    if !registry.dialect(DIALECT, "Vectors: loads, stores, masks and reductions of one-dimensional registers")
    {
        return;
    }
    let ops = [
        ops::Load::info(),
        ops::Store::info(),
        ops::Gather::info(),
        ops::Scatter::info(),
        ops::Broadcast::info(),
        ops::Step::info(),
        ops::Reduce::info(),
        ops::Extract::info(),
        ops::Insert::info(),
    ];
    ops.into_iter().for_each(|op| registry.op(op));
    for (spec, (_, summary, details)) in VECTOR.iter().zip(words::DOCS) {
        registry.op(describe(spec, summary, details));
    }
    registry.dialect_interface::<dyn Materialize>(DIALECT, Arc::new(ArithConstants));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_documentation() {
        assert!(VECTOR.iter().map(|spec| spec.mnemonic()).eq(words::DOCS.iter().map(|doc| doc.0)));
    }
}
