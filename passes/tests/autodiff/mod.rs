//! `autodiff` against central differences, and forwards against backwards.

mod audit;
mod branches;
mod cases;
mod checkpoint;
mod counts;
mod elementwise;
mod execute;
mod harness;
mod loops;
mod mapped;
mod memory;
mod points;
mod random;
mod reads;
mod second;
mod slopes;
mod structured;
