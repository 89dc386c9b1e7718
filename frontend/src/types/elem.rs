//! Element types of traced values: the IR's types plus signedness, which the IR leaves to the ops.

use std::fmt;
use tf_dialects::scalar::{DType, Scalar};
use tf_ir::context::Context;
use tf_ir::types::{FloatKind, Type};

/// The type of the elements of a [`crate::Tensor`].
///
/// Integers of the IR have no sign; here they have one, which selects the op: `a / b` is `arith.divsi` or
/// `arith.divui`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Elem {
    /// Booleans: the result of comparisons.
    Bool,
    /// A signed integer of 8, 16, 32 or 64 bits.
    Int(u8),
    /// An unsigned integer of 8, 16, 32 or 64 bits.
    UInt(u8),
    /// The type of indices and extents: a signed integer of 64 bits.
    Index,
    /// IEEE binary16.
    F16,
    /// bfloat16.
    BF16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

/// A Rust type that is an element type: bool, i8 to i64, u8 to u64, [`half::f16`], [`half::bf16`], f32, f64.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element type",
    label = "tensors have no such elements",
    note = "element types are `bool`, `i8` to `i64`, `u8` to `u64`, `f32`, `f64`, and `f16` and `bf16` of the crate `half`"
)]
pub trait Element: Copy + 'static {
    /// The element type.
    const ELEM: Elem;

    /// Appends the value as the bytes of a constant: little-endian, a bool as 0 or 1.
    fn push_bytes(self, out: &mut Vec<u8>);
}

macro_rules! elements {
    ($($rust:ty => $elem:expr;)*) => {
        $(impl Element for $rust {
            const ELEM: Elem = $elem;

            fn push_bytes(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
        })*
    };
}
elements! {
    i8 => Elem::Int(8);
    i16 => Elem::Int(16);
    i32 => Elem::Int(32);
    i64 => Elem::Int(64);
    u8 => Elem::UInt(8);
    u16 => Elem::UInt(16);
    u32 => Elem::UInt(32);
    u64 => Elem::UInt(64);
    half::f16 => Elem::F16;
    half::bf16 => Elem::BF16;
    f32 => Elem::F32;
    f64 => Elem::F64;
}

impl Element for bool {
    const ELEM: Elem = Elem::Bool;

    fn push_bytes(self, out: &mut Vec<u8>) {
        out.push(self.into());
    }
}

impl Elem {
    /// True for the float types.
    pub fn is_float(self) -> bool {
        matches!(self, Elem::F16 | Elem::BF16 | Elem::F32 | Elem::F64)
    }

    /// True for integers and indices, not for [`Elem::Bool`].
    pub fn is_int(self) -> bool {
        matches!(self, Elem::Int(_) | Elem::UInt(_) | Elem::Index)
    }

    /// True for signed integers.
    pub fn is_signed(self) -> bool {
        matches!(self, Elem::Int(_) | Elem::Index)
    }

    /// Width in bits.
    pub fn bits(self) -> u32 {
        self.dtype().bits()
    }

    /// The distance from 1 to the next float; 0 for types that are not floats.
    pub fn epsilon(self) -> f64 {
        self.dtype().epsilon()
    }

    /// The element type of host arrays.
    pub fn dtype(self) -> DType {
        match self {
            Elem::Bool => DType::I1,
            Elem::Int(width) => DType::Int(width),
            Elem::UInt(width) => DType::UInt(width),
            Elem::Index => DType::Index,
            Elem::F16 => DType::F16,
            Elem::BF16 => DType::BF16,
            Elem::F32 => DType::F32,
            Elem::F64 => DType::F64,
        }
    }

    /// The type for the elements of a host array.
    pub(crate) fn of(dtype: DType) -> Elem {
        match dtype {
            DType::I1 => Elem::Bool,
            DType::Int(width) => Elem::Int(width),
            DType::UInt(width) => Elem::UInt(width),
            DType::Index => Elem::Index,
            DType::F16 => Elem::F16,
            DType::BF16 => Elem::BF16,
            DType::F32 => Elem::F32,
            DType::F64 => Elem::F64,
        }
    }

    /// Whether the two types are the same in the IR, which has no signs.
    pub(crate) fn is_same_in_ir(self, other: Elem) -> bool {
        self.dtype().signless() == other.dtype().signless()
    }

    pub(crate) fn ir(self, ctx: &Context) -> Type {
        match self {
            Elem::Bool => ctx.i1(),
            Elem::Int(width) | Elem::UInt(width) => ctx.int(width.into()),
            Elem::Index => ctx.index(),
            Elem::F16 => ctx.float(FloatKind::F16),
            Elem::BF16 => ctx.float(FloatKind::BF16),
            Elem::F32 => ctx.f32(),
            Elem::F64 => ctx.f64(),
        }
    }

    /// The common type in which values of two types are combined.
    ///
    /// Equal types stay. A bool promotes to any other type, an integer to any float (of any width), a narrow
    /// type to a wider one of its kind, f16 and bf16 to f32. A signed and an unsigned integer promote to the
    /// signed type if that is wider, else to the next wider signed type. An index promotes only to floats.
    /// `u64` with a signed integer has no common type: `None`.
    pub fn promote(self, other: Elem) -> Option<Elem> {
        use Elem::*;
        Some(match (self, other) {
            (a, b) if a == b => a,
            (Bool, b) => b,
            (a, Bool) => a,
            (F16, BF16) | (BF16, F16) => F32,
            (a, b) if a.is_float() && b.is_float() => {
                if a.bits() >= b.bits() {
                    a
                } else {
                    b
                }
            }
            (a, _) if a.is_float() => a,
            (_, b) if b.is_float() => b,
            (Index, UInt(64)) | (UInt(64), Index) => return None,
            (Index, _) | (_, Index) => Index,
            (Int(a), Int(b)) => Int(a.max(b)),
            (UInt(a), UInt(b)) => UInt(a.max(b)),
            (Int(s), UInt(u)) | (UInt(u), Int(s)) => match s {
                s if s > u => Int(s),
                _ if u < 64 => Int(u * 2),
                _ => return None,
            },
            _ => unreachable!("all pairs of kinds are above"),
        })
    }

    /// The accumulator type of sums and products: f32 for f16 and bf16, which would lose small terms of long
    /// sums and overflow in intermediate results. The result is rounded once.
    pub(crate) fn accumulator(self) -> Elem {
        if matches!(self, Elem::F16 | Elem::BF16) { Elem::F32 } else { self }
    }

    /// The float type for functions such as `sqrt`: floats stay, all other types become f32.
    pub fn to_float(self) -> Elem {
        if self.is_float() { self } else { Elem::F32 }
    }
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elem::Bool => f.write_str("bool"),
            Elem::Int(width) => write!(f, "i{width}"),
            Elem::UInt(width) => write!(f, "u{width}"),
            other => write!(f, "{}", other.dtype()),
        }
    }
}

