//! Joins: fuses reductions over one index into a single pass, though some depend on the results of others.
//!
//! `m = fold max x` and `l = fold add exp(x - m)` are two passes over `x`, because each term of `l` needs the
//! final `m`. A *law* gives the correction of a partial result of the second fold as the first one grows: a
//! partial sum made with the running maximum `m` is multiplied by `exp(m - m')` once the maximum is `m'`. So
//! both folds advance together, chunk by chunk (Milakov and Gimelshein, "Online normalizer calculation for
//! softmax", 2018; Rabe and Staats, "Self-attention does not need O(n²) memory", 2021). The laws are a table
//! of rules on scalar code:
//!
//! | law | terms | correction of a partial result as the first fold grows |
//! |---|---|---|
//! | [`exponential`] | `exp(x - m)`, with the maximum `m` of all `x` | multiply by `exp(m - m')` |
//! | [`deviations`] | `(x - a) (y - b)` | add the product of the distances of the means (Chan et al., 1979) |
//! | [`factor`] | multiples of the first fold's result | none: the factor moves out of the sum |
//! | [`selected`] | such terms under a condition, else 0 | the correction of the terms |
//! | [`linear`] | sums, multiples and conversions of such terms | the correction of the terms |
//!
//! To avoid NaN in fully masked rows, programs replace an infinite maximum by a constant: [`guard`]
//! recognizes this. [`reader`] applies the laws to the code of a term, [`correct`] emits the corrections.
//! [`chunked`] joins folds of a compute into one fold over chunks, whose combiner merges two partial results.
//! `groups` joins members of a group, whose shared loop carries the partial results.

mod apply;
mod chunked;
mod correct;
mod deviations;
mod exponential;
mod factor;
mod guard;
mod linear;
mod reader;
mod refusal;
mod selected;

pub use apply::INFO;
pub(crate) use chunked::{Joined, Substitute, as_float, const_bool, substitutes};
pub(crate) use correct::{Corrector, Growth, converted, mean, reference};
pub(crate) use guard::Guard;
use reader::Law;
pub(crate) use reader::{Form, JOINED, Moving, Reader, State};

/// All laws, in the order in which they are tried.
pub(crate) static LAWS: [&(dyn Law + 'static); 5] = [
    &exponential::Exponential,
    &deviations::Deviation,
    &factor::Factored,
    &selected::Selected,
    &linear::Linear,
];
