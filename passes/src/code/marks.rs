//! Attributes by which the rooms of `tensor-to-loops` talk to each other and to later passes.

use crate::code::folding_builder::FoldingBuilder;
use tf_dialects::arith::{self, CmpI};
use tf_ir::body::Value;

/// The pass whose rules those of its parts are.
pub const RULES: &str = "tensor-to-loops";
/// The attribute of a lowered function that holds its tensor signature, a function type.
pub const SIGNATURE: &str = "tf.signature";
/// The attribute of a loop whose iterations become this many lanes.
pub const VECTOR_WIDTH: &str = "vector_width";
/// Of a parallel loop with [`VECTOR_WIDTH`]: which axis.
pub const VECTOR_AXIS: &str = "vector_axis";
/// Of a loop with [`VECTOR_WIDTH`]: how its ragged end is written, as the word of a step; lanes behind the end are off without it.
pub const VECTOR_TAIL: &str = "vector_tail";
/// Of a loop with [`VECTOR_WIDTH`] and carried values: the combining kinds it folds them with.
pub const REDUCTION: &str = "reduction";
pub use tf_dialects::loops::UNROLL;
/// The attribute of a loop with [`VECTOR_WIDTH`] whose stores go past the caches.
pub use tf_dialects::vector::STREAM;
/// The attribute of a loop: how many iterations ahead what it reads is asked for.
pub const PREFETCH: &str = "prefetch";
/// Of a parallel loop with [`PREFETCH`]: along which axis.
pub const PREFETCH_AXIS: &str = "prefetch_axis";
/// The attribute of a parallel loop: iterations worth handing to a thread.
pub const GRAIN: &str = "grain";
/// The attribute of a loop whose iterations threads of a GPU share: among whom (`grid`, `block`, `warp`).
pub const MAP: &str = "map";
/// Of a loop with [`MAP`]: how many threads a block has, or share its iterations.
pub const THREADS: &str = "threads";
/// Of a loop with [`MAP`]: its points put into the same elements, in any order.
pub const ATOMIC: &str = "atomic";
/// The attribute of a comparison that is nearly always true.
pub const LIKELY: &str = "likely";
/// The status of a call in which a requirement does not hold: `tf_abi::call::Trap::Require`.
pub const REQUIRE: i64 = 2;

/// A comparison that is true nearly always: vector code assumes it and checks once per vector.
pub fn likely(code: &mut FoldingBuilder<'_>, predicate: CmpI, a: Value, b: Value) -> Value {
    let ctx = code.ctx();
    let attrs = [("predicate", ctx.i64_attr(predicate as i64)), (LIKELY, ctx.unit_attr())];
    code.arith_with(arith::Cmpi, &[a, b], &attrs)
}
