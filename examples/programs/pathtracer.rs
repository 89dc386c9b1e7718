//! A path tracer of a fractal that is folded out of a cube, with normals by differentiation of its distance
//! field. All of it, march, normals, bounces, random directions, is one comprehension: one kernel.
//!
//! `cargo run --release -p tensorforge-examples --example pathtracer -- --width 640 --bounces 3 --samples 64`

use common::{Options, Picture, save, seconds, timed};
use tensorforge::{Array, ArrayError, Program, Session, Tensor, TraceError, Tracer};

/// Foldings of space.
const FOLDS: usize = 6;
/// Steps of a ray's march at most.
const MARCH: i32 = 96;
/// The distance at which a ray has hit the fractal.
const NEAR: f64 = 1e-3;
/// The distance at which a ray has missed.
const FAR: f64 = 12.0;

/// Three scalars.
type Vec3 = [Tensor; 3];

fn zip(a: &Vec3, b: &Vec3, f: impl Fn(&Tensor, &Tensor) -> Tensor) -> Vec3 {
    std::array::from_fn(|c| f(&a[c], &b[c]))
}

fn dot(a: &Vec3, b: &Vec3) -> Tensor {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn along(a: &Vec3, t: &Tensor, b: &Vec3) -> Vec3 {
    zip(a, b, |a, b| a + t * b)
}

fn unit(a: &Vec3) -> Vec3 {
    let factor = (dot(a, a) + 1e-12).rsqrt();
    a.each_ref().map(|a| a * &factor)
}

/// A lower bound of the distance to the fractal: space is repeatedly folded at planes, turned and scaled;
/// then the distance to a cube is measured.
fn distance(p: &Vec3) -> Tensor {
    let (sin, cos) = (0.35f64.sin(), 0.35f64.cos());
    let mut q = p.clone();
    let mut scale = 1.0;
    for _ in 0..FOLDS {
        let [x, y, z] = q.each_ref().map(Tensor::abs);
        let [x, y] = [x.max(&y), x.min(&y)];
        let [y, z] = [y.max(&z), y.min(&z)];
        let [x, z] = [cos * &x - sin * &z, sin * x + cos * z];
        q = [x * 1.6 - 0.55, y * 1.6 - 0.4, z * 1.6 - 0.1];
        scale *= 1.6;
    }
    let outside = q.each_ref().map(|c| (c.abs() - 0.55).max(0.0));
    ((dot(&outside, &outside) + 1e-9).sqrt() - 0.03) / scale
}

/// How far a ray goes until it is near the fractal; `FAR` or more if it passes.
fn march(p: &Tracer, from: &Vec3, direction: &Vec3) -> Tensor {
    let (t, _) = p.while_(
        (0.02f32, 0i32),
        |(t, n)| n.lt(MARCH) & t.lt(FAR) & distance(&along(from, &t, direction)).gt(NEAR),
        |(t, n)| (&t + distance(&along(from, &t, direction)), n + 1),
    );
    t
}

/// Light from the sky: a warm lamp in a blue gradient.
fn sky(direction: &Vec3) -> Vec3 {
    let height = 0.5 + 0.5 * &direction[1];
    let lamp = [0.577, 0.577, -0.577].map(f64::from);
    let towards = (&direction[0] * lamp[0] + &direction[1] * lamp[1] + &direction[2] * lamp[2]).max(0.0);
    let lamp = towards.pow(24.0);
    [0.25 + 0.2 * &height + 3.0 * &lamp, 0.3 + 0.35 * &height + 2.4 * &lamp, 0.4 + 0.6 * height + 1.6 * lamp]
}

/// Two random values in `0 .. 1` for a sample of a pixel at a bounce.
fn random(seed: &Tensor, place: &Tensor, bounce: &Tensor) -> [Tensor; 2] {
    let first = (place ^ (seed + bounce * 2u32).pcg()).pcg();
    let second = (&first + 1u32).pcg();
    [first, second].map(|bits| (bits >> 8u32).to::<f32>() * 2f64.powi(-24))
}

/// A direction in the hemisphere of a normal, with the cosine as its density.
fn scatter(normal: &Vec3, [a, b]: [Tensor; 2]) -> Vec3 {
    let z: Tensor = 1.0 - 2.0 * a;
    let r = (1.0f32 - &z * &z).max(0.0).sqrt();
    let angle = b * std::f64::consts::TAU;
    let ball = [&r * angle.cos(), &r * angle.sin(), z];
    unit(&zip(normal, &ball, |n, b| n * 1.001 + b))
}

/// The image `[height, width, 3]` of one sample per pixel. `bounces` is an argument: more of them need no new
/// compilation.
pub fn program() -> Result<Program, TraceError> {
    Program::trace("trace", |p| {
        // The extents of the image are those of its coordinates.
        let (ys, xs) = (p.input::<f32>("ys", [p.dim("h")]), p.input::<f32>("xs", [p.dim("w")]));
        let (bounces, seed) = (p.scalar::<i32>("bounces"), p.scalar::<u32>("seed"));
        p.compute([p.dim("h"), p.dim("w")], |[i, j]| {
            let place = (i.to::<i64>() * 65536 + j.to::<i64>()).to::<u32>();
            let direction = unit(&[xs.at([&j]), ys.at([&i]), p.constant(1.6f32)]);
            let from = [0.0f32, 0.0, -2.3].map(|c| p.constant(c));
            let white = [1.0f32; 3].map(|c| p.constant(c));
            let black = [0.0f32; 3].map(|c| p.constant(c));
            let start = (from, direction, white, black, p.constant(true));
            let (_, _, _, light, _) =
                p.for_(0, &bounces + 1, start, |bounce, (from, direction, left, light, alive)| {
                    let t = p.if_(&alive, || march(p, &from, &direction), || p.constant(FAR as f32 * 2.0));
                    let passes = t.ge(FAR);
                    let arrives = &alive & &passes;
                    let above = sky(&direction);
                    let light: Vec3 =
                        std::array::from_fn(|c| arrives.select(&light[c] + &left[c] * &above[c], &light[c]));
                    let hit = along(&from, &t, &direction);
                    let normal = unit(&p.grad(&hit, |hit| distance(&hit)));
                    let next = scatter(&normal, random(&seed, &place, &bounce.to::<i64>().to::<u32>()));
                    let off = zip(&hit, &normal, |x, n| x + n * (4.0 * NEAR));
                    let colour = [0.82, 0.71, 0.58];
                    let left: Vec3 = std::array::from_fn(|c| &left[c] * colour[c]);
                    (off, next, left, light, alive & !passes)
                });
            p.stack(light)
        })
    })
}

/// Coordinates of the pixels' centres on the plane before the eye.
pub fn axes(width: usize, height: usize) -> Result<(Array, Array), ArrayError> {
    let at = |i: usize, n: usize, sign: f32| sign * (i as f32 + 0.5 - n as f32 / 2.0) / (height as f32 / 2.0);
    let xs: Vec<f32> = (0..width).map(|i| at(i, width, 1.0)).collect();
    let ys: Vec<f32> = (0..height).map(|i| at(i, height, -1.0)).collect();
    Ok((Array::from_slice(&[width], &xs)?, Array::from_slice(&[height], &ys)?))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read(
        "pathtracer",
        "a path tracer of a folded fractal",
        &[
            ("width", "320", "pixels in a row"),
            ("height", "180", "rows"),
            ("bounces", "3", "bounces of a ray"),
            ("samples", "32", "rays of a pixel"),
        ],
    );
    let (w, h, samples): (usize, usize, u32) =
        (options.get("width"), options.get("height"), options.get("samples"));
    let session = Session::new()?;
    let exe = session.compile(&program()?, options.device())?;
    let (xs, ys) = axes(w, h)?;
    let (bounces, seed): (i32, u32) = (options.get("bounces"), options.get("seed"));
    let mut sum = vec![0.0f32; w * h * 3];
    let (done, time) = timed(|| -> Result<(), Box<dyn std::error::Error>> {
        for sample in 0..samples {
            let image: Array = exe.call((&ys, &xs, bounces, seed.wrapping_mul(7919).wrapping_add(sample)))?;
            sum.iter_mut().zip(image.as_slice::<f32>()?).for_each(|(s, v)| *s += v);
        }
        Ok(())
    });
    done?;
    println!(
        "{w}×{h}, {bounces} bounces on {}: {} a sample",
        exe.device(),
        seconds(time / f64::from(samples.max(1)))
    );
    let picture = Picture::of(w, h, |x, y| {
        let at = 3 * (y * w + x);
        [0, 1, 2].map(|c| sum[at + c] / samples.max(1) as f32)
    });
    save(options.out(), &[picture.exposed()])?;
    println!("wrote {}", options.out());
    Ok(())
}
