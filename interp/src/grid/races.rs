//! Data races: two unordered accesses of one element, at least one of them a write, are an error.

use super::order::{History, Lane, Stamp};
use super::phases::WordAddress;
use super::releases::is_synchronized;
use super::shadow::{Access, Shadow, Touch};
use super::state::Grid;
use super::traffic::Visit;
use crate::machine::Machine;
use crate::machine::action::Stop;
use crate::values::value::offset;
use tf_dialects::array::element_bytes;
use tf_dialects::kernel::WARP;
use tf_ir::body::Op;

impl Machine<'_> {
    /// Records an access of an element by the present thread. Outside of kernels, it does nothing.
    ///
    /// # Errors
    /// Another thread's access of the element races with it.
    #[inline]
    pub(crate) fn note(&mut self, op: Op, buffer: usize, index: &[i64], touch: Touch) -> Result<(), Stop> {
        match self.grid {
            Some(_) => self.note_in_grid(op, buffer, index, touch),
            None => Ok(()),
        }
    }

    /// As [`Machine::note`], for all elements of a buffer.
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
        self.visit(op, buffer, index, touch);
        let stamp = self.grid.as_ref().and_then(|grid| Some(grid.clocks.as_ref()?.now(grid.present_agent())));
        if let Some(stamp) = stamp {
            return self.note_by(op, stamp, (buffer, index), touch);
        }
        let Some((at, count, access)) = self.access(op, buffer, index, touch) else { return Ok(()) };
        let Some(grid) = self.grid.as_deref_mut() else { return Ok(()) };
        if touch == Touch::Write && grid.synchronizes {
            grid.released.remove(&(buffer, at));
        }
        let Grid { shadows, members, rank, synchronizes, .. } = grid;
        let shadows = shadows.entry(buffer).or_insert_with(|| vec![Shadow::default(); count]);
        let noted = match synchronizes {
            true => {
                let acquired = &members[*rank].acquired;
                shadows[at].note_among_all(access, &|old, new| is_synchronized(acquired, old, new))
            }
            false => shadows[at].note(access),
        };
        match noted {
            Ok(()) => Ok(()),
            Err(other) => Err(self.race(op, index, access, other, None)),
        }
    }

    /// Counts an access of shared or global memory, if memory efficiency is measured.
    fn visit(&mut self, op: Op, buffer: usize, index: &[i64], touch: Touch) {
        let counts = self.grid.as_ref().is_some_and(|grid| grid.traffic.is_some());
        if !counts || matches!(touch, Touch::Atomic(_)) {
            return;
        }
        let Some((at, _, access)) = self.access(op, buffer, index, touch) else { return };
        let bytes = element_bytes(self.memory.dtype(buffer)).unwrap_or(1) as u64;
        let (step, first) = (self.fuel, at as u64 * bytes);
        let Some(grid) = self.grid.as_deref_mut() else { return };
        // Warps never span blocks.
        let thread = grid.rank * grid.threads().next_multiple_of(WARP) + grid.thread_at;
        let is_shared = grid.is_shared(buffer);
        let visit = Visit { op, loc: access.loc, thread, step, is_shared, buffer, first, bytes };
        if let Some(traffic) = &mut grid.traffic {
            traffic.add(&visit);
        }
    }

    /// As [`Machine::note`], for an asynchronous access that the thread has started.
    pub(super) fn note_started(
        &mut self,
        op: Op,
        lane: Lane,
        thread: usize,
        element: (usize, &[i64]),
        touch: Touch,
    ) -> Result<(), Stop> {
        if lane == Lane::Copies {
            self.visit(op, element.0, element.1, touch);
        }
        let clocks = self.grid.as_deref_mut().and_then(|grid| grid.clocks.as_mut());
        match clocks.map(|clocks| clocks.started(lane, thread)) {
            Some(stamp) => self.note_by(op, stamp, element, touch),
            None => Ok(()),
        }
    }

    /// As [`Machine::note`], for a word of a buffer, by its position.
    pub(super) fn note_word(&mut self, op: Op, (buffer, at): WordAddress, touch: Touch) -> Result<(), Stop> {
        let index = super::barriers::unravelled(self.memory.extents(buffer), at);
        self.note(op, buffer, &index, touch)
    }

    /// Records an access by an agent that the present thread represents: the accesses that the thread has
    /// seen happen before.
    pub(super) fn note_by(
        &mut self,
        op: Op,
        stamp: Stamp,
        (buffer, index): (usize, &[i64]),
        touch: Touch,
    ) -> Result<(), Stop> {
        let Some((at, count, access)) = self.access(op, buffer, index, touch) else { return Ok(()) };
        self.check_owner(op, buffer, touch)?;
        let Some(grid) = self.grid.as_deref_mut() else { return Ok(()) };
        let agent = grid.present_agent();
        if touch == Touch::Write && grid.synchronizes {
            grid.released.remove(&(buffer, at));
        }
        let Grid { clocks, histories, members, rank, synchronizes, .. } = grid;
        let Some(clocks) = clocks else { return Ok(()) };
        let histories = histories.entry(buffer).or_insert_with(|| vec![History::default(); count]);
        let acquired = &members[*rank].acquired;
        let synchronized = |old: &Access, new: &Access| *synchronizes && is_synchronized(acquired, old, new);
        match histories[at].note(access, stamp, clocks.seen(agent), *synchronizes, &synchronized) {
            Ok(()) => Ok(()),
            Err((other, by)) => Err(self.race(op, index, access, other, Some([stamp, by]))),
        }
    }

    /// Checks that the block that owns the shared array has begun and has not ended, if it is another block.
    fn check_owner(&self, op: Op, buffer: usize, touch: Touch) -> Result<(), Stop> {
        let Some(grid) = self.grid.as_deref() else { return Ok(()) };
        let Some(rank) = grid.owners.get(&buffer).copied().filter(|rank| *rank != grid.rank) else {
            return Ok(());
        };
        let Some(clocks) = &grid.clocks else { return Ok(()) };
        let what = || format!("{} {}", grid.present(), touch.words("shared memory"));
        let name = grid.block_name(rank);
        if grid.members[rank].has_ended {
            let message = format!(
                "may access the memory of a block that has ended: {} of {name}, which may have ended: a \
                 barrier of the cluster must follow the last access",
                what()
            );
            return Err(self.error(op, message).into());
        }
        let (count, seen) = (grid.threads(), clocks.seen(grid.present_agent()));
        if (rank * count..(rank + 1) * count).all(|thread| seen.of(thread) == 0) {
            let message = format!(
                "may access the memory of a block that has not begun: {} of {name}, which may not have \
                 begun: a barrier of the cluster must precede the first access",
                what()
            );
            return Err(self.error(op, message).into());
        }
        Ok(())
    }

    /// An access by the present thread, with the element's position and the element count; `None` for memory
    /// of the thread.
    fn access(&self, op: Op, buffer: usize, index: &[i64], touch: Touch) -> Option<(usize, usize, Access)> {
        let grid = self.grid.as_deref()?;
        let extents = self.memory.extents(buffer);
        let (at, count) = (offset(extents, index)?, extents.iter().product::<usize>());
        if buffer >= grid.globals && !grid.is_shared(buffer) {
            return None;
        }
        Some((at, count, self.present_access(op, touch)?))
    }

    /// An access by the present thread.
    pub(super) fn present_access(&self, op: Op, touch: Touch) -> Option<Access> {
        let grid = self.grid.as_deref()?;
        let (thread, warp) = (grid.thread_at, grid.thread_at / WARP);
        Some(Access {
            cluster: grid.cluster_at,
            block: grid.member().block,
            thread: thread as u32,
            warp: warp as u32,
            epoch: grid.member().epoch,
            warp_epoch: grid.member().warp_epochs.get(warp).copied().unwrap_or(0),
            releases: grid.member().releases,
            touch,
            loc: self.body().loc(op),
        })
    }

    /// The error for two unordered accesses.
    fn race(&self, op: Op, index: &[i64], new: Access, old: Access, stamps: Option<[Stamp; 2]>) -> Stop {
        let Some(grid) = self.grid.as_deref() else { return self.error(op, "is a data race").into() };
        let agent = |stamp: Stamp| grid.clocks.as_ref().and_then(|clocks| clocks.words(stamp));
        let agents = stamps.map_or([None; 2], |stamps| stamps.map(agent));
        let name = |access: &Access, agent: Option<&str>| {
            let thread = grid.name(access.block, access.thread as usize);
            agent.map_or(thread.clone(), |agent| format!("{agent} of {thread}"))
        };
        let names = [name(&new, agents[0]), name(&old, agents[1])];
        let both_atomic = matches!((new.touch, old.touch), (Touch::Atomic(_), Touch::Atomic(_)));
        let clustered = grid.cluster != [1; 3];
        let order = match (old.block == new.block, old.cluster == new.cluster) {
            (false, true) if both_atomic => "the scope 'block' does not order blocks",
            (false, false) if both_atomic && clustered => {
                "the scopes 'block' and 'cluster' do not order clusters"
            }
            (false, false) if both_atomic => "the scope 'block' does not order blocks",
            (false, false) if clustered => "clusters run in no order",
            (false, false) => "blocks run in no order",
            (false, true) => "no barrier of the cluster orders them",
            (true, _) if agents[1].is_some() => "no wait orders them",
            (true, _) => "no barrier orders them",
        };
        let message = format!(
            "is a data race: {} {}, and {} {}: {order}",
            names[0],
            new.touch.words(&format!("element {index:?}")),
            names[1],
            old.touch.words("it")
        );
        self.error(op, message).note(old.loc, "the other access").into()
    }
}
