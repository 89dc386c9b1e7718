//! Building memory ops: for passes.

use super::ops::{Alloc, Copy, ExtentOf, Load, Store, Trap};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// Builds `mem.alloc` of a memref type.
pub fn alloc(b: &mut Builder<'_>, memref: Type) -> Value {
    b.value(Alloc, &[], memref, &[])
}

/// Builds `mem.load`.
pub fn load(b: &mut Builder<'_>, memref: Value, subscripts: &[Value]) -> Value {
    let elem = b.body.ctx().elem_type(b.body.ty(memref));
    b.value(Load, &[&[memref], subscripts].concat(), elem, &[])
}

/// Builds `mem.store`.
pub fn store(b: &mut Builder<'_>, value: Value, memref: Value, subscripts: &[Value]) -> Op {
    b.op(Store, &[&[value, memref], subscripts].concat(), &[], &[])
}

/// Builds `mem.copy`.
pub fn copy(b: &mut Builder<'_>, from: Value, to: Value) -> Op {
    b.op(Copy, &[from, to], &[], &[])
}

/// Builds an extent as a number: `mem.extent`.
pub fn extent_value(b: &mut Builder<'_>, extent: &Extent) -> Value {
    let ctx = b.ctx();
    let attr = ctx.extents_attr(std::slice::from_ref(extent));
    b.value(ExtentOf, &[], ctx.index(), &[("extent", attr)])
}

/// Builds `mem.trap`: a message, which has a place for each number, and the status, if it is not that of an index out of bounds.
pub fn trap(b: &mut Builder<'_>, message: &str, numbers: &[Value], status: Option<i64>) -> Op {
    let ctx = b.ctx();
    let mut attrs = vec![("message", ctx.string_attr(message))];
    attrs.extend(status.map(|status| ("code", ctx.i64_attr(status))));
    b.op(Trap, numbers, &[], &attrs)
}
