//! Copies between the host and a GPU, through buffers of pinned memory.
//!
//! A copy waits for events of its own stream only: the work of another stream may never end.

use crate::driver::Staging;
use crate::gpu::Gpu;
use crate::staging::{PIECE, Source, Used};
use crate::waiting::Until;
use std::collections::VecDeque;
use tf_device::{DeviceError, Memory, Oversight, Reading};

const UPLOAD: &str = "copying to the GPU";
const DOWNLOAD: &str = "copying from the GPU";

/// Number of buffers that a download fills at the same time.
const DEPTH: usize = 4;

/// Bytes of a reading that go through a buffer.
#[derive(Clone, Copy)]
struct Slice {
    /// Which reading.
    reading: usize,
    /// Where they begin in it.
    offset: usize,
    /// Their address on the device.
    from: u64,
    /// Where they begin in the buffer.
    at: usize,
    bytes: usize,
}

/// Alignment of slices in a buffer.
const ALIGNMENT: usize = 64;

/// The slices of readings from these addresses, buffer by buffer: small readings share one.
fn parts(addresses: &[(u64, usize)]) -> Vec<Vec<Slice>> {
    let (mut parts, mut part, mut at) = (Vec::new(), Vec::new(), 0);
    for (reading, (from, all)) in addresses.iter().enumerate() {
        let mut offset = 0;
        while offset < *all {
            if at == PIECE {
                parts.push(std::mem::take(&mut part));
                at = 0;
            }
            let bytes = (all - offset).min(PIECE - at);
            part.push(Slice { reading, offset, from: from + offset as u64, at, bytes });
            offset += bytes;
            at = (at + bytes).next_multiple_of(ALIGNMENT).min(PIECE);
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// A buffer that the device is filling.
struct Filling<'p> {
    piece: Staging,
    part: &'p [Slice],
    until: Option<u64>,
}

impl Gpu {
    /// A buffer that nothing uses.
    fn piece(&self, stream: u64, doing: &str, oversight: Oversight<'_>) -> Result<Staging, DeviceError> {
        let mut asked = false;
        loop {
            match self.state.with(|state| state.pieces.next(stream, asked)) {
                Source::Free(piece) => return Ok(piece),
                Source::New => match self.call(doing, |driver| driver.staging(PIECE)) {
                    Ok(piece) => return Ok(piece),
                    Err(error) => match self.state.with(|state| state.pieces.not_made(stream)) {
                        // The machine has no more memory of this kind: the stream reuses its own.
                        Some(used) if !error.is_final() => return self.reclaim(used, oversight),
                        _ => return Err(error),
                    },
                },
                Source::Own(used) => return self.reclaim(used, oversight),
                Source::Foreign(used) => {
                    asked = true;
                    let reached = used.until.map(|event| self.call(doing, |driver| driver.is_reached(event)));
                    if let Some(Ok(true)) = reached {
                        return Ok(self.unused(used));
                    }
                    self.state.with(|state| state.pieces.put_back(used));
                }
            }
        }
    }

    /// Waits until the stream no longer uses its buffer.
    fn reclaim(&self, used: Used, oversight: Oversight<'_>) -> Result<Staging, DeviceError> {
        let until = used.until.map_or(Until::Idle, Until::Event);
        match self.wait(used.stream, until, oversight) {
            Ok(()) => Ok(self.unused(used)),
            Err(error) => {
                self.state.with(|state| state.pieces.put_back(used));
                Err(error)
            }
        }
    }

    fn unused(&self, used: Used) -> Staging {
        self.state.with(|state| state.events.extend(used.until));
        used.piece
    }

    /// Copies bytes to the device.
    pub(crate) fn upload_on(
        &self,
        stream: u64,
        (to, offset): (Memory, u64),
        bytes: &[u8],
        oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        let to = self.state.with(|state| state.memory.at(to, offset, bytes.len() as u64))?;
        for (at, part) in bytes.chunks(PIECE).enumerate() {
            let mut piece = self.piece(stream, UPLOAD, oversight)?;
            if oversight.is_stopped() {
                self.state.with(|state| state.pieces.give(piece));
                return Ok(());
            }
            {
                let _user = self.use_context()?;
                piece.as_mut_slice()[..part.len()].copy_from_slice(part);
            }
            let to = to + (at * PIECE) as u64;
            let copied = self.call(UPLOAD, |driver| driver.upload(stream, to, &piece, part.len()));
            // Also after a failure, the copy may be in progress.
            let until = copied.as_ref().ok().and_then(|()| self.mark(UPLOAD, stream).ok());
            self.state.with(|state| state.pieces.busy(Used { piece, until, stream }));
            copied?;
        }
        Ok(())
    }

    /// Waits for a stream, and copies bytes to the host: one wait for all readings that fit in a buffer.
    pub(crate) fn download_on(
        &self,
        stream: u64,
        readings: &mut [Reading<'_>],
        oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        let addresses = self.state.with(|state| {
            let one = |reading: &Reading<'_>| {
                let bytes = reading.bytes.len();
                Ok((state.memory.at(reading.from, reading.offset, bytes as u64)?, bytes))
            };
            readings.iter().map(one).collect::<Result<Vec<(u64, usize)>, DeviceError>>()
        })?;
        let parts = parts(&addresses);
        let mut filling = VecDeque::new();
        let done = self.fill(stream, &parts, (&mut filling, readings), oversight);
        // After a failure, copies may be in progress.
        self.state.with(|state| {
            for Filling { piece, until, .. } in filling {
                state.events.extend(until);
                state.pieces.busy(Used { piece, until: None, stream });
            }
        });
        done
    }

    fn fill<'p>(
        &self,
        stream: u64,
        parts: &'p [Vec<Slice>],
        (filling, readings): (&mut VecDeque<Filling<'p>>, &mut [Reading<'_>]),
        oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        for (number, part) in parts.iter().enumerate() {
            if filling.len() >= DEPTH {
                let until = filling.front().and_then(|first| first.until);
                self.wait(stream, until.map_or(Until::Idle, Until::Event), oversight)?;
                self.take_out(filling, readings)?;
            }
            let piece = self.piece(stream, DOWNLOAD, oversight)?;
            filling.push_back(Filling { piece, part, until: None });
            let Some(last) = filling.back_mut() else { continue };
            self.call(DOWNLOAD, |driver| {
                let copy = |slice: &Slice| {
                    driver.download(stream, &mut last.piece, slice.at, slice.from, slice.bytes)
                };
                part.iter().try_for_each(copy)
            })?;
            // The last buffers are full when all work is done.
            if number + DEPTH < parts.len() {
                last.until = self.mark(DOWNLOAD, stream).ok();
            }
        }
        self.wait(stream, Until::Idle, oversight)?;
        while !filling.is_empty() {
            self.take_out(filling, readings)?;
        }
        Ok(())
    }

    /// Copies the first buffer, which is full, to the host's memory.
    fn take_out(
        &self,
        filling: &mut VecDeque<Filling<'_>>,
        readings: &mut [Reading<'_>],
    ) -> Result<(), DeviceError> {
        let _user = self.use_context()?;
        let Some(Filling { mut piece, part, until }) = filling.pop_front() else { return Ok(()) };
        let bytes = piece.as_mut_slice();
        for slice in part {
            let to = &mut readings[slice.reading].bytes[slice.offset..][..slice.bytes];
            to.copy_from_slice(&bytes[slice.at..][..slice.bytes]);
        }
        self.state.with(|state| {
            state.events.extend(until);
            state.pieces.give(piece);
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_readings_share_a_buffer_and_large_ones_are_cut() {
        let addresses = [(1000, 4), (2000, 0), (3000, 5), (1 << 20, 2 * PIECE)];
        let parts = parts(&addresses);
        assert_eq!(parts.len(), 3);
        assert_eq!(parts[0].iter().map(|s| s.at).collect::<Vec<_>>(), [0, 64, 128]);
        for (reading, (from, all)) in addresses.iter().enumerate() {
            let own = parts.iter().flatten().filter(|slice| slice.reading == reading);
            let end = own.fold(0, |end, slice| {
                assert_eq!((slice.offset, slice.from), (end, from + end as u64));
                assert!(slice.at + slice.bytes <= PIECE);
                end + slice.bytes
            });
            assert_eq!(end, *all);
        }
    }
}
