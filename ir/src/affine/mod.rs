//! Affine expressions, maps and integer sets, as in upstream MLIR.
//!
//! [`AffineExpr`]s are trees over dimensions, symbols and constants that fold while they are built, by
//! upstream's rules; an [`AffineMap`] is a tuple of them, an [`IntegerSet`] a conjunction of constraints.
//! Their text is upstream's: `affine_map<(d0, d1)[s0] -> (d0 * 2 + s0, d1 floordiv 4)>`,
//! `affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 == 0)>`. One expression parser serves that syntax and any other
//! with expressions over names, as in `tensor.at %a[%i * 2 + %k - 1]`: [`AffineExpr::parse_prefix`] gets the
//! meanings of names from its caller, as does [`AffineExpr::write_with`] the names to print.
//!
//! [`AffineExpr::simplify`] goes further than folding and uses [`Ranges`] of dimensions and symbols; analyses
//! use [`AffineExpr::linear_form`], [`AffineExpr::interval`] and [`AffineExpr::stride`].
//!
//! Arithmetic is checked, size and depth are limited, nothing here panics on any input. Division is meant for
//! positive divisors, as upstream; division by 0 and remainders by negative divisors have no value.

mod error;
mod expr;
mod fold;
mod linear;
mod map;
mod parse;
mod print;
mod set;
mod simplify;
mod sum;
pub(crate) mod syntax;

#[cfg(test)]
mod tests;

pub use error::AffineError;
pub use expr::{AffineExpr, AffineExprKind, AffineOp};
pub use linear::LinearForm;
pub use map::AffineMap;
pub use parse::Resolve;
pub use print::AffineVar;
pub use set::{Constraint, IntegerSet};
pub use simplify::Ranges;
pub use syntax::{Name, ParseError};

/// The largest number of nodes in an affine expression.
pub const MAX_SIZE: u32 = 4096;
/// The largest depth of an affine expression.
pub const MAX_DEPTH: u32 = 256;
