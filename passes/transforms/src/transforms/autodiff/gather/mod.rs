//! The transpose of an affine read as a gather.
//!
//! If a program reads `x[A·y + c]` for all integer `y` in a polyhedron, the derivative with respect to `x[β]`
//! is the sum over all `y` with `A·y + c = β`. This module finds them. By the Smith normal form of `A`, the
//! solutions are a point plus integer combinations of a few basis vectors. Elimination gives each coefficient
//! of the combination a range. So a gradient is computed element by element of `x`, without atomics, and is a
//! comprehension like its source.
//!
//! The method is that of "Automatic Differentiation for Tensor Algebras" (Urban and van der Smagt, 2017),
//! with the guards that its integer solutions need. All arithmetic here is exact and checked. If a value does
//! not fit, the result is [`Unsolved`], and the caller scatters.

mod echelon;
mod invert;
mod linear;
mod matrix;
mod prune;
mod smith;
#[cfg(test)]
mod tests;

pub use invert::{Inverse, Quotient, invert};
pub use linear::{Form, Range, System};
pub use prune::is_impossible;

/// The reason for the lack of a gather form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// A coefficient exceeds the range of exact arithmetic.
    TooLarge,
    /// There are too many conditions.
    TooMany,
    /// An index without bounds.
    Unbounded,
}
