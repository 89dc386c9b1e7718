//! Parallel compilation of several units.

use super::{Artifact, CompileError, Library, Phases};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tf_abi::options::Options;
use tf_abi::stack;

/// Stack of a compiler thread in bytes, committed on use: MLIR and LLVM recurse on nested and on long code.
const STACK: usize = 64 << 20;

impl Library {
    /// Compiles units in parallel, each on a single thread. Returns the objects in the order of the units,
    /// and the phases. The durations of the phases add up to the wall time, in proportion to their shares of
    /// all threads' time.
    ///
    /// # Errors
    /// The error of the first unit that fails.
    pub fn compile_all(
        &self,
        units: &[String],
        options: &Options,
    ) -> Result<(Vec<Vec<u8>>, Phases), CompileError> {
        let start = Instant::now();
        let (next, made) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(unit) = units.get(at) else { return };
                let artifact = self.compile(unit, options);
                made.lock().expect("no thread has panicked").push((at, artifact));
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from).min(units.len());
        thread::scope(|scope| {
            for _ in 1..threads {
                // With fewer threads than requested, the others do more.
                drop(stack::start(scope, STACK, work));
            }
            work();
        });
        let mut made = made.into_inner().expect("no thread has panicked");
        made.sort_unstable_by_key(|(at, _)| *at);
        let artifacts = made.into_iter().map(|(_, artifact)| artifact).collect::<Result<Vec<_>, _>>()?;
        let phases = shares(&artifacts, start.elapsed());
        Ok((artifacts.into_iter().map(|artifact| artifact.bytes).collect(), phases))
    }
}

/// The phases of all units, in the order of the first, scaled so that they sum to `wall`.
fn shares(artifacts: &[Artifact], wall: Duration) -> Phases {
    let mut sums = Phases::new();
    for (name, time) in artifacts.iter().flat_map(|artifact| &artifact.phases) {
        match sums.iter_mut().find(|(known, _)| known == name) {
            Some((_, sum)) => *sum += *time,
            None => sums.push((name.clone(), *time)),
        }
    }
    let total: Duration = sums.iter().map(|(_, time)| *time).sum();
    if total.is_zero() {
        return sums;
    }
    let share = wall.as_secs_f64() / total.as_secs_f64();
    sums.into_iter().map(|(name, time)| (name, time.mul_f64(share))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_add_up_to_the_time_that_passed() {
        let artifact = |parse, passes| Artifact {
            bytes: Vec::new(),
            phases: [("parse", parse), ("passes", passes)]
                .map(|(name, ms)| (name.to_owned(), Duration::from_millis(ms)))
                .to_vec(),
        };
        let found = shares(&[artifact(10, 30), artifact(20, 40)], Duration::from_millis(50));
        let expected = [("parse", 15), ("passes", 35)];
        let expected = expected.map(|(name, ms)| (name.to_owned(), Duration::from_millis(ms)));
        assert_eq!(found, expected);
        assert_eq!(shares(&[], Duration::from_millis(1)), []);
    }
}
