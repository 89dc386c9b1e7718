//! Type rules of elementwise ops: verification and inference.
//!
//! Shapes must be equal, extent for extent; upstream's "compatible" shapes (`?` and `4`) would be lost in
//! text, which has one type for several values.

use crate::scalar::OpSpec;
use crate::scalar::table::{Cast, Kind};
use smallvec::{SmallVec, smallvec};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::InferArgs;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type, TypeData};

/// True if both are scalars, or both the same container (vector, tensor, memref …) with equal extents,
/// encoding, layout and space; element types may differ.
pub fn same_shape(ctx: &Context, a: Type, b: Type) -> bool {
    use TypeData::*;
    if a == b {
        return true;
    }
    match (ctx.type_data(a), ctx.type_data(b)) {
        (Vector { shape, scalable, .. }, Vector { shape: other, scalable: scales, .. }) => {
            shape == other && scalable == scales
        }
        (Tensor { dims, encoding, .. }, Tensor { dims: other, encoding: code, .. }) => {
            dims == other && encoding == code
        }
        (MemRef { dims, layout, space, .. }, MemRef { dims: other, layout: order, space: place, .. }) => {
            dims == other && layout == order && space == place
        }
        (UnrankedTensor(_), UnrankedTensor(_)) => true,
        (UnrankedMemRef(_, space), UnrankedMemRef(_, place)) => space == place,
        _ => !is_shaped(ctx, a) && !is_shaped(ctx, b),
    }
}

fn is_shaped(ctx: &Context, ty: Type) -> bool {
    use TypeData::*;
    let data = ctx.type_data(ty);
    matches!(data, Vector { .. } | Tensor { .. } | UnrankedTensor(_) | MemRef { .. } | UnrankedMemRef(..))
}

/// Number of elements of a scalar (1), fixed vector or static tensor; `None` if it is not known or overflows.
pub fn static_elements(ctx: &Context, ty: Type) -> Option<usize> {
    let times = |n: usize, extent: Option<i64>| n.checked_mul(usize::try_from(extent?).ok()?);
    match ctx.type_data(ty) {
        TypeData::Vector { shape, scalable, .. } if !scalable.contains(&true) => {
            shape.iter().try_fold(1, |n, extent| times(n, Some(*extent)))
        }
        TypeData::Tensor { dims, .. } => dims.iter().map(Dim::as_static).try_fold(1, times),
        _ if is_shaped(ctx, ty) => None,
        _ => Some(1),
    }
}

const SAME_SHAPE: &str = "requires the same shape for all operands and results";
const BOOL_RESULT: &str = "failed to verify that result type has i1 element type and same shape as operands";

/// Rules beyond each operand's own constraint and the trait "same type".
pub(super) fn verify(kind: Kind, op: OpRef<'_>) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    let operand = |i| op.operand_type(i);
    let need = |holds: bool, message: &str| if holds { Ok(()) } else { Err(op.error(message)) };
    match kind {
        Kind::IntUnary | Kind::IntBinary | Kind::FloatUnary | Kind::FloatBinary | Kind::FloatTernary => {
            Ok(())
        }
        Kind::AddExtended => {
            let same = operand(0) == operand(1) && operand(0) == op.result_type(0);
            need(same, "failed to verify that all of {lhs, rhs, sum} have same type")?;
            let shaped = same_shape(ctx, operand(0), op.result_type(1));
            need(shaped, "failed to verify that overflow has the same shape as the operands")
        }
        Kind::MulExtended => {
            let same = [operand(1), op.result_type(0), op.result_type(1)].iter().all(|ty| *ty == operand(0));
            need(same, "failed to verify that all of {lhs, rhs, low, high} have same type")
        }
        Kind::IntCompare | Kind::FloatCompare => {
            need(operand(0) == operand(1), "requires all operands to have the same type")?;
            need(same_shape(ctx, operand(0), op.result_type(0)), BOOL_RESULT)
        }
        Kind::FloatTest => need(same_shape(ctx, operand(0), op.result_type(0)), BOOL_RESULT),
        Kind::FloatPair => {
            let same = operand(0) == op.result_type(0) && operand(0) == op.result_type(1);
            need(same, "failed to verify that all of {operand, sin, cos} have same type")
        }
        Kind::FloatInt => {
            let same = operand(0) == op.result_type(0);
            need(same, "failed to verify that all of {lhs, result} have same type")?;
            need(same_shape(ctx, operand(0), operand(1)), SAME_SHAPE)
        }
        Kind::Words | Kind::WordsToFloat => verify_words(kind, op),
        Kind::Select => verify_select(op),
        Kind::Cast(cast) => verify_cast(cast, op),
    }
}

