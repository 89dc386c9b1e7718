//! Cuts that reduce extents, in all types at once.

use std::collections::BTreeSet;
use std::ops::Range;
use tf_ir::attr::{AttrData, Attribute, DenseData};
use tf_ir::body::{Body, Op, Value};
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type, TypeData};
use tf_ir::walk::{preorder, walk_bodies, walk_bodies_mut};

/// Constant extents above 1 of the values of a module, in order.
fn extents(module: &Body) -> Vec<i64> {
    let mut found = BTreeSet::new();
    walk_bodies(module, &mut |body| {
        let ctx = body.ctx();
        for ty in values(body).into_iter().map(|value| body.ty(value)) {
            match ctx.type_data(ty) {
                TypeData::Vector { shape, .. } => found.extend(shape.iter().copied()),
                _ => found.extend(ctx.dims(ty).unwrap_or_default().iter().filter_map(Dim::as_static)),
            }
        }
    });
    found.into_iter().filter(|n| *n > 1).collect()
}

fn values(body: &Body) -> Vec<Value> {
    let mut values = Vec::new();
    for op in std::iter::once(body.root()).chain(preorder(body)) {
        values.extend(body.results(op));
        values.extend(body.regions(op).flat_map(|r| body.blocks(r)).flat_map(|b| body.args(b)));
    }
    values
}

/// Different constant extents above 1.
pub(super) fn count(module: &Body) -> usize {
    extents(module).len()
}

/// Makes extents 1.
pub(super) fn to_one(module: &mut Body, range: Range<usize>) -> bool {
    shrink(module, range, |_| 1)
}

/// Halves extents.
pub(super) fn halve(module: &mut Body, range: Range<usize>) -> bool {
    shrink(module, range, |n| n / 2)
}

fn shrink(module: &mut Body, range: Range<usize>, smaller: fn(i64) -> i64) -> bool {
    let chosen: BTreeSet<i64> = extents(module).drain(range).collect();
    let map = |n: i64| if chosen.contains(&n) { smaller(n) } else { n };
    walk_bodies_mut(module, &mut |body| {
        let ctx = body.ctx().clone();
        for value in values(body) {
            let ty = map_type(&ctx, body.ty(value), &map);
            body.set_ty(value, ty);
        }
        let mut ops: Vec<Op> = std::iter::once(body.root()).chain(preorder(body)).collect();
        ops.retain(|op| body.child(*op).is_none());
        for op in ops {
            for slot in 0..body.info(op).attrs.len() {
                let old = body.slot(op, slot);
                let new = old.map(|attr| map_attr(&ctx, attr, &map));
                if old != new {
                    body.set_slot(op, slot, new);
                }
            }
        }
    });
    true
}

fn map_type(ctx: &Context, ty: Type, map: &dyn Fn(i64) -> i64) -> Type {
    let mut data = ctx.type_data(ty).clone();
    match &mut data {
        TypeData::Tensor { dims, .. } | TypeData::MemRef { dims, .. } => {
            for dim in dims.iter_mut() {
                if let Dim::Static(n) = dim {
                    *n = map(*n);
                }
            }
        }
        TypeData::Vector { shape, .. } => shape.iter_mut().for_each(|n| *n = map(*n)),
        TypeData::Function { inputs, results } => {
            inputs.iter_mut().chain(results.iter_mut()).for_each(|ty| *ty = map_type(ctx, *ty, map));
        }
        _ => return ty,
    }
    ctx.intern_type(data)
}

fn map_attr(ctx: &Context, attr: Attribute, map: &dyn Fn(i64) -> i64) -> Attribute {
    match ctx.attr_data(attr) {
        AttrData::Type(ty) => ctx.type_attr(map_type(ctx, *ty, map)),
        AttrData::Extents(terms) => {
            let smaller = |term: &Extent| term.as_const().map_or(term.clone(), |n| Extent::from(map(n)));
            ctx.extents_attr(&terms.iter().map(smaller).collect::<Vec<_>>())
        }
        AttrData::Dense(dense) if dense.splat => {
            let ty = map_type(ctx, dense.ty, map);
            ctx.intern_attr(AttrData::Dense(DenseData { ty, ..dense.clone() }))
        }
        AttrData::Dense(dense) => smaller_dense(ctx, dense, map).unwrap_or(attr),
        _ => attr,
    }
}

/// The first elements of a constant in the smaller type.
fn smaller_dense(ctx: &Context, dense: &DenseData, map: &dyn Fn(i64) -> i64) -> Option<Attribute> {
    let ty = map_type(ctx, dense.ty, map);
    let size = ctx.scalar_width(ctx.elem_type(ty))?.div_ceil(8) as usize;
    let count: i64 = match ctx.type_data(ty) {
        TypeData::Vector { shape, .. } => shape.iter().product(),
        _ => ctx.dims(ty)?.iter().map(Dim::as_static).product::<Option<i64>>()?,
    };
    let bytes = dense.bytes.get(..size.checked_mul(usize::try_from(count).ok()?)?)?;
    Some(ctx.dense_attr(ty, bytes.to_vec()))
}
