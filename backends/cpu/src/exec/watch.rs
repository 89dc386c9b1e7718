//! The limits of a run of machine code: the word that stops it, its clock, and its remaining bytes.

use super::RunError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tf_abi::call::NEVER;
use tf_device::Oversight;
use tf_dialects::limits::{Interrupt, Limit, Limits, StopWord};
use tf_dialects::prints::Printer;

/// The interval at which a clock checks for cancellation.
const TICK: Duration = Duration::from_millis(20);

/// The watch over a run, which may be a sequence of calls.
pub struct Watch {
    limits: Limits,
    /// The word that stops the run; without it, the run cannot be stopped.
    word: Option<Arc<StopWord>>,
    bytes: Option<AtomicI64>,
    printer: Printer,
    /// Held for the duration of the run.
    _clock: Option<Clock>,
}

impl Watch {
    /// A run without limits.
    pub fn none() -> Watch {
        Watch {
            limits: Limits::default(),
            word: None,
            bytes: None,
            printer: Printer::default(),
            _clock: None,
        }
    }

    /// A run with limits, which starts now.
    ///
    /// # Errors
    /// [`RunError`]: a limit on steps, which machine code does not count; no thread is available for the
    /// clock; the handle is already cancelled.
    pub fn start(limits: &Limits) -> Result<Watch, RunError> {
        if limits.steps.is_some() {
            return Err(RunError::Unlimited(
                "machine code does not count steps: limit its time instead".to_string(),
            ));
        }
        let handle = limits.cancel.as_ref().map(|cancel| cancel.word().clone());
        let clock = limits.time.map(|most| Clock::start(most, handle.clone())).transpose();
        let clock = clock.map_err(|e| {
            RunError::Unlimited(format!("cannot start the thread that watches the time limit: {e}"))
        })?;
        let watch = Watch {
            word: clock.as_ref().map(|clock| clock.word.clone()).or(handle),
            bytes: limits.bytes.map(|most| AtomicI64::new(i64::try_from(most).unwrap_or(i64::MAX))),
            limits: limits.clone(),
            printer: Printer::default(),
            _clock: clock,
        };
        watch.check()?;
        Ok(watch)
    }

    /// The word that stops the run, if it can be stopped.
    pub fn word(&self) -> Option<&StopWord> {
        self.word.as_deref()
    }

    /// The limits in the form that devices use.
    pub fn oversight(&self) -> Oversight<'_> {
        Oversight { stop: self.word(), printer: Some(&self.printer), bytes: self.bytes.as_ref() }
    }

    /// Checks whether the run was stopped.
    ///
    /// # Errors
    /// The reason, if it was stopped.
    pub fn outcome(&self) -> Result<(), RunError> {
        self.check()
    }

    /// The same with a receiver of the run's prints.
    #[must_use]
    pub fn printing_to(self, printer: &Printer) -> Watch {
        Watch { printer: printer.clone(), ..self }
    }

    /// The receiver of the run's prints.
    pub(super) fn printer(&self) -> &Printer {
        &self.printer
    }

    /// An error if the run was stopped.
    pub(super) fn check(&self) -> Result<(), RunError> {
        let cancelled = self.limits.cancel.as_ref().is_some_and(|handle| handle.is_cancelled());
        match &self.word {
            _ if cancelled => Err(Interrupt::Cancelled.into()),
            Some(word) if word.is_stopped() => {
                let most = self.limits.time.unwrap_or_default();
                Err(Interrupt::Limit(Limit::Time(most)).into())
            }
            _ => Ok(()),
        }
    }

    /// Takes bytes from the remaining ones.
    ///
    /// # Errors
    /// Too few bytes remain.
    pub fn take(&self, bytes: usize) -> Result<(), RunError> {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        if let Some(left) = &self.bytes
            && left.fetch_sub(bytes, Ordering::Relaxed) < bytes
        {
            return Err(self.too_many_bytes());
        }
        Ok(())
    }

    /// True if the run requested more bytes than its limit.
    pub fn is_out_of_bytes(&self) -> bool {
        self.bytes.as_ref().is_some_and(|left| left.load(Ordering::Relaxed) < 0)
    }

    /// The error that the run requested more bytes than its limit.
    pub fn too_many_bytes(&self) -> RunError {
        Interrupt::Limit(Limit::Bytes(self.limits.bytes.unwrap_or_default())).into()
    }

    /// The word that generated code polls.
    pub(super) fn stop(&self) -> *const AtomicU64 {
        self.word.as_ref().map_or(&raw const NEVER, |word| word.as_atomic())
    }

    /// The bytes that the runtime counts down.
    pub(super) fn bytes(&self) -> *const AtomicI64 {
        self.bytes.as_ref().map_or(std::ptr::null(), |bytes| bytes)
    }
}

/// A thread that stops a run when its time is over or its handle is cancelled.
struct Clock {
    word: Arc<StopWord>,
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Clock {
    fn start(most: Duration, handle: Option<Arc<StopWord>>) -> std::io::Result<Clock> {
        let (word, done) = (Arc::new(StopWord::default()), Arc::new(AtomicBool::new(false)));
        let (seen, ended) = (word.clone(), done.clone());
        let begin = Instant::now();
        let thread = thread::Builder::new().name("tensorforge-clock".to_string()).spawn(move || {
            while !ended.load(Ordering::Acquire) {
                let left = most.saturating_sub(begin.elapsed());
                if handle.as_ref().is_some_and(|handle| handle.is_stopped()) {
                    return seen.stop(&Interrupt::Cancelled);
                }
                if left.is_zero() {
                    return seen.stop(&Interrupt::Limit(Limit::Time(most)));
                }
                thread::park_timeout(left.min(TICK));
            }
        })?;
        Ok(Clock { word, done, thread: Some(thread) })
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // The thread does nothing that could fail.
            drop(thread.join());
        }
    }
}
