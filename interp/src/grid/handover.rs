//! Release and acquire: a thread that reads a flag is ordered after the accesses of the thread that set it.

use super::ids::grid;
use super::meeting::{Meeting, What};
use super::releases::{Acquired, Release};
use super::shadow::{Access, Touch};
use super::state::Grid;
use crate::machine::Machine;
use crate::machine::action::{Action, Flow, Interpret, Next, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::mem::checked;
use crate::values::value::{Datum, offset};
use std::sync::Arc;
use tf_dialects::kernel;
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(kernel::LoadAcquire).add(kernel::StoreRelease);
}

impl Grid {
    /// The present thread releases an element.
    fn release(&mut self, place: (usize, usize), by: Access) {
        let agent = self.present_agent();
        let seen = self.clocks.as_mut().map(|clocks| {
            let seen = clocks.seen(agent).clone();
            clocks.tick(agent);
            seen
        });
        let member = self.member_mut();
        let own = member.acquired.iter().filter(|acquired| acquired.by.is_before(&by));
        let from = own.map(|acquired| acquired.release.clone()).collect();
        member.releases += 1;
        self.released.insert(place, Arc::new(Release { by, from, seen }));
    }

    /// The present thread acquires an element, if it was released.
    fn acquire(&mut self, place: (usize, usize), by: Access) {
        let Some(release) = self.released.get(&place).cloned() else { return };
        let agent = self.present_agent();
        if let (Some(clocks), Some(seen)) = (&mut self.clocks, &release.seen)
            && release.by.cluster == by.cluster
        {
            clocks.seen_mut(agent).join(seen);
        }
        // Skips a release that the thread has acquired already: waiting threads read the flag many times.
        let acquired = &mut self.member_mut().acquired;
        let known = |old: &Acquired| old.by.thread == by.thread && Arc::ptr_eq(&old.release, &release);
        if !acquired.iter().rev().any(known) {
            acquired.push(Acquired { by, release });
        }
    }
}

/// The element that operand `memref` and the subscripts after it name.
fn element(m: &Machine<'_>, op: Op, memref: usize) -> (usize, Vec<i64>) {
    let body = m.body();
    let index = body.operands(op).skip(memref + 1).map(|v| m.bits(v) as i64).collect();
    (m.get(body.operand(op, memref)).buffer(), index)
}

impl Interpret for kernel::LoadAcquire {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let touch = Touch::Atomic(super::atomic::reach(op));
        Ok(Box::new(Flow(move |m: &mut Machine<'_>, op: Op| {
            let (id, index) = element(m, op, 0);
            let value = checked(m, op, m.memory.load(id, &index))?;
            m.note(op, id, &index, touch)?;
            if let Some((at, by)) = offset(m.memory.extents(id), &index).zip(m.present_access(op, touch)) {
                grid(m, op)?.acquire((id, at), by);
            }
            m.set(m.body().result(op, 0), Datum::Bits(value));
            // The thread may wait for another one, which runs now.
            Ok(Next::Wait(Box::new(Meeting { op, loc: m.body().loc(op), result: None, what: What::Turn })))
        })))
    }
}

impl Interpret for kernel::StoreRelease {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let touch = Touch::Atomic(super::atomic::reach(op));
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| -> Result<(), Stop> {
            let (id, index) = element(m, op, 1);
            let value = m.bits(m.body().operand(op, 0));
            let done = m.memory.store(id, &index, value);
            checked(m, op, done)?;
            m.note(op, id, &index, touch)?;
            if let Some((at, by)) = offset(m.memory.extents(id), &index).zip(m.present_access(op, touch)) {
                grid(m, op)?.release((id, at), by);
            }
            Ok(())
        })))
    }
}
