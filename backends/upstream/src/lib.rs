//! tf-upstream: the memory stage as upstream MLIR.
//!
//! [`emit`] turns a module of func, loop, mem, vector, arith and math ops into upstream's func, scf, llvm,
//! vector, arith and math dialects. Ops that our dialects lack are unregistered ops in our IR. The output is
//! printed in generic form, as the LLVM library reads it. Entries get the C signature of `tf_abi::call`;
//! every `index` becomes `i64`.

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
