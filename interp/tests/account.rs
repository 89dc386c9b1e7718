//! The work that is counted: an op that decomposes does what its decomposition does, once.

use tf_dialects::scalar::DType;
use tf_dialects::shared::work::Tally;
use tf_interp::{Datum, Dense, Machine, run_entry_with};
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};

/// The work of a program on tensors of these extents.
fn work(text: &str, extents: &[&[usize]]) -> Tally {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let module = parse_module(&ctx, "f.mlir", text, &ParseOptions::default()).expect("it is valid").body;
    let tensor = |extents: &&[usize]| {
        let data = vec![0; extents.iter().product()];
        Datum::from(Dense { dtype: DType::F32, extents: extents.to_vec(), data })
    };
    let args: Vec<Datum> = extents.iter().map(tensor).collect();
    let mut machine = Machine::new(&module);
    machine.count_work();
    run_entry_with(&mut machine, "main", &args).expect("it ends");
    *machine.work().expect("it was counted").total()
}

#[test]
fn a_tile_is_written_once() {
    let text = r#"
func.func @main(%t: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %x = tensor.empty : tensor<8x8xf32>
  %c0 = arith.constant 0 : index
  %r = tensor.tile_write %t into %x[%c0, %c0] drop : tensor<8x8xf32> into tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}"#;
    let work = work(text, &[&[8, 8]]);
    assert_eq!((work.reads, work.writes), (64, 64), "{work:?}");
}

#[test]
fn a_tile_in_a_tensor_that_is_needed_as_it_was_is_written_into_a_copy() {
    let text = r#"
func.func @main(%t: tensor<3x4xf32>, %x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %r = tensor.tile_write %t into %x[%c0, %c0] drop : tensor<3x4xf32> into tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}"#;
    let work = work(text, &[&[3, 4], &[8, 8]]);
    assert_eq!((work.reads, work.writes), (12 + 64, 12 + 64), "{work:?}");
}

#[test]
fn sums_inside_each_other_are_entered_as_often_as_their_folds() {
    let text = r#"
func.func @main(%x: tensor<2x3x5xf32>, %y: tensor<3x5xf32>) -> tensor<2xf32> {
  %r = tensor.contract "abc,bc->a" %x, %y : (tensor<2x3x5xf32>, tensor<3x5xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}"#;
    assert_eq!(work(text, &[&[2, 3, 5], &[3, 5]]).loops, 2 + 2 * 3);
}

#[test]
fn a_loop_copies_yielded_outer_values() {
    let text = r#"
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = math.exp %x : tensor<8xf32>
  %y = math.sin %x : tensor<8xf32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %i = %c0 to %c3 step %c1 iter_args(%a = %e) -> (tensor<8xf32>) {
    loop.yield HANDED : tensor<8xf32>
  }
  %s = arith.addf %r, %y : tensor<8xf32>
  return %s : tensor<8xf32>
}"#;
    let own = work(&text.replace("HANDED", "%a"), &[&[8]]);
    let outer = work(&text.replace("HANDED", "%y"), &[&[8]]);
    assert_eq!((outer.reads - own.reads, outer.writes - own.writes), (3 * 8, 3 * 8), "{own:?} {outer:?}");
}

#[test]
fn buffers_of_branches_that_do_not_run_are_not_allocated() {
    let text = r#"
func.func @main(%x: memref<4xf32>) attributes {tf.signature = (tensor<4xf32>) -> ()} {
  %large = mem.alloc : memref<128xf32>
  %small = mem.alloc : memref<4xf32>
  %c0 = arith.constant 0 : index
  %runs = arith.constant RUNS
  %v = mem.load %x[%c0] : memref<4xf32>
  loop.if %runs {
    mem.store %v, %large[%c0] : memref<128xf32>
    mem.store %v, %large[%c0] : memref<128xf32>
    loop.yield
  } else {
    mem.copy %x, %small : memref<4xf32>
    loop.yield
  }
  return
}"#;
    assert_eq!(work(&text.replace("RUNS", "true"), &[&[4]]).allocated, 4 * 128);
    assert_eq!(work(&text.replace("RUNS", "false"), &[&[4]]).allocated, 4 * 4);
}

#[test]
fn a_returned_tensor_of_a_loop_that_swaps_buffers_is_copied_once() {
    let text = r#"
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = math.exp %x : tensor<8xf32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %i = %c0 to %c3 step %c1 iter_args(%a = %e) -> (tensor<8xf32>) {
    %b = NEXT
    loop.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}"#;
    let anew = "tensor.compute (%j) in [8] {
      %v = tensor.at %a[7 - %j] : tensor<8xf32>
      tensor.yield %v : f32
    } : tensor<8xf32>";
    let in_place = "tensor.compute (%j) in [2] accumulate(set unique %acc = %a : tensor<8xf32>) {
      %v = tensor.at %x[%j] : tensor<8xf32>
      tensor.put %v into %acc[%j] : memref<8xf32>
      tensor.yield
    }";
    assert_eq!(work(&text.replace("NEXT", anew), &[&[8]]).writes, 8 + 3 * 8 + 8);
    assert_eq!(work(&text.replace("NEXT", in_place), &[&[8]]).writes, 8 + 3 * 2);
    // The same in another loop: the outer one carries what the inner one returns.
    let nested = format!(
        "loop.for %k = %c0 to %c3 step %c1 iter_args(%o = %a) -> (tensor<8xf32>) {{
      %p = {}
      loop.yield %p : tensor<8xf32>
    }}",
        anew.replace("%a[", "%o[")
    );
    assert_eq!(work(&text.replace("NEXT", &nested), &[&[8]]).writes, 8 + 9 * 8 + 8);
}

#[test]
fn an_empty_tensor_that_is_needed_twice_has_no_elements_to_copy() {
    let text = r#"
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty : tensor<8xf32>
  %a = tensor.compute (%i) in [8] accumulate(set unique %acc = %e : tensor<8xf32>) {
    %v = tensor.at %x[%i] : tensor<8xf32>
    tensor.put %v into %acc[%i] : memref<8xf32>
    tensor.yield
  }
  %b = tensor.compute (%i) in [8] accumulate(set unique %acc = %e : tensor<8xf32>) {
    %v = tensor.at %x[7 - %i] : tensor<8xf32>
    tensor.put %v into %acc[%i] : memref<8xf32>
    tensor.yield
  }
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}"#;
    let work = work(text, &[&[8]]);
    assert_eq!((work.reads, work.writes, work.allocated), (16, 16, 2 * 8 * 4), "{work:?}");
}
