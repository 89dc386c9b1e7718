//! NVIDIA GPUs as devices: kernels as PTX, through the CUDA driver, which is opened when it is first needed.
//!
//! * [`Driver`]: the few driver calls in use, as a trait, so that everything above it is tested without a
//!   GPU.
//! * [`cuda`]: these calls through `libcuda`.
//! * [`Gpu`]: implements [`tf_device::Runtime`].

mod code;
pub mod cuda;
mod driver;
mod error;
mod gpu;
mod guard;
mod launch;
mod memory;
mod relief;
mod runtime;
mod split;
mod staging;
mod transfer;
mod waiting;
mod words;

pub use driver::{Attributes, BoxMap, Boxed, Call, Config, Context, Driver, Failure, Staging, Usage};
pub use error::{fault, missing};
pub use gpu::{Gpu, Options};
