//! `name-extents`: every `?` of a function's arguments gets a symbol.

use tf_ir::body::{Body, Value};
use tf_ir::extent::Extent;
use tf_ir::pass::{Anchor, Changed, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec};
use tf_ir::types::{Dim, Type, TypeData};

/// The pass `name-extents`.
pub static INFO: PassInfo = PassInfo {
    name: "name-extents",
    title: "NameExtents",
    summary: "Gives every unnamed extent '?' of a function's tensor arguments a fresh symbol",
    docs: "Argument `i`, axis `d` becomes `arg<i>_<d>`. The function type follows. Result types inside the function are \
           not changed: ops infer them from their operands.",
    anchor: Anchor::Op("func.func"),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-named", help: "extents named" }],
    make: |_: &Options| Ok(Box::new(NameExtents)),
};

struct NameExtents;

impl Pass for NameExtents {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let Some(entry) = body.entry_block() else { return Ok(Changed::No) };
        let mut count = 0;
        for (i, arg) in body.args(entry).collect::<Vec<Value>>().into_iter().enumerate() {
            if let Some((ty, named)) = name(body, i, body.ty(arg)) {
                body.set_ty(arg, ty);
                count += named;
            }
        }
        cx.count("num-named", count);
        if count == 0 {
            return Ok(Changed::No);
        }
        update_signature(body);
        Ok(Changed::Yes)
    }
}

/// The type with its unnamed extents named, and how many there were.
fn name(body: &Body, arg: usize, ty: Type) -> Option<(Type, u64)> {
    let ctx = body.ctx();
    let TypeData::Tensor { dims, elem, encoding } = ctx.type_data(ty) else { return None };
    let unnamed = dims.iter().filter(|d| **d == Dim::Unknown).count() as u64;
    let one = |(axis, dim): (usize, &Dim)| match dim {
        Dim::Unknown => Extent::symbol(&format!("arg{arg}_{axis}")).map(Dim::Term).unwrap_or(Dim::Unknown),
        other => other.clone(),
    };
    let dims: Box<[Dim]> = dims.iter().enumerate().map(one).collect();
    let data = TypeData::Tensor { dims, elem: *elem, encoding: *encoding };
    (unnamed > 0).then(|| (ctx.intern_type(data), unnamed))
}

/// The function type after argument types changed.
fn update_signature(body: &mut Body) {
    let ctx = body.ctx().clone();
    let root = body.root();
    let old = body.attr(root, "function_type").and_then(|a| ctx.attr_type(a));
    let Some(TypeData::Function { results, .. }) = old.map(|ty| ctx.type_data(ty)) else { return };
    let Some(entry) = body.entry_block() else { return };
    let inputs: Vec<Type> = body.args(entry).map(|v| body.ty(v)).collect();
    let ty = ctx.type_attr(ctx.function(&inputs, results));
    body.set_attr(root, "function_type", ty);
}
