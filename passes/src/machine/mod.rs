//! Expansion of what machines have no instruction for, or leave undefined. Nothing here knows computes or
//! memory.

pub mod arith_guard;
pub mod kernel_expand;
pub mod math_expand;
