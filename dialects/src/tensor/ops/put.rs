//! Writes into the accumulating results of a comprehension: `tensor.put`.

use super::compute::{Compute, ComputeOp};
use super::scalar_code::{Yield, is_loop_code};
use crate::shared::interfaces::ScalarCode;
use crate::shared::regions::sole_block;
use crate::tensor;
use crate::tensor::access::{Access, AffineAccess, check_map, set_policy_attr};
use crate::tensor::accumulate::{Accumulation, Combine};
use crate::tensor::constraints::*;
use crate::tensor::policy::Policy;
use crate::tensor::shape::{dims, types_words};
use crate::tensor::subscripts::AffineOperands;
use crate::tensor::syntax::{Elements, SubscriptList};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::ops::Range;
use tf_ir::affine::AffineMap;
use tf_ir::body::{Block, Body, Def, Op, Value};
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Sizes;
use tf_ir::text::{AttrSyntax, type_to_string};
use tf_ir::types::Type;

/// Puts a value into an element of an accumulating result of the enclosing compute.
///
/// The operands are the values, as many accumulators, and the dimensions of `map`, which has one result per
/// axis and whose symbols are the terms of `extents`. The accumulation of the result specifies how the
/// element is combined with the value. For `region`, the op has a region: its arguments are the elements and
/// the values, and it yields the new elements, of one or several accumulators of one shape. `policy`
/// specifies whether a put outside is dropped or redirected; without a policy, the put is inside, which the
/// verifier proves. With `clamp` and `wrap`, a put into an accumulator with an axis of extent 0 is dropped.
/// Updates run in the row-major order of the points of the box, and in program order at each point.
#[op(
    "tensor.put",
    traits(SINGLE_BLOCK),
    operands(
        put_values: variadic(ANY) = Context::elem_type(targets),
        targets: variadic(ANY),
        subscripts: variadic(ANY),
    ),
    sizes(parts),
    attrs(map: MAP_ATTR, extents: optional(EXTENTS_ATTR), policy: optional(POLICY_ATTR)),
    regions(combiner),
    interfaces(ScalarCode, Verify, Effects, AffineAccess, AffineOperands),
    asm = "$put_values `into` $targets custom<SubscriptList>($map, $extents, $subscripts) (as<WRITE_POLICY>($policy)^)? \
           attr-dict `:` type($targets) custom<Elements>($combiner)",
)]
pub struct Put;

/// The keyword of a write policy.
const WRITE_POLICY: AttrSyntax =
    AttrSyntax::Words("an out-of-bounds policy of a write", &Policy::WRITE_NAMES);

/// The values, as many accumulators, and the dimensions of the map.
fn parts(op: OpRef<'_>) -> Sizes {
    let count = op.view(Put).count();
    smallvec![count, count, op.operand_count() - 2 * count]
}

impl<'a> PutOp<'a> {
    /// The map from indices and extents to subscripts.
    pub fn affine_map(self) -> Option<&'a AffineMap> {
        self.map().and_then(|a| self.op().ctx().attr_map(a))
    }

    /// The number of accumulators that take a value.
    pub fn count(self) -> usize {
        let indices = self.affine_map().map_or(0, |m| m.num_dims() as usize);
        self.op().operand_count().saturating_sub(indices) / 2
    }

    /// The values of the map's dimensions.
    pub fn indices(self) -> SmallVec<[Value; 4]> {
        self.op().operands().skip(2 * self.count()).collect()
    }

    /// The values of the map's symbols.
    pub fn symbols(self) -> &'a [Extent] {
        self.extents().and_then(|a| self.op().ctx().attr_extents(a)).unwrap_or_default()
    }

    /// The policy for subscripts outside.
    pub fn out_of_bounds(self) -> Policy {
        self.policy().and_then(|a| policy(self.op().ctx(), a)).unwrap_or_default()
    }

    /// The block of the region that combines elements and values, if there is one.
    pub fn combiner(self) -> Option<Block> {
        self.op().entry(0)
    }

    /// The update rule of the first accumulator, from the enclosing compute.
    pub fn accumulation(self) -> Option<Accumulation> {
        accumulation_of(self.op(), *self.targets().first()?).map(|(_, accumulation)| accumulation)
    }
}

