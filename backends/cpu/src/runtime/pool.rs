//! The thread pool.
//!
//! There is one job at a time. The caller writes the job, opens a *gate*, and works. Workers that are awake
//! see the open gate, enter, take the units of their range and then steal. The caller closes the gate when no
//! units are left, and waits for the workers inside. A late worker finds the gate closed: no thread ever
//! waits for another one to wake up. Waiting workers spin for a short time, so that a program's many small
//! loops start in a fraction of a microsecond, then sleep.

use super::ranges::{Padded, Range, share, work};
use super::scratch;
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};
use tf_abi::call::Body;

/// A persistent thread pool. Sessions share one; compiled code reaches it through its call.
pub struct Runtime {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
    shortfall: Option<Shortfall>,
}

/// Fewer threads than requested: the system refused one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// Requested threads, including the caller's.
    pub wanted: usize,
    /// Actual threads, including the caller's.
    pub got: usize,
    /// The error of the system.
    pub reason: String,
}

impl fmt::Display for Shortfall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the thread pool has {} of {} threads: {}", self.got, self.wanted, self.reason)
    }
}

impl std::error::Error for Shortfall {}

/// The options of a [`Runtime`].
#[derive(Clone, Debug)]
pub struct Builder {
    threads: Option<usize>,
    stack: usize,
    spin: Duration,
}

impl Default for Builder {
    fn default() -> Self {
        Self { threads: None, stack: 2 << 20, spin: Duration::from_micros(100) }
    }
}

impl Builder {
    /// Sets the thread count for a loop, including the caller's thread; at least 1, at most 4096. The default
    /// is the count of processors available to this process.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Stack of each worker in bytes.
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.stack = bytes;
        self
    }

    /// Sets the time for which a worker spins before it sleeps.
    pub fn spin(mut self, time: Duration) -> Self {
        self.spin = time;
        self
    }

    /// Starts the threads; if the system refuses some, [`Runtime::shortfall`] reports it.
    pub fn build(self) -> Runtime {
        let wanted = self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, |n| n.get()));
        let wanted = wanted.clamp(1, LIMIT);
        let shared = Arc::new(Shared::new(wanted, self.spin));
        let mut workers = Vec::with_capacity(wanted - 1);
        let mut shortfall = None;
        for me in 1..wanted {
            match spawn(&shared, me, self.stack) {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    shortfall = Some(Shortfall { wanted, got: me, reason: error.to_string() });
                    break;
                }
            }
        }
        shared.workers.get_or_init(|| workers.iter().map(|w| w.thread().clone()).collect());
        Runtime { shared, workers, shortfall }
    }
}

fn spawn(shared: &Arc<Shared>, me: usize, stack: usize) -> io::Result<JoinHandle<()>> {
    let shared = Arc::clone(shared);
    let builder = thread::Builder::new().name(format!("tensorforge-{me}")).stack_size(stack);
    builder.spawn(move || shared.worker(me))
}

impl Runtime {
    /// A pool with the defaults.
    pub fn new() -> Self {
        Builder::default().build()
    }

    /// The default pool of sessions, created on first use.
    pub fn shared() -> Arc<Self> {
        static DEFAULT: OnceLock<Arc<Runtime>> = OnceLock::new();
        Arc::clone(DEFAULT.get_or_init(|| Arc::new(Self::new())))
    }

    /// The thread count for a loop, including the caller's thread.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// The shortfall, if there are fewer threads than requested.
    pub fn shortfall(&self) -> Option<&Shortfall> {
        self.shortfall.as_ref()
    }

    /// Calls `body` once for each of the chunks `[k·grain, min(n, (k+1)·grain))` of `0..n`, in any order, on
    /// any thread, and returns when all are done. The chunks depend on `n` and `grain` alone, never on
    /// threads or timing. A grain below 1 counts as 1. Inside a body, or while another thread uses the pool,
    /// all chunks run on the calling thread, in order. Once `stop` is not 0, no further chunk starts.
    ///
    /// # Safety
    /// `body` may be called with `environment` and any of these chunks, also at the same time from several
    /// threads. It does not unwind.
    pub unsafe fn parallel_for(
        &self,
        stop: &AtomicU64,
        body: Body,
        environment: *mut c_void,
        n: i64,
        grain: i64,
    ) {
        let Some(job) = Job::new(stop, body, environment, n, grain) else { return };
        // SAFETY: promised by the caller.
        unsafe { self.shared.dispatch(&job) }
    }
}

