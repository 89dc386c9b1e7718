//! Tensors become memory: results in place, loops that pass buffers around, constants, casts.

use crate::common::{check_steps, context, number, parse, tensor, try_run};
use tf_dialects::scalar::DType;
use tf_interp::Datum;

const F32: DType = DType::F32;
const SIZES: [usize; 5] = [0, 1, 2, 17, 33];

fn lower(text: &str, inputs: &[Vec<Datum>]) -> String {
    let together = check_steps(text, &["tensor-to-loops", "canonicalize,cse"], inputs, 0.0);
    let steps = ["apply-schedule", "lower-access", "bufferize", "canonicalize,cse"];
    assert_eq!(check_steps(text, &steps, inputs, 0.0), together);
    together
}

fn count(text: &str, what: &str) -> usize {
    text.matches(what).count()
}

/// Sizes with a second argument: the trip count of a loop.
fn sizes_and_trip_counts() -> Vec<Vec<Datum>> {
    let mut inputs = Vec::new();
    for n in SIZES {
        for trips in [-1, 0, 1, 2, 3, 6] {
            inputs.push(vec![tensor(F32, &[n], 1), number(DType::Index, trips)]);
        }
    }
    inputs
}

const SMOOTH: &str = "
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %half = arith.constant 0.5 : f32";

#[test]
fn carried_tensors_ping_pong() {
    let text = format!(
        "
func.func @main(%a: tensor<?{{n}}xf32>, %t: index) -> tensor<?{{n}}xf32> {{{SMOOTH}
  %r = loop.for %s = %zero to %t step %one iter_args(%u = %a) -> (tensor<?{{n}}xf32>) {{
    %v = tensor.compute (%i) in [n] {{
      %x = tensor.at %u[%i - 1] clamp : tensor<?{{n}}xf32>
      %y = tensor.at %u[%i + 1] clamp : tensor<?{{n}}xf32>
      %z = arith.addf %x, %y : f32
      %w = arith.mulf %z, %half : f32
      tensor.yield %w : f32
    }} : tensor<?{{n}}xf32>
    loop.yield %v : tensor<?{{n}}xf32>
  }}
  return %r : tensor<?{{n}}xf32>
}}"
    );
    let lowered = lower(&text, &sizes_and_trip_counts());
    let (outside, inside) = lowered.split_once("iter_args").expect("a loop that carries buffers");
    assert_eq!(count(outside, "mem.copy"), 1, "{lowered}");
    let body = inside.split_once("\n    }").expect("the end of the loop").0;
    assert!(!body.contains("mem.copy"), "{lowered}");
}

#[test]
fn pointwise_updates_happen_in_place() {
    let text = format!(
        "
func.func @main(%a: tensor<?{{n}}xf32>, %t: index) -> tensor<?{{n}}xf32> {{{SMOOTH}
  %r = loop.for %s = %zero to %t step %one iter_args(%u = %a) -> (tensor<?{{n}}xf32>) {{
    %v = tensor.compute (%i) in [n] {{
      %x = tensor.at %u[%i] : tensor<?{{n}}xf32>
      %w = arith.mulf %x, %half : f32
      tensor.yield %w : f32
    }} : tensor<?{{n}}xf32>
    loop.yield %v : tensor<?{{n}}xf32>
  }}
  return %r : tensor<?{{n}}xf32>
}}"
    );
    let lowered = lower(&text, &sizes_and_trip_counts());
    assert!(!lowered.contains("mem.alloc"), "{lowered}");
}

/// The state's two tensors are swapped.
#[test]
fn leapfrog_rotates_three_buffers() {
    let text = format!(
        "
func.func @main(%a: tensor<?{{n}}xf32>, %t: index) -> (tensor<?{{n}}xf32>, tensor<?{{n}}xf32>) {{{SMOOTH}
  %r:2 = loop.for %s = %zero to %t step %one iter_args(%old = %a, %now = %a) -> (tensor<?{{n}}xf32>, tensor<?{{n}}xf32>) {{
    %next = tensor.compute (%i) in [n] {{
      %x = tensor.at %now[%i - 1] wrap : tensor<?{{n}}xf32>
      %y = tensor.at %now[%i + 1] wrap : tensor<?{{n}}xf32>
      %o = tensor.at %old[%i] : tensor<?{{n}}xf32>
      %z = arith.addf %x, %y : f32
      %w = arith.subf %z, %o : f32
      tensor.yield %w : f32
    }} : tensor<?{{n}}xf32>
    loop.yield %now, %next : tensor<?{{n}}xf32>, tensor<?{{n}}xf32>
  }}
  return %r#0, %r#1 : tensor<?{{n}}xf32>, tensor<?{{n}}xf32>
}}"
    );
    let lowered = lower(&text, &sizes_and_trip_counts());
    // The next state is written over the old one point by point: two buffers suffice.
    assert_eq!(count(&lowered, "mem.alloc"), 2, "{lowered}");
}

