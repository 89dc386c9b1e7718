//! A matrix is factored into an orthogonal and a triangular one, and inverted; determinants of many matrices
//! at once, with derivatives.
//!
//! `cargo run --release -p tensorforge-examples --example linear -- --n 128`

use common::{Options, Random, seconds, timed};
use tensorforge::{Array, ArrayError, Program, Session, TraceError};

/// `Q`, `R`, `R⁻¹` and `A⁻¹` of a matrix `A`, of any order.
pub fn inverse() -> Result<Program, TraceError> {
    Program::trace("inverse", |p| {
        let n = p.dim("n");
        let (q, r) = p.input::<f32>("a", [n, n]).qr();
        let upper = r.inverse_upper();
        let inverse = upper.matmul(q.t());
        (q, r, upper, inverse)
    })
}

/// Sign and logarithm of the determinants of a batch of matrices, and the derivatives of the sum of the
/// logarithms.
pub fn determinants() -> Result<Program, TraceError> {
    Program::trace("determinants", |p| {
        let n = p.dim("n");
        let a = p.input::<f32>("a", (p.dim("batch"), n, n));
        let (sign, log) = p.vmap(&a, |a| a.slogdet());
        let slope = p.grad(&a, |a| p.vmap(&a, |a| a.slogdet().1));
        (sign, log, slope)
    })
}

/// Matrices with elements of the normal distribution.
pub fn matrices(shape: &[usize], seed: u64) -> Result<Array, ArrayError> {
    let mut random = Random::new(seed);
    let values: Vec<f32> = (0..shape.iter().product::<usize>()).map(|_| random.normal()).collect();
    Array::from_slice(shape, &values)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::without_picture(
        "linear",
        "a matrix is factored and inverted",
        &[("n", "128", "the order of the matrix")],
    );
    let n: usize = options.get("n");
    let session = Session::new()?;
    let exe = session.compile(&inverse()?, options.device())?;
    let a = matrices(&[n, n], options.get("seed"))?;
    let (done, time) = timed(|| exe.call::<(Array, Array, Array, Array)>(&a));
    let (.., inverse) = done?;
    let (a, inverse) = (a.as_slice::<f32>()?, inverse.as_slice::<f32>()?);
    let mut error = 0.0f32;
    for i in 0..n {
        for j in 0..n {
            let sum: f32 = (0..n).map(|k| a[i * n + k] * inverse[k * n + j]).sum();
            error = error.max((sum - f32::from(u8::from(i == j))).abs());
        }
    }
    println!("order {n} on {}: {}; A A⁻¹ differs from 1 by {error:.1e}", exe.device(), seconds(time));
    Ok(())
}
