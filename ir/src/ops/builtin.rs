//! The builtin dialect: `builtin.module` and `builtin.unrealized_conversion_cast`.

use crate::attr::Attribute;
use crate::body::{Body, Op};
use crate::context::Context;
use crate::location::Location;

use crate::op;
use crate::ops::registry::{AttrConstraint, OpInfo, Registry, TypeConstraint};
use std::sync::Arc;

/// Any type.
pub const ANY_TYPE: TypeConstraint = TypeConstraint { summary: "any type", check: |_, _| true };
/// Any attribute.
pub const ANY_ATTR: AttrConstraint = AttrConstraint { summary: "any attribute", check: |_, _| true };
/// A string attribute.
pub const STRING_ATTR: AttrConstraint =
    AttrConstraint { summary: "a string", check: |ctx: &Context, a: Attribute| ctx.attr_str(a).is_some() };

/// A symbol table of functions and other modules.
///
/// The top-level container; its region has one block and no terminator.
#[op(
    "builtin.module",
    traits(ISOLATED, SYMBOL, SYMBOL_TABLE, NO_TERMINATOR, SINGLE_BLOCK, GRAPH_REGION),
    attrs(sym_name: optional(STRING_ATTR), sym_visibility: optional(STRING_ATTR)),
    regions(1),
)]
pub struct Module;

/// A cast between types of a partial conversion; must be gone at its end.
///
/// Dialect conversion inserts it between a value's old and new types.
#[op(
    "builtin.unrealized_conversion_cast",
    traits(PURE),
    operands(inputs: variadic(ANY_TYPE)),
    results(outputs: variadic(ANY_TYPE)),
    asm = "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
)]
pub struct UnrealizedCast;

/// Adds the builtin dialect to a registry; [`Registry::new`] calls it.
pub fn register(registry: &mut Registry) {
    if !registry.dialect("builtin", "The module and the types and attributes of upstream MLIR") {
        return;
    }
    registry.op(OpInfo { assembly: Some(Arc::new(crate::text::ModuleAssembly)), ..Module::info() });
    registry.op(UnrealizedCast::info());
}

/// A module with one empty block.
pub fn module(ctx: &Context, loc: Location) -> Body {
    let mut body = Body::new(ctx, Module, loc, 1);
    let region = body.region(body.root(), 0);
    body.add_block(region, &[]);
    body
}

/// The symbol of an op: its `sym_name`.
pub fn symbol_name(body: &Body, op: Op) -> Option<&str> {
    body.attr(op, "sym_name").and_then(|a| body.ctx().attr_str(a))
}
