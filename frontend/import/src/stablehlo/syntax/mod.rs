//! Reading StableHLO: the forms of the ops, types and attributes.

mod attrs;
mod form;
mod regions;
mod row;
mod sdy;

pub(super) use form::RowForm;
pub(super) use row::{Key, Shape, Syntax, Value};

use tf_ir::registry::{OpInfo, Registry};

/// Adds the attributes and types, and the dialect `sdy` with ops to which `complete` adds what they become.
pub(super) fn register(registry: &mut Registry, complete: impl Fn(OpInfo) -> OpInfo) {
    attrs::register(registry);
    sdy::register(registry, complete);
}
