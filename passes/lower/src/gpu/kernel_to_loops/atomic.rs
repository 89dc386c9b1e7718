//! Atomic operations become a load, an update and a store, since threads run one after the other.

use super::block::{Fission, Result};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{Atomic, AtomicKind, CompareExchange, LoadAcquire, StoreRelease};
use tf_dialects::mem;
use tf_dialects::scalar::dtype;
use tf_ir::body::{Body, Op, Value};
use tf_ir::rewrite::Rebuild;

/// The memory that an atomic operation changes.
pub(super) fn memory_of(body: &Body, op: Op) -> Option<Value> {
    match body.kind(op) {
        Atomic::KIND => Some(body.operand(op, 1)),
        CompareExchange::KIND => Some(body.operand(op, 2)),
        LoadAcquire::KIND => Some(body.operand(op, 0)),
        StoreRelease::KIND => Some(body.operand(op, 1)),
        _ => None,
    }
}

impl Fission<'_, '_> {
    pub(super) fn atomic(&mut self, op: Op) -> Result<()> {
        let source = self.source;
        let value = self.operand(op, source.operand(op, 0))?;
        let (memory, subscripts) = self.element(op, 1)?;
        let ty = source.ty(source.operand(op, 0));
        let what = match source.op(op).view(Atomic).what() {
            AtomicKind::Exchange => None,
            AtomicKind::Combine(kind) => {
                let what = dtype(source.ctx(), ty).and_then(|dtype| kind.op(dtype));
                Some(what.ok_or_else(|| self.refuse(op, "has no operation that combines elements"))?)
            }
        };
        let old = self.guarded(op, memory, &subscripts, |b| {
            let old = mem::Load::build(b, memory, &subscripts);
            let new = what.map_or(value, |what| b.value(what, &[old, value], ty, &[]));
            mem::Store::build(b, new, memory, &subscripts);
            old
        });
        self.define(source.result(op, 0), old);
        Ok(())
    }

    /// Compares bits, so that a NaN is equal to itself.
    pub(super) fn compare_exchange(&mut self, op: Op) -> Result<()> {
        let source = self.source;
        let expected = self.operand(op, source.operand(op, 0))?;
        let value = self.operand(op, source.operand(op, 1))?;
        let (memory, subscripts) = self.element(op, 2)?;
        let (ctx, ty) = (source.ctx().clone(), source.ty(source.operand(op, 0)));
        let old = self.guarded(op, memory, &subscripts, |b| {
            let old = mem::Load::build(b, memory, &subscripts);
            let mut bits = [old, expected];
            if let Some(width) = ctx.scalar_width(ty).filter(|_| ctx.is_float(ty)) {
                bits = bits.map(|value| arith::bitcast(b, value, ctx.int(width)));
            }
            let same = arith::cmpi(b, CmpI::Eq, bits[0], bits[1]);
            let new = arith::select(b, same, value, old);
            mem::Store::build(b, new, memory, &subscripts);
            old
        });
        self.define(source.result(op, 0), old);
        Ok(())
    }

    /// Blocks run one after the other, so the flags of earlier blocks are set.
    pub(super) fn load_acquire(&mut self, op: Op) -> Result<()> {
        let (memory, subscripts) = self.element(op, 0)?;
        let value = self.guarded(op, memory, &subscripts, |b| mem::Load::build(b, memory, &subscripts));
        self.define(self.source.result(op, 0), value);
        Ok(())
    }

    pub(super) fn store_release(&mut self, op: Op) -> Result<()> {
        let value = self.operand(op, self.source.operand(op, 0))?;
        let (memory, subscripts) = self.element(op, 1)?;
        self.guarded_effect(op, memory, &subscripts, |b| {
            mem::Store::build(b, value, memory, &subscripts);
        });
        Ok(())
    }
}
