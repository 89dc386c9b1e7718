//! The canonical form of `arith`, as tables of short rules.
//!
//! Constants stand on the right; `x - C` is `x + (-C)`; constants of nested ops come together; negations, `not`s and
//! conversions in a row cancel. Every rule holds bit for bit (NaN payloads aside), or asks for the fast-math flags
//! that it needs. New ops carry no overflow flags: the old promises were about other intermediate values.

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
