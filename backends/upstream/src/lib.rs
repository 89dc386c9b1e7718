//! tf-upstream: the memory stage as upstream MLIR.
//!
//! [`emit`] turns a module of func, loop, mem, vector, arith and math ops into upstream's func, scf, llvm, vector,
//! arith and math dialects, those that are not ours as unregistered ops in our own IR, and printed in generic form: the text is what
//! the LLVM library compiles. Entries get the C signature of `tf_abi::call`; every `index` becomes `i64`.

pub mod ahead;
mod arith;
mod build;
mod dot;
mod emitter;
mod entry;
mod estimate;
mod extent;
mod global;
mod hints;
mod joined;
mod kernel;
mod local;
mod loops;
mod masked;
mod memory;
mod module;
mod names;
mod normal;
mod numbering;
mod parallel;
mod poll;
mod printing;
mod records;
mod rows;
mod scattered;
mod scratch;
mod state;
mod types;
mod units;
mod vector;

pub use kernel::emit_kernels;
pub use module::{Unit, emit};
pub use state::Print;
pub use units::{Units, emit_units};
