//! Stop words: host memory that kernels poll to learn whether their run has to end.
//!
//! Stop words bypass stream order: a kernel that never ends sees a write of the host at once. Each stream has
//! a word, and so has each recording, because the addresses of words are parameters of its kernels. A stream
//! tracks the words that its pending work polls; they are set together, and cleared when the stream is idle.

use crate::driver::{Call, Context, Driver, Staging};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

/// Words per block of memory.
const WORDS: usize = 512;

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
    fn take(&mut self, driver: &dyn Driver, context: Context) -> Call<Word> {
        if self.free.is_empty() {
            let page = self.pages.len();
            self.pages.push(driver.staging(context, WORDS * size_of::<u32>())?);
            self.free.extend((0..WORDS).rev().map(|at| Word { page, at }));
        }
        Ok(self.free.pop().expect("a new piece has words"))
    }

    fn word(&self, word: Word) -> &AtomicU32 {
        self.pages[word.page].word(word.at)
    }

    fn watch(&mut self, stream: u64, word: Word) -> &mut Work {
        let work = self.work.entry(stream).or_default();
        if !work.watched.contains(&word) {
            work.watched.push(word);
        }
        work
    }

    /// The address of the word that a kernel launched on a stream polls.
    pub(crate) fn of_launch(&mut self, driver: &dyn Driver, context: Context, stream: u64) -> Call<u64> {
        if let Some((word, used)) = self.recording.get_mut(&stream) {
            *used = true;
            let word = *word;
            return Ok(self.word(word).as_ptr().expose_provenance() as u64);
        }
        let word = match self.streams.get(&stream) {
            Some(word) => *word,
            None => {
                let word = self.take(driver, context)?;
                self.streams.insert(stream, word);
                word
            }
        };
        self.watch(stream, word).launches += 1;
        Ok(self.word(word).as_ptr().expose_provenance() as u64)
    }

    /// Whether the run has to be checked before more launches on a stream.
    pub(crate) fn is_full(&self, stream: u64) -> bool {
        let launches = self.work.get(&stream).map_or(0, |work| work.launches);
        launches >= LAUNCHES && !self.recording.contains_key(&stream)
    }

    /// Begins a recording of a stream.
    pub(crate) fn begin(&mut self, driver: &dyn Driver, context: Context, stream: u64) -> Call<()> {
        // The driver does not allocate memory during a recording.
        let word = self.take(driver, context)?;
        self.recording.insert(stream, (word, false));
        Ok(())
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
    pub(crate) fn stop(&self, stream: u64) -> bool {
        let Some(work) = self.work.get(&stream) else { return false };
        work.watched.iter().for_each(|word| self.word(*word).store(1, Ordering::Relaxed));
        !work.watched.is_empty()
    }

    /// Clears the words of an idle stream, so that its next work runs.
    pub(crate) fn done(&mut self, stream: u64) {
        for word in self.work.remove(&stream).unwrap_or_default().watched {
            self.word(word).store(0, Ordering::Relaxed);
        }
    }

    /// Returns all memory to the driver. All streams are idle.
    pub(crate) fn clear(&mut self, driver: &dyn Driver, context: Context) {
        self.pages.drain(..).for_each(|page| drop(driver.free_staging(context, page)));
    }
}
