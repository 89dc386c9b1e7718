//! Reductions with their structure kept: `tensor.reduce`, `tensor.contract`.

use super::combiner::{self, Laws};
use super::compute::{check_inits, check_way};
use super::constraints::*;
use super::einsum::Equation;
use super::kinds::CombiningKind;
use super::layout::axes;
use super::shape::*;
use crate::arith::flags::FASTMATH_ATTR;
use crate::constraints::UNIT_ATTR;
use crate::scalar::DType;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Value};
use tf_ir::builtin::STRING_ATTR;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Verdict;
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};

/// Folds axes of one or more tensors of one shape, with kinds or with a combiner.
///
/// The operands are the tensors and then, if any, one scalar initial value for each. The result has the axes that are
/// not in `dims`, in order.
///
/// With kinds, one per tensor, the axes are folded in ascending order, the first outermost, as by nested
/// `tensor.fold`s: each starts at the identity and, unless `fastmath` allows to reassociate, combines in ascending
/// order; an initial value is combined with what came out, on its left.
///
/// With a region, the combiner, accumulators start at the initial values and are combined together with the elements
/// at each index tuple, in row-major order; a combiner that states that it is `associative` may be regrouped, one
/// that is also `commutative` reordered. Its arguments are the accumulators followed by the elements, and it yields
/// the new accumulators.
#[op(
    "tensor.reduce",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(values: variadic(TENSOR_OR_SCALAR)),
    results(results: variadic(TENSOR)),
    attrs(
        kinds: optional(KINDS_ATTR),
        dims: I64S_ATTR,
        fastmath: optional(FASTMATH_ATTR),
        associative: optional(UNIT_ATTR),
        commutative: optional(UNIT_ATTR),
    ),
    regions(at_least(0)),
    interfaces(Verify, InferTypes, super::decompose::Decompose, tf_ir::text::Assembly, tf_ir::interfaces::Fold),
)]
pub struct Reduce;

/// Any sum of products (einsum): `"ij,jk->ik"` names the axes of each operand and of the result with letters.
///
/// Labels that the result lacks are summed over, as by nested folds in the order of their first occurrence, the first
/// outermost; a label that occurs twice in one operand takes its diagonal. There are one or more operands, multiplied
/// from left to right; elements narrower than the result's are extended (floats: `extf`, integers: `extsi`) first.
#[op(
    "tensor.contract",
    traits(PURE),
    operands(inputs: variadic(TENSOR)),
    results(result: TENSOR),
    attrs(equation: STRING_ATTR, fastmath: optional(FASTMATH_ATTR)),
    interfaces(Verify, super::decompose::Decompose, tf_ir::text::Assembly, tf_ir::interfaces::Fold),
)]
pub struct Contract;

impl ReduceOp<'_> {
    /// The tensors.
    pub fn inputs(self) -> Vec<Value> {
        leading_tensors(self.op())
    }

    /// The initial values: none, or one per tensor.
    pub fn inits(self) -> Vec<Value> {
        self.op().operands().skip(self.inputs().len()).collect()
    }

    /// The block of the combiner; `None` if kinds combine.
    pub fn combiner(self) -> Option<Block> {
        combiner::block_of(self.op(), 0)
    }

    /// What the combiner states of itself.
    pub fn laws(self) -> Laws {
        Laws::of(self.op())
    }

    /// The combining kinds, one per tensor; none if there is a combiner.
    pub fn combining_kinds(self) -> Vec<CombiningKind> {
        self.kinds().and_then(|a| kinds(self.op().ctx(), a)).unwrap_or_default()
    }

    /// The axes that are folded.
    pub fn axes(self) -> Vec<usize> {
        axes(self.op().ctx(), self.dims())
    }
}

