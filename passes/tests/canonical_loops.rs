//! Loops, conditions and reads keep their meaning when they are brought to canonical form: the interpreter's
//! answers before and after are the same, bit for bit.

use tf_dialects::scalar::{DType, Scalar};
use tf_interp::{Datum, Dense, run_entry};
use tf_ir::body::Body;
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::pass::{PassManager, PassRegistry, Pipeline};
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};

fn parse(text: &str) -> Body {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let parsed = parse_module(&ctx, "test", text, &ParseOptions::default());
    parsed.unwrap_or_else(|e| panic!("{:#?}\n{text}", e.iter().map(|e| &e.message).collect::<Vec<_>>())).body
}

fn canonical(text: &str) -> Body {
    let mut body = parse(text);
    let mut registry = PassRegistry::new();
    tf_passes::register_all(&mut registry);
    let ctx = body.ctx().clone();
    let pipeline = Pipeline::parse(&ctx, &registry, Module::NAME, "canonicalize", "pipeline").expect("valid");
    let report = PassManager::new(pipeline).run(&mut body, &mut |_| {});
    assert!(report.ok);
    if let Err(errors) = tf_ir::verify::verify(&body) {
        let text = print_module(&body, &PrintOptions::default());
        panic!("{:#?}\n{text}", errors.iter().map(|e| &e.message).collect::<Vec<_>>());
    }
    body
}

fn index(value: i64) -> Datum {
    Datum::Bits(value as u64)
}

fn float(value: f64) -> Datum {
    Datum::Bits(Scalar::from_f64(DType::F32, value).bits())
}

fn vector(count: usize) -> Datum {
    let data = (0..count).map(|i| Scalar::from_i64(DType::F32, (i as i64 * 5) % 7 - 2).bits()).collect();
    Dense { dtype: DType::F32, extents: vec![count], data }.into()
}

/// Gives the canonical text.
#[track_caller]
fn same(text: &str, inputs: &[Vec<Datum>]) -> String {
    let (before, after) = (parse(text), canonical(text));
    let shown = print_module(&after, &PrintOptions::default());
    for args in inputs {
        let run = |body: &Body| {
            run_entry(body, "main", args, 1_000_000).unwrap_or_else(|e| panic!("{e:?}\n{shown}"))
        };
        assert!(run(&before) == run(&after), "{:?}\n{:?}\n{shown}", run(&before), run(&after));
    }
    shown
}

#[test]
fn counted_loops() {
    let text = "func.func @main(%x: f32, %y: f32, %n: index) -> (f32, f32, f32, index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %0:5 = loop.for %k = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %x, %d = %y, %e = %c1) -> (f32, f32, f32, f32, index) {
        %s = arith.addf %a, %b : f32
        %t = arith.mulf %s, %c : f32
        %u = math.sqrt %d : f32
        %f = arith.addf %u, %d : f32
        %g = arith.muli %e, %c2 : index
        loop.yield %t, %b, %x, %f, %g : f32, f32, f32, f32, index
      }
      return %0#0, %0#1, %0#2, %0#4 : f32, f32, f32, index
    }";
    let inputs: Vec<Vec<Datum>> = [-1, 0, 1, 4].map(|n| vec![float(1.5), float(-0.25), index(n)]).into();
    let shown = same(text, &inputs);
    assert!(!shown.contains("math.sqrt"), "{shown}");
}

#[test]
fn loops_of_known_trip_count() {
    let trips = |lower: i64, upper: i64, step: i64| {
        let text = format!(
            "func.func @main(%x: index) -> (index, index) {{
               %l = arith.constant {lower} : index
               %u = arith.constant {upper} : index
               %s = arith.constant {step} : index
               %0:2 = loop.for %k = %l to %u step %s iter_args(%a = %x, %b = %l) -> (index, index) {{
                 %c = arith.addi %a, %k : index
                 loop.yield %c, %a : index, index
               }}
               return %0#0, %0#1 : index, index
             }}"
        );
        same(&text, &[vec![index(10)]]).matches("loop.for").count()
    };
    assert_eq!(trips(0, 0, 1), 0);
    assert_eq!(trips(5, 3, 1), 0);
    assert_eq!(trips(3, 4, 1), 0);
    assert_eq!(trips(-3, 4, 7), 0);
    assert_eq!(trips(-3, 5, 7), 1);
    assert_eq!(trips(0, 2, 1), 1);
}

