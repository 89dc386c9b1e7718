//! The parser of dense constants and arrays: nested lists, splats, hexadecimal strings, resources.

use super::parser::{AsmParser, ParseResult, Pos};
use super::token::{Tok, scan};
use crate::attr::{AttrData, Attribute};
use crate::codes;
use crate::float;
use crate::types::{FloatKind, Type, TypeData};

/// How the elements of a dense constant are stored.
#[derive(Clone, Copy)]
pub(super) enum Element {
    /// `i1`: one byte, 0 or 1; packed eight to a byte in hexadecimal strings.
    Bit,
    /// An integer or index type, with its size in bytes.
    Int(Type, usize),
    /// A float format, with its size in bytes.
    Float(FloatKind, usize),
}

impl Element {
    /// The storage of an element type; complex and dialect types have none.
    pub(super) fn of(ctx: &crate::context::Context, ty: Type) -> Option<Element> {
        match ctx.type_data(ty) {
            TypeData::Integer { width: 1, .. } => Some(Element::Bit),
            TypeData::Integer { width, .. } => Some(Element::Int(ty, width.div_ceil(8) as usize)),
            TypeData::Index => Some(Element::Int(ty, 8)),
            TypeData::Float(kind) => Some(Element::Float(*kind, kind.width().div_ceil(8) as usize)),
            _ => None,
        }
    }

    pub(super) fn bytes(self) -> usize {
        match self {
            Element::Bit => 1,
            Element::Int(_, bytes) | Element::Float(_, bytes) => bytes,
        }
    }
}

/// The parsed elements of a dense literal.
struct Elements {
    element: Element,
    ty: Type,
    bytes: Vec<u8>,
}

impl<'s> AsmParser<'s> {
    /// `dense<elements> : type`. The type comes last but determines how to read the elements, so it is read
    /// first.
    pub(super) fn dense(&mut self, known: Option<Type>) -> ParseResult<Attribute> {
        let at = self.pos();
        self.advance();
        if self.tok.kind != Tok::Less {
            return Err(self.expected("'<'"));
        }
        let open = self.tok.end as usize;
        let close = self.end_of_literal(open)?;
        let (ty, after) = match known {
            Some(ty) => (ty, close + 1),
            None => {
                self.reset(close + 1);
                let ty = self.colon_ty()?;
                (ty, self.tok.start as usize)
            }
        };
        let (elem, shape) = self.static_shape(at, ty)?;
        let Some(element) = Element::of(self.ctx, elem) else {
            return Err(self.error_as(
                &codes::LITERAL,
                at,
                "dense constants have integer, index or float elements",
            ));
        };
        self.reset(open);
        let attr = self.elements(at, ty, elem, element, &shape)?;
        if self.tok.kind != Tok::Greater {
            return Err(self.expected("'>' at the end of the constant"));
        }
        self.reset(after);
        Ok(attr)
    }

    /// Position of the `>` that ends the literal after `open`.
    fn end_of_literal(&mut self, open: usize) -> ParseResult<usize> {
        let bytes = self.text.as_bytes();
        let mut i = open;
        while let Some(n) = memchr::memchr3(b'>', b'"', b'/', &bytes[i..]) {
            i += n;
            match bytes[i] {
                b'>' => return Ok(i),
                b'"' => i = scan(bytes, i).end as usize,
                _ if bytes.get(i + 1) == Some(&b'/') => {
                    i = memchr::memchr(b'\n', &bytes[i..]).map_or(bytes.len(), |n| i + n);
                }
                _ => i += 1,
            }
        }
        Err(self.error_as(&codes::LITERAL, self.pos(), "this '<' is never closed"))
    }

    /// Element type and extents of a tensor or vector of known extents.
    fn static_shape(&mut self, at: Pos, ty: Type) -> ParseResult<(Type, Vec<i64>)> {
        let shape = match self.ctx.type_data(ty) {
            // A scalable vector can only be a splat; the verifiers of ops that hold one check that.
            TypeData::Vector { shape, elem, .. } => Some((*elem, shape.to_vec())),
            TypeData::Tensor { dims, elem, .. } => {
                let shape: Option<Vec<i64>> = dims.iter().map(|d| d.as_static()).collect();
                shape.map(|s| (*elem, s))
            }
            _ => None,
        };
        if let Some(found) = shape {
            return Ok(found);
        }
        let found = super::type_to_string(self.ctx, ty);
        Err(self.error_as(
            &codes::LITERAL,
            at,
            format!("a dense constant is a tensor or vector of known extents, not {found}"),
        ))
    }

