//! Reads with affine subscripts: `tensor.at`.

use crate::shared::access::{Access, AffineAccess, check_map, set_policy_attr};
use crate::shared::constraints::*;
use crate::shared::interfaces::ScalarCode;
use crate::shared::policy::Policy;
use crate::shared::shape::{Types, dims, infer_error, verify_inferred};
use crate::shared::subscripts::AffineOperands;
use crate::shared::syntax::SubscriptList;
use crate::tensor;
use crate::tensor::bounds;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::ops::Range;
use tf_ir::affine::AffineMap;
use tf_ir::body::{Body, Op, Value};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::interfaces::{Effect, Effects, InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Sizes;
use tf_ir::text::{AttrSyntax, type_to_string};
use tf_ir::types::Type;

/// Reads one element.
///
/// The first operand is the tensor. The dimensions of `map` follow, then, with the policy `fill`, the value
/// for subscripts outside. The map has one result per axis; its symbols are the terms of `extents`. A divisor
/// in the map is positive: a positive constant, or an extent that is at least 1 whenever the read happens.
/// Without a policy every subscript is inside; the verifier proves it from the ranges of the indices, or
/// refuses the read. With the policies `clamp` and `wrap`, reading from an axis of extent 0 gives 0.
#[op(
    "tensor.at",
    operands(source: TENSOR, subscripts: variadic(SCALAR), other: optional(SCALAR) = Context::elem_type(source)),
    sizes(parts),
    results(result: SCALAR),
    attrs(map: MAP_ATTR, extents: optional(EXTENTS_ATTR), policy: optional(POLICY_ATTR)),
    interfaces(ScalarCode, Verify, Effects, InferTypes, AffineAccess, AffineOperands, tf_ir::interfaces::Fold, tf_ir::batch::Batch),
    asm = "$source custom<SubscriptList>($map, $extents, $subscripts) \
           (as<READ_POLICY>($policy)^ (`(` $other^ `)`)?)? attr-dict `:` type($source)",
)]
pub struct At;

/// The keyword of a read policy.
const READ_POLICY: AttrSyntax = AttrSyntax::Words("an out-of-bounds policy", &Policy::READ_NAMES);

/// The tensor, the dimensions of the map, and the fill value.
fn parts(op: OpRef<'_>) -> Sizes {
    let (dimensions, rest) = (op.view(At).indices().len(), op.operand_count() - 1);
    smallvec![1, dimensions, rest - dimensions]
}

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

    /// The policy for subscripts outside.
    pub fn out_of_bounds(self) -> Policy {
        self.policy().and_then(|a| policy(self.op().ctx(), a)).unwrap_or_default()
    }

    /// The fill value, with the policy [`Policy::Fill`].
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
            let others: Vec<Value> = body.operands(op).take(body.operand_count(op) - 1).collect();
            body.set_operands(op, &others);
        }
        set_policy_attr(body, op, policy);
    }
}

impl AffineOperands for At {
    fn map_attr(&self) -> &'static str {
        "map"
    }

    fn dimensions(&self, op: OpRef<'_>) -> Range<usize> {
        1..1 + op.view(tensor::At).indices().len()
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

/// Checks the policy of an op that reads elements of type `elem` from its first operand, and its fill value;
/// returns the number of operands for its subscripts.
pub(super) fn check_read(
    op: OpRef<'_>,
    policy: Policy,
    fill: Option<Value>,
    elem: Type,
) -> Result<usize, Diagnostic> {
    if policy == Policy::Drop {
        return Err(
            op.error("has the policy drop, which is for writes: use fill(…) for a value out of bounds")
        );
    }
    let fills = usize::from(policy == Policy::Fill);
    let Some(given) = (op.operand_count() - 1).checked_sub(fills) else {
        return Err(op.error("has the policy fill without a fill value: give it as the last operand"));
    };
    if let Some(fill) = fill
        && op.body().ty(fill) != elem
    {
        let words = [op.body().ty(fill), elem].map(|t| type_to_string(op.ctx(), t));
        return Err(op.error(format_args!("has a fill value of type {}, but reads {}", words[0], words[1])));
    }
    Ok(given)
}

impl Verify for At {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (ctx, at) = (op.ctx(), op.view(tensor::At));
        verify_inferred(op, self)?;
        let given = check_read(op, at.out_of_bounds(), at.fill(), op.result_type(0))?;
        let rank = dims(ctx, op.operand_type(0)).len();
        check_map(op, at.map(), given, at.symbols().len(), Some(rank), "map")?;
        for (i, value) in at.indices().iter().enumerate() {
            let ty = op.body().ty(*value);
            if ty != ctx.index() {
                let ty = type_to_string(ctx, ty);
                return Err(op.error(format_args!("needs subscripts of type index, but value #{i} is {ty}")));
            }
        }
        bounds::verify_access(op, &self.access(op).expect("checked above"))
    }
}
