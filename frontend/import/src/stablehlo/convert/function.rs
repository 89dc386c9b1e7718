//! Conversion of functions: signatures, attributes, bodies.

use super::lower::{Done, Functions, Lower, invalid, unsupported};
use super::regions;
use super::shapes::{self, Argument, Equations};
use super::symbolic::Symbolic;
use crate::error::ImportError;
use tf_dialects::func::elements::ELEMENT;
use tf_dialects::func::{self, Func};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin;
use tf_ir::context::{Context, Str};
use tf_ir::extent::{Extent, Symbol};
use tf_ir::location::Location;
use tf_ir::opref::OpRef;
use tf_ir::types::{Type, TypeData};
use tf_ir::verify::verify;
use tf_ir::walk;

/// Converts a module of StableHLO, CHLO and func to our dialects; functions keep their names. Functions
/// without ops of those dialects are copied unchanged.
///
/// # Errors
/// One [`ImportError`] for each function with an op that is not supported or violates StableHLO's rules, at
/// that op.
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
            Ok(None) => {}
            Ok(Some(body)) => {
                let op = out.adopt(body);
                out.append(target, op);
            }
            Err(mut error) => {
                let name = module.child(op).map_or("", name);
                error.diagnostic.loc = called_at(&functions, name, error.diagnostic.loc);
                errors.push(error);
            }
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
    let bodies = module.child_ops().into_iter().filter_map(|op| module.child(op));
    bodies.map(|body| (name(body), body)).filter(|(name, _)| !name.is_empty()).collect()
}

/// The name of a function; empty for one without.
fn name(function: &Body) -> &str {
    function.attr(function.root(), "sym_name").and_then(|a| function.ctx().attr_str(a)).unwrap_or_default()
}

/// The source location of an op in a function. If its location has no file, this is the location of the call,
/// recursively: the outermost call is in the user's file.
fn called_at(functions: &Functions<'_>, function: &str, mut loc: Location) -> Location {
    let mut waiting = vec![function];
    let mut seen = vec![function];
    while let Some(callee) = waiting.pop() {
        for (caller, body) in functions {
            let is_call = |op: &Op| body.is(*op, func::Call) && calls(body.op(*op), callee);
            let Some(call) = walk::preorder(body).into_iter().find(is_call) else { continue };
            loc = loc.or_called_at(body.ctx(), body.loc(call));
            if !seen.contains(caller) {
                seen.push(caller);
                waiting.push(caller);
            }
        }
    }
    loc
}

/// Whether a call calls this function.
fn calls(call: OpRef<'_>, callee: &str) -> bool {
    call.attr("callee").and_then(|a| call.ctx().attr_symbol(a)) == Some(callee)
}

/// Whether a function ends like the region of an op: it is the combiner of a custom call, and nobody calls it
/// as a function.
fn is_region(function: &Body) -> bool {
    let end = function.entry_block().and_then(|entry| function.terminator(entry));
    end.is_some_and(|end| function.op(end).name() == "stablehlo.return")
}

