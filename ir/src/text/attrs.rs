//! The parser of attributes.

use super::number::Literal;
use super::parser::{AsmParser, Delimiter, ParseResult, Pos};
use super::suggest::did_you_mean;
use super::token::Tok;
use crate::attr::{AttrData, Attribute};
use crate::codes;
use crate::context::Str;
use crate::types::{Type, TypeData};
use smallvec::SmallVec;

/// The words that start attributes, for suggestions.
const KEYWORDS: [&str; 13] = [
    "affine_map",
    "affine_set",
    "array",
    "dense",
    "dense_resource",
    "distinct",
    "extents",
    "false",
    "loc",
    "sparse",
    "strided",
    "true",
    "unit",
];

impl<'s> AsmParser<'s> {
    /// True if the current token may start an attribute.
    pub fn at_attr(&self) -> bool {
        match self.tok.kind {
            Tok::AtId
            | Tok::Int
            | Tok::Float
            | Tok::Minus
            | Tok::Str
            | Tok::LSquare
            | Tok::LBrace
            | Tok::HashId => true,
            Tok::BareId => KEYWORDS.contains(&self.spelling()) || self.at_type(),
            _ => self.at_type(),
        }
    }

    /// Takes an attribute.
    #[inline]
    pub fn attr(&mut self) -> ParseResult<Attribute> {
        self.attr_of(None)
    }

    /// Takes an attribute if one comes next.
    pub fn optional_attr(&mut self) -> ParseResult<Option<Attribute>> {
        if self.at_attr() { self.attr().map(Some) } else { Ok(None) }
    }

    /// Takes an attribute whose type is known and not written: `42` of type `i32`.
    pub fn attr_of_type(&mut self, ty: Type) -> ParseResult<Attribute> {
        self.attr_of(Some(ty))
    }

    fn attr_of(&mut self, ty: Option<Type>) -> ParseResult<Attribute> {
        match self.tok.kind {
            Tok::Int | Tok::Float | Tok::Minus => self.number(ty),
            Tok::Str => self.string_attr(ty),
            Tok::AtId => self.symbol_ref(),
            Tok::LSquare => self.nested(Self::array),
            Tok::LBrace => self.nested(Self::dictionary),
            Tok::HashId => self.nested(|p| p.prefixed_attr(ty)),
            Tok::BareId => self.named_attr(ty),
            _ if self.at_type() => self.type_attr(),
            _ => Err(self.expected("an attribute")),
        }
    }

    fn number(&mut self, ty: Option<Type>) -> ParseResult<Attribute> {
        let at = self.pos();
        let literal = self.literal()?;
        let ty = match (ty, literal) {
            (Some(ty), _) => ty,
            (None, _) if self.accept(Tok::Colon) => self.ty()?,
            (None, Literal::Float(_)) => self.ctx.f64(),
            (None, Literal::Int { .. }) => self.ctx.i64(),
        };
        let Literal::Int { negative, magnitude, hex: false } = literal else {
            return self.number_attr(at, literal, ty);
        };
        // Programs repeat the same few integers.
        let key = (ty, negative, magnitude);
        let cell = (magnitude as usize ^ ty.0.get() as usize) % self.integers.len();
        match self.integers[cell] {
            Some((known, attr)) if known == key => Ok(attr),
            _ => {
                let attr = self.number_attr(at, literal, ty)?;
                self.integers[cell] = Some((key, attr));
                Ok(attr)
            }
        }
    }

    fn string_attr(&mut self, ty: Option<Type>) -> ParseResult<Attribute> {
        let text = self.string()?;
        let text = self.ctx.str(&text);
        let ty = match ty {
            Some(_) => None,
            None if self.accept(Tok::Colon) => Some(self.ty()?),
            None => None,
        };
        // An unwritten type of a string is `none`.
        let ty = ty.filter(|t| !matches!(self.ctx.type_data(*t), TypeData::None));
        Ok(self.ctx.intern_attr(AttrData::String(text, ty)))
    }

    fn type_attr(&mut self) -> ParseResult<Attribute> {
        let ty = self.ty()?;
        Ok(self.ctx.type_attr(ty))
    }

    /// Takes `@root::@nested`.
    pub fn symbol_ref(&mut self) -> ParseResult<Attribute> {
        let root = self.symbol_name()?;
        let root = self.ctx.str(&root);
        let mut nested: SmallVec<[Str; 2]> = SmallVec::new();
        while self.tok.kind == Tok::Colon && self.lookahead_is_scope() {
            self.advance();
            self.advance();
            let name = self.symbol_name()?;
            nested.push(self.ctx.str(&name));
        }
        Ok(self.ctx.intern_attr(AttrData::Symbol(root, nested.as_slice().into())))
    }

    /// True at the first colon of `::@`.
    fn lookahead_is_scope(&self) -> bool {
        let colon = self.tok.start as usize;
        self.text.as_bytes()[colon..].starts_with(b"::")
    }

    fn array(&mut self) -> ParseResult<Attribute> {
        let mut items: SmallVec<[Attribute; 8]> = SmallVec::new();
        self.list(Delimiter::Square, |p| {
            items.push(p.attr()?);
            Ok(())
        })?;
        Ok(self.ctx.array_attr(&items))
    }

    fn dictionary(&mut self) -> ParseResult<Attribute> {
        let entries = self.dict_entries()?;
        Ok(self.ctx.dict_attr(&entries))
    }

