//! Special functions against numbers of high precision (`tools/mpmath/values.py`), linear algebra against the
//! textbook's loops.

mod cholesky;
mod gamma;
mod spectra;

use tensorforge::{Array, Device, Program, Tensor, Triangular};

/// The lines of `values.txt`: function, arguments, value.
fn points() -> impl Iterator<Item = (&'static str, Vec<f64>, f64)> {
    include_str!("values.txt").lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("no number: {line}"));
        (words[0], words[1].split(',').map(number).collect(), number(words[2]))
    })
}

fn apply(function: &str, x: &Tensor, y: &Tensor) -> Tensor {
    match function {
        "lgamma" => x.lgamma(),
        "digamma" => x.digamma(),
        "erf_inv" => x.erf_inv(),
        "bessel_i0e" => x.bessel_i0e(),
        "bessel_i1e" => x.bessel_i1e(),
        "zeta" => x.zeta(y),
        "polygamma" => y.polygamma(x),
        _ => panic!("no function {function}"),
    }
}

fn results(program: &Program, device: &Device, args: &[Array]) -> Vec<Array> {
    let exe = crate::sessions::session().compile(program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
    exe.call(args).unwrap_or_else(|e| panic!("{device}: {e}"))
}

fn run(program: &Program, device: &Device, args: &[Array]) -> Array {
    results(program, device, args).into_iter().next().expect("one result")
}

#[test]
fn special_functions_have_their_documented_precision() {
    let functions = ["lgamma", "digamma", "erf_inv", "bessel_i0e", "bessel_i1e", "zeta", "polygamma"];
    let mut wrong = Vec::new();
    for function in functions {
        let points: Vec<_> = points().filter(|(name, ..)| *name == function).collect();
        assert!(points.len() >= 8, "{function}: {} points", points.len());
        let column = |i: usize| points.iter().map(|(_, args, _)| *args.get(i).unwrap_or(&0.0)).collect();
        let columns: [Vec<f64>; 2] = [0, 1].map(column);
        let n = points.len();
        for device in [Device::interp(), Device::cpu()] {
            let double = Program::trace("double", |p| {
                apply(function, &p.input::<f64>("x", [n]), &p.input::<f64>("y", [n]))
            });
            let single = Program::trace("single", |p| {
                let [x, y] = ["x", "y"].map(|name| p.input::<f64>(name, [n]).to::<f32>());
                apply(function, &x, &y).to::<f64>()
            });
            let arrays = columns.each_ref().map(|column| Array::from_slice(&[n], column).unwrap());
            for (program, precision) in [(double, 1e-13), (single, 2e-5)] {
                let found = run(&program.unwrap(), &device, &arrays);
                for (found, (_, args, wanted)) in found.as_slice::<f64>().unwrap().iter().zip(&points) {
                    // Arguments that f32 does not have, and values near a zero of the function.
                    let rounded = args.iter().any(|a| f64::from(*a as f32) != *a);
                    let error = (found - wanted).abs() / wanted.abs().max(1.0);
                    let skipped = precision > 1e-10 && (rounded || wanted.abs() > 1e30);
                    if !skipped && (error.is_nan() || error > precision) {
                        wrong.push(format!(
                            "{device}: {function}({args:?}) = {found}, not {wanted}: {error:e}"
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bits_of_floats_go_to_the_next_and_to_narrower_formats() {
    let program = Program::trace("bits", |p| {
        let (x, y) = (p.input::<f32>("x", [4]), p.input::<f32>("y", [4]));
        (x.next_after(&y), x.reduce_precision(5, 2), x.reduce_precision(8, 7))
    });
    let (x, y) = ([1.0f32, 0.0, -3.3, 70000.0], [2.0f32, -1.0, -9.0, 70000.0]);
    let narrow = |x: f32| f32::from_bits((x.to_bits() + 0x7fff + (x.to_bits() >> 16 & 1)) & 0xffff_0000);
    let next = [1.0 + f32::EPSILON, -f32::from_bits(1), f32::from_bits((-3.3f32).to_bits() + 1), 70000.0];
    let wanted = [next, [1.0, 0.0, -3.5, f32::INFINITY], x.map(narrow)];
    for device in [Device::interp(), Device::cpu()] {
        let arrays = [x, y].map(|v| Array::from_slice(&[4], &v).unwrap());
        let found = results(program.as_ref().unwrap(), &device, &arrays);
        for (found, wanted) in found.iter().zip(wanted) {
            assert_eq!(found.as_slice::<f32>().unwrap(), wanted, "{device}");
        }
    }
}

/// Pseudo-random elements from −1 to 1.
fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| ((i * 7919 + 13) % 1009) as f64 / 504.5 - 1.0).collect()
}

/// `batch` symmetric positive definite matrices.
fn definite(batch: usize, n: usize) -> Vec<f64> {
    let m = numbers(batch * n * n);
    let at = |b: usize, i: usize, j: usize| m[(b * n + i) * n + j];
    let mut a = Vec::new();
    for (b, i, j) in (0..batch).flat_map(|b| (0..n * n).map(move |k| (b, k / n, k % n))) {
        let square: f64 = (0..n).map(|k| at(b, i, k) * at(b, j, k)).sum();
        a.push(square + if i == j { 1.0 } else { 0.0 });
    }
    a
}

fn textbook_cholesky(a: &[f64], n: usize) -> Vec<f64> {
    let mut l = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let rest = a[i * n + j] - (0..j).map(|k| l[i * n + k] * l[j * n + k]).sum::<f64>();
            l[i * n + j] = if i == j { rest.sqrt() } else { rest / l[j * n + j] };
        }
    }
    l
}

fn assert_near(found: &Array, wanted: &[f64], what: &str) {
    let found = found.as_slice::<f64>().unwrap();
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (i, (a, b)) in found.iter().zip(wanted).enumerate() {
        assert!((a - b).abs() < 1e-9, "{what}: element {i} is {a}, not {b}");
    }
}

#[test]
fn cholesky_factors_batches_of_any_order() {
    let program = Program::trace("factor", |p| {
        let n = p.dim("n");
        p.input::<f64>("a", (3, n, n)).cholesky()
    });
    for (device, n) in [(Device::interp(), 4), (Device::cpu(), 5), (Device::cpu(), 1)] {
        let a = definite(3, n);
        let wanted: Vec<f64> = a.chunks(n * n).flat_map(|a| textbook_cholesky(a, n)).collect();
        // Elements above the diagonal are not read.
        let lower = |(k, a): (usize, &f64)| if k % n > k / n % n { f64::NAN } else { *a };
        let a: Vec<f64> = a.iter().enumerate().map(lower).collect();
        let array = Array::from_slice(&[3, n, n], &a).unwrap();
        assert_near(&run(program.as_ref().unwrap(), &device, &[array]), &wanted, "L");
    }
}

#[test]
fn triangular_systems_are_solved_however_they_are_written() {
    let (n, m) = (4, 3);
    for case in 0..16 {
        let bit = |k: usize| case >> k & 1 == 1;
        let system = Triangular { left: bit(0), lower: bit(1), transposed: bit(2), unit: bit(3) };
        let shape = if system.left { [n, m] } else { [m, n] };
        let program = Program::trace("solve", |p| {
            let k = p.dim("k");
            let shape = if system.left { [k, m.into()] } else { [m.into(), k] };
            p.input::<f64>("a", [k, k]).triangular_solve(p.input::<f64>("b", shape), system)
        });
        let a: Vec<f64> = numbers(n * n).iter().map(|v| v + 2.0).collect();
        // The matrix as the system means it.
        let element = |i: usize, j: usize| {
            let (i, j) = if system.transposed { (j, i) } else { (i, j) };
            match i.cmp(&j) {
                std::cmp::Ordering::Equal if system.unit => 1.0,
                std::cmp::Ordering::Less if system.lower => 0.0,
                std::cmp::Ordering::Greater if !system.lower => 0.0,
                _ => a[i * n + j],
            }
        };
        let x = numbers(n * m);
        let product = |i: usize, j: usize| -> f64 {
            match system.left {
                true => (0..n).map(|k| element(i, k) * x[k * m + j]).sum(),
                false => (0..n).map(|k| x[i * n + k] * element(k, j)).sum(),
            }
        };
        let right: Vec<f64> = (0..n * m).map(|k| product(k / shape[1], k % shape[1])).collect();
        for device in [Device::interp(), Device::cpu()] {
            let args = [Array::from_slice(&[n, n], &a).unwrap(), Array::from_slice(&shape, &right).unwrap()];
            let found = run(program.as_ref().unwrap(), &device, &args);
            assert_near(&found, &x, &format!("{device}: {system:?}"));
        }
    }
}

#[test]
fn factors_and_solutions_have_derivatives() {
    // log det A = 2 Σ log diag L, whose derivative is the inverse of A, symmetric.
    let n = 3;
    let program = Program::trace("slope", |p| {
        let a = p.input::<f64>("a", [n, n]);
        p.grad(&a, |a| {
            let l = ((&a + a.t()) * 0.5).cholesky();
            2.0 * p.compute([n], |[i]| l.at([&i, &i])).log().sum(..)
        })
    });
    let a = definite(1, n);
    let inverse = Program::trace("inverse", |p| p.input::<f64>("a", [n, n]).inverse());
    let array = Array::from_slice(&[n, n], &a).unwrap();
    for device in [Device::interp(), Device::cpu()] {
        let wanted = run(inverse.as_ref().unwrap(), &device, std::slice::from_ref(&array));
        let found = run(program.as_ref().unwrap(), &device, std::slice::from_ref(&array));
        assert_near(&found, wanted.as_slice::<f64>().unwrap(), "the slope");
    }
}

/// Matrices of a batch of two by three, all different; the last is singular.
fn batch_of_matrices(n: usize) -> Array {
    let mut values: Vec<f64> = (0..6 * n * n).map(|i| ((i * i) as f64 + 1.7 * i as f64).sin()).collect();
    let first = 5 * n * n;
    values.copy_within(first..first + n, first + n);
    Array::from_slice(&[2, 3, n, n], &values).unwrap()
}

#[test]
fn decompositions_of_batches_are_those_of_their_matrices() {
    let whole = Program::trace("whole", |p| {
        let n = p.dim("n");
        let a = p.input::<f64>("a", (2, 3, n, n));
        let ((q, r), (sign, log)) = (a.qr(), a.slogdet());
        let slope = p.grad(&a, |a| a.slogdet().1.sum(..));
        (q, r.inverse_upper(), r, sign, log, a.inverse(), slope)
    });
    let mapped = Program::trace("mapped", |p| {
        let n = p.dim("n");
        let a = p.input::<f64>("a", (2, 3, n, n));
        let one = |a: Tensor| {
            let ((q, r), (sign, log)) = (a.qr(), a.slogdet());
            let slope = p.grad(&a, |a| a.slogdet().1);
            (q, r.inverse_upper(), r, sign, log, a.inverse(), slope)
        };
        p.vmap(&a, |a| p.vmap(&a, one))
    });
    let [whole, mapped] = [whole, mapped].map(|p| p.unwrap_or_else(|e| panic!("{e}")));
    for (device, n) in [(Device::interp(), 3), (Device::cpu(), 6), (Device::cpu(), 2)] {
        let a = batch_of_matrices(n);
        let wanted = results(&mapped, &device, std::slice::from_ref(&a));
        let found = results(&whole, &device, std::slice::from_ref(&a));
        for (which, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            let (found, wanted) = (found.as_slice::<f64>().unwrap(), wanted.as_slice::<f64>().unwrap());
            let near = |(a, b): (&f64, &f64)| {
                a == b || (a - b).abs() < 1e-9 * b.abs().max(1.0) || a.is_nan() && b.is_nan()
            };
            assert!(
                found.iter().zip(wanted).all(near),
                "{device}, result {which}: {found:?}, not {wanted:?}"
            );
        }
        let inverses = found[5].as_slice::<f64>().unwrap();
        let nan = inverses.iter().map(|v| v.is_nan());
        assert!(
            nan.eq((0..6 * n * n).map(|at| at >= 5 * n * n)),
            "{device}: only the last matrix is singular"
        );
    }
}

#[test]
fn short_floats_are_decomposed_in_f32() {
    let program = Program::trace("halves", |p| {
        let a = p.input::<f32>("a", [2, 2]).cast(tensorforge::Elem::F16);
        let (q, r) = a.qr();
        let (sign, log) = a.slogdet();
        let all = [q.matmul(&r).flatten(), a.inverse().flatten(), p.stack([sign, log])];
        p.concat(0, all).to::<f64>()
    });
    let program = program.unwrap_or_else(|e| panic!("{e}"));
    // The squares of the first column are outside of f16.
    let a = Array::from_slice(&[2, 2], &[512.0f32, 1.0, 0.0, 0.5]).unwrap();
    let wanted = [512.0, 1.0, 0.0, 0.5, 1.0 / 512.0, -1.0 / 256.0, 0.0, 2.0, 1.0, 256.0f64.ln()];
    for device in [Device::interp(), Device::cpu()] {
        let found = run(&program, &device, std::slice::from_ref(&a));
        let found = found.as_slice::<f64>().unwrap();
        let near = found.iter().zip(&wanted).all(|(a, b)| (a - b).abs() <= 2e-3 * b.abs().max(1e-3));
        assert!(near, "{device}: {found:?}, not {wanted:?}");
    }
}

#[test]
fn shapes_that_do_not_fit_are_refused() {
    let message = |program: Result<Program, tensorforge::TraceError>| program.unwrap_err().to_string();
    let error = message(Program::trace("a", |p| p.input::<f64>("a", [3, 4]).cholesky()));
    assert!(error.contains("cholesky needs square matrices of floats, not f64[3, 4]"), "{error}");
    let error = message(Program::trace("b", |p| {
        let lower = Triangular { lower: true, ..Triangular::default() };
        p.input::<f64>("a", [3, 3]).triangular_solve(p.input::<f64>("b", [3, 4]), lower)
    }));
    assert!(error.contains("triangular_solve needs matrices of shapes that fit each other"), "{error}");
    let error = message(Program::trace("c", |p| p.input::<f64>("a", [3]).reduce_precision(0, 3)));
    assert!(error.contains("reduce_precision takes 1 to 11 exponent bits"), "{error}");
}

/// The count of elements before a query, or not after it; NaN is after all.
fn place(table: &[f32], query: f32, right: bool) -> i64 {
    let before = |a: f32, b: f32| a < b || (b.is_nan() && !a.is_nan());
    let counts = |element: &&f32| if right { !before(query, **element) } else { before(**element, query) };
    table.iter().filter(counts).count() as i64
}

#[test]
fn queries_are_found_where_they_belong_in_sorted_tables() {
    let queries = [0.5, -0.0, 0.0, -9.0, 2.0, 2.5, 99.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    let inner =
        [f32::NEG_INFINITY, -9.0, -0.0, 0.0, 0.5, 2.0, 2.0, 2.0, 7.5, f32::INFINITY, f32::NAN, f32::NAN];
    for right in [false, true] {
        let program = Program::trace("search", |p| {
            let (table, queries) =
                (p.input::<f32>("table", [p.dim("n")]), p.input::<f32>("q", (p.dim("m"), 2)));
            // The first is whole, the second slice by slice.
            let mapped = p.vmap(&queries, |q| table.searchsorted(&q, right));
            (table.searchsorted(&queries, right), mapped)
        });
        let program = program.unwrap_or_else(|e| panic!("{e}"));
        for device in [Device::interp(), Device::cpu()] {
            for length in 0..=inner.len() {
                let table = &inner[..length];
                let wanted: Vec<i64> = queries.iter().map(|q| place(table, *q, right)).collect();
                let args = [
                    Array::from_slice(&[length], table).unwrap(),
                    Array::from_slice(&[queries.len() / 2, 2], &queries).unwrap(),
                ];
                for found in results(&program, &device, &args) {
                    assert_eq!(found.as_slice::<i64>().unwrap(), wanted, "{device}, {right}: {table:?}");
                }
            }
        }
    }
}

#[test]
fn searches_follow_the_sign_of_integers_and_have_no_slope() {
    let program = Program::trace("search", |p| {
        let (bytes, x) = (p.input::<u8>("bytes", [4]), p.input::<f32>("x", [3]));
        let edges = p.tensor([2], &[0.0f32, 1.0]);
        let slope = p.grad(&x, |x| (edges.searchsorted(&x, false).to::<f32>() * x).sum(..));
        (bytes.searchsorted(p.tensor([3], &[0u8, 128, 255]), true), slope)
    });
    for device in [Device::interp(), Device::cpu()] {
        let bytes = Array::from_slice(&[4], &[1u8, 127, 128, 200]).unwrap();
        let x = Array::from_slice(&[3], &[-1.0f32, 0.5, 3.0]).unwrap();
        let found = results(program.as_ref().unwrap(), &device, &[bytes, x]);
        assert_eq!(found[0].as_slice::<i64>().unwrap(), [0, 3, 4], "{device}");
        assert_eq!(found[1].as_slice::<f32>().unwrap(), [0.0, 1.0, 2.0], "{device}");
    }
    let error = Program::trace("e", |p| p.input::<f32>("a", [3, 4]).searchsorted(1.0, false)).unwrap_err();
    assert!(error.to_string().contains("searchsorted takes a vector, not f32[3, 4]"), "{error}");
}
