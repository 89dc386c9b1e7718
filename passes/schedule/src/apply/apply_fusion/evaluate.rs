//! Producer-consumer fusion: a read is replaced by the producer's code at the read's subscripts.

use super::out_of_bounds::{OutOfBoundsRead, PolicyRead, Replacement, number, yielded_at};
use super::permuted;
use super::refusal::{InlineRefusal, NotInlined};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cmp::Ordering;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::differentiate::constant_like;
use tf_dialects::loops::build::if_else;
use tf_dialects::scalar::Scalar;
use tf_dialects::tensor::bounds::Indices;
use tf_dialects::tensor::{Access, Compute, ExtentOf, Policy, Subscripts, build};
use tf_ir::affine::AffineMap;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::dominance::Dominance;
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_ir::walk::walk;
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::subscript::{Copier, Form, Subscript, joined, materialize};
use tf_passes_common::cost::figures::POINTS_IN_MIND;
use tf_passes_common::rules::keep::take_in;

/// Inlines a member of a group into all of its reads; returns their count. The caller must guard accesses
/// that are not proved to be in bounds there.
///
/// # Errors
/// The reason why it must be materialized.
pub(crate) fn copy_into_readers(body: &mut Body, op: Op, name: &str) -> Result<u64, NotInlined> {
    inline(body, op).map_err(|why| NotInlined { member: name.to_string(), why })
}

fn inline(body: &mut Body, op: Op) -> Result<u64, InlineRefusal> {
    if body.operand_count(op) > 0 || !is_pure(body, op) {
        return Err(InlineRefusal::Impure);
    }
    let mut reads = Vec::new();
    for value in body.results(op) {
        for at in body.uses(value).map(|u| u.op) {
            let read = Access::of_read(body.op(at)).filter(|read| read.source == value);
            match read.map(|read| read.policy) {
                Some(Policy::Assumed | Policy::Clamp | Policy::Wrap | Policy::Fill) => reads.push(at),
                Some(policy) => return Err(InlineRefusal::Policy(policy)),
                None => return Err(InlineRefusal::WholeTensor),
            }
        }
    }
    let count = reads.len() as u64;
    take_into(body, op, &reads);
    let mut made: FxHashMap<Point, Vec<Value>> = FxHashMap::default();
    // Copies add regions, but no block to an existing region.
    let mut dominance = Dominance::new();
    for at in in_order(body, reads) {
        let known = made.entry(Point::of(body, at)).or_default();
        let mut near = known.iter().rev().take(POINTS_IN_MIND);
        let value = match near.find(|value| dominance.value_reaches(body, **value, at)) {
            Some(value) => *value,
            None => {
                let value = copy(body, op, at)?;
                known.push(value);
                value
            }
        };
        body.replace(at, &[value]);
    }
    body.erase(op);
    Ok(count)
}

/// Prepares the computes around reads to take in the producer's code.
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

/// The access of a read: its source, subscripts, policy and fill value.
#[derive(PartialEq, Eq, Hash)]
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
        let read = Access::of_read(body.op(at)).expect("the caller checked that it is a read");
        let (source, policy, fill, map) = (read.source, read.policy, read.fill, read.map.into_owned());
        Point { source, policy, fill, map, indices: read.indices, extents: read.extents.to_vec() }
    }
}

/// Orders reads so that one that computes a value comes before those that may share it: outer blocks first,
/// each from its first op to its last. Without sharing, chains of values that are read twice would grow like
/// the Fibonacci numbers.
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