/// The compute of an accumulator, and its update rule.
fn accumulation_of(op: OpRef<'_>, target: Value) -> Option<(ComputeOp<'_>, Accumulation)> {
    let Def::Argument(block, i) = op.body().def(target) else { return None };
    let owner = op.body().block_owner(block).filter(|owner| op.body().encloses(*owner, op.id()))?;
    let compute = op.body().cast(owner, Compute)?;
    let at = i.checked_sub(compute.extents().len())?;
    Some((compute, *compute.accumulations().get(at)?))
}

impl AffineAccess for Put {
    fn access<'a>(&self, op: OpRef<'a>) -> Option<Access<'a>> {
        let put = op.cast(tensor::Put)?;
        Some(Access {
            source: *put.targets().first()?,
            map: Cow::Borrowed(put.affine_map()?),
            indices: put.indices(),
            extents: put.symbols(),
            policy: put.out_of_bounds(),
            fill: None,
            is_write: true,
        })
    }

    fn set_policy(&self, body: &mut Body, op: Op, policy: Policy) {
        set_policy_attr(body, op, policy);
    }
}

impl AffineOperands for Put {
    fn map_attr(&self) -> &'static str {
        "map"
    }

    fn dimensions(&self, op: OpRef<'_>) -> Range<usize> {
        2 * op.view(tensor::Put).count()..op.operand_count()
    }
}

impl Effects for Put {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        let Some(put) = op.cast(tensor::Put) else { return SmallVec::new() };
        let mut effects: SmallVec<[Effect; 2]> =
            put.targets().into_iter().map(|target| Effect::Write(Some(target))).collect();
        if put.out_of_bounds() == Policy::Trap {
            effects.push(Effect::Control);
        }
        effects
    }
}

impl Verify for Put {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let put = op.view(tensor::Put);
        let Some(map) = put.affine_map() else { return Err(op.error("requires attribute 'map'")) };
        let dimensions = map.num_dims() as usize;
        let count = put.count();
        if count == 0 || 2 * count + dimensions != op.operand_count() {
            let given = op.operand_count();
            return Err(op.error(format_args!(
                "has {given} operands, but takes values, as many accumulators, and {dimensions} indices"
            )));
        }
        check_types(op, put)?;
        let target = put.targets()[0];
        let rank = dims(op.ctx(), op.body().ty(target)).len();
        check_map(op, put.map(), dimensions, put.symbols().len(), Some(rank), "map")?;
        if put.out_of_bounds() == Policy::Fill {
            return Err(op.error(
                "has the policy fill, which is for reads: use drop to skip writes out of \
                bounds",
            ));
        }
        check_targets(op, put)?;
        check_combiner(op, put)?;
        crate::tensor::bounds::verify_access(op, &self.access(op).expect("checked above"))
    }
}

fn check_types(op: OpRef<'_>, put: PutOp<'_>) -> Result<(), Diagnostic> {
    let (body, ctx) = (op.body(), op.ctx());
    for (value, target) in put.put_values().into_iter().zip(put.targets()) {
        let (value, target) = (body.ty(value), body.ty(target));
        if !(MEMREF.check)(ctx, target) || ctx.elem_type(target) != value {
            let words = [value, target].map(|t| type_to_string(ctx, t));
            return Err(op.error(format_args!("cannot put {} into {}", words[0], words[1])));
        }
    }
    match put.indices().into_iter().find(|v| body.ty(*v) != ctx.index()) {
        Some(value) => {
            let ty = type_to_string(ctx, body.ty(value));
            Err(op.error(format_args!("needs subscripts of type index, not {ty}")))
        }
        None => Ok(()),
    }
}

