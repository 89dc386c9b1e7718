//! The tests of the dialects, by what they are about. One binary: each costs a link of all that is below it.

mod canonical_form;
mod control;
mod conversion;
mod exchange;
mod folding;
mod hostile_text;
mod math;
mod registration;
mod tensor_build;
