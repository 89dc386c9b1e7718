//! Lowering of entry functions: the C signature, arguments unpacked from words, the status returned.

use crate::emitter::{Buffer, Emitter, Result, memref_elem, memref_extents, storage_type};
use crate::llvm::pointer_type;
use crate::numbering::Numbering;
use crate::parallel::Kernels;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::func::numbers::declared_extents;
use tf_dialects::func::numbers::extent_arguments;
use tf_dialects::func::{Func, Return};
use tf_dialects::target::Level;
use tf_ir::body::{Body, Value};
use tf_ir::builder::Builder;
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::extent::{BindingPlan, Symbol};
use tf_ir::location::Location;
use tf_ir::types::{Type, TypeData};

/// Emits a function for code of a level under a name, with all that is outlined from it.
pub(crate) fn function(
    source: &Body,
    level: Level,
    name: String,
    functions: &mut Vec<Body>,
    locations: &mut Vec<(Location, String)>,
    (kernels, locals): (&mut Kernels, &FxHashSet<String>),
) -> Result<()> {
    let ctx = source.ctx().clone();
    let root = source.root();
    let pointer = pointer_type(&ctx);
    let mut body = declare(&ctx, source, &name, &[pointer, pointer], &[ctx.i32()]);
    let region = body.region(body.root(), 0);
    let block = body.add_block(region, &[pointer, pointer]);
    let (call, words) = (body.arg(block, 0), body.arg(block, 1));
    let mut outlined = Vec::new();
    let mut emitter = Emitter {
        source,
        level,
        b: Builder::at_end(&mut body, block, source.loc(root)),
        values: FxHashMap::default(),
        buffers: FxHashMap::default(),
        symbol_values: Vec::new(),
        symbols: signature_symbols(source)?,
        call,
        words,
        outlined: &mut outlined,
        kernels,
        locals,
        name,
        arena: None,
        locations,
        sites: None,
        nested: false,
        numbering: Numbering::default(),
        stop: None,
        inside: 0,
        parts: Rc::new(crate::rows::find(source, level)),
        shared: FxHashMap::default(),
    };
    emitter.unpack_arguments()?;
    emitter.allocate_in(root)?;
    emitter.block(source.entry_block().expect("only definitions are emitted"))?;
    emitter.free_arena();
    emitter.return_status();
    functions.append(&mut outlined);
    functions.push(body);
    Ok(())
}

/// A new function with a region and no blocks.
pub(crate) fn declare(ctx: &Context, source: &Body, name: &str, inputs: &[Type], results: &[Type]) -> Body {
    let mut body = Body::new(ctx, Func, source.loc(source.root()), 1);
    let root = body.root();
    body.set_attr(root, "sym_name", ctx.string_attr(name));
    body.set_attr(root, "function_type", ctx.type_attr(ctx.function(inputs, results)));
    body
}

/// The extent symbols in the order of their words: that of `Signature::symbols`.
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
    /// The value of extent symbol `at`, which the call's words hold.
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
            word += match memref_elem(&self.ctx(), ty) {
                Some(_) => {
                    let rank = self.unpack_buffer(arg, pointer)?;
                    1 + 2 * rank
                }
                None => {
                    let value = self.unpack_scalar(ty, pointer);
                    self.values.insert(arg, value);
                    1
                }
            };
        }
        Ok(())
    }

    fn unpack_buffer(&mut self, arg: Value, word: Value) -> Result<usize> {
        let ctx = self.ctx();
        let ty = self.source.ty(arg);
        let extents = memref_extents(&ctx, ty).ok_or_else(|| {
            self.error(self.source.root(), "has a memref argument with an unnamed extent '?'")
        })?;
        let elem = memref_elem(&ctx, ty).expect("the caller checked");
        let pointer = self.load(word, pointer_type(&ctx), 8);
        let rank = extents.len();
        self.buffers.insert(arg, Buffer { pointer, extents, elem });
        Ok(rank)
    }

    /// The low bytes of a word, in the machine's (little-endian) order.
    fn unpack_scalar(&mut self, ty: Type, word: Value) -> Value {
        let ctx = self.ctx();
        let stored = self.load(word, storage_type(&ctx, ty), 8);
        self.from_storage(stored, ty)
    }

    /// Returns 0, or the status code that a trap left.
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
