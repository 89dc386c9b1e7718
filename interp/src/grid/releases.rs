//! Releases: flags that threads set for others, with the releases they had acquired before.
//!
//! A release stores the thread that set a flag and the releases that this thread had acquired. An access of
//! another block happens before one of this thread if a chain of releases connects them.

use super::order::Seen;
use super::shadow::Access;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A thread has set an element that other threads read.
pub(crate) struct Release {
    /// The access that set it.
    pub(super) by: Access,
    /// The releases acquired before.
    pub(super) from: Vec<Arc<Release>>,
    /// The vector clock of the thread, if its cluster has clocks.
    pub(super) seen: Option<Seen>,
}

/// A thread has read an element that a release set.
pub(crate) struct Acquired {
    pub(super) by: Access,
    pub(super) release: Arc<Release>,
}

impl Release {
    /// True if the releasing thread had made the access, or had seen it through barriers of its block.
    fn covers(&self, old: &Access) -> bool {
        match old.block == self.by.block {
            true if old.thread == self.by.thread => old.releases <= self.by.releases,
            true => old.is_before(&self.by),
            false => false,
        }
    }
}

/// True if an access happens before a later one of a block with these acquisitions.
pub(super) fn is_synchronized(acquired: &[Acquired], old: &Access, new: &Access) -> bool {
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
