//! A rasteriser of spheres: each one writes its depth and index, packed into one integer, into the pixels
//! that it covers, and the nearest wins.
//!
//! `cargo run --release -p tensorforge-examples --example spheres -- --n 1000 --height 180 --width 320`

use common::{Options, Picture, Random, save, seconds, timed};
use tensorforge::{Array, ArrayError, Combine, Numerics, Program, Session, Tensor, TraceError};

/// For spheres `[n, 4]` of centre (right, up, ahead of the eye) and radius, seen through a picture `[h, w]`
/// whose height spans 1 at the distance 1: the index of the nearest sphere in each pixel, or −1, and its
/// brightness. In strict numerics they are the same on every device.
pub fn program() -> Result<Program, TraceError> {
    Program::trace("spheres", |p| {
        let (n, h, w) = (p.dim("n"), p.dim("h"), p.dim("w"));
        let spheres = p.input::<f32>("spheres", (n, 4));
        let blank = p.input::<u64>("blank", [h, w]);
        p.numerics(Numerics::Strict);
        let (height, width) = (p.value(h).to::<f32>(), p.value(w).to::<f32>());
        // The point of the ray through a pixel at the distance 1.
        let ray = |row: &Tensor, column: &Tensor| {
            let x = (column.to::<f32>() + 0.5 - 0.5 * &width) / &height;
            let y = (0.5 * &height - row.to::<f32>() - 0.5) / &height;
            (x, y)
        };
        // The distance along the ray (x, y, 1) to a sphere's front, times 1 / its length; negative if it
        // misses.
        let depth = |(x, y): (&Tensor, &Tensor), sphere: &[Tensor; 4]| {
            let [cx, cy, cz, r] = sphere;
            let a = x * x + y * y + 1.0;
            let b = x * cx + y * cy + cz;
            let c = cx * cx + cy * cy + cz * cz - r * r;
            let d = &b * &b - &a * c;
            let front = (&b - d.max(0.0).sqrt()) / a;
            d.ge(0.0).select(front, -1.0)
        };
        let sphere = |i: &Tensor| [0, 1, 2, 3].map(|axis| spheres.at((i, axis)));
        let [nearest] = p.scatter([n], [(blank, Combine::Max)], |[i], [nearest]| {
            let ball = sphere(&i);
            let [cx, cy, cz, r] = &ball;
            // A square around the sphere's outline: its slopes at the sphere's front, which is ahead of the
            // eye.
            let front = cz - r;
            let reach = r / &front * (1.0 + (cx / cz).abs().max((cy / cz).abs()));
            let range = |centre: Tensor, size: &Tensor| {
                let low = (&centre - &reach) * &height + 0.5 * size - 1.0;
                let high = (centre + &reach) * &height + 0.5 * size + 1.0;
                let pixel = |at: Tensor| at.max(0.0).min(size).to::<i32>();
                (pixel(low), pixel(high))
            };
            let (left, right) = range(cx / cz, &width);
            let (top, bottom) = range(-(cy / cz), &height);
            let bottom = front.gt(0.0).select(bottom, 0);
            p.for_(top, bottom, (), |row, ()| {
                p.for_(&left, &right, (), |column, ()| {
                    let (x, y) = ray(&row, &column);
                    let z = depth((&x, &y), &ball);
                    // The bits of positive floats have the floats' order: the nearest has the greatest
                    // inverse.
                    let inverse = z.gt(0.0).select(1.0 / z, 0.0).bitcast::<u32>().to::<u64>();
                    let hit = inverse.gt(0);
                    let packed = (inverse << 32u64) | i.to::<i64>().to::<u64>();
                    nearest.put((&row, &column), hit.select(packed, 0u64));
                });
            });
        });
        p.compute([h, w], |[row, column]| {
            let packed = nearest.at((&row, &column));
            let hit = packed.ne(0);
            let number = hit.select((&packed & 0xffff_ffffu64).to::<i32>(), -1);
            let ball = sphere(&number.max(0));
            let (x, y) = ray(&row, &column);
            let z = depth((&x, &y), &ball);
            let [cx, cy, cz, r] = &ball;
            let normal = [(&x * &z - cx) / r, (&y * &z - cy) / r, (&z - cz) / r];
            // The light comes from the upper left, from the eye's side.
            let light = (&normal[1] - &normal[0]) * 0.5 - 0.7 * &normal[2];
            let bright = 0.1 + 0.9 * light.max(0.0);
            (number, hit.select(bright, 0.0))
        })
    })
}

/// Spheres at random positions ahead of the eye.
pub fn random(n: usize, seed: u64) -> Result<Array, ArrayError> {
    let mut random = Random::new(seed);
    let mut values = Vec::with_capacity(4 * n);
    for _ in 0..n {
        let z = 3.0 + 9.0 * random.uniform();
        let place = |random: &mut Random| 2.0 * random.uniform() - 1.0;
        let (x, y) = (z * place(&mut random), 0.6 * z * place(&mut random));
        values.extend([x, y, z, 0.05 + 0.4 * random.uniform().powi(2)]);
    }
    Array::from_slice(&[n, 4], &values)
}

/// The initial pixels, without spheres.
pub fn blank(h: usize, w: usize) -> Result<Array, ArrayError> {
    Array::from_slice(&[h, w], &vec![0u64; h * w])
}

/// Spheres in many colours.
pub fn picture(numbers: &Array, brightness: &Array) -> Result<Picture, ArrayError> {
    let [h, w] = [numbers.extents()[0], numbers.extents()[1]];
    let (numbers, brightness) = (numbers.as_slice::<i32>()?, brightness.as_slice::<f32>()?);
    Ok(Picture::of(w, h, |x, y| {
        let (number, light) = (numbers[y * w + x], brightness[y * w + x]);
        let hue = number as f32 * 0.618_034;
        let wave = |shift: f32| 0.55 + 0.45 * (std::f32::consts::TAU * (hue + shift)).cos();
        if number < 0 { [0.01, 0.012, 0.02] } else { [0.0, 0.33, 0.67].map(|shift| light * wave(shift)) }
    }))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read(
        "spheres",
        "a rasteriser of spheres",
        &[
            ("n", "1000", "spheres"),
            ("height", "180", "rows"),
            ("width", "320", "columns"),
            ("repeat", "5", "runs; the fastest counts"),
        ],
    );
    let (n, h, w): (usize, usize, usize) = (options.get("n"), options.get("height"), options.get("width"));
    let session = Session::new()?;
    let exe = session.compile(&program()?, options.device())?;
    let (balls, none) = (random(n, options.get("seed"))?, blank(h, w)?);
    let (mut best, mut result) = (f64::INFINITY, None);
    for _ in 0..options.get::<usize>("repeat").max(1) {
        let (found, seconds) = timed(|| exe.call::<(Array, Array)>((&balls, &none)));
        best = best.min(seconds);
        result = Some(found?);
    }
    let (numbers, brightness) = result.expect("it ran at least once");
    println!(
        "{n} spheres, {h} x {w} on {}: {}, {:.2} million spheres a second",
        exe.device(),
        seconds(best),
        n as f64 / best / 1e6
    );
    save(options.out(), &[picture(&numbers, &brightness)?])?;
    println!("wrote {}", options.out());
    Ok(())
}
