//! Keys as unsigned integers in the order of a comparator, and elements as bits.

use super::order::{Keys, Order};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::scalar::{DType, dtype};
use tf_ir::body::IrMap;
use tf_ir::body::{Body, Value};
use tf_ir::types::Type;
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// Bits of a digit.
pub(super) const DIGIT: u32 = 8;

/// Bits of an element type.
pub(super) fn width(code: &FoldingBuilder<'_>, ty: Type) -> u32 {
    dtype(&code.ctx(), ty).map_or(64, DType::bits)
}

/// The bits of an element in a word of at least the same width.
pub(super) fn to_bits(code: &mut FoldingBuilder<'_>, value: Value, word: Type) -> Value {
    let (ctx, ty) = (code.ctx(), code.ty(value));
    if ty == ctx.index() {
        return arith::index_castui(code, value, word);
    }
    let narrow = ctx.int(width(code, ty));
    let bits = if ctx.is_float(ty) { arith::bitcast(code, value, narrow) } else { value };
    if narrow == word { bits } else { arith::extui(code, bits, word) }
}

/// The element of a type with these bits.
pub(super) fn of_bits(code: &mut FoldingBuilder<'_>, bits: Value, ty: Type) -> Value {
    let (ctx, word) = (code.ctx(), code.ty(bits));
    if ty == ctx.index() {
        return arith::index_castui(code, bits, ty);
    }
    let narrow = ctx.int(width(code, ty));
    let bits = if narrow == word { bits } else { arith::trunci(code, bits, narrow) };
    if ctx.is_float(ty) { arith::bitcast(code, bits, ty) } else { bits }
}

/// The key of an element, in a word of 32 or 64 bits: elements that sort first have smaller keys, and
/// equivalent elements have equal keys.
pub(super) fn key(code: &mut FoldingBuilder<'_>, order: &Order, source: &Body, element: Value) -> Value {
    let mut map = IrMap::default();
    map.values.insert(order.element, element);
    for op in &order.code {
        let copy = code.b.body.import(source, *op, &mut map);
        code.b.insert(copy);
    }
    let key = map.value(order.key);
    let bits = width(code, order.ty);
    let word = code.ctx().int(if bits > 32 { 64 } else { 32 });
    let narrow = code.ctx().int(bits);
    let key = to_bits(code, key, narrow);
    let key = turned(code, order, key, bits);
    if narrow == word { key } else { arith::extui(code, key, word) }
}

/// Maps the bits of a key to an unsigned integer of the same width, in the order of the keys.
fn turned(code: &mut FoldingBuilder<'_>, order: &Order, key: Value, bits: u32) -> Value {
    let ty = code.ty(key);
    let sign = code.int(ty, i64::MIN >> (64 - bits));
    let up = match order.keys {
        Keys::Unsigned => key,
        Keys::Signed => arith::xori(code, key, sign),
        Keys::Floats { .. } => {
            // Negative zero becomes positive zero; negative floats with greater bits are smaller.
            let zero = code.int(ty, 0);
            let is_zero = code.cmpi(CmpI::Eq, key, sign);
            let one_zero = code.select(is_zero, zero, key);
            let below = code.cmpi(CmpI::Slt, one_zero, zero);
            let (negative, positive) = (code.not(one_zero), arith::xori(code, one_zero, sign));
            code.select(below, negative, positive)
        }
    };
    let directed = if order.descending { code.not(up) } else { up };
    let Keys::Floats { nan_first } = order.keys else { return directed };
    // No other float maps to the least or the greatest bits.
    let (magnitude, infinity) = magnitudes(code, order.ty, key);
    let is_nan = code.cmpi(CmpI::Ugt, magnitude, infinity);
    let end = code.int(ty, if nan_first { 0 } else { -1 });
    code.select(is_nan, end, directed)
}

/// The bits of a float without its sign, and those of infinity.
fn magnitudes(code: &mut FoldingBuilder<'_>, float: Type, key: Value) -> (Value, Value) {
    let ty = code.ty(key);
    let bits = width(code, float);
    let mask = code.int(ty, i64::MAX >> (64 - bits));
    let infinity = code.float(float, f64::INFINITY);
    let infinity = arith::bitcast(code, infinity, ty);
    (arith::andi(code, key, mask), infinity)
}

/// A digit of a key, as an i32.
pub(super) fn digit(code: &mut FoldingBuilder<'_>, key: Value, shift: Value) -> Value {
    let (ty, word) = (code.ty(key), code.ctx().i32());
    let shift = if ty == word { shift } else { arith::extui(code, shift, ty) };
    let mask = code.int(ty, (1 << DIGIT) - 1);
    let low = arith::shrui(code, key, shift);
    let low = arith::andi(code, low, mask);
    if ty == word { low } else { arith::trunci(code, low, word) }
}
