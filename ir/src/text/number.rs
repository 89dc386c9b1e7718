//! Numeric literals: integers of any radix and width, floats in decimal and as bits.

use super::parser::{AsmParser, ParseResult, Pos};
use super::token::Tok;
use crate::attr::Attribute;
use crate::codes;
use crate::float;
use crate::types::{FloatKind, Signedness, Type, TypeData};

/// A literal as parsed: sign, and magnitude or value.
#[derive(Clone, Copy)]
pub(super) enum Literal {
    /// `-12`, `0x1F`
    Int { negative: bool, magnitude: u128, hex: bool },
    /// `1.5e3`
    Float(f64),
}

impl<'s> AsmParser<'s> {
    /// True if the next token starts a numeric literal, with or without a minus sign.
    pub fn at_number(&self) -> bool {
        match self.tok.kind {
            Tok::Int | Tok::Float => true,
            Tok::Minus => matches!(self.lookahead().kind, Tok::Int | Tok::Float),
            _ => false,
        }
    }

    pub(super) fn literal(&mut self) -> ParseResult<Literal> {
        let negative = self.accept(Tok::Minus);
        let (at, spelling) = (self.pos(), self.spelling());
        let literal = match self.tok.kind {
            Tok::Int if spelling.len() <= 18 && !spelling.starts_with("0x") => {
                let magnitude = spelling.bytes().fold(0u64, |n, b| n * 10 + (b - b'0') as u64);
                Literal::Int { negative, magnitude: magnitude as u128, hex: false }
            }
            Tok::Int => {
                let (digits, radix) = match spelling.strip_prefix("0x") {
                    Some(digits) => (digits, 16),
                    None => (spelling, 10),
                };
                let Ok(magnitude) = u128::from_str_radix(digits, radix) else {
                    return Err(self.error_as(&codes::LITERAL, at, "this integer does not fit in 128 bits"));
                };
                Literal::Int { negative, magnitude, hex: radix == 16 }
            }
            Tok::Float => {
                let value: f64 = spelling.parse().unwrap_or(f64::INFINITY);
                if value.is_infinite() {
                    return Err(self.error_as(&codes::LITERAL, at, "this float is too large for 64 bits"));
                }
                Literal::Float(if negative { -value } else { value })
            }
            _ => return Err(self.expected("a number")),
        };
        self.advance();
        Ok(literal)
    }

    /// Takes an integer literal that fits `T`.
    pub fn integer<T: TryFrom<i128>>(&mut self) -> ParseResult<T> {
        let at = self.pos();
        let Literal::Int { negative, magnitude, .. } = self.literal()? else {
            return Err(self.error_as(&codes::LITERAL, at, "expected an integer but found a float"));
        };
        let value = i128::try_from(magnitude).ok().map(|m| if negative { -m } else { m });
        match value.and_then(|v| T::try_from(v).ok()) {
            Some(value) => Ok(value),
            None => Err(self.error_as(&codes::LITERAL, at, "this integer is out of range here")),
        }
    }

    /// Takes a float or integer literal as an f64.
    pub fn float(&mut self) -> ParseResult<f64> {
        Ok(match self.literal()? {
            Literal::Float(value) => value,
            Literal::Int { negative: true, magnitude, .. } => -(magnitude as f64),
            Literal::Int { magnitude, .. } => magnitude as f64,
        })
    }

    /// The attribute of a literal of a given type.
    pub(super) fn number_attr(&mut self, at: Pos, literal: Literal, ty: Type) -> ParseResult<Attribute> {
        match self.ctx.type_data(ty) {
            TypeData::Float(kind) => {
                let value = self.float_value(at, literal, *kind)?;
                Ok(self.ctx.float_attr(ty, value))
            }
            TypeData::Integer { .. } | TypeData::Index => {
                let value = self.integer_value(at, literal, ty)?;
                Ok(self.ctx.int_attr(ty, value))
            }
            _ => Err(self.error_as(
                &codes::LITERAL,
                at,
                "the type of a number literal must be an integer, index or float type",
            )),
        }
    }

    /// The value of a literal in a float format: decimals are rounded, hexadecimal integers are bit patterns.
    pub(super) fn float_value(&mut self, at: Pos, literal: Literal, kind: FloatKind) -> ParseResult<f64> {
        let value = match literal {
            Literal::Float(value) => float::round(kind, value),
            Literal::Int { negative: false, magnitude, hex: true } => {
                if kind.width() < 128 && magnitude >> kind.width() != 0 {
                    let message = format!(
                        "this bit pattern has more than the {} bits of {}",
                        kind.width(),
                        kind.name()
                    );
                    return Err(self.error_as(&codes::LITERAL, at, message));
                }
                float::from_bits(kind, magnitude)
            }
            Literal::Int { hex: true, .. } => {
                return Err(self.error_as(
                    &codes::LITERAL,
                    at,
                    "a hexadecimal float is a bit pattern and takes no minus sign",
                ));
            }
            Literal::Int { .. } => {
                let message =
                    "expected a float here: write a decimal point, as in 1.0, or the bits in hexadecimal";
                return Err(self.error_as(&codes::LITERAL, at, message));
            }
        };
        value.ok_or_else(|| {
            self.error_as(&codes::LITERAL, at, format!("this value is not supported in {}", kind.name()))
        })
    }

    /// The value of a literal in an integer type, in range for it.
    pub(super) fn integer_value(&mut self, at: Pos, literal: Literal, ty: Type) -> ParseResult<i128> {
        let Literal::Int { negative, magnitude, .. } = literal else {
            return Err(self.error_as(
                &codes::LITERAL,
                at,
                "expected an integer, as the type is no float type",
            ));
        };
        let (width, signedness) = match self.ctx.type_data(ty) {
            TypeData::Integer { width, signedness } => (*width, *signedness),
            _ => (64, Signedness::Signless),
        };
        if in_range(negative, magnitude, width, signedness) {
            let value = magnitude as i128;
            return Ok(if negative { value.wrapping_neg() } else { value });
        }
        let found = super::type_to_string(self.ctx, ty);
        Err(self.error_as(&codes::LITERAL, at, format!("this integer is out of range for {found}")))
    }
}

/// Signless types take any value that fits them as signed or as unsigned, as upstream.
fn in_range(negative: bool, magnitude: u128, width: u32, signedness: Signedness) -> bool {
    let width = width.min(128);
    let fits = |bits: u32| bits >= 128 || magnitude >> bits == 0;
    let lowest = negative && magnitude == 1u128 << (width - 1);
    match signedness {
        Signedness::Unsigned => fits(width) && (!negative || magnitude == 0),
        Signedness::Signed => fits(width - 1) || lowest,
        Signedness::Signless if negative => fits(width - 1) || lowest,
        Signedness::Signless => fits(width),
    }
}
