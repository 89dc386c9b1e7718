//! Special functions and bit-level functions of floats, elementwise; the code is the library's, which
//! imported programs also use.

use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val};
use crate::types::tensor::{Arg, Operand, Tensor};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_library::{floats, special};

impl Shared {
    /// Applies library code to floats of one type and shape; integers become f32.
    fn of_floats<const N: usize>(
        &self,
        at: Site,
        what: &str,
        args: [Arg; N],
        build: impl FnOnce(&mut Builder<'_>, [Value; N]) -> Value,
    ) -> Traced<Val> {
        self.settled(at, args, |pieces| {
            let elem = self.common_elem(at, what, &pieces)?.to_float();
            let vals: Traced<Vec<Val>> = pieces.iter().map(|piece| self.realize(at, piece, elem)).collect();
            let vals = self.unify(at, what, vals?)?;
            self.built(at, &vals, elem, |b, values| {
                build(b, values.try_into().expect("as many values as arguments"))
            })
        })
    }
}

/// Functions of one value: the method has the name of the library's function.
macro_rules! functions {
    ($($(#[$doc:meta])* $method:ident;)*) => {
        /// # Special functions of one value
        ///
        /// Elementwise, on floats; integers become f32.
        impl Tensor {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $method(&self) -> Tensor {
                    let at = Site::caller();
                    self.made(|shared| {
                        shared.of_floats(at, stringify!($method), [self.arg()], |b, [x]| special::$method(b, x))
                    })
                }
            )*
        }
    };
}

functions! {
    /// `log |Γ(x)|`; +∞ at the poles 0, −1, −2 … SciPy's `gammaln`.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("binomials", |p| {
    ///     let (n, k) = (p.input::<f64>("n", [10]), p.input::<f64>("k", [10]));
    ///     let log = (&n + 1).lgamma() - (&k + 1).lgamma() - (n - k + 1).lgamma();
    ///     log.exp()
    /// });
    /// assert!(program.is_ok());
    /// ```
    lgamma;
    /// The derivative of `log Γ(x)`; NaN at the poles. SciPy's `digamma`.
    digamma;
    /// The inverse of the error function; ±∞ at ±1, NaN beyond. SciPy's `erfinv`.
    erf_inv;
    /// The modified Bessel function of order 0, scaled: `exp(-|x|)·I₀(x)`. SciPy's `i0e`.
    bessel_i0e;
    /// The modified Bessel function of order 1, scaled: `exp(-|x|)·I₁(x)`. SciPy's `i1e`.
    bessel_i1e;
}

/// # Special functions
///
/// Zeta and polygamma functions, neighbouring floats, and rounding to other formats.
impl Tensor {
    /// Hurwitz's zeta function, `Σ (q + k)^-x` over k ≥ 0, for x > 1. SciPy's `zeta`.
    #[track_caller]
    pub fn zeta(&self, q: impl Operand) -> Tensor {
        let (at, args) = (Site::caller(), [self.arg(), q.arg()]);
        self.made(|shared| shared.of_floats(at, "zeta", args, |b, [x, q]| special::zeta(b, x, q)))
    }

    /// The `n`-th derivative of [`Tensor::digamma`] at this value; NaN unless `n` is a nonnegative integer.
    /// SciPy's `polygamma(n, x)`. It has no derivative by `n`.
    #[track_caller]
    pub fn polygamma(&self, n: impl Operand) -> Tensor {
        let (at, args) = (Site::caller(), [n.arg(), self.arg()]);
        self.made(|shared| shared.of_floats(at, "polygamma", args, |b, [n, x]| special::polygamma(b, n, x)))
    }

    /// The next float towards another value. NumPy's `nextafter`. Its derivative is 1.
    #[track_caller]
    pub fn next_after(&self, towards: impl Operand) -> Tensor {
        let (at, args) = (Site::caller(), [self.arg(), towards.arg()]);
        self.made(|shared| shared.of_floats(at, "next_after", args, |b, [x, y]| floats::next_after(b, x, y)))
    }

    /// The values rounded as if to a float format with these numbers of exponent and mantissa bits, in their
    /// own type: `(5, 2)` or `(4, 3)` for the formats of 8 bits. Its derivative is 1.
    #[track_caller]
    pub fn reduce_precision(&self, exponent_bits: u32, mantissa_bits: u32) -> Tensor {
        let at = Site::caller();
        if !(1..=11).contains(&exponent_bits) || mantissa_bits > 52 {
            return self
                .failed(at, "reduce_precision takes 1 to 11 exponent bits and at most 52 mantissa bits");
        }
        self.made(|shared| {
            shared.of_floats(at, "reduce_precision", [self.arg()], |b, [x]| {
                floats::reduce_precision(b, x, exponent_bits.into(), mantissa_bits.into())
            })
        })
    }
}
