//! Attention with a schedule written by hand: a group of the scores, their maximum, the exponentials, their
//! sums and the results, in tiles of rows and columns.
//!
//! `cargo run --release -p tensorforge-examples --example attention -- --rows 2048`

use common::{Options, Random, seconds, timed};
use tensorforge::{Array, ArrayError, Program, Schedule, Session, TraceError};

/// Tiles of 32 rows of a head, in parallel; within them tiles of 128 columns, over which the maximum, the
/// sums and the results are accumulated. The full score matrix is never in memory.
pub fn by_hand() -> Schedule {
    Schedule::new()
        .split("h", [1])
        .split("i", [32])
        .split("j", [128])
        .order(["h.0", "i.0", "j.0"])
        .parallel(["h.0", "i.0"])
        .join("j", ["top", "sum", "out"])
}

/// `softmax(q kᵀ / √d) v` for heads of `[h, n, d]` and `[h, m, d]`.
pub fn attention(schedule: &Schedule) -> Result<Program, TraceError> {
    Program::trace("attention", |p| {
        let (h, n, m, d) = (p.dim("h"), p.dim("n"), p.dim("m"), p.dim("d"));
        let q = p.input::<f32>("q", (h, n, d));
        let [k, v] = ["k", "v"].map(|name| p.input::<f32>(name, (h, m, d)));
        let scale = p.value(d).to::<f32>().rsqrt();
        p.group("attention", ["h", "i", "j"], schedule, |g| {
            let s = g.member("scores", ["h", "i", "j"], &(q.matmul(k.swap_axes(-1, -2)) * &scale));
            let top = g.member("top", ["h", "i"], &s.max_along(-1));
            let e = g.member("e", ["h", "i", "j"], &(s - top.keep()).exp());
            let sum = g.member("sum", ["h", "i"], &e.sum(-1));
            g.member("out", ["h", "i", "d"], &(e / sum.keep()).matmul(&v))
        })
    })
}

/// Elements between -1 and 1.
pub fn heads(extents: [usize; 3], seed: u64) -> Result<Array, ArrayError> {
    let mut random = Random::new(seed);
    let elements: Vec<f32> = (0..extents.iter().product()).map(|_| 2.0 * random.uniform() - 1.0).collect();
    Array::from_slice(&extents, &elements)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::without_picture(
        "attention",
        "attention with a schedule by hand",
        &[
            ("heads", "8", "heads"),
            ("rows", "2048", "rows of queries, keys and values"),
            ("width", "64", "elements of a row"),
            ("schedule", "", "the text of another schedule, of the loops h, i and j"),
        ],
    );
    let (h, n, d): (usize, usize, usize) = (options.get("heads"), options.get("rows"), options.get("width"));
    let text: String = options.get("schedule");
    let schedule = if text.is_empty() { by_hand() } else { Schedule::text(&text) };
    let exe = Session::new()?.compile(&attention(&schedule)?, options.device())?;
    let seed: u64 = options.get("seed");
    let [q, k, v] = [heads([h, n, d], seed)?, heads([h, n, d], seed + 1)?, heads([h, n, d], seed + 2)?];
    exe.call::<Array>((&q, &k, &v))?;
    let (result, time) = timed(|| exe.call::<Array>((&q, &k, &v)));
    result?;
    let flops = 4.0 * (h * n * n * d) as f64;
    println!(
        "{h} heads of {n} rows on {}: {}, {:.1} Gflop/s",
        options.device(),
        seconds(time),
        flops / time / 1e9
    );
    println!("{schedule}");
    Ok(())
}
