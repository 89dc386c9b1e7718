//! Computes become loops, loops become vectors: the interpreter's answers stay, for awkward sizes.

use crate::common::{check_steps, number, tensor};
use tf_dialects::scalar::DType;
use tf_interp::Datum;

const F32: DType = DType::F32;
const SIZES: [usize; 7] = [0, 1, 2, 7, 16, 17, 33];
const STEPS: [&str; 6] =
    ["apply-schedule", "lower-access", "bufferize", "canonicalize,cse", "loop-vectorize", "canonicalize,cse"];

/// The program without a schedule, and with each of some schedules instead of `SCHEDULE`.
fn check(text: &str, schedules: &[&str], inputs: &[Vec<Datum>], tolerance: f64) -> Vec<String> {
    let with = |schedule: &str| match schedule {
        "" => text.replace("SCHEDULE", ""),
        _ => text.replace("SCHEDULE", &format!("attributes {{schedule = #tensor.schedule<{schedule}>}}")),
    };
    let all = std::iter::once("").chain(schedules.iter().copied());
    all.map(|schedule| check_steps(&with(schedule), &STEPS, inputs, tolerance)).collect()
}

#[test]
fn elementwise_sums() {
    let text = "
func.func @main(%a: tensor<?{n}xf32>, %b: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] SCHEDULE {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = tensor.at %b[%i] : tensor<?{n}xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}";
    let inputs: Vec<Vec<Datum>> =
        SIZES.iter().map(|n| vec![tensor(F32, &[*n], 1), tensor(F32, &[*n], 2)]).collect();
    let schedules =
        ["vectorize(i, 8)", "parallel(i, grain = 100), vectorize(i, 16)", "parallel(i)", "unroll(i, 4)"];
    let texts = check(text, &schedules, &inputs, 0.0);
    assert!(!texts[0].contains("vector.") && texts[1].contains("vector.load") && texts[1].contains("mask"));
    assert!(texts[2].contains("grain = 7 : i64"), "{}", texts[2]);
}