/// A yielded value may be an outside tensor, a constant, the same tensor twice, or two tensors swapped.
#[test]
fn odd_yields() {
    for yields in ["%v, %v", "%w, %u", "%a, %v", "%k, %u", "%v, %a", "%w, %w", "%u, %u"] {
        let text = format!(
            "
func.func @main(%a: tensor<?{{n}}xf32>, %t: index) -> (tensor<?{{n}}xf32>, tensor<?{{n}}xf32>) {{{SMOOTH}
  %k = tensor.compute (%i) in [n] {{
    tensor.yield %half : f32
  }} : tensor<?{{n}}xf32>
  %r:2 = loop.for %s = %zero to %t step %one iter_args(%u = %a, %w = %k) -> (tensor<?{{n}}xf32>, tensor<?{{n}}xf32>) {{
    %v = tensor.compute (%i) in [n] {{
      %x = tensor.at %u[%i] : tensor<?{{n}}xf32>
      %y = tensor.at %w[%i] : tensor<?{{n}}xf32>
      %z = arith.addf %x, %y : f32
      tensor.yield %z : f32
    }} : tensor<?{{n}}xf32>
    loop.yield {yields} : tensor<?{{n}}xf32>, tensor<?{{n}}xf32>
  }}
  return %r#0, %r#1 : tensor<?{{n}}xf32>, tensor<?{{n}}xf32>
}}"
        );
        lower(&text, &sizes_and_trip_counts());
    }
}

/// A tensor read after its successor is computed must not be overwritten.
#[test]
fn no_update_in_place_with_other_readers() {
    let text = format!(
        "
func.func @main(%a: tensor<?{{n}}xf32>, %t: index) -> (tensor<?{{n}}xf32>, tensor<?{{n}}xf32>) {{{SMOOTH}
  %r:2 = loop.for %s = %zero to %t step %one iter_args(%u = %a, %w = %a) -> (tensor<?{{n}}xf32>, tensor<?{{n}}xf32>) {{
    %v = tensor.compute (%i) in [n] {{
      %x = tensor.at %u[%i] : tensor<?{{n}}xf32>
      %y = tensor.at %w[%i] : tensor<?{{n}}xf32>
      %z = arith.addf %x, %y : f32
      tensor.yield %z : f32
    }} : tensor<?{{n}}xf32>
    %q = tensor.compute (%i) in [n] {{
      %x = tensor.at %u[n - %i - 1] : tensor<?{{n}}xf32>
      %y = tensor.at %v[%i] : tensor<?{{n}}xf32>
      %z = arith.subf %x, %y : f32
      tensor.yield %z : f32
    }} : tensor<?{{n}}xf32>
    loop.yield %v, %q : tensor<?{{n}}xf32>, tensor<?{{n}}xf32>
  }}
  return %r#0, %r#1 : tensor<?{{n}}xf32>, tensor<?{{n}}xf32>
}}"
    );
    lower(&text, &sizes_and_trip_counts());
}

#[test]
fn while_loops_carry_tensors() {
    let text = format!(
        "
func.func @main(%a: tensor<?{{n}}xf32>, %t: index) -> (tensor<?{{n}}xf32>, index, f32) {{{SMOOTH}
  %r:2 = loop.while (%u = %a, %s = %zero) : (tensor<?{{n}}xf32>, index) -> (tensor<?{{n}}xf32>, index) {{
    %sum = tensor.compute () in [] {{
      %f = tensor.fold (%k) = 0 to n maximumf {{
        %x = tensor.at %u[%k] : tensor<?{{n}}xf32>
        tensor.yield %x : f32
      }} : f32
      tensor.yield %f : f32
    }} : tensor<f32>
    %m = tensor.at %sum[] : tensor<f32>
    %big = arith.cmpf ogt, %m, %half : f32
    %more = arith.cmpi slt, %s, %t : index
    %go = arith.andi %big, %more : i1
    loop.condition %go, %u, %s : tensor<?{{n}}xf32>, index
  }} do (%u: tensor<?{{n}}xf32>, %s: index) {{
    %v = tensor.compute (%i) in [n] {{
      %x = tensor.at %u[%i - 1] wrap : tensor<?{{n}}xf32>
      %w = arith.mulf %x, %half : f32
      tensor.yield %w : f32
    }} : tensor<?{{n}}xf32>
    %next = arith.addi %s, %one : index
    loop.yield %v, %next : tensor<?{{n}}xf32>, index
  }}
  return %r#0, %r#1, %half : tensor<?{{n}}xf32>, index, f32
}}"
    );
    lower(&text, &sizes_and_trip_counts());
}

