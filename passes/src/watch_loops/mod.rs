//! `watch-loops`: kernels whose loops may go on for ever look now and then whether their run is to end.
//!
//! Nothing ends a kernel of a GPU from outside but giving up the device with all that is on it. So a loop of which nobody knows that it
//! ends, such as one that a condition alone ends, or one whose number of trips is read from memory, ends its thread itself when the host says
//! so. Loops over extents end by themselves and look at nothing, unless several stand in each other or a trip takes long.

mod rounds;

use crate::cost::figures::{LONGEST_UNWATCHED, OPERATIONS_PER_LOOK, UNKNOWN_TRIPS, USUAL_TRIPS};
use rounds::Counted;
use rustc_hash::FxHashMap;
use tf_dialects::func::numbers::extent_arguments;
use tf_dialects::kernel::{
    self, BlockDim, BlockId, GridDim, LaneId, MBarrierWait, ThreadId, WATCHED, WarpId,
};
use tf_dialects::loops::For;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::control::{Bound, as_loop};
use tf_ir::pass::{Anchor, Changed, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec};
use tf_ir::registry::Traits;

use tf_ir::walk::{preorder, walk};

/// The pass `watch-loops`.
pub static INFO: PassInfo = PassInfo {
    name: "watch-loops",
    title: "WatchLoops",
    summary: "Have kernels whose loops may not end look whether their run is to end",
    docs: "A loop of a kernel gets a `kernel.end_if_stopped` where its trips begin, if a condition ends it, if its bounds come from memory or \
           from arguments, or if its trips, with those of loops in it, are very many. It looks once in some ten thousand operations. A loop \
           with barriers ends the threads of a block together. The kernel gets the attribute `tf.watched`: whoever launches it hands it \
           the word to look at. So do kernels that wait at an mbarrier. Kernels of clusters are left alone, as are those that no function of the module launches.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[],
    statistics: &[StatSpec { name: "num-watched", help: "loops that look whether their run is to end" }],
    rules: &[RuleSpec { name: "watch", help: "has a loop look whether its run is to end" }],
    make: |_| Ok(Box::new(WatchLoops)),
};

struct WatchLoops;

impl Pass for WatchLoops {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let launched = crate::lower_stops::launched(module);
        let mut changed = false;
        for op in module.child_ops() {
            let Some(kernel) = module.child_mut(op).filter(|body| body.is(body.root(), kernel::Func)) else {
                continue;
            };
            let name = tf_ir::builtin::symbol_name(kernel, kernel.root()).unwrap_or_default();
            // The blocks of a cluster read memory of blocks that may have ended.
            if !launched.contains(name) || kernel::cluster_of(kernel).is_some() {
                continue;
            }
            changed |= watch(kernel, cx);
        }
        Ok(Changed::from(changed))
    }
}

/// A loop that is to look.
struct Watched {
    op: Op,
    every: i64,
}

