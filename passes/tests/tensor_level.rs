//! The tensor-level passes, one after the other, on whole programs: the interpreter's answer does not change,
//! and the fused form is the one expected.

use tf_dialects::scalar::{DType, Scalar};
use tf_interp::{Datum, Dense, run_entry};
use tf_ir::body::Body;
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::pass::{PassManager, PassRegistry, Pipeline};
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};

const LEVELS: [&str; 7] = [
    "name-extents,canonicalize,cse",
    "tensor-decompose",
    "choose-fusion",
    "apply-fusion",
    "cse,canonicalize",
    "simplify-computes,choose-unroll,apply-unroll",
    "cse,canonicalize",
];

fn parse(text: &str) -> Body {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let parsed = parse_module(&ctx, "test.mlir", text, &ParseOptions::default());
    parsed.unwrap_or_else(|errors| panic!("{errors:?}")).body
}

fn apply(body: &mut Body, pipeline: &str) {
    let mut registry = PassRegistry::new();
    tf_passes::register_all(&mut registry);
    let ctx = body.ctx().clone();
    let pipeline = Pipeline::parse(&ctx, &registry, Module::NAME, pipeline, "pipeline").expect("pipeline");
    let mut events = Vec::new();
    let report = PassManager::new(pipeline).run(body, &mut |event| events.push(event));
    assert!(report.ok, "{events:?}");
    if let Err(errors) = tf_ir::verify::verify(body) {
        panic!("{errors:?}\n{}", print_module(body, &PrintOptions::default()));
    }
}

fn tensor(dtype: DType, extents: &[usize], seed: u64) -> Datum {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f64 / (1u64 << 24) as f64 + 0.1
    };
    let count = extents.iter().product();
    let data = (0..count).map(|_| Scalar::from_f64(dtype, next() * 4.0).bits()).collect();
    Dense { dtype, extents: extents.to_vec(), data }.into()
}

fn close(a: &Datum, b: &Datum) -> bool {
    match (a, b) {
        (Datum::Dense(a), Datum::Dense(b)) => {
            a.extents == b.extents
                && a.data.iter().zip(&b.data).all(|(x, y)| {
                    let (x, y) =
                        (Scalar::from_bits(a.dtype, *x).to_f64(), Scalar::from_bits(b.dtype, *y).to_f64());
                    x == y || (x - y).abs() <= 1e-5 * (1.0 + x.abs())
                })
        }
        _ => a == b,
    }
}

/// Runs all levels; gives the text after the last.
fn levels(text: &str, inputs: &[Vec<Datum>]) -> String {
    let mut body = parse(text);
    let run =
        |body: &Body, args: &[Datum]| run_entry(body, "main", args, 50_000_000).expect("the program runs");
    let wanted: Vec<Vec<Datum>> = inputs.iter().map(|args| run(&body, args)).collect();
    for level in LEVELS {
        apply(&mut body, level);
        for (args, wanted) in inputs.iter().zip(&wanted) {
            let found = run(&body, args);
            let same = found.len() == wanted.len() && found.iter().zip(wanted).all(|(a, b)| close(a, b));
            let text = print_module(&body, &PrintOptions::default());
            assert!(same, "after {level}:\n{text}\nfound  {found:?}\nwanted {wanted:?}");
        }
    }
    print_module(&body, &PrintOptions::default())
}

const NBODY: &str = r#"
func.func @main(%x: tensor<?{n}x3xf32>, %v: tensor<?{n}x3xf32>) -> (tensor<?{n}x3xf32>, tensor<?{n}x3xf32>)
    attributes {tf.numerics = "standard"} {
  %eps = arith.constant 1.0e-4 : f32
  %dt = arith.constant 1.0e-3 : f32
  %one = arith.constant 1.0 : f32
  %xj = tensor.broadcast %x dims = [1, 2] : tensor<?{n}x3xf32> to tensor<?{n}x?{n}x3xf32>
  %xi = tensor.broadcast %x dims = [0, 2] : tensor<?{n}x3xf32> to tensor<?{n}x?{n}x3xf32>
  %d = arith.subf %xj, %xi : tensor<?{n}x?{n}x3xf32>
  %dd = arith.mulf %d, %d : tensor<?{n}x?{n}x3xf32>
  %r = tensor.reduce add %dd dims = [2] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x?{n}xf32>
  %e = tensor.splat %eps : tensor<?{n}x?{n}xf32>
  %r2 = arith.addf %r, %e : tensor<?{n}x?{n}xf32>
  %q = math.sqrt %r2 : tensor<?{n}x?{n}xf32>
  %r3 = arith.mulf %r2, %q : tensor<?{n}x?{n}xf32>
  %r3b = tensor.broadcast %r3 dims = [0, 1] : tensor<?{n}x?{n}xf32> to tensor<?{n}x?{n}x3xf32>
  %w = arith.divf %d, %r3b : tensor<?{n}x?{n}x3xf32>
  %f = tensor.reduce add %w dims = [1] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x3xf32>
  %dts = tensor.splat %dt : tensor<?{n}x3xf32>
  %fd = arith.mulf %f, %dts : tensor<?{n}x3xf32>
  %v1 = arith.addf %v, %fd : tensor<?{n}x3xf32>
  %vd = arith.mulf %v1, %dts : tensor<?{n}x3xf32>
  %x1 = arith.addf %x, %vd : tensor<?{n}x3xf32>
  return %x1, %v1 : tensor<?{n}x3xf32>, tensor<?{n}x3xf32>
}"#;

