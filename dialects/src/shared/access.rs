//! Reads and writes with affine subscripts: the interface for analyses.

use super::policy::Policy;
use smallvec::SmallVec;
use std::borrow::Cow;
use tf_ir::affine::{AffineExprKind, AffineMap, AffineOp};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;

/// The element that an op accesses, as a map from index values and extents to subscripts.
pub struct Access<'a> {
    /// The tensor, or the accumulator of a compute.
    pub source: Value,
    /// One result per axis; its dimensions are [`Access::indices`], its symbols [`Access::extents`].
    pub map: Cow<'a, AffineMap>,
    /// The values of the dimensions, of type `index`.
    pub indices: SmallVec<[Value; 4]>,
    /// The values of the symbols.
    pub extents: &'a [Extent],
    /// The policy for out-of-bounds subscripts.
    pub policy: Policy,
    /// The value of an out-of-bounds read with the policy [`Policy::Fill`].
    pub fill: Option<Value>,
    /// True if the op writes.
    pub is_write: bool,
}

impl<'a> Access<'a> {
    /// The access of an op that has the interface [`AffineAccess`].
    pub fn of(op: OpRef<'a>) -> Option<Access<'a>> {
        op.info().interface::<dyn AffineAccess>()?.access(op)
    }

    /// As [`Access::of`], for reads alone.
    pub fn of_read(op: OpRef<'a>) -> Option<Access<'a>> {
        Access::of(op).filter(|access| !access.is_write)
    }

    /// As [`Access::of`], for writes alone.
    pub fn of_write(op: OpRef<'a>) -> Option<Access<'a>> {
        Access::of(op).filter(|access| access.is_write)
    }
}

/// Ops in the scalar code of a compute that access one element of a tensor at subscripts given by a map.
///
/// The only result of a read is the element: a read that is proved to be in bounds can be replaced by any
/// other read of the same element. The verifier of the op calls [`crate::tensor::bounds::verify_access`],
/// which proves accesses without a policy to be in bounds. Ops on memory do not implement the interface: they
/// have no policies and no proofs. The access depends only on operands and inherent attributes, because
/// results are cached for accesses that are equal in these.
pub trait AffineAccess: Send + Sync {
    /// The access, for a verified op.
    fn access<'a>(&self, op: OpRef<'a>) -> Option<Access<'a>>;

    /// Replaces the policy for out-of-bounds subscripts and drops a fill value. The new policy is never
    /// [`Policy::Fill`], and is [`Policy::Assumed`] only if the access is proved to be in bounds.
    fn set_policy(&self, body: &mut Body, op: Op, policy: Policy);
}

/// The attribute of an identity access in a loop nest: the read's leading subscripts are the indices of its
/// point, and it precedes the writes of the point's results. The results may therefore be computed in the
/// memory of the tensor that is read.
pub const OWN_POINT: &str = "tf.own_point";

/// Replaces the policy of an op that has the interface [`AffineAccess`]; does not change other ops.
pub fn set_policy(body: &mut Body, op: Op, policy: Policy) {
    let ctx = body.ctx().clone();
    if let Some(rule) = ctx.op_info(body.name(op)).interface::<dyn AffineAccess>() {
        rule.set_policy(body, op, policy);
    }
}

/// Writes a policy as the attribute that accesses of this dialect have.
pub(crate) fn set_policy_attr(body: &mut Body, op: Op, policy: Policy) {
    match policy.name() {
        Some(name) => {
            let attr = body.ctx().string_attr(name);
            body.set_attr(op, "policy", attr);
        }
        None => {
            body.remove_attr(op, "policy");
        }
    }
}

/// Checks the map of an op: the counts of its dimensions, symbols and results, and that its divisors can be
/// positive.
pub(crate) fn check_map(
    op: OpRef<'_>,
    attr: Option<Attribute>,
    values: usize,
    extents: usize,
    results: Option<usize>,
    name: &str,
) -> Result<(), Diagnostic> {
    let Some(map) = attr.and_then(|a| op.ctx().attr_map(a)) else {
        return Err(op.error(format_args!("requires attribute '{name}'")));
    };
    if map.num_dims() as usize != values {
        let dims = map.num_dims();
        return Err(op.error(format_args!("has {values} index operands but a {name} of {dims} dimensions")));
    }
    if map.num_symbols() as usize != extents {
        let symbols = map.num_symbols();
        return Err(op.error(format_args!("has {extents} extents but a {name} of {symbols} symbols")));
    }
    let found = map.results().len();
    if let Some(results) = results
        && found != results
    {
        let wanted =
            if name == "bounds" { "two (from, to)".to_string() } else { format!("{results}, the rank") };
        return Err(op.error(format_args!("has a {name} of {found} results instead of {wanted}")));
    }
    let mut divisor = None;
    for expr in map.results() {
        expr.walk(&mut |node| {
            if let AffineExprKind::Binary(AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv, _, by) =
                node.kind()
                && by.as_const().is_some_and(|c| c <= 0)
            {
                divisor = by.as_const();
            }
        });
    }
    match divisor {
        Some(c) => Err(op.error(format_args!("divides by {c} in its {name}: divisors must be positive"))),
        None => Ok(()),
    }
}
