//! What code on elements of tensors is built from.

use tf_dialects::arith;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{ExtentOf, FUSION, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// A value that is stored, unless something else is asked for, and not computed where it is read: a loop over columns or panels reads it
/// piece by piece, and would compute products so, too.
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
