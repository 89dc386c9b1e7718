//! Propagation of extents through the regions of loops, conditionals and transforms.

use super::calls::Calls;
use super::{follow, is_open};
use smallvec::SmallVec;
use tf_dialects::tensor::build::cast;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{BranchPoint, Flow, RegionFlow};
use tf_ir::types::{Type, TypeData};

/// Propagates extents through the regions of an op, and to their results.
pub(super) fn follow(body: &mut Body, op: Op, calls: Option<&Calls<'_>>) -> Result<(), Diagnostic> {
    let rule = body.info(op).interface::<dyn RegionFlow>();
    let flows: SmallVec<[Flow; 4]> = rule.map(|rule| rule.flows(body.op(op))).unwrap_or_default();
    let from_operands = |flow: &&Flow| matches!(flow.from, BranchPoint::Operands(_));
    flows.iter().filter(from_operands).for_each(|flow| apply(body, op, flow, 0));
    let regions: Vec<Vec<Block>> = body.regions(op).map(|r| body.blocks(r).collect()).collect();
    for (number, blocks) in regions.into_iter().enumerate() {
        for block in blocks {
            follow::block(body, block, calls)?;
        }
        let leaves = |flow: &&Flow| matches!(flow.from, BranchPoint::Region(region, _) if region == number);
        flows.iter().filter(leaves).for_each(|flow| apply(body, op, flow, number + 1));
    }
    Ok(())
}

/// Propagates the types of a flow's source to its target. If the target has named extents, or its region was
/// visited already (`done` are), the source is cast to the target's type, which is checked at run time.
fn apply(body: &mut Body, op: Op, flow: &Flow, done: usize) {
    let early = !matches!(flow.to, BranchPoint::Region(region, _) if region < done);
    for ((holder, number), target) in sources(body, op, flow.from).into_iter().zip(targets(body, op, flow.to))
    {
        let (source, ty) = (body.operand(holder, number), target.ty(body, op));
        let found = body.ty(source);
        if found == ty {
            continue;
        }
        match target {
            Target::Value(value) if early && is_open(body, ty) && !is_open(body, found) => {
                let ty = in_extents(body, found, ty);
                body.set_ty(value, ty);
            }
            Target::Value(_) if body.ctx().is_tensor(ty) => change(body, holder, number, ty),
            Target::Operand(to) if body.ctx().is_tensor(ty) => change(body, op, to, found),
            _ => {}
        }
    }
}

/// Casts an operand to a type.
fn change(body: &mut Body, op: Op, operand: usize, ty: Type) {
    let value = body.operand(op, operand);
    let renamed = cast(&mut Builder::before(body, op), value, ty);
    body.set_operand(op, operand, renamed);
}

/// A type, of a tensor or its memory, with the extents of another one.
fn in_extents(body: &Body, from: Type, ty: Type) -> Type {
    let ctx = body.ctx();
    match (ctx.dims(from), ctx.type_data(ty)) {
        (Some(dims), TypeData::MemRef { .. }) => ctx.memref(dims.to_vec(), ctx.elem_type(ty)),
        _ => from,
    }
}

/// A value that takes a type, or an operand that must have one.
enum Target {
    Value(Value),
    Operand(usize),
}

impl Target {
    fn ty(&self, body: &Body, op: Op) -> Type {
        match self {
            Target::Value(value) => body.ty(*value),
            Target::Operand(number) => body.ty(body.operand(op, *number)),
        }
    }
}

/// The operands of the op, or of a region's terminator, at a branch point.
fn sources(body: &Body, op: Op, place: BranchPoint) -> Vec<(Op, usize)> {
    let (holder, skip) = match place {
        BranchPoint::Operands(skip) => (Some(op), skip),
        BranchPoint::Region(region, skip) => {
            let entry = body.op(op).entry(region);
            (entry.and_then(|block| body.terminator(block)), skip)
        }
        BranchPoint::Results(_) => (None, 0),
    };
    holder.map_or(Vec::new(), |holder| (skip..body.operand_count(holder)).map(|i| (holder, i)).collect())
}

fn targets(body: &Body, op: Op, place: BranchPoint) -> Vec<Target> {
    match place {
        BranchPoint::Operands(skip) => (skip..body.operand_count(op)).map(Target::Operand).collect(),
        BranchPoint::Region(region, skip) => {
            let entry = body.op(op).entry(region);
            entry.map_or(Vec::new(), |block| body.args(block).skip(skip).map(Target::Value).collect())
        }
        BranchPoint::Results(skip) => body.results(op).skip(skip).map(Target::Value).collect(),
    }
}
