//! Output and assertions: `tensor.print`, `mem.print`, `tensor.assert`; and `mem.mark`, which does nothing
//! here.

use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Simple};
use crate::machine::meanings::Meanings;
use crate::values::value::{Datum, Dense};
use tf_dialects::array::Array;
use tf_dialects::mem;
use tf_dialects::prints::{Printed, Printer, filled};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::stops;
use tf_dialects::tensor;
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

/// Adds the meanings of these ops.
pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(tensor::Print).add(tensor::Assert).add(mem::Print).add(mem::Mark);
}

impl Machine<'_> {
    /// Sets the receiver of printed output; without it, output is dropped.
    pub fn set_printer(&mut self, printer: Printer) {
        self.printer = printer;
    }

    /// Prints a text with the values of all operands of an op.
    fn print(&self, op: Op, text: &str, elements: &[DType]) -> Result<(), Diagnostic> {
        if !self.printer.listens() {
            return Ok(());
        }
        let body = self.body();
        let values: Result<Vec<Array>, Diagnostic> = body
            .operands(op)
            .zip(elements)
            .map(|(value, dtype)| match self.get(value) {
                Datum::Buffer(id) if !self.memory.is_complete(*id) => {
                    Err(self.error(op, "shows an element that was never written"))
                }
                Datum::Buffer(id) => self.shown(op, self.memory.contents(*id), *dtype),
                Datum::Dense(dense) => self.shown(op, dense, *dtype),
                other => self.array(op, *dtype, &[], &[other.bits()]),
            })
            .collect();
        let ctx = body.ctx();
        let place = body.loc(op).anchor(ctx);
        let place = place
            .map_or_else(String::new, |(file, line, column)| format!("{}:{line}:{column}", ctx.text(file)));
        self.printer.print(Printed { text: &filled(text, &values?), place: &place });
        Ok(())
    }

    fn shown(&self, op: Op, dense: &Dense, dtype: DType) -> Result<Array, Diagnostic> {
        self.array(op, dtype, &dense.extents, &dense.data)
    }

    fn array(&self, op: Op, dtype: DType, extents: &[usize], data: &[u64]) -> Result<Array, Diagnostic> {
        let scalars: Vec<Scalar> = data.iter().map(|bits| Scalar::from_bits(dtype, *bits)).collect();
        Array::from_scalars(dtype, extents, &scalars).map_err(|error| self.error(op, error))
    }
}

impl Interpret for tensor::Print {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.view(tensor::Print);
        printing(view.words(), view.elements()?)
    }
}

impl Interpret for mem::Print {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.view(mem::Print);
        printing(view.words(), view.elements()?)
    }
}

/// The interpreter takes no measurements.
impl Interpret for mem::Mark {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(Simple(|_: &mut Machine<'_>, _: Op| Ok(()))))
    }
}

fn printing(text: &str, elements: Vec<DType>) -> Result<Box<dyn Action>, Diagnostic> {
    let text = text.to_string();
    Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| Ok(m.print(op, &text, &elements)?))))
}

impl Interpret for tensor::Assert {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let text = op.view(tensor::Assert).stop_text()?;
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| {
            let body = m.body();
            if m.bits(body.operand(op, 0)) != 0 {
                return Ok(());
            }
            let bits: Vec<i64> = body.operands(op).skip(1).map(|value| m.bits(value) as i64).collect();
            Err(m.stop(op, &stops::message(stops::ASSERT, &stops::filled(&text, &bits)), &[]).into())
        })))
    }
}
