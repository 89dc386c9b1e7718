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

use super::updates::{Own, Targets};
use crate::code::conflicts::independent_axes;
use crate::code::subscript::{self, Copier, Subscript, materialize};
use crate::schedule::cost::figures::{
    MIN_PER_CORE, MOST_OWNERS, OWNER_BITS, OWNER_FACTOR, OWNER_REGISTERS, SCATTERS_TRIED, WORTH_OWNERS,
};
use crate::schedule::cost::scattered::Update;
use crate::schedule::cost::work::Work;
use crate::tensors::sort_puts::{extent_value, moved};
use tf_dialects::arith::{self, CmpI, const_index};
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::Parallel;
use tf_dialects::loops::build::if_then;
use tf_dialects::target::Target;
use tf_dialects::tensor::access::set_policy;
use tf_dialects::tensor::loop_names::give_loop_names;
use tf_dialects::tensor::schedule::{Author, Schedule, Step};
use tf_dialects::tensor::{Access, Compute, Policy, Put, Subscripts, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::walk;

/// How many owners a compute has, of which blocks.
pub(crate) struct Cut {
    owners: Extent,
    targets: Targets,
    /// Points that are lanes, of the last axis.
    lanes: Option<i64>,
}

/// How a compute is cut, if that pays.
pub(crate) fn candidate(body: &Body, compute: Op) -> Option<Cut> {
    let view = body.view(compute, Compute);
    let is_free = view.plain_count() == 0 && view.schedule().is_none() && !view.accumulators().is_empty();
    // Threads of a GPU have ways of their own.
    if !is_free || Gpu::of(body).is_some() || runs_in_parallel(body, compute) {
        return None;
    }
    let target = Target::of(body);
    let most = i64::from(target.cores).min(MOST_OWNERS);
    let targets = Targets::of(body, compute, most)?;
    let (work, free) = (Work::of(body, compute), independent_axes(body, compute));
    let lanes = lanes_of(body, compute, &targets, &work, &target);
    let share = |axis: usize| {
        let own = if axis + 1 == free.len() { lanes.unwrap_or(1) } else { 1 };
        view.extents()[axis].as_const().map(|n| (n as f64 / own as f64).ceil())
    };
    // Threads share the points that are apart anyhow, where there are enough of them.
    let apart =
        (0..free.len()).filter(|axis| free[*axis]).map(share).try_fold(1.0, |all, n| Some(all * n?))?;
    if most < 2 || apart >= MIN_PER_CORE * f64::from(target.cores) {
        return None;
    }
    let update = targets.update(&work, lanes, &target);
    let owners = owners(body, compute, &targets, (&update, lanes), most)?;
    Some(Cut { owners, targets, lanes })
}

/// True if a loop around runs on several threads.
fn runs_in_parallel(body: &Body, op: Op) -> bool {
    std::iter::successors(body.parent_op(op), |op| body.parent_op(*op))
        .any(|around| body.is(around, Parallel))
}

/// Lanes along the last axis, if its points are apart once elements have owners, and their places follow each other.
fn lanes_of(body: &Body, compute: Op, targets: &Targets, work: &Work, target: &Target) -> Option<i64> {
    let view = body.view(compute, Compute);
    let (index, extent) = (*view.indices().last()?, view.extents().last()?.as_const()?);
    let is_last = |put: &Own| put.stays.last() == Some(&Some(index));
    let register = target.lanes(work.widest);
    let most = extent.min(register.saturating_mul(OWNER_REGISTERS)).max(1);
    let lanes = 1i64.checked_shl(most.ilog2())?;
    let is_row = work.folds.is_empty() && targets.puts.iter().all(is_last);
    (is_row && register > 1 && lanes >= register).then_some(lanes)
}

/// How many owners there are: as a term, where how many updates or elements there are is known when the program is called.
fn owners(
    body: &Body,
    compute: Op,
    targets: &Targets,
    (update, lanes): (&Update, Option<i64>),
    most: i64,
) -> Option<Extent> {
    let target = Target::of(body);
    let whole =
        |extents: &[Extent]| extents.iter().try_fold(Extent::constant(1), |all, extent| all.mul(extent).ok());
    let (points, elements) = (whole(body.view(compute, Compute).extents())?, whole(&targets.shape)?);
    let known = |extent: &Extent| extent.as_const().map(|n| n as f64);
    let pays = |points: f64, elements: f64| {
        let updates = points / lanes.unwrap_or(1) as f64;
        let time = |owners: f64| update.time(updates, elements * targets.bytes, owners, &target);
        time(most as f64) < WORTH_OWNERS * time(1.0)
    };
    let tried = || SCATTERS_TRIED.map(|power| f64::from(power).exp2());
    let many = f64::from(*SCATTERS_TRIED.end()).exp2();
    let least_elements = match known(&elements) {
        Some(elements) => Some(elements).filter(|elements| *elements >= targets.least(most))?,
        None => {
            let pays = |elements: &f64| pays(known(&points).unwrap_or(many), *elements);
            tried().find(|elements| *elements >= targets.least(most) && pays(elements))?
        }
    };
    let least_points = match known(&points) {
        Some(points) => Some(points).filter(|points| pays(*points, least_elements))?,
        None => tried().find(|points| pays(*points, least_elements))?,
    };
    let others = Extent::constant(most - 1);
    let mut limits = vec![others.clone()];
    if known(&points).is_none() {
        limits.push(points.floordiv(least_points as i64).ok()?);
    }
    if known(&elements).is_none() {
        limits.push(elements.floordiv(least_elements as i64).ok()?.mul(&others).ok()?);
    }
    Extent::min_of(&limits).ok()?.add_const(1).ok()
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
    for value in super::updates::needed_by(body, put, guarded) {
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
