//! The Game of Life on a torus: a cell is born with three neighbours and survives with two or three. Dead
//! cells glow for a while.
//!
//! `cargo run --release -p tensorforge-examples --example life -- --size 512 --frames 100 --out life.png`;
//! in a window: `cargo run --release -p tensorforge-examples --features window --example life -- --window`.

use common::{Options, Random, ended, timed};
use tensorforge::{Array, ArrayError, Program, Session, TraceError, where_};
use tensorforge_window::{Button, Look, Map};

/// How much of its glow a dead cell keeps in a generation.
pub const KEPT: f64 = 0.94;

/// `steps` generations of cells, 1 alive and 0 dead, and of their glow.
pub fn program() -> Result<Program, TraceError> {
    Program::trace("life", |p| {
        let (h, w) = (p.dim("h"), p.dim("w"));
        let cells = p.input::<i32>("cells", [h, w]);
        let glow = p.input::<f32>("glow", [h, w]);
        let steps = p.scalar::<i64>("steps");
        p.for_(0, steps, (cells, glow), |_, (cells, glow)| {
            let next = p.compute([h, w], |[i, j]| {
                let row = |i: &tensorforge::Tensor| {
                    cells.at_wrap((i, &j - 1)) + cells.at_wrap((i, &j)) + cells.at_wrap((i, &j + 1))
                };
                // With the cell itself.
                let block = row(&(&i - 1)) + row(&i) + row(&(&i + 1));
                let own = cells.at((&i, &j));
                (block.eq(3) | (block.eq(4) & own.eq(1))).select(1i32, 0i32)
            });
            let glow = where_(&next.eq(1), 1.0f32, glow * KEPT);
            (next, glow)
        })
    })
}

/// Cells of which a part is alive.
pub fn soup(h: usize, w: usize, part: f32, seed: u64) -> Result<Array, ArrayError> {
    let mut random = Random::new(seed);
    let cells: Vec<i32> = (0..h * w).map(|_| i32::from(random.uniform() < part)).collect();
    Array::from_slice(&[h, w], &cells)
}

/// Brings the cells around a point to life, one of two.
fn sow(cells: &mut Array, [x, y]: [f32; 2], random: &mut Random) -> Result<(), ArrayError> {
    const REACH: i64 = 6;
    let [h, w] = [cells.extents()[0] as i64, cells.extents()[1] as i64];
    let cells = cells.as_mut_slice::<i32>()?;
    for dy in -REACH..=REACH {
        for dx in -REACH..=REACH {
            let at = (y as i64 + dy).rem_euclid(h) * w + (x as i64 + dx).rem_euclid(w);
            cells[at as usize] |= i32::from(random.uniform() < 0.5);
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::moving(
        "life",
        "the Game of Life on a torus",
        &[("size", "512", "cells per side"), ("part", "0.2", "of the cells that are alive at first")],
    );
    let (size, seed): (usize, u64) = (options.get("size"), options.get("seed"));
    let session = Session::new()?;
    let life = session.compile(&program()?, options.device())?;
    let mut random = Random::new(seed);
    let mut cells = soup(size, size, options.get("part"), seed)?;
    let mut glow = Array::from_slice(&[size, size], &vec![0.0f32; size * size])?;
    let mut window = options.window([size.max(768), size.max(768)])?;
    let (mut done, mut time) = (0, 0.0);
    while window.next_frame()? {
        let steps = window.whole_slider("generations per frame", 1, 0, 20);
        let part = window.slider("alive at first", options.get("part"), 0.0, 1.0) as f32;
        if window.button("start again") {
            cells = soup(size, size, part, window.frame())?;
        }
        window.text("press the mouse to sow");
        if window.input().is_held(Button::Left)
            && let Some(at) = window.input().mouse()
        {
            sow(&mut cells, at, &mut random)?;
        }
        let (result, seconds) = timed(|| life.call((&cells, &glow, steps)));
        (cells, glow) = result?;
        (done, time) = (done + steps, time + seconds);
        window.show(&glow, &Look::map(Map::Inferno))?;
    }
    let speed = (size * size) as f64 * done as f64 / time / 1e6;
    println!("{size} x {size}, {done} generations on {}: {speed:.0} million cells a second", life.device());
    println!("{}", ended(window)?);
    Ok(())
}
