//! f16 and bf16 arithmetic in f32, rounded once per op, which is how the scalar semantics defines these ops.
//!
//! For add, subtract, multiply, divide and square root the second rounding is innocuous (Figueroa, "When is
//! double rounding innocuous?", 1995). Conversions from wider types and fma first round to odd, which
//! preserves the bits that decide the last rounding (Boldo and Melquiond, "When double rounding is odd",
//! 2005). bf16 is rounded by integer arithmetic, because machine instructions for it flush denormals.

use super::{convert, extreme, guarded_cast};
use smallvec::SmallVec;
use tf_dialects::arith::{self, CmpF, CmpI, FastMath, FlagSet};
use tf_dialects::constraints::scalar_of;
use tf_dialects::math;
use tf_dialects::scalar::{DType, dtype};
use tf_dialects::vector::{self};
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::types::{FloatKind, Type, TypeData};
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// The f32 form of an op with f16 or bf16 operands or results; `None` for other ops, and for those that only
/// move bits.
pub(super) fn legalise(code: &mut FoldingBuilder<'_>, op: Op, what: OpKind) -> Option<Value> {
    let result = code.b.body.results(op).next()?;
    let operands: SmallVec<[Value; 3]> = code.b.body.operands(op).collect();
    let to = code.ty(result);
    let narrow = is_half(code, to) || operands.iter().any(|v| is_half(code, code.ty(*v)));
    // A normal f32 may be a subnormal f16.
    if !narrow || matches!(what, arith::Select::KIND | arith::Bitcast::KIND | math::Isnormal::KIND) {
        return None;
    }
    Some(match what {
        arith::Extf::KIND => extend_to(code, op, operands[0], to)?,
        arith::Truncf::KIND => truncate_from(code, op, operands[0], to)?,
        arith::Negf::KIND | math::Absf::KIND | math::Copysign::KIND => sign(code, what, &operands),
        math::Fma::KIND => fma(code, &operands, to),
        arith::Sitofp::KIND | arith::Uitofp::KIND => from_int(code, what, operands[0], to),
        arith::Fptosi::KIND | arith::Fptoui::KIND => {
            let wide = widen(code, operands[0]);
            convert::saturate(code, what == arith::Fptosi::KIND, wide, to)?
        }
        arith::Maxnumf::KIND | arith::Minnumf::KIND => {
            let flags = FastMath::of(code.b.body.op(op));
            let wide: SmallVec<[Value; 2]> = operands.iter().map(|v| widen(code, *v)).collect();
            let chosen = extreme::number(code, what, wide[0], wide[1], flags);
            narrow_to(code, chosen, to)
        }
        _ => generic(code, op, what, &operands, to),
    })
}

/// `math.sincos` of f16 or bf16: the sine and the cosine, each rounded once.
pub(super) fn sincos(code: &mut FoldingBuilder<'_>, op: Op) -> Option<[Value; 2]> {
    let input = code.b.body.operand(op, 0);
    let ty = code.ty(input);
    is_half(code, ty)
        .then(|| [math::Sin::KIND, math::Cos::KIND].map(|what| generic(code, op, what, &[input], ty)))
}

/// `vector.reduce` of f16 or bf16 in f32. Unordered sums are rounded once, and extremes are exact; each step
/// of ordered sums is rounded.
pub(super) fn reduce(code: &mut FoldingBuilder<'_>, op: Op) -> Option<Value> {
    let (vector, ty) = (code.b.body.operand(op, 0), code.ty(code.b.body.result(op, 0)));
    if !is_half(code, ty) {
        return None;
    }
    let view = code.b.body.op(op);
    let (kind, flags) = (view.cast(vector::Reduce)?.combining_kind()?, FastMath::of(view));
    let dtype = dtype(&code.ctx(), ty)?;
    let (single, wide) = (code.ctx().f32(), widen(code, vector));
    if kind.is_exact(dtype) || flags.has(FastMath::REASSOC) {
        let attrs: Vec<(&str, Attribute)> = code.b.body.inherent(op).collect();
        let value = extreme::lanes(code, kind, wide, flags)
            .unwrap_or_else(|| code.b.value(vector::Reduce, &[wide], single, &attrs));
        return Some(narrow_to(code, value, ty));
    }
    let lanes = tf_passes_common::code::folding_builder::lanes_of(&code.ctx(), code.ty(vector))?;
    let start = code.splat(ty, kind.identity(dtype)?);
    let mut total = widen(code, start);
    for lane in 0..lanes {
        let lane = code.index(lane);
        let element = vector::Extract::build(&mut code.b, wide, lane);
        let sum = code.flagged(kind.op(DType::F32)?, &[total, element], flags);
        let rounded = narrow_to(code, sum, ty);
        total = widen(code, rounded);
    }
    Some(narrow_to(code, total, ty))
}

fn kind(code: &FoldingBuilder<'_>, ty: Type) -> Option<FloatKind> {
    let ctx = code.ctx();
    match ctx.type_data(scalar_of(&ctx, ty)) {
        TypeData::Float(kind) => Some(*kind),
        _ => None,
    }
}

