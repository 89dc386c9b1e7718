//! Shared arrays of a block, and access to those of the other blocks of its cluster.

use super::ids::grid;
use super::state::Array;
use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::values::value::Datum;
use tf_dialects::kernel::{self, ClusterShared, SHARED_ALIGNMENT, shared_bytes};
use tf_dialects::scalar::{DType, element_type};
use tf_ir::body::{Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(kernel::Shared).add(kernel::DynamicShared).add(ClusterShared);
}

/// Element type and extents of an array, from its type.
pub(super) struct Form {
    dtype: DType,
    extents: Vec<usize>,
    bytes: u64,
}

impl Form {
    fn of(op: OpRef<'_>) -> Result<Form, Diagnostic> {
        Form::of_type(op, op.result_type(0))
    }

    /// The form of an array operand or result.
    pub(super) fn of_value(op: OpRef<'_>, array: Value) -> Result<Form, Diagnostic> {
        Form::of_type(op, op.body().ty(array))
    }

    fn of_type(op: OpRef<'_>, ty: Type) -> Result<Form, Diagnostic> {
        let ctx = op.ctx();
        let refuse = || op.error("has an array that the interpreter cannot hold");
        let extents = ctx.dims(ty).unwrap_or_default().iter();
        let extents = extents.map(|dim| dim.as_static().and_then(|n| usize::try_from(n).ok()));
        Ok(Form {
            dtype: element_type(ctx, ty).ok_or_else(refuse)?,
            extents: extents.collect::<Option<_>>().ok_or_else(refuse)?,
            bytes: shared_bytes(ctx, ty).ok_or_else(refuse)?,
        })
    }

    /// Allocates an array for the block of a rank.
    fn allocate(&self, m: &mut Machine<'_>, op: Op, rank: usize) -> Result<usize, Stop> {
        let made = m.memory.allocate(self.dtype, &self.extents);
        let buffer = made.map_err(|e| m.too_large(op, &e))?;
        grid(m, op)?.owners.insert(buffer, rank);
        Ok(buffer)
    }
}

/// The first thread of a block that executes the op allocates the array.
impl Interpret for kernel::Shared {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let form = Form::of(op)?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let rank = grid(m, op)?.rank;
            let buffer = of_block(m, op, op, &form, rank)?;
            let result = m.body().result(op, 0);
            m.set(result, Datum::Buffer(buffer));
            Ok(())
        })))
    }
}

/// The array of a `kernel.shared` in the block of a rank; the first access allocates it.
fn of_block(m: &mut Machine<'_>, op: Op, array: Op, form: &Form, rank: usize) -> Result<usize, Stop> {
    if let Some(buffer) = grid(m, op)?.members[rank].shared.get(&array) {
        return Ok(*buffer);
    }
    let buffer = form.allocate(m, op, rank)?;
    grid(m, op)?.members[rank].shared.insert(array, buffer);
    Ok(buffer)
}

/// As [`of_block`], for an array in dynamic shared memory.
fn dynamic_of_block(
    m: &mut Machine<'_>,
    op: Op,
    array: Array,
    form: &Form,
    rank: usize,
) -> Result<usize, Stop> {
    let others = &grid(m, op)?.members[rank].dynamic;
    if let Some(other) = others.iter().find(|other| other.op == array.op) {
        return Ok(other.buffer);
    }
    let same = others.iter().find(|other| other.offset == array.offset).map(|other| other.buffer);
    let buffer = match same {
        Some(buffer) => buffer,
        None => form.allocate(m, op, rank)?,
    };
    grid(m, op)?.members[rank].dynamic.push(Array { buffer, ..array });
    Ok(buffer)
}

/// The array of the block of a rank that corresponds to an array of the present block.
pub(super) fn sibling(
    m: &mut Machine<'_>,
    op: Op,
    own: usize,
    form: &Form,
    rank: usize,
) -> Result<usize, Stop> {
    let member = grid(m, op)?.member();
    let fixed = member.shared.iter().find(|(_, buffer)| **buffer == own).map(|(made, _)| *made);
    let placed = member.dynamic.iter().find(|array| array.buffer == own).cloned();
    match (fixed, placed) {
        (Some(made), _) => of_block(m, op, made, form, rank),
        (None, Some(array)) => dynamic_of_block(m, op, array, form, rank),
        (None, None) => Err(m.error(op, "maps an array that is not in shared memory").into()),
    }
}

impl Interpret for ClusterShared {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let form = Form::of(op)?;
        let (array, rank) = (op.view(ClusterShared).array(), op.view(ClusterShared).rank());
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let (own, rank) = (m.get(array).buffer(), m.bits(rank) as i64);
            let state = grid(m, op)?;
            let blocks = state.members.len();
            let Some(rank) = usize::try_from(rank).ok().filter(|rank| *rank < blocks) else {
                let message = format!(
                    "maps the array of the block of rank {rank}, but the cluster has {blocks} blocks"
                );
                return Err(m.error(op, message).into());
            };
            let buffer = sibling(m, op, own, &form, rank)?;
            let result = m.body().result(op, 0);
            m.set(result, Datum::Buffer(buffer));
            Ok(())
        })))
    }
}

impl Interpret for kernel::DynamicShared {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let form = Form::of(op)?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let offset = m.bits(m.body().operand(op, 0)) as i64;
            let buffer = dynamic(m, op, &form, offset)?;
            let result = m.body().result(op, 0);
            m.set(result, Datum::Buffer(buffer));
            Ok(())
        })))
    }
}

/// The buffer of an array in dynamic shared memory; the first thread to reach it allocates it.
fn dynamic(m: &mut Machine<'_>, op: Op, form: &Form, offset: i64) -> Result<usize, Stop> {
    let state = grid(m, op)?;
    let (given, bytes) = (state.dynamic_bytes, form.bytes);
    let rank = state.rank;
    let known =
        state.member().dynamic.iter().find(|array| array.op == op).map(|array| (array.offset, array.buffer));
    if let Some((first, buffer)) = known {
        if i64::try_from(first) == Ok(offset) {
            return Ok(buffer);
        }
        let message =
            format!("begins at byte {offset} in one thread and at byte {first} in another of its block");
        return Err(m.error(op, message).into());
    }
    let start = u64::try_from(offset).ok().filter(|at| at % SHARED_ALIGNMENT == 0);
    let Some(start) = start.filter(|at| at.checked_add(bytes).is_some_and(|end| end <= given)) else {
        let message = format!(
            "takes {bytes} bytes from byte {offset} on: the launch gives {given} bytes of dynamic shared memory, and arrays begin \
             at a multiple of {SHARED_ALIGNMENT}"
        );
        return Err(m.error(op, message).into());
    };
    let same =
        |array: &Array| array.offset == start && array.dtype == form.dtype && array.extents == form.extents;
    let state = grid(m, op)?;
    let meets = |array: &&Array| array.offset < start + bytes && start < array.offset + array.bytes;
    let buffer = match state.member().dynamic.iter().find(meets) {
        Some(array) if same(array) => array.buffer,
        Some(array) => {
            let loc = array.loc;
            let error = m.error(op, "overlaps another array in the dynamic shared memory");
            return Err(error.note(loc, "the other array").into());
        }
        None => form.allocate(m, op, rank)?,
    };
    let loc = m.body().loc(op);
    let extents = form.extents.clone();
    let array = Array { op, loc, offset: start, bytes, dtype: form.dtype, extents, buffer };
    grid(m, op)?.member_mut().dynamic.push(array);
    Ok(buffer)
}
