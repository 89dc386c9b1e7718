//! Derives an op's description from a row of the scalar table.

use super::assembly::ElementwiseAssembly;
use super::{Elementwise, Family};
use crate::arith;
use crate::arith::flags::{FASTMATH_ATTR, OVERFLOW_ATTR, ROUNDING_ATTR, no_fastmath, no_overflow};
use crate::arith::predicate::{CMPF_ATTR, CMPI_ATTR};
use crate::constraints::{
    BITCASTABLE, BOOL_LIKE, FIXED_INT_LIKE, FLOAT_LIKE, INDEX_CASTABLE, INT_LIKE, UNIT_ATTR,
};
use crate::math;
use crate::scalar::OpSpec;
use crate::scalar::table::{Associativity, Attribute as Flags, Cast, Kind};
use crate::shared::interfaces::ScalarCode;
use std::sync::Arc;
use tf_ir::arithmetic::IndexArithmetic;
use tf_ir::batch::Batch;
use tf_ir::builtin::ANY_TYPE;
use tf_ir::interfaces::{InferTypes, Structural};
use tf_ir::registry::{Arity, AttrConstraint, AttrSpec, OpInfo, Traits, TypeConstraint, ValueSpec};

/// The description of the op of a row, with its documentation.
pub fn describe(spec: &'static OpSpec, summary: &'static str, docs: &'static str) -> OpInfo {
    let family = Arc::new(Family::new(spec));
    let info = OpInfo {
        traits: traits(spec),
        operands: Some(operands(spec)),
        results: Some(results(spec.kind)),
        attrs: attrs(spec.kind, spec.attribute),
        summary: summary.into(),
        docs: docs.into(),
        verify: Some(family.clone()),
        fold: Some(family.clone()),
        assembly: Some(Arc::new(ElementwiseAssembly::new(spec))),
        ..OpInfo::new(spec.name)
    };
    let mut info = info.with::<dyn Elementwise>(family.clone()).with::<dyn Batch>(family.clone());
    if spec.integer.is_some() {
        info = info.with::<dyn IndexArithmetic>(family.clone());
    }
    if matches!(spec.kind, Kind::Words | Kind::WordsToFloat) {
        info = info.with::<dyn ScalarCode>(family.clone());
    }
    if spec.kind == Kind::Select {
        info = info.with::<dyn Structural>(family.clone());
    }
    // A conversion states its result type.
    if matches!(spec.kind, Kind::Cast(_)) { info } else { info.with::<dyn InferTypes>(family) }
}

fn traits(spec: &OpSpec) -> Traits {
    let one_type = matches!(
        spec.kind,
        Kind::IntUnary | Kind::IntBinary | Kind::FloatUnary | Kind::FloatBinary | Kind::FloatTernary
    );
    let pairs = [
        (one_type, Traits::SAME_TYPE),
        (spec.commutative && spec.operands() == 2, Traits::COMMUTATIVE),
        (spec.associativity == Associativity::Exact, Traits::ASSOCIATIVE),
        (spec.idempotent, Traits::IDEMPOTENT),
        (spec.op == arith::Negf::KIND, Traits::INVOLUTION),
    ];
    let all = Traits::PURE.with(Traits::ELEMENTWISE);
    pairs.iter().filter(|(holds, _)| *holds).fold(all, |set, (_, one)| set.with(*one))
}

fn value(name: &'static str, constraint: TypeConstraint) -> ValueSpec {
    ValueSpec { name, constraint, arity: Arity::One, ty: None }
}

