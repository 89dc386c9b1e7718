//! Dynamic shared memory: arrays at byte offsets in the memory that a launch provides.
//!
//! On a processor, each array has separate memory, so arrays must not overlap. Two ops with the same offset
//! and the same type mean the same array. If all offsets are constants, these ops are matched at compile
//! time; else each type has one memory with slots, and the slot is chosen at run time.

use super::block::{Fission, Form, Result};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{DynamicShared, SHARED_ALIGNMENT, shared_bytes};
use tf_dialects::loops::build::if_then;
use tf_dialects::mem;
use tf_dialects::stops;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_ir::walk::preorder;

/// The byte range of an array.
#[derive(Clone, Copy)]
enum Bytes {
    Known(i64, i64),
    /// The begin and the end of the range, and the slot in the memory of arrays of this type.
    Dynamic(Value, Value, Value),
}

/// A dynamic shared array that has memory.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    bytes: Bytes,
    ty: Type,
    memory: Value,
}

impl Fission<'_, '_> {
    fn dynamic_arrays(&self) -> Vec<Op> {
        preorder(self.source).into_iter().filter(|op| self.source.is(*op, DynamicShared)).collect()
    }

    /// The byte offset of an array, if it is a valid constant.
    fn known_byte(&self, op: Op) -> Option<i64> {
        let byte = constant_int(self.source, self.source.operand(op, 0));
        byte.filter(|byte| *byte >= 0 && byte % SHARED_ALIGNMENT as i64 == 0)
    }

    /// The byte offset of an array as a value, unless threads compute it.
    fn dynamic_byte(&mut self, op: Op) -> Option<Value> {
        let byte = self.source.operand(op, 0);
        match (constant_int(self.source, byte), self.forms.get(byte)) {
            (Some(byte), _) => Some(self.index(byte)),
            (None, Some(Form::Value(byte))) => Some(*byte),
            _ => None,
        }
    }

    fn bytes_of(&self, op: Op) -> i64 {
        let bytes = shared_bytes(self.source.ctx(), self.source.ty(self.source.result(op, 0)));
        bytes.and_then(|bytes| i64::try_from(bytes).ok()).unwrap_or(i64::MAX)
    }

    /// Traps if a launch provides less dynamic shared memory than the arrays at constant offsets need. Arrays
    /// at other offsets are checked at their ops.
    pub(super) fn check_dynamic(&mut self) {
        let ends = self
            .dynamic_arrays()
            .into_iter()
            .filter_map(|op| Some((self.known_byte(op)?.saturating_add(self.bytes_of(op)), op)));
        let Some((end, op)) = ends.max_by_key(|(end, _)| *end) else { return };
        self.b.loc = self.source.loc(op);
        let needed = self.index(end);
        let given = self.geometry.shared;
        let lacks = arith::cmpi(&mut self.b, CmpI::Slt, given, needed);
        let text = "the kernel uses {} bytes of dynamic shared memory, but the launch gives it {}";
        self.refuse_at_run_time(lacks, text, &[needed, given]);
    }

    fn refuse_at_run_time(&mut self, condition: Value, text: &str, numbers: &[Value]) {
        if_then(&mut self.b, condition, |b| {
            mem::Trap::with_status(b, numbers, text, stops::OUT_OF_BOUNDS.into());
        });
    }

    /// The memory of a dynamic shared array.
    pub(super) fn dynamic_array(&mut self, op: Op, ty: Type) -> Result<()> {
        match self.dynamic_arrays().into_iter().map(|op| self.known_byte(op)).collect::<Option<Vec<i64>>>() {
            Some(_) => self.array_at_known_byte(op, ty),
            None => self.array_at_dynamic_byte(op, ty),
        }
    }

    fn array_at_known_byte(&mut self, op: Op, ty: Type) -> Result<()> {
        let result = self.source.result(op, 0);
        let first = self.known_byte(op).unwrap_or(0);
        let end = first.saturating_add(self.bytes_of(op));
        for known in self.dynamic.clone() {
            let Bytes::Known(from, to) = known.bytes else { continue };
            if from == first && known.ty == ty {
                self.define_array(result, known.memory);
                return Ok(());
            }
            if from < end && first < to {
                let text = "overlaps another array of dynamic shared memory: on a CPU, each array needs separate bytes";
                return Err(self.refuse(op, text));
            }
        }
        let memory = self.memory_of_block(result, ty)?;
        self.dynamic.push(Placed { bytes: Bytes::Known(first, end), ty, memory });
        self.define_array(result, memory);
        Ok(())
    }

