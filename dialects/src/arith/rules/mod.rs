//! Canonicalization of `arith`, as tables of short rules.
//!
//! Constants move to the right; `x - C` becomes `x + (-C)`; constants of nested ops are combined; pairs of
//! negations, `not`s and conversions cancel. Every rule holds bit for bit (NaN payloads aside), or requires
//! its fast-math flags. New ops have no overflow flags: the old flags were about other intermediate values.

mod casts;
mod compares;
pub(crate) mod conditions;
mod extended;
mod floats;
mod integers;
mod selects;

use tf_ir::rewrite::PatternSet;

/// All patterns of the dialect.
pub(super) fn patterns(set: &mut PatternSet) {
    integers::patterns(set);
    floats::patterns(set);
    compares::patterns(set);
    selects::patterns(set);
    casts::patterns(set);
    extended::patterns(set);
}
