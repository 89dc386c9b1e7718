//! Cholesky's factorization of matrices of any size: small ones, panels, halves.

use super::{assert_near, definite, numbers, results, run, textbook_cholesky};
use tensorforge::{Array, Device, Program, Tensor};

/// A sum of elements of the factor, each with a distinct weight.
fn weighted(a: &Tensor, weights: &Tensor) -> Tensor {
    (a.cholesky() * weights).sum(..)
}

/// Programs of one matrix: one whose extent has a name, one whose extent is a constant.
fn programs(n: usize) -> [Program; 2] {
    let named = Program::trace("named", |p| {
        let n = p.dim("n");
        p.input::<f64>("a", [n, n]).cholesky()
    });
    let constant = Program::trace("constant", |p| p.input::<f64>("a", [n, n]).cholesky());
    [named, constant].map(|program| program.expect("valid"))
}

#[test]
fn factors_are_those_of_the_textbook_at_every_size() {
    // One panel, a panel that overlaps the one before, halves, halves of halves.
    for n in [1, 31, 32, 33, 64, 77, 127, 150, 261] {
        let a = definite(1, n);
        let wanted = textbook_cholesky(&a, n);
        // Elements above the diagonal are not read.
        let lower = |(k, a): (usize, &f64)| if k % n > k / n { f64::NAN } else { *a };
        let a: Vec<f64> = a.iter().enumerate().map(lower).collect();
        let array = Array::from_slice(&[n, n], &a).unwrap();
        for (program, kind) in programs(n).iter().zip(["named", "constant"]) {
            let what = format!("{kind}, n = {n}");
            assert_near(&run(program, &Device::cpu(), std::slice::from_ref(&array)), &wanted, &what);
        }
    }
    let n = 70;
    let a = definite(1, n);
    let array = Array::from_slice(&[n, n], &a).unwrap();
    for program in programs(n) {
        let wanted = textbook_cholesky(&a, n);
        assert_near(&run(&program, &Device::interp(), std::slice::from_ref(&array)), &wanted, "interp");
    }
}

#[test]
fn a_matrix_that_is_not_definite_has_no_factor() {
    let n = 150;
    let [_, program] = programs(n);
    for bad in [0, 10, 70, 100, n - 1] {
        let mut a = definite(1, n);
        a[bad * n + bad] = -1.0;
        let array = Array::from_slice(&[n, n], &a).unwrap();
        let found = run(&program, &Device::cpu(), &[array]);
        let found = found.as_slice::<f64>().unwrap();
        assert!(found.iter().all(|x| x.is_nan()), "pivot {bad}");
    }
    // Others of its batch have one.
    let n = 40;
    let batch = Program::trace("batch", |p| p.input::<f64>("a", [3, n, n]).cholesky()).unwrap();
    let mut a = definite(3, n);
    a[n * n + 35 * n + 35] = -1.0;
    let found = run(&batch, &Device::cpu(), &[Array::from_slice(&[3, n, n], &a).unwrap()]);
    let found: Vec<&[f64]> = found.as_slice::<f64>().unwrap().chunks(n * n).collect();
    assert!(found[1].iter().all(|x| x.is_nan()));
    for k in [0, 2] {
        let wanted = textbook_cholesky(&a[k * n * n..(k + 1) * n * n], n);
        let near = found[k].iter().zip(wanted).all(|(x, y)| (x - y).abs() < 1e-9);
        assert!(near, "matrix {k}");
    }
}

#[test]
fn derivatives_are_those_of_differences() {
    for n in [5, 40, 130] {
        let program = Program::trace("slope", |p| {
            let (a, w) = (p.input::<f64>("a", [n, n]), p.input::<f64>("w", [n, n]));
            (weighted(&a, &w), p.grad(&a, |a| weighted(&a, &w)))
        })
        .unwrap();
        let mut a = definite(1, n);
        // Far from singular, so that differences are exact enough.
        (0..n).for_each(|i| a[i * n + i] += n as f64);
        let w = Array::from_slice(&[n, n], &numbers(n * n)).unwrap();
        let call = |a: &[f64]| {
            let found =
                results(&program, &Device::cpu(), &[Array::from_slice(&[n, n], a).unwrap(), w.clone()]);
            let [value, slope] = [0, 1].map(|i| found[i].as_slice::<f64>().unwrap().to_vec());
            (value[0], slope)
        };
        let (_, slope) = call(&a);
        for (i, j) in [(0, 0), (n - 1, n - 1), (n - 1, 0), (n / 2, n / 3), (n - 1, n - 2), (0, n - 1)] {
            let moved = |step: f64| {
                let mut a = a.clone();
                a[i * n + j] += step;
                call(&a).0
            };
            let step = 1e-4;
            let wanted = (moved(step) - moved(-step)) / (2.0 * step);
            let found = slope[i * n + j];
            assert!((found - wanted).abs() < 1e-7, "n = {n}, [{i}, {j}]: {found}, not {wanted}");
        }
    }
}
