//! The interpreter on small programs with answers worked out by hand.

use tf_dialects::limits::{Interrupt, Limit};
use tf_dialects::scalar::DType;
use tf_interp::{Datum, Dense, Stop, run_entry};
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};

fn run(text: &str, args: &[Datum]) -> Result<Vec<Datum>, Stop> {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let parsed = parse_module(&ctx, "test.mlir", text, &ParseOptions::default());
    let body = parsed.unwrap_or_else(|errors| panic!("{:?}", errors)).body;
    tf_ir::verify::verify(&body).unwrap_or_else(|errors| panic!("{errors:?}"));
    run_entry(&body, "main", args, 1_000_000)
}

fn floats(extents: &[usize], values: &[f32]) -> Datum {
    let data = values.iter().map(|v| v.to_bits() as u64).collect();
    Dense { dtype: DType::F32, extents: extents.to_vec(), data }.into()
}

fn ints(extents: &[usize], values: &[i32]) -> Datum {
    let data = values.iter().map(|v| *v as u32 as u64).collect();
    Dense { dtype: DType::I32, extents: extents.to_vec(), data }.into()
}

fn error(text: &str, args: &[Datum]) -> String {
    match run(text, args) {
        Err(Stop::Trap(diag)) => diag.message.clone(),
        other => panic!("expected an error, got {other:?}"),
    }
}

#[test]
fn a_compute_with_a_fold_multiplies_matrices() {
    let text = r#"
func.func @main(%a: tensor<?{n}x?{p}xf32>, %b: tensor<?{p}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%i, %j) in [n, m] {
    %s = tensor.fold (%k) = 0 to p add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{p}xf32>
      %y = tensor.at %b[%k, %j] : tensor<?{p}x?{m}xf32>
      %z = arith.mulf %x, %y : f32
      tensor.yield %z : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}"#;
    let (a, b) = (floats(&[2, 3], &[1., 2., 3., 4., 5., 6.]), floats(&[3, 1], &[1., 10., 100.]));
    assert_eq!(run(text, &[a, b]).unwrap(), [floats(&[2, 1], &[321., 654.])]);
    let empty = run(text, &[floats(&[0, 3], &[]), floats(&[3, 1], &[1.; 3])]).unwrap();
    assert_eq!(empty, [floats(&[0, 1], &[])]);
    let message = error(text, &[floats(&[2, 3], &[0.; 6]), floats(&[2, 1], &[0.; 2])]);
    assert!(message.contains('p'), "{message}");
}

#[test]
fn policies_define_reads_out_of_bounds() {
    let program = |policy: &str| {
        format!(
            r#"
func.func @main(%a: tensor<?{{n}}xf32>) -> tensor<5xf32> {{
  %f = arith.constant 9.0 : f32
  %c = tensor.compute (%i) in [5] {{
    %x = tensor.at %a[%i - 1] {policy} : tensor<?{{n}}xf32>
    tensor.yield %x : f32
  }} : tensor<5xf32>
  return %c : tensor<5xf32>
}}"#
        )
    };
    let a = || floats(&[3], &[1., 2., 3.]);
    let result = |policy: &str| run(&program(policy), &[a()]).unwrap();
    assert_eq!(result("clamp"), [floats(&[5], &[1., 1., 2., 3., 3.])]);
    assert_eq!(result("wrap"), [floats(&[5], &[3., 1., 2., 3., 1.])]);
    assert_eq!(result("fill(%f)"), [floats(&[5], &[9., 1., 2., 3., 9.])]);
    assert!(error(&program("trap"), &[a()]).contains("outside"));
    let empty = run(&program("clamp"), &[floats(&[0], &[])]).unwrap();
    assert_eq!(empty, [floats(&[5], &[0.; 5])]);
}