/// The first region of a while passes on other tensors than it gets.
#[test]
fn while_loops_pass_new_tensors() {
    let text = format!(
        "
func.func @main(%a: tensor<?{{n}}xf32>, %t: index) -> (tensor<?{{n}}xf32>, tensor<?{{n}}xf32>) {{{SMOOTH}
  %r:2 = loop.while (%u = %a, %s = %zero) : (tensor<?{{n}}xf32>, index) -> (tensor<?{{n}}xf32>, tensor<?{{n}}xf32>) {{
    %v = tensor.compute (%i) in [n] {{
      %x = tensor.at %u[%i - 1] wrap : tensor<?{{n}}xf32>
      %w = arith.addf %x, %half : f32
      tensor.yield %w : f32
    }} : tensor<?{{n}}xf32>
    %go = arith.cmpi slt, %s, %t : index
    loop.condition %go, %v, %a : tensor<?{{n}}xf32>, tensor<?{{n}}xf32>
  }} do (%p: tensor<?{{n}}xf32>, %q: tensor<?{{n}}xf32>) {{
    %v = tensor.compute (%i) in [n] {{
      %x = tensor.at %p[%i] : tensor<?{{n}}xf32>
      %y = tensor.at %q[%i] : tensor<?{{n}}xf32>
      %w = arith.addf %x, %y : f32
      tensor.yield %w : f32
    }} : tensor<?{{n}}xf32>
    %end = arith.addi %t, %one : index
    loop.yield %v, %end : tensor<?{{n}}xf32>, index
  }}
  return %r#0, %r#1 : tensor<?{{n}}xf32>, tensor<?{{n}}xf32>
}}"
    );
    lower(&text, &sizes_and_trip_counts());
}

#[test]
fn conditionals_choose_tensors() {
    let text = format!(
        "
func.func @main(%a: tensor<?{{n}}xf32>, %t: index) -> (tensor<?{{n}}xf32>, f32) {{{SMOOTH}
  %r = loop.for %s = %zero to %t step %one iter_args(%u = %a) -> (tensor<?{{n}}xf32>) {{
    %two = arith.constant 2 : index
    %rest = arith.remui %s, %two : index
    %odd = arith.cmpi ne, %rest, %zero : index
    %c:2 = loop.if %odd -> (tensor<?{{n}}xf32>, f32) {{
      %v = tensor.compute (%i) in [n] {{
        %x = tensor.at %u[%i - 1] clamp : tensor<?{{n}}xf32>
        %w = arith.mulf %x, %half : f32
        tensor.yield %w : f32
      }} : tensor<?{{n}}xf32>
      loop.yield %v, %half : tensor<?{{n}}xf32>, f32
    }} else {{
      loop.yield %u, %half : tensor<?{{n}}xf32>, f32
    }}
    loop.yield %c#0 : tensor<?{{n}}xf32>
  }}
  return %r, %half : tensor<?{{n}}xf32>, f32
}}"
    );
    lower(&text, &sizes_and_trip_counts());
}

#[test]
fn loops_in_loops_carry_tensors() {
    let text = format!(
        "
func.func @main(%a: tensor<?{{n}}xf32>, %t: index) -> tensor<?{{n}}xf32> {{{SMOOTH}
  %r = loop.for %s = %zero to %t step %one iter_args(%u = %a) -> (tensor<?{{n}}xf32>) {{
    %c = tensor.compute (%i) in [n] {{
      %x = tensor.at %u[%i] : tensor<?{{n}}xf32>
      tensor.yield %x : f32
    }} : tensor<?{{n}}xf32>
    %q = loop.for %p = %zero to %s step %one iter_args(%w = %c) -> (tensor<?{{n}}xf32>) {{
      %v = tensor.compute (%i) in [n] {{
        %x = tensor.at %w[%i + 1] wrap : tensor<?{{n}}xf32>
        %y = tensor.at %u[%i] : tensor<?{{n}}xf32>
        %z = arith.subf %x, %y : f32
        tensor.yield %z : f32
      }} : tensor<?{{n}}xf32>
      loop.yield %v : tensor<?{{n}}xf32>
    }}
    loop.yield %q : tensor<?{{n}}xf32>
  }}
  return %r : tensor<?{{n}}xf32>
}}"
    );
    lower(&text, &sizes_and_trip_counts());
}

