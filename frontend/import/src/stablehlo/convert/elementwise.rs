//! The elementwise ops as a table: what each is for signed, unsigned and boolean elements and for floats.

use super::lower::{Done, Lower, refuse};
use super::types::{Class, class};
use super::{math, precision, special};
use crate::error::Refusal;
use tf_dialects::arith::predicate::{CmpF, CmpI};
use tf_ir::body::Value;
use tf_ir::opref::OpRef;

/// Makes the result from the operands, which have one shape.
pub(super) type Make = for<'x> fn(&mut Lower<'_, '_>, &'x [Value]) -> Value;

/// What an op is on one class of elements.
#[derive(Clone, Copy)]
pub(super) enum How {
    /// The op of this name.
    Op(&'static str),
    /// An expression.
    Expr(Make),
    /// As a float of at least 32 bits, rounded at the end.
    Wide(Make),
    /// The operand itself.
    Same,
    /// Not defined.
    No,
}

use How::{Expr, No, Op, Same, Wide};

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

const fn bits(name: &'static str, op: &'static str) -> Row {
    any(name, 2, Op(op), Op(op), No)
}

const fn float(name: &'static str, operands: usize, how: How) -> Row {
    any(name, operands, No, No, how)
}

/// The ops, sorted by name.
pub(super) const ROWS: &[Row] = &[
    float("chlo.acos", 1, Op("math.acos")),
    float("chlo.acosh", 1, Op("math.acosh")),
    float("chlo.asin", 1, Op("math.asin")),
    float("chlo.asinh", 1, Op("math.asinh")),
    float("chlo.atan", 1, Op("math.atan")),
    float("chlo.atanh", 1, Op("math.atanh")),
    float("chlo.bessel_i1e", 1, Wide(special::bessel_i1e)),
    any("chlo.conj", 1, Same, Same, Same),
    float("chlo.cosh", 1, Wide(math::cosh)),
    float("chlo.digamma", 1, Wide(special::digamma)),
    float("chlo.erf", 1, Op("math.erf")),
    float("chlo.erf_inv", 1, Wide(special::erf_inv)),
    float("chlo.erfc", 1, Op("math.erfc")),
    float("chlo.is_inf", 1, Op("math.isinf")),
    float("chlo.is_neg_inf", 1, Expr(|l, x| infinite(l, x, f64::NEG_INFINITY))),
    float("chlo.is_pos_inf", 1, Expr(|l, x| infinite(l, x, f64::INFINITY))),
    float("chlo.lgamma", 1, Wide(special::lgamma)),
    signs("chlo.mulhi", 2, Expr(|l, x| math::high(l, x, true)), Expr(|l, x| math::high(l, x, false)), No, No),
    float("chlo.next_after", 2, Expr(precision::next_after)),
    float("chlo.polygamma", 2, Wide(special::polygamma)),
    float("chlo.sinh", 1, Wide(math::sinh)),
    any("chlo.square", 1, Expr(square_int), No, Expr(square_float)),
    float("chlo.tan", 1, Op("math.tan")),
    float("chlo.zeta", 2, Wide(special::zeta)),
    signs("stablehlo.abs", 1, Op("math.absi"), Same, No, Op("math.absf")),
    any("stablehlo.add", 2, Op("arith.addi"), Op("arith.ori"), Op("arith.addf")),
    bits("stablehlo.and", "arith.andi"),
    float("stablehlo.atan2", 2, Op("math.atan2")),
    float("stablehlo.cbrt", 1, Op("math.cbrt")),
    float("stablehlo.ceil", 1, Op("math.ceil")),
    float("stablehlo.cosine", 1, Op("math.cos")),
    any("stablehlo.count_leading_zeros", 1, Op("math.ctlz"), Op("math.ctlz"), No),
    signs("stablehlo.divide", 2, Op("arith.divsi"), Op("arith.divui"), No, Op("arith.divf")),
    float("stablehlo.exponential", 1, Op("math.exp")),
    float("stablehlo.exponential_minus_one", 1, Op("math.expm1")),
    float("stablehlo.floor", 1, Op("math.floor")),
    float("stablehlo.is_finite", 1, Op("math.isfinite")),
    float("stablehlo.log", 1, Op("math.log")),
    float("stablehlo.log_plus_one", 1, Op("math.log1p")),
    float("stablehlo.logistic", 1, Wide(math::logistic)),
    signs(
        "stablehlo.maximum",
        2,
        Op("arith.maxsi"),
        Op("arith.maxui"),
        Op("arith.ori"),
        Op("arith.maximumf"),
    ),
    signs(
        "stablehlo.minimum",
        2,
        Op("arith.minsi"),
        Op("arith.minui"),
        Op("arith.andi"),
        Op("arith.minimumf"),
    ),
    any("stablehlo.multiply", 2, Op("arith.muli"), Op("arith.andi"), Op("arith.mulf")),
    any("stablehlo.negate", 1, Expr(math::negate), No, Op("arith.negf")),
    any("stablehlo.not", 1, Expr(|l, x| l.not(x[0])), Expr(|l, x| l.not(x[0])), No),
    bits("stablehlo.or", "arith.ori"),
    any("stablehlo.popcnt", 1, Op("math.ctpop"), Op("math.ctpop"), No),
    signs("stablehlo.power", 2, Expr(math::power_signed), Expr(math::power_unsigned), No, Op("math.powf")),
    any("stablehlo.real", 1, No, No, Same),
    signs("stablehlo.remainder", 2, Op("arith.remsi"), Op("arith.remui"), No, Op("arith.remf")),
    float("stablehlo.round_nearest_afz", 1, Op("math.round")),
    float("stablehlo.round_nearest_even", 1, Op("math.roundeven")),
    float("stablehlo.rsqrt", 1, Op("math.rsqrt")),
    bits("stablehlo.shift_left", "arith.shli"),
    bits("stablehlo.shift_right_arithmetic", "arith.shrsi"),
    bits("stablehlo.shift_right_logical", "arith.shrui"),
    signs(
        "stablehlo.sign",
        1,
        Expr(math::sign_signed),
        Expr(math::sign_unsigned),
        No,
        Expr(math::sign_float),
    ),
    float("stablehlo.sine", 1, Op("math.sin")),
    float("stablehlo.sqrt", 1, Op("math.sqrt")),
    any("stablehlo.subtract", 2, Op("arith.subi"), Op("arith.xori"), Op("arith.subf")),
    float("stablehlo.tan", 1, Op("math.tan")),
    float("stablehlo.tanh", 1, Op("math.tanh")),
    bits("stablehlo.xor", "arith.xori"),
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
        Op(name) if TESTS.contains(&name) => {
            let ty = l.ctx().with_elem(first, l.ctx().i1());
            l.b.value(name, operands, ty, &[])
        }
        Op(name) => l.apply(name, operands),
        Expr(make) => make(l, operands),
        Wide(make) => precision::widened(l, operands, make),
        Same => operands[0],
        No => {
            let ty = tf_ir::text::type_to_string(l.ctx(), op.operand_type(0));
            return Err(refuse(op, Refusal::Unsupported, &format!("takes {ty}")));
        }
    })
}

/// Ops whose results are booleans.
const TESTS: [&str; 2] = ["math.isfinite", "math.isinf"];

fn infinite(l: &mut Lower<'_, '_>, x: &[Value], which: f64) -> Value {
    let which = l.float_like(x[0], which);
    l.cmpf(CmpF::from_name("oeq").expect("a spelling of a predicate"), x[0], which)
}

fn square_int(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    l.apply("arith.muli", &[x[0], x[0]])
}

fn square_float(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    l.apply("arith.mulf", &[x[0], x[0]])
}

/// `a < b` of signed integers; for the expressions.
pub(super) fn less(l: &mut Lower<'_, '_>, a: Value, b: Value) -> Value {
    l.cmpi(CmpI::Slt, a, b)
}

#[cfg(test)]
mod tests {
    #[test]
    fn rows_are_sorted() {
        assert!(super::ROWS.is_sorted_by(|a, b| a.name < b.name));
    }
}
