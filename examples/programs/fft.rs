//! Fourier transforms: of the library, and by kernels that keep lines in shared memory; a picture without its
//! fine structure.
//!
//! `cargo run --release -p tensorforge-examples --example fft -- --n 1024 --device simt-compiled --kernels
//! true`

use common::{Options, Picture, Random, save, seconds, timed};
use std::f64::consts::TAU;
use tensorforge::{Array, Program, Session, Tensor, TraceError, Tracer};

/// The direction of a transform.
#[derive(Clone, Copy, PartialEq)]
pub enum Way {
    /// From a signal to its spectrum.
    Forward,
    /// Back, divided by the length.
    Inverse,
}

/// Complex numbers: their real and imaginary parts.
pub type Complex = (Tensor, Tensor);

/// A function that transforms along an axis of `[batch, n]` or `[n, batch]`.
pub type Transform = fn(&Tracer, &Complex, axis: usize, n: usize, way: Way) -> Complex;

/// The library's transform.
pub fn library(p: &Tracer, (re, im): &Complex, axis: usize, _: usize, way: Way) -> Complex {
    match way {
        Way::Forward => p.fft((re, im), axis),
        Way::Inverse => p.ifft((re, im), axis),
    }
}

/// The most threads of a block, and how many neighbouring columns it transforms, so that it reads several
/// elements in one access.
const THREADS: usize = 256;
const COLUMNS: usize = 4;

/// The roots `exp(∓2πi·k/n)` for `k` below `n/2`.
fn roots(p: &Tracer, n: usize, way: Way) -> Complex {
    let sign = if way == Way::Forward { -1.0 } else { 1.0 };
    let angle = |k: usize| sign * TAU * k as f64 / n as f64;
    let table = |of: fn(f64) -> f64| (0..n / 2).map(|k| of(angle(k)) as f32).collect::<Vec<_>>();
    (p.tensor([n / 2], &table(f64::cos)), p.tensor([n / 2], &table(f64::sin)))
}

/// A transform of `n` elements, a power of two, along an axis of a matrix: a block keeps its lines in shared
/// memory and runs `log n` stages (Stockham's method, whose results are in order). In each, a thread takes
/// two elements half the line apart and writes their sum and their rotated difference to their new positions;
/// a barrier separates reads and writes.
pub fn kernel(p: &Tracer, (re, im): &Complex, axis: usize, n: usize, way: Way) -> Complex {
    let lines = if axis == 0 { COLUMNS } else { 1 };
    let batch = re.extent(1 - axis as i64);
    let (pairs, threads) = (n / 2 * lines, THREADS.min(n / 2 * lines));
    let each = pairs / threads;
    let table = roots(p, n, way);
    p.kernel(batch.ceil_div(lines as i64), threads, |k| {
        k.name(if axis == 0 { "fft_columns" } else { "fft_rows" });
        let from = (k.read(re), k.read(im));
        let to = (k.write::<f32>(re.shape()), k.write::<f32>(re.shape()));
        let (cos, sin) = (k.read(&table.0), k.read(&table.1));
        let [x, y] = [(); 2].map(|()| k.shared::<f32>([n * lines]));
        let (thread, first) = (k.thread_id(0), k.block_id(0) * lines as i64);
        // Element `place` of the shared arrays: position and line.
        let element = |place: &Tensor| {
            let (position, line) = (place / lines as i64, &first + place % lines as i64);
            let inside = line.lt(batch);
            (inside, if axis == 0 { [position, line] } else { [line, position] })
        };
        for part in 0..2 * each {
            let place = &thread + part * threads;
            let (inside, at) = element(&place);
            let one = |m: &tensorforge::Memory| k.if_(&inside, || m.at(&at[..]), || 0.0f32);
            let (re, im) = (one(&from.0), one(&from.1));
            x.set(&place, re);
            y.set(&place, im);
        }
        k.barrier();
        let mut done = 1;
        while done < n {
            let width = (done * lines) as i64;
            let made: Vec<_> = (0..each)
                .map(|part| {
                    let t = &thread + part * threads;
                    let (a, b) = ((x.at(&t), y.at(&t)), (x.at(&t + pairs), y.at(&t + pairs)));
                    // Each group of `done` positions shares a root; `done` doubles in every stage.
                    let number = &t / width;
                    let (c, s) = (cos.at(&number * done), sin.at(&number * done));
                    let (re, im) = (&a.0 - &b.0, &a.1 - &b.1);
                    let turned = (&re * &c - &im * &s, re * s + im * c);
                    let place = &number * (2 * width) + &t % width;
                    (place, (a.0 + b.0, a.1 + b.1), turned)
                })
                .collect();
            k.barrier();
            for (place, sum, difference) in made {
                x.set(&place, sum.0);
                y.set(&place, sum.1);
                x.set(&place + width, difference.0);
                y.set(&place + width, difference.1);
            }
            k.barrier();
            done *= 2;
        }
        let scale = if way == Way::Inverse { 1.0 / n as f32 } else { 1.0 };
        for part in 0..2 * each {
            let place = &thread + part * threads;
            let (inside, at) = element(&place);
            k.when(inside, || {
                to.0.set(&at[..], x.at(&place) * scale);
                to.1.set(&at[..], y.at(&place) * scale);
            });
        }
        to
    })
}