#[test]
fn results_that_are_not_computed() {
    let text = "
func.func @main(%a: tensor<?{n}xf32>, %t: index) -> (tensor<?{n}xf32>, tensor<3xf32>, tensor<2x2xf32>, index, tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %k = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %z = arith.constant dense<4.0> : tensor<2x2xf32>
  %c = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = tensor.at %k[%i] clamp : tensor<3xf32>
    %o = tensor.at %z[1, 0] : tensor<2x2xf32>
    %p = tensor.at %k[2] : tensor<3xf32>
    %s = arith.addf %x, %y : f32
    %q = arith.addf %s, %o : f32
    %w = arith.mulf %q, %p : f32
    tensor.yield %w : f32
  } : tensor<?{n}xf32>
  return %a, %k, %z, %t, %c, %c : tensor<?{n}xf32>, tensor<3xf32>, tensor<2x2xf32>, index, tensor<?{n}xf32>, tensor<?{n}xf32>
}";
    let lowered = lower(text, &sizes_and_trip_counts());
    assert_eq!(count(&lowered, "mem.constant"), 1, "{lowered}");
    assert!(!lowered.contains("mem.alloc"), "{lowered}");
}

#[test]
fn small_tensors_are_scalarized() {
    let text = "
func.func @main(%a: tensor<?{n}xf32>, %t: index) -> (tensor<?{n}x2xf32>, tensor<?{n}xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %c:2 = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = arith.addf %x, %x : f32
    %p = tensor.from_elements %x, %y : tensor<2xf32>
    %q = loop.for %k = %zero to %four step %one iter_args(%r = %p) -> (tensor<2xf32>) {
      %u = tensor.at %r[0] : tensor<2xf32>
      %v = tensor.at %r[1] : tensor<2xf32>
      %w = arith.subf %u, %v : f32
      %s = tensor.from_elements %v, %w : tensor<2xf32>
      loop.yield %s : tensor<2xf32>
    }
    %d = tensor.at %q[%t] clamp : tensor<2xf32>
    tensor.yield %q, %d : tensor<2xf32>, f32
  } : tensor<?{n}x2xf32>, tensor<?{n}xf32>
  return %c#0, %c#1 : tensor<?{n}x2xf32>, tensor<?{n}xf32>
}";
    let lowered = lower(text, &sizes_and_trip_counts());
    assert!(!lowered.contains("mem.alloc"), "{lowered}");
}

/// Folds of jammed points are one loop each, also nested; code in conditionals and loops is repeated for each
/// point; reads that may be out of bounds check at each point; values may be put.
const TOGETHER: &str = "
func.func @main(%a: tensor<?{n}x?{m}xf32>, %b: tensor<?{m}xf32>, %s: tensor<?{n}xf32>) -> (tensor<?{n}x3xf32>, tensor<?{n}x3xf32>, tensor<?{n}xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nought = arith.constant 0.0 : f32
  %c:3 = tensor.compute (%i, %j) in [n, 3] accumulate(add %r = %s : tensor<?{n}xf32>) attributes {schedule = #tensor.schedule<SCHEDULE>} {
    %p, %q = tensor.fold (%k) = 0 to m [add, maximumf] {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      %y = tensor.at %a[%i + 1, %k + %j] fill(%nought) : tensor<?{n}x?{m}xf32>
      %z = tensor.at %b[%k] : tensor<?{m}xf32>
      %inner = tensor.fold (%l) = 0 to %k + 1 mul {
        %t = tensor.at %b[%l] : tensor<?{m}xf32>
        %u = arith.addf %t, %x : f32
        tensor.yield %u : f32
      } : f32
      %v = arith.mulf %inner, %z : f32
      tensor.yield %v, %y : f32, f32
    } : f32, f32
    %positive = arith.cmpf ogt, %p, %nought : f32
    %d = loop.if %positive -> (f32) {
      %e = tensor.fold (%k) = 0 to %i + 1 add {
        %x = tensor.at %b[%k] wrap : tensor<?{m}xf32>
        tensor.yield %x : f32
      } : f32
      loop.yield %e : f32
    } else {
      %i3 = arith.addi %i, %one : index
      %e = loop.for %k = %zero to %i3 step %one iter_args(%f = %q) -> (f32) {
        %g = arith.addf %f, %p : f32
        loop.yield %g : f32
      }
      loop.yield %e : f32
    }
    tensor.put %d into %r[%i] : memref<?{n}xf32>
    tensor.yield %d, %q : f32, f32
  } : tensor<?{n}x3xf32>, tensor<?{n}x3xf32>
  return %c#0, %c#1, %c#2 : tensor<?{n}x3xf32>, tensor<?{n}x3xf32>, tensor<?{n}xf32>
}";

