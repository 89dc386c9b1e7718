//! Emission of a function: the emitter's state. Submodules have the builders, types and value numbering.

mod build;
pub(crate) mod callee;
pub(crate) mod normal;
mod numbering;
mod scratch;
pub(crate) mod state;
pub(crate) mod types;

use crate::emitter::numbering::Numbering;
use crate::emitter::state::UnitState;
use crate::emitter::types::{Buffer, machine_type};
use crate::module::KERNEL_DEVICES;
use crate::vectors::rows::AccessGroups;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tf_dialects::func::Call;
use tf_dialects::kernel::TensorMap;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::{Builder, Values};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Symbol;
use tf_ir::rewrite::{Forms, Rebuild};
use tf_ir::types::Type;

/// The new form of an old value.
#[derive(Clone)]
pub(crate) enum Form {
    /// A scalar or a vector.
    Value(Value),
    /// A memref.
    Buffer(Buffer),
}

/// The contents of short-lived memory of the function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Use {
    /// The rows of active lanes.
    Rows,
    /// A byte for each lane: whether it is active.
    Flags,
}

/// Emits the ops of one function into a new one.
pub(crate) struct Emitter<'a, 'b> {
    /// The old body.
    pub source: &'a Body,
    /// The new body.
    pub b: Builder<'b>,
    /// The state shared with other functions.
    pub unit: &'a mut UnitState,
    /// The new forms of old values.
    pub forms: Forms<Form>,
    /// Extent symbols of the function.
    pub symbols: Vec<Symbol>,
    /// Their values (`i64`) if used, loaded at the start of the new function.
    pub symbol_values: Vec<Option<Value>>,
    /// The `Call *` argument.
    pub call: Value,
    /// The `const uint64_t *` argument.
    pub words: Value,
    /// Scratch memory of the call, freed at the end of the function.
    pub arena: Option<Value>,
    /// In an outlined body that traps: the index of its first trap site, in the current numbering and as a
    /// captured `i32`.
    pub sites: Option<(usize, Value)>,
    /// True inside an outlined body: nested parallel loops run sequentially.
    pub nested: bool,
    /// True in a kernel: the code is one thread of a GPU, whose loops have no implicit cancellation polls.
    pub threads: bool,
    /// The ops that value numbering may reuse.
    pub numbering: Numbering,
    /// The address of the word that stops the call or the kernel, for loops that poll it.
    pub stop: Option<Value>,
    /// The count of long loops around the current position.
    pub inside: u32,
    /// The accesses of `source` that are grouped.
    pub parts: Rc<AccessGroups>,
    /// Short-lived memory of the function, by contents and size in words.
    pub shared: FxHashMap<(Use, usize), Value>,
    /// In a kernel: the parameters that describe the boxes that it copies.
    pub tensor_maps: Vec<(TensorMap, Value)>,
}

/// Emission fails with a diagnostic at the op that has no upstream form.
pub(crate) type Result<T> = std::result::Result<T, Diagnostic>;

impl<'a, 'b> Emitter<'a, 'b> {
    /// Emits ops of `source` at the builder's cursor, in a function with these arguments for the call and its
    /// words.
    pub fn new(
        source: &'a Body,
        unit: &'a mut UnitState,
        b: Builder<'b>,
        [call, words]: [Value; 2],
    ) -> Emitter<'a, 'b> {
        Emitter {
            source,
            b,
            unit,
            forms: Forms::default(),
            symbols: Vec::new(),
            symbol_values: Vec::new(),
            call,
            words,
            arena: None,
            sites: None,
            nested: false,
            threads: false,
            numbering: Numbering::default(),
            stop: None,
            inside: 0,
            parts: Rc::default(),
            shared: FxHashMap::default(),
            tensor_maps: Vec::new(),
        }
    }

    /// The context.
    pub fn ctx(&self) -> Context {
        self.source.ctx().clone()
    }

    /// The buffer of an old memref.
    pub fn buffer(&self, op: Op, old: Value) -> Result<Buffer> {
        match self.forms.get(old) {
            Some(Form::Buffer(buffer)) => Ok(buffer.clone()),
            _ => Err(self.refuse(op, "uses a memref that has no form in generated code")),
        }
    }

    /// The new values of old ones.
    pub fn values_of(&mut self, op: Op, old: &[Value]) -> Result<Vec<Value>> {
        old.iter().map(|v| self.operand(op, *v)).collect()
    }

    /// Records the new forms of old values.
    pub fn define_all(&mut self, old: impl IntoIterator<Item = Value>, new: &[Value]) {
        old.into_iter().zip(new).for_each(|(old, new)| self.define(old, *new));
    }

    /// Records the new forms of an old op's results.
    pub fn set_results(&mut self, op: Op, new: &[Value]) {
        self.define_all(self.source.results(op), new);
    }

    /// The types of an old op's results in generated code.
    pub fn result_types(&self, op: Op) -> Vec<Type> {
        self.source.results(op).map(|v| self.ty(v)).collect()
    }
}

impl<'b> Rebuild<'b> for Emitter<'_, 'b> {
    type Form = Form;
    type Error = Diagnostic;

    fn source(&self) -> &Body {
        self.source
    }

    fn builder(&mut self) -> &mut Builder<'b> {
        &mut self.b
    }

    fn forms(&mut self) -> &mut Forms<Form> {
        &mut self.forms
    }

    fn op(&mut self, op: Op) -> Result<()> {
        match self.source.info(op).dialect() {
            "arith" | "math" => self.arith(op),
            "loop" => self.control(op),
            "mem" => self.memory(op),
            "vector" => self.vector(op),
            "kernel" if self.threads => self.thread_op(op),
            "kernel" => {
                let why = "needs the threads of a GPU, but this code is for a CPU";
                Err(self.refuse(op, format_args!("{why}: {KERNEL_DEVICES}")))
            }
            "func" if self.source.is(op, Call) => self.call(op),
            "func" => Err(self.refuse(op, "is not supported in generated code: inline calls first")),
            _ => Err(self.refuse(op, "has no upstream form: lower it to the memory stage first")),
        }
    }

    /// A scalar or a vector; for a memref, its pointer.
    fn operand(&mut self, user: Op, value: Value) -> Result<Value> {
        match self.forms.get(value) {
            Some(Form::Value(value)) => Ok(*value),
            Some(Form::Buffer(buffer)) => Ok(buffer.pointer),
            None => Err(self.refuse(user, "uses a value that has no form in generated code")),
        }
    }

    /// A memref becomes a pointer.
    fn define(&mut self, value: Value, new: Value) {
        let buffer = Buffer::of(self.source.ctx(), self.source.ty(value), new);
        self.forms.set(value, buffer.map_or(Form::Value(new), Form::Buffer));
    }

    fn ty(&self, value: Value) -> Type {
        machine_type(self.source.ctx(), self.source.ty(value))
    }

    /// Ops that are numbered in a region are out of scope after it.
    fn region<R>(
        &mut self,
        op: Op,
        i: usize,
        args: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]) -> Result<R>,
    ) -> Result<R> {
        let (block, outer) = self.b.enter(op, i, args);
        self.numbering.enter(op, block);
        let args: Values = self.b.body.args(block).collect();
        let result = fill(self, &args);
        self.numbering.leave();
        self.b.cursor = outer;
        result
    }
}
