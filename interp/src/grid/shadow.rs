//! Shadow memory: for each element, as many accesses as it takes to find every data race.
//!
//! Accesses of different blocks are unordered. Within a block, a barrier orders the accesses before it and
//! after it; within a warp, the warp's barriers do the same. One write is enough: a write that is unordered
//! with an earlier access is an error at once, so an access ordered after the last write is ordered after all
//! before it. Of the reads (and of the atomic accesses, which may be concurrent), the two that are furthest
//! apart are enough: a later access ordered after both is ordered after all of them.

use tf_ir::location::Location;

/// The scope of an atomic access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// The threads of the block.
    Block,
    /// The threads of the cluster.
    Cluster,
    /// All threads.
    All,
}

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Touch {
    /// A read.
    Read,
    /// A write.
    Write,
    /// An atomic update.
    Atomic(Reach),
}

impl Touch {
    /// The access as a phrase with the object `what`.
    pub(crate) fn words(self, what: &str) -> String {
        match self {
            Touch::Read => format!("reads {what}"),
            Touch::Write => format!("writes {what}"),
            Touch::Atomic(_) => format!("changes {what} atomically"),
        }
    }
}

/// An access of an element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    /// The index of the cluster.
    pub(crate) cluster: u64,
    /// The index of the block in the grid.
    pub(crate) block: u64,
    /// The index of the thread in the block.
    pub(crate) thread: u32,
    /// The index of the warp in the block.
    pub(crate) warp: u32,
    /// The count of block barriers passed before.
    pub(crate) epoch: u32,
    /// The count of warp barriers passed before.
    pub(crate) warp_epoch: u32,
    /// The count of releases (`kernel.store_release`) of the block before.
    pub(crate) releases: u32,
    /// The kind of access.
    pub(crate) touch: Touch,
    /// The location of the op.
    pub(crate) loc: Location,
}

impl Access {
    /// True if both accesses are atomic, in scopes that include both threads.
    pub(crate) fn both_atomic(&self, other: &Access) -> bool {
        let (Touch::Atomic(a), Touch::Atomic(b)) = (self.touch, other.touch) else { return false };
        let has = |reach: Reach| a == reach || b == reach;
        match () {
            () if self.block == other.block => true,
            () if self.cluster == other.cluster => !has(Reach::Block),
            () => !has(Reach::Block) && !has(Reach::Cluster),
        }
    }

    /// True if this access happens before a later one in every order of threads.
    pub(super) fn is_before(&self, later: &Access) -> bool {
        if self.block != later.block {
            return false;
        }
        let in_warp = self.warp == later.warp && self.warp_epoch < later.warp_epoch;
        self.thread == later.thread || self.epoch < later.epoch || in_warp
    }
}

/// Two concurrent accesses of one kind, as far apart as possible.
#[derive(Clone, Copy, Default)]
struct Pair([Option<Access>; 2]);

impl Pair {
    fn iter(&self) -> impl Iterator<Item = &Access> {
        self.0.iter().flatten()
    }

    fn add(&mut self, new: Access) {
        let [Some(first), second] = self.0 else {
            self.0 = [Some(new), None];
            return;
        };
        let apart = |a: &Access, b: &Access| match () {
            () if a.block != b.block => 3,
            () if a.warp != b.warp => 2,
            () if a.thread != b.thread => 1,
            () => 0,
        };
        // Accesses that a barrier of the block, or of their common warp, has ordered before the new one need
        // no entry.
        let one_warp = second.is_none_or(|second| second.warp == first.warp) && first.warp == new.warp;
        let stale = first.block == new.block
            && (first.epoch < new.epoch || one_warp && first.warp_epoch < new.warp_epoch);
        self.0 = match second {
            Some(second) if second.block != first.block => [Some(first), Some(second)],
            _ if stale => [Some(new), None],
            Some(second) if apart(&first, &second) >= apart(&first, &new) => [Some(first), Some(second)],
            _ if apart(&first, &new) > 0 => [Some(first), Some(new)],
            other => [Some(new), other],
        };
    }
}

/// The access history of one element.
#[derive(Clone, Default)]
pub(crate) struct Shadow {
    write: Option<Access>,
    reads: Pair,
    /// Atomic accesses in the scope of all threads.
    wide: Pair,
    /// Atomic accesses in the scope of the block.
    narrow: Pair,
    /// The last access of each thread and kind since the last write, if blocks hand memory to each other.
    all: Vec<Access>,
}

