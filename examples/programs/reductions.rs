//! Reductions and scans: sums, products, extremes and truth values of vectors and along several axes, running
//! sums along each axis.
//!
//! `cargo run --release -p tensorforge-examples --example reductions -- --n 4157818`

use common::{Options, Random, seconds, timed};
use tensorforge::{Array, ArrayError, Element, Error, Program, Session, TraceError};

/// Sum, product, least and greatest element of a vector, whether any and whether all of its elements are
/// positive.
pub fn vector<T: Element>() -> Result<Program, TraceError> {
    Program::trace("vector", |p| {
        let x = p.input::<T>("x", [p.dim("n")]);
        let positive = x.gt(0);
        (x.sum(0), x.prod(0), x.amin(0), x.amax(0), positive.any(0), positive.all(0))
    })
}

/// Sums and greatest elements of `[a, b, c]` along two axes at once, and along all.
pub fn several<T: Element>() -> Result<Program, TraceError> {
    Program::trace("several", |p| {
        let x = p.input::<T>("x", (p.dim("a"), p.dim("b"), p.dim("c")));
        (x.sum([0, 2]), x.sum([1, 2]), x.sum([0, 1]), x.amax([0, 2]), x.sum(..), x.amax(..))
    })
}

/// Running sums of `[a, b, c]` along each axis.
pub fn scans<T: Element>() -> Result<Program, TraceError> {
    Program::trace("scans", |p| {
        let x = p.input::<T>("x", (p.dim("a"), p.dim("b"), p.dim("c")));
        [0, 1, 2].map(|axis| x.cumsum(axis))
    })
}

/// A running sum of a vector.
pub fn scan() -> Result<Program, TraceError> {
    Program::trace("scan", |p| p.input::<f32>("x", [p.dim("n")]).cumsum(0))
}

/// Elements evenly spread over `0 .. 1`.
pub fn uniform(extents: &[usize], seed: u64) -> Result<Array, ArrayError> {
    let mut random = Random::new(seed);
    let n: usize = extents.iter().product();
    Array::from_slice(extents, &(0..n).map(|_| random.uniform()).collect::<Vec<f32>>())
}

/// The fastest of some calls, in seconds.
fn fastest(times: usize, mut call: impl FnMut() -> Result<(), Error>) -> Result<f64, Error> {
    let mut best = f64::INFINITY;
    for _ in 0..times.max(1) {
        let (result, seconds) = timed(&mut call);
        result?;
        best = best.min(seconds);
    }
    Ok(best)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::without_picture(
        "reductions",
        "reductions and scans of vectors",
        &[("n", "4157818", "elements"), ("repeat", "5", "runs; the fastest counts")],
    );
    let (n, repeat): (usize, usize) = (options.get("n"), options.get("repeat"));
    let x = uniform(&[n], options.get("seed"))?;
    let session = Session::new()?;
    let reduce = session.compile(&vector::<f32>()?, options.device())?;
    let scan = session.compile(&scan()?, options.device())?;
    let gigabytes = 4.0 * n as f64 / 1e9;
    let time = fastest(repeat, || reduce.call::<Vec<Array>>([x.clone()].as_slice()).map(|_| ()))?;
    println!(
        "{n} elements on {}: six reductions in {}, {:.1} GB/s",
        options.device(),
        seconds(time),
        gigabytes / time
    );
    let time = fastest(repeat, || scan.call::<Array>((&x,)).map(|_| ()))?;
    println!(
        "{n} elements on {}: a running sum in {}, {:.1} GB/s",
        options.device(),
        seconds(time),
        2.0 * gigabytes / time
    );
    Ok(())
}
