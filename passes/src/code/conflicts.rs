//! Dependence analysis of puts: which points of a box may write the same element and have to keep their order, and which may
//! run in parallel.

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

/// True if a put stands in the regions of an op.
pub fn holds_put(body: &Body, op: Op) -> bool {
    !puts_of(body, op).is_empty()
}

/// For each axis of the box, whether points that differ on it put into different elements only: its iterations may run
/// in any order, on several threads or as lanes.
///
/// That is so if every accumulator has an axis at which all its puts have one and the same subscript, which is the
/// index of this axis of the box up to a factor and an offset; if its puts only happen where the index is a number that follows from their subscripts, as that of
/// the element's owner; and if no element is put twice anyhow.
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
            *independent &= tells_apart(body, &own, *index) || owners::put_alone(body, compute, &own, *index);
        }
    }
    independent
}

/// True if the order in which points put into one element changes no bit of it, or is open, and threads of a GPU can do so at the same time.
pub fn commutes(body: &Body, compute: Op) -> bool {
    let Some(view) = body.cast(compute, Compute) else { return false };
    view.accumulations().iter().zip(body.operands(compute)).all(|(how, start)| {
        let dtype = element_type(body.ctx(), body.ty(start));
        how.unique || dtype.is_some_and(|dtype| dtype != DType::I1 && how.has_no_order(dtype))
    })
}

/// True if some subscript of all puts tells the values of an index apart.
fn tells_apart(body: &Body, puts: &[Op], index: Value) -> bool {
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

/// True if the folds of points that differ on an axis of the box have the same bounds.
pub fn shares_bounds(body: &Body, compute: Op, axis: usize) -> bool {
    let Some(view) = body.cast(compute, Compute) else { return false };
    let (indices, Some(block)) = (view.indices(), view.block()) else { return false };
    bounds_are_shared(body, block, &mut FxHashSet::from_iter([indices[axis]]))
}

/// True if the bounds of the folds of a block are none of the values that differ between points; adds to these what the
/// block computes of them. Folds inside of other ops' regions are loops of each point alone.
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
