//! The bufferization interface of ops on tensors that can work on memory, which lets passes bufferize any op.

use crate::body::{Op, Value};
use crate::builder::Builder;
use crate::codes;
use crate::diag::Diagnostic;
use crate::opref::OpRef;

/// The memory of a tensor result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Destination memory passed to the op, which writes every element.
    Given,
    /// The memory of this operand, which the op updates in place: the operand's buffer if it has no other
    /// use, else destination memory initialized by a copy.
    Init(usize),
    /// An alias of this operand's memory; destination memory if the result must be stored there.
    Alias(usize),
}

/// Ops with tensor results that are computed into destination memory ("destination passing").
pub trait Bufferizable: Send + Sync {
    /// The memory of a result.
    fn destination(&self, op: OpRef<'_>, result: usize) -> Destination;

    /// True if the result may reuse the memory of a tensor of its type that the op reads: no element's old
    /// value is needed once the new one is written.
    fn may_overwrite(&self, _op: OpRef<'_>, _result: usize, _read: Value) -> bool {
        false
    }

    /// Builds the op's computation on memory. `operands` are the op's, with a memref for each tensor, which
    /// is the destination if a result starts from it; `destinations` are memrefs for its tensor results.
    /// Returns the values of the other results. Ops that the pass itself expands need none.
    ///
    /// # Errors
    /// The reason why it cannot be built.
    fn on_memory(
        &self,
        b: &mut Builder<'_>,
        op: Op,
        _operands: &[Value],
        _destinations: &[Value],
    ) -> Result<Vec<Value>, Diagnostic> {
        Err(b.body.op(op).error("has no form on memory").code(&codes::ILLEGAL))
    }
}
