//! The integer arithmetic of the rows agrees with their functions.

use super::*;
use tf_ir::arithmetic::{Rounding, Signedness};

/// Narrow enough to try all values.
const NARROW: DType = DType::Int(5);

fn all_values(dtype: DType) -> impl Iterator<Item = Scalar> {
    (0..=dtype.mask().min(31)).map(move |bits| Scalar::from_bits(dtype, bits))
}

/// The integer value of a scalar.
fn read(value: Scalar, sign: Signedness) -> i128 {
    match sign {
        Signedness::Signed => value.to_i64().into(),
        Signedness::Unsigned => value.bits().into(),
    }
}

fn quotient(a: i128, b: i128, rounding: Rounding) -> i128 {
    let (toward_zero, exact, negative) = (a / b, a % b == 0, (a < 0) != (b < 0));
    match rounding {
        Rounding::Floor if !exact && negative => toward_zero - 1,
        Rounding::Ceil if !exact && !negative => toward_zero + 1,
        _ => toward_zero,
    }
}

/// The integer whose lowest bits are the result; `None` if the arithmetic is undefined for the operands.
fn integer(arithmetic: Arithmetic<'static, usize>, operands: &[Scalar]) -> Option<i128> {
    use Arithmetic::*;
    let signed = |i: usize| read(operands[i], Signedness::Signed);
    let shift = |i: usize| (operands[i].bits() < 5).then(|| operands[i].bits());
    let divided = |i: usize, j: usize, sign| {
        let (a, b) = (read(operands[i], sign), read(operands[j], sign));
        (b != 0).then_some((a, b))
    };
    Some(match arithmetic {
        Constant(value) => value,
        Extent(_) => return None,
        Sum(a, b) => signed(a) + signed(b),
        Difference(a, b) => signed(a) - signed(b),
        Product(a, b) => signed(a) * signed(b),
        ShiftLeft(a, b) => signed(a) << shift(b)?,
        ShiftRight(a, b, sign) => read(operands[a], sign) >> shift(b)?,
        Quotient(a, b, rounding, sign) => {
            let (a, b) = divided(a, b, sign)?;
            quotient(a, b, rounding)
        }
        Remainder(a, b, rounding, sign) => {
            let (a, b) = divided(a, b, sign)?;
            a - b * quotient(a, b, rounding)
        }
        Minimum(a, b, sign) => read(operands[a], sign).min(read(operands[b], sign)),
        Maximum(a, b, sign) => read(operands[a], sign).max(read(operands[b], sign)),
        And(a, b) => signed(a) & signed(b),
        Absolute(a) => signed(a).abs(),
        Select(condition, a, b) => signed(if operands[condition].bits() != 0 { a } else { b }),
        Cast(a, sign) => read(operands[a], sign),
    })
}

/// Operand types and result type to try an op at.
fn types(kind: Kind) -> Vec<(Vec<DType>, DType)> {
    match kind {
        Kind::Select => vec![(vec![DType::I1, NARROW, NARROW], NARROW)],
        Kind::Cast(Cast::ExtI) => vec![(vec![NARROW], DType::I8)],
        Kind::Cast(Cast::TruncI) => vec![(vec![NARROW], DType::Int(3))],
        Kind::Cast(_) => vec![(vec![NARROW], DType::Index), (vec![DType::Index], NARROW)],
        _ => vec![(vec![NARROW; kind.operands()], NARROW)],
    }
}

fn tuples(types: &[DType]) -> Vec<Vec<Scalar>> {
    let Some((last, first)) = types.split_last() else { return vec![Vec::new()] };
    let with = |tuple: Vec<Scalar>| all_values(*last).map(move |x| [tuple.clone(), vec![x]].concat());
    tuples(first).into_iter().flat_map(with).collect()
}

#[test]
fn rows_compute_the_integers_they_state() {
    let mut tried = 0;
    for spec in all() {
        let Some(arithmetic) = spec.integer else { continue };
        tried += 1;
        for (operands, result) in types(spec.kind) {
            let kernel = spec.kernel(&operands, &[result], None).expect("types of its kind");
            for tuple in tuples(&operands) {
                let Some(stated) = integer(arithmetic, &tuple) else { continue };
                let stated = Scalar::from_bits(result, stated as u64 & result.mask());
                assert_eq!(kernel.eval(&tuple)[0], stated, "{} of {tuple:?}", spec.name);
            }
        }
    }
    assert_eq!(tried, 25);
}

#[test]
fn other_ops_state_no_integer_arithmetic() {
    for name in
        ["arith.ori", "arith.xori", "arith.cmpi", "math.ipowi", "math.ctlz", "arith.fptosi", "arith.addf"]
    {
        assert!(lookup(name).is_some_and(|spec| spec.integer.is_none()), "{name}");
    }
}
