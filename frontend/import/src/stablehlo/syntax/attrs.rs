//! The attributes and types of StableHLO: `#stablehlo<direction LT>`, `#stablehlo.gather<…>`,
//! `#stablehlo.conv<…>`.

use std::sync::Arc;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::Context;
use tf_ir::registry::{ParamDef, Registry};
use tf_ir::text::{AsmParser, Delimiter, ListSyntax, ParamSyntax, Params, ParseResult, Printer, Tok, Types};

/// Adds the attributes and types to a registry.
pub(super) fn register(registry: &mut Registry) {
    let word: Arc<dyn ParamSyntax> = Arc::new(WordSyntax);
    let fields: Arc<dyn ParamSyntax> = Arc::new(FieldsSyntax);
    let attr =
        |name, summary, syntax: &Arc<dyn ParamSyntax>| ParamDef { name, summary, syntax: syntax.clone() };
    registry.attr(attr("stablehlo", "A word of one of StableHLO's enumerations", &word));
    registry.attr(attr("chlo", "A word of one of CHLO's enumerations", &word));
    registry.attr(attr("stablehlo.dot", "Dimension numbers of a dot_general", &fields));
    registry.attr(attr("stablehlo.dot_algorithm", "How a dot_general computes", &fields));
    registry.attr(attr("stablehlo.gather", "Dimension numbers of a gather", &fields));
    registry.attr(attr("stablehlo.scatter", "Dimension numbers of a scatter", &fields));
    registry.attr(attr("stablehlo.channel_handle", "A channel between devices", &fields));
    registry.attr(attr("stablehlo.output_operand_alias", "Memory that a result shares", &fields));
    registry.attr(attr("stablehlo.result_accuracy", "The error a result may have", &fields));
    registry.attr(attr("stablehlo.result_accuracy_mode", "What an accuracy is", &word));
    registry.attr(attr("chlo.ragged_dot", "Dimension numbers of a ragged_dot", &fields));
    registry.attr(ParamDef {
        name: "stablehlo.conv",
        summary: "Dimension numbers of a convolution",
        syntax: Arc::new(ConvSyntax),
    });
    registry.attr(ParamDef {
        name: "stablehlo.bounds",
        summary: "Upper bounds of dynamic extents",
        syntax: Arc::new(BoundsSyntax),
    });
    registry.attr(attr("stablehlo.type_extensions", "Upper bounds of dynamic extents", &fields));
    registry.ty(ParamDef {
        name: "stablehlo.token",
        summary: "An order of effects",
        syntax: Arc::new(ListSyntax),
    });
    registry.ty(ParamDef {
        name: "stablehlo.future",
        summary: "A value to come",
        syntax: Arc::new(FutureSyntax),
    });
}

/// `<kind WORD>`: an enumeration and one of its words. Also `<WORD>`.
struct WordSyntax;

impl ParamSyntax for WordSyntax {
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        let mut params = Params::new();
        p.expect(Tok::Less)?;
        while let Some(word) = p.optional_any_keyword() {
            params.push(p.ctx().string_attr(word));
        }
        p.expect(Tok::Greater)?;
        Ok(params)
    }

    fn print(&self, params: &[Attribute], p: &mut Printer) {
        p.text("<");
        for (i, param) in params.iter().enumerate() {
            p.text(if i > 0 { " " } else { "" });
            let word = p.ctx().attr_str(*param).unwrap_or_default().to_string();
            p.text(&word);
        }
        p.text(">");
    }
}

/// `<name = value, …>`; the parameter is a dictionary. A value is an integer, a word, a list or an attribute.
struct FieldsSyntax;

impl ParamSyntax for FieldsSyntax {
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        Ok(Params::from_elem(fields(p, Delimiter::Less)?, 1))
    }

    fn print(&self, params: &[Attribute], p: &mut Printer) {
        p.text("<");
        if let Some(AttrData::Dict(entries)) = params.first().map(|a| p.ctx().attr_data(*a)) {
            p.commas(entries.iter(), |p, (name, value)| {
                let name = p.ctx().text(*name).to_string();
                p.text(&name);
                p.text(" = ");
                print_field(p, *value);
            });
        }
        p.text(">");
    }
}

/// Parses `name = value, …` in delimiters to a dictionary.
pub(super) fn fields(p: &mut AsmParser, delimiter: Delimiter) -> ParseResult<Attribute> {
    let mut entries = Vec::new();
    p.list(delimiter, |p| {
        let at = p.pos();
        let name = p.any_keyword("a name")?;
        p.expect(Tok::Equal)?;
        let name = p.ctx().str(name);
        if entries.iter().any(|(known, _)| *known == name) {
            return Err(p.error(at, format!("'{}' is given twice", p.ctx().text(name))));
        }
        entries.push((name, field(p)?));
        Ok(())
    })?;
    Ok(p.ctx().dict_attr(&entries))
}

