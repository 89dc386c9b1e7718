//! Every guarded op computes its scalar semantics, and no raw op gets operands with undefined results in
//! LLVM.

use rustc_hash::FxHashMap;
use tf_dialects::arith;
use tf_dialects::elementwise::{constant, kernel_of};
use tf_dialects::func::{Func, Return};
use tf_dialects::scalar::{DType, Scalar, lookup, type_of};
use tf_dialects::{func, register_all};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::location::Location;
use tf_ir::pass::{PassManager, PassRegistry, Pipeline};
use tf_ir::registry::Registry;
use tf_ir::types::Type;
use tf_passes::machine::arith_guard;

fn context() -> Context {
    let mut registry = Registry::new();
    register_all(&mut registry);
    Context::new(registry)
}

/// A function that applies one op to its arguments.
fn one_op(ctx: &Context, name: &str, operands: &[DType], result: DType, predicate: Option<u8>) -> Body {
    let types: Vec<Type> = operands.iter().map(|d| type_of(ctx, *d)).collect();
    let result = type_of(ctx, result);
    let (mut body, entry) = func::function(ctx, "f", &types, &[result], Location::UNKNOWN);
    let args: Vec<Value> = body.args(entry).collect();
    let attrs: Vec<(&str, Attribute)> =
        predicate.map(|p| ("predicate", ctx.i64_attr(p.into()))).into_iter().collect();
    let mut b = Builder::at_end(&mut body, entry, Location::UNKNOWN);
    let value = b.value(name, &args, result, &attrs);
    func::build_return(&mut b, &[value]);
    body
}

fn run(ctx: &Context, body: &mut Body) -> bool {
    let mut passes = PassRegistry::new();
    passes.pass(&arith_guard::INFO);
    let pipeline = Pipeline::parse(ctx, &passes, Func::NAME, "arith-guard", "test").expect("a pipeline");
    let before = tf_ir::walk::count_ops(body);
    let report = PassManager::new(pipeline).run(body, &mut |_| {});
    assert!(report.ok);
    tf_ir::walk::count_ops(body) != before
}

/// True if LLVM defines the op for these operands.
fn defined(name: &str, operands: &[Scalar], result: Scalar) -> bool {
    let (a, b) = (operands[0], operands.get(1).copied().unwrap_or(operands[0]));
    let width = a.dtype().bits();
    let smallest = a.dtype().is_int() && a.to_i64() == i64::MIN >> (64 - width);
    match name {
        "arith.divsi" | "arith.remsi" => b.bits() != 0 && !(smallest && b.to_i64() == -1),
        "arith.divui" | "arith.remui" => b.bits() != 0,
        "arith.floordivsi" | "arith.ceildivsi" | "arith.ceildivui" => false,
        "arith.shli" | "arith.shrsi" | "arith.shrui" => b.bits() < width.into(),
        "arith.fptosi" => a.to_f64().trunc() == result.to_i64() as f64 && a.dtype().bits() > 16,
        "arith.fptoui" => a.to_f64().trunc() == result.bits() as f64 && a.dtype().bits() > 16,
        "arith.maxnumf" | "arith.minnumf" => false,
        "arith.extf" => {
            a.dtype() != DType::BF16 && !(a.dtype() == DType::F16 && result.dtype() == DType::F64)
        }
        "arith.truncf" => {
            result.dtype() != DType::BF16 && !(result.dtype() == DType::F16 && a.dtype() == DType::F64)
        }
        "arith.select" | "arith.bitcast" => true,
        _ => operands.iter().chain([&result]).all(|v| !v.dtype().is_float() || v.dtype().bits() > 16),
    }
}