fn operands(spec: &OpSpec) -> Vec<ValueSpec> {
    let pair = |c| vec![value("lhs", c), value("rhs", c)];
    match spec.kind {
        Kind::IntUnary => vec![value("operand", INT_LIKE)],
        Kind::IntBinary | Kind::AddExtended | Kind::MulExtended | Kind::IntCompare => pair(INT_LIKE),
        Kind::Words | Kind::WordsToFloat => pair(FIXED_INT_LIKE),
        Kind::FloatUnary | Kind::FloatPair | Kind::FloatTest => vec![value("operand", FLOAT_LIKE)],
        Kind::FloatBinary | Kind::FloatCompare => pair(FLOAT_LIKE),
        Kind::FloatTernary => {
            let names = if spec.op == math::Clampf::KIND { ["value", "min", "max"] } else { ["a", "b", "c"] };
            names.map(|name| value(name, FLOAT_LIKE)).into()
        }
        Kind::FloatInt => vec![value("lhs", FLOAT_LIKE), value("rhs", INT_LIKE)],
        Kind::Select => {
            vec![value("condition", BOOL_LIKE), value("true_value", ANY_TYPE), value("false_value", ANY_TYPE)]
        }
        Kind::Cast(cast) => vec![value("in", cast_ends(cast).0)],
    }
}

fn results(kind: Kind) -> Vec<ValueSpec> {
    match kind {
        Kind::IntUnary | Kind::IntBinary => vec![value("result", INT_LIKE)],
        Kind::Words => vec![value("result", FIXED_INT_LIKE)],
        Kind::WordsToFloat => vec![value("result", FLOAT_LIKE)],
        Kind::AddExtended => vec![value("sum", INT_LIKE), value("overflow", BOOL_LIKE)],
        Kind::MulExtended => vec![value("low", INT_LIKE), value("high", INT_LIKE)],
        Kind::IntCompare | Kind::FloatTest | Kind::FloatCompare => vec![value("result", BOOL_LIKE)],
        Kind::FloatPair => vec![value("sin", FLOAT_LIKE), value("cos", FLOAT_LIKE)],
        Kind::FloatUnary | Kind::FloatBinary | Kind::FloatTernary | Kind::FloatInt => {
            vec![value("result", FLOAT_LIKE)]
        }
        Kind::Select => vec![value("result", ANY_TYPE)],
        Kind::Cast(cast) => vec![value("out", cast_ends(cast).1)],
    }
}

/// The operand and result types of a conversion.
fn cast_ends(cast: Cast) -> (TypeConstraint, TypeConstraint) {
    match cast {
        Cast::ExtF | Cast::TruncF => (FLOAT_LIKE, FLOAT_LIKE),
        Cast::ExtI | Cast::TruncI => (FIXED_INT_LIKE, FIXED_INT_LIKE),
        Cast::FloatToInt => (FLOAT_LIKE, FIXED_INT_LIKE),
        Cast::IntToFloat => (FIXED_INT_LIKE, FLOAT_LIKE),
        Cast::Index => (INDEX_CASTABLE, INDEX_CASTABLE),
        Cast::Bits => (BITCASTABLE, BITCASTABLE),
    }
}

fn optional(name: &'static str, constraint: AttrConstraint) -> AttrSpec {
    AttrSpec { name, constraint, optional: true, default: None }
}

/// Inherent attributes: the predicate first, then flags.
fn attrs(kind: Kind, flags: Flags) -> Vec<AttrSpec> {
    let predicate = |constraint| AttrSpec { optional: false, ..optional("predicate", constraint) };
    let fastmath = AttrSpec { default: Some(no_fastmath), ..optional("fastmath", FASTMATH_ATTR) };
    let overflow = AttrSpec { default: Some(no_overflow), ..optional("overflowFlags", OVERFLOW_ATTR) };
    let predicate = match kind {
        Kind::IntCompare => Some(predicate(CMPI_ATTR)),
        Kind::FloatCompare => Some(predicate(CMPF_ATTR)),
        _ => None,
    };
    let flags = match flags {
        Flags::None => vec![],
        Flags::FastMath => vec![fastmath],
        Flags::FastMathAndRounding => vec![optional("roundingmode", ROUNDING_ATTR), fastmath],
        Flags::Overflow => vec![overflow],
        Flags::Exact => vec![optional("isExact", UNIT_ATTR)],
    };
    predicate.into_iter().chain(flags).collect()
}
