//! Smoothed particle hydrodynamics: a block of water that falls into a basin, all pairs of particles.
//!
//! `cargo run --release -p tensorforge-examples --example sph -- --n 4096 --steps 20 --frames 100`

use common::{Options, Picture, Random, save, seconds, timed};
use std::f64::consts::PI;
use tensorforge::{Array, ArrayError, Program, Session, Tensor, TraceError};

/// The properties of the fluid. Lengths are in units of the distance of resting particles.
#[derive(Clone, Copy, Debug)]
pub struct Fluid {
    /// Radius of the kernel `W(r) ∝ (1 − r²/radius²)³`.
    pub radius: f64,
    /// Pressure per relative compression.
    pub stiffness: f64,
    /// The rate at which particles adopt the velocities of their neighbours.
    pub viscosity: f64,
    /// Acceleration downwards.
    pub gravity: f64,
    /// Length of a step.
    pub dt: f64,
}

/// The fluid of the example.
pub const WATER: Fluid = Fluid { radius: 2.5, stiffness: 60.0, viscosity: 2.0, gravity: 1.0, dt: 0.02 };

impl Fluid {
    /// The factor of the kernel, whose integral is 1.
    pub fn norm(self) -> f64 {
        4.0 / (PI * self.radius.powi(2))
    }
}

/// Positions and velocities after a step, from accelerations; the basin is the box from 0 to `[width,
/// height]`.
fn moved([x, v]: [&Tensor; 2], acceleration: &Tensor, basin: &Tensor, fluid: Fluid) -> (Tensor, Tensor) {
    let v = v + acceleration * fluid.dt;
    let x = x + &v * fluid.dt;
    // Walls stop the particles.
    let inside = x.max(0.0).min(basin);
    let v = inside.eq(&x).select(v, 0.0);
    (inside, v)
}

/// Steps in NumPy style: values for pairs of particles are `[n, n]`. Particles have mass 1.
pub fn program(fluid: Fluid) -> Result<Program, TraceError> {
    Program::trace("sph", |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", (n, 2));
        let v = p.input::<f32>("v", (n, 2));
        let basin = p.input::<f32>("basin", [2]);
        let gravity = p.tensor([2], &[0.0, -fluid.gravity as f32]);
        p.for_(0, p.scalar::<i64>("steps"), (x, v), |_, (x, v)| {
            // From each particle's neighbours (axis 1) to the particle (axis 0).
            let d = x.expand(1) - x.expand(0);
            let near = (1.0f32 - d.square().sum(-1) / fluid.radius.powi(2)).max(0.0);
            let density = (near.square() * &near).sum(1) * fluid.norm();
            let pressure = (&density - 1.0).max(0.0) * fluid.stiffness;
            let push = pressure / density.square();
            let both = (push.expand(1) + push.expand(0))
                * near.square()
                * (6.0 * fluid.norm() / fluid.radius.powi(2));
            let drag = near.square() * &near / density.expand(0) * (fluid.norm() * fluid.viscosity);
            let forces = both.expand(-1) * d + drag.expand(-1) * (v.expand(0) - v.expand(1));
            moved([&x, &v], &(forces.sum(1) + &gravity), &basin, fluid)
        })
    })
}

