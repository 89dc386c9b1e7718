//! Eigenvectors, singular vectors and factors in Rust: their defining equations, checked by the program that
//! computes them.

use super::{batch_of_matrices, results};
use tensorforge::{Device, Program, Tensor};

/// The greatest size of an element of each matrix of a batch.
fn largest(x: &Tensor) -> Tensor {
    x.abs().amax([-1, -2])
}

#[test]
fn factors_have_the_product_and_bases_are_orthogonal() {
    let program = Program::trace("residuals", |p| {
        let n = p.dim("n");
        let a = p.input::<f64>("a", (2, 3, n, n));
        let turned = |x: &Tensor| x.swap_axes(-1, -2);
        let whole = &a + turned(&a);
        let (values, vectors) = whole.eigh();
        let (u, s, vt) = a.svd();
        let (q, r) = a.qr_complete();
        let (lu, order) = a.lu();
        let ones = p.eye::<f64>(n, n, 0);
        let lower = lu.tril(-1) + &ones;
        let rows = a.take_along_axis(-2, order.expand(-1).broadcast_to((2, 3, n, n)));
        (
            largest(&(whole.matmul(&vectors) - &vectors * values.expand(-2))),
            largest(&(turned(&vectors).matmul(&vectors) - &ones)),
            largest(&((&u * s.expand(-2)).matmul(&vt) - &a)),
            largest(&(turned(&u).matmul(&u) - &ones)),
            largest(&(vt.matmul(turned(&vt)) - &ones)),
            largest(&(q.matmul(&r) - &a)),
            largest(&(lower.matmul(lu.triu(0)) - rows)),
        )
    });
    let program = program.unwrap_or_else(|e| panic!("{e}"));
    for (device, n) in [(Device::interp(), 3), (Device::cpu(), 2), (Device::cpu(), 6), (Device::cpu(), 40)] {
        let found = results(&program, &device, &[batch_of_matrices(n)]);
        for (which, far) in found.iter().enumerate() {
            let far = far.as_slice::<f64>().unwrap();
            let bound = 10.0 * n as f64 * f64::EPSILON * n as f64;
            assert!(far.iter().all(|far| *far <= bound), "{device}, {n} rows, result {which}: {far:?}");
        }
    }
}

#[test]
fn tridiagonal_systems_are_solved_and_others_refused() {
    let program = Program::trace("solve", |p| {
        let n = p.dim("n");
        let right = p.input::<f64>("right", (n, 2));
        let one = p.ones::<f64>([n]);
        let solved = (&one * 0.5).tridiagonal_solve(&one, &one * 2.0, &right);
        // The product of the matrix and the solution: the first and the last row have no outer neighbour.
        let none = p.zeros::<f64>((1, 2));
        let above = p.concat(0, [&none, &solved.slice_axis(0, ..-1)]);
        let below = p.concat(0, [&solved.slice_axis(0, 1..), &none]);
        (&solved * 0.5 + above + below * 2.0 - right).abs().amax(..)
    });
    let program = program.unwrap_or_else(|e| panic!("{e}"));
    for device in [Device::interp(), Device::cpu()] {
        let values: Vec<f64> = (0..22).map(|i| f64::from(i).cos()).collect();
        let right = tensorforge::Array::from_slice(&[11, 2], &values).unwrap();
        let far = results(&program, &device, &[right]);
        assert!(far[0].as_slice::<f64>().unwrap()[0] < 1e-12, "{device}: {far:?}");
    }
    let refused = Program::trace("refused", |p| {
        let (d, b) = (p.input::<f32>("d", [3]), p.input::<f32>("b", (4, 2)));
        d.tridiagonal_solve(&d, &d, &b)
    });
    let said = refused.expect_err("the extents differ").to_string();
    assert!(
        said.contains("tridiagonal_solve needs diagonals [..., n] and right-hand sides [..., n, m]"),
        "{said}"
    );
}
