//! Gray and Scott's reaction of two substances that diffuse: spots that divide, worms, mazes, by two numbers.
//! J. Pearson, "Complex patterns in a simple system", Science 261 (1993).
//!
//! `cargo run --release -p tensorforge-examples --example grayscott -- --size 512 --frames 50`, or in a window
//! `cargo run --release -p tensorforge-examples --features window --example grayscott -- --window`.

use common::{Options, Random, ended, timed};
use tensorforge::{Array, ArrayError, Program, Session, Tensor, TraceError};
use tensorforge_window::{Button, Look, Map};

/// How fast the substances diffuse, in squares of a cell per step.
pub const DIFFUSION: [f64; 2] = [0.16, 0.08];

/// `steps` steps of Euler's method from the amounts of both substances; `feed` of the first flows in, `kill`
/// of the second is removed.
pub fn program() -> Result<Program, TraceError> {
    Program::trace("grayscott", |p| {
        let (h, w) = (p.dim("h"), p.dim("w"));
        let u = p.input::<f32>("u", [h, w]);
        let v = p.input::<f32>("v", [h, w]);
        let (feed, kill) = (p.scalar::<f32>("feed"), p.scalar::<f32>("kill"));
        let steps = p.scalar::<i64>("steps");
        p.for_(0, steps, (u, v), |_, (u, v)| {
            let laplacian = |x: &Tensor| {
                p.compute([h, w], |[i, j]| {
                    let vertical = x.at_wrap((&i - 1, &j)) + x.at_wrap((&i + 1, &j));
                    let horizontal = x.at_wrap((&i, &j - 1)) + x.at_wrap((&i, &j + 1));
                    vertical + horizontal - 4.0 * x.at((i, j))
                })
            };
            let reaction = &u * &v * &v;
            let du = DIFFUSION[0] * laplacian(&u) - &reaction + &feed * (1.0 - &u);
            let dv = DIFFUSION[1] * laplacian(&v) + reaction - (&feed + &kill) * &v;
            (u + du, v + dv)
        })
    })
}

/// The first substance everywhere, drops of the second.
pub fn drops(h: usize, w: usize, seed: u64) -> Result<[Array; 2], ArrayError> {
    let mut random = Random::new(seed);
    let (mut u, mut v) = (vec![1.0f32; h * w], vec![0.0f32; h * w]);
    for _ in 0..(h * w / 4000).max(1) {
        let (y, x) = ((random.uniform() * h as f32) as usize, (random.uniform() * w as f32) as usize);
        for i in 0..49 {
            let at = (y + i / 7) % h * w + (x + i % 7) % w;
            (u[at], v[at]) = (0.5, 0.25 + 0.1 * random.uniform());
        }
    }
    Ok([Array::from_slice(&[h, w], &u)?, Array::from_slice(&[h, w], &v)?])
}

/// Puts the second substance around a point.
fn pour(v: &mut Array, [x, y]: [f32; 2]) -> Result<(), ArrayError> {
    const REACH: f32 = 8.0;
    let w = v.extents()[1];
    for (at, value) in v.as_mut_slice::<f32>()?.iter_mut().enumerate() {
        if ((at % w) as f32 - x).hypot((at / w) as f32 - y) < REACH {
            *value = value.max(0.4);
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::moving(
        "grayscott",
        "a reaction of two substances that diffuse",
        &[
            ("size", "512", "cells per side"),
            ("steps", "16", "steps before each picture, in one call"),
            ("feed", "0.0367", "how much of the first substance flows in"),
            ("kill", "0.0649", "how much of the second is removed"),
        ],
    );
    let (size, start): (usize, i64) = (options.get("size"), options.get("steps"));
    let session = Session::new()?;
    let reaction = session.compile(&program()?, options.device())?;
    let [mut u, mut v] = drops(size, size, options.get("seed"))?;
    let mut window = options.window([size.max(768), size.max(768)])?;
    let (mut done, mut time) = (0, 0.0);
    while window.next_frame()? {
        let feed = window.slider("feed", options.get("feed"), 0.01, 0.1) as f32;
        let kill = window.slider("kill", options.get("kill"), 0.03, 0.07) as f32;
        let steps = window.whole_slider("steps per frame", start, 0, start.max(40));
        if window.button("start again") {
            [u, v] = drops(size, size, window.frame())?;
        }
        window.text("press the mouse to pour");
        if window.input().is_held(Button::Left)
            && let Some(at) = window.input().mouse()
        {
            pour(&mut v, at)?;
        }
        let (result, seconds) = timed(|| reaction.call((&u, &v, feed, kill, steps)));
        (u, v) = result?;
        (done, time) = (done + steps, time + seconds);
        window.show(&v, &Look::map(Map::Magma).between(0.0, 0.4))?;
    }
    let points = (size * size) as f64 * done as f64 / time / 1e6;
    println!("{size} x {size}, {done} steps on {}: {points:.0} million points a second", reaction.device());
    println!("{}", ended(window)?);
    Ok(())
}
