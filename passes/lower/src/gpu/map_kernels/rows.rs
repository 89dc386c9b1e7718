//! Parallel loops along a row, distributed over a warp or a block, and row buffers in shared memory.

use super::lanes::{Lanes, Shared, team_of};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::arith;
use tf_dialects::kernel::{self, WARP, WarpId};
use tf_dialects::loops::For;
use tf_dialects::mem::{Alloc, Load, Store};
use tf_dialects::tensor::schedule::Place;
use tf_dialects::vector;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::effects::visit_effects;
use tf_ir::interfaces::Effect;
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;
use tf_passes_common::code::folding_builder::{FoldingBuilder, known, lanes_of};
use tf_passes_common::code::marks::REDUCTION;

/// The team of a loop without loop-carried values, if it is mapped to one.
pub(super) fn of(body: &Body, op: Op) -> Option<Shared> {
    let counts = body.is(op, For) && body.result_count(op) == 0 && body.attr(op, REDUCTION).is_none();
    team_of(body, op).filter(|_| counts && known(body, body.operand(op, 2)).is_some_and(|step| step > 0))
}

/// Distributes a loop cyclically over the threads of a team.
pub(super) fn share(kernel: &mut Body, op: Op, lanes: &Lanes) {
    let operands = lanes.bounds(&mut FoldingBuilder::before(kernel, op), op);
    kernel.set_operands(op, &operands);
}

/// The memory through which threads of a team communicate: it is both read and written, and a thread may
/// touch elements of another one.
pub(super) fn shared_by_threads(kernel: &Body, team: Shared) -> FxHashSet<Value> {
    let (mut reads, mut writes) = (FxHashSet::default(), FxHashSet::default());
    // The length of the contiguous run that a thread owns, if all accesses of a memory agree.
    let mut own: FxHashMap<Value, Option<i64>> = FxHashMap::default();
    for op in preorder(kernel).into_iter().filter(|op| kernel.regions(*op).len() == 0) {
        let elements = own_elements(kernel, op, team);
        visit_effects(kernel, op, &mut |effect| {
            let (memory, touched) = match effect {
                Effect::Read(Some(memory)) => (memory, &mut reads),
                Effect::Write(Some(memory)) => (memory, &mut writes),
                _ => return true,
            };
            touched.insert(memory);
            let known = own.entry(memory).or_insert(elements);
            *known = known.filter(|known| Some(*known) == elements);
            true
        });
    }
    reads.retain(|memory| writes.contains(memory) && own[memory].is_none());
    reads
}

/// The length of the contiguous run that the thread owns around the accessed element. `None` unless the
/// access belongs to an iteration of a distributed loop whose cyclic distribution is the same in all such
/// loops.
fn own_elements(kernel: &Body, op: Op, team: Shared) -> Option<i64> {
    let (last, lanes) = last_subscript(kernel, op)?;
    let is_of = |around: &Op| {
        kernel.is(*around, For)
            && kernel.op(*around).entry(0).is_some_and(|block| kernel.args(block).next() == Some(last))
    };
    let around = std::iter::successors(kernel.parent_op(op), |op| kernel.parent_op(*op)).find(is_of)?;
    let step = known(kernel, kernel.operand(around, 2)).filter(|step| *step >= lanes)?;
    let whole = step.checked_mul(team.threads)?;
    let fits = team_of(kernel, around) == Some(team) && is_multiple(kernel, kernel.operand(around, 0), whole);
    fits.then_some(step)
}

/// The last subscript of an access, and its count of elements along the last axis.
fn last_subscript(kernel: &Body, op: Op) -> Option<(Value, i64)> {
    let lanes = |ty: Type| lanes_of(kernel.ctx(), ty).unwrap_or(1);
    let axis = kernel.op(op).attr("axis").and_then(|axis| kernel.ctx().attr_int(axis));
    let along = |subscripts: &[Value]| axis.is_some_and(|axis| axis + 1 == subscripts.len() as i128);
    if let Some(view) = kernel.cast(op, Load) {
        return Some((*view.subscripts().last()?, 1));
    }
    if let Some(view) = kernel.cast(op, Store) {
        return Some((*view.subscripts().last()?, 1));
    }
    if let Some(view) = kernel.cast(op, vector::Load) {
        let subscripts = view.subscripts();
        let last = *subscripts.last().filter(|_| along(&subscripts))?;
        return Some((last, lanes(kernel.ty(kernel.result(op, 0)))));
    }
    let view = kernel.cast(op, vector::Store)?;
    let subscripts = view.subscripts();
    let last = *subscripts.last().filter(|_| along(&subscripts))?;
    Some((last, lanes(kernel.ty(view.value()))))
}

/// True if a value is provably a multiple of a constant.
fn is_multiple(kernel: &Body, value: Value, of: i64) -> bool {
    if let Some(number) = known(kernel, value) {
        return number % of == 0;
    }
    let Some(def) = kernel.def_op(value) else { return false };
    let operand = |i| is_multiple(kernel, kernel.operand(def, i), of);
    if kernel.is(def, arith::Muli) {
        return operand(0) || operand(1);
    }
    let keeps = kernel.is(def, arith::Addi) || kernel.is(def, arith::Maxsi) || kernel.is(def, arith::Minsi);
    keeps && operand(0) && operand(1)
}

/// Moves buffers of teams into shared memory: one array for the block, or one for each warp.
pub(super) fn place_arrays(kernel: &mut Body, first: Op, threads: i64) {
    let is_kept = |kernel: &Body, op: &Op| kernel.is(*op, Alloc) && team_of(kernel, *op).is_some();
    let arrays: Vec<Op> = preorder(kernel).into_iter().filter(|op| is_kept(kernel, op)).collect();
    for op in arrays {
        let Some(team) = team_of(kernel, op) else { continue };
        let loc = kernel.loc(op);
        let mut code = FoldingBuilder::new(kernel, Cursor::Before(first), loc);
        let (ctx, array) = (code.ctx(), code.b.body.result(op, 0));
        let ty = code.ty(array);
        let warps = threads / WARP as i64;
        let by_warp = team.place == Place::Warp && warps > 1;
        let mut dims = ctx.dims(ty).unwrap_or_default().to_vec();
        if by_warp {
            dims.insert(0, Dim::Static(warps));
        }
        let ty = ctx.memref(dims, ctx.elem_type(ty));
        let shared = code.b.value(kernel::Shared, &[], ty, &[]);
        if by_warp {
            let index = ctx.index();
            let warp = code.b.value(WarpId, &[], index, &[]);
            for user in kernel.users(array) {
                number_warp(kernel, user, (array, warp));
            }
        }
        kernel.replace_uses(array, shared);
        kernel.erase(op);
    }
}

/// Inserts the index of the warp as the first subscript of an access.
fn number_warp(kernel: &mut Body, op: Op, (array, warp): (Value, Value)) {
    let mut operands: Vec<Value> = kernel.operands(op).collect();
    let at = operands.iter().position(|operand| *operand == array).expect("the array has users");
    operands.insert(at + 1, warp);
    kernel.set_operands(op, &operands);
    let ctx = kernel.ctx().clone();
    if let Some(axis) = kernel.op(op).attr("axis").and_then(|axis| ctx.attr_int(axis)) {
        kernel.set_attr(op, "axis", ctx.i64_attr(axis as i64 + 1));
    }
}
