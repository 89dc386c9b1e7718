//! The interface of ops on tensors that can work on memory: what gives tensors memory asks it, and knows no ops.

use crate::body::{Op, Value};
use crate::builder::Builder;
use crate::codes;
use crate::diag::Diagnostic;
use crate::opref::OpRef;

/// Which memory holds a tensor result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Memory that the op is given, of which it writes every element.
    Given,
    /// Memory that holds this operand when the op starts, and that it changes: the operand's own where nothing else needs that, else
    /// given memory with a copy.
    Init(usize),
    /// The memory of this operand, which the result is another name of; given memory where the result has to go there.
    Alias(usize),
}

/// Ops with tensor results that are computed in memory that they are given ("destination passing").
pub trait Bufferizable: Send + Sync {
    /// Which memory holds a result.
    fn destination(&self, op: OpRef<'_>, result: usize) -> Destination;

    /// True if the result may be given the memory of a tensor of its type that the op reads: of no element is the old value
    /// needed once the new one is written.
    fn may_overwrite(&self, _op: OpRef<'_>, _result: usize, _read: Value) -> bool {
        false
    }

    /// Builds what the op does on memory. `operands` are the op's, with a memref for each tensor, which is the destination where a result
    /// starts from it; `destinations` are memrefs for its tensor results. Gives the values of the other results. Ops that the pass itself
    /// takes apart need none.
    ///
    /// # Errors
    /// What cannot be built.
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
