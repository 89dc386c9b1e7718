//! Who accessed an element: enough of it to find every pair of accesses that are in no order.
//!
//! Accesses of different blocks are in no order. Within a block, those before a barrier come before those behind it; within a warp, the
//! same holds of its own barriers. Writes are kept alone: a write that is in no order with an earlier access is an error at once, so
//! whatever is in order with the last write is in order with all that came before. Of reads (and of atomic accesses, which may
//! meet each other), two are kept that are as far apart as any: a later access in order with both is in order with all of them.

use tf_ir::location::Location;

/// How an element is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Touch {
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// It is changed atomically, for the threads of the block only (`true`) or for all.
    Atomic(bool),
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
    /// The block, by number.
    pub(crate) block: u64,
    /// The thread in the block, by number.
    pub(crate) thread: u32,
    /// The warp in the block, by number.
    pub(crate) warp: u32,
    /// How many barriers the block had passed.
    pub(crate) epoch: u32,
    /// How many barriers of its own the warp had passed.
    pub(crate) warp_epoch: u32,
    /// What happened.
    pub(crate) touch: Touch,
    /// Where the op stands.
    pub(crate) loc: Location,
}

impl Access {
    /// True if this access comes before a later one whatever order threads run in.
    fn is_before(&self, later: &Access) -> bool {
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
#[derive(Clone, Copy, Default)]
pub(crate) struct Shadow {
    write: Option<Access>,
    reads: Pair,
    atomics: Pair,
}

impl Shadow {
    /// Notes an access; the earlier one that it is in no order with, if there is one.
    pub(crate) fn note(&mut self, new: Access) -> Result<(), Access> {
        let clash = |old: &&Access| !old.is_before(&new);
        let mut against: Vec<Access> = Vec::new();
        against.extend(self.write.iter().filter(clash));
        match new.touch {
            Touch::Read => against.extend(self.atomics.iter().filter(clash)),
            Touch::Write => {
                against.extend(self.reads.iter().filter(clash));
                against.extend(self.atomics.iter().filter(clash));
            }
            Touch::Atomic(_) => {
                against.extend(self.reads.iter().filter(clash));
                // What is atomic for one block only meets threads of another.
                let narrow = |old: &&Access| {
                    old.block != new.block
                        && (old.touch == Touch::Atomic(true) || new.touch == Touch::Atomic(true))
                };
                against.extend(self.atomics.iter().filter(narrow));
            }
        }
        if let Some(other) = against.first() {
            return Err(*other);
        }
        match new.touch {
            Touch::Read => self.reads.add(new),
            Touch::Atomic(_) => self.atomics.add(new),
            Touch::Write => *self = Shadow { write: Some(new), ..Shadow::default() },
        }
        Ok(())
    }
}
