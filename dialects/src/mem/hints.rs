//! What processors are told of memory beside reading and writing it: what is read soon, and where lines begin.

use super::ops::check_subscripts;
use crate::shared::constraints::*;
use smallvec::{SmallVec, smallvec};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;

/// Says that an element is read soon, so that it may be brought into a cache. It means nothing, and its subscripts may be outside.
#[op(
    "mem.prefetch",
    operands(memref: MEMREF, subscripts: variadic(INDEX) = Context::index),
    interfaces(Verify, Effects),
    asm = "$memref `[` $subscripts `]` attr-dict `:` type($memref)",
)]
pub struct Prefetch;

/// How many elements behind this one the next line of 64 bytes begins; 0 where it begins there. What it is differs from call to call: no answer
/// may depend on it. The interpreter, where memory has no addresses, says 0. The subscripts may be outside.
#[op(
    "mem.before_line",
    operands(memref: MEMREF, subscripts: variadic(INDEX) = Context::index),
    results(result: INDEX = Context::index),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "$memref `[` $subscripts `]` attr-dict `:` type($memref)",
)]
pub struct BeforeLine;

/// Waits until what was stored past the caches can be seen by all threads.
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

/// It stays where it is.
impl Effects for Prefetch {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}

/// The memory is where it is, whatever is in it.
impl Effects for BeforeLine {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        SmallVec::new()
    }
}

/// It stays behind what was stored.
impl Effects for Drain {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}
