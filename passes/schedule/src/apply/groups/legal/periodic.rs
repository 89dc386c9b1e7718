//! Periodic shared loops (rings): where members read each other with `wrap`, an iteration computes points out
//! of bounds as the points at the other end.
//!
//! A member may run at any index of such a loop if all its reads depend only on the index modulo the loop's
//! length. Then the halo of a tile holds the elements that `wrap` means, and no read between members has to
//! know the bounds.

use super::binding::Binding;
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::subscripts::dimensions;
use tf_dialects::tensor::{Access, Compute, Policy};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::walk::walk;

/// Which of the shared loops, of these lengths, are periodic for all computes that share them.
pub fn rings(body: &Body, bindings: &[Binding], lengths: &[Extent]) -> Vec<bool> {
    let of = |dim: usize| {
        wraps(body, bindings, dim)
            && bindings.iter().all(|bound| goes_around(body, bound, dim, &lengths[dim]))
    };
    (0..lengths.len()).map(of).collect()
}

/// True if a compute reads another one with the policy `wrap`, and that one is bound to the loop.
fn wraps(body: &Body, bindings: &[Binding], dim: usize) -> bool {
    let made =
        |value: Value| bindings.iter().any(|bound| body.def_op(value) == Some(bound.op) && bound.has(dim));
    let mut found = false;
    for bound in bindings {
        walk(body, bound.op, &mut |body, op| {
            let read = Access::of_read(body.op(op));
            found |= read.is_some_and(|read| read.policy == Policy::Wrap && made(read.source));
        });
    }
    found
}

/// True if a compute uses its index of a loop only to read, at a constant offset, along axes of the loop's
/// length.
fn goes_around(body: &Body, bound: &Binding, dim: usize, length: &Extent) -> bool {
    if bound.folds.iter().any(|fold| fold.dim == dim) {
        return false;
    }
    let view = body.view(bound.op, Compute);
    let own: Vec<Value> = view
        .indices()
        .into_iter()
        .zip(&bound.axes)
        .filter(|(_, axis)| **axis == Some(dim))
        .map(|(index, _)| index)
        .collect();
    let mut all = true;
    walk(body, bound.op, &mut |body, op| {
        all &= own.iter().all(|index| is_read_around(body, op, *index, length));
    });
    all
}

/// True if an op does not use an index, or reads with it so that only the index modulo the length matters.
fn is_read_around(body: &Body, op: Op, index: Value, length: &Extent) -> bool {
    let places: Vec<usize> =
        body.operands(op).enumerate().filter(|(_, value)| *value == index).map(|(at, _)| at).collect();
    if places.is_empty() {
        return true;
    }
    let subscripts = dimensions(body.op(op));
    let Some(read) = Access::of_read(body.op(op)) else { return false };
    let may_wrap = matches!(read.policy, Policy::Assumed | Policy::Wrap);
    if !may_wrap || !places.iter().all(|at| subscripts.contains(at)) {
        return false;
    }
    let Some(shape) = extents(body.ctx(), body.ty(read.source)) else { return false };
    let Some(at) = read.indices.iter().position(|value| *value == index) else { return false };
    let is_own = |expr: &AffineExpr| {
        let form = expr.linear_form(read.indices.len() as u32, read.extents.len() as u32);
        form.is_some_and(|form| {
            let others = form.dims.iter().enumerate().any(|(d, factor)| *factor != i64::from(d == at));
            !others && form.symbols.iter().all(|factor| *factor == 0)
        })
    };
    let along = read.map.results().iter().zip(&shape);
    { along }.all(|(expr, extent)| !expr.uses_dim(at as u32) || is_own(expr) && extent == length)
}
