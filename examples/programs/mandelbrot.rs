//! The Mandelbrot set: each pixel iterates until its orbit escapes.
//!
//! `cargo run --release -p tensorforge-examples --example mandelbrot -- --size 512 --limit 128`

use common::{Options, Picture, save, seconds, timed};
use tensorforge::{Array, ArrayError, Numerics, Program, Session, TraceError};

/// For each point `xs[j] + i·ys[i]`, the number of steps of `z ← z² + c` with `|z| ≤ 2`, at most `limit`. In
/// strict numerics the counts are the same on every device.
pub fn program() -> Result<Program, TraceError> {
    Program::trace("mandelbrot", |p| {
        let (h, w) = (p.dim("h"), p.dim("w"));
        let ys = p.input::<f32>("ys", [h]);
        let xs = p.input::<f32>("xs", [w]);
        let limit = p.scalar::<i32>("limit");
        p.numerics(Numerics::Strict);
        p.compute([h, w], |[i, j]| {
            let (cx, cy) = (xs.at([j]), ys.at([i]));
            let (_, _, count) = p.while_(
                (0.0f32, 0.0f32, 0i32),
                |(x, y, n)| (&x * &x + &y * &y).le(4.0) & n.lt(&limit),
                |(x, y, n)| (&x * &x - &y * &y + &cx, 2.0 * &x * &y + &cy, n + 1),
            );
            count
        })
    })
}

/// The coordinates of `n` pixels around a centre.
pub fn axis(n: usize, centre: f64, extent: f64) -> Result<Array, ArrayError> {
    let at = |i: usize| (centre + extent * ((i as f64 + 0.5) / n as f64 - 0.5)) as f32;
    Array::from_slice(&[n], &(0..n).map(at).collect::<Vec<_>>())
}

/// Black inside; outside from dark blue over orange to white, the nearer to the set.
pub fn picture(counts: &Array, limit: i32) -> Result<Picture, ArrayError> {
    let [h, w] = [counts.extents()[0], counts.extents()[1]];
    let counts = counts.as_slice::<i32>()?;
    let scale = 1.0 / (limit.max(2) as f32).ln();
    Ok(Picture::of(w, h, |x, y| {
        let count = counts[y * w + x];
        if count >= limit {
            return [0.0; 3];
        }
        let t = (count.max(1) as f32).ln() * scale;
        let glow = (-(t - 0.55).powi(2) / 0.04).exp();
        [
            t.powi(3) * 1.4 + 0.5 * glow,
            t.powi(3) + 0.18 * glow,
            0.05 + 0.45 * t.powf(1.5) * (1.0 - 0.7 * glow) + t.powi(4),
        ]
    }))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read(
        "mandelbrot",
        "the Mandelbrot set",
        &[
            ("size", "512", "pixels per side"),
            ("limit", "128", "most iterations"),
            ("x", "-0.75", "centre"),
            ("y", "0.0", "centre"),
            ("extent", "2.5", "side of the square that is shown; halves every 8 frames"),
        ],
    );
    let (size, limit, frames): (usize, i32, usize) =
        (options.get("size"), options.get("limit"), options.get("frames"));
    let session = Session::new()?;
    let mandelbrot = session.compile(&program()?, options.device())?;
    let mut extent: f64 = options.get("extent");
    let (mut pictures, mut total, mut time) = (Vec::new(), 0i64, 0.0);
    for _ in 0..frames {
        let (xs, ys) = (axis(size, options.get("x"), extent)?, axis(size, options.get("y"), extent)?);
        let (counts, seconds) = timed(|| mandelbrot.call((&ys, &xs, limit)));
        let counts: Array = counts?;
        time += seconds / frames as f64;
        total += counts.as_slice::<i32>()?.iter().map(|n| i64::from(*n)).sum::<i64>();
        pictures.push(picture(&counts, limit)?);
        extent *= 0.5f64.powf(0.125);
    }
    let speed = total as f64 / frames.max(1) as f64 / time / 1e6;
    println!(
        "{size} x {size}, at most {limit} iterations on {}: {}, {speed:.0} million iterations a second",
        mandelbrot.device(),
        seconds(time)
    );
    save(options.out(), &pictures)?;
    println!("wrote {}", options.out());
    Ok(())
}
