//! An incompressible fluid in a box: advection along paths of the Runge-Kutta method with bicubic samples,
//! vorticity confinement, pressure by multigrid. All steps are one call.
//!
//! `cargo run --release -p tensorforge-examples --example fluid -- --height 256 --width 384 --steps 4
//! --frames 100`

use common::{Options, Picture, Random, save, seconds, timed};
use tensorforge::{Array, ArrayError, Dim, Program, Session, Tensor, TraceError, Tracer, values};

/// Length of a step; lengths are in cells.
pub const DT: f64 = 0.5;
/// Strength of the force that restores curls, which numerics damp.
pub const CONFINEMENT: f64 = 0.05;
/// Cycles of multigrid for each step.
pub const CYCLES: usize = 2;
/// Steps of Jacobi's method on the finest, middle and coarsest grid.
pub const SMOOTH: [usize; 3] = [4, 8, 40];
/// Relaxation of Jacobi's method.
pub const OMEGA: f64 = 0.8;

/// The state of the fluid, `[4h, 4w]` each. Rows go down.
pub struct Fluid {
    /// Velocity to the right, in cells per time.
    right: Tensor,
    /// Velocity downwards.
    down: Tensor,
    /// The dye that it carries.
    dye: Tensor,
    /// Pressure times the step's length.
    pressure: Tensor,
}
values!(Fluid { right, down, dye, pressure });

/// The shape of a grid.
type Grid<'p> = [Dim<'p>; 2];

/// The element at an index plus an offset; out of bounds, the nearest one.
fn near(x: &Tensor, [i, j]: [&Tensor; 2], [di, dj]: [i64; 2]) -> Tensor {
    x.at((i + di, j + dj))
}

/// The difference across an element, per cell.
fn slope(x: &Tensor, at: [&Tensor; 2], axis: usize) -> Tensor {
    let (ahead, behind) = if axis == 0 { ([1, 0], [-1, 0]) } else { ([0, 1], [0, -1]) };
    0.5 * (near(x, at, ahead) - near(x, at, behind))
}

/// Advects velocities and dye: each cell takes the values at the origin of its path.
fn advect(p: &Tracer, fluid: &Fluid, grid: Grid<'_>) -> [Tensor; 3] {
    p.compute(grid, |[i, j]| {
        let velocity = |y: &Tensor, x: &Tensor| [fluid.down.cubic([y, x]), fluid.right.cubic([y, x])];
        let (y, x) = (i.to::<f32>(), j.to::<f32>());
        let back = |[dy, dx]: &[Tensor; 2], t: f64| (&y - t * dy, &x - t * dx);
        let first = [fluid.down.at((&i, &j)), fluid.right.at((&i, &j))];
        let (a, b) = back(&first, 0.5 * DT);
        let second = velocity(&a, &b);
        let (a, b) = back(&second, 0.5 * DT);
        let third = velocity(&a, &b);
        let (a, b) = back(&third, DT);
        let fourth = velocity(&a, &b);
        let mean = [0, 1].map(|k| (&first[k] + 2.0 * (&second[k] + &third[k]) + &fourth[k]) / 6.0);
        let (y, x) = back(&mean, DT);
        [&fluid.right, &fluid.down, &fluid.dye].map(|field| field.cubic([&y, &x]))
    })
}

/// Adds a force around the curls towards their centres to the velocities.
fn confine(p: &Tracer, right: &Tensor, down: &Tensor, grid: Grid<'_>) -> [Tensor; 2] {
    p.compute(grid, |[i, j]| {
        let curl = |di: i64, dj: i64| {
            let (i, j) = (&i + di, &j + dj);
            slope(down, [&i, &j], 1) - slope(right, [&i, &j], 0)
        };
        let gradient = [curl(1, 0).abs() - curl(-1, 0).abs(), curl(0, 1).abs() - curl(0, -1).abs()];
        let [gy, gx] = gradient.map(|g| g * 0.5);
        let force = curl(0, 0) * (DT * CONFINEMENT) / (gx.square() + gy.square() + 1e-6).sqrt();
        [right.at((&i, &j)) + &force * gy, down.at((&i, &j)) - force * gx]
    })
}

