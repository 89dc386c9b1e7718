//! Custom assembly of the ops of `func`.

use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::{Context, Str};
use tf_ir::opref::OpRef;
use tf_ir::text::{Argument, Assembly, Delimiter, OpParser, OpState, ParseResult, Printer, Tok, Types};
use tf_ir::types::{Type, TypeData};

const VISIBILITIES: [&str; 3] = ["public", "private", "nested"];

/// Attributes that a function's custom form covers.
const ELIDED: [&str; 5] = ["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"];

/// `func.func private @name(%a: i32 {…}) -> (f32 {…}) attributes {…} {…}`
pub struct FunctionAssembly;

type Dict = Vec<(Str, Attribute)>;

impl Assembly for FunctionAssembly {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        if let Some(visibility) = VISIBILITIES.iter().find(|word| p.at_keyword(word)) {
            p.keyword(visibility)?;
            let visibility = p.ctx().string_attr(visibility);
            p.set_attr(state, "sym_visibility", visibility);
        }
        let name = p.symbol_name()?;
        let name = p.ctx().string_attr(&name);
        p.set_attr(state, "sym_name", name);
        let (arguments, types, dicts) = parse_arguments(p)?;
        set_dicts(p, state, "arg_attrs", &dicts);
        let (results, dicts) = parse_results(p)?;
        set_dicts(p, state, "res_attrs", &dicts);
        let ctx = p.ctx();
        p.set_attr(state, "function_type", ctx.type_attr(ctx.function(&types, &results)));
        p.attr_dict_with_keyword(state)?;
        parse_body(p, state, &arguments, types.len())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let ctx = op.ctx();
        let text = |name: &str| op.attr(name).and_then(|a| ctx.attr_str(a));
        if let Some(visibility) = text("sym_visibility") {
            p.text(" ");
            p.text(visibility);
        }
        p.text(" ");
        p.symbol_name(text("sym_name").unwrap_or(""));
        print_signature(op, p);
        p.attr_dict_with_keyword(op, &ELIDED);
        if op.entry(0).is_some() {
            p.text(" ");
            p.region(op.region(0), false, true);
        }
    }

    fn default_dialect(&self) -> Option<&'static str> {
        Some("func")
    }
}

/// `(%a: i32 {…}, …)`, or types alone for a declaration.
fn parse_arguments(p: &mut OpParser) -> ParseResult<(Vec<Argument>, Vec<Type>, Vec<Dict>)> {
    let (mut arguments, mut types, mut dicts) = (Vec::new(), Vec::new(), Vec::new());
    p.list_of(Delimiter::Paren, |p| {
        if p.peek() == Tok::PercentId {
            if arguments.len() != types.len() {
                return Err(p.expected("a type instead of an SSA identifier"));
            }
            let argument = p.argument(true, true)?;
            types.push(argument.ty);
            dicts.push(argument.attrs.clone());
            arguments.push(argument);
            return Ok(());
        }
        if !arguments.is_empty() {
            return Err(p.expected("an SSA identifier: either all arguments have names, or none"));
        }
        types.push(p.ty()?);
        dicts.push(parse_dict(p)?);
        Ok(())
    })?;
    Ok((arguments, types, dicts))
}

fn parse_dict(p: &mut OpParser) -> ParseResult<Dict> {
    if p.peek() == Tok::LBrace { p.dict_entries() } else { Ok(Vec::new()) }
}

/// `-> type`, `-> (type {…}, …)` or nothing.
fn parse_results(p: &mut OpParser) -> ParseResult<(Types, Vec<Dict>)> {
    let (mut types, mut dicts) = (Types::new(), Vec::new());
    if !p.accept(Tok::Arrow) {
        return Ok((types, dicts));
    }
    if p.peek() != Tok::LParen {
        types.push(p.ty()?);
        return Ok((types, vec![Vec::new()]));
    }
    p.list_of(Delimiter::Paren, |p| {
        types.push(p.ty()?);
        dicts.push(parse_dict(p)?);
        Ok(())
    })?;
    Ok((types, dicts))
}

/// An array of dictionaries, if any is not empty.
fn set_dicts(p: &mut OpParser, state: &mut OpState, name: &str, dicts: &[Dict]) {
    if dicts.iter().all(Vec::is_empty) {
        return;
    }
    let ctx = p.ctx();
    let dicts: Vec<Attribute> = dicts.iter().map(|entries| ctx.dict_attr(entries)).collect();
    p.set_attr(state, name, ctx.array_attr(&dicts));
}

fn parse_body(p: &mut OpParser, state: &mut OpState, arguments: &[Argument], count: usize) -> ParseResult {
    let at = p.pos();
    if p.peek() != Tok::LBrace {
        p.empty_region(state);
        return Ok(());
    }
    if arguments.len() != count {
        return Err(p.error(at, "the arguments of a function with a body have names"));
    }
    p.region(state, arguments)?;
    p.ensure_block(state);
    Ok(())
}

fn dict_of(ctx: &Context, dicts: Option<Attribute>, i: usize) -> Option<Attribute> {
    let dict = *ctx.attr_array(dicts?)?.get(i)?;
    matches!(ctx.attr_data(dict), AttrData::Dict(entries) if !entries.is_empty()).then_some(dict)
}

fn print_dict(p: &mut Printer, dict: Option<Attribute>) {
    if let Some(dict) = dict {
        p.text(" ");
        p.attr(dict);
    }
}

fn print_signature(op: OpRef<'_>, p: &mut Printer) {
    let ctx = op.ctx();
    let ty = op.attr("function_type").and_then(|a| ctx.attr_type(a));
    let Some(TypeData::Function { inputs, results }) = ty.map(|ty| ctx.type_data(ty)) else {
        return p.text("<<no signature>>");
    };
    let dicts = op.attr("arg_attrs");
    p.text("(");
    match op.entry(0) {
        Some(entry) => p.commas(op.body().args(entry).enumerate(), |p, (i, arg)| {
            p.value(arg);
            p.text(": ");
            p.value_types([arg]);
            print_dict(p, dict_of(ctx, dicts, i));
            p.argument_location(arg);
        }),
        None => p.commas(inputs.iter().enumerate(), |p, (i, ty)| {
            p.types([*ty]);
            print_dict(p, dict_of(ctx, dicts, i));
        }),
    }
    p.text(")");
    if results.is_empty() {
        return;
    }
    let dicts = op.attr("res_attrs");
    if (0..results.len()).all(|i| dict_of(ctx, dicts, i).is_none()) {
        return p.optional_arrow_types(results);
    }
    p.text(" -> (");
    p.commas(results.iter().enumerate(), |p, (i, ty)| {
        p.types([*ty]);
        print_dict(p, dict_of(ctx, dicts, i));
    });
    p.text(")");
}

/// `func.call_indirect %callee(%a, %b) : (i32, i32) -> i32`
pub(super) struct CallIndirectAssembly;

impl Assembly for CallIndirectAssembly {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let callee = p.operand()?;
        let operands = p.operands(Delimiter::Paren)?;
        p.attr_dict(state)?;
        let at = p.pos();
        let ty = p.colon_ty()?;
        let TypeData::Function { inputs, results } = p.ctx().type_data(ty) else {
            return Err(p.error(at, "the type of a call is a function type"));
        };
        p.resolve_into(callee, ty, state)?;
        p.resolve_all(&operands, inputs, state)?;
        state.results.extend_from_slice(results);
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" ");
        p.value(op.operand(0));
        p.text("(");
        p.values(op.operands().skip(1));
        p.text(")");
        p.attr_dict(op, &[]);
        p.text(" : ");
        p.types([op.operand_type(0)]);
    }
}
