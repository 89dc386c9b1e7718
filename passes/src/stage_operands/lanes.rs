//! What the lanes that a schedule will choose read from row to row, in computes that are no plain products: the tensor is copied once, with
//! the axis of the lanes the last.

use super::rows;
use crate::cost::figures::LEAST_SHARED;
use crate::cost::fold_trips;
use crate::schedule::{self, Work};
use crate::subscript::{Form, Subscript, joined};
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::Loop;
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::{Access, At, Compute, Fold, Policy, Subscripts, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::walk::walk;

/// A read of which neighbouring lanes get elements that lie not side by side.
struct Scattered {
    read: Op,
    source: Value,
    /// The axis of the source along which lanes read.
    axis: usize,
}

/// Copies what the lanes of a compute read from far apart and often enough; gives how many tensors were copied.
pub fn stage(body: &mut Body, compute: Op, target: &Target) -> u64 {
    let plan = schedule::choose(&Work::of(body, compute), target);
    let Some((Loop::Axis(axis), _)) = plan.vectors.first() else { return 0 };
    let view = body.view(compute, Compute);
    let lane = view.indices()[*axis];
    let points = elements(view.extents());
    let mut copies: Vec<(Value, usize, Value)> = Vec::new();
    let all = scattered(body, compute, lane);
    for found in &all {
        let known = copies.iter().find(|(source, axis, _)| (*source, *axis) == (found.source, found.axis));
        let copy = match known.map(|(_, _, copy)| *copy) {
            Some(copy) => copy,
            None if !pays(body, compute, points, found) => continue,
            None => {
                // What is read outside depends on where the tensor ends, and so may the copy.
                let mut same =
                    all.iter().filter(|other| (other.source, other.axis) == (found.source, found.axis));
                let may_be_longer = same.all(|other| is_inside(body, other.read));
                let copy = copied(body, compute, found, may_be_longer);
                copies.push((found.source, found.axis, copy));
                copy
            }
        };
        redirect(body, found, copy);
    }
    copies.len() as u64
}

/// The reads of a compute that move with an index along one axis, which is not the last, element by element.
fn scattered(body: &Body, compute: Op, lane: Value) -> Vec<Scattered> {
    let mut found = Vec::new();
    walk(body, compute, &mut |body, op| {
        let Some(read) = Access::of_read(body.op(op)).filter(|_| body.is(op, At)) else { return };
        let Some(dim) = read.indices.iter().position(|index| *index == lane) else { return };
        let results = read.map.results();
        let mut moving = (0..results.len()).filter(|axis| results[*axis].uses_dim(dim as u32));
        let is_outside = body.def_op(read.source).is_none_or(|def| !body.encloses(compute, def));
        let (Some(axis), None) = (moving.next(), moving.next()) else { return };
        if is_outside && axis + 1 < results.len() && results[axis].stride(dim as u32) == Some(1) {
            found.push(Scattered { read: op, source: read.source, axis });
        }
    });
    found
}

/// True if each element of the tensor is read often enough.
fn pays(body: &Body, compute: Op, points: Option<i64>, found: &Scattered) -> bool {
    let extents = extents(body.ctx(), body.ty(found.source));
    let Some((points, size)) = points.zip(extents.and_then(|extents| elements(&extents))) else {
        return false;
    };
    let folds = std::iter::successors(body.parent_op(found.read), |op| body.parent_op(*op))
        .take_while(|op| *op != compute)
        .filter(|op| body.is(*op, Fold));
    let trips =
        folds.map(|fold| fold_trips(body, fold)).try_fold(1_u64, |all, trips| all.checked_mul(trips?));
    let reads = trips.and_then(|trips| trips.checked_mul(points.unsigned_abs()));
    reads.is_some_and(|reads| reads as f64 / size.max(1) as f64 >= LEAST_SHARED)
}

/// True for a read that stays inside of what it reads.
fn is_inside(body: &Body, read: Op) -> bool {
    Access::of_read(body.op(read)).is_some_and(|read| read.policy == Policy::Assumed)
}

fn elements(extents: &[Extent]) -> Option<i64> {
    extents.iter().map(Extent::as_const).try_fold(1_i64, |all, n| all.checked_mul(n?))
}

/// The axes of a tensor with one of them the last.
fn order(rank: usize, last: usize) -> Vec<usize> {
    (0..rank).filter(|axis| *axis != last).chain([last]).collect()
}

/// The tensor with the axis of the lanes the last, made in front of the compute; its rows may be longer than those that are read.
fn copied(body: &mut Body, compute: Op, found: &Scattered, may_be_longer: bool) -> Value {
    let (ctx, ty) = (body.ctx().clone(), body.ty(found.source));
    let from = extents(&ctx, ty).expect("the caller counted its elements");
    let order = order(from.len(), found.axis);
    let permuted: Vec<Extent> = order.iter().map(|axis| from[*axis].clone()).collect();
    let longer = rows::spread(body, &permuted, ctx.elem_type(ty)).filter(|_| may_be_longer);
    let policy = if longer.is_some() { Policy::Clamp } else { Policy::Assumed };
    let loc = body.loc(found.read);
    let mut b = Builder::before(body, compute);
    b.loc = loc;
    build::compute_one(&mut b, &longer.unwrap_or(permuted), ctx.elem_type(ty), |b, indices| {
        let index = |axis: usize| indices[order.iter().position(|o| *o == axis).expect("a permutation")];
        let place: Vec<Value> = (0..from.len()).map(index).collect();
        build::at(b, found.source, &Subscripts::plain(&place), policy, None)
    })
}

/// Has a read go to the copy.
fn redirect(body: &mut Body, found: &Scattered, copy: Value) {
    let read = Access::of_read(body.op(found.read)).expect("it was one before");
    let all = Subscript::of_map(&read.map, &read.indices, read.extents);
    let permuted: Vec<Subscript> =
        order(all.len(), found.axis).into_iter().map(|axis| all[axis].clone()).collect();
    let (policy, fill) = (read.policy, body.view(found.read, At).fill());
    let Some(place) = joined(&permuted, &Form::Value) else { return };
    let mut b = Builder::before(body, found.read);
    b.loc = b.body.loc(found.read);
    let value = build::at(&mut b, copy, &place, policy, fill);
    body.replace(found.read, &[value]);
}
