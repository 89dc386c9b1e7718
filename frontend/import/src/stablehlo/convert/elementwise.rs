//! The elementwise ops as a table: what each is for signed, unsigned and boolean elements and for floats.

use super::lower::{Done, Lower, refuse};
use super::types::{Class, class};
use crate::error::Refusal;
use tf_dialects::arith;
use tf_dialects::math as elementary;
use tf_ir::OpKind;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::opref::OpRef;
use tf_library::expr::formula;
use tf_library::{floats, integers, special};

/// What an op is on one class of elements.
#[derive(Clone, Copy)]
pub(super) enum How {
    /// This op.
    Op(OpKind),
    /// A function of one value.
    One(fn(&mut Builder<'_>, Value) -> Value),
    /// A function of two values of one type.
    Two(fn(&mut Builder<'_>, Value, Value) -> Value),
    /// The operand itself.
    Same,
    /// Not defined.
    No,
}

use How::{No, One, Op, Same, Two};

/// An op: its name, number of operands, and what it is on signed, unsigned and boolean elements and on floats.
pub(super) struct Row {
    pub(super) name: &'static str,
    operands: usize,
    signed: How,
    unsigned: How,
    bool: How,
    float: How,
}

const fn any(name: &'static str, operands: usize, int: How, bool: How, float: How) -> Row {
    Row { name, operands, signed: int, unsigned: int, bool, float }
}

const fn signs(
    name: &'static str,
    operands: usize,
    signed: How,
    unsigned: How,
    bool: How,
    float: How,
) -> Row {
    Row { name, operands, signed, unsigned, bool, float }
}

const fn bits(name: &'static str, op: OpKind) -> Row {
    any(name, 2, Op(op), Op(op), No)
}

const fn float(name: &'static str, operands: usize, how: How) -> Row {
    any(name, operands, No, No, how)
}

/// The ops, sorted by name.
pub(super) const ROWS: &[Row] = &[
    float("chlo.acos", 1, Op(elementary::Acos::KIND)),
    float("chlo.acosh", 1, Op(elementary::Acosh::KIND)),
    float("chlo.asin", 1, Op(elementary::Asin::KIND)),
    float("chlo.asinh", 1, Op(elementary::Asinh::KIND)),
    float("chlo.atan", 1, Op(elementary::Atan::KIND)),
    float("chlo.atanh", 1, Op(elementary::Atanh::KIND)),
    float("chlo.bessel_i1e", 1, One(special::bessel_i1e)),
    any("chlo.conj", 1, Same, Same, Same),
    float("chlo.cosh", 1, One(floats::cosh)),
    float("chlo.digamma", 1, One(special::digamma)),
    float("chlo.erf", 1, Op(elementary::Erf::KIND)),
    float("chlo.erf_inv", 1, One(special::erf_inv)),
    float("chlo.erfc", 1, Op(elementary::Erfc::KIND)),
    float("chlo.is_inf", 1, One(|b, x| elementary::isinf(b, x))),
    float("chlo.is_neg_inf", 1, One(|b, x| formula(b, [x], |[x]| x.equals(f64::NEG_INFINITY)))),
    float("chlo.is_pos_inf", 1, One(|b, x| formula(b, [x], |[x]| x.equals(f64::INFINITY)))),
    float("chlo.lgamma", 1, One(special::lgamma)),
    signs("chlo.mulhi", 2, Two(high_signed), Two(high_unsigned), No, No),
    float("chlo.next_after", 2, Two(floats::next_after)),
    float("chlo.polygamma", 2, Two(special::polygamma)),
    float("chlo.sinh", 1, One(floats::sinh)),
    any("chlo.square", 1, One(|b, x| arith::muli(b, x, x)), No, One(|b, x| arith::mulf(b, x, x))),
    float("chlo.tan", 1, Op(elementary::Tan::KIND)),
    float("chlo.zeta", 2, Two(special::zeta)),
    signs("stablehlo.abs", 1, Op(elementary::Absi::KIND), Same, No, Op(elementary::Absf::KIND)),
    any("stablehlo.add", 2, Op(arith::Addi::KIND), Op(arith::Ori::KIND), Op(arith::Addf::KIND)),
    bits("stablehlo.and", arith::Andi::KIND),
    float("stablehlo.atan2", 2, Op(elementary::Atan2::KIND)),
    float("stablehlo.cbrt", 1, Op(elementary::Cbrt::KIND)),
    float("stablehlo.ceil", 1, Op(elementary::Ceil::KIND)),
    float("stablehlo.cosine", 1, Op(elementary::Cos::KIND)),
    any("stablehlo.count_leading_zeros", 1, Op(elementary::Ctlz::KIND), Op(elementary::Ctlz::KIND), No),
    signs("stablehlo.divide", 2, Op(arith::Divsi::KIND), Op(arith::Divui::KIND), No, Op(arith::Divf::KIND)),
    float("stablehlo.exponential", 1, Op(elementary::Exp::KIND)),
    float("stablehlo.exponential_minus_one", 1, Op(elementary::Expm1::KIND)),
    float("stablehlo.floor", 1, Op(elementary::Floor::KIND)),
    float("stablehlo.is_finite", 1, One(|b, x| elementary::isfinite(b, x))),
    float("stablehlo.log", 1, Op(elementary::Log::KIND)),
    float("stablehlo.log_plus_one", 1, Op(elementary::Log1p::KIND)),
    float("stablehlo.logistic", 1, One(floats::logistic)),
    signs(
        "stablehlo.maximum",
        2,
        Op(arith::Maxsi::KIND),
        Op(arith::Maxui::KIND),
        Op(arith::Ori::KIND),
        Op(arith::Maximumf::KIND),
    ),
    signs(
        "stablehlo.minimum",
        2,
        Op(arith::Minsi::KIND),
        Op(arith::Minui::KIND),
        Op(arith::Andi::KIND),
        Op(arith::Minimumf::KIND),
    ),
    any("stablehlo.multiply", 2, Op(arith::Muli::KIND), Op(arith::Andi::KIND), Op(arith::Mulf::KIND)),
    any("stablehlo.negate", 1, One(integers::negate), No, Op(arith::Negf::KIND)),
    any("stablehlo.not", 1, One(integers::not), One(integers::not), No),
    bits("stablehlo.or", arith::Ori::KIND),
    any("stablehlo.popcnt", 1, Op(elementary::Ctpop::KIND), Op(elementary::Ctpop::KIND), No),
    signs(
        "stablehlo.power",
        2,
        Two(integers::power_signed),
        Two(integers::power_unsigned),
        No,
        Op(elementary::Powf::KIND),
    ),
    any("stablehlo.real", 1, No, No, Same),
    signs(
        "stablehlo.remainder",
        2,
        Op(arith::Remsi::KIND),
        Op(arith::Remui::KIND),
        No,
        Op(arith::Remf::KIND),
    ),
    float("stablehlo.round_nearest_afz", 1, Op(elementary::Round::KIND)),
    float("stablehlo.round_nearest_even", 1, Op(elementary::Roundeven::KIND)),
    float("stablehlo.rsqrt", 1, Op(elementary::Rsqrt::KIND)),
    bits("stablehlo.shift_left", arith::Shli::KIND),
    bits("stablehlo.shift_right_arithmetic", arith::Shrsi::KIND),
    bits("stablehlo.shift_right_logical", arith::Shrui::KIND),
    signs(
        "stablehlo.sign",
        1,
        One(integers::sign_signed),
        One(integers::sign_unsigned),
        No,
        One(floats::sign),
    ),
    float("stablehlo.sine", 1, Op(elementary::Sin::KIND)),
    float("stablehlo.sqrt", 1, Op(elementary::Sqrt::KIND)),
    any("stablehlo.subtract", 2, Op(arith::Subi::KIND), Op(arith::Xori::KIND), Op(arith::Subf::KIND)),
    float("stablehlo.tan", 1, Op(elementary::Tan::KIND)),
    float("stablehlo.tanh", 1, Op(elementary::Tanh::KIND)),
    bits("stablehlo.xor", arith::Xori::KIND),
];

/// The row of an op.
pub(super) fn row(name: &str) -> Option<&'static Row> {
    ROWS.binary_search_by(|row| row.name.cmp(name)).ok().map(|at| &ROWS[at])
}

/// Converts an elementwise op.
pub(super) fn convert(l: &mut Lower<'_, '_>, op: OpRef<'_>, row: &Row) -> Done {
    let operands = l.operands(op)?;
    let value = make(l, op, row, &operands)?;
    l.define_one(op, value)
}

/// The result of an op on values of one shape; the op's first operand type says how they are read.
pub(super) fn make(l: &mut Lower<'_, '_>, op: OpRef<'_>, row: &Row, operands: &[Value]) -> Done<Value> {
    if operands.len() != row.operands {
        let why = format!("takes {} operand(s), not {}", row.operands, operands.len());
        return Err(refuse(op, Refusal::Invalid, &why));
    }
    let first = l.type_of(operands[0]);
    if operands.iter().any(|v| l.type_of(*v) != first) {
        return Err(refuse(op, Refusal::Invalid, "takes operands of one type"));
    }
    let class = class(l.ctx(), op.operand_type(0));
    let how = match class {
        Some(Class::Signed) => row.signed,
        Some(Class::Unsigned) => row.unsigned,
        Some(Class::Bool) => row.bool,
        Some(Class::Float) => row.float,
        None => No,
    };
    Ok(match how {
        Op(name) => l.apply(name, operands),
        One(make) => make(&mut l.b, operands[0]),
        Two(make) => make(&mut l.b, operands[0], operands[1]),
        Same => operands[0],
        No => {
            let ty = tf_ir::text::type_to_string(l.ctx(), op.operand_type(0));
            return Err(refuse(op, Refusal::Unsupported, &format!("takes {ty}")));
        }
    })
}

/// The upper half of the product of signed integers.
fn high_signed(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    arith::mulsi_extended(b, x, y)[1]
}

/// The upper half of the product of unsigned integers.
fn high_unsigned(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    arith::mului_extended(b, x, y)[1]
}

#[cfg(test)]
mod tests {
    #[test]
    fn rows_are_sorted() {
        assert!(super::ROWS.is_sorted_by(|a, b| a.name < b.name));
    }
}
