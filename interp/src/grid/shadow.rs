//! Who accessed an element: enough of it to find every pair of accesses that are in no order.
//!
//! Accesses of different blocks are in no order. Within a block, those before a barrier come before those behind it; within a warp, the
//! same holds of its own barriers. Writes are kept alone: a write that is in no order with an earlier access is an error at once, so
//! whatever is in order with the last write is in order with all that came before. Of reads (and of atomic accesses, which may
//! meet each other), two are kept that are as far apart as any: a later access in order with both is in order with all of them.

use tf_ir::location::Location;

/// Between which threads an access is atomic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// Those of the block.
    Block,
    /// Those of the blocks of the cluster.
    Cluster,
    /// All.
    All,
}

/// How an element is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Touch {
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// It is changed atomically.
    Atomic(Reach),
}

impl Touch {
    /// What a thread does to something, in words.
    pub(crate) fn words(self, what: &str) -> String {
        match self {
            Touch::Read => format!("reads {what}"),
            Touch::Write => format!("writes {what}"),
            Touch::Atomic(_) => format!("changes {what} atomically"),
        }
    }
}

/// One access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    /// The cluster, by number.
    pub(crate) cluster: u64,
    /// The block, by number in the grid.
    pub(crate) block: u64,
    /// The thread in the block, by number.
    pub(crate) thread: u32,
    /// The warp in the block, by number.
    pub(crate) warp: u32,
    /// How many barriers the block had passed.
    pub(crate) epoch: u32,
    /// How many barriers of its own the warp had passed.
    pub(crate) warp_epoch: u32,
    /// How many elements the block had set for others (`kernel.store_release`).
    pub(crate) releases: u32,
    /// What happened.
    pub(crate) touch: Touch,
    /// Where the op stands.
    pub(crate) loc: Location,
}

impl Access {
    /// Whether the place is accessed atomically both times, in a way that holds between the two threads.
    pub(crate) fn both_atomic(&self, other: &Access) -> bool {
        let (Touch::Atomic(a), Touch::Atomic(b)) = (self.touch, other.touch) else { return false };
        let has = |reach: Reach| a == reach || b == reach;
        match () {
            () if self.block == other.block => true,
            () if self.cluster == other.cluster => !has(Reach::Block),
            () => !has(Reach::Block) && !has(Reach::Cluster),
        }
    }

    /// True if this access comes before a later one whatever order threads run in.
    pub(super) fn is_before(&self, later: &Access) -> bool {
        if self.block != later.block {
            return false;
        }
        let in_warp = self.warp == later.warp && self.warp_epoch < later.warp_epoch;
        self.thread == later.thread || self.epoch < later.epoch || in_warp
    }
}

/// Two accesses of a kind that may meet each other, as far apart as any.
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
        // What a barrier of the block, or of the warp where all are of that, has ordered is no longer apart from anything near.
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

/// Who accessed one element.
#[derive(Clone, Default)]
pub(crate) struct Shadow {
    write: Option<Access>,
    reads: Pair,
    /// Those that are atomic for all threads.
    wide: Pair,
    /// Those that are atomic for the threads of a block only.
    narrow: Pair,
    /// All since the last write, the last of each thread and kind, where blocks hand memory to each other.
    all: Vec<Access>,
}

impl Shadow {
    /// Notes an access; the earlier one that it is in no order with, if there is one.
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
                // What is atomic for one block only meets threads of another.
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
    /// As [`Shadow::note`], where an access of another block comes before if it was handed over: two accesses do not stand for all then.
    pub(crate) fn note_among_all(
        &mut self,
        new: Access,
        is_handed: &dyn Fn(&Access, &Access) -> bool,
    ) -> Result<(), Access> {
        let meets = |old: &Access| {
            let reads = old.touch == Touch::Read && new.touch == Touch::Read;
            !reads && !old.both_atomic(&new)
        };
        let clash = |old: &&Access| meets(old) && !old.is_before(&new) && !is_handed(old, &new);
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

    /// Numbers that look random and are the same each time.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, end: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % end
        }
    }

    /// All accesses so far: what a shadow stands for.
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
            // Mostly of one kind, so that long runs without a race come up.
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
