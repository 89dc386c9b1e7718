//! Special functions of CHLO as expressions of arith and math ops, on f32 or f64.
//!
//! The methods are those that frameworks use, so that results agree with theirs: the gamma functions by Lanczos's
//! approximation (C. Lanczos, "A precision approximation of the gamma function", 1964; coefficients by P. Godfrey for
//! g = 7, n = 9), the inverse error function by M. Giles ("Approximating the erfinv function", 2010), the Bessel function
//! by S. Moshier's Chebyshev series (Cephes), Hurwitz's zeta function by Euler–Maclaurin summation (Cephes).

#![allow(clippy::excessive_precision, reason = "coefficients stand as they were published")]

mod bessel;
mod erf_inv;
mod gamma;
mod zeta;

pub(super) use bessel::bessel_i1e;
pub(super) use erf_inv::erf_inv;
pub(super) use gamma::{digamma, lgamma};
pub(super) use zeta::{polygamma, zeta};

use super::lower::Lower;
use tf_dialects::arith;
use tf_ir::body::Value;

/// Short names for expressions of floats.
impl Lower<'_, '_> {
    fn num(&mut self, like: Value, number: f64) -> Value {
        self.float_like(like, number)
    }

    fn plus(&mut self, a: Value, b: Value) -> Value {
        arith::addf(self, a, b)
    }

    fn minus(&mut self, a: Value, b: Value) -> Value {
        arith::subf(self, a, b)
    }

    fn times(&mut self, a: Value, b: Value) -> Value {
        arith::mulf(self, a, b)
    }

    fn over(&mut self, a: Value, b: Value) -> Value {
        arith::divf(self, a, b)
    }

    fn both(&mut self, a: Value, b: Value) -> Value {
        arith::andi(self, a, b)
    }

    /// Horner's scheme, the highest power's coefficient first.
    fn horner(&mut self, x: Value, coefficients: &[f64]) -> Value {
        let mut sum = self.num(x, coefficients[0]);
        for coefficient in &coefficients[1..] {
            let product = self.times(sum, x);
            let next = self.num(x, *coefficient);
            sum = self.plus(next, product);
        }
        sum
    }
}
