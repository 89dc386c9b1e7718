//! The custom forms, by one grammar: operands, words and `name = value` in any order, attributes, types.

use super::attrs::{conv_attr, conv_dims, dialect_attr, field, fields, word_attr};
use super::regions;
use super::row::{Key, Shape, Syntax, Value};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::opref::OpRef;
use tf_ir::text::{Assembly, Delimiter, OpParser, OpState, Operands, ParseResult, Pos, Printer, Tok, Types};
use tf_ir::types::{Type, TypeData};

/// The custom form of one row.
pub(in crate::stablehlo) struct RowForm(pub(in crate::stablehlo) Syntax);

impl Assembly for RowForm {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        match self.0.name {
            "stablehlo.reduce" => regions::reduce(p, state),
            "stablehlo.while" => regions::while_loop(p, state),
            "stablehlo.constant" | "chlo.constant" => constant(p, state),
            _ => Form { row: self.0, operands: Operands::new(), words: 0 }.parse(p, state),
        }
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.generic(op);
    }

    fn prints(&self) -> bool {
        false
    }
}

/// `{attributes} dense<…> : type`; the attribute's type may also follow the dictionary.
fn constant(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    if p.accept(Tok::LParen) {
        p.expect(Tok::RParen)?;
        p.attr_dict(state)?;
        p.expect(Tok::Colon)?;
        p.expect(Tok::LParen)?;
        p.expect(Tok::RParen)?;
        p.expect(Tok::Arrow)?;
        state.results = p.result_types()?;
        return Ok(());
    }
    p.attr_dict(state)?;
    let at = p.pos();
    let value = p.attr()?;
    p.set_attr(state, "value", value);
    let ty = match p.ctx().attr_data(value) {
        AttrData::Dense(data) => data.ty,
        AttrData::Resource(ty, _) => *ty,
        AttrData::Integer(..) | AttrData::Float(..) if p.accept(Tok::Arrow) => p.ty()?,
        _ => return Err(p.error(at, "a constant is written dense<…> : tensor<…>")),
    };
    state.results.push(ty);
    Ok(())
}

/// The state of a form that is being parsed.
struct Form {
    row: Syntax,
    operands: Operands,
    /// Count of words without a key so far.
    words: usize,
}

impl Form {
    fn parse(mut self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        self.head(p, state)?;
        if p.accept(Tok::LParen) {
            if !p.accept(Tok::RParen) {
                self.items(p, state)?;
                p.expect(Tok::RParen)?;
            }
            if p.peek() == Tok::BareId {
                self.items(p, state)?;
            }
        } else if matches!(p.peek(), Tok::PercentId | Tok::BareId) {
            self.items(p, state)?;
        }
        if p.peek() == Tok::LSquare {
            self.brackets(p, state)?;
        }
        p.attr_dict(state)?;
        self.dot_numbers(p, state);
        self.types(p, state)
    }

    /// `@callee` of a custom call, `"name"` of a composite.
    fn head(&mut self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        match (self.row.name, p.peek()) {
            ("stablehlo.custom_call", Tok::AtId) => {
                let name = p.symbol_name()?;
                let name = p.ctx().string_attr(&name);
                p.set_attr(state, "call_target_name", name);
            }
            ("stablehlo.composite", Tok::Str) => {
                let name = p.string()?;
                let name = p.ctx().string_attr(&name);
                p.set_attr(state, "name", name);
            }
            _ => {}
        }
        Ok(())
    }

    /// Operands, words and `name = value`, separated by commas.
    fn items(&mut self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        loop {
            match p.peek() {
                Tok::PercentId => {
                    let operand = p.operand()?;
                    self.operands.push(operand);
                }
                Tok::BareId if p.spelling() == "dense" || p.spelling() == "dense_resource" => {
                    let value = p.attr()?;
                    p.set_attr(state, "value", value);
                }
                Tok::BareId => self.word_or_key(p, state)?,
                _ => return Err(p.expected("an operand or a name")),
            }
            if !p.accept(Tok::Comma) {
                return Ok(());
            }
        }
    }

    fn word_or_key(&mut self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let at = p.pos();
        let word = p.any_keyword("a name")?;
        if p.accept(Tok::Equal) {
            let Some(key) = self.row.keys.iter().find(|(name, ..)| *name == word) else {
                let known: Vec<&str> = self.row.keys.iter().map(|(name, ..)| *name).collect();
                let known = if known.is_empty() { String::new() } else { format!(": {}", known.join(", ")) };
                return Err(p.error(at, format!("'{}' has no '{word}' here{known}", self.row.name)));
            };
            return value(p, state, key);
        }
        let Some((name, kind)) = self.row.words.get(self.words) else {
            return Err(p.error(at, format!("'{word}' does not belong here")));
        };
        self.words += 1;
        let attr = word_attr(p.ctx(), kind, word);
        p.set_attr(state, name, attr);
        Ok(())
    }

