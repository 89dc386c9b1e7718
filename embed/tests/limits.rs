//! Programs that are too large, run for too long, or are cancelled: every device reports it, and the session
//! goes on.

use std::time::{Duration, Instant};
use tensorforge::*;

fn devices() -> Vec<Device> {
    let devices = crate::sessions::session().devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    devices
}

fn compile(text: &str, device: &Device) -> Executable {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    session.compile_text(text, device).unwrap_or_else(|error| panic!("on {device}: {error}\n{text}"))
}

/// The message of a call of a program with the argument 1.0.
fn refusal(text: &str, device: &Device) -> String {
    match compile(text, device).call::<Vec<Array>>((1.0f32,)) {
        Ok(_) => panic!("{device} answers\n{text}"),
        Err(error) => error.to_string(),
    }
}

fn milliseconds(n: u64) -> Limits {
    Limits::new().time(Duration::from_millis(n))
}

#[test]
fn results_that_are_too_large_are_named_with_their_place() {
    let huge = "func.func @main(%x: f32) -> tensor<1099511627776x4xf32> {
  %r = tensor.splat %x : tensor<1099511627776x4xf32>
  return %r : tensor<1099511627776x4xf32>
}";
    let wrapping = huge.replace("1099511627776x4xf32", "4294967296x4294967296x16xf32");
    let constant = huge.replace("tensor.splat %x", "arith.constant dense<1.0>");
    for device in devices() {
        for text in [huge, &wrapping, &constant] {
            let ty = text.split("-> ").nth(1).unwrap().split(" {").next().unwrap();
            let wanted = format!("<text>:1:1: no memory for 'r0' of 'main', a {ty}");
            assert_eq!(refusal(text, &device), wanted, "{device}");
        }
    }
}

#[test]
fn products_of_extents_are_checked_when_they_are_known() {
    let text = "func.func @main(%x: tensor<?{n}xf32>) -> tensor<?{n}x?{n}x?{n}x?{n}x?{n}xf32> {
  %c = arith.constant 0.5 : f32
  %r = tensor.splat %c : tensor<?{n}x?{n}x?{n}x?{n}x?{n}xf32>
  return %r : tensor<?{n}x?{n}x?{n}x?{n}x?{n}xf32>
}";
    for device in devices() {
        let exe = compile(text, &device);
        let x = |n: usize| Array::from_slice(&[n], &vec![0.0f32; n]).unwrap();
        assert_eq!(exe.call::<Array>(&x(3)).unwrap().len(), 243);
        // 2^70 elements: the product is 0 modulo 2^64.
        let error = exe.call::<Array>(&x(1 << 14)).unwrap_err().to_string();
        let ty = "tensor<16384x16384x16384x16384x16384xf32>";
        assert_eq!(error, format!("<text>:1:1: no memory for 'r0' of 'main', a {ty}"), "{device}");
    }
}

#[test]
fn intermediate_tensors_that_are_too_large_are_named() {
    let text = "func.func @main(%x: f32) -> f32 {
  %i = arith.constant 5 : index
  %t = tensor.splat %x : tensor<281474976710656xf32>
  %s = tensor.scan add %t dim = 0 : tensor<281474976710656xf32>
  %r = tensor.at %s[%i] trap : tensor<281474976710656xf32>
  return %r : f32
}";
    for device in devices() {
        let error = refusal(text, &device);
        assert!(error.contains("281474976710656xf32>") && error.contains("<text>:"), "{device}: {error}");
    }
}

/// All devices have the same message for failed allocations, with runtime extents.
#[test]
fn intermediate_tensors_have_their_extents() {
    let text = |ty: &str| {
        format!(
            "func.func @main(%x: tensor<?{{n}}xf32>) -> f32 {{
  %i = arith.constant 0 : index
  %s = tensor.compute (%a, %b, %c) in [n*n*n, n*n*n, 4] {{
    %e = tensor.at %x[%a] clamp : tensor<?{{n}}xf32>
    tensor.yield %e : f32
  }} : {ty}
  %t = tensor.scan add %s dim = 0 : {ty}
  %r = tensor.at %t[%i, %i, %i] clamp : {ty}
  return %r : f32
}}"
        )
    };
    let text = text("tensor<?{n*n*n}x?{n*n*n}x4xf32>");
    let x = Array::from_slice(&[1 << 14], &vec![0.0f32; 1 << 14]).unwrap();
    let ty = "tensor<4398046511104x4398046511104x4xf32>";
    for device in devices() {
        let error = compile(&text, &device).call::<Array>(&x).unwrap_err().to_string();
        assert!(error.contains(&format!("error: there is no memory for a {ty}")), "{device}: {error}");
        assert!(error.ends_with("[E0601]"), "{device}: {error}");
    }
}

