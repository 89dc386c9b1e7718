//! The LLVM library: the only package that calls MLIR and LLVM.
//!
//! As a dynamic library (`libtensorforge_llvm.so`) it exports a single C function that returns the table
//! [`tf_abi::library::Api`]. A unit comes in as text with options ([`tf_abi::options::Options`]), runs
//! through upstream passes to the LLVM dialect, is checked against the operations that the target can select,
//! translated, optimised and emitted ([`compile`]); an object is linked into the process by [`jit`].
//!
//! Measured on one core of an AVX-512 machine: opening the library 4 ms, the first small kernel 10 ms, the
//! next 6 ms. Reasons: only the dialects, passes and targets in use are registered (so the linker drops the
//! rest, 70 MB remain of 173), nothing is loaded before a unit needs it, and each thread keeps its context
//! and target machines.

pub mod check;
pub mod codegen;
pub mod compile;
pub mod context;
pub mod diagnostics;
pub mod failure;
mod fatal;
mod ffi;
mod half;
pub mod jit;
#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
mod older;
mod process_options;
mod sanitize;
pub mod symbols;
pub mod target;

pub use ffi::{build_id, tensorforge_llvm_api};
