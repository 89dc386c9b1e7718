//! Shared code of the example programs: options of the command line, pictures, random values, the clock.

mod options;
mod picture;
mod random;

pub use options::Options;
pub use picture::{Picture, save};
pub use random::Random;

use std::time::Instant;

/// The result of `run`, and the seconds it took.
pub fn timed<R>(run: impl FnOnce() -> R) -> (R, f64) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed().as_secs_f64())
}

/// A time in the unit that suits it.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s => format!("{:.2} µs", s * 1e6),
    }
}
