//! Comparison predicates, with upstream's values, and `select`.

use super::format::Format;
use super::kernel::Ctx;

/// `cmpi` with the predicate of value `P`.
///
/// # Panics
/// At compile time for `P` above 9.
pub fn cmpi<const P: u8>(c: Ctx, a: u64, b: u64, _: u64) -> u64 {
    const { assert!(P < 10, "cmpi has ten predicates") };
    let (x, y) = (c.sext(a), c.sext(b));
    u64::from(match P {
        0 => a == b,
        1 => a != b,
        2 => x < y,
        3 => x <= y,
        4 => x > y,
        5 => x >= y,
        6 => a < b,
        7 => a <= b,
        8 => a > b,
        _ => a >= b,
    })
}

/// The outcomes for which a `cmpf` predicate holds: bit 0 equal, 1 greater, 2 less, 3 unordered.
pub(crate) const fn float_outcomes(predicate: u8) -> u8 {
    match predicate {
        0..=7 => predicate,
        8..=13 => predicate + 1,
        14 => 8,
        _ => 15,
    }
}

/// `cmpf` with the predicate of value `P`.
///
/// # Panics
/// At compile time for `P` above 15.
pub fn cmpf<F: Format, const P: u8>(_: Ctx, a: u64, b: u64, _: u64) -> u64 {
    const { assert!(P < 16, "cmpf has sixteen predicates") };
    let (x, y) = (F::load(a), F::load(b));
    let (eq, gt, lt) = (x == y, x > y, x < y);
    let unordered = !(eq | gt | lt);
    let outcome = u8::from(eq) | u8::from(gt) << 1 | u8::from(lt) << 2 | u8::from(unordered) << 3;
    u64::from(float_outcomes(P) & outcome != 0)
}

/// `b` where the condition `a` is 1, else `c`.
pub fn select(_: Ctx, a: u64, b: u64, c: u64) -> u64 {
    if a != 0 { b } else { c }
}

#[cfg(test)]
mod tests {
    use crate::arith::{CmpF, CmpI};
    use crate::scalar::{DType, Kernel, lookup};

    fn kernel(op: &str, dtype: DType, predicate: usize) -> Kernel {
        let spec = lookup(op).expect("an op of the table");
        spec.kernel(&[dtype, dtype], &[DType::I1], Some(predicate as u8)).expect("comparable types")
    }

    #[test]
    fn every_float_predicate() {
        let (one, two, nan) = (1f32.to_bits() as u64, 2f32.to_bits() as u64, f32::NAN.to_bits() as u64);
        let holds = |name: &str, x: f32, y: f32| {
            let (ordered, name_tail) = (!x.is_nan() && !y.is_nan(), &name[1..]);
            match name {
                "false" | "true" => name == "true",
                "ord" => ordered,
                "uno" => !ordered,
                _ if !ordered => name.starts_with('u'),
                _ => match name_tail {
                    "eq" => x == y,
                    "gt" => x > y,
                    "ge" => x >= y,
                    "lt" => x < y,
                    "le" => x <= y,
                    _ => x != y,
                },
            }
        };
        for (p, name) in CmpF::NAMES.iter().enumerate() {
            let k = kernel("arith.cmpf", DType::F32, p);
            for (a, x) in [(one, 1.0), (two, 2.0), (nan, f32::NAN)] {
                for (b, y) in [(one, 1.0), (two, 2.0), (nan, f32::NAN)] {
                    assert_eq!(k.call(a, b, 0) == 1, holds(name, x, y), "{x} {name} {y}");
                }
            }
        }
    }

    #[test]
    fn zeros_of_both_signs_are_equal() {
        for (dtype, minus) in [(DType::F16, 0x8000), (DType::BF16, 0x8000), (DType::F64, 1u64 << 63)] {
            assert_eq!(kernel("arith.cmpf", dtype, 1).call(0, minus, 0), 1);
            assert_eq!(kernel("arith.cmpf", dtype, 4).call(minus, 0, 0), 0);
        }
    }

    #[test]
    fn every_int_predicate() {
        for (p, name) in CmpI::NAMES.iter().enumerate() {
            let k = kernel("arith.cmpi", DType::I8, p);
            for (a, b) in [(1u8, 2u8), (2, 1), (3, 3), (0xff, 1), (1, 0xff), (0x80, 0x7f)] {
                let (x, y) = (a as i8, b as i8);
                let expected = match *name {
                    "eq" => a == b,
                    "ne" => a != b,
                    "slt" => x < y,
                    "sle" => x <= y,
                    "sgt" => x > y,
                    "sge" => x >= y,
                    "ult" => a < b,
                    "ule" => a <= b,
                    "ugt" => a > b,
                    _ => a >= b,
                };
                assert_eq!(k.call(a.into(), b.into(), 0) == 1, expected, "{a} {name} {b}");
            }
        }
    }
}
