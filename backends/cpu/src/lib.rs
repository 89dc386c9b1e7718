//! Running compiled code on the CPU.
//!
//! * [`library`]: opens the LLVM library on first use; compiles units, links objects.
pub mod library;
