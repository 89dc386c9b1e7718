//! Dependence analysis of puts: the axes of a domain that are free of dependences, so that their iterations
//! may run in parallel.

use super::owners;
use rustc_hash::FxHashSet;
use tf_dialects::scalar::{DType, element_type};
use tf_dialects::tensor::{self, Access, Compute, Policy, Subscripts};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::walk::walk;

/// The puts in the regions of an op: all ops that write elements.
fn puts_of(body: &Body, compute: Op) -> Vec<Op> {
    let mut found = Vec::new();
    walk(body, compute, &mut |body, op| {
        if Access::of_write(body.op(op)).is_some() {
            found.push(op);
        }
    });
    found
}

/// True if the regions of an op contain a put.
pub fn holds_put(body: &Body, op: Op) -> bool {
    !puts_of(body, op).is_empty()
}

/// For each axis of the domain, whether points that differ on it put into different elements only: its
/// iterations may then run in any order, on several threads or as lanes.
///
/// That holds for an axis if for each accumulator one of two conditions is met: some subscript is the same in
/// all its puts, and is the index of the axis up to a factor and an offset; or all its puts are guarded by
/// the index being the owner of the element. Accumulators without repeated puts always meet it.
pub fn independent_axes(body: &Body, compute: Op) -> Vec<bool> {
    let Some(view) = body.cast(compute, Compute) else { return Vec::new() };
    let indices = view.indices();
    let how = view.accumulations();
    let ordered: Vec<Value> =
        view.accumulators().into_iter().zip(how).filter(|(_, how)| !how.unique).map(|(a, _)| a).collect();
    let mut independent = vec![true; indices.len()];
    if ordered.is_empty() {
        return independent;
    }
    let puts = puts_of(body, compute);
    for accumulator in ordered {
        let own: Vec<Op> = puts
            .iter()
            .copied()
            .filter(|op| body.operands(*op).any(|operand| operand == accumulator))
            .collect();
        for (index, independent) in indices.iter().zip(&mut independent) {
            *independent &=
                is_injective(body, &own, *index) || owners::put_alone(body, compute, &own, *index);
        }
    }
    independent
}

/// True if puts into one element commute bit for bit, or their order is open, and threads of a GPU can run
/// them concurrently.
pub fn commutes(body: &Body, compute: Op) -> bool {
    let Some(view) = body.cast(compute, Compute) else { return false };
    view.accumulations().iter().zip(body.operands(compute)).all(|(how, start)| {
        let dtype = element_type(body.ctx(), body.ty(start));
        how.unique || dtype.is_some_and(|dtype| dtype != DType::I1 && how.has_no_order(dtype))
    })
}

/// True if some subscript, the same in all puts, is injective in an index.
fn is_injective(body: &Body, puts: &[Op], index: Value) -> bool {
    let subscripts = |op: &Op| -> Vec<Option<Subscripts>> {
        let Some(access) = Access::of_write(body.op(*op)) else { return Vec::new() };
        let moved = matches!(access.policy, Policy::Clamp | Policy::Wrap);
        let one = |expr: &AffineExpr| {
            let normal = Subscripts::new(std::slice::from_ref(expr), &access.indices, access.extents).ok()?;
            let alone = normal.values.as_slice() == [index];
            let stride = normal.map.results()[0].stride(0);
            (!moved && alone && stride.is_some_and(|s| s != 0)).then_some(normal)
        };
        access.map.results().iter().map(one).collect()
    };
    let Some((first, rest)) = puts.split_first() else { return true };
    let first = subscripts(first);
    let rest: Vec<_> = rest.iter().map(subscripts).collect();
    (0..first.len())
        .any(|axis| first[axis].is_some() && rest.iter().all(|other| other.get(axis) == Some(&first[axis])))
}

/// True if points that differ on an axis of the domain have folds with the same bounds.
pub fn shares_bounds(body: &Body, compute: Op, axis: usize) -> bool {
    let Some(view) = body.cast(compute, Compute) else { return false };
    let (indices, Some(block)) = (view.indices(), view.block()) else { return false };
    bounds_are_shared(body, block, &mut FxHashSet::from_iter([indices[axis]]))
}

/// True if no fold bounds in a block depend on values that differ between points; adds to these the results
/// that depend on them. Folds in regions of other ops are loops of a single point.
fn bounds_are_shared(body: &Body, block: Block, differing: &mut FxHashSet<Value>) -> bool {
    for op in body.ops(block) {
        let differs = body.operands(op).any(|v| differing.contains(&v));
        let fold = body.cast(op, tensor::Fold);
        if let Some(fold) = fold {
            let bounds_differ = fold.indices().into_iter().any(|v| differing.contains(&v));
            if bounds_differ || !fold.block().is_some_and(|b| bounds_are_shared(body, b, differing)) {
                return false;
            }
        }
        if differs || body.regions(op).len() > 0 {
            differing.extend(body.results(op));
        }
    }
    true
}
