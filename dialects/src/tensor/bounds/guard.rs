//! Guards of accesses that a pass has moved or copied, so that their proofs no longer apply.

use super::{Access, Indices, Policy, term, verify_access, verify_bounds};
use crate::shared::access::set_policy;
use crate::shared::subscripts::Subscripts;
use crate::tensor::Fold;
use tf_ir::affine::{AffineError, AffineExpr, AffineExprKind, AffineOp};
use tf_ir::body::{Body, Op};
use tf_ir::extent::Extent;

/// Makes a read, write or fold valid after a pass has copied it to another position or changed its
/// subscripts, if the verifier cannot repeat the proof there. Returns true if the op was invalid.
///
/// The op runs for the same points as before, so it is still in bounds and its divisors are positive: adding
/// any policy keeps its meaning, and so does a divisor `max(d, 1)`.
pub fn guard(body: &mut Body, op: Op) -> bool {
    if is_valid(body, op) {
        return false;
    }
    guard_divisors(body, op);
    let is_assumed = Access::of(body.op(op)).is_some_and(|access| access.policy == Policy::Assumed);
    if is_assumed && !is_valid(body, op) {
        set_policy(body, op, Policy::Clamp);
    }
    true
}

fn is_valid(body: &Body, op: Op) -> bool {
    let view = body.op(op);
    if let Some(fold) = view.cast(Fold) {
        return verify_bounds(fold).is_ok();
    }
    Access::of(view).is_none_or(|access| verify_access(view, &access).is_ok())
}

/// Replaces divisors that are not known to be positive by their maximum with 1.
fn guard_divisors(body: &mut Body, op: Op) {
    let Some(old) = Subscripts::of_op(body.op(op)) else { return };
    let mut extents = old.extents.clone();
    let exprs = {
        let mut indices = Indices::new(body);
        let mut positive = |divisor: &AffineExpr| {
            let value = indices.affine(op, divisor, &[], &old.extents)?;
            if term::positive(&mut indices, op, &value) {
                return None;
            }
            extents.push(value.maximum(&Extent::constant(1)).ok()?);
            Some(AffineExpr::symbol(extents.len() as u32 - 1))
        };
        old.map.results().iter().map(|expr| divided(expr, &mut positive)).collect::<Result<Vec<_>, _>>()
    };
    if let Ok(exprs) = exprs
        && let Ok(new) = Subscripts::new(&exprs, &old.values, &extents)
    {
        new.set(body, op);
    }
}

/// Replaces the divisors of an expression for which `other` returns a substitute.
fn divided(
    expr: &AffineExpr,
    other: &mut dyn FnMut(&AffineExpr) -> Option<AffineExpr>,
) -> Result<AffineExpr, AffineError> {
    let AffineExprKind::Binary(op, lhs, rhs) = expr.kind() else { return Ok(expr.clone()) };
    let divides = matches!(op, AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv);
    let replaced = if divides && rhs.as_const().is_none() { other(rhs) } else { None };
    let lhs = divided(lhs, other)?;
    let rhs = match replaced {
        Some(divisor) => divisor,
        None => divided(rhs, other)?,
    };
    AffineExpr::binary(*op, &lhs, &rhs)
}
