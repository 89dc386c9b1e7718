//! Memory hints for processors: prefetches, cache line boundaries, and draining of non-temporal stores.

use super::ops::check_subscripts;
use crate::shared::constraints::*;
use smallvec::{SmallVec, smallvec};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;

/// Prefetches an element into a cache. It has no effect on results, and its subscripts may be out of bounds.
#[op(
    "mem.prefetch",
    operands(memref: MEMREF, subscripts: variadic(INDEX) = Context::index),
    interfaces(Verify, Effects),
    asm = "$memref `[` $subscripts `]` attr-dict `:` type($memref)",
)]
pub struct Prefetch;

/// The distance in elements from this one to the next 64-byte line; 0 at a line's start. It varies from call
/// to call, so no result may depend on it. The interpreter, whose memory has no addresses, returns 0. The
/// subscripts may be out of bounds.
#[op(
    "mem.before_line",
    operands(memref: MEMREF, subscripts: variadic(INDEX) = Context::index),
    results(result: INDEX = Context::index),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "$memref `[` $subscripts `]` attr-dict `:` type($memref)",
)]
pub struct BeforeLine;

/// Waits until non-temporal stores are visible to all threads.
#[op("mem.drain", interfaces(Effects), asm = "attr-dict")]
pub struct Drain;

impl Verify for Prefetch {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_subscripts(op, 0, op.operand_count() - 1)
    }
}

impl Verify for BeforeLine {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_subscripts(op, 0, op.operand_count() - 1)
    }
}

/// A control effect keeps it in its position.
impl Effects for Prefetch {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}

/// The address does not depend on the contents of the memory.
impl Effects for BeforeLine {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        SmallVec::new()
    }
}

/// It stays after the stores that precede it.
impl Effects for Drain {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}
