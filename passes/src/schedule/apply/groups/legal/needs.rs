//! Which points of each member of a group a trip of the loops needs, and what of these is kept from the trips before.
//!
//! A member that is *kept* has a window that slides along the innermost loop around it: a trip computes the points that the window does not hold yet, which are
//! as many as a trip has, and finds those of trips before in it. What the first trip finds there is computed in front of the loop, with
//! what that needs. So members that read each other around their own points compute nothing twice, but where their loop begins (as the circular buffers of
//! line-buffered stencil chains: Hegarty and others, "Darkroom", 2014).

use super::legality::Condition;
use super::members::{Member, Members};
use crate::schedule::apply::apply_tiles::Tiling;
use tf_dialects::tensor::Compute;
use tf_ir::body::{Body, Value};

/// The most points around those of a trip that are computed again.
pub const MOST_AROUND: i64 = 64;

/// What a member reads of another one.
pub struct Read {
    pub maker: usize,
    /// Of shared loops where it reads.
    pub shifts: Vec<(usize, Shift)>,
}

/// Where a subscript is along a shared loop: so many times the own point, and from there so far at least and at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    pub by: i64,
    pub low: i64,
    pub high: i64,
}

impl Shift {
    /// Each own point, and nothing else.
    pub const OWN: Shift = Shift { by: 1, low: 0, high: 0 };

    /// What points from so many before to so many behind those of a trip read: from so many before to so many behind.
    fn around(self, (before, behind): (i64, i64)) -> (i64, i64) {
        let times = |points: i64| self.by.saturating_mul(points);
        (times(before).saturating_sub(self.low), times(behind).saturating_add(self.high))
    }
}

/// Points before and behind some, as far as any are needed.
type Around = Option<(i64, i64)>;

/// So many points before and behind at least.
fn widen(around: &mut Around, (before, behind): (i64, i64)) {
    let known = around.get_or_insert((before, behind));
    *known = (known.0.max(before), known.1.max(behind));
}

impl Member {
    /// The points that a trip computes along a loop: from so many before its own to so many behind.
    pub fn computed(&self, dim: usize, tiling: &Tiling) -> (i64, i64) {
        let (before, behind) = self.need[dim];
        let is_slid = self.kept && self.slid(tiling) == dim;
        if is_slid { (self.strides[dim] - 1 - behind, behind) } else { (before, behind) }
    }

    /// How many points its window holds that a trip finds there; below 0, so many lie between what trips need.
    pub fn found(&self, tiling: &Tiling) -> i64 {
        self.shared(self.slid(tiling))
    }

    /// How many points along its loop its window has room for.
    pub fn window(&self, tiling: &Tiling) -> i64 {
        self.added(tiling) + self.found(tiling).max(0)
    }
}

impl Members {
    /// Finds out which points of each member the others need, from the last to the first.
    pub(super) fn settle_needs(
        &mut self,
        body: &Body,
        tiling: &Tiling,
        yielded: &[Value],
    ) -> Result<(), String> {
        let mut needs: Vec<Vec<Around>> =
            self.all.iter().map(|member| vec![None; member.need.len()]).collect();
        for (at, _) in yielded.iter().filter_map(|value| self.maker(body, *value)) {
            needs[at].fill(Some((0, 0)));
        }
        for at in (0..self.all.len()).rev() {
            let own: Vec<(i64, i64)> = needs[at].iter().map(|need| need.unwrap_or_default()).collect();
            self.all[at].need = own;
            let (kept, found) = (self.all[at].kept, || self.all[at].found(tiling));
            if kept && found() > 0 {
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
            // Those between a point of the loop and the next one are no surroundings.
            let beside = |(need, stride): (&(i64, i64), &i64)| (need.0, need.1 - (stride - 1));
            let all = member.need.iter().zip(&member.strides).map(beside).chain([first]);
            let widest = all.flat_map(|(before, behind)| [before.abs(), behind.abs()]).max().unwrap_or(0);
            if widest > MOST_AROUND {
                return Err(format!("needs {widest} points of {} around those of a trip", member.name(body)));
            }
        }
        Ok(())
    }

    /// Adds what a member reads of another one to what is needed of that.
    fn settle_read(&mut self, at: usize, read: &Read, needs: &mut [Around], tiling: &Tiling) {
        let member = &self.all[at];
        let (depth, first) = (member.depth, member.first);
        let slid = first.map(|_| member.slid(tiling));
        for (dim, shift) in &read.shifts {
            let own = if member.has(*dim) { member.computed(*dim, tiling) } else { (0, 0) };
            widen(&mut needs[*dim], shift.around(own));
        }
        let (Some(first), Some(slid)) = (first, slid) else { return };
        // What is computed in front of the loop reads what is made there, or outside of it.
        let shift = read.shifts.iter().find(|(dim, _)| *dim == slid).map(|(_, shift)| *shift);
        let Some(shift) = shift else { return };
        // The last of them is the one in front of where they end.
        let (before, behind) = shift.around((first.0, first.1.saturating_sub(1)));
        let around = (before, behind.saturating_add(1));
        let maker = &mut self.all[read.maker];
        match maker.depth == depth {
            true => widen(&mut maker.first, around),
            false => widen(&mut needs[slid], (around.0, i64::MIN)),
        }
    }

    /// Checks that windows slide along loops that one thread runs from the first trip to the last.
    pub(super) fn check_windows(&self, body: &Body, tiling: &Tiling) -> Result<(), String> {
        let threads = &tiling.parallel;
        for member in self.all.iter().filter(|member| member.kept) {
            let (name, of) = (member.name(body), &tiling.names[member.slid(tiling)]);
            let in_turn = threads.is_empty() || threads.end < member.depth;
            self.legality.require(Condition::InTurn, in_turn, || {
                format!("keeps {name} from trip to trip of {of}, but threads share the trips")
            })?;
            if member.behind {
                return Err(format!("keeps {name}, which reads what another loop adds up"));
            }
            let view = body.view(member.op, Compute);
            let rank = view.extents().len();
            let plain = body.results(member.op).all(|value| {
                tf_dialects::tensor::shape::extents(body.ctx(), body.ty(value))
                    .is_some_and(|all| all.len() == rank)
            });
            if !plain {
                return Err(format!("keeps {name}, whose points are tensors"));
            }
        }
        Ok(())
    }
}
