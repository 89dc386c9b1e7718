//! Atomic read-modify-write operations.

use super::shadow::{Reach, Touch};
use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::mem::checked;
use crate::values::value::Datum;
use tf_dialects::kernel::{self, AtomicKind, AtomicScope, scope_of};
use tf_dialects::scalar::{Kernel, element_type};
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(kernel::Atomic).add(kernel::CompareExchange);
}

/// Updates the element that operand `memref` and the subscripts after it name; the result is its old value.
fn change(
    m: &mut Machine<'_>,
    op: Op,
    memref: usize,
    reach: Reach,
    new: impl Fn(u64) -> u64,
) -> Result<(), Stop> {
    let body = m.body();
    let id = m.get(body.operand(op, memref)).buffer();
    let index: Vec<i64> = body.operands(op).skip(memref + 1).map(|v| m.bits(v) as i64).collect();
    let old = checked(m, op, m.memory.load(id, &index))?;
    let done = m.memory.store(id, &index, new(old));
    checked(m, op, done)?;
    m.note(op, id, &index, Touch::Atomic(reach))?;
    m.set(body.result(op, 0), Datum::Bits(old));
    Ok(())
}

/// The threads among which an op is atomic.
pub(super) fn reach(op: OpRef<'_>) -> Reach {
    match scope_of(op) {
        AtomicScope::Block => Reach::Block,
        AtomicScope::Cluster => Reach::Cluster,
        AtomicScope::Device | AtomicScope::System => Reach::All,
    }
}

impl Interpret for kernel::Atomic {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let dtype = element_type(op.ctx(), op.operand_type(0));
        let dtype = dtype.ok_or_else(|| op.error("updates elements that the interpreter cannot hold"))?;
        let combine: Option<Kernel> = match op.view(kernel::Atomic).what() {
            AtomicKind::Exchange => None,
            AtomicKind::Combine(kind) => {
                let kernel = kind.kernel(dtype);
                Some(kernel.ok_or_else(|| op.error(format_args!("cannot combine {dtype} with {kind}")))?)
            }
        };
        let reach = reach(op);
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let value = m.bits(m.body().operand(op, 0));
            change(m, op, 1, reach, |old| match &combine {
                Some(kernel) => kernel.call(old, value, 0),
                None => value,
            })
        })))
    }
}

impl Interpret for kernel::CompareExchange {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let reach = reach(op);
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let body = m.body();
            let (expected, value) = (m.bits(body.operand(op, 0)), m.bits(body.operand(op, 1)));
            change(m, op, 2, reach, |old| if old == expected { value } else { old })
        })))
    }
}