/// The same with explicit loops over neighbours.
pub fn loops(fluid: Fluid) -> Result<Program, TraceError> {
    Program::trace("sph", |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", (n, 2));
        let v = p.input::<f32>("v", (n, 2));
        let basin = p.input::<f32>("basin", [2]);
        p.for_(0, p.scalar::<i64>("steps"), (x, v), |_, (x, v)| {
            let pair = |i: &Tensor, j: &Tensor| {
                let d = [0, 1].map(|axis| x.at((i, axis)) - x.at((j, axis)));
                let near = (1.0f32 - (d[0].square() + d[1].square()) / fluid.radius.powi(2)).max(0.0);
                (d, near)
            };
            let (density, push) = p.compute([n], |[i]| {
                let cube = |j: Tensor| {
                    let near = pair(&i, &j).1;
                    near.square() * near
                };
                let density = p.sum(0, n, cube) * fluid.norm();
                let push = (&density - 1.0).max(0.0) * fluid.stiffness / density.square();
                (density, push)
            });
            let acceleration = p.compute([n], |[i]| {
                let [ax, ay] = p.sum(0, n, |j| {
                    let (d, near) = pair(&i, &j);
                    let both = (push.at([&i]) + push.at([&j])) * near.square();
                    let both = both * (6.0 * fluid.norm() / fluid.radius.powi(2));
                    let drag = near.square() * near / density.at([&j]) * (fluid.norm() * fluid.viscosity);
                    [0, 1].map(|axis| &both * &d[axis] + &drag * (v.at((&j, axis)) - v.at((&i, axis))))
                });
                p.stack([ax, ay - fluid.gravity])
            });
            moved([&x, &v], &acceleration, &basin, fluid)
        })
    })
}

/// The basin for some particles, `[width, height]`.
pub fn basin(n: usize) -> [f32; 2] {
    let side = (n as f32).sqrt().max(1.0);
    [2.5 * side, 2.0 * side]
}

/// A block of resting particles at the left wall, slightly out of order.
pub fn block(n: usize, seed: u64) -> Result<[Array; 2], ArrayError> {
    let mut random = Random::new(seed);
    let columns = (n as f32 / 1.5).sqrt().ceil().max(1.0) as usize;
    let mut place = |i: usize| i as f32 + 0.5 + 0.1 * (random.uniform() - 0.5);
    let x: Vec<f32> = (0..n).flat_map(|i| [place(i % columns), place(i / columns)]).collect();
    Ok([Array::from_slice(&[n, 2], &x)?, Array::from_slice(&[n, 2], &vec![0.0f32; 2 * n])?])
}

/// The particles, brighter the faster they are.
pub fn picture(x: &Array, v: &Array, basin: [f32; 2], width: usize) -> Result<Picture, ArrayError> {
    let scale = width as f32 / (basin[0] + 2.0);
    let height = ((basin[1] + 2.0) * scale) as usize;
    let mut picture = Picture::black(width, height.max(1));
    for (x, v) in x.as_slice::<f32>()?.chunks_exact(2).zip(v.as_slice::<f32>()?.chunks_exact(2)) {
        let at = ((x[0] + 1.0) * scale, height as f32 - (x[1] + 1.0) * scale);
        let speed = (0.1 * v[0].hypot(v[1])).min(1.0);
        picture.glow(at.0, at.1, 0.45 * scale, [0.1 + 0.9 * speed, 0.3 + 0.6 * speed, 0.9]);
    }
    Ok(picture.exposed())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read(
        "sph",
        "a block of water that falls into a basin",
        &[
            ("n", "4096", "particles"),
            ("steps", "100", "steps before each picture, in one call"),
            ("width", "640", "columns of the picture"),
        ],
    );
    let (n, steps): (usize, i64) = (options.get("n"), options.get("steps"));
    let (frames, width): (usize, usize) = (options.get("frames"), options.get("width"));
    let session = Session::new()?;
    let sph = session.compile(&program(WATER)?, options.device())?;
    let [mut x, mut v] = block(n, options.get("seed"))?;
    let walls = Array::from_slice(&[2], &basin(n))?;
    let (mut pictures, mut time) = (Vec::new(), 0.0);
    for _ in 0..frames {
        let (result, seconds) = timed(|| sph.call((&x, &v, &walls, steps)));
        (x, v) = result?;
        time += seconds / frames as f64;
        pictures.push(picture(&x, &v, basin(n), width)?);
    }
    let pairs = 2.0 * (n * n) as f64 * steps as f64 / time / 1e9;
    println!(
        "{n} particles, {steps} steps on {}: {} a call, {pairs:.2} billion pairs a second",
        sph.device(),
        seconds(time)
    );
    save(options.out(), &pictures)?;
    println!("wrote {}", options.out());
    Ok(())
}
