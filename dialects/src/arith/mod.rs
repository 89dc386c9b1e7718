//! The `arith` dialect: upstream's integer and float arithmetic on scalars, vectors and tensors.

mod constant;
mod docs;
pub mod flags;
mod ops;
pub mod predicate;
mod register;
pub(crate) mod rules;
mod scaling;
pub(crate) mod syntax;

pub use constant::{ArithConstants, Constant, ConstantOp, const_float, const_index, const_int, constant};
pub use flags::{FastMath, FlagSet, Flagged, Overflow};
pub use ops::*;
pub use predicate::{CmpF, CmpI};
pub use register::register;
pub use scaling::{ScalingExtF, ScalingTruncF};
