//! Calls with the caller's bytes: copies in and out, and recordings of repeated calls.

use super::failure::RunFailure;
use super::loaded::{Given, Loaded};
use super::repeat::Rest;
use crate::error::DeviceError;
use crate::runtime::{Cache, Memory, Oversight, Reading, Recording, Runtime, Stream};
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    /// Whether the device could not record the call.
    unrecordable: bool,
}

/// The remembered calls of a program. Their work on the device is done.
#[derive(Default)]
pub(super) struct Memo(Mutex<Vec<Remembered>>);

impl Memo {
    fn lock(&self) -> MutexGuard<'_, Vec<Remembered>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, key: &Key) -> Option<Remembered> {
        let mut all = self.lock();
        let at = all.iter().position(|one| one.key == *key)?;
        Some(all.remove(at))
    }

    /// Remembers a call; returns the oldest if there are too many.
    fn put(&self, one: Remembered) -> Option<Remembered> {
        let mut all = self.lock();
        all.push(one);
        (all.len() > MOST).then(|| all.remove(0))
    }
}

impl Cache for Memo {
    fn clear(&self, runtime: &dyn Runtime, stream: Stream) {
        let all = std::mem::take(&mut *self.lock());
        all.into_iter().for_each(|one| one.forget(runtime, stream));
    }
}

impl Remembered {
    /// Frees the device memory of a call, whose work is done. Ignores failures here: they repeat one that was
    /// already reported.
    fn forget(self, runtime: &dyn Runtime, stream: Stream) {
        self.own.into_iter().for_each(|memory| drop(runtime.release(stream, memory)));
        if let Some((recording, _)) = self.recording {
            runtime.forget(recording);
        }
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
            None => self.prepare(stream, key, passed, oversight)?,
        };
        let done = self.perform(stream, symbols, passed, (&mut call, again), oversight);
        let done = done.map_err(|failure| self.settled(stream, oversight, failure));
        let forgotten = match done.is_err() || !repeats {
            true => Some(call),
            false => self.memo().put(call),
        };
        if let Some(call) = forgotten {
            call.forget(&**self.runtime(), stream);
        }
        done
    }

    /// Allocates the memory for a call.
    fn prepare(
        &self,
        stream: Stream,
        key: Key,
        passed: &[Passed<'_>],
        oversight: Oversight<'_>,
    ) -> Result<Remembered, RunFailure> {
        let mut call =
            Remembered { key, given: Vec::new(), own: Vec::new(), recording: None, unrecordable: false };
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
            match self.runtime().allocate(stream, bytes as u64, oversight) {
                Ok(memory) => {
                    call.own.push(memory);
                    call.given.push(Given::Memory(memory));
                }
                Err(error) => {
                    call.forget(&**self.runtime(), stream);
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
                self.runtime().upload(stream, *memory, 0, bytes, oversight).map_err(device)?;
            }
        }
        if again && call.recording.is_none() && !call.unrecordable {
            let memory = (call.given.as_slice(), &mut call.own);
            call.recording = self.record(stream, symbols, memory, oversight)?;
            call.unrecordable = call.recording.is_none();
        }
        match &call.recording {
            Some((recording, rest)) => {
                self.runtime().replay(stream, *recording, oversight).map_err(device)?;
                if let Some(rest) = rest {
                    self.go_on(stream, symbols, (&call.given, rest), oversight)?;
                }
            }
            None => self.run(stream, symbols, &call.given, oversight)?,
        }
        let reading = |(argument, given)| match (argument, given) {
            (&mut Passed::Result(ref mut bytes), &Given::Memory(from)) => {
                Some(Reading { from, offset: 0, bytes })
            }
            _ => None,
        };
        let mut readings: Vec<Reading<'_>> = passed.iter_mut().zip(&call.given).filter_map(reading).collect();
        self.runtime().download(stream, &mut readings, oversight).map_err(device)?;
        if oversight.is_stopped() { Err(RunFailure::Stopped) } else { Ok(()) }
    }

    /// The failure of a call, after its work has ended: only this function can stop the work of a run that
    /// has to end, and the call's memory is freed next.
    fn settled(&self, stream: Stream, oversight: Oversight<'_>, failure: RunFailure) -> RunFailure {
        match self.runtime().await_work(stream, oversight) {
            Err(error) if error.is_final() && failure == RunFailure::Stopped => device(error),
            _ => failure,
        }
    }
}

fn device(error: DeviceError) -> RunFailure {
    RunFailure::of(error, String::new())
}
