//! The bufferization of one function, op by op: what its values become, and where results have to go.

use crate::code::Code;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tf_dialects::arith;
use tf_dialects::func::{Call, CallIndirect};
use tf_dialects::loops::{For, If, While};
use tf_dialects::tensor::scan::Scan;
use tf_dialects::tensor::sort::Sort;
use tf_dialects::tensor::{self, At, Bind, Compute, Empty, FromElements, Put, Require};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::rewrite::Allowed;
use tf_ir::types::{Type, TypeData};

pub type Result<T> = std::result::Result<T, Diagnostic>;

/// What a value of the tensor stage has become.
#[derive(Clone)]
pub enum Form {
    /// A number.
    Scalar(Value),
    /// A memref.
    Buffer(Value),
    /// The elements of a small tensor of constant extents, row-major.
    Small(Rc<[Value]>),
    /// A constant tensor that no memory holds yet.
    Constant(Attribute),
}

/// Statistics of one function.
#[derive(Default)]
pub struct Counts {
    pub buffers: u64,
    pub shared: u64,
    pub bytes: u64,
    pub copies: u64,
}

/// The bufferization of one function: reads old ops, builds new ones.
pub struct Lowering<'a> {
    pub code: Code<'a>,
    pub forms: FxHashMap<Value, Form>,
    /// Where results of ops not lowered yet have to go.
    pub destinations: FxHashMap<Value, Value>,
    /// The new entry block, and the last allocation at its start.
    pub entry: Block,
    pub last_alloc: Option<Op>,
    /// Buffers of constants.
    pub constants: FxHashMap<Attribute, Value>,
    /// Whether the code of a loop nest is copied.
    pub in_nest: bool,
    /// The new blocks that hold what ops outside of nests became: the function's, and those of loops and conditionals of
    /// the program.
    pub stages: Vec<Block>,
    pub counts: Counts,
    /// Which of the pass's rules may apply.
    pub allowed: Allowed<'a>,
}

/// The memref that holds a tensor; other types stay.
pub fn memory_type(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Tensor { dims, elem, .. } => ctx.memref(dims.clone(), *elem),
        _ => ty,
    }
}

