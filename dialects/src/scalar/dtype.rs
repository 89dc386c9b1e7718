//! Element types and scalar values as 64 raw bits.

use std::fmt;
use std::str::FromStr;

use super::format::{Bf16, F16, Format};

/// The type of one element: an integer of 1 to 64 bits, `index` (64 bits) or a float.
///
/// Integers of the IR are signless: every integer is an [`DType::Int`] there, and the op determines the
/// interpretation of the bits. At the boundary (arrays, files, call arguments) the type includes the
/// signedness: `Int` is signed, and [`DType::UInt`] is unsigned. [`DType::signless`] converts to the IR's
/// type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DType {
    /// An integer of the given width, 1 to 64 bits: signless in the IR, signed at the boundary.
    Int(u8),
    /// An unsigned integer of the given width, 1 to 64 bits: at the boundary only.
    UInt(u8),
    /// The index type, 64 bits wide.
    Index,
    /// IEEE binary16.
    F16,
    /// bfloat16: binary32 with the mantissa cut to 7 bits.
    BF16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

impl DType {
    /// The one-bit integer: booleans and comparison results.
    pub const I1: DType = DType::Int(1);
    /// The 8-bit integer.
    pub const I8: DType = DType::Int(8);
    /// The 16-bit integer.
    pub const I16: DType = DType::Int(16);
    /// The 32-bit integer.
    pub const I32: DType = DType::Int(32);
    /// The 64-bit integer.
    pub const I64: DType = DType::Int(64);
    /// The unsigned 8-bit integer.
    pub const U8: DType = DType::UInt(8);
    /// The unsigned 16-bit integer.
    pub const U16: DType = DType::UInt(16);
    /// The unsigned 32-bit integer.
    pub const U32: DType = DType::UInt(32);
    /// The unsigned 64-bit integer.
    pub const U64: DType = DType::UInt(64);

    /// Width in bits.
    pub const fn bits(self) -> u32 {
        match self {
            DType::Int(w) | DType::UInt(w) => w as u32,
            DType::F16 | DType::BF16 => 16,
            DType::F32 => 32,
            DType::Index | DType::F64 => 64,
        }
    }

    /// The distance from 1 to the next float; 0 for other types.
    pub const fn epsilon(self) -> f64 {
        match self {
            DType::F16 => half::f16::EPSILON.to_f64_const(),
            DType::BF16 => half::bf16::EPSILON.to_f64_const(),
            DType::F32 => f32::EPSILON as f64,
            DType::F64 => f64::EPSILON,
            _ => 0.0,
        }
    }

    /// Whether this is a float type.
    pub const fn is_float(self) -> bool {
        matches!(self, DType::F16 | DType::BF16 | DType::F32 | DType::F64)
    }

    /// Whether this is an integer or `index`.
    pub const fn is_int(self) -> bool {
        !self.is_float()
    }

    /// Position of a float type in the tables of float functions: f16, bf16, f32, f64.
    pub const fn float_slot(self) -> Option<usize> {
        match self {
            DType::F16 => Some(0),
            DType::BF16 => Some(1),
            DType::F32 => Some(2),
            DType::F64 => Some(3),
            DType::Int(_) | DType::UInt(_) | DType::Index => None,
        }
    }

    /// The unsigned variant of an integer type of whole bytes; other types unchanged.
    #[must_use]
    pub const fn unsigned(self) -> DType {
        match self {
            DType::Int(width) if width > 1 => DType::UInt(width),
            other => other,
        }
    }

    /// The corresponding type in the IR: integers lose their signedness.
    pub const fn signless(self) -> DType {
        match self {
            DType::UInt(w) => DType::Int(w),
            other => other,
        }
    }

    /// Whether this is an unsigned integer.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, DType::UInt(_))
    }

    /// The least and the greatest value of an integer type, as the boundary sees it; `None` for a float type.
    pub const fn range(self) -> Option<(i128, i128)> {
        match self {
            DType::Int(1) => Some((0, 1)),
            DType::Int(w) => Some((-(1 << (w - 1)), (1 << (w - 1)) - 1)),
            DType::UInt(w) => Some((0, (1 << w) - 1)),
            DType::Index => Some((i64::MIN as i128, i64::MAX as i128)),
            DType::F16 | DType::BF16 | DType::F32 | DType::F64 => None,
        }
    }

    /// The bits a value of this type may have set.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DType::Int(w) => write!(f, "i{w}"),
            DType::UInt(w) => write!(f, "u{w}"),
            DType::Index => f.write_str("index"),
            DType::F16 => f.write_str("f16"),
            DType::BF16 => f.write_str("bf16"),
            DType::F32 => f.write_str("f32"),
            DType::F64 => f.write_str("f64"),
        }
    }
}