#[test]
fn zeros_of_a_traced_program() {
    let program = Program::trace("zeros", |p| p.zeros::<f32>([1i64 << 44])).unwrap();
    for device in devices() {
        let session = crate::sessions::session();
        let exe = session.compile(&program, &device).unwrap();
        let error = exe.call::<Array>(()).unwrap_err().to_string();
        assert!(error.contains("tensor<17592186044416xf32>"), "{device}: {error}");
        assert!(error.contains("limits.rs:"), "{device}: {error}");
    }
}

/// Programs of one `f32` argument that run for ever, or for years.
fn endless() -> Vec<(&'static str, String)> {
    let counted = |ty: &str| {
        format!(
            "func.func @main(%x: f32) -> f32 {{
  %lo = arith.constant 0 : {ty}
  %hi = arith.constant 281474976710656 : {ty}
  %one = arith.constant 1 : {ty}
  %r = loop.for %i = %lo to %hi step %one iter_args(%a = %x) -> (f32){} {{
    %b = math.sin %a : f32
    loop.yield %b : f32
  }}
  return %r : f32
}}",
            if ty == "index" { String::new() } else { format!(" : {ty}") }
        )
    };
    let while_true = "%r = loop.while (%a = %x) : (f32) -> (f32) {
    %t = arith.constant true
    loop.condition %t, %a : f32
  } do (%b: f32) {
    loop.yield %b : f32
  }";
    let nested = counted("index").replace(
        "%b = math.sin %a : f32",
        "%k0 = arith.constant 0 : index
    %k2 = arith.constant 1000 : index
    %k1 = arith.constant 1 : index
    %b = loop.for %k = %k0 to %k2 step %k1 iter_args(%c = %a) -> (f32) {
      %d = math.sin %c : f32
      loop.yield %d : f32
    }",
    );
    vec![
        ("while true", format!("func.func @main(%x: f32) -> f32 {{\n  {while_true}\n  return %r : f32\n}}")),
        (
            "while true whose result nobody wants",
            format!("func.func @main(%x: f32) -> f32 {{\n  {while_true}\n  return %x : f32\n}}"),
        ),
        (
            "a condition that stays true",
            "func.func @main(%x: f32) -> f32 {
  %r = loop.while (%a = %x) : (f32) -> (f32) {
    %t = arith.cmpf oge, %a, %x : f32
    loop.condition %t, %a : f32
  } do (%b: f32) {
    loop.yield %b : f32
  }
  return %r : f32
}"
            .to_string(),
        ),
        (
            "a loop in each element",
            format!(
                "func.func @main(%y: f32) -> tensor<64x64xf32> {{
  %m = tensor.compute (%i, %j) in [64, 64] {{
    %n = arith.index_cast %i : index to i32
    %z = arith.sitofp %n : i32 to f32
    %x = arith.addf %y, %z : f32
    {}
    tensor.yield %r : f32
  }} : tensor<64x64xf32>
  return %m : tensor<64x64xf32>
}}",
                while_true
                    .replace("%t = arith.constant true", "%t = arith.cmpf oge, %a, %x : f32")
                    .replace("loop.yield %b : f32", "%q = math.exp %b : f32\n loop.yield %q : f32")
            ),
        ),
        ("a long counted loop", counted("index")),
        ("a long counted loop of narrow integers", counted("i64")),
        ("a long counted loop of loops", nested),
    ]
}

#[test]
fn endless_programs_end_when_their_time_is_over() {
    for device in devices() {
        for (what, text) in endless() {
            let exe = compile(&text, &device).limited(milliseconds(100));
            let start = Instant::now();
            let error = exe.call::<Vec<Array>>((1.0f32,)).expect_err(what);
            let taken = start.elapsed();
            assert!(
                matches!(error, Error::LimitReached { limit: Limit::Time(_), .. }),
                "{what} on {device}: {error}"
            );
            assert!(error.to_string().ends_with("the limit of 0.1 s is reached (--max-seconds)"), "{error}");
            assert!(taken >= Duration::from_millis(100), "{what} on {device}: {taken:?}");
            assert!(taken < Duration::from_secs(2), "{what} on {device}: {taken:?}");
        }
    }
}

