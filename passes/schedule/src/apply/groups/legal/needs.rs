//! Bounds inference: the region of each member that an iteration of the shared loops requires, and
//! sliding-window reuse between iterations.
//!
//! A member may have a window that slides along the innermost loop around it. An iteration computes
//! only the points that the window lacks, as many as a tile has, and reuses those of earlier iterations. A
//! prologue before the loop computes the points that the first iteration reuses, and their inputs. So a chain
//! of stencils recomputes nothing but its prologues (as the circular buffers of line-buffered stencil chains:
//! Hegarty and others, "Darkroom", 2014).

use super::legality::Condition;
use super::members::{Member, Members};
use super::refusal::{GroupRefusal, ReadRefusal, WindowRefusal};
use crate::apply::apply_tiles::Tiling;
use tf_dialects::tensor::Compute;
use tf_ir::body::{Body, Value};

/// The most points of a halo that are recomputed.
pub const MOST_AROUND: i64 = 64;

/// A read of one member by another.
pub struct Read {
    pub maker: usize,
    /// The access along each shared loop of the producer.
    pub shifts: Vec<(usize, Shift)>,
}

/// The access of a read along a shared loop: `by` times the index, plus an offset from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    pub by: i64,
    pub low: i64,
    pub high: i64,
}

impl Shift {
    /// The identity access.
    pub const OWN: Shift = Shift { by: 1, low: 0, high: 0 };

    /// The halo that the read requires of its producer, from the halo of the reader.
    fn around(self, (before, after): (i64, i64)) -> (i64, i64) {
        let times = |points: i64| self.by.saturating_mul(points);
        (times(before).saturating_sub(self.low), times(after).saturating_add(self.high))
    }
}

/// A halo: points before and after a tile; `None` while nothing is required.
type Halo = Option<(i64, i64)>;

/// Widens a halo to at least these points before and after.
fn widen(around: &mut Halo, (before, after): (i64, i64)) {
    let known = around.get_or_insert((before, after));
    *known = (known.0.max(before), known.1.max(after));
}

impl Member {
    /// The points that an iteration computes along a loop, as a halo around its tile. Along the loop of a
    /// window, only the points that the window lacks.
    pub fn computed(&self, dim: usize, tiling: &Tiling) -> (i64, i64) {
        let (before, after) = self.need[dim];
        let is_slid = self.windowed && self.slid(tiling) == dim;
        if is_slid { (self.strides[dim] - 1 - after, after) } else { (before, after) }
    }

    /// How many points of its window an iteration reuses; if negative, the gap between the regions of
    /// consecutive iterations.
    pub fn found(&self, tiling: &Tiling) -> i64 {
        self.shared(self.slid(tiling))
    }

    /// The length of its window along the loop.
    pub fn window(&self, tiling: &Tiling) -> i64 {
        self.added(tiling) + self.found(tiling).max(0)
    }
}

impl Members {
    /// Infers the required region of each member, from the last consumer to the first producer.
    pub(super) fn settle_needs(
        &mut self,
        body: &Body,
        tiling: &Tiling,
        yielded: &[Value],
    ) -> Result<(), GroupRefusal> {
        let mut needs: Vec<Vec<Halo>> = self.all.iter().map(|member| vec![None; member.need.len()]).collect();
        for (at, _) in yielded.iter().filter_map(|value| self.maker(body, *value)) {
            needs[at].fill(Some((0, 0)));
        }
        for at in (0..self.all.len()).rev() {
            let own: Vec<(i64, i64)> = needs[at].iter().map(|need| need.unwrap_or_default()).collect();
            self.all[at].need = own;
            let (windowed, found) = (self.all[at].windowed, || self.all[at].found(tiling));
            if windowed && found() > 0 {
                let (before, _) = self.all[at].need[self.all[at].slid(tiling)];
                let around = (before, found() - before);
                widen(&mut self.all[at].first, around);
            }
            for read in self.reads(body, at, tiling)? {
                self.settle_read(at, &read, &mut needs[read.maker], tiling);
            }
        }
        for member in &self.all {
            let first = member.first.unwrap_or_default();
            // The `stride - 1` points between consecutive iterations do not belong to the halo.
            let beside = |(need, stride): (&(i64, i64), &i64)| (need.0, need.1 - (stride - 1));
            let all = member.need.iter().zip(&member.strides).map(beside).chain([first]);
            let widest = all.flat_map(|(before, after)| [before.abs(), after.abs()]).max().unwrap_or(0);
            if widest > MOST_AROUND {
                let (member, most) = (member.name(body), MOST_AROUND);
                return Err(ReadRefusal::WideHalo { member, points: widest, most }.into());
            }
        }
        Ok(())
    }

    /// Adds a read to the required region of its producer.
    fn settle_read(&mut self, at: usize, read: &Read, needs: &mut [Halo], tiling: &Tiling) {
        let member = &self.all[at];
        let (depth, first) = (member.depth, member.first);
        let slid = first.map(|_| member.slid(tiling));
        for (dim, shift) in &read.shifts {
            let own = if member.has(*dim) { member.computed(*dim, tiling) } else { (0, 0) };
            widen(&mut needs[*dim], shift.around(own));
        }
        let (Some(first), Some(slid)) = (first, slid) else { return };
        // The prologue reads other prologues of the same loop, or values from outside of the loop.
        let shift = read.shifts.iter().find(|(dim, _)| *dim == slid).map(|(_, shift)| *shift);
        let Some(shift) = shift else { return };
        // `first.1` is an exclusive end: the last point is one before it.
        let (before, after) = shift.around((first.0, first.1.saturating_sub(1)));
        let around = (before, after.saturating_add(1));
        let maker = &mut self.all[read.maker];
        match maker.depth == depth {
            true => widen(&mut maker.first, around),
            false => widen(&mut needs[slid], (around.0, i64::MIN)),
        }
    }

    /// Checks that one thread runs each loop along which a window slides, in order.
    pub(super) fn check_windows(&self, body: &Body, tiling: &Tiling) -> Result<(), GroupRefusal> {
        let threads = &tiling.parallel;
        for member in self.all.iter().filter(|member| member.windowed) {
            let name = || member.name(body);
            let in_turn = threads.is_empty() || threads.end < member.depth;
            self.legality.require(Condition::Sequential, in_turn, || WindowRefusal::Parallel {
                member: name(),
                of: tiling.names[member.slid(tiling)].clone(),
            })?;
            if member.after_loop {
                return Err(WindowRefusal::ConsumesReduction { member: name() }.into());
            }
            let view = body.view(member.op, Compute);
            let rank = view.extents().len();
            let plain = body.results(member.op).all(|value| {
                tf_dialects::tensor::shape::extents(body.ctx(), body.ty(value))
                    .is_some_and(|all| all.len() == rank)
            });
            if !plain {
                return Err(WindowRefusal::TensorElements { member: name() }.into());
            }
        }
        Ok(())
    }
}
