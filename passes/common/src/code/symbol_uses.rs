//! Symbol uses: the symbols that a piece of IR refers to.

use rustc_hash::FxHashSet;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Body, Op};
use tf_ir::context::{Context, Str};

/// Adds every symbol name in the attributes of an op and of everything inside it, child bodies included.
pub fn collect(body: &Body, op: Op, found: &mut FxHashSet<Str>) {
    let mut seen = FxHashSet::default();
    walk_tree(body, op, &mut |body, op| collect_op(body, op, &mut seen, found));
}

/// As [`collect`], for the op alone.
pub fn collect_own(body: &Body, op: Op, found: &mut FxHashSet<Str>) {
    collect_op(body, op, &mut FxHashSet::default(), found);
}

/// Visits an op and everything inside it, parents first, child bodies included.
pub fn walk_tree(body: &Body, op: Op, visit: &mut dyn FnMut(&Body, Op)) {
    if let Some(child) = body.child(op) {
        return walk_tree(child, child.root(), visit);
    }
    visit(body, op);
    for block in body.regions(op).flat_map(|r| body.blocks(r)) {
        body.ops(block).for_each(|inner| walk_tree(body, inner, visit));
    }
}

fn collect_op(body: &Body, op: Op, seen: &mut FxHashSet<Attribute>, found: &mut FxHashSet<Str>) {
    let values =
        body.inherent(op).map(|(_, value)| value).chain(body.discardable(op).map(|(_, value)| value));
    values.for_each(|value| attribute(body.ctx(), value, seen, found));
}

fn attribute(ctx: &Context, attr: Attribute, seen: &mut FxHashSet<Attribute>, found: &mut FxHashSet<Str>) {
    match ctx.attr_data(attr) {
        AttrData::Symbol(root, nested) => {
            found.insert(*root);
            found.extend(nested.iter().copied());
        }
        AttrData::Array(items) if seen.insert(attr) => {
            items.iter().for_each(|item| attribute(ctx, *item, seen, found))
        }
        AttrData::Dict(items) if seen.insert(attr) => {
            items.iter().for_each(|(_, item)| attribute(ctx, *item, seen, found))
        }
        AttrData::Dialect { params, .. } if seen.insert(attr) => {
            params.iter().for_each(|item| attribute(ctx, *item, seen, found))
        }
        _ => {}
    }
}

/// True if the symbol can only be referred to from inside its table.
pub fn is_private(body: &Body, op: Op) -> bool {
    body.attr(op, "sym_visibility").and_then(|a| body.ctx().attr_str(a)) == Some("private")
}
