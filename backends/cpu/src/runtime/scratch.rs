//! Scratch memory of generated code: a stack of blocks per thread, which persists between calls.
//!
//! Fresh memory from the system is slow: it zeroes every page at its first touch, which takes up to four
//! times the run time of a memory-bound kernel. So a thread keeps the memory that it once needed, up to
//! [`KEEP`] bytes.

use std::alloc::{Layout, alloc, dealloc};
use std::cell::RefCell;
use std::ptr::{NonNull, null_mut};
use tf_abi::call::ALIGNMENT;
use tf_dialects::array::{LARGE, Pages};

/// The most bytes that a thread keeps when all its scratch memory is free.
pub const KEEP: usize = 512 << 20;

const SMALLEST: usize = 64 << 10;

thread_local! {
    static ARENA: RefCell<Arena> = const { RefCell::new(Arena::new()) };
}

/// Uninitialized memory of at least `bytes` bytes, aligned to [`ALIGNMENT`]; null if it is not available. It
/// belongs to the calling thread, until [`free`] or [`release`].
pub fn alloc_bytes(bytes: usize) -> *mut u8 {
    with(|arena| arena.alloc(bytes)).unwrap_or(null_mut())
}

/// Frees `memory` and all later allocations of this thread. Ignores null, and memory that is not scratch
/// memory of this thread.
pub fn free(memory: *mut u8) {
    with(|arena| arena.free(memory));
}

/// The count of blocks that the calling thread uses: a mark for [`release`].
pub fn mark() -> usize {
    with(|arena| arena.blocks.len()).unwrap_or(0)
}

/// How often the calling thread has taken memory from the system so far. A loop of calls takes none if each
/// call needs no more than the previous ones.
pub fn taken() -> u64 {
    with(|arena| arena.taken).unwrap_or(0)
}

/// Frees every block of the calling thread beyond the mark: the blocks that generated code did not free after
/// a trap.
pub fn release(mark: usize) {
    with(|arena| arena.truncate(mark));
}

/// Returns the memory that the calling thread keeps to the system, if none is in use.
pub fn trim() {
    with(|arena| {
        if arena.blocks.is_empty() {
            arena.chunks.clear();
            arena.want = 0;
        }
    });
}

/// `None` at thread exit, when the arena no longer exists.
fn with<T>(action: impl FnOnce(&mut Arena) -> T) -> Option<T> {
    ARENA.try_with(|arena| action(&mut arena.borrow_mut())).ok()
}

struct Arena {
    chunks: Vec<Chunk>,
    blocks: Vec<Block>,
    // Size of the next chunk, if the last call needed several.
    want: usize,
    // The count of chunks so far.
    taken: u64,
}

/// Memory from the system, freed on drop.
struct Chunk {
    start: NonNull<u8>,
    size: usize,
    /// The pages, for a large chunk.
    pages: Option<Pages>,
}

/// A block in use: its location, and the previous start of the free part of its chunk.
struct Block {
    chunk: usize,
    start: usize,
    end: usize,
}

impl Arena {
    const fn new() -> Self {
        Self { chunks: Vec::new(), blocks: Vec::new(), want: 0, taken: 0 }
    }

    fn alloc(&mut self, bytes: usize) -> *mut u8 {
        let Some(bytes) = bytes.max(1).checked_next_multiple_of(ALIGNMENT) else { return null_mut() };
        let (mut chunk, mut start) = match self.blocks.last() {
            Some(block) => (block.chunk, block.end),
            None => (0, 0),
        };
        while self.chunks.get(chunk).is_some_and(|c| c.size - start < bytes) {
            chunk += 1;
            start = 0;
        }
        if chunk == self.chunks.len() && !self.grow(bytes) {
            return null_mut();
        }
        self.blocks.push(Block { chunk, start, end: start + bytes });
        self.chunks[chunk].start.as_ptr().wrapping_add(start)
    }

