//! Products and convolutions that are large enough to become loops over tiles, against plain sums.

use tensorforge::*;

/// Elements in [-1, 1) with a long period.
fn numbers(count: usize, seed: u64) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

/// Runs `main` on some threads.
fn run(text: &str, threads: usize, args: &[Array]) -> Vec<f32> {
    let session = crate::sessions::builder().threads(threads).build().unwrap();
    let exe = session.compile_text(text, Device::cpu()).unwrap_or_else(|e| panic!("{e}"));
    let results: Vec<Array> = exe.call(args).unwrap_or_else(|e| panic!("{e}"));
    results[0].as_slice::<f32>().unwrap().to_vec()
}

/// Each result is near the sum of its terms, and has the same bits on three threads.
fn check(text: &str, args: &[Array], exact: impl Fn(usize) -> f64) {
    let one = run(text, 1, args);
    for at in (0..one.len()).step_by(997) {
        let (found, wanted) = (f64::from(one[at]), exact(at));
        assert!((found - wanted).abs() < 2e-4, "element {at}: {found}, not {wanted}");
    }
    let three = run(text, 3, args);
    assert!(one.iter().zip(&three).all(|(a, b)| a.to_bits() == b.to_bits()), "threads change bits");
}

#[test]
fn a_product_of_odd_extents_with_code_around_it() {
    let (m, n, p) = (651, 703, 647);
    let text = format!(
        "func.func @main(%a: tensor<{m}x{p}xf32>, %b: tensor<{p}x{n}xf32>) -> tensor<{m}x{n}xf32> {{
           %c = math.absf %a : tensor<{m}x{p}xf32>
           %r = tensor.contract \"ik,kj->ij\" %c, %b : (tensor<{m}x{p}xf32>, tensor<{p}x{n}xf32>) -> tensor<{m}x{n}xf32>
           %s = arith.addf %r, %r : tensor<{m}x{n}xf32>
           return %s : tensor<{m}x{n}xf32>
         }}"
    );
    let (a, b) = (numbers(m * p, 1), numbers(p * n, 2));
    let args = [Array::from_slice(&[m, p], &a).unwrap(), Array::from_slice(&[p, n], &b).unwrap()];
    check(&text, &args, |at| {
        let (i, j) = (at / n, at % n);
        2.0 * (0..p).map(|k| f64::from(a[i * p + k].abs()) * f64::from(b[k * n + j])).sum::<f64>()
    });
}

/// Products of extents that only a call tells: those that are large run in loops over tiles, small ones and
/// empty ones without.
#[test]
fn a_product_of_unknown_extents() {
    let text = "func.func @main(%a: tensor<?{m}x?{k}xf32>, %b: tensor<?{k}x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
          %c = math.absf %a : tensor<?{m}x?{k}xf32>
          %r = tensor.contract \"ik,kj->ij\" %c, %b : (tensor<?{m}x?{k}xf32>, tensor<?{k}x?{n}xf32>) -> tensor<?{m}x?{n}xf32>
          %s = arith.addf %r, %r : tensor<?{m}x?{n}xf32>
          return %s : tensor<?{m}x?{n}xf32>
        }";
    for (m, n, p) in [
        (651, 703, 647),
        (25, 6001, 2003),
        (701, 40, 10_001),
        (5000, 1000, 15),
        (23, 3000, 4500),
        (7, 5, 3),
        (0, 5, 3),
        (4, 3, 0),
    ] {
        let (a, b) = (numbers(m * p, 1), numbers(p * n, 2));
        let args = [Array::from_slice(&[m, p], &a).unwrap(), Array::from_slice(&[p, n], &b).unwrap()];
        check(text, &args, |at| {
            let (i, j) = (at / n, at % n);
            2.0 * (0..p).map(|k| f64::from(a[i * p + k].abs()) * f64::from(b[k * n + j])).sum::<f64>()
        });
    }
}

/// As many images as a call has, and a batch of unknown length.
#[test]
fn a_batch_of_unknown_extents() {
    let text = "func.func @main(%a: tensor<?{b}x?{m}x300xf32>, %b: tensor<?{b}x?{n}x300xf32>) -> tensor<?{b}x?{m}x?{n}xf32> {
          %r = tensor.contract \"bik,bjk->bij\" %a, %b : (tensor<?{b}x?{m}x300xf32>, tensor<?{b}x?{n}x300xf32>) -> tensor<?{b}x?{m}x?{n}xf32>
          return %r : tensor<?{b}x?{m}x?{n}xf32>
        }";
    for (batch, m, n) in [(2, 1005, 970), (2, 60, 15_001), (5, 9, 8)] {
        let (a, b) = (numbers(batch * m * 300, 1), numbers(batch * n * 300, 2));
        let args = [
            Array::from_slice(&[batch, m, 300], &a).unwrap(),
            Array::from_slice(&[batch, n, 300], &b).unwrap(),
        ];
        check(text, &args, |at| {
            let (row, column) = (at / n * 300, (at / (m * n) * n + at % n) * 300);
            (0..300).map(|k| f64::from(a[row + k]) * f64::from(b[column + k])).sum()
        });
    }
}

#[test]
fn a_convolution_with_zeros_around_its_input() {
    let (h, w, c, f) = (68, 71, 96, 72);
    let (input, kernel, output) = (
        format!("tensor<{h}x{w}x{c}xf32>"),
        format!("tensor<3x3x{c}x{f}xf32>"),
        format!("tensor<{h}x{w}x{f}xf32>"),
    );
    let text = format!(
        "func.func @main(%a: {input}, %b: {kernel}) -> {output} {{
           %z = arith.constant 0.0 : f32
           %r = tensor.compute (%y, %x, %o) in [{h}, {w}, {f}] {{
             %s = tensor.fold (%i) = 0 to 3 add {{
               %t = tensor.fold (%j) = 0 to 3 add {{
                 %u = tensor.fold (%k) = 0 to {c} add {{
                   %p = tensor.at %a[%y + %i - 1, %x + %j - 1, %k] fill(%z) : {input}
                   %q = tensor.at %b[%i, %j, %k, %o] : {kernel}
                   %m = arith.mulf %p, %q : f32
                   tensor.yield %m : f32
                 }} : f32
                 tensor.yield %u : f32
               }} : f32
               tensor.yield %t : f32
             }} : f32
             tensor.yield %s : f32
           }} : {output}
           return %r : {output}
         }}"
    );
    let (a, b) = (numbers(h * w * c, 3), numbers(9 * c * f, 4));
    let args = [Array::from_slice(&[h, w, c], &a).unwrap(), Array::from_slice(&[3, 3, c, f], &b).unwrap()];
    check(&text, &args, |at| {
        let (y, x, o) = (at / (w * f), at / f % w, at % f);
        let mut sum = 0.0;
        for (i, j) in (0..9).map(|tap| (tap / 3, tap % 3)) {
            let (row, column) = ((y + i).wrapping_sub(1), (x + j).wrapping_sub(1));
            if row < h && column < w {
                let term = |k: usize| {
                    f64::from(a[(row * w + column) * c + k]) * f64::from(b[((i * 3 + j) * c + k) * f + o])
                };
                sum += (0..c).map(term).sum::<f64>();
            }
        }
        sum
    });
}
