//! Lowering of the mem dialect: row-major addresses, scratch memory, copies, traps.

use crate::emitter::callee::FOREIGN_SITE;
use crate::emitter::types::{Buffer, storage_bytes, vector_lanes};
use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use tf_abi::call::{TRAP, TRAP_NUMBERS};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::func::Call;
use tf_dialects::mem::{self, Trap, TrapOp};
use tf_dialects::stops;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

impl Emitter<'_, '_> {
    pub(crate) fn memory(&mut self, op: Op) -> Result<()> {
        match self.source.kind(op) {
            mem::Load::KIND => self.mem_load(op),
            mem::Store::KIND => self.mem_store(op),
            mem::Alloc::KIND => self.mem_alloc(op),
            mem::Constant::KIND => self.mem_constant(op),
            mem::Copy::KIND => self.mem_copy(op),
            mem::ExtentOf::KIND => self.mem_extent(op),
            mem::Trap::KIND => self.mem_trap(op),
            mem::Print::KIND => self.mem_print(op),
            mem::Mark::KIND => self.mem_mark(op),
            mem::Prefetch::KIND => self.mem_prefetch(op),
            mem::BeforeLine::KIND => self.mem_before_line(op),
            mem::Drain::KIND => self.mem_drain(),
            _ => Err(self.refuse(op, "has no upstream form")),
        }
    }

    /// The linear element offset of subscripts, for one element or for the lanes of a vector: Horner's scheme
    /// over the extents.
    pub(crate) fn linear(&mut self, op: Op, buffer: &Buffer, subscripts: &[Value]) -> Result<Value> {
        let Some((first, rest)) = subscripts.split_first() else { return Ok(self.int(0)) };
        let lanes = vector_lanes(self.source.ctx(), self.b.body.ty(*first));
        rest.iter().zip(&buffer.extents[1..]).try_fold(*first, |outer, (subscript, extent)| {
            let mut extent = self.extent(op, extent)?;
            if let Some(lanes) = lanes {
                extent = self.splat(extent, lanes);
            }
            let row = self.index_op(arith::Muli, outer, extent);
            Ok(self.index_op(arith::Addi, row, *subscript))
        })
    }

    /// Address of an element.
    pub(crate) fn address(&mut self, op: Op, buffer: &Buffer, subscripts: &[Value]) -> Result<Value> {
        let (elem, _) = buffer.stored(self.source.ctx());
        let offset = self.linear(op, buffer, subscripts)?;
        Ok(self.element_pointer(buffer.pointer, offset, elem))
    }

    fn mem_load(&mut self, op: Op) -> Result<()> {
        let operands: Vec<Value> = self.source.operands(op).collect();
        let buffer = self.buffer(op, operands[0])?;
        let subscripts = self.values_of(op, &operands[1..])?;
        let pointer = self.address(op, &buffer, &subscripts)?;
        let (ty, bytes) = buffer.stored(self.source.ctx());
        let stored = self.load(pointer, ty, bytes);
        let value = self.from_storage(stored, buffer.elem);
        self.set_results(op, &[value]);
        Ok(())
    }

    fn mem_store(&mut self, op: Op) -> Result<()> {
        let operands: Vec<Value> = self.source.operands(op).collect();
        let value = self.operand(op, operands[0])?;
        let buffer = self.buffer(op, operands[1])?;
        let subscripts = self.values_of(op, &operands[2..])?;
        let pointer = self.address(op, &buffer, &subscripts)?;
        let stored = self.to_storage(value, buffer.elem);
        self.store(stored, pointer, buffer.stored(self.source.ctx()).1);
        Ok(())
    }

    /// Converts a loaded element (or vector of them) to a value: a byte becomes an `i1`.
    pub(crate) fn from_storage(&mut self, stored: Value, elem: Type) -> Value {
        let ctx = self.ctx();
        if elem != ctx.i1() {
            return stored;
        }
        let ty = self.b.body.ty(stored);
        let zero = self.zero(ty);
        arith::cmpi(self, CmpI::Ne, stored, zero)
    }

    /// Converts a value (or vector) to its storage type: an `i1` becomes a byte.
    pub(crate) fn to_storage(&mut self, value: Value, elem: Type) -> Value {
        let ctx = self.ctx();
        if elem != ctx.i1() {
            return value;
        }
        let ty = ctx.with_elem(self.b.body.ty(value), ctx.int(8));
        arith::extui(self, value, ty)
    }

    /// Buffers are allocated at the start of the function (see `scratch`); buffers of a GPU thread are on its
    /// stack.
    fn mem_alloc(&mut self, op: Op) -> Result<()> {
        if self.threads {
            return self.allocate_on_stack(op);
        }
        self.buffer(op, self.source.result(op, 0)).map(drop)
    }

    fn mem_copy(&mut self, op: Op) -> Result<()> {
        let operands: Vec<Value> = self.source.operands(op).collect();
        let (from, to) = (self.buffer(op, operands[0])?, self.buffer(op, operands[1])?);
        let mut size = self.int(storage_bytes(self.source.ctx(), from.elem) as i64);
        for extent in &from.extents {
            let extent = self.extent(op, extent)?;
            size = self.index_op(arith::Muli, size, extent);
        }
        self.copy_bytes(to.pointer, from.pointer, size);
        Ok(())
    }

    fn mem_extent(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let terms = self.source.attr(op, "extent").and_then(|a| ctx.attr_extents(a)).unwrap_or_default();
        let [term] = terms else { return Err(self.refuse(op, "needs one extent")) };
        let value = self.extent(op, term)?;
        self.set_results(op, &[value]);
        Ok(())
    }

    /// Records a trap and continues: the code after it makes no unsafe access, and the call's status marks
    /// its results as invalid.
    ///
    /// A kernel has no call to report to: the GPU stops the kernel, and the launch fails.
    fn mem_trap(&mut self, op: Op) -> Result<()> {
        if self.threads {
            self.b.op(llvm::TRAP, &[], &[], &[]);
            return Ok(());
        }
        let ctx = self.ctx();
        let code = self.source.cast(op, Trap).map_or(stops::OUT_OF_BOUNDS, TrapOp::status);
        let numbers = self.operands(op)?;
        let place = self.unit.locations.len();
        let message = self.source.attr(op, "message").and_then(|a| ctx.attr_str(a)).unwrap_or_default();
        self.unit.locations.push((self.source.loc(op), message.to_string()));
        let code = self.int32(code.into());
        let place = match self.sites {
            _ if self.unit.is_routine => self.int32(FOREIGN_SITE),
            Some((first, start)) => {
                let behind = self.int32((place - first) as i64);
                arith::addi(self, start, behind)
            }
            None => self.int32(place as i64),
        };
        self.call_trap(code, place, &numbers);
        Ok(())
    }

    /// Emits the call that records a trap: its status, its site index and its values.
    pub(crate) fn call_trap(&mut self, code: Value, place: Value, numbers: &[Value]) -> Value {
        let ctx = self.ctx();
        let mut operands = vec![self.call, code, place];
        for i in 0..TRAP_NUMBERS {
            operands.push(numbers.get(i).copied().unwrap_or_else(|| self.int(0)));
        }
        let callee = [("callee", ctx.symbol_attr(TRAP))];
        self.b.value(Call, &operands, ctx.i32(), &callee)
    }
}
