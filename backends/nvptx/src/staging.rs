//! Reuses a few buffers of pinned host memory for copies to and from the device.

use crate::driver::{Call, Context, Driver, Staging};

/// Size of a buffer in bytes: large enough for the full speed of the bus, small enough that several can be in
/// flight.
pub(crate) const PIECE: usize = 4 << 20;

/// Maximum number of buffers.
const MOST: usize = 8;

/// A buffer, and the event after which the device no longer reads it.
struct Used {
    piece: Staging,
    until: u64,
    stream: u64,
}

/// The buffers of a device.
#[derive(Default)]
pub(crate) struct Pieces {
    free: Vec<Staging>,
    /// In order of their use.
    used: Vec<Used>,
}

impl Pieces {
    /// A free buffer: one that was freed, or a new one below the maximum, else the least recently used one
    /// after its copy is done.
    pub(crate) fn take(&mut self, driver: &dyn Driver, context: Context) -> Call<Staging> {
        if let Some(piece) = self.free.pop() {
            return Ok(piece);
        }
        if self.used.len() < MOST {
            return driver.staging(context, PIECE);
        }
        let first = self.used.remove(0);
        driver.synchronize(context, first.stream)?;
        driver.drop_event(context, first.until)?;
        Ok(first.piece)
    }

    /// Marks a buffer as read by the device until an event.
    pub(crate) fn busy(&mut self, piece: Staging, stream: u64, until: u64) {
        self.used.push(Used { piece, until, stream });
    }

    /// Frees a buffer that is not in use.
    pub(crate) fn give(&mut self, piece: Staging) {
        self.free.push(piece);
    }

    /// Frees the buffers of a stream whose work is done.
    pub(crate) fn done(&mut self, driver: &dyn Driver, context: Context, stream: u64) -> Call<()> {
        let (done, used) =
            std::mem::take(&mut self.used).into_iter().partition(|used: &Used| used.stream == stream);
        self.used = used;
        for Used { piece, until, .. } in done {
            self.free.push(piece);
            driver.drop_event(context, until)?;
        }
        Ok(())
    }

    /// Returns all buffers to the driver. All streams are idle.
    pub(crate) fn clear(&mut self, driver: &dyn Driver, context: Context) {
        for Used { piece, until, .. } in self.used.drain(..) {
            driver.drop_event(context, until).ok();
            self.free.push(piece);
        }
        self.free.drain(..).for_each(|piece| drop(driver.free_staging(context, piece)));
    }
}
