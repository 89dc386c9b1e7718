//! Combining kinds: the associative operations that folds and reductions combine with.
//!
//! The spelling is that of upstream's `vector.kind`. A kind computes the `arith` op of its name and the
//! element type; its scalar function and its identity come from the table in [`crate::scalar::table`].

use crate::arith;
use crate::scalar::table::row;
use crate::scalar::{DType, Kernel, OpSpec, Scalar};
use std::fmt;
use std::str::FromStr;
use tf_ir::OpKind;

/// An associative operation on two values of one type, with an identity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CombiningKind {
    /// Sum, of integers or floats.
    Add,
    /// Product, of integers or floats.
    Mul,
    /// Minimum of signed integers.
    MinSI,
    /// Minimum of unsigned integers.
    MinUI,
    /// Maximum of signed integers.
    MaxSI,
    /// Maximum of unsigned integers.
    MaxUI,
    /// Minimum of floats; NaN if one is NaN.
    MinimumF,
    /// Maximum of floats; NaN if one is NaN.
    MaximumF,
    /// Minimum of floats, ignoring NaN.
    MinNumF,
    /// Maximum of floats, ignoring NaN.
    MaxNumF,
    /// Bitwise and, of integers.
    And,
    /// Bitwise or, of integers.
    Or,
    /// Bitwise exclusive or, of integers.
    Xor,
}

use CombiningKind::*;

impl CombiningKind {
    /// Every kind.
    pub const ALL: [CombiningKind; 13] =
        [Add, Mul, MinSI, MinUI, MaxSI, MaxUI, MinimumF, MaximumF, MinNumF, MaxNumF, And, Or, Xor];

    /// The spellings of [`CombiningKind::ALL`], in its order.
    pub const NAMES: [&'static str; 13] = [
        "add", "mul", "minsi", "minui", "maxsi", "maxui", "minimumf", "maximumf", "minnumf", "maxnumf",
        "and", "or", "xor",
    ];

    /// The spelling in text.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The `arith` op that combines values of this element type; `None` if the kind does not apply to it.
    pub fn op(self, dtype: DType) -> Option<OpKind> {
        let (int, float) = match self {
            Add => (Some(arith::Addi::KIND), Some(arith::Addf::KIND)),
            Mul => (Some(arith::Muli::KIND), Some(arith::Mulf::KIND)),
            MinSI => (Some(arith::Minsi::KIND), None),
            MinUI => (Some(arith::Minui::KIND), None),
            MaxSI => (Some(arith::Maxsi::KIND), None),
            MaxUI => (Some(arith::Maxui::KIND), None),
            MinimumF => (None, Some(arith::Minimumf::KIND)),
            MaximumF => (None, Some(arith::Maximumf::KIND)),
            MinNumF => (None, Some(arith::Minnumf::KIND)),
            MaxNumF => (None, Some(arith::Maxnumf::KIND)),
            And => (Some(arith::Andi::KIND), None),
            Or => (Some(arith::Ori::KIND), None),
            Xor => (Some(arith::Xori::KIND), None),
        };
        if dtype.is_float() { float } else { int }
    }

    /// The table row of the op that combines values of this element type.
    pub fn spec(self, dtype: DType) -> Option<&'static OpSpec> {
        self.op(dtype).and_then(row)
    }

    /// True if the kind applies to the element type.
    pub fn accepts(self, dtype: DType) -> bool {
        self.op(dtype).is_some()
    }

    /// The scalar function that combines an accumulator with a value.
    pub fn kernel(self, dtype: DType) -> Option<Kernel> {
        self.spec(dtype)?.kernel(&[dtype, dtype], &[dtype], None).ok()
    }

    /// The initial value of a fold, and the result of an empty one. For a sum of floats that is +0, although
    /// the neutral element is −0: an empty sum is conventionally 0.
    pub fn identity(self, dtype: DType) -> Option<Scalar> {
        let spec = self.spec(dtype)?;
        if self == Add && dtype.is_float() {
            return Some(Scalar::from_f64(dtype, 0.0));
        }
        Some(spec.identity?.at(dtype))
    }

    /// True if combining a value with itself gives the value.
    pub fn is_idempotent(self) -> bool {
        !matches!(self, Add | Mul | Xor)
    }

    /// True if regrouping changes no bit of the result at this element type.
    pub fn is_exact(self, dtype: DType) -> bool {
        dtype.is_int() || !matches!(self, Add | Mul)
    }

    /// The kind whose `arith` op this is.
    pub fn of_op(op: OpKind) -> Option<CombiningKind> {
        let is =
            |kind: &CombiningKind| [DType::F32, DType::I32].iter().any(|dtype| kind.op(*dtype) == Some(op));
        Self::ALL.into_iter().find(is)
    }
}

impl fmt::Display for CombiningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for CombiningKind {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::NAMES.iter().position(|n| *n == name).map(|i| Self::ALL[i]).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: [DType; 8] =
        [DType::I1, DType::I8, DType::I64, DType::Index, DType::F16, DType::BF16, DType::F32, DType::F64];

    #[test]
    fn names_round_trip() {
        for (kind, name) in CombiningKind::ALL.iter().zip(CombiningKind::NAMES) {
            assert_eq!(kind.name(), name);
            assert_eq!(name.parse(), Ok(*kind));
        }
        assert_eq!("sum".parse::<CombiningKind>(), Err(()));
    }

    /// The identity leaves every value unchanged; for sums of floats, up to the sign of zero.
    #[test]
    fn identities_are_neutral() {
        for dtype in TYPES {
            for kind in CombiningKind::ALL.into_iter().filter(|k| k.accepts(dtype)) {
                let (identity, kernel) = (kind.identity(dtype).unwrap(), kind.kernel(dtype).unwrap());
                for value in [-3, -1, 0, 1, 2, 100].map(|v| Scalar::from_i64(dtype, v)) {
                    let got = Scalar::from_bits(dtype, kernel.call(identity.bits(), value.bits(), 0));
                    assert_eq!(got, value, "{kind} of {identity:?} and {value:?}");
                }
            }
        }
        assert_eq!(Add.identity(DType::F32).map(Scalar::bits), Some(0));
    }

    #[test]
    fn kinds_apply_to_their_element_types_only() {
        assert_eq!(Add.op(DType::F32), Some(arith::Addf::KIND));
        assert_eq!(Add.op(DType::Index), Some(arith::Addi::KIND));
        assert!(!And.accepts(DType::F32) && !MaxSI.accepts(DType::F64) && !MaximumF.accepts(DType::I32));
        for kind in CombiningKind::ALL {
            let op = kind.op(DType::I32).or(kind.op(DType::F32)).unwrap();
            assert_eq!(CombiningKind::of_op(op), Some(kind));
        }
        assert_eq!(CombiningKind::of_op(arith::Addf::KIND), Some(Add));
        assert_eq!(CombiningKind::of_op(arith::Subf::KIND), None);
    }
}
