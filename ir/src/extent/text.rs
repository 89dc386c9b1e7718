//! The text of extents: `2*n + 1`, `n floordiv 4 + max(m, 3)`.
//!
//! ```text
//! extent  ::= product (("+" | "-") product)*
//! product ::= power (("*" | "floordiv" | "ceildiv" | "mod") power)*
//! power   ::= operand ("^" integer)?
//! operand ::= integer | symbol | "-" power | "(" extent ")" | ("min" | "max") "(" extent ("," extent)* ")"
//!           | ("floordiv" | "ceildiv" | "mod") "(" extent "," extent ")"
//! ```
//! The right operand of `floordiv`, `ceildiv` and `mod` must evaluate to a positive constant. JAX writes
//! their function forms and powers.

use super::units::{self, Unit};
use super::{Atom, Extent, ExtentError};
use crate::affine::syntax::{BinaryOp, Cursor, ExprBuilder, Name, ParseError, parse_expr};
use std::fmt;
use std::str::FromStr;

/// A parse error of an extent: its message, and the byte offset.
pub type ExtentParseError = ParseError;

struct Builder;

impl ExprBuilder for Builder {
    type Expr = Extent;

    fn integer(&mut self, value: i64) -> Result<Extent, String> {
        Ok(Extent::constant(value))
    }

    fn name(&mut self, name: Name<'_>, _offset: usize) -> Result<Extent, String> {
        match name {
            Name::Bare(name) => Extent::symbol(name).map_err(|e| e.to_string()),
            Name::Value(name) | Name::SymbolValue(name) => {
                Err(format!("'{name}' is a value; an extent may use only symbols"))
            }
            Name::Term(term) => term.parse().map_err(|e: ParseError| e.message),
        }
    }

    fn is_function(&self, name: &str) -> bool {
        matches!(name, "min" | "max" | "floordiv" | "ceildiv" | "mod")
    }

    fn call(&mut self, function: &str, operands: Vec<Extent>) -> Result<Extent, String> {
        let divide = |op| match &operands[..] {
            [lhs, rhs] => Builder.binary(op, lhs.clone(), rhs.clone()),
            _ => Err(format!("'{function}' takes 2 operands, not {}", operands.len())),
        };
        match function {
            "min" => Extent::min_of(&operands).map_err(|e| e.to_string()),
            "max" => Extent::max_of(&operands).map_err(|e| e.to_string()),
            "floordiv" => divide(BinaryOp::FloorDiv),
            "ceildiv" => divide(BinaryOp::CeilDiv),
            _ => divide(BinaryOp::Mod),
        }
    }

    fn has_powers(&self) -> bool {
        true
    }

    fn negate(&mut self, operand: Extent) -> Result<Extent, String> {
        operand.neg().map_err(|e| e.to_string())
    }

    fn binary(&mut self, op: BinaryOp, lhs: Extent, rhs: Extent) -> Result<Extent, String> {
        let divisor = || rhs.as_const().ok_or_else(|| ExtentError::DivisorNotConstant(rhs.to_string()));
        let result = match op {
            BinaryOp::Add => lhs.add(&rhs),
            BinaryOp::Sub => lhs.sub(&rhs),
            BinaryOp::Mul => lhs.mul(&rhs),
            BinaryOp::FloorDiv => divisor().and_then(|c| lhs.floordiv(c)),
            BinaryOp::CeilDiv => divisor().and_then(|c| lhs.ceildiv(c)),
            BinaryOp::Mod => divisor().and_then(|c| lhs.modulo(c)),
        };
        result.map_err(|e| e.to_string())
    }
}

impl Extent {
    /// Parses the extent `text` starts with; also gives its length in bytes.
    ///
    /// # Errors
    /// Text that does not start with an extent, or one beyond the limits; the offset is in bytes of `text`.
    pub fn parse_prefix(text: &str) -> Result<(Extent, usize), ExtentParseError> {
        let mut cursor = Cursor::new(text);
        let extent = parse_expr(&mut cursor, &mut Builder)?;
        Ok((extent, cursor.offset()))
    }
}

impl FromStr for Extent {
    type Err = ExtentParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut cursor = Cursor::new(text);
        let extent = parse_expr(&mut cursor, &mut Builder)?;
        cursor.expect_end()?;
        Ok(extent)
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(value) = self.as_const() {
            return write!(f, "{value}");
        }
        let mut units = units::split(self);
        units.sort_by_key(|unit| (rank(unit), unit.modulo.is_none() && unit.factors.0.len() < 2));
        if units.iter().all(|u| rank(u) > 0) && units.last().is_some_and(|u| u.coefficient > 0) {
            // `3 - n` is easier to read than `-n + 3`.
            units.rotate_right(1);
        }
        for (at, unit) in units.iter().enumerate() {
            write_unit(f, unit, at == 0)?;
        }
        Ok(())
    }
}

/// Positive parts come first, then negative ones, then the constant.
fn rank(unit: &Unit) -> u8 {
    if unit.is_constant() { 2 } else { u8::from(unit.coefficient < 0) }
}

fn write_unit(f: &mut fmt::Formatter<'_>, unit: &Unit, first: bool) -> fmt::Result {
    // The magnitude of the least integer is not an integer, so that one keeps its sign.
    let negative = unit.coefficient < 0 && unit.coefficient != i64::MIN;
    f.write_str(match (first, negative) {
        (true, true) => "-",
        (true, false) => "",
        (false, true) => " - ",
        (false, false) => " + ",
    })?;
    let magnitude = if negative { -unit.coefficient } else { unit.coefficient };
    let mut separator = "";
    let factors = unit.factors.0.len() + usize::from(unit.modulo.is_some());
    if magnitude != 1 || factors == 0 {
        write!(f, "{magnitude}")?;
        separator = "*";
    }
    let alone = factors == 1 && magnitude == 1 && !(first && negative);
    for atom in &unit.factors.0 {
        f.write_str(separator)?;
        write_atom(f, atom, alone)?;
        separator = "*";
    }
    if let Some((x, c)) = &unit.modulo {
        f.write_str(separator)?;
        write_division(f, x, "mod", *c, alone)?;
    }
    Ok(())
}

fn write_atom(f: &mut fmt::Formatter<'_>, atom: &Atom, alone: bool) -> fmt::Result {
    match atom {
        Atom::Symbol(symbol) => write!(f, "{symbol}"),
        Atom::FloorDiv(x, c) => write_division(f, x, "floordiv", *c, alone),
        Atom::Min(args) => write_call(f, "min", args),
        Atom::Max(args) => write_call(f, "max", args),
    }
}

fn write_division(f: &mut fmt::Formatter<'_>, x: &Extent, op: &str, c: i64, alone: bool) -> fmt::Result {
    let simple = matches!(x.as_atom(), Some(Atom::Symbol(_) | Atom::Min(_) | Atom::Max(_)));
    match (alone, simple) {
        (true, true) => write!(f, "{x} {op} {c}"),
        (true, false) => write!(f, "({x}) {op} {c}"),
        (false, true) => write!(f, "({x} {op} {c})"),
        (false, false) => write!(f, "(({x}) {op} {c})"),
    }
}

fn write_call(f: &mut fmt::Formatter<'_>, function: &str, args: &[Extent]) -> fmt::Result {
    write!(f, "{function}(")?;
    for (at, arg) in args.iter().enumerate() {
        write!(f, "{}{arg}", if at == 0 { "" } else { ", " })?;
    }
    f.write_str(")")
}

impl fmt::Debug for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Extent({self})")
    }
}
