//! The parser of types.

use super::parser::{AsmParser, Delimiter, ParseResult, Pos};
use super::suggest::did_you_mean;
use super::token::{Tok, skip_trivia};
use crate::attr::{AttrData, Attribute};
use crate::codes;
use crate::types::{FloatKind, Signedness, Type, TypeData};
use smallvec::SmallVec;

/// The names of builtin types, for suggestions.
const KEYWORDS: [&str; 18] = [
    "index", "none", "i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "complex", "function",
    "memref", "tensor", "tuple", "vector", "opaque",
];

/// Largest width of an integer type, as upstream.
const MAX_WIDTH: u32 = (1 << 24) - 1;

/// A list of types.
pub type Types = SmallVec<[Type; 4]>;

impl<'s> AsmParser<'s> {
    /// True if the current token may start a type.
    pub fn at_type(&self) -> bool {
        match self.tok.kind {
            Tok::LParen | Tok::ExclId => true,
            Tok::BareId => self.keyword_starts_type(self.spelling()),
            _ => false,
        }
    }

    fn keyword_starts_type(&self, word: &str) -> bool {
        let compound =
            matches!(word, "index" | "none" | "complex" | "memref" | "tensor" | "tuple" | "vector");
        compound || integer_type(word).is_some() || FloatKind::from_name(word).is_some()
    }

    /// Takes a type.
    #[inline]
    pub fn ty(&mut self) -> ParseResult<Type> {
        if self.tok.kind == Tok::BareId {
            let common = self.ctx.common();
            let found = match self.spelling().as_bytes() {
                b"i32" => common.i32,
                b"f32" => common.f32,
                b"index" => common.index,
                b"i1" => common.i1,
                b"i64" => common.i64,
                b"f64" => common.f64,
                _ => return self.any_type(),
            };
            self.advance();
            return Ok(found);
        }
        self.any_type()
    }

    fn any_type(&mut self) -> ParseResult<Type> {
        match self.tok.kind {
            Tok::LParen => self.nested(Self::function_type),
            Tok::ExclId => self.nested(Self::prefixed_type),
            Tok::BareId => self.named_type(),
            _ => Err(self.expected("a type")),
        }
    }

    /// Takes `type, type, …`.
    pub fn types(&mut self) -> ParseResult<Types> {
        let (at, mut types) = (self.pos(), Types::new());
        loop {
            self.check_list(at, types.len() + 1)?;
            types.push(self.ty()?);
            if !self.accept(Tok::Comma) {
                return Ok(types);
            }
        }
    }

    /// Takes `(type, …)`, possibly `()`.
    pub fn paren_types(&mut self) -> ParseResult<Types> {
        self.expect(Tok::LParen)?;
        if self.accept(Tok::RParen) {
            return Ok(Types::new());
        }
        let types = self.types()?;
        if self.tok.kind != Tok::RParen {
            return Err(self.expected("',' or ')'"));
        }
        self.advance();
        Ok(types)
    }

    /// Takes the types after `->`: `type` or `(type, …)`.
    pub fn result_types(&mut self) -> ParseResult<Types> {
        if self.tok.kind == Tok::LParen {
            return self.paren_types();
        }
        let mut types = Types::new();
        types.push(self.ty()?);
        Ok(types)
    }

    /// Takes `-> type` or `-> (types)` if an arrow comes next; else no types.
    pub fn optional_arrow_types(&mut self) -> ParseResult<Types> {
        if self.accept(Tok::Arrow) { self.result_types() } else { Ok(Types::new()) }
    }

    /// Takes `(types) -> types`: inputs and results of a function type.
    pub fn functional_type(&mut self) -> ParseResult<(Types, Types)> {
        if self.tok.kind != Tok::LParen {
            return Err(self.expected("a function type '(…) -> …'"));
        }
        let inputs = self.paren_types()?;
        self.expect(Tok::Arrow)?;
        Ok((inputs, self.result_types()?))
    }

    /// Takes `: type`.
    pub fn colon_ty(&mut self) -> ParseResult<Type> {
        self.expect(Tok::Colon)?;
        self.ty()
    }

    /// Takes `: type, type, …`.
    pub fn colon_types(&mut self) -> ParseResult<Types> {
        self.expect(Tok::Colon)?;
        self.types()
    }

    fn function_type(&mut self) -> ParseResult<Type> {
        let (inputs, results) = self.functional_type()?;
        Ok(self.ctx.function(&inputs, &results))
    }

