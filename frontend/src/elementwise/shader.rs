//! Elementwise functions by their names in shading languages and NumPy.

use crate::trace::error::Site;
use crate::types::elem::Elem;
use crate::types::tensor::{Operand, Tensor};

/// Aliases of functions of one value.
macro_rules! aliases {
    ($($(#[$doc:meta])* $alias:ident $method:ident;)*) => {
        /// # Aliases
        ///
        /// Names of NumPy and of shading languages for functions of one value.
        impl Tensor {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $alias(&self) -> Tensor {
                    self.$method()
                }
            )*
        }
    };
}

aliases! {
    /// `1 / x`: alias of [`Tensor::recip`], by the shading languages' name.
    rcp recip;
    /// `x - floor(x)`: alias of [`Tensor::fract`], by the shading languages' name.
    frac fract;
    /// NumPy's `fabs`, [`Tensor::abs`].
    fabs abs;
    /// NumPy's `negative`.
    negative neg_value;
    /// NumPy's `logical_not`: true where an element is zero.
    logical_not is_zero;
    /// Alias of [`Tensor::reverse_bits`], by the shading languages' name.
    reversebits reverse_bits;
}

/// # Names from NumPy and the shading languages
///
/// Activations, angles, logic and roundings.
impl Tensor {
    #[track_caller]
    fn neg_value(&self) -> Tensor {
        -self
    }

    #[track_caller]
    fn is_zero(&self) -> Tensor {
        !self.cast(Elem::Bool)
    }

    /// This value and another as floats; integers become f32.
    #[track_caller]
    fn as_floats(&self, at: Site, other: impl Operand) -> [Tensor; 2] {
        let other = self.operand_like(at, other.arg());
        [self, &other].map(|x| x.cast(x.elem().to_float()))
    }

    /// Runs `make`, which expands into several operations, as one operation at the user's line.
    pub(crate) fn library(&self, at: Site, make: impl FnOnce() -> Tensor) -> Tensor {
        if self.is_poisoned() {
            return self.clone();
        }
        self.shared.library(at, make)
    }

    /// The bits of a 32-bit float or integer as u32. HLSL's `asuint`.
    #[track_caller]
    pub fn asuint(&self) -> Tensor {
        self.bitcast::<u32>()
    }

    /// The bits of a 32-bit float or integer as i32. HLSL's `asint`.
    #[track_caller]
    pub fn asint(&self) -> Tensor {
        self.bitcast::<i32>()
    }

    /// The bits of a 32-bit integer as f32. HLSL's `asfloat`.
    #[track_caller]
    pub fn asfloat(&self) -> Tensor {
        self.bitcast::<f32>()
    }

    /// Hashes a u32 to an f32, uniformly distributed in `0 .. 1`: the upper 24 bits of [`Tensor::pcg`] times
    /// 2⁻²⁴, so that 1 is excluded.
    #[track_caller]
    pub fn pcgf(&self) -> Tensor {
        let at = Site::caller();
        self.library(at, || (self.pcg() >> 8u32).to::<f32>() * (1.0 / 16_777_216.0))
    }

    /// The nearest value in `0 ..= 1`. HLSL's `saturate`.
    #[track_caller]
    pub fn saturate(&self) -> Tensor {
        self.clamp(0.0, 1.0)
    }

    /// Alias of [`Tensor::clamp`], by NumPy's name.
    #[track_caller]
    pub fn clip(&self, low: impl Operand, high: impl Operand) -> Tensor {
        self.clamp(low, high)
    }

    /// Degrees to radians: `x·π/180`.
    #[track_caller]
    pub fn radians(&self) -> Tensor {
        self * (std::f64::consts::PI / 180.0)
    }

    /// Radians to degrees: `x·180/π`.
    #[track_caller]
    pub fn degrees(&self) -> Tensor {
        self * (180.0 / std::f64::consts::PI)
    }

    /// `sqrt(x² + y²)` without intermediate overflow; infinite if one operand is.
    #[track_caller]
    pub fn hypot(&self, other: impl Operand) -> Tensor {
        let at = Site::caller();
        let [x, y] = self.as_floats(at, other);
        self.library(at, || {
            // Keep the signs for the derivative: the function is smooth except where both operands are 0.
            let (a, b) = (x.abs(), y.abs());
            let is_first = a.ge(&b);
            let (large, small) = (is_first.select(&x, &y), is_first.select(&y, &x));
            // Not if the other operand is NaN.
            let none = a.eq(0) & b.eq(0);
            let ratio = small / none.select(1.0, &large);
            let plain = none.select(0.0, large.abs() * (&ratio * &ratio + 1.0).sqrt());
            let infinite = a.eq(f64::INFINITY) | b.eq(f64::INFINITY);
            infinite.select(f64::INFINITY, plain)
        })
    }

    /// `log(exp(x) + exp(y))` without intermediate overflow.
    #[track_caller]
    pub fn logaddexp(&self, other: impl Operand) -> Tensor {
        let at = Site::caller();
        let [x, y] = self.as_floats(at, other);
        self.library(at, || {
            let is_first = x.ge(&y);
            let (large, small) = (is_first.select(&x, &y), is_first.select(&y, &x));
            let apart = &small - &large;
            let sum = &large + apart.exp().log1p();
            // The difference of equal infinities would be NaN.
            (large.eq(&small) & apart.ne(&apart)).select(large, sum)
        })
    }

    /// `1 / (1 + exp(-x))`, without intermediate overflow.
    #[track_caller]
    pub fn sigmoid(&self) -> Tensor {
        let at = Site::caller();
        self.library(at, || {
            // Both sides are the same smooth function, also at 0.
            let x = self.cast(self.elem().to_float());
            let is_positive = x.ge(0);
            let small = is_positive.select(-&x, &x).exp();
            is_positive.select(1.0, &small) / (1.0 + small)
        })
    }

    /// `log(1 + exp(x))`, without intermediate overflow.
    #[track_caller]
    pub fn softplus(&self) -> Tensor {
        let at = Site::caller();
        self.library(at, || {
            let x = self.cast(self.elem().to_float());
            let is_positive = x.ge(0);
            is_positive.select(&x, 0) + is_positive.select(-&x, &x).exp().log1p()
        })
    }

    /// The greater of 0 and x; NaN stays. Its derivative at 0 is 0, while [`max`](Self::max) splits it
    /// between the operands.
    #[track_caller]
    pub fn relu(&self) -> Tensor {
        self.le(0).select(0, self)
    }

    /// `x·Φ(x)` with the normal distribution Φ (Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016).
    #[track_caller]
    pub fn gelu(&self) -> Tensor {
        let at = Site::caller();
        self.library(at, || 0.5 * self * (1.0 + (self * std::f64::consts::FRAC_1_SQRT_2).erf()))
    }

    /// `x·sigmoid(x)`.
    #[track_caller]
    pub fn silu(&self) -> Tensor {
        let at = Site::caller();
        self.library(at, || self * self.sigmoid())
    }

    /// `sin(πx)/(πx)`, 1 at 0. NumPy's `sinc`.
    #[track_caller]
    pub fn sinc(&self) -> Tensor {
        let at = Site::caller();
        self.library(at, || {
            let x = self * std::f64::consts::PI;
            let is_zero = x.eq(0);
            let divisor = is_zero.select(1.0, &x);
            // At 0, the start of the Taylor series, for the derivatives.
            is_zero.select(1.0 - &x * &x / 6.0, x.sin() / divisor)
        })
    }

    /// 0 below 0, 1 above, `at_zero` at 0; NaN stays. NumPy's `heaviside`.
    #[track_caller]
    pub fn heaviside(&self, at_zero: impl Operand) -> Tensor {
        let at = Site::caller();
        let at_zero = self.operand_like(at, at_zero.arg());
        self.library(at, || {
            let x = self.cast(self.elem().to_float());
            let side = x.gt(0).select(1.0, x.eq(0).select(&at_zero, 0.0));
            x.is_nan().select(&x, side)
        })
    }

    /// NaN becomes 0, infinities the greatest and least finite values. NumPy's `nan_to_num`. Integers stay.
    #[track_caller]
    pub fn nan_to_num(&self) -> Tensor {
        let at = Site::caller();
        let greatest = match self.elem() {
            Elem::F16 => 65504.0,
            Elem::BF16 => f64::from(half::bf16::MAX),
            Elem::F32 => f64::from(f32::MAX),
            Elem::F64 => f64::MAX,
            _ => return self.clone(),
        };
        self.library(at, || self.is_nan().select(0.0, self.clamp(-greatest, greatest)))
    }

    /// Whether two values are approximately equal: `|x - y| ≤ atol + rtol·|y|`, or equal infinities. NumPy's
    /// `isclose`; its defaults are `rtol` 1e-5 and `atol` 1e-8.
    #[track_caller]
    pub fn is_close(&self, other: impl Operand, rtol: f64, atol: f64) -> Tensor {
        let at = Site::caller();
        let other = self.operand_like(at, other.arg());
        self.library(at, || {
            // Differences of integers may wrap around, and f32 cannot distinguish large ones.
            let float = |x: &Tensor| if x.elem().is_float() { x.clone() } else { x.cast(Elem::F64) };
            let (x, y) = (float(self), float(&other));
            let near = (&x - &y).abs().le(y.abs() * rtol + atol);
            x.eq(&y) | (near & y.abs().lt(f64::INFINITY))
        })
    }

    /// NumPy's `logical_and`: both values are nonzero.
    #[track_caller]
    pub fn logical_and(&self, other: impl Operand) -> Tensor {
        let other = self.operand_like(Site::caller(), other.arg());
        self.cast(Elem::Bool) & other.cast(Elem::Bool)
    }

    /// NumPy's `logical_or`: at least one value is nonzero.
    #[track_caller]
    pub fn logical_or(&self, other: impl Operand) -> Tensor {
        let other = self.operand_like(Site::caller(), other.arg());
        self.cast(Elem::Bool) | other.cast(Elem::Bool)
    }

    /// NumPy's `logical_xor`: exactly one value is nonzero.
    #[track_caller]
    pub fn logical_xor(&self, other: impl Operand) -> Tensor {
        let other = self.operand_like(Site::caller(), other.arg());
        self.cast(Elem::Bool) ^ other.cast(Elem::Bool)
    }

    /// The fractional part with the sign of x, and the integer part. C's and NumPy's `modf`.
    #[track_caller]
    pub fn modf(&self) -> (Tensor, Tensor) {
        let whole = self.trunc();
        let infinite = self.eq(f64::INFINITY) | self.eq(f64::NEG_INFINITY);
        (infinite.select(0.0, self - &whole).copysign(self), whole)
    }

    /// Quotient rounded towards −∞, and remainder with the sign of the divisor. NumPy's `divmod`.
    #[track_caller]
    pub fn divmod(&self, divisor: impl Operand) -> (Tensor, Tensor) {
        let divisor = self.operand_like(Site::caller(), divisor.arg());
        (self.floor_div(&divisor), self.modulo(&divisor))
    }
}
