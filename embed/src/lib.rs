//! Tensorforge: a compiler for tensor programs, as a library.
//!
//! Trace programs from Rust ([`Program::trace`]) or read them as text; a [`Session`] compiles them for a
//! [`Device`]; call an [`Executable`] with arrays. One executable serves every value of a program's named
//! extents.
//!
//! ```
//! use tensorforge::{Array, Device, Program, Session};
//!
//! let add = Program::trace("add", |p| {
//!     let n = p.dim("n");
//!     p.input::<f32>("a", [n]) + p.input::<f32>("b", [n])
//! })?;
//! let session = Session::new()?;
//! let add = session.compile(&add, &Device::interp())?;
//! let (a, b) = (Array::from_slice(&[2], &[1.0f32, 2.0])?, Array::from_slice(&[2], &[3.0f32, 4.0])?);
//! let sum: Array = add.call((&a, &b))?;
//! assert_eq!(sum.as_slice::<f32>()?, [4.0, 6.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to read on
//! - [`guide`]: programs in Rust; [`Tensor`] and [`Tracer`] have the operations, by topic.
//! - [`Session`] and its [builder](SessionBuilder): compiling, limits, caches, printed output. [`Device`]:
//!   the targets.
//! - [`Executable`] and [`Entry`]: calls; [`Args`] and [`Results`]: their arguments and results. [`Array`]:
//!   host arrays.
//! - [`Error`]: failures, with [findings](Error::findings) that have codes and locations.
//! - [`Ahead`]: objects for C and C++; [`Packing`]: files that run without LLVM.
//!
//! # Features
//! | feature | default | contents |
//! |---|---|---|
//! | `files` | yes | arrays in files of NumPy and safetensors, the module `files` |
//! | `ndarray` | yes | arrays of the crate ndarray as arguments and results |
//! | `nalgebra` | no | matrices and vectors of the crate nalgebra as arguments and results |
//! | `image` | no | images of the crate image as arguments and results |

/// The guide to programs in Rust, from handles and shapes to loops, derivatives and limits.
// Only in builds of the documentation, so that programs do not recompile when the text changes.
#[cfg(doc)]
#[doc = include_str!("../guide/edsl.md")]
pub mod guide {}

mod ahead;
mod call;
mod compile;
mod error;
#[cfg(feature = "files")]
pub mod files;
mod interop;
mod memory;
mod offload;
mod packed;
pub mod pipelines;
mod report;
mod session;
mod tuning;

pub use ahead::{Ahead, AheadUnit, Form};
pub use call::args::{Args, Arguments, IntoArgument, Passed};
pub use call::device_array::{DeviceArray, Lender};
pub use call::executable::{Entry, Executable};
pub use call::in_place::{Destination, Overwritable};
pub use call::named::Named;
pub use call::prepared::{Filling, PreparedCall};
pub use call::results::{DeviceResults, Outputs, Results, ResultsInto};
pub use compile::OnDevice;
pub use error::Error;
#[cfg(feature = "image")]
pub use interop::images::{from_image, to_image};
#[cfg(feature = "nalgebra")]
pub use interop::matrices::{from_nalgebra, to_dmatrix, to_dvector};
#[cfg(feature = "ndarray")]
pub use interop::nd::{from_ndarray, to_ndarray};
pub use memory::trim_memory;
pub use packed::{Link, PackedError, Packing};
pub use report::{Finding, Place, Report};
pub use session::device::Device;
pub use session::session_builder::SessionBuilder;
pub use session::{CacheUse, Session};
pub use tf_cpu::objects::user_folder as user_cache_dir;
pub use tuning::calibration::Calibration;
pub use tuning::explain::{Buffer, Copied, Explained, Explanation, Nest};
pub use tuning::profile::{NestProfile, Profile, Roofline};
pub use tuning::schedules::Schedules;
pub use tuning::tune::{Trial, Tuned, TunedCompute};

/// The crate of the types `f16` and `bf16`.
pub use half;
pub use tf_abi::library::FailureKind;
pub use tf_cpu::exec::{Argument, RunError};
pub use tf_cpu::library::{CompileError, LibraryError};
pub use tf_cpu::library::{Diagnostic, Phases, Severity};
pub use tf_cpu::unit::Emit;
pub use tf_device::{DeviceError, Fault};
/// A Rust type for the elements of arrays; [`Element`] is for those of programs, which include bools.
pub use tf_dialects::array::Element as ArrayElement;
pub use tf_dialects::array::{Array, ArrayError, ArrayView, ArrayViewMut, Dims, Layout, Strides};
pub use tf_dialects::limits::{Cancel, Interrupt, Limit, Limits, StopWord};
pub use tf_dialects::prints::{Printed, Printer};
pub use tf_dialects::rates::Rates;
pub use tf_dialects::scalar::{DType, DTypeError, Scalar};
pub use tf_dialects::signature::{
    CallError, Given, Param, ParamType, ResultParam, Signature, SignatureError, SymbolValues, TensorType,
};
/// The machine that code is compiled for; the name [`Target`] already means the target of scatters.
pub use tf_dialects::target::Target as Machine;
pub use tf_dialects::target::{Family, Level};
pub use tf_frontend::*;
/// The core (modules, contexts, passes), for programs that inspect compiled code.
pub use tf_ir as ir;

/// The code in README.md, compiled; tests/readme.rs runs it.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// The code of the tutorial on kernels, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/tutorials/kernels.md")]
struct Kernels;

/// The code of the guide to schedules, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/reference/schedule.md")]
struct ScheduleGuide;