#[test]
fn loops_with_conditions() {
    let text = "func.func @main(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
      %0:4 = loop.while (%a = %x, %b = %y, %u = %x) : (f32, f32, f32) -> (f32, f32, f32, f32) {
        %c = arith.cmpf olt, %a, %b : f32
        loop.condition %c, %a, %b, %a, %u : f32, f32, f32, f32
      } do (%d: f32, %e: f32, %f: f32, %v: f32) {
        %s = arith.addf %f, %e : f32
        %w = math.sqrt %f : f32
        loop.yield %s, %e, %w : f32, f32, f32
      }
      %false = arith.constant false
      %1 = loop.while (%a = %x) : (f32) -> (f32) {
        %e = arith.addf %a, %y : f32
        loop.condition %false, %e : f32
      } do (%b: f32) {
        loop.yield %b : f32
      }
      return %0#0, %0#2, %0#1, %1 : f32, f32, f32, f32
    }";
    same(text, &[vec![float(1.0), float(5.0)], vec![float(6.0), float(5.0)]]);
}

#[test]
fn a_value_swapped_with_another_is_carried() {
    let text = "func.func @main(%x: f32, %y: f32, %n: index) -> (f32, f32, f32, f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0:2 = loop.for %k = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (f32, f32) {
        loop.yield %b, %a : f32, f32
      }
      %1:3 = loop.while (%a = %x, %b = %y, %i = %c0) : (f32, f32, index) -> (f32, f32, index) {
        %c = arith.cmpi slt, %i, %n : index
        loop.condition %c, %a, %b, %i : f32, f32, index
      } do (%d: f32, %e: f32, %i: index) {
        %j = arith.addi %i, %c1 : index
        loop.yield %e, %d, %j : f32, f32, index
      }
      return %0#0, %0#1, %1#0, %1#1 : f32, f32, f32, f32
    }";
    same(text, &[0, 1, 2, 3].map(|n| vec![float(1.0), float(5.0), index(n)]));
}

#[test]
fn choices() {
    let text = "func.func @main(%x: f32, %y: f32, %n: index) -> (f32, f32, f32) {
      %c0 = arith.constant 0 : index
      %c = arith.cmpi slt, %n, %c0 : index
      %0:2 = loop.if %c -> (f32, f32) {
        loop.yield %x, %y : f32, f32
      } else {
        loop.yield %y, %y : f32, f32
      }
      %1:3 = loop.if %c -> (f32, f32, f32) {
        %a = arith.addf %x, %y : f32
        loop.yield %x, %a, %a : f32, f32, f32
      } else {
        %b = arith.mulf %x, %y : f32
        loop.yield %x, %b, %x : f32, f32, f32
      }
      return %0#0, %1#0, %1#2 : f32, f32, f32
    }";
    same(text, &[-1, 1].map(|n| vec![float(1.0), float(5.0), index(n)]));
}