impl fmt::Debug for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A type name that is not an element type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DTypeError(
    /// The text that was given.
    pub String,
);

impl fmt::Display for DTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is not an element type; expected i1 to i64, u1 to u64, index, f16, bf16, f32 or f64",
            self.0
        )
    }
}

impl std::error::Error for DTypeError {}

impl FromStr for DType {
    type Err = DTypeError;

    fn from_str(s: &str) -> Result<Self, DTypeError> {
        let named = match s {
            "index" => Some(DType::Index),
            "f16" => Some(DType::F16),
            "bf16" => Some(DType::BF16),
            "f32" => Some(DType::F32),
            "f64" => Some(DType::F64),
            _ => {
                let (sign, digits) = s.split_at_checked(1).unwrap_or_default();
                let width = Some(digits)
                    .filter(|d| d.bytes().all(|b| b.is_ascii_digit()) && !d.starts_with('0'))
                    .and_then(|d| d.parse::<u8>().ok())
                    .filter(|w| (1..=64).contains(w));
                match sign {
                    "i" => width.map(DType::Int),
                    "u" => width.map(DType::UInt),
                    _ => None,
                }
            }
        };
        named.ok_or_else(|| DTypeError(s.to_owned()))
    }
}

/// One value: its type and its bits, zero-extended to 64. The bits above the type's width are zero.
///
/// Equality is of bits: two NaNs of different payload differ, and so do the two zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scalar {
    dtype: DType,
    bits: u64,
}

impl Scalar {
    /// A value from raw bits; bits above the type's width are dropped.
    pub const fn from_bits(dtype: DType, bits: u64) -> Self {
        Scalar { dtype, bits: bits & dtype.mask() }
    }

    /// The integer `v` wrapped to the type's width; for a float type, `v` rounded to nearest even.
    pub fn from_i64(dtype: DType, v: i64) -> Self {
        let bits = match dtype {
            DType::F16 => F16::from_int(v < 0, v.unsigned_abs()),
            DType::BF16 => Bf16::from_int(v < 0, v.unsigned_abs()),
            DType::F32 => u64::from((v as f32).to_bits()),
            DType::F64 => (v as f64).to_bits(),
            DType::Int(_) | DType::UInt(_) | DType::Index => v as u64,
        };
        Scalar::from_bits(dtype, bits)
    }

    /// The float `v` rounded to nearest even; for an integer type, `v` truncated towards zero and saturated
    /// to its range (NaN gives 0).
    pub fn from_f64(dtype: DType, v: f64) -> Self {
        let bits = match dtype {
            DType::F16 => F16::from_f64(v),
            DType::BF16 => Bf16::from_f64(v),
            DType::F32 => f32::from_f64(v),
            DType::F64 => v.to_bits(),
            DType::Int(_) | DType::Index => super::cast::saturate_signed(v, dtype.bits()),
            DType::UInt(_) => super::cast::saturate_unsigned(v, dtype.bits()),
        };
        Scalar::from_bits(dtype, bits)
    }

    /// The truth value as an `i1`.
    pub const fn from_bool(v: bool) -> Self {
        Scalar { dtype: DType::I1, bits: v as u64 }
    }

    /// The type.
    pub const fn dtype(self) -> DType {
        self.dtype
    }

    /// The bits, zero-extended.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// The value of a float type, exactly; for an integer type, the value rounded to f64.
    pub fn to_f64(self) -> f64 {
        match self.dtype {
            DType::F16 => F16::to_f64(self.bits),
            DType::BF16 => Bf16::to_f64(self.bits),
            DType::F32 => f64::from(f32::from_bits(self.bits as u32)),
            DType::F64 => f64::from_bits(self.bits),
            DType::UInt(_) => self.bits as f64,
            DType::Int(_) | DType::Index => self.to_i64() as f64,
        }
    }

    /// The value of an integer type, signed or unsigned; `None` for a float type.
    pub const fn to_integer(self) -> Option<i128> {
        match self.dtype {
            DType::UInt(_) | DType::Int(1) => Some(self.bits as i128),
            DType::Int(_) | DType::Index => Some(self.to_i64() as i128),
            DType::F16 | DType::BF16 | DType::F32 | DType::F64 => None,
        }
    }

