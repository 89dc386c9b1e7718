//! Running compiled code on the CPU.
//!
//! * [`library`]: opens the LLVM library on first use; compiles units, links objects.
//! * [`runtime`]: the thread pool, scratch memory and traps that generated code uses.

pub mod library;
pub mod runtime;
