//! Device-independent execution: the interface of a device, and host functions that run against it.
//!
//! * [`Runtime`]: memory, copies, kernels and streams of a device; a backend implements it.
//! * [`kernels`]: the kernel properties that a launch needs.
//! * [`host`]: a host function as a list of commands, made once, and run against any [`Runtime`].
//!
//! This package depends on no particular device.

mod checksum;
mod error;
pub mod host;
mod in_place;
pub mod kernels;
mod lent;
mod runtime;
mod store;

pub use checksum::checksum;
pub use error::{DeviceError, Fault, Trap};
pub use lent::Lent;
pub use runtime::{
    Argument, Cache, Code, DeviceInfo, Event, Kernel, Launch, Memory, Module, Oversight, Reading, Recording,
    Runtime, Stream,
};
pub use store::CodeStore;
