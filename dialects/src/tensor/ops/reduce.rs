//! Reductions as structured ops: `tensor.reduce`, `tensor.contract`.

use super::layout::axes;
use crate::arith::flags::FASTMATH_ATTR;
use crate::constraints::UNIT_ATTR;
use crate::scalar::{DType, dtype, element_type};
use crate::tensor::combination::{check_operands, combines, tensors_and_inits};
use crate::tensor::combiner::{Combiner, Laws};
use crate::tensor::constraints::*;
use crate::tensor::einsum::Equation;
use crate::tensor::kinds::CombiningKind;
use crate::tensor::shape::*;
use crate::tensor::syntax::{FASTMATH, KINDS};
use std::fmt;
use tf_ir::attr::Attribute;
use tf_ir::body::Block;
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
/// The operands are the tensors and then, optionally, one scalar initial value for each. The result has the
/// axes that are not in `dims`, in order.
///
/// With kinds, one per tensor, the axes are folded in ascending order, the first outermost, as by nested
/// `tensor.fold`s: each starts at the identity and, unless `fastmath` allows reassociation, combines in
/// ascending order; an initial value is combined with the result, on its left.
///
/// With a region, the combiner, accumulators start at the initial values and are combined together with the
/// elements at each index tuple, in row-major order; a combiner declared `associative` may be regrouped, one
/// that is also `commutative` reordered. Its arguments are the accumulators followed by the elements, and it
/// yields the new accumulators.
#[op(
    "tensor.reduce",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS, COMBINES),
    operands(
        inputs: variadic(TENSOR_OR_SCALAR),
        inits: variadic(TENSOR_OR_SCALAR) = Context::elem_type(inputs),
    ),
    sizes(tensors_and_inits),
    results(results: variadic(TENSOR)),
    attrs(
        kinds: optional(KINDS_ATTR),
        dims: I64S_ATTR,
        fastmath: optional(FASTMATH_ATTR),
        associative: optional(UNIT_ATTR),
        commutative: optional(UNIT_ATTR),
    ),
    regions(optional(combiner)),
    interfaces(Verify, InferTypes, crate::shared::tileable::Tileable, tf_ir::interfaces::Fold, tf_ir::batch::Batch),
    asm = "(as<KINDS>($kinds)^)? $inputs (`init` `(` $inits^ `)`)? `dims` `=` ints($dims) (as<FASTMATH>($fastmath)^)? attr-dict \
           custom<Combiner>($associative, $commutative, $combiner) `:` type($inputs) `to` type($results)",
)]
pub struct Reduce;

/// Any sum of products (einsum): `"ij,jk->ik"` names the axes of each operand and of the result with letters.
///
/// Labels that the result lacks are summed over, as by nested folds in the order of their first occurrence,
/// the first outermost; a label that occurs twice in one operand takes its diagonal. There are one or more
/// operands, multiplied from left to right; elements narrower than the result's are extended (floats: `extf`,
/// integers: `extsi`) first.
#[op(
    "tensor.contract",
    traits(PURE, COMBINES),
    operands(inputs: variadic(TENSOR)),
    results(result: TENSOR),
    attrs(equation: STRING_ATTR, fastmath: optional(FASTMATH_ATTR)),
    interfaces(
        Verify,
        crate::shared::tileable::Tileable,
        crate::shared::work::Work,
        tf_ir::interfaces::Fold,
        tf_ir::batch::Batch
    ),
    asm = "string($equation) ($inputs^)? (as<FASTMATH>($fastmath)^)? attr-dict `:` functional-type($inputs, results)",
)]
pub struct Contract;

combines!(Reduce, ReduceOp);

impl ReduceOp<'_> {
    /// The axes that are folded.
    pub fn axes(self) -> Vec<usize> {
        axes(self.op().ctx(), self.dims())
    }
}

impl InferTypes for Reduce {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let ctx = args.ctx;
        let error = |message: &dyn fmt::Display| infer_error(args, Self::NAME, message);
        let slot = |i: usize| args.attrs.get(i).copied().flatten();
        let axes = slot(Self::DIMS).and_then(|a| ctx.attr_i64s(a)).unwrap_or_default();
        let inputs =
            check_operands(ctx, args.operands, slot(Self::KINDS), "reduces").map_err(|why| error(&why))?;
        check_axes(&axes, dims(ctx, inputs[0]).len()).map_err(|why| error(&why))?;
        let mut types = Types::new();
        for ty in inputs {
            let remaining = dims(ctx, *ty).iter().enumerate().filter(|(i, _)| !axes.contains(&(*i as i64)));
            let remaining: Vec<Dim> = remaining.map(|(_, dim)| dim.clone()).collect();
            types.push(ctx.tensor(remaining, ctx.elem_type(*ty)));
        }
        Ok(types)
    }
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

/// Operands that an equation does not fit. The text is a predicate of the op; types and extents are as in
/// text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ContractError {
    /// The equation is malformed; the message of its parser.
    Equation(String),
    /// The equation names another number of axes than the operand has.
    Rank { count: usize, operand: usize, ty: String },
    /// A label is not known to have one extent in two operands, given by their numbers and extents.
    Label { name: char, first: (usize, String), second: (usize, String), verdict: Verdict },
    /// The equation has another number of operands than the op.
    Operands { count: usize, named: usize },
}

impl fmt::Display for ContractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContractError::Equation(why) => f.write_str(why),
            ContractError::Rank { count, operand, ty } => {
                write!(f, "names {count} axes for operand #{operand}, but that is {ty}")
            }
            ContractError::Label { name, first: (first, a), second: (second, b), verdict } => write!(
                f,
                "has label '{name}' with extent {a} in operand #{first}, which {} {b} as in operand \
                 #{second}",
                refuted(*verdict)
            ),
            ContractError::Operands { count, named } => {
                write!(f, "has {count} operands but an equation for {named}")
            }
        }
    }
}

/// The extent of each label of an equation, from the operands' types; the error names operands that disagree.
pub(crate) fn label_extents(
    ctx: &Context,
    equation: &Equation,
    operands: &[Type],
) -> Result<Vec<Dim>, ContractError> {
    let mut extents: Vec<Option<(usize, Dim)>> = vec![None; equation.labels.len()];
    for (i, (axes, ty)) in equation.operands.iter().zip(operands).enumerate() {
        let shape = dims(ctx, *ty);
        if axes.len() != shape.len() {
            let (count, ty) = (axes.len(), type_to_string(ctx, *ty));
            return Err(ContractError::Rank { count, operand: i, ty });
        }
        for (label, dim) in axes.iter().zip(shape) {
            let name = equation.labels[*label];
            match &extents[*label] {
                Some((_, Dim::Unknown)) | None => extents[*label] = Some((i, dim.clone())),
                Some((first, known)) => {
                    let verdict = same_extent(known, dim);
                    if verdict != Verdict::Proved {
                        let (first, second) = ((*first, extent_words(known)), (i, extent_words(dim)));
                        return Err(ContractError::Label { name, first, second, verdict });
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
) -> Result<Type, ContractError> {
    let equation: Equation = equation.parse().map_err(ContractError::Equation)?;
    if equation.operands.len() != operands.len() {
        return Err(ContractError::Operands { count: operands.len(), named: equation.operands.len() });
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
            let (from, to) = (element_type(ctx, *ty), dtype(ctx, elem));
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
pub fn extends(from: DType, to: DType) -> bool {
    if from == to {
        return true;
    }
    let sized = |d: DType| matches!(d, DType::Int(_));
    (from.is_float() && to.is_float() || sized(from) && sized(to)) && from.bits() < to.bits()
}
