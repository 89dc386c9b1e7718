//! Reads and writes with affine subscripts: the interface that analyses ask, and `tensor.at`.

use super::bounds;
use super::constraints::*;
use super::policy::Policy;
use super::shape::{Types, dims, infer_error, verify_inferred};
use crate::tensor;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use tf_ir::affine::{AffineExprKind, AffineMap, AffineOp};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::interfaces::{Effect, Effects, InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;

/// The element an op touches, as a map from index values and extents to subscripts.
pub struct Access<'a> {
    /// The tensor, or the accumulator of a compute.
    pub source: Value,
    /// One result per axis; its dimensions are [`Access::indices`], its symbols [`Access::extents`].
    pub map: Cow<'a, AffineMap>,
    /// The values of the dimensions, of type `index`.
    pub indices: SmallVec<[Value; 4]>,
    /// The values of the symbols.
    pub extents: &'a [Extent],
    /// What a subscript outside means.
    pub policy: Policy,
    /// What a read with the policy [`Policy::Fill`] gives outside.
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

/// Ops that touch one element of a tensor at subscripts known as a map, in the scalar code of a compute.
///
/// The only result of a read is the element: where it is proved to be inside, any other read of that element may stand for
/// it. The verifier of the op calls [`bounds::verify_access`], so that what has no policy is proved to be inside. Ops on
/// memory have no policies and are not proved; they are no accesses in this sense. The access follows from operands and inherent
/// attributes alone, as answers are kept for accesses that are equal in these.
pub trait AffineAccess: Send + Sync {
    /// The access, for a verified op.
    fn access<'a>(&self, op: OpRef<'a>) -> Option<Access<'a>>;

    /// Says anew what a subscript outside means; a value to fill with goes. The policy is never [`Policy::Fill`], and
    /// [`Policy::Assumed`] only where the access is proved to be inside.
    fn set_policy(&self, body: &mut Body, op: Op, policy: Policy);
}

/// Gives another policy to an op that has the interface [`AffineAccess`]; others are left as they are.
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

/// Reads one element.
///
/// The first operand is the tensor; then come the values of the dimensions of `map`, then, with the policy `fill`,
/// the value to give where a subscript is outside. The map has one result per axis; its symbols are the terms of
/// `extents`. A divisor in the map is positive: a positive constant, or an extent that is at least 1 where the
/// read happens. Without a policy every subscript is inside, which the verifier proves from the ranges of the
/// indices, or it refuses. With the policies `clamp` and `wrap`, reading from an axis of extent 0 gives 0.
#[op(
    "tensor.at",
    operands(source: TENSOR, values: variadic(SCALAR)),
    results(result: SCALAR),
    attrs(map: MAP_ATTR, extents: optional(EXTENTS_ATTR), policy: optional(POLICY_ATTR)),
    interfaces(Verify, Effects, InferTypes, AffineAccess, tf_ir::text::Assembly, tf_ir::interfaces::Fold),
)]
pub struct At;

impl<'a> AtOp<'a> {
    /// The map from indices and extents to subscripts.
    pub fn affine_map(self) -> Option<&'a AffineMap> {
        self.map().and_then(|a| self.op().ctx().attr_map(a))
    }

    /// The values of the map's dimensions.
    pub fn indices(self) -> SmallVec<[Value; 4]> {
        let count = self.affine_map().map_or(0, |m| m.num_dims() as usize);
        self.op().operands().skip(1).take(count).collect()
    }

    /// The values of the map's symbols.
    pub fn symbols(self) -> &'a [Extent] {
        self.extents().and_then(|a| self.op().ctx().attr_extents(a)).unwrap_or_default()
    }

    /// What a subscript outside means.
    pub fn out_of_bounds(self) -> Policy {
        self.policy().and_then(|a| policy(self.op().ctx(), a)).unwrap_or_default()
    }

    /// The value given outside, with the policy [`Policy::Fill`].
    pub fn fill(self) -> Option<Value> {
        let fills = self.out_of_bounds() == Policy::Fill;
        fills.then(|| self.op().operands().next_back()).flatten()
    }
}

impl AffineAccess for At {
    fn access<'a>(&self, op: OpRef<'a>) -> Option<Access<'a>> {
        let at = op.cast(tensor::At)?;
        Some(Access {
            source: at.source(),
            map: Cow::Borrowed(at.affine_map()?),
            indices: at.indices(),
            extents: at.symbols(),
            policy: at.out_of_bounds(),
            fill: at.fill(),
            is_write: false,
        })
    }

    fn set_policy(&self, body: &mut Body, op: Op, policy: Policy) {
        if body.cast(op, tensor::At).is_some_and(|at| at.fill().is_some()) {
            let kept: Vec<Value> = body.operands(op).take(body.operand_count(op) - 1).collect();
            body.set_operands(op, &kept);
        }
        set_policy_attr(body, op, policy);
    }
}

impl Effects for At {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        let traps = op.cast(tensor::At).is_some_and(|at| at.out_of_bounds() == Policy::Trap);
        if traps { smallvec![Effect::Control] } else { SmallVec::new() }
    }
}

impl InferTypes for At {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        match args.operands.first() {
            Some(source) if args.ctx.is_tensor(*source) => Ok(smallvec![args.ctx.elem_type(*source)]),
            _ => Err(infer_error(args, Self::NAME, "reads from a tensor: give one as the first operand")),
        }
    }
}

impl Verify for At {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (ctx, at) = (op.ctx(), op.view(tensor::At));
        verify_inferred(op, self)?;
        let policy = at.out_of_bounds();
        if policy == Policy::Drop {
            return Err(op.error("has the policy drop, which is for writes: fill gives a value outside"));
        }
        let fills = usize::from(policy == Policy::Fill);
        let Some(given) = (op.operand_count() - 1).checked_sub(fills) else {
            return Err(
                op.error("has the policy fill but no value to fill with: give it as the last operand")
            );
        };
        let rank = dims(ctx, op.operand_type(0)).len();
        check_map(op, at.map(), given, at.symbols().len(), Some(rank), "map")?;
        for (i, value) in at.indices().iter().enumerate() {
            let ty = op.body().ty(*value);
            if ty != ctx.index() {
                let ty = type_to_string(ctx, ty);
                return Err(op.error(format_args!("needs subscripts of type index, but value #{i} is {ty}")));
            }
        }
        if let Some(fill) = at.fill()
            && op.body().ty(fill) != op.result_type(0)
        {
            let words = [op.body().ty(fill), op.result_type(0)].map(|t| type_to_string(ctx, t));
            return Err(op.error(format_args!("fills with {} but reads {}", words[0], words[1])));
        }
        bounds::verify_access(op, &self.access(op).expect("checked above"))
    }
}

/// Checks the map of an op: its numbers of dimensions, symbols and results, and that its divisors can be positive.
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
        Some(c) => Err(op.error(format_args!("divides by {c} in its {name}: divisors are positive"))),
        None => Ok(()),
    }
}
