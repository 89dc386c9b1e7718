//! The sine-Gordon equation `u_tt = ∇²u - sin u` on a torus: ring solitons that shrink, collide and grow
//! again. All steps are one call.
//!
//! `cargo run --release -p tensorforge-examples --example wave -- --height 256 --width 512 --steps 100`;
//! in a window: `cargo run --release -p tensorforge-examples --features window --example wave -- --window`.

use common::{Options, Picture, Random, ended, timed};
use tensorforge::{Array, ArrayError, Program, Session, TraceError};
use tensorforge_window::Button;

/// Distance of grid points.
pub const DX: f64 = 0.2;
/// Length of a step.
pub const DT: f64 = 0.1;

/// `steps` steps of the leapfrog method from heights `u` and their speeds `v`.
pub fn program() -> Result<Program, TraceError> {
    Program::trace("wave", |p| {
        let (h, w) = (p.dim("h"), p.dim("w"));
        let u = p.input::<f32>("u", [h, w]);
        let v = p.input::<f32>("v", [h, w]);
        let steps = p.scalar::<i64>("steps");
        p.for_(0, steps, (u, v), |_, (u, v)| {
            let laplacian = p.compute([h, w], |[i, j]| {
                let vertical = u.at_wrap((&i - 1, &j)) + u.at_wrap((&i + 1, &j));
                let horizontal = u.at_wrap((&i, &j - 1)) + u.at_wrap((&i, &j + 1));
                vertical + horizontal - 4.0 * u.at((i, j))
            });
            let v = v + (laplacian / (DX * DX) - u.sin()) * DT;
            (u + &v * DT, v)
        })
    })
}

/// Ring solitons at random positions, at rest.
pub fn rings(h: usize, w: usize, seed: u64) -> Result<Array, ArrayError> {
    let mut random = Random::new(seed);
    let (height, width) = (h as f32 * DX as f32, w as f32 * DX as f32);
    let rings: Vec<[f32; 3]> = (0..11)
        .map(|_| {
            let radius = height * (0.06 + 0.14 * random.uniform());
            [height * random.uniform(), width * random.uniform(), radius]
        })
        .collect();
    // The shorter distance around the torus.
    let distance = |a: f32, b: f32, size: f32| {
        let d = (a - b).abs();
        d.min(size - d)
    };
    let mut u = Vec::with_capacity(h * w);
    for i in 0..h {
        for j in 0..w {
            let (y, x) = (i as f32 * DX as f32, j as f32 * DX as f32);
            let ring = |[cy, cx, radius]: &[f32; 3]| {
                let r = distance(y, *cy, height).hypot(distance(x, *cx, width));
                4.0 * (radius - r).exp().atan()
            };
            u.push(rings.iter().map(ring).sum::<f32>());
        }
    }
    Array::from_slice(&[h, w], &u)
}

/// The position of the field between two of its rest values (multiples of 2π), and the direction in which it
/// moves.
pub fn picture(u: &Array, v: &Array) -> Result<Picture, ArrayError> {
    let [h, w] = [u.extents()[0], u.extents()[1]];
    let (u, v) = (u.as_slice::<f32>()?, v.as_slice::<f32>()?);
    Ok(Picture::of(w, h, |x, y| {
        let at = y * w + x;
        let (potential, speed) = (0.5 * (1.0 - u[at].cos()), 0.25 * v[at]);
        let kinetic = speed * speed;
        [
            0.02 + potential * (0.3 + 0.7 * (0.5 + speed).clamp(0.0, 1.0)) + kinetic,
            0.03 + 0.55 * potential + 0.8 * kinetic,
            0.08 + potential * (0.3 + 0.7 * (0.5 - speed).clamp(0.0, 1.0)) + kinetic,
        ]
    }))
}

/// Lifts the field around the mouse by a soft bump.
fn lift(u: &mut Array, [x, y]: [f32; 2]) -> Result<(), ArrayError> {
    let [h, w] = [u.extents()[0], u.extents()[1]];
    for (at, value) in u.as_mut_slice::<f32>()?.iter_mut().enumerate() {
        let (dy, dx) = ((at / w) as f32 - y, (at % w) as f32 - x);
        // A fifteenth of the height is out of the bump's reach.
        *value += 0.6 * (-(dx * dx + dy * dy) * 900.0 / (h * h) as f32).exp();
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::moving(
        "wave",
        "the sine-Gordon equation on a torus",
        &[
            ("height", "256", "rows"),
            ("width", "512", "columns"),
            ("steps", "100", "steps before each picture, in one call; 4 in a window"),
        ],
    );
    let (h, w, steps): (usize, usize, i64) =
        (options.get("height"), options.get("width"), options.get("steps"));
    let session = Session::new()?;
    let wave = session.compile(&program()?, options.device())?;
    let mut u = rings(h, w, options.get("seed"))?;
    let mut v = Array::zeros(u.dtype(), u.extents())?;
    let mut window = options.window([w.max(512), h * w.max(512) / w])?;
    let start = if window.is_live() { steps.min(4) } else { steps };
    let (mut done, mut time) = (0, 0.0);
    while window.next_frame()? {
        let steps = window.whole_slider("steps per frame", start, 0, start.max(20));
        if window.button("start again") {
            (u, v) = (rings(h, w, window.frame())?, Array::zeros(u.dtype(), u.extents())?);
        }
        window.text("press the mouse to lift the field");
        if window.input().is_held(Button::Left)
            && let Some(at) = window.input().mouse()
        {
            lift(&mut u, at)?;
        }
        let (result, seconds) = timed(|| wave.call((&u, &v, steps)));
        (u, v) = result?;
        (done, time) = (done + steps, time + seconds);
        window.show_picture(picture(&u, &v)?.shown()?)?;
    }
    let points = (h * w) as f64 * done as f64 / time / 1e6;
    println!("{h} x {w}, {done} steps on {}: {points:.0} million points a second", wave.device());
    println!("{}", ended(window)?);
    Ok(())
}