/// Copies the code of a producer before a read; returns the value of the read.
fn copy(body: &mut Body, op: Op, read: Op) -> Result<Value, InlineRefusal> {
    if let Some(value) = permuted::inline(body, op, read) {
        return Ok(value);
    }
    let access = Access::of_read(body.op(read)).expect("the caller checked that it is a read");
    let element = yielded_at(body, access.source, &access).ok_or(InlineRefusal::NoElement)?;
    let (fill, all) = (access.fill, Subscript::of(&Subscripts::of(&access)));
    let leaving = OutOfBoundsRead::of(body, &mut Indices::new(body), read);
    let replacement = leaving.as_ref().map(|leaving| (Replacement::of(body, op, element, leaving), leaving));
    let code = Code { producer: op, element };
    let mut b = Builder::before(body, read);
    b.loc = b.body.loc(read);
    match replacement {
        None => code.at(&mut b, all).map(|(value, _)| value),
        Some((Replacement::InReads(reads), leaving)) => {
            code.in_reads(&mut b, all, (&reads, leaving.policy, fill))
        }
        Some((Replacement::Chosen, leaving)) => {
            let fill = fill.expect("the policy is fill");
            let inside = along(&mut b, op, &all, &leaving.open, is_inside);
            code.chosen(&mut b, all, inside, fill)
        }
        Some((Replacement::Redirected, leaving)) => code.redirected(&mut b, all, leaving),
    }
}

/// The code of a producer, and the element that a read takes.
struct Code {
    producer: Op,
    element: Value,
}

impl Code {
    /// Copies the code to the cursor, at these subscripts; returns its element and the copier.
    fn at(&self, b: &mut Builder<'_>, all: Vec<Subscript>) -> Result<(Value, Copier), InlineRefusal> {
        let view = b.body.view(self.producer, Compute);
        let (indices, block) = (view.indices(), view.block().expect("a verified compute has a region"));
        let mut copier = Copier::of_subscripts(indices.into_iter().zip(all));
        copier.block(b, block).map_err(|_| InlineRefusal::LargeSubscripts)?;
        Ok((copier.value(b, self.element), copier))
    }

    /// False if subscripts of the code become too large at these.
    fn fits(&self, body: &Body, all: &[Subscript]) -> bool {
        let (mut fits, indices) = (true, body.view(self.producer, Compute).indices());
        let form = |value: Value| match indices.iter().position(|index| *index == value) {
            Some(axis) => Form::Subscript(all[axis].clone()),
            None => Form::Value(value),
        };
        walk(body, self.producer, &mut |body, op| {
            let own = Subscripts::of_op(body.op(op));
            fits &= own.is_none_or(|own| joined(&Subscript::of(&own), &form).is_some());
        });
        fits
    }

    /// Copies the code to the cursor, with a policy on some of its reads.
    fn in_reads(
        &self,
        b: &mut Builder<'_>,
        all: Vec<Subscript>,
        (reads, policy, fill): (&[PolicyRead], Policy, Option<Value>),
    ) -> Result<Value, InlineRefusal> {
        let (mut value, copier) = self.at(b, all)?;
        for PolicyRead { at: original, outside, .. } in reads {
            let old = copier.known(b.body.result(*original, 0));
            let at = b.body.def_op(old).expect("a copy of a read is a read");
            let new = with_policy(b.body, at, policy, (*outside, fill));
            b.body.replace(at, &[new]);
            if value == old {
                value = new;
            }
        }
        Ok(value)
    }

    /// The code if the conditions hold, else another value.
    fn chosen(
        &self,
        b: &mut Builder<'_>,
        all: Vec<Subscript>,
        conditions: Vec<Value>,
        other: Value,
    ) -> Result<Value, InlineRefusal> {
        let Some(condition) = conditions.into_iter().reduce(|a, c| arith::andi(b, a, c)) else {
            return self.at(b, all).map(|(value, _)| value);
        };
        let (mut result, ty, fits) = (Ok(()), b.body.ty(other), self.fits(b.body, &all));
        let branch = if_else(
            b,
            condition,
            &[ty],
            |b| {
                // Subscripts that are too large together are never in bounds, but the code still needs index
                // values.
                let value = |at: &Subscript| Subscript::value(materialize(b, at));
                let all = if fits { all } else { all.iter().map(value).collect() };
                match self.at(b, all) {
                    Ok((value, _)) => vec![value],
                    Err(error) => {
                        result = Err(error);
                        vec![other]
                    }
                }
            },
            |_| vec![other],
        );
        result.map(|()| b.body.result(branch, 0))
    }

