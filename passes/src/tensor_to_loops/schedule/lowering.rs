//! The lowering of one comprehension, op by op: scalar code is copied, small tensors are taken apart, accesses stay.

use super::super::marks::OWN_POINT;
use super::super::shape::{static_dims, unflatten};
use super::forms::{Form, Forms};
use super::plan::Nest;
use crate::code::Code;
use crate::tensor_to_loops::access::foreign;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tf_dialects::arith;
use tf_dialects::func::{Call, CallIndirect};
use tf_dialects::loops::{For, If, Parallel, While};
use tf_dialects::tensor::bounds::Proved;
use tf_dialects::tensor::{self, Access, At, Fold, FromElements, Put};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::rewrite::Allowed;
use tf_ir::types::Type;

pub type Result<T> = std::result::Result<T, Diagnostic>;

/// The lowering of a comprehension: reads old ops, builds new ones in front of it.
pub struct Lowering<'a> {
    pub code: Code<'a>,
    pub forms: Forms,
    /// The plan of the compute, with the numbers of its folds.
    pub nest: Nest,
    /// The indices of its box; `None` where it has become loops before.
    pub indices: Option<Vec<Value>>,
    /// What is proved of accesses.
    pub proved: &'a FxHashMap<Op, Proved>,
    /// Which of the pass's rules may apply.
    pub allowed: Allowed<'a>,
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

    /// What an old value has become: those from outside are what they were.
    pub fn form(&self, old: Value) -> Form {
        match self.forms.get(old) {
            Some(form) => form.clone(),
            None if self.ctx().is_tensor(self.ty(old)) => Form::Whole(old),
            None => Form::Scalar(old),
        }
    }

    /// The new value of an old number.
    pub fn scalar(&self, op: Op, old: Value) -> Result<Value> {
        match self.form(old) {
            Form::Scalar(value) => Ok(value),
            _ => Err(self.error(op, "uses a tensor as a whole: run tensor-decompose first")),
        }
    }

    pub fn scalars(&self, op: Op, old: &[Value]) -> Result<Vec<Value>> {
        old.iter().map(|v| self.scalar(op, *v)).collect()
    }

    pub fn set_scalar(&mut self, old: Value, new: Value) {
        self.forms.set(old, Form::Scalar(new));
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
        let ops: Vec<Op> = self.body().ops(block).collect();
        let (end, ops) = ops.split_last().expect("verified blocks end with a terminator");
        for op in ops {
            // Folds of points that are lowered together are one loop.
            match self.body().is(*op, Fold) {
                true => self.op(*op)?,
                false => drop(self.each_point(|this, _| this.op(*op))?),
            }
        }
        self.code.b.loc = self.body().loc(*end);
        Ok(*end)
    }

    /// Lowers a block of scalar code whose arguments are these numbers; what its terminator takes.
    pub fn scalar_block(&mut self, block: Block, args: &[Value]) -> Result<Vec<Value>> {
        let own: Vec<Value> = self.body().args(block).collect();
        for (arg, value) in own.into_iter().zip(args) {
            self.set_scalar(arg, *value);
        }
        let end = self.block(block)?;
        let yielded = self.operands(end);
        self.scalars(end, &yielded)
    }

    /// Lowers one op.
    fn op(&mut self, op: Op) -> Result<()> {
        self.code.b.loc = self.body().loc(op);
        match self.body().kind(op) {
            Fold::KIND => self.fold(op),
            At::KIND | Put::KIND => self.access(op),
            FromElements::KIND => self.from_elements(op),
            tensor::ExtentOf::KIND => self.extent(op),
            For::KIND | While::KIND | If::KIND | Parallel::KIND => self.flattened(op),
            Call::KIND | CallIndirect::KIND => Err(self.error(op, "cannot be lowered: inline calls first")),
            _ => self.elementwise(op),
        }
    }

    /// An op on numbers: the same op on the new values.
    fn elementwise(&mut self, op: Op) -> Result<()> {
        if self.body().info(op).dialect() == tensor::DIALECT {
            return Err(self.error(op, "has no loop form of its own: run tensor-decompose first"));
        }
        if Access::of(self.body().op(op)).is_some() {
            foreign::check(self.body().op(op))?;
            return self.access(op);
        }
        if self.body().regions(op).len() > 0 {
            return Err(self.error(op, "has regions that cannot be lowered to loops"));
        }
        let operands = self.operands(op);
        let operands = self.scalars(op, &operands)?;
        let new = self.same(op, &operands, 0);
        for (old, new) in self.results(op).into_iter().zip(self.results(new)) {
            if !self.ctx().is_tensor(self.ty(old)) {
                self.set_scalar(old, new);
            } else if self.body().is(op, arith::Constant) {
                self.forms.set(old, Form::Whole(new));
            } else {
                return Err(self.error(op, "gives a tensor: run tensor-decompose first"));
            }
        }
        Ok(())
    }

    /// The same op on new operands, with all its attributes and so many empty regions.
    fn same(&mut self, op: Op, operands: &[Value], regions: usize) -> Op {
        let types: Vec<Type> = self.results(op).into_iter().map(|v| self.ty(v)).collect();
        let attrs = self.attributes(op);
        let attrs: Vec<(&str, Attribute)> = attrs.iter().map(|(name, attr)| (name.as_str(), *attr)).collect();
        let name = self.body().name(op);
        self.code.b.op_with_regions(name, operands, &types, &attrs, regions)
    }

    /// All attributes of an op.
    pub fn attributes(&self, op: Op) -> Vec<(String, Attribute)> {
        let body = self.body();
        let inherent = body.inherent(op).map(|(name, value)| (name.to_string(), value));
        let discardable =
            body.discardable(op).map(|(name, value)| (body.ctx().text(name).to_string(), value));
        inherent.chain(discardable).collect()
    }

    /// A read or write: the same op on the new values, which states what is proved of it.
    fn access(&mut self, op: Op) -> Result<()> {
        let access = Access::of(self.body().op(op)).expect("verified accesses have a map");
        let source = access.source;
        let is_own = self.indices.as_ref().is_some_and(|indices| reads_own_point(&access, indices));
        let mut operands = Vec::new();
        for operand in self.operands(op) {
            operands.push(match operand == source {
                true => self.whole(operand),
                false => self.scalar(op, operand)?,
            });
        }
        let blocks: Vec<Option<Block>> = self.body().regions(op).map(|r| self.body().entry(r)).collect();
        let new = self.same(op, &operands, blocks.len());
        if let Some(proved) = self.proved.get(&op) {
            proved.state(self.code.b.body, new);
        }
        if is_own {
            let unit = self.ctx().unit_attr();
            self.code.b.body.set_attr(new, OWN_POINT, unit);
        }
        for (i, block) in blocks.into_iter().enumerate() {
            if let Some(block) = block {
                self.flattened_region(new, i, block, None)?;
            }
        }
        for (old, new) in self.results(op).into_iter().zip(self.results(new)) {
            self.set_scalar(old, new);
        }
        Ok(())
    }

    /// A tensor to read from, or an accumulator to put into.
    fn whole(&mut self, old: Value) -> Value {
        match self.form(old) {
            Form::Scalar(value) | Form::Whole(value) => value,
            Form::Small(elements) => {
                let ty = self.ty(old);
                FromElements::build(&mut self.code.b, &elements, ty)
            }
        }
    }

    /// `tensor.extent`
    fn extent(&mut self, op: Op) -> Result<()> {
        let term =
            self.body().view(op, tensor::ExtentOf).term().expect("a verified extent has a term").clone();
        let (result, value) = (self.body().result(op, 0), self.code.extent(&term));
        self.set_scalar(result, value);
        Ok(())
    }

    /// `tensor.from_elements`
    fn from_elements(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op);
        let elements: Rc<[Value]> = self.scalars(op, &operands)?.into();
        let result = self.body().result(op, 0);
        self.forms.set(result, Form::Small(elements));
        Ok(())
    }

    /// The numbers that stand for a value of this type.
    pub fn flat_types(&self, ty: Type) -> Vec<Type> {
        match static_dims(&self.ctx(), ty) {
            Some(dims) if self.ctx().is_tensor(ty) => {
                vec![self.ctx().elem_type(ty); dims.iter().product::<i64>().max(0) as usize]
            }
            _ => vec![ty],
        }
    }

    /// The numbers that stand for a value.
    pub fn flat(&mut self, op: Op, old: Value) -> Result<Vec<Value>> {
        match self.form(old) {
            Form::Scalar(value) => Ok(vec![value]),
            Form::Small(elements) => Ok(elements.to_vec()),
            Form::Whole(tensor) => self.elements(op, tensor),
        }
    }

    /// All elements of a tensor of constant extents.
    fn elements(&mut self, op: Op, tensor: Value) -> Result<Vec<Value>> {
        let dims = static_dims(&self.ctx(), self.ty(tensor));
        let dims = dims.ok_or_else(|| self.error(op, "carries a tensor whose extents are not constant"))?;
        let read = |at| self.read_at(tensor, &unflatten(at, &dims));
        Ok((0..dims.iter().product::<i64>()).map(read).collect())
    }

    /// Takes the numbers that stand for an old value from the front of a list.
    pub fn unflatten(&mut self, old: Value, numbers: &mut &[Value]) {
        let ty = self.ty(old);
        let (own, rest) = numbers.split_at(self.flat_types(ty).len());
        *numbers = rest;
        let form = match self.ctx().is_tensor(ty) {
            true => Form::Small(own.into()),
            false => Form::Scalar(own[0]),
        };
        self.forms.set(old, form);
    }
}

/// True for a read whose leading subscripts are the indices of the box.
fn reads_own_point(access: &Access<'_>, indices: &[Value]) -> bool {
    let results = access.map.results();
    !access.is_write
        && results.len() >= indices.len()
        && indices.iter().zip(results).all(|(index, expr)| {
            expr.as_dim().and_then(|d| access.indices.get(d as usize)).is_some_and(|value| value == index)
        })
}
