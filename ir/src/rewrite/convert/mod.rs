//! One-shot dialect conversion: each illegal op is rewritten once, by the first [`Conversion`] that does not refuse,
//! with operands of converted types.
//!
//! A [`Target`] says what is legal, a [`TypeConverter`] what types become, one type or several. Ops that only hand values on
//! (calls, returns, loops, conditionals, selects) take whatever their operands became. Where converted code and code that
//! stays meet, a `builtin.unrealized_conversion_cast` stands; casts that cancel are removed at the end. The conversion
//! ends without illegal ops and without casts of its own, or fails, naming the ops that stayed and why. Nothing is
//! rolled back: after a failure the body is not to be used.

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
