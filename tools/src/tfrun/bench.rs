//! Timing: progress on a terminal, and reports.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Runs `work` and returns how long it took; on a terminal, prints its progress every second.
pub(super) fn timed<T>(what: &'static str, work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let (done, wait) = channel::<()>();
    let shown =
        std::io::stderr().is_terminal().then(|| std::thread::spawn(move || show_progress(what, &wait)));
    let result = work();
    let taken = start.elapsed();
    drop(done);
    if let Some(thread) = shown {
        // The thread only prints; its result does not matter.
        drop(thread.join());
    }
    (result, taken)
}

fn show_progress(what: &str, done: &Receiver<()>) {
    let mut seconds = 0;
    while done.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
        seconds += 1;
        eprint!("\rtfrun: {what}, {seconds} s");
        // A closed terminal needs no progress.
        drop(std::io::stderr().flush());
    }
    if seconds > 0 {
        eprint!("\r\x1b[K");
    }
}

/// Time for compiling, least and median time for running.
pub(super) fn report(compile: Duration, mut runs: Vec<Duration>) -> String {
    runs.sort_unstable();
    let count = runs.len();
    let (Some(least), Some(upper)) = (runs.first(), runs.get(count / 2)) else { return String::new() };
    let median = if count.is_multiple_of(2) { (runs[count / 2 - 1] + *upper) / 2 } else { *upper };
    let plural = if count == 1 { "" } else { "s" };
    format!(
        "compile  {}\nrun      min {}, median {}, {count} run{plural}\n",
        duration(compile),
        duration(*least),
        duration(median)
    )
}

/// Four digits and a unit.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let digits = if value >= 100.0 {
        1
    } else if value >= 10.0 {
        2
    } else {
        3
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_and_median() {
        let runs = |list: &[u64]| list.iter().map(|us| Duration::from_micros(*us)).collect();
        let text = report(Duration::from_millis(1234), runs(&[3000, 1000, 2000]));
        assert_eq!(text, "compile  1.234 s\nrun      min 1.000 ms, median 2.000 ms, 3 runs\n");
        let text = report(Duration::from_micros(25_500), runs(&[40, 20]));
        assert_eq!(text, "compile  25.50 ms\nrun      min 20.00 µs, median 30.00 µs, 2 runs\n");
    }
}
