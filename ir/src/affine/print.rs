//! The printer of affine expressions, maps and sets, in upstream MLIR's syntax.

use super::{AffineExpr, AffineExprKind, AffineMap, AffineOp, IntegerSet};
use std::fmt::{self, Write};

/// A dimension or symbol, for callers that print other names for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AffineVar {
    /// A dimension by index.
    Dim(u32),
    /// A symbol by index.
    Symbol(u32),
}

impl fmt::Display for AffineVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AffineVar::Dim(d) => write!(f, "d{d}"),
            AffineVar::Symbol(s) => write!(f, "s{s}"),
        }
    }
}

type NameFn<'n> = dyn FnMut(&mut dyn Write, AffineVar) -> fmt::Result + 'n;

impl AffineExpr {
    /// Writes the expression with the names `name` writes for dimensions and symbols: `%i * 2 + %k - 1`.
    ///
    /// # Errors
    /// Those of `out` and `name`.
    pub fn write_with(&self, out: &mut dyn Write, name: &mut NameFn<'_>) -> fmt::Result {
        self.write(out, name, false)
    }

    /// Writes the expression; in parentheses if it is a binary one and `tight`.
    fn write(&self, out: &mut dyn Write, name: &mut NameFn<'_>, tight: bool) -> fmt::Result {
        let (op, lhs, rhs) = match self.kind() {
            AffineExprKind::Dim(d) => return name(out, AffineVar::Dim(*d)),
            AffineExprKind::Symbol(s) => return name(out, AffineVar::Symbol(*s)),
            AffineExprKind::Constant(value) => return write!(out, "{value}"),
            AffineExprKind::Binary(op, lhs, rhs) => (*op, lhs, rhs),
        };
        if tight {
            out.write_char('(')?;
        }
        if op == AffineOp::Add {
            lhs.write(out, name, false)?;
            rhs.write_summand(out, name)?;
        } else if op == AffineOp::Mul && rhs.as_const() == Some(-1) {
            out.write_char('-')?;
            lhs.write(out, name, true)?;
        } else {
            lhs.write(out, name, true)?;
            write!(out, " {} ", op.spelling())?;
            rhs.write(out, name, true)?;
        }
        if tight { out.write_char(')') } else { Ok(()) }
    }

    /// Writes `+` or `-` and the right operand of a sum.
    fn write_summand(&self, out: &mut dyn Write, name: &mut NameFn<'_>) -> fmt::Result {
        // The magnitude of the least integer is not an integer, so that one keeps its sign.
        let negated = |value: i64| value.checked_neg().filter(|v| *v > 0);
        if let Some(value) = self.as_const().and_then(negated) {
            return write!(out, " - {value}");
        }
        if let Some((x, factor)) = self.as_binary(AffineOp::Mul)
            && let Some(value) = factor.as_const().and_then(negated)
        {
            out.write_str(" - ")?;
            if value == 1 {
                return x.write(out, name, x.as_binary(AffineOp::Add).is_some());
            }
            x.write(out, name, true)?;
            return write!(out, " * {value}");
        }
        out.write_str(" + ")?;
        self.write(out, name, false)
    }
}

impl fmt::Display for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_with(f, &mut |out, var| write!(out, "{var}"))
    }
}

impl fmt::Debug for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AffineExpr({self})")
    }
}

/// Writes `(d0, d1)[s0]`.
fn write_space(f: &mut fmt::Formatter<'_>, dims: u32, symbols: u32) -> fmt::Result {
    f.write_char('(')?;
    for d in 0..dims {
        write!(f, "{}d{d}", if d == 0 { "" } else { ", " })?;
    }
    f.write_char(')')?;
    if symbols == 0 {
        return Ok(());
    }
    f.write_char('[')?;
    for s in 0..symbols {
        write!(f, "{}s{s}", if s == 0 { "" } else { ", " })?;
    }
    f.write_char(']')
}

impl fmt::Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("affine_map<")?;
        write_space(f, self.num_dims(), self.num_symbols())?;
        f.write_str(" -> (")?;
        for (at, result) in self.results().iter().enumerate() {
            write!(f, "{}{result}", if at == 0 { "" } else { ", " })?;
        }
        f.write_str(")>")
    }
}

impl fmt::Display for IntegerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("affine_set<")?;
        write_space(f, self.num_dims(), self.num_symbols())?;
        f.write_str(" : (")?;
        for (at, constraint) in self.constraints().iter().enumerate() {
            let relation = if constraint.is_equality { "==" } else { ">=" };
            write!(f, "{}{} {relation} 0", if at == 0 { "" } else { ", " }, constraint.expr)?;
        }
        f.write_str(")>")
    }
}

impl fmt::Debug for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for IntegerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
