//! The cost of derivatives relative to their program: milliseconds of the fastest call of the forward pass,
//! of the forward and the backward pass, and their ratio, compared with JAX and torch in alternating turns.
//!
//! Usage: `gradients [--peers NAME=PYTHON,…] [FILTER]`, for example `gradients --peers
//! jax=venvs/jax/bin/python attention`.

use std::time::Instant;
use tensorforge::nn::cross_entropy;
use tensorforge::{Array, Device, Executable, Padding, Program, Session, Tensor, Tracer};
use tensorforge_bench::peer::{Peer, peers_of};

type Failure = Box<dyn std::error::Error>;

const CALLS: usize = 5;
const TURNS: usize = 3;

/// A function of variables, by which it is differentiated, and of constants.
struct Case {
    name: &'static str,
    variables: Vec<Vec<usize>>,
    constants: Vec<Vec<usize>>,
    /// Extents of its value and of the value's cotangent.
    value: Vec<usize>,
    function: fn(&[Tensor], &[Tensor]) -> Tensor,
}

/// Mean cross-entropy of three dense layers.
fn mlp(weights: &[Tensor], constants: &[Tensor]) -> Tensor {
    let mut layers = weights.chunks(2).map(|layer| (&layer[0], &layer[1])).peekable();
    let mut h = constants[0].clone();
    while let Some((weight, bias)) = layers.next() {
        h = h.matmul(weight) + bias;
        if layers.peek().is_some() {
            h = h.relu();
        }
    }
    cross_entropy(&h, &constants[1]).mean(..)
}

fn layernorm(variables: &[Tensor], _: &[Tensor]) -> Tensor {
    let [x, scale, shift] = variables else { unreachable!("three variables") };
    let centred = x - x.mean(-1).keep();
    &centred / (centred.square().mean(-1).keep() + 1e-5).sqrt() * scale + shift
}

fn conv(variables: &[Tensor], _: &[Tensor]) -> Tensor {
    variables[0].conv(&variables[1], &[1, 1], Padding::Same)
}

/// Of `[heads, sequence, features]`.
fn attention(variables: &[Tensor], _: &[Tensor]) -> Tensor {
    let [q, k, v] = variables else { unreachable!("three variables") };
    (q.matmul(k.permute([0, 2, 1])) * 0.125).softmax(-1).matmul(v)
}

fn cases() -> Vec<Case> {
    let heads = vec![32, 512, 64];
    vec![
        Case {
            name: "mlp",
            variables: [(784, 512), (512, 512), (512, 10)]
                .iter()
                .flat_map(|(i, o)| [vec![*i, *o], vec![*o]])
                .collect(),
            constants: vec![vec![128, 784], vec![128, 10]],
            value: vec![],
            function: mlp,
        },
        Case {
            name: "layernorm",
            variables: vec![vec![4096, 1024], vec![1024], vec![1024]],
            constants: vec![],
            value: vec![4096, 1024],
            function: layernorm,
        },
        Case {
            name: "conv",
            variables: vec![vec![8, 56, 56, 64], vec![3, 3, 64, 64]],
            constants: vec![],
            value: vec![8, 56, 56, 64],
            function: conv,
        },
        Case {
            name: "attention",
            variables: vec![heads.clone(); 3],
            constants: vec![],
            value: heads,
            function: attention,
        },
    ]
}

fn inputs(p: &Tracer, name: &str, shapes: &[Vec<usize>]) -> Vec<Tensor> {
    shapes
        .iter()
        .enumerate()
        .map(|(i, extents)| p.input::<f32>(&format!("{name}{i}"), &extents[..]))
        .collect()
}

impl Case {
    fn forward(&self) -> Result<Program, Failure> {
        let program = Program::trace(self.name, |p| {
            (self.function)(&inputs(p, "x", &self.variables), &inputs(p, "c", &self.constants))
        });
        Ok(program?)
    }

    /// The value and the cotangents of all variables.
    fn both(&self) -> Result<Program, Failure> {
        let program = Program::trace(self.name, |p| {
            let (variables, constants) = (inputs(p, "x", &self.variables), inputs(p, "c", &self.constants));
            let cotangent = p.input::<f32>("g", &self.value[..]);
            p.vjp(variables, cotangent, |variables| (self.function)(&variables, &constants))
        });
        Ok(program?)
    }

    /// Pseudo-random elements from −0.25 to 0.25; the same in `bench/peers/gradients.py`.
    fn arguments(&self) -> Result<Vec<Array>, Failure> {
        let number = |i: usize| (i as u32 + 1).wrapping_mul(2_654_435_769) >> 8;
        let array = |extents: &Vec<usize>| {
            let n = extents.iter().product();
            let elements: Vec<f32> = (0..n).map(|i| number(i) as f32 / (1 << 25) as f32 - 0.25).collect();
            Array::from_slice(extents, &elements)
        };
        let value = std::slice::from_ref(&self.value);
        Ok([&self.variables[..], &self.constants, value]
            .concat()
            .iter()
            .map(array)
            .collect::<Result<_, _>>()?)
    }
}

fn fastest(exe: &Executable, args: &[Array]) -> Result<f64, Failure> {
    let mut fastest = f64::INFINITY;
    for _ in 0..=CALLS {
        let start = Instant::now();
        let results: Vec<Array> = exe.call(args)?;
        fastest = fastest.min(start.elapsed().as_secs_f64());
        drop(results);
    }
    Ok(fastest)
}

fn row(who: &str, [forward, both]: [f64; 2]) {
    println!("    {who:<12} {:>10.3} {:>10.3} {:>8.2}", forward * 1e3, both * 1e3, both / forward);
}

fn main() -> Result<(), Failure> {
    let (mut filter, mut peers) = (String::new(), Vec::<Peer>::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--peers" => peers = peers_of("gradients.py", args.next())?,
            _ => filter = arg,
        }
    }
    let session = Session::new()?;
    println!("{:<16} {:>10} {:>10} {:>8}", "program", "forward", "both, ms", "ratio");
    for case in cases().iter().filter(|case| case.name.contains(&filter)) {
        let programs = [case.forward()?, case.both()?];
        let [forward, both] = programs.map(|program| session.compile(&program, Device::cpu()));
        let (forward, both, args) = (forward?, both?, case.arguments()?);
        let mut ours = [f64::INFINITY; 2];
        let mut theirs = vec![[f64::INFINITY; 2]; peers.len()];
        for _ in 0..TURNS {
            ours[0] = ours[0].min(fastest(&forward, &args[..args.len() - 1])?);
            ours[1] = ours[1].min(fastest(&both, &args)?);
            for (peer, best) in peers.iter_mut().zip(&mut theirs) {
                for (best, what) in best.iter_mut().zip(["forward", "both"]) {
                    let time = peer.fastest(&format!("{}:{what}", case.name), CALLS)?;
                    *best = best.min(time.unwrap_or(f64::INFINITY));
                }
            }
        }
        println!("{}", case.name);
        row("ours", ours);
        peers.iter().zip(theirs).for_each(|(peer, times)| row(peer.name(), times));
    }
    Ok(())
}
