//! Text: parsing and printing of modules.

mod errors;
mod forms;
mod support;
