//! Passes over loops and memory: vectorization, prefetching, unrolling, access analysis. They know no compute
//! and choose no schedule.

pub mod donate_arguments;
pub mod loop_prefetch;
pub mod loop_unroll;
pub mod loop_vectorize;
pub mod mark_likely;
pub mod mark_nests;
pub mod split_loops;
pub mod trap_nans;
