//! Expanded math functions give the interpreter's bits, on scalars and vectors of every float type.

use tf_dialects::scalar::table::{Kind, MATH};
use tf_dialects::scalar::{DType, Scalar};
use tf_interp::{Datum, Dense, run_entry};
use tf_ir::body::Body;
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::pass::{PassManager, PassRegistry, Pipeline};
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};

fn parse(text: &str) -> Body {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let parsed = parse_module(&ctx, "test.mlir", text, &ParseOptions::default());
    let body = parsed.unwrap_or_else(|errors| panic!("{errors:?}\n{text}")).body;
    tf_ir::verify::verify(&body).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    body
}

fn apply(body: &mut Body, pipeline: &str) {
    let mut registry = PassRegistry::new();
    tf_passes::register_all(&mut registry);
    let ctx = body.ctx().clone();
    let pipeline = Pipeline::parse(&ctx, &registry, Module::NAME, pipeline, "pipeline").expect("pipeline");
    let mut events = Vec::new();
    let report = PassManager::new(pipeline).run(body, &mut |event| events.push(event));
    assert!(report.ok, "{events:?}");
    tf_ir::verify::verify(body).unwrap_or_else(|errors| panic!("{errors:?}"));
}

/// Numbers of every magnitude, and the special ones.
fn floats(dtype: DType) -> Vec<u64> {
    let special =
        [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-40, 3e5];
    let spread = (-30..30).flat_map(|e| [1.37, -1.91].map(|m| m * 2f64.powi(e)));
    special.into_iter().chain(spread).map(|v| Scalar::from_f64(dtype, v).bits()).collect()
}

fn ints(dtype: DType) -> Vec<u64> {
    [0i64, 1, -1, 2, -2, 3, 7, -5, 31, 100, i64::MAX, i64::MIN]
        .map(|v| Scalar::from_i64(dtype, v).bits())
        .to_vec()
}

/// A function that applies `op` to scalars of these types.
fn program(op: &str, operands: &[DType], results: &[DType], signature: &str) -> String {
    let args: Vec<String> = operands.iter().enumerate().map(|(i, d)| format!("%a{i}: {d}")).collect();
    let names: Vec<String> = (0..operands.len()).map(|i| format!("%a{i}")).collect();
    let types: Vec<String> = results.iter().map(DType::to_string).collect();
    let outs: Vec<String> =
        (0..results.len()).map(|i| if results.len() > 1 { format!("%r#{i}") } else { "%r".into() }).collect();
    let bind = if results.len() > 1 { format!("%r:{}", results.len()) } else { "%r".into() };
    format!(
        "func.func @main({}) -> ({}) {{\n  {bind} = \"{op}\"({}) : {signature}\n  return {} : {}\n}}",
        args.join(", "),
        types.join(", "),
        names.join(", "),
        outs.join(", "),
        types.join(", ")
    )
}

/// In place, and as calls of functions.
fn check(op: &str, operands: &[DType], results: &[DType]) {
    check_out_of_bounds("math-expand", op, operands, results);
    check_out_of_bounds("math-expand{long=1}", op, operands, results);
}

fn check_out_of_bounds(pass: &str, op: &str, operands: &[DType], results: &[DType]) {
    let list = |d: &[DType]| d.iter().map(DType::to_string).collect::<Vec<_>>().join(", ");
    let text = program(op, operands, results, &format!("({}) -> ({})", list(operands), list(results)));
    let before = parse(&text);
    let mut after = parse(&text);
    apply(&mut after, &format!("{pass},func.func(canonicalize,cse)"));
    let columns: Vec<Vec<u64>> =
        operands.iter().map(|d| if d.is_float() { floats(*d) } else { ints(*d) }).collect();
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0) * if columns.len() > 1 { 3 } else { 1 };
    for row in 0..rows {
        let pick =
            |(k, column): (usize, &Vec<u64>)| Datum::Bits(column[(row * (1 + 4 * k) + k) % column.len()]);
        let args: Vec<Datum> = columns.iter().enumerate().map(pick).collect();
        let wanted = run_entry(&before, "main", &args, 100_000).expect("runs");
        let found = run_entry(&after, "main", &args, 100_000).expect("runs");
        for ((a, b), dtype) in wanted.iter().zip(&found).zip(results) {
            let nan = |d: &Datum| dtype.is_float() && Scalar::from_bits(*dtype, d.bits()).to_f64().is_nan();
            assert!(a == b || (nan(a) && nan(b)), "{op} {dtype} of {args:?}: {a:?} is {b:?} after expansion");
        }
    }
}

#[test]
fn every_math_op_keeps_its_bits() {
    for spec in MATH {
        for float in [DType::F16, DType::BF16, DType::F32, DType::F64] {
            match spec.kind {
                Kind::FloatUnary => check(spec.name, &[float], &[float]),
                Kind::FloatPair => check(spec.name, &[float], &[float, float]),
                Kind::FloatBinary => check(spec.name, &[float, float], &[float]),
                Kind::FloatTernary => check(spec.name, &[float, float, float], &[float]),
                Kind::FloatTest => check(spec.name, &[float], &[DType::I1]),
                Kind::FloatInt => {
                    check(spec.name, &[float, DType::I32], &[float]);
                    check(spec.name, &[float, DType::I64], &[float]);
                    check(spec.name, &[float, DType::Index], &[float]);
                }
                _ => {}
            }
        }
        for int in [DType::I8, DType::I32, DType::I64, DType::Index] {
            match spec.kind {
                Kind::IntUnary => check(spec.name, &[int], &[int]),
                Kind::IntBinary => check(spec.name, &[int, int], &[int]),
                _ => {}
            }
        }
    }
}

#[test]
fn vectors_expand_like_scalars_with_rare_code_in_a_branch() {
    let text = r#"
func.func @main(%a: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %s = math.sin %a : vector<4xf32>
  %e = math.exp %a : vector<4xf32>
  return %s, %e : vector<4xf32>, vector<4xf32>
}"#;
    let before = parse(text);
    let mut after = parse(text);
    apply(&mut after, "math-expand,func.func(canonicalize,cse)");
    for values in [[0.1f32, -2.0, 3.0, 80.0], [1e30, 0.5, f32::NAN, -1e20]] {
        let data = values.iter().map(|v| v.to_bits().into()).collect();
        let args: Vec<Datum> = vec![Dense { dtype: DType::F32, extents: vec![4], data }.into()];
        let wanted = run_entry(&before, "main", &args, 100_000).expect("runs");
        let found = run_entry(&after, "main", &args, 100_000).expect("runs");
        assert_eq!(format!("{wanted:?}"), format!("{found:?}"));
    }
}

/// A symbol of the program keeps its name: the function that is made takes another one.
#[test]
fn names_that_are_taken_stay() {
    let text = r#"
func.func private @math.reduce_to_half.f32(%a: f32) -> f32 {
  return %a : f32
}
func.func @main(%a: f32) -> f32 {
  %0 = func.call @math.reduce_to_half.f32(%a) : (f32) -> f32
  %1 = math.sin %0 : f32
  return %1 : f32
}"#;
    let before = parse(text);
    let mut after = parse(text);
    apply(&mut after, "math-expand");
    let bits = |body: &Body| {
        run_entry(body, "main", &[Datum::Bits(1e30f32.to_bits().into())], 100_000).expect("runs")
    };
    assert_eq!(bits(&before), bits(&after));
}