#[test]
fn reads_with_policies_and_index_arithmetic() {
    let text = "func.func @main(%x: tensor<?{n}xf32>, %v: f32, %d: index) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, f32) {
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %n = tensor.extent [n] : index
      %0:3 = tensor.compute (%i) in [n] {
        %up = arith.addi %i, %c1 : index
        %back = arith.subi %n, %up : index
        %far = arith.muli %i, %c3 : index
        %part = arith.floordivsi %far, %c3 : index
        %rough = arith.ceildivsi %up, %c3 : index
        %off = arith.addi %d, %i : index
        %a = tensor.at %x[%up] clamp : tensor<?{n}xf32>
        %b = tensor.at %x[%back] fill(%v) : tensor<?{n}xf32>
        %c = tensor.at %x[%far - 1] wrap : tensor<?{n}xf32>
        %e = tensor.at %x[%part] trap : tensor<?{n}xf32>
        %f = tensor.at %x[%rough] fill(%v) : tensor<?{n}xf32>
        %g = tensor.at %x[%off] wrap : tensor<?{n}xf32>
        %s:3 = tensor.fold (%k) = %i to %n [add, add, mul] {
          %h = tensor.at %x[%k - %i] clamp : tensor<?{n}xf32>
          tensor.yield %h, %h, %h : f32, f32, f32
        } : f32, f32, f32
        %1 = arith.addf %a, %b : f32
        %2 = arith.addf %1, %c : f32
        %3 = arith.addf %2, %e : f32
        %4 = arith.addf %3, %f : f32
        %5 = arith.addf %4, %g : f32
        %6 = arith.addf %5, %s#0 : f32
        %7 = arith.addf %6, %s#1 : f32
        tensor.yield %7, %6, %7 : f32, f32, f32
      } : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>
      %t = arith.constant dense<[1.0, 2.0, 4.0, 8.0]> : tensor<4xf32>
      %w = tensor.at %t[-5] wrap : tensor<4xf32>
      return %0#0, %0#2, %w : tensor<?{n}xf32>, tensor<?{n}xf32>, f32
    }";
    let inputs: Vec<Vec<Datum>> =
        [(5, -3), (1, 7), (0, 0), (8, i64::MAX)].map(|(n, d)| vec![vector(n), float(0.5), index(d)]).into();
    same(text, &inputs);
}

#[test]
fn moves_of_moves() {
    let text =
        "func.func @main(%x: tensor<?{n}xf32>) -> (tensor<?{(n - 1) ceildiv 2}xf32>, tensor<?{n}xf32>) {
      %r = tensor.reverse %x dims = [0] : tensor<?{n}xf32>
      %b = tensor.broadcast %r dims = [1] : tensor<?{n}xf32> to tensor<2x?{n}xf32>
      %c = tensor.broadcast %b dims = [0, 2] : tensor<2x?{n}xf32> to tensor<2x3x?{n}xf32>
      %t = tensor.transpose %c perm = [2, 0, 1] : tensor<2x3x?{n}xf32> to tensor<?{n}x2x3xf32>
      %u = tensor.transpose %t perm = [1, 2, 0] : tensor<?{n}x2x3xf32> to tensor<2x3x?{n}xf32>
      %f = tensor.reshape %u : tensor<2x3x?{n}xf32> to tensor<?{6*n}xf32>
      %g = tensor.reshape %f : tensor<?{6*n}xf32> to tensor<6x?{n}xf32>
      %h = tensor.slice %g [3:6, 0:n] : tensor<6x?{n}xf32> to tensor<3x?{n}xf32>
      %i = tensor.slice %h [1:2, 0:n] : tensor<3x?{n}xf32> to tensor<1x?{n}xf32>
      %j = tensor.reshape %i : tensor<1x?{n}xf32> to tensor<?{n}xf32>
      %k = tensor.slice %j [1:n] : tensor<?{n}xf32> to tensor<?{n - 1}xf32>
      %l = tensor.slice %k [0:n - 1:2] : tensor<?{n - 1}xf32> to tensor<?{(n - 1) ceildiv 2}xf32>
      return %l, %j : tensor<?{(n - 1) ceildiv 2}xf32>, tensor<?{n}xf32>
    }";
    let shown = same(text, &[vec![vector(7)], vec![vector(1)], vec![vector(2)]]);
    assert_eq!(shown.matches("tensor.slice").count(), 2, "{shown}");
}