    fn grow(&mut self, bytes: usize) -> bool {
        let last = self.chunks.last().map_or(SMALLEST, |c| c.size.saturating_mul(2).min(KEEP));
        // Extra room is optional: retry without it.
        let chunk = Chunk::new(bytes.max(last).max(self.want)).or_else(|| Chunk::new(bytes));
        self.want = 0;
        let Some(chunk) = chunk else { return false };
        self.chunks.push(chunk);
        self.taken += 1;
        true
    }

    fn free(&mut self, memory: *mut u8) {
        let address = |b: &Block| self.chunks[b.chunk].start.as_ptr().wrapping_add(b.start);
        if let Some(at) = self.blocks.iter().rposition(|b| address(b) == memory) {
            self.truncate(at);
        }
    }

    fn truncate(&mut self, mark: usize) {
        if mark >= self.blocks.len() {
            return;
        }
        self.blocks.truncate(mark);
        if !self.blocks.is_empty() {
            return;
        }
        let total = self.chunks.iter().map(|c| c.size).fold(0, usize::saturating_add);
        if total > KEEP {
            self.chunks.clear();
        } else if self.chunks.len() > 1 {
            // One chunk for all blocks next time: no gaps, no search.
            self.chunks.clear();
            self.want = total;
        }
    }
}

impl Chunk {
    fn new(size: usize) -> Option<Self> {
        if size >= LARGE {
            let mut pages = Pages::zeroed(size)?;
            return Some(Self { start: NonNull::new(pages.as_mut_ptr())?, size, pages: Some(pages) });
        }
        let layout = Layout::from_size_align(size, ALIGNMENT).ok()?;
        // SAFETY: the size is not zero.
        NonNull::new(unsafe { alloc(layout) }).map(|start| Self { start, size, pages: None })
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        if self.pages.is_some() {
            return;
        }
        // SAFETY: allocated with this size and alignment, which were valid then; freed once.
        unsafe { dealloc(self.start.as_ptr(), Layout::from_size_align_unchecked(self.size, ALIGNMENT)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks() -> usize {
        with(|a| a.chunks.len()).unwrap()
    }

    #[test]
    fn memory_is_aligned_distinct_and_reused() {
        let first = alloc_bytes(100);
        let blocks = (0..50).map(|k| (alloc_bytes(k * 1000), k * 1000)).collect::<Vec<_>>();
        for (k, (block, size)) in blocks.iter().enumerate() {
            assert!(!block.is_null() && block.addr() % ALIGNMENT == 0);
            // SAFETY: the block has that many bytes.
            unsafe { block.write_bytes(k as u8, *size) };
        }
        for (k, (block, size)) in blocks.iter().enumerate() {
            // SAFETY: as above, all initialised.
            assert!(unsafe { std::slice::from_raw_parts(*block, *size) }.iter().all(|b| *b == k as u8));
        }
        for (block, _) in blocks.iter().rev() {
            free(*block);
        }
        assert_eq!(alloc_bytes(1), blocks[0].0);
        free(first);
        assert_eq!(mark(), 0);
        // Several chunks become one the next time.
        let again = alloc_bytes(1 << 20);
        free(again);
        assert_eq!(chunks(), 1);
        assert_eq!(alloc_bytes(1 << 20), again);
        release(0);
        trim();
        assert_eq!(chunks(), 0);
    }

    #[test]
    fn freeing_frees_later_blocks() {
        let (a, b) = (alloc_bytes(64), alloc_bytes(64));
        let mark_b = mark();
        let c = alloc_bytes(64);
        release(mark_b);
        assert_eq!(alloc_bytes(64), c);
        free(b);
        assert_eq!(mark(), 1);
        free(c);
        free(null_mut());
        assert_eq!(mark(), 1);
        free(a);
        assert_eq!(mark(), 0);
    }

    #[test]
    fn failed_allocations_are_null() {
        assert!(alloc_bytes(usize::MAX).is_null());
        assert!(alloc_bytes(isize::MAX as usize - 1000).is_null());
        assert_eq!(mark(), 0);
        let some = alloc_bytes(10);
        assert!(!some.is_null());
        free(some);
    }

    #[test]
    fn the_pool_is_limited() {
        let big = alloc_bytes(KEEP + 1);
        assert!(!big.is_null());
        free(big);
        assert_eq!(chunks(), 0);
    }
}
