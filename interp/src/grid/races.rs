//! Looking at what threads access: two accesses of one element in no order, of which one writes, are an error.

use super::shadow::{Access, Shadow, Touch};
use crate::action::Stop;
use crate::machine::Machine;
use crate::value::offset;
use tf_dialects::kernel::WARP;
use tf_ir::body::Op;

impl Machine<'_> {
    /// Notes that the present thread accesses an element that there is. Outside of kernels, nothing is noted.
    ///
    /// # Errors
    /// Another thread accesses it, too, in no order with this one.
    #[inline]
    pub(crate) fn note(&mut self, op: Op, buffer: usize, index: &[i64], touch: Touch) -> Result<(), Stop> {
        match self.grid {
            Some(_) => self.note_in_grid(op, buffer, index, touch),
            None => Ok(()),
        }
    }

    /// As [`Machine::note`], of all elements of a buffer.
    pub(crate) fn note_all(&mut self, op: Op, buffer: usize, touch: Touch) -> Result<(), Stop> {
        if self.grid.is_none() {
            return Ok(());
        }
        let extents = self.memory.extents(buffer).to_vec();
        let mut index = vec![0; extents.len()];
        for _ in 0..extents.iter().product::<usize>() {
            self.note(op, buffer, &index, touch)?;
            for (i, extent) in index.iter_mut().zip(&extents).rev() {
                *i += 1;
                if *i < *extent as i64 {
                    break;
                }
                *i = 0;
            }
        }
        Ok(())
    }

    fn note_in_grid(&mut self, op: Op, buffer: usize, index: &[i64], touch: Touch) -> Result<(), Stop> {
        let loc = self.body().loc(op);
        let extents = self.memory.extents(buffer);
        let (Some(at), count) = (offset(extents, index), extents.iter().product::<usize>()) else {
            return Ok(());
        };
        let Some(grid) = self.grid.as_deref_mut() else { return Ok(()) };
        let of_block = || grid.shared.values().chain(grid.dynamic.iter().map(|array| &array.buffer));
        if buffer >= grid.globals && !of_block().any(|shared| *shared == buffer) {
            // The thread's own.
            return Ok(());
        }
        let (thread, warp) = (grid.thread_at, grid.thread_at / WARP);
        let access = Access {
            block: grid.block_at,
            thread: thread as u32,
            warp: warp as u32,
            epoch: grid.epoch,
            warp_epoch: grid.warp_epochs.get(warp).copied().unwrap_or(0),
            touch,
            loc,
        };
        let shadows = grid.shadows.entry(buffer).or_insert_with(|| vec![Shadow::default(); count]);
        let Err(other) = shadows[at].note(access) else { return Ok(()) };
        let names = [grid.present(), grid.name(other.block, other.thread as usize)];
        let order = match (other.block == access.block, touch, other.touch) {
            (false, Touch::Atomic(_), Touch::Atomic(_)) => {
                "a scope that is only a block does not hold between blocks"
            }
            (false, ..) => "blocks come in no order",
            (true, ..) => "no barrier orders them",
        };
        let message = format!(
            "is a data race: {} {}, and {} {}: {order}",
            names[0],
            touch.words(&format!("element {index:?}")),
            names[1],
            other.touch.words("it")
        );
        Err(self.error(op, message).note(other.loc, "the other access").into())
    }
}