/// Parses one value: integers and lists of them in the forms of `i64` and `array<i64: …>` attributes, words
/// as strings.
pub(super) fn field(p: &mut AsmParser) -> ParseResult<Attribute> {
    match p.peek() {
        Tok::LSquare => p.nested(list),
        Tok::Int | Tok::Minus | Tok::Float | Tok::HashId | Tok::Str => p.attr(),
        Tok::Question => {
            p.expect(Tok::Question)?;
            Ok(p.ctx().string_attr("?"))
        }
        Tok::BareId => match p.any_keyword("a value")? {
            "true" => Ok(p.ctx().bool_attr(true)),
            "false" => Ok(p.ctx().bool_attr(false)),
            word => Ok(p.ctx().string_attr(word)),
        },
        _ => Err(p.expected("a value")),
    }
}

fn list(p: &mut AsmParser) -> ParseResult<Attribute> {
    let mut items = Vec::new();
    p.list(Delimiter::Square, |p| {
        items.push(field(p)?);
        Ok(())
    })?;
    let ctx = p.ctx();
    let int = |a: &Attribute| match ctx.attr_data(*a) {
        AttrData::Integer(ty, value) if *ty == ctx.i64() => i64::try_from(*value).ok(),
        _ => None,
    };
    let ints: Option<Vec<i64>> = items.iter().map(int).collect();
    Ok(match ints {
        Some(ints) => ctx.i64_array_attr(&ints),
        None => ctx.array_attr(&items),
    })
}

fn print_field(p: &mut Printer, value: Attribute) {
    let ctx = p.ctx();
    if let Some(ints) = ctx.attr_i64s(value) {
        p.text("[");
        p.commas(ints, |p, n| p.integer(n));
        return p.text("]");
    }
    match ctx.attr_data(value) {
        AttrData::Integer(ty, n) if *ty == ctx.i64() => p.integer(*n),
        AttrData::String(word, None) => p.text(ctx.text(*word)),
        AttrData::Array(items) => {
            p.text("[");
            p.commas(items.iter(), |p, a| print_field(p, *a));
            p.text("]");
        }
        _ => p.attrs(&[value]),
    }
}

/// `<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`; the parameters are three lists of words.
struct ConvSyntax;

impl ParamSyntax for ConvSyntax {
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        p.expect(Tok::Less)?;
        let params = conv_dims(p)?;
        p.expect(Tok::Greater)?;
        Ok(params)
    }

    fn print(&self, params: &[Attribute], p: &mut Printer) {
        p.text("<");
        for (i, param) in params.iter().enumerate() {
            p.text(["[", "x[", "->["][i.min(2)]);
            let words = p.ctx().attr_array(*param).unwrap_or_default();
            p.commas(words.iter(), |p, word| {
                let word = p.ctx().attr_str(*word).unwrap_or_default().to_string();
                p.text(&word);
            });
            p.text("]");
        }
        p.text(">");
    }
}

/// Parses `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
pub(super) fn conv_dims(p: &mut AsmParser) -> ParseResult<Params> {
    let mut params = Params::new();
    params.push(conv_list(p)?);
    p.keyword("x")?;
    params.push(conv_list(p)?);
    p.expect(Tok::Arrow)?;
    params.push(conv_list(p)?);
    Ok(params)
}

fn conv_list(p: &mut AsmParser) -> ParseResult<Attribute> {
    let mut words = Vec::new();
    p.list(Delimiter::Square, |p| {
        let word = match p.optional_any_keyword() {
            Some(word) => word.to_string(),
            None => p.integer::<u32>()?.to_string(),
        };
        words.push(p.ctx().string_attr(&word));
        Ok(())
    })?;
    Ok(p.ctx().array_attr(&words))
}

/// The attribute `#stablehlo.conv<…>` with these parameters.
pub(super) fn conv_attr(ctx: &Context, params: Params) -> Attribute {
    dialect_attr(ctx, "conv", params)
}

/// The attribute `#stablehlo.NAME<params>`.
pub(super) fn dialect_attr(ctx: &Context, name: &str, params: Params) -> Attribute {
    ctx.intern_attr(AttrData::Dialect {
        dialect: ctx.str("stablehlo"),
        name: ctx.str(name),
        params: params.as_slice().into(),
    })
}

/// The attribute `#stablehlo<KIND WORD>`.
pub(super) fn word_attr(ctx: &Context, kind: &str, word: &str) -> Attribute {
    let params = [ctx.string_attr(kind), ctx.string_attr(word)];
    dialect_attr(ctx, "", params.as_slice().into())
}

/// `<3, ?>`
struct BoundsSyntax;

impl ParamSyntax for BoundsSyntax {
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        let mut params = Params::new();
        p.list(Delimiter::Less, |p| {
            params.push(field(p)?);
            Ok(())
        })?;
        Ok(params)
    }

    fn print(&self, params: &[Attribute], p: &mut Printer) {
        p.text("<");
        p.commas(params.iter(), |p, a| print_field(p, *a));
        p.text(">");
    }
}

/// `<types>`
struct FutureSyntax;

impl ParamSyntax for FutureSyntax {
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        p.expect(Tok::Less)?;
        let types: Types = p.types()?;
        p.expect(Tok::Greater)?;
        Ok(types.iter().map(|ty| p.ctx().type_attr(*ty)).collect())
    }
}
