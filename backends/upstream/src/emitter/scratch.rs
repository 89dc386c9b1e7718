//! Allocation of a function's buffers: small constant ones on the stack, the others in one arena per call.
//!
//! All are allocated at the start of the new function, so that a loop neither grows the stack nor allocates.
//! The arena's size is checked for overflow. If the arena cannot be allocated, the call returns a status
//! before any other memory access.

use crate::emitter::callee::FOREIGN_SITE;
use crate::emitter::types::{memref_elem, memref_extents, pointer_type, storage_bytes};
use crate::emitter::{Emitter, Result};
use crate::names::{llvm, scf};
use rustc_hash::FxHashMap;
use tf_abi::call::{ALIGNMENT, SCRATCH_ALLOC, SCRATCH_FREE, Trap};
use tf_dialects::arith::{self, CmpF};
use tf_dialects::func::{Call, Return};
use tf_dialects::loops::Parallel;
use tf_dialects::mem::Alloc;
use tf_dialects::stops;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::extent::Extent;
use tf_ir::kind::WhichOp;
use tf_ir::rewrite::Rebuild;
use tf_ir::walk;

/// Buffers of constant size up to this many bytes are on the stack …
const STACK_BYTES: i64 = 4096;

/// … as long as a function has no more than this in total: threads have stacks of a few megabytes, and long
/// programs have many buffers.
const STACK_TOTAL: i64 = 1 << 16;

/// More bytes than an address space has. Sizes whose estimate is below this fit 63 bits, with room for the
/// rounding of the estimate.
const MOST_BYTES: f64 = (1u64 << 62) as f64;

/// A buffer in the arena: its `mem.alloc`, and its offset in bytes.
type Placed = (Op, Value);

/// A size in bytes.
#[derive(Clone, Copy)]
struct Size {
    /// Modulo 2⁶⁴.
    bytes: Value,
    /// The same as `f64`, which does not wrap around.
    estimate: Value,
}

impl Emitter<'_, '_> {
    /// Allocates every buffer of ops inside `scope`, except those inside its parallel loops, which become
    /// separate functions.
    pub(crate) fn allocate_in(&mut self, scope: Op) -> Result<()> {
        let (mut arena, mut used) = (Vec::new(), 0);
        for op in self.allocations(scope) {
            let placed = self.source.cast(op, Alloc).is_some_and(|alloc| alloc.start().is_some());
            match self.constant_bytes(op)? {
                Some(bytes)
                    if !placed && bytes <= STACK_BYTES && (self.nested || used + bytes <= STACK_TOTAL) =>
                {
                    used += bytes;
                    let pointer = self.stack(bytes.div_euclid(8) as usize + 1);
                    self.set_results(op, &[pointer]);
                }
                _ => arena.push(op),
            }
        }
        if arena.is_empty() {
            return Ok(());
        }
        self.arena(&arena)
    }

    /// Allocates a buffer of constant size on the stack.
    pub(crate) fn allocate_on_stack(&mut self, op: Op) -> Result<()> {
        let bytes = self.constant_bytes(op)?;
        let bytes =
            bytes.ok_or_else(|| self.refuse(op, "has no constant size: memory of a thread needs one"))?;
        let pointer = self.stack(bytes.div_euclid(8) as usize + 1);
        self.set_results(op, &[pointer]);
        Ok(())
    }

    /// Frees the arena, if there is one; called at the end of the function.
    pub(crate) fn free_arena(&mut self) {
        if let Some(arena) = self.arena {
            let callee = [("callee", self.source.ctx().symbol_attr(SCRATCH_FREE))];
            self.b.op(Call, &[self.call, arena], &[], &callee);
        }
    }

    fn allocations(&self, scope: Op) -> Vec<Op> {
        let mut found = Vec::new();
        walk::walk(self.source, scope, &mut |body, op| {
            let nearest = std::iter::successors(body.parent_op(op), |p| body.parent_op(*p))
                .take_while(|p| *p != scope)
                .any(|p| body.is(p, Parallel));
            if body.is(op, Alloc) && (!nearest || self.nested) {
                found.push(op);
            }
        });
        found
    }

    /// The element size in bytes and the extents of the buffer that an op allocates.
    fn allocated(&self, op: Op) -> Result<(i64, Vec<Extent>)> {
        let (ctx, ty) = (self.source.ctx(), self.source.ty(self.source.result(op, 0)));
        let (Some(extents), Some(elem)) = (memref_extents(ctx, ty), memref_elem(ctx, ty)) else {
            return Err(self.refuse(op, "allocates a memref with an unnamed extent '?'"));
        };
        Ok((storage_bytes(ctx, elem) as i64, extents))
    }

