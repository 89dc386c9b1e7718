//! Lowering of hints: prefetches, non-temporal stores, and cache-line alignment.

use crate::emitter::{Emitter, Result};
use crate::names::{llvm, scf};
use tf_dialects::arith::{self, CmpI};
use tf_ir::body::{Op, Value};

/// Bytes of a cache line.
const LINE: i64 = 64;
/// The smallest vector, in bytes, with a non-temporal store.
const LEAST: i64 = 16;
/// `llvm::AtomicOrdering::SequentiallyConsistent`
const ORDERED: i64 = 7;

impl Emitter<'_, '_> {
    /// `mem.prefetch`: for reading, into all caches.
    pub(crate) fn mem_prefetch(&mut self, op: Op) -> Result<()> {
        let pointer = self.pointed(op)?;
        let ctx = self.ctx();
        let number = |n: i64| ctx.int_attr(ctx.i32(), n.into());
        self.b.op(
            llvm::PREFETCH,
            &[pointer],
            &[],
            &[("rw", number(0)), ("hint", number(3)), ("cache", number(1))],
        );
        Ok(())
    }

    /// `mem.before_line`: elements whose size is a power of two are aligned to their size.
    pub(crate) fn mem_before_line(&mut self, op: Op) -> Result<()> {
        let pointer = self.pointed(op)?;
        let buffer = self.buffer(op, self.source.operand(op, 0))?;
        let bytes = buffer.stored(self.source.ctx()).1 as i64;
        let i64 = self.ctx().i64();
        let address = self.b.value(llvm::PTRTOINT, &[pointer], i64, &[]);
        let (zero, mask) = (self.int(0), self.int(LINE - 1));
        let below = self.index_op(arith::Subi, zero, address);
        let ahead = arith::andi(self, below, mask);
        let bytes = self.int(bytes);
        let elements = self.index_op(arith::Divsi, ahead, bytes);
        self.set_results(op, &[elements]);
        Ok(())
    }

    /// `mem.drain`: processors order non-temporal stores by a special fence, which the strongest ordering
    /// includes.
    pub(crate) fn mem_drain(&mut self) -> Result<()> {
        let ordering = self.ctx().i64_attr(ORDERED);
        self.b.op(llvm::FENCE, &[], &[], &[("ordering", ordering)]);
        Ok(())
    }

    /// A non-temporal store of a vector of `bytes` bytes, if its address has the alignment that processors
    /// need.
    pub(crate) fn store_past_caches(
        &mut self,
        value: Value,
        pointer: Value,
        (bytes, align): (u64, u64),
    ) -> Result<()> {
        let whole = i64::try_from(bytes).unwrap_or(0);
        let wanted = (whole & whole.wrapping_neg()).min(LINE);
        if wanted < LEAST {
            self.store(value, pointer, align);
            return Ok(());
        }
        let i64 = self.ctx().i64();
        let address = self.b.value(llvm::PTRTOINT, &[pointer], i64, &[]);
        let (zero, mask) = (self.int(0), self.int(wanted - 1));
        let below = arith::andi(self, address, mask);
        let fits = arith::cmpi(self, CmpI::Eq, below, zero);
        let new = self.b.op_with_regions(scf::IF, &[fits], &[], &[], 2);
        self.fill(new, 0, &[], |this, _| {
            let ctx = this.ctx();
            let attrs = [
                ("alignment", ctx.i64_attr(wanted)),
                ("ordering", ctx.i64_attr(0)),
                ("nontemporal", ctx.unit_attr()),
            ];
            this.b.op(llvm::STORE, &[value, pointer], &[], &attrs);
            Ok(Vec::new())
        })?;
        self.fill(new, 1, &[], |this, _| {
            this.store(value, pointer, align);
            Ok(Vec::new())
        })
    }

    /// The address of the element that an op accesses.
    fn pointed(&mut self, op: Op) -> Result<Value> {
        let operands: Vec<Value> = self.source.operands(op).collect();
        let buffer = self.buffer(op, operands[0])?;
        let subscripts = self.values_of(op, &operands[1..])?;
        self.address(op, &buffer, &subscripts)
    }
}
