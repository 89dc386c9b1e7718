//! Calls with the caller's bytes: copies in and out, and recordings of repeated calls.

use super::failure::RunFailure;
use super::loaded::{Given, Loaded};
use super::repeat::Rest;
use crate::error::DeviceError;
use crate::runtime::{Memory, Oversight, Recording, Stream};
use std::sync::{Mutex, PoisonError};

/// An argument of a call: for a [`super::HostArgument`], or memory for a result.
#[derive(Debug)]
pub enum Passed<'a> {
    /// The elements of an array.
    Bytes(&'a [u8]),
    /// The bits of a scalar.
    Scalar(u64),
    /// An array in device memory, or device memory for a result.
    Held(Memory),
    /// Memory for the elements of a result.
    Result(&'a mut [u8]),
}

/// Maximum number of remembered calls, each with its memory.
const MOST: usize = 2;

/// Two calls with equal keys execute the same commands on the device.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Key {
    symbols: Vec<i64>,
    /// Bits of scalars, sizes of arrays, addresses of arrays in device memory.
    arguments: Vec<(u64, u64)>,
}

/// A call that was made before: its memory, and its commands as a recording.
struct Remembered {
    key: Key,
    given: Vec<Given>,
    /// The elements of `given` that belong to the call.
    own: Vec<Memory>,
    /// The recording, and the start of the commands after it, if there are any.
    recording: Option<(Recording, Option<Rest>)>,
}

/// The remembered calls of a program.
#[derive(Default)]
pub(super) struct Memo(Mutex<Vec<Remembered>>);

impl Memo {
    fn take(&self, key: &Key) -> Option<Remembered> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|one| one.key == *key)?;
        Some(all.remove(at))
    }

    /// Remembers a call; returns the oldest if there are too many.
    fn put(&self, one: Remembered) -> Option<Remembered> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(one);
        (all.len() > MOST).then(|| all.remove(0))
    }

    pub(super) fn drain(&self) -> Vec<impl FnOnce(&Loaded, Stream) + use<>> {
        let all = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        all.into_iter().map(|one| move |loaded: &Loaded, stream| loaded.forget(stream, one)).collect()
    }
}

fn key(symbols: &[i64], passed: &[Passed<'_>]) -> Key {
    let one = |argument: &Passed<'_>| match argument {
        Passed::Bytes(bytes) => (0, bytes.len() as u64),
        Passed::Scalar(bits) => (1, *bits),
        Passed::Held(memory) => (2, memory.address),
        Passed::Result(bytes) => (3, bytes.len() as u64),
    };
    Key { symbols: symbols.to_vec(), arguments: passed.iter().map(one).collect() }
}

impl Loaded {
    /// Calls the function and waits for its results. A call that repeats an earlier one with other elements
    /// is recorded and replayed if the device supports it: that costs the host less. If the function reads
    /// elements, only the commands before that are recorded.
    ///
    /// # Errors
    /// As [`Loaded::run`]; the results are then unspecified.
    pub fn call(
        &self,
        stream: Stream,
        symbols: &[i64],
        passed: &mut [Passed<'_>],
        oversight: Oversight<'_>,
    ) -> Result<(), RunFailure> {
        // Replayed commands allocate no memory, so their bytes would not be counted.
        let counts = oversight.bytes.is_some();
        let repeats = self.host().recorded().is_some() && self.runtime().records() && !counts;
        let key = key(symbols, passed);
        let known = if repeats { self.memo().take(&key) } else { None };
        let again = known.is_some();
        let mut call = match known {
            Some(call) => call,
            None => self.prepare(stream, key, passed)?,
        };
        let done = self.perform(stream, symbols, passed, (&mut call, again), oversight);
        let done = done.map_err(|failure| self.settled(stream, oversight, failure));
        if !repeats || done.is_err() {
            self.forget(stream, call);
        } else if let Some(oldest) = self.memo().put(call) {
            self.forget(stream, oldest);
        }
        done
    }

    /// Allocates the memory for a call.
    fn prepare(&self, stream: Stream, key: Key, passed: &[Passed<'_>]) -> Result<Remembered, RunFailure> {
        let mut call = Remembered { key, given: Vec::new(), own: Vec::new(), recording: None };
        for argument in passed {
            let bytes = match argument {
                Passed::Scalar(bits) => {
                    call.given.push(Given::Scalar(*bits));
                    continue;
                }
                Passed::Held(memory) => {
                    call.given.push(Given::Memory(*memory));
                    continue;
                }
                Passed::Bytes(bytes) => bytes.len(),
                Passed::Result(bytes) => bytes.len(),
            };
            match self.runtime().allocate(stream, bytes as u64) {
                Ok(memory) => {
                    call.own.push(memory);
                    call.given.push(Given::Memory(memory));
                }
                Err(error) => {
                    self.forget(stream, call);
                    return Err(device(error));
                }
            }
        }
        Ok(call)
    }

    fn perform(
        &self,
        stream: Stream,
        symbols: &[i64],
        passed: &mut [Passed<'_>],
        (call, again): (&mut Remembered, bool),
        oversight: Oversight<'_>,
    ) -> Result<(), RunFailure> {
        for (argument, given) in passed.iter().zip(&call.given) {
            if let (Passed::Bytes(bytes), Given::Memory(memory)) = (argument, given) {
                self.runtime().upload(stream, *memory, 0, bytes).map_err(device)?;
            }
        }
        if again && call.recording.is_none() {
            let memory = (call.given.as_slice(), &mut call.own);
            call.recording = Some(self.record(stream, symbols, memory, oversight)?);
        }
        match &call.recording {
            Some((recording, rest)) => {
                self.runtime().replay(stream, *recording).map_err(device)?;
                if let Some(rest) = rest {
                    self.go_on(stream, symbols, (&call.given, rest), oversight)?;
                }
            }
            None => self.run(stream, symbols, &call.given, oversight)?,
        }
        self.runtime().await_work(stream, oversight).map_err(device)?;
        if oversight.is_stopped() {
            return Err(RunFailure::Stopped);
        }
        for (argument, given) in passed.iter_mut().zip(&call.given) {
            if let (Passed::Result(bytes), Given::Memory(memory)) = (argument, given) {
                self.runtime().download(stream, *memory, 0, bytes).map_err(device)?;
            }
        }
        Ok(())
    }

    /// The failure of a call, after its work has ended. The work of a stopped run is still in progress: this
    /// function waits for it or stops it.
    fn settled(&self, stream: Stream, oversight: Oversight<'_>, failure: RunFailure) -> RunFailure {
        if failure != RunFailure::Stopped {
            return failure;
        }
        match self.runtime().await_work(stream, oversight) {
            Err(error) if error.is_final() => device(error),
            _ => failure,
        }
    }

    /// Frees the device memory of a call. Ignores failures here: they repeat one that was already reported.
    fn forget(&self, stream: Stream, call: Remembered) {
        call.own.into_iter().for_each(|memory| drop(self.runtime().release(stream, memory)));
        if let Some((recording, _)) = call.recording {
            self.runtime().synchronize(stream).ok();
            self.runtime().forget(recording);
        }
    }
}

fn device(error: DeviceError) -> RunFailure {
    RunFailure::of(error, String::new())
}
