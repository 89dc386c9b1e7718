//! Chunked, append-only arenas addressed by `u32` ids.
//!
//! A [`Arena`] never moves an element: chunk `k` holds `FIRST << k` elements, so growing allocates one new
//! chunk and copies nothing. Ranges handed out by [`Arena::alloc_range`] are contiguous in memory, which lets
//! operand lists and attribute slots be plain slices. All `unsafe` of the IR storage lives in this file.

use bumpalo::Bump;
use std::alloc::Layout;
use std::marker::PhantomData;
use std::ptr::NonNull;

/// log2 of the number of elements in the first chunk: most functions stay in few small chunks.
const FIRST_LOG2: u32 = 4;
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
    bump: Bump,
    owns: PhantomData<T>,
}

// SAFETY: the arena owns its chunks exclusively; `Bump` is only touched through `&mut self`, so sharing `&Arena`
// between threads gives shared reads of `T` only.
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

impl<T: Copy> Default for Arena<T> {
    fn default() -> Self {
        Arena { chunks: Vec::new(), next: 0, live: 0, bump: Bump::new(), owns: PhantomData }
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
    pub fn alloc_range(&mut self, n: usize, value: T) -> u32 {
        if n == 0 {
            return self.next;
        }
        let start = self.contiguous_start(n);
        // Skipped ids are filled too, so that every id below `next` is initialised.
        for id in self.next..start + n as u32 {
            let (chunk, offset) = locate(id);
            self.ensure_chunk(chunk);
            // SAFETY: the chunk was just ensured and `offset` lies inside it.
            unsafe { self.chunks[chunk].as_ptr().add(offset).write(value) };
        }
        self.next = start + n as u32;
        self.live += n as u32;
        start
    }

    /// The first id from which `n` elements are contiguous: the next one, or the start of a later chunk.
    fn contiguous_start(&self, n: usize) -> u32 {
        let (mut chunk, offset) = locate(self.next);
        if offset + n <= (FIRST as usize) << chunk {
            return self.next;
        }
        chunk += 1;
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

    #[inline]
    fn ensure_chunk(&mut self, chunk: usize) {
        while self.chunks.len() <= chunk {
            let layout = Layout::array::<T>((FIRST as usize) << self.chunks.len())
                .expect("chunk sizes stay below isize::MAX");
            self.chunks.push(self.bump.alloc_layout(layout).cast());
        }
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
        assert_eq!(locate(15), (0, 15));
        assert_eq!(locate(16), (1, 0));
        assert_eq!(locate(47), (1, 31));
        assert_eq!(locate(48), (2, 0));
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
    #[should_panic(expected = "stale or foreign id")]
    fn foreign_ids_are_refused() {
        Arena::<u32>::default().get(3);
    }
}