impl Shadow {
    /// Records an access.
    ///
    /// # Errors
    /// An earlier access that races with it.
    pub(crate) fn note(&mut self, new: Access) -> Result<(), Access> {
        let clash = |old: &&Access| !old.is_before(&new);
        let atomics = || self.wide.iter().chain(self.narrow.iter());
        let mut against: Vec<Access> = Vec::new();
        against.extend(self.write.iter().filter(clash));
        match new.touch {
            Touch::Read => against.extend(atomics().filter(clash)),
            Touch::Write => against.extend(self.reads.iter().chain(atomics()).filter(clash)),
            Touch::Atomic(reach) => {
                let narrow = reach != Reach::All;
                against.extend(self.reads.iter().filter(clash));
                // Accesses that are atomic in block scope conflict only with other blocks.
                let other_block = |old: &&Access| old.block != new.block;
                against.extend(self.narrow.iter().filter(other_block));
                against.extend(self.wide.iter().filter(|old| narrow && other_block(old)));
            }
        }
        if let Some(other) = against.first() {
            return Err(*other);
        }
        match new.touch {
            Touch::Read => self.reads.add(new),
            Touch::Atomic(Reach::All) => self.wide.add(new),
            Touch::Atomic(_) => self.narrow.add(new),
            Touch::Write => *self = Shadow { write: Some(new), ..Shadow::default() },
        }
        Ok(())
    }
}

impl Shadow {
    /// As [`Shadow::note`], for kernels with releases: an access of another block may be ordered before, so
    /// two accesses do not represent all.
    pub(crate) fn note_among_all(
        &mut self,
        new: Access,
        is_synchronized: &dyn Fn(&Access, &Access) -> bool,
    ) -> Result<(), Access> {
        let meets = |old: &Access| {
            let reads = old.touch == Touch::Read && new.touch == Touch::Read;
            !reads && !old.both_atomic(&new)
        };
        let clash = |old: &&Access| meets(old) && !old.is_before(&new) && !is_synchronized(old, &new);
        if let Some(other) = self.write.iter().chain(&self.all).find(clash) {
            return Err(*other);
        }
        if new.touch == Touch::Write {
            *self = Shadow { write: Some(new), ..Shadow::default() };
            return Ok(());
        }
        let same = |old: &Access| (old.block, old.thread, old.touch) == (new.block, new.thread, new.touch);
        self.all.retain(|old| !same(old));
        self.all.push(new);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deterministic pseudo-random integers.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, end: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % end
        }
    }

    /// The reference: compares the new access with all accesses so far.
    fn clashes(all: &[Access], new: &Access) -> bool {
        all.iter().any(|old| {
            let reads = old.touch == Touch::Read && new.touch == Touch::Read;
            !reads && !old.both_atomic(new) && !old.is_before(new)
        })
    }

    /// Two blocks of two warps of two threads, one block after the other, with barriers in between.
    #[test]
    fn two_accesses_stand_for_all() {
        let (mut found, mut fine) = (0, 0);
        for seed in 0..20_000 {
            let mut numbers = Numbers(seed);
            let (mut shadow, mut all) = (Shadow::default(), Vec::new());
            // Mostly one kind, so that long runs without a race occur.
            let kinds = 1 + numbers.below(12);
            'run: for block in 0..2 {
                let (mut epoch, mut warps) = (0, [0; 2]);
                for _ in 0..numbers.below(6) {
                    match numbers.below(4) {
                        0 => epoch += 1,
                        1 => warps[numbers.below(2) as usize] += 1,
                        _ => {}
                    }
                    let thread = numbers.below(4) as u32;
                    let touch = match numbers.below(kinds) {
                        0 => Touch::Write,
                        1 => Touch::Atomic(Reach::Block),
                        2 => Touch::Atomic(Reach::All),
                        _ => Touch::Read,
                    };
                    let warp_epoch = warps[thread as usize / 2];
                    let (warp, loc) = (thread / 2, Location::UNKNOWN);
                    let new = Access {
                        cluster: block,
                        block,
                        thread,
                        warp,
                        epoch,
                        warp_epoch,
                        releases: 0,
                        touch,
                        loc,
                    };
                    let wrong = clashes(&all, &new);
                    assert_eq!(shadow.note(new).is_err(), wrong, "seed {seed}: {new:?} after {all:?}");
                    if wrong {
                        found += 1;
                        break 'run;
                    }
                    fine += 1;
                    all.push(new);
                }
            }
        }
        assert!(found > 1000 && fine > 10_000, "{found} races, {fine} accesses without one");
    }
}
