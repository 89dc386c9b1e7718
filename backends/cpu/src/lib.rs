//! Running compiled code on the CPU.
//!
//! * [`library`]: opens the LLVM library on first use; compiles units, links objects.
//! * [`exec`]: compiled programs, and calls of them with arrays.
//! * [`objects`]: compiled units in a folder, for later processes.
//! * [`ptx`]: kernels as code of GPUs.
//! * [`runtime`]: the thread pool, scratch memory and traps that generated code uses.

pub mod exec;
pub mod library;
pub mod objects;
pub mod ptx;
pub mod runtime;
pub mod unit;
