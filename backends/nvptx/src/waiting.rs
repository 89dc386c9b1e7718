//! Waits for a GPU's work with timeouts.

use crate::error::{ended, late};
use crate::gpu::Gpu;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};
use tf_device::{DeviceError, Oversight};

/// Default time for work to end after it was told to end, or is not needed any more: kernels that do not poll
/// finish within it, unless they never end.
pub(crate) const GRACE: Duration = Duration::from_secs(10);

/// How long a wait polls without sleeping: most work is done within that time.
const BUSY_WAIT: Duration = Duration::from_millis(20);

/// How long a wait sleeps between two polls after that.
pub(crate) const NAP: Duration = Duration::from_micros(200);

const DOING: &str = "waiting for the GPU";

/// The point in a stream's work that a wait is for.
#[derive(Clone, Copy)]
pub(crate) enum Until {
    /// All of its work is done.
    Idle,
    /// It has reached an event.
    Event(u64),
}

/// How a wait ended.
struct Watched {
    /// Whether kernels were told to end, so that all work of the stream is done.
    told: bool,
    /// The time that was exceeded.
    late: Option<Duration>,
}

impl Gpu {
    /// Waits for a stream, as long as the options and its run allow. After that, kernels are told to end, and
    /// all work of the stream is awaited; the context is given up only if that does not end.
    pub(crate) fn wait(
        &self,
        stream: u64,
        until: Until,
        oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        let limited = self.options.time.is_some() || oversight.stop.is_some();
        let watched = match (limited, until) {
            (true, until) => self.watch(stream, until, oversight)?,
            (false, Until::Idle) => {
                self.call(DOING, |driver| driver.synchronize(stream))?;
                Watched { told: false, late: None }
            }
            (false, Until::Event(event)) => {
                self.call(DOING, |driver| driver.await_event(event))?;
                Watched { told: false, late: None }
            }
        };
        if watched.told || matches!(until, Until::Idle) {
            self.settle(stream)?;
        }
        watched.late.map_or(Ok(()), |most| Err(ended(most.as_secs_f64())))
    }

    /// Frees what the work of an idle stream has used: its buffers, its events, its stop words.
    fn settle(&self, stream: u64) -> Result<(), DeviceError> {
        let _user = self.use_context()?;
        self.state.with(|state| {
            state.words.done(stream);
            let events = state.pieces.done(stream);
            state.events.extend(events);
        });
        Ok(())
    }

    /// Polls a stream and its run.
    fn watch(&self, stream: u64, until: Until, oversight: Oversight<'_>) -> Result<Watched, DeviceError> {
        let is_done = |told: bool| match until {
            Until::Event(event) if !told => self.call(DOING, |driver| driver.is_reached(event)),
            _ => self.call(DOING, |driver| driver.is_done(stream)),
        };
        let (start, mut told, mut late) = (Instant::now(), None, None);
        while !is_done(told.is_some())? {
            let passed = start.elapsed();
            late = late.or(self.options.time.filter(|most| passed > *most));
            if told.is_none() && (late.is_some() || oversight.is_stopped()) {
                let obeys = self.stop(stream)?;
                if let Some(most) = late.filter(|_| !obeys) {
                    return Err(self.abandon(most));
                }
                told = Some(passed);
            }
            if told.is_some_and(|told| passed - told > self.options.grace.unwrap_or(GRACE)) {
                return Err(self.abandon(passed));
            }
            match passed < BUSY_WAIT {
                true => thread::yield_now(),
                false => thread::sleep(NAP),
            }
        }
        Ok(Watched { told: told.is_some(), late })
    }

    /// Tells the kernels of a stream to end. False if none of them polls.
    fn stop(&self, stream: u64) -> Result<bool, DeviceError> {
        let _user = self.use_context()?;
        Ok(self.state.with(|state| state.words.stop(stream)))
    }

    /// Gives up the context, because its work does not end.
    fn abandon(&self, after: Duration) -> DeviceError {
        self.hangs.store(true, Ordering::SeqCst);
        self.seen(late(after.as_secs_f64()))
    }
}