fn is_half(code: &FoldingBuilder<'_>, ty: Type) -> bool {
    matches!(kind(code, ty), Some(FloatKind::F16 | FloatKind::BF16))
}

/// The same shape with a different element type.
fn like(code: &FoldingBuilder<'_>, shape: Type, elem: Type) -> Type {
    let ctx = code.ctx();
    if scalar_of(&ctx, shape) == shape { elem } else { ctx.with_elem(shape, elem) }
}

fn f32_like(code: &FoldingBuilder<'_>, ty: Type) -> Type {
    like(code, ty, code.ctx().f32())
}

fn int_like(code: &FoldingBuilder<'_>, ty: Type, width: u32) -> Type {
    like(code, ty, code.ctx().int(width))
}

/// The same op on f32 values.
fn generic(code: &mut FoldingBuilder<'_>, op: Op, what: OpKind, operands: &[Value], to: Type) -> Value {
    let wide: SmallVec<[Value; 3]> = operands.iter().map(|v| widen(code, *v)).collect();
    let attrs: Vec<(&str, Attribute)> = code.b.body.inherent(op).collect();
    let value = code.arith_with(what, &wide, &attrs);
    narrow_to(code, value, to)
}

/// f16 and bf16 extended to f32; other values unchanged.
pub(crate) fn widen(code: &mut FoldingBuilder<'_>, value: Value) -> Value {
    let ty = code.ty(value);
    let wide = f32_like(code, ty);
    match kind(code, ty) {
        Some(FloatKind::F16) => guarded_cast(code, arith::Extf, value, wide),
        Some(FloatKind::BF16) => {
            let (narrow, int) = (int_like(code, ty, 16), int_like(code, ty, 32));
            let bits = arith::bitcast(code, value, narrow);
            let bits = arith::extui(code, bits, int);
            let by = code.int(int, 16);
            let bits = arith::shli(code, bits, by);
            arith::bitcast(code, bits, wide)
        }
        _ => value,
    }
}

/// Rounds an f32 to `to`, if that is f16 or bf16.
pub(crate) fn narrow_to(code: &mut FoldingBuilder<'_>, value: Value, to: Type) -> Value {
    match kind(code, to) {
        Some(FloatKind::F16) => guarded_cast(code, arith::Truncf, value, to),
        Some(FloatKind::BF16) => round_bf16(code, value, to),
        _ => value,
    }
}

/// Rounds to nearest even: adds just below half of the last kept bit, plus that bit. NaNs become quiet.
fn round_bf16(code: &mut FoldingBuilder<'_>, value: Value, to: Type) -> Value {
    let (int, narrow) = (int_like(code, to, 32), int_like(code, to, 16));
    let bits = arith::bitcast(code, value, int);
    let by = code.int(int, 16);
    let high = arith::shrui(code, bits, by);
    let one = code.int(int, 1);
    let odd = arith::andi(code, high, one);
    let below_half = code.int(int, 0x7fff);
    let up = code.add(bits, below_half);
    let up = code.add(up, odd);
    let rounded = arith::shrui(code, up, by);
    let quiet = code.int(int, 0x40);
    let quiet = arith::ori(code, high, quiet);
    let nan = code.cmpf(CmpF::UNO, value, value);
    let rounded = code.select(nan, quiet, rounded);
    let rounded = arith::trunci(code, rounded, narrow);
    arith::bitcast(code, rounded, to)
}

/// `extf` of f16 to f32 is a machine instruction; all other extensions use it or bit operations.
fn extend_to(code: &mut FoldingBuilder<'_>, op: Op, value: Value, to: Type) -> Option<Value> {
    let from = kind(code, code.ty(value))?;
    if from == FloatKind::F16 && kind(code, to) == Some(FloatKind::F32) {
        let unit = code.ctx().unit_attr();
        code.b.body.set_attr(op, super::GUARDED, unit);
        return None;
    }
    let wide = widen(code, value);
    Some(if kind(code, to) == Some(FloatKind::F64) { arith::extf(code, wide, to) } else { wide })
}

fn truncate_from(code: &mut FoldingBuilder<'_>, op: Op, value: Value, to: Type) -> Option<Value> {
    if kind(code, code.ty(value)) == Some(FloatKind::F64) {
        return Some(narrow_f64(code, value, to));
    }
    if kind(code, to) == Some(FloatKind::F16) {
        let unit = code.ctx().unit_attr();
        code.b.body.set_attr(op, super::GUARDED, unit);
        return None;
    }
    Some(narrow_to(code, value, to))
}

/// Rounds an f64 once to f16 or bf16.
fn narrow_f64(code: &mut FoldingBuilder<'_>, value: Value, to: Type) -> Value {
    let single = f32_like(code, to);
    let near = arith::truncf(code, value, single);
    let back = arith::extf(code, near, code.ty(value));
    let inexact = code.cmpf(CmpF::ONE, back, value);
    let magnitude = math::absf(code, value);
    let rounded = math::absf(code, back);
    let over = code.cmpf(CmpF::OGT, rounded, magnitude);
    let odd = to_odd(code, near, inexact, over);
    narrow_to(code, odd, to)
}