#[test]
fn named_ops_follow_their_definitions() {
    let text = r#"
func.func @main(%a: tensor<2x3xi32>) -> (tensor<3x2xi32>, tensor<3x2xi32>, tensor<2x2xi32>, tensor<2x3xi32>,
    tensor<2xi32>, tensor<2x4x3xi32>, tensor<2x2xi32>, tensor<2x3xi32>) {
  %t = tensor.transpose %a perm = [1, 0] : tensor<2x3xi32> to tensor<3x2xi32>
  %r = tensor.reshape %a : tensor<2x3xi32> to tensor<3x2xi32>
  %s = tensor.slice %a [0:2, 0:3:2] : tensor<2x3xi32> to tensor<2x2xi32>
  %v = tensor.reverse %a dims = [1] : tensor<2x3xi32>
  %m = tensor.reduce maxsi %a dims = [1] : tensor<2x3xi32> to tensor<2xi32>
  %b = tensor.broadcast %a dims = [0, 2] : tensor<2x3xi32> to tensor<2x4x3xi32>
  %c = tensor.contract "ij,kj->ik" %a, %a : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x2xi32>
  %i = tensor.iota dim = 1 : tensor<2x3xi32>
  return %t, %r, %s, %v, %m, %b, %c, %i : tensor<3x2xi32>, tensor<3x2xi32>, tensor<2x2xi32>, tensor<2x3xi32>,
    tensor<2xi32>, tensor<2x4x3xi32>, tensor<2x2xi32>, tensor<2x3xi32>
}"#;
    let results = run(text, &[ints(&[2, 3], &[1, 2, 3, 4, 5, -6])]).unwrap();
    assert_eq!(results[0], ints(&[3, 2], &[1, 4, 2, 5, 3, -6]));
    assert_eq!(results[1], ints(&[3, 2], &[1, 2, 3, 4, 5, -6]));
    assert_eq!(results[2], ints(&[2, 2], &[1, 3, 4, -6]));
    assert_eq!(results[3], ints(&[2, 3], &[3, 2, 1, -6, 5, 4]));
    assert_eq!(results[4], ints(&[2], &[3, 5]));
    let rows = [[1, 2, 3].repeat(4), [4, 5, -6].repeat(4)].concat();
    assert_eq!(results[5], ints(&[2, 4, 3], &rows));
    assert_eq!(results[6], ints(&[2, 2], &[14, -4, -4, 77]));
    assert_eq!(results[7], ints(&[2, 3], &[0, 1, 2, 0, 1, 2]));
}

#[test]
fn loops_carry_values_and_calls_bind_extents() {
    let text = r#"
func.func private @double(%x: tensor<?{k}xi32>) -> tensor<?{k}xi32> {
  %y = arith.addi %x, %x : tensor<?{k}xi32>
  return %y : tensor<?{k}xi32>
}
func.func @main(%x: tensor<?{n}xi32>, %limit: i32) -> (tensor<?{n}xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = loop.for %i = %c0 to %c3 step %c1 iter_args(%v = %x) -> (tensor<?{n}xi32>) {
    %w = func.call @double(%v) : (tensor<?{n}xi32>) -> tensor<?{n}xi32>
    loop.yield %w : tensor<?{n}xi32>
  }
  %one = arith.constant 1 : i32
  %p = loop.while (%a = %one) : (i32) -> (i32) {
    %go = arith.cmpi slt, %a, %limit : i32
    loop.condition %go, %a : i32
  } do (%b: i32) {
    %d = arith.addi %b, %b : i32
    loop.yield %d : i32
  }
  return %r, %p : tensor<?{n}xi32>, i32
}"#;
    let results = run(text, &[ints(&[2], &[1, -3]), Datum::Bits(100)]).unwrap();
    assert_eq!(results, [ints(&[2], &[8, -24]), Datum::Bits(128)]);
}

#[test]
fn the_memory_stage_runs_by_its_tensor_signature() {
    let text = r#"
func.func @main(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>)
    attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = mem.extent [n] : index
  loop.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    %y = arith.addf %x, %x : f32
    mem.store %y, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}"#;
    assert_eq!(run(text, &[floats(&[3], &[1., 2., 3.])]).unwrap(), [floats(&[3], &[2., 4., 6.])]);
    let short = text.replace("(%c0) to (%n)", "(%c1) to (%n)");
    assert!(error(&short, &[floats(&[3], &[0.; 3])]).contains("never written"));
    let long = text.replace("%n = mem.extent [n]", "%n = mem.extent [n + 1]");
    assert!(error(&long, &[floats(&[3], &[0.; 3])]).contains("outside the extents [3]"));
}

