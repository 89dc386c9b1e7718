//! Stop words: host memory that kernels poll to learn whether their run has to end.
//!
//! Stop words bypass stream order: a kernel that never ends sees a write of the host at once. Each stream has
//! a word, and so has each recording, because the addresses of words are parameters of its kernels. A stream
//! tracks the words that its pending work polls; they are set together, and cleared when the stream is idle.

use crate::driver::Staging;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

/// Words per block of memory.
const WORDS: usize = 512;

/// Bytes of a block of memory.
pub(crate) const PAGE: usize = WORDS * size_of::<u32>();

/// After this many launches, the launching thread checks the run: the driver's queue of launches is limited,
/// and blocks the thread when it is full, so that the thread could not stop the run.
const LAUNCHES: usize = 256;

/// A word, by its address, which is the same on host and device.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Word {
    page: usize,
    at: usize,
}

/// The pending work of a stream.
#[derive(Default)]
struct Work {
    watched: Vec<Word>,
    launches: usize,
    /// Whether its kernels have been told to end: those that are launched next would end at once.
    told: bool,
}

/// The words of a device.
#[derive(Default)]
pub(crate) struct Words {
    pages: Vec<Staging>,
    free: Vec<Word>,
    streams: HashMap<u64, Word>,
    /// Words of streams that are recording, and whether their kernels poll them.
    recording: HashMap<u64, (Word, bool)>,
    recorded: HashMap<u64, Word>,
    work: HashMap<u64, Work>,
}

impl Words {
    /// A free word; `None` if [`Words::add`] has to add memory.
    fn take(&mut self) -> Option<Word> {
        self.free.pop()
    }

    /// Adds [`PAGE`] bytes of memory for words.
    pub(crate) fn add(&mut self, page: Staging) {
        let at = self.pages.len();
        self.pages.push(page);
        self.free.extend((0..WORDS).rev().map(|word| Word { page: at, at: word }));
    }

    fn word(&self, word: Word) -> &AtomicU32 {
        self.pages[word.page].word(word.at)
    }

    fn watch(&mut self, stream: u64, word: Word) {
        let work = self.work.entry(stream).or_default();
        if !work.watched.contains(&word) {
            work.watched.push(word);
        }
    }

    /// The address of the word that a kernel launched on a stream polls; `None` if there is no memory for it.
    pub(crate) fn of_launch(&mut self, stream: u64) -> Option<u64> {
        if let Some((word, used)) = self.recording.get_mut(&stream) {
            *used = true;
            let word = *word;
            return Some(self.word(word).as_ptr().expose_provenance() as u64);
        }
        let word = match self.streams.get(&stream) {
            Some(word) => *word,
            None => {
                let word = self.take()?;
                self.streams.insert(stream, word);
                word
            }
        };
        self.watch(stream, word);
        Some(self.word(word).as_ptr().expose_provenance() as u64)
    }

    /// Counts work that was put into a stream.
    pub(crate) fn count(&mut self, stream: u64) {
        if !self.recording.contains_key(&stream) {
            self.work.entry(stream).or_default().launches += 1;
        }
    }

    /// Whether the work of a stream has to end before more is put into it.
    pub(crate) fn is_full(&self, stream: u64) -> bool {
        let full = |work: &Work| work.told || work.launches >= LAUNCHES;
        self.work.get(&stream).is_some_and(full) && !self.recording.contains_key(&stream)
    }

    /// Whether a stream records its work.
    pub(crate) fn records(&self, stream: u64) -> bool {
        self.recording.contains_key(&stream)
    }

    /// Begins a recording of a stream: the driver does not allocate memory during it. False if there is no
    /// memory for its word.
    pub(crate) fn begin(&mut self, stream: u64) -> bool {
        let Some(word) = self.take() else { return false };
        self.recording.insert(stream, (word, false));
        true
    }

    /// Ends a recording, if there is one.
    pub(crate) fn end(&mut self, stream: u64, recording: Option<u64>) {
        let Some((word, used)) = self.recording.remove(&stream) else { return };
        match recording.filter(|_| used) {
            Some(recording) => drop(self.recorded.insert(recording, word)),
            None => self.free.push(word),
        }
    }

    /// Puts a recording into a stream.
    pub(crate) fn replay(&mut self, stream: u64, recording: u64) {
        self.count(stream);
        if let Some(word) = self.recorded.get(&recording).copied() {
            self.watch(stream, word);
        }
    }

    /// Frees the word of a recording.
    pub(crate) fn forget(&mut self, recording: u64) {
        self.free.extend(self.recorded.remove(&recording));
    }

    /// Frees the word of an idle stream.
    pub(crate) fn close(&mut self, stream: u64) {
        self.free.extend(self.streams.remove(&stream));
    }

    /// Stops the kernels of a stream. False if none of them polls.
    pub(crate) fn stop(&mut self, stream: u64) -> bool {
        let Some(work) = self.work.get_mut(&stream) else { return false };
        work.told = !work.watched.is_empty();
        let work = &self.work[&stream];
        work.watched.iter().for_each(|word| self.word(*word).store(1, Ordering::Relaxed));
        work.told
    }

    /// Clears the words of an idle stream, so that its next work runs.
    pub(crate) fn done(&mut self, stream: u64) {
        for word in self.work.remove(&stream).unwrap_or_default().watched {
            self.word(word).store(0, Ordering::Relaxed);
        }
    }

    /// The memory of all words. All streams are idle.
    pub(crate) fn drain(&mut self) -> Vec<Staging> {
        std::mem::take(&mut self.pages)
    }
}
