//! Work stealing: each participant has a range of units, as one atomic word, and steals from others when its
//! range is empty.

use std::sync::atomic::{AtomicU64, Ordering};

/// Padding to a separate cache line (two lines, as some processors fetch lines in pairs).
#[repr(align(128))]
#[derive(Debug, Default)]
pub(super) struct Padded<T>(pub T);

/// The remaining units `lo..hi` of a participant; `lo` is in the upper half. The owner takes from the front,
/// others steal from the back. A unit is in one range at a time, and a range never regains units that it had
/// at its front, so equal words mean equal states.
#[derive(Debug, Default)]
pub(super) struct Range(AtomicU64);

fn pack(lo: u32, hi: u32) -> u64 {
    u64::from(lo) << 32 | u64::from(hi)
}

fn unpack(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}

impl Range {
    /// Sets the range; no other thread may use it meanwhile.
    pub fn set(&self, lo: u32, hi: u32) {
        self.0.store(pack(lo, hi), Ordering::Relaxed);
    }

    /// Takes the first unit.
    pub fn take(&self) -> Option<u32> {
        let mut word = self.0.load(Ordering::Relaxed);
        loop {
            let (lo, hi) = unpack(word);
            if lo >= hi {
                return None;
            }
            match self.0.compare_exchange_weak(word, pack(lo + 1, hi), Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(lo),
                Err(now) => word = now,
            }
        }
    }

    /// Takes the upper half of the remaining units (at least one unit); returns its bounds.
    pub fn steal(&self) -> Option<(u32, u32)> {
        let mut word = self.0.load(Ordering::Relaxed);
        loop {
            let (lo, hi) = unpack(word);
            if lo >= hi {
                return None;
            }
            let middle = lo + (hi - lo) / 2;
            match self.0.compare_exchange_weak(word, pack(lo, middle), Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some((middle, hi)),
                Err(now) => word = now,
            }
        }
    }
}

/// Runs participant `me` of `ranges`: calls `run` with the units of its range, then with stolen ones, until
/// all ranges are empty.
pub(super) fn work(ranges: &[Padded<Range>], me: usize, mut run: impl FnMut(u32)) {
    let own = &ranges[me].0;
    loop {
        while let Some(unit) = own.take() {
            run(unit);
        }
        let others = (1..ranges.len()).map(|step| &ranges[(me + step) % ranges.len()].0);
        let Some((lo, hi)) = others.into_iter().find_map(Range::steal) else { return };
        // The first unit is taken at once: no other thread may see the range with it at its front again.
        own.set(lo + 1, hi);
        run(lo);
    }
}

/// Distributes `units` evenly, in order.
pub(super) fn share(ranges: &[Padded<Range>], units: u32) {
    let count = ranges.len() as u64;
    let bound = |k: u64| (u64::from(units) * k / count) as u32;
    for (k, range) in ranges.iter().enumerate() {
        range.0.set(bound(k as u64), bound(k as u64 + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    fn ranges(count: usize) -> Vec<Padded<Range>> {
        (0..count).map(|_| Padded::default()).collect()
    }

    #[test]
    fn one_participant_runs_all_in_order() {
        for count in [1, 2, 3, 7] {
            let ranges = ranges(count);
            share(&ranges, 20);
            let mut done = Vec::new();
            work(&ranges, 0, |unit| done.push(unit));
            assert_eq!(done[..20 / count], (0..(20 / count) as u32).collect::<Vec<_>>());
            done.sort_unstable();
            assert_eq!(done, (0..20).collect::<Vec<_>>());
        }
    }

    #[test]
    fn shares_are_even_and_cover_everything() {
        for (count, units) in [(3, 10), (4, 2), (5, u32::MAX), (1, 0)] {
            let ranges = ranges(count);
            share(&ranges, units);
            let mut next = 0;
            for range in &ranges {
                let (lo, hi) = unpack(range.0.0.load(Ordering::Relaxed));
                assert_eq!(lo, next);
                assert!(hi - lo <= units / count as u32 + 1);
                next = hi;
            }
            assert_eq!(next, units);
        }
    }

    #[test]
    fn every_unit_once_with_thieves_about() {
        const UNITS: u32 = 20_000;
        for round in 0..10 {
            let ranges = ranges(4);
            // All units are in one range: three participants only steal.
            ranges[round % 4].0.set(0, UNITS);
            let done = (0..UNITS).map(|_| AtomicU32::new(0)).collect::<Vec<_>>();
            std::thread::scope(|scope| {
                for me in 0..4 {
                    let (ranges, done) = (&ranges, &done);
                    scope.spawn(move || {
                        work(ranges, me, |unit| {
                            done[unit as usize].fetch_add(1, Ordering::Relaxed);
                        })
                    });
                }
            });
            assert!(done.iter().all(|d| d.load(Ordering::Relaxed) == 1));
        }
    }
}