    /// `[1:4, 0:8:2]` of a slice, `[0]` of a tuple's element.
    fn brackets(&mut self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        if self.row.name == "stablehlo.get_tuple_element" {
            p.expect(Tok::LSquare)?;
            let index = p.integer::<i32>()?;
            p.expect(Tok::RSquare)?;
            let index = p.ctx().int_attr(p.ctx().i32(), index.into());
            p.set_attr(state, "index", index);
            return Ok(());
        }
        let (mut starts, mut limits, mut strides) = (Vec::new(), Vec::new(), Vec::new());
        p.list_of(Delimiter::Square, |p| {
            starts.push(p.integer::<i64>()?);
            p.expect(Tok::Colon)?;
            limits.push(p.integer::<i64>()?);
            strides.push(if p.accept(Tok::Colon) { p.integer::<i64>()? } else { 1 });
            Ok(())
        })?;
        for (name, values) in [("start_indices", starts), ("limit_indices", limits), ("strides", strides)] {
            let attr = p.ctx().i64_array_attr(&values);
            p.set_attr(state, name, attr);
        }
        Ok(())
    }

    /// The dimension numbers of a dot product from its two keys.
    fn dot_numbers(&self, p: &mut OpParser, state: &mut OpState) {
        if self.row.name != "stablehlo.dot_general" {
            return;
        }
        let ctx = p.ctx();
        let pair = |name: &str| {
            let given = state.attr(ctx, name).and_then(|a| ctx.attr_array(a));
            given.map_or([ctx.i64_array_attr(&[]); 2], |pair| [pair[0], pair[1]])
        };
        let (batching, contracting) = (pair("batching"), pair("contracting"));
        if state.attr(ctx, "dot_dimension_numbers").is_some() {
            return;
        }
        let entries = [
            (ctx.str("lhs_batching_dimensions"), batching[0]),
            (ctx.str("lhs_contracting_dimensions"), contracting[0]),
            (ctx.str("rhs_batching_dimensions"), batching[1]),
            (ctx.str("rhs_contracting_dimensions"), contracting[1]),
        ];
        let numbers = dialect_attr(ctx, "dot", [ctx.dict_attr(&entries)].as_slice().into());
        state.attrs.retain(|(name, _)| !["batching", "contracting"].contains(&ctx.text(*name)));
        p.set_attr(state, "dot_dimension_numbers", numbers);
    }

    /// `: (T, T) -> T`, `: T, T -> T`, or the list of types that the row's shape defines.
    fn types(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        if p.peek() != Tok::Colon && self.operands.is_empty() {
            return Ok(());
        }
        if let Some(value) = state.attr(p.ctx(), "value").filter(|_| p.peek() != Tok::Colon) {
            let AttrData::Dense(data) = p.ctx().attr_data(value) else { return Err(p.expected("':'")) };
            return p.resolve_same(&self.operands, data.ty, state);
        }
        p.expect(Tok::Colon)?;
        let at = p.pos();
        if p.peek() == Tok::LParen {
            let (inputs, results) = p.functional_type()?;
            self.resolve(p, state, at, &inputs)?;
            state.results = results;
            return Ok(());
        }
        let mut written = p.types()?;
        if p.accept(Tok::Colon) {
            // The first type was that of the constant before it: `tolerance = 0.1 : f64 : tensor<2xf32>`.
            written = p.types()?;
        }
        if p.accept(Tok::Arrow) {
            state.results = p.result_types()?;
            return self.resolve(p, state, at, &written);
        }
        let (inputs, results) = self.shaped(p, at, &written)?;
        self.resolve(p, state, at, &inputs)?;
        state.results = results;
        Ok(())
    }

    /// The operand and result types from a list of types, by the row's shape.
    fn shaped(&self, p: &mut OpParser, at: Pos, written: &[Type]) -> ParseResult<(Types, Types)> {
        let repeat = |ty: Type, n: usize| Types::from_elem(ty, n);
        let n = self.operands.len();
        match (self.row.shape, written) {
            (Shape::Same, [ty]) => Ok((repeat(*ty, n), repeat(*ty, 1))),
            (Shape::Operands, types) => Ok((types.into(), Types::new())),
            (Shape::Through, types) => Ok((types.into(), types.into())),
            (Shape::Select, [condition, ty]) if n == 3 => {
                Ok((Types::from_slice(&[*condition, *ty, *ty]), repeat(*ty, 1)))
            }
            (Shape::Tuple, [ty]) => match p.ctx().type_data(*ty) {
                TypeData::Tuple(parts) if parts.len() == n => {
                    Ok((parts.iter().copied().collect(), repeat(*ty, 1)))
                }
                _ => Err(p.error(at, format!("expected a tuple of {n} type(s)"))),
            },
            (Shape::Complex, [ty]) => {
                let elem = p.ctx().elem_type(*ty);
                let part = match p.ctx().type_data(elem) {
                    TypeData::Complex(part) => *part,
                    _ => elem,
                };
                Ok((repeat(p.ctx().with_elem(*ty, part), n), repeat(*ty, 1)))
            }
            _ => Err(p.error(at, format!("expected the types of '{}' as a function type", self.row.name))),
        }
    }

