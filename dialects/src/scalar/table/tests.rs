//! Tests of the table: order, stated algebra, rejections.

use super::*;

const FORMATS: [DType; 4] = [DType::F16, DType::BF16, DType::F32, DType::F64];
const INTS: [DType; 5] = [DType::I1, DType::Int(5), DType::I8, DType::I64, DType::Index];

/// Values that refute wrong claims: zeros of both signs, extremes, NaN, ordinary values.
fn samples(d: DType) -> Vec<Scalar> {
    if d.is_float() {
        let values = [0.0, -0.0, 1.0, -1.5, 3.0, 0.1, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -7.25];
        return values.iter().map(|&v| Scalar::from_f64(d, v)).collect();
    }
    let min = i64::MIN >> (64 - d.bits());
    [0, 1, -1, min, min.wrapping_sub(1), 3, -5, 0x5a].iter().map(|&v| Scalar::from_i64(d, v)).collect()
}

fn same(a: Scalar, b: Scalar) -> bool {
    a == b || (a.dtype().is_float() && a.to_f64().is_nan() && b.to_f64().is_nan())
}

/// Binary ops of one type, at each type they have.
fn binary_ops() -> Vec<(&'static OpSpec, DType, Kernel)> {
    let mut ops = Vec::new();
    for spec in all() {
        let types: &[DType] = match spec.kind {
            Kind::FloatBinary => &FORMATS,
            Kind::IntBinary => &INTS,
            _ => continue,
        };
        for &d in types {
            ops.push((spec, d, spec.kernel(&[d, d], &[d], None).expect("types of its kind")));
        }
    }
    ops
}

#[test]
fn names_are_sorted_and_found() {
    for table in [ARITH, MATH] {
        assert!(table.windows(2).all(|w| w[0].name < w[1].name));
    }
    for spec in all() {
        assert_eq!(lookup(spec.name).map(|s| s.name), Some(spec.name));
    }
    for missing in ["", "addf", "arith.", "arith.add", "math.addf", "arith.constant", "tensor.addf"] {
        assert!(lookup(missing).is_none(), "{missing}");
    }
    assert_eq!(lookup("arith.addf").map(OpSpec::mnemonic), Some("addf"));
}

#[test]
fn commutativity_is_as_stated() {
    for (spec, d, k) in binary_ops() {
        let mut commutes = true;
        for a in samples(d) {
            for b in samples(d) {
                commutes &= same(k.eval(&[a, b])[0], k.eval(&[b, a])[0]);
            }
        }
        assert!(commutes || !spec.commutative, "{} at {d}", spec.name);
        // One bit hides many differences.
        assert!(!commutes || spec.commutative || d == DType::I1, "{} at {d} commutes unsaid", spec.name);
    }
}

#[test]
fn exact_associativity_and_identities_hold() {
    for (spec, d, k) in binary_ops() {
        let f = |a: Scalar, b: Scalar| k.eval(&[a, b])[0];
        for a in samples(d) {
            if let Some(identity) = spec.identity {
                let e = identity.at(d);
                assert!(same(f(a, e), a) && same(f(e, a), a), "{} at {d}: {a:?} with {e:?}", spec.name);
            }
            if spec.idempotent {
                assert!(same(f(a, a), a), "{} at {d}: {a:?}", spec.name);
            }
            if spec.associativity != Associativity::Exact {
                continue;
            }
            for b in samples(d) {
                for c in samples(d) {
                    assert!(same(f(f(a, b), c), f(a, f(b, c))), "{} at {d}: {a:?} {b:?} {c:?}", spec.name);
                }
            }
        }
    }
}

#[test]
fn unary_idempotence_holds() {
    for spec in all().filter(|s| s.idempotent && s.operands() == 1) {
        let types: &[DType] = if spec.kind == Kind::FloatUnary { &FORMATS } else { &INTS };
        for &d in types {
            let k = spec.kernel(&[d], &[d], None).expect("types of its kind");
            for a in samples(d) {
                let once = k.eval(&[a])[0];
                assert!(same(k.eval(&[once])[0], once), "{} at {d}: {a:?}", spec.name);
            }
        }
    }
}

#[test]
fn results_have_no_bits_above_their_width() {
    for (spec, d, k) in binary_ops() {
        for a in samples(d) {
            for b in samples(d) {
                let r = k.call(a.bits(), b.bits(), 0);
                assert_eq!(r & !d.mask(), 0, "{} at {d}: {a:?} {b:?}", spec.name);
            }
        }
    }
}

#[test]
fn two_results() {
    let spec = lookup("arith.addui_extended").expect("in the table");
    let k = spec.kernel(&[DType::I8, DType::I8], &[DType::I8, DType::I1], None).expect("its types");
    let byte = |v| Scalar::from_i64(DType::I8, v);
    assert_eq!(k.eval(&[byte(200), byte(100)])[..], [byte(44), Scalar::from_bool(true)]);
    let spec = lookup("arith.mulsi_extended").expect("in the table");
    let k = spec.kernel(&[DType::I8; 2], &[DType::I8; 2], None).expect("its types");
    assert_eq!(k.eval(&[byte(-100), byte(100)])[..], [byte(-10000), byte(-10000 >> 8)]);
}

#[test]
fn map_broadcasts_single_elements() {
    let k =
        lookup("arith.subi").expect("in the table").kernel(&[DType::I8; 2], &[DType::I8], None).expect("i8");
    let mut out = [0; 3];
    k.map(0, &[&[10, 20, 30], &[5]], &mut out);
    assert_eq!(out, [5, 15, 25]);
}

#[test]
fn refusals_name_the_types() {
    let error = |op: &str, operands: &[DType], results: &[DType], p| {
        lookup(op).expect("in the table").kernel(operands, results, p).expect_err("refused").to_string()
    };
    let (f, i) = (DType::F32, DType::I32);
    assert_eq!(
        error("arith.addf", &[f, i], &[f], None),
        "arith.addf takes two floats of one type and gives that type, not (f32, i32) -> (f32)"
    );
    assert_eq!(
        error("arith.extf", &[DType::BF16], &[DType::F16], None),
        "arith.extf takes a float and gives a wider float, not (bf16) -> (f16)"
    );
    assert_eq!(error("arith.cmpi", &[i, i], &[DType::I1], None), "arith.cmpi needs a predicate, 0 to 9");
    assert_eq!(
        error("arith.cmpf", &[f, f], &[DType::I1], Some(16)),
        "arith.cmpf has no predicate 16, only 0 to 15"
    );
    assert_eq!(error("arith.addi", &[i, i], &[i], Some(0)), "arith.addi has no predicate");
    assert!(error("arith.bitcast", &[DType::Index], &[DType::I64], None).contains("same width"));
    assert!(error("arith.fptosi", &[f], &[DType::Index], None).contains("not (f32) -> (index)"));
}
