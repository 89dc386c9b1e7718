//! Operations on the bits of floats. The bits of a NaN from arithmetic are not determined (LLVM language
//! reference, "Behavior of Floating-Point NaN values"): a program that looks at them has several correct
//! results.

use crate::machine::Machine;
use crate::machine::action::{Action, Next, Stop};
use crate::values::value::Datum;
use tf_dialects::arith;
use tf_dialects::math;
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::tensor::Bitcast;
use tf_ir::OpKind;
use tf_ir::body::Op;

/// An operation on the bits of an operand; it marks the run as undetermined if an operand is a NaN.
struct BitsOfNan {
    operand: usize,
    dtype: DType,
    action: Box<dyn Action>,
}

/// The action of an op of this kind with these operand types, wrapped if it looks at bits.
pub(crate) fn noted(what: OpKind, operands: &[DType], action: Box<dyn Action>) -> Box<dyn Action> {
    let operand = match what {
        arith::Bitcast::KIND | Bitcast::KIND => 0,
        math::Copysign::KIND => 1,
        _ => return action,
    };
    match operands.get(operand) {
        Some(dtype) if dtype.is_float() => Box::new(BitsOfNan { operand, dtype: *dtype, action }),
        _ => action,
    }
}

impl Action for BitsOfNan {
    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let is_nan = |bits: &u64| Scalar::from_bits(self.dtype, *bits).to_f64().is_nan();
        let found = match m.get(m.body().operand(op, self.operand)) {
            Datum::Bits(bits) => is_nan(bits),
            Datum::Dense(dense) => dense.data.iter().any(is_nan),
            _ => false,
        };
        m.undetermined |= found;
        self.action.run(m, op)
    }
}
