//! `sort-puts`: for GPUs, sorts the puts of points that update the same elements in a specified order, as
//! sums of floats do.
//!
//! ```text
//! %r = compute (%i) in [n] accumulate(add %acc = %start) { … put %v into %acc[%k] }
//! ```
//! becomes
//! ```text
//! %keys, %values = compute (%i) in [n] { … yield %k, %v }      // the number of the element, m where the put is dropped
//! %ks, %vs = sort %keys, %values by %keys                      // stably: the values of an element follow each other in the order of the points
//! %first = searchsorted left %ks, iota
//! %last = searchsorted right %ks, iota
//! %r = compute (%k) in [m] { %start[%k] combined with %vs[%first[%k]], …, %vs[%last[%k] - 1] }
//! ```
//! Each element combines its values in the order of the points, so the bits are the same for any count of
//! threads.

use tf_dialects::arith::{self, CmpI, const_index};
use tf_dialects::func::Func;
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::build::for_loop;
use tf_dialects::tensor::algorithms::sort;
use tf_dialects::tensor::shape::{dims, tensor_of};
use tf_dialects::tensor::sort::SearchSorted;
use tf_dialects::tensor::{Access, Combine, CombiningKind, Compute, Policy, Put, Subscripts, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::types::{Dim, Type};
use tf_ir::walk::{preorder, walk};
use tf_passes_common::code::combine::combine;
use tf_passes_common::code::conflicts::{commutes, independent_axes};
use tf_passes_common::code::guard::guard_unproved;
use tf_passes_common::code::indices::{extent_value, moved};
use tf_passes_common::code::subscript::{Copier, Subscript, materialize};
use tf_passes_common::cost::figures::SHORTEST_SORTED_PUTS;

/// The pass `sort-puts`.
pub static INFO: PassInfo = PassInfo {
    name: "sort-puts",
    title: "SortPuts",
    summary: "Let GPU threads put into the same elements in the order of the points",
    docs: "For computes on a GPU whose points put into data-dependent elements, if the order of the points \
        affects the bits (sums of floats, elements that are replaced): the values are sorted by element, \
        stably, and each element combines its values in order. The result is that of sequential execution. \
        Not changed are computes with axes along which points put into different elements, computes whose \
        points commute, which use atomic operations, and computes of few points.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-sorted", help: "computes whose puts were sorted" }],
    rules: &[RuleSpec { name: "sort", help: "sorts the puts of points by element" }],
    growth: Growth::restart("a sort by element orders the puts without races"),
    make: |_: &Options| Ok(Box::new(SortPuts)),
};

struct SortPuts;

impl Pass for SortPuts {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        if Gpu::of(body).is_none() {
            return Ok(Changed::No);
        }
        let computes: Vec<Op> = preorder(body).into_iter().filter(|op| body.is(*op, Compute)).collect();
        let mut count = 0;
        for compute in computes {
            if let Some(plan) = Plan::of(body, compute)
                && cx.allows("sort")
                && cx.may_rewrite()
                && plan.apply(body).is_some()
            {
                count += 1;
            }
        }
        cx.count("num-sorted", count);
        if count > 0 {
            guard_unproved(body, cx);
        }
        Ok(Changed::from(count > 0))
    }
}

/// A compute whose puts are sorted.
struct Plan {
    compute: Op,
    put: Op,
    /// The combining kind of the puts; `None` for replacement.
    kind: Option<CombiningKind>,
    /// The number of points.
    points: Extent,
    /// The extents of the accumulator, and the number of its elements.
    shape: Vec<Extent>,
    elements: Extent,
}

fn product(extents: &[Extent]) -> Option<Extent> {
    extents.iter().try_fold(Extent::constant(1), |all, extent| all.mul(extent).ok())
}

impl Plan {
    /// Plans the sort of a compute's puts; `None` if it is not legal or does not pay.
    fn of(body: &Body, compute: Op) -> Option<Plan> {
        let view = body.view(compute, Compute);
        let accumulations = view.accumulations();
        let [how] = accumulations[..] else { return None };
        if view.plain_count() > 0 || view.schedule().is_some() || view.extents().is_empty() {
            return None;
        }
        let kind = match how.combine {
            Combine::Kind(kind) => Some(kind),
            Combine::Set => None,
            Combine::Region => return None,
        };
        if commutes(body, compute) || independent_axes(body, compute).contains(&true) {
            return None;
        }
        let put = only_put(body, compute)?;
        let points = product(view.extents())?;
        if points.as_const().is_some_and(|n| n < SHORTEST_SORTED_PUTS) {
            return None;
        }
        let start = body.operand(compute, 0);
        let shape: Option<Vec<Extent>> =
            dims(body.ctx(), body.ty(start)).iter().map(Dim::to_extent).collect();
        let shape = shape?;
        let elements = product(&shape)?;
        Some(Plan { compute, put, kind, points, shape, elements })
    }

