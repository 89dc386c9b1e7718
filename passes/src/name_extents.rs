//! `name-extents`: every `?` of a function's arguments gets a symbol, and what follows from them.

use smallvec::SmallVec;
use tf_dialects::elementwise::spec_of;
use tf_dialects::tensor::build::cast;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::interfaces::{InferArgs, InferTypes};
use tf_ir::pass::{Anchor, Changed, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec};
use tf_ir::types::{Dim, Type, TypeData};

/// The pass `name-extents`.
pub static INFO: PassInfo = PassInfo {
    name: "name-extents",
    title: "NameExtents",
    summary: "Gives every unnamed extent '?' of a function's tensor arguments a fresh symbol",
    docs: "Argument `i`, axis `d` becomes `arg<i>_<d>`. The ops of the function's body follow, as far as their operands say what \
           comes out: elementwise ops, whose operands have to agree and are checked at run time where they have other names, \
           and those that infer their types. So do the results of the function. Regions inside of ops keep their types.",
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
        for op in body.ops(entry).collect::<Vec<Op>>() {
            follow(body, op);
        }
        update_signature(body, entry);
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

/// True for a tensor type with an extent that has no name.
fn is_open(body: &Body, ty: Type) -> bool {
    matches!(body.ctx().type_data(ty), TypeData::Tensor { dims, .. } if dims.contains(&Dim::Unknown))
}

/// Gives the results of an op the extents that follow from its operands, where they have none.
fn follow(body: &mut Body, op: Op) {
    let results: Vec<Value> = body.results(op).collect();
    let open = results.iter().any(|v| is_open(body, body.ty(*v)));
    if spec_of(body.op(op)).is_some() {
        agree(body, op);
    }
    if !open {
        return;
    }
    let Some(types) = inferred(body, op) else { return };
    for (result, ty) in results.into_iter().zip(types) {
        if is_open(body, body.ty(result)) {
            body.set_ty(result, ty);
        }
    }
}

/// The operands of an elementwise op in the extents of the first tensor among them.
fn agree(body: &mut Body, op: Op) {
    let operands: Vec<Value> = body.operands(op).collect();
    let Some(first) = operands.iter().find(|v| body.ctx().is_tensor(body.ty(**v))).copied() else { return };
    for (i, operand) in operands.into_iter().enumerate() {
        let ty = with_dims(body, body.ty(first), body.ty(operand));
        if ty != body.ty(operand) {
            let renamed = cast(&mut Builder::before(body, op), operand, ty);
            body.set_operand(op, i, renamed);
        }
    }
}

/// A tensor type with the extents of another one.
fn with_dims(body: &Body, from: Type, ty: Type) -> Type {
    let ctx = body.ctx();
    match (ctx.is_tensor(from), ctx.is_tensor(ty)) {
        (true, true) => ctx.with_elem(from, ctx.elem_type(ty)),
        _ => ty,
    }
}

/// The result types of an op from its operands' types.
fn inferred(body: &Body, op: Op) -> Option<SmallVec<[Type; 2]>> {
    let view = body.op(op);
    let operands: SmallVec<[Type; 4]> = view.operands().map(|v| body.ty(v)).collect();
    if operands.iter().any(|ty| is_open(body, *ty)) {
        return None;
    }
    let Some(rule) = view.info().interface::<dyn InferTypes>() else {
        // The casts of elements: the shape stays.
        spec_of(view)?;
        return Some(view.results().map(|v| with_dims(body, operands[0], body.ty(v))).collect());
    };
    let slots: SmallVec<[_; 4]> = (0..view.info().attrs.len()).map(|i| view.slot(i)).collect();
    let args = InferArgs { ctx: body.ctx(), loc: view.loc(), operands: &operands, attrs: &slots };
    rule.infer(&args).ok().filter(|types| types.len() == view.result_count())
}

/// The function type after the types of arguments and of what is returned changed.
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
