//! The scalar semantics of the elementwise ops of the `arith`, `math` and `vector` dialects.
//!
//! Everything here but [`element`] is a pure function on bit patterns, independent of the IR: the
//! interpreter, the constant folder and the dialect definitions derive from the one table in [`table`], and
//! the machine code is emitted from the [`expand`] sources that the functions here evaluate.
//!
//! Results that upstream MLIR leaves undefined are defined here:
//!
//! | case | result |
//! |---|---|
//! | signed `x / 0`, `ceildivsi`, `floordivsi` | −1 |
//! | unsigned `x / 0`, `ceildivui` | all ones |
//! | `x rem 0` | `x` |
//! | `INT_MIN / −1`, and its remainder | `INT_MIN`, 0 |
//! | shift by the width or more | 0; `shrsi`: the sign |
//! | float → integer out of range, NaN | saturates, 0 |
//! | `ipowi` of 0 to a negative power | −1, as `1 / 0` |
//! | `minnumf`, `maxnumf` of zeros of both signs | −0 orders below +0 |
//!
//! A NaN result's sign and payload are unspecified.

pub mod cast;
pub mod cmp;
pub mod dot;
pub mod dtype;
pub mod element;
pub mod expand;
pub mod expanded;
pub mod float;
pub mod format;
pub mod int;
pub mod kernel;
pub mod native;
pub mod rng;
pub mod table;

pub use dtype::{DType, DTypeError, Scalar};
pub use element::{dtype, element_type, type_of};
pub use kernel::{Ctx, Kernel, ScalarFn};
pub use table::{Class, OpSpec, lookup, row};
