//! Resource limits of a run and its cancellation: the same for the interpreter and for machine code.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The resource limits of one run of a program; there are no limits by default.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Operations that the interpreter executes. Machine code does not count them.
    pub steps: Option<u64>,
    /// Wall-clock time of the call.
    pub time: Option<Duration>,
    /// Bytes that the run holds at the same time, besides its arguments: results, intermediate tensors and
    /// buffers.
    pub bytes: Option<u64>,
    /// The handle that cancels the run.
    pub cancel: Option<Cancel>,
}

impl Limits {
    /// No limits.
    pub fn new() -> Limits {
        Limits::default()
    }

    /// Limits the count of the interpreter's operations.
    pub fn steps(self, most: u64) -> Limits {
        Limits { steps: Some(most), ..self }
    }

    /// Limits the time.
    pub fn time(self, most: Duration) -> Limits {
        Limits { time: Some(most), ..self }
    }

    /// Limits the bytes that the run holds at the same time.
    pub fn bytes(self, most: u64) -> Limits {
        Limits { bytes: Some(most), ..self }
    }

    /// Lets this handle cancel the run.
    pub fn cancel(self, handle: &Cancel) -> Limits {
        Limits { cancel: Some(handle.clone()), ..self }
    }
}

/// A handle to cancel runs; clones share it, and any thread may use it. After a cancellation, its runs end as
/// soon as they notice it, and new ones do not begin until it is [reset](Cancel::reset).
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    state: Arc<StopWord>,
}

impl Cancel {
    /// A handle that is not cancelled.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Cancels the handle's runs. It only sets a flag, so a signal handler may call it.
    pub fn cancel(&self) {
        self.state.stop(&Interrupt::Cancelled);
    }

    /// Allows new runs.
    pub fn reset(&self) {
        self.state.0.store(0, Ordering::Relaxed);
    }

    /// Whether the handle is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.state.is_stopped()
    }

    /// The word that runs poll.
    pub fn word(&self) -> &Arc<StopWord> {
        &self.state
    }
}

/// A word that a run polls: the run ends when it is not 0.
#[derive(Debug, Default)]
pub struct StopWord(AtomicU64);

impl StopWord {
    const CANCELLED: u64 = 1;
    const LIMIT: u64 = 2;

    /// Requests that the run ends; an earlier request prevails.
    pub fn stop(&self, why: &Interrupt) {
        let word = if *why == Interrupt::Cancelled { Self::CANCELLED } else { Self::LIMIT };
        // No thread reads memory based on this write, so it needs no order.
        let _ = self.0.compare_exchange(0, word, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether the run is to end.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Whether the run is to end because it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) == Self::CANCELLED
    }

    /// The word, for code that polls it.
    pub fn as_atomic(&self) -> &AtomicU64 {
        &self.0
    }
}

/// A limit that a run reached, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Operations of the interpreter.
    Steps(u64),
    /// Time.
    Time(Duration),
    /// Bytes.
    Bytes(u64),
}

impl Limit {
    /// The option of `tfrun` that sets it.
    pub fn option(self) -> &'static str {
        match self {
            Limit::Steps(_) => "--max-steps",
            Limit::Time(_) => "--max-seconds",
            Limit::Bytes(_) => "--max-bytes",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Steps(most) => write!(f, "{most} steps"),
            Limit::Time(most) => write!(f, "{} s", most.as_secs_f64()),
            Limit::Bytes(most) => write!(f, "{most} bytes"),
        }
    }
}

/// The reason why a run was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// Its handle was cancelled.
    Cancelled,
    /// It reached a limit.
    Limit(Limit),
}

impl fmt::Display for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interrupt::Cancelled => f.write_str("the run was cancelled"),
            Interrupt::Limit(limit) => write!(f, "the limit of {limit} is reached ({})", limit.option()),
        }
    }
}
