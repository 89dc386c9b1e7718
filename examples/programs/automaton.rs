//! A neural cellular automaton learns to grow a picture from a seed: each cell sees its neighbourhood and
//! decides by a small network, the same for all, how it changes. Training differentiates through all of its
//! steps, whose count is an argument.
//!
//! `cargo run --release -p tensorforge-examples --example automaton -- --train 200`

use common::{Options, Picture, Random, save, seconds, timed};
use tensorforge::nn::{Adam, Clip, Moments};
use tensorforge::{
    Args, Array, ArrayError, Inputs, Program, Results, Session, Tensor, TraceError, Tracer, Values,
};

/// Channels of a cell; the first four are visible: red, green, blue, and opacity.
pub const CHANNELS: usize = 12;
/// Width of the network.
const HIDDEN: usize = 64;

/// The weights of the cells' network.
#[derive(Values, Inputs, Args, Results)]
pub struct Rule<T = Tensor> {
    /// From the 48 inputs of a cell to 64 hidden units.
    #[input(f32, 48, 64)]
    pub first: T,
    /// Biases of the hidden units.
    #[input(f32, 64)]
    pub bias: T,
    /// From the hidden units to the change of the 12 channels.
    #[input(f32, 64, 12)]
    pub second: T,
}

/// Results of training: the loss, or that of each step, and a rule: gradients, or trained weights.
#[derive(Results)]
pub struct Learnt<T = Tensor> {
    /// Mean squared distance from the target, or that of each step.
    pub loss: T,
    /// Gradients, or trained weights.
    #[input]
    pub rule: Rule<T>,
}

/// One step of all cells `[n, h, w, 12]`; about half of them rest, chosen by a hash of step and position.
fn step(p: &Tracer, rule: &Rule, cells: &Tensor, number: &Tensor, seed: &Tensor) -> Tensor {
    let near = |y: i64, x: i64| cells.roll(1, -y).roll(2, -x);
    let slope = |a: [(i64, i64); 3], b: [(i64, i64); 3]| {
        let side = |[l, m, r]: [(i64, i64); 3]| near(l.0, l.1) + 2.0 * near(m.0, m.1) + near(r.0, r.1);
        (side(b) - side(a)) * 0.125
    };
    let across = slope([(-1, -1), (0, -1), (1, -1)], [(-1, 1), (0, 1), (1, 1)]);
    let down = slope([(-1, -1), (-1, 0), (-1, 1)], [(1, -1), (1, 0), (1, 1)]);
    let around = near(0, -1) + near(0, 1) + near(-1, 0) + near(1, 0) - 4.0 * cells;
    let sight = p.concat(3, [cells, &across, &down, &around]);
    let change = (sight.matmul(&rule.first) + &rule.bias).relu().matmul(&rule.second);
    let shape = [cells.extent(0), cells.extent(1), cells.extent(2)];
    let places = p.arange::<u32>(shape[0] * shape[1] * shape[2]).reshape(shape);
    let bits = (places ^ (seed + number.to::<i64>().to::<u32>() * 747_796_405u32).pcg()).pcg();
    let awake = (bits >> 31u32).cast(cells.elem()).expand(-1);
    cells + change * awake
}

/// The cells after `steps` steps.
fn grown(p: &Tracer, rule: &Rule, cells: &Tensor, steps: &Tensor, seed: &Tensor) -> Tensor {
    p.for_(0, steps, cells, |number, cells| step(p, rule, &cells, &number, seed))
}

fn inputs(p: &Tracer) -> (Rule, Tensor, Tensor, Tensor) {
    let (n, h, w) = (p.dim("n"), p.dim("h"), p.dim("w"));
    let cells = p.input::<f32>("cells", (n, h, w, CHANNELS));
    (p.inputs("rule"), cells, p.scalar::<i32>("steps"), p.scalar::<u32>("seed"))
}

/// The cells after some steps.
pub fn grow() -> Result<Program, TraceError> {
    Program::trace("grow", |p| {
        let (rule, cells, steps, seed) = inputs(p);
        grown(p, &rule, &cells, &steps, &seed)
    })
}

fn loss(
    p: &Tracer,
    rule: &Rule,
    cells: &Tensor,
    (steps, seed): (&Tensor, &Tensor),
    target: &Tensor,
) -> Tensor {
    let seen = grown(p, rule, cells, steps, seed).slice((.., .., .., ..4));
    (seen - target).square().mean(..)
}

/// The distance of the picture after some steps from the target, and the derivative by the rule, through all
/// steps.
pub fn gradients() -> Result<Program, TraceError> {
    Program::trace("gradients", |p| {
        let (rule, cells, steps, seed) = inputs(p);
        let target = p.input::<f32>("target", (p.dim("h"), p.dim("w"), 4));
        p.value_and_grad(&rule, |rule| loss(p, &rule, &cells, (&steps, &seed), &target))
    })
}

