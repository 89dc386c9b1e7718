//! Extents as terms: symbolic sizes of tensors in a normal form.
//!
//! A dynamic extent is an integer expression over the named extents of its function, as in
//! `tensor<?{2*n + 1}x3xf32>`. [`Extent`] keeps it as a polynomial with integer coefficients over [`Atom`]s:
//! symbols, quotients by positive constants, minima and maxima. Every constructor normalises, so that extents which
//! arise in different ways compare equal most of the time; where the normal forms differ, [`Extent::prove_eq`] and
//! its siblings decide with [`Facts`] about the symbols. Symbols are ≥ 0 always.
//!
//! What the normal form knows: like terms collect; `x mod c` is `x - c*(x floordiv c)` (and is printed as `mod`
//! again); `x ceildiv c` is `(x + c - 1) floordiv c`; multiples of the divisor leave a quotient, as do common factors;
//! quotients of quotients merge; a part too small to matter vanishes, so that `(16*i + j) floordiv 16` is `i` for
//! 0 ≤ j < 16; minima and maxima flatten, lose operands that another one dominates, and give up common terms and
//! factors.
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

/// The most parts (terms, factors, operands) an extent may have.
pub const MAX_SIZE: u32 = 1024;
/// The most levels of division, minimum and maximum an extent may have.
pub const MAX_DEPTH: u32 = 32;
/// The most operands a minimum or maximum may have.
pub const MAX_OPERANDS: usize = 32;
