//! The contract of a binary boundary, and code that both of its sides need: no dependencies.
//!
//! * [`library`]: the table of functions that the LLVM library (`libtensorforge_llvm.so`) exports. The
//!   library and the process that opens it are built separately;
//!   `docs/explanation/adr/0001-llvm-library-abi.md` explains why text crosses the boundary.
//! * [`options`]: the options of one compilation, and their text form.
//! * [`call`]: the calling convention of compiled entries, and the symbols that generated code may call.
//! * [`source_id`]: how build scripts compute the ids that both sides compare.
//! * [`stack`]: threads with large stacks, which both sides need.

pub mod call;
pub mod library;
pub mod options;
pub mod source_id;
pub mod stack;

/// Identifies the sources that both sides of the LLVM library share (the IR, its text, the dialects, this
/// crate), as 16 hexadecimal digits. Two sides with different ids are incompatible.
pub const INTERFACE_ID: &str = env!("TF_INTERFACE_ID");
