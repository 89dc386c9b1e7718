//! Sums without a written order are near the exact ones, however long they are and however they become loops.

use tensorforge::*;

/// The form of a sum, for `n` terms: shapes of its one or two operands, and where the terms of a result are
/// in them.
struct Sum {
    name: &'static str,
    text: &'static str,
    shapes: fn(usize) -> Vec<Vec<usize>>,
    results: usize,
    term: fn(usize, usize, usize) -> [usize; 2],
    /// Most terms that are worth the time of the interpreter.
    interpreted: usize,
}

const SUMS: [Sum; 7] = [
    Sum {
        name: "vector",
        text: "func.func @main(%x: tensor<?{n}xf32>) -> tensor<f32> {
          %s = tensor.reduce add %x dims = [0] : tensor<?{n}xf32> to tensor<f32>
          return %s : tensor<f32>
        }",
        shapes: |n| vec![vec![n]],
        results: 1,
        term: |_, _, k| [k, 0],
        interpreted: usize::MAX,
    },
    Sum {
        name: "rows",
        text: "func.func @main(%x: tensor<?{m}x?{n}xf32>) -> tensor<?{m}xf32> {
          %s = tensor.reduce add %x dims = [1] : tensor<?{m}x?{n}xf32> to tensor<?{m}xf32>
          return %s : tensor<?{m}xf32>
        }",
        shapes: |n| vec![vec![3, n]],
        results: 3,
        term: |n, i, k| [i * n + k, 0],
        interpreted: 100_000,
    },
    Sum {
        name: "columns",
        text: "func.func @main(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{m}xf32> {
          %s = tensor.reduce add %x dims = [0] : tensor<?{n}x?{m}xf32> to tensor<?{m}xf32>
          return %s : tensor<?{m}xf32>
        }",
        shapes: |n| vec![vec![n, 5]],
        results: 5,
        term: |_, i, k| [k * 5 + i, 0],
        interpreted: 100_000,
    },
    Sum {
        name: "both axes",
        text: "func.func @main(%x: tensor<?{n}x2xf32>) -> tensor<f32> {
          %s = tensor.reduce add %x dims = [0, 1] : tensor<?{n}x2xf32> to tensor<f32>
          return %s : tensor<f32>
        }",
        shapes: |n| vec![vec![n / 2, 2]],
        results: 1,
        term: |_, _, k| [k, 0],
        interpreted: 100_000,
    },
    Sum {
        name: "dot",
        text: "func.func @main(%x: tensor<?{n}xf32>, %y: tensor<?{n}xf32>) -> tensor<f32> {
          %s = tensor.contract \"i,i->\" %x, %y : (tensor<?{n}xf32>, tensor<?{n}xf32>) -> tensor<f32>
          return %s : tensor<f32>
        }",
        shapes: |n| vec![vec![n], vec![n]],
        results: 1,
        term: |_, _, k| [k, k],
        interpreted: 100_000,
    },
    // Points that are lowered together.
    Sum {
        name: "product",
        text:
            "func.func @main(%x: tensor<?{m}x?{n}xf32>, %y: tensor<?{n}x?{p}xf32>) -> tensor<?{m}x?{p}xf32> {
          %s = tensor.contract \"ik,kj->ij\" %x, %y :
            (tensor<?{m}x?{n}xf32>, tensor<?{n}x?{p}xf32>) -> tensor<?{m}x?{p}xf32>
          return %s : tensor<?{m}x?{p}xf32>
        }",
        shapes: |n| vec![vec![8, n], vec![n, 3]],
        results: 24,
        term: |n, i, k| [i / 3 * n + k, k * 3 + i % 3],
        interpreted: 1000,
    },
    // No lanes.
    Sum {
        name: "one after the other",
        text: "func.func @main(%x: tensor<?{n}xf32>) -> tensor<f32> {
          %s = tensor.compute () in [] attributes {schedule = #tensor.schedule<>} {
            %t = tensor.fold (%k) = 0 to n add {
              %v = tensor.at %x[%k] : tensor<?{n}xf32>
              tensor.yield %v : f32
            } : f32
            tensor.yield %t : f32
          } : tensor<f32>
          return %s : tensor<f32>
        }",
        shapes: |n| vec![vec![n]],
        results: 1,
        term: |_, _, k| [k, 0],
        interpreted: 100_000,
    },
];

const KINDS: [&str; 4] = ["uniform", "alternating", "magnitudes", "ramp"];

/// Numbers of a kind: positive; of both signs in turn; of magnitudes from 1e-6 to 1e6; growing.
fn numbers(kind: &str, count: usize) -> Vec<f32> {
    let mut state = 88_172_645_463_325_252u64;
    let mut unit = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u32 << 24) as f32
    };
    let mut one = |i: usize| match kind {
        "uniform" => unit(),
        "alternating" => unit() * if i.is_multiple_of(2) { 1.0 } else { -1.0 },
        "magnitudes" => (unit() - 0.3) * 10f32.powf(12.0 * unit() - 6.0),
        _ => i as f32,
    };
    (0..count).map(&mut one).collect()
}