impl Lowering<'_> {
    pub fn ctx(&self) -> Context {
        self.code.ctx()
    }

    pub fn body(&self) -> &Body {
        self.code.b.body
    }

    pub fn ty(&self, value: Value) -> Type {
        self.body().ty(value)
    }

    pub fn error(&self, op: Op, message: impl std::fmt::Display) -> Diagnostic {
        self.body().op(op).error(message).code(&codes::ILLEGAL)
    }

    pub fn operands(&self, op: Op) -> Vec<Value> {
        self.body().operands(op).collect()
    }

    pub fn results(&self, op: Op) -> Vec<Value> {
        self.body().results(op).collect()
    }

    /// What an old value has become.
    pub fn form(&self, old: Value) -> Form {
        self.forms.get(&old).cloned().expect("definitions are lowered before uses")
    }

    /// The new value of an old number, or of the memory of an accumulator.
    pub fn scalar(&self, op: Op, old: Value) -> Result<Value> {
        match self.forms.get(&old) {
            Some(Form::Scalar(value)) => Ok(*value),
            Some(Form::Buffer(value)) if !self.ctx().is_tensor(self.ty(old)) => Ok(*value),
            _ => Err(self.error(op, "uses a tensor as a whole: run tensor-decompose first")),
        }
    }

    pub fn scalars(&self, op: Op, old: &[Value]) -> Result<Vec<Value>> {
        old.iter().map(|v| self.scalar(op, *v)).collect()
    }

    pub fn set(&mut self, old: Value, new: Form) {
        self.forms.insert(old, new);
    }

    /// Old values are new ones: tensors are memrefs.
    pub fn bind(&mut self, old: &[Value], new: &[Value]) {
        for (old, new) in old.iter().zip(new) {
            let form = match self.ctx().is_tensor(self.ty(*old)) {
                true => Form::Buffer(*new),
                false => Form::Scalar(*new),
            };
            self.set(*old, form);
        }
    }

    /// Builds the only block of region `i` of a new op.
    pub fn region<R>(
        &mut self,
        op: Op,
        i: usize,
        args: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]) -> Result<R>,
    ) -> Result<R> {
        let (block, outer) = self.code.b.enter(op, i, args);
        let args: Vec<Value> = self.body().args(block).collect();
        let result = fill(self, &args)?;
        self.code.b.cursor = outer;
        Ok(result)
    }

    /// Lowers all ops of an old block but its terminator, which is returned.
    pub fn block(&mut self, block: Block) -> Result<Op> {
        if let (false, Cursor::End(new)) = (self.in_nest, self.code.b.cursor)
            && !self.stages.contains(&new)
        {
            self.stages.push(new);
        }
        let ops: Vec<Op> = self.body().ops(block).collect();
        let (end, ops) = ops.split_last().expect("verified blocks end with a terminator");
        for op in ops {
            self.op(*op)?;
        }
        self.code.b.loc = self.body().loc(*end);
        Ok(*end)
    }

    /// Lowers one op.
    fn op(&mut self, op: Op) -> Result<()> {
        self.code.b.loc = self.body().loc(op);
        match self.body().kind(op) {
            Compute::KIND => self.nest(op),
            At::KIND => self.read(op),
            Put::KIND => {
                Err(self.error(op, "has to be lowered before tensors get memory: run lower-access first"))
            }
            FromElements::KIND => self.from_elements(op),
            Empty::KIND => Ok(()),
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
            Call::KIND | CallIndirect::KIND => Err(self.error(op, "cannot be lowered: inline calls first")),
            _ => self.copied(op),
        }
    }

    /// An op on numbers: the same op on the new values.
    pub fn copied(&mut self, op: Op) -> Result<()> {
        if self.body().info(op).dialect() == tensor::DIALECT {
            return Err(self.error(op, "has no loop form of its own: run tensor-decompose first"));
        }
        let blocks: Vec<Option<Block>> = self.body().regions(op).map(|r| self.body().entry(r)).collect();
        if !blocks.is_empty() && !self.in_nest {
            return Err(self.error(op, "has regions that cannot be lowered to loops"));
        }
        let operands = self.operands(op);
        let operands = self.scalars(op, &operands)?;
        let results = self.results(op);
        let types: Vec<Type> = results.iter().map(|v| self.ty(*v)).collect();
        if types.iter().any(|ty| self.ctx().is_tensor(*ty)) {
            return Err(self.error(op, "gives a tensor: run tensor-decompose first"));
        }
        let attrs = self.attributes(op);
        let attrs: Vec<(&str, Attribute)> =
            attrs.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let name = self.body().name(op);
        let new = self.code.b.op_with_regions(name, &operands, &types, &attrs, blocks.len());
        for (i, block) in blocks.into_iter().enumerate() {
            if let Some(block) = block {
                self.copied_region(new, i, block)?;
            }
        }
        let new = self.results(new);
        self.bind(&results, &new);
        Ok(())
    }

    /// The same block as the region of a new op.
    fn copied_region(&mut self, new: Op, i: usize, block: Block) -> Result<()> {
        let args: Vec<Value> = self.body().args(block).collect();
        let types: Vec<Type> = args.iter().map(|v| self.ty(*v)).collect();
        self.region(new, i, &types, |this, new| {
            this.bind(&args, new);
            let end = this.block(block)?;
            let values = this.operands(end);
            let values = this.scalars(end, &values)?;
            let name = this.body().name(end);
            this.code.b.op(name, &values, &[], &[]);
            Ok(())
        })
    }

    /// Copies a block of scalar code whose arguments are these numbers; what its terminator takes.
    pub fn scalar_block(&mut self, block: Block, args: &[Value]) -> Result<Vec<Value>> {
        let own: Vec<Value> = self.body().args(block).collect();
        self.bind(&own, args);
        let end = self.block(block)?;
        let yielded = self.operands(end);
        self.scalars(end, &yielded)
    }

    /// All attributes of an op.
    pub fn attributes(&self, op: Op) -> Vec<(String, Attribute)> {
        let body = self.body();
        let inherent = body.inherent(op).map(|(name, value)| (name.to_string(), value));
        let discardable =
            body.discardable(op).map(|(name, value)| (body.ctx().text(name).to_string(), value));
        inherent.chain(discardable).collect()
    }
}