/// Checks that the targets are different accumulators of one enclosing compute, of one shape.
fn check_targets(op: OpRef<'_>, put: PutOp<'_>) -> Result<(), Diagnostic> {
    let (body, ctx) = (op.body(), op.ctx());
    let targets = put.targets();
    let mut owner = None;
    for (i, target) in targets.iter().enumerate() {
        let Some((compute, accumulation)) = accumulation_of(op, *target) else {
            return Err(op.error("does not write to an accumulator of an enclosing tensor.compute"));
        };
        if owner.is_some_and(|known| known != compute.op().id()) || targets[..i].contains(target) {
            return Err(op.error("must write to different accumulators of one tensor.compute"));
        }
        owner = Some(compute.op().id());
        if dims(ctx, body.ty(*target)) != dims(ctx, body.ty(targets[0])) {
            let words = types_words(ctx, &[body.ty(targets[0]), body.ty(*target)]);
            return Err(op.error(format_args!("must write to accumulators of one shape, not {words}")));
        }
        let by_region = accumulation.combine == Combine::Region;
        if by_region != put.combiner().is_some() {
            let advice = if by_region { "needs a region" } else { "has a region" };
            return Err(op.error(format_args!("{advice}, but the accumulator is '{accumulation}'")));
        }
    }
    if targets.len() > 1 && put.combiner().is_none() {
        return Err(op.error("puts several values without a region: put them one by one, or write a region"));
    }
    Ok(())
}

/// Checks the region: it maps elements and values to new elements, and contains no writes.
fn check_combiner(op: OpRef<'_>, put: PutOp<'_>) -> Result<(), Diagnostic> {
    if put.combiner().is_none() {
        return Ok(());
    }
    let body = op.body();
    let (block, end) = sole_block(op, 0, Yield)?;
    let elems: Vec<Type> = put.put_values().iter().map(|v| body.ty(*v)).collect();
    let found: Vec<Type> = body.args(block).map(|v| body.ty(v)).collect();
    let wanted = [&elems[..], &elems].concat();
    if found != wanted {
        let words = [&found, &wanted].map(|types| types_words(op.ctx(), types));
        return Err(op.error(format_args!(
            "combines elements and values: its region takes ({}), not ({})",
            words[1], words[0]
        )));
    }
    let yielded: Vec<Type> = body.operands(end).map(|v| body.ty(v)).collect();
    if yielded != elems {
        let words = [&yielded, &elems].map(|types| types_words(op.ctx(), types));
        let error = op.error(format_args!("yields ({}) but puts ({})", words[0], words[1]));
        return Err(error.note(body.loc(end), "yielded here"));
    }
    let mut inner = None;
    tf_ir::walk::walk(body, op.id(), &mut |body, other| {
        if other != op.id() && body.is(other, Put) {
            inner = Some(other);
        }
    });
    match inner {
        Some(inner) => {
            let error = body.op(inner).error("cannot be inside the region of another tensor.put");
            Err(error.code(&codes::PLACE))
        }
        None => Ok(()),
    }
}

/// Checks that accumulators have only valid uses: as targets of puts, and in the loads and stores that puts
/// are lowered to.
pub(crate) fn check_accumulator_uses(op: OpRef<'_>, accumulators: &[Value]) -> Result<(), Diagnostic> {
    let body = op.body();
    for accumulator in accumulators {
        for u in body.uses(*accumulator) {
            let is_target = body
                .cast(u.op, tensor::Put)
                .is_some_and(|put| (put.count()..2 * put.count()).contains(&{ u.operand }));
            if !is_target && !is_loop_code(body.info(u.op)) {
                let error = body.op(u.op).error("reads an accumulator: only tensor.put can use it");
                return Err(error.note(op.loc(), "the accumulator belongs to this 'tensor.compute'"));
            }
        }
    }
    Ok(())
}
