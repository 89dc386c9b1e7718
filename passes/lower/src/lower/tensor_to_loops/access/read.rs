//! Lowers reads to elements of constants and small tensors, or to `tensor.at` at in-bounds index values.

use super::site::{Site, redirected, subscripts};
use tf_dialects::arith::CmpI;
use tf_dialects::elementwise::constant::{self, Elements};
use tf_dialects::scalar::{Scalar, dtype};
use tf_dialects::tensor::access::OWN_POINT;
use tf_dialects::tensor::bounds::Proved;
use tf_dialects::tensor::shape::same_type;
use tf_dialects::tensor::{self, Access, At, FromElements, Policy, Subscripts};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Body, Op, Value};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::positions::{known_position, static_dims};

/// An element of at most this many is selected by comparisons; of more, loaded from memory.
const MOST_CHOSEN: usize = 64;

/// Lowers a read and replaces it.
pub fn read(body: &mut Body, op: Op, proved: Proved) {
    let access = Access::of(body.op(op)).expect("the caller checked that it has a policy");
    let (policy, fill) = (access.policy, access.fill);
    if policy == Policy::Assumed && is_plain(body, op, &access) {
        let rank = access.indices.len();
        return Proved::inside(rank).state(body, op);
    }
    let site = Site { op, source: access.source, is_write: false, proved };
    let mut code = FoldingBuilder::before(body, op);
    let code = &mut code;
    let at = subscripts(code, op);
    let elem = code.ctx().elem_type(code.ty(site.source));
    let value = match policy {
        Policy::Assumed | Policy::Drop => element(code, &site, &at),
        Policy::Clamp | Policy::Wrap => {
            let axes = site.axes(code, &at);
            let exists = site.has_elements(code, &axes);
            let read = |code: &mut FoldingBuilder<'_>| {
                let inside = redirected(code, &axes, policy);
                element(code, &site, &inside)
            };
            match exists {
                None => read(code),
                Some(exists) => code.choose(exists, elem, read, |code| code.zero(elem)),
            }
        }
        Policy::Fill => {
            let fill = fill.expect("verified reads with fill have a value");
            guarded(code, &site, &at, |_| fill)
        }
        Policy::Trap => guarded(code, &site, &at, |code| {
            site.trap(code, &at);
            code.zero(elem)
        }),
    };
    code.b.replace(op, &[value]);
}

/// True for a read from memory at index values, which needs no lowering.
fn is_plain(body: &Body, op: Op, access: &Access<'_>) -> bool {
    let source = origin(body, access.source);
    let is_own = access.map.is_identity() && access.indices.len() == access.map.results().len();
    let is_known = body.def_op(source).is_some_and(|def| body.is(def, FromElements))
        || tf_ir::rewrite::constant_value(body, source).is_some();
    body.is(op, At) && is_own && !is_known
}

/// The element, or the value of `other` if a subscript is out of bounds.
fn guarded(
    code: &mut FoldingBuilder<'_>,
    site: &Site,
    at: &[Value],
    other: impl FnOnce(&mut FoldingBuilder<'_>) -> Value,
) -> Value {
    let Some(condition) = site.all_inside(code, at) else { return element(code, site, at) };
    let elem = code.ctx().elem_type(code.ty(site.source));
    code.choose(condition, elem, |code| element(code, site, at), other)
}

/// The count of elements from which a read selects by comparisons; 0 if it loads.
pub fn chosen_from(body: &Body, op: Op) -> usize {
    let Some(access) = Access::of(body.op(op)).filter(|access| !access.is_write) else { return 0 };
    let def = body.def_op(origin(body, access.source)).filter(|def| body.is(*def, FromElements));
    let count = def.map_or(0, |def| body.operand_count(def));
    if count <= MOST_CHOSEN { count } else { 0 }
}

/// The element at in-bounds subscripts.
fn element(code: &mut FoldingBuilder<'_>, site: &Site, at: &[Value]) -> Value {
    let body = &*code.b.body;
    let origin = origin(body, site.source);
    let dims = static_dims(body.ctx(), body.ty(site.source));
    let position = dims.as_ref().and_then(|dims| known_position(code, dims, at));
    let def = code.b.body.def_op(origin);
    if let Some(def) = def.filter(|def| code.b.body.is(*def, FromElements)) {
        let elements: Vec<Value> = code.b.body.operands(def).collect();
        let dims = dims.expect("a tensor of elements has constant extents");
        match position {
            Some(position) => return elements[position],
            None if (1..=MOST_CHOSEN).contains(&elements.len()) => return chosen(code, &elements, &dims, at),
            None => {}
        }
    }
    let constant = tf_ir::rewrite::constant_value(code.b.body, origin);
    let known = constant.and_then(|attr| constant_element(code, attr, position));
    known.unwrap_or_else(|| plain_read(code, site, at))
}

/// The tensor under casts between equal types.
fn origin(body: &Body, tensor: Value) -> Value {
    let mut tensor = tensor;
    while let Some(cast) = body.def_cast(tensor, tensor::Cast)
        && same_type(body.ctx(), body.ty(cast.input()), body.ty(tensor))
    {
        tensor = cast.input();
    }
    tensor
}

/// Selects one of some elements by comparisons of its row-major position.
fn chosen(code: &mut FoldingBuilder<'_>, elements: &[Value], dims: &[i64], at: &[Value]) -> Value {
    let mut position = code.index(0);
    for (dim, subscript) in dims.iter().zip(at) {
        let dim = code.index(*dim);
        position = code.mul(position, dim);
        position = code.add(position, *subscript);
    }
    let mut chosen = elements[0];
    for (i, element) in elements.iter().enumerate().skip(1) {
        let i = code.index(i as i64);
        let here = code.cmpi(CmpI::Eq, position, i);
        chosen = code.select(here, *element, chosen);
    }
    chosen
}

/// Element `at` (row-major) of a constant tensor as a scalar; for a splat, `at` may be unknown.
pub fn constant_element(code: &mut FoldingBuilder<'_>, attr: Attribute, at: Option<usize>) -> Option<Value> {
    let ctx = code.ctx();
    let AttrData::Dense(dense) = ctx.attr_data(attr) else { return None };
    let elem = ctx.elem_type(dense.ty);
    let dtype = dtype(&ctx, elem)?;
    let bits = match constant::elements(&ctx, attr, usize::MAX)? {
        Elements::One(bits) => bits,
        Elements::All(all) => *all.get(at?)?,
    };
    Some(code.splat(elem, Scalar::from_bits(dtype, bits)))
}

/// `tensor.at` at in-bounds subscripts.
fn plain_read(code: &mut FoldingBuilder<'_>, site: &Site, at: &[Value]) -> Value {
    let ctx = code.ctx();
    let is_own = code.b.body.attr(site.op, OWN_POINT).is_some();
    let plain = Subscripts::plain(at);
    let operands = [&[site.source], plain.values.as_slice()].concat();
    let elem = ctx.elem_type(code.ty(site.source));
    let new = code.b.op(At, &operands, &[elem], &[("map", ctx.map_attr(plain.map))]);
    Proved::inside(at.len()).state(code.b.body, new);
    if is_own {
        code.b.body.set_attr(new, OWN_POINT, ctx.unit_attr());
    }
    code.b.body.result(new, 0)
}
