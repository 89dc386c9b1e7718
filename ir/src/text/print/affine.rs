//! The printer of affine expressions over values and extents.

use super::Printer;
use crate::affine::{AffineExpr, AffineVar};
use crate::body::Value;
use crate::extent::{Atom, Extent};

impl Printer<'_> {
    /// Writes an affine expression whose dimensions are values and whose symbols are extent terms.
    pub fn affine_expr(&mut self, expr: &AffineExpr, values: &[Value], extents: &[Extent]) {
        let names = &self.names;
        let written = expr.write_with(&mut self.out, &mut |out, var| match var {
            AffineVar::Dim(d) => match values.get(d as usize) {
                Some(value) => {
                    let mut name = String::new();
                    names.write(&mut name, *value);
                    out.write_str(&name)
                }
                None => write!(out, "{var}"),
            },
            AffineVar::Symbol(s) => match extents.get(s as usize) {
                Some(extent) if is_one_name(extent) => write!(out, "{extent}"),
                Some(extent) => write!(out, "({extent})"),
                None => write!(out, "{var}"),
            },
        });
        debug_assert!(written.is_ok(), "writing to a string does not fail");
    }
}

/// True for a symbol, a minimum or a maximum: text that needs no parentheses in any expression.
fn is_one_name(extent: &Extent) -> bool {
    matches!(extent.as_atom(), Some(Atom::Symbol(_) | Atom::Min(_) | Atom::Max(_)))
}