    /// Takes `{name = value, flag, …}`; the names differ.
    pub fn dict_entries(&mut self) -> ParseResult<Vec<(Str, Attribute)>> {
        let mut entries: Vec<(Str, Attribute)> = Vec::new();
        let mut seen: rustc_hash::FxHashSet<Str> = Default::default();
        self.list(Delimiter::Brace, |p| {
            let at = p.pos();
            let name = p.entry_name()?;
            let value = if p.accept(Tok::Equal) { p.attr()? } else { p.ctx.unit_attr() };
            if !seen.insert(name) {
                return Err(p.error_as(
                    &codes::REDEFINED,
                    at,
                    format!("attribute '{}' is given twice", p.ctx.text(name)),
                ));
            }
            entries.push((name, value));
            Ok(())
        })?;
        Ok(entries)
    }

    fn entry_name(&mut self) -> ParseResult<Str> {
        let at = self.pos();
        let name = self.keyword_or_string("an attribute name")?;
        if name.is_empty() {
            return Err(self.error_as(&codes::BAD_TYPE, at, "an attribute name is not empty"));
        }
        Ok(self.ctx.str(&name))
    }

    fn named_attr(&mut self, ty: Option<Type>) -> ParseResult<Attribute> {
        match self.spelling() {
            "true" => Ok(self.boolean(true)),
            "false" => Ok(self.boolean(false)),
            "unit" => {
                self.advance();
                Ok(self.ctx.unit_attr())
            }
            "dense" => self.dense(ty),
            "dense_resource" => self.dense_resource(ty),
            "array" => self.dense_array(),
            "affine_map" => self.affine_map_attr(),
            "affine_set" => self.affine_set_attr(),
            "extents" => self.extents_attr(),
            "strided" => self.strided(),
            "loc" => {
                let loc = self.location_literal()?;
                Ok(self.ctx.intern_attr(AttrData::Location(loc)))
            }
            "distinct" => self.nested(Self::distinct),
            "sparse" => {
                let message = "sparse constants are not supported: write the elements as dense<…>";
                Err(self.error_as(&codes::BAD_TYPE, self.pos(), message))
            }
            _ if self.at_type() => self.type_attr(),
            word => {
                let hint = did_you_mean(word, KEYWORDS);
                Err(self.expected_with("an attribute", &hint))
            }
        }
    }

    fn boolean(&mut self, value: bool) -> Attribute {
        self.advance();
        self.ctx.bool_attr(value)
    }

    /// `strided<[s, ?], offset: o>`
    fn strided(&mut self) -> ParseResult<Attribute> {
        self.advance();
        self.expect(Tok::Less)?;
        let mut strides = Vec::new();
        self.list(Delimiter::Square, |p| {
            strides.push(p.stride()?);
            Ok(())
        })?;
        let offset = match self.accept(Tok::Comma) {
            true => {
                self.keyword("offset")?;
                self.expect(Tok::Colon)?;
                self.stride()?
            }
            false => Some(0),
        };
        self.expect(Tok::Greater)?;
        Ok(self.ctx.intern_attr(AttrData::Strided(strides.into(), offset)))
    }

    fn stride(&mut self) -> ParseResult<Option<i64>> {
        if self.accept(Tok::Question) { Ok(None) } else { self.integer().map(Some) }
    }

    /// `distinct[id]<attribute>`; the attribute is optional.
    fn distinct(&mut self) -> ParseResult<Attribute> {
        self.advance();
        self.expect(Tok::LSquare)?;
        let at = self.pos();
        let id: u64 = self.integer()?;
        self.expect(Tok::RSquare)?;
        self.expect(Tok::Less)?;
        let value = if self.tok.kind == Tok::Greater { self.ctx.unit_attr() } else { self.attr()? };
        self.expect(Tok::Greater)?;
        if *self.distinct.entry(id).or_insert(value) != value {
            return Err(self.error_as(
                &codes::BAD_TYPE,
                at,
                format!("distinct[{id}] denotes another attribute elsewhere"),
            ));
        }
        Ok(self.ctx.intern_attr(AttrData::Distinct(id, value)))
    }

    // ---- dialect attributes ----

    fn prefixed_attr(&mut self, ty: Option<Type>) -> ParseResult<Attribute> {
        let at = self.pos();
        let word = &self.spelling()[1..];
        if let Some(def) = self.ctx.registry().attr_def(word) {
            self.advance_past_name();
            let (dialect, name) = word.split_once('.').unwrap_or((word, ""));
            return self.dialect_attr(at, dialect, name, &*def.syntax);
        }
        if !word.contains('.')
            && let Some(attr) = self.attr_aliases.get(word).copied()
        {
            self.use_alias(self.spelling())?;
            self.advance();
            return Ok(attr);
        }
        let names = self.ctx.registry().param_defs().map(|d| d.name);
        let (dialect, text) = self.opaque_symbol(word, "attribute", &names.collect::<Vec<_>>())?;
        let ty = match ty {
            None if self.accept(Tok::Colon) => Some(self.ty()?),
            _ => None,
        };
        let ty = ty.filter(|t| !matches!(self.ctx.type_data(*t), TypeData::None));
        Ok(self.ctx.intern_attr(AttrData::Opaque { dialect, text, ty }))
    }

    /// The parameters of a registered attribute, after its name.
    pub(super) fn dialect_attr(
        &mut self,
        at: Pos,
        dialect: &str,
        name: &str,
        syntax: &dyn super::ParamSyntax,
    ) -> ParseResult<Attribute> {
        let params = syntax.parse(self)?;
        if let Err(message) = syntax.verify(self.ctx, &params) {
            return Err(self.error_as(&codes::BAD_TYPE, at, format!("'#{dialect}.{name}': {message}")));
        }
        Ok(self.ctx.intern_attr(AttrData::Dialect {
            dialect: self.ctx.str(dialect),
            name: self.ctx.str(name),
            params: params.as_slice().into(),
        }))
    }
}
