//! `unify-extents`: replaces extents that a function requires to be equal by one symbol.

use std::collections::BTreeMap;
use tf_dialects::func::Func;
use tf_dialects::func::declared_extents::declared_extents;
use tf_dialects::func::declared_extents::extent_arguments;
use tf_dialects::tensor::{Cast, Require};
use tf_ir::body::{Body, Op};
use tf_ir::extent::{BindingPlan, Extent, Symbol};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::types::{Dim, Type};
use tf_passes_common::generic::inline::extents::TypeMap;

/// The pass `unify-extents`.
pub static INFO: PassInfo = PassInfo {
    name: "unify-extents",
    title: "UnifyExtents",
    summary: "Replace extents that a function requires to be equal by one symbol",
    docs: "A `tensor.require` or `tensor.cast` that every call reaches requires extents to be equal. If one \
        of them is a symbol of the arguments, the other one replaces it everywhere, including the \
        function's type: the call boundary then checks it first, and the code is proved, fused and lowered \
        as with one symbol. Run it after `inline`: callers of the function are not updated.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-unified", help: "symbols that were replaced" }],
    rules: &[RuleSpec {
        name: "symbol",
        help: "replaces a symbol by the extent that it is required to equal",
    }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(UnifyExtents)),
};

struct UnifyExtents;

impl Pass for UnifyExtents {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut count = 0;
        while count < MOST && cx.may_rewrite() {
            let Some((symbol, extent)) = next(body) else { break };
            if !cx.allows("symbol") {
                break;
            }
            let Some(map) = TypeMap::of_symbols(body, BTreeMap::from([(symbol, extent)])) else { break };
            map.apply_everywhere(body);
            count += 1;
        }
        cx.count("num-unified", count);
        Ok(Changed::from(count > 0))
    }
}

/// Maximum number of symbols that are replaced in one function.
const MOST: u64 = 1000;

/// A symbol that must equal an extent without it, and that can be replaced.
fn next(body: &Body) -> Option<(Symbol, Extent)> {
    let entry = body.entry_block()?;
    if is_called(body) {
        return None;
    }
    let numbers = extent_arguments(body);
    for op in body.ops(entry) {
        for (a, b) in required(body, op) {
            if let Some(found) = replaceable(body, &numbers, &a, &b) {
                return Some(found);
            }
        }
    }
    None
}

/// True if other functions may call it, so that its type has to stay.
fn is_called(body: &Body) -> bool {
    let visibility = body.attr(body.root(), "sym_visibility").and_then(|a| body.ctx().attr_str(a));
    visibility.is_some_and(|v| v != "public")
}

/// The pairs of extents that are equal after an op.
fn required(body: &Body, op: Op) -> Vec<(Extent, Extent)> {
    if let Some(view) = body.cast(op, Require) {
        return view.open();
    }
    if !body.is(op, Cast) {
        return Vec::new();
    }
    let ctx = body.ctx();
    let dims = |ty: Type| ctx.dims(ty).unwrap_or_default();
    let (from, to) = (dims(body.ty(body.operand(op, 0))), dims(body.ty(body.result(op, 0))));
    let pairs = from.iter().zip(to).filter_map(|(a, b): (&Dim, &Dim)| a.to_extent().zip(b.to_extent()));
    pairs.filter(|(a, b)| a != b).collect()
}

/// The symbol to replace, and its replacement: the later name goes, unless the arguments would no longer
/// determine all symbols.
fn replaceable(body: &Body, numbers: &[Option<Symbol>], a: &Extent, b: &Extent) -> Option<(Symbol, Extent)> {
    let mut sides = vec![(a, b), (b, a)];
    if a.as_symbol() < b.as_symbol() {
        sides.reverse();
    }
    let ok = |from: &Extent, to: &Extent| {
        let symbol = from.as_symbol()?;
        let given = numbers.iter().flatten().any(|s| s == symbol);
        (!given && !to.uses(symbol) && determines(body, numbers, symbol, to))
            .then(|| (symbol.clone(), to.clone()))
    };
    sides.into_iter().find_map(|(from, to)| ok(from, to))
}

/// True if the arguments determine all symbols, before and after the replacement.
fn determines(body: &Body, numbers: &[Option<Symbol>], symbol: &Symbol, extent: &Extent) -> bool {
    let Some(entry) = body.entry_block() else { return false };
    let types: Vec<Type> = body.args(entry).map(|arg| body.ty(arg)).collect();
    let (declared, _) = declared_extents(body.ctx(), &types, numbers);
    let bound = |declared: &[Extent]| {
        let plan = BindingPlan::new(declared);
        plan.unbound().is_empty().then(|| plan.symbols().to_vec())
    };
    let Some(before) = bound(&declared) else { return false };
    let known = before.contains(symbol) && extent.symbols().iter().all(|s| before.contains(s));
    let after: Result<Vec<Extent>, _> =
        declared.iter().map(|e| e.substitute_symbol(symbol, extent)).collect();
    known && after.is_ok_and(|after| bound(&after).is_some_and(|left| left.len() + 1 == before.len()))
}
