//! Running combinations that are written as windows over all that came before, as JAX lowers `cumsum` and its
//! kin: against loops of the host, on every device.

use tensorforge::*;

/// The operation of a running combination, by its name in StableHLO, its start, and its scalar function.
type Kind = (&'static str, &'static str, fn(f64, f64) -> f64);

const KINDS: [Kind; 4] = [
    ("add", "0.0", |a, b| a + b),
    ("multiply", "1.0", |a, b| a * b),
    ("maximum", "0xFFF0000000000000", f64::max),
    ("minimum", "0x7FF0000000000000", f64::min),
];

/// A window over all previous elements on axis 0 (`reverse`: over all later ones on axis 1) of an array of
/// these extents.
fn window(extents: [usize; 2], reverse: bool) -> String {
    let axis = usize::from(reverse);
    let mut sizes = [1; 2];
    sizes[axis] = extents[axis];
    let mut padding = [[0; 2]; 2];
    padding[axis][axis] = extents[axis] - 1;
    format!(
        "window_dimensions = array<i64: {}, {}>, padding = dense<{padding:?}> : tensor<2x2xi64>",
        sizes[0], sizes[1]
    )
}

fn program(extents: [usize; 2], reverse: bool, start: &str, region: &str) -> String {
    let [n, m] = extents;
    format!(
        "func.func public @main(%x: tensor<{n}x{m}xf64>) -> tensor<{n}x{m}xf64> {{
          %start = stablehlo.constant dense<{start}> : tensor<f64>
          %0 = \"stablehlo.reduce_window\"(%x, %start) <{{{}}}> ({{
          ^bb0(%a: tensor<f64>, %b: tensor<f64>):
            {region}
            stablehlo.return %r : tensor<f64>
          }}) : (tensor<{n}x{m}xf64>, tensor<f64>) -> tensor<{n}x{m}xf64>
          return %0 : tensor<{n}x{m}xf64>
        }}",
        window(extents, reverse)
    )
}

fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| f64::from((i as u32).wrapping_mul(2_654_435_769) >> 20) / 4096.0 + 0.5).collect()
}

/// The result of a running combination.
fn wanted(x: &[f64], [n, m]: [usize; 2], reverse: bool, combine: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    let mut found = x.to_vec();
    for i in 0..n {
        for j in 0..m {
            match reverse {
                false if i > 0 => found[i * m + j] = combine(found[(i - 1) * m + j], x[i * m + j]),
                true if j > 0 => {
                    let at = i * m + m - 1 - j;
                    found[at] = combine(found[at + 1], x[at]);
                }
                _ => {}
            }
        }
    }
    found
}

#[track_caller]
fn check(text: &str, extents: [usize; 2], wanted: &[f64]) {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let x = numbers(extents[0] * extents[1]);
    let module = session.parse("jax.mlir", text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let module = session.import_stablehlo(&module).unwrap_or_else(|e| panic!("{e}\n{text}"));
    for device in session.devices() {
        let exe =
            session.compile_module(&module, &device).unwrap_or_else(|e| panic!("{device}: {e}\n{text}"));
        let args = [Array::from_slice(&extents, &x).unwrap()];
        let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
        for (i, (a, b)) in found[0].as_slice::<f64>().unwrap().iter().zip(wanted).enumerate() {
            assert!((a - b).abs() <= 1e-12 * b.abs(), "{device}, element {i}: {a}, not {b}\n{text}");
        }
    }
}

#[test]
fn windows_over_all_that_came_before() {
    for extents in [[2, 3], [37, 19], [19, 70]] {
        let x = numbers(extents[0] * extents[1]);
        for reverse in [false, true] {
            for (name, start, combine) in KINDS {
                let region = format!("%r = stablehlo.{name} %a, %b : tensor<f64>");
                let text = program(extents, reverse, start, &region);
                check(&text, extents, &wanted(&x, extents, reverse, combine));
            }
        }
    }
}

/// `jax.lax.cumlogsumexp`: its combiner is not a kind.
#[test]
fn running_logarithms_of_sums() {
    let region = "%m = stablehlo.maximum %a, %b : tensor<f64>
      %d = stablehlo.subtract %a, %b : tensor<f64>
      %nan = stablehlo.compare NE, %d, %d : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %s = stablehlo.add %a, %b : tensor<f64>
      %f = stablehlo.abs %d : tensor<f64>
      %g = stablehlo.negate %f : tensor<f64>
      %e = stablehlo.exponential %g : tensor<f64>
      %l = stablehlo.log_plus_one %e : tensor<f64>
      %t = stablehlo.add %m, %l : tensor<f64>
      %r = stablehlo.select %nan, %s, %t : tensor<i1>, tensor<f64>";
    let extents = [40, 33];
    let x = numbers(40 * 33);
    for reverse in [false, true] {
        let text = program(extents, reverse, "0xFFF0000000000000", region);
        let sums = wanted(&x.iter().map(|v| v.exp()).collect::<Vec<_>>(), extents, reverse, |a, b| a + b);
        check(&text, extents, &sums.iter().map(|v| v.ln()).collect::<Vec<_>>());
    }
}
