//! Hints for processors (prefetches, cache line starts), which do nothing in the interpreter.

use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Simple};
use crate::machine::meanings::Meanings;
use crate::values::value::Datum;
use tf_dialects::mem;
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(mem::Prefetch).add(mem::BeforeLine).add(mem::Drain);
}

impl Interpret for mem::Prefetch {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|_: &mut Machine<'_>, _: Op| Ok(()))))
    }
}

/// Interpreter memory has no addresses, so every element may start a cache line.
impl Interpret for mem::BeforeLine {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|m: &mut Machine<'_>, op: Op| {
            let result = m.body().result(op, 0);
            m.set(result, Datum::Bits(0));
            Ok(())
        })))
    }
}

impl Interpret for mem::Drain {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|_: &mut Machine<'_>, _: Op| Ok(()))))
    }
}