/// The sum of the four neighbours less four times the element.
fn laplacian(x: &Tensor, at: [&Tensor; 2]) -> Tensor {
    let sum = near(x, at, [1, 0]) + near(x, at, [-1, 0]) + near(x, at, [0, 1]) + near(x, at, [0, -1]);
    sum - 4.0 * near(x, at, [0, 0])
}

/// Some steps of Jacobi's method for `∇²x = b` on cells of area `area`.
fn smooth(p: &Tracer, x: Tensor, b: &Tensor, (steps, area): (usize, f64)) -> Tensor {
    p.for_(0, steps as i64, x, |_, x| {
        p.compute([x.extent(0), x.extent(1)], |[i, j]| {
            let defect = laplacian(&x, [&i, &j]) - b.at((&i, &j)) * area;
            x.at((&i, &j)) + defect * (OMEGA / 4.0)
        })
    })
}

/// The residual of `x` on a grid of half the resolution, and the first step of Jacobi's method from 0 there.
fn coarsen(p: &Tracer, x: &Tensor, b: &Tensor, area: f64, grid: Grid<'_>) -> [Tensor; 2] {
    p.compute(grid, |[i, j]| {
        let defect = |di: i64, dj: i64| {
            let (i, j) = (2 * &i + di, 2 * &j + dj);
            b.at((&i, &j)) - laplacian(x, [&i, &j]) / area
        };
        let mean = 0.25 * (defect(0, 0) + defect(0, 1) + defect(1, 0) + defect(1, 1));
        let start = -(OMEGA * area) * &mean;
        [mean, start]
    })
}

/// `x` with a correction from a grid of half the resolution, bilinear between its cells' centres.
fn refine(p: &Tracer, x: &Tensor, correction: &Tensor) -> Tensor {
    p.compute([x.extent(0), x.extent(1)], |[i, j]| {
        let [y, z] = [&i, &j].map(|index| 0.5 * index.to::<f32>() - 0.25);
        x.at((&i, &j)) + correction.linear([y, z])
    })
}

/// One cycle of multigrid, on three grids.
fn cycle(p: &Tracer, x: Tensor, b: &Tensor, [h, w]: Grid<'_>) -> Tensor {
    let [fine, middle, coarse] = SMOOTH;
    let x = smooth(p, x, b, (fine, 1.0));
    let [b1, x1] = coarsen(p, &x, b, 1.0, [2 * h, 2 * w]);
    let x1 = smooth(p, x1, &b1, (middle, 4.0));
    let [b2, x2] = coarsen(p, &x1, &b1, 4.0, [h, w]);
    let x2 = smooth(p, x2, &b2, (coarse, 16.0));
    let x1 = smooth(p, refine(p, &x1, &x2), &b1, (middle, 4.0));
    smooth(p, refine(p, &x, &x1), b, (fine, 1.0))
}

fn step(p: &Tracer, fluid: Fluid, [h, w]: Grid<'_>) -> Fluid {
    let grid = [4 * h, 4 * w];
    let [right, down, dye] = advect(p, &fluid, grid);
    let [right, down] = confine(p, &right, &down, grid);
    let divergence = p.compute(grid, |[i, j]| slope(&right, [&i, &j], 1) + slope(&down, [&i, &j], 0));
    let pressure = p.for_(0, CYCLES as i64, fluid.pressure, |_, x| cycle(p, x, &divergence, [h, w]));
    let [right, down] = p.compute(grid, |[i, j]| {
        let at = [&i, &j];
        let slopes = [slope(&pressure, at, 1), slope(&pressure, at, 0)];
        [right.at(at) - &slopes[0], down.at(at) - &slopes[1]]
    });
    Fluid { right, down, dye, pressure }
}

