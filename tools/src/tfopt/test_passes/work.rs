//! Test passes that add work, which `--check-work` must detect.

use tf_dialects::arith::{self, CmpI, const_index};
use tf_dialects::loops::For;
use tf_dialects::mem;
use tf_dialects::tensor::kinds::CombiningKind;
use tf_dialects::tensor::sort::{SearchSorted, Sort};
use tf_dialects::tensor::{Accumulation, Policy, Subscripts, build};
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::kind::WhichOp;
use tf_ir::pass::{Changed, PassContext, PassResult};
use tf_ir::types::{Dim, TypeData};
use tf_ir::walk::preorder;

/// All ops of this kind.
fn every(body: &Body, what: impl WhichOp) -> Vec<Op> {
    preorder(body).into_iter().filter(|op| body.is(*op, what)).collect()
}

/// The block of a loop.
fn inside(body: &Body, of: Op) -> Option<tf_ir::body::Block> {
    body.regions(of).next().and_then(|region| body.entry(region))
}

/// Moves each tensor that is computed right before a loop into the loop.
pub(super) fn recompute(body: &mut Body, _: &mut PassContext<'_>) -> PassResult {
    let mut changed = false;
    for looping in every(body, For) {
        let (Some(block), Some(outer)) = (inside(body, looping), body.block_of(looping)) else { continue };
        let before: Vec<Op> = body.ops(outer).take_while(|op| *op != looping).collect();
        let made = |op: &Op| body.regions(*op).next().is_some();
        let before: Vec<Op> = before.into_iter().filter(made).collect();
        for op in before {
            let Some(first) = body.first(block) else { continue };
            let mut map = IrMap::default();
            let copy = body.clone_op(op, &mut map);
            body.insert_before(copy, first);
            for (old, new) in body.results(op).zip(body.results(copy)).collect::<Vec<_>>() {
                body.replace_uses_if(old, new, |body, used| body.encloses(looping, used.op));
            }
            changed = true;
        }
    }
    Ok(Changed::from(changed))
}

/// Copies a buffer that a loop carries, or that is written in it, at the beginning of each iteration.
pub(super) fn copy_carried(body: &mut Body, _: &mut PassContext<'_>) -> PassResult {
    let mut changed = false;
    for looping in every(body, For) {
        let first = inside(body, looping).and_then(|block| body.first(block));
        if let (Some(target), Some(first)) = (carried(body, looping), first) {
            let ty = body.ty(target);
            let mut b = Builder::before(body, first);
            let scratch = mem::Alloc::build(&mut b, ty);
            mem::Copy::build(&mut b, target, scratch);
            changed = true;
        }
    }
    Ok(Changed::from(changed))
}

/// A buffer that a loop carries, or one from outside that it writes.
fn carried(body: &Body, looping: Op) -> Option<Value> {
    let block = inside(body, looping)?;
    let is_buffer = |value: &Value| matches!(body.ctx().type_data(body.ty(*value)), TypeData::MemRef { .. });
    let written = every(body, mem::Store).into_iter().filter(|op| body.encloses(looping, *op));
    let mut targets = written.map(|op| body.operand(op, 1));
    let is_outside = |target: &Value| match body.def_op(*target) {
        Some(op) => !body.encloses(looping, op),
        None => body.entry_block().is_some_and(|block| body.args(block).any(|arg| arg == *target)),
    };
    body.args(block).find(is_buffer).or_else(|| targets.find(is_outside))
}

fn extents(body: &Body, value: Value) -> Option<Vec<Extent>> {
    body.ctx().dims(body.ty(value))?.iter().map(Dim::to_extent).collect()
}

/// True if elements of a tensor are integers.
fn of_integers(body: &Body, value: Value) -> bool {
    let ctx = body.ctx();
    !ctx.is_float(ctx.elem_type(body.ty(value)))
}

/// Counts elements `j` of a range for which a condition holds.
fn count(
    b: &mut Builder<'_>,
    extent: &Extent,
    mut condition: impl FnMut(&mut Builder<'_>, Value) -> Value,
) -> Value {
    let index = b.ctx().index();
    let fold = build::fold(b, &build::bounds_of(extent), &[CombiningKind::Add], &[index], None, |b, j| {
        let (test, one, zero) = (condition(b, j), const_index(b, 1), const_index(b, 0));
        vec![arith::select(b, test, one, zero)]
    });
    b.body.result(fold, 0)
}

/// Sorts rows of signed integers in ascending order by counting, for each element, the elements before it.
pub(super) fn quadratic_sort(body: &mut Body, _: &mut PassContext<'_>) -> PassResult {
    let mut changed = false;
    for op in every(body, Sort).into_iter().filter(|op| body.result_count(*op) == 1).collect::<Vec<_>>() {
        let source = body.operand(op, 0);
        let Some(shape) = extents(body, source).filter(|shape| shape.len() == 1) else { continue };
        if !of_integers(body, source) {
            continue;
        }
        let mut b = Builder::before(body, op);
        let how = Accumulation::SET.unique(true);
        let done = build::accumulate(&mut b, &shape, &[], &[source], &[how], |b, at, targets| {
            let own = build::at_indices(b, source, at);
            let place = count(b, &shape[0], |b, j| {
                let other = build::at_indices(b, source, &[j]);
                let less = arith::cmpi(b, CmpI::Slt, other, own);
                let equal = arith::cmpi(b, CmpI::Eq, other, own);
                let earlier = arith::cmpi(b, CmpI::Slt, j, at[0]);
                let first = arith::andi(b, equal, earlier);
                arith::ori(b, less, first)
            });
            build::put(b, own, targets[0], &Subscripts::plain(&[place]), Policy::Drop);
            Vec::new()
        });
        replace(body, op, done);
        changed = true;
    }
    Ok(Changed::from(changed))
}

/// Searches for integers by counting the smaller elements of the table.
pub(super) fn linear_search(body: &mut Body, _: &mut PassContext<'_>) -> PassResult {
    let mut changed = false;
    for op in every(body, SearchSorted) {
        let (table, queries) = (body.operand(op, 0), body.operand(op, 1));
        let (Some(length), Some(shape)) = (extents(body, table), extents(body, queries)) else { continue };
        if !of_integers(body, table) {
            continue;
        }
        let mut b = Builder::before(body, op);
        let index = b.ctx().index();
        let result = [tf_dialects::tensor::result_type(&b.ctx(), &shape, index)];
        let results: Vec<_> = result.into_iter().flatten().collect();
        let done = build::compute(&mut b, &shape, &results, |b, at| {
            let query = build::at_indices(b, queries, at);
            vec![count(b, &length[0], |b, j| {
                let element = build::at_indices(b, table, &[j]);
                arith::cmpi(b, CmpI::Slt, element, query)
            })]
        });
        replace(body, op, done);
        changed = true;
    }
    Ok(Changed::from(changed))
}

fn replace(body: &mut Body, op: Op, by: Op) {
    let results: Vec<Value> = body.results(by).collect();
    body.replace(op, &results);
}
