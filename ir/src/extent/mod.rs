//! Extents as terms: symbolic sizes of tensors in a normal form.
//!
//! A dynamic extent is an integer expression over the named extents of its function, as in
//! `tensor<?{2*n + 1}x3xf32>`. [`Extent`] keeps it as a polynomial with integer coefficients over [`Atom`]s:
//! symbols, quotients by positive constants, minima and maxima. Every constructor normalises, so that extents
//! of different origin compare equal most of the time; if the normal forms differ, [`Extent::prove_eq`] and
//! its siblings decide with [`Facts`] about the symbols. Symbols are ≥ 0 always.
//!
//! Normalization: like terms collect; `x mod c` is `x - c*(x floordiv c)` (and is printed as `mod`);
//! `x ceildiv c` is `(x + c - 1) floordiv c`; multiples of the divisor leave a quotient, as do common
//! factors; quotients of quotients merge; a part too small to matter vanishes, so that
//! `(16*i + j) floordiv 16` is `i` for 0 ≤ j < 16; minima and maxima flatten, lose operands that another one
//! dominates, and factor out common terms and factors.
//!
//! All arithmetic is checked; expressions are limited in size and depth. Nothing here panics on any input.

mod arith;
mod bounds;
mod choose;
mod divide;
mod error;
mod facts;
pub(crate) mod interval;
mod node;
mod prove;
mod rebuild;
mod solve;
mod symbol;
mod text;
mod units;

#[cfg(test)]
pub(crate) mod random;
#[cfg(test)]
mod tests;

pub use error::ExtentError;
pub use facts::{Facts, SymbolFacts};
pub use interval::Interval;
pub use node::{Atom, Extent, Term};
pub use prove::Verdict;
pub use solve::{BindError, Binding, BindingPlan};
pub use symbol::Symbol;
pub use text::ExtentParseError;

/// The largest number of parts (terms, factors, operands) in an extent.
pub const MAX_SIZE: u32 = 1024;
/// The largest depth of divisions, minima and maxima in an extent.
pub const MAX_DEPTH: u32 = 32;
/// The largest number of operands of a minimum or maximum.
pub const MAX_OPERANDS: usize = 32;
