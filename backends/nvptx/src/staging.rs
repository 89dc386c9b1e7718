//! Host memory for copies: a few pieces that the device reaches, used again and again.

use crate::driver::{Call, Context, Driver, Staging};

/// Bytes of a piece: large enough for the full speed of the bus, small enough that several wait at once.
pub(crate) const PIECE: usize = 4 << 20;

/// Pieces that are kept at most.
const MOST: usize = 8;

/// A piece, and the event after which the device no longer reads it.
struct Used {
    piece: Staging,
    until: u64,
    stream: u64,
}

/// The pieces of a device.
#[derive(Default)]
pub(crate) struct Pieces {
    free: Vec<Staging>,
    /// In the order in which they were used.
    used: Vec<Used>,
}

impl Pieces {
    /// A piece that nobody uses: one that was freed, or a new one while there are few, else the one that was used first, when its copy is
    /// done.
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

    /// The device reads a piece until an event.
    pub(crate) fn busy(&mut self, piece: Staging, stream: u64, until: u64) {
        self.used.push(Used { piece, until, stream });
    }

    /// Nobody reads a piece any more.
    pub(crate) fn give(&mut self, piece: Staging) {
        self.free.push(piece);
    }

    /// The work of a stream is done: its pieces are free.
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

    /// Gives all pieces back to the driver. No stream has work to do.
    pub(crate) fn clear(&mut self, driver: &dyn Driver, context: Context) {
        for Used { piece, until, .. } in self.used.drain(..) {
            driver.drop_event(context, until).ok();
            self.free.push(piece);
        }
        self.free.drain(..).for_each(|piece| drop(driver.free_staging(context, piece)));
    }
}