impl Default for Runtime {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime").field("threads", &self.threads()).finish_non_exhaustive()
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        self.shared.stop();
        for worker in self.workers.drain(..) {
            // The panic of a worker is not propagated.
            let _ = worker.join();
        }
    }
}

/// One loop: its body and its chunks. If there are very many chunks, several form a unit.
#[derive(Clone, Copy)]
struct Job {
    stop: *const AtomicU64,
    body: Body,
    environment: *mut c_void,
    n: i64,
    grain: i64,
    chunks: i64,
    per_unit: i64,
}

impl Job {
    /// `None` if there is no work.
    fn new(stop: &AtomicU64, body: Body, environment: *mut c_void, n: i64, grain: i64) -> Option<Self> {
        if n <= 0 {
            return None;
        }
        let grain = grain.clamp(1, n);
        let chunks = (n - 1) / grain + 1;
        let per_unit = (chunks - 1) / i64::from(u32::MAX) + 1;
        Some(Self { stop, body, environment, n, grain, chunks, per_unit })
    }

    fn units(&self) -> u32 {
        // At most u32::MAX by the choice of `per_unit`.
        ((self.chunks - 1) / self.per_unit + 1) as u32
    }

    /// # Safety
    /// As [`Runtime::parallel_for`].
    unsafe fn run(&self, unit: u32) {
        let first = i64::from(unit) * self.per_unit;
        // SAFETY: the creator of the job waits for its end, and lent the word until then.
        let stop = unsafe { &*self.stop };
        for chunk in first..self.chunks.min(first.saturating_add(self.per_unit)) {
            if stop.load(Ordering::Relaxed) != 0 {
                return;
            }
            let lo = chunk * self.grain;
            let hi = lo.saturating_add(self.grain).min(self.n);
            let mark = scratch::mark();
            // SAFETY: promised by the caller.
            unsafe { (self.body)(self.environment, lo, hi) };
            scratch::release(mark);
        }
    }
}

/// The most threads of a pool; the gate has room for this many.
const LIMIT: usize = 4096;

// The gate, one word: the count of workers inside (16 bits), the count that may enter (14 bits), whether it
// is open, whether the pool ends, and the index of the job (32 bits).
const INSIDE: u64 = 0xffff;
const LIMIT_SHIFT: u32 = 16;
const LIMIT_MASK: u64 = 0x3fff;
const OPEN: u64 = 1 << 30;
const STOP: u64 = 1 << 31;
const EPOCH_SHIFT: u32 = 32;

struct Shared {
    gate: Padded<AtomicU64>,
    // Written by the caller that holds `busy`, while the gate is closed and no worker is inside.
    job: UnsafeCell<Option<Job>>,
    busy: Padded<AtomicBool>,
    ranges: Box<[Padded<Range>]>,
    // The workers, once all have been started.
    workers: OnceLock<Box<[Thread]>>,
    spin: Duration,
    sleepers: AtomicUsize,
    asleep: Box<[AtomicBool]>,
}

// SAFETY: `job` is guarded by `busy` and the gate. Its raw pointer is passed only to the body, whose caller
// promises that any thread may use it.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

