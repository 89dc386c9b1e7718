//! What a run may use up, and how it is stopped from outside: the same for the interpreter and for machine code.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What one run of a program may use up; nothing is limited by default.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Operations that the interpreter executes. Machine code counts none.
    pub steps: Option<u64>,
    /// Time from the call to its end.
    pub time: Option<Duration>,
    /// Bytes that the run holds at the same time, besides its arguments: results, intermediate tensors and buffers.
    pub bytes: Option<u64>,
    /// Who may cancel the run.
    pub cancel: Option<Cancel>,
}

impl Limits {
    /// No limits.
    pub fn new() -> Limits {
        Limits::default()
    }

    /// At most so many operations of the interpreter.
    pub fn steps(self, most: u64) -> Limits {
        Limits { steps: Some(most), ..self }
    }

    /// At most so much time.
    pub fn time(self, most: Duration) -> Limits {
        Limits { time: Some(most), ..self }
    }

    /// At most so many bytes at the same time.
    pub fn bytes(self, most: u64) -> Limits {
        Limits { bytes: Some(most), ..self }
    }

    /// Runs end when this handle says so.
    pub fn cancel(self, handle: &Cancel) -> Limits {
        Limits { cancel: Some(handle.clone()), ..self }
    }
}

/// A handle to cancel runs: clones are the same handle, which may be used on any thread. Once cancelled, runs that it was given
/// to end as soon as they see it, and new ones do not begin, until it is [reset](Cancel::reset).
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    state: Arc<StopWord>,
}

impl Cancel {
    /// A handle that nothing was cancelled by.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Ends the runs that this handle was given to. It only sets a flag, so a handler of signals may call it.
    pub fn cancel(&self) {
        self.state.stop(&Interrupt::Cancelled);
    }

    /// Lets runs begin again.
    pub fn reset(&self) {
        self.state.0.store(0, Ordering::Relaxed);
    }

    /// Whether runs are to end.
    pub fn is_cancelled(&self) -> bool {
        self.state.is_stopped()
    }

    /// The word that runs look at.
    pub fn word(&self) -> &Arc<StopWord> {
        &self.state
    }
}

/// A word that a run looks at again and again: it ends when it is no longer 0.
#[derive(Debug, Default)]
pub struct StopWord(AtomicU64);

impl StopWord {
    const CANCELLED: u64 = 1;
    const LIMIT: u64 = 2;

    /// Says that the run is to end, unless that has been said.
    pub fn stop(&self, why: &Interrupt) {
        let word = if *why == Interrupt::Cancelled { Self::CANCELLED } else { Self::LIMIT };
        // Nobody reads memory that this thread wrote because of it: no order is needed.
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

/// Which limit a run reached, and what it was.
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

/// Why a run was ended that might have gone on.
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
