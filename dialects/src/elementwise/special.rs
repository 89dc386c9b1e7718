//! Folds that depend on predicates, conditions, or the op that defines an operand: comparisons, select,
//! conversions.

use super::constant;
use crate::arith;
use crate::arith::predicate::{CmpF, CmpI};
use crate::constraints::scalar_of;
use crate::scalar::table::{Cast, Identity as Unit, Kind};
use crate::scalar::{OpSpec, Scalar, dtype};
use smallvec::smallvec;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::interfaces::{Folded, FoldedResults};
use tf_ir::opref::OpRef;

/// A fold of one op.
pub(super) type Special = fn(OpRef<'_>, &[Option<Attribute>]) -> Option<FoldedResults>;

/// The op's own folds.
pub(super) fn of(spec: &OpSpec) -> Option<Special> {
    if spec.idempotent && spec.operands() == 2 {
        return Some(fold_repeated_operand);
    }
    match spec.kind {
        Kind::IntCompare => Some(compare_ints),
        Kind::FloatCompare => Some(compare_floats),
        Kind::Select => Some(select),
        Kind::IntBinary if [arith::Shli::KIND, arith::Shrui::KIND].contains(&spec.op) => Some(shift_out),
        Kind::Cast(Cast::Bits) => Some(bitcast),
        Kind::Cast(Cast::Index) => Some(index_cast),
        Kind::Cast(Cast::TruncI) => Some(truncate_int),
        Kind::Cast(Cast::TruncF) => Some(truncate_float),
        _ => None,
    }
}

fn value(value: Value) -> Option<FoldedResults> {
    Some(smallvec![Folded::Value(value)])
}

fn truth(op: OpRef<'_>, holds: bool) -> Option<FoldedResults> {
    let attr = constant::splat_attr(op.ctx(), op.result_type(0), Scalar::from_bool(holds))?;
    Some(smallvec![Folded::Constant(attr)])
}

/// `x op (x op y)` is `x op y`, for ops that are idempotent, associative and commutative.
fn fold_repeated_operand(op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
    let attrs = || op.body().inherent(op.id());
    let holds = |inner: Value, other: Value| {
        let body = op.body();
        let def = body.def_op(inner).filter(|def| body.name(*def) == body.name(op.id()));
        def.is_some_and(|def| {
            body.operands(def).any(|value| value == other) && body.inherent(def).eq(attrs())
        })
    };
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    match (holds(rhs, lhs), holds(lhs, rhs)) {
        (true, _) => value(rhs),
        (_, true) => value(lhs),
        _ => None,
    }
}

/// A shift by the width or more gives 0.
fn shift_out(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
    let amount = constant::uniform(op.ctx(), constants[1]?)?;
    if amount.to_u64() < u64::from(amount.dtype().bits()) {
        return None;
    }
    let zero = constant::splat_attr(op.ctx(), op.result_type(0), Scalar::from_i64(amount.dtype(), 0))?;
    Some(smallvec![Folded::Constant(zero)])
}

fn compare_ints(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
    let predicate = CmpI::of(op)?;
    if op.operand(0) == op.operand(1) {
        return truth(op, predicate.reflexive());
    }
    let right = constant::uniform(op.ctx(), constants[1]?)?;
    // On i1, `x == true` and `x != false` are x.
    let bit = op.operand_type(0) == op.result_type(0);
    if bit && matches!((predicate, right.bits()), (CmpI::Eq, 1) | (CmpI::Ne, 0)) {
        return value(op.operand(0));
    }
    let is = |unit: Unit| unit.at(right.dtype()) == right;
    let holds = match predicate {
        CmpI::Ult if is(Unit::Zero) => false,
        CmpI::Uge if is(Unit::Zero) => true,
        CmpI::Ugt if is(Unit::AllOnes) => false,
        CmpI::Ule if is(Unit::AllOnes) => true,
        CmpI::Slt if is(Unit::SignedMin) => false,
        CmpI::Sge if is(Unit::SignedMin) => true,
        CmpI::Sgt if is(Unit::SignedMax) => false,
        CmpI::Sle if is(Unit::SignedMax) => true,
        _ => return None,
    };
    truth(op, holds)
}

fn compare_floats(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
    let predicate = CmpF::of(op)?;
    if predicate == CmpF::FALSE || predicate == CmpF::TRUE {
        return truth(op, predicate == CmpF::TRUE);
    }
    let nan = |c: &Option<Attribute>| {
        c.and_then(|attr| constant::uniform(op.ctx(), attr)).is_some_and(|v| v.to_f64().is_nan())
    };
    if constants.iter().any(nan) {
        return truth(op, predicate.accepts_nan());
    }
    if op.operand(0) == op.operand(1) && predicate.accepts_equal() == predicate.accepts_nan() {
        return truth(op, predicate.accepts_nan());
    }
    None
}

fn select(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
    let (condition, yes, no) = (op.operand(0), op.operand(1), op.operand(2));
    if yes == no {
        return value(yes);
    }
    let ctx = op.ctx();
    let uniform = |i: usize| constants[i].and_then(|attr| constant::uniform(ctx, attr));
    if let Some(chosen) = uniform(0) {
        return value(if chosen.bits() == 1 { yes } else { no });
    }
    // `select c, true, false` is c.
    let bools = op.operand_type(0) == op.result_type(0);
    if bools && uniform(1).is_some_and(|v| v.bits() == 1) && uniform(2).is_some_and(|v| v.bits() == 0) {
        return value(condition);
    }
    // `select (a == b), a, b` is b, and with `!=` it is a.
    let compare = op.operand_def(0).filter(|def| def.is(arith::Cmpi))?;
    let (a, b) = (compare.operand(0), compare.operand(1));
    if (a, b) != (yes, no) && (a, b) != (no, yes) {
        return None;
    }
    match CmpI::of(compare)? {
        CmpI::Eq => value(no),
        CmpI::Ne => value(yes),
        _ => None,
    }
}

/// Two consecutive conversions that return to the initial type.
fn round_trip(op: OpRef<'_>) -> Option<(OpRef<'_>, Value)> {
    let inner = op.operand_def(0).filter(|def| def.operand_count() == 1)?;
    let source = inner.operand(0);
    (op.body().ty(source) == op.result_type(0)).then_some((inner, source))
}

fn bitcast(op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
    if op.operand_type(0) == op.result_type(0) {
        return value(op.operand(0));
    }
    let (inner, source) = round_trip(op)?;
    if inner.is(arith::Bitcast) { value(source) } else { None }
}

/// An integer of at most 64 bits survives a conversion to `index` (64 bits) and back; an `index` does not
/// survive a conversion to a narrower integer and back.
fn index_cast(op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
    let (inner, source) = round_trip(op)?;
    let width = |ty| op.ctx().scalar_width(op.ctx().elem_type(ty));
    let narrow = width(inner.operand_type(0))? <= width(inner.result_type(0))?;
    let known = inner.is(arith::IndexCast) || inner.is(arith::IndexCastui);
    if known && narrow { value(source) } else { None }
}

fn truncate_int(op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
    let (inner, source) = round_trip(op)?;
    if inner.is(arith::Extsi) || inner.is(arith::Extui) { value(source) } else { None }
}

/// The wide type can represent every value of the narrow type, so the rounding mode is irrelevant (not so for
/// `f8E8M0FNU` in f16).
fn truncate_float(op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
    let (inner, source) = round_trip(op)?;
    let ctx = op.ctx();
    let covered = dtype(ctx, scalar_of(ctx, op.result_type(0)))?.is_float();
    if inner.is(arith::Extf) && covered { value(source) } else { None }
}
