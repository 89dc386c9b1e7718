//! Releases: what threads have handed to others, and what they had been handed themselves.
//!
//! A release keeps who set a flag, and which releases that thread had acquired itself. So an access of another block comes before one
//! of this thread if a chain of them leads back to it.

use super::order::Seen;
use super::shadow::Access;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A thread has set an element that others look at.
pub(crate) struct Release {
    /// When it did.
    pub(super) by: Access,
    /// What had been handed to it before.
    pub(super) from: Vec<Arc<Release>>,
    /// How far it had seen the agents of its cluster, where those have clocks.
    pub(super) seen: Option<Seen>,
}

/// A thread has read what a release set.
pub(crate) struct Acquired {
    pub(super) by: Access,
    pub(super) release: Arc<Release>,
}

impl Release {
    /// Whether the thread that set the flag had done, or had seen by barriers, an access of its block before.
    fn covers(&self, old: &Access) -> bool {
        match old.block == self.by.block {
            true if old.thread == self.by.thread => old.releases <= self.by.releases,
            true => old.is_before(&self.by),
            false => false,
        }
    }
}

/// Whether an access comes before a later one of a block that has acquired so much.
pub(super) fn is_handed(acquired: &[Acquired], old: &Access, new: &Access) -> bool {
    let known = acquired.iter().filter(|acquired| acquired.by.is_before(new));
    let mut pending: Vec<&Arc<Release>> = known.map(|acquired| &acquired.release).collect();
    if pending.iter().any(|release| release.covers(old)) {
        return true;
    }
    let mut seen: FxHashSet<*const Release> = pending.iter().map(|release| Arc::as_ptr(release)).collect();
    while let Some(release) = pending.pop() {
        if release.covers(old) {
            return true;
        }
        pending.extend(release.from.iter().filter(|from| seen.insert(Arc::as_ptr(from))));
    }
    false
}
