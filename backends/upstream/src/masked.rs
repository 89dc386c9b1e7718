//! Masked loads and stores, written so that LLVM 22 keeps their masks.
//!
//! # Loads, with AVX but without AVX-512
//!
//! With AVX but without AVX-512, LLVM 22 loses masks. Where it learns in instruction selection that a register's part of
//! a mask is constant, because it splits a wide vector there or folds an `and` of lanes, it loads that register whole:
//! the lanes that are off have what stands in memory instead of the value they are given, and memory outside of the
//! buffer is read. Whether that value is zero makes no difference. Of an `or` whose result is constantly true it makes a
//! load of unknown size, on which a later pass ends the process. `masked_load.ll` has one function of each form;
//! `llc -mcpu=x86-64-v3` shows both. Gathers, scatters and other levels are not affected.
//!
//! Therefore masks of registers go to the instruction itself, by its intrinsic. LLVM's optimiser turns that back into a
//! masked load where the mask is constant in its own language, which it gets right, or is the sign extension of a truth
//! value: a shifted zero extension says the same of the sign bit, all that the instruction looks at, and stays.
//!
//! # Stores, with AVX-512
//!
//! Of a truncation and the masked store of its result LLVM makes one truncating store. Where the mask is constant with
//! one lane on, it then stores that lane before the truncation: two or more elements change instead of one.
//! `masked_store.ll` has a function of each form; `llc -mcpu=x86-64-v4` shows them. A mask may become constant, and an
//! element a truncation, in LLVM's own passes. Therefore integers are stored by a vector of twice as many lanes, the
//! upper half of which is off: what it stores is no truncation, and the instruction is the same.

use crate::emitter::Emitter;
use crate::names::llvm;
use crate::types::vector_type;
use tf_dialects::arith;
use tf_ir::body::Value;
use tf_ir::types::Type;

/// Bits of the registers that the instruction fills.
const REGISTER: usize = 256;
/// Bits of the largest vector that a truncation of one register makes.
const TRUNCATED: usize = 256;

impl Emitter<'_, '_> {
    /// The lanes behind a pointer that a mask lets through, as a vector of type `ty` whose elements take `bytes`. The
    /// other lanes are those of `other`, or zero.
    pub(crate) fn masked_load(
        &mut self,
        pointer: Value,
        mask: Value,
        other: Option<Value>,
        ty: Type,
        bytes: u64,
    ) -> Value {
        if self.unit.level.moves_masked() && matches!(bytes, 4 | 8) {
            let loaded = self.load_registers(pointer, mask, ty, bytes as usize);
            return match other {
                Some(other) => arith::select(&mut self.b, mask, loaded, other),
                None => loaded,
            };
        }
        let other = other.unwrap_or_else(|| self.zero(ty));
        let align = self.alignment(bytes);
        self.b.value(llvm::MASKED_LOAD, &[pointer, mask, other], ty, &align)
    }

    /// Stores the lanes of a vector that a mask lets through, each of `bytes`, behind a pointer.
    pub(crate) fn masked_store(&mut self, stored: Value, pointer: Value, mask: Value, bytes: u64) {
        let lanes = self.lanes_of(self.b.body.ty(stored));
        let is_one_register = lanes * bytes as usize <= TRUNCATED / 8;
        let (mut stored, mut mask) = (stored, mask);
        if self.unit.level.target().masks && bytes < 8 && is_one_register && !self.is_wide_float(stored, bytes) {
            let doubled: Vec<i32> = (0..2 * lanes as i32).collect();
            let off = self.zero(self.b.body.ty(mask));
            mask = self.shuffle(mask, off, &doubled);
            // What the upper half has does not matter.
            stored = self.shuffle(stored, stored, &doubled);
        }
        let align = self.alignment(bytes);
        self.b.op(llvm::MASKED_STORE, &[stored, pointer, mask], &[], &align);
    }

    /// True for floats of 32 bits or more, which no truncation of integers makes.
    fn is_wide_float(&self, vector: Value, bytes: u64) -> bool {
        let ctx = self.source.ctx();
        bytes >= 4 && ctx.is_float(ctx.elem_type(self.b.body.ty(vector)))
    }

    /// The lanes that a mask lets through, register by register; the others are zero.
    fn load_registers(&mut self, pointer: Value, mask: Value, ty: Type, bytes: usize) -> Value {
        let elem = self.source.ctx().elem_type(ty);
        let (lanes, most) = (self.lanes_of(ty), REGISTER / 8 / bytes);
        let mut parts = Vec::new();
        for first in (0..lanes).step_by(most) {
            let count = most.min(lanes - first);
            let room = if 2 * count <= most { most / 2 } else { most };
            let at = self.int(first as i64);
            let start = self.element_pointer(pointer, at, elem);
            let bits = self.mask_bits(mask, (first, count, lanes), room, bytes);
            let part = self.load_register(start, bits, elem, (room, bytes));
            parts.push(self.first_lanes(part, room, count));
        }
        self.joined(parts)
    }

    /// The lanes of a mask from `first` on, of `lanes`, as sign bits of a register of `room` elements; what is beyond
    /// `count` is off.
    fn mask_bits(
        &mut self,
        mask: Value,
        (first, count, lanes): (usize, usize, usize),
        room: usize,
        bytes: usize,
    ) -> Value {
        let ctx = self.ctx();
        let off = self.zero(self.b.body.ty(mask));
        let lane = |i: usize| if i < count { first + i } else { lanes };
        let taken: Vec<i32> = (0..room).map(|i| lane(i) as i32).collect();
        let part = self.shuffle(mask, off, &taken);
        let ty = vector_type(&ctx, room, ctx.int(8 * bytes as u32));
        let wide = arith::extui(&mut self.b, part, ty);
        let sign = arith::const_int(&mut self.b, ty, 8 * bytes as i64 - 1);
        arith::shli(&mut self.b, wide, sign)
    }

    /// One register. The instruction is that of floats; integers of the same width are the same bits.
    fn load_register(
        &mut self,
        pointer: Value,
        bits: Value,
        elem: Type,
        (room, bytes): (usize, usize),
    ) -> Value {
        let ctx = self.ctx();
        let (float, kind) = if bytes == 4 { (ctx.f32(), "ps") } else { (ctx.f64(), "pd") };
        let whole = if 8 * room * bytes == REGISTER { ".256" } else { "" };
        let float_type = vector_type(&ctx, room, float);
        let name = format!("llvm.x86.avx.maskload.{kind}{whole}");
        let loaded = self.intrinsic(&name, &[pointer, bits], float_type);
        if elem == float {
            return loaded;
        }
        let ty = vector_type(&ctx, room, elem);
        arith::bitcast(&mut self.b, loaded, ty)
    }
}