    fn elements(
        &mut self,
        at: Pos,
        ty: Type,
        elem: Type,
        element: Element,
        shape: &[i64],
    ) -> ParseResult<Attribute> {
        let count = shape.iter().try_fold(1u64, |n, extent| n.checked_mul(*extent as u64));
        match self.tok.kind {
            Tok::Str => self.hex_elements(at, ty, element, count),
            Tok::LSquare => {
                let total = count.and_then(|n| n.checked_mul(element.bytes() as u64));
                let total = self.check_constant_bytes(at, total)?;
                // A short text cannot fill a large constant: limit the allocation by its length.
                let room = total.min(self.text.len().saturating_mul(element.bytes()));
                let mut out = Elements { element, ty: elem, bytes: Vec::with_capacity(room) };
                self.nested_list(&mut out, shape)?;
                Ok(self.ctx.dense_attr(ty, out.bytes))
            }
            Tok::Greater if count == Some(0) => Ok(self.ctx.dense_attr(ty, Vec::new())),
            _ => {
                let mut out = Elements { element, ty: elem, bytes: Vec::new() };
                self.element(&mut out)?;
                Ok(self.ctx.splat_attr(ty, out.bytes))
            }
        }
    }

    fn nested_list(&mut self, out: &mut Elements, shape: &[i64]) -> ParseResult {
        let at = self.pos();
        let Some((extent, inner)) = shape.split_first() else { return self.element(out) };
        self.expect(Tok::LSquare)?;
        let mut count: i64 = 0;
        while count < *extent && (count > 0 || self.tok.kind != Tok::RSquare) {
            if inner.is_empty() {
                self.element(out)?
            } else {
                self.nested_list(out, inner)?
            }
            count += 1;
            if self.tok.kind != Tok::Comma {
                break;
            }
            if count < *extent {
                self.advance();
            }
        }
        if count != *extent || self.tok.kind != Tok::RSquare {
            let more = if self.tok.kind == Tok::RSquare { "" } else { "more than " };
            return Err(self.error_as(
                &codes::LITERAL,
                at,
                format!("this list has {more}{count} elements, the type needs {extent}"),
            ));
        }
        self.advance();
        Ok(())
    }

    fn element(&mut self, out: &mut Elements) -> ParseResult {
        let at = self.pos();
        match out.element {
            Element::Bit => {
                let value = self.bit(at, out.ty)?;
                out.bytes.push(u8::from(value));
            }
            Element::Int(ty, bytes) => {
                let literal = self.literal()?;
                let value = self.integer_value(at, literal, ty)?;
                push_le(&mut out.bytes, value, bytes);
            }
            Element::Float(kind, bytes) => {
                let literal = self.literal()?;
                let value = self.float_value(at, literal, kind)?;
                let bits = float::to_bits(kind, value).unwrap_or(0);
                push_le(&mut out.bytes, bits as i128, bytes);
            }
        }
        Ok(())
    }

    fn bit(&mut self, at: Pos, ty: Type) -> ParseResult<bool> {
        if self.tok.kind == Tok::BareId {
            return Ok(self.keyword_of("true or false", &["false", "true"])? == 1);
        }
        let literal = self.literal()?;
        Ok(self.integer_value(at, literal, ty)? != 0)
    }

