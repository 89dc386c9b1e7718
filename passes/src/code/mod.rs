//! Shared code of passes: subscripts, slices, dependences, builders that fold constants. It holds no pass and
//! depends on none.

pub(crate) mod added_work;
pub mod call_graph;
pub(crate) mod combine;
pub(crate) mod conflicts;
pub(crate) mod deciding;
pub(crate) mod dissolve;
pub(crate) mod fold_chain;
pub mod folding_builder;
pub(crate) mod folds;
pub(crate) mod guard;
pub(crate) mod indices;
pub(crate) mod linear;
pub(crate) mod marks;
mod owners;
pub(crate) mod positions;
pub(crate) mod ranges;
pub(crate) mod slice;
pub(crate) mod stated;
pub mod subscript;
pub(crate) mod sums;
pub mod symbol_uses;
