//! Masked loads and stores, written so that LLVM 22 keeps their masks.
//!
//! # Loads, with AVX but without AVX-512
//!
//! With AVX but without AVX-512, LLVM 22 loses masks. Instruction selection may find that the mask of a
//! register is constant, because it splits a wide vector or folds an `and` of lanes. Then it loads the whole
//! register: inactive lanes get the contents of memory instead of the pass-through value, and the load reads
//! outside the buffer. This happens for zero and non-zero pass-through values. An `or` whose result is
//! constantly true becomes a load of unknown size, on which a later pass ends the process. `masked_load.ll`
//! has one function of each form; `llc -mcpu=x86-64-v3` shows both. Gathers, scatters and other levels are
//! not affected.
//!
//! Therefore masks of registers go to the instruction itself, by its intrinsic. LLVM's optimizer turns the
//! intrinsic back into a masked load in two cases. If the mask is a constant of LLVM IR, the result is
//! correct. The other case, the sign extension of a truth value, is avoided by a shifted zero extension: it
//! sets the same sign bit, which is all that the instruction reads, and it stays.
//!
//! # Stores, with AVX-512
//!
//! LLVM combines a truncation and the masked store of its result into one truncating store. If the mask is
//! constant with one active lane, it then stores that lane before the truncation: two or more elements change
//! instead of one. `masked_store.ll` has a function of each form; `llc -mcpu=x86-64-v4` shows them. LLVM's
//! passes may make a mask constant or an element a truncation, and they also move a truncation past shuffles.
//! Therefore integers pass a fence for floats before they are stored. The fence takes no instruction, and
//! LLVM folds nothing across it.

use crate::emitter::Emitter;
use crate::emitter::types::vector_type;
use crate::names::llvm;
use tf_dialects::arith;
use tf_ir::body::Value;
use tf_ir::types::Type;

/// Bits of the registers that a masked load of AVX fills, and of the largest vector that AVX-512 truncates a
/// register to.
const REGISTER: usize = 256;

impl Emitter<'_, '_> {
    /// Loads the active lanes of a mask from a pointer, as a vector of type `ty` whose elements take `bytes`.
    /// Inactive lanes are those of `other`, or zero.
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

    /// Stores the active lanes of a vector, each of `bytes`, to a pointer.
    pub(crate) fn masked_store(&mut self, stored: Value, pointer: Value, mask: Value, bytes: u64) {
        let (stored, mask) = match self.may_be_truncated(stored, bytes) {
            true => self.fenced(stored, mask, bytes as usize),
            false => (stored, mask),
        };
        let align = self.alignment(bytes);
        self.b.op(llvm::MASKED_STORE, &[stored, pointer, mask], &[], &align);
    }

    /// True for a vector that a truncating store of AVX-512 may store: at most half a register, and not of
    /// 32-bit floats.
    fn may_be_truncated(&self, vector: Value, bytes: u64) -> bool {
        let (ctx, ty) = (self.source.ctx(), self.b.body.ty(vector));
        let is_integer = !ctx.is_float(ctx.elem_type(ty)) || bytes < 4;
        let bits = 8 * bytes as usize * self.lanes_of(ty);
        self.unit.level.target().masks && bytes < 8 && is_integer && bits <= REGISTER
    }

    /// A vector after a fence, and its mask. Both fill a whole register; the added lanes are inactive.
    fn fenced(&mut self, vector: Value, mask: Value, bytes: usize) -> (Value, Value) {
        let ctx = self.ctx();
        let (ty, lanes) = (self.b.body.ty(vector), self.lanes_of(self.b.body.ty(vector)));
        let bits = if 8 * bytes * lanes <= REGISTER / 2 { REGISTER / 2 } else { REGISTER };
        let room = bits / 8 / bytes;
        let off = self.zero(self.b.body.ty(mask));
        let taken = |beyond: usize| -> Vec<i32> {
            (0..room).map(|lane| if lane < lanes { lane } else { beyond } as i32).collect()
        };
        // The values of the lanes beyond the vector do not matter.
        let wide = self.shuffle(vector, vector, &taken(0));
        let mask = self.shuffle(mask, off, &taken(lanes));
        let floats = vector_type(&ctx, bits / 32, ctx.f32());
        let same = self.b.value(llvm::BITCAST, &[wide], floats, &[]);
        let same = self.intrinsic("llvm.arithmetic.fence", &[same], floats);
        let ty = vector_type(&ctx, room, ctx.elem_type(ty));
        (self.b.value(llvm::BITCAST, &[same], ty, &[]), mask)
    }

    /// The active lanes of a mask, register by register; the others are zero.
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

    /// The lanes of a mask from `first` on, as sign bits of a register of `room` elements. `lanes` is the
    /// lane count of the mask; lanes beyond `count` are inactive.
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

    /// One register. The instruction is for floats; integers of the same width have the same bits.
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
