//! Parsing StableHLO: the syntax of ops, types and attributes.

mod attrs;
mod form;
mod regions;
mod row;
mod sdy;

pub(super) use form::RowForm;
pub(super) use row::{Key, Shape, Syntax, Value};

use tf_ir::registry::{OpInfo, Registry};

/// Registers the attributes and types, and the dialect `sdy`; `complete` adds the conversions of its ops.
pub(super) fn register(registry: &mut Registry, complete: impl Fn(OpInfo) -> OpInfo) {
    attrs::register(registry);
    sdy::register(registry, complete);
}
