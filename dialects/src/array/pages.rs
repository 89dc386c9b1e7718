//! Memory in huge pages.
//!
//! The TLB of a processor has a few thousand entries. A loop that streams through arrays of many megabytes
//! waits for address translations of small pages, up to a quarter of its time; large blocks request huge
//! pages from the system.

use memmap2::MmapMut;
use std::ops::{Deref, DerefMut};

/// Smaller blocks use pages of the usual size: a separate mapping is worthwhile from two huge pages on.
pub const LARGE: usize = 4 << 20;

/// A separately mapped block of memory, in huge pages if the system has some. It is zeroed and page-aligned.
pub struct Pages(MmapMut);

impl Pages {
    /// A block of this many bytes; `None` if out of memory.
    pub fn zeroed(bytes: usize) -> Option<Pages> {
        let pages = MmapMut::map_anon(bytes).ok()?;
        // A hint: memory without huge pages is correct, but slower.
        #[cfg(target_os = "linux")]
        let _ = pages.advise(memmap2::Advice::HugePage);
        Some(Pages(pages))
    }
}

impl Deref for Pages {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Pages {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_zeros_that_can_be_written() {
        let mut pages = Pages::zeroed(LARGE + 12).expect("there is memory");
        assert_eq!((pages.len(), pages.as_ptr().addr() % 4096), (LARGE + 12, 0));
        assert!(pages.iter().all(|byte| *byte == 0));
        pages.fill(3);
        assert_eq!(pages[LARGE + 11], 3);
        assert!(Pages::zeroed(usize::MAX / 4).is_none());
    }
}