/// A number of training steps in one call: the losses, and the rule after them.
pub fn train(rate: f64) -> Result<Program, TraceError> {
    let adam = Adam { rate, clip: Clip::Norm(1.0), ..Adam::default() };
    Program::trace("train", |p| {
        let (rule, cells, steps, seed) = inputs(p);
        let target = p.input::<f32>("target", (p.dim("h"), p.dim("w"), 4));
        let losses = p.input::<f32>("losses", [p.dim("rounds")]);
        let start = (adam.start(p, &rule), losses, rule);
        let (_, losses, rule) =
            p.for_(0, p.dim("rounds"), start, |round, (state, losses, rule): (Moments, Tensor, Rule)| {
                let seed = &seed + round.to::<i64>().to::<u32>() * 65537u32;
                let (value, slope) =
                    p.value_and_grad(&rule, |rule| loss(p, &rule, &cells, (&steps, &seed), &target));
                let losses = losses.set_at([round.to::<i64>()], value);
                let (rule, state) = adam.step(&rule, slope, state);
                (state, losses, rule)
            });
        (losses, rule)
    })
}

/// An initial rule: the last layer is small, so that cells hardly change at first.
pub fn start(seed: u64) -> Result<Rule<Array>, ArrayError> {
    let mut random = Random::new(seed);
    let mut layer = |n: usize, width: f32| (0..n).map(|_| width * random.normal()).collect::<Vec<f32>>();
    let first = layer(4 * CHANNELS * HIDDEN, (2.0 / (4.0 * CHANNELS as f32)).sqrt());
    let second = layer(HIDDEN * CHANNELS, 0.02);
    Ok(Rule {
        first: Array::from_slice(&[4 * CHANNELS, HIDDEN], &first)?,
        bias: Array::from_slice(&[HIDDEN], &[0.0f32; HIDDEN])?,
        second: Array::from_slice(&[HIDDEN, CHANNELS], &second)?,
    })
}

/// Empty grids with one living cell in the middle of each.
pub fn seeds(n: usize, size: usize) -> Result<Array, ArrayError> {
    let mut cells = vec![0.0f32; n * size * size * CHANNELS];
    for grid in 0..n {
        let middle = (grid * size * size + size / 2 * size + size / 2) * CHANNELS;
        cells[middle + 3..middle + CHANNELS].fill(1.0);
    }
    Array::from_slice(&[n, size, size, CHANNELS], &cells)
}

/// A flower to grow.
pub fn flower(size: usize) -> Result<Array, ArrayError> {
    let mut picture = Vec::new();
    for y in 0..size {
        for x in 0..size {
            let [x, y] = [x, y].map(|v| (v as f32 + 0.5) / size as f32 * 2.0 - 1.0);
            let (r, angle) = ((x * x + y * y).sqrt(), y.atan2(x));
            let inside = f32::from(u8::from(r < 0.5 + 0.25 * (5.0 * angle).cos()));
            let middle = f32::from(u8::from(r < 0.22));
            picture.extend([inside, inside * (0.3 + 0.6 * middle), inside * 0.5 * (1.0 - middle), inside]);
        }
    }
    Array::from_slice(&[size, size, 4], &picture)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read(
        "automaton",
        "a neural cellular automaton learns to grow a flower",
        &[
            ("size", "40", "cells per side"),
            ("steps", "48", "steps of growth"),
            ("train", "400", "steps of training"),
            ("rate", "0.002", "length of a step of training"),
        ],
    );
    let (size, steps, rounds): (usize, i32, usize) =
        (options.get("size"), options.get("steps"), options.get("train"));
    let seed: u32 = options.get("seed");
    let session = Session::new()?;
    let program = train(options.get("rate"))?;
    let (trainer, time) = timed(|| session.compile(&program, options.device()));
    let trainer = trainer?;
    println!("compiled in {}", seconds(time));
    let (rule, cells, target) = (start(seed.into())?, seeds(2, size)?, flower(size)?);
    let none = Array::from_slice(&[rounds], &vec![0.0f32; rounds])?;
    let (done, time) = timed(|| trainer.call::<Learnt<Array>>((&cells, &rule, steps, seed, &target, &none)));
    let Learnt { loss: losses, rule } = done?;
    println!("{rounds} steps on {}: {} each", trainer.device(), seconds(time / rounds.max(1) as f64));
    for (i, loss) in
        losses.as_slice::<f32>()?.iter().enumerate().filter(|(i, _)| i % 50 == 0 || i + 1 == rounds)
    {
        println!("step {i:4}: loss {loss:.5}");
    }
    let grower = session.compile(&grow()?, options.device())?;
    let cells: Array = grower.call((&cells, &rule, steps, seed + 1))?;
    let cells = cells.as_slice::<f32>()?;
    let picture = Picture::of(8 * size, 8 * size, |x, y| {
        let at = (y / 8 * size + x / 8) * CHANNELS;
        [0, 1, 2].map(|c| cells[at + c].clamp(0.0, 1.0))
    });
    save(options.out(), &[picture])?;
    println!("wrote {}", options.out());
    Ok(())
}
