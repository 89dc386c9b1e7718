//! Functions: their signatures, their attributes, their blocks.

use super::lower::{Done, Functions, Lower, invalid, unsupported};
use super::regions;
use crate::error::ImportError;
use tf_dialects::func::elements::ELEMENT;
use tf_dialects::func::{self, Func};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Body, Op};
use tf_ir::builder::Builder;
use tf_ir::builtin;
use tf_ir::context::{Context, Str};
use tf_ir::types::{Type, TypeData};
use tf_ir::verify::verify;

/// Turns a module of StableHLO, CHLO and func into one of our dialects; functions keep their names. Functions without
/// ops of those dialects are kept as they are.
///
/// # Errors
/// One [`ImportError`] for each function that has an op that is not supported or breaks StableHLO's rules, at the op.
pub fn import(module: &Body) -> Result<Body, Vec<ImportError>> {
    let ctx = module.ctx().clone();
    let mut out = builtin::module(&ctx, module.loc(module.root()));
    let mut errors = Vec::new();
    let Some(block) = module.entry_block() else { return Ok(out) };
    let target = out.entry_block().expect("a module has a block");
    let functions = functions(module);
    for op in module.ops(block) {
        if module.is(op, "sdy.mesh") {
            continue;
        }
        match convert_top(module, &functions, op) {
            Ok(body) => {
                let op = out.adopt(body);
                out.append(target, op);
            }
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    verify(&out).map_err(|found| found.into_iter().map(ImportError::from).collect::<Vec<_>>())?;
    Ok(out)
}

/// The functions of a module by name.
fn functions(module: &Body) -> Functions<'_> {
    let ctx = module.ctx();
    let bodies = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let name = |body: &Body| body.attr(body.root(), "sym_name").and_then(|a| ctx.attr_str(a));
    bodies.filter_map(|body| Some((name(body)?, body))).collect()
}

fn convert_top<'a>(module: &'a Body, functions: &'a Functions<'a>, op: Op) -> Done<Body> {
    match module.child(op) {
        Some(function) if function.is(function.root(), Func) => convert_function(module, functions, function),
        _ => Err(unsupported(module.op(op), "is not a function")),
    }
}

/// The function's argument and result types.
pub(super) fn signature(ctx: &Context, function: &Body) -> Option<(Vec<Type>, Vec<Type>)> {
    let ty = function.attr(function.root(), "function_type").and_then(|a| ctx.attr_type(a))?;
    match ctx.type_data(ty) {
        TypeData::Function { inputs, results } => Some((inputs.to_vec(), results.to_vec())),
        _ => None,
    }
}

fn convert_function<'a>(module: &'a Body, functions: &'a Functions<'a>, function: &'a Body) -> Done<Body> {
    let ctx = function.ctx();
    let root = function.op(function.root());
    let (inputs, results) = signature(ctx, function).ok_or_else(|| invalid(root, "has no signature"))?;
    let convert = |ty: &Type| super::types::convert(ctx, *ty).map_err(|why| unsupported(root, &why));
    let new_inputs = inputs.iter().map(convert).collect::<Done<Vec<Type>>>()?;
    let new_results = results.iter().map(convert).collect::<Done<Vec<Type>>>()?;
    let name = root.attr("sym_name").and_then(|a| ctx.attr_str(a)).unwrap_or_default();
    let Some(entry) = function.entry_block() else {
        return Ok(func::declaration(ctx, name, &new_inputs, &new_results, root.loc()));
    };
    let (mut body, block) = func::function(ctx, name, &new_inputs, &new_results, root.loc());
    keep_attributes(function, &mut body, &inputs, &results);
    let arguments: Vec<_> = body.args(block).collect();
    let builder = Builder::at_end(&mut body, block, root.loc());
    let mut lower = Lower::new(module, functions, function, builder);
    let results = regions::block(&mut lower, root, entry, &arguments)?;
    func::build_return(&mut lower.b, &results);
    Ok(body)
}

/// Attributes of a function that have a meaning here: its visibility, its numerics, names of arguments and results, and
/// which of them are unsigned.
fn keep_attributes(function: &Body, body: &mut Body, inputs: &[Type], results: &[Type]) {
    let (ctx, root) = (function.ctx(), body.root());
    let kept = ["sym_visibility", "tf.numerics", "no_inline"];
    for (name, value) in kept.iter().filter_map(|name| Some((*name, function.attr(function.root(), name)?))) {
        body.set_attr(root, name, value);
    }
    for (name, types) in [("arg_attrs", inputs), ("res_attrs", results)] {
        let given = function.attr(function.root(), name).and_then(|a| ctx.attr_array(a)).unwrap_or_default();
        let kept: Vec<Vec<Entry>> =
            (0..types.len()).map(|i| own_entries(ctx, given.get(i).copied(), types[i])).collect();
        if kept.iter().any(|entries| !entries.is_empty()) {
            let dicts: Vec<Attribute> = kept.iter().map(|entries| ctx.dict_attr(entries)).collect();
            body.set_attr(root, name, ctx.array_attr(&dicts));
        }
    }
}

/// A name in a dictionary with what it stands for.
type Entry = (Str, Attribute);

/// What is ours in the attributes of an argument or result, names above all, and whether its elements are unsigned.
fn own_entries(ctx: &Context, dict: Option<Attribute>, ty: Type) -> Vec<Entry> {
    let mut entries: Vec<Entry> = match dict.map(|dict| ctx.attr_data(dict)) {
        Some(AttrData::Dict(entries)) => {
            entries.iter().filter(|(name, _)| ctx.text(*name).starts_with("tf.")).copied().collect()
        }
        _ => Vec::new(),
    };
    if super::types::is_unsigned(ctx, ty) {
        let element = ctx.type_attr(ctx.elem_type(ty));
        entries.retain(|(name, _)| ctx.text(*name) != ELEMENT);
        entries.push((ctx.str(ELEMENT), element));
    }
    entries
}
