//! Lowering of `mem.print` and `mem.mark`: calls of the host.

use crate::emitter::state::Print;
use crate::emitter::{Emitter, Form, Result};
use tf_abi::call::{MARK, PRINT};
use tf_dialects::func::Call;
use tf_dialects::mem;
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;

impl Emitter<'_, '_> {
    /// `mem.print`: stores the words of the values on the stack, and passes the index in the table of prints.
    pub(crate) fn mem_print(&mut self, op: Op) -> Result<()> {
        if self.threads {
            return Err(
                self.refuse(op, "prints, which threads of a GPU cannot do: print the kernel's results")
            );
        }
        let view = self.source.view(op, mem::Print);
        let (text, elements) = (view.words().to_string(), view.elements()?);
        let operands: Vec<Value> = self.source.operands(op).collect();
        let (mut words, mut values) = (Vec::new(), Vec::new());
        for (operand, dtype) in operands.into_iter().zip(elements) {
            if let Some(Form::Buffer(buffer)) = self.forms.get(operand).cloned() {
                words.push(buffer.pointer);
                for extent in &buffer.extents {
                    words.push(self.extent(op, extent)?);
                }
                values.push((dtype, Some(buffer.extents.len())));
            } else {
                let value = self.operand(op, operand)?;
                words.push(self.to_storage(value, self.source.ty(operand)));
                values.push((dtype, None));
            }
        }
        let place = self.unit.prints.len();
        self.unit.prints.push(Print { text, values, location: self.source.loc(op) });
        let memory = self.stack(words.len());
        for (at, word) in words.into_iter().enumerate() {
            let slot = self.word_pointer(memory, at);
            self.store(word, slot, 8);
        }
        let place = self.int32(place as i64);
        let callee = [("callee", self.ctx().symbol_attr(PRINT))];
        self.b.op(Call, &[self.call, place, memory], &[], &callee);
        Ok(())
    }

    /// `mem.mark`: passes the index of the nest in the table of prints, and its work.
    pub(crate) fn mem_mark(&mut self, op: Op) -> Result<()> {
        if self.threads {
            return Err(self.refuse(op, "marks a loop nest, which threads of a GPU cannot do"));
        }
        let text = self.source.view(op, mem::Mark).words().to_string();
        let place = match text.is_empty() {
            true => -1,
            false => self.unit.prints.len() as i64,
        };
        if !text.is_empty() {
            self.unit.prints.push(Print { text, values: Vec::new(), location: self.source.loc(op) });
        }
        let mut operands = vec![self.call, self.int32(place)];
        let work: Vec<Value> = self.source.operands(op).collect();
        for number in 0..2 {
            operands.push(match work.get(number) {
                Some(value) => self.operand(op, *value)?,
                None => self.int(-1),
            });
        }
        let callee = [("callee", self.ctx().symbol_attr(MARK))];
        self.b.op(Call, &operands, &[], &callee);
        Ok(())
    }
}