#[test]
fn runs_are_cancelled_from_other_threads() {
    for device in devices() {
        let stop = Cancel::new();
        let session = crate::sessions::builder().limits(Limits::new().cancel(&stop)).build().unwrap();
        for (what, text) in endless() {
            let exe = session.compile_text(&text, &device).unwrap();
            std::thread::scope(|scope| {
                let (handle, began) = (stop.clone(), Instant::now());
                scope.spawn(move || {
                    std::thread::sleep(Duration::from_millis(30));
                    handle.cancel();
                });
                let error = exe.call::<Vec<Array>>((1.0f32,)).expect_err(what);
                assert!(matches!(error, Error::Cancelled { .. }), "{what} on {device}: {error}");
                assert!(began.elapsed() < Duration::from_secs(2), "{what} on {device}");
            });
            // A handle that was cancelled lets nothing begin.
            assert!(matches!(exe.call::<Vec<Array>>((1.0f32,)), Err(Error::Cancelled { .. })), "{what}");
            stop.reset();
        }
        // The session is as it was.
        let text = "func.func @main(%x: f32) -> f32 { %y = arith.addf %x, %x : f32 return %y : f32 }";
        let y: Array = session.compile_text(text, &device).unwrap().call((1.5f32,)).unwrap();
        assert_eq!(y.as_slice::<f32>().unwrap(), [3.0], "{device}");
    }
}

/// Loops that end within their limits answer as without, for any chunks.
#[test]
fn loops_that_look_at_their_limits_count_right() {
    let text = |ty: &str| {
        let cast = |name: &str| match ty {
            "i64" => format!("%{name} = arith.addi %{name}0, %zero : i64"),
            "index" => format!("%{name} = arith.index_cast %{name}0 : i64 to index"),
            _ => format!("%{name} = arith.trunci %{name}0 : i64 to {ty}"),
        };
        let (lo, hi, step) = (cast("lo"), cast("hi"), cast("step"));
        let kind = if ty == "index" { String::new() } else { format!(" : {ty}") };
        let loops = |step: &str| {
            format!(
                "loop.for %i = %lo to %hi step %{step} iter_args(%a = %zero) -> (i64){kind} {{
    %b = arith.addi %a, %one : i64
    loop.yield %b : i64
  }}"
            )
        };
        format!(
            "func.func @main(%lo0: i64, %hi0: i64, %step0: i64) -> (i64, i64) {{
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : {ty}
  {lo}\n{hi}\n{step}
  %r = {}
  %s = {}
  return %r, %s : i64, i64
}}",
            loops("step"),
            loops("three")
        )
    };
    let trips = |lo: i64, hi: i64, step: i64| {
        (i128::from(hi) - i128::from(lo)).max(0).unsigned_abs().div_ceil(step as u128) as i64
    };
    for ty in ["i16", "i64", "index"] {
        let exe = compile(&text(ty), &Device::cpu());
        let ends = [(0, 0), (5, -5), (0, 1), (-7, 20_000), (-32_768, 32_767), (32_700, 32_767)];
        for (lo, hi) in ends {
            for step in [1i64, 7, 32_767] {
                let [r, s]: [Array; 2] = exe.call((lo, hi, step)).unwrap();
                let found = [r.as_slice::<i64>().unwrap()[0], s.as_slice::<i64>().unwrap()[0]];
                assert_eq!(found, [trips(lo, hi, step), trips(lo, hi, 3)], "{ty}: {lo} to {hi} by {step}");
            }
        }
    }
    let exe = compile(&text("i64"), &Device::cpu());
    let (lo, hi) = (i64::MAX - 2_000_000, i64::MAX);
    let [r, s]: [Array; 2] = exe.call((lo, hi, 2i64)).unwrap();
    assert_eq!([r, s].map(|a| a.as_slice::<i64>().unwrap()[0]), [trips(lo, hi, 2), trips(lo, hi, 3)]);
}

