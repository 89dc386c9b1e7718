//! Accumulating results on the way down: the answers stay, buffers are used in place, order is kept where it
//! matters.

use crate::common::{check_steps, context, parse, tensor, try_run};
use tf_dialects::scalar::DType;
use tf_interp::{Datum, Dense};

const WAY: &[&str] = &[
    "canonicalize,cse",
    "tensor-decompose,prove-bounds",
    "choose-fusion,apply-fusion,cse,canonicalize",
    "simplify-computes,choose-unroll,apply-unroll,cse,canonicalize,tensor-hoist,lower-tiles",
    "schedule",
    "apply-schedule",
    "lower-access",
    "bufferize",
    "canonicalize,cse",
    "loop-vectorize,canonicalize,cse",
];

/// Indices that go outside at both ends of `0 .. extent`, and repeat.
fn indices(count: usize, extent: i64, seed: i64) -> Datum {
    let index = |i: usize| ((i as i64 * 7 + seed) % (extent + 4) - 2) as u64;
    Dense { dtype: DType::Index, extents: vec![count], data: (0..count).map(index).collect() }.into()
}

fn count(text: &str, what: &str) -> usize {
    text.matches(what).count()
}

#[test]
fn every_policy_and_kind() {
    for policy in ["drop", "clamp", "wrap"] {
        for (kind, ty, dtype) in [
            ("add", "i32", DType::I32),
            ("add", "f32", DType::F32),
            ("set", "f32", DType::F32),
            ("maxui", "i8", DType::I8),
            ("minsi", "i64", DType::I64),
            ("and", "i32", DType::I32),
            ("or", "i1", DType::I1),
            ("xor", "i16", DType::Int(16)),
            ("mul", "f64", DType::F64),
            ("minimumf", "f16", DType::F16),
            ("maxnumf", "bf16", DType::BF16),
            ("add", "index", DType::Index),
        ] {
            let text = format!(
                "func.func @main(%h: tensor<?{{m}}x{ty}>, %k: tensor<?{{n}}xindex>, %x: tensor<?{{n}}x{ty}>) -> tensor<?{{m}}x{ty}> {{
                  %r = tensor.compute (%i) in [n] accumulate({kind} %a = %h : tensor<?{{m}}x{ty}>) {{
                    %at = tensor.at %k[%i] : tensor<?{{n}}xindex>
                    %v = tensor.at %x[%i] : tensor<?{{n}}x{ty}>
                    tensor.put %v into %a[%at] {policy} : memref<?{{m}}x{ty}>
                    tensor.yield
                  }}
                  return %r : tensor<?{{m}}x{ty}>
                }}"
            );
            let inputs: Vec<Vec<Datum>> = [(0, 3), (1, 1), (5, 0), (17, 4), (40, 9)]
                .iter()
                .map(|(n, m)| {
                    vec![tensor(dtype, &[*m], 1), indices(*n, *m as i64, 3), tensor(dtype, &[*n], 2)]
                })
                .collect();
            check_steps(&text, WAY, &inputs, 0.0);
        }
    }
}

#[test]
fn traps_stop_the_call_and_rank_0_and_several_puts_work() {
    let text = "
func.func @main(%h: tensor<?{m}xi32>, %s: tensor<i32>, %k: tensor<?{n}xindex>) -> (tensor<?{n}xindex>, tensor<?{m}xi32>, tensor<i32>) {
  %one = arith.constant 1 : i32
  %r:3 = tensor.compute (%i) in [n] accumulate(add %a = %h : tensor<?{m}xi32>, add %b = %s : tensor<i32>) {
    %at = tensor.at %k[%i] : tensor<?{n}xindex>
    tensor.put %one into %a[%at] trap : memref<?{m}xi32>
    tensor.put %one into %b[] : memref<i32>
    %c = arith.index_cast %at : index to i32
    tensor.put %c into %a[%at] drop : memref<?{m}xi32>
    tensor.yield %at : index
  } : tensor<?{n}xindex>
  return %r#0, %r#1, %r#2 : tensor<?{n}xindex>, tensor<?{m}xi32>, tensor<i32>
}";
    let at = |data: &[u64]| {
        Datum::from(Dense { dtype: DType::Index, extents: vec![data.len()], data: data.to_vec() })
    };
    let case =
        |m: usize, data: &[u64]| vec![tensor(DType::I32, &[m], 1), tensor(DType::I32, &[], 2), at(data)];
    let inputs =
        [case(4, &[0, 3, 3, 1]), case(4, &[0, 4]), case(0, &[]), case(0, &[0]), case(2, &[u64::MAX])];
    check_steps(text, WAY, &inputs, 0.0);
}

