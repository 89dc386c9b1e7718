//! Producer-consumer fusion: a read is replaced by the producer's code at the read's subscripts.

use super::element::element;
use super::permuted;
use crate::cost::figures::POINTS_IN_MIND;
use crate::schedule::take_in;
use crate::subscript::{Copier, Subscript, materialize};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::cmp::Ordering;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::tensor::{Access, Compute, ComputeOp, ExtentOf, Policy, Subscripts};
use tf_ir::affine::AffineMap;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::dominance::Dominance;
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;

/// Copies the code of a member of a group to all of its reads; how many there were. Accesses that are not proved to be inside there have to be
/// guarded then.
///
/// # Errors
/// Why it has to be a tensor, in words that follow "the group".
pub(crate) fn copy_into_readers(body: &mut Body, op: Op, name: &str) -> Result<u64, String> {
    let why = |why: &str| format!("computes {name} where it is read, but {why}");
    if body.operand_count(op) > 0 || !is_pure(body, op) {
        return Err(why("it puts elements into a tensor or may stop the call"));
    }
    let mut reads = Vec::new();
    for value in body.results(op) {
        for at in body.uses(value).map(|u| u.op) {
            let read = Access::of_read(body.op(at)).filter(|read| read.source == value);
            match read.map(|read| read.policy) {
                Some(Policy::Assumed | Policy::Clamp | Policy::Fill) => reads.push(at),
                Some(_) if permuted::is_read(body, op, at) => reads.push(at),
                Some(policy) => return Err(why(&format!("a read has the policy {policy}"))),
                None => return Err(why("it is used as a whole")),
            }
        }
    }
    let count = reads.len() as u64;
    take_into(body, op, &reads);
    let mut made: Vec<(Point, Value)> = Vec::new();
    // Copies add regions, but no block to one that is there.
    let mut dominance = Dominance::new();
    for at in in_order(body, reads) {
        let point = Point::of(body, at);
        let mut near = made.iter().rev().take(POINTS_IN_MIND);
        let known = near.find(|(p, v)| *p == point && dominance.value_reaches(body, *v, at));
        let value = match known.map(|(_, value)| *value) {
            Some(value) => value,
            None => copy(body, op, at).map_err(|reason| why(&reason))?,
        };
        body.replace(at, &[value]);
        made.push((point, value));
    }
    body.erase(op);
    Ok(count)
}

/// Prepares the computes that reads stand in for the code that they take in.
fn take_into(body: &mut Body, producer: Op, reads: &[Op]) {
    let mut seen = FxHashSet::default();
    for at in reads {
        let mut around = std::iter::successors(body.parent_op(*at), |op| body.parent_op(*op));
        let consumer = around.find(|op| body.is(*op, Compute));
        if let Some(consumer) = consumer.filter(|consumer| seen.insert(*consumer)) {
            take_in(body, consumer, producer);
        }
    }
}

/// The access of a read: what it reads, where, and what it gives outside.
#[derive(PartialEq)]
struct Point {
    source: Value,
    policy: Policy,
    fill: Option<Value>,
    map: AffineMap,
    indices: SmallVec<[Value; 4]>,
    extents: Vec<Extent>,
}

impl Point {
    fn of(body: &Body, at: Op) -> Point {
        let read = Access::of_read(body.op(at)).expect("the caller asked");
        let (source, policy, fill, map) = (read.source, read.policy, read.fill, read.map.into_owned());
        Point { source, policy, fill, map, indices: read.indices, extents: read.extents.to_vec() }
    }
}

/// Reads in an order in which one that makes a value comes before those that may share it: outer blocks first, each from
/// its first op to its last. Where values read twice were computed twice, chains of such values would grow like
/// Fibonacci's numbers.
fn in_order(body: &Body, reads: Vec<Op>) -> Vec<Op> {
    let depth = |op: Op| std::iter::successors(body.parent_op(op), |p| body.parent_op(*p)).count();
    let mut reads: Vec<(usize, Option<Block>, Op)> =
        reads.into_iter().map(|at| (depth(at), body.block_of(at), at)).collect();
    reads.sort_by(|(d, b, x), (e, c, y)| {
        let within = || match x == y {
            true => Ordering::Equal,
            false if body.is_before(*x, *y) => Ordering::Less,
            false => Ordering::Greater,
        };
        d.cmp(e).then_with(|| b.map(Block::index).cmp(&c.map(Block::index))).then_with(within)
    });
    reads.into_iter().map(|(_, _, at)| at).collect()
}

/// The code of a producer in front of a read: the value that it stands for.
fn copy(body: &mut Body, op: Op, read: Op) -> Result<Value, String> {
    if let Some(value) = permuted::inline(body, op, read) {
        return Ok(value);
    }
    let access = Access::of_read(body.op(read)).expect("the caller asked");
    let (policy, fill, source) = (access.policy, access.fill, access.source);
    let mut all = Subscript::of(&Subscripts::of(&access));
    let view = body.view(op, Compute);
    let (extents, indices) = (view.extents().to_vec(), view.indices());
    let block = view.block().expect("a verified compute has a region");
    let number = body.results(op).position(|value| value == source).expect("it is read");
    let element = element_of(body, view, number, &all[indices.len()..])
        .ok_or("a read is of no constant element of what it yields")?;
    let mut b = Builder::before(body, read);
    b.loc = b.body.loc(read);
    let mut inside = Vec::new();
    for (at, extent) in all.iter_mut().zip(&extents) {
        match policy {
            Policy::Clamp => *at = Subscript::value(clamped(&mut b, at, extent)),
            Policy::Fill => {
                inside.push(is_inside(&mut b, at, extent));
                // A point that is not there has nothing to compute, and its subscripts may leave 64 bits.
                *at = Subscript::value(clamped(&mut b, at, extent));
            }
            _ => {}
        }
    }
    let mut copier = Copier::of_subscripts(indices.into_iter().zip(all));
    copier.block(&mut b, block).map_err(|_| "a read is at subscripts that are too large together")?;
    let mut value = copier.value(&mut b, element);
    for condition in inside {
        value = arith::select(&mut b, condition, value, fill.expect("the policy fills"));
    }
    Ok(value)
}

/// The value that a read at these inner subscripts is of, which have to be constant.
fn element_of(body: &Body, view: ComputeOp<'_>, result: usize, inner: &[Subscript]) -> Option<Value> {
    let at = inner.iter().map(|subscript| subscript.expr.as_const()).collect::<Option<Vec<i64>>>()?;
    element(body, view.yielded()[result], &at)
}

/// The length of an axis as a number.
fn length(b: &mut Builder<'_>, extent: &Extent) -> Value {
    match extent.as_const() {
        Some(n) => arith::const_index(b, n),
        None => ExtentOf::build(b, extent),
    }
}

/// The index of an axis that is nearest to this one.
pub(crate) fn clamped(b: &mut Builder<'_>, index: &Subscript, extent: &Extent) -> Value {
    let (zero, one) = (arith::const_index(b, 0), arith::const_index(b, 1));
    let length = length(b, extent);
    let last = arith::subi(b, length, one);
    let index = materialize(b, index);
    let index = arith::minsi(b, index, last);
    arith::maxsi(b, index, zero)
}

/// Whether an index is one of an axis.
pub(crate) fn is_inside(b: &mut Builder<'_>, index: &Subscript, extent: &Extent) -> Value {
    let zero = arith::const_index(b, 0);
    let length = length(b, extent);
    let index = materialize(b, index);
    let above = arith::cmpi(b, CmpI::Sge, index, zero);
    let below = arith::cmpi(b, CmpI::Slt, index, length);
    arith::andi(b, above, below)
}
