//! tensorforge-capi: the embedding library for C and C++; `include/tensorforge.h` is generated from this
//! crate.
//!
//! Nothing unwinds into C: a panic becomes a failure. Every function checks its arguments: pointers for null,
//! texts for UTF-8, handles of IR objects for validity, and arrays for all properties that can be checked.

mod arrays;
mod executable;
mod failure;
mod held;
mod ir;
mod limits;
mod owned;
mod passes;
mod session;
mod text;

pub use arrays::Array;
pub use executable::*;
pub use failure::*;
pub use held::*;
pub use ir::*;
pub use limits::*;
pub use owned::*;
pub use passes::*;
pub use session::*;
pub use text::tf_string_free;
