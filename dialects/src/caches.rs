//! What a processor's caches and pages are like, beside the sizes of the first two caches.

/// Ways, lines, the third cache and pages. [`Caches::USUAL`] stands where nothing is known of them, and for every level of a set of instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caches {
    /// Lines that a set of the first-level data cache has room for.
    pub l1_ways: u32,
    /// The same of the second-level cache.
    pub l2_ways: u32,
    /// Bytes of the third-level cache that a core has for itself where all cores are at work.
    pub l3_bytes: u64,
    /// Bytes of a line.
    pub line_bytes: u32,
    /// Bytes of a page of memory.
    pub page_bytes: u32,
    /// Pages of which a core knows where they are, in the larger table that it keeps.
    pub known_pages: u32,
}

impl Caches {
    /// Those of most processors.
    pub const USUAL: Caches = Caches {
        l1_ways: 8,
        l2_ways: 8,
        l3_bytes: 2 << 20,
        line_bytes: 64,
        page_bytes: 4096,
        known_pages: 3072,
    };
}
