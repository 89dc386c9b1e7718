//! In-place updates through tiles: reads of the tensor that is written, at the subscripts of the write.

use super::written::{join_maker, places};
use rustc_hash::FxHashSet;
use tf_dialects::differentiate::constant_like;
use tf_dialects::tensor::accumulate::{Accumulation, accumulations_attr};
use tf_dialects::tensor::{Access, At, Combine, Compute, Put, Subscripts, build};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_passes_common::code::subscript::{Copier, Form, Subscript, joined};

/// Forwards reads of tiles that are copies: the writer reads the source directly, if the tile has no other
/// reader and each element is read once. If the source is the very element that is overwritten, the put
/// combines with the old element.
///
/// `writer` is the lowered write of a tile.
pub fn join_reads(body: &mut Body, writer: Op) {
    let Some(block) = body.view(writer, Compute).block() else { return };
    let reads: Vec<Op> = body.ops(block).filter(|op| body.is(*op, At)).collect();
    for read in reads {
        let source = body.view(read, At).source();
        let Some(tile) = body.def_op(source).filter(|tile| is_copy(body, *tile)) else { continue };
        // Fusion inserts code before the read.
        if join_maker(body, source, writer).is_none() {
            update(body, writer, (tile, read));
        }
    }
}

/// True for a compute that only copies elements of a tensor.
fn is_copy(body: &Body, op: Op) -> bool {
    let Some(view) = body.cast(op, Compute).filter(|view| view.plain_count() == 1) else { return false };
    body.def_op(view.yielded()[0])
        .is_some_and(|made| body.is(made, At) && body.block_of(made) == view.block())
}

/// Turns a put that overwrites an element with a function of its old value into a put that combines. Does
/// nothing if the copy is of another element.
fn update(body: &mut Body, writer: Op, (tile, read): (Op, Op)) -> Option<()> {
    let block = body.view(writer, Compute).block()?;
    let [dest] = body.operands(writer).collect::<Vec<_>>()[..] else { return None };
    let puts: Vec<Op> = body.ops(block).filter(|op| body.is(*op, Put)).collect();
    let [put] = puts[..] else { return None };
    let how = body.view(put, Put).accumulation().filter(|how| how.combine == Combine::Set && how.unique)?;
    let copied = body.def_op(body.view(tile, Compute).yielded()[0])?;
    let tensor = body.view(copied, At).source();
    let is_own = tensor == dest && body.uses(body.result(tile, 0)).count() == 1;
    if !is_own || !is_same_element(body, writer, (tile, copied, read), put)? {
        return None;
    }
    let made = dependent_ops(body, writer, (read, put))?;
    let attr = accumulations_attr(body.ctx(), &[Accumulation { combine: Combine::Region, ..how }]);
    combine(body, (read, put), &made, (writer, attr));
    body.erase(tile);
    Some(())
}

/// True if the read of a tile refers to the element that the put writes.
fn is_same_element(body: &Body, writer: Op, (tile, copied, read): (Op, Op, Op), put: Op) -> Option<bool> {
    let places = places(body, tile, writer, read)?;
    let copier = Copier::of(body.view(tile, Compute).indices().into_iter().zip(places));
    let found = copier.subscripts(&Subscripts::of_op(body.op(copied))?)?;
    let own = joined(&Subscript::of(&Subscripts::of_op(body.op(put))?), &Form::Value)?;
    Some(found == own)
}

/// The ops of a writer that depend on the read, in order, up to the put value: `None` if one of them needs
/// more than the element.
fn dependent_ops(body: &Body, writer: Op, (read, put): (Op, Op)) -> Option<Vec<Op>> {
    let block = body.view(writer, Compute).block()?;
    let (mut known, mut made) = (FxHashSet::from_iter([body.result(read, 0)]), Vec::new());
    for op in body.ops(block) {
        if op == put || !body.operands(op).any(|value| known.contains(&value)) {
            continue;
        }
        if body.regions(op).next().is_some() || Access::of_read(body.op(op)).is_some() {
            return None;
        }
        known.extend(body.results(op));
        made.push(op);
    }
    // Code in the region of another op would lose its operand.
    let stays = |value: &Value| body.uses(*value).all(|u| u.op == put || made.contains(&u.op));
    let value = body.view(put, Put).put_values()[0];
    (known.contains(&value) && known.iter().all(stays)).then_some(made)
}

/// Moves ops into the combiner of a put; the result of the read becomes the old element.
fn combine(body: &mut Body, (read, put): (Op, Op), made: &[Op], (writer, how): (Op, Attribute)) {
    let view = body.view(put, Put);
    let (value, target, policy) = (view.put_values()[0], view.targets()[0], view.out_of_bounds());
    let Some(at) = Subscripts::of_op(body.op(put)) else { return };
    let mut b = Builder::before(body, put);
    // The combiner uses only the old element.
    let ty = b.body.ty(value);
    let nothing = constant_like(&mut b, ty, 0.0);
    build::put_combined(&mut b, &[nothing], &[target], &at, policy, |b, elements, _| {
        let mut copier = Copier::of([(b.body.result(read, 0), elements[0])]);
        for op in made {
            copier.op(b, *op).expect("ops without subscripts");
        }
        vec![copier.value(b, value)]
    });
    body.erase(put);
    made.iter().rev().for_each(|op| body.erase(*op));
    body.erase(read);
    body.set_attr(writer, "accumulate", how);
}
