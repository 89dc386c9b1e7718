//! Steps of simulations that run together over bands of rows: the bits of one step after the other, for any
//! number of threads.

use tensorforge::*;

/// Steps of a wave in a box, a number of them that the call gives.
fn wave(schedule: &str) -> String {
    format!(
        "func.func @main(%u: tensor<?{{n}}x70xf32>, %old: tensor<?{{n}}x70xf32>, %steps: index) -> (tensor<?{{n}}x70xf32>, tensor<?{{n}}x70xf32>) {{
          %zero = arith.constant 0 : index
          %one = arith.constant 1 : index
          %nothing = arith.constant 0.0 : f32
          %c = arith.constant 0.125 : f32
          %four = arith.constant 4.0 : f32
          %two = arith.constant 2.0 : f32
          %r:2 = loop.for %t = %zero to %steps step %one iter_args(%v = %u, %p = %old) -> (tensor<?{{n}}x70xf32>, tensor<?{{n}}x70xf32>) {{
            %w = tensor.compute (%i, %j) in [n, 70] attributes {{axes = [\"i\", \"j\"]{schedule}}} {{
              %n = tensor.at %v[%i - 1, %j] clamp : tensor<?{{n}}x70xf32>
              %s = tensor.at %v[%i + 1, %j] clamp : tensor<?{{n}}x70xf32>
              %w = tensor.at %v[%i, %j - 1] fill(%nothing) : tensor<?{{n}}x70xf32>
              %e = tensor.at %v[%i, %j + 1] fill(%nothing) : tensor<?{{n}}x70xf32>
              %o = tensor.at %v[%i, %j] : tensor<?{{n}}x70xf32>
              %q = tensor.at %p[%i, %j] : tensor<?{{n}}x70xf32>
              %1 = arith.addf %n, %s : f32
              %2 = arith.addf %w, %e : f32
              %3 = arith.addf %1, %2 : f32
              %4 = arith.mulf %o, %four : f32
              %5 = arith.subf %3, %4 : f32
              %6 = arith.mulf %5, %c : f32
              %7 = arith.mulf %o, %two : f32
              %8 = arith.subf %7, %q : f32
              %9 = arith.addf %8, %6 : f32
              tensor.yield %9 : f32
            }} : tensor<?{{n}}x70xf32>
            loop.yield %w, %v : tensor<?{{n}}x70xf32>, tensor<?{{n}}x70xf32>
          }}
          return %r#0, %r#1 : tensor<?{{n}}x70xf32>, tensor<?{{n}}x70xf32>
        }}"
    )
}

fn state(n: usize, seed: usize) -> Array {
    let data: Vec<f32> = (0..n * 70).map(|i| ((i * seed) % 101) as f32 / 64.0).collect();
    Array::from_slice(&[n, 70], &data).unwrap()
}

#[test]
fn steps_together_have_the_bits_of_steps_one_by_one() {
    let session = |threads| crate::sessions::builder().threads(threads).build().unwrap();
    let one = session(1);
    let plain = one.compile_text(&wave(", schedule = #tensor.schedule<>"), Device::interp()).unwrap();
    // Bands computed at once, and those of rows whose neighbours are kept.
    for (threads, bands) in [(1, "16"), (3, "16"), (1, "16, 4"), (3, "16, 1"), (3, "64, 64")] {
        let text = wave(&format!(", schedule = #tensor.schedule<time(i, [4, {bands}])>"));
        let session = session(threads);
        let exe = session.compile_text(&text, Device::cpu()).unwrap();
        assert!(exe.warnings().is_empty(), "{:?}", exe.warnings());
        for (n, steps) in [(1, 5), (16, 4), (50, 11), (33, 0), (0, 9), (70, 3)] {
            let (u, old) = (state(n, 31), state(n, 17));
            let (wanted, before): (Array, Array) = plain.call((&u, &old, steps as i64)).unwrap();
            let (found, last): (Array, Array) = exe.call((&u, &old, steps as i64)).unwrap();
            let bits = |array: &Array| array.scalars().map(|v| v.bits()).collect::<Vec<_>>();
            assert_eq!(
                bits(&found),
                bits(&wanted),
                "{n} rows, {steps} steps, {threads} threads, bands {bands}"
            );
            assert_eq!(bits(&last), bits(&before), "{n} rows, {steps} steps, {threads} threads");
        }
    }
}
