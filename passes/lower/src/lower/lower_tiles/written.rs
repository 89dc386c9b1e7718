//! Producer-consumer fusion for tiles: computes a tile's elements at their write.

use tf_dialects::scalar::dtype;
use tf_dialects::tensor::{At, Compute, Subscripts};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_passes_common::code::subscript::Copier;

/// Inlines the producer of a tile into the compute that puts its elements into a tensor, if that is its only
/// consumer. The tile then needs no memory and no copy. Also inlines the source that the tile copies, for
/// example a tile with one more axis of extent 1.
///
/// `writer` is the lowered write of the tile.
pub fn join(body: &mut Body, tile: Value, writer: Op) {
    let mut next = Some(tile);
    while let Some(made) = next {
        next = join_maker(body, made, writer).and_then(|value| copied(body, value));
    }
}

/// Inlines the producer of a tensor at the writer's read; returns the value that replaces the read.
pub(super) fn join_maker(body: &mut Body, tile: Value, writer: Op) -> Option<Value> {
    let maker = body.def_op(tile).filter(|maker| is_joined(body, *maker, writer))?;
    let read = body.uses(tile).next()?.op;
    let places = places(body, maker, writer, read)?;
    let view = body.view(maker, Compute);
    let (indices, block) = (view.indices(), view.block()?);
    let mut copier = Copier::of(indices.into_iter().zip(places));
    let mut b = Builder::before(body, read);
    let values = copier.block(&mut b, block).ok()?;
    body.replace(read, &values);
    for (name, value) in body.discardable(maker).collect::<Vec<_>>() {
        let name = body.ctx().text(name).to_string();
        body.set_attr(writer, &name, value);
    }
    // A schedule refers to loops by name.
    let said = if body.attr(maker, "schedule").is_some() { &["axes", "folds", "schedule"][..] } else { &[] };
    for name in said {
        if let Some(attr) = body.attr(maker, name) {
            body.set_attr(writer, name, attr);
        }
    }
    body.erase(maker);
    values.first().copied()
}

/// The tensor from which a value is read.
fn copied(body: &Body, value: Value) -> Option<Value> {
    body.cast(body.def_op(value)?, At).map(|read| read.source())
}

/// For each index of the producer, the writer's index at which it is read. Each point must be read exactly
/// once, so the writer's other axes have extent 1.
pub(super) fn places(body: &Body, maker: Op, writer: Op, read: Op) -> Option<Vec<Value>> {
    let at = Subscripts::of_op(body.op(read))?;
    let (made, written) = (body.view(maker, Compute), body.view(writer, Compute));
    let indices = written.indices();
    let index = |expr: &AffineExpr| expr.as_dim().map(|d| at.values[d as usize]);
    let places: Vec<Value> = at.map.results().iter().map(index).collect::<Option<_>>()?;
    let axes: Vec<usize> =
        places.iter().map(|place| indices.iter().position(|own| own == place)).collect::<Option<_>>()?;
    let is_once = (0..indices.len()).all(|axis| match axes.iter().filter(|own| **own == axis).count() {
        0 => written.extents()[axis].as_const() == Some(1),
        times => times == 1,
    });
    let is_all = axes.iter().zip(made.extents()).all(|(axis, extent)| written.extents()[*axis] == *extent);
    // The loops that a schedule names must exist.
    let is_named = body.attr(maker, "schedule").is_none() || axes.iter().copied().eq(0..indices.len());
    let is_in_no_loop = body.block_of(read) == written.block();
    (is_once && is_all && is_named && is_in_no_loop && axes.len() == made.indices().len()).then_some(places)
}

/// True if a compute yields one tensor of scalars for `writer` alone, and does not use the tensors that the
/// writer updates: these keep their memory.
fn is_joined(body: &Body, maker: Op, writer: Op) -> bool {
    let Some(view) = body.cast(maker, Compute) else { return false };
    let [result] = body.results(maker).collect::<Vec<_>>()[..] else { return false };
    let is_plain = view.plain_count() == 1 && dtype(body.ctx(), body.ty(view.yielded()[0])).is_some();
    let readers: Vec<Op> = body.uses(result).map(|u| u.op).collect();
    let changed: Vec<Value> = body.operands(writer).collect();
    is_plain
        && body.block_of(maker) == body.block_of(writer)
        && matches!(readers[..], [read] if body.encloses(writer, read))
        && changed.iter().all(|value| body.uses(*value).all(|u| !body.encloses(maker, u.op)))
}
