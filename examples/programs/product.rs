//! `(sin(A) @ cos(Bᵀ))²`: a matrix product with work on its operands and on its result.
//!
//! `cargo run --release -p tensorforge-examples --example product -- --n 1024 --m 1024 --k 1024`

use common::{Options, Picture, Random, save, seconds, timed};
use tensorforge::{Array, ArrayError, Program, Session, Tensor, TraceError, Tracer};

/// The operands' shapes: A is `[…, n, k]`, B is `[…, m, k]`; a vector is `[k]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Two matrices.
    Matrices,
    /// Several A's, one B.
    ManyLeft,
    /// One A, several B's.
    ManyRight,
    /// As many A's as B's.
    Pairs,
    /// A vector times a matrix.
    VectorLeft,
    /// A matrix times a vector.
    VectorRight,
    /// The product of two vectors, a scalar.
    Vectors,
}

/// All forms.
pub const FORMS: [Form; 7] = [
    Form::Matrices,
    Form::ManyLeft,
    Form::ManyRight,
    Form::Pairs,
    Form::VectorLeft,
    Form::VectorRight,
    Form::Vectors,
];

fn operand(p: &Tracer, name: &str, rows: &str, batch: Option<bool>, vector: bool) -> Tensor {
    match (vector, batch) {
        (true, _) => p.input::<f32>(name, [p.dim("k")]),
        (_, None) => p.input::<f32>(name, [p.dim(rows), p.dim("k")]),
        (_, Some(true)) => p.input::<f32>(name, (p.dim("batch"), p.dim(rows), p.dim("k"))),
        (_, Some(false)) => p.input::<f32>(name, (1, p.dim(rows), p.dim("k"))),
    }
}

/// The program for operands of a form.
pub fn program(form: Form) -> Result<Program, TraceError> {
    let (many_left, many_right) = match form {
        Form::ManyLeft => (Some(true), Some(false)),
        Form::ManyRight => (Some(false), Some(true)),
        Form::Pairs => (Some(true), Some(true)),
        _ => (None, None),
    };
    Program::trace("product", |p| {
        let a = operand(p, "a", "n", many_left, matches!(form, Form::VectorLeft | Form::Vectors));
        let b = operand(p, "b", "m", many_right, matches!(form, Form::VectorRight | Form::Vectors));
        let columns = b.cos();
        let columns = if columns.rank() == 1 { columns } else { columns.swap_axes(-1, -2) };
        a.sin().matmul(columns).square()
    })
}

/// `A @ Bᵀ` alone, which the time is compared with.
pub fn plain() -> Result<Program, TraceError> {
    Program::trace("plain", |p| {
        let a = p.input::<f32>("a", [p.dim("n"), p.dim("k")]);
        let b = p.input::<f32>("b", [p.dim("m"), p.dim("k")]);
        a.matmul(b.t())
    })
}

/// The extents of the operands of a form.
pub fn extents(form: Form, [n, m, k]: [usize; 3], batch: usize) -> [Vec<usize>; 2] {
    match form {
        Form::Matrices => [vec![n, k], vec![m, k]],
        Form::ManyLeft => [vec![batch, n, k], vec![1, m, k]],
        Form::ManyRight => [vec![1, n, k], vec![batch, m, k]],
        Form::Pairs => [vec![batch, n, k], vec![batch, m, k]],
        Form::VectorLeft => [vec![k], vec![m, k]],
        Form::VectorRight => [vec![n, k], vec![k]],
        Form::Vectors => [vec![k], vec![k]],
    }
}

/// Normally distributed elements.
pub fn random(extents: &[usize], random: &mut Random) -> Result<Array, ArrayError> {
    let n: usize = extents.iter().product();
    Array::from_slice(extents, &(0..n).map(|_| random.normal()).collect::<Vec<f32>>())
}

/// The result as brightness.
pub fn picture(result: &Array) -> Result<Picture, ArrayError> {
    let [h, w] = [result.extents()[0], result.extents()[1]];
    let values = result.as_slice::<f32>()?;
    let mean = values.iter().sum::<f32>() / values.len().max(1) as f32;
    Ok(Picture::of(w, h, |x, y| {
        let t = 1.0 - (-0.5 * values[y * w + x] / mean.max(f32::MIN_POSITIVE)).exp();
        [t, t * t, 0.2 * t + 0.1]
    }))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read(
        "product",
        "(sin(A) @ cos(B transposed)) squared",
        &[
            ("n", "1024", "rows of A"),
            ("m", "1024", "rows of B"),
            ("k", "1024", "columns of both"),
            ("repeat", "5", "runs; the fastest counts"),
        ],
    );
    let sizes: [usize; 3] = ["n", "m", "k"].map(|name| options.get(name));
    let mut source = Random::new(options.get("seed"));
    let [a, b] = extents(Form::Matrices, sizes, 1).map(|shape| random(&shape, &mut source));
    let (a, b) = (a?, b?);
    let session = Session::new()?;
    let mut fastest = Vec::new();
    let mut result = None;
    for program in [plain()?, program(Form::Matrices)?] {
        let exe = session.compile(&program, options.device())?;
        let mut best = f64::INFINITY;
        for _ in 0..options.get::<usize>("repeat").max(1) {
            let (found, seconds) = timed(|| exe.call((&a, &b)));
            best = best.min(seconds);
            result = Some::<Array>(found?);
        }
        fastest.push(best);
    }
    let flops = 2.0 * sizes.iter().map(|n| *n as f64).product::<f64>() / 1e9;
    println!(
        "{} x {} x {} on {}: {} ({:.1} GFLOP/s), the plain product {} ({:.1} GFLOP/s)",
        sizes[0],
        sizes[1],
        sizes[2],
        options.device(),
        seconds(fastest[1]),
        flops / fastest[1],
        seconds(fastest[0]),
        flops / fastest[0],
    );
    save(options.out(), &[picture(&result.expect("it ran at least once"))?])?;
    println!("wrote {}", options.out());
    Ok(())
}
