//! The checks of tests: operands and tolerances.
//!
//! The rules are those of StableHLO's own interpreter: `expect_close` bounds the distance in units in the
//! last place, with NaN equal to NaN; `expect_almost_eq` bounds the difference; `expect_eq` requires equal
//! values.

use tensorforge::Array;
use tf_dialects::scalar::{DType, Scalar};
use tf_ir::attr::AttrData;
use tf_ir::opref::OpRef;
use tf_ir::text::attr_to_string;

/// The comparison of values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Rule {
    /// Equal values; NaN equals nothing.
    Equal,
    /// At most this far apart; NaN equals NaN, infinities themselves.
    Almost(f64),
    /// At most this far apart, relative to the expected value and absolutely; as NumPy's `allclose`.
    AllClose(f64, f64),
    /// At least and at most this many floats apart; NaN equals NaN.
    Close(u64, u64),
}

/// A check of a program's results.
#[derive(Debug)]
pub(super) struct Check {
    rule: Rule,
    /// The index of the checked result.
    actual: usize,
    /// The expected value.
    expected: Expected,
}

#[derive(Debug)]
enum Expected {
    /// Another result.
    Result(usize),
    /// A constant of the test: its element bytes, one element or all.
    Constant(Vec<u8>),
}

impl Check {
    /// The check of an op whose operands are results from `first` on.
    ///
    /// # Errors
    /// A check of another kind.
    pub(super) fn new(name: &str, op: OpRef<'_>, first: usize) -> Result<Check, String> {
        let number =
            |attr: &str| op.attr(attr).and_then(|a| op.ctx().attr_int(a)).and_then(|n| u64::try_from(n).ok());
        let float = |attr: &str| op.attr(attr).and_then(|a| op.ctx().attr_float(a));
        let tolerance = float("tolerance");
        let rule = match name.trim_start_matches("call ") {
            "check.expect_eq" | "check.expect_eq_const" | "check.eq" => Rule::Equal,
            "check.expect_almost_eq" if name.starts_with("call ") => Rule::Almost(tolerance.unwrap_or(1e-3)),
            "check.expect_almost_eq" | "check.expect_almost_eq_const" => {
                Rule::Almost(tolerance.unwrap_or(1e-4))
            }
            "check.expect_close" => {
                let most = number("max_ulp_difference").unwrap_or(3);
                Rule::Close(number("min_ulp_difference").unwrap_or(0), most)
            }
            "check.expect_allclose" => {
                Rule::AllClose(float("rtol").unwrap_or(1e-5), float("atol").unwrap_or(1e-8))
            }
            other => return Err(format!("unknown check '{other}'")),
        };
        let expected = match (op.operand_count(), op.attr("value").map(|a| (a, op.ctx().attr_data(a)))) {
            (2, _) => Expected::Result(first + 1),
            (1, Some((_, AttrData::Dense(data)))) => Expected::Constant(data.bytes.to_vec()),
            (1, Some((other, _))) => {
                return Err(format!("the value {} is not a constant", attr_to_string(op.ctx(), other)));
            }
            _ => return Err(format!("'{name}' takes two values")),
        };
        Ok(Check { rule, actual: first, expected })
    }

    /// Compares; the error is the first difference.
    ///
    /// # Errors
    /// The first difference and its index.
    pub(super) fn verify(&self, results: &[Array]) -> Result<(), String> {
        let actual = results.get(self.actual).ok_or("a result is missing")?;
        let expected: Vec<Scalar> = match &self.expected {
            Expected::Result(at) => results.get(*at).ok_or("a result is missing")?.scalars().collect(),
            Expected::Constant(bytes) => constant(actual, bytes)?,
        };
        if expected.len() != actual.len() {
            return Err(format!("{} elements instead of {}", actual.len(), expected.len()));
        }
        let mut wrong = 0usize;
        let mut first = String::new();
        for (at, (a, b)) in actual.scalars().zip(expected).enumerate() {
            if self.rule.holds(a, b) {
                continue;
            }
            if wrong == 0 {
                first = format!("element {at} is {a} instead of {b}");
            }
            wrong += 1;
        }
        if wrong == 0 {
            Ok(())
        } else {
            Err(format!("{wrong} of {} elements differ by {:?}: {first}", actual.len(), self.rule))
        }
    }
}