/// `set`: the last point in row-major order wins; several axes, folds and conditions around the put.
#[test]
fn the_last_put_wins() {
    let text = "
func.func @main(%h: tensor<?{m}x3xf32>, %x: tensor<?{n}x?{p}xf32>) -> tensor<?{m}x3xf32> {
  %zero = arith.constant 0.0 : f32
  %r = tensor.compute (%i, %j) in [n, p] accumulate(set %a = %h : tensor<?{m}x3xf32>) {
    %v = tensor.at %x[%i, %j] : tensor<?{n}x?{p}xf32>
    %c = arith.cmpf ogt, %v, %zero : f32
    loop.if %c {
      tensor.put %v into %a[%i + %j, %j mod 3] drop : memref<?{m}x3xf32>
      loop.yield
    } else {
      %s = tensor.fold (%k) = 0 to %j + 1 add {
        %w = tensor.at %x[%i, %k] : tensor<?{n}x?{p}xf32>
        tensor.put %w into %a[%k, 2] wrap : memref<?{m}x3xf32>
        tensor.yield %w : f32
      } : f32
      tensor.put %s into %a[%i * 2, 0] clamp : memref<?{m}x3xf32>
      loop.yield
    }
    tensor.yield
  }
  return %r : tensor<?{m}x3xf32>
}";
    let inputs: Vec<Vec<Datum>> = [(4, 3, 5), (1, 2, 17), (0, 2, 3), (6, 33, 2), (3, 0, 4)]
        .iter()
        .map(|(m, n, p)| vec![tensor(DType::F32, &[*m, 3], 1), tensor(DType::F32, &[*n, *p], 2)])
        .collect();
    check_steps(text, WAY, &inputs, 0.0);
}

/// Elements that change together: the position of the greatest value so far.
#[test]
fn regions_combine_several_accumulators() {
    let text = "
func.func @main(%h: tensor<?{m}xf32>, %q: tensor<?{m}xindex>, %k: tensor<?{n}xindex>, %x: tensor<?{n}xf32>) -> (tensor<?{m}xf32>, tensor<?{m}xindex>) {
  %r:2 = tensor.compute (%i) in [n] accumulate(region %a = %h : tensor<?{m}xf32>, region %b = %q : tensor<?{m}xindex>) {
    %at = tensor.at %k[%i] : tensor<?{n}xindex>
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    tensor.put %v, %i into %a, %b[%at] drop : memref<?{m}xf32>, memref<?{m}xindex> combine (%best, %where, %new, %here) {
      %better = arith.cmpf ogt, %new, %best : f32
      %s = arith.select %better, %new, %best : f32
      %p = arith.select %better, %here, %where : index
      tensor.yield %s, %p : f32, index
    }
    tensor.yield
  }
  return %r#0, %r#1 : tensor<?{m}xf32>, tensor<?{m}xindex>
}";
    let inputs: Vec<Vec<Datum>> = [(4, 13), (1, 40), (0, 3), (3, 0)]
        .iter()
        .map(|(m, n)| {
            let (h, q) = (tensor(DType::F32, &[*m], 1), tensor(DType::Index, &[*m], 2));
            vec![h, q, indices(*n, *m as i64, 1), tensor(DType::F32, &[*n], 3)]
        })
        .collect();
    check_steps(text, WAY, &inputs, 0.0);
}

