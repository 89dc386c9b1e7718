//! The caches and pages of a processor, except the sizes of the first two caches.

/// Associativity, lines, the third cache and pages. [`Caches::USUAL`] is the default for unknown values and
/// for every level of an instruction set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caches {
    /// Associativity of the first-level data cache.
    pub l1_ways: u32,
    /// Associativity of the second-level cache.
    pub l2_ways: u32,
    /// Bytes of the third-level cache per core, with all cores active.
    pub l3_bytes: u64,
    /// Bytes of a line.
    pub line_bytes: u32,
    /// Bytes of a page of memory.
    pub page_bytes: u32,
    /// Entries of the larger TLB.
    pub known_pages: u32,
}

impl Caches {
    /// The values of most processors.
    pub const USUAL: Caches = Caches {
        l1_ways: 8,
        l2_ways: 8,
        l3_bytes: 2 << 20,
        line_bytes: 64,
        page_bytes: 4096,
        known_pages: 3072,
    };
}
