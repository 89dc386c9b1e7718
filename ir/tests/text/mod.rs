//! Text: parsing and printing of modules.

mod aliases;
mod elements;
mod errors;
mod forms;
mod grammar;
mod robust;
mod support;
mod upstream;