/// A sum of what was put so far, in a tensor that starts empty: elements are read and given only if they were
/// put.
#[test]
fn empty_elements_are_never_read() {
    let text = |puts: &str, how: &str, read: &str| {
        format!(
            "func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, f32) {{
               %e = tensor.empty : tensor<4xf32>
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %c4 = arith.constant 4 : index
               %r = loop.for %i = %c0 to %c4 step %c1 iter_args(%a = %e) -> (tensor<4xf32>) {{
                 %next = tensor.compute () in [] accumulate({how} %d = %a : tensor<4xf32>) {{
                   %v = tensor.at %x[%i] trap : tensor<4xf32>
                   tensor.put %v into %d[{puts}] drop : memref<4xf32>
                   tensor.yield
                 }}
                 %known = tensor.at %next[{read}] trap : tensor<4xf32>
                 loop.yield %next : tensor<4xf32>
               }}
               %last = tensor.at %r[3] : tensor<4xf32>
               return %r, %last : tensor<4xf32>, f32
             }}"
        )
    };
    let x = floats(&[4], &[1., 2., 3., 4.]);
    let found = run(&text("%i", "set", "%i"), std::slice::from_ref(&x)).unwrap();
    assert_eq!(found[0], x);
    let wrong = |puts: &str, how: &str, read: &str| error(&text(puts, how, read), std::slice::from_ref(&x));
    assert!(wrong("%i", "set", "3").contains("reads [3], which was never written"));
    assert!(wrong("%i", "add", "%i").contains("reads [0], which was never written"));
    assert!(wrong("0", "set", "0").contains("reads [3], which was never written"));
    let given = text("%i + 1", "set", "1")
        .replace("%r[3]", "%x[3]")
        .replace("%known = tensor.at %next[1]", "%known = tensor.at %x[1]");
    assert!(error(&given, std::slice::from_ref(&x)).contains("an element of a result was never written"));
    let whole = given.replace("return %r", "%s = arith.addf %r, %r : tensor<4xf32>\nreturn %s");
    assert!(error(&whole, &[x]).contains("reads a tensor with unwritten elements: operand #0"));
}

#[test]
fn masked_lanes_touch_no_memory() {
    let text = r#"
func.func @main(%a: memref<3xi32>, %r: memref<3xi32>)
    attributes {tf.signature = (tensor<3xi32>) -> tensor<3xi32>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %lane = vector.step : vector<4xindex>
  %n = vector.broadcast %c3 : vector<4xindex>
  %mask = arith.cmpi slt, %lane, %n : vector<4xindex>
  %off = arith.constant dense<7> : vector<4xi32>
  %x = vector.load %a[%c0] axis = 0 mask %mask else %off : memref<3xi32>, vector<4xi32>
  %s = vector.reduce add %x : vector<4xi32>
  %t = vector.broadcast %s : vector<4xi32>
  vector.store %t, %r[%c0] axis = 0 mask %mask : memref<3xi32>, vector<4xi32>
  return
}"#;
    assert_eq!(run(text, &[ints(&[3], &[1, 2, 3])]).unwrap(), [ints(&[3], &[13; 3])]);
    let unmasked = text.replace("mask %mask else %off ", "");
    assert!(error(&unmasked, &[ints(&[3], &[1, 2, 3])]).contains("outside"));
}

#[test]
fn endless_loops_run_out_of_fuel() {
    let text = r#"
func.func @main() -> i32 {
  %c = arith.constant 1 : i32
  %t = arith.constant true
  %r = loop.while (%a = %c) : (i32) -> (i32) {
    loop.condition %t, %a : i32
  } do (%b: i32) {
    loop.yield %b : i32
  }
  return %r : i32
}"#;
    assert!(matches!(run(text, &[]), Err(Stop::Interrupted(Interrupt::Limit(Limit::Steps(_)), _))));
}

#[test]
fn oversized_tensors_are_refused_at_the_op() {
    let text = |ty: &str| {
        format!(
            "func.func @main() -> {ty} {{
  %c = arith.constant 1 : i32
  %r = tensor.splat %c : {ty}
  return %r : {ty}
}}"
        )
    };
    // It does not fit, has more than 2^62 elements, an extent above 2^48.
    for ty in ["1099511627776x4", "4294967296x4294967296x16", "562949953421312"] {
        let ty = format!("tensor<{ty}xi32>");
        assert_eq!(error(&text(&ty), &[]), format!("there is no memory for a {ty}"));
    }
    let empty = run(&text("tensor<0x281474976710656x281474976710656xi32>"), &[]).unwrap();
    assert!(empty[0].dense().data.is_empty());
    let buffer = "func.func @main() {
  %m = mem.alloc : memref<1099511627776x4xi32>
  return
}";
    assert_eq!(error(buffer, &[]), "there is no memory for a tensor<1099511627776x4xi32>");
}
