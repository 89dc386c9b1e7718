//! Reads that the value of a point may stand for: of the reader's own point, and of single elements of small tensors.

use tf_dialects::tensor::{Access, Compute, FromElements, Policy};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};

/// True for a read of a tensor whose element may stand for it: it has no policy, and takes the tensor for nothing else.
pub(crate) fn is_plain_read(body: &Body, op: Op, tensor: Value) -> bool {
    let is_plain = |read: &Access<'_>| read.source == tensor && read.policy == Policy::Assumed;
    Access::of_read(body.op(op)).as_ref().is_some_and(is_plain)
        && body.operands(op).filter(|operand| *operand == tensor).count() == 1
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

/// What a point gives at these inner subscripts, where this value is yielded: the value itself, or the element of a small tensor made of
/// single elements. `None` if the value is no such tensor.
pub(crate) fn element(body: &Body, yielded: Value, at: &[i64]) -> Option<Value> {
    if at.is_empty() {
        return Some(yielded);
    }
    let def = body.def_op(yielded).filter(|op| body.is(*op, FromElements))?;
    let dims = body.ctx().dims(body.ty(yielded)).filter(|dims| dims.len() == at.len())?;
    let mut position = 0;
    for (dim, at) in dims.iter().zip(at) {
        let extent = dim.as_static().filter(|extent| (0..*extent).contains(at))?;
        position = position * extent + at;
    }
    let operand = usize::try_from(position).ok().filter(|i| *i < body.operand_count(def))?;
    Some(body.operand(def, operand))
}
