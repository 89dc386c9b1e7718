//! The memory system of a machine as its sources report it.

/// A data cache as reported.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Cache {
    pub bytes: Option<u64>,
    pub ways: Option<u32>,
    pub line: Option<u32>,
    /// Threads that share it.
    pub threads: Option<u32>,
}

/// The memory system of a machine as reported.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct ReportedMemory {
    /// The data caches of the first, the second and the third level.
    pub caches: [Cache; 3],
    pub page_bytes: Option<u32>,
    pub known_pages: Option<u32>,
}

impl ReportedMemory {
    /// Fills missing values from the other report.
    pub fn or(self, other: ReportedMemory) -> ReportedMemory {
        let cache = |level: usize| {
            let (own, other) = (self.caches[level], other.caches[level]);
            Cache {
                bytes: own.bytes.or(other.bytes),
                ways: own.ways.or(other.ways),
                line: own.line.or(other.line),
                threads: own.threads.or(other.threads),
            }
        };
        ReportedMemory {
            caches: [cache(0), cache(1), cache(2)],
            page_bytes: self.page_bytes.or(other.page_bytes),
            known_pages: self.known_pages.or(other.known_pages),
        }
    }
}