    /// `"0x…"`: the bytes of one element (a splat) or of all.
    fn hex_elements(
        &mut self,
        at: Pos,
        ty: Type,
        element: Element,
        count: Option<u64>,
    ) -> ParseResult<Attribute> {
        let data = self.hex_string()?;
        self.check_constant_bytes(at, Some(data.len() as u64))?;
        let total = match element {
            Element::Bit => count.map(|n| n.div_ceil(8)),
            _ => count.and_then(|n| n.checked_mul(element.bytes() as u64)),
        };
        let one = matches!(element, Element::Bit) && matches!(data.as_slice(), [0 | 0xFF])
            || !matches!(element, Element::Bit) && data.len() == element.bytes();
        if one && (count != Some(1) || matches!(element, Element::Bit)) {
            let data = if matches!(element, Element::Bit) { vec![data[0] & 1] } else { data };
            return Ok(self.ctx.splat_attr(ty, data));
        }
        // Upstream now writes booleans as one byte each; earlier versions packed them.
        let bytes = data.len() as u64;
        if matches!(element, Element::Bit) && count == Some(bytes) && data.iter().all(|b| *b <= 1) {
            return Ok(self.ctx.dense_attr(ty, data));
        }
        if total != Some(bytes) {
            let message = format!("this constant has {} bytes, which does not match its type", data.len());
            return Err(self.error_as(&codes::LITERAL, at, message));
        }
        let data = match element {
            Element::Bit => {
                let count = count.unwrap_or(0) as usize;
                (0..count).map(|i| (data[i / 8] >> (i % 8)) & 1).collect()
            }
            _ => data,
        };
        Ok(self.ctx.dense_attr(ty, data))
    }

    /// Takes `"0x…"`: an even number of hexadecimal digits.
    pub(super) fn hex_string(&mut self) -> ParseResult<Vec<u8>> {
        let at = self.pos();
        if self.tok.kind != Tok::Str {
            return Err(self.expected("a string \"0x…\""));
        }
        let spelling = self.spelling();
        let Some(bytes) = decode_hex(&spelling[1..spelling.len() - 1]) else {
            return Err(self.error_as(
                &codes::LITERAL,
                at,
                "expected \"0x\" and an even number of hexadecimal digits",
            ));
        };
        self.advance();
        Ok(bytes)
    }

    /// `dense_resource<key> : type`
    pub(super) fn dense_resource(&mut self, known: Option<Type>) -> ParseResult<Attribute> {
        let at = self.pos();
        self.advance();
        self.expect(Tok::Less)?;
        let key = self.keyword_or_string("the key of a resource")?;
        let key = self.ctx.str(&key);
        self.expect(Tok::Greater)?;
        let ty = match known {
            Some(ty) => ty,
            None => self.colon_ty()?,
        };
        self.static_shape(at, ty)?;
        Ok(self.ctx.intern_attr(AttrData::Resource(ty, key)))
    }

    /// `array<i64: 1, 2>`
    pub(super) fn dense_array(&mut self) -> ParseResult<Attribute> {
        self.advance();
        self.expect(Tok::Less)?;
        let at = self.pos();
        let ty = self.ty()?;
        let element = match Element::of(self.ctx, ty) {
            Some(element @ (Element::Bit | Element::Float(..))) => element,
            Some(element @ Element::Int(..)) if self.ctx.scalar_width(ty).is_some_and(|w| w % 8 == 0) => {
                element
            }
            _ => {
                return Err(self.error_as(
                    &codes::LITERAL,
                    at,
                    "the elements of an array are i1, whole-byte integers or floats",
                ));
            }
        };
        let mut out = Elements { element, ty, bytes: Vec::new() };
        if self.accept(Tok::Colon) {
            self.element(&mut out)?;
            while self.accept(Tok::Comma) {
                self.element(&mut out)?;
            }
        }
        self.expect(Tok::Greater)?;
        Ok(self.ctx.intern_attr(AttrData::DenseArray(ty, out.bytes.into())))
    }
}

fn push_le(out: &mut Vec<u8>, value: i128, bytes: usize) {
    let all = value.to_le_bytes();
    let known = bytes.min(all.len());
    out.extend_from_slice(&all[..known]);
    // Integers wider than 128 bits: sign-extend.
    out.resize(out.len() + bytes - known, if value < 0 { 0xFF } else { 0 });
}

fn decode_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("0x")?.as_bytes();
    let (pairs, []) = digits.as_chunks::<2>() else { return None };
    let digit = |b: u8| (b as char).to_digit(16).map(|d| d as u8);
    pairs.iter().map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}
