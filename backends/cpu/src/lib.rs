//! Running compiled code on the CPU.
//!
//! * [`library`]: opens the LLVM library on first use; compiles units, links objects.
//! * [`exec`]: compiled programs, and calls of them with arrays.
//! * [`kernels`]: kernels as code of this processor, and the processor as a device that runs them.
//! * [`objects`]: compiled units in a folder, for later processes.
//! * [`ptx`]: kernels as code of GPUs.
//! * [`sanitizer`]: the runtime of AddressSanitizer in this process.
//! * [`shared`]: code as shared objects, which need no LLVM library to run.
//! * [`routines`]: functions of the library that programs call.
//! * [`runtime`]: the thread pool, scratch memory and traps that generated code uses.

pub mod exec;
pub mod kernels;
pub mod library;
pub mod objects;
pub mod ptx;
pub mod routines;
pub mod runtime;
pub mod sanitizer;
pub mod shared;
pub mod unit;
mod units;
