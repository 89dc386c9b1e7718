//! Barriers in memory: how many have arrived, and which phase it is.

use super::order::Seen;
use tf_ir::location::Location;

/// Which word of which buffer.
pub(crate) type Place = (usize, usize);

/// A barrier in memory.
pub(crate) struct Barrier {
    /// How many threads arrive in a phase.
    count: u32,
    /// How many have.
    arrived: u32,
    /// Bytes that are expected, less those that have come.
    bytes: i64,
    /// How many phases have ended.
    pub(super) ended: u32,
    /// What those that have arrived in this phase have seen.
    arriving: Seen,
    /// What those that have waited see.
    pub(super) done: Seen,
    /// Its number among those of the block.
    pub(super) number: usize,
    /// Where it was made.
    pub(super) loc: Location,
}

impl Barrier {
    /// One at which so many threads arrive in each phase.
    pub(super) fn new(count: u32, number: usize, loc: Location) -> Barrier {
        let (arriving, done) = (Seen::default(), Seen::default());
        Barrier { count, arrived: 0, bytes: 0, ended: 0, arriving, done, number, loc }
    }

    /// How many threads there are, if all of them have arrived.
    pub(super) fn is_full(&self) -> Option<u32> {
        (self.arrived == self.count).then_some(self.count)
    }

    /// A thread arrives that has seen so much, and expects so many bytes.
    pub(super) fn arrive(&mut self, seen: &Seen, bytes: u64) {
        self.arriving.join(seen);
        self.arrived += 1;
        self.bytes += i64::try_from(bytes).unwrap_or(i64::MAX);
    }

    /// Bytes arrive.
    pub(super) fn bring(&mut self, bytes: u64) {
        self.bytes -= i64::try_from(bytes).unwrap_or(i64::MAX);
    }

    /// Ends the phase if all has come.
    pub(super) fn settle(&mut self, agent: usize) {
        if self.arrived < self.count || self.bytes != 0 {
            return;
        }
        self.arrived = 0;
        self.ended += 1;
        let arriving = std::mem::take(&mut self.arriving);
        self.done.join(&arriving);
        self.done.raise(agent, self.ended);
    }

    /// Whether who waits for a phase of this parity goes on.
    pub(super) fn is_over(&self, parity: u64) -> bool {
        u64::from(self.ended) % 2 != parity
    }
}
