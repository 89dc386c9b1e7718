//! Chunked, append-only arenas addressed by `u32` ids.
//!
//! A [`Arena`] never moves an element: chunk `k` holds `FIRST << k` elements, so growing allocates one new
//! chunk and copies nothing. Ranges handed out by [`Arena::alloc_range`] are contiguous in memory, which lets
//! operand lists and attribute slots be plain slices. All `unsafe` of the IR storage lives in this file.
//!
//! Chunks come from the global allocator, each of exactly its size: a module of a hundred thousand small
//! functions has six arenas in each, which separate bump allocators would make several times larger.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::marker::PhantomData;
use std::ptr::NonNull;

/// log2 of the number of elements in the first chunk: most functions stay in few small chunks.
const FIRST_LOG2: u32 = 2;
const FIRST: u32 = 1 << FIRST_LOG2;

/// An arena of plain (`Copy`) records; ids are dense from 0 except for the tails skipped so that a range
/// stays inside one chunk.
pub struct Arena<T: Copy> {
    /// Pointers to the chunks.
    chunks: Vec<NonNull<T>>,
    /// The next id to hand out.
    next: u32,
    /// Elements handed out, without skipped ids.
    live: u32,
    owns: PhantomData<T>,
}

// SAFETY: the arena owns its chunks exclusively, and sharing `&Arena` between threads gives shared reads of
// `T` only.
unsafe impl<T: Copy + Send> Send for Arena<T> {}
// SAFETY: as above; no interior mutability is reachable through `&Arena`.
unsafe impl<T: Copy + Sync> Sync for Arena<T> {}

/// Chunk index and offset of an id.
#[inline(always)]
fn locate(id: u32) -> (usize, usize) {
    let shifted = id as u64 + FIRST as u64;
    let chunk = 63 - shifted.leading_zeros() - FIRST_LOG2;
    (chunk as usize, (shifted - ((FIRST as u64) << chunk)) as usize)
}

/// The memory of a chunk.
fn layout<T>(chunk: usize) -> Layout {
    Layout::array::<T>((FIRST as usize) << chunk).expect("chunk sizes stay below isize::MAX")
}

impl<T: Copy> Default for Arena<T> {
    fn default() -> Self {
        Arena { chunks: Vec::new(), next: 0, live: 0, owns: PhantomData }
    }
}

impl<T: Copy> Clone for Arena<T> {
    /// The same elements under the same ids.
    fn clone(&self) -> Self {
        let mut copy = Arena::default();
        for (chunk, memory) in self.chunks.iter().enumerate() {
            copy.add_chunk();
            let (first, size) = (((FIRST as usize) << chunk) - FIRST as usize, (FIRST as usize) << chunk);
            let handed_out = (self.next as usize).saturating_sub(first).min(size);
            // SAFETY: both chunks have room for `size` elements, and those that were handed out are
            // initialised.
            unsafe { memory.copy_to_nonoverlapping(copy.chunks[chunk], handed_out) };
        }
        (copy.next, copy.live) = (self.next, self.live);
        copy
    }
}

impl<T: Copy> Drop for Arena<T> {
    fn drop(&mut self) {
        for (chunk, memory) in self.chunks.iter().enumerate() {
            // SAFETY: the chunk was allocated with this layout in `add_chunk` and is freed once; `Copy`
            // records need no drop.
            unsafe { dealloc(memory.as_ptr().cast(), layout::<T>(chunk)) };
        }
    }
}

impl<T: Copy> Arena<T> {
    /// Number of ids handed out or skipped: an exclusive upper bound for every id.
    #[inline]
    pub fn bound(&self) -> u32 {
        self.next
    }

    /// Bytes occupied by elements handed out.
    pub fn used_bytes(&self) -> usize {
        self.live as usize * size_of::<T>()
    }

    /// Appends one element and returns its id.
    #[inline]
    pub fn push(&mut self, value: T) -> u32 {
        let id = self.next;
        let (chunk, offset) = locate(id);
        self.ensure_chunk(chunk);
        // SAFETY: `ensure_chunk` allocated `FIRST << chunk` elements there and `offset` is below that.
        unsafe { self.chunks[chunk].as_ptr().add(offset).write(value) };
        self.next = id.checked_add(1).expect("an arena holds at most 2^32 records; op limits are far below");
        self.live += 1;
        id
    }

    /// Appends `n` copies of `value`, contiguous in memory, and returns the first id.
    #[inline]
    pub fn alloc_range(&mut self, n: usize, value: T) -> u32 {
        if n == 0 {
            return self.next;
        }
        let (chunk, offset) = locate(self.next);
        if offset + n > (FIRST as usize) << chunk {
            self.skip_to(self.contiguous_start(n), value);
        }
        let start = self.next;
        let (chunk, offset) = locate(start);
        self.ensure_chunk(chunk);
        for i in 0..n {
            // SAFETY: the chunk was just ensured, and the range was placed so that it ends inside it.
            unsafe { self.chunks[chunk].as_ptr().add(offset + i).write(value) };
        }
        self.next = start + n as u32;
        self.live += n as u32;
        start
    }