/// The elements of a constant of an array's type.
fn constant(like: &Array, bytes: &[u8]) -> Result<Vec<Scalar>, String> {
    let dtype = like.dtype();
    let size = dtype.bits().div_ceil(8) as usize;
    let read = |bytes: &[u8]| {
        let mut word = [0u8; 8];
        word[..size].copy_from_slice(bytes);
        Scalar::from_bits(dtype, u64::from_le_bytes(word))
    };
    let elements: Vec<Scalar> = bytes.chunks_exact(size).map(read).collect();
    match elements.as_slice() {
        [one] if like.len() != 1 => Ok(vec![*one; like.len()]),
        _ if elements.len() == like.len() => Ok(elements),
        _ => Err(format!("{} elements instead of {}", like.len(), elements.len())),
    }
}

impl Rule {
    fn holds(self, a: Scalar, b: Scalar) -> bool {
        if !a.dtype().is_float() {
            return a == b;
        }
        let (x, y) = (a.to_f64(), b.to_f64());
        match self {
            Rule::Equal => x == y,
            Rule::Almost(_) | Rule::AllClose(..) if x == y => true,
            Rule::Almost(_) | Rule::AllClose(..) if x.is_nan() || y.is_nan() => x.is_nan() && y.is_nan(),
            Rule::Almost(tolerance) => x.is_finite() && y.is_finite() && (x - y).abs() <= tolerance,
            Rule::AllClose(relative, absolute) => {
                x.is_finite() && y.is_finite() && (x - y).abs() <= absolute + relative * y.abs()
            }
            Rule::Close(least, most) => (least..=most).contains(&distance(a, b)),
        }
    }
}

/// How many floats apart two floats of one type are; infinitely many where only one is finite.
fn distance(a: Scalar, b: Scalar) -> u64 {
    let (x, y) = (a.to_f64(), b.to_f64());
    if a == b || (x.is_nan() && y.is_nan()) {
        return 0;
    }
    if !x.is_finite() || !y.is_finite() {
        return u64::MAX;
    }
    let magnitude = |s: Scalar| s.bits() & (s.dtype().mask() >> 1);
    let (m, n) = (magnitude(a), magnitude(b));
    if negative(a) != negative(b) { m + n } else { m.abs_diff(n) }
}

fn negative(s: Scalar) -> bool {
    let dtype: DType = s.dtype();
    s.bits() >> (dtype.bits() - 1) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f(v: f64) -> Scalar {
        Scalar::from_f64(DType::F32, v)
    }

    #[test]
    fn closeness_counts_floats() {
        let next = Scalar::from_bits(DType::F32, f(1.0).bits() + 3);
        assert!(Rule::Close(0, 3).holds(f(1.0), next));
        assert!(!Rule::Close(0, 2).holds(f(1.0), next));
        assert!(!Rule::Close(1, 3).holds(f(1.0), f(1.0)));
        assert!(Rule::Close(0, 0).holds(f(f64::NAN), f(-f64::NAN)));
        assert!(!Rule::Close(0, 9).holds(f(f64::INFINITY), f(f32::MAX.into())));
        assert_eq!(distance(f(0.0), f(-0.0)), 0);
        assert_eq!(distance(f(1e-45), f(-1e-45)), 2);
    }

    #[test]
    fn almost_bounds_the_difference() {
        assert!(Rule::Almost(1e-3).holds(f(1.0), f(1.0005)));
        assert!(!Rule::Almost(1e-3).holds(f(1.0), f(1.002)));
        assert!(Rule::Almost(1e-3).holds(f(f64::NAN), f(f64::NAN)));
        assert!(Rule::Almost(1e-3).holds(f(f64::INFINITY), f(f64::INFINITY)));
        assert!(!Rule::Almost(1e-3).holds(f(f64::INFINITY), f(f64::NEG_INFINITY)));
    }

    #[test]
    fn equality_compares_values() {
        assert!(Rule::Equal.holds(f(0.0), f(-0.0)));
        assert!(!Rule::Equal.holds(f(f64::NAN), f(f64::NAN)));
        assert!(!Rule::Equal.holds(Scalar::from_i64(DType::I8, 1), Scalar::from_i64(DType::I8, 2)));
    }
}
