//! What the two sides of a binary boundary agree on, and what both need: no dependency, no code that runs in between.
//!
//! * [`library`]: the table of functions that the LLVM library (`libtensorforge_llvm.so`) exports. The side that
//!   opens it and the side that is it are built separately; `docs/adr/0001-llvm-library-abi.md` says why text crosses.
//! * [`options`]: the options of one compilation, and their text form.
//! * [`call`]: how a compiled entry is called, and which symbols generated code may call.
//! * [`source_id`]: how build scripts compute the ids that both sides compare.
//! * [`stack`]: threads with large stacks, which both sides need.

pub mod call;
pub mod library;
pub mod options;
pub mod source_id;
pub mod stack;

/// Identifies the sources that both sides of the LLVM library share (the IR, its text, the dialects, this crate), as 16
/// hexadecimal digits. Two sides with different ids do not speak the same language.
pub const INTERFACE_ID: &str = env!("TF_INTERFACE_ID");
