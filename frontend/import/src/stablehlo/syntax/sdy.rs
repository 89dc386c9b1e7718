//! The `sdy` dialect, which describes the sharding of arrays over devices. With one device it has no effect:
//! its attributes are kept as text, and its ops are parsed only for the import to drop them.

use std::sync::Arc;
use tf_ir::attr::Attribute;
use tf_ir::opref::OpRef;
use tf_ir::registry::{Count, OpInfo, ParamDef, Registry, Traits};
use tf_ir::text::{
    AsmParser, Assembly, Delimiter, OpParser, OpState, Operands, ParamSyntax, Params, ParseResult, Printer,
    Tok, Types,
};

/// The attributes, which share one syntax.
#[rustfmt::skip]
const ATTRS: [&str; 13] = [
    "sdy.all_to_all_param_list", "sdy.axis_ref", "sdy.axis_ref_list", "sdy.dimension_sharding",
    "sdy.list_of_axis_ref_lists", "sdy.manual_axes", "sdy.mesh", "sdy.mesh_axis", "sdy.op_sharding_rule",
    "sdy.propagation_direction", "sdy.sharding", "sdy.sharding_per_value", "sdy.sub_axis_info",
];

/// The ops: identities, ops with a region, and others.
#[rustfmt::skip]
const OPS: [&str; 9] = [
    "sdy.data_flow_edge", "sdy.manual_computation", "sdy.mesh", "sdy.named_computation", "sdy.propagation_barrier",
    "sdy.reshard", "sdy.return", "sdy.sharding_constraint", "sdy.sharding_group",
];

/// Adds the dialect to a registry; `complete` adds the conversions of its ops.
pub(super) fn register(registry: &mut Registry, complete: impl Fn(OpInfo) -> OpInfo) {
    registry.dialect("sdy", "How arrays are spread over devices (openxla/shardy): read, and left out");
    let syntax: Arc<dyn ParamSyntax> = Arc::new(OpaqueSyntax);
    for name in ATTRS {
        registry.attr(ParamDef {
            name,
            summary: "How arrays are spread over devices, as text",
            syntax: syntax.clone(),
        });
    }
    for name in OPS {
        let traits = match name {
            "sdy.return" => Traits::TERMINATOR.with(Traits::RETURN_LIKE),
            _ => Traits::default(),
        };
        registry.op(complete(OpInfo {
            traits,
            operands: None,
            results: None,
            regions: Count::AtLeast(0),
            summary: "An op about devices, to be imported".into(),
            docs: "With one device it changes no value; the import leaves it out.".into(),
            assembly: Some(Arc::new(Form(name))),
            ..OpInfo::new(name)
        }));
    }
}

/// `<…>` with balanced brackets; the parameter is the text in between.
struct OpaqueSyntax;

impl ParamSyntax for OpaqueSyntax {
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        let mut params = Params::new();
        if p.peek() == Tok::Less {
            params.push(opaque(p)?);
        }
        Ok(params)
    }

    fn print(&self, params: &[Attribute], p: &mut Printer) {
        for param in params {
            let text = p.ctx().attr_str(*param).unwrap_or_default().to_string();
            p.text(&text);
        }
    }
}

/// Parses text from a bracket to its closing bracket, as a string.
fn opaque(p: &mut AsmParser) -> ParseResult<Attribute> {
    let mut open = Vec::new();
    let mut text = String::new();
    let mut after_word = false;
    loop {
        let token = p.peek();
        let closing = match token {
            Tok::Less => Some(Tok::Greater),
            Tok::LSquare => Some(Tok::RSquare),
            Tok::LBrace => Some(Tok::RBrace),
            Tok::LParen => Some(Tok::RParen),
            _ => None,
        };
        if let Some(closing) = closing {
            open.push(closing);
        } else if [Tok::Greater, Tok::RSquare, Tok::RBrace, Tok::RParen].contains(&token) {
            if open.last() != Some(&token) {
                return Err(p.expected(open.last().map_or("a bracket", |t| t.words())));
            }
            open.pop();
        } else if open.is_empty() || matches!(token, Tok::Eof | Tok::Bad) {
            return Err(p.expected("brackets that match"));
        }
        let word = matches!(token, Tok::BareId | Tok::Int | Tok::Float);
        if word && after_word {
            text.push(' ');
        }
        after_word = word;
        text.push_str(p.spelling());
        p.expect(token)?;
        if open.is_empty() {
            return Ok(p.ctx().string_attr(&text));
        }
    }
}

/// The custom form of an op.
struct Form(&'static str);

impl Assembly for Form {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        match self.0 {
            "sdy.mesh" => mesh(p, state),
            "sdy.return" => {
                let operands = p.operands(Delimiter::None)?;
                let types = if operands.is_empty() { Types::new() } else { p.colon_types()? };
                p.resolve_all(&operands, &types, state)
            }
            "sdy.manual_computation" | "sdy.named_computation" => computation(p, state),
            name => annotation(p, state, name),
        }
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.generic(op);
    }

    fn prints(&self) -> bool {
        false
    }
}

/// `@name = <["x"=2]> {attributes}`
fn mesh(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    let name = p.symbol_name()?;
    let name = p.ctx().string_attr(&name);
    p.set_attr(state, "sym_name", name);
    p.expect(Tok::Equal)?;
    let mesh = opaque(p)?;
    p.set_attr(state, "mesh", mesh);
    p.attr_dict(state)
}

/// `%x <…> : type`, also with `name=value` parts in between.
fn annotation(p: &mut OpParser, state: &mut OpState, name: &str) -> ParseResult {
    let operand = p.operand()?;
    parts(p, state)?;
    p.attr_dict(state)?;
    let types = p.colon_types()?;
    p.resolve_all(&[operand], &types, state)?;
    if name != "sdy.sharding_group" {
        state.results = types;
    }
    Ok(())
}

/// `<…>`, `name=<…>`, `name=[…]`, `name=word` and the like, any number of them.
fn parts(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    loop {
        match p.peek() {
            Tok::Less => {
                let value = opaque(p)?;
                p.set_attr(state, "sharding", value);
            }
            Tok::BareId => {
                let name = p.any_keyword("a name")?.to_string();
                p.expect(Tok::Equal)?;
                let value = match p.peek() {
                    Tok::Less | Tok::LSquare | Tok::LBrace => opaque(p)?,
                    Tok::BareId => {
                        let word = p.any_keyword("a word")?;
                        p.ctx().string_attr(word)
                    }
                    _ => {
                        let number = p.integer::<i64>()?;
                        p.ctx().i64_attr(number)
                    }
                };
                p.set_attr(state, &name, value);
            }
            _ => return Ok(()),
        }
    }
}

/// `(%x) in_shardings=[…] out_shardings=[…] manual_axes={…} (%a: type) { … } : (types) -> types`
fn computation(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    parts(p, state)?;
    let operands: Operands = p.operands(Delimiter::Paren)?;
    parts(p, state)?;
    let arguments = p.arguments(Delimiter::Paren, true, false)?;
    p.region(state, &arguments)?;
    p.attr_dict(state)?;
    p.expect(Tok::Colon)?;
    let (types, results) = p.functional_type()?;
    p.resolve_all(&operands, &types, state)?;
    state.results = results;
    Ok(())
}
