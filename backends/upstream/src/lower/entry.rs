//! Lowering of entry functions: the C signature, arguments unpacked from words, the status returned.

use crate::emitter::state::{UnitState, function};
use crate::emitter::types::{Buffer, memref_elem, pointer_type, storage_type};
use crate::emitter::{Emitter, Form, Result};
use crate::vectors::rows;
use std::rc::Rc;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::func::Return;
use tf_dialects::func::declared_extents::{declared_extents, extent_arguments};
use tf_ir::body::{Body, Value};
use tf_ir::builder::Builder;
use tf_ir::codes;
use tf_ir::extent::{BindingPlan, Symbol};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Type, TypeData};

/// Emits a function under the name in the state.
pub(crate) fn emit_entry(source: &Body, unit: &mut UnitState) -> Result<Body> {
    let ctx = source.ctx().clone();
    let root = source.root();
    let inputs = [pointer_type(&ctx); 2];
    let mut body = function(source, &unit.name, ctx.function(&inputs, &[ctx.i32()]));
    let region = body.region(body.root(), 0);
    let block = body.add_block(region, &inputs);
    let arguments = [body.arg(block, 0), body.arg(block, 1)];
    let parts = Rc::new(rows::find(source, unit.level));
    let builder = Builder::at_end(&mut body, block, source.loc(root));
    let mut emitter = Emitter {
        symbols: signature_symbols(source)?,
        parts,
        ..Emitter::new(source, unit, builder, arguments)
    };
    emitter.unpack_arguments()?;
    emitter.allocate_in(root)?;
    emitter.block(source.entry_block().expect("only definitions are emitted"))?;
    emitter.free_arena();
    emitter.return_status();
    Ok(body)
}

/// The extent symbols in the order of their words, as in `Signature::symbols`.
fn signature_symbols(source: &Body) -> Result<Vec<Symbol>> {
    let ctx = source.ctx();
    let signature = source.attr(source.root(), "tf.signature").and_then(|a| ctx.attr_type(a));
    let Some(TypeData::Function { inputs, .. }) = signature.map(|ty| ctx.type_data(ty)) else {
        return Err(source
            .op(source.root())
            .error("has no attribute 'tf.signature': lower it to the memory stage first")
            .code(&codes::ILLEGAL));
    };
    let (declared, _) = declared_extents(ctx, inputs, &extent_arguments(source));
    let mut symbols = BindingPlan::new(&declared).symbols().to_vec();
    symbols.sort_unstable();
    Ok(symbols)
}

impl Emitter<'_, '_> {
    /// The value of extent symbol `at`, loaded from the call's words.
    pub(crate) fn symbol(&mut self, at: usize) -> Value {
        self.symbol_values.resize(self.symbols.len(), None);
        if let Some(value) = self.symbol_values[at] {
            return value;
        }
        let i64 = self.ctx().i64();
        let value = self.in_prologue(|this| {
            let pointer = this.word_pointer(this.words, at);
            this.load(pointer, i64, 8)
        });
        self.symbol_values[at] = Some(value);
        value
    }

    fn unpack_arguments(&mut self) -> Result<()> {
        let source = self.source;
        let entry = source.entry_block().expect("only definitions are emitted");
        let mut word = self.symbols.len();
        for arg in source.args(entry).collect::<Vec<Value>>() {
            let ty = source.ty(arg);
            let pointer = self.word_pointer(self.words, word);
            if memref_elem(source.ctx(), ty).is_some() {
                word += 1 + 2 * self.unpack_buffer(arg, pointer)?;
            } else {
                let value = self.unpack_scalar(ty, pointer);
                self.define(arg, value);
                word += 1;
            }
        }
        Ok(())
    }

    /// Loads a memref's pointer from a word; returns its rank.
    fn unpack_buffer(&mut self, arg: Value, word: Value) -> Result<usize> {
        let ctx = self.ctx();
        let pointer = self.load(word, pointer_type(&ctx), 8);
        let buffer = Buffer::of(&ctx, self.source.ty(arg), pointer).ok_or_else(|| {
            self.refuse(self.source.root(), "has a memref argument with an unnamed extent '?'")
        })?;
        let rank = buffer.extents.len();
        self.forms.set(arg, Form::Buffer(buffer));
        Ok(rank)
    }

    /// The low bytes of a word, in the machine's (little-endian) order.
    fn unpack_scalar(&mut self, ty: Type, word: Value) -> Value {
        let ctx = self.ctx();
        let stored = self.load(word, storage_type(&ctx, ty), 8);
        self.from_storage(stored, ty)
    }

    /// Returns 0, or the status code of a trap.
    fn return_status(&mut self) {
        let ctx = self.ctx();
        let (call, i64, i32) = (self.call, ctx.i64(), ctx.i32());
        let status = self.load(call, i64, 8);
        let none = self.int(-1); // NO_TRAP: all ones
        let clean = arith::cmpi(&mut self.b, CmpI::Eq, status, none);
        let code = arith::trunci(&mut self.b, status, i32);
        let zero = self.int32(0);
        let result = arith::select(&mut self.b, clean, zero, code);
        Return::build(&mut self.b, &[result]);
    }
}