#[test]
fn matrix_products() {
    let text = "
func.func @main(%a: tensor<?{n}x?{p}xf32>, %b: tensor<?{p}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%i, %j) in [n, m] SCHEDULE {
    %s = tensor.fold (%k) = 0 to p add fastmath<reassoc> attributes {axis = \"k\"} {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{p}xf32>
      %y = tensor.at %b[%k, %j] : tensor<?{p}x?{m}xf32>
      %z = arith.mulf %x, %y : f32
      tensor.yield %z : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}";
    let shapes = [(0, 3, 4), (1, 1, 1), (2, 0, 3), (7, 17, 5), (5, 33, 9), (17, 4, 33)];
    let inputs: Vec<Vec<Datum>> =
        shapes.iter().map(|(n, p, m)| vec![tensor(F32, &[*n, *p], 1), tensor(F32, &[*p, *m], 2)]).collect();
    let exact = ["vectorize(j, 8)", "vectorize(i, 4)", "order(j, i), parallel(j), vectorize(j, 8)"];
    let texts = check(&text.replace(" fastmath<reassoc>", ""), &exact, &inputs, 0.0);
    assert!(texts[1].contains("axis = 1") && texts[2].contains("axis = 0"));
    let texts = check(text, &["vectorize(k, 8)", "parallel(i), vectorize(k, 16)"], &inputs, 1e-5);
    assert!(texts[1].contains("vector.reduce add"), "{}", texts[1]);
}

#[test]
fn folds_need_their_flags() {
    let text = "
func.func @main(%a: tensor<?{n}xf32>) -> tensor<f32> {
  %c = tensor.compute () in [] attributes {schedule = #tensor.schedule<vectorize(k, 8)>} {
    %s = tensor.fold (%k) = 0 to n add attributes {axis = \"k\"} {
      %x = tensor.at %a[%k] : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %c : tensor<f32>
}";
    let inputs: Vec<Vec<Datum>> = SIZES.iter().map(|n| vec![tensor(F32, &[*n], 1)]).collect();
    let strict = check_steps(text, &STEPS, &inputs, 0.0);
    assert!(!strict.contains("vector"), "{strict}");
    let loose = check_steps(
        &text.replace("add attributes", "add fastmath<reassoc> attributes"),
        &STEPS,
        &inputs,
        1e-5,
    );
    assert!(loose.contains("vector.reduce"));
    // Extremes and integers have no order.
    let most = check_steps(&text.replace("add attributes", "maximumf attributes"), &STEPS, &inputs, 0.0);
    assert!(most.contains("vector.reduce maximumf"));
}

/// The second fold reads the result of the first one.
#[test]
fn sibling_folds() {
    let text = "
func.func @main(%a: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %c:2 = tensor.compute (%i) in [n] SCHEDULE {
    %most = tensor.fold (%k) = 0 to m maximumf attributes {axis = \"k\"} {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    %sum = tensor.fold (%k) = 0 to m add fastmath<reassoc> attributes {axis = \"l\"} {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      %d = arith.subf %x, %most : f32
      tensor.yield %d : f32
    } : f32
    tensor.yield %most, %sum : f32, f32
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %c#0, %c#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
}";
    let mut inputs: Vec<Vec<Datum>> = Vec::new();
    for m in SIZES {
        inputs.push(vec![tensor(F32, &[3, m], 1)]);
    }
    let schedules = ["vectorize(k, 8), vectorize(l, 16)", "parallel(i), vectorize(l, 8)", "vectorize(k, 4)"];
    let texts = check(text, &schedules, &inputs, 1e-5);
    let reductions = |text: &str| text.matches("vector.reduce").count();
    assert!(reductions(&texts[1]) > reductions(&texts[2]) && reductions(&texts[3]) > 0, "{}", texts[1]);
}

/// Several accumulators share the loop; a triangular range has other bounds in each lane.
#[test]
fn triangular_folds() {
    let text = "
func.func @main(%a: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %c:2 = tensor.compute (%i) in [n] SCHEDULE {
    %s:2 = tensor.fold (%k) = BOUNDS [add, maximumf] {
      %x = tensor.at %a[%k] : tensor<?{n}xf32>
      %y = tensor.at %a[%i] : tensor<?{n}xf32>
      %z = arith.mulf %x, %y : f32
      tensor.yield %z, %x : f32, f32
    } : f32, f32
    tensor.yield %s#0, %s#1 : f32, f32
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %c#0, %c#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
}";
    let inputs: Vec<Vec<Datum>> = SIZES.iter().map(|n| vec![tensor(F32, &[*n], 3)]).collect();
    for bounds in ["0 to %i", "%i + 1 to n", "%i to n", "0 to %i + 1"] {
        let texts = check(&text.replace("BOUNDS", bounds), &["vectorize(i, 8)"], &inputs, 0.0);
        assert!(texts[1].contains("vector<8xf32>"), "{bounds}");
    }
}

/// Long unordered sums are loops over blocks, for any choice of lanes and any adjacent folds.
#[test]
fn blocks_of_sums() {
    let text = "
func.func @main(%a: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %c:3 = tensor.compute (%i) in [n] SCHEDULE {
    %s:2 = tensor.fold (%k) = 1 to m [add, maximumf] fastmath<reassoc> attributes {axis = \"k\"} {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x, %x : f32, f32
    } : f32, f32
    %t = tensor.fold (%j) = 0 to n add fastmath<reassoc> {
      %u = tensor.fold (%k) = 0 to m add fastmath<reassoc> attributes {axis = \"l\"} {
        %x = tensor.at %a[%j, %k] : tensor<?{n}x?{m}xf32>
        %y = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
        %z = arith.mulf %x, %y : f32
        tensor.yield %z : f32
      } : f32
      tensor.yield %u : f32
    } : f32
    tensor.yield %s#0, %s#1, %t : f32, f32, f32
  } : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>
  return %c#0, %c#1, %c#2 : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>
}";
    let shapes = [(1, 0), (3, 1), (2, 64), (5, 65), (66, 3), (3, 150), (2, 600)];
    let inputs: Vec<Vec<Datum>> = shapes.iter().map(|(n, m)| vec![tensor(F32, &[*n, *m], 5)]).collect();
    let schedules = ["vectorize(i, 4)", "vectorize(k, 4), vectorize(l, 8)", "parallel(i), jam(i, 2)"];
    let texts = check(text, &schedules, &inputs, 1e-5);
    assert!(texts[0].contains("f64") && texts[1].contains("vector<4xf64>"), "{}", texts[1]);
    // If bounds differ between lanes, so do blocks.
    let text = "
func.func @main(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] SCHEDULE {
    %s = tensor.fold (%k) = BOUNDS add fastmath<reassoc> {
      %x = tensor.at %a[%k] : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}";
    let inputs: Vec<Vec<Datum>> = [1, 63, 66, 203].iter().map(|n| vec![tensor(F32, &[*n], 3)]).collect();
    for bounds in ["0 to %i", "%i + 1 to n", "%i to n"] {
        let texts = check(&text.replace("BOUNDS", bounds), &["vectorize(i, 8)"], &inputs, 1e-5);
        assert!(texts[1].contains("vector<8xf64>"), "{bounds}");
    }
}

#[test]
fn policies_of_reads() {
    let text = "
func.func @main(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %f = arith.constant 7.0 : f32
  %c = tensor.compute (%i) in [n] SCHEDULE {
    %x = tensor.at %a[%i - 1] POLICY : tensor<?{n}xf32>
    %y = tensor.at %a[%i + 2] POLICY : tensor<?{n}xf32>
    %w = tensor.at %a[2 * %i - 3] POLICY : tensor<?{n}xf32>
    %s = arith.addf %x, %y : f32
    %z = arith.subf %s, %w : f32
    tensor.yield %z : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}";
    let inputs: Vec<Vec<Datum>> = SIZES.iter().map(|n| vec![tensor(F32, &[*n], 4)]).collect();
    let schedules = ["vectorize(i, 4)", "parallel(i), vectorize(i, 8)"];
    for policy in ["clamp", "wrap", "fill(%f)", "trap"] {
        let texts = check(&text.replace("POLICY", policy), &schedules, &inputs, 0.0);
        assert!(texts[1].contains("vector.load"), "{policy} {}", texts[1]);
    }
}

/// One subscript may be outside in any lane, the other is the same for all lanes.
#[test]
fn policies_of_reads_at_a_fixed_column() {
    let text = "
func.func @main(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %f = arith.constant 7.0 : f32
  %c2 = arith.constant 2 : index
  %c = tensor.compute (%i) in [n] SCHEDULE {
    %x = tensor.at %a[%i - 1, %c2] POLICY : tensor<?{n}x?{m}xf32>
    %y = tensor.at %a[2, %i + 2] POLICY : tensor<?{n}x?{m}xf32>
    %z = arith.subf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}";
    let shapes = [(0, 5), (1, 1), (2, 3), (5, 17), (17, 33)];
    let inputs: Vec<Vec<Datum>> = shapes.iter().map(|(n, m)| vec![tensor(F32, &[*n, *m], 6)]).collect();
    for policy in ["clamp", "wrap", "fill(%f)", "trap"] {
        check(&text.replace("POLICY", policy), &["vectorize(i, 4)"], &inputs, 0.0);
    }
}

#[test]
fn stencils_run_without_masks_inside() {
    let text = "
func.func @main(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %q = arith.constant 0.25 : f32
  %c = tensor.compute (%i, %j) in [n, m] SCHEDULE {
    %x0 = tensor.at %a[%i - 1, %j] clamp : tensor<?{n}x?{m}xf32>
    %x1 = tensor.at %a[%i + 1, %j] clamp : tensor<?{n}x?{m}xf32>
    %x2 = tensor.at %a[%i, %j - 1] wrap : tensor<?{n}x?{m}xf32>
    %x3 = tensor.at %a[%i, %j + 1] wrap : tensor<?{n}x?{m}xf32>
    %s0 = arith.addf %x0, %x1 : f32
    %s1 = arith.addf %x2, %x3 : f32
    %s = arith.addf %s0, %s1 : f32
    %z = arith.mulf %s, %q : f32
    tensor.yield %z : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}";
    let shapes = [(0, 5), (1, 1), (2, 3), (5, 17), (3, 33), (9, 8)];
    let inputs: Vec<Vec<Datum>> = shapes.iter().map(|(n, m)| vec![tensor(F32, &[*n, *m], 5)]).collect();
    let texts = check(text, &["parallel(i), vectorize(j, 8)", "vectorize(i, 8)"], &inputs, 0.0);
    // The fast copy: four contiguous loads, no mask.
    let unmasked = |line: &&str| line.contains("vector.load") && !line.contains("mask");
    assert_eq!(texts[1].lines().filter(unmasked).count(), 4, "{}", texts[1]);
}

#[test]
fn gathers_and_selects() {
    let text = "
func.func @main(%a: tensor<?{n}xf32>, %p: tensor<?{m}xi32>, %flag: i1) -> tensor<?{m}xf32> {
  %zero = arith.constant 0.0 : f32
  %c = tensor.compute (%i) in [m] SCHEDULE {
    %k = tensor.at %p[%i] : tensor<?{m}xi32>
    %j = arith.index_cast %k : i32 to index
    %x = tensor.at %a[%j] fill(%zero) : tensor<?{n}xf32>
    %neg = arith.negf %x : f32
    %y = arith.select %flag, %x, %neg : f32
    %b = arith.cmpf ogt, %y, %zero : f32
    %w = loop.if %b -> (f32) {
      %q = math.sqrt %y : f32
      loop.yield %q : f32
    } else {
      %q = tensor.at %a[%j + 1] clamp : tensor<?{n}xf32>
      loop.yield %q : f32
    }
    tensor.yield %w : f32
  } : tensor<?{m}xf32>
  return %c : tensor<?{m}xf32>
}";
    let mut inputs = Vec::new();
    for (n, m) in [(0, 3), (4, 0), (5, 1), (9, 17), (17, 33)] {
        for flag in [0, 1] {
            inputs.push(vec![tensor(F32, &[n], 6), tensor(DType::I32, &[m], 7), number(DType::I1, flag)]);
        }
    }
    let texts = check(text, &["vectorize(i, 8)", "parallel(i), vectorize(i, 16)"], &inputs, 0.0);
    assert!(texts[1].contains("vector.gather"));
}

/// The lanes leave a `while` at different times.
#[test]
fn mandelbrot() {
    let text = "
func.func @main(%size: tensor<?{n}xi8>) -> tensor<?{n}x?{n}xi32> {
  %four = arith.constant 4.0 : f32
  %limit = arith.constant 30 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.2 : f32
  %shift = arith.constant -1.6 : f32
  %c = tensor.compute (%i, %j) in [n, n] SCHEDULE {
    %ii = arith.index_cast %i : index to i32
    %jj = arith.index_cast %j : index to i32
    %fi = arith.sitofp %ii : i32 to f32
    %fj = arith.sitofp %jj : i32 to f32
    %si = arith.mulf %fi, %scale : f32
    %sj = arith.mulf %fj, %scale : f32
    %ci = arith.addf %si, %shift : f32
    %cr = arith.addf %sj, %shift : f32
    %r:3 = loop.while (%x = %zero, %y = %zero, %t = %none) : (f32, f32, i32) -> (f32, f32, i32) {
      %xx = arith.mulf %x, %x : f32
      %yy = arith.mulf %y, %y : f32
      %d = arith.addf %xx, %yy : f32
      %in = arith.cmpf olt, %d, %four : f32
      %more = arith.cmpi slt, %t, %limit : i32
      %go = arith.andi %in, %more : i1
      loop.condition %go, %x, %d, %t : f32, f32, i32
    } do (%x: f32, %y: f32, %t: i32) {
      %xx = arith.mulf %x, %x : f32
      %xy = arith.mulf %x, %y : f32
      %a = arith.subf %xx, %xy : f32
      %nx = arith.addf %a, %cr : f32
      %ny = arith.addf %xy, %ci : f32
      %nt = arith.addi %t, %one : i32
      loop.yield %nx, %ny, %nt : f32, f32, i32
    }
    tensor.yield %r#2 : i32
  } : tensor<?{n}x?{n}xi32>
  return %c : tensor<?{n}x?{n}xi32>
}";
    let inputs: Vec<Vec<Datum>> = SIZES.iter().map(|n| vec![tensor(DType::I8, &[*n], 1)]).collect();
    let texts = check(text, &["parallel(i), vectorize(j, 16)", "vectorize(i, 8)"], &inputs, 0.0);
    assert!(texts[1].contains("vector.reduce or"));
}

/// Loops inside a compute, with bounds that lanes share and bounds they do not.
#[test]
fn counted_loops_inside() {
    let text = "
func.func @main(%a: tensor<?{n}xi32>, %t: i32) -> tensor<?{n}x2xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c = tensor.compute (%i) in [n] SCHEDULE {
    %x = tensor.at %a[%i] : tensor<?{n}xi32>
    %s = loop.for %k = %zero to %t step %one iter_args(%acc = %x) -> (i32) : i32 {
      %u = arith.muli %acc, %three : i32
      %v = arith.addi %u, %k : i32
      loop.yield %v : i32
    }
    %r:2 = loop.for %k = %LOWER to %UPPER step %one iter_args(%acc = %x, %other = %zero) -> (i32, i32) : i32 {
      %u = arith.muli %acc, %three : i32
      %v = arith.addi %u, %k : i32
      %w = arith.addi %other, %v : i32
      loop.yield %v, %w : i32, i32
    }
    %e = arith.addi %r#0, %r#1 : i32
    %p = tensor.from_elements %s, %e : tensor<2xi32>
    tensor.yield %p : tensor<2xi32>
  } : tensor<?{n}x2xi32>
  return %c : tensor<?{n}x2xi32>
}";
    let mut inputs = Vec::new();
    for n in SIZES {
        inputs.push(vec![tensor(DType::I32, &[n], 11), number(DType::I32, (n % 5) as i64 - 1)]);
    }
    for (lower, upper) in [("zero", "x"), ("x", "three"), ("t", "x")] {
        let text = text.replace("LOWER", lower).replace("UPPER", upper);
        check(&text, &["vectorize(i, 8)", "parallel(i), vectorize(i, 4)"], &inputs, 0.0);
    }
}

/// Loops that points leave at different times, as lanes: with equal bounds, with bounds and starts of their
/// own.
#[test]
fn counted_loops_left_early() {
    let text = "
func.func @main(%a: tensor<?{n}xf32>, %e: f32) -> (tensor<?{n}xf32>, tensor<?{n}xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %n = tensor.extent [n] : index
  %c:2 = tensor.compute (%i) in [n] SCHEDULE {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %up = arith.addi %i, %c9 : index
    %twice = arith.muli %i, %c2 : index
    %odd = arith.remui %i, %c2 : index
    %some = arith.addi %odd, %c1 : index
    %r:2 = loop.for %k = BOUNDS iter_args(%s = %x, %t = %c0) -> (f32, index) {
      %y = tensor.at %a[%k] clamp : tensor<?{n}xf32>
      %u = arith.addf %s, %y : f32
      %v = arith.addi %t, %c1 : index
      %go = arith.cmpf olt, %u, EXIT : f32
      loop.condition %go, %u, %v : f32, index
    }
    tensor.yield %r#0, %r#1 : f32, index
  } : tensor<?{n}xf32>, tensor<?{n}xindex>
  return %c#0, %c#1 : tensor<?{n}xf32>, tensor<?{n}xindex>
}";
    let inputs: Vec<Vec<Datum>> = SIZES
        .iter()
        .flat_map(|n| [0, 2, 1_000_000].map(|e| vec![tensor(F32, &[*n], 3), number(F32, e)]))
        .collect();
    let bounds = [
        "%c0 to %n step %c1",
        "%c0 to %i step %c1",
        "%i to %n step %c1",
        "%i to %up step %c1",
        "%twice to %n step %some",
        "%n to %c0 step %c1",
    ];
    for bounds in bounds {
        // Left by what differs from lane to lane, or never.
        for exit in ["%e", "%x"] {
            let text = text.replace("BOUNDS", bounds).replace("EXIT", exit);
            let texts = check(&text, &["vectorize(i, 8)"], &inputs, 0.0);
            assert!(texts[1].contains("vector<8xf32>"), "{bounds}");
        }
    }
    // Left by what all lanes share.
    let shared = text.replace("%go = arith.cmpf olt, %u, EXIT", "%go = arith.cmpf olt, %y, %e");
    for bounds in bounds {
        let texts = check(&shared.replace("BOUNDS", bounds), &["vectorize(i, 8)"], &inputs, 0.0);
        assert!(texts[1].contains("vector<8xf32>"), "{bounds}");
    }
}
