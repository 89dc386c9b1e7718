//! The price of scattered updates by one thread, and by owner computes: each owner visits all updates and
//! makes those of its part.

use super::figures::{L1_SHARE, MISSED_BRANCH, NOT_OVERLAPPED, OWNER_FOUND};
use tf_dialects::target::Target;

/// The cost of an update, in additions of one lane, with all its data in L1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Update {
    /// Computing the subscripts.
    pub place: f64,
    /// Computing the values, and updating the elements.
    pub change: f64,
    /// Bytes that are read sequentially for the subscripts, and those for the change.
    pub read: [f64; 2],
    /// Elements, or rows, that it updates.
    pub puts: f64,
    /// Adjacent bytes of each of these.
    pub side: f64,
}

impl Update {
    /// The time of these updates to a target of this size in bytes, by this many owners; a single owner skips
    /// the test.
    pub fn time(&self, updates: f64, bytes: f64, owners: f64, target: &Target) -> f64 {
        let is_shared = owners > 1.0;
        let asked = if is_shared { self.puts * (OWNER_FOUND + MISSED_BRANCH / owners) } else { 0.0 };
        let work = updates * (self.place + asked + self.change / owners);
        let waits = self.puts * wait(self.side, bytes / owners, target) / owners;
        let memory = updates * ((self.read[0] + self.read[1] / owners) * target.rates.memory_byte + waits);
        let shared_out = if is_shared { target.rates.fork_join } else { 0.0 };
        work.max(memory) + NOT_OVERLAPPED * work.min(memory) + shared_out
    }
}

/// The latency of adjacent bytes at a random position in a tensor: the larger the tensor, the less of it a
/// cache holds.
fn wait(side: f64, bytes: f64, target: &Target) -> f64 {
    let beyond = |cached: f64| 1.0 - (cached / bytes.max(1.0)).min(1.0);
    let (rates, caches) = (&target.rates, &target.caches);
    let levels = [
        (L1_SHARE * target.l1_bytes as f64, rates.l2_byte),
        (target.l2_bytes as f64 / 2.0, rates.l3_byte - rates.l2_byte),
        (caches.l3_bytes as f64, (rates.memory_byte - rates.l3_byte) * rates.jump),
    ];
    let side = side.max(f64::from(caches.line_bytes));
    let lines = side * levels.iter().map(|(cached, each)| beyond(*cached) * each).sum::<f64>();
    let known = f64::from(caches.known_pages) / 2.0 * f64::from(caches.page_bytes);
    lines + rates.page_lookup * beyond(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_dialects::target::Level;

    /// Scatter-add of single floats at indices that are read.
    const SINGLE: Update = Update { place: 2.0, change: 4.0, read: [4.0, 4.0], puts: 1.0, side: 4.0 };

    fn gain(update: Update, updates: f64, bytes: f64, owners: f64) -> f64 {
        let target = Level::V4.target();
        update.time(updates, bytes, 1.0, &target) / update.time(updates, bytes, owners, &target)
    }

    #[test]
    fn owners_pay_where_updates_wait_for_memory() {
        // A branch that is mispredicted half of the time cancels most of the gain of two threads.
        assert!((1.0..1.25).contains(&gain(SINGLE, 1e6, 40e6, 2.0)));
        assert!(gain(SINGLE, 1e6, 40e6, 4.0) > 1.5);
        assert!(gain(SINGLE, 1e6, 40e6, 8.0) > 2.0);
        // An access to L1 costs less than finding its owner.
        assert!(gain(SINGLE, 1e6, 4e3, 2.0) < 1.0);
        assert!(gain(SINGLE, 1e6, 4e3, 16.0) < 1.0);
        // Few updates do not pay for waking threads.
        assert!(gain(SINGLE, 1e3, 40e6, 2.0) < 1.0);
    }

    #[test]
    fn owners_pay_where_values_are_dear() {
        let expensive = Update { change: 200.0, ..SINGLE };
        assert!(gain(expensive, 1e6, 4e3, 2.0) > 1.5);
        let place = Update { place: 200.0, ..SINGLE };
        assert!(gain(place, 1e6, 4e3, 2.0) < 1.1);
    }
}