fn verify_words(kind: Kind, op: OpRef<'_>) -> Result<(), Diagnostic> {
    let (ctx, words, result) = (op.ctx(), op.operand_type(0), op.result_type(0));
    let elem = if kind == Kind::Words { ctx.i32() } else { ctx.f32() };
    if ctx.elem_type(words) != ctx.i32() || op.operand_type(1) != words {
        return Err(op.error("takes two operands of one type, whose elements are words of type i32"));
    }
    if ctx.elem_type(result) != elem || !same_shape(ctx, words, result) {
        let elem = type_to_string(ctx, elem);
        return Err(op.error(format_args!("gives elements of type {elem} in the shape of its operands")));
    }
    Ok(())
}

fn verify_select(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let (condition, result) = (op.operand_type(0), op.result_type(0));
    if op.operand_type(1) != result || op.operand_type(2) != result {
        return Err(op.error("failed to verify that all of {true_value, false_value, result} have same type"));
    }
    let ctx = op.ctx();
    if condition == ctx.i1() || (is_shaped(ctx, result) && same_shape(ctx, condition, result)) {
        return Ok(());
    }
    let (have, result) = (type_to_string(ctx, condition), type_to_string(ctx, result));
    let message = "failed to verify that condition is signless i1 or has matching shape";
    Err(op.error(format_args!("{message}: condition '{have}', result '{result}'")))
}

fn verify_cast(cast: Cast, op: OpRef<'_>) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    let (from, to) = (op.operand_type(0), op.result_type(0));
    if !same_shape(ctx, from, to) {
        return Err(op.error(SAME_SHAPE));
    }
    let width = |ty| ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(0);
    let index = |ty| matches!(ctx.type_data(ctx.elem_type(ty)), TypeData::Index);
    let (holds, word) = match cast {
        Cast::ExtF | Cast::ExtI => (width(from) < width(to), "wider"),
        Cast::TruncF | Cast::TruncI => (width(from) > width(to), "shorter"),
        Cast::FloatToInt | Cast::IntToFloat => (true, ""),
        Cast::Index => (index(from) != index(to), ""),
        Cast::Bits => (width(from) == width(to), ""),
    };
    if holds {
        return Ok(());
    }
    let (from, to) = (type_to_string(ctx, from), type_to_string(ctx, to));
    Err(match word {
        "" => op.error(format_args!("operand type '{from}' and result type '{to}' are cast incompatible")),
        word => op.error(format_args!("result type '{to}' must be {word} than operand type '{from}'")),
    })
}

/// Result types as a function of operand types.
pub(super) fn infer(spec: &OpSpec, args: &InferArgs<'_>) -> Result<SmallVec<[Type; 2]>, Diagnostic> {
    let refuse = |what: String| Diagnostic::error(args.loc, format!("'{}' op {what}", spec.name));
    let want = spec.operands();
    if args.operands.len() != want {
        return Err(refuse(format!("expected {want} operand(s), but found {}", args.operands.len())));
    }
    let (ctx, first) = (args.ctx, args.operands[0]);
    let bools = || ctx.with_elem(first, ctx.i1());
    Ok(match spec.kind {
        Kind::AddExtended => smallvec![first, bools()],
        Kind::MulExtended | Kind::FloatPair => smallvec![first, first],
        Kind::IntCompare | Kind::FloatCompare | Kind::FloatTest => smallvec![bools()],
        Kind::Select => smallvec![args.operands[1]],
        Kind::WordsToFloat => smallvec![ctx.with_elem(first, ctx.f32())],
        Kind::Cast(_) => return Err(refuse("needs its result type to be stated".into())),
        _ => smallvec![first],
    })
}