impl Sum {
    /// How far results are from the exact sums at most, in units of 2⁻²⁴·log₂(n)·Σ|x|, and relative to them.
    fn errors(&self, exe: &Executable, kind: &str, n: usize) -> (f64, f64) {
        let data: Vec<(Vec<usize>, Vec<f32>)> = (self.shapes)(n)
            .into_iter()
            .enumerate()
            .map(|(i, shape)| {
                // The weights of a sum's terms are positive.
                let numbers = numbers(if i == 0 { kind } else { "uniform" }, shape.iter().product());
                (shape, numbers)
            })
            .collect();
        let args: Vec<Array> =
            data.iter().map(|(shape, data)| Array::from_slice(shape, data).unwrap()).collect();
        let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
        let found = found[0].as_slice::<f32>().unwrap();
        assert_eq!(found.len(), self.results);
        let unit = 2f64.powi(-24) * (n as f64).log2();
        let mut worst = (0f64, 0f64);
        for (i, found) in found.iter().enumerate() {
            let (mut exact, mut size) = (0.0, 0.0);
            for k in 0..n {
                let at = (self.term)(n, i, k);
                let term: f64 = data.iter().zip(at).map(|((_, data), at)| f64::from(data[at])).product();
                exact += term;
                size += term.abs();
            }
            let error = (f64::from(*found) - exact).abs();
            worst = (worst.0.max(error / (unit * size)), worst.1.max(error / exact.abs()));
        }
        worst
    }
}

#[test]
fn sums_are_near_the_exact_ones() {
    let session = crate::sessions::session();
    for device in session.devices() {
        for sum in &SUMS {
            let exe = session.compile_text(sum.text, &device).unwrap();
            for n in [1_000, 30_000, 4_000_000] {
                let compiled = device == Device::cpu();
                let most = if compiled { 4_000_000 } else { sum.interpreted };
                // Of millions, the interpreter takes only those that round worst.
                let kinds = KINDS.iter().filter(|kind| n < 1_000_000 || compiled || **kind == "ramp");
                for kind in kinds.filter(|_| n <= most) {
                    let (error, relative) = sum.errors(&exe, kind, n);
                    let what = format!("{} of {n} {kind} numbers on {device}", sum.name);
                    assert!(error <= 2.0, "{what}: off by {error} units");
                    if sum.name == "vector" && *kind == "ramp" {
                        // Compiled code hands on the sums of chunks in f32, which rounds once more; how long
                        // they are depends on the machine.
                        let bar = if device == Device::interp() { 1e-7 } else { 1.5e-7 };
                        assert!(relative <= bar, "{what}: off by {relative}");
                    }
                }
            }
        }
    }
}

/// Folds over rows of a matrix that no cache holds read a few rows over many columns at a time, and are as
/// precise; neither extent is a multiple of a tile's.
#[test]
fn folds_over_rows_are_near_the_exact_ones() {
    const ROWS: usize = 4099;
    const COLUMNS: usize = 2051;
    let text = "func.func @main(%x: tensor<4099x2051xf32>) -> (tensor<2051xf32>, tensor<2051xf32>, tensor<2051xf32>) {
      %a = tensor.reduce add %x dims = [0] : tensor<4099x2051xf32> to tensor<2051xf32>
      %m = tensor.reduce maximumf %x dims = [0] : tensor<4099x2051xf32> to tensor<2051xf32>
      %q = tensor.compute (%i) in [2051] {
        %s = tensor.fold (%k) = 0 to 4099 add fastmath<reassoc, contract> {
          %v = tensor.at %x[%k, %i] : tensor<4099x2051xf32>
          %w = arith.mulf %v, %v fastmath<contract> : f32
          tensor.yield %w : f32
        } : f32
        %r = math.sqrt %s : f32
        tensor.yield %r : f32
      } : tensor<2051xf32>
      return %a, %m, %q : tensor<2051xf32>, tensor<2051xf32>, tensor<2051xf32>
    }";
    let data = numbers("uniform", ROWS * COLUMNS);
    let session = crate::sessions::session();
    let exe = session.compile_text(text, Device::cpu()).unwrap();
    let args = [Array::from_slice(&[ROWS, COLUMNS], &data).unwrap()];
    let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
    let found: Vec<&[f32]> = found.iter().map(|array| array.as_slice::<f32>().unwrap()).collect();
    for column in 0..COLUMNS {
        let terms = || (0..ROWS).map(|row| data[row * COLUMNS + column]);
        let sum: f64 = terms().map(f64::from).sum();
        let squares: f64 = terms().map(|x| f64::from(x * x)).sum();
        assert!((f64::from(found[0][column]) / sum - 1.0).abs() <= 2e-7, "the sum of column {column}");
        assert_eq!(found[1][column], terms().fold(0.0, f32::max), "the greatest of column {column}");
        assert!(
            (f64::from(found[2][column]) / squares.sqrt() - 1.0).abs() <= 3e-7,
            "the norm of column {column}"
        );
    }
}

