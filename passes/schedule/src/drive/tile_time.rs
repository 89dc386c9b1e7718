//! `tile-time`: runs several iterations of a stencil's time loop together, over bands of rows that stay in a
//! cache.
//!
//! ```text
//! for t in 0..T { u = f(u) }        becomes        for t in 0..T/k { for each band of rows { u1 = f(u); …; uk = f(uk-1) } }, and T mod k iterations as before
//! ```
//! The code of an iteration is copied k times into a `tensor.group`, and `apply-groups` builds its loop over
//! bands. A band recomputes the halo of its later iterations (overlapped tiles: Krishnamoorthy and others,
//! "Effective Automatic Parallelization of Stencil Computations", 2007), and boundary policies still refer to
//! the whole tensor. [`apply`](mod@crate::apply::tile_time) builds the loops, and
//! [`decide`](mod@crate::decide::tile_time) chooses the iteration count if no schedule specifies
//! it.

use crate::apply::tile_time::{Bands, TimeRefusal, computes, tile};
use tf_dialects::func::Func;
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::For;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::{Schedule, Step, Time};
use tf_dialects::tensor::{Compute, Group};
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `tile-time`.
pub static INFO: PassInfo = PassInfo {
    name: "tile-time",
    title: "TileTime",
    summary: "Time tiling: run several iterations of a stencil loop together, over bands of rows",
    docs: "A loop of the program whose iterations compute tensors from tensors at constant distances, such \
        as the steps of a simulation, streams through memory once per several iterations: the code of \
        these iterations becomes a group that shares a loop over bands of an axis, and a loop for the \
        remaining iterations follows. The step time(i, [4, 64]) of a compute in the loop requests 4 \
        iterations over bands of 64 points of the axis i; without a request, the cost model compares \
        memory traffic with recomputation. Requests that cannot be satisfied are left out, with a remark.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-tiled", help: "loops with iterations that run together" }],
    rules: &[RuleSpec {
        name: "time",
        help: "runs several iterations of a loop together if that is cheaper",
    }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(TileTime)),
};

struct TileTime;

impl Pass for TileTime {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let target = Target::of(body);
        let on_gpu = Gpu::of(body).is_some();
        let (mut tiled, mut changed) = (0, false);
        for op in preorder(body) {
            if !body.is_live(op) || !body.is(op, For) || is_in_code(body, op) {
                continue;
            }
            if let Some(requested) = requested(body, op) {
                changed = true;
                take_step(body, op);
                let done = match on_gpu {
                    true => Err(TimeRefusal::Gpu),
                    false => requested.and_then(|bands| tile(body, op, bands)),
                };
                match done {
                    Ok(()) => tiled += 1,
                    Err(why) => {
                        cx.remark(
                            body.loc(op),
                            format!("the iterations of the loop do not run together: {why}"),
                        );
                    }
                }
            } else if !on_gpu
                && let Some(bands) = crate::decide::tile_time::choose(body, op, &target, cx)
                && cx.allows("time")
            {
                // A failed attempt leaves constants in the code.
                changed = true;
                match tile(body, op, bands) {
                    Ok(()) => tiled += 1,
                    Err(why) => cx
                        .explain(body.loc(op), || format!("time: the iterations cannot run together: {why}")),
                }
            }
        }
        cx.count("num-tiled", tiled);
        Ok(Changed::from(changed))
    }
}

/// True for an op in the code of a compute or of a group.
fn is_in_code(body: &Body, op: Op) -> bool {
    let mut around = std::iter::successors(body.parent_op(op), |op| body.parent_op(*op));
    around.any(|op| body.is(op, Compute) || body.is(op, Group))
}

/// The bands that the schedules of a loop's computes request; `None` without a request.
fn requested(body: &Body, op: Op) -> Option<Result<Bands, TimeRefusal>> {
    let of = |compute: &Op| {
        let view = body.cast(*compute, Compute)?;
        let plan = view.scheduled()?.plan(&view.loop_names()).ok()?;
        plan.time.map(|Time { axis, iterations, points, rows }| Bands { axis, iterations, points, rows })
    };
    let all: Vec<Bands> = computes(body, op).iter().filter_map(of).collect();
    let (first, others) = all.split_first()?;
    match others.iter().all(|other| other == first) {
        true => Some(Ok(*first)),
        false => Some(Err(TimeRefusal::Bands)),
    }
}

/// Removes the step from the schedules of a loop's computes: it is followed now, or refused.
fn take_step(body: &mut Body, op: Op) {
    for compute in computes(body, op) {
        let Some(Schedule(mut steps)) = body.view(compute, Compute).scheduled() else { continue };
        let before = steps.len();
        steps.retain(|decision| !matches!(decision.step, Step::Time(_)));
        if steps.len() == before {
            continue;
        }
        match steps.is_empty() {
            true => drop(body.remove_attr(compute, "schedule")),
            false => {
                let attr = Schedule(steps).to_attr(body.ctx());
                body.set_attr(compute, "schedule", attr);
            }
        }
    }
}
