//! Running compiled code on the CPU.
//!
//! * [`library`]: opens the LLVM library on first use; compiles units, links objects.
//! * [`exec`]: compiled programs, and calls of them with arrays.
//! * [`ptx`]: kernels as code of GPUs.
//! * [`runtime`]: the thread pool, scratch memory and traps that generated code uses.

pub mod exec;
pub mod library;
pub mod ptx;
pub mod runtime;
pub mod unit;
