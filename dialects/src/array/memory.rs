//! The memory of arrays, with a pool for large results.
//!
//! Fresh memory from the system is slow: each page is zeroed at its first touch, which takes several times
//! the run time of a program that only streams its operands. Programs are often called again with the same
//! extents, so the memory of a dropped result serves a later one.

use super::ALIGNMENT;
use super::pages::{LARGE, Pages};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The maximum bytes in the pool, for the whole process.
pub const KEEP: usize = 512 << 20;

/// Smaller blocks come from the allocator, which pools them itself.
const SMALLEST: usize = (128 << 10) / WORD;

const WORD: usize = size_of::<u64>();

static POOL: Mutex<Pool> = Mutex::new(Pool { blocks: VecDeque::new(), words: 0 });

/// A block of memory that does not move.
enum Block {
    /// Words, because the operating system provides large zeroed allocations of them at no cost, but not
    /// over-aligned bytes. A box never moves its contents.
    Words(Box<[u64]>),
    /// Large blocks.
    Pages(Pages),
}

impl Block {
    /// Zeros; `None` if out of memory.
    fn fresh(words: usize) -> Option<Block> {
        match words.checked_mul(WORD)? {
            bytes if bytes >= LARGE => Pages::zeroed(bytes).map(Block::Pages),
            _ => bytemuck::try_zeroed_slice_box(words).ok().map(Block::Words),
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Block::Words(words) => bytemuck::cast_slice(words),
            Block::Pages(pages) => pages,
        }
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Block::Words(words) => bytemuck::cast_slice_mut(words),
            Block::Pages(pages) => pages,
        }
    }

    /// The count of words.
    fn len(&self) -> usize {
        self.bytes().len() / WORD
    }
}

/// Memory for some bytes that begin at a multiple of [`ALIGNMENT`].
pub(super) struct Memory {
    // The elements start at the first byte that is aligned.
    block: Block,
    start: usize,
    bytes: usize,
    /// Whether the block returns to the pool.
    recycled: bool,
}

impl Memory {
    /// Zeros; `None` if out of memory.
    pub(super) fn zeroed(bytes: usize) -> Option<Self> {
        Some(Self::of(Block::fresh(words_of(bytes))?, bytes, false))
    }

    /// Bytes with unspecified contents, from the pool if it has a suitable block.
    pub(super) fn recycled(bytes: usize) -> Option<Self> {
        let count = words_of(bytes);
        if count < SMALLEST {
            return Self::zeroed(bytes);
        }
        let block = pool().take(count);
        Some(Self::of(block.or_else(|| Block::fresh(count))?, bytes, true))
    }

    fn of(block: Block, bytes: usize, recycled: bool) -> Self {
        let misaligned = block.bytes().as_ptr().addr() % ALIGNMENT;
        Self { block, start: (ALIGNMENT - misaligned) % ALIGNMENT, bytes, recycled }
    }

    pub(super) fn len(&self) -> usize {
        self.bytes
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.block.bytes()[self.start..self.start + self.bytes]
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.block.bytes_mut()[self.start..self.start + self.bytes]
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.recycled {
            pool().give(std::mem::replace(&mut self.block, Block::Words(Box::default())));
        }
    }
}

/// Returns the pool's memory to the system.
pub fn trim() {
    *pool() = Pool::default();
}

fn words_of(bytes: usize) -> usize {
    bytes.div_ceil(WORD) + ALIGNMENT / WORD
}

/// A panic while the lock is held leaves a list of blocks that is still valid.
fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Unused blocks, the oldest first.
#[derive(Default)]
struct Pool {
    blocks: VecDeque<Block>,
    words: usize,
}

impl Pool {
    /// The smallest block of at least `count` words, if at most a quarter of it would be unused.
    fn take(&mut self, count: usize) -> Option<Block> {
        let fits = |block: &Block| (count..=count + count / 3).contains(&block.len());
        let found = self
            .blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| fits(block))
            .min_by_key(|(_, block)| block.len());
        let block = self.blocks.remove(found?.0)?;
        self.words -= block.len();
        Some(block)
    }

    /// Adds a block, and frees the oldest ones if the pool is too large.
    fn give(&mut self, block: Block) {
        if block.len() > KEEP / WORD {
            return;
        }
        self.words += block.len();
        self.blocks.push_back(block);
        while self.words > KEEP / WORD {
            let Some(oldest) = self.blocks.pop_front() else { return };
            self.words -= oldest.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(words: usize) -> Block {
        Block::fresh(words).expect("there is memory")
    }

    #[test]
    fn the_smallest_block_that_fits_is_taken() {
        let mut pool = Pool::default();
        for words in [900, 1100, 1000, 2000] {
            pool.give(block(words));
        }
        assert_eq!(pool.take(950).map(|b| b.len()), Some(1000));
        assert_eq!(pool.take(950).map(|b| b.len()), Some(1100));
        assert!(pool.take(950).is_none());
        assert_eq!((pool.blocks.len(), pool.words), (2, 2900));
    }

    #[test]
    fn the_oldest_blocks_go_first() {
        let mut pool = Pool::default();
        let half = KEEP / WORD / 2;
        for words in [half - 2, half - 1, half] {
            pool.give(block(words));
        }
        assert_eq!(pool.blocks.iter().map(|b| b.len()).collect::<Vec<_>>(), [half - 1, half]);
        pool.give(block(KEEP / WORD + 1));
        assert_eq!(pool.words, 2 * half - 1);
    }

    #[test]
    fn results_reuse_freed_memory_and_zeros_do_not() {
        // Other tests may run concurrently, so this test has a unique size.
        let bytes = SMALLEST * WORD + 12_344;
        let mut first = Memory::recycled(bytes).expect("there is memory");
        first.bytes_mut().fill(7);
        let at = first.bytes().as_ptr();
        assert_eq!((first.len(), at.addr() % ALIGNMENT), (bytes, 0));
        drop(first);
        assert!(Memory::zeroed(bytes).expect("there is memory").bytes().iter().all(|b| *b == 0));
        assert_eq!(Memory::recycled(bytes).expect("there is memory").bytes().as_ptr(), at);
        assert!(Memory::recycled(usize::MAX / 2).is_none());
    }
}
