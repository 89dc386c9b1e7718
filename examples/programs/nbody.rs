//! Gravity between n bodies of unit mass, all pairs: two discs of stars that meet.
//!
//! `cargo run --release -p tensorforge-examples --example nbody -- --n 4096 --steps 1000`

use common::{Options, Picture, Random, save, seconds, timed};
use tensorforge::{Array, Program, Session, TraceError};

/// One step of length `dt`, in NumPy style: the distances of all pairs are `[n, n, 3]`.
pub fn program(dt: f64, softening: f64) -> Result<Program, TraceError> {
    Program::trace("step", |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", (n, 3));
        let v = p.input::<f32>("v", (n, 3));
        let d = x.expand(0) - x.expand(1);
        let r2 = (&d * &d).sum(-1).keep() + softening;
        let f = (d / (&r2 * r2.sqrt())).sum(1);
        let v = v + f * dt;
        (x + &v * dt, v)
    })
}

/// The same step without explicit forces: they are the gradient of the potential.
pub fn program_by_gradient(dt: f64, softening: f64) -> Result<Program, TraceError> {
    Program::trace("step", |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", (n, 3));
        let v = p.input::<f32>("v", (n, 3));
        let slope = p.grad(&x, |x| {
            let d = x.expand(0) - x.expand(1);
            let r2 = (&d * &d).sum(-1) + softening;
            -0.5 * r2.rsqrt().sum(..)
        });
        let v = v - slope * dt;
        (x + &v * dt, v)
    })
}

/// Positions and velocities of two discs of stars that pass each other.
pub fn discs(n: usize, seed: u64) -> Result<(Array, Array), tensorforge::ArrayError> {
    const RADIUS: f32 = 9.0;
    let mut random = Random::new(seed);
    let (mut x, mut v) = (Vec::new(), Vec::new());
    // Equally many stars at each distance from the centre: orbits of all sizes have the same speed.
    let speed = (0.5 * n as f32 / RADIUS).sqrt();
    for i in 0..n {
        let side = if i % 2 == 0 { 1.0 } else { -1.0 };
        let (r, angle) = (RADIUS * random.uniform(), std::f32::consts::TAU * random.uniform());
        let (sin, cos) = angle.sin_cos();
        x.extend([r * cos + side * 11.0, r * sin + side * 4.5, 0.3 * random.normal()]);
        v.extend([-speed * sin - side * 0.5 * speed, speed * cos, 0.0]);
    }
    Ok((Array::from_slice(&[n, 3], &x)?, Array::from_slice(&[n, 3], &v)?))
}

/// The bodies as seen from above at a slant, each disc in its own colour.
pub fn picture(x: &Array, width: usize, height: usize) -> Result<Picture, tensorforge::ArrayError> {
    let mut picture = Picture::black(width, height);
    let bodies = x.as_slice::<f32>()?.chunks_exact(3);
    let scale = width as f32 / 52.0;
    let light = (6000.0 / bodies.len().max(1) as f32).clamp(0.1, 4.0);
    for (i, body) in bodies.enumerate() {
        let (column, row) = (body[0], 0.75 * body[1] - 0.66 * body[2]);
        let colour = if i % 2 == 0 { [1.0, 0.42, 0.12] } else { [0.12, 0.42, 1.0] };
        let at = (width as f32 / 2.0 + scale * column, height as f32 / 2.0 - scale * row);
        // A sharp core in a faint haze.
        picture.glow(at.0, at.1, (width as f32 / 1100.0).max(0.7), colour.map(|c| 0.5 * c * light));
        picture.glow(at.0, at.1, width as f32 / 160.0, colour.map(|c| 0.02 * c * light));
    }
    Ok(picture.exposed())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read(
        "nbody",
        "gravity between all pairs of n bodies",
        &[
            ("n", "4096", "bodies"),
            ("steps", "1000", "steps before each picture"),
            ("dt", "0.001", "length of a step"),
            ("softening", "0.01", "added to squared distances"),
            ("forces", "closed", "closed: by their formula; gradient: as the gradient of the potential"),
        ],
    );
    let (n, steps, frames): (usize, usize, usize) =
        (options.get("n"), options.get("steps"), options.get("frames"));
    let session = Session::new()?;
    let form = match options.get::<String>("forces").as_str() {
        "gradient" => program_by_gradient,
        _ => program,
    };
    let step = session.compile(&form(options.get("dt"), options.get("softening"))?, options.device())?;
    let (mut x, mut v) = discs(n, options.get("seed"))?;
    let (mut next_x, mut next_v) = (x.clone(), v.clone());
    let (mut pictures, mut time) = (Vec::new(), 0.0);
    for _ in 0..frames {
        for _ in 0..steps {
            let (done, seconds) = timed(|| step.call_into((&x, &v), (&mut next_x, &mut next_v)));
            done?;
            time += seconds;
            std::mem::swap(&mut x, &mut next_x);
            std::mem::swap(&mut v, &mut next_v);
        }
        pictures.push(picture(&x, 1280, 720)?);
    }
    let step_time = time / (steps * frames).max(1) as f64;
    let pairs = (n * n) as f64 / step_time / 1e9;
    println!(
        "{n} bodies, {} steps on {}: {} a step, {pairs:.2} billion pairs a second",
        steps * frames,
        step.device(),
        seconds(step_time)
    );
    save(options.out(), &pictures)?;
    println!("wrote {}", options.out());
    Ok(())
}