/// A constant of the host language in a traced expression.
///
/// It takes the type of the other operand; without one, it has its own type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// A boolean.
    Bool(bool),
    /// An integer, and its own type.
    Int(i128, Elem),
    /// A float, and its own type.
    Float(f64, Elem),
}

impl Number {
    /// Its own type.
    pub fn elem(self) -> Elem {
        match self {
            Number::Bool(_) => Elem::Bool,
            Number::Int(_, elem) | Number::Float(_, elem) => elem,
        }
    }

    /// The type in which the constant is combined with values of type `other`: `other`, unless that cannot
    /// represent such constants.
    pub fn beside(self, other: Elem) -> Elem {
        match self {
            Number::Float(..) => other.to_float(),
            Number::Int(..) if other == Elem::Bool => Elem::Int(32),
            Number::Int(..) | Number::Bool(_) => other,
        }
    }

    /// The constant as a value of a type; `None` if an integer does not fit the type.
    pub(crate) fn to_scalar(self, elem: Elem) -> Option<Scalar> {
        let dtype = elem.dtype().signless();
        match self {
            Number::Float(value, _) if elem.is_float() => Some(Scalar::from_f64(dtype, value)),
            Number::Float(..) => None,
            Number::Bool(value) if elem == Elem::Bool => Some(Scalar::from_bool(value)),
            Number::Bool(value) => Number::Int(value.into(), Elem::Int(32)).to_scalar(elem),
            Number::Int(value, _) if elem.is_float() => {
                // Constants of the host language have at most 64 bits.
                Some(Scalar::from_f64(dtype, value as f64))
            }
            Number::Int(value, _) => {
                let bits = elem.bits();
                let range = match elem {
                    Elem::Bool => 0..=1,
                    _ if elem.is_signed() => -(1i128 << (bits - 1))..=(1i128 << (bits - 1)) - 1,
                    _ => 0..=(1i128 << bits) - 1,
                };
                range.contains(&value).then(|| Scalar::from_bits(dtype, value as u64 & dtype.mask()))
            }
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Bool(value) => write!(f, "{value}"),
            Number::Int(value, _) => write!(f, "{value}"),
            Number::Float(value, _) => write!(f, "{value:?}"),
        }
    }
}

