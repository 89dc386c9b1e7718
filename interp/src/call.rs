//! Calls, returns and `tensor.bind`.

use crate::machine::Machine;
use crate::machine::action::{Action, Flow, Interpret, Next, Simple};
use crate::machine::meanings::Meanings;
use tf_dialects::stops;
use tf_dialects::tensor::bounds::MAX_EXTENT;
use tf_dialects::tensor::{self, BindOp};
use tf_dialects::{func, loops};
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::CallLike;
use tf_ir::opref::OpRef;

/// Ends a region or function: the operands are its results.
pub struct Yield;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings
        .add(func::Call)
        .add(tensor::Bind)
        .with(func::Return, Yield)
        .with(loops::Condition, Yield)
        .with(loops::Yield, Yield)
        .with(tensor::Yield, Yield);
}

impl Interpret for Yield {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Flow(|m: &mut Machine<'_>, op| Ok(Next::Yield(m.operands(op))))))
    }
}

/// A call by symbol.
impl Interpret for func::Call {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let callee = op.info().interface::<dyn CallLike>().and_then(|c| c.callee(op));
        let callee = callee.ok_or_else(|| op.error("does not name its callee"))?.to_string();
        Ok(Box::new(Flow(move |m: &mut Machine<'_>, op| Ok(Next::Call(callee.clone(), m.operands(op))))))
    }
}

/// `tensor.bind`: binds the symbol to the integer from here on.
impl Interpret for tensor::Bind {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let symbol = op.cast(tensor::Bind).and_then(BindOp::extent_symbol);
        let symbol = symbol.ok_or_else(|| op.error("binds no extent"))?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let value = m.bits(m.body().operand(op, 0)) as i64;
            if !(0..=MAX_EXTENT).contains(&value) {
                return Err(m.stop(op, &stops::no_extent(&symbol), &[value]).into());
            }
            m.bind_extent(symbol.clone(), value);
            Ok(())
        })))
    }
}
