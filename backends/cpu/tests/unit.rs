//! Modules at the memory stage: compiled code matches the interpreter.

use std::sync::{Arc, OnceLock};
use tf_cpu::exec::{Argument, RunError};
use tf_cpu::library::Library;
use tf_cpu::runtime::Runtime;
use tf_cpu::unit::build;
use tf_dialects::array::Array;
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::target::Level;
use tf_interp::{Datum, Dense, run_entry};
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};

pub(crate) fn library() -> &'static Arc<Library> {
    static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::open(None).expect("the LLVM library is built with the tests"))
}

pub(crate) fn runtime() -> Arc<Runtime> {
    Runtime::shared()
}

pub(crate) fn parse(text: &str) -> Body {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let body =
        parse_module(&ctx, "test.mlir", text, &ParseOptions::default()).expect("the text is valid").body;
    tf_ir::verify::verify(&body).expect("the module is valid");
    body
}

pub(crate) fn dense(array: &Array) -> Datum {
    let data = array.scalars().map(Scalar::bits).collect();
    Dense { dtype: array.dtype(), extents: array.extents().to_vec(), data }.into()
}

/// Runs both, at each level that this machine can run, and compares bit for bit.
fn check(text: &str, args: &[Array]) {
    let module = parse(text);
    let inputs: Vec<Datum> = args.iter().map(dense).collect();
    let wanted = run_entry(&module, "main", &inputs, 10_000_000).expect("the interpreter runs it");
    for level in Level::tested() {
        let code =
            build(library(), runtime(), &module, (level, None)).unwrap_or_else(|e| panic!("{level}: {e}"));
        let entry = code.entry("main").expect("main is an entry");
        let arguments: Vec<Argument<'_>> = args.iter().map(|a| Argument::Tensor(a.view())).collect();
        let found = code.call(entry, &arguments).unwrap_or_else(|e| panic!("{level}: {e}"));
        let found: Vec<Datum> = found.iter().map(dense).collect();
        assert_eq!(found, wanted, "{level}");
    }
}

fn ramp(dtype: DType, extents: &[usize]) -> Array {
    let count: usize = extents.iter().product();
    let values: Vec<Scalar> = (0..count).map(|i| Scalar::from_f64(dtype, i as f64 * 0.75 - 3.0)).collect();
    Array::from_scalars(dtype, extents, &values).expect("small")
}

#[test]
fn parallel_loops_run_over_every_point_for_every_size() {
    let text = r#"
func.func @main(%a: memref<?{n}x?{m}xf32>, %r: memref<?{n}x?{m}xf32>, %s: memref<?{n}xf32>)
    attributes {tf.signature = (tensor<?{n}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>, tensor<?{n}xf32>)} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %n = mem.extent [n] : index
  %m = mem.extent [m] : index
  loop.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    %x = mem.load %a[%i, %j] : memref<?{n}x?{m}xf32>
    %y = arith.mulf %x, %two : f32
    mem.store %y, %r[%i, %j] : memref<?{n}x?{m}xf32>
    loop.yield
  }
  loop.parallel (%i) = (%c0) to (%n) step (%c1) {
    %t = loop.for %j = %c0 to %m step %c1 iter_args(%acc = %zero) -> (f32) {
      %x = mem.load %r[%i, %j] : memref<?{n}x?{m}xf32>
      %next = arith.addf %acc, %x : f32
      loop.yield %next : f32
    }
    mem.store %t, %s[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}"#;
    for (n, m) in [(0, 3), (3, 0), (1, 1), (7, 5), (40, 33)] {
        check(text, &[ramp(DType::F32, &[n, m])]);
    }
}

#[test]
fn scratch_copies_booleans_and_conditions() {
    let text = r#"
func.func @main(%a: memref<?{n}xf32>, %r: memref<?{n}xi1>, %w: memref<?{n}xi32>)
    attributes {tf.signature = (tensor<?{n}xf32>) -> (tensor<?{n}xi1>, tensor<?{n}xi32>)} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 40 : i32
  %n = mem.extent [n] : index
  %t = mem.alloc : memref<?{n}xf32>
  %small = mem.alloc : memref<4xi1>
  mem.copy %a, %t : memref<?{n}xf32>
  loop.for %i = %c0 to %n step %c1 {
    %x = mem.load %t[%i] : memref<?{n}xf32>
    %p = arith.cmpf ogt, %x, %zero : f32
    mem.store %p, %small[%c1] : memref<4xi1>
    %q = mem.load %small[%c1] : memref<4xi1>
    mem.store %q, %r[%i] : memref<?{n}xi1>
    %k = arith.index_cast %i : index to i32
    %v = loop.if %q -> (i32) {
      %d = loop.while (%b = %k) : (i32) -> (i32) {
        %go = arith.cmpi slt, %b, %limit : i32
        loop.condition %go, %b : i32
      } do (%c: i32) {
        %e = arith.addi %c, %c : i32
        loop.yield %e : i32
      }
      loop.yield %d : i32
    } else {
      loop.yield %limit : i32
    }
    mem.store %v, %w[%i] : memref<?{n}xi32>
    loop.yield
  }
  return
}"#;
    for n in [0, 1, 9] {
        check(text, &[ramp(DType::F32, &[n])]);
    }
}

