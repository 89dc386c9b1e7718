//! The memory of arrays. That of large results is kept for the next ones.
//!
//! Fresh memory from the system is slow: each page is zeroed at its first touch, which takes a program that only streams its operands several
//! times its own run time. Programs are called again and again with the same extents, so what a result leaves serves the next.

use super::ALIGNMENT;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many bytes are kept at most, in the whole process.
pub const KEEP: usize = 512 << 20;

/// Smaller blocks come from the allocator, which keeps such ones itself.
const SMALLEST: usize = (128 << 10) / WORD;

const WORD: usize = size_of::<u64>();

static KEPT: Mutex<Kept> = Mutex::new(Kept { blocks: VecDeque::new(), words: 0 });

/// Room for some bytes that begin at a multiple of [`ALIGNMENT`].
pub(super) struct Memory {
    // Words, because large blocks of them come zeroed from the operating system for free, which over-aligned ones do
    // not; the elements start at the first word that is aligned. A box never moves what is in it.
    words: Box<[u64]>,
    start: usize,
    bytes: usize,
    /// Whether the block is kept for others afterwards.
    recycled: bool,
}

impl Memory {
    /// Zeros; nothing if there is no memory.
    pub(super) fn zeroed(bytes: usize) -> Option<Self> {
        Some(Self::of(fresh(words_of(bytes))?, bytes, false))
    }

    /// Bytes of any value, from what others left if there is such a block.
    pub(super) fn recycled(bytes: usize) -> Option<Self> {
        let count = words_of(bytes);
        if count < SMALLEST {
            return Self::zeroed(bytes);
        }
        let block = kept().take(count);
        Some(Self::of(block.or_else(|| fresh(count))?, bytes, true))
    }

    fn of(words: Box<[u64]>, bytes: usize, recycled: bool) -> Self {
        let misaligned = words.as_ptr().addr() % ALIGNMENT;
        Self { words, start: (ALIGNMENT - misaligned) % ALIGNMENT, bytes, recycled }
    }

    pub(super) fn len(&self) -> usize {
        self.bytes
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[self.start..self.start + self.bytes]
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.words)[self.start..self.start + self.bytes]
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.recycled {
            kept().give(std::mem::take(&mut self.words));
        }
    }
}

/// Gives the memory that is kept for results back to the system.
pub fn trim() {
    *kept() = Kept::default();
}

fn words_of(bytes: usize) -> usize {
    bytes.div_ceil(WORD) + ALIGNMENT / WORD
}

fn fresh(count: usize) -> Option<Box<[u64]>> {
    bytemuck::try_zeroed_slice_box(count).ok()
}

/// A panic while the lock is held leaves a list of blocks as good as any.
fn kept() -> MutexGuard<'static, Kept> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Blocks that nobody uses, the one that was left first in front.
#[derive(Default)]
struct Kept {
    blocks: VecDeque<Box<[u64]>>,
    words: usize,
}

impl Kept {
    /// The smallest block of at least `count` words, unless a quarter of it would be of no use.
    fn take(&mut self, count: usize) -> Option<Box<[u64]>> {
        let fits = |block: &[u64]| (count..=count + count / 3).contains(&block.len());
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

    /// Keeps a block, and lets go of older ones where that makes too many.
    fn give(&mut self, block: Box<[u64]>) {
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

    fn block(words: usize) -> Box<[u64]> {
        fresh(words).expect("there is memory")
    }

    #[test]
    fn the_smallest_block_that_fits_is_taken() {
        let mut kept = Kept::default();
        for words in [900, 1100, 1000, 2000] {
            kept.give(block(words));
        }
        assert_eq!(kept.take(950).map(|b| b.len()), Some(1000));
        assert_eq!(kept.take(950).map(|b| b.len()), Some(1100));
        assert_eq!(kept.take(950), None);
        assert_eq!((kept.blocks.len(), kept.words), (2, 2900));
    }

    #[test]
    fn the_oldest_blocks_go_first() {
        let mut kept = Kept::default();
        let half = KEEP / WORD / 2;
        for words in [half - 2, half - 1, half] {
            kept.give(block(words));
        }
        assert_eq!(kept.blocks.iter().map(|b| b.len()).collect::<Vec<_>>(), [half - 1, half]);
        kept.give(block(KEEP / WORD + 1));
        assert_eq!(kept.words, 2 * half - 1);
    }

    #[test]
    fn results_use_what_results_left_and_zeros_do_not() {
        // Others may run beside this test: a size of its own.
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
