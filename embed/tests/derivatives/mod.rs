//! The derivatives that `passes/tests/autodiff` checks with the interpreter, compiled: against central
//! differences, and forwards against backwards.

#[path = "../../../passes/tests/autodiff/elementwise.rs"]
mod elementwise;
mod execute;
#[path = "../../../passes/tests/autodiff/harness.rs"]
mod harness;
#[path = "../../../passes/tests/autodiff/loops.rs"]
mod loops;
#[path = "../../../passes/tests/autodiff/points.rs"]
mod points;
#[path = "../../../passes/tests/autodiff/random.rs"]
mod random;
#[path = "../../../passes/tests/autodiff/reads.rs"]
mod reads;
#[path = "../../../passes/tests/autodiff/second.rs"]
mod second;
mod special;
#[path = "../../../passes/tests/autodiff/structured.rs"]
mod structured;
