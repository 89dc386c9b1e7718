//! The state of emitting one function: the new body, and the map from old values to new ones.

use crate::numbering::Numbering;
use crate::parallel::Kernels;
use crate::records::Use;
use crate::rows::Parts;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use tf_dialects::func;
use tf_dialects::target::Level;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::location::Location;
use tf_ir::types::{Dim, FloatKind, Type, TypeData};

/// What became of a memref: a pointer to its first element, and its extents.
#[derive(Clone)]
pub(crate) struct Buffer {
    /// The `!llvm.ptr`.
    pub pointer: Value,
    /// Row-major extents.
    pub extents: Vec<Extent>,
    /// Our element type.
    pub elem: Type,
}

/// Emits the ops of one function into a new one.
pub(crate) struct Emitter<'a, 'b> {
    /// The old body.
    pub source: &'a Body,
    /// Which instructions the code may use.
    pub level: Level,
    /// The new body.
    pub b: Builder<'b>,
    /// Scalars and vectors.
    pub values: FxHashMap<Value, Value>,
    /// Memrefs.
    pub buffers: FxHashMap<Value, Buffer>,
    /// Extent symbols of the function.
    pub symbols: Vec<Symbol>,
    /// Their values (`i64`), those that are used, loaded where the new function starts.
    pub symbol_values: Vec<Option<Value>>,
    /// The `Call *` argument.
    pub call: Value,
    /// The `const uint64_t *` argument.
    pub words: Value,
    /// Functions made beside this one (outlined parallel bodies).
    pub outlined: &'a mut Vec<Body>,
    /// The parallel bodies of the unit.
    pub kernels: &'a mut Kernels,
    /// The functions of the program itself, which may be called.
    pub locals: &'a FxHashSet<String>,
    /// Name of the function that is emitted, the stem of outlined names.
    pub name: String,
    /// Scratch memory of the call, freed where the function ends.
    pub arena: Option<Value>,
    /// Where traps come from; a trap carries its place in this list.
    pub locations: &'a mut Vec<(Location, String)>,
    /// In an outlined body that traps: the place of its first trap, as it is now and as an `i32` that is handed over.
    pub sites: Option<(usize, Value)>,
    /// True inside an outlined body: nested parallel loops run in order.
    pub nested: bool,
    /// What was emitted and may be used again.
    pub numbering: Numbering,
    /// The address of the word that stops the call, where loops look at it.
    pub stop: Option<Value>,
    /// How many long loops stand around the present place.
    pub inside: u32,
    /// Which accesses of `source` are made together.
    pub parts: Rc<Parts>,
    /// Memory of the function by what it holds and its words, for what is used at once.
    pub shared: FxHashMap<(Use, usize), Value>,
}

/// Emission fails with a diagnostic at the op that has no upstream form.
pub(crate) type Result<T> = std::result::Result<T, Diagnostic>;

impl Emitter<'_, '_> {
    /// The context.
    pub fn ctx(&self) -> Context {
        self.source.ctx().clone()
    }

    /// The new value of an old scalar or vector; of a memref, its pointer.
    pub fn value(&self, op: Op, old: Value) -> Result<Value> {
        let pointer = || self.buffers.get(&old).map(|buffer| buffer.pointer);
        let found = self.values.get(&old).copied().or_else(pointer);
        found.ok_or_else(|| self.error(op, "uses a value that has no form in generated code"))
    }

    /// The buffer of an old memref.
    pub fn buffer(&self, op: Op, old: Value) -> Result<Buffer> {
        let found = self.buffers.get(&old).cloned();
        found.ok_or_else(|| self.error(op, "uses a memref that has no form in generated code"))
    }

    /// The new values of all operands.
    pub fn operands(&self, op: Op) -> Result<Vec<Value>> {
        self.source.operands(op).map(|v| self.value(op, v)).collect()
    }

    /// An error at an old op.
    pub fn error(&self, op: Op, message: impl std::fmt::Display) -> Diagnostic {
        self.source.op(op).error(message).code(&codes::ILLEGAL)
    }

    /// Records what an old value became; a memref becomes a pointer.
    pub fn set(&mut self, old: Value, new: Value) {
        let (ctx, ty) = (self.source.ctx(), self.source.ty(old));
        match (memref_elem(ctx, ty), memref_extents(ctx, ty)) {
            (Some(elem), Some(extents)) => {
                self.buffers.insert(old, Buffer { pointer: new, extents, elem });
            }
            _ => {
                self.values.insert(old, new);
            }
        }
    }

    /// Records what the results of an old op became.
    pub fn set_results(&mut self, op: Op, new: impl IntoIterator<Item = Value>) {
        let results: Vec<Value> = self.source.results(op).collect();
        results.into_iter().zip(new).for_each(|(old, new)| self.set(old, new));
    }

    /// The type in generated code: `index` is `i64`.
    pub fn ty(&self, ty: Type) -> Type {
        machine_type(&self.ctx(), ty)
    }

    /// Emits all ops of a block.
    pub fn block(&mut self, block: tf_ir::body::Block) -> Result<()> {
        let ops: Vec<Op> = self.source.ops(block).collect();
        for op in ops {
            self.op(op)?;
        }
        Ok(())
    }

    /// Emits one op.
    pub fn op(&mut self, op: Op) -> Result<()> {
        self.b.loc = self.source.loc(op);
        match self.source.info(op).dialect() {
            "arith" | "math" => self.arith(op),
            "loop" => self.control(op),
            "mem" => self.memory(op),
            "vector" => self.vector(op),
            "func" => self.function(op),
            _ => Err(self.error(op, "has no upstream form: lower it to the memory stage first")),
        }
    }

    fn function(&mut self, op: Op) -> Result<()> {
        match self.source.kind(op) {
            // Whoever emits a function ends it.
            func::Return::KIND => Ok(()),
            func::Call::KIND => self.call(op),
            _ => Err(self.error(op, "is not supported in generated code: inline calls first")),
        }
    }
}

/// The type in generated code: `index` is `i64`, also inside vectors; a memref is a pointer. bf16 is its bits: what
/// machines have for it flushes denormals even where a value is only moved.
pub(crate) fn machine_type(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Index => ctx.i64(),
        TypeData::Float(FloatKind::BF16) => ctx.int(16),
        TypeData::MemRef { .. } => crate::llvm::pointer_type(ctx),
        TypeData::Vector { elem, .. } => ctx.with_elem(ty, machine_type(ctx, *elem)),
        _ => ty,
    }
}

/// The type an element has in memory: `i1` takes a byte.
pub(crate) fn storage_type(ctx: &Context, elem: Type) -> Type {
    if elem == ctx.i1() {
        return ctx.int(8);
    }
    machine_type(ctx, elem)
}

/// Bytes an element takes in memory.
pub(crate) fn storage_bytes(ctx: &Context, elem: Type) -> u64 {
    ctx.scalar_width(storage_type(ctx, elem)).unwrap_or(64).div_ceil(8) as u64
}

/// The extents of a memref type as terms.
pub(crate) fn memref_extents(ctx: &Context, ty: Type) -> Option<Vec<Extent>> {
    ctx.dims(ty)?.iter().map(Dim::to_extent).collect()
}

/// The element type of a memref type, if it is one.
pub(crate) fn memref_elem(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_data(ty) {
        TypeData::MemRef { elem, .. } => Some(*elem),
        _ => None,
    }
}
