//! Scatters whose order shows, and those into large tensors: each element has an owner, a thread that makes all updates of it, in their order.
//! ```text
//! %r = compute (%i) in [n] accumulate(add %acc = %start) { … put %v into %acc[%k] }
//! ```
//! becomes
//! ```text
//! %r = compute (%p, %i) in [owners, n] accumulate(add %acc = %start) { … if owner(%k) == %p { put %v into %acc[%k] } }      parallel(%p)
//! ```
//! Each owner goes through all updates and makes its own, so that an element takes the same values in the same order as from one thread, whatever the number of
//! owners is. That pays where a change takes much longer than finding out where it is, as places in large tensors do. Owners have blocks of a page
//! that lie all over the tensor: where some part of it changes more often, as the first rows of many tables, all have their share of it.

use crate::code::indices::{extent_value, moved};
use crate::code::subscript::{self, Copier, Subscript, materialize};
use crate::schedule::cost::figures::{OWNER_BITS, OWNER_FACTOR};
use rustc_hash::FxHashSet;
use tf_dialects::arith::{self, CmpI, const_index};
use tf_dialects::loops::build::if_then;
use tf_dialects::tensor::access::set_policy;
use tf_dialects::tensor::build;
use tf_dialects::tensor::loop_names::give_loop_names;
use tf_dialects::tensor::schedule::{Author, Schedule, Step};
use tf_dialects::tensor::{Access, Compute, Policy, Put, Subscripts};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_ir::walk;

/// How many owners a compute has, of which blocks.
pub(crate) struct Cut {
    pub owners: Extent,
    pub targets: Targets,
    /// Points that are lanes, of the last axis.
    pub lanes: Option<i64>,
}

/// The accumulators of a compute, which have one shape, and what is put into them.
pub(crate) struct Targets {
    pub shape: Vec<Extent>,
    /// Bytes of an element of all of them.
    pub bytes: f64,
    /// The axis whose index decides who owns an element.
    pub axis: usize,
    /// Of its index, the lower bits that count the elements of a block.
    pub shift: i64,
    /// The puts, in the order of the code.
    pub puts: Vec<Own>,
}

/// A put.
pub(crate) struct Own {
    pub op: Op,
    /// Of each axis, the index of the box that is its subscript and goes through all of it.
    pub stays: Vec<Option<Value>>,
    /// The put and what nothing but its values needs.
    pub needed: Vec<Op>,
}

/// Gives the elements of a compute's results owners. `None` if its code cannot be copied: the answer is as before then.
pub(crate) fn split(body: &mut Body, compute: Op, cut: &Cut) -> Option<()> {
    let view = body.view(compute, Compute);
    let (old, accumulators, block) = (view.indices(), view.accumulators(), view.block()?);
    let (how, mut extents) = (view.accumulations(), view.extents().to_vec());
    extents.insert(0, cut.owners.clone());
    let starts: Vec<Value> = body.operands(compute).collect();
    let mut b = Builder::before(body, compute);
    b.loc = b.body.loc(compute);
    let (mut copier, mut is_copied) = (Copier::default(), false);
    let made = build::accumulate(&mut b, &extents, &[], &starts, &how, |b, at, memory| {
        copier.extend(old.iter().copied().zip(at[1..].iter().copied()));
        copier.extend(accumulators.iter().copied().zip(memory.iter().copied()));
        is_copied = copier.block(b, block).is_ok();
        Vec::new()
    });
    if !is_copied {
        body.erase(made);
        return None;
    }
    let mut puts = Vec::new();
    walk::walk(body, made, &mut |body, op| puts.extend(body.is(op, Put).then_some(op)));
    let index = body.view(made, Compute).indices()[0];
    for (put, own) in puts.into_iter().zip(&cut.targets.puts) {
        guard(body, put, (index, &cut.owners), (own, &cut.targets));
    }
    let names = give_loop_names(body, made).axes;
    let mut steps = vec![Step::Parallel { axes: names[..1].to_vec(), grain: Some(1) }];
    if let (Some(width), Some(target)) = (cut.lanes, names.last()) {
        steps.push(Step::Vectorize { target: target.clone(), width, tail: None });
    }
    let schedule = Schedule::by(Author::Heuristic, steps).to_attr(body.ctx());
    body.set_attr(made, "schedule", schedule);
    let results: Vec<Value> = body.results(made).collect();
    body.replace(compute, &results);
    Some(())
}

