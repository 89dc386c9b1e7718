//! tf-frontend: the Rust eDSL, which traces programs into the IR.
//!
//! [`Program::trace`] runs a closure with handles ([`Tensor`]) that record operations; the result is a module
//! of the `tensor` dialect. The guide is the module `guide` of the crate tensorforge (`docs/guides/edsl.md`).

mod compute;
mod control;
mod elementwise;
mod gradient;
mod indexing;
mod kernel;
mod layout;
mod linalg;
pub mod nn;
mod random;
mod reduce;
mod schedule;
mod trace;
mod types;

pub use compute::Ranked;
pub use compute::fold::Ways;
pub use compute::local::Local;
pub use control::breaks::Loop;
pub use elementwise::compare::where_;
pub use indexing::gather::{Indices, Outside};
pub use indexing::scatter::{Target, Update};
pub use indexing::slice::{Part, Parts, range};
pub use kernel::{Factor, Fragment, Kernel, Memory, Written};
pub use layout::Axes;
pub use layout::parts::Pad;
pub use linalg::convolve::{Convolution, Padding};
pub use random::Random;
pub use reduce::Combine;
pub use reduce::scan::Scan;
pub use reduce::statistics::Norm;
pub use schedule::group::Group;
pub use schedule::placed::{At, By, Placed, Space};
pub use schedule::{Among, Loops, Schedule, Tail};
#[doc(hidden)]
pub use tf_frontend_macros::{Args, Results};
pub use tf_frontend_macros::{Inputs, Values, program};
pub use tf_library::linalg::Triangular;
pub use trace::error::{Problem, TraceError};
#[doc(hidden)]
pub use trace::functions::call_function;
pub use trace::program::Program;
pub use trace::tracer::{Numerics, Tracer};
pub use trace::values::{Inputs, Values};
pub use types::dim::{Dim, IntoDim, Shape};
pub use types::elem::{Elem, Element, Number};
#[doc(hidden)]
pub use types::tensor::Arg;
pub use types::tensor::{Operand, Tensor};
