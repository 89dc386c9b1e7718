//! Tiles that are made where they are written.

use crate::subscript::Copier;
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::Compute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;

/// Moves the code of a tile into the compute that puts its elements into a tensor, if one compute makes the tile for nothing else. So the
/// tile needs no memory, and no pass over it copies it.
///
/// `writer` is what a write of the tile has become.
pub fn join(body: &mut Body, tile: Value, writer: Op) {
    let Some(maker) = body.def_op(tile).filter(|maker| is_joined(body, *maker, writer)) else { return };
    let read = body.uses(tile).next().expect("the writer reads it").op;
    let pairs = |body: &Body, op: Op| body.view(op, Compute).indices();
    let indices = pairs(body, maker).into_iter().zip(pairs(body, writer));
    let block = body.view(maker, Compute).block().expect("a verified compute has a region");
    let mut copier = Copier::of(indices);
    let mut b = Builder::before(body, read);
    let Ok(values) = copier.block(&mut b, block) else { return };
    body.replace(read, &values);
    for (name, value) in body.discardable(maker).collect::<Vec<_>>() {
        let name = body.ctx().text(name).to_string();
        body.set_attr(writer, &name, value);
    }
    // A schedule speaks of loops by their names.
    let said = if body.attr(maker, "schedule").is_some() { &["axes", "folds", "schedule"][..] } else { &[] };
    for name in said {
        if let Some(attr) = body.attr(maker, name) {
            body.set_attr(writer, name, attr);
        }
    }
    body.erase(maker);
}

/// True if a compute makes one tensor of scalars, which only `writer` reads, and does not look at what the writer changes: that keeps its
/// memory.
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