impl Shared {
    fn new(threads: usize, spin: Duration) -> Self {
        Self {
            gate: Padded(AtomicU64::new(0)),
            job: UnsafeCell::new(None),
            busy: Padded(AtomicBool::new(false)),
            ranges: (0..threads).map(|_| Padded::default()).collect(),
            workers: OnceLock::new(),
            spin,
            sleepers: AtomicUsize::new(0),
            asleep: (0..threads).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// # Safety
    /// As [`Runtime::parallel_for`].
    unsafe fn dispatch(&self, job: &Job) {
        let units = job.units();
        let workers = self.workers.get().map_or(0, |w| w.len());
        let participants = (workers + 1).min(units as usize);
        if participants < 2 || self.busy.0.swap(true, Ordering::Acquire) {
            // SAFETY: promised by the caller.
            (0..units).for_each(|unit| unsafe { job.run(unit) });
            return;
        }
        let ranges = &self.ranges[..participants];
        share(ranges, units);
        // SAFETY: this thread holds `busy`, the gate is closed, no worker is inside.
        unsafe { *self.job.get() = Some(*job) };
        self.open(participants - 1);
        // SAFETY: promised by the caller.
        work(ranges, 0, |unit| unsafe { job.run(unit) });
        self.close();
        self.busy.0.store(false, Ordering::Release);
    }

    /// Opens the gate for `workers` workers, and wakes those that sleep.
    fn open(&self, workers: usize) {
        let epoch = (self.gate.0.load(Ordering::Relaxed) >> EPOCH_SHIFT) as u32;
        let word = u64::from(epoch.wrapping_add(1)) << EPOCH_SHIFT | OPEN | (workers as u64) << LIMIT_SHIFT;
        // Sequentially consistent with the sleepers' count: either a worker that falls asleep sees the open
        // gate, or this thread sees the worker.
        self.gate.0.store(word, Ordering::SeqCst);
        if self.sleepers.load(Ordering::SeqCst) > 0 {
            self.wake(workers);
        }
    }

    /// Wakes the sleeping ones of the first `count` workers.
    fn wake(&self, count: usize) {
        let workers = self.workers.get().map_or(&[][..], |w| w);
        for (worker, asleep) in workers.iter().zip(&self.asleep[1..]).take(count) {
            if asleep.load(Ordering::SeqCst) {
                worker.unpark();
            }
        }
    }

    /// Closes the gate and waits until no worker is inside.
    fn close(&self) {
        let mut word = self.gate.0.fetch_and(!OPEN, Ordering::AcqRel);
        let mut spins = 0u32;
        while word & INSIDE != 0 {
            spins += 1;
            if spins.is_multiple_of(4096) {
                thread::yield_now()
            } else {
                std::hint::spin_loop()
            }
            word = self.gate.0.load(Ordering::Acquire);
        }
    }

    fn stop(&self) {
        self.gate.0.fetch_or(STOP, Ordering::SeqCst);
        self.wake(usize::MAX);
    }

    fn worker(&self, me: usize) {
        let mut seen = 0;
        while let Some(word) = self.wait(me, seen) {
            if self.gate.0.compare_exchange(word, word + 1, Ordering::Acquire, Ordering::Relaxed).is_err() {
                continue;
            }
            seen = (word >> EPOCH_SHIFT) as u32;
            let participants = (word >> LIMIT_SHIFT & LIMIT_MASK) as usize + 1;
            // SAFETY: this thread is inside, so the caller does not change the job.
            let job = unsafe { *self.job.get() };
            if let Some(job) = job {
                // SAFETY: promised by the caller, who waits for this thread to leave.
                work(&self.ranges[..participants], me, |unit| unsafe { job.run(unit) });
            }
            self.gate.0.fetch_sub(1, Ordering::Release);
        }
    }

    /// Waits until the gate is open to worker `me` for another job than `seen`; returns the gate's word, or
    /// `None` when the pool ends.
    fn wait(&self, me: usize, seen: u32) -> Option<u64> {
        let ready = |word: u64| {
            let admitted = (word >> LIMIT_SHIFT & LIMIT_MASK) as usize >= me;
            word & STOP != 0 || (word & OPEN != 0 && admitted && (word >> EPOCH_SHIFT) as u32 != seen)
        };
        let mut word = self.gate.0.load(Ordering::Acquire);
        if !ready(word) {
            let start = Instant::now();
            loop {
                for _ in 0..64 {
                    std::hint::spin_loop();
                    word = self.gate.0.load(Ordering::Acquire);
                    if ready(word) {
                        break;
                    }
                }
                if ready(word) {
                    break;
                }
                if start.elapsed() >= self.spin {
                    word = self.sleep(me, ready);
                    break;
                }
            }
        }
        (word & STOP == 0).then_some(word)
    }

    fn sleep(&self, me: usize, ready: impl Fn(u64) -> bool) -> u64 {
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        self.asleep[me].store(true, Ordering::SeqCst);
        let word = loop {
            let word = self.gate.0.load(Ordering::SeqCst);
            if ready(word) {
                break word;
            }
            thread::park();
        };
        self.asleep[me].store(false, Ordering::SeqCst);
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
        word
    }
}

#[cfg(test)]
mod tests;
