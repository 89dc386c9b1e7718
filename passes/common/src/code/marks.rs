//! Attributes that the parts of `tensor-to-loops` leave for each other and for later passes.

use crate::code::folding_builder::FoldingBuilder;
use tf_dialects::arith::{self, CmpI};
use tf_ir::body::Value;

/// The pass that the rules of all parts belong to.
pub const RULES: &str = "tensor-to-loops";
/// The attribute of a lowered function that holds its tensor signature, a function type.
pub const SIGNATURE: &str = "tf.signature";
/// The vector width of a loop: its iterations become this many lanes.
pub const VECTOR_WIDTH: &str = "vector_width";
/// The vectorized axis of a parallel loop with [`VECTOR_WIDTH`].
pub const VECTOR_AXIS: &str = "vector_axis";
/// The epilogue of a loop with [`VECTOR_WIDTH`], as the word of a step; without it, lanes past the end are
/// masked.
pub const VECTOR_TAIL: &str = "vector_tail";
/// The combining kinds of the carried values of a loop with [`VECTOR_WIDTH`].
pub const REDUCTION: &str = "reduction";
pub use tf_dialects::loops::UNROLL;
/// Non-temporal stores in a loop with [`VECTOR_WIDTH`].
pub use tf_dialects::vector::STREAM;
/// The prefetch distance of a loop, in iterations.
pub const PREFETCH: &str = "prefetch";
/// The axis of a parallel loop with [`PREFETCH`].
pub const PREFETCH_AXIS: &str = "prefetch_axis";
/// The grain of a parallel loop: the least iterations of a task.
pub const GRAIN: &str = "grain";
/// Distribution of a loop over threads of a GPU (`grid`, `block`, `warp`).
pub const MAP: &str = "map";
/// The threads of a block, or those that share the iterations, of a loop with [`MAP`].
pub const THREADS: &str = "threads";
/// Atomic updates: the points of a loop with [`MAP`] put into the same elements, in any order.
pub const ATOMIC: &str = "atomic";
/// A comparison that is nearly always true.
pub const LIKELY: &str = "likely";
/// The status of a call that fails a requirement: `tf_abi::call::Trap::Require`.
pub const REQUIRE: i64 = 2;

/// A comparison that is nearly always true: vector code is versioned on it, with one test per vector.
pub fn likely(code: &mut FoldingBuilder<'_>, predicate: CmpI, a: Value, b: Value) -> Value {
    let ctx = code.ctx();
    let attrs = [("predicate", ctx.i64_attr(predicate as i64)), (LIKELY, ctx.unit_attr())];
    code.arith_with(arith::Cmpi, &[a, b], &attrs)
}