    fn named_type(&mut self) -> ParseResult<Type> {
        let word = self.spelling();
        if let Some((signedness, digits)) = integer_type(word) {
            return self.integer_type(signedness, digits);
        }
        if let Some(kind) = FloatKind::from_name(word) {
            self.advance();
            return Ok(self.ctx.float(kind));
        }
        match word {
            "none" => {
                self.advance();
                Ok(self.ctx.intern_type(TypeData::None))
            }
            "complex" => self.nested(Self::complex_type),
            "memref" => self.nested(Self::memref_type),
            "tensor" => self.nested(Self::tensor_type),
            "tuple" => self.nested(Self::tuple_type),
            "vector" => self.nested(Self::vector_type),
            _ => {
                let hint = did_you_mean(word, KEYWORDS);
                Err(self.expected_with("a type", &hint))
            }
        }
    }

    fn integer_type(&mut self, signedness: Signedness, digits: &str) -> ParseResult<Type> {
        match digits.parse::<u32>() {
            Ok(width) if (1..=MAX_WIDTH).contains(&width) => {
                self.advance();
                Ok(self.ctx.intern_type(TypeData::Integer { width, signedness }))
            }
            _ => Err(self.error_as(
                &codes::BAD_TYPE,
                self.pos(),
                format!("the width of an integer type is 1 to {MAX_WIDTH} bits"),
            )),
        }
    }

    fn complex_type(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect(Tok::Less)?;
        let at = self.pos();
        let elem = self.ty()?;
        if !matches!(self.ctx.type_data(elem), TypeData::Integer { .. } | TypeData::Float(_)) {
            return Err(self.error_as(
                &codes::BAD_TYPE,
                at,
                "the element type of a complex type is an integer or float type",
            ));
        }
        self.expect(Tok::Greater)?;
        Ok(self.ctx.intern_type(TypeData::Complex(elem)))
    }

    fn tuple_type(&mut self) -> ParseResult<Type> {
        self.advance();
        let mut types = Vec::new();
        self.list(Delimiter::Less, |p| {
            types.push(p.ty()?);
            Ok(())
        })?;
        Ok(self.ctx.intern_type(TypeData::Tuple(types.into())))
    }

    fn tensor_type(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect(Tok::Less)?;
        if self.tok.kind == Tok::Star {
            let elem = self.unranked_element()?;
            self.expect(Tok::Greater)?;
            return Ok(self.ctx.intern_type(TypeData::UnrankedTensor(elem)));
        }
        let dims = self.dims()?;
        let at = self.pos();
        let elem = self.ty()?;
        self.check_element(at, elem, "tensor")?;
        let encoding = match self.accept(Tok::Comma) {
            true => Some(self.attr()?),
            false => None,
        };
        self.expect(Tok::Greater)?;
        Ok(self.ctx.intern_type(TypeData::Tensor { dims: dims.into_boxed_slice(), elem, encoding }))
    }

    /// `*x` and the element type.
    fn unranked_element(&mut self) -> ParseResult<Type> {
        let after = skip_trivia(self.text.as_bytes(), self.tok.end as usize);
        if self.text.as_bytes().get(after) != Some(&b'x') {
            self.advance();
            return Err(self.expected("'x' after '*'"));
        }
        self.reset(after + 1);
        self.ty()
    }

    /// Element types of tensors and memrefs.
    fn check_element(&mut self, at: Pos, elem: Type, what: &str) -> ParseResult {
        let sound = match self.ctx.type_data(elem) {
            TypeData::None | TypeData::Function { .. } | TypeData::Tuple(_) => false,
            TypeData::Tensor { .. } | TypeData::UnrankedTensor(_) => false,
            TypeData::MemRef { .. } | TypeData::UnrankedMemRef(..) => what == "memref",
            _ => true,
        };
        if sound {
            return Ok(());
        }
        Err(self.error_as(&codes::BAD_TYPE, at, format!("invalid element type of a {what}")))
    }

    fn vector_type(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect(Tok::Less)?;
        let (shape, scalable) = self.vector_dims()?;
        let at = self.pos();
        let elem = self.ty()?;
        match self.ctx.type_data(elem) {
            TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Index => {}
            TypeData::Dialect { .. } | TypeData::Opaque { .. } => {}
            _ => {
                return Err(self.error_as(
                    &codes::BAD_TYPE,
                    at,
                    "the element type of a vector is an integer, index or float type",
                ));
            }
        }
        self.expect(Tok::Greater)?;
        let (shape, scalable) = (shape.into_boxed_slice(), scalable.into_boxed_slice());
        Ok(self.ctx.intern_type(TypeData::Vector { shape, scalable, elem }))
    }

    fn memref_type(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect(Tok::Less)?;
        if self.tok.kind == Tok::Star {
            let elem = self.unranked_element()?;
            let space = match self.accept(Tok::Comma) {
                true => Some(self.attr()?),
                false => None,
            };
            self.expect(Tok::Greater)?;
            return Ok(self.ctx.intern_type(TypeData::UnrankedMemRef(elem, space)));
        }
        let dims = self.dims()?;
        let at = self.pos();
        let elem = self.ty()?;
        self.check_element(at, elem, "memref")?;
        let (layout, space) = self.layout_and_space(dims.len())?;
        self.expect(Tok::Greater)?;
        Ok(self.ctx.intern_type(TypeData::MemRef { dims: dims.into_boxed_slice(), elem, layout, space }))
    }

