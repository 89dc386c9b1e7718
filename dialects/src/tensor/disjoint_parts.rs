//! The proof that iterations of a parallel loop access disjoint boxes of a shared tensor.
//!
//! Boxes of iterations with different indices are disjoint if, along some axis of the tensor, each box is
//! between the index and the index plus the step. With a constant step, the same holds for multiples, such as
//! the element `i floordiv step`.

use super::bounds::Indices;
use super::policy::Policy;
use super::subscripts::Subscripts;
use crate::loops::{Parallel, shared};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Op, Value};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;

/// Checks that a box of a tensor that iterations of parallel loops share belongs to this iteration only.
pub fn check(
    op: OpRef<'_>,
    tensor: Value,
    begin: &Subscripts,
    sizes: &[i64],
    policy: Policy,
) -> Result<(), Diagnostic> {
    let body = op.body();
    let mut home = shared::home(body, tensor);
    if home.is_some() && matches!(policy, Policy::Clamp | Policy::Wrap) {
        return Err(op.error(format_args!(
            "has the policy {policy} on a tensor that the iterations of a parallel loop share: it may read \
             elements that another iteration writes; use fill(…) or trap"
        )));
    }
    while let Some((owner, i)) = home {
        let view = body.view(owner, Parallel);
        for axis in 0..view.rank() {
            if !is_disjoint(op, owner, axis, begin, sizes) {
                return Err(may_overlap(op, owner, axis));
            }
        }
        home = shared::home(body, body.operand(owner, 3 * view.rank() + i));
    }
    Ok(())
}

fn may_overlap(op: OpRef<'_>, owner: Op, axis: usize) -> Diagnostic {
    let error = op.error(format_args!(
        "may access elements that another iteration of a parallel loop writes: along no axis is the box \
         proved to be between index #{axis} of the loop and that index plus the step; make the step the \
         tile's extent, and begin the tile at the index"
    ));
    error.code(&codes::UNPROVED).note(op.body().loc(owner), "the loop")
}

/// Whether a box is, along some axis of the tensor, between an index of the loop and that index plus its
/// step.
fn is_disjoint(op: OpRef<'_>, owner: Op, axis: usize, begin: &Subscripts, sizes: &[i64]) -> bool {
    let body = op.body();
    let view = body.view(owner, Parallel);
    let (index, step) = (view.indices()[axis], body.operand(owner, 2 * view.rank() + axis));
    let mut indices = Indices::new(body);
    let own =
        |indices: &mut Indices<'_>, value: Value| indices.affine(op.id(), &AffineExpr::dim(0), &[value], &[]);
    let Some((index, step)) = own(&mut indices, index).zip(own(&mut indices, step)) else { return false };
    begin.map.results().iter().zip(sizes).any(|(offset, size)| {
        let Some(offset) = indices.affine(op.id(), offset, &begin.values, &begin.extents) else {
            return false;
        };
        let scales = [Some(1), step.as_const().filter(|step| *step > 1)];
        scales.into_iter().flatten().any(|scale| {
            let between = || {
                let (first, length) = (offset.scale(scale).ok()?, size.checked_mul(scale)?);
                let gap_after = first.sub(&index).ok()?;
                let gap_before =
                    index.add(&step).ok()?.sub(&first).ok()?.add_const(length.checked_neg()?).ok()?;
                Some((gap_after, gap_before))
            };
            between().is_some_and(|(gap_after, gap_before): (Extent, Extent)| {
                indices.prove_ge0(op.id(), &gap_after) && indices.prove_ge0(op.id(), &gap_before)
            })
        })
    })
}
