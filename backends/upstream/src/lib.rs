//! tf-upstream: the memory stage as upstream MLIR.
//!
//! [`emit`] turns a module of func, loop, mem, vector, arith and math ops into upstream's func, scf, llvm, vector,
//! arith and math dialects, those that are not ours as unregistered ops in our own IR, and printed in generic form: the text is what
//! the LLVM library compiles. Entries get the C signature of `tf_abi::call`; every `index` becomes `i64`.

pub mod ahead;
mod emitter;
mod kernel;
mod lower;
mod module;
mod names;
mod units;
mod vectors;

pub use emitter::state::Print;
pub use kernel::emit_kernels;
pub use module::{Unit, emit};
pub use units::{Units, emit_units};
