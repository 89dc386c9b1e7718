//! Differentiation of control flow: loops, conditionals, folds and checkpoints.
//!
//! Backwards, code is run again ([`super::replay`]) and swept from its end. Of a loop one trip is ([`trip`]): loops over segments
//! run back to it ([`backward`]), from states that tapes ([`tape`]) keep as a plan says ([`plan`]). Conditionals ([`conditional`])
//! and folds ([`folds`]) become ones that run the code and its backward pass; `tensor.checkpoint` says where states are
//! not kept ([`checkpoint`]). Small tensors at points are carried as their elements ([`elements`]).

mod backward;
pub(super) mod checkpoint;
pub(super) mod conditional;
pub(super) mod elements;
pub(super) mod folds;
pub(super) mod loops;
mod plan;
mod tape;
mod trip;
