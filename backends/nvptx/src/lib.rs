//! NVIDIA's GPUs as devices: kernels as PTX, through the CUDA driver, which is looked for when it is first needed.
//!
//! * [`Driver`]: the few calls of the driver that are used, as a trait, so that all that is built on them is tested without a GPU.
//! * [`cuda`]: these calls through `libcuda`.
//! * [`Gpu`]: a device in the sense of [`tf_device::Runtime`].

pub mod cuda;
mod driver;
mod error;
mod gpu;
mod launch;
mod memory;
mod staging;
mod waiting;
mod words;

pub use driver::{Attributes, BoxMap, Boxed, Call, Config, Context, Driver, Failure, Staging};
pub use error::{fault, missing};
pub use gpu::{Gpu, Options};
