//! Algebraic identities as a table: the operand values for which the result is an operand or a constant.
//!
//! Every row holds for all values bit for bit (NaN payloads aside), or names the fast-math flags that it
//! needs; the tests evaluate each row on both sides.

use super::constant;
use crate::arith;
use crate::arith::flags::{FastMath, FlagSet};
use crate::constraints::scalar_of;
use crate::math;
use crate::scalar::table::{Identity as Unit, OpSpec};
use crate::scalar::{DType, Scalar, dtype};
use smallvec::smallvec;
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::interfaces::{Folded, FoldedResults};
use tf_ir::opref::OpRef;

use self::{IdentityResult::*, Operand::*};

/// The required value of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// Anything.
    Any,
    /// The same value as the left operand.
    Left,
    /// This constant, or a splat of it.
    Is(Unit),
    /// The signed integer 1, which i1 cannot represent.
    SignedOne,
}

/// The result of an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IdentityResult {
    /// The left operand.
    Lhs,
    /// A constant, at the result's element type.
    Const(Unit),
}

/// `op(lhs, rhs) = gives`, given the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) op: OpKind,
    pub(super) lhs: Operand,
    pub(super) rhs: Operand,
    pub(super) gives: &'static [IdentityResult],
    /// Fast-math flags that must be set.
    pub(super) needs: FastMath,
}

const fn row(op: OpKind, lhs: Operand, rhs: Operand, gives: &'static [IdentityResult]) -> Identity {
    Identity { op, lhs, rhs, gives, needs: FastMath::NONE }
}

const fn fast(op: OpKind, lhs: Operand, rhs: Operand, gives: IdentityResult, needs: FastMath) -> Identity {
    let gives: &'static [IdentityResult] = match gives {
        Lhs => &[Lhs],
        Const(Unit::One) => &[Const(Unit::One)],
        Const(_) => &[Const(Unit::Zero)],
    };
    Identity { op, lhs, rhs, gives, needs }
}

const ZERO: Operand = Is(Unit::Zero);
const ONE: Operand = Is(Unit::One);
const ONES: Operand = Is(Unit::AllOnes);
const MINUS_ZERO: Operand = Is(Unit::NegativeZero);
const ZERO_SIGN: FastMath = FastMath::NSZ;
const NO_NANS: FastMath = FastMath::NNAN;

