//! Factorizations, inverses and determinants against NumPy in f64, on every device.

use crate::reference::{is_small, l2_error, max_error, on_each_device, reference, values};
use crate::subject::linear;
use tensorforge::Array;

fn product(a: &[f64], b: &[f64], n: usize) -> Vec<f64> {
    let element = |i: usize, j: usize| (0..n).map(|k| a[i * n + k] * b[k * n + j]).sum();
    (0..n * n).map(|at| element(at / n, at % n)).collect()
}

#[test]
fn matrices_are_factored_and_inverted() {
    let program = linear::inverse().unwrap_or_else(|e| panic!("{e}"));
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let orders: &[usize] = if is_small(device) { &[1, 5] } else { &[1, 5, 32, 128] };
        for n in orders.iter().copied() {
            let a = linear::matrices(&[n, n], 3).unwrap();
            let wanted = reference("linear.py", &["inverse".to_string(), n.to_string()], &[&a]);
            let found: [Array; 4] = exe.call(&a).unwrap_or_else(|e| panic!("{device}: {e}"));
            let [q, r, upper, inverse] = found.map(|m| values(&[m]));
            let a = values(&[a]);
            let mut one = vec![0.0; n * n];
            (0..n).for_each(|i| one[i * n + i] = 1.0);
            let below = (0..n * n).filter(|at| at / n > at % n).all(|at| r[at] == 0.0 && upper[at] == 0.0);
            assert!(below, "order {n} on {device}: not triangular");
            assert!(l2_error(&product(&q, &r, n), &a) < 1e-5, "order {n} on {device}: Q R");
            let turned: Vec<f64> = (0..n * n).map(|at| q[at % n * n + at / n]).collect();
            assert!(l2_error(&product(&turned, &q, n), &one) < 1e-5, "order {n} on {device}: Qᵀ Q");
            let error = l2_error(&inverse, &wanted);
            assert!(error < 1e-3, "order {n} on {device}: the inverse differs by {error}");
        }
    });
}

#[test]
fn determinants_and_their_derivatives() {
    let program = linear::determinants().unwrap_or_else(|e| panic!("{e}"));
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let (batch, n) = if is_small(device) { (2, 4) } else { (16, 16) };
        let a = linear::matrices(&[batch, n, n], 4).unwrap();
        let args = ["determinants".to_string(), batch.to_string(), n.to_string()];
        let wanted = reference("linear.py", &args, &[&a]);
        let found: [Array; 3] = exe.call(&a).unwrap_or_else(|e| panic!("{device}: {e}"));
        let [sign, log, slope] = found.map(|m| values(&[m]));
        assert_eq!(sign, wanted[..batch], "{device}");
        assert!(max_error(&log, &wanted[batch..2 * batch]) < 1e-5, "{device}");
        let error = l2_error(&slope, &wanted[2 * batch..]);
        assert!(error < 1e-3, "{device}: the derivatives differ by {error}");
    });
}
