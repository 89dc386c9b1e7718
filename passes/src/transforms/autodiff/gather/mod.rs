//! The transpose of an affine read as a gather.
//!
//! Where a program reads `x[A·y + c]` for all integer `y` in a polyhedron, the derivative by `x[β]` is the sum over all
//! `y` with `A·y + c = β`. This module finds them: by the Smith normal form of `A` the solutions are a point plus
//! integer combinations of a few basis vectors; by elimination each combination's factor has a range. So a gradient is
//! computed element by element of `x`, without atomics, and is a comprehension like the one it came from.
//!
//! The method is that of "Automatic Differentiation for Tensor Algebras" (Urban and van der Smagt, 2017), with the
//! guards that its integer solutions need. All arithmetic here is exact and checked; what does not fit is
//! [`Unsolved`], and the caller scatters.

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

/// Why there is no gather form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// A coefficient grew beyond what is exact here.
    TooLarge,
    /// The conditions became too many.
    TooMany,
    /// An index without bounds.
    Unbounded,
}
