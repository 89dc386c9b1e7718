//! Dot products of narrow elements packed in 32-bit lanes: by one instruction if the processor has it, else
//! by shifts and multiplications.

use crate::emitter::types::{vector_lanes, vector_type};
use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::vector;
use tf_ir::OpKind;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{FloatKind, Type};

/// Bits of a lane.
const WORD: u32 = 32;

/// The elements packed in lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PackedElements {
    Shorts,
    Bytes,
    /// Unsigned bytes times signed bytes.
    MixedBytes,
    Floats,
}

impl PackedElements {
    fn of(kind: OpKind) -> Option<PackedElements> {
        match kind {
            vector::DotI16::KIND => Some(PackedElements::Shorts),
            vector::DotI8::KIND => Some(PackedElements::Bytes),
            vector::DotU8I8::KIND => Some(PackedElements::MixedBytes),
            vector::DotBf16::KIND => Some(PackedElements::Floats),
            _ => None,
        }
    }
}

/// The least lane count of a vector for which the instruction is used.
const LEAST_LANES: usize = 4;

impl Emitter<'_, '_> {
    /// A dot product. If its only use is a sum, it is emitted together with that sum.
    pub(crate) fn dot(&mut self, op: Op) -> Result<()> {
        let first = self.source.uses(self.source.result(op, 0)).next();
        if first.is_some_and(|only| self.dot_of_sum(only.op) == Some(op)) {
            return Ok(());
        }
        let value = self.dot_added(op, None)?;
        self.set_results(op, &[value]);
        Ok(())
    }

    /// `arith.addi` or `arith.addf` with a dot product that one instruction accumulates onto the other
    /// operand; false if there is none.
    pub(crate) fn sum_with_dot(&mut self, op: Op) -> Result<bool> {
        let Some(dot) = self.dot_of_sum(op) else { return Ok(false) };
        let [lhs, rhs] = [0, 1].map(|at| self.source.operand(op, at));
        let other = if rhs == self.source.result(dot, 0) { lhs } else { rhs };
        let other = self.operand(op, other)?;
        let value = self.dot_added(dot, Some(other))?;
        self.set_results(op, &[value]);
        Ok(true)
    }

    /// The operand of a sum that one instruction computes together with it. The operand is in the same block
    /// and has no other use, and flags let floats round in another order.
    fn dot_of_sum(&self, op: Op) -> Option<Op> {
        let source = self.source;
        let may = match source.kind(op) {
            arith::Addi::KIND => true,
            arith::Addf::KIND => FastMath::of(source.op(op)).has(FastMath::REASSOC),
            _ => false,
        };
        let fits = |at: usize| {
            let value = source.operand(op, at);
            let def = source.def_op(value)?;
            let numbers = PackedElements::of(source.kind(def))?;
            let lanes = vector_lanes(source.ctx(), source.ty(value)).unwrap_or(1);
            let here = source.has_one_use(value) && source.block_of(def) == source.block_of(op);
            (here && lanes >= LEAST_LANES && self.adds(numbers)).then_some(def)
        };
        if may { fits(1).or_else(|| fits(0)) } else { None }
    }

    /// True if one instruction multiplies, sums, and adds the sum to an accumulator.
    fn adds(&self, numbers: PackedElements) -> bool {
        let target = self.unit.level.target();
        let has = match numbers {
            PackedElements::Shorts => false,
            PackedElements::Bytes | PackedElements::MixedBytes => target.dots_i8,
            PackedElements::Floats => target.dots_bf16,
        };
        has && !self.threads
    }

