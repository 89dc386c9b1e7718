//! Routines: functions of algorithms of the library, which are compiled once for extents by name, and called.
//!
//! The attribute `tf.routine` names the algorithm. It marks the code of the algorithm (`tensor.custom`), the
//! function, and its calls. A call on tensors has no effects but its results; on memory, the results follow
//! the operands.

use super::ops::Call;
use smallvec::{SmallVec, smallvec};
use tf_ir::body::{Body, Op, Value};
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects};
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// The attribute with the name of the algorithm.
pub const ROUTINE: &str = "tf.routine";

/// The algorithm that an op is marked with.
pub fn routine_of<'a>(op: OpRef<'a>) -> Option<&'a str> {
    op.attr(ROUTINE).and_then(|attr| op.ctx().attr_str(attr))
}

/// Marks the op with an algorithm.
pub fn mark(body: &mut Body, op: Op, algorithm: &str) {
    let attr = body.ctx().string_attr(algorithm);
    body.set_attr(op, ROUTINE, attr);
}

/// The arguments that a routine with a signature of tensors has on memory, if the call is on memory.
pub(super) fn on_memory(call: OpRef<'_>, (inputs, results): (&[Type], &[Type])) -> Option<Vec<Type>> {
    let ctx = call.ctx();
    let is_called = routine_of(call).is_some() && call.result_count() == 0 && !results.is_empty();
    let memory = |ty: &Type| match ctx.dims(*ty) {
        Some(dims) if ctx.is_tensor(*ty) => ctx.memref(dims.to_vec(), ctx.elem_type(*ty)),
        _ => *ty,
    };
    is_called.then(|| inputs.iter().chain(results).map(memory).collect())
}

impl Effects for Call {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        let tensors = op.results().next().is_some_and(|result| op.ctx().is_tensor(op.body().ty(result)));
        match (routine_of(op), tensors) {
            (Some(_), true) => SmallVec::new(),
            (Some(_), false) => smallvec![Effect::Read(None), Effect::Write(None)],
            (None, _) => smallvec![Effect::Read(None), Effect::Write(None), Effect::Control],
        }
    }
}

impl Bufferizable for Call {
    fn destination(&self, _: OpRef<'_>, _: usize) -> Destination {
        Destination::Given
    }

    /// The memory of the results follows the operands.
    fn on_memory(
        &self,
        b: &mut Builder<'_>,
        op: Op,
        operands: &[Value],
        destinations: &[Value],
    ) -> Result<Vec<Value>, Diagnostic> {
        let attrs = ["callee", ROUTINE].map(|name| Some((name, b.body.attr(op, name)?)));
        let attrs: Vec<_> = attrs.into_iter().flatten().collect();
        b.op(Call, &[operands, destinations].concat(), &[], &attrs);
        Ok(Vec::new())
    }
}