/// Identities beyond those in the scalar table (identity elements, idempotence). Division and remainder by
/// zero have this project's defined results.
static TABLE: &[Identity] = &[
    row(arith::AdduiExtended::KIND, Any, ZERO, &[Lhs, Const(Unit::Zero)]),
    row(arith::Subi::KIND, Any, ZERO, &[Lhs]),
    row(arith::Subi::KIND, Any, Left, &[Const(Unit::Zero)]),
    row(arith::Muli::KIND, Any, ZERO, &[Const(Unit::Zero)]),
    row(arith::MulsiExtended::KIND, Any, ZERO, &[Const(Unit::Zero), Const(Unit::Zero)]),
    row(arith::MuluiExtended::KIND, Any, ZERO, &[Const(Unit::Zero), Const(Unit::Zero)]),
    row(arith::MuluiExtended::KIND, Any, ONE, &[Lhs, Const(Unit::Zero)]),
    row(arith::Divsi::KIND, Any, ONE, &[Lhs]),
    row(arith::Divui::KIND, Any, ONE, &[Lhs]),
    row(arith::Ceildivsi::KIND, Any, ONE, &[Lhs]),
    row(arith::Ceildivui::KIND, Any, ONE, &[Lhs]),
    row(arith::Floordivsi::KIND, Any, ONE, &[Lhs]),
    row(arith::Divsi::KIND, Any, ZERO, &[Const(Unit::AllOnes)]),
    row(arith::Divui::KIND, Any, ZERO, &[Const(Unit::AllOnes)]),
    row(arith::Ceildivsi::KIND, Any, ZERO, &[Const(Unit::AllOnes)]),
    row(arith::Ceildivui::KIND, Any, ZERO, &[Const(Unit::AllOnes)]),
    row(arith::Floordivsi::KIND, Any, ZERO, &[Const(Unit::AllOnes)]),
    row(arith::Remsi::KIND, Any, ZERO, &[Lhs]),
    row(arith::Remui::KIND, Any, ZERO, &[Lhs]),
    row(arith::Remsi::KIND, Any, ONE, &[Const(Unit::Zero)]),
    row(arith::Remui::KIND, Any, ONE, &[Const(Unit::Zero)]),
    row(arith::Remsi::KIND, Any, ONES, &[Const(Unit::Zero)]),
    row(arith::Remsi::KIND, ZERO, Any, &[Const(Unit::Zero)]),
    row(arith::Remui::KIND, ZERO, Any, &[Const(Unit::Zero)]),
    row(arith::Remsi::KIND, Any, Left, &[Const(Unit::Zero)]),
    row(arith::Remui::KIND, Any, Left, &[Const(Unit::Zero)]),
    row(arith::Andi::KIND, Any, ZERO, &[Const(Unit::Zero)]),
    row(arith::Ori::KIND, Any, ONES, &[Const(Unit::AllOnes)]),
    row(arith::Xori::KIND, Any, Left, &[Const(Unit::Zero)]),
    row(arith::Shli::KIND, Any, ZERO, &[Lhs]),
    row(arith::Shrsi::KIND, Any, ZERO, &[Lhs]),
    row(arith::Shrui::KIND, Any, ZERO, &[Lhs]),
    row(arith::Shli::KIND, ZERO, Any, &[Const(Unit::Zero)]),
    row(arith::Shrsi::KIND, ZERO, Any, &[Const(Unit::Zero)]),
    row(arith::Shrui::KIND, ZERO, Any, &[Const(Unit::Zero)]),
    row(arith::Shrsi::KIND, ONES, Any, &[Const(Unit::AllOnes)]),
    row(arith::Maxsi::KIND, Any, Is(Unit::SignedMax), &[Const(Unit::SignedMax)]),
    row(arith::Minsi::KIND, Any, Is(Unit::SignedMin), &[Const(Unit::SignedMin)]),
    row(arith::Maxui::KIND, Any, ONES, &[Const(Unit::AllOnes)]),
    row(arith::Minui::KIND, Any, ZERO, &[Const(Unit::Zero)]),
    row(arith::Subf::KIND, Any, ZERO, &[Lhs]),
    row(arith::Divf::KIND, Any, ONE, &[Lhs]),
    fast(arith::Addf::KIND, Any, ZERO, Lhs, ZERO_SIGN),
    fast(arith::Subf::KIND, Any, MINUS_ZERO, Lhs, ZERO_SIGN),
    fast(arith::Subf::KIND, Any, Left, Const(Unit::Zero), NO_NANS),
    fast(arith::Mulf::KIND, Any, ZERO, Const(Unit::Zero), FastMath::with(NO_NANS, ZERO_SIGN)),
    fast(arith::Mulf::KIND, Any, MINUS_ZERO, Const(Unit::Zero), FastMath::with(NO_NANS, ZERO_SIGN)),
    fast(arith::Divf::KIND, ZERO, Any, Const(Unit::Zero), FastMath::with(NO_NANS, ZERO_SIGN)),
    fast(arith::Divf::KIND, Any, Left, Const(Unit::One), NO_NANS),
    row(math::Copysign::KIND, Any, Left, &[Lhs]),
    row(math::Ipowi::KIND, Any, SignedOne, &[Lhs]),
    row(math::Ipowi::KIND, Any, ZERO, &[Const(Unit::One)]),
    row(math::Fpowi::KIND, Any, SignedOne, &[Lhs]),
    row(math::Fpowi::KIND, Any, ZERO, &[Const(Unit::One)]),
    row(math::Powf::KIND, Any, ONE, &[Lhs]),
    row(math::Powf::KIND, Any, ZERO, &[Const(Unit::One)]),
];

