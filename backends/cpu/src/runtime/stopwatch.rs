//! The run times of a program's loop nests: the host's side of `tf_mark`, see [`tf_abi::call::MARK`].

use super::print::Printing;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tf_abi::call::Call;

/// The time and work of a loop nest, over all calls so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// The count of runs.
    pub runs: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Arithmetic operations, and bytes moved, if known for every run.
    pub work: Option<(f64, f64)>,
}

impl Spent {
    fn add(&mut self, other: Spent) {
        self.work = match (self.runs, self.work, other.work) {
            (0, _, work) => work,
            (_, Some((o, b)), Some((p, c))) => Some((o + p, b + c)),
            _ => None,
        };
        self.runs += other.runs;
        self.time += other.time;
    }
}

/// The times of all calls of an executable.
#[derive(Debug, Default)]
pub struct Totals(Mutex<(Spent, Vec<Spent>)>);

impl Totals {
    /// The times of whole calls, and of each nest, by its index.
    pub fn get(&self) -> (Spent, Vec<Spent>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Resets the times.
    pub fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Default::default();
    }

    /// Adds the times of a call.
    pub(crate) fn add(&self, watch: Stopwatch) {
        let Some(first) = watch.first else { return };
        let now = Instant::now();
        let mut totals = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        totals.0.add(Spent { runs: 1, time: now - first, work: None });
        let mut nests = watch.nests;
        if let Some((nest, spent, since)) = watch.running {
            nests.push((nest, Spent { time: now - since, ..spent }));
        }
        for (nest, spent) in nests {
            if totals.1.len() <= nest {
                totals.1.resize(nest + 1, Spent::default());
            }
            totals.1[nest].add(spent);
        }
    }
}

/// The clock of one call.
#[derive(Debug, Default)]
pub struct Stopwatch {
    /// The start of the first nest.
    first: Option<Instant>,
    /// The nest that runs, its work, and its start.
    running: Option<(usize, Spent, Instant)>,
    nests: Vec<(usize, Spent)>,
}

impl Stopwatch {
    /// A nest starts now, or none.
    fn mark(&mut self, nest: Option<usize>, work: Option<(f64, f64)>) {
        let now = Instant::now();
        self.first.get_or_insert(now);
        if let Some((nest, spent, since)) = self.running.take() {
            self.nests.push((nest, Spent { time: now - since, ..spent }));
        }
        let spent = Spent { runs: 1, time: Duration::ZERO, work };
        self.running = nest.map(|nest| (nest, spent, now));
    }
}

/// # Safety
/// `call` is a live call, whose `printing` is null or a [`Printing`].
pub(super) unsafe extern "C" fn mark(call: *const Call, site: i32, operations: i64, bytes: i64) {
    // SAFETY: promised by the caller.
    let Some(printing) = (unsafe { (*call).printing.cast::<Printing<'_>>().as_ref() }) else { return };
    let work = (operations >= 0 && bytes >= 0).then_some((operations as f64, bytes as f64));
    let mut watch = printing.stopwatch.lock().unwrap_or_else(PoisonError::into_inner);
    watch.mark(usize::try_from(site).ok(), work);
}

/// Its address, for the linker.
pub(super) fn address() -> *const c_void {
    mark as *const c_void
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_add_up_by_nests() {
        let totals = Totals::default();
        for work in [Some((8.0, 64.0)), Some((4.0, 32.0))] {
            let mut watch = Stopwatch::default();
            watch.mark(Some(2), work);
            watch.mark(None, None);
            watch.mark(Some(0), None);
            totals.add(watch);
        }
        let (all, nests) = totals.get();
        assert_eq!((all.runs, nests.len()), (2, 3));
        assert_eq!(nests.iter().map(|nest| nest.runs).collect::<Vec<_>>(), [2, 0, 2]);
        assert_eq!((nests[2].work, nests[0].work), (Some((12.0, 96.0)), None));
        assert!(nests[0].time + nests[2].time <= all.time);
        totals.clear();
        assert_eq!(totals.get(), (Spent::default(), Vec::new()));
    }

    #[test]
    fn a_call_without_marks_counts_for_nothing() {
        let totals = Totals::default();
        totals.add(Stopwatch::default());
        assert_eq!(totals.get().0.runs, 0);
    }
}
