//! Waits for a GPU's work with timeouts.

use crate::error::{ended, late};
use crate::gpu::Gpu;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};
use tf_device::{DeviceError, Oversight};

/// Default time for work to end after it was told to end, or is not needed any more: kernels that do not poll
/// finish within it, unless they never end.
const GRACE: Duration = Duration::from_secs(10);

/// How long a wait polls without sleeping: most work is done within that time.
const BUSY_WAIT: Duration = Duration::from_millis(20);

impl Gpu {
    /// Waits for a stream, as long as the options and its run allow. After that, kernels are told to end; the
    /// context is given up only if they do not.
    pub(crate) fn wait(&self, stream: u64, oversight: Oversight<'_>) -> Result<(), DeviceError> {
        const DOING: &str = "waiting for the GPU";
        let done = if self.options.time.is_none() && oversight.stop.is_none() {
            self.call(DOING, |driver| driver.synchronize(self.context, stream))
        } else {
            self.watch(stream, oversight, || self.call(DOING, |driver| driver.is_done(self.context, stream)))
        };
        if !self.is_lost() {
            self.lock().words.done(stream);
        }
        done
    }

    /// Polls a stream and its run until the stream is done.
    fn watch(
        &self,
        stream: u64,
        oversight: Oversight<'_>,
        is_done: impl Fn() -> Result<bool, DeviceError>,
    ) -> Result<(), DeviceError> {
        let (start, mut told, mut late) = (Instant::now(), None, None);
        while !is_done()? {
            let passed = start.elapsed();
            late = late.or(self.options.time.filter(|most| passed > *most));
            if told.is_none() && (late.is_some() || oversight.is_stopped()) {
                let obeys = self.lock().words.stop(stream);
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
                false => thread::sleep(Duration::from_micros(200)),
            }
        }
        late.map_or(Ok(()), |most| Err(ended(most.as_secs_f64())))
    }

    /// Gives up the context, because its work does not end.
    fn abandon(&self, after: Duration) -> DeviceError {
        self.hangs.store(true, Ordering::Relaxed);
        self.seen(late(after.as_secs_f64()))
    }
}
