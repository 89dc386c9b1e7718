//! `split-at-binds`: splits a function whose extents depend on its data into stages, which know all extents
//! at their entry.

mod build;
mod stages;

use build::divide;
use rustc_hash::FxHashMap;
use tf_dialects::func::bound::bound_symbols;
use tf_dialects::tensor::Bind;
use tf_ir::body::{Body, Op};
use tf_ir::builtin::symbol_name;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::CallLike;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec,
};
use tf_ir::symbol::SymbolTable;
use tf_ir::walk::preorder;

/// The pass `split-at-binds`.
pub static INFO: PassInfo = PassInfo {
    name: "split-at-binds",
    title: "SplitAtBinds",
    summary: "Split functions into stages at each tensor.bind",
    docs: "Compiled code allocates its memory at the start of a function, so all extents must be known \
        there. A function with `tensor.bind`s becomes one private function per stage: the first ends with \
        the first bind, the next takes the bound extent as an argument with the attribute `tf.extent`, and \
        so on. The original function becomes a declaration with the same name and signature, whose \
        attribute `tf.plan` lists the stages, the arguments of each, and the results. Every stage takes \
        the function's arguments. Code that a stage does not need for its bind moves to the stage that \
        uses it; elementwise code of few operations on arguments is recomputed in later stages, and other \
        values are passed on. Ops that may stop the call stay in their stage.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[],
    statistics: &[
        StatSpec { name: "num-split", help: "functions that were split" },
        StatSpec { name: "num-stages", help: "stages of these functions" },
        StatSpec { name: "num-carried", help: "values passed from a stage to another" },
    ],
    rules: &[],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(SplitAtBinds)),
};

struct SplitAtBinds;

impl Pass for SplitAtBinds {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let binds = |op: &Op| body.child(*op).is_some_and(|f| !bound_symbols(f).is_empty() && !is_stage(f));
        let functions: Vec<Op> = body.child_ops().into_iter().filter(binds).collect();
        if functions.is_empty() {
            return Ok(Changed::No);
        }
        let (calls, mut changed) = (calls(body), false);
        for op in functions {
            let function = body.child(op).expect("functions own bodies");
            if !cx.may_rewrite() {
                break;
            }
            if let Err(error) = check(function, &calls) {
                return Err(cx.error(error));
            }
            let divided = divide(function, &SymbolTable::of(body));
            cx.count("num-split", 1);
            cx.count("num-stages", divided.stages.len() as u64);
            cx.count("num-carried", divided.carried as u64);
            for stage in divided.stages {
                let stage = body.adopt(stage);
                body.insert_before(stage, op);
            }
            let entry = body.adopt(divided.entry);
            body.insert_before(entry, op);
            body.erase(op);
            changed = true;
        }
        Ok(Changed::from(changed))
    }
}

/// True for a stage: only the return follows its only bind.
fn is_stage(function: &Body) -> bool {
    let entry = function.entry_block();
    let last = entry.and_then(|block| function.last(block)).and_then(|end| function.prev(end));
    let is_bind = |op: Op| function.is(op, Bind);
    last.is_some_and(is_bind)
        && entry.is_some_and(|block| function.ops(block).filter(|op| is_bind(*op)).count() == 1)
        && function.attr(function.root(), tf_dialects::func::plan::STAGE_OF).is_some()
}

/// Checks that the function can be split; `calls` are those of the module.
///
/// # Errors
/// The reason why it cannot.
fn check(function: &Body, calls: &FxHashMap<String, Diagnostic>) -> Result<(), Diagnostic> {
    let root = function.op(function.root());
    let entry = function.entry_block().expect("a function with binds has a body");
    if function.next_block(entry).is_some() {
        return Err(
            root.error("binds extents and has branches between blocks: it cannot be split into stages")
        );
    }
    let name = symbol_name(function, function.root()).unwrap_or_default();
    calls.get(name).map_or(Ok(()), |error| Err(error.clone()))
}

/// The error that a call of each function causes if that function binds extents: calls that were inlined are
/// gone.
fn calls(table: &Body) -> FxHashMap<String, Diagnostic> {
    let mut found = FxHashMap::default();
    for caller in table.child_ops().into_iter().filter_map(|op| table.child(op)) {
        for call in preorder(caller) {
            let callee =
                caller.info(call).interface::<dyn CallLike>().and_then(|c| c.callee(caller.op(call)));
            let Some(name) = callee else { continue };
            found.entry(name.to_string()).or_insert_with(|| {
                caller.op(call).error(format_args!(
                    "calls '@{name}', which binds extents: such a call is compiled only if it is inlined, \
                     that is, directly in a function, with results whose extents are new there"
                ))
            });
        }
    }
    found
}
