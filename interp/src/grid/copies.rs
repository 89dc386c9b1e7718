//! Asynchronous copies: the data is copied at once; a read before the wait is reported as a race.

use super::ids::grid;
use super::order::Lane;
use super::shadow::Touch;
use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::mem::checked;
use crate::values::value::offset;
use tf_dialects::kernel;
use tf_ir::body::{Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(kernel::AsyncCopy).add(kernel::AsyncCommit).add(kernel::AsyncWait);
}

/// The source or destination of a copy: its first element.
struct Side {
    buffer: usize,
    index: Vec<i64>,
}

impl Side {
    fn of(m: &Machine<'_>, memref: Value, subscripts: &[Value]) -> Side {
        let index = subscripts.iter().map(|value| m.bits(*value) as i64).collect();
        Side { buffer: m.get(memref).buffer(), index }
    }

    /// The subscripts of the element `further` positions on.
    fn at(&self, further: u64) -> Vec<i64> {
        let mut index = self.index.clone();
        if let Some(last) = index.last_mut() {
            *last += further as i64;
        }
        index
    }
}

impl Interpret for kernel::AsyncCopy {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.view(kernel::AsyncCopy);
        let (from, to) = (view.from(), view.to());
        let subscripts = [view.from_subscripts(), view.to_subscripts()];
        let (count, (elem, all)) = (view.count(), view.bytes());
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let from = Side::of(m, from, &subscripts[0]);
            let to = Side::of(m, to, &subscripts[1]);
            for (side, words) in [(&from, "reads from"), (&to, "writes to")] {
                aligned(m, op, side, elem, all, words)?;
            }
            for at in 0..count {
                let (source, target) = (from.at(at), to.at(at));
                let bits = checked(m, op, m.memory.load(from.buffer, &source))?;
                let done = m.memory.store(to.buffer, &target, bits);
                checked(m, op, done)?;
                let thread = grid(m, op)?.present_agent();
                m.note_started(op, Lane::Copies, thread, (from.buffer, &source), Touch::Read)?;
                m.note_started(op, Lane::Copies, thread, (to.buffer, &target), Touch::Write)?;
            }
            Ok(())
        })))
    }
}

/// Checks that an access begins at a multiple of its size; buffers begin at multiples of 16 bytes.
fn aligned(m: &Machine<'_>, op: Op, side: &Side, elem: u64, all: u64, what: &str) -> Result<(), Stop> {
    let Some(at) = offset(m.memory.extents(side.buffer), &side.index) else { return Ok(()) };
    let byte = at as u64 * elem;
    if byte.is_multiple_of(all) {
        return Ok(());
    }
    let index = &side.index;
    let message = format!(
        "{what} element {index:?}, which is byte {byte}: {all} bytes are copied at a multiple of {all}"
    );
    Err(m.error(op, message).into())
}

impl Interpret for kernel::AsyncCommit {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|m: &mut Machine<'_>, op: Op| {
            let grid = grid(m, op)?;
            let thread = grid.present_agent();
            if let Some(clocks) = &mut grid.clocks {
                clocks.commit(Lane::Copies, thread);
            }
            Ok(())
        })))
    }
}

impl Interpret for kernel::AsyncWait {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let pending = op.view(kernel::AsyncWait).left();
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let grid = grid(m, op)?;
            let thread = grid.present_agent();
            if let Some(clocks) = &mut grid.clocks {
                clocks.wait(Lane::Copies, thread, thread, pending);
            }
            Ok(())
        })))
    }
}
