//! The tests of the eDSL, by topic. One binary: each costs a link of all that is below it.

#[macro_use]
mod common;

mod arithmetic;
mod control;
mod errors;
mod forms;
mod gradients;
mod groups;
mod kernel_products;
mod kernels;
mod scatter;
mod shapes;
mod states;
mod text;