impl InferTypes for Reduce {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let ctx = args.ctx;
        let error = |message: String| infer_error(args, Self::NAME, message);
        let slot = |i: usize| args.attrs.get(i).copied().flatten();
        let kinds = slot(Self::KINDS).and_then(|a| kinds(ctx, a));
        let axes = slot(Self::DIMS).and_then(|a| ctx.attr_i64s(a)).unwrap_or_default();
        let (inputs, inits) = split_inits(ctx, args.operands).map_err(error)?;
        if let Some(kinds) = &kinds
            && kinds.len() != inputs.len()
        {
            let (n, given) = (inputs.len(), kinds.len());
            return Err(error(format!("has {n} operands but {given} combining kinds")));
        }
        if kinds.is_none() && inits.is_empty() {
            return Err(error("needs initial values for its combiner".to_string()));
        }
        let first = inputs[0];
        check_axes(&axes, dims(ctx, first).len()).map_err(error)?;
        let mut types = Types::new();
        for (i, ty) in inputs.iter().enumerate() {
            if let Some(difference) = mismatch(ctx, *ty, ctx.with_elem(first, ctx.elem_type(*ty))) {
                let words = types_words(ctx, &[*ty, first]);
                return Err(error(format!("reduces tensors of one shape, not {words}{difference}")));
            }
            if let Some(kinds) = &kinds {
                check_kind(ctx, kinds[i], *ty).map_err(error)?;
            }
            let kept = dims(ctx, *ty).iter().enumerate().filter(|(i, _)| !axes.contains(&(*i as i64)));
            let kept: Vec<Dim> = kept.map(|(_, dim)| dim.clone()).collect();
            types.push(ctx.tensor(kept, ctx.elem_type(*ty)));
        }
        Ok(types)
    }
}

/// The tensors that an op's operands begin with.
pub(crate) fn leading_tensors(op: OpRef<'_>) -> Vec<Value> {
    op.operands().take_while(|v| op.ctx().is_tensor(op.body().ty(*v))).collect()
}

/// The types of tensors, of which there is one at least, and of the scalars after them, which are none or one for
/// each, of its element type.
pub(crate) fn split_inits<'t>(
    ctx: &Context,
    operands: &'t [Type],
) -> Result<(&'t [Type], &'t [Type]), String> {
    let count = operands.iter().take_while(|ty| ctx.is_tensor(**ty)).count();
    let (inputs, inits) = operands.split_at(count);
    if inputs.is_empty() {
        return Err("needs at least one tensor".to_string());
    }
    let elems: Vec<Type> = inputs.iter().map(|ty| ctx.elem_type(*ty)).collect();
    if !inits.is_empty() && inits != elems {
        let words = [inits, &elems].map(|types| types_words(ctx, types));
        return Err(format!("has initial values ({}) for accumulators ({})", words[0], words[1]));
    }
    Ok((inputs, inits))
}

pub(crate) fn check_kind(ctx: &Context, kind: CombiningKind, ty: Type) -> Result<(), String> {
    match dtype(ctx, ctx.elem_type(ty)) {
        Some(dtype) if !kind.accepts(dtype) => {
            Err(format!("cannot combine values of type {dtype} with {kind}"))
        }
        _ => Ok(()),
    }
}

impl Verify for Reduce {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)?;
        let view = ReduceOp::cast(op).expect("registered for this op");
        verify_combination(op, view.kinds().is_some(), view.combining_kinds().len(), &view.inits())
    }
}

/// Checks that a named op combines with kinds or with its only region.
pub(crate) fn verify_combination(
    op: OpRef<'_>,
    has_kinds: bool,
    kinds: usize,
    inits: &[Value],
) -> Result<(), Diagnostic> {
    let regions = op.body().regions(op.id()).len();
    if regions > 1 {
        return Err(op.error("has more regions than the combiner"));
    }
    check_way(op, regions == 1, has_kinds, kinds)?;
    if regions == 0 {
        return Ok(());
    }
    let types: Vec<Type> = op.results().map(|v| op.ctx().elem_type(op.body().ty(v))).collect();
    check_inits(op, inits, &types)?;
    combiner::verify(op, 0, &types)
}

