//! Integer division, guarded: by zero, of the smallest value by −1, and with rounding other than towards
//! zero.

use super::guarded;
use tf_dialects::arith::{self, CmpI};
use tf_ir::OpKind;
use tf_ir::body::{Op, Value};
use tf_ir::types::Type;
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// The direction of rounding.
#[derive(Clone, Copy, PartialEq)]
enum Round {
    Up,
    Down,
}

/// The guarded form of a division or remainder; `None` for other ops and harmless divisors.
pub(super) fn guard(code: &mut FoldingBuilder<'_>, op: Op, what: OpKind) -> Option<Value> {
    let body = &*code.b.body;
    if body.operand_count(op) != 2 {
        return None;
    }
    let (a, b) = (body.operand(op, 0), body.operand(op, 1));
    let signed = match what {
        arith::Divsi::KIND | arith::Remsi::KIND | arith::Floordivsi::KIND | arith::Ceildivsi::KIND => true,
        arith::Divui::KIND | arith::Remui::KIND | arith::Ceildivui::KIND => false,
        _ => return None,
    };
    let harmless = code.known(b).is_some_and(|d| d != 0 && (!signed || d != -1));
    Some(match what {
        arith::Divsi::KIND | arith::Remsi::KIND | arith::Divui::KIND | arith::Remui::KIND if harmless => {
            return None;
        }
        arith::Divsi::KIND => divsi(code, a, b),
        arith::Remsi::KIND => remsi(code, a, b),
        arith::Divui::KIND => divui(code, a, b),
        arith::Remui::KIND => remui(code, a, b),
        arith::Floordivsi::KIND => rounded(code, a, b, Round::Down),
        arith::Ceildivsi::KIND => rounded(code, a, b, Round::Up),
        _ => ceildivui(code, a, b),
    })
}

fn is_bool(code: &FoldingBuilder<'_>, ty: Type) -> bool {
    let ctx = code.ctx();
    ctx.elem_type(ty) == ctx.i1()
}

/// `b == value`, in each lane.
fn is(code: &mut FoldingBuilder<'_>, b: Value, value: i64) -> Value {
    let ty = code.ty(b);
    let value = code.int(ty, value);
    code.cmpi(CmpI::Eq, b, value)
}

/// The quotient by a divisor that is replaced by 1 if it is 0 or −1.
fn divide_safely(code: &mut FoldingBuilder<'_>, what: OpKind, a: Value, b: Value, unsafe_: Value) -> Value {
    let ty = code.ty(b);
    let one = code.int(ty, 1);
    let divisor = code.select(unsafe_, one, b);
    guarded(code, what, &[a, divisor])
}

/// `0 → −1`, `−1 → −a`, else truncated.
fn divsi(code: &mut FoldingBuilder<'_>, a: Value, b: Value) -> Value {
    let ty = code.ty(a);
    let ones = code.int(ty, -1);
    let zero = is(code, b, 0);
    if is_bool(code, ty) {
        return code.select(zero, ones, a);
    }
    let minus_one = is(code, b, -1);
    let special = arith::ori(code, zero, minus_one);
    let quotient = divide_safely(code, arith::Divsi::KIND, a, b, special);
    let nothing = code.int(ty, 0);
    let negated = code.sub(nothing, a);
    let quotient = code.select(minus_one, negated, quotient);
    code.select(zero, ones, quotient)
}

/// `0 → a`, `−1 → 0`, else with the sign of `a`.
fn remsi(code: &mut FoldingBuilder<'_>, a: Value, b: Value) -> Value {
    let ty = code.ty(a);
    let zero = is(code, b, 0);
    if is_bool(code, ty) {
        let nothing = code.int(ty, 0);
        return code.select(zero, a, nothing);
    }
    let minus_one = is(code, b, -1);
    let special = arith::ori(code, zero, minus_one);
    let remainder = divide_safely(code, arith::Remsi::KIND, a, b, special);
    code.select(zero, a, remainder)
}

fn divui(code: &mut FoldingBuilder<'_>, a: Value, b: Value) -> Value {
    let ty = code.ty(a);
    let ones = code.int(ty, -1);
    let zero = is(code, b, 0);
    let quotient = divide_safely(code, arith::Divui::KIND, a, b, zero);
    code.select(zero, ones, quotient)
}

fn remui(code: &mut FoldingBuilder<'_>, a: Value, b: Value) -> Value {
    let zero = is(code, b, 0);
    let remainder = divide_safely(code, arith::Remui::KIND, a, b, zero);
    code.select(zero, a, remainder)
}

/// The quotient rounded up: plus one if the remainder is not 0.
fn ceildivui(code: &mut FoldingBuilder<'_>, a: Value, b: Value) -> Value {
    let ty = code.ty(a);
    let known = code.known(b).is_some_and(|d| d != 0);
    let (quotient, remainder) = if known {
        (guarded(code, arith::Divui, &[a, b]), guarded(code, arith::Remui, &[a, b]))
    } else {
        (divui(code, a, b), remui(code, a, b))
    };
    let (one, nothing) = (code.int(ty, 1), code.int(ty, 0));
    let rest = code.cmpi(CmpI::Ne, remainder, nothing);
    let more = code.add(quotient, one);
    let rounded = code.select(rest, more, quotient);
    if known {
        return rounded;
    }
    let (zero, ones) = (is(code, b, 0), code.int(ty, -1));
    code.select(zero, ones, rounded)
}

/// The quotient rounded down or up: adjusted by one if the remainder has the sign for that.
fn rounded(code: &mut FoldingBuilder<'_>, a: Value, b: Value, round: Round) -> Value {
    let ty = code.ty(a);
    match code.known(b) {
        Some(d) if d > 0 => return by_positive(code, a, b, d, round),
        _ if is_bool(code, ty) => return divsi(code, a, b),
        _ => {}
    }
    let (quotient, remainder) = (divsi(code, a, b), remsi(code, a, b));
    let nothing = code.int(ty, 0);
    let rest = code.cmpi(CmpI::Ne, remainder, nothing);
    let signs = arith::xori(code, remainder, b);
    let side = if round == Round::Down { CmpI::Slt } else { CmpI::Sge };
    let side = code.cmpi(side, signs, nothing);
    let moves = arith::andi(code, rest, side);
    let step = code.int(ty, if round == Round::Down { -1 } else { 1 });
    let moved = code.add(quotient, step);
    let rounded = code.select(moves, moved, quotient);
    // The remainder of a division by zero is the dividend; the quotient is −1 and is not adjusted.
    let (zero, ones) = (is(code, b, 0), code.int(ty, -1));
    code.select(zero, ones, rounded)
}

/// Division by a constant > 0; a power of two is a shift.
fn by_positive(code: &mut FoldingBuilder<'_>, a: Value, b: Value, divisor: i64, round: Round) -> Value {
    let ty = code.ty(a);
    if round == Round::Down && divisor & (divisor - 1) == 0 {
        let shift = code.int(ty, divisor.trailing_zeros().into());
        return arith::shrsi(code, a, shift);
    }
    let quotient = guarded(code, arith::Divsi, &[a, b]);
    let product = code.mul(quotient, b);
    // `a - quotient * b` has the sign of `a`.
    let side = if round == Round::Down { CmpI::Slt } else { CmpI::Sgt };
    let moves = code.cmpi(side, a, product);
    let step = code.int(ty, if round == Round::Down { -1 } else { 1 });
    let moved = code.add(quotient, step);
    code.select(moves, moved, quotient)
}