    /// The same bits as a value of the IR, whose integers are signless.
    pub const fn signless(self) -> Scalar {
        Scalar { dtype: self.dtype.signless(), bits: self.bits }
    }

    /// The signed value of an integer type: the bits, sign-extended from the type's width unless the type is
    /// unsigned.
    pub const fn to_i64(self) -> i64 {
        if self.dtype.is_unsigned() {
            return self.bits as i64;
        }
        let unused = 64 - self.dtype.bits();
        ((self.bits << unused) as i64) >> unused
    }

    /// The unsigned value of an integer type.
    pub const fn to_u64(self) -> u64 {
        self.bits
    }
}

impl fmt::Display for Scalar {
    /// The value without its type; `i1` prints `true` or `false`, signless integers print as signed ones.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dtype {
            DType::Int(1) => write!(f, "{}", self.bits == 1),
            DType::UInt(_) => write!(f, "{}", self.bits),
            DType::Int(_) | DType::Index => write!(f, "{}", self.to_i64()),
            DType::F16 | DType::BF16 | DType::F32 => write!(f, "{:?}", self.to_f64() as f32),
            DType::F64 => write!(f, "{:?}", self.to_f64()),
        }
    }
}

impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} : {}", self.dtype)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for d in [
            DType::I1,
            DType::Int(7),
            DType::I64,
            DType::U8,
            DType::U64,
            DType::Index,
            DType::BF16,
            DType::F64,
        ] {
            assert_eq!(d.to_string().parse::<DType>(), Ok(d));
        }
    }

    #[test]
    fn wrong_names_are_refused() {
        for s in ["", "i", "u", "i0", "i65", "u65", "i08", "i+8", "i256", "f8", "si32", "i32 ", "I32", "ü8"]
        {
            assert_eq!(s.parse::<DType>(), Err(DTypeError(s.into())), "{s}");
        }
    }

    #[test]
    fn integers_wrap_and_sign_extend() {
        assert_eq!(Scalar::from_i64(DType::I8, -1).bits(), 0xff);
        assert_eq!(Scalar::from_i64(DType::I8, 0x1ff).to_i64(), -1);
        assert_eq!(Scalar::from_i64(DType::Int(5), 16).to_i64(), -16);
        assert_eq!(Scalar::from_bool(true).to_i64(), -1);
        assert_eq!(Scalar::from_i64(DType::Index, -3).to_i64(), -3);
    }

    #[test]
    fn unsigned_integers_have_no_sign_bit() {
        let value = Scalar::from_i64(DType::U8, 255);
        assert_eq!((value.to_integer(), value.to_f64(), value.to_string()), (Some(255), 255.0, "255".into()));
        assert_eq!((value.signless().to_i64(), value.signless().dtype()), (-1, DType::I8));
        assert_eq!(Scalar::from_bits(DType::U64, u64::MAX).to_integer(), Some(u64::MAX.into()));
        assert_eq!(Scalar::from_f64(DType::U16, -1.0).bits(), 0);
        assert_eq!(Scalar::from_f64(DType::U16, 1e9).bits(), 65535);
        assert_eq!(DType::U64.range(), Some((0, u64::MAX.into())));
        assert_eq!(DType::I64.range(), Some((i64::MIN.into(), i64::MAX.into())));
        assert_eq!(DType::I1.range(), Some((0, 1)));
    }

    #[test]
    fn floats_round_once() {
        // 2049 lies halfway between the f16 values 2048 and 2050; one part in 2^30 above must round up.
        let above = 2049.0 + 2049.0 / f64::from(1u32 << 30);
        assert_eq!(Scalar::from_f64(DType::F16, 2049.0).to_f64(), 2048.0);
        assert_eq!(Scalar::from_f64(DType::F16, above).to_f64(), 2050.0);
        assert_eq!(Scalar::from_i64(DType::F16, 65519).to_f64(), 65504.0);
        assert_eq!(Scalar::from_i64(DType::F16, 65520).to_f64(), f64::INFINITY);
    }

    #[test]
    fn prints_for_people() {
        assert_eq!(format!("{:?}", Scalar::from_f64(DType::F32, 0.1)), "0.1 : f32");
        assert_eq!(format!("{:?}", Scalar::from_i64(DType::I16, -5)), "-5 : i16");
        assert_eq!(format!("{}", Scalar::from_bool(true)), "true");
    }
}
