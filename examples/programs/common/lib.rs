//! Shared code of the example programs: options of the command line, pictures, random values, the clock.

mod options;
mod picture;
mod random;

pub use options::Options;
pub use picture::{Picture, save};
pub use random::Random;

use std::time::Instant;
use tensorforge_window::Window;

/// The result of `run`, and the seconds it took.
pub fn timed<R>(run: impl FnOnce() -> R) -> (R, f64) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed().as_secs_f64())
}

/// What a program says at its end of its window: the speed of one on a display, the file of a recording.
///
/// # Errors
/// If the recording cannot be written.
pub fn ended(window: Window) -> Result<String, tensorforge_window::Error> {
    let (rate, work) = (window.rate(), seconds(window.frame_time()));
    let is_live = window.is_live();
    let speed = format!("{rate:.0} frames a second, {work} of work in each");
    let file = window.finish()?.map(|(path, count)| format!("wrote {} ({count} pictures)", path.display()));
    Ok(match (is_live, file) {
        (true, Some(file)) => format!("{speed}; {file}"),
        (true, None) => speed,
        (false, file) => file.unwrap_or_default(),
    })
}

/// A time in the unit that suits it.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s => format!("{:.2} µs", s * 1e6),
    }
}
