//! Reading StableHLO: the dialects' ops, types and attributes.
//!
//! The ops are only read: they are printed in generic form, which every tool of StableHLO reads.

mod attrs;
mod form;
mod regions;
mod rows;
mod sdy;

use form::RowForm;
use rows::ROWS;
use std::sync::Arc;
use tf_ir::registry::{Count, OpInfo, Registry, Traits};

/// Adds the dialects `stablehlo`, `chlo`, `check` and `sdy` to a registry.
pub fn register(registry: &mut Registry) {
    if !registry
        .dialect("stablehlo", "Programs of machine learning frameworks (openxla/stablehlo), to be imported")
    {
        return;
    }
    registry.dialect("chlo", "Client ops beside StableHLO, to be imported");
    registry.dialect("check", "What tests of StableHLO expect");
    attrs::register(registry);
    sdy::register(registry);
    for row in ROWS {
        let traits = match row.name {
            "stablehlo.return" => Traits::TERMINATOR.with(Traits::RETURN_LIKE),
            _ => Traits::default(),
        };
        registry.op(OpInfo {
            traits,
            operands: None,
            results: None,
            regions: Count::AtLeast(0),
            summary: "An op of StableHLO's specification, to be imported".into(),
            docs: "Its meaning is that of the StableHLO specification; the import turns it into our ops."
                .into(),
            assembly: Some(Arc::new(RowForm(row))),
            ..OpInfo::new(row.name)
        });
    }
}
