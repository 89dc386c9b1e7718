//! One-shot dialect conversion: each illegal op is rewritten once, by the first [`Conversion`] that does not
//! refuse, with operands of converted types.
//!
//! A [`Target`] defines which ops are legal, a [`TypeConverter`] maps types to one type or several. Ops that
//! only forward values (calls, returns, loops, conditionals, selects) take the replacements of their
//! operands. A `builtin.unrealized_conversion_cast` connects converted code with code that stays; casts that
//! cancel are removed at the end. The conversion ends without illegal ops and without its casts, or fails,
//! naming the ops that stayed and why. Nothing is rolled back: after a failure the body must not be used.

mod casts;
mod driver;
mod mapping;
mod pattern;
mod target;
mod tree;
mod types;

pub use casts::reconcile_casts;
pub use driver::{ConversionConfig, Converted, convert_body};
pub use pattern::{Conversion, ConversionRewriter, ConversionSet, Conversions, Operands};
pub use target::{Legality, Target};
pub use tree::convert_tree;
pub use types::{TypeConverter, Types};
