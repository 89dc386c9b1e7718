//! `symbol-dce`: erases private symbols that no live op refers to.

use crate::code::symbol_uses::{collect, collect_own, is_private};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_ir::body::{Body, Op};
use tf_ir::builtin::symbol_name;
use tf_ir::context::Str;
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::symbol::is_symbol_table;

/// Description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "symbol-dce",
    title: "SymbolDCE",
    summary: "Erase unused private symbols",
    docs: "In each symbol table, erases the private symbols (functions, …) to which no public symbol and no \
        other op refers, directly or through other symbols.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[],
    statistics: &[StatSpec { name: "num-dce'd", help: "Number of symbols DCE'd" }],
    rules: &[RuleSpec { name: "symbol", help: "erases an unused private symbol" }],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(SymbolDce)),
};

struct SymbolDce;

impl Pass for SymbolDce {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let erased = erase_dead_symbols(body, cx);
        cx.count("num-dce'd", erased);
        Ok(Changed::from(erased > 0))
    }
}

fn erase_dead_symbols(body: &mut Body, cx: &PassContext<'_>) -> u64 {
    let mut erased = 0;
    for op in dead_symbols(body) {
        if cx.allows("symbol") && cx.may_rewrite() {
            body.erase(op);
            erased += 1;
        }
    }
    for op in body.child_ops() {
        if let Some(child) = body.child_mut(op).filter(|child| is_symbol_table(child)) {
            erased += erase_dead_symbols(child, cx);
        }
    }
    erased
}

/// The private symbols of a table that nothing alive refers to, in order.
pub(crate) fn dead_symbols(body: &Body) -> Vec<Op> {
    let ops: Vec<Op> =
        body.regions(body.root()).flat_map(|r| body.blocks(r)).flat_map(|b| body.ops(b)).collect();
    let mut private: FxHashMap<Str, Vec<Op>> = FxHashMap::default();
    let mut alive: Vec<Op> = Vec::new();
    for op in &ops {
        match symbol_name(body, *op).filter(|_| is_private(body, *op)) {
            Some(name) => private.entry(body.ctx().str(name)).or_default().push(*op),
            None => alive.push(*op),
        }
    }
    // Attributes of the table itself may name symbols, too.
    let mut found = FxHashSet::default();
    collect_own(body, body.root(), &mut found);
    let mut at = 0;
    loop {
        // Order does not matter here: what comes alive is a set.
        let reached: Vec<Str> = found.drain().collect();
        alive.extend(reached.into_iter().filter_map(|name| private.remove(&name)).flatten());
        if at == alive.len() {
            break;
        }
        collect(body, alive[at], &mut found);
        at += 1;
    }
    let dead: FxHashSet<Op> = private.into_values().flatten().collect();
    ops.into_iter().filter(|op| dead.contains(op)).collect()
}
