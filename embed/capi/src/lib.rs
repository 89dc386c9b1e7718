//! tensorforge-capi: the embedding library for C and C++, as `include/tensorforge.h` describes it, which is made of this crate.
//!
//! Nothing unwinds into C: a panic becomes a failure. Pointers are checked for null, texts for UTF-8, arrays for
//! everything that can be checked before they are believed, handles of what is in a module for being valid.

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