/// `steps` steps of a fluid on `[4h, 4w]` cells.
pub fn program() -> Result<Program, TraceError> {
    Program::trace("fluid", |p| {
        let (h, w) = (p.dim("h"), p.dim("w"));
        let [right, down, dye, pressure] =
            ["right", "down", "dye", "pressure"].map(|name| p.input::<f32>(name, [4 * h, 4 * w]));
        let steps = p.scalar::<i64>("steps");
        p.for_(0, steps, Fluid { right, down, dye, pressure }, |_, fluid| step(p, fluid, [h, w]))
    })
}

/// Random whirls in a fluid with stripes of dye: the four fields of the state.
pub fn whirls(h: usize, w: usize, seed: u64) -> Result<Vec<Array>, ArrayError> {
    let mut random = Random::new(seed);
    let size = h.min(w) as f32;
    let whirls: Vec<[f32; 4]> = (0..12)
        .map(|_| {
            let (y, x) = (h as f32 * random.uniform(), w as f32 * random.uniform());
            [y, x, size * (0.06 + 0.1 * random.uniform()), 2.0 * random.uniform() - 1.0]
        })
        .collect();
    let mut fields: Vec<Vec<f32>> = (0..4).map(|_| Vec::with_capacity(h * w)).collect();
    for i in 0..h {
        for j in 0..w {
            let (mut right, mut down) = (0.0, 0.0);
            for [y, x, radius, spin] in &whirls {
                let (dy, dx) = ((i as f32 - y) / radius, (j as f32 - x) / radius);
                let strength = 4.0 * spin * (-(dy * dy + dx * dx)).exp();
                (right, down) = (right - strength * dy, down + strength * dx);
            }
            let stripes = (std::f32::consts::TAU * 3.0 * (i as f32 + 0.3 * j as f32) / size).sin();
            for (field, value) in fields.iter_mut().zip([right, down, 0.5 + 0.5 * stripes, 0.0]) {
                field.push(value);
            }
        }
    }
    fields.iter().map(|field| Array::from_slice(&[h, w], field)).collect()
}

/// The dye, tinted by how fast the fluid is.
pub fn picture(fields: &[Array]) -> Result<Picture, ArrayError> {
    let [h, w] = [fields[0].extents()[0], fields[0].extents()[1]];
    let [right, down, dye] = [0, 1, 2].map(|i| fields[i].as_slice::<f32>());
    let (right, down, dye) = (right?, down?, dye?);
    Ok(Picture::of(w, h, |x, y| {
        let at = y * w + x;
        let (speed, dye) = (0.35 * right[at].hypot(down[at]), dye[at].clamp(0.0, 1.0));
        [dye * (0.15 + speed), 0.25 * dye + 0.2 * speed * dye, 0.05 + 0.55 * (1.0 - dye) + 0.2 * speed]
    }))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read(
        "fluid",
        "an incompressible fluid with whirls",
        &[
            ("height", "256", "rows, a multiple of 4"),
            ("width", "384", "columns, a multiple of 4"),
            ("steps", "40", "steps before each picture, in one call"),
        ],
    );
    let (h, w, steps): (usize, usize, i64) =
        (options.get("height"), options.get("width"), options.get("steps"));
    let frames: usize = options.get("frames");
    let session = Session::new()?;
    let fluid = session.compile(&program()?, options.device())?;
    let mut fields = whirls(h, w, options.get("seed"))?;
    let (mut pictures, mut time) = (Vec::new(), 0.0);
    for _ in 0..frames {
        let [right, down, dye, pressure] = &fields[..] else { unreachable!("the program has four results") };
        let (result, seconds) = timed(|| fluid.call::<Vec<Array>>((right, down, dye, pressure, steps)));
        fields = result?;
        time += seconds / frames as f64;
        pictures.push(picture(&fields)?);
    }
    let cells = (h * w) as f64 * steps as f64 / time / 1e6;
    println!(
        "{h} x {w}, {steps} steps on {}: {} a call, {cells:.2} million cells a second",
        fluid.device(),
        seconds(time)
    );
    save(options.out(), &pictures)?;
    println!("wrote {}", options.out());
    Ok(())
}
