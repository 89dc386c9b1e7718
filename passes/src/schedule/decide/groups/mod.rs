//! Which computes share loops, and how many points an iteration has. No loop is made here.
//!
//! [`form`] makes groups: [`closure`] finds computes that may share loops with one, [`chains`] those of
//! stencils, and a [`choice`] is one of several ways to run them. [`choose_joins`] has folds that need each
//! other share a loop. [`price`] is what the loops of a group take, as a [`tree`], and [`beside`] what else a
//! tuner may try.

pub(crate) mod beside;
mod chains;
mod choice;
pub(crate) mod choose_joins;
mod closure;
pub(crate) mod form;
mod price;
mod tree;