impl<'a> ContractOp<'a> {
    /// The equation; `None` if it is malformed.
    pub fn parsed(self) -> Option<Equation> {
        self.text()?.parse().ok()
    }

    /// The equation's text.
    pub fn text(self) -> Option<&'a str> {
        self.equation().and_then(|a| self.op().ctx().attr_str(a))
    }
}

/// The extent of each label of an equation, by the operands' types; an error says which operands disagree.
pub(crate) fn label_extents(
    ctx: &Context,
    equation: &Equation,
    operands: &[Type],
) -> Result<Vec<Dim>, String> {
    let mut extents: Vec<Option<(usize, Dim)>> = vec![None; equation.labels.len()];
    for (i, (axes, ty)) in equation.operands.iter().zip(operands).enumerate() {
        let shape = dims(ctx, *ty);
        if axes.len() != shape.len() {
            let (n, ty) = (axes.len(), type_to_string(ctx, *ty));
            return Err(format!("names {n} axes for operand #{i}, but that is {ty}"));
        }
        for (label, dim) in axes.iter().zip(shape) {
            let name = equation.labels[*label];
            match &extents[*label] {
                Some((_, Dim::Unknown)) | None => extents[*label] = Some((i, dim.clone())),
                Some((first, known)) => {
                    let verdict = same_extent(known, dim);
                    if verdict != Verdict::Proved {
                        let verb =
                            if verdict == Verdict::Refuted { "is never" } else { "is not known to be" };
                        let (a, b) = (extent_words(known), extent_words(dim));
                        return Err(format!(
                            "has label '{name}' with extent {a} in operand #{first}, which {verb} {b} as in operand #{i}"
                        ));
                    }
                }
            }
        }
    }
    Ok(extents.into_iter().map(|e| e.map_or(Dim::Unknown, |(_, dim)| dim)).collect())
}

/// The result type of a contraction with this element type.
pub(crate) fn contract_type(
    ctx: &Context,
    equation: &str,
    operands: &[Type],
    elem: Type,
) -> Result<Type, String> {
    let equation: Equation = equation.parse()?;
    if equation.operands.len() != operands.len() {
        let (n, given) = (equation.operands.len(), operands.len());
        return Err(format!("has {given} operands but an equation for {n}"));
    }
    let extents = label_extents(ctx, &equation, operands)?;
    let shape: Vec<Dim> = equation.result.iter().map(|label| extents[*label].clone()).collect();
    Ok(ctx.tensor(shape, elem))
}

impl Verify for Contract {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (ctx, elem) = (op.ctx(), op.ctx().elem_type(op.result_type(0)));
        let text = op.slot(Self::EQUATION).and_then(|a: Attribute| ctx.attr_str(a)).unwrap_or_default();
        let operands: Vec<Type> = op.operands().map(|v| op.body().ty(v)).collect();
        let wanted = contract_type(ctx, text, &operands, elem).map_err(|e| op.error(e))?;
        check_result(op, 0, wanted, "the equation gives")?;
        for (i, ty) in operands.iter().enumerate() {
            let (from, to) = (dtype(ctx, ctx.elem_type(*ty)), dtype(ctx, elem));
            if !matches!((from, to), (Some(from), Some(to)) if extends(from, to)) {
                let words = [*ty, op.result_type(0)].map(|t| type_to_string(ctx, t));
                return Err(op.error(format_args!(
                    "cannot sum products of {} (operand #{i}) in {}: its elements must be of that type or extend to it",
                    words[0], words[1]
                )));
            }
        }
        Ok(())
    }
}

/// True if values of one type are the other's, or extend to it without loss.
pub(crate) fn extends(from: DType, to: DType) -> bool {
    if from == to {
        return true;
    }
    let sized = |d: DType| matches!(d, DType::Int(_));
    (from.is_float() && to.is_float() || sized(from) && sized(to)) && from.bits() < to.bits()
}
