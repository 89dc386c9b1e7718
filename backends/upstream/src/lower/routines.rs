//! Calls of routines (`tf.routine`): functions with the signature of an entry (`tf_abi::call`), in this
//! module or in another one.
//!
//! Such functions read the extents of their arguments from the words of extent symbols, and assume the
//! default layout: the words for extents and strides of tensors stay unset.

use crate::emitter::callee::{Callee, FOREIGN_SITE};
use crate::emitter::{Emitter, Form, Result};
use crate::names::scf;
use tf_abi::call::Trap;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::func::Call;
use tf_ir::body::{Op, Value};
use tf_ir::extent::Symbol;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};

impl Emitter<'_, '_> {
    /// A call of a routine, with its words on the stack.
    pub(crate) fn call_routine(&mut self, op: Op, callee: &Callee) -> Result<()> {
        let mut words = Vec::new();
        for symbol in symbols(&self.ctx(), &callee.inputs) {
            words.push(Some(self.extent_of(op, callee, &symbol)?));
        }
        for operand in self.source.operands(op).collect::<Vec<Value>>() {
            match self.forms.get(operand).cloned() {
                Some(Form::Buffer(buffer)) => {
                    words.push(Some(buffer.pointer));
                    words.resize(words.len() + 2 * buffer.extents.len(), None);
                }
                _ => {
                    let value = self.operand(op, operand)?;
                    words.push(Some(self.to_storage(value, self.source.ty(operand))));
                }
            }
        }
        let memory = self.stack(words.len());
        for (at, word) in words.into_iter().enumerate() {
            let Some(word) = word else { continue };
            let slot = self.word_pointer(memory, at);
            self.store(word, slot, 8);
        }
        let ctx = self.ctx();
        let attrs = [("callee", ctx.symbol_attr(&callee.symbol))];
        self.b.value(Call, &[self.call, memory], ctx.i32(), &attrs);
        if self.nested { Ok(()) } else { self.locate_trap(op) }
    }

    /// Sets the location of this call for a trap in a routine of another module.
    fn locate_trap(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let status = self.load(self.call, ctx.i64(), 8);
        // No trap is all ones, which is less.
        let first = self.int(FOREIGN_SITE << 32);
        let foreign = arith::cmpi(&mut self.b, CmpI::Sge, status, first);
        let place = self.unit.locations.len();
        let text = "there is no memory for the intermediate results of an algorithm of the library";
        self.unit.locations.push((self.source.loc(op), text.to_string()));
        let choice = self.b.op_with_regions(scf::IF, &[foreign], &[], &[], 2);
        self.fill(choice, 0, &[], |this, _| {
            let code = this.int32(Trap::OutOfMemory as u32 as i64);
            let place = this.int32(place as i64);
            this.call_trap(code, place, &[]);
            Ok(Vec::new())
        })
    }

    /// The extent of an operand that a symbol of the callee stands for.
    fn extent_of(&mut self, op: Op, callee: &Callee, symbol: &Symbol) -> Result<Value> {
        let ctx = self.ctx();
        let is_it = |dim: &Dim| matches!(dim, Dim::Term(term) if term.as_symbol() == Some(symbol));
        for (at, ty) in callee.inputs.iter().enumerate() {
            let axis = ctx.dims(*ty).and_then(|dims| dims.iter().position(is_it));
            let Some(axis) = axis else { continue };
            let buffer = self.buffer(op, self.source.operand(op, at))?;
            return self.extent(op, &buffer.extents[axis]);
        }
        Err(self.refuse(op, format_args!("calls a routine whose extent '{symbol}' no argument binds")))
    }
}

/// The extent symbols of types, in the order of their words.
fn symbols(ctx: &tf_ir::context::Context, inputs: &[Type]) -> Vec<Symbol> {
    let dims = inputs.iter().flat_map(|ty| ctx.dims(*ty).unwrap_or_default());
    let terms = dims.filter_map(|dim| if let Dim::Term(term) = dim { Some(term) } else { None });
    let mut found: Vec<Symbol> = terms.flat_map(|term| term.symbols()).collect();
    found.sort_unstable();
    found.dedup();
    found
}