    fn array_at_dynamic_byte(&mut self, op: Op, ty: Type) -> Result<()> {
        let result = self.source.result(op, 0);
        let Some(first) = self.dynamic_byte(op) else {
            let text = "begins at a byte that threads compute: on a CPU, it must be computed from arguments \
                of the kernel and sizes of the launch";
            return Err(self.refuse(op, text));
        };
        let end = self.check_place(op, first);
        let slots = self.ops_of_type(ty);
        let before = self.dynamic.clone();
        let same_type: Vec<&Placed> = before.iter().filter(|other| other.ty == ty).collect();
        let mut slot = self.index(same_type.len() as i64);
        for other in &before {
            let Bytes::Dynamic(from, to, other_slot) = other.bytes else { continue };
            let clash = self.overlaps((first, end), (from, to));
            let clash = if other.ty == ty {
                let same = arith::cmpi(&mut self.b, CmpI::Eq, first, from);
                slot = arith::select(&mut self.b, same, other_slot, slot);
                let apart = arith::cmpi(&mut self.b, CmpI::Ne, first, from);
                arith::andi(&mut self.b, clash, apart)
            } else {
                clash
            };
            let text = "an array from byte {} of the dynamic shared memory takes bytes that are another array's, from byte {} on";
            self.refuse_at_run_time(clash, text, &[first, from]);
        }
        let memory = match same_type.first() {
            Some(other) => other.memory,
            None => {
                let all = self.several(ty, slots * self.geometry.members());
                self.memory_of(result, all)?
            }
        };
        self.dynamic.push(Placed { bytes: Bytes::Dynamic(first, end, slot), ty, memory });
        self.forms.set(result, Form::Placed { memory, slot, slots });
        Ok(())
    }

    /// Checks that an array is aligned to 16 bytes and inside the memory of the launch; returns its end.
    fn check_place(&mut self, op: Op, first: Value) -> Value {
        self.b.loc = self.source.loc(op);
        let size = self.bytes_of(op);
        let (bytes, given) = (self.index(size), self.geometry.shared);
        let (alignment, zero) = (self.index(SHARED_ALIGNMENT as i64), self.index(0));
        let b = &mut self.b;
        let left = arith::subi(b, given, first);
        let outside = arith::cmpi(b, CmpI::Ugt, first, given);
        let short = arith::cmpi(b, CmpI::Slt, left, bytes);
        let rest = arith::remui(b, first, alignment);
        let askew = arith::cmpi(b, CmpI::Ne, rest, zero);
        let wrong = arith::ori(b, outside, short);
        let wrong = arith::ori(b, wrong, askew);
        let end = arith::addi(b, first, bytes);
        let text = format!(
            "an array takes {size} bytes from byte {{}} on: the launch gives {{}} bytes of dynamic shared memory, and arrays begin at a \
             multiple of {SHARED_ALIGNMENT}"
        );
        self.refuse_at_run_time(wrong, &text, &[first, given]);
        end
    }

    /// True if two byte ranges overlap.
    fn overlaps(&mut self, one: (Value, Value), other: (Value, Value)) -> Value {
        let begins = arith::cmpi(&mut self.b, CmpI::Slt, one.0, other.1);
        let ends = arith::cmpi(&mut self.b, CmpI::Slt, other.0, one.1);
        arith::andi(&mut self.b, begins, ends)
    }

    /// The number of ops in the kernel that may mean different arrays of a type.
    fn ops_of_type(&self, ty: Type) -> i64 {
        let results = self.dynamic_arrays().into_iter().map(|op| self.source.result(op, 0));
        results.filter(|array| self.stored_type(*array) == ty).count() as i64
    }

    /// The index of a slot in the memory of its type; a cluster has the slots of its blocks in the order of
    /// ranks.
    pub(super) fn slot_of(&mut self, rank: Option<Value>, slot: Value, slots: i64) -> Value {
        let Some(rank) = rank.filter(|_| self.geometry.cluster.is_some()) else { return slot };
        let slots = self.index(slots);
        let first = arith::muli(&mut self.b, rank, slots);
        arith::addi(&mut self.b, first, slot)
    }
}
