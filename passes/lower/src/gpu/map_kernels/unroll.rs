//! Sequential loops for the host from parallel loops, and element loops from copies inside of kernels.

use super::lanes::team_of;
use tf_dialects::loops::{For, Parallel};
use tf_dialects::mem::{Alloc, Copy, Load, Store};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::types::Dim;
use tf_ir::walk::walk;
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// Turns a parallel loop into a nest of sequential loops and returns the innermost block. Allocations of the
/// iterations move to the beginning of the function, since iterations run one after the other.
pub(super) fn sequential(body: &mut Body, op: Op) -> Option<Block> {
    let rank = body.view(op, Parallel).rank();
    let operands: Vec<Value> = body.operands(op).collect();
    let inner = body.entry(body.region(op, 0))?;
    let indices: Vec<Value> = body.args(inner).take(rank).collect();
    let end = body.last(inner)?;
    body.erase(end);
    let index = body.ctx().index();
    let mut code = FoldingBuilder::before(body, op);
    let mut place = None;
    for axis in 0..rank {
        let bounds = [operands[axis], operands[rank + axis], operands[2 * rank + axis]];
        let new = code.b.op(For, &bounds, &[], &[]);
        let (block, _) = code.b.enter(new, 0, &[index]);
        place = Some(block);
    }
    let block = place?;
    code.end(&[]);
    // Terminate the outer loops, too.
    let body = &mut *code.b.body;
    let mut at = body.parent_op(body.last(block)?);
    let mut outer = Vec::new();
    let mut args = Vec::new();
    while let Some(owner) = at.filter(|owner| body.is(*owner, For) && args.len() < rank) {
        args.push(body.arg(body.entry(body.region(owner, 0))?, 0));
        outer.push(owner);
        at = body.parent_op(owner);
    }
    args.reverse();
    for owner in &outer[1..] {
        let around = body.entry(body.region(*owner, 0))?;
        let loc = body.loc(op);
        let mut code = FoldingBuilder::new(body, tf_ir::builder::Cursor::End(around), loc);
        code.end(&[]);
    }
    for (old, new) in indices.into_iter().zip(args) {
        body.replace_uses(old, new);
    }
    let end = body.last(block)?;
    body.splice_ops_before(inner, end);
    body.erase(op);
    hoist_memory(body, block);
    Some(block)
}

/// Moves allocations to the beginning of the function, except for those of a team.
fn hoist_memory(body: &mut Body, block: Block) {
    let Some(first) = body.entry_block().and_then(|entry| body.first(entry)) else { return };
    let mut made = Vec::new();
    for op in body.ops(block).collect::<Vec<Op>>() {
        walk(body, op, &mut |body, op| {
            if body.is(op, Alloc) && team_of(body, op).is_none() {
                made.push(op);
            }
        });
    }
    for op in made {
        body.move_before(op, first);
    }
}

/// Turns copies inside of an op into loops over their elements.
pub(super) fn expand_copies(body: &mut Body, op: Op) {
    let mut copies = Vec::new();
    walk(body, op, &mut |body, inner| {
        if body.is(inner, Copy) {
            copies.push(inner);
        }
    });
    for copy in copies {
        let (from, to) = (body.operand(copy, 0), body.operand(copy, 1));
        let dims = body.ctx().dims(body.ty(to)).unwrap_or_default().to_vec();
        let extents: Option<Vec<Extent>> = dims.iter().map(Dim::to_extent).collect();
        let Some(extents) = extents else { continue };
        let mut code = FoldingBuilder::before(body, copy);
        let extents = code.extents(&extents);
        element_loops(&mut code, &extents, &mut Vec::new(), (from, to));
        body.erase(copy);
    }
}

fn element_loops(
    code: &mut FoldingBuilder<'_>,
    extents: &[Value],
    indices: &mut Vec<Value>,
    (from, to): (Value, Value),
) {
    let Some(extent) = extents.get(indices.len()).copied() else {
        let value = Load::build(&mut code.b, from, indices);
        Store::build(&mut code.b, value, to, indices);
        return;
    };
    let (zero, one, index) = (code.index(0), code.index(1), code.ctx().index());
    let new = code.b.op(For, &[zero, extent, one], &[], &[]);
    code.region(new, 0, &[index], |code, args| {
        indices.push(args[0]);
        element_loops(code, extents, indices, (from, to));
        indices.pop();
        code.end(&[]);
    });
}