#[test]
fn points_run_together() {
    let mut inputs = Vec::new();
    for n in [0, 1, 2, 3, 4, 6, 11] {
        for m in [0, 1, 5] {
            inputs.push(vec![tensor(F32, &[n, m], 1), tensor(F32, &[m], 2), tensor(F32, &[n], 3)]);
        }
    }
    let lower = |schedule: &str| lower(&TOGETHER.replace("SCHEDULE", schedule), &inputs);
    // Two folds outside of conditionals: of four points together, of each of the rest; and those of
    // conditionals.
    let four = lower("jam(i, 4)");
    assert_eq!(count(&four, "iter_args"), 2 + 2 + 5 * 2, "{four}");
    assert!(lower("parallel(i), jam(i, 3)").contains("loop.parallel"));
}

#[test]
fn casts_check_their_extents() {
    let text = "
func.func @main(%a: tensor<?{n}xf32>, %b: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %c = tensor.cast %a : tensor<?{n}xf32> to tensor<?{m}xf32>
  %d = tensor.compute (%i) in [m] {
    %x = tensor.at %c[%i] : tensor<?{m}xf32>
    %y = tensor.at %b[%i] : tensor<?{m}xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<?{m}xf32>
  return %d : tensor<?{m}xf32>
}";
    let mut inputs = Vec::new();
    for (n, m) in [(3, 3), (0, 0), (2, 5), (5, 2), (0, 1)] {
        inputs.push(vec![tensor(F32, &[n], 1), tensor(F32, &[m], 2)]);
    }
    assert!(lower(text, &inputs).contains("mem.trap"));
}

#[test]
fn failed_lowerings_have_a_reason() {
    let ctx = context();
    let error = |text: &str| {
        let mut module = parse(&ctx, text);
        try_run(&ctx, &mut module, "tensor-to-loops").expect_err("it cannot be lowered")
    };
    let unnamed = error("func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> { return %a : tensor<?xf32> }");
    assert!(unnamed.contains("run name-extents first"), "{unnamed}");
    let named = error(
        "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
           %b = arith.addf %a, %a : tensor<4xf32>
           return %b : tensor<4xf32>
         }",
    );
    assert!(named.contains("run tensor-decompose first"), "{named}");
    let triangle = error(
        "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
           %b = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<jam(i, 2)>} {
             %s = tensor.fold (%k) = 0 to %i + 1 add {
               %x = tensor.at %a[%k] : tensor<4xf32>
               tensor.yield %x : f32
             } : f32
             tensor.yield %s : f32
           } : tensor<4xf32>
           return %b : tensor<4xf32>
         }",
    );
    assert!(triangle.contains("schedule jams i, but bounds of folds depend on it"), "{triangle}");
    let nested = error(
        "func.func @main(%a: tensor<4x4xf32>) -> tensor<f32> {
           %b = tensor.compute () in [] attributes {schedule = #tensor.schedule<vectorize(l, 4), vectorize(k, 2)>} {
             %s = tensor.fold (%k) = 0 to 4 maximumf attributes {axis = \"k\"} {
               %r = tensor.fold (%l) = 0 to 4 maximumf attributes {axis = \"l\"} {
                 %x = tensor.at %a[%k, %l] : tensor<4x4xf32>
                 tensor.yield %x : f32
               } : f32
               tensor.yield %r : f32
             } : f32
             tensor.yield %s : f32
           } : tensor<f32>
           return %b : tensor<f32>
         }",
    );
    assert!(nested.contains("schedule vectorizes k and l, which is inside"), "{nested}");
}
