//! The edit distance of two texts: how many letters have to be inserted, deleted or replaced. Two loops fill
//! a table element by element, as in the textbook. The table is updated in place, and the loops become those
//! of a C program.
//!
//! `cargo run --release -p tensorforge-examples --example levenshtein -- --first 1000 --second 1200`

use common::{Options, Picture, Random, save, seconds, timed};
use tensorforge::{Array, ArrayError, Program, Session, TraceError};

/// The distances of all prefixes of `a` from all prefixes of `b`; the last one is that of the texts.
pub fn program() -> Result<Program, TraceError> {
    Program::trace("levenshtein", |p| {
        let (n, m) = (p.dim("n"), p.dim("m"));
        let a = p.input::<i32>("a", [n]);
        let b = p.input::<i32>("b", [m]);
        let table = p.zeros::<i32>([n + 1, m + 1]);
        let table = p.for_(0, n + 1, table, |i, table| table.set_at((&i, 0), i.to::<i32>()));
        let table = p.for_(0, m + 1, table, |j, table| table.set_at((0, &j), j.to::<i32>()));
        p.for_(1, n + 1, table, |i, table| {
            p.for_(1, m + 1, table, |j, table| {
                let replaced = a.at([&i - 1]).ne(b.at([&j - 1])).to::<i32>();
                let inserted = table.at((&i, &j - 1)) + 1;
                let deleted = table.at((&i - 1, &j)) + 1;
                let distance = inserted.min(deleted).min(table.at((&i - 1, &j - 1)) + replaced);
                table.set_at((&i, &j), distance)
            })
        })
    })
}

/// A text of four letters, and one that was copied from it with mistakes.
pub fn texts(n: usize, m: usize, seed: u64) -> Result<(Array, Array), ArrayError> {
    let mut random = Random::new(seed);
    let first: Vec<i32> = (0..n).map(|_| (random.uniform() * 4.0) as i32).collect();
    let mut second = Vec::with_capacity(m);
    let mut from = 0;
    while second.len() < m {
        let luck = random.uniform();
        if luck < 0.05 {
            from += 1;
        } else {
            let copied = first.get(from).copied().filter(|_| luck < 0.85);
            second.push(copied.unwrap_or((random.uniform() * 4.0) as i32));
            from += usize::from(luck < 0.95);
        }
    }
    Ok((Array::from_slice(&[n], &first)?, Array::from_slice(&[m], &second)?))
}

/// The table, each distance relative to the largest for texts of these lengths.
pub fn picture(table: &Array) -> Result<Picture, ArrayError> {
    let width = table.extents()[1];
    let distances = table.as_slice::<i32>()?;
    Ok(Picture::of(width, table.extents()[0], |x, y| {
        let part = distances[y * width + x] as f32 / x.max(y).max(1) as f32;
        [part, part * part, 0.3 * (1.0 - part)]
    }))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::read(
        "levenshtein",
        "the distance of two texts, by a table",
        &[("first", "1000", "letters of the first text"), ("second", "1200", "letters of the second text")],
    );
    let (n, m): (usize, usize) = (options.get("first"), options.get("second"));
    let levenshtein = Session::new()?.compile(&program()?, options.device())?;
    let (a, b) = texts(n, m, options.get("seed"))?;
    let mut table: Array = levenshtein.call((&a, &b))?;
    let mut time = f64::INFINITY;
    for _ in 0..10 {
        let (result, seconds) = timed(|| levenshtein.call((&a, &b)));
        table = result?;
        time = time.min(seconds);
    }
    let distance = table.as_slice::<i32>()?.last().copied().unwrap_or(0);
    println!("{n} and {m} letters on {}: {distance} changes, {}", levenshtein.device(), seconds(time));
    save(options.out(), &[picture(&table)?])?;
    println!("wrote {}", options.out());
    Ok(())
}
