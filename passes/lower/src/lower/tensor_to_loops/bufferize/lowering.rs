//! The bufferization of one function, op by op: forms of its values, and destinations of results.

use super::super::client::{Client, Result};
use super::dependence::Conditions;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use tf_dialects::arith;
use tf_dialects::func::routine::routine_of;
use tf_dialects::func::{Call, CallIndirect};
use tf_dialects::loops::{For, If, Parallel, While};
use tf_dialects::tensor::scan::Scan;
use tf_dialects::tensor::sort::Sort;
use tf_dialects::tensor::{self, At, Bind, Compute, Empty, FromElements, Put, Require};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::bufferize::Bufferizable;
use tf_ir::builder::{Builder, Cursor};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::rewrite::{Allowed, Forms, Rebuild};
use tf_ir::types::{Type, TypeData};
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// The lowered form of a value of the tensor stage.
#[derive(Clone)]
pub enum Form {
    /// A scalar.
    Scalar(Value),
    /// A memref.
    Buffer(Value),
    /// The elements of a small tensor of constant extents, row-major.
    Small(Rc<[Value]>),
    /// A constant tensor that is not in memory yet.
    Constant(Attribute),
}

/// The start of a block, for allocations of buffers.
pub struct Start {
    pub block: Block,
    /// The last allocation there.
    pub last: Option<Op>,
}

/// Statistics of one function.
#[derive(Default)]
pub struct Counts {
    pub buffers: u64,
    pub shared: u64,
    pub packed: u64,
    pub bytes: u64,
    pub copies: u64,
    /// Remarks on copies of arrays in loops.
    pub copied: Vec<(Location, String)>,
}

/// The bufferization of one function: reads old ops, builds new ones.
pub struct Lowering<'a> {
    pub code: FoldingBuilder<'a>,
    pub forms: Forms<Form>,
    /// Destination buffers of ops that are not lowered yet.
    pub destinations: FxHashMap<Value, Value>,
    /// The new entry block, and the last allocation at its start.
    pub entry: Start,
    /// The same for the parallel loop under construction: each thread has its own memory.
    pub trips: Option<Start>,
    /// Types of the tensors that the enclosing iterations share, and the number of copies of such buffers:
    /// another iteration may write to them.
    pub shared: Vec<Type>,
    pub shared_copies: u64,
    /// Region arguments whose buffers become free after their last use: tensors that they initialize may
    /// reuse the buffers.
    pub lent: FxHashSet<Value>,
    /// Buffers of constants.
    pub constants: FxHashMap<Attribute, Value>,
    /// True while the code of a loop nest is copied.
    pub in_nest: bool,
    /// True if that code is rebuilt once only, so that its ops can be moved.
    pub once: bool,
    /// The new blocks for code outside of nests: the function's, and those of the program's loops and
    /// conditionals.
    pub stages: Vec<Block>,
    pub counts: Counts,
    /// Conditions under which a nest may read the tensor that it updates in place.
    pub conditions: Conditions,
    /// The rules of the pass that may apply.
    pub allowed: Allowed<'a>,
}

/// The memref that holds a tensor; other types stay.
pub fn memory_type(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Tensor { dims, elem, .. } => ctx.memref(dims.clone(), *elem),
        _ => ty,
    }
}

impl<'b> Rebuild<'b> for Lowering<'b> {
    type Form = Form;
    type Error = Diagnostic;

    fn source(&self) -> &Body {
        self.code.b.body
    }

    fn builder(&mut self) -> &mut Builder<'b> {
        &mut self.code.b
    }

    fn forms(&mut self) -> &mut Forms<Form> {
        &mut self.forms
    }

    /// A scalar, or the memory of an accumulator.
    fn operand(&mut self, user: Op, value: Value) -> Result<Value> {
        match self.forms.get(value) {
            Some(Form::Scalar(new)) => Ok(*new),
            Some(Form::Buffer(new)) if !self.ctx().is_tensor(self.ty(value)) => Ok(*new),
            _ => Err(self.refuse(user, "uses a tensor as a whole: run tensor-decompose first")),
        }
    }

    fn define(&mut self, value: Value, new: Value) {
        let form = match self.ctx().is_tensor(self.ty(value)) {
            true => Form::Buffer(new),
            false => Form::Scalar(new),
        };
        self.forms.set(value, form);
    }

    fn op(&mut self, op: Op) -> Result<()> {
        match self.source().kind(op) {
            Compute::KIND => self.nest(op),
            At::KIND => self.read(op),
            Put::KIND => {
                Err(self.refuse(op, "is not a store yet: run lower-access before tensors get memory"))
            }
            FromElements::KIND => self.from_elements(op),
            Empty::KIND => self.empty(op),
            tensor::ExtentOf::KIND => self.extent(op),
            tensor::Cast::KIND => self.cast(op),
            Require::KIND => self.require(op),
            Bind::KIND => self.require_extent(op),
            Scan::KIND => self.scan(op),
            Sort::KIND => self.sort(op),
            arith::Constant::KIND => self.constant(op),
            For::KIND if !self.in_nest => self.for_carrying(op),
            While::KIND if !self.in_nest => self.while_carrying(op),
            If::KIND if !self.in_nest => self.if_carrying(op),
            Parallel::KIND if !self.in_nest => self.parallel_sharing(op),
            Call::KIND if routine_of(self.source().op(op)).is_some() => self.on_memory(op),
            Call::KIND | CallIndirect::KIND => Err(self.refuse(op, "cannot be lowered: inline calls first")),
            _ => match self.source().info(op).interface::<dyn Bufferizable>().filter(|_| !self.in_nest) {
                Some(_) => self.on_memory(op),
                None => self.copied(op),
            },
        }
    }
}

impl Lowering<'_> {
    /// The form of an old value.
    pub fn form(&self, old: Value) -> Form {
        self.forms.get(old).cloned().expect("definitions are lowered before uses")
    }

    /// [`Rebuild::define`] for several values.
    pub fn bind(&mut self, old: &[Value], new: &[Value]) {
        old.iter().zip(new).for_each(|(old, new)| self.define(*old, *new));
    }

    /// Rebuilds the block of a function, or of a loop or conditional outside of nests.
    pub fn stage(&mut self, block: Block) -> Result<Op> {
        if let Cursor::End(new) = self.code.b.cursor
            && !self.stages.contains(&new)
        {
            self.stages.push(new);
        }
        self.block(block)
    }

    /// A scalar op: the same op on the new values.
    pub fn copied(&mut self, op: Op) -> Result<()> {
        if self.source().info(op).dialect() == tensor::DIALECT {
            return Err(self.refuse(op, "has no lowering to loops: run tensor-decompose first"));
        }
        if self.source().regions(op).len() > 0 && !self.in_nest {
            return Err(self.refuse(op, "has regions that cannot be lowered to loops"));
        }
        match self.once && self.source().regions(op).len() == 0 {
            true => self.keep(op)?,
            false => drop(self.copy(op)?),
        }
        if self.results(op).into_iter().any(|value| self.ctx().is_tensor(self.ty(value))) {
            return Err(self.refuse(op, "has a tensor result: run tensor-decompose first"));
        }
        Ok(())
    }
}