/// The identities of an op: those of the table, and those of its row.
pub(super) fn of(spec: &OpSpec) -> Vec<Identity> {
    if spec.operands() != 2 {
        return Vec::new();
    }
    let mut rows: Vec<Identity> = TABLE.iter().filter(|row| row.op == spec.op).copied().collect();
    if let Some(unit) = spec.identity {
        rows.push(row(spec.op, Any, Is(unit), &[Lhs]));
    }
    if spec.idempotent {
        rows.push(row(spec.op, Any, Left, &[Lhs]));
    }
    rows
}

/// The first identity that applies.
pub(super) fn fold(
    rows: &[Identity],
    op: OpRef<'_>,
    constants: &[Option<Attribute>],
) -> Option<FoldedResults> {
    if rows.is_empty() {
        return None;
    }
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    if lhs != rhs && constants[0].is_none() && constants[1].is_none() {
        return None;
    }
    let ctx = op.ctx();
    let values = [0, 1].map(|i| constants[i].and_then(|attr| constant::uniform(ctx, attr)));
    let flags = FastMath::of(op);
    let straight = rows.iter().find(|row| flags.has(row.needs) && applies(row, values, lhs == rhs));
    if let Some(row) = straight {
        return results(row, op, 0);
    }
    // A constant on the left of a commutative op.
    let commutes = op.has(tf_ir::registry::Traits::COMMUTATIVE) && values[0].is_some();
    let swapped = [values[1], values[0]];
    let row =
        rows.iter().find(|row| commutes && flags.has(row.needs) && applies(row, swapped, lhs == rhs))?;
    results(row, op, 1)
}

fn applies(row: &Identity, values: [Option<Scalar>; 2], same: bool) -> bool {
    let is = |unit: Unit, value: Option<Scalar>| value.is_some_and(|v| is_unit(unit, v));
    let fits = |want: Operand, value| match want {
        Any => true,
        Left => same,
        Is(unit) => is(unit, value),
        SignedOne => value.is_some_and(|v| v.to_i64() == 1),
    };
    fits(row.lhs, values[0]) && fits(row.rhs, values[1])
}

/// Equality of bits; any NaN is NaN.
fn is_unit(unit: Unit, value: Scalar) -> bool {
    if unit == Unit::NaN {
        return value.dtype().is_float() && value.to_f64().is_nan();
    }
    fits_type(unit, value.dtype()) && unit.at(value.dtype()) == value
}

/// Infinities and −0 are floats.
fn fits_type(unit: Unit, dtype: DType) -> bool {
    match unit {
        Unit::Zero | Unit::One => true,
        Unit::AllOnes | Unit::SignedMin | Unit::SignedMax => dtype.is_int(),
        _ => dtype.is_float(),
    }
}

