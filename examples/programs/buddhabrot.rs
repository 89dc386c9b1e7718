//! The Buddhabrot: how often the orbits of points outside the Mandelbrot set pass through each pixel.
//!
//! `cargo run --release -p tensorforge-examples --example buddhabrot -- --size 256 --samples 1048576 --limit
//! 500`

use common::{Options, Picture, Random, save, seconds, timed};
use tensorforge::{Array, ArrayError, Combine, Numerics, Program, Session, TraceError, Update};

/// Left and lower end of the picture, and its side.
pub const LEFT: f32 = -2.0;
/// The least imaginary part.
pub const LOW: f32 = -1.5;
/// The side of the square that is shown.
pub const SIDE: f32 = 3.0;

/// For points `xs[i] + i·ys[i]`: hits `[h, w]` of the orbits `z ← z² + c` that leave the circle `|z| ≤ 2`
/// within `limit` steps, and the length of each such orbit, 0 for those that stay. In strict numerics the
/// hits are the same on every device.
pub fn program() -> Result<Program, TraceError> {
    Program::trace("buddhabrot", |p| {
        let (n, h, w) = (p.dim("n"), p.dim("h"), p.dim("w"));
        let (xs, ys) = (p.input::<f32>("xs", [n]), p.input::<f32>("ys", [n]));
        let before = p.input::<i32>("before", [h, w]);
        let limit = p.scalar::<i32>("limit");
        p.numerics(Numerics::Strict);
        let targets = [(before, Update::By(Combine::Sum)), (p.zeros::<i32>([n]), Update::Set)];
        let (columns, rows) = (p.value(w).to::<f32>() / SIDE, p.value(h).to::<f32>() / SIDE);
        p.scatter([n], targets, |[i], [hits, lengths]| {
            let (cx, cy) = (xs.at([&i]), ys.at([&i]));
            let inside = |x: &tensorforge::Tensor, y: &tensorforge::Tensor| (x * x + y * y).le(4.0);
            let next =
                |x: &tensorforge::Tensor, y: &tensorforge::Tensor| (x * x - y * y + &cx, x * y * 2.0 + &cy);
            let (_, _, steps) = p.while_(
                (0.0f32, 0.0f32, 0i32),
                |(x, y, n)| inside(&x, &y) & n.lt(&limit),
                |(x, y, n)| {
                    let (x, y) = next(&x, &y);
                    (x, y, n + 1)
                },
            );
            let length = steps.lt(&limit).select(steps, 0);
            p.for_(0, &length, (0.0f32, 0.0f32), |_, (x, y)| {
                let (x, y) = next(&x, &y);
                let (column, row) = ((&x - LEFT) * &columns, (&y - LOW) * &rows);
                hits.put((row.floor().to::<i32>(), column.floor().to::<i32>()), 1);
                (x, y)
            });
            lengths.put([&i], length);
        })
    })
}

/// Random points of the square `±2`.
pub fn points(n: usize, random: &mut Random) -> Result<[Array; 2], ArrayError> {
    let mut axis = || {
        let values: Vec<f32> = (0..n).map(|_| 4.0 * random.uniform() - 2.0).collect();
        Array::from_slice(&[n], &values)
    };
    Ok([axis()?, axis()?])
}

/// The square root of the hits, rotated so that the set is upright.
pub fn picture(hits: &Array) -> Result<Picture, ArrayError> {
    let [h, w] = [hits.extents()[0], hits.extents()[1]];
    let hits = hits.as_slice::<i32>()?;
    let most = hits.iter().copied().max().unwrap_or(0).max(1) as f32;
    Ok(Picture::of(h, w, |x, y| {
        let t = (hits[x * w + y] as f32 / most).sqrt();
        [t.powf(1.4), 0.9 * t, (1.5 * t).min(1.0).powf(0.8)]
    }))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read(
        "buddhabrot",
        "orbits of points outside the Mandelbrot set",
        &[
            ("size", "256", "pixels per side"),
            ("samples", "1048576", "orbits for each picture; further pictures add to the ones before"),
            ("limit", "500", "most steps"),
        ],
    );
    let (size, samples, limit): (usize, usize, i32) =
        (options.get("size"), options.get("samples"), options.get("limit"));
    let session = Session::new()?;
    let buddhabrot = session.compile(&program()?, options.device())?;
    let mut random = Random::new(options.get("seed"));
    let mut hits = Array::from_slice(&[size, size], &vec![0i32; size * size])?;
    let (mut pictures, mut steps, mut time) = (Vec::new(), 0i64, 0.0);
    for _ in 0..options.get::<usize>("frames") {
        let [xs, ys] = points(samples, &mut random)?;
        let (result, seconds) = timed(|| buddhabrot.call::<(Array, Array)>((&xs, &ys, &hits, limit)));
        let (after, lengths) = result?;
        hits = after;
        time += seconds;
        steps += lengths.as_slice::<i32>()?.iter().map(|n| i64::from(*n)).sum::<i64>();
        pictures.push(picture(&hits)?);
    }
    println!(
        "{size} x {size}, {samples} orbits of at most {limit} steps on {}: {}, {:.0} million hits a second",
        buddhabrot.device(),
        seconds(time / pictures.len().max(1) as f64),
        steps as f64 / time / 1e6
    );
    save(options.out(), &pictures)?;
    println!("wrote {}", options.out());
    Ok(())
}