fn watch(kernel: &mut Body, cx: &mut PassContext<'_>) -> bool {
    let ops = preorder(kernel);
    let waits = ops.iter().any(|op| kernel.is(*op, MBarrierWait));
    let mut looks = false;
    for Watched { op, every } in endless(kernel, &ops) {
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

/// Has a loop look after so many trips.
fn look(kernel: &mut Body, op: Op, every: i64) -> bool {
    let together = meets(kernel, op);
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

/// Looks at each so many times that a thread comes by.
fn end_if_stopped(b: &mut Builder<'_>, every: i64, together: bool) {
    let ctx = b.ctx();
    let mut attrs = vec![("every", ctx.i64_attr(every))];
    if together {
        attrs.push(("together", ctx.unit_attr()));
    }
    b.op(kernel::EndIfStopped, &[], &[], &attrs);
}

/// Whether the threads of a block wait for each other in a loop, through which they go together then.
fn meets(kernel: &Body, op: Op) -> bool {
    let mut found = false;
    walk(kernel, op, &mut |body, inner| found |= body.is(inner, kernel::Barrier));
    found
}

/// How many operations something takes: at most as far as is known, and usually.
#[derive(Clone, Copy, Default)]
struct Work {
    most: u64,
    usual: u64,
}

impl Work {
    fn add(&mut self, other: Work) {
        self.most = self.most.saturating_add(other.most);
        self.usual = self.usual.saturating_add(other.usual);
    }

    fn times(self, trips: Work) -> Work {
        Work { most: self.most.saturating_mul(trips.most), usual: self.usual.saturating_mul(trips.usual) }
    }
}

/// The loops that take longer than is waited for, inner ones before those around them.
fn endless(body: &Body, ops: &[Op]) -> Vec<Watched> {
    let mut inside: FxHashMap<Op, Work> = FxHashMap::default();
    let mut found = Vec::new();
    for op in ops.iter().rev().copied() {
        let mut work = Work { most: 1, usual: 1 };
        work.add(inside.remove(&op).unwrap_or_default());
        if as_loop(body, op).is_some() {
            let all = work.times(trips(body, op));
            if all.most > LONGEST_UNWATCHED {
                let every = (OPERATIONS_PER_LOOK / work.usual.max(1)).max(1);
                found.push(Watched { op, every: every as i64 });
                // It ends when it is told to: what stands around it need not look for its sake.
                work = Work { most: all.usual, usual: all.usual };
            } else {
                work = all;
            }
        }
        if let Some(parent) = body.parent_op(op) {
            inside.entry(parent).or_default().add(work);
        }
    }
    found
}

/// How many trips a loop has.
fn trips(body: &Body, op: Op) -> Work {
    let endless = Work { most: u64::MAX, usual: USUAL_TRIPS };
    let Some(counted) = as_loop(body, op) else { return endless };
    let inductions = counted.inductions(body.op(op));
    if inductions.is_empty() {
        return endless;
    }
    if let Some(trips) = counted.most_trips(body.op(op)) {
        return Work { most: trips, usual: trips };
    }
    let bounds = inductions.iter().flat_map(|one| [&one.lower, &one.upper, &one.step]);
    let sized = bounds.into_iter().all(|bound| match bound {
        Bound::Constant(_) | Bound::Term(_) => true,
        Bound::Value(value) => is_of_extents(body, *value),
        Bound::Computed => {
            body.operands(op).all(|value| body.ty(value) != body.ctx().index() || is_of_extents(body, value))
        }
    });
    match sized {
        true => Work { most: UNKNOWN_TRIPS, usual: USUAL_TRIPS },
        false => endless,
    }
}

/// Whether an argument of the kernel is an extent that it is told.
fn is_extent(body: &Body, value: Value) -> bool {
    let at = body.entry_block().and_then(|block| body.args(block).position(|arg| arg == value));
    at.is_some_and(|at| matches!(extent_arguments(body).get(at), Some(Some(_))))
}

/// Whether a number follows from extents, from the numbers of threads, and from what loops over such count.
fn is_of_extents(body: &Body, value: Value) -> bool {
    let (mut seen, mut pending) = (vec![false; body.value_bound()], vec![value]);
    while let Some(value) = pending.pop() {
        if std::mem::replace(&mut seen[value.index()], true) {
            continue;
        }
        let Some(def) = body.def_op(value) else {
            if is_extent(body, value) {
                continue;
            }
            let owner = body.def_block(value).and_then(|block| body.block_owner(block));
            let Some(counted) = owner.filter(|owner| body.is(*owner, For)) else { return false };
            let is_index = as_loop(body, counted).is_some_and(|like| {
                like.inductions(body.op(counted)).iter().any(|one| one.variable == value)
            });
            if !is_index {
                return false;
            }
            pending.extend(body.operands(counted).take(3));
            continue;
        };
        let is_number =
            [ThreadId::KIND, BlockId::KIND, BlockDim::KIND, GridDim::KIND, LaneId::KIND, WarpId::KIND]
                .contains(&body.kind(def));
        if !is_number && !body.has(def, Traits::PURE) || body.regions(def).len() > 0 {
            return false;
        }
        pending.extend(body.operands(def));
    }
    true
}