/// The transform of each row of `[batch, n]`.
pub fn rows(n: usize, way: Way, transform: Transform) -> Result<Program, TraceError> {
    Program::trace("rows", |p| {
        let [re, im] = ["re", "im"].map(|name| p.input::<f32>(name, (p.dim("batch"), n)));
        transform(p, &(re, im), 1, n, way)
    })
}

/// The transform of a matrix `[n, n]`, its rows first.
pub fn plane(n: usize, way: Way, transform: Transform) -> Result<Program, TraceError> {
    Program::trace("plane", |p| {
        let [re, im] = ["re", "im"].map(|name| p.input::<f32>(name, (n, n)));
        let rows = transform(p, &(re, im), 1, n, way);
        transform(p, &rows, 0, n, way)
    })
}

/// A picture `[n, n]` without frequencies above `cut`.
pub fn low_pass(n: usize, transform: Transform) -> Result<Program, TraceError> {
    Program::trace("low_pass", |p| {
        let (picture, cut) = (p.input::<f32>("picture", (n, n)), p.scalar::<f32>("cut"));
        let still = p.zeros::<f32>((n, n));
        let rows = transform(p, &(picture, still), 1, n, Way::Forward);
        let (re, im) = transform(p, &rows, 0, n, Way::Forward);
        // Frequencies above half of `n` are negative.
        let frequency = |axis: i64| {
            let k = p.iota::<f32>((n, n), axis);
            k.min(n as f32 - &k)
        };
        let slow = (frequency(0).square() + frequency(1).square()).le(&cut * &cut);
        let kept = (slow.select(re, 0.0), slow.select(im, 0.0));
        let rows = transform(p, &kept, 1, n, Way::Inverse);
        transform(p, &rows, 0, n, Way::Inverse).0
    })
}

/// A picture of discs and noise, in 0 .. 1.
pub fn discs(n: usize, seed: u64) -> Vec<f32> {
    let mut random = Random::new(seed);
    let mut number = || random.uniform();
    let centres: Vec<[f32; 3]> = (0..12).map(|_| [number(), number(), 0.02 + 0.12 * number()]).collect();
    let mut picture = Vec::with_capacity(n * n);
    for i in 0..n * n {
        let (y, x) = ((i / n) as f32 / n as f32, (i % n) as f32 / n as f32);
        let inside = centres.iter().filter(|[cy, cx, r]| (x - cx).powi(2) + (y - cy).powi(2) < r * r).count();
        picture.push(if inside % 2 == 1 { 0.7 } else { 0.1 } + 0.2 * number());
    }
    picture
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read(
        "fft",
        "removes the fine structure of a picture",
        &[
            ("n", "1024", "rows and columns; a power of two with --kernels true"),
            ("cut", "24", "the highest frequency that is kept"),
            ("kernels", "false", "kernels with shared memory instead of the library's transform"),
        ],
    );
    let n: usize = options.get("n");
    let by_kernels: bool = options.get("kernels");
    if by_kernels && (!n.is_power_of_two() || !(2..=2048).contains(&n)) {
        return Err(format!("kernels transform powers of two from 2 to 2048, not {n}").into());
    }
    let transform: Transform = if by_kernels { kernel } else { library };
    let exe = Session::new()?.compile(&low_pass(n, transform)?, options.device())?;
    let picture = Array::from_slice(&[n, n], &discs(n, options.get("seed")))?;
    let cut: f32 = options.get("cut");
    let (smooth, time) = timed(|| exe.call::<Array>((&picture, cut)));
    let smooth = smooth?;
    println!("{n} x {n} on {}: there and back in {}", options.device(), seconds(time));
    let bright = smooth.as_slice::<f32>()?;
    save(options.out(), &[Picture::of(n, n, |x, y| [bright[y * n + x].max(0.0); 3])])?;
    Ok(())
}