/// Converts a value rounded to nearest into one rounded to odd: if its last bit is even, it takes the
/// neighbour towards the exact value. `over`: the magnitude was rounded up.
fn to_odd(code: &mut FoldingBuilder<'_>, near: Value, inexact: Value, over: Value) -> Value {
    let ty = code.ty(near);
    let ctx = code.ctx();
    let int = int_like(code, ty, ctx.scalar_width(scalar_of(&ctx, ty)).unwrap_or(64));
    let bits = arith::bitcast(code, near, int);
    let (one, minus_one, zero) = (code.int(int, 1), code.int(int, -1), code.int(int, 0));
    let last = arith::andi(code, bits, one);
    let even = code.cmpi(CmpI::Eq, last, zero);
    let moves = arith::andi(code, inexact, even);
    let step = code.select(over, minus_one, one);
    let moved = code.add(bits, step);
    let bits = code.select(moves, moved, bits);
    arith::bitcast(code, bits, ty)
}

/// Ops on the sign bit.
fn sign(code: &mut FoldingBuilder<'_>, what: OpKind, operands: &[Value]) -> Value {
    let ty = code.ty(operands[0]);
    let int = int_like(code, ty, 16);
    let (mask, rest) = (code.int(int, i16::MIN.into()), code.int(int, i16::MAX.into()));
    let bits = arith::bitcast(code, operands[0], int);
    let bits = match what {
        arith::Negf::KIND => arith::xori(code, bits, mask),
        math::Absf::KIND => arith::andi(code, bits, rest),
        _ => {
            let other = arith::bitcast(code, operands[1], int);
            let sign = arith::andi(code, other, mask);
            let bits = arith::andi(code, bits, rest);
            arith::ori(code, bits, sign)
        }
    };
    arith::bitcast(code, bits, ty)
}

/// The product is exact in f64; the sum's rounding error (Knuth's two-sum) gives the direction of rounding to
/// odd.
fn fma(code: &mut FoldingBuilder<'_>, operands: &[Value], to: Type) -> Value {
    let double = like(code, to, code.ctx().f64());
    let wide: SmallVec<[Value; 3]> = operands
        .iter()
        .map(|v| {
            let single = widen(code, *v);
            arith::extf(code, single, double)
        })
        .collect();
    let (p, c) = (arith::mulf(code, wide[0], wide[1]), wide[2]);
    let s = arith::addf(code, p, c);
    let p_part = arith::subf(code, s, c);
    let c_part = arith::subf(code, s, p_part);
    let p_rest = arith::subf(code, p, p_part);
    let c_rest = arith::subf(code, c, c_part);
    let error = arith::addf(code, p_rest, c_rest);
    let zero = code.float(double, 0.0);
    // Unordered (an infinite sum) is exact.
    let inexact = code.cmpf(CmpF::ONE, error, zero);
    let product = math::copysign(code, error, s);
    let over = code.cmpf(CmpF::ONE, product, error);
    let odd = to_odd(code, s, inexact, over);
    narrow_f64(code, odd, to)
}

/// Integers of up to 32 bits are exact in f64; wider ones are rounded to odd there.
fn from_int(code: &mut FoldingBuilder<'_>, what: OpKind, value: Value, to: Type) -> Value {
    let (ctx, from) = (code.ctx(), code.ty(value));
    let width = ctx.scalar_width(scalar_of(&ctx, from)).unwrap_or(64);
    let double = like(code, to, ctx.f64());
    let near = code.cast(what, value, double);
    if width <= 53 {
        return narrow_f64(code, near, to);
    }
    // Truncates to 53 significant bits and keeps the cut bits as a sticky bit: exact in f64, and rounded to
    // odd.
    let (one, zero) = (code.int(from, 1), code.int(from, 0));
    let signed = what == arith::Sitofp::KIND;
    let negative = code.cmpi(CmpI::Slt, value, zero);
    let negated = code.sub(zero, value);
    let magnitude = if signed { code.select(negative, negated, value) } else { value };
    let by = code.int(from, 11);
    let high = arith::shrui(code, magnitude, by);
    let mask = code.int(from, 0x7ff);
    let low = arith::andi(code, magnitude, mask);
    let rest = code.cmpi(CmpI::Ne, low, zero);
    let sticky = code.select(rest, one, zero);
    let high = arith::ori(code, high, sticky);
    let scaled = arith::uitofp(code, high, double);
    let scale = code.float(double, 2048.0);
    let large = arith::mulf(code, scaled, scale);
    let limit = code.int(from, 1 << 52);
    let small = code.cmpi(CmpI::Ult, magnitude, limit);
    let plain = arith::uitofp(code, magnitude, double);
    let result = code.select(small, plain, large);
    let flipped = arith::negf(code, result);
    let result = if signed { code.select(negative, flipped, result) } else { result };
    narrow_f64(code, result, to)
}
