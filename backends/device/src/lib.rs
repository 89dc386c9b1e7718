//! Devices that run kernels, whichever they are: what a program asks of one, and the host function that asks.
//!
//! * [`Runtime`]: memory, copies, kernels and streams of a device; a backend implements it.
//! * [`kernels`]: what a launch has to know of a kernel.
//! * [`host`]: a host function as a list of commands, made once, and run against any [`Runtime`].
//!
//! Nothing here knows a particular device.

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
    Argument, Code, DeviceInfo, Event, Kernel, Launch, Memory, Module, Oversight, Recording, Runtime, Stream,
};
pub use store::CodeStore;
