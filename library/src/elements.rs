//! Helpers for code on elements of tensors.

use tf_dialects::arith;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{ExtentOf, FUSION, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// Marks a value to be materialized rather than inlined, unless it is marked otherwise: loops over columns or
/// panels read it in parts and would recompute products.
pub(crate) fn stored(b: &mut Builder<'_>, value: Value) -> Value {
    if let Some(op) = b.body.def_op(value)
        && b.body.attr(op, FUSION).is_none()
    {
        let keep = b.ctx().string_attr("keep");
        b.body.set_attr(op, FUSION, keep);
    }
    value
}

/// The element at index values.
pub(crate) fn element(b: &mut Builder<'_>, source: Value, at: &[Value]) -> Value {
    build::at(b, source, &Subscripts::plain(at), Policy::Clamp, None)
}

/// An extent as an `index` value.
pub(crate) fn extent_value(b: &mut Builder<'_>, extent: &Extent) -> Value {
    match extent.as_const() {
        Some(n) => arith::const_index(b, n),
        None => ExtentOf::build(b, extent),
    }
}
