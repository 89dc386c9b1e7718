//! Words of host memory at which kernels look whether their run is to end.
//!
//! A word is no matter of a stream's order: a kernel that never ends sees at once what the host writes. Each stream has a word, as has each
//! recording, since it names the words of its kernels. What is put into a stream says at which words the work under way there looks; they are set together,
//! and cleared when the stream has nothing to do.

use crate::driver::{Call, Context, Driver, Staging};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

/// Words of a piece of memory.
const WORDS: usize = 512;

/// After so many launches, who launches looks at the run: the driver takes no endless number of them ahead, and waits where nobody is told
/// to end.
const LAUNCHES: usize = 256;

/// A word, by the address that both sides know it by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Word {
    page: usize,
    at: usize,
}

/// What a stream has to do.
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
    /// Words of streams whose work is recorded at present, and whether kernels look at them.
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

    /// The address of the word that a kernel launched on a stream looks at.
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

    /// Whether it is time to look at the run before more is put into a stream.
    pub(crate) fn is_full(&self, stream: u64) -> bool {
        let launches = self.work.get(&stream).map_or(0, |work| work.launches);
        launches >= LAUNCHES && !self.recording.contains_key(&stream)
    }

    /// The work of a stream is recorded from now on.
    pub(crate) fn begin(&mut self, driver: &dyn Driver, context: Context, stream: u64) -> Call<()> {
        // While work is recorded, the driver gives no memory.
        let word = self.take(driver, context)?;
        self.recording.insert(stream, (word, false));
        Ok(())
    }

    /// The end of a recording, if there is one.
    pub(crate) fn end(&mut self, stream: u64, recording: Option<u64>) {
        let Some((word, used)) = self.recording.remove(&stream) else { return };
        match recording.filter(|_| used) {
            Some(recording) => drop(self.recorded.insert(recording, word)),
            None => self.free.push(word),
        }
    }

    /// A recording is put into a stream.
    pub(crate) fn replay(&mut self, stream: u64, recording: u64) {
        if let Some(word) = self.recorded.get(&recording).copied() {
            self.watch(stream, word);
        }
    }

    /// A recording is used no more.
    pub(crate) fn forget(&mut self, recording: u64) {
        self.free.extend(self.recorded.remove(&recording));
    }

    /// A stream is used no more; it has nothing to do.
    pub(crate) fn close(&mut self, stream: u64) {
        self.free.extend(self.streams.remove(&stream));
    }

    /// Has the kernels of a stream end. False if none of them would.
    pub(crate) fn stop(&self, stream: u64) -> bool {
        let Some(work) = self.work.get(&stream) else { return false };
        work.watched.iter().for_each(|word| self.word(*word).store(1, Ordering::Relaxed));
        !work.watched.is_empty()
    }

    /// A stream has nothing to do: what comes next runs.
    pub(crate) fn done(&mut self, stream: u64) {
        for word in self.work.remove(&stream).unwrap_or_default().watched {
            self.word(word).store(0, Ordering::Relaxed);
        }
    }

    /// Gives all memory back to the driver. No stream has work to do.
    pub(crate) fn clear(&mut self, driver: &dyn Driver, context: Context) {
        self.pages.drain(..).for_each(|page| drop(driver.free_staging(context, page)));
    }
}
