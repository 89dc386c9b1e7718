//! Reads that the value of a point can replace: identity accesses, and single elements of small tensors.

use tf_dialects::tensor::{Access, Compute, FromElements, Policy};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};

/// True for a read of a tensor that an element can replace: it has no policy, and the tensor is its source
/// only.
pub(crate) fn is_plain_read(body: &Body, op: Op, tensor: Value) -> bool {
    let is_plain = |read: &Access<'_>| read.source == tensor && read.policy == Policy::Assumed;
    Access::of_read(body.op(op)).as_ref().is_some_and(is_plain)
        && body.operands(op).filter(|operand| *operand == tensor).count() == 1
}

/// For an identity access in a compute, the constant subscripts after the indices of the box, which select an
/// element of a small tensor. `None` for other reads.
pub(super) fn own_element(body: &Body, at: Op, compute: Op) -> Option<Vec<i64>> {
    let (read, own) = (Access::of_read(body.op(at))?, body.cast(compute, Compute)?.indices());
    let (leading, inner) = read.map.results().split_at_checked(own.len())?;
    let index = |expr: &AffineExpr| expr.as_dim().map(|d| read.indices[d as usize]);
    let is_own = leading.iter().zip(own).all(|(expr, own)| index(expr) == Some(own));
    if is_own { inner.iter().map(AffineExpr::as_const).collect() } else { None }
}

/// The element of a yielded value at these inner subscripts: the value itself, or an operand of its
/// `from_elements`. `None` for other tensors.
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
