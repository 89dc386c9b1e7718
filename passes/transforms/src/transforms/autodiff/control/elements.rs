//! Scalar replacement of small tensors at the points of comprehensions, before reverse-mode differentiation.
//!
//! Loops and conditionals at a point carry and yield the elements as scalars. Scalars have cotangents, and
//! tapes can store and load them. (The tapes themselves are such small tensors, so derivatives of derivatives
//! need this.) A read of such a tensor at a computed index adds its cotangent to the element at that index.

use crate::transforms::autodiff::code::{and, find, is_at_point, is_loop, rebuilt};
use tf_dialects::arith::{self, CmpI, const_index};
use tf_dialects::differentiate::{Reverse, constant_like};
use tf_dialects::loops::{Switch, switch};
use tf_dialects::tensor::{Access, FromElements, Policy, Subscripts, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::control::as_branch;
use tf_ir::types::Type;
use tf_passes_common::code::positions::unflatten;
use tf_passes_common::code::subscript::{Subscript, materialize};

/// Lowers switches with many regions, at points in `code`, to conditionals.
pub(in crate::transforms::autodiff) fn split_choices(body: &mut Body, code: &[Op]) {
    for op in find(body, code, |body, op| body.is(op, Switch) && is_at_point(body, op)) {
        let mut b = Builder::before(body, op);
        let values = switch::to_ifs(&mut b, op);
        body.replace(op, &values);
    }
}

/// Lets the loops and conditionals at points in `code` carry elements.
pub(in crate::transforms::autodiff) fn split_carried(body: &mut Body, code: &[Op]) {
    for op in find(body, code, |body, op| carries_tensors(body, op) && is_at_point(body, op)) {
        rebuild(body, op);
    }
}

fn carries_tensors(body: &Body, op: Op) -> bool {
    let is_known = is_loop(body, op) || as_branch(body, op).is_some();
    let arguments = body.regions(op).filter_map(|r| body.entry(r)).flat_map(|block| body.args(block));
    is_known && body.results(op).chain(arguments).any(|v| count(body, body.ty(v)).is_some())
}

/// The element count of a tensor with constant extents.
fn count(body: &Body, ty: Type) -> Option<usize> {
    let ctx = body.ctx();
    if !ctx.is_tensor(ty) {
        return None;
    }
    let counts = ctx.dims(ty)?.iter().map(|d| d.as_static().and_then(|n| usize::try_from(n).ok()));
    counts.into_iter().try_fold(1usize, |n, d| n.checked_mul(d?))
}

/// The same types, with each tensor replaced by its elements.
fn elements_of_types(body: &Body, types: impl IntoIterator<Item = Type>) -> Vec<Type> {
    let split = |ty: Type| match count(body, ty) {
        Some(n) => vec![body.ctx().elem_type(ty); n],
        None => vec![ty],
    };
    types.into_iter().flat_map(split).collect()
}

/// The subscripts of element `at`, in row-major order.
fn place(body: &Body, ty: Type, at: usize) -> Subscripts {
    let dims: Vec<i64> =
        body.ctx().dims(ty).unwrap_or_default().iter().map(|d| d.as_static().unwrap_or(1)).collect();
    let place = unflatten(i64::try_from(at).expect("a small constant is an extent"), &dims);
    let exprs: Vec<AffineExpr> = place.into_iter().map(AffineExpr::constant).collect();
    Subscripts::new(&exprs, &[], &[]).expect("a small constant is an expression")
}

/// The elements of each tensor among the values, read at the cursor.
fn elements(b: &mut Builder<'_>, values: &[Value]) -> Vec<Value> {
    let mut all = Vec::with_capacity(values.len());
    for value in values {
        let ty = b.body.ty(*value);
        let Some(n) = count(b.body, ty) else {
            all.push(*value);
            continue;
        };
        let array = b.body.def_op(*value).filter(|def| b.body.is(*def, FromElements));
        match array {
            Some(array) => all.extend(b.body.operands(array)),
            None => all.extend((0..n).map(|i| {
                let place = place(b.body, ty, i);
                build::at(b, *value, &place, Policy::Assumed, None)
            })),
        }
    }
    all
}

/// Rebuilds the values of these types from `parts`, at the cursor.
fn joined(b: &mut Builder<'_>, types: &[Type], parts: &[Value]) -> Vec<Value> {
    let mut rest = parts.iter().copied();
    let one = |ty: &Type| match count(b.body, *ty) {
        Some(n) => {
            let elements: Vec<Value> = rest.by_ref().take(n).collect();
            FromElements::build(b, &elements, *ty)
        }
        None => rest.next().expect("there is a result for each part"),
    };
    types.iter().map(one).collect()
}

/// Rebuilds a loop or conditional so that it carries and yields elements.
fn rebuild(body: &mut Body, op: Op) {
    let results: Vec<Type> = body.results(op).map(|v| body.ty(v)).collect();
    let operands: Vec<Value> = body.operands(op).collect();
    let types = elements_of_types(body, results.iter().copied());
    let mut b = Builder::before(body, op);
    let operands = elements(&mut b, &operands);
    let new = rebuilt(b.body, op, &operands, &types);
    let blocks: Vec<Block> = b.body.regions(new).filter_map(|r| b.body.entry(r)).collect();
    blocks.into_iter().for_each(|block| split_block(&mut b, block));
    b.cursor = Cursor::After(new);
    let parts: Vec<Value> = b.body.results(new).collect();
    let values = joined(&mut b, &results, &parts);
    body.replace(op, &values);
    values.into_iter().for_each(|value| forward_reads(body, value));
}

/// Lets a block take and yield elements.
fn split_block(b: &mut Builder<'_>, block: Block) {
    let args: Vec<Value> = b.body.args(block).collect();
    let types: Vec<Type> = args.iter().map(|v| b.body.ty(*v)).collect();
    let split = elements_of_types(b.body, types.iter().copied());
    let parts: Vec<Value> = split.into_iter().map(|ty| b.body.add_arg(block, ty)).collect();
    b.cursor = Cursor::Start(block);
    let values = joined(b, &types, &parts);
    for (arg, value) in args.iter().zip(&values) {
        b.body.replace_uses(*arg, *value);
    }
    args.iter().for_each(|_| b.body.erase_arg(block, 0));
    values.into_iter().for_each(|value| forward_reads(b.body, value));
    let end = b.body.last(block).expect("verified regions have terminators");
    let yielded: Vec<Value> = b.body.operands(end).collect();
    b.cursor = Cursor::Before(end);
    let yielded = elements(b, &yielded);
    b.body.set_operands(end, &yielded);
}

/// Forwards the elements of a small tensor to its reads at constant indices. Erases the tensor if it has no
/// other use.
fn forward_reads(body: &mut Body, value: Value) {
    let Some(array) = body.def_op(value).filter(|def| body.is(*def, FromElements)) else { return };
    let elements: Vec<Value> = body.operands(array).collect();
    for user in body.users(value) {
        if let Some(at) = constant_place(body, user, value) {
            body.replace(user, &[elements[at]]);
        }
    }
    if body.is_unused(value) {
        body.erase(array);
    }
}

/// The element that a read of `array` takes at every point, in row-major order.
fn constant_place(body: &Body, read: Op, array: Value) -> Option<usize> {
    let access = Access::of_read(body.op(read)).filter(|access| access.source == array)?;
    let dims = body.ctx().dims(body.ty(array))?;
    let mut place = 0;
    for (expr, dim) in access.map.results().iter().zip(dims) {
        let (index, extent) = (expr.as_const()?, dim.as_static()?);
        if !(0..extent).contains(&index) {
            return None;
        }
        place = place * extent + index;
    }
    usize::try_from(place).ok()
}

/// A read of the elements of `array` at a point: adds its cotangent `g` to the element that was read.
pub(in crate::transforms::autodiff) fn give(cx: &mut Reverse<'_, '_>, array: Op, read: Op, g: Value) {
    let parts: Vec<Value> = cx.b.body.operands(array).collect();
    let array = cx.b.body.result(array, 0);
    if let Some(at) = constant_place(cx.b.body, read, array) {
        cx.add(parts[at], g);
        return;
    }
    let places = places(cx.b, read, array);
    let ty = cx.b.body.ty(g);
    let zero = constant_like(cx.b, ty, 0.0);
    for (at, part) in
        parts.into_iter().enumerate().filter(|(_, part)| cx.active.has(*part)).collect::<Vec<_>>()
    {
        let taken = is_at(cx.b, &places, at);
        let g = arith::select(cx.b, taken, g, zero);
        cx.add(part, g);
    }
}

/// The index of a read of a small tensor on each axis, and the extents. If the policy replaces an access out
/// of bounds by another value, its index matches no element.
fn places(b: &mut Builder<'_>, read: Op, array: Value) -> Vec<(Value, i64)> {
    let (subscripts, policy) = {
        let access = Access::of(b.body.op(read)).expect("the caller found a read");
        (Subscript::of(&Subscripts::of(&access)), access.policy)
    };
    let dims = b.body.ctx().dims(b.body.ty(array)).unwrap_or_default();
    let extents: Vec<i64> = dims.iter().map(|d| d.as_static().unwrap_or(1)).collect();
    let mut places = Vec::with_capacity(extents.len());
    for (mut subscript, extent) in subscripts.into_iter().zip(extents) {
        if policy == Policy::Wrap
            && let Ok(wrapped) = subscript.expr.modulo(&AffineExpr::constant(extent))
        {
            subscript.expr = wrapped;
        }
        let mut place = materialize(b, &subscript);
        if policy == Policy::Clamp {
            let (first, last) = (const_index(b, 0), const_index(b, extent - 1));
            place = arith::minsi(b, place, last);
            place = arith::maxsi(b, place, first);
        }
        places.push((place, extent));
    }
    places
}

/// True if the indices are those of element `at`, in row-major order.
fn is_at(b: &mut Builder<'_>, places: &[(Value, i64)], at: usize) -> Value {
    let mut rest = i64::try_from(at).expect("a small constant is an extent");
    let mut all = None;
    for (place, extent) in places.iter().rev() {
        let number = const_index(b, rest % extent);
        rest /= extent;
        let same = arith::cmpi(b, CmpI::Eq, *place, number);
        all = Some(and(b, all, same));
    }
    all.expect("a read of a tensor of rank 0 has constant subscripts")
}