fn evaluate(body: &Body, args: &[Scalar], check: bool) -> Scalar {
    let ctx = body.ctx();
    let entry = body.entry_block().expect("a body");
    let mut values: FxHashMap<Value, Scalar> = body.args(entry).zip(args.iter().copied()).collect();
    for op in body.ops(entry) {
        let view = body.op(op);
        if view.is(Return) {
            return values[&view.operand(0)];
        }
        if let Some(value) = view.constant() {
            values.insert(view.result(0), constant::scalar(ctx, value).expect("a scalar"));
            continue;
        }
        let operands: Vec<Scalar> = view.operands().map(|v| values[&v]).collect();
        let results = kernel_of(view).expect("an elementwise op").eval(&operands);
        assert!(
            !check || defined(view.name(), &operands, results[0]),
            "{} is undefined for {operands:?} -> {results:?}",
            view.name()
        );
        values.extend(view.results().zip(results));
    }
    unreachable!("a function returns")
}

fn samples(d: DType) -> Vec<Scalar> {
    if d.is_int() {
        let min = i64::MIN >> (64 - d.bits());
        let mut values: Vec<i64> = vec![0, 1, -1, 2, -2, 3, -3, 5, 7, -8, 31, 32, 33, 63, 64, 65, 100, -100];
        values.extend([
            min,
            min + 1,
            !min,
            !min - 1,
            min / 2,
            (1 << 53) + 1,
            -(1 << 60) - 3,
            0x0123_4567_89ab_cdef,
        ]);
        let mut all: Vec<Scalar> = values.iter().map(|v| Scalar::from_i64(d, *v)).collect();
        all.dedup_by_key(|s| s.bits());
        return all;
    }
    let mut values =
        vec![0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 0.3, -1.5, 2.5, 1e-7, 6e-8, 1e-40, 3e38, 65504.0, 65519.9];
    values.extend([
        127.0,
        127.5,
        128.0,
        -128.0,
        -128.9,
        -129.0,
        255.9,
        256.0,
        32768.0,
        2147483647.0,
        2147483648.0,
    ]);
    values.extend([
        -2147483648.0,
        -2147483649.0,
        4294967295.0,
        4294967296.0,
        9.3e18,
        -9.3e18,
        1.85e19,
        1e300,
    ]);
    values.extend([
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1.0009765625,
        1.00048828125,
        1.000488281250001,
    ]);
    let mut all: Vec<Scalar> = values.iter().map(|v| Scalar::from_f64(d, *v)).collect();
    for bits in [1u64, 0x3ff, 0x7f, 0x80, 0x8000, 0x3c01, 0x3f81] {
        all.push(Scalar::from_bits(d, bits));
    }
    all
}

fn same(a: Scalar, b: Scalar) -> bool {
    let nan = |s: Scalar| s.dtype().is_float() && s.to_f64().is_nan();
    a == b || (nan(a) && nan(b))
}

/// Runs the pass on one op and compares all pairs (or triples with a few third operands) of samples.
fn check(name: &str, operands: &[DType], result: DType, predicate: Option<u8>, changes: bool) {
    let ctx = context();
    let before = one_op(&ctx, name, operands, result, predicate);
    let mut after = one_op(&ctx, name, operands, result, predicate);
    assert_eq!(run(&ctx, &mut after), changes, "{name} on {operands:?}");
    let sets: Vec<Vec<Scalar>> = operands.iter().map(|d| samples(*d)).collect();
    let count: usize = sets.iter().map(Vec::len).product();
    for n in (0..count).step_by(if operands.len() > 2 { 7 } else { 1 }) {
        let mut rest = n;
        let args: Vec<Scalar> = sets
            .iter()
            .map(|set| {
                let value = set[rest % set.len()];
                rest /= set.len();
                value
            })
            .collect();
        let (want, got) = (evaluate(&before, &args, false), evaluate(&after, &args, true));
        assert!(same(want, got), "{name} of {args:?}: {want:?} became {got:?}");
    }
}

const INTS: [DType; 6] = [DType::I1, DType::I8, DType::I16, DType::I32, DType::I64, DType::Index];

#[test]
fn integer_divisions() {
    for name in ["divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui"] {
        for d in INTS {
            check(&format!("arith.{name}"), &[d, d], d, None, true);
        }
    }
}

