//! Elementwise special functions of floats. Operands have one type and shape; f16 and bf16 are computed in
//! f32 and rounded.
//!
//! The methods are those of the common frameworks, so that results agree: the gamma functions by their series
//! at 2 and by Stirling's, the inverse error function by M. Giles ("Approximating the erfinv function",
//! 2010), the Bessel functions by S. Moshier's Chebyshev series (Cephes), the Hurwitz zeta function by
//! Euler–Maclaurin summation (Cephes). Adjacent pieces join smoothly, so that derivatives are accurate too.
//!
//! `lgamma` has full relative precision at its zeros 1 and 2, `digamma` at its positive zero. All errors,
//! relative to the maximum of 1 and the value, are below 1e-13 in f64 and 2e-5 in f32
//! (`embed/tests/library`).

#![allow(clippy::excessive_precision, reason = "coefficients are as published")]

mod bessel;
mod erf_inv;
mod gamma;
mod zeta;

pub use bessel::{bessel_i0e, bessel_i1e};
pub use erf_inv::erf_inv;
pub use gamma::{digamma, lgamma};
pub use zeta::{polygamma, polygamma_of_chlo, zeta, zeta_of_chlo};