    /// `, layout`, `, space` or both; the identity layout is represented as none.
    fn layout_and_space(&mut self, rank: usize) -> ParseResult<(Option<Attribute>, Option<Attribute>)> {
        let (mut layout, mut space) = (None, None);
        while self.accept(Tok::Comma) {
            let at = self.pos();
            let attr = self.attr()?;
            if !matches!(self.ctx.attr_data(attr), AttrData::AffineMap(_) | AttrData::Strided(..)) {
                match space {
                    None => space = Some(attr),
                    Some(_) => {
                        return Err(self.error_as(
                            &codes::BAD_TYPE,
                            at,
                            "this memref has a memory space already",
                        ));
                    }
                }
                continue;
            }
            if layout.is_some() || space.is_some() {
                return Err(self.error_as(
                    &codes::BAD_TYPE,
                    at,
                    "the layout of a memref comes once, before its memory space",
                ));
            }
            self.check_layout(at, attr, rank)?;
            layout = Some(attr);
        }
        let identity = layout.is_some_and(|l| super::affine::is_identity(self.ctx, l));
        Ok((if identity { None } else { layout }, space))
    }

    fn check_layout(&mut self, at: Pos, layout: Attribute, rank: usize) -> ParseResult {
        let inputs = match self.ctx.attr_data(layout) {
            AttrData::Strided(strides, _) => strides.len(),
            AttrData::AffineMap(map) => map.num_dims() as usize,
            _ => rank,
        };
        if inputs == rank {
            return Ok(());
        }
        Err(self.error_as(
            &codes::BAD_TYPE,
            at,
            format!("this layout takes {inputs} indices, the memref has {rank}"),
        ))
    }

    // ---- dialect types ----

    fn prefixed_type(&mut self) -> ParseResult<Type> {
        let at = self.pos();
        let word = &self.spelling()[1..];
        if let Some(def) = self.ctx.registry().type_def(word) {
            self.advance_past_name();
            let params = def.syntax.parse(self)?;
            let (dialect, name) = word.split_once('.').unwrap_or((word, ""));
            let ty = self.ctx.intern_type(TypeData::Dialect {
                dialect: self.ctx.str(dialect),
                name: self.ctx.str(name),
                params: params.as_slice().into(),
            });
            if let Err(message) = def.syntax.verify(self.ctx, &params) {
                return Err(self.error_as(&codes::BAD_TYPE, at, format!("'!{word}': {message}")));
            }
            return Ok(ty);
        }
        if let Some(ty) = self.type_alias(word) {
            self.use_alias(self.spelling())?;
            self.advance();
            return Ok(ty);
        }
        let names = self.ctx.registry().param_defs().map(|d| d.name);
        let (dialect, text) = self.opaque_symbol(word, "type", &names.collect::<Vec<_>>())?;
        Ok(self.ctx.intern_type(TypeData::Opaque { dialect, text }))
    }

    fn type_alias(&self, word: &str) -> Option<Type> {
        if word.contains('.') { None } else { self.type_aliases.get(word).copied() }
    }

    /// Moves past a prefixed name, to the byte after it: parameters follow without space.
    pub(super) fn advance_past_name(&mut self) {
        self.advance();
    }
}

/// Signedness and digits of `i32`, `si8`, `ui16`.
fn integer_type(word: &str) -> Option<(Signedness, &str)> {
    let (signedness, digits) = match word.as_bytes() {
        [b'i', ..] => (Signedness::Signless, &word[1..]),
        [b's', b'i', ..] => (Signedness::Signed, &word[2..]),
        [b'u', b'i', ..] => (Signedness::Unsigned, &word[2..]),
        _ => return None,
    };
    let sound =
        digits.as_bytes().first().is_some_and(|b| *b != b'0') && digits.bytes().all(|b| b.is_ascii_digit());
    sound.then_some((signedness, digits))
}

/// Length of a text that starts with a bracket, up to the matching one; `->` closes nothing, strings may hold
/// anything.
pub(super) fn balanced_length(bytes: &[u8]) -> Option<usize> {
    let mut closers: Vec<u8> = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            b'<' => closers.push(b'>'),
            b'(' => closers.push(b')'),
            b'[' => closers.push(b']'),
            b'{' => closers.push(b'}'),
            b'-' if bytes.get(i + 1) == Some(&b'>') => i += 1,
            b'"' => i = super::token::scan(bytes, i).end as usize - 1,
            b @ (b'>' | b')' | b']' | b'}') if closers.pop() != Some(b) => return None,
            _ => {}
        }
        i += 1;
        if closers.is_empty() {
            return Some(i);
        }
    }
    None
}
