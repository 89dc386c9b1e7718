//! Memory in large pages.
//!
//! A processor keeps in mind where a few thousand pages are. What streams through arrays of many megabytes waits for the places of small pages, up to a
//! quarter of its time; large blocks ask the system for its large pages.

use memmap2::MmapMut;
use std::ops::{Deref, DerefMut};

/// Smaller blocks are in pages of the usual size: two large pages are the least that is worth a place by itself.
pub const LARGE: usize = 4 << 20;

/// A block of memory by itself, of large pages where the system has some. It begins as zeros, at a page.
pub struct Pages(MmapMut);

impl Pages {
    /// So many bytes; `None` if there is no memory for them.
    pub fn zeroed(bytes: usize) -> Option<Pages> {
        let pages = MmapMut::map_anon(bytes).ok()?;
        // A wish: memory without is as good, if slower.
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
