//! Append-only interning: equal values get the same `u32` handle; reading a handle takes no lock.

use bumpalo::Bump;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

const FIRST_LOG2: u32 = 8;
const CHUNKS: usize = 24;

/// A set of values with stable addresses and dense handles from 0.
pub(crate) struct Interner<T> {
    chunks: [AtomicPtr<MaybeUninit<T>>; CHUNKS],
    len: AtomicU32,
    table: Mutex<HashTable<u32>>,
}

#[inline(always)]
fn locate(id: u32) -> (usize, usize) {
    let shifted = id as u64 + (1 << FIRST_LOG2);
    let chunk = 63 - shifted.leading_zeros() - FIRST_LOG2;
    (chunk as usize, (shifted - (1u64 << (FIRST_LOG2 + chunk))) as usize)
}

fn chunk_len(chunk: usize) -> usize {
    1usize << (FIRST_LOG2 as usize + chunk)
}

/// The hash used by all interners; stable within a process, never used for ordering.
pub(crate) fn hash_of<Q: Hash + ?Sized>(value: &Q) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner {
            chunks: [const { AtomicPtr::new(std::ptr::null_mut()) }; CHUNKS],
            len: AtomicU32::new(0),
            table: Mutex::new(HashTable::new()),
        }
    }
}

impl<T> Interner<T> {
    /// Number of values interned so far.
    pub(crate) fn len(&self) -> u32 {
        self.len.load(Ordering::Acquire)
    }

    /// The value of a handle.
    ///
    /// # Panics
    /// If the handle was never handed out by this interner.
    #[inline]
    pub(crate) fn get(&self, id: u32) -> &T {
        assert!(id < self.len(), "handle of another context");
        let (chunk, offset) = locate(id);
        let base = self.chunks[chunk].load(Ordering::Acquire);
        // SAFETY: `id < len` was published (Release) after its slot was written and its chunk stored; slots
        // are never written again or freed before the interner is dropped.
        unsafe { (*base.add(offset)).assume_init_ref() }
    }

    /// The handle of a value equal to `key`, or of `make()` (which must hash and compare equal to `key`).
    pub(crate) fn intern<Q: Hash + ?Sized>(
        &self,
        key: &Q,
        equal: impl Fn(&T, &Q) -> bool,
        rehash: impl Fn(&T) -> u64,
        make: impl FnOnce() -> T,
    ) -> u32 {
        let hash = hash_of(key);
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = table.find(hash, |id| equal(self.get(*id), key)) {
            return *found;
        }
        let id = self.push_locked(make());
        table.insert_unique(hash, id, |id| rehash(self.get(*id)));
        id
    }

    /// Adds a value that is never shared (large blobs): always a new handle.
    pub(crate) fn push_unique(&self, value: T) -> u32 {
        let _guard = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        self.push_locked(value)
    }

    /// Looks a key up without inserting.
    pub(crate) fn find<Q: Hash + ?Sized>(&self, key: &Q, equal: impl Fn(&T, &Q) -> bool) -> Option<u32> {
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        table.find(hash_of(key), |id| equal(self.get(*id), key)).copied()
    }

    /// Writes the next slot; the caller holds the table lock.
    fn push_locked(&self, value: T) -> u32 {
        let id = self.len.load(Ordering::Relaxed);
        let (chunk, offset) = locate(id);
        assert!(chunk < CHUNKS, "more than 2^31 distinct values interned");
        let mut base = self.chunks[chunk].load(Ordering::Relaxed);
        if base.is_null() {
            let fresh: Box<[MaybeUninit<T>]> = Box::new_uninit_slice(chunk_len(chunk));
            base = Box::into_raw(fresh).cast();
            self.chunks[chunk].store(base, Ordering::Release);
        }
        // SAFETY: the slot lies inside the chunk just ensured, and only the lock holder writes unpublished
        // slots.
        unsafe { (*base.add(offset)).write(value) };
        self.len.store(id + 1, Ordering::Release);
        id
    }
}

impl<T> Drop for Interner<T> {
    fn drop(&mut self) {
        let len = *self.len.get_mut();
        for id in 0..len {
            let (chunk, offset) = locate(id);
            // SAFETY: every id below `len` is initialised, and no other reference to it exists.
            unsafe { (*self.chunks[chunk].get_mut().add(offset)).assume_init_drop() };
        }
        for (chunk, slot) in self.chunks.iter_mut().enumerate() {
            let base = *slot.get_mut();
            if !base.is_null() {
                // SAFETY: the pointer came from `Box::into_raw` of a boxed slice with exactly this length.
                drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(base, chunk_len(chunk))) });
            }
        }
    }
}

/// Interned strings: the bytes live in a bump arena that never moves them.
#[derive(Default)]
pub(crate) struct Strings {
    set: Interner<&'static str>,
    bytes: Mutex<Bump>,
}

impl Strings {
    /// The handle of a string.
    pub(crate) fn intern(&self, text: &str) -> u32 {
        self.set.intern(
            text,
            |a, b| *a == b,
            |a| hash_of(*a),
            || {
                let bump = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
                let stored: &str = bump.alloc_str(text);
                // SAFETY: bump memory does not move and is freed only with `self`; the extended reference is
                // handed out by `get` with the lifetime of `&self` only.
                unsafe { std::mem::transmute::<&str, &'static str>(stored) }
            },
        )
    }

    /// The handle of a string that was interned before.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        self.set.find(text, |a, b| *a == b)
    }

    /// The string of a handle.
    pub(crate) fn get(&self, id: u32) -> &str {
        self.set.get(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intern(set: &Interner<String>, text: &str) -> u32 {
        set.intern(text, |a, b| a == b, |a| hash_of(a.as_str()), || text.to_string())
    }

    #[test]
    fn equal_values_share_a_handle_across_threads() {
        let set = Interner::<String>::default();
        let ids: Vec<Vec<u32>> = std::thread::scope(|s| {
            let workers: Vec<_> = (0..4)
                .map(|_| s.spawn(|| (0..2000).map(|i| intern(&set, &format!("v{i}"))).collect::<Vec<_>>()))
                .collect();
            workers.into_iter().map(|w| w.join().expect("worker does not panic")).collect()
        });
        assert!(ids.iter().all(|v| *v == ids[0]));
        assert_eq!(set.len(), 2000);
        assert_eq!(set.get(ids[0][1999]), "v1999");
    }
}
