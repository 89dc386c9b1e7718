//! Buffers of pinned host memory for copies to and from the device, which are reused.

use crate::driver::Staging;
use std::collections::VecDeque;

/// Size of a buffer in bytes: large enough for the full speed of the bus, small enough that several can be in
/// flight.
pub(crate) const PIECE: usize = 4 << 20;

/// Number of buffers that all streams share freely.
const SHARED: usize = 8;

/// Number of buffers that each stream may have beyond that: it fills one while the device reads the other.
const OWN: usize = 2;

/// A buffer that the device may access.
pub(crate) struct Used {
    pub(crate) piece: Staging,
    /// The event after which the device no longer accesses it; `None` if only the end of the stream's work
    /// shows that.
    pub(crate) until: Option<u64>,
    pub(crate) stream: u64,
}

/// Where the next buffer comes from.
pub(crate) enum Source {
    /// It is free.
    Free(Staging),
    /// The driver allocates it.
    New,
    /// The same stream still uses it: it waits for its own work, never for that of others.
    Own(Used),
    /// Another stream used it. It is free if its event has passed; nothing waits for that.
    Foreign(Used),
}

/// The buffers of a device.
#[derive(Default)]
pub(crate) struct Pieces {
    free: Vec<Staging>,
    /// In order of their use.
    used: VecDeque<Used>,
    /// How many exist, with those that threads are filling.
    made: usize,
}

impl Pieces {
    /// A buffer for a stream. `asked` is whether a buffer of another stream has been looked at.
    pub(crate) fn next(&mut self, stream: u64, asked: bool) -> Source {
        if let Some(piece) = self.free.pop() {
            return Source::Free(piece);
        }
        let own = self.used.iter().filter(|used| used.stream == stream).count();
        if self.made >= SHARED {
            if own >= OWN
                && let Some(used) = self.remove(|used| used.stream == stream)
            {
                return Source::Own(used);
            }
            if !asked && let Some(used) = self.remove(|used| used.stream != stream && used.until.is_some()) {
                return Source::Foreign(used);
            }
        }
        self.made += 1;
        Source::New
    }

    fn remove(&mut self, which: impl Fn(&Used) -> bool) -> Option<Used> {
        let at = self.used.iter().position(which)?;
        self.used.remove(at)
    }

    /// Notes that a new buffer could not be allocated. The oldest buffer of the stream that asked, if any.
    pub(crate) fn not_made(&mut self, stream: u64) -> Option<Used> {
        self.made -= 1;
        self.remove(|used| used.stream == stream)
    }

    /// Puts back a buffer that is still in use.
    pub(crate) fn put_back(&mut self, used: Used) {
        self.used.push_front(used);
    }

    /// Marks a buffer as in use by the device until an event.
    pub(crate) fn busy(&mut self, used: Used) {
        self.used.push_back(used);
    }

    /// Frees a buffer that is not in use.
    pub(crate) fn give(&mut self, piece: Staging) {
        self.free.push(piece);
    }

    /// Frees the buffers of a stream whose work is done. The events that are not needed any more.
    pub(crate) fn done(&mut self, stream: u64) -> Vec<u64> {
        let (done, used): (VecDeque<Used>, _) =
            std::mem::take(&mut self.used).into_iter().partition(|used| used.stream == stream);
        self.used = used;
        let free = |used: Used| {
            self.free.push(used.piece);
            used.until
        };
        done.into_iter().filter_map(free).collect()
    }

    /// All buffers, and the events of those in use. All streams are idle.
    pub(crate) fn drain(&mut self) -> (Vec<Staging>, Vec<u64>) {
        let used = std::mem::take(&mut self.used);
        let (mut pieces, mut events) = (std::mem::take(&mut self.free), Vec::new());
        for used in used {
            pieces.push(used.piece);
            events.extend(used.until);
        }
        (pieces, events)
    }
}
