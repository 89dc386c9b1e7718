//! tensorforge-capi: the embedding library for C and C++, as `include/tensorforge.h` describes it.
//!
//! Nothing unwinds into C: a panic becomes an error text. Pointers are checked for null, texts for UTF-8, arrays for
//! everything that can be checked before they are believed.

mod arrays;
mod guard;
mod limits;
mod session;

pub use arrays::Array;
pub use guard::tf_string_free;
pub use limits::*;
pub use session::*;