    /// One type per operand; a single type applies to all operands.
    fn resolve(&self, p: &mut OpParser, state: &mut OpState, at: Pos, types: &[Type]) -> ParseResult {
        let n = self.operands.len();
        if let ([ty], true) = (types, n > 1) {
            return p.resolve_same(&self.operands, *ty, state);
        }
        if types.len() != n {
            return Err(p.error(at, format!("{n} operand(s) but {} type(s)", types.len())));
        }
        p.resolve_all(&self.operands, types, state)
    }
}

/// Parses the value of a key into the op's attributes.
fn value(p: &mut OpParser, state: &mut OpState, (_, kind, name): &Key) -> ParseResult {
    let attr: Attribute = match kind {
        Value::Plain => plain(p)?,
        Value::Word(kind) => {
            let word = p.any_keyword("a word")?;
            word_attr(p.ctx(), kind, word)
        }
        Value::Words(kind) => {
            let mut words = Vec::new();
            p.list_of(Delimiter::Square, |p| {
                let word = p.any_keyword("a word")?;
                words.push(word_attr(p.ctx(), kind, word));
                Ok(())
            })?;
            p.ctx().array_attr(&words)
        }
        Value::Format => return float_format(p, state),
        Value::ConvDims => {
            let params = conv_dims(p)?;
            conv_attr(p.ctx(), params)
        }
        Value::Window => return window(p, state),
        Value::DotDims => {
            let left = plain(p)?;
            p.keyword("x")?;
            let right = plain(p)?;
            p.ctx().array_attr(&[left, right])
        }
        Value::Fields(kind) => {
            let params = [fields(p, Delimiter::Less)?];
            dialect_attr(p.ctx(), kind, params.as_slice().into())
        }
    };
    p.set_attr(state, name, attr);
    Ok(())
}

/// A scalar or string is parsed without its own type: a colon starts the types of the op.
fn plain(p: &mut OpParser) -> ParseResult<Attribute> {
    match p.peek() {
        Tok::LSquare => field(p),
        Tok::Int | Tok::Minus => {
            let number = p.integer::<i64>()?;
            Ok(p.ctx().i64_attr(number))
        }
        Tok::Float => {
            let number = p.float()?;
            Ok(p.ctx().float_attr(p.ctx().f64(), number))
        }
        Tok::Str => {
            let text = p.string()?;
            Ok(p.ctx().string_attr(&text))
        }
        _ => p.attr(),
    }
}

/// `e8m7`
fn float_format(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    let at = p.pos();
    let word = p.any_keyword("a format e…m…")?;
    let bits = word.strip_prefix('e').and_then(|rest| rest.split_once('m'));
    let bits = bits.and_then(|(e, m)| Some((e.parse::<i32>().ok()?, m.parse::<i32>().ok()?)));
    let Some((exponent, mantissa)) = bits else {
        return Err(p.error(at, format!("'{word}' is no float format; expected e…m…, as in e8m7")));
    };
    for (name, bits) in [("exponent_bits", exponent), ("mantissa_bits", mantissa)] {
        let attr = p.ctx().int_attr(p.ctx().i32(), bits.into());
        p.set_attr(state, name, attr);
    }
    Ok(())
}

/// `{stride = [2, 2], pad = [[1, 1], [2, 2]], lhs_dilate = …, rhs_dilate = …, reverse = …}`
fn window(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    const NAMES: [(&str, &str); 5] = [
        ("stride", "window_strides"),
        ("pad", "padding"),
        ("lhs_dilate", "lhs_dilation"),
        ("rhs_dilate", "rhs_dilation"),
        ("reverse", "window_reversal"),
    ];
    p.list_of(Delimiter::Brace, |p| {
        let key = p.keyword_of("a part of the window", &NAMES.map(|(short, _)| short))?;
        p.expect(Tok::Equal)?;
        let value = field(p)?;
        p.set_attr(state, NAMES[key].1, value);
        Ok(())
    })
}
