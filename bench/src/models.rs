//! The programs for measurements of compile time: a chain of sines, a transformer block with its gradient, a
//! training step of an LSTM, n-body. Extents are named, as in programs that are compiled once for all sizes.

use std::fmt::Write;
use tensorforge::nn::{Adam, Moments, cross_entropy, mean_squared_error};
use tensorforge::{Program, Tensor, TraceError, Tracer};

/// `count` times `x = sin(x + c)`, as text.
pub fn sines(count: usize) -> String {
    chain("sin", count)
}

/// `count` times `x = f(x + c)` for a function of the math dialect, as text.
pub fn chain(function: &str, count: usize) -> String {
    const T: &str = "tensor<64xf32>";
    let mut text = format!("func.func @chain(%x0: {T}, %c: {T}) -> {T} {{\n");
    for i in 0..count {
        let next = i + 1;
        let _ =
            writeln!(text, "  %a{i} = arith.addf %x{i}, %c : {T}\n  %x{next} = math.{function} %a{i} : {T}");
    }
    let _ = write!(text, "  return %x{count} : {T}\n}}\n");
    text
}

/// The mean cross-entropy of a block of GPT-2 (Radford et al., 2019) on one text, and its gradient by all
/// weights.
///
/// # Errors
/// None: the program is right.
pub fn transformer() -> Result<Program, TraceError> {
    const HEADS: i64 = 4;
    const WIDTH: i64 = 64;
    Program::trace("transformer", |p| {
        let n = p.dim("n");
        let (x, labels) = (p.input::<f32>("x", (n, WIDTH)), p.input::<f32>("labels", (n, WIDTH)));
        let shapes = [
            (WIDTH, WIDTH),
            (WIDTH, WIDTH),
            (WIDTH, WIDTH),
            (WIDTH, WIDTH),
            (WIDTH, 4 * WIDTH),
            (4 * WIDTH, WIDTH),
        ];
        let weights = weights(p, &shapes);
        let norms = (0..4).map(|i| p.input::<f32>(&format!("norm{i}"), [WIDTH]));
        let variables = (weights, norms.collect::<Vec<Tensor>>());
        p.value_and_grad(variables, |(weights, norms)| {
            let split = |t: Tensor| t.reshape((n, HEADS, WIDTH / HEADS)).permute([1, 0, 2]);
            let y = normalized(&x, &norms[0], &norms[1]);
            let [q, k, v] = [0, 1, 2].map(|i| split(y.matmul(&weights[i])));
            let scores = (q.matmul(k.permute([0, 2, 1])) * 0.25).softmax(-1);
            let mixed = scores.matmul(v).permute([1, 0, 2]).reshape((n, WIDTH));
            let x = &x + mixed.matmul(&weights[3]);
            let y = normalized(&x, &norms[2], &norms[3]);
            let x = x + y.matmul(&weights[4]).gelu().matmul(&weights[5]);
            cross_entropy(&x, &labels).mean(..)
        })
    })
}

/// Rows of mean 0 and variance 1, scaled and shifted.
fn normalized(x: &Tensor, scale: &Tensor, shift: &Tensor) -> Tensor {
    let centred = x - x.mean(-1).keep();
    &centred / (centred.square().mean(-1).keep() + 1e-5).sqrt() * scale + shift
}

/// A step of Adam for an LSTM (Hochreiter and Schmidhuber, 1997) on sequences of any length, in batches of
/// any size.
///
/// # Errors
/// None: the program is right.
pub fn lstm() -> Result<Program, TraceError> {
    Program::trace("lstm", |p| {
        let [t, n, inputs, width] = ["t", "n", "inputs", "width"].map(|name| p.dim(name));
        let xs = p.input::<f32>("xs", (t, n, inputs));
        let target = p.input::<f32>("target", (n, width));
        let weights: Vec<Tensor> = ["i", "f", "g", "o"]
            .iter()
            .flat_map(|gate| {
                [
                    p.input::<f32>(&format!("w{gate}"), (inputs, width)),
                    p.input::<f32>(&format!("u{gate}"), (width, width)),
                    p.input::<f32>(&format!("b{gate}"), [width]),
                ]
            })
            .collect();
        let (loss, gradients) = p.value_and_grad(&weights, |weights| {
            let zero = || p.zeros::<f32>((n, width));
            let (h, _) = p.for_(0, t, (zero(), zero()), |i, (h, c)| {
                let x = xs.at([&i]);
                let gate = |k: usize| {
                    x.matmul(&weights[3 * k]) + h.matmul(&weights[3 * k + 1]) + &weights[3 * k + 2]
                };
                let c = (gate(1) + 1.0).sigmoid() * c + gate(0).sigmoid() * gate(2).tanh();
                (gate(3).sigmoid() * c.tanh(), c)
            });
            mean_squared_error(&h, &target)
        });
        let adam = Adam::default();
        let state: Moments = adam.start(p, &weights);
        let (weights, _) = adam.step(&weights, gradients, state);
        (loss, weights)
    })
}

fn weights(p: &Tracer, shapes: &[(i64, i64)]) -> Vec<Tensor> {
    shapes.iter().enumerate().map(|(i, (from, to))| p.input::<f32>(&format!("w{i}"), (*from, *to))).collect()
}

/// A step of gravity between bodies, as `examples/programs/nbody.mlir` writes it.
pub const NBODY: &str = include_str!("../../examples/programs/nbody.mlir");
