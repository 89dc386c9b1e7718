//! State of a barrier in memory: arrivals and phases.

use super::order::Seen;
use tf_ir::location::Location;

/// A word: buffer and position.
pub(crate) type WordAddress = (usize, usize);

/// A barrier in memory.
pub(crate) struct Barrier {
    /// Threads that arrive in each phase.
    count: u32,
    /// Threads that have arrived in this phase.
    arrived: u32,
    /// Expected bytes minus arrived bytes.
    bytes: i64,
    /// The count of completed phases.
    pub(super) ended: u32,
    /// The joined clocks of the threads that have arrived in this phase.
    arriving: Seen,
    /// The clocks that waiting threads join.
    pub(super) done: Seen,
    /// Its index among the barriers of the cluster.
    pub(super) number: usize,
    /// The location of its initialization.
    pub(super) loc: Location,
}

impl Barrier {
    /// A barrier at which `count` threads arrive in each phase.
    pub(super) fn new(count: u32, number: usize, loc: Location) -> Barrier {
        let (arriving, done) = (Seen::default(), Seen::default());
        Barrier { count, arrived: 0, bytes: 0, ended: 0, arriving, done, number, loc }
    }

    /// The count of threads, if all of them have arrived.
    pub(super) fn is_full(&self) -> Option<u32> {
        (self.arrived == self.count).then_some(self.count)
    }

    /// A thread with the clock `seen` arrives and expects `bytes` more bytes.
    pub(super) fn arrive(&mut self, seen: &Seen, bytes: u64) {
        self.arriving.join(seen);
        self.arrived += 1;
        self.bytes += i64::try_from(bytes).unwrap_or(i64::MAX);
    }

    /// Bytes arrive.
    pub(super) fn bring(&mut self, bytes: u64) {
        self.bytes -= i64::try_from(bytes).unwrap_or(i64::MAX);
    }

    /// Completes the phase if all threads and bytes have arrived.
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

    /// True if threads that wait for a phase of this parity proceed.
    pub(super) fn is_over(&self, parity: u64) -> bool {
        u64::from(self.ended) % 2 != parity
    }
}
