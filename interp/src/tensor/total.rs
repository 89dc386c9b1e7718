//! Reductions by a combining kind: sequential, or pairwise if the order is free.
//!
//! In pairwise summation, each value goes through log₂(n) roundings instead of n (N. J. Higham, "The accuracy
//! of floating point summation", 1993). Sums of f16 and bf16 accumulate in f32.

use smallvec::SmallVec;
use tf_dialects::arith::flags::FlagSet;
use tf_dialects::arith::{self, FastMath};
use tf_dialects::scalar::{DType, Kernel, OpSpec, row};
use tf_dialects::tensor::CombiningKind;

/// A combining kind for an element type.
#[derive(Clone, Debug)]
pub(crate) struct Combined {
    /// The result of an empty fold.
    pub(crate) start: u64,
    /// Combines an accumulator with a value.
    pub(crate) kernel: Kernel,
    /// Pairwise combination, if the order is free.
    pairs: Option<Pairs>,
}

/// The kind in the type in which pairs are combined.
#[derive(Clone, Debug)]
struct Pairs {
    start: u64,
    kernel: Kernel,
    /// Casts to the accumulator type and back, if it differs.
    casts: Option<[Kernel; 2]>,
}

impl Combined {
    /// The kind for a type and the flags of an op; `None` if the type has no such kind.
    pub(crate) fn new(kind: CombiningKind, dtype: DType, flags: FastMath) -> Option<Combined> {
        let (start, kernel) = (kind.identity(dtype)?.bits(), kind.kernel(dtype)?);
        let free = flags.has(FastMath::REASSOC) && !kind.is_exact(dtype);
        let pairs = if free { Pairs::new(kind, dtype) } else { None };
        Some(Combined { start, kernel, pairs })
    }

    /// An empty total.
    pub(crate) fn total(&self) -> Total {
        Total { parts: SmallVec::new() }
    }
}

impl Pairs {
    fn new(kind: CombiningKind, dtype: DType) -> Option<Pairs> {
        let wide = match (kind, dtype) {
            (CombiningKind::Add, DType::F16 | DType::BF16) => DType::F32,
            _ => dtype,
        };
        let kernel = |row: Option<&OpSpec>, from, to| row?.kernel(&[from], &[to], None).ok();
        let casts = match wide == dtype {
            true => None,
            false => Some([
                kernel(row(arith::Extf::KIND), dtype, wide)?,
                kernel(row(arith::Truncf::KIND), wide, dtype)?,
            ]),
        };
        Some(Pairs { start: kind.identity(wide)?.bits(), kernel: kind.kernel(wide)?, casts })
    }
}

/// The partial results of the values so far.
#[derive(Clone, Debug)]
pub(crate) struct Total {
    /// If the order is free: one part for each set bit of the count of values, highest first, which combines
    /// that power of two of values. In sequence: one part.
    parts: SmallVec<[Part; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    /// The binary logarithm of the count of its values.
    level: u32,
    bits: u64,
}

impl Total {
    /// Adds a value.
    pub(crate) fn add(&mut self, by: &Combined, value: u64) {
        let Some(pairs) = &by.pairs else {
            let old = self.parts.pop().map_or(by.start, |part| part.bits);
            self.parts.push(Part { level: 0, bits: by.kernel.call(old, value, 0) });
            return;
        };
        let bits = pairs.casts.as_ref().map_or(value, |[wide, _]| wide.call(value, 0, 0));
        let mut part = Part { level: 0, bits };
        while let Some(last) = self.parts.last().filter(|last| last.level == part.level) {
            part = Part { level: part.level + 1, bits: pairs.kernel.call(last.bits, part.bits, 0) };
            self.parts.pop();
        }
        self.parts.push(part);
    }

    /// The combined result.
    pub(crate) fn finish(&self, by: &Combined) -> u64 {
        let Some(pairs) = &by.pairs else { return self.parts.last().map_or(by.start, |part| part.bits) };
        // Smaller parts first; the fold's identity turns a sum of −0 into +0.
        let parts = self.parts.iter().rev().map(|part| part.bits);
        let all = parts.reduce(|sum, part| pairs.kernel.call(part, sum, 0));
        let all = all.map_or(pairs.start, |all| pairs.kernel.call(pairs.start, all, 0));
        pairs.casts.as_ref().map_or(all, |[_, narrow]| narrow.call(all, 0, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_dialects::scalar::Scalar;

    fn total(dtype: DType, flags: FastMath, values: impl Iterator<Item = f64>) -> f64 {
        let sum = Combined::new(CombiningKind::Add, dtype, flags).expect("floats have sums");
        let mut total = sum.total();
        values.for_each(|value| total.add(&sum, Scalar::from_f64(dtype, value).bits()));
        Scalar::from_bits(dtype, total.finish(&sum)).to_f64()
    }

    #[test]
    fn pairs_round_seldom() {
        let n = 1 << 20;
        let exact = f64::from(0.1f32) * f64::from(n);
        let tenths = || (0..n).map(|_| 0.1);
        let error = |flags| (total(DType::F32, flags, tenths()) / exact - 1.0).abs();
        assert!(error(FastMath::NONE) > 1e-3, "in order, as it is written");
        assert!(error(FastMath::REASSOC) < 2e-7, "{}", error(FastMath::REASSOC));
    }

    #[test]
    fn any_count_of_values() {
        for n in 0..70 {
            let sum = total(DType::F64, FastMath::REASSOC, (0..n).map(f64::from));
            assert_eq!(sum, f64::from(n * (n - 1) / 2));
        }
        let zero = total(DType::F32, FastMath::REASSOC, std::iter::once(-0.0));
        assert!(zero == 0.0 && zero.is_sign_positive());
    }

    #[test]
    fn halves_are_f32_until_the_end() {
        // 2048 + 1 rounds to 2048 in f16.
        assert_eq!(total(DType::F16, FastMath::REASSOC, (0..5000).map(|_| 1.0)), 5000.0);
        assert_eq!(total(DType::F16, FastMath::NONE, (0..5000).map(|_| 1.0)), 2048.0);
    }
}
