//! `join-kernels`: kernel fusion of consecutive launches whose threads run the same iterations.
//!
//! A launch costs some microseconds, and intermediate results of kernels go through memory. Two launches are
//! fused under these conditions: only pure code is between them; their grids and blocks are equal; each
//! kernel is one loop whose iterations belong to a thread, a warp or a block each; both loops have the same
//! bounds; and all dependences stay within an iteration, so that the threads that read an element have
//! written it. The parameters of the fused kernel fit in those of a kernel in all versions of PTX.

mod build;
mod dependence;
mod shape;

use dependence::is_own;
use rustc_hash::{FxHashMap, FxHashSet};
use shape::{GridStrideLoop, Pair};
use tf_dialects::func::Func;
use tf_dialects::kernel::{self, Launch, LaunchOp};
use tf_dialects::mem::Alloc;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builtin::symbol_name;
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::registry::Traits;
use tf_ir::types::TypeData;
use tf_ir::walk::preorder;

/// The pass `join-kernels`.
pub static INFO: PassInfo = PassInfo {
    name: "join-kernels",
    title: "JoinKernels",
    summary: "Merge consecutive launches into one",
    docs: "Two launches in one block with only pure code between them and with equal grids and blocks \
        become one launch of a kernel with both loop bodies in one loop, if the loops have the same \
        iterations and each iteration is run by one thread, one warp or one block, and the arguments of both \
        fit in the 4,352 bytes of a kernel's parameters. Memory that one of them \
        writes and the other accesses has subscripts of its iteration: for warps and blocks, the first is \
        the index of the iteration, and a barrier of the warp or the block separates the bodies; for \
        threads, all are the same. Runs after `map-kernels` and cleanup.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[],
    statistics: &[StatSpec { name: "num-joined", help: "launches that were merged into the one before" }],
    rules: &[RuleSpec { name: "pair", help: "merges two consecutive launches" }],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(JoinKernels)),
};

struct JoinKernels;

impl Pass for JoinKernels {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (mut count, mut refused) = (0, FxHashSet::default());
        while let Some((function, pair)) = find(module, &refused) {
            if !cx.allows("pair") || !cx.may_rewrite() {
                refused.insert((function, pair[0], pair[1]));
                continue;
            }
            build::join(module, function, pair);
            count += 1;
        }
        cx.count("num-joined", count);
        Ok(Changed::from(count > 0))
    }
}

/// The first two launches of a function that can be fused, except for the refused ones.
fn find(module: &Body, refused: &FxHashSet<(Op, Op, Op)>) -> Option<(Op, [Op; 2])> {
    let kernels = kernels(module);
    for function in module.child_ops() {
        let Some(body) = module.child(function).filter(|body| body.is(body.root(), Func)) else { continue };
        for first in preorder(body) {
            let Some(second) = following(body, first) else { continue };
            if !refused.contains(&(function, first, second)) && fits(body, &kernels, [first, second]) {
                return Some((function, [first, second]));
            }
        }
    }
    None
}

/// The kernels of a module by name.
fn kernels(module: &Body) -> FxHashMap<&str, &Body> {
    let children = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let kernels = children.filter(|body| body.is(body.root(), kernel::Func));
    kernels.filter_map(|body| Some((symbol_name(body, body.root())?, body))).collect()
}

/// The next launch after a launch, if only pure ops and allocations are in between.
fn following(body: &Body, launch: Op) -> Option<Op> {
    body.cast(launch, Launch).filter(|view| !view.is_on_values())?;
    let mut at = body.next(launch);
    while let Some(op) = at {
        if body.is(op, Launch) {
            return Some(op);
        }
        if !body.has(op, Traits::PURE) && !body.is(op, Alloc) {
            return None;
        }
        at = body.next(op);
    }
    None
}

/// True if two launches can be fused.
fn fits(host: &Body, kernels: &FxHashMap<&str, &Body>, pair: [Op; 2]) -> bool {
    let views = pair.map(|op| host.op(op).view(Launch));
    let [Some(first), Some(second)] = views.map(|view| kernels.get(view.kernel()).copied()) else {
        return false;
    };
    let equal = views[0].grid() == views[1].grid() && views[0].block() == views[1].block();
    let plain = views.iter().all(|view| view.shared().is_none() && are_plain(host, *view));
    if !equal || !plain || !has_types(host, [(views[0], first), (views[1], second)]) {
        return false;
    }
    let [Some(a), Some(b)] = [GridStrideLoop::of(first), GridStrideLoop::of(second)] else { return false };
    let given = views.map(LaunchOp::arguments);
    let pair = Pair { bodies: [first, second], given: [&given[0], &given[1]], loops: [&a, &b] };
    has_room(&pair) && pair.has_same_iterations() && is_own(&pair)
}

/// True if the fused kernel has few enough parameters: the arguments that both take are one.
fn has_room(pair: &Pair<'_>) -> bool {
    let own: FxHashSet<Value> = pair.given[0].iter().copied().collect();
    let shared = pair.given[1].iter().filter(|value| own.contains(value)).count() as u64;
    let [first, second] = pair.bodies.map(kernel::parameter_bytes);
    first + second - (shared * POINTER_BYTES).min(second) <= kernel::PLAIN_PARAMETER_BYTES
}

/// Bytes of a parameter that is memory.
const POINTER_BYTES: u64 = 8;

/// True if the memory of a launch is free of aliases: different values are different memory.
fn are_plain(host: &Body, view: LaunchOp<'_>) -> bool {
    let is_known = |value: Value| match host.def_op(value) {
        Some(def) => host.is(def, Alloc),
        None => host.entry_block().is_some_and(|block| host.args(block).any(|arg| arg == value)),
    };
    view.arguments().into_iter().filter(|value| is_memory(host, *value)).all(is_known)
}

fn is_memory(body: &Body, value: Value) -> bool {
    matches!(body.ctx().type_data(body.ty(value)), TypeData::MemRef { .. })
}

/// True if the types of a kernel's arguments are those of its launch, with the same names of extents, and
/// none of them is an extent argument.
fn has_types(host: &Body, pairs: [(LaunchOp<'_>, &Body); 2]) -> bool {
    pairs.into_iter().all(|(view, kernel)| {
        let Some(entry) = kernel.entry_block() else { return false };
        let own: Vec<_> = kernel.args(entry).map(|arg| kernel.ty(arg)).collect();
        let given: Vec<_> = view.arguments().into_iter().map(|value| host.ty(value)).collect();
        own == given && !build::has_extents(kernel)
    })
}
