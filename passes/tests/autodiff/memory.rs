//! The memory of loops for their backward pass: proportional to the square root of the trip count, or within
//! a budget.

use crate::common::{context, parse, print, run, try_run};

/// The gradient of a recurrence `h := tanh(W h + b)` of `trips` iterations.
fn recurrence(trips: u32) -> String {
    format!(
        "func.func @main(%h0: tensor<64xf32>, %w0: tensor<64x64xf32>, %g: tensor<64xf32>) -> (tensor<64xf32>, tensor<64x64xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {trips} : index
  %y, %dh, %dw = tensor.vjp (%h1 = %h0, %w = %w0) seed(%g) : (tensor<64xf32>, tensor<64x64xf32>) -> (tensor<64xf32>) {{
    %r = loop.for %i = %c0 to %n step %c1 iter_args(%h = %h1) -> (tensor<64xf32>) {{
      %p = tensor.contract \"ij,j->i\" %w, %h : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
      %q = math.tanh %p : tensor<64xf32>
      loop.yield %q : tensor<64xf32>
    }}
    tensor.yield %r : tensor<64xf32>
  }}
  return %dh, %dw : tensor<64xf32>, tensor<64x64xf32>
}}"
    )
}

/// Bytes of all buffers of a program at the memory stage.
fn buffers(text: &str) -> u64 {
    let bytes = |line: &str| -> Option<u64> {
        let (_, ty) = line.split_once("mem.alloc : memref<")?;
        let parts: Vec<&str> = ty.split(['>', ',']).next()?.split('x').collect();
        let (elem, dims) = parts.split_last()?;
        let size = match *elem {
            "f32" | "i32" => 4,
            "f64" | "i64" | "index" => 8,
            other => panic!("size of {other}"),
        };
        Some(dims.iter().map(|d| d.parse::<u64>().expect("constant extents")).product::<u64>() * size)
    };
    text.lines().filter_map(bytes).sum()
}

#[test]
fn buffers_grow_with_the_square_root_of_the_trip_count() {
    let ctx = context();
    let measure = |trips: u32| {
        let mut module = parse(&ctx, &recurrence(trips));
        run(&ctx, &mut module, "autodiff,canonicalize,cse");
        let loops = print(&module).matches("loop.for").count();
        run(
            &ctx,
            &mut module,
            "tensor-decompose,prove-bounds,choose-fusion,apply-fusion,cse,canonicalize,schedule,tensor-to-loops",
        );
        (buffers(&print(&module)), loops)
    };
    let (sizes, loops): (Vec<u64>, Vec<usize>) = [250, 1000, 4000].map(measure).into_iter().unzip();
    assert!(sizes[0] > 250, "{sizes:?}");
    assert!(sizes[1] * 10 <= sizes[0] * 23 && sizes[2] * 10 <= sizes[1] * 23, "{sizes:?}");
    assert!(loops.iter().all(|n| *n == loops[0]), "{loops:?}");
}

#[test]
fn a_budget_is_respected_and_used() {
    let ctx = context();
    for (budget, most) in
        [(1_000_000, 256_000), (100_000, 100_000), (20_000, 20_000), (5_000, 5_000), (300, 300)]
    {
        let mut module = parse(&ctx, &recurrence(1000));
        let pipeline = format!("autodiff{{memory-budget={budget} report=true}}");
        if let Err(errors) = try_run(&ctx, &mut module, &pipeline) {
            panic!("{errors}");
        }
        let text = print(&module);
        let kept: u64 = text
            .lines()
            .filter(|l| l.contains("tensor.empty"))
            .filter_map(|l| l.split("tensor<").nth(1)?.strip_suffix("x64xf32>")?.parse::<u64>().ok())
            .filter(|n| *n != 64)
            .map(|n| n * 256)
            .sum();
        assert!(kept <= most, "{budget}: {kept}\n{text}");
        assert!(budget < 256_000 || kept == 256_000, "everything fits: {kept}\n{text}");
    }
}
