//! Expansion of what machines have no instruction for, or leave undefined. It changes no loop and no memory.

pub mod arith_guard;
pub mod kernel_expand;
pub mod math_expand;
