//! The Mandelbrot set: each pixel iterates until its orbit escapes.
//!
//! `cargo run --release -p tensorforge-examples --example mandelbrot -- --size 512 --limit 128`;
//! in a window: `cargo run --release -p tensorforge-examples --features window --example mandelbrot --
//! --window`.

use common::{Options, Picture, ended, timed};
use tensorforge::{Array, ArrayError, Numerics, Program, Session, TraceError};
use tensorforge_window::Button;

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

/// The side of the smallest square in which coordinates of f32 differ from pixel to pixel.
const SMALLEST: f64 = 1e-4;

/// The square that is shown.
struct View {
    centre: [f64; 2],
    extent: f64,
}

impl View {
    /// Zooms around a point of the picture, of `size` pixels.
    fn zoom(&mut self, [x, y]: [f64; 2], size: usize, factor: f64) {
        let extent = (self.extent * factor).clamp(SMALLEST, 4.0);
        for (centre, at) in self.centre.iter_mut().zip([x, y]) {
            *centre += (self.extent - extent) * (at / size as f64 - 0.5);
        }
        self.extent = extent;
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::moving(
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
    let (size, start): (usize, i32) = (options.get("size"), options.get("limit"));
    let session = Session::new()?;
    let mandelbrot = session.compile(&program()?, options.device())?;
    let mut view = View { centre: [options.get("x"), options.get("y")], extent: options.get("extent") };
    let mut window = options.window([size, size])?;
    let (mut total, mut time) = (0i64, 0.0);
    while window.next_frame()? {
        let limit =
            window.whole_slider("most iterations", i64::from(start), 1, i64::from(start.max(1000))) as i32;
        window.text("wheel: zoom; left button: come nearer");
        let (xs, ys) = (axis(size, view.centre[0], view.extent)?, axis(size, view.centre[1], view.extent)?);
        let (counts, seconds) = timed(|| mandelbrot.call((&ys, &xs, limit)));
        let counts: Array = counts?;
        time += seconds;
        total += counts.as_slice::<i32>()?.iter().map(|n| i64::from(*n)).sum::<i64>();
        window.show_picture(picture(&counts, limit)?.shown()?)?;
        let input = window.input();
        let nearer = input.wheel() + if input.is_held(Button::Left) { 0.2 } else { 0.0 };
        match input.mouse() {
            Some(at) if window.is_live() => {
                view.zoom(at.map(f64::from), size, 0.9f64.powf(f64::from(nearer)));
            }
            _ if !window.is_live() => view.extent *= 0.5f64.powf(0.125),
            _ => {}
        }
    }
    let speed = total as f64 / time / 1e6;
    println!("{size} x {size} on {}: {speed:.0} million iterations a second", mandelbrot.device());
    println!("{}", ended(window)?);
    Ok(())
}
