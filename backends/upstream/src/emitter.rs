//! The state of emitting one function: the new body, and what old values became.

use crate::numbering::Numbering;
use crate::rows::Parts;
use crate::state::UnitState;
use crate::types::{Buffer, machine_type};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tf_dialects::func;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Symbol;
use tf_ir::types::Type;

/// What an old value became.
#[derive(Clone)]
pub(crate) enum Form {
    /// A scalar or a vector.
    Value(Value),
    /// A memref.
    Buffer(Buffer),
}

/// What memory of the function holds that is used at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Use {
    /// The rows of lanes that are on.
    Rows,
    /// A byte for each lane, whether it is on.
    Flags,
}

/// Emits the ops of one function into a new one.
pub(crate) struct Emitter<'a, 'b> {
    /// The old body.
    pub source: &'a Body,
    /// The new body.
    pub b: Builder<'b>,
    /// What is shared with other functions.
    pub unit: &'a mut UnitState,
    /// What old values became.
    pub forms: FxHashMap<Value, Form>,
    /// Extent symbols of the function.
    pub symbols: Vec<Symbol>,
    /// Their values (`i64`), those that are used, loaded where the new function starts.
    pub symbol_values: Vec<Option<Value>>,
    /// The `Call *` argument.
    pub call: Value,
    /// The `const uint64_t *` argument.
    pub words: Value,
    /// Scratch memory of the call, freed where the function ends.
    pub arena: Option<Value>,
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

impl<'a, 'b> Emitter<'a, 'b> {
    /// Emits ops of `source` at a builder's place, in a function with these arguments for the call and its words.
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
            forms: FxHashMap::default(),
            symbols: Vec::new(),
            symbol_values: Vec::new(),
            call,
            words,
            arena: None,
            sites: None,
            nested: false,
            numbering: Numbering::default(),
            stop: None,
            inside: 0,
            parts: Rc::default(),
            shared: FxHashMap::default(),
        }
    }

    /// The context.
    pub fn ctx(&self) -> Context {
        self.source.ctx().clone()
    }

    /// The new value of an old scalar or vector; of a memref, its pointer.
    pub fn value(&self, op: Op, old: Value) -> Result<Value> {
        match self.forms.get(&old) {
            Some(Form::Value(value)) => Ok(*value),
            Some(Form::Buffer(buffer)) => Ok(buffer.pointer),
            None => Err(self.error(op, "uses a value that has no form in generated code")),
        }
    }

    /// The buffer of an old memref.
    pub fn buffer(&self, op: Op, old: Value) -> Result<Buffer> {
        match self.forms.get(&old) {
            Some(Form::Buffer(buffer)) => Ok(buffer.clone()),
            _ => Err(self.error(op, "uses a memref that has no form in generated code")),
        }
    }

    /// The new values of all operands.
    pub fn operands(&self, op: Op) -> Result<Vec<Value>> {
        self.source.operands(op).map(|v| self.value(op, v)).collect()
    }

    /// The new values of some old ones.
    pub fn values_of(&self, op: Op, old: &[Value]) -> Result<Vec<Value>> {
        old.iter().map(|v| self.value(op, *v)).collect()
    }

    /// An error at an old op.
    pub fn error(&self, op: Op, message: impl std::fmt::Display) -> Diagnostic {
        self.source.op(op).error(message).code(&codes::ILLEGAL)
    }

    /// Records what an old value became; a memref becomes a pointer.
    pub fn set(&mut self, old: Value, new: Value) {
        let buffer = Buffer::of(self.source.ctx(), self.source.ty(old), new);
        self.forms.insert(old, buffer.map_or(Form::Value(new), Form::Buffer));
    }

    /// Records what old values became.
    pub fn set_all(&mut self, old: impl IntoIterator<Item = Value>, new: &[Value]) {
        old.into_iter().zip(new).for_each(|(old, new)| self.set(old, *new));
    }

    /// Records what the results of an old op became.
    pub fn set_results(&mut self, op: Op, new: &[Value]) {
        self.set_all(self.source.results(op), new);
    }

    /// Records that the results of an old op became those of a new one from `skip` on.
    pub fn set_results_of(&mut self, op: Op, new: Op, skip: usize) {
        let new: Vec<Value> = self.b.body.results(new).skip(skip).collect();
        self.set_results(op, &new);
    }

    /// The type of an old value in generated code.
    pub fn ty(&self, old: Value) -> Type {
        machine_type(self.source.ctx(), self.source.ty(old))
    }

    /// The types of an old op's results in generated code.
    pub fn result_types(&self, op: Op) -> Vec<Type> {
        self.source.results(op).map(|v| self.ty(v)).collect()
    }

    /// Emits all ops of a block but its terminator, whose new operands are returned.
    pub fn block(&mut self, op: Op, block: Block) -> Result<Vec<Value>> {
        let ops: Vec<Op> = self.source.ops(block).collect();
        let (end, ops) = ops.split_last().ok_or_else(|| self.error(op, "has no terminator"))?;
        ops.iter().try_for_each(|inner| self.op(*inner))?;
        self.b.loc = self.source.loc(*end);
        self.operands(*end)
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
            func::Call::KIND => self.call(op),
            _ => Err(self.error(op, "is not supported in generated code: inline calls first")),
        }
    }
}
