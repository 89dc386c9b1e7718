//! `share-numerics`: kernels without a numerics mode inherit that of the functions that launch them.

use crate::tensors::apply_numerics::{MODE, MODES};
use rustc_hash::FxHashMap;
use tf_dialects::func::Func;
use tf_dialects::kernel::{self, Launch};
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `share-numerics`.
pub static INFO: PassInfo = PassInfo {
    name: "share-numerics",
    title: "ShareNumerics",
    summary: "Give kernels the numerics mode of their callers",
    docs: "Sets the attribute 'tf.numerics' of each kernel that has none to the mode of the functions that \
        launch it; if they differ, to the strictest one. Kernels without a launch are not changed, and \
        have the mode `standard`. `apply-numerics` on kernels turns it into flags.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[],
    statistics: &[StatSpec { name: "num-shared", help: "kernels that got a mode" }],
    rules: &[RuleSpec { name: "launcher", help: "gives a kernel the mode of its callers" }],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(ShareNumerics)),
};

struct ShareNumerics;

impl Pass for ShareNumerics {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let wanted = launchers(module);
        let mut count = 0;
        for op in module.child_ops() {
            let Some(kernel) = module.child_mut(op) else { continue };
            let root = kernel.root();
            if !kernel.is(root, kernel::Func) || kernel.attr(root, MODE).is_some() {
                continue;
            }
            let name = symbol_name(kernel, root).unwrap_or_default();
            let Some(mode) = wanted.get(name).copied().filter(|_| cx.allows("launcher") && cx.may_rewrite())
            else {
                continue;
            };
            let mode = kernel.ctx().string_attr(MODES[mode]);
            kernel.set_attr(root, MODE, mode);
            count += 1;
        }
        cx.count("num-shared", count);
        Ok(Changed::from(count > 0))
    }
}

/// The strictest mode of the functions that launch each kernel, by its name. `apply-numerics` reports unknown
/// modes.
fn launchers(module: &Body) -> FxHashMap<String, usize> {
    let mut found: FxHashMap<String, usize> = FxHashMap::default();
    for function in module.child_ops().into_iter().filter_map(|op| module.child(op)) {
        if !function.is(function.root(), Func) {
            continue;
        }
        let said = function.attr(function.root(), MODE).and_then(|attr| function.ctx().attr_str(attr));
        let Some(mode) = MODES.iter().position(|mode| *mode == said.unwrap_or("standard")) else { continue };
        for op in preorder(function) {
            let Some(launch) = function.cast(op, Launch) else { continue };
            let strictest = found.entry(launch.kernel().to_string()).or_insert(mode);
            *strictest = mode.min(*strictest);
        }
    }
    found
}
