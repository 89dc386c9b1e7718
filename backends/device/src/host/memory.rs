//! The memory of a run: allocated and freed as its commands require.

use super::code::{Command, Missing, Shape};
use super::failure::RunFailure;
use super::run::{Held, Run};
use crate::error::Fault;
use crate::runtime::Memory;
use smallvec::SmallVec;
use std::rc::Rc;
use tf_dialects::array::element_bytes;
use tf_dialects::stops;

impl Run<'_> {
    /// Whether a slot holds memory of the call that recorded commands would otherwise allocate.
    pub(super) fn is_kept(&self, buffer: u32) -> bool {
        let kept = |at: &usize| matches!(&self.host.commands[*at], Command::Allocate { buffer: made, .. } if *made == buffer);
        let given = matches!(self.buffers[buffer as usize], Some(Held::Given(_)));
        given && self.host.recorded.kept.iter().any(kept)
    }

    /// Allocates memory for an array. If that fails, the call stops as it does on other devices.
    pub(super) fn allocate(&self, shape: u32, missing: &Missing, place: u32) -> Result<Memory, RunFailure> {
        let none = || {
            let numbers: Vec<i64> = missing.extents.iter().map(|at| self.extents[*at as usize]).collect();
            let message = stops::filled(&missing.text, &numbers);
            RunFailure::Trap { status: stops::OUT_OF_MEMORY, message, place: self.place(place) }
        };
        let bytes = self.bytes(&self.host.shapes[shape as usize], place).map_err(|_| none())?;
        if !self.oversight.take(bytes) {
            return Err(RunFailure::Bytes);
        }
        match self.runtime().allocate(self.stream, bytes, self.oversight) {
            Err(error) if error.fault == Fault::OutOfMemory => Err(none()),
            other => self.device(other, place),
        }
    }

    /// The size of an array in bytes; may be 0.
    pub(super) fn bytes(&self, shape: &Shape, place: u32) -> Result<u64, RunFailure> {
        let each = element_bytes(shape.dtype).unwrap_or(8) as u64;
        let total = shape
            .extents
            .iter()
            .try_fold(each, |bytes, extent| bytes.checked_mul(self.extents[*extent as usize].max(0) as u64));
        total.filter(|bytes| i64::try_from(*bytes).is_ok()).ok_or_else(|| RunFailure::Trap {
            status: stops::OUT_OF_MEMORY,
            message: "an array is larger than any memory".to_string(),
            place: self.place(place),
        })
    }

    pub(super) fn release(&mut self, buffer: usize) -> Result<(), RunFailure> {
        let last = match self.buffers[buffer].take() {
            Some(Held::Own(memory)) => Rc::into_inner(memory),
            Some(Held::Given(_)) | None => None,
        };
        match last {
            Some(memory) => self.device(self.runtime().release(self.stream, memory), 0),
            None => Ok(()),
        }
    }

    /// Makes slots hold the memory of other slots.
    pub(super) fn move_memory(&mut self, moves: &[(u32, u32)]) -> Result<(), RunFailure> {
        let held: SmallVec<[Option<Held>; 8]> =
            moves.iter().map(|(from, _)| self.buffers[*from as usize].clone()).collect();
        for ((_, to), held) in moves.iter().zip(held) {
            self.release(*to as usize)?;
            self.buffers[*to as usize] = held;
        }
        Ok(())
    }

    pub(super) fn memory(&self, buffer: u32) -> Result<Memory, RunFailure> {
        let held = self.buffers[buffer as usize].as_ref().map(Held::memory);
        held.ok_or_else(|| self.misuse("memory is used that was never allocated".to_string()))
    }
}