/// A tensor that starts from zeros and is returned needs one buffer: the result's.
#[test]
fn a_start_that_is_computed_for_it_is_written_in_place() {
    let text = "
func.func @main(%k: tensor<?{n}xindex>) -> tensor<?{n}xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %h = tensor.splat %zero : tensor<?{n}xi32>
  %r = tensor.compute (%i) in [n] accumulate(add %a = %h : tensor<?{n}xi32>) {
    %at = tensor.at %k[%i] : tensor<?{n}xindex>
    tensor.put %one into %a[%at] drop : memref<?{n}xi32>
    tensor.yield
  }
  return %r : tensor<?{n}xi32>
}";
    let inputs: Vec<Vec<Datum>> = [0, 1, 9].iter().map(|n| vec![indices(*n, *n as i64, 1)]).collect();
    let lowered = check_steps(text, WAY, &inputs, 0.0);
    assert_eq!(count(&lowered, "mem.alloc") + count(&lowered, "mem.copy"), 0, "{lowered}");
}

/// A loop that carries a tensor and puts into it copies it once, before the loop.
#[test]
fn carried_tensors_change_in_place() {
    let text = "
func.func @main(%h: tensor<?{m}xi32>, %k: tensor<?{n}xindex>) -> tensor<?{m}xi32> {
  %zero = arith.constant 0 : index
  %five = arith.constant 5 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %five step %one iter_args(%c = %h) -> (tensor<?{m}xi32>) {
    %v = arith.index_cast %t : index to i32
    %next = tensor.compute (%i) in [n] accumulate(add %a = %c : tensor<?{m}xi32>) {
      %at = tensor.at %k[%i] : tensor<?{n}xindex>
      tensor.put %v into %a[%at] drop : memref<?{m}xi32>
      tensor.yield
    }
    loop.yield %next : tensor<?{m}xi32>
  }
  return %r : tensor<?{m}xi32>
}";
    let inputs: Vec<Vec<Datum>> = [(0, 2), (3, 5), (9, 40)]
        .iter()
        .map(|(m, n)| vec![tensor(DType::I32, &[*m], 1), indices(*n, *m as i64, 1)])
        .collect();
    let lowered = check_steps(text, WAY, &inputs, 0.0);
    assert_eq!((count(&lowered, "mem.alloc"), count(&lowered, "mem.copy")), (0, 1), "{lowered}");
}

/// Reads inside see the old elements: the start is copied.
#[test]
fn reads_see_the_old_values() {
    let text = "
func.func @main(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %one = arith.constant 1 : index
  %y = tensor.compute (%i) in [n] accumulate(set %a = %x : tensor<?{n}xf32>) {
    %v = tensor.at %x[n - 1 - %i] : tensor<?{n}xf32>
    tensor.put %v into %a[%i] : memref<?{n}xf32>
    tensor.yield
  }
  %z = loop.for %t = %zero to %three step %one iter_args(%c = %y) -> (tensor<?{n}xf32>) {
    %next = tensor.compute (%i) in [n] accumulate(add %a = %c : tensor<?{n}xf32>) {
      %v = tensor.at %c[n - 1 - %i] : tensor<?{n}xf32>
      tensor.put %v into %a[%i] : memref<?{n}xf32>
      tensor.yield
    }
    loop.yield %next : tensor<?{n}xf32>
  }
  return %y, %z : tensor<?{n}xf32>, tensor<?{n}xf32>
}";
    let inputs: Vec<Vec<Datum>> =
        [0, 1, 2, 3, 17].iter().map(|n| vec![tensor(DType::F32, &[*n], 1)]).collect();
    check_steps(text, WAY, &inputs, 0.0);
}

