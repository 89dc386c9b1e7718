//! Expansion of ops that machines do not have, or leave undefined. Nothing here depends on computes or
//! memory.

pub mod arith_guard;
pub mod kernel_expand;
pub mod math_expand;