    /// The dot product, added to an accumulator.
    fn dot_added(&mut self, op: Op, to: Option<Value>) -> Result<Value> {
        let numbers = PackedElements::of(self.source.kind(op)).expect("a sum of products");
        let words = self.operands(op)?;
        let (a, b) = (words[0], words[1]);
        let ctx = self.ctx();
        let lanes = vector_lanes(&ctx, self.b.body.ty(a)).filter(|lanes| *lanes >= LEAST_LANES);
        let pairs = self.unit.level.target().dots_i16 && !self.threads && numbers != PackedElements::Floats;
        Ok(match lanes {
            Some(lanes) if self.adds(numbers) => self.in_registers(numbers, (to, a, b), lanes),
            Some(lanes) if pairs && numbers == PackedElements::Shorts => {
                self.in_registers(numbers, (None, a, b), lanes)
            }
            Some(lanes) if pairs => self.bytes_as_shorts(numbers, (a, b), lanes),
            _ if numbers == PackedElements::Floats => self.products_of_floats(a, b),
            _ => self.products_one_by_one(numbers, a, b),
        })
    }

    /// Any lane count, in whole registers.
    fn in_registers(
        &mut self,
        numbers: PackedElements,
        (to, a, b): (Option<Value>, Value, Value),
        lanes: usize,
    ) -> Value {
        let most = (self.unit.level.target().vector_bits / WORD) as usize;
        let mut parts: Vec<Value> = Vec::new();
        for first in (0..lanes).step_by(most) {
            let count = most.min(lanes - first);
            let room = count.next_power_of_two().max(LEAST_LANES);
            // Lanes beyond the end repeat the last one.
            let taken: Vec<i32> = (0..room).map(|i| (first + i.min(count - 1)) as i32).collect();
            let whole = room == lanes;
            let mut part = |value: Value| if whole { value } else { self.shuffle(value, value, &taken) };
            let (to, a, b) = (to.map(&mut part), part(a), part(b));
            let result = self.register_of_words(numbers, (to, a, b), room);
            parts.push(self.first_lanes(result, room, count));
        }
        self.joined(parts)
    }

    /// One register.
    fn register_of_words(
        &mut self,
        numbers: PackedElements,
        (to, a, b): (Option<Value>, Value, Value),
        lanes: usize,
    ) -> Value {
        let ctx = self.ctx();
        let ty = self.b.body.ty(a);
        let bits = lanes * WORD as usize;
        match numbers {
            PackedElements::Shorts => {
                let name = match bits {
                    512 => "llvm.x86.avx512.pmaddw.d.512",
                    256 => "llvm.x86.avx2.pmadd.wd",
                    _ => "llvm.x86.sse2.pmadd.wd",
                };
                let shorts = vector_type(&ctx, 2 * lanes, ctx.int(16));
                let words = [self.bits_as(a, shorts), self.bits_as(b, shorts)];
                self.intrinsic(name, &words, ty)
            }
            PackedElements::MixedBytes => {
                let to = to.unwrap_or_else(|| self.zero(ty));
                self.bytes_added(to, a, b)
            }
            // The instruction takes unsigned bytes: a signed byte plus 128. So the result has 128 times the
            // sum of the other bytes to subtract.
            PackedElements::Bytes => {
                let to = to.unwrap_or_else(|| self.zero(ty));
                let (flip, ones) = (self.int_of(ty, 0x8080_8080), self.int_of(ty, 0x0101_0101));
                let (zero, seven) = (self.zero(ty), self.int_of(ty, 7));
                let moved = arith::xori(self, a, flip);
                let all = self.bytes_added(to, moved, b);
                let sum = self.bytes_added(zero, ones, b);
                let extra = arith::shli(self, sum, seven);
                arith::subi(self, all, extra)
            }
            PackedElements::Floats => {
                let sums = vector_type(&ctx, lanes, ctx.f32());
                // Only −0 is the neutral element of addition.
                let to = to.unwrap_or_else(|| self.float(sums, -0.0));
                let floats = vector_type(&ctx, 2 * lanes, ctx.float(FloatKind::BF16));
                let words = [to, self.bits_as(a, floats), self.bits_as(b, floats)];
                self.intrinsic(&format!("llvm.x86.avx512bf16.dpbf16ps.{bits}"), &words, sums)
            }
        }
    }

