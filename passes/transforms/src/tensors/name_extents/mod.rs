//! `name-extents`: gives every `?` of a function's arguments a symbol and propagates extents through the
//! body.

mod calls;
mod follow;
mod regions;

use calls::Calls;
use std::collections::BTreeSet;
use tf_ir::body::{Block, Body, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec,
};
use tf_ir::symbol::is_symbol_table;
use tf_ir::types::{Dim, Type, TypeData};

/// The pass `name-extents`.
pub static INFO: PassInfo = PassInfo {
    name: "name-extents",
    title: "NameExtents",
    summary: "Give every unnamed extent '?' of a function's tensor arguments a fresh symbol",
    docs: "Argument `i`, axis `d` becomes `arg<i>_<d>`. The types of ops in the function's body are \
        inferred from their operands: elementwise ops, whose operand extents must be equal and are checked \
        at run time if their symbols differ; ops with type inference; loops, conditionals and the regions \
        of transforms, whose values keep their extents across iterations and have the same extents in each \
        branch, which is also checked at run time; and calls of functions that were named before. So are \
        the results of the function. Run it on the module if it has calls of functions with unnamed \
        extents.",
    anchor: Anchor::Any,
    scope: Scope::Tree,
    options: &[],
    statistics: &[StatSpec { name: "num-named", help: "extents named" }],
    rules: &[],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(NameExtents)),
};

struct NameExtents;

impl Pass for NameExtents {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let named = if is_symbol_table(body) { calls::table(body) } else { function(body, None) };
        match named {
            Ok(count) => {
                cx.count("num-named", count);
                Ok(Changed::from(count > 0))
            }
            Err(error) => Err(cx.error(error.or_code(&tf_ir::codes::UNNAMED_EXTENT))),
        }
    }
}

/// Names the extents of one function. Without `calls`, it may not call functions with unnamed extents.
fn function(body: &mut Body, calls: Option<&Calls<'_>>) -> Result<u64, Diagnostic> {
    let Some(entry) = body.entry_block() else { return Ok(0) };
    if calls.is_none() {
        calls::refuse_open(body)?;
    }
    let mut count = 0;
    let taken = symbols(body, entry);
    for (i, arg) in body.args(entry).collect::<Vec<Value>>().into_iter().enumerate() {
        if let Some((ty, named)) = name(body, &taken, i, body.ty(arg)) {
            body.set_ty(arg, ty);
            count += named;
        }
    }
    // Results of callees may have new names, too.
    if count > 0 || calls.is_some_and(|calls| calls.any_named(body)) {
        follow::block(body, entry, calls)?;
        update_signature(body, entry);
    }
    Ok(count)
}

/// The symbols of the function's arguments.
fn symbols(body: &Body, entry: Block) -> BTreeSet<Symbol> {
    let dims = body.args(entry).flat_map(|arg| body.ctx().dims(body.ty(arg)).unwrap_or_default());
    let terms = dims.filter_map(|dim| if let Dim::Term(term) = dim { Some(term.symbols()) } else { None });
    let numbers = tf_dialects::func::declared_extents::extent_arguments(body).into_iter().flatten();
    terms.flatten().chain(numbers).collect()
}

/// The type with its unnamed extents named, and their count.
fn name(body: &Body, taken: &BTreeSet<Symbol>, arg: usize, ty: Type) -> Option<(Type, u64)> {
    let ctx = body.ctx();
    let TypeData::Tensor { dims, elem, encoding } = ctx.type_data(ty) else { return None };
    let unnamed = dims.iter().filter(|d| **d == Dim::Unknown).count() as u64;
    let fresh = |axis: usize| {
        let first = format!("arg{arg}_{axis}");
        let others = (0..).map(|i| format!("arg{arg}_{axis}_{i}"));
        let mut names = std::iter::once(first).chain(others).map(|name| Symbol::new(&name));
        names.find(|name| name.as_ref().is_ok_and(|name| !taken.contains(name))).and_then(Result::ok)
    };
    let one = |(axis, dim): (usize, &Dim)| match dim {
        Dim::Unknown => fresh(axis).map_or(Dim::Unknown, |symbol| Dim::Term(Extent::from(symbol))),
        other => other.clone(),
    };
    let dims: Box<[Dim]> = dims.iter().enumerate().map(one).collect();
    let data = TypeData::Tensor { dims, elem: *elem, encoding: *encoding };
    (unnamed > 0).then(|| (ctx.intern_type(data), unnamed))
}

/// True for a tensor or memref type with an unnamed extent.
fn is_open(body: &Body, ty: Type) -> bool {
    body.ctx().dims(ty).is_some_and(|dims| dims.contains(&Dim::Unknown))
}

/// Updates the function type after the types of arguments and results changed.
fn update_signature(body: &mut Body, entry: Block) {
    let ctx = body.ctx().clone();
    let root = body.root();
    let old = body.attr(root, "function_type").and_then(|a| ctx.attr_type(a));
    let Some(TypeData::Function { results, .. }) = old.map(|ty| ctx.type_data(ty)) else { return };
    let inputs: Vec<Type> = body.args(entry).map(|v| body.ty(v)).collect();
    let returned: Vec<Type> =
        body.terminator(entry).map_or(Vec::new(), |op| body.operands(op).map(|v| body.ty(v)).collect());
    let follows = returned.len() == results.len();
    let result = |(i, ty): (usize, &Type)| if follows && is_open(body, *ty) { returned[i] } else { *ty };
    let results: Vec<Type> = results.iter().enumerate().map(result).collect();
    let ty = ctx.type_attr(ctx.function(&inputs, &results));
    body.set_attr(root, "function_type", ty);
}