    fn constant_bytes(&self, op: Op) -> Result<Option<i64>> {
        let (each, extents) = self.allocated(op)?;
        Ok(extents.iter().try_fold(each, |n, extent| n.checked_mul(extent.as_const()?)))
    }

    /// One allocation for all of these buffers. Buffers with a fixed start are first, then those of constant
    /// size, so that most offsets are constants. Buffers of one slot share an offset.
    fn arena(&mut self, ops: &[Op]) -> Result<()> {
        let ctx = self.ctx();
        let (mut total, mut placed) = self.packed(ops)?;
        let mut sizes: Vec<(Vec<Op>, Size)> = Vec::new();
        let mut slots: FxHashMap<i64, usize> = FxHashMap::default();
        for op in ops {
            let Some(alloc) = self.source.cast(*op, Alloc).filter(|alloc| alloc.start().is_none()) else {
                continue;
            };
            let slot = alloc.slot_number();
            let size = self.bytes_of(*op)?;
            match slot.and_then(|slot| slots.get(&slot).copied()) {
                Some(at) => {
                    sizes[at].1 = self.larger(sizes[at].1, size);
                    sizes[at].0.push(*op);
                }
                None => {
                    slots.extend(slot.map(|slot| (slot, sizes.len())));
                    sizes.push((vec![*op], size));
                }
            }
        }
        sizes.sort_by_key(|(_, size)| self.known(size.bytes).is_none());
        for (ops, size) in sizes {
            placed.extend(ops.into_iter().map(|op| (op, total.bytes)));
            total = self.next_start(total, size);
        }
        let size = self.arena_size(total);
        let callee = [("callee", ctx.symbol_attr(SCRATCH_ALLOC))];
        let arena = self.b.value(Call, &[self.call, size], pointer_type(&ctx), &callee);
        self.leave_if_null(arena, ops)?;
        self.arena = Some(arena);
        for (op, offset) in placed {
            let pointer = self.element_pointer(arena, offset, ctx.int(8));
            self.set_results(op, &[pointer]);
        }
        Ok(())
    }

    /// The buffers with a fixed start, and their total size.
    fn packed(&mut self, ops: &[Op]) -> Result<(Size, Vec<Placed>)> {
        let ctx = self.ctx();
        let (mut end, mut placed) = (0i64, Vec::new());
        for op in ops {
            let start = self.source.cast(*op, Alloc).and_then(|alloc| alloc.start_byte());
            let Some(start) = start.and_then(|start| i64::try_from(start).ok()) else { continue };
            let bytes = self.constant_bytes(*op)?;
            let last = bytes.and_then(|bytes| start.checked_add(bytes)?.checked_add(ALIGNMENT as i64 - 1));
            let last = last.map(|last| last & !(ALIGNMENT as i64 - 1));
            let last =
                last.ok_or_else(|| self.refuse(*op, "has a start, but no constant size that fits after it"))?;
            if start % ALIGNMENT as i64 != 0 {
                return Err(self.refuse(*op, "starts at a byte that is not a multiple of 64"));
            }
            end = end.max(last);
            placed.push((*op, self.int(start)));
        }
        Ok((Size { bytes: self.int(end), estimate: self.float(ctx.f64(), end as f64) }, placed))
    }

    /// The larger of two sizes.
    fn larger(&mut self, a: Size, b: Size) -> Size {
        let bytes = self.index_op(arith::Maxsi, a.bytes, b.bytes);
        // The sum of the estimates is an upper bound, and NaN if either is NaN.
        Size { bytes, estimate: arith::addf(self, a.estimate, b.estimate) }
    }

    /// The size of the arena, or −1 if it overflows: one comparison of the estimate decides. (A flag for each
    /// sum and product would be a chain of hundreds of conjunctions in a large program, on which LLVM takes
    /// quadratic time.)
    fn arena_size(&mut self, total: Size) -> Value {
        let ctx = self.ctx();
        if self.known(total.bytes).is_some_and(|bytes| (bytes as f64) < MOST_BYTES) {
            return total.bytes;
        }
        let limit = self.float(ctx.f64(), MOST_BYTES);
        // False for NaN, which is zero times infinity.
        let fits = arith::cmpf(self, CmpF::OLT, total.estimate, limit);
        let minus = self.int(-1);
        arith::select(self, fits, total.bytes, minus)
    }