    /// The code at the point that a policy selects; 0 if an axis is empty.
    fn redirected(
        &self,
        b: &mut Builder<'_>,
        mut all: Vec<Subscript>,
        leaving: &OutOfBoundsRead,
    ) -> Result<Value, InlineRefusal> {
        let lead = if leaving.policy == Policy::Wrap { wrapped } else { clamped };
        for (axis, at) in leaving.open.iter().zip(along(b, self.producer, &all, &leaving.open, lead)) {
            all[*axis] = Subscript::value(at);
        }
        if !leaving.may_be_empty {
            return self.at(b, all).map(|(value, _)| value);
        }
        let has_points = |b: &mut Builder<'_>, _: &Subscript, extent: &Extent| {
            let (zero, length) = (arith::const_index(b, 0), length(b, extent));
            arith::cmpi(b, CmpI::Sgt, length, zero)
        };
        let exist = along(b, self.producer, &all, &leaving.open, has_points);
        let ty = b.body.ty(self.element);
        let zero = constant_like(b, ty, 0.0);
        self.chosen(b, all, exist, zero)
    }
}

/// Applies `of` to the subscripts along some axes of a producer's box.
fn along(
    b: &mut Builder<'_>,
    producer: Op,
    all: &[Subscript],
    axes: &[usize],
    of: impl Fn(&mut Builder<'_>, &Subscript, &Extent) -> Value,
) -> Vec<Value> {
    let extents = b.body.view(producer, Compute).extents().to_vec();
    axes.iter().map(|axis| of(b, &all[*axis], &extents[*axis])).collect()
}

/// Builds a read with a policy before an existing one. Its fill value is `outside`; `known` is reused if it
/// has that value.
fn with_policy(
    body: &mut Body,
    at: Op,
    policy: Policy,
    (outside, known): (Option<Scalar>, Option<Value>),
) -> Value {
    let access = Access::of_read(body.op(at)).expect("a copy of a read is a read");
    let (source, place, ty) = (access.source, Subscripts::of(&access), body.ty(body.result(at, 0)));
    let mut code = FoldingBuilder::before(body, at);
    let fill =
        outside.map(|outside| match known.filter(|known| number(code.b.body, *known) == Some(outside)) {
            Some(known) => known,
            None => code.splat(ty, outside),
        });
    let mut b = Builder::before(body, at);
    b.loc = b.body.loc(at);
    build::at(&mut b, source, &place, policy, fill)
}

/// The length of an axis, as a value.
fn length(b: &mut Builder<'_>, extent: &Extent) -> Value {
    match extent.as_const() {
        Some(n) => arith::const_index(b, n),
        None => ExtentOf::build(b, extent),
    }
}

/// The nearest index in bounds.
pub(crate) fn clamped(b: &mut Builder<'_>, index: &Subscript, extent: &Extent) -> Value {
    let (zero, one) = (arith::const_index(b, 0), arith::const_index(b, 1));
    let length = length(b, extent);
    let last = arith::subi(b, length, one);
    let index = materialize(b, index);
    let index = arith::minsi(b, index, last);
    arith::maxsi(b, index, zero)
}

/// The index modulo the length of the axis.
fn wrapped(b: &mut Builder<'_>, index: &Subscript, extent: &Extent) -> Value {
    let (length, index) = (length(b, extent), materialize(b, index));
    let turns = arith::floordivsi(b, index, length);
    let turned = arith::muli(b, turns, length);
    arith::subi(b, index, turned)
}

/// Whether an index is in bounds.
pub(crate) fn is_inside(b: &mut Builder<'_>, index: &Subscript, extent: &Extent) -> Value {
    let zero = arith::const_index(b, 0);
    let length = length(b, extent);
    let index = materialize(b, index);
    let above = arith::cmpi(b, CmpI::Sge, index, zero);
    let below = arith::cmpi(b, CmpI::Slt, index, length);
    arith::andi(b, above, below)
}
