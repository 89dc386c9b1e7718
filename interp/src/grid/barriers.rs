//! Barriers in memory (PTX `mbarrier`) and bulk copies of boxes that arrive at them.

use super::ids::grid;
use super::meeting::{Meeting, What};
use super::order::Stamp;
use super::phases::{Barrier, WordAddress};
use super::shadow::Touch;
use super::shared::{Form, sibling};
use crate::machine::Machine;
use crate::machine::action::{Action, Flow, Interpret, Next, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::mem::checked;
use crate::values::value::offset;
use tf_dialects::kernel::{self, SHARED_ALIGNMENT, Swizzle};
use tf_ir::body::{Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings
        .add(kernel::MBarrierInit)
        .add(kernel::MBarrierArrive)
        .add(kernel::MBarrierWait)
        .add(kernel::BulkCopy);
}

/// The word that a memref and its subscripts name.
fn place(m: &Machine<'_>, op: Op, memref: Value, subscripts: &[Value]) -> Result<WordAddress, Stop> {
    let buffer = m.get(memref).buffer();
    let index: Vec<i64> = subscripts.iter().map(|value| m.bits(*value) as i64).collect();
    let extents = m.memory.extents(buffer);
    let at = offset(extents, &index);
    let at = at.ok_or_else(|| m.error(op, format!("accesses {index:?} outside the extents {extents:?}")))?;
    Ok((buffer, at))
}

/// The barrier in this word.
fn barrier<'a>(m: &'a mut Machine<'_>, op: Op, place: WordAddress) -> Result<&'a mut Barrier, Stop> {
    let there = m.grid.as_ref().is_some_and(|grid| grid.barriers.contains_key(&place));
    if !there {
        let message =
            format!("uses word {} as a barrier, which nobody has made: kernel.mbarrier_init does", place.1);
        return Err(m.error(op, message).into());
    }
    let grid = grid(m, op)?;
    Ok(grid.barriers.get_mut(&place).expect("checked above"))
}

impl Interpret for kernel::MBarrierInit {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.view(kernel::MBarrierInit);
        let (memref, subscripts, count) = (view.memref(), view.subscripts(), view.arrivals());
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let place = place(m, op, memref, &subscripts)?;
            m.note_word(op, place, Touch::Write)?;
            let loc = m.body().loc(op);
            let grid = grid(m, op)?;
            if let Some(before) = grid.barriers.get(&place) {
                let loc = before.loc;
                let error = m.error(op, format!("makes word {} a barrier again", place.1));
                return Err(error.note(loc, "it was made one here").into());
            }
            // The first index belongs to the barrier of the cluster.
            let number = grid.barriers.len() + 1;
            let made = Barrier::new(count, number, loc);
            grid.barriers.insert(place, made);
            Ok(())
        })))
    }
}

impl Interpret for kernel::MBarrierArrive {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.view(kernel::MBarrierArrive);
        let (memref, subscripts, bytes) = (view.memref(), view.subscripts(), view.expected());
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let place = place(m, op, memref, &subscripts)?;
            m.note_word(op, place, Touch::Read)?;
            let found = barrier(m, op, place)?;
            if let Some(count) = found.is_full() {
                let message =
                    format!("arrives at a barrier at which all {count} threads of its phase have arrived");
                return Err(m.error(op, message).into());
            }
            let grid = grid(m, op)?;
            let thread = grid.present_agent();
            let Some(clocks) = &mut grid.clocks else { return Ok(()) };
            let Some(barrier) = grid.barriers.get_mut(&place) else { return Ok(()) };
            barrier.arrive(clocks.seen(thread), bytes);
            clocks.tick(thread);
            barrier.settle(clocks.barrier(barrier.number));
            Ok(())
        })))
    }
}

impl Interpret for kernel::MBarrierWait {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.view(kernel::MBarrierWait);
        let (memref, subscripts, parity) = (view.memref(), view.subscripts(), view.parity());
        Ok(Box::new(Flow(move |m: &mut Machine<'_>, op: Op| {
            let place = place(m, op, memref, &subscripts)?;
            m.note_word(op, place, Touch::Read)?;
            barrier(m, op, place)?;
            let parity = m.bits(parity);
            if parity > 1 {
                let parity = parity as i64;
                return Err(m
                    .error(op, format!("waits for a phase of parity {parity}: it is 0 or 1"))
                    .into());
            }
            let loc = m.body().loc(op);
            Ok(Next::Wait(Box::new(Meeting { op, loc, result: None, what: What::Phase(place, parity) })))
        })))
    }
}

/// A bulk copy of a box.
#[derive(Clone)]
struct Copied {
    from: usize,
    corner: Vec<i64>,
    to: usize,
    /// The first element of the box in the array, and its extents.
    first: usize,
    extents: Vec<u64>,
    elem: u64,
    swizzle: Swizzle,
}

impl Copied {
    fn count(&self) -> u64 {
        self.extents.iter().product()
    }

    /// The subscripts of an element of the box in the argument.
    fn source(&self, at: u64) -> Vec<i64> {
        let mut rest = at;
        let mut index = self.corner.clone();
        for (subscript, extent) in index.iter_mut().zip(&self.extents).rev() {
            *subscript = subscript.saturating_add((rest % extent) as i64);
            rest /= extent;
        }
        index
    }

    /// The position in the array of an element of the box.
    fn target(&self, at: u64) -> usize {
        let (row, chunk) = (self.swizzle.row_bytes() / self.elem, SHARED_ALIGNMENT / self.elem);
        let (r, c, e) = (at / row, at % row / chunk, at % chunk);
        self.first + (r * row + self.swizzle.place(r, c) * chunk + e) as usize
    }
}

