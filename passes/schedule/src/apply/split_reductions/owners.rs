//! Owner-computes scatters, for ordered updates and large tensors: the owner of an element makes all its
//! updates.
//! ```text
//! %r = compute (%i) in [n] accumulate(add %acc = %start) { … put %v into %acc[%k] }
//! ```
//! becomes
//! ```text
//! %r = compute (%p, %i) in [owners, n] accumulate(add %acc = %start) { … if owner(%k) == %p { put %v into %acc[%k] } }      parallel(%p)
//! ```
//! Each owner is a thread that iterates over all updates and makes its own, so an element takes the same
//! values in the same order as with one thread, for any count of owners. This pays off if an update costs
//! much more than computing its subscripts, as in large tensors. Owners have page-sized blocks all over the
//! tensor: if some part of it changes more often, such as the first rows of many tables, all owners share it.

use rustc_hash::FxHashSet;
use tf_dialects::arith::{self, CmpI, const_index};
use tf_dialects::loops::build::if_then;
use tf_dialects::tensor::access::set_policy;
use tf_dialects::tensor::build;
use tf_dialects::tensor::loop_names::give_loop_names;
use tf_dialects::tensor::schedule::{Author, Schedule, Step, steps};
use tf_dialects::tensor::{Access, Compute, Policy, Put, Subscripts};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_ir::walk;
use tf_passes_common::code::indices::{extent_value, moved};
use tf_passes_common::code::subscript::{self, Copier, Subscript, materialize};
use tf_passes_common::cost::figures::{OWNER_BITS, OWNER_FACTOR};

/// The owners of a compute's accumulators, and their blocks.
pub(crate) struct Cut {
    pub owners: Extent,
    pub targets: Targets,
    /// The points of the last axis that run as lanes.
    pub lanes: Option<i64>,
}

/// The accumulators of a compute, which have one shape, and the puts into them.
pub(crate) struct Targets {
    pub shape: Vec<Extent>,
    /// The bytes of an element, summed over all accumulators.
    pub bytes: f64,
    /// The axis whose index determines the owner of an element.
    pub axis: usize,
    /// The low bits of this index, which count the elements of a block.
    pub shift: i64,
    /// The puts, in the order of the code.
    pub puts: Vec<ScatterSite>,
}

/// A put.
pub(crate) struct ScatterSite {
    pub op: Op,
    /// For each axis, the index of the box that is its subscript and covers all of it.
    pub stays: Vec<Option<Value>>,
    /// The put, and the ops that only its values need.
    pub needed: Vec<Op>,
}

/// Gives each element of a compute's results an owner. `None` if its code cannot be copied: the results are
/// the same then.
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
    let mut steps = vec![Step::Parallel(steps::Parallel { axes: names[..1].to_vec(), grain: Some(1) })];
    if let (Some(width), Some(target)) = (cut.lanes, names.last()) {
        steps.push(Step::Vectorize(steps::Vectorize { target: target.clone(), width, tail: None }));
    }
    let schedule = Schedule::by(Author::Heuristic, steps).to_attr(body.ctx());
    body.set_attr(made, "schedule", schedule);
    let results: Vec<Value> = body.results(made).collect();
    body.replace(compute, &results);
    Some(())
}

/// Guards a put, and the ops that only it needs: it runs if the index is the owner of its element.
fn guard(
    body: &mut Body,
    put: Op,
    (index, owners): (Value, &Extent),
    (own, targets): (&ScatterSite, &Targets),
) {
    let mut b = Builder::before(body, put);
    b.loc = b.body.loc(put);
    let owner = updated_element(&mut b, put, own, targets).owner(&mut b, targets, owners);
    let mine = arith::cmpi(&mut b, CmpI::Eq, owner, index);
    let guarded = if_then(&mut b, mine, |_| ());
    let end =
        body.regions(guarded).next().and_then(|region| body.entry(region)).and_then(|block| body.last(block));
    let end = end.expect("the region was built with a terminator");
    body.move_before(put, end);
    let mut first = put;
    for value in needed_by(body, put, guarded) {
        body.move_before(value, first);
        first = value;
    }
}

/// The element that a put updates.
struct UpdatedElement {
    /// The subscript that determines the owner.
    at: Value,
    /// Whether the element is in bounds. If not, the first owner makes the put, so that one thread stops the
    /// call.
    inside: Option<Value>,
}

/// Materializes the subscripts that determine the owner of a put's element.
fn updated_element(b: &mut Builder<'_>, put: Op, own: &ScatterSite, targets: &Targets) -> UpdatedElement {
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
    let at = new[targets.axis].as_value().expect("it was turned into a value before");
    let joined = tf_passes_common::code::subscript::joined(&new, &subscript::Form::Value);
    joined.expect("a value is a small expression").set(b.body, put);
    if is_moved {
        set_policy(b.body, put, Policy::Drop);
    }
    UpdatedElement { at, inside }
}

impl UpdatedElement {
    /// The index of the owner.
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

/// The ops before `at` that only the values of a put need, the last first; the put is `at` or inside of it.
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
