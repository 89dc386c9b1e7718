//! Differentiation of control flow: loops, conditionals, folds and checkpoints.
//!
//! The backward pass runs code again ([`super::replay`]) and differentiates it from its end. A loop is
//! replayed one iteration at a time ([`iteration`]): loops over segments run backward ([`backward`]), from
//! states that tapes ([`tape`]) store according to a plan ([`plan`]). Conditionals ([`conditional`]) and
//! folds ([`folds`]) become ones that run the code and its backward pass. `tensor.checkpoint`
//! ([`checkpoint`]) marks code whose states are not stored. Small tensors at points are split into
//! their elements ([`elements`]).

mod backward;
pub(super) mod checkpoint;
pub(super) mod conditional;
pub(super) mod elements;
pub(super) mod folds;
mod iteration;
pub(super) mod loops;
mod plan;
mod tape;