/// Lets a put happen only where the index is the owner of its element; so does what it alone needs.
fn guard(body: &mut Body, put: Op, (index, owners): (Value, &Extent), (own, targets): (&Own, &Targets)) {
    let mut b = Builder::before(body, put);
    b.loc = b.body.loc(put);
    let owner = place(&mut b, put, own, targets).owner(&mut b, targets, owners);
    let mine = arith::cmpi(&mut b, CmpI::Eq, owner, index);
    let guarded = if_then(&mut b, mine, |_| ());
    let end =
        body.regions(guarded).next().and_then(|region| body.entry(region)).and_then(|block| body.last(block));
    let end = end.expect("the region was made with an end");
    body.move_before(put, end);
    let mut first = put;
    for value in needed_by(body, put, guarded) {
        body.move_before(value, first);
        first = value;
    }
}

/// Where a put goes.
struct Place {
    /// The subscript that decides who owns the element.
    at: Value,
    /// True where the element is one: of none, the first is the owner, so that it is one thread that stops the call.
    inside: Option<Value>,
}

/// Makes the subscripts that decide about the owner of a put's element values.
fn place(b: &mut Builder<'_>, put: Op, own: &Own, targets: &Targets) -> Place {
    let access = Access::of_write(b.body.op(put)).expect("puts write");
    let (policy, old) = (access.policy, Subscript::of(&Subscripts::of(&access)));
    let is_moved = matches!(policy, Policy::Clamp | Policy::Wrap);
    let mut new = old.clone();
    let mut inside = None;
    for (axis, subscript) in old.iter().enumerate() {
        if own.stays[axis].is_some() || axis != targets.axis && !is_moved && policy != Policy::Trap {
            continue;
        }
        let value = subscript.as_value().unwrap_or_else(|| materialize(b, subscript));
        let value = match is_moved {
            true => {
                let extent = extent_value(b, &targets.shape[axis]);
                moved(b, policy, value, extent)
            }
            false => value,
        };
        if policy == Policy::Trap {
            let extent = extent_value(b, &targets.shape[axis]);
            let fits = arith::cmpi(b, CmpI::Ult, value, extent);
            inside = Some(inside.map_or(fits, |all| arith::andi(b, all, fits)));
        }
        new[axis] = Subscript::value(value);
    }
    let at = new[targets.axis].as_value().expect("it was made a value");
    let joined = crate::code::subscript::joined(&new, &subscript::Form::Value);
    joined.expect("values are small").set(b.body, put);
    if is_moved {
        set_policy(b.body, put, Policy::Drop);
    }
    Place { at, inside }
}

impl Place {
    /// The number of the owner.
    fn owner(&self, b: &mut Builder<'_>, targets: &Targets, owners: &Extent) -> Value {
        let shift = const_index(b, targets.shift);
        let block = arith::shrsi(b, self.at, shift);
        let factor = const_index(b, OWNER_FACTOR);
        let spread = arith::muli(b, block, factor);
        let bits = const_index(b, OWNER_BITS);
        let part = arith::shrui(b, spread, bits);
        let owners = extent_value(b, owners);
        let scaled = arith::muli(b, part, owners);
        let owner = arith::shrui(b, scaled, bits);
        let Some(inside) = self.inside else { return owner };
        let first = const_index(b, 0);
        arith::select(b, inside, owner, first)
    }
}

/// The ops in front of one that nothing but the values of a put, which stands there or inside of it, needs; the last one first.
pub(crate) fn needed_by(body: &Body, put: Op, at: Op) -> Vec<Op> {
    let Some(block) = body.block_of(at) else { return Vec::new() };
    let before: Vec<Op> = body.ops(block).take_while(|op| *op != at).collect();
    let places: Vec<Value> = Subscripts::of_op(body.op(put)).map_or_else(Vec::new, |all| all.values.to_vec());
    let mut own = FxHashSet::from_iter([put]);
    let mut found = Vec::new();
    for op in before.into_iter().rev() {
        let is_own = |user: Op| {
            let mut path = std::iter::successors(Some(user), |op| body.parent_op(*op));
            path.find(|op| *op == put || body.block_of(*op) == Some(block))
                .is_some_and(|op| own.contains(&op))
        };
        let is_value = |result| !places.contains(&result) && body.users(result).into_iter().all(is_own);
        let is_used = body.results(op).any(|result| !body.users(result).is_empty());
        if is_used && is_pure(body, op) && body.results(op).all(is_value) {
            own.insert(op);
            found.push(op);
        }
    }
    found
}