/// Products of tall matrices, whose long folds are cut between threads, are as precise, and have the same
/// bits for any number of threads; neither their rows nor their terms fill the last block.
#[test]
fn products_of_tall_matrices_are_near_the_exact_ones() {
    const TERMS: usize = 8_200;
    const ROWS: usize = 61;
    const COLUMNS: usize = 77;
    let text = "func.func @main(%x: tensor<8200x61xf32>, %y: tensor<8200x77xf32>) -> tensor<61x77xf32> {
      %s = tensor.contract \"ki,kj->ij\" %x, %y : (tensor<8200x61xf32>, tensor<8200x77xf32>) -> tensor<61x77xf32>
      return %s : tensor<61x77xf32>
    }";
    let (x, y) = (numbers("uniform", TERMS * ROWS), numbers("ramp", TERMS * COLUMNS));
    let args = [Array::from_slice(&[TERMS, ROWS], &x), Array::from_slice(&[TERMS, COLUMNS], &y)];
    let args = args.map(Result::unwrap);
    let run = |threads: usize| -> Vec<f32> {
        let session = crate::sessions::builder().threads(threads).build().unwrap();
        let exe = session.compile_text(text, Device::cpu()).unwrap();
        let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
        found[0].as_slice::<f32>().unwrap().to_vec()
    };
    let found = run(1);
    for (at, found) in found.iter().enumerate() {
        let (i, j) = (at / COLUMNS, at % COLUMNS);
        let terms = (0..TERMS).map(|k| f64::from(x[k * ROWS + i]) * f64::from(y[k * COLUMNS + j]));
        let exact: f64 = terms.sum();
        assert!((f64::from(*found) / exact - 1.0).abs() <= 1e-6, "[{i}, {j}]: {found}, not {exact}");
    }
    for threads in [2, 3, 7] {
        assert_eq!(run(threads), found, "on {threads} threads");
    }
}

/// A written order is kept: the sum of a ramp has the error of sequential addition.
#[test]
fn strict_sums_keep_their_order() {
    let session = crate::sessions::session();
    let text =
        SUMS[0].text.replace("-> tensor<f32> {", "-> tensor<f32> attributes {tf.numerics = \"strict\"} {");
    let ramp = numbers("ramp", 300_000);
    let one_by_one = ramp.iter().fold(0f32, |sum, x| sum + x);
    for device in session.devices() {
        let exe = session.compile_text(&text, &device).unwrap();
        let args = [Array::from_slice(&[ramp.len()], &ramp).unwrap()];
        let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
        assert_eq!(found[0].as_slice::<f32>().unwrap(), [one_by_one], "on {device}");
    }
}

#[test]
fn equal_bits_for_any_thread_count() {
    let bits = |sum: &Sum, threads: usize| -> Vec<u32> {
        let session = crate::sessions::builder().threads(threads).build().unwrap();
        let exe = session.compile_text(sum.text, Device::cpu()).unwrap();
        let shapes = (sum.shapes)(100_000);
        let args: Vec<Array> = shapes
            .iter()
            .map(|shape| Array::from_slice(shape, &numbers("uniform", shape.iter().product())).unwrap())
            .collect();
        let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
        found[0].as_slice::<f32>().unwrap().iter().map(|x| x.to_bits()).collect()
    };
    for sum in &SUMS {
        let one = bits(sum, 1);
        for threads in [2, 3, 7] {
            assert_eq!(bits(sum, threads), one, "{} on {threads} threads", sum.name);
        }
    }
}

/// Halves are added up in f32: in f16, 2048 + 1 is 2048, in bf16 256 + 1 is 256.
#[test]
fn halves_are_added_up_in_f32() {
    let session = crate::sessions::session();
    let f16 = |shape: &[usize], n: usize| Array::from_slice(shape, &vec![half::f16::ONE; n]).unwrap();
    let bf16 = |shape: &[usize], n: usize| Array::from_slice(shape, &vec![half::bf16::ONE; n]).unwrap();
    for (ty, n) in [("f16", 5000usize), ("bf16", 4096)] {
        for (shape, dim) in [(vec![n], 0), (vec![2, n], 1), (vec![n, 2], 0)] {
            let extents: String = (0..shape.len()).map(|d| format!("?{{n{d}}}x")).collect();
            let left: String =
                (0..shape.len()).filter(|d| *d != dim).map(|d| format!("?{{n{d}}}x")).collect();
            let text = format!(
                "func.func @main(%x: tensor<{extents}{ty}>) -> tensor<{left}{ty}> {{
                   %s = tensor.reduce add %x dims = [{dim}] : tensor<{extents}{ty}> to tensor<{left}{ty}>
                   return %s : tensor<{left}{ty}>
                 }}"
            );
            let count = shape.iter().product();
            let ones = if ty == "f16" { f16(&shape, count) } else { bf16(&shape, count) };
            for device in session.devices() {
                let exe = session.compile_text(&text, &device).unwrap();
                let found: Vec<Array> = exe.call(std::slice::from_ref(&ones)).unwrap();
                let found: Vec<f64> = found[0].scalars().map(|sum| sum.to_f64()).collect();
                assert!(found.iter().all(|sum| *sum == n as f64), "{ty} {shape:?} on {device}: {found:?}");
            }
        }
    }
}