/// The subscripts of a linear position.
pub(super) fn unravelled(extents: &[usize], at: usize) -> Vec<i64> {
    let mut rest = at;
    let mut index: Vec<i64> = Vec::new();
    for extent in extents.iter().rev() {
        index.push((rest % (*extent).max(1)) as i64);
        rest /= (*extent).max(1);
    }
    index.reverse();
    index
}

impl Interpret for kernel::BulkCopy {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.view(kernel::BulkCopy);
        let (memrefs, barrier_at) = ([view.from(), view.to()], view.barrier());
        let subscripts = [view.from_subscripts(), view.to_subscripts(), view.barrier_subscripts()];
        let extents = view.extents().ok_or_else(|| op.error("copies a box without constant extents"))?;
        let (elem, bytes, swizzle) = (view.element_bytes(), view.bytes(), view.rows());
        let ranks = view.ranks();
        // Receivers hold their own arrays and barriers under the same names.
        let forms = [view.to(), view.barrier()].map(|memref| Form::of_value(op, memref));
        let [to_form, barrier_form] = forms;
        let forms = [to_form?, barrier_form?];
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let numbers = |m: &Machine<'_>, list: &[Value]| -> Vec<i64> {
                list.iter().map(|v| m.bits(*v) as i64).collect()
            };
            let [from, to] = memrefs.map(|memref| m.get(memref).buffer());
            let mut start = numbers(m, &subscripts[1]);
            start.resize(m.memory.extents(to).len(), 0);
            let first = offset(m.memory.extents(to), &start).ok_or_else(|| {
                m.error(op, format!("writes box {start:?} outside the extents {:?}", m.memory.extents(to)))
            })?;
            let corner = numbers(m, &subscripts[0]);
            let all = Copied { from, corner, to, first, extents: extents.clone(), elem, swizzle };
            check_rows(m, op, &all)?;
            let own = place(m, op, barrier_at, &subscripts[2])?;
            let Some(ranks) = ranks else { return bring(m, op, &all, own, bytes) };
            for rank in receivers(m, op, m.bits(ranks))? {
                let to = sibling(m, op, all.to, &forms[0], rank)?;
                let word = sibling(m, op, own.0, &forms[1], rank)?;
                bring(m, op, &Copied { to, ..all.clone() }, (word, own.1), bytes)?;
            }
            Ok(())
        })))
    }
}

/// The ranks of the blocks that receive a box.
fn receivers(m: &mut Machine<'_>, op: Op, ranks: u64) -> Result<Vec<usize>, Stop> {
    let blocks = grid(m, op)?.members.len();
    if ranks == 0 || ranks >> blocks.min(63) != 0 {
        let ranks = ranks as i64;
        let message = format!(
            "copies a box for the blocks of the bits of {ranks}: the cluster has the ranks 0 to {}, and one \
             of them gets it at least",
            blocks - 1
        );
        return Err(m.error(op, message).into());
    }
    Ok((0..blocks).filter(|rank| ranks >> rank & 1 == 1).collect())
}

/// Copies a box; its bytes arrive at a barrier.
fn bring(m: &mut Machine<'_>, op: Op, all: &Copied, place: WordAddress, bytes: u64) -> Result<(), Stop> {
    m.note_word(op, place, Touch::Read)?;
    let found = barrier(m, op, place)?;
    let (number, phase) = (found.number, found.ended + 1);
    copy_box(m, op, all, number, phase)?;
    let grid = grid(m, op)?;
    let Some(clocks) = &mut grid.clocks else { return Ok(()) };
    let Some(barrier) = grid.barriers.get_mut(&place) else { return Ok(()) };
    barrier.bring(bytes);
    barrier.settle(clocks.barrier(number));
    Ok(())
}

/// Checks that the rows of the argument start at multiples of 16 bytes.
fn check_rows(m: &Machine<'_>, op: Op, all: &Copied) -> Result<(), Stop> {
    let extents = m.memory.extents(all.from);
    let row = extents.last().map_or(0, |extent| *extent as u64 * all.elem);
    if extents.len() > 1 && !row.is_multiple_of(SHARED_ALIGNMENT) {
        let message = format!(
            "copies a box of an array whose rows have {row} bytes: they are multiples of {SHARED_ALIGNMENT}"
        );
        return Err(m.error(op, message).into());
    }
    Ok(())
}

/// Copies the elements; elements out of bounds are zero.
fn copy_box(m: &mut Machine<'_>, op: Op, all: &Copied, number: usize, phase: u32) -> Result<(), Stop> {
    let to_extents = m.memory.extents(all.to).to_vec();
    for at in 0..all.count() {
        let (source, target) = (all.source(at), unravelled(&to_extents, all.target(at)));
        let is_inside = offset(m.memory.extents(all.from), &source).is_some();
        let agent = grid(m, op)?.clocks.as_ref().map_or(0, |clocks| clocks.barrier(number));
        let stamp = Stamp { agent, clock: phase };
        let bits = match is_inside {
            true => {
                let bits = checked(m, op, m.memory.load(all.from, &source))?;
                m.note_by(op, stamp, (all.from, &source), Touch::Read)?;
                bits
            }
            false => 0,
        };
        let done = m.memory.store(all.to, &target, bits);
        checked(m, op, done)?;
        m.note_by(op, stamp, (all.to, &target), Touch::Write)?;
    }
    Ok(())
}