#[test]
fn nbody_becomes_one_compute_with_one_fold() {
    let sizes = [0usize, 1, 7];
    let inputs: Vec<_> = sizes
        .iter()
        .map(|n| vec![tensor(DType::F32, &[*n, 3], 1), tensor(DType::F32, &[*n, 3], 2)])
        .collect();
    let text = levels(NBODY, &inputs);
    assert_eq!(text.matches("tensor.compute").count(), 1, "{text}");
    assert_eq!(text.matches("tensor.fold").count(), 1, "{text}");
    assert_eq!(text.matches("math.sqrt").count(), 1, "{text}");
}

#[test]
fn expensive_producers_stay_out_of_folds() {
    let text = r#"
func.func @main(%a: tensor<?{n}x?{p}xf32>, %b: tensor<?{p}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %q = math.sqrt %a : tensor<?{n}x?{p}xf32>
  %u = arith.divf %q, %a : tensor<?{n}x?{p}xf32>
  %w = arith.divf %u, %q : tensor<?{n}x?{p}xf32>
  %z = math.sqrt %w : tensor<?{n}x?{p}xf32>
  %s = arith.divf %z, %a : tensor<?{n}x?{p}xf32>
  %c = tensor.contract "ij,jk->ik" %s, %b : (tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>) -> tensor<?{n}x?{m}xf32>
  %d = arith.mulf %c, %c : tensor<?{n}x?{m}xf32>
  return %d : tensor<?{n}x?{m}xf32>
}"#;
    let args = vec![tensor(DType::F32, &[4, 9], 1), tensor(DType::F32, &[9, 2], 2)];
    let text = levels(text, &[args]);
    assert_eq!(
        text.matches("tensor.compute").count(),
        2,
        "the roots apart, the square in the epilogue:\n{text}"
    );
}

#[test]
fn values_read_at_many_points_are_not_recomputed() {
    let text = r#"
func.func @main(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %q = math.sqrt %a : tensor<?{n}xf32>
  %h = math.erf %q : tensor<?{n}xf32>
  %k = math.exp %h : tensor<?{n}xf32>
  %e = arith.divf %k, %q : tensor<?{n}xf32>
  %g = tensor.compute (%i) in [n] {
    %l = tensor.at %e[%i - 1] clamp : tensor<?{n}xf32>
    %c = tensor.at %e[%i] : tensor<?{n}xf32>
    %s = arith.addf %l, %c : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %g : tensor<?{n}xf32>
}"#;
    let text = levels(text, &[vec![tensor(DType::F32, &[5], 3)], vec![tensor(DType::F32, &[0], 3)]]);
    assert_eq!(text.matches("math.sqrt").count(), 1, "{text}");
    assert_eq!(text.matches("tensor.compute").count(), 2, "{text}");
}

#[test]
fn reshapes_transposes_and_slices_fuse_away() {
    let text = r#"
func.func @main(%a: tensor<?{n}x6xf32>) -> tensor<3x?{2*n}xf32> {
  %r = tensor.reshape %a : tensor<?{n}x6xf32> to tensor<?{2*n}x3xf32>
  %t = tensor.transpose %r perm = [1, 0] : tensor<?{2*n}x3xf32> to tensor<3x?{2*n}xf32>
  %v = tensor.reverse %t dims = [0] : tensor<3x?{2*n}xf32>
  %s = arith.addf %v, %t : tensor<3x?{2*n}xf32>
  return %s : tensor<3x?{2*n}xf32>
}"#;
    let text = levels(text, &[vec![tensor(DType::F32, &[4, 6], 3)], vec![tensor(DType::F32, &[1, 6], 4)]]);
    assert_eq!(text.matches("tensor.compute").count(), 1, "{text}");
}

#[test]
fn results_needed_twice_share_one_nest() {
    let text = r#"
func.func @main(%a: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %s = tensor.reduce add %a dims = [1] : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
  %m = tensor.reduce maximumf %a dims = [1] : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
  return %s, %m : tensor<?{n}xf32>, tensor<?{n}xf32>
}"#;
    let text = levels(text, &[vec![tensor(DType::F32, &[3, 5], 3)], vec![tensor(DType::F32, &[3, 0], 4)]]);
    assert_eq!(text.matches("tensor.compute").count(), 1, "{text}");
    assert_eq!(text.matches("tensor.fold").count(), 1, "{text}");
}

#[test]
fn computes_inside_loops_fuse_too() {
    let text = r#"
func.func @main(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = loop.for %i = %c0 to %c4 step %c1 iter_args(%u = %a) -> (tensor<?{n}xf32>) {
    %v = arith.addf %u, %a : tensor<?{n}xf32>
    %w = arith.mulf %v, %u : tensor<?{n}xf32>
    loop.yield %w : tensor<?{n}xf32>
  }
  return %r : tensor<?{n}xf32>
}"#;
    let text = levels(text, &[vec![tensor(DType::F32, &[3], 3)]]);
    assert_eq!(text.matches("tensor.compute").count(), 1, "{text}");
}
