//! Reuse analysis of a producer: its reads, the computes that hold them, and how often each of its points would be evaluated
//! there.

use super::{enclosing_compute, permuted};
use crate::cost::figures::UNROLLED;
use crate::cost::fold_trips;
use tf_dialects::tensor::{self, Access, Compute, FromElements, Policy};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::as_branch;
use tf_ir::extent::Extent;

/// One read of a producer's result.
pub(super) struct Read {
    /// The op that reads.
    pub at: Op,
    /// The compute that holds it.
    pub consumer: Op,
}

/// The uses of a producer.
pub(super) struct Uses {
    /// Reads that could be replaced by the producer's code.
    pub reads: Vec<Read>,
    /// True if its memory is needed anyway: it is returned, carried, or read in a way that cannot be inlined.
    pub needed: bool,
}

/// Classifies the uses of a compute's results.
pub(super) fn uses(body: &Body, producer: Op) -> Uses {
    let mut found = Uses { reads: Vec::new(), needed: false };
    for result in body.results(producer) {
        for u in body.uses(result) {
            match enclosing_compute(body, u.op) {
                Some(consumer)
                    if consumer != producer
                        && (is_plain_read(body, u.op, result) || permuted::is_read(body, producer, u.op)) =>
                {
                    found.reads.push(Read { at: u.op, consumer })
                }
                _ => found.needed = true,
            }
        }
    }
    found
}

/// True for a read of a tensor whose element may stand for it: it has no policy, and takes the tensor for nothing else.
pub(super) fn is_plain_read(body: &Body, op: Op, tensor: Value) -> bool {
    let is_plain = |read: &Access<'_>| read.source == tensor && read.policy == Policy::Assumed;
    Access::of_read(body.op(op)).as_ref().is_some_and(is_plain)
        && body.operands(op).filter(|operand| *operand == tensor).count() == 1
}

/// True if a read evaluates each point of the producer at most a small constant number of times: of the indices that run around the read
/// (of the consumer's box, of folds and loops), those that determine no subscript take few values together.
pub(super) fn evaluates_once(body: &Body, read: &Read) -> bool {
    let Some(access) = Access::of_read(body.op(read.at)) else { return false };
    let forms = access.map.linear_forms();
    let covered = |index: Value| {
        access.indices.iter().enumerate().any(|(d, v)| {
            // A subscript that is this index alone (times a constant, plus anything fixed) tells points apart; sums
            // of several indices need not.
            *v == index
                && forms.as_ref().is_some_and(|forms| {
                    forms.iter().any(|f| f.dims[d] != 0 && f.dims.iter().filter(|c| **c != 0).count() == 1)
                })
        })
    };
    let Some(running) = running_indices(body, read) else { return false };
    let mut repeated = running.into_iter().filter(|(index, _)| !covered(*index)).map(|(_, count)| count);
    let times = repeated.try_fold(1_i64, |all, count| all.checked_mul(count?));
    times.is_some_and(|times| times <= UNROLLED)
}

/// The indices that run around a read, and how many values each takes, if that is constant. `None` if it stands in a loop of unknown length.
fn running_indices(body: &Body, read: &Read) -> Option<Vec<(Value, Option<i64>)>> {
    let mut found = Vec::new();
    let mut op = body.parent_op(read.at)?;
    loop {
        match body.kind(op) {
            Compute::KIND => {
                let view = body.cast(op, Compute)?;
                let counts = view.extents().iter().map(Extent::as_const);
                found.extend(view.indices().into_iter().zip(counts));
                return Some(found);
            }
            tensor::Fold::KIND => {
                let count = fold_trips(body, op).map(|n| i64::try_from(n).unwrap_or(i64::MAX));
                match (body.cast(op, tensor::Fold)?.index(), count) {
                    (Some(index), _) => found.push((index, count)),
                    (None, Some(count)) if count <= 1 => {}
                    (None, _) => return None,
                }
            }
            _ if as_branch(body, op).is_some() => {}
            _ => return None,
        }
        op = body.parent_op(op)?;
    }
}

/// For a read at the own point of the compute that holds it: the constant subscripts behind the indices of the box,
/// which say what element of a small tensor is read there. `None` for a read of another point.
pub(super) fn own_element(body: &Body, at: Op, compute: Op) -> Option<Vec<i64>> {
    let (read, own) = (Access::of_read(body.op(at))?, body.cast(compute, Compute)?.indices());
    let (leading, inner) = read.map.results().split_at_checked(own.len())?;
    let index = |expr: &AffineExpr| expr.as_dim().map(|d| read.indices[d as usize]);
    let is_own = leading.iter().zip(own).all(|(expr, own)| index(expr) == Some(own));
    if is_own { inner.iter().map(AffineExpr::as_const).collect() } else { None }
}

/// The element of a small tensor made of single elements; `None` if the value is no such tensor.
pub(super) fn element(body: &Body, tensor: Value, at: &[i64]) -> Option<Value> {
    let def = body.def_op(tensor).filter(|op| body.is(*op, FromElements))?;
    let dims = body.ctx().dims(body.ty(tensor)).filter(|dims| dims.len() == at.len())?;
    let mut position = 0;
    for (dim, at) in dims.iter().zip(at) {
        position = position * dim.as_static()? + at;
    }
    let operand = usize::try_from(position).ok().filter(|i| *i < body.operand_count(def))?;
    Some(body.operand(def, operand))
}