    /// The first id from which `n` elements are contiguous: the start of a later chunk.
    fn contiguous_start(&self, n: usize) -> u32 {
        let mut chunk = locate(self.next).0 + 1;
        while n > (FIRST as usize) << chunk {
            chunk += 1;
        }
        let first = ((FIRST as u64) << chunk) - FIRST as u64;
        assert!(
            first + (n as u64) < u32::MAX as u64,
            "an arena holds at most 2^32 records; op limits are far below"
        );
        first as u32
    }

    /// Fills the ids up to `start`, so that every id below `next` is initialised.
    #[cold]
    fn skip_to(&mut self, start: u32, value: T) {
        for id in self.next..start {
            let (chunk, offset) = locate(id);
            self.ensure_chunk(chunk);
            // SAFETY: the chunk was just ensured and `offset` lies inside it.
            unsafe { self.chunks[chunk].as_ptr().add(offset).write(value) };
        }
        self.next = start;
    }

    #[inline]
    fn ensure_chunk(&mut self, chunk: usize) {
        while self.chunks.len() <= chunk {
            self.add_chunk();
        }
    }

    #[cold]
    fn add_chunk(&mut self) {
        const { assert!(size_of::<T>() > 0, "records have a size") };
        let layout = layout::<T>(self.chunks.len());
        // SAFETY: the layout's size is not zero.
        let memory = unsafe { alloc(layout) };
        let Some(memory) = NonNull::new(memory.cast()) else { handle_alloc_error(layout) };
        self.chunks.push(memory);
    }

    #[inline(always)]
    fn pointer(&self, id: u32) -> *mut T {
        assert!(id < self.next, "stale or foreign id");
        let (chunk, offset) = locate(id);
        // SAFETY: every id below `next` lies in an allocated chunk and was initialised.
        unsafe { self.chunks.get_unchecked(chunk).as_ptr().add(offset) }
    }

    /// The element `id`.
    ///
    /// # Panics
    /// If the id was never handed out by this arena.
    #[inline(always)]
    pub fn get(&self, id: u32) -> &T {
        // SAFETY: see `pointer`; handed-out elements are initialised.
        unsafe { &*self.pointer(id) }
    }

    /// The element `id`, mutable.
    #[inline(always)]
    pub fn get_mut(&mut self, id: u32) -> &mut T {
        // SAFETY: see `pointer`; `&mut self` makes the access exclusive.
        unsafe { &mut *self.pointer(id) }
    }

    /// `n` elements from `start`, which must come from one `alloc_range` call (or lie inside its range).
    #[inline(always)]
    pub fn slice(&self, start: u32, n: u32) -> &[T] {
        if n == 0 {
            return &[];
        }
        self.check_range(start, n);
        // SAFETY: the range lies inside one chunk (checked) and was initialised when it was handed out.
        unsafe { std::slice::from_raw_parts(self.pointer(start), n as usize) }
    }

    /// As [`Arena::slice`], mutable.
    #[inline(always)]
    pub fn slice_mut(&mut self, start: u32, n: u32) -> &mut [T] {
        if n == 0 {
            return &mut [];
        }
        self.check_range(start, n);
        // SAFETY: as in `slice`; `&mut self` makes the access exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.pointer(start), n as usize) }
    }

    #[inline(always)]
    fn check_range(&self, start: u32, n: u32) {
        let end = start as u64 + n as u64;
        let ok = end <= self.next as u64 && locate(start).0 == locate((end - 1) as u32).0;
        assert!(ok, "stale or foreign id range");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locate_walks_through_doubling_chunks() {
        assert_eq!(locate(0), (0, 0));
        assert_eq!(locate(3), (0, 3));
        assert_eq!(locate(4), (1, 0));
        assert_eq!(locate(11), (1, 7));
        assert_eq!(locate(12), (2, 0));
    }

    #[test]
    fn elements_keep_their_value_and_address() {
        let mut arena = Arena::default();
        let ids: Vec<u32> = (0..10_000u64).map(|i| arena.push(i * 3)).collect();
        let first = arena.get(ids[0]) as *const u64;
        for (i, id) in ids.iter().enumerate() {
            assert_eq!(*arena.get(*id), i as u64 * 3);
        }
        assert_eq!(first, arena.get(ids[0]) as *const u64);
    }

    #[test]
    fn ranges_are_contiguous_even_across_chunk_ends() {
        let mut arena = Arena::default();
        for n in [1usize, 14, 3, 40, 1000, 0, 7] {
            let start = arena.alloc_range(n, n as u32);
            assert!(arena.slice(start, n as u32).iter().all(|v| *v == n as u32));
        }
    }

    #[test]
    fn a_clone_has_the_same_ids_and_grows_on_its_own() {
        for n in [0u64, 1, 4, 5, 1000] {
            let mut arena = Arena::default();
            assert!((0..n).all(|i| arena.push(i) == i as u32));
            let mut copy = arena.clone();
            assert_eq!((copy.bound(), copy.used_bytes()), (arena.bound(), arena.used_bytes()));
            assert!((0..n as u32).all(|id| *copy.get(id) == id as u64));
            assert_eq!((copy.push(7), *copy.get(n as u32)), (n as u32, 7));
            assert_eq!((arena.push(8), *copy.get(n as u32)), (n as u32, 7));
        }
    }

    #[test]
    #[should_panic(expected = "stale or foreign id")]
    fn foreign_ids_are_refused() {
        Arena::<u32>::default().get(3);
    }
}
