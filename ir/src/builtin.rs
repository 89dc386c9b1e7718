//! The builtin dialect: `builtin.module` and `builtin.unrealized_conversion_cast`.

use crate::attr::Attribute;
use crate::body::{Body, Op};
use crate::context::Context;
use crate::location::Location;

/// The op between values of types of which a conversion has reached only one.
pub const CAST: &str = "builtin.unrealized_conversion_cast";
use crate::registry::{
    Arity, AttrConstraint, AttrSpec, Count, OpInfo, Registry, Traits, TypeConstraint, ValueSpec,
};

/// Any type.
pub const ANY_TYPE: TypeConstraint = TypeConstraint { summary: "any type", check: |_, _| true };
/// Any attribute.
pub const ANY_ATTR: AttrConstraint = AttrConstraint { summary: "any attribute", check: |_, _| true };
/// A string attribute.
pub const STRING_ATTR: AttrConstraint =
    AttrConstraint { summary: "a string", check: |ctx: &Context, a: Attribute| ctx.attr_str(a).is_some() };

/// Adds the builtin dialect to a registry; [`Registry::new`] calls it.
pub fn register(registry: &mut Registry) {
    if !registry.dialect("builtin", "The module and the types and attributes of upstream MLIR") {
        return;
    }
    let string = |name| AttrSpec { name, constraint: STRING_ATTR, optional: true, default: None };
    registry.op(OpInfo {
        traits: Traits::ISOLATED
            .with(Traits::SYMBOL)
            .with(Traits::SYMBOL_TABLE)
            .with(Traits::NO_TERMINATOR)
            .with(Traits::SINGLE_BLOCK)
            .with(Traits::GRAPH_REGION),
        attrs: vec![string("sym_name"), string("sym_visibility")],
        regions: Count::Exactly(1),
        summary: "A symbol table of functions and other modules".into(),
        docs: "The top-level container; its region has one block and no terminator.".into(),
        assembly: Some(std::sync::Arc::new(crate::text::ModuleAssembly)),
        ..OpInfo::new("builtin.module")
    });
    let any = |name| ValueSpec { name, constraint: ANY_TYPE, arity: Arity::Variadic };
    registry.op(OpInfo {
        traits: Traits::PURE,
        operands: Some(vec![any("inputs")]),
        results: Some(vec![any("outputs")]),
        summary: "A cast between types of a partial conversion; must be gone at its end".into(),
        docs: "Inserted by dialect conversion where a value's old and new types meet.".into(),
        assembly: Some(std::sync::Arc::new(crate::text::CastAssembly)),
        ..OpInfo::new(CAST)
    });
}

/// A module with one empty block.
pub fn module(ctx: &Context, loc: Location) -> Body {
    let mut body = Body::new(ctx, "builtin.module", loc, 1);
    let region = body.region(body.root(), 0);
    body.add_block(region, &[]);
    body
}

/// The symbol of an op: its `sym_name`.
pub fn symbol_name(body: &Body, op: Op) -> Option<&str> {
    body.attr(op, "sym_name").and_then(|a| body.ctx().attr_str(a))
}