    /// Products of bytes (those of `a` unsigned), added to the lanes of `to`.
    fn bytes_added(&mut self, to: Value, a: Value, b: Value) -> Value {
        let ctx = self.ctx();
        let ty = self.b.body.ty(to);
        let lanes = self.lanes_of(ty);
        let bytes = vector_type(&ctx, 4 * lanes, ctx.int(8));
        let words = [to, self.bits_as(a, bytes), self.bits_as(b, bytes)];
        self.intrinsic(&format!("llvm.x86.avx512.vpdpbusd.{}", lanes * WORD as usize), &words, ty)
    }

    /// Vectors of bytes: the even ones are widened to 16 bits, then the odd ones.
    fn bytes_as_shorts(&mut self, numbers: PackedElements, (a, b): (Value, Value), lanes: usize) -> Value {
        let ctx = self.ctx();
        let words = self.b.body.ty(a);
        let shorts = vector_type(&ctx, 2 * lanes, ctx.int(16));
        let eight = self.int_of(shorts, 8);
        let mut sums = Vec::new();
        let (a, b) = (self.bits_as(a, shorts), self.bits_as(b, shorts));
        for low in [true, false] {
            let mut widened = |value: Value, signed: bool| {
                let value = if low { arith::shli(self, value, eight) } else { value };
                let wide =
                    if signed { arith::shrsi(self, value, eight) } else { arith::shrui(self, value, eight) };
                self.bits_as(wide, words)
            };
            let pair = (None, widened(a, numbers == PackedElements::Bytes), widened(b, true));
            sums.push(self.in_registers(PackedElements::Shorts, pair, lanes));
        }
        arith::addi(self, sums[0], sums[1])
    }

    /// Integers, extracted from their lanes one by one.
    fn products_one_by_one(&mut self, numbers: PackedElements, a: Value, b: Value) -> Value {
        let bits = if numbers == PackedElements::Shorts { 16 } else { 8 };
        let mut sum = None;
        for at in 0..WORD / bits {
            let mut number = |word: Value, signed: bool| self.number(word, (bits, at), signed);
            let (x, y) = (number(a, numbers != PackedElements::MixedBytes), number(b, true));
            let product = arith::muli(self, x, y);
            sum = Some(sum.map_or(product, |sum| arith::addi(self, sum, product)));
        }
        sum.expect("a lane packs elements")
    }

    /// The element of `bits` bits at position `at`, widened to a lane.
    fn number(&mut self, word: Value, (bits, at): (u32, u32), signed: bool) -> Value {
        let ty = self.b.body.ty(word);
        let (up, down) =
            (self.int_of(ty, i64::from(WORD - bits * (at + 1))), self.int_of(ty, i64::from(WORD - bits)));
        let top = arith::shli(self, word, up);
        if signed { arith::shrsi(self, top, down) } else { arith::shrui(self, top, down) }
    }

    /// Two products of bf16 and their sum, in f32.
    fn products_of_floats(&mut self, a: Value, b: Value) -> Value {
        let ctx = self.ctx();
        let words = self.b.body.ty(a);
        let floats = ctx.with_elem(words, ctx.f32());
        let (sixteen, high) = (self.int_of(words, 16), self.int_of(words, -65_536));
        let lows = [a, b].map(|word| {
            let low = arith::shli(self, word, sixteen);
            arith::bitcast(self, low, floats)
        });
        let highs = [a, b].map(|word| {
            let high = arith::andi(self, word, high);
            arith::bitcast(self, high, floats)
        });
        let (low, high) = (arith::mulf(self, lows[0], lows[1]), arith::mulf(self, highs[0], highs[1]));
        arith::addf(self, low, high)
    }

    /// The same bits as lanes of another type.
    fn bits_as(&mut self, value: Value, ty: Type) -> Value {
        self.pure(llvm::BITCAST, &[value], ty, &[])
    }
}