#[test]
fn vectors_load_store_gather_and_reduce() {
    let text = r#"
func.func @main(%a: memref<?{n}x3xf32>, %r: memref<?{n}x3xf32>, %s: memref<3xf32>)
    attributes {tf.signature = (tensor<?{n}x3xf32>) -> (tensor<?{n}x3xf32>, tensor<3xf32>)} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %n = mem.extent [n] : index
  %lane = vector.step : vector<8xindex>
  %nv = vector.broadcast %n : vector<8xindex>
  %off = arith.constant dense<0.0> : vector<8xf32>
  loop.for %c = %c0 to %c3 step %c1 {
    loop.for %i = %c0 to %n step %c8 {
      %iv = vector.broadcast %i : vector<8xindex>
      %at = arith.addi %iv, %lane : vector<8xindex>
      %mask = arith.cmpi slt, %at, %nv : vector<8xindex>
      %x = vector.load %a[%i, %c] axis = 0 mask %mask else %off : memref<?{n}x3xf32>, vector<8xf32>
      %back = arith.subi %c2, %c : index
      %y = vector.gather %a[%at, %back] mask %mask else %off : memref<?{n}x3xf32>[vector<8xindex>, index], vector<8xf32>
      %z = arith.addf %x, %y : vector<8xf32>
      vector.store %z, %r[%i, %c] axis = 0 mask %mask : memref<?{n}x3xf32>, vector<8xf32>
      %t = vector.reduce maximumf %z : vector<8xf32>
      mem.store %t, %s[%c] : memref<3xf32>
      loop.yield
    }
    loop.yield
  }
  return
}"#;
    for n in [1, 8, 13] {
        check(text, &[ramp(DType::F32, &[n, 3])]);
    }
}

#[test]
fn reciprocals_and_roots_honour_zero_and_infinity_under_standard_flags() {
    let text = r#"
func.func @main(%a: memref<16xf32>, %r: memref<16xf32>)
    attributes {tf.signature = (tensor<16xf32>) -> tensor<16xf32>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1.0> : vector<16xf32>
  %x = vector.load %a[%c0] axis = 0 : memref<16xf32>, vector<16xf32>
  %q = math.sqrt %x fastmath<contract,arcp,afn> : vector<16xf32>
  %d = arith.mulf %x, %q fastmath<contract,arcp,afn> : vector<16xf32>
  %w = arith.divf %one, %d fastmath<contract,arcp,afn> : vector<16xf32>
  vector.store %w, %r[%c0] axis = 0 : memref<16xf32>, vector<16xf32>
  return
}"#;
    let values = [0.0f32, f32::INFINITY, 1.0, 4.0].repeat(4);
    check(text, &[Array::from_slice(&[16], &values).expect("small")]);
}

#[test]
fn traps_become_errors_with_their_location() {
    let text = r#"
func.func @main(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>)
    attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = mem.extent [n] : index
  loop.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    mem.store %x, %r[%i] : memref<?{n}xf32>
    mem.trap "stop here"
    loop.yield
  }
  return
}"#;
    let module = parse(text);
    let code = build(library(), runtime(), &module, (Level::Host, None)).unwrap_or_else(|e| panic!("{e}"));
    let entry = code.entry("main").expect("main is an entry");
    let call = |n: usize| code.call(entry, &[Argument::Tensor(ramp(DType::F32, &[n]).view())]);
    assert!(call(0).is_ok());
    match call(4) {
        Err(RunError::Trap { location, .. }) => assert!(location.starts_with("test.mlir:10:"), "{location}"),
        other => panic!("{other:?}"),
    }
}

/// A function of `loops` parallel loops over one array, each of `ops` additions and of distinct code.
fn many_loops(loops: usize, ops: usize) -> String {
    let mut text = String::from(
        "func.func @main(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>)
    attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = mem.extent [n] : index
  mem.copy %a, %r : memref<?{n}xf32>\n",
    );
    for k in 0..loops {
        text.push_str(&format!(
            "  loop.parallel (%i) = (%c0) to (%n) step (%c1) {{
    %k = arith.constant {k}.0 : f32
    %x0 = mem.load %r[%i] : memref<?{{n}}xf32>\n"
        ));
        for j in 0..ops {
            text.push_str(&format!("    %x{} = arith.addf %x{j}, %k : f32\n", j + 1));
        }
        text.push_str(&format!("    mem.store %x{ops}, %r[%i] : memref<?{{n}}xf32>\n    loop.yield\n  }}\n"));
    }
    text + "  return\n}"
}

#[test]
fn large_modules_are_several_units_that_are_linked_together() {
    let text = many_loops(40, 100);
    let module = parse(&text);
    let units =
        tf_upstream::emit_units(&module, Level::Host).unwrap_or_else(|e| panic!("{}", e.message)).texts;
    assert!((4..=16).contains(&units.len()), "{} units", units.len());
    let sizes: Vec<usize> = units.iter().map(String::len).collect();
    // The first holds the entry, which is one function.
    assert!(sizes[1..].iter().all(|size| size * 2 > sizes[1]), "unequal units: {sizes:?}");
    check(&text, &[ramp(DType::F32, &[7])]);
    // Small functions stay in one unit.
    assert_eq!(
        tf_upstream::emit_units(&parse(&many_loops(4, 10)), Level::Host).map(|u| u.texts.len()).ok(),
        Some(1)
    );
}
