//! `watch-loops`: kernels whose loops may run forever poll for a request to stop.
//!
//! On a GPU, nothing can end a kernel from outside, except for a reset of the device, which loses all its
//! memory. So a loop without a proved end polls and ends its thread when the host requests it: for example, a
//! loop that only a condition ends, or one whose trip count comes from memory. Loops over extents are finite
//! and do not poll, unless deep nests or long iterations make them slow.

mod rounds;
mod work;

use rounds::Counted;
use tf_dialects::kernel::{self, MBarrierWait, WATCHED, Wgmma};
use tf_ir::body::{Body, Op};
use tf_ir::builder::Builder;
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::{preorder, walk};
use work::{Known, Watched};

/// The pass `watch-loops`.
pub static INFO: PassInfo = PassInfo {
    name: "watch-loops",
    title: "WatchLoops",
    summary: "Let loops of kernels that may not end check for a request to stop",
    docs: "A loop of a kernel gets a `kernel.end_if_stopped` at the start of its iterations, if a condition \
        ends it, if its bounds come from memory or from arguments, or if it has very many iterations, \
        including those of inner loops. It checks once in about ten thousand operations. A loop with \
        barriers ends the threads of a block together. The kernel gets the attribute `tf.watched`: its \
        launches must pass the flag to check. Kernels that wait at an mbarrier are treated in the same \
        manner. Kernels of clusters and of products by warp groups are not changed, nor are those without \
        a launch in the module.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[],
    statistics: &[StatSpec { name: "num-watched", help: "loops that check for a request to stop" }],
    rules: &[RuleSpec { name: "watch", help: "makes a loop check for a request to stop" }],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(WatchLoops)),
};

struct WatchLoops;

impl Pass for WatchLoops {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let launched = work::launched(module);
        let mut changed = false;
        for op in module.child_ops() {
            let Some(kernel) = module.child_mut(op).filter(|body| body.is(body.root(), kernel::Func)) else {
                continue;
            };
            let name = tf_ir::builtin::symbol_name(kernel, kernel.root()).unwrap_or_default();
            let Some(sized) = launched.get(name).filter(|_| may_end(kernel)) else { continue };
            changed |= watch(kernel, sized, cx);
        }
        Ok(Changed::from(changed))
    }
}

/// True if threads of a kernel may end before others. The blocks of a cluster read the memory of others,
/// which must stay alive. And the assembler serializes the products of warp groups if a thread may exit.
fn may_end(kernel: &Body) -> bool {
    let multiplies = || preorder(kernel).into_iter().any(|op| kernel.is(op, Wgmma));
    kernel::cluster_of(kernel).is_none() && !multiplies()
}

fn watch(kernel: &mut Body, sized: &[bool], cx: &mut PassContext<'_>) -> bool {
    let waits = preorder(kernel).into_iter().any(|op| kernel.is(op, MBarrierWait));
    let mut looks = false;
    let endless = Known { body: kernel, sized }.endless();
    for Watched { op, every } in endless {
        if !cx.allows("watch") || !cx.may_rewrite() {
            continue;
        }
        looks |= look(kernel, op, every);
        cx.count("num-watched", 1);
    }
    if !looks && !waits {
        return false;
    }
    let (root, mark) = (kernel.root(), kernel.ctx().unit_attr());
    kernel.set_attr(root, WATCHED, mark);
    true
}

/// Makes a loop poll after every `every` iterations.
fn look(kernel: &mut Body, op: Op, every: i64) -> bool {
    let together = has_barrier(kernel, op);
    if let Some(counted) = Counted::of(kernel, op)
        && every > 1
        && counted.in_rounds(kernel, op, every, together)
    {
        return true;
    }
    let entry = kernel.regions(op).next().and_then(|region| kernel.entry(region));
    let Some(first) = entry.and_then(|block| kernel.first(block)) else { return false };
    end_if_stopped(&mut Builder::before(kernel, first), every, together);
    true
}

/// Emits a poll that runs each `every` times that a thread reaches it.
fn end_if_stopped(b: &mut Builder<'_>, every: i64, together: bool) {
    let ctx = b.ctx();
    let mut attrs = vec![("every", ctx.i64_attr(every))];
    if together {
        attrs.push(("together", ctx.unit_attr()));
    }
    b.op(kernel::EndIfStopped, &[], &[], &attrs);
}

/// True if the loop contains a barrier; then all threads of a block run it together.
fn has_barrier(kernel: &Body, op: Op) -> bool {
    let mut found = false;
    walk(kernel, op, &mut |body, inner| found |= body.is(inner, kernel::Barrier));
    found
}