/// Converts a function; `None` if its calls are inlined.
fn convert_top<'a>(module: &'a Body, functions: &'a Functions<'a>, op: Op) -> Done<Option<Body>> {
    match module.child(op) {
        Some(function) if function.is(function.root(), Func) => {
            if is_region(function) || (shapes::is_polymorphic(function) && shapes::is_private(function)) {
                return Ok(None);
            }
            let mut equations = Equations::default();
            loop {
                let mut found = Vec::new();
                let made = convert_function(module, functions, function, &equations, &mut found);
                if !equations.take(found) {
                    return made.map(Some);
                }
            }
        }
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

fn convert_function<'a>(
    module: &'a Body,
    functions: &'a Functions<'a>,
    function: &'a Body,
    equations: &Equations,
    found: &mut Vec<(Symbol, Extent)>,
) -> Done<Body> {
    let ctx = function.ctx();
    let root = function.op(function.root());
    let (inputs, results) = signature(ctx, function).ok_or_else(|| invalid(root, "has no signature"))?;
    let convert = |ty: &Type| super::types::convert(ctx, *ty).map_err(|why| unsupported(root, &why));
    let arguments = shapes::arguments(function, &inputs, equations)?;
    let typed = |argument: &Argument| if let Argument::Typed(ty) = argument { Some(*ty) } else { None };
    let new_inputs: Vec<Type> = arguments.iter().filter_map(typed).collect();
    let new_results = results.iter().map(convert).collect::<Done<Vec<Type>>>()?;
    let name = name(function);
    let Some(entry) = function.entry_block() else {
        return Ok(func::declaration(ctx, name, &new_inputs, &new_results, root.loc()));
    };
    let (mut body, block) = func::function(ctx, name, &new_inputs, &new_results, root.loc());
    let kept: Vec<bool> = arguments.iter().map(|argument| typed(argument).is_some()).collect();
    keep_attributes(function, &mut body, [(&inputs, &kept), (&results, &vec![true; results.len()])]);
    let mut given = body.args(block).collect::<Vec<Value>>().into_iter();
    let builder = Builder::at_end(&mut body, block, root.loc());
    let mut lower = Lower::new(module, functions, function, builder);
    let mut values = Vec::new();
    for ((argument, ty), source) in arguments.iter().zip(&inputs).zip(function.args(entry)) {
        match argument {
            Argument::Typed(_) => values.extend(given.next()),
            Argument::Size(size) => {
                values.push(lower.size(size, *ty));
                if let Some(symbol) = size.as_symbol() {
                    // JAX assumes that named sizes are at least 1; private functions get names that the
                    // caller has checked.
                    if root.attr("sym_visibility").and_then(|a| ctx.attr_str(a)) != Some("private") {
                        let one = Extent::constant(1);
                        shapes::check_at_most(&mut lower, &one, size, "a named extent must be at least 1");
                    }
                    lower.facts.limit(symbol, Some(1), None);
                }
                lower.numbers.insert(source, Symbolic::Terms(vec![size.clone()]));
            }
        }
    }
    let results = regions::block(&mut lower, root, entry, &values);
    found.append(&mut lower.equations);
    let results = results?;
    func::build_return(&mut lower.b, &results);
    if new_results.iter().any(|ty| lower.is_open(*ty)) {
        let types: Vec<Type> = results.iter().map(|v| lower.type_of(*v)).collect();
        let ty = ctx.type_attr(ctx.function(&new_inputs, &types));
        body.set_attr(body.root(), "function_type", ty);
    }
    Ok(body)
}

/// The default numerics mode: authors of such programs expect IEEE quotients and roots.
const NUMERICS: &str = "precise";

/// Copies the attributes that have a meaning here: visibility, numerics, names of arguments and results, and
/// which of these are unsigned.
fn keep_attributes(function: &Body, body: &mut Body, [inputs, results]: [(&[Type], &[bool]); 2]) {
    let (ctx, root) = (function.ctx(), body.root());
    body.set_attr(root, "tf.numerics", ctx.string_attr(NUMERICS));
    let kept = ["sym_visibility", "tf.numerics", "no_inline"];
    for (name, value) in kept.iter().filter_map(|name| Some((*name, function.attr(function.root(), name)?))) {
        body.set_attr(root, name, value);
    }
    for (name, (types, stay)) in [("arg_attrs", inputs), ("res_attrs", results)] {
        let given = function.attr(function.root(), name).and_then(|a| ctx.attr_array(a)).unwrap_or_default();
        let staying = (0..types.len()).filter(|i| stay[*i]);
        let kept: Vec<Vec<Entry>> =
            staying.map(|i| own_entries(ctx, given.get(i).copied(), types[i])).collect();
        if kept.iter().any(|entries| !entries.is_empty()) {
            let dicts: Vec<Attribute> = kept.iter().map(|entries| ctx.dict_attr(entries)).collect();
            body.set_attr(root, name, ctx.array_attr(&dicts));
        }
    }
}

/// An entry of a dictionary attribute.
type Entry = (Str, Attribute);

/// The attributes of an argument or result that are ours, above all its name, and whether its elements are
/// unsigned.
fn own_entries(ctx: &Context, dict: Option<Attribute>, ty: Type) -> Vec<Entry> {
    let mut entries: Vec<Entry> = match dict.map(|dict| ctx.attr_data(dict)) {
        Some(AttrData::Dict(entries)) => {
            let ours = |name: &str| name.starts_with("tf.") && name != shapes::SHAPE;
            entries.iter().filter(|(name, _)| ours(ctx.text(*name))).copied().collect()
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
