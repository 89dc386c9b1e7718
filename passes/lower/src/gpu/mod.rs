//! Passes for GPUs: from loops to kernels, and from kernels to code for GPUs.
//!
//! They know no compute, and no other room imports them.

pub mod block_products;
pub mod join_kernels;
pub mod join_rows;
pub mod kernel_to_loops;
mod kernels_for_ops;
pub mod lower_stops;
pub mod map_kernels;
pub mod radix_sorts;
mod trap_steps;
pub mod watch_loops;
