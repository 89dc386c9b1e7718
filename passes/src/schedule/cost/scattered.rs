//! The price of updates of elements that may be anywhere in a tensor, by one thread, and by owners: threads each of which looks at all updates and makes those of its
//! own part.

use super::figures::{KEPT_NEAR, MISSED_BRANCH, OWNER_FOUND, SEEN};
use tf_dialects::target::Target;

/// What an update costs, in additions of one lane, where all that it touches is in the first cache.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Update {
    /// Finding out which elements it changes.
    pub place: f64,
    /// Its values, and changing the elements.
    pub change: f64,
    /// Bytes that are read one after the other to find out where, and those that belong to the change.
    pub read: [f64; 2],
    /// How many places it changes.
    pub puts: f64,
    /// Bytes side by side that a place has.
    pub side: f64,
}

impl Update {
    /// How long so many updates of a target of so many bytes take, if so many threads own a part each; one thread owns all without asking.
    pub fn time(&self, updates: f64, bytes: f64, owners: f64, target: &Target) -> f64 {
        let is_shared = owners > 1.0;
        let asked = if is_shared { self.puts * (OWNER_FOUND + MISSED_BRANCH / owners) } else { 0.0 };
        let work = updates * (self.place + asked + self.change / owners);
        let waits = self.puts * wait(self.side, bytes / owners, target) / owners;
        let memory = updates * ((self.read[0] + self.read[1] / owners) * target.rates.memory_byte + waits);
        let shared_out = if is_shared { target.rates.share_out } else { 0.0 };
        work.max(memory) + SEEN * work.min(memory) + shared_out
    }
}

/// What one waits for some bytes side by side that may be anywhere in a tensor: the farther away, the less of it a cache keeps.
fn wait(side: f64, bytes: f64, target: &Target) -> f64 {
    let beyond = |kept: f64| 1.0 - (kept / bytes.max(1.0)).min(1.0);
    let (rates, caches) = (&target.rates, &target.caches);
    let levels = [
        (KEPT_NEAR * target.l1_bytes as f64, rates.l2_byte),
        (target.l2_bytes as f64 / 2.0, rates.l3_byte - rates.l2_byte),
        (caches.l3_bytes as f64, (rates.memory_byte - rates.l3_byte) * rates.jump),
    ];
    let side = side.max(f64::from(caches.line_bytes));
    let lines = side * levels.iter().map(|(kept, each)| beyond(*kept) * each).sum::<f64>();
    let known = f64::from(caches.known_pages) / 2.0 * f64::from(caches.page_bytes);
    lines + rates.page_lookup * beyond(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_dialects::target::Level;

    /// Sums of single floats at places that are read.
    const SINGLE: Update = Update { place: 2.0, change: 4.0, read: [4.0, 4.0], puts: 1.0, side: 4.0 };

    fn gain(update: Update, updates: f64, bytes: f64, owners: f64) -> f64 {
        let target = Level::V4.target();
        update.time(updates, bytes, 1.0, &target) / update.time(updates, bytes, owners, &target)
    }

    #[test]
    fn owners_pay_where_updates_wait_for_memory() {
        // A branch that is guessed wrong half of the time eats up most of what two threads save.
        assert!((1.0..1.25).contains(&gain(SINGLE, 1e6, 40e6, 2.0)));
        assert!(gain(SINGLE, 1e6, 40e6, 4.0) > 1.5);
        assert!(gain(SINGLE, 1e6, 40e6, 8.0) > 2.0);
        // What is near costs less than asking whose it is.
        assert!(gain(SINGLE, 1e6, 4e3, 2.0) < 1.0);
        assert!(gain(SINGLE, 1e6, 4e3, 16.0) < 1.0);
        // Few updates do not pay for waking threads.
        assert!(gain(SINGLE, 1e3, 40e6, 2.0) < 1.0);
    }

    #[test]
    fn owners_pay_where_values_are_dear() {
        let dear = Update { change: 200.0, ..SINGLE };
        assert!(gain(dear, 1e6, 4e3, 2.0) > 1.5);
        let place = Update { place: 200.0, ..SINGLE };
        assert!(gain(place, 1e6, 4e3, 2.0) < 1.1);
    }
}
