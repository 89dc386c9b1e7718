//! The processor as a device: kernels lowered to functions ([`build`]), and a runtime that launches them
//! ([`Processor`]).
//!
//! A kernel's function takes the arguments of the kernel, then the sizes of the launch, as in the output of
//! the pass `kernel-to-loops`. Work runs synchronously when it is put into a stream, so streams of this
//! device never wait.

mod memory;
mod processor;

pub use processor::Processor;

use crate::exec::Executable;
use crate::library::Library;
use crate::objects::Objects;
use crate::runtime::Runtime as Pool;
use crate::unit::{self, BuildError, Code};
use std::sync::Arc;
use tf_dialects::func::Func;
use tf_dialects::func::local::Local;
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;

/// The count of arguments of a kernel's function after those of the kernel: the grid and the block along x, y
/// and z, and the bytes of dynamic shared memory.
pub const SIZES: usize = 7;

/// LLVM's optimization level for kernels on a processor. They run there for inspection, and compilation takes
/// most of their time.
const KERNEL_EFFORT: u8 = 1;

/// Compiles the functions of the kernels with these names; leaves out the host functions of the module.
///
/// # Errors
/// As [`unit::build`].
pub fn build(
    library: &Arc<Library>,
    pool: Arc<Pool>,
    module: &Body,
    names: &[String],
    (level, kept): (Level, Option<&Objects>),
) -> Result<Executable, BuildError> {
    let code = Code { effort: KERNEL_EFFORT, ..Code::from(level) };
    unit::build(library, pool, &only(module, names), (code, kept))
}

/// The functions of these names, and the program's local functions that they may call.
fn only(module: &Body, names: &[String]) -> Body {
    let mut kept = module.duplicate();
    for op in kept.child_ops() {
        let Some(function) = kept.child(op) else { continue };
        let name = symbol_name(function, function.root());
        let is_kernel = name.is_some_and(|name| names.iter().any(|known| known == name));
        let stays = function.is(function.root(), Func) && (is_kernel || Local::of(function).is_some());
        if !stays {
            kept.erase(op);
        }
    }
    kept
}