    /// Replaces the compute. Returns `None`, with the compute unchanged, if its code cannot be copied.
    fn apply(&self, body: &mut Body) -> Option<()> {
        let start = body.operand(self.compute, 0);
        let mut b = Builder::before(body, self.compute);
        b.loc = b.body.loc(self.compute);
        let b = &mut b;
        let listed = self.list(b)?;
        let [keys, values] = listed.map(|value| flat(b, value, &self.points));
        let sorted = sort(b, &[keys, values], 0, |b, pair| arith::cmpi(b, CmpI::Slt, pair[0], pair[1]));
        let [keys, values] = [0, 1].map(|at| b.body.result(sorted, at));
        let index = b.ctx().index();
        let numbers = build::iota(b, std::slice::from_ref(&self.elements), index, 0);
        let ends = ["left", "right"].map(|side| {
            let side = [("side", b.ctx().string_attr(side))];
            let ty = b.body.ty(numbers);
            b.value(SearchSorted, &[keys, numbers], ty, &side)
        });
        let start = flat(b, start, &self.elements);
        let elem = b.ctx().elem_type(b.body.ty(start));
        let all = build::compute_one(b, std::slice::from_ref(&self.elements), elem, |b, at| {
            let [first, last] = ends.map(|end| build::at_indices(b, end, at));
            let old = build::at_indices(b, start, at);
            self.take(b, values, [first, last], old)
        });
        let result = match self.shape.len() {
            1 => all,
            _ => {
                let shape: Vec<Dim> = self.shape.iter().cloned().map(Dim::from_extent).collect();
                build::reshape(b, all, &shape)
            }
        };
        body.replace(self.compute, &[result]);
        Some(())
    }

    /// Combines a range of values into an element, in order; a replacing put takes the last one.
    fn take(&self, b: &mut Builder<'_>, values: Value, [first, last]: [Value; 2], old: Value) -> Value {
        let one = const_index(b, 1);
        let read = |b: &mut Builder<'_>, at: Value| {
            // The result of the search is in bounds, but no proof shows that.
            build::at(b, values, &Subscripts::plain(&[at]), Policy::Clamp, None)
        };
        let Some(kind) = self.kind else {
            let end = arith::subi(b, last, one);
            let from = arith::maxsi(b, first, end);
            let new = for_loop(b, from, last, one, &[old], |b, at, _| vec![read(b, at)]);
            return b.body.result(new, 0);
        };
        let new = for_loop(b, first, last, one, &[old], |b, at, so_far| {
            let value = read(b, at);
            let next = combine(b, kind, so_far[0], value, None);
            vec![next.expect("accumulators combine what their kinds have ops for")]
        });
        b.body.result(new, 0)
    }

    /// Computes the flat index of the target element and the value for each point.
    fn list(&self, b: &mut Builder<'_>) -> Option<[Value; 2]> {
        let (ctx, view) = (b.ctx(), b.body.view(self.compute, Compute));
        let (extents, old, block) = (view.extents().to_vec(), view.indices(), view.block()?);
        let before: Vec<Op> = b.body.ops(block).take_while(|op| *op != self.put).collect();
        let put = b.body.view(self.put, Put);
        let (value, policy) = (put.put_values()[0], put.out_of_bounds());
        let subscripts = Subscripts::of_op(b.body.op(self.put))?;
        let types: Vec<Type> =
            [ctx.index(), b.body.ty(value)].map(|elem| tensor_of(&ctx, &extents, elem)).into();
        let mut done = true;
        let made = build::compute(b, &extents, &types, |b, at| {
            let mut copier = Copier::of(old.iter().copied().zip(at.iter().copied()));
            done = before.iter().all(|op| copier.op(b, *op).is_ok());
            let place = copier.subscripts(&subscripts).filter(|_| done);
            done = place.is_some();
            let Some(place) = place else {
                let none = const_index(b, 0);
                return vec![none, none];
            };
            let at: Vec<Value> = Subscript::of(&place).iter().map(|part| materialize(b, part)).collect();
            vec![self.number(b, &at, policy), copier.value(b, value)]
        });
        if !done {
            b.body.erase(made);
            return None;
        }
        Some([0, 1].map(|at| b.body.result(made, at)))
    }

    /// The flat index of subscripts, in row-major order; out of bounds it is the number of elements.
    fn number(&self, b: &mut Builder<'_>, at: &[Value], policy: Policy) -> Value {
        let (mut number, mut inside) = (const_index(b, 0), None);
        for (subscript, extent) in at.iter().zip(&self.shape) {
            let extent = extent_value(b, extent);
            let subscript = moved(b, policy, *subscript, extent);
            if policy == Policy::Drop {
                let fits = arith::cmpi(b, CmpI::Ult, subscript, extent);
                inside = Some(inside.map_or(fits, |all| arith::andi(b, all, fits)));
            }
            let before = arith::muli(b, number, extent);
            number = arith::addi(b, before, subscript);
        }
        let Some(inside) = inside else { return number };
        let none = extent_value(b, &self.elements);
        arith::select(b, inside, number, none)
    }
}

/// Reshapes a tensor to one axis.
fn flat(b: &mut Builder<'_>, tensor: Value, count: &Extent) -> Value {
    match dims(&b.ctx(), b.body.ty(tensor)).len() {
        1 => tensor,
        _ => build::reshape(b, tensor, &[Dim::from_extent(count.clone())]),
    }
}

/// The only put of a compute, if each point runs it once and its target depends on data.
fn only_put(body: &Body, compute: Op) -> Option<Op> {
    let block = body.view(compute, Compute).block()?;
    let mut writes = Vec::new();
    walk(body, compute, &mut |body, op| writes.extend(Access::of_write(body.op(op)).map(|_| op)));
    let [put] = writes[..] else { return None };
    let may_stop =
        body.is(put, Put) && matches!(body.view(put, Put).out_of_bounds(), Policy::Trap | Policy::Fill);
    (body.is(put, Put) && !may_stop && body.block_of(put) == Some(block)).then_some(put)
}
