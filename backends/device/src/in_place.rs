//! Finds the arguments of a kernel that may share memory: one that it reads, and one that it writes.

use tf_dialects::kernel::POINTS;
use tf_dialects::loops::{For, While};
use tf_dialects::{mem, vector};
use tf_ir::body::{Body, Op, Value};

/// An access of an argument's memory.
struct Use {
    op: Op,
    subscripts: Vec<Value>,
    writes: bool,
}

/// The pairs of a read and a written argument that may share memory: the kernel's points are independent
/// ([`POINTS`]), and each reads an element right before it writes the same one.
pub(crate) fn pairs(kernel: &Body) -> Vec<(u32, u32)> {
    let Some(entry) = kernel.entry_block().filter(|_| kernel.attr(kernel.root(), POINTS).is_some()) else {
        return Vec::new();
    };
    let uses: Vec<Option<Vec<Use>>> = kernel.args(entry).map(|arg| uses(kernel, arg)).collect();
    let mut found = Vec::new();
    for (read, reads) in (0u32..).zip(&uses) {
        for (written, writes) in (0u32..).zip(&uses) {
            if let (Some(reads), Some(writes)) = (reads, writes)
                && read != written
                && is_pair(kernel, reads, writes)
            {
                found.push((read, written));
            }
        }
    }
    found
}

/// The accesses of memory; `None` if it has other uses.
fn uses(kernel: &Body, memory: Value) -> Option<Vec<Use>> {
    kernel.ctx().dims(kernel.ty(memory))?;
    let one = |op: Op| {
        let operands: Vec<Value> = kernel.operands(op).collect();
        let rank = kernel.ctx().dims(kernel.ty(memory))?.len();
        let (first, writes) = match kernel.kind(op) {
            mem::Load::KIND | vector::Load::KIND => (0, false),
            mem::Store::KIND | vector::Store::KIND => (1, true),
            _ => return None,
        };
        let is_alone =
            operands[first] == memory && operands.iter().filter(|value| **value == memory).count() == 1;
        is_alone.then(|| Use { op, subscripts: operands[first + 1..first + 1 + rank].to_vec(), writes })
    };
    kernel.users(memory).into_iter().map(one).collect()
}

fn is_pair(kernel: &Body, reads: &[Use], writes: &[Use]) -> bool {
    let (Some(_), Some(_)) = (reads.first(), writes.first()) else { return false };
    if reads.iter().any(|r| r.writes) || writes.iter().any(|w| !w.writes) {
        return false;
    }
    // Only the loop over points: a point writes an element once.
    let loops = |op: Op| {
        let around = std::iter::successors(kernel.parent_op(op), |at| kernel.parent_op(*at));
        around.filter(|at| kernel.is(*at, For) || kernel.is(*at, While)).count()
    };
    let same = |read: &Use, write: &Use| {
        kernel.block_of(read.op) == kernel.block_of(write.op)
            && read.subscripts == write.subscripts
            && size(kernel, read.op) == size(kernel, write.op)
            && precedes(kernel, read.op, write.op)
    };
    reads.iter().all(|read| loops(read.op) == 1 && writes.iter().any(|write| same(read, write)))
        && writes.iter().all(|write| loops(write.op) == 1)
        && reads.iter().all(|read| {
            let in_same_block = |write: &&Use| kernel.block_of(write.op) == kernel.block_of(read.op);
            writes.iter().filter(in_same_block).all(|write| same(read, write))
        })
}

/// The size of the accessed elements: both sides access equally many.
fn size(kernel: &Body, op: Op) -> Option<usize> {
    let value = kernel.results(op).next().or_else(|| kernel.operands(op).next())?;
    let dims = kernel.ctx().dims(kernel.ty(value)).unwrap_or_default();
    dims.iter().try_fold(1, |n, dim| Some(n * usize::try_from(dim.as_static()?).ok()?))
}

fn precedes(kernel: &Body, first: Op, second: Op) -> bool {
    std::iter::successors(kernel.next(first), |op| kernel.next(*op)).any(|op| op == second)
}
