//! Joins: folds over one index that share the trips of its loop, though some need what others come to.
//!
//! `m = fold max x` and `l = fold add exp(x - m)` are two passes over `x`: what `l` adds up is known once `m` is. A *law* says what becomes of a part of the
//! second when the first grows: made with the greatest of the terms so far, it is to be multiplied by `exp(m - m')` once that becomes
//! `m'`. So both can go on trip by trip (Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018; Rabe and Staats, "Self-attention
//! does not need O(n²) memory", 2021). The laws are a table of rules on scalar code:
//!
//! | law | terms | a part, as the first grows |
//! |---|---|---|
//! | [`exponential`] | the exponential of how far a value is from the greatest of all | is multiplied by the exponential of how far that moved |
//! | [`deviations`] | products of how far values are from others, as of their means | has the means of both parts, and their distance, added (Chan, Golub, LeVeque, 1979) |
//! | [`factor`] | multiples of what the first comes to | stays: the factor is one of the sum |
//! | [`selected`] | such terms where a condition holds, else 0 | moves as they do |
//! | [`linear`] | sums, multiples and conversions of such terms | moves as they do |
//!
//! Programs that want no NaN where all is masked put a number in the place of an infinite greatest: [`guard`] knows them. [`reader`] applies them to the code of a term, [`correct`] writes the code that they say. [`within`] joins folds of a compute, into one over trips whose
//! combiner merges what two trips come to; `groups` joins members of a group, whose trips carry what they come to so far.

mod apply;
mod correct;
mod deviations;
mod exponential;
mod factor;
mod guard;
mod linear;
mod reader;
mod selected;
mod within;

pub use apply::INFO;
pub(crate) use correct::{Corrector, Growth, converted, mean, reference};
pub(crate) use guard::Guard;
use reader::Law;
pub(crate) use reader::{Form, JOINED, Moving, Reader, State};
pub(crate) use within::{Instead, Joined, as_float, const_bool, instead};

/// All laws, in the order in which they are asked.
pub(crate) static LAWS: [&(dyn Law + 'static); 5] = [
    &exponential::Exponential,
    &deviations::Deviation,
    &factor::Factored,
    &selected::Selected,
    &linear::Linear,
];
