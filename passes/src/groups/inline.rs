//! Members that are computed wherever they are read: their code is copied to each read, at its subscripts.

use crate::subscript::{Copier, Subscript, materialize};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::bounds::guard;
use tf_dialects::tensor::{Access, Compute, ExtentOf, Policy, Subscripts};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_ir::walk::walk;

/// Copies the code of a member to all of its reads.
///
/// # Errors
/// Why it has to be a tensor, in words that follow "the group".
pub fn copy_into_readers(body: &mut Body, op: Op, name: &str) -> Result<(), String> {
    let view = body.view(op, Compute);
    let scalars = view.yielded().iter().all(|value| dtype(body.ctx(), body.ty(*value)).is_some());
    if !scalars || body.operand_count(op) > 0 || !is_pure(body, op) {
        return Err(format!(
            "computes {name} where it is read, but it puts elements into a tensor, yields tensors or may stop the call"
        ));
    }
    let mut reads = Vec::new();
    for value in body.results(op) {
        for at in body.uses(value).map(|u| u.op) {
            let read = Access::of_read(body.op(at)).filter(|read| read.source == value);
            match read.map(|read| read.policy) {
                Some(Policy::Assumed | Policy::Clamp | Policy::Fill) => reads.push(at),
                Some(policy) => {
                    return Err(format!(
                        "computes {name} where it is read, but a read has the policy {policy}"
                    ));
                }
                None => return Err(format!("computes {name} where it is read, but it is used as a whole")),
            }
        }
    }
    for read in reads {
        copy(body, op, read)?;
    }
    body.erase(op);
    Ok(())
}

/// Puts the code of a member in the place of a read.
fn copy(body: &mut Body, op: Op, read: Op) -> Result<(), String> {
    let access = Access::of_read(body.op(read)).expect("the caller asked");
    let (policy, fill, source) = (access.policy, access.fill, access.source);
    let mut all = Subscript::of(&Subscripts::of(&access));
    let view = body.view(op, Compute);
    let (extents, indices) = (view.extents().to_vec(), view.indices());
    let block = view.block().expect("a verified compute has a region");
    let number = body.results(op).position(|value| value == source).expect("it is read");
    let mut b = Builder::before(body, read);
    b.loc = b.body.loc(read);
    let mut inside = Vec::new();
    for (at, extent) in all.iter_mut().zip(&extents) {
        match policy {
            Policy::Clamp => *at = Subscript::value(clamped(&mut b, at, extent)),
            Policy::Fill => {
                inside.push(is_inside(&mut b, at, extent));
                // A point that is not there has nothing to compute, and its subscripts may leave 64 bits.
                *at = Subscript::value(clamped(&mut b, at, extent));
            }
            _ => {}
        }
    }
    let mut copier = Copier::of_subscripts(indices.into_iter().zip(all));
    let first = b.body.prev(read);
    let values = copier
        .block(&mut b, block)
        .map_err(|_| "reads at subscripts that are too large together".to_string())?;
    let mut value = values[number];
    for condition in inside {
        value = arith::select(&mut b, condition, value, fill.expect("the policy fills"));
    }
    let mut copied = Vec::new();
    let mut next = first
        .map_or_else(|| body.block_of(read).and_then(|block| body.ops(block).next()), |op| body.next(op));
    while let Some(at) = next.filter(|at| *at != read) {
        walk(body, at, &mut |_, op| copied.push(op));
        next = body.next(at);
    }
    body.replace(read, &[value]);
    for op in copied {
        guard(body, op);
    }
    Ok(())
}

/// The length of an axis as a number.
fn length(b: &mut Builder<'_>, extent: &Extent) -> Value {
    match extent.as_const() {
        Some(n) => arith::const_index(b, n),
        None => ExtentOf::build(b, extent),
    }
}

/// The index of an axis that is nearest to this one.
pub(super) fn clamped(b: &mut Builder<'_>, index: &Subscript, extent: &Extent) -> Value {
    let (zero, one) = (arith::const_index(b, 0), arith::const_index(b, 1));
    let length = length(b, extent);
    let last = arith::subi(b, length, one);
    let index = materialize(b, index);
    let index = arith::minsi(b, index, last);
    arith::maxsi(b, index, zero)
}

/// Whether an index is one of an axis.
pub(super) fn is_inside(b: &mut Builder<'_>, index: &Subscript, extent: &Extent) -> Value {
    let zero = arith::const_index(b, 0);
    let length = length(b, extent);
    let index = materialize(b, index);
    let above = arith::cmpi(b, CmpI::Sge, index, zero);
    let below = arith::cmpi(b, CmpI::Slt, index, length);
    arith::andi(b, above, below)
}