/// Axes whose points never meet in an element run in parallel and as lanes, those that may keep their order.
#[test]
fn only_points_that_cannot_meet_change_their_order() {
    let text = |puts: &str, how: &str| {
        format!(
            "func.func @main(%h: tensor<?{{m}}x?{{p}}xf32>, %k: tensor<?{{n}}xindex>, %x: tensor<?{{n}}x?{{p}}xf32>) -> tensor<?{{m}}x?{{p}}xf32> {{
              %r = tensor.compute (%i, %j) in [n, p] accumulate({how} %a = %h : tensor<?{{m}}x?{{p}}xf32>) {{
                %at = tensor.at %k[%i] : tensor<?{{n}}xindex>
                %v = tensor.at %x[%i, %j] : tensor<?{{n}}x?{{p}}xf32>
                {puts}
                tensor.yield
              }}
              return %r : tensor<?{{m}}x?{{p}}xf32>
            }}"
        )
    };
    let inputs: Vec<Vec<Datum>> = [(4, 13, 5), (1, 40, 33), (0, 3, 2), (3, 0, 4)]
        .iter()
        .map(|(m, n, p)| {
            let x = tensor(DType::F32, &[*n, *p], 2);
            vec![tensor(DType::F32, &[*m, *p], 1), indices(*n, *m as i64, 1), x]
        })
        .collect();
    let rows = text("tensor.put %v into %a[%at, %j] drop : memref<?{m}x?{p}xf32>", "add");
    let lowered = check_steps(&rows, WAY, &inputs, 0.0);
    assert!(lowered.contains("loop.parallel") && lowered.contains("vector.store"), "{lowered}");
    let two = text(
        "tensor.put %v into %a[%at, %j] drop : memref<?{m}x?{p}xf32>
         tensor.put %v into %a[%at, %j + 1] drop : memref<?{m}x?{p}xf32>",
        "add",
    );
    let lowered = check_steps(&two, WAY, &inputs, 0.0);
    assert!(!lowered.contains("loop.parallel") && !lowered.contains("vector."), "{lowered}");
    let clamped = text("tensor.put %v into %a[%at, %j - 1] clamp : memref<?{m}x?{p}xf32>", "set");
    let lowered = check_steps(&clamped, WAY, &inputs, 0.0);
    assert!(!lowered.contains("loop.parallel") && !lowered.contains("vector."), "{lowered}");
}

#[test]
fn schedules_that_would_change_the_order_are_refused() {
    for (schedule, complaint) in [
        ("parallel(i)", "runs i in parallel"),
        ("vectorize(i, 8)", "vectorizes i"),
        ("vectorize(k, 8)", "vectorizes k"),
        ("order(j, i)", "moves j outwards"),
    ] {
        let text = format!(
            "func.func @main(%h: tensor<?{{m}}xf32>) -> tensor<?{{m}}xf32> {{
              %v = arith.constant 1.0 : f32
              %r = tensor.compute (%i, %j) in [m, m] accumulate(add %a = %h : tensor<?{{m}}xf32>) attributes {{schedule = #tensor.schedule<{schedule}>}} {{
                %s = tensor.fold (%k) = 0 to m add fastmath<reassoc> attributes {{axis = \"k\"}} {{
                  tensor.put %v into %a[%k] : memref<?{{m}}xf32>
                  tensor.yield %v : f32
                }} : f32
                tensor.put %s into %a[%i + %j] drop : memref<?{{m}}xf32>
                tensor.yield
              }}
              return %r : tensor<?{{m}}xf32>
            }}"
        );
        let ctx = context();
        let mut module = parse(&ctx, &text);
        let errors = try_run(&ctx, &mut module, "tensor-to-loops").expect_err(schedule);
        assert!(errors.contains(complaint), "{schedule}: {errors}");
    }
}

/// A promise that no element is put twice is kept to account by the interpreter and used by the schedule.
#[test]
fn unique_puts_may_run_in_any_order() {
    let text = "
func.func @main(%h: tensor<?{n}xf32>, %k: tensor<?{n}xindex>) -> tensor<?{n}xf32> {
  %v = arith.constant 1.5 : f32
  %r = tensor.compute (%i) in [n] accumulate(add unique %a = %h : tensor<?{n}xf32>) {
    %at = tensor.at %k[%i] : tensor<?{n}xindex>
    tensor.put %v into %a[%at] drop : memref<?{n}xf32>
    tensor.yield
  }
  return %r : tensor<?{n}xf32>
}";
    let permutation = |n: usize| {
        let data = (0..n as u64).rev().collect();
        Datum::from(Dense { dtype: DType::Index, extents: vec![n], data })
    };
    let inputs: Vec<Vec<Datum>> =
        [0, 1, 2, 17, 40].iter().map(|n| vec![tensor(DType::F32, &[*n], 1), permutation(*n)]).collect();
    let lowered = check_steps(text, WAY, &inputs, 0.0);
    assert!(lowered.contains("loop.parallel"), "{lowered}");
    let twice = Datum::from(Dense { dtype: DType::Index, extents: vec![2], data: vec![1, 1] });
    let stopped = crate::common::interpret(&parse(&context(), text), &[tensor(DType::F32, &[2], 1), twice]);
    assert!(stopped.is_err_and(|e| e.contains("writes an element twice")));
}