fn results(row: &Identity, op: OpRef<'_>, left: usize) -> Option<FoldedResults> {
    let ctx = op.ctx();
    let mut folded: FoldedResults = smallvec![];
    for (i, gives) in row.gives.iter().enumerate() {
        folded.push(match gives {
            Lhs => Folded::Value(op.operand(left)),
            Const(unit) => {
                let ty = op.result_type(i);
                let dtype = dtype(ctx, scalar_of(ctx, ty))?;
                Folded::Constant(constant::splat_attr(ctx, ty, unit.at(dtype))?)
            }
        });
    }
    Some(folded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::table::{self, Kind, all};

    /// Special values, and many pseudorandom bit patterns.
    fn samples(d: DType, flags: FastMath) -> Vec<Scalar> {
        let bits = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - d.bits());
        let allowed = |v: &Scalar| d.is_int() || !(flags.has(FastMath::NNAN) && v.to_f64().is_nan());
        let random = (1..2000).map(|i| Scalar::from_bits(d, bits(i))).filter(allowed);
        special(d, flags).into_iter().chain(random).collect()
    }

    fn special(d: DType, flags: FastMath) -> Vec<Scalar> {
        if d.is_int() {
            let min = i64::MIN >> (64 - d.bits());
            return [0, 1, -1, 2, min, !min, 3, -5, 0x5a].iter().map(|v| Scalar::from_i64(d, *v)).collect();
        }
        let values = [0.0, -0.0, 1.0, -1.5, 3.0, 0.1, -7.25, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let allowed = |v: &&f64| !(flags.has(FastMath::NNAN) && v.is_nan());
        values.iter().filter(allowed).map(|v| Scalar::from_f64(d, *v)).collect()
    }

    /// Equality, up to the freedom of the flags.
    fn agree(a: Scalar, b: Scalar, flags: FastMath) -> bool {
        let nan = |s: Scalar| s.dtype().is_float() && s.to_f64().is_nan();
        let zero = |s: Scalar| s.to_f64() == 0.0;
        (nan(a) && flags.has(FastMath::NNAN))
            || (nan(a) && nan(b))
            || (flags.has(FastMath::NSZ) && zero(a) && zero(b))
            || a == b
    }

    fn check(row: &Identity, spec: &OpSpec, types: [DType; 2], results: &[DType]) {
        let kernel = spec.kernel(&types, results, None).expect("types of its kind");
        let range = |want: Operand, d: DType| match want {
            Is(unit) => vec![unit.at(d)],
            SignedOne => vec![Scalar::from_i64(d, 1)].into_iter().filter(|v| v.to_i64() == 1).collect(),
            _ => samples(d, row.needs),
        };
        for a in range(row.lhs, types[0]) {
            let rights = if row.rhs == Left { vec![a] } else { range(row.rhs, types[1]) };
            for b in rights {
                for (i, value) in kernel.eval(&[a, b]).into_iter().enumerate() {
                    let said = match row.gives[i] {
                        Lhs => a,
                        Const(unit) => unit.at(results[i]),
                    };
                    assert!(
                        agree(value, said, row.needs),
                        "{row:?} at {types:?}: {a:?} {b:?} gives {value:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_row_holds_at_every_type() {
        let ints = [DType::I1, DType::Int(5), DType::I8, DType::I32, DType::I64, DType::Index];
        let floats = [DType::F16, DType::BF16, DType::F32, DType::F64];
        let mut rows = 0;
        for spec in all() {
            for row in of(spec) {
                rows += 1;
                match spec.kind {
                    Kind::IntBinary => ints.iter().for_each(|d| check(&row, spec, [*d; 2], &[*d])),
                    Kind::MulExtended => ints.iter().for_each(|d| check(&row, spec, [*d; 2], &[*d; 2])),
                    Kind::AddExtended => {
                        ints.iter().for_each(|d| check(&row, spec, [*d; 2], &[*d, DType::I1]))
                    }
                    Kind::FloatInt => floats.iter().for_each(|d| check(&row, spec, [*d, DType::I32], &[*d])),
                    Kind::FloatBinary => floats.iter().for_each(|d| check(&row, spec, [*d; 2], &[*d])),
                    other => panic!("{}: identities of kind {other:?} are not checked", spec.name),
                }
            }
        }
        assert!(rows > 60);
    }

    #[test]
    fn required_flags_are_checked() {
        // Each row with flags is false for some value without them.
        for row in TABLE.iter().filter(|row| row.needs != FastMath::NONE) {
            let spec = table::row(row.op).expect("in the table");
            let d = DType::F32;
            let kernel = spec.kernel(&[d; 2], &[d], None).expect("a float op");
            let range = |want: Operand| match want {
                Is(unit) => vec![unit.at(d)],
                _ => samples(d, FastMath::NONE),
            };
            let broken = range(row.lhs).into_iter().any(|a| {
                let rights = if row.rhs == Left { vec![a] } else { range(row.rhs) };
                rights.into_iter().any(|b| {
                    let said = match row.gives[0] {
                        Lhs => a,
                        Const(unit) => unit.at(d),
                    };
                    !agree(kernel.eval(&[a, b])[0], said, FastMath::NONE)
                })
            });
            assert!(broken, "{row:?} holds without flags");
        }
    }

    #[test]
    fn rows_are_of_ops_of_the_table() {
        for row in TABLE {
            assert!(table::row(row.op).is_some(), "{row:?}");
        }
    }
}
