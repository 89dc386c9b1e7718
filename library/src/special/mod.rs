//! Special functions of floats, elementwise. Operands of one type and shape; f16 and bf16 are computed in f32 and rounded.
//!
//! The methods are those that frameworks use, so that results agree with theirs: the gamma functions by their
//! series at 2 and by Stirling's, the inverse error function by M. Giles ("Approximating the erfinv function", 2010), the Bessel functions
//! by S. Moshier's Chebyshev series (Cephes), Hurwitz's zeta function by Euler–Maclaurin summation (Cephes). They are smooth
//! where their pieces meet, so that their derivatives are those of the functions.
//!
//! `lgamma` has full relative precision at its zeros 1 and 2, `digamma` at its positive zero. Errors of all, relative to the greater of 1 and the value, are below 1e-13 in
//! f64 and 2e-5 in f32 (`embed/tests/library`).

#![allow(clippy::excessive_precision, reason = "coefficients stand as they were published")]

mod bessel;
mod erf_inv;
mod gamma;
mod zeta;

pub use bessel::{bessel_i0e, bessel_i1e};
pub use erf_inv::erf_inv;
pub use gamma::{digamma, lgamma};
pub use zeta::{polygamma, polygamma_of_chlo, zeta, zeta_of_chlo};