    /// Bytes of a buffer; negative extents count as 0.
    fn bytes_of(&mut self, op: Op) -> Result<Size> {
        let ctx = self.ctx();
        let (each, extents) = self.allocated(op)?;
        let mut size = Size { bytes: self.int(each), estimate: self.float(ctx.f64(), each as f64) };
        let zero = self.int(0);
        for extent in &extents {
            let extent = self.extent(op, extent)?;
            let extent = self.index_op(arith::Maxsi, extent, zero);
            let bytes = self.index_op(arith::Muli, size.bytes, extent);
            let estimate = match self.known(bytes) {
                Some(bytes) => self.float(ctx.f64(), bytes as f64),
                None => {
                    let extent = self.estimate_of(extent);
                    arith::mulf(self, size.estimate, extent)
                }
            };
            size = Size { bytes, estimate };
        }
        Ok(size)
    }

    /// The start of the next buffer, after one that starts at `start`.
    fn next_start(&mut self, start: Size, size: Size) -> Size {
        let f64 = self.ctx().f64();
        let slack = self.int(ALIGNMENT as i64 - 1);
        let mask = self.int(!(ALIGNMENT as i64 - 1));
        let room = self.index_op(arith::Addi, size.bytes, slack);
        let room = self.index_op(arith::Andi, room, mask);
        let bytes = self.index_op(arith::Addi, start.bytes, room);
        if let Some(known) = self.known(bytes) {
            return Size { bytes, estimate: self.float(f64, known as f64) };
        }
        let slack = self.float(f64, ALIGNMENT as f64);
        let room = arith::addf(self, size.estimate, slack);
        Size { bytes, estimate: arith::addf(self, start.estimate, room) }
    }

    fn estimate_of(&mut self, extent: Value) -> Value {
        let f64 = self.ctx().f64();
        match self.known(extent) {
            Some(extent) => self.float(f64, extent as f64),
            None => arith::sitofp(self, extent, f64),
        }
    }

    /// The report of an allocation failure for these buffers: the site index of the largest buffer, or of the
    /// first whose size is unknown at compile time, and the values for its message. There is one allocation
    /// for all buffers, so the message mentions the others.
    fn place_of_largest(&mut self, wanted: &[Op]) -> Result<(i64, Vec<Value>)> {
        let bytes = |op: &Op| self.constant_bytes(*op).ok().flatten().unwrap_or(i64::MAX);
        let Some(op) = wanted.iter().rev().max_by_key(|op| bytes(op)).copied() else {
            return Ok((0, Vec::new()));
        };
        let ctx = self.ctx();
        let (mut text, extents) = stops::no_memory(&ctx, self.source.ty(self.source.result(op, 0)));
        match wanted.len() - 1 {
            0 => {}
            1 => text.push_str(" and another intermediate result"),
            n => text.push_str(&format!(" and {n} other intermediate results")),
        }
        let numbers = extents.iter().map(|extent| self.extent(op, extent)).collect::<Result<_>>()?;
        if self.unit.is_routine {
            return Ok((FOREIGN_SITE, numbers));
        }
        self.unit.locations.push((self.source.loc(op), text));
        Ok((self.unit.locations.len() as i64 - 1, numbers))
    }

    /// Splits the function here: for a null pointer it records the trap and returns its code.
    fn leave_if_null(&mut self, pointer: Value, wanted: &[Op]) -> Result<()> {
        let ctx = self.ctx();
        // The values are computed before the branch, so that they dominate both successors.
        let (place, numbers) = self.place_of_largest(wanted)?;
        let null = self.b.value(llvm::ZERO, &[], pointer_type(&ctx), &[]);
        let equal = [("predicate", ctx.i64_attr(0))];
        let is_null = self.b.value(llvm::ICMP, &[pointer, null], ctx.i1(), &equal);
        let region = self.b.body.region(self.b.body.root(), 0);
        let fail = self.b.body.add_block(region, &[]);
        let go_on = self.b.body.add_block(region, &[]);
        let branch = scf::COND_BR.name_in(&ctx);
        let branch = self.b.body.create(branch, self.b.loc, &[is_null], &[], 0, &[fail, go_on]);
        let segments = ctx.i32_array_attr(&[1, 0, 0]);
        self.b.body.set_attr(branch, "operandSegmentSizes", segments);
        self.b.insert(branch);
        self.b.cursor = Cursor::End(fail);
        let code = self.int32(Trap::OutOfMemory as u32 as i64);
        let place = self.int32(place);
        let status = self.call_trap(code, place, &numbers);
        // The body of a parallel loop returns no status: the call has it.
        let status = if self.nested { Vec::new() } else { vec![status] };
        Return::build(&mut self.b, &status);
        self.b.cursor = Cursor::End(go_on);
        Ok(())
    }
}