macro_rules! numbers {
    ($($rust:ty => $variant:ident,)*) => {
        $(impl From<$rust> for Number {
            fn from(value: $rust) -> Number {
                Number::$variant(value.into(), <$rust as Element>::ELEM)
            }
        })*
    };
}
numbers! {
    i8 => Int, i16 => Int, i32 => Int, i64 => Int, u8 => Int, u16 => Int, u32 => Int, u64 => Int,
    half::f16 => Float, half::bf16 => Float, f32 => Float, f64 => Float,
}

impl From<bool> for Number {
    fn from(value: bool) -> Number {
        Number::Bool(value)
    }
}

impl From<usize> for Number {
    fn from(value: usize) -> Number {
        Number::Int(value as i128, Elem::Index)
    }
}

#[cfg(test)]
mod tests {
    use super::Elem::*;
    use super::*;

    const ALL: [Elem; 14] = [
        Bool,
        Int(8),
        Int(16),
        Int(32),
        Int(64),
        UInt(8),
        UInt(16),
        UInt(32),
        UInt(64),
        Index,
        F16,
        BF16,
        F32,
        F64,
    ];

    #[test]
    fn promotion_is_symmetric_and_holds_both() {
        for a in ALL {
            assert_eq!(a.promote(a), Some(a));
            for b in ALL {
                let found = a.promote(b);
                assert_eq!(found, b.promote(a), "{a} with {b}");
                let Some(c) = found else {
                    assert!(a == UInt(64) && b.is_signed() || b == UInt(64) && a.is_signed(), "{a} with {b}");
                    continue;
                };
                assert_eq!(a.promote(c), Some(c), "{a} with {b}");
                assert_eq!(c.is_float(), a.is_float() || b.is_float());
            }
        }
    }

    #[test]
    fn promotions_by_example() {
        let table = [
            (UInt(8), Int(8), Int(16)),
            (UInt(32), Int(64), Int(64)),
            (UInt(32), Int(32), Int(64)),
            (Int(64), F16, F16),
            (F16, BF16, F32),
            (Index, Int(8), Index),
            (Index, F32, F32),
            (Bool, UInt(16), UInt(16)),
        ];
        for (a, b, c) in table {
            assert_eq!(a.promote(b), Some(c), "{a} with {b}");
        }
    }

    #[test]
    fn numbers_adapt_or_are_refused() {
        let int = |v: i32| Number::from(v);
        assert_eq!(int(1).beside(F16), F16);
        assert_eq!(int(1).beside(UInt(8)), UInt(8));
        assert_eq!(int(1).beside(Bool), Int(32));
        assert_eq!(Number::from(0.5).beside(Int(64)), F32);
        assert_eq!(Number::from(0.5f32).beside(F64), F64);
        assert_eq!(int(255).to_scalar(UInt(8)).map(Scalar::bits), Some(255));
        assert_eq!(int(-1).to_scalar(UInt(8)), None);
        assert_eq!(int(-1).to_scalar(Int(8)).map(Scalar::bits), Some(255));
        assert_eq!(int(128).to_scalar(Int(8)), None);
        assert_eq!(Number::from(0.5).to_scalar(Int(8)), None);
        assert_eq!(Number::from(true).to_scalar(F32), Some(Scalar::from_f64(DType::F32, 1.0)));
        assert_eq!(Number::from(u64::MAX).to_scalar(UInt(64)).map(Scalar::bits), Some(u64::MAX));
    }

    #[test]
    fn bytes_are_those_of_constants() {
        let mut bytes = Vec::new();
        true.push_bytes(&mut bytes);
        1.5f32.push_bytes(&mut bytes);
        (-2i16).push_bytes(&mut bytes);
        assert_eq!(bytes, [1, 0, 0, 0xc0, 0x3f, 0xfe, 0xff]);
    }
}
