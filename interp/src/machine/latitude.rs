//! Random floating-point deviations within fast-math flags: several runs sample the results that a program
//! may have.
//!
//! Monte Carlo arithmetic (D. S. Parker, "Monte Carlo Arithmetic: exploiting randomness in floating-point
//! arithmetic", UCLA CSD-970002, 1997), restricted to operations with fast-math flags: each result deviates
//! by a few ulps (units in the last place). If flags leave a result open (an overflow that another order of a
//! sum avoids, or a NaN that the flags exclude), the run is undetermined.

use smallvec::SmallVec;
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::tensor::CombiningKind;
use tf_ir::OpKind;

/// The random deviations of a machine, with their bound.
#[derive(Clone, Debug)]
pub struct Latitude {
    state: u64,
    /// The maximum deviation of an operation, in ulps.
    ulps: f64,
    /// True once flags left a result open.
    pub undetermined: bool,
}

/// How an operation may deviate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deviation {
    flags: FastMath,
    dtype: DType,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A sum: relative to the largest operand.
    Sum,
    /// A quotient, which may become a product with a reciprocal.
    Quotient,
    /// A product, which may become a part of a fused multiply-add.
    Product,
    Other,
}

impl Deviation {
    /// How an elementwise op with these flags and result type deviates; `None` if it does not.
    pub(crate) fn of(what: OpKind, flags: FastMath, dtype: DType) -> Option<Deviation> {
        let kind = match what {
            arith::Addf::KIND | arith::Subf::KIND => Kind::Sum,
            arith::Divf::KIND => Kind::Quotient,
            arith::Mulf::KIND => Kind::Product,
            _ => Kind::Other,
        };
        (flags != FastMath::NONE && dtype.is_float()).then_some(Deviation { flags, dtype, kind })
    }
}

/// The largest finite value and the smallest normal one.
fn limits(dtype: DType) -> (f64, f64) {
    match dtype {
        DType::F16 => (65504.0, 2f64.powi(-14)),
        DType::BF16 => (3.389e38, 2f64.powi(-126)),
        DType::F32 => (f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE)),
        _ => (f64::MAX, f64::MIN_POSITIVE),
    }
}

/// The ulp of `x` in a type.
pub fn ulp(dtype: DType, x: f64) -> f64 {
    let (_, smallest) = limits(dtype);
    let digits = match dtype {
        DType::F16 => 10,
        DType::BF16 => 7,
        DType::F32 => 23,
        _ => 52,
    };
    let exponent = x.abs().max(smallest).log2().floor();
    (exponent - f64::from(digits)).exp2().max(f64::from_bits(1))
}

impl Latitude {
    /// Deviations of at most `ulps` ulps; equal seeds give equal deviations.
    pub fn new(seed: u64, ulps: f64) -> Latitude {
        Latitude { state: seed, ulps, undetermined: false }
    }

    /// A random value from −1 to 1.
    fn number(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// The result of an operation with a random deviation.
    pub(crate) fn result(&mut self, deviation: Deviation, operands: &[u64], bits: u64) -> u64 {
        let Deviation { flags, dtype, kind } = deviation;
        let value = Scalar::from_bits(dtype, bits).to_f64();
        let operands: SmallVec<[f64; 3]> =
            operands.iter().map(|b| Scalar::from_bits(dtype, *b).to_f64()).collect();
        let largest = operands.iter().fold(0.0f64, |m, x| m.max(x.abs()));
        let finite = operands.iter().all(|x| x.is_finite());
        let nan = value.is_nan() || operands.iter().any(|x| x.is_nan());
        let infinite = value.is_infinite() || operands.iter().any(|x| x.is_infinite());
        let promised = flags.has(FastMath::NNAN) && nan || flags.has(FastMath::NINF) && infinite;
        let (max, min) = limits(dtype);
        // Fusing, regrouping or inverting may avoid an intermediate that overflows or underflows.
        let extreme =
            |x: f64, by: f64| x != 0.0 && x.is_finite() && (x.abs() < min * by || x.abs() > max / by);
        let joined = flags.has(FastMath::CONTRACT) && matches!(kind, Kind::Sum | Kind::Product);
        let inverted = flags.has(FastMath::ARCP) && kind == Kind::Quotient;
        let regrouped = flags.has(FastMath::REASSOC);
        let open = joined && finite && !value.is_finite()
            || inverted && operands.last().is_some_and(|x| extreme(*x, 4.0))
            || regrouped && (finite && !value.is_finite() || extreme(value, 1e9));
        self.undetermined |= promised || open;
        if !value.is_finite() {
            return bits;
        }
        if value == 0.0 {
            let flip = flags.has(FastMath::NSZ) && self.number() > 0.0;
            return Scalar::from_f64(dtype, if flip { -value } else { value }).bits();
        }
        let scale = if kind == Kind::Sum { largest.max(value.abs()) } else { value.abs() };
        self.off(dtype, value, scale)
    }

    /// `value` with a random error of at most `ulps` ulps of `scale`.
    fn off(&mut self, dtype: DType, value: f64, scale: f64) -> u64 {
        let error = self.number() * self.ulps * ulp(dtype, scale);
        let (max, _) = limits(dtype);
        Scalar::from_f64(dtype, (value + error).clamp(-max, max)).bits()
    }

    /// An accumulator after a step of a fold with flags. `size` is the magnitude of the terms so far: the sum
    /// of their absolute values, or of their exponents.
    pub(crate) fn accumulator(&mut self, steps: Steps, size: &mut f64, term: u64, bits: u64) -> u64 {
        let Steps { kind, dtype, flags } = steps;
        let (value, term) =
            (Scalar::from_bits(dtype, bits).to_f64(), Scalar::from_bits(dtype, term).to_f64());
        let (nan, infinite) = (value.is_nan() || term.is_nan(), value.is_infinite() || term.is_infinite());
        self.undetermined |= flags.has(FastMath::NNAN) && nan || flags.has(FastMath::NINF) && infinite;
        if !flags.has(FastMath::REASSOC) {
            return bits;
        }
        let (max, _) = limits(dtype);
        let open = match kind {
            CombiningKind::Add => {
                *size += term.abs();
                *size > max / 2.0
            }
            CombiningKind::Mul if term != 0.0 => {
                *size += term.abs().log2().abs();
                *size > max.log2() - 10.0
            }
            _ => false,
        };
        self.undetermined |= open && size.is_finite();
        match kind {
            CombiningKind::Add if value.is_finite() => self.off(dtype, value, *size),
            CombiningKind::Mul if value.is_finite() && value != 0.0 => self.off(dtype, value, value),
            _ => bits,
        }
    }
}

/// How the steps of a fold may deviate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    kind: CombiningKind,
    dtype: DType,
    flags: FastMath,
}

impl Steps {
    pub(crate) fn new(kind: CombiningKind, dtype: DType, flags: FastMath) -> Steps {
        Steps { kind, dtype, flags }
    }
}