#[test]
fn steps_are_the_interpreters() {
    let (_, text) = endless().remove(0);
    let limits = Limits::new().steps(1000);
    let error =
        compile(&text, &Device::interp()).limited(limits.clone()).call::<Array>((1.0f32,)).unwrap_err();
    assert!(matches!(error, Error::LimitReached { limit: Limit::Steps(1000), .. }), "{error}");
    assert!(error.to_string().starts_with("<text>:"), "{error}");
    assert!(error.to_string().ends_with(": the limit of 1000 steps is reached (--max-steps)"), "{error}");
    let error = compile(&text, &Device::cpu()).limited(limits).call::<Array>((1.0f32,)).unwrap_err();
    assert_eq!(error.to_string(), "machine code does not count steps: limit its time instead");
}

#[test]
fn bytes_are_those_held_at_the_same_time() {
    // Ten tensors of 80 kB, with few live at once; sorting needs additional memory.
    let step = |i: usize| {
        format!(
            "%s{i} = tensor.sort %v{i} dim = 0 by (%a: f32, %b: f32) {{
    %c = arith.cmpf olt, %a, %b : f32
    tensor.yield %c : i1
  }} : tensor<20000xf32>
  %v{} = tensor.reverse %s{i} dims = [0] : tensor<20000xf32>\n  ",
            i + 1
        )
    };
    let steps: String = (0..5).map(step).collect();
    let text = format!(
        "func.func @main(%x: f32) -> tensor<20000xf32> {{
  %v0 = tensor.splat %x : tensor<20000xf32>
  {steps}
  return %v5 : tensor<20000xf32>
}}"
    );
    for device in devices() {
        let exe = compile(&text, &device);
        let enough = exe.limited(Limits::new().bytes(16 << 20)).call::<Array>((1.0f32,)).unwrap();
        assert_eq!(enough.len(), 20_000, "{device}");
        let error = exe.limited(Limits::new().bytes(100_000)).call::<Array>((1.0f32,)).unwrap_err();
        assert!(
            matches!(error, Error::LimitReached { limit: Limit::Bytes(100_000), .. }),
            "{device}: {error}"
        );
        assert!(error.to_string().ends_with("the limit of 100000 bytes is reached (--max-bytes)"), "{error}");
    }
}

#[test]
fn singular_matrices_have_no_inverse_on_any_device() {
    let program = Program::trace("inverse", |p| {
        let n = p.dim("n");
        p.input::<f32>("a", [n, n]).inverse()
    });
    let program = program.unwrap();
    let rank_two: Vec<f32> = (0..36).map(|at| ((at / 6 + 1) * (at % 6 + 2) + at % 6 % 5) as f32).collect();
    let singular: Vec<(usize, Vec<f32>)> = vec![
        (1, vec![0.0]),
        (2, vec![1.0, 2.0, 2.0, 4.0]),
        (2, vec![0.0; 4]),
        (2, vec![3.0, 1.0, 0.3, 0.1]),
        (3, (1..10).map(|v| v as f32).collect()),
        (3, vec![0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]),
        (6, rank_two),
    ];
    for device in devices() {
        let session = crate::sessions::session();
        let exe = session.compile(&program, &device).unwrap();
        for (n, a) in &singular {
            let found: Array = exe.call(Array::from_slice(&[*n, *n], a).unwrap()).unwrap();
            let found = found.as_slice::<f32>().unwrap();
            assert!(found.iter().all(|v| v.is_nan()), "{device}: {a:?} gives {found:?}");
        }
        // Neither small elements nor bad scales make a matrix singular.
        for a in [[1e-10, 0.0, 0.0, 1e10], [1.0, 1.0, 1.0, 1.00001], [1e-8, 2e-8, 3e-8, 4e-8]] {
            let a: [f32; 4] = a;
            let found: Array = exe.call(Array::from_slice(&[2, 2], &a).unwrap()).unwrap();
            let found = found.as_slice::<f32>().unwrap();
            let det = f64::from(a[0]) * f64::from(a[3]) - f64::from(a[1]) * f64::from(a[2]);
            let wanted = [a[3], -a[1], -a[2], a[0]].map(|v| f64::from(v) / det);
            for (found, wanted) in found.iter().zip(wanted) {
                let error = (f64::from(*found) - wanted).abs() / wanted.abs().max(1e-30);
                assert!(error < 0.1 || wanted == 0.0, "{device}: {a:?} gives {found}, not {wanted}");
            }
        }
    }
}
