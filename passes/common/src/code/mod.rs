//! Shared code of passes: subscripts, slices, dependences, builders that fold constants. It holds no pass and
//! depends on none.

pub mod added_work;
pub mod call_graph;
pub mod combine;
pub mod conflicts;
pub mod deciding;
pub mod dissolve;
pub mod fold_chain;
pub mod folding_builder;
pub mod folds;
pub mod guard;
pub mod indices;
pub mod linear;
pub mod marks;
mod owners;
pub mod positions;
pub mod ranges;
pub mod slice;
pub mod stated;
pub mod subscript;
pub mod sums;
pub mod symbol_uses;