#[test]
fn shifts() {
    for name in ["arith.shli", "arith.shrui", "arith.shrsi"] {
        for d in INTS {
            check(name, &[d, d], d, None, true);
        }
    }
}

#[test]
fn floats_to_integers() {
    for name in ["arith.fptosi", "arith.fptoui"] {
        for from in [DType::F16, DType::BF16, DType::F32, DType::F64] {
            for to in [DType::I1, DType::I8, DType::I16, DType::I32, DType::I64] {
                check(name, &[from], to, None, true);
            }
        }
    }
}

#[test]
fn half_precision_arithmetic() {
    let binary = ["arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.maximumf", "arith.minnumf"];
    for d in [DType::F16, DType::BF16] {
        binary.iter().for_each(|name| check(name, &[d, d], d, None, true));
        check("math.copysign", &[d, d], d, None, true);
        for name in ["math.sqrt", "math.absf", "arith.negf", "math.floor"] {
            check(name, &[d], d, None, true);
        }
        check("math.fma", &[d, d, d], d, None, true);
        (0..16).for_each(|p| check("arith.cmpf", &[d, d], DType::I1, Some(p), true));
    }
}

#[test]
fn conversions_round_once() {
    for d in [DType::F16, DType::BF16] {
        check("arith.truncf", &[DType::F64], d, None, true);
        check("arith.extf", &[d], DType::F64, None, true);
        check("arith.truncf", &[DType::F32], d, None, d == DType::BF16);
        check("arith.extf", &[d], DType::F32, None, d == DType::BF16);
        for int in [DType::I1, DType::I8, DType::I16, DType::I32, DType::I64] {
            check("arith.sitofp", &[int], d, None, true);
            check("arith.uitofp", &[int], d, None, true);
        }
    }
}

#[test]
fn values_win_over_nans() {
    for name in ["arith.maxnumf", "arith.minnumf"] {
        check(name, &[DType::F32, DType::F32], DType::F32, None, true);
    }
}

#[test]
fn defined_results_stay() {
    for name in ["arith.addi", "arith.muli", "arith.andi", "arith.maxsi"] {
        check(name, &[DType::I32, DType::I32], DType::I32, None, false);
    }
    for name in ["arith.addf", "arith.divf", "arith.maximumf"] {
        assert!(lookup(name).is_some());
        check(name, &[DType::F32, DType::F32], DType::F32, None, false);
    }
}

/// A constant divisor needs no guard, and rounding down by a power of two is a shift.
#[test]
fn constant_divisors() {
    let ctx = context();
    let index = ctx.index();
    for (name, divisor, left) in [
        ("arith.divsi", 7, "arith.divsi"),
        ("arith.floordivsi", 8, "arith.shrsi"),
        ("arith.remui", -1, "arith.remui"),
    ] {
        let (mut body, entry) = func::function(&ctx, "f", &[index], &[index], Location::UNKNOWN);
        let arg = body.arg(entry, 0);
        let mut b = Builder::at_end(&mut body, entry, Location::UNKNOWN);
        let d = tf_dialects::arith::const_index(&mut b, divisor);
        let value = b.value(name, &[arg, d], index, &[]);
        func::build_return(&mut b, &[value]);
        run(&ctx, &mut body);
        let last = body.ops(entry).find(|op| body.is(*op, left));
        assert!(last.is_some(), "{name} by {divisor} should be {left}");
        assert!(!body.ops(entry).any(|op| body.is(op, arith::Select)));
        for n in [-100, -8, -7, -1, 0, 1, 6, 7, 8, 9, 100] {
            let arg = Scalar::from_i64(DType::Index, n);
            let want = lookup(name).and_then(|s| s.kernel(&[DType::Index; 2], &[DType::Index], None).ok());
            let want =
                want.expect("an op of the table").eval(&[arg, Scalar::from_i64(DType::Index, divisor)])[0];
            assert_eq!(evaluate(&body, &[arg], true), want);
        }
    }
}
