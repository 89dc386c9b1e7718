//! tf-frontend: programs written in Rust, traced into the IR.
//!
//! [`Program::trace`] runs a closure with handles ([`Tensor`]) that record what is done with them; the result is
//! a module of the `tensor` dialect. The module `guide` of the crate tensorforge (`docs/edsl.md`) is the guide.

mod bits;
mod born;
mod breaks;
mod broadcast;
mod carried;
mod combine;
mod compare;
mod compute;
mod contract;
mod control;
mod convert;
mod convolve;
mod dim;
mod elem;
mod elementwise;
mod error;
mod fold;
mod foreign;
mod fourier;
mod functions;
mod fusion;
mod gather;
mod gradient;
mod grids;
mod group;
mod held;
mod index;
mod join;
mod kernel;
mod known;
mod layout;
mod linalg;
mod local;
mod math;
pub mod nn;
mod operators;
mod parts;
mod placed;
mod points;
mod products;
mod program;
mod random;
mod reduce;
mod sample;
mod scan;
mod scatter;
mod schedule;
mod scope;
mod shader;
mod slice;
mod sort;
mod special;
mod state;
mod statistics;
mod switch;
mod tensor;
mod tracer;
mod values;
mod watching;

pub use breaks::Loop;
pub use compare::where_;
pub use compute::Ranked;
pub use convolve::{Convolution, Padding};
pub use dim::{Dim, IntoDim, Shape};
pub use elem::{Elem, Element, Number};
pub use error::{Problem, TraceError};
pub use fold::Ways;
#[doc(hidden)]
pub use functions::call_function;
pub use gather::{Indices, Outside};
pub use group::Group;
pub use kernel::{Factor, Fragment, Kernel, Memory, Written};
pub use layout::Axes;
pub use local::Local;
pub use parts::Pad;
pub use placed::{At, By, Placed, Space};
pub use program::Program;
pub use random::Random;
pub use reduce::Combine;
pub use scan::Scan;
pub use scatter::{Target, Update};
pub use schedule::{Among, Loops, Schedule, Tail};
pub use slice::{Part, Parts, range};
pub use statistics::Norm;
#[doc(hidden)]
pub use tensor::Arg;
pub use tensor::{Operand, Tensor};
#[doc(hidden)]
pub use tf_frontend_macros::{Args, Results};
pub use tf_frontend_macros::{Inputs, Values, program};
pub use tf_library::linalg::Triangular;
pub use tracer::{Numerics, Tracer};
pub use values::{Inputs, Values};
