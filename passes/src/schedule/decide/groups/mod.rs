//! Which computes share loops, and how many points an iteration has: groups are formed and priced, no loop is made.

pub(crate) mod beside;
mod chains;
mod choice;
pub(crate) mod choose_joins;
mod closure;
pub(crate) mod form;
mod price;
mod tree;
