//! The `mem` dialect: memory as row-major memrefs whose extents are terms.

pub mod hints;
pub mod mark;
pub mod ops;
pub mod print;

pub use hints::{BeforeLine, Drain, Prefetch};
pub use mark::{Mark, MarkOp};
pub use ops::*;
pub use print::{Print, PrintOp};

use tf_ir::registry::Registry;

/// The dialect's namespace.
pub const DIALECT: &str = "mem";

/// The attribute of an op that copies an array in each iteration of a loop of the program: the array's type
/// and the reason. Only explanations read it.
pub const COPIED: &str = "tf.copied";

/// Adds the dialect to a registry.
pub fn register(registry: &mut Registry) {
    if !registry.dialect(DIALECT, "Memory: allocation, loads, stores, copies") {
        return;
    }
    let ops = [
        ops::Alloc::info(),
        ops::Constant::info(),
        ops::Load::info(),
        ops::Store::info(),
        ops::Copy::info(),
        ops::ExtentOf::info(),
        ops::Trap::info(),
        Print::info(),
        Mark::info(),
        Prefetch::info(),
        BeforeLine::info(),
        Drain::info(),
    ];
    ops.into_iter().for_each(|op| registry.op(op));
}
