//! Lowers one comprehension op by op: copies scalar code, expands small tensors into elements, keeps
//! accesses.

use super::super::client::{Client, Result};
use super::jam::JamGroup;
use super::plan::Nest;
use crate::lower::tensor_to_loops::access::foreign;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tf_dialects::arith;
use tf_dialects::func::{Call, CallIndirect};
use tf_dialects::loops::{For, If, Parallel, While};
use tf_dialects::stops;
use tf_dialects::tensor::access::OWN_POINT;
use tf_dialects::tensor::bounds::Proved;
use tf_dialects::tensor::{self, Access, At, Fold, FromElements, Put};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::rewrite::{Allowed, Forms, Layer, Rebuild};
use tf_ir::types::Type;
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::positions::{static_dims, unflatten};

/// The lowered form of a value of the comprehension.
#[derive(Clone)]
pub enum Form {
    /// A scalar, or the memory of an accumulator.
    Scalar(Value),
    /// The elements of a small tensor of constant extents, row-major.
    Small(Rc<[Value]>),
    /// A tensor that is read element by element.
    Whole(Value),
}

/// Lowers a comprehension: reads the old ops and builds the new ones before it.
pub struct Lowering<'a> {
    pub code: FoldingBuilder<'a>,
    pub forms: Forms<Form>,
    /// The forms at each point of an unroll-and-jam group; empty outside of one.
    pub points: Vec<Layer<Form>>,
    /// True while the code of one point is built.
    pub at_point: bool,
    /// The index of that point.
    pub point: usize,
    /// The points of the group, if there is one.
    pub together: Option<JamGroup>,
    /// The plan of the compute, with the indices of its folds.
    pub nest: Nest,
    /// Initial values of folds that continue the accumulators of the enclosing fold, point by point.
    pub going_on: FxHashMap<Op, Vec<Value>>,
    /// The indices of the iteration domain; `None` if it has already become loops.
    pub indices: Option<Vec<Value>>,
    /// Proved bounds of accesses.
    pub proved: &'a FxHashMap<Op, Proved>,
    /// The rules of the pass that may apply.
    pub allowed: Allowed<'a>,
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

    fn operand(&mut self, user: Op, value: Value) -> Result<Value> {
        match self.form(value) {
            Form::Scalar(value) => Ok(value),
            _ => Err(self.refuse(user, "uses a tensor as a whole: run tensor-decompose first")),
        }
    }

    fn define(&mut self, value: Value, new: Value) {
        self.forms.set(value, Form::Scalar(new));
    }

    /// Lowers an op once for each point of a group; a fold of several points becomes one loop.
    fn visit(&mut self, op: Op) -> Result<()> {
        self.code.b.loc = self.source().loc(op);
        match self.source().is(op, Fold) {
            true => self.op(op),
            false => self.each_point(|this, _| this.op(op)).map(drop),
        }
    }

    fn op(&mut self, op: Op) -> Result<()> {
        match self.source().kind(op) {
            Fold::KIND => self.fold(op),
            At::KIND | Put::KIND => self.access(op),
            FromElements::KIND => self.from_elements(op),
            tensor::ExtentOf::KIND => self.extent(op),
            For::KIND | While::KIND | If::KIND | Parallel::KIND => self.flattened(op),
            Call::KIND | CallIndirect::KIND => Err(self.refuse(op, "cannot be lowered: inline calls first")),
            _ => self.elementwise(op),
        }
    }
}

impl<'a> Lowering<'a> {
    /// A lowering with no code yet.
    pub fn new(
        code: FoldingBuilder<'a>,
        nest: Nest,
        indices: Option<Vec<Value>>,
        proved: &'a FxHashMap<Op, Proved>,
        allowed: Allowed<'a>,
    ) -> Lowering<'a> {
        let (forms, points, going_on) = (Forms::default(), Vec::new(), FxHashMap::default());
        let (at_point, point, together) = (false, 0, None);
        Lowering { code, forms, points, at_point, point, together, nest, going_on, indices, proved, allowed }
    }
}

impl Lowering<'_> {
    /// The form of an old value; values from outside are unchanged.
    pub fn form(&self, old: Value) -> Form {
        match self.forms.get(old) {
            Some(form) => form.clone(),
            None if self.ctx().is_tensor(self.ty(old)) => Form::Whole(old),
            None => Form::Scalar(old),
        }
    }

    /// A scalar op: the same op on the new values.
    fn elementwise(&mut self, op: Op) -> Result<()> {
        if self.source().info(op).dialect() == tensor::DIALECT {
            return Err(self.refuse(op, "has no lowering to loops: run tensor-decompose first"));
        }
        if Access::of(self.source().op(op)).is_some() {
            foreign::check(self.source().op(op))?;
            return self.access(op);
        }
        if self.source().regions(op).len() > 0 {
            return Err(self.refuse(op, "has regions that cannot be lowered to loops"));
        }
        let new = self.copy(op)?;
        let is_constant = self.source().is(op, arith::Constant);
        for (old, new) in self.results(op).into_iter().zip(self.results(new)) {
            if self.ctx().is_tensor(self.ty(old)) {
                if !is_constant {
                    return Err(self.refuse(op, "has a tensor result: run tensor-decompose first"));
                }
                self.forms.set(old, Form::Whole(new));
            }
        }
        Ok(())
    }

    /// A read or write: the same op on the new values, with its proved bounds as an attribute.
    fn access(&mut self, op: Op) -> Result<()> {
        let access = Access::of(self.source().op(op)).expect("verified accesses have a map");
        let source = access.source;
        let is_own = self.indices.as_ref().is_some_and(|indices| is_identity_access(&access, indices));
        let proved =
            self.proved.get(&op).map(|known| match self.together.as_ref().filter(|_| self.at_point) {
                Some(together) => together.prove(self.source(), &access, self.point, known),
                None => known.clone(),
            });
        let mut operands = Vec::new();
        for operand in self.inputs(op) {
            operands.push(match operand == source {
                true => self.whole(operand),
                false => self.operand(op, operand)?,
            });
        }
        let types: Vec<Type> = self.results(op).into_iter().map(|value| self.ty(value)).collect();
        let new = self.same(op, &operands, &types);
        if let Some(proved) = proved {
            proved.state(self.code.b.body, new);
        }
        if is_own {
            let unit = self.ctx().unit_attr();
            self.code.b.body.set_attr(new, OWN_POINT, unit);
        }
        for (i, block) in self.blocks(op).into_iter().enumerate() {
            if let Some(block) = block {
                self.flattened_region(new, i, block, None)?;
            }
        }
        self.define_results(op, new);
        Ok(())
    }

    /// The tensor to read from, or the accumulator to put into.
    fn whole(&mut self, old: Value) -> Value {
        match self.form(old) {
            Form::Scalar(value) | Form::Whole(value) => value,
            Form::Small(elements) => {
                let (ty, name) = (self.ty(old), stops::called(self.source(), old));
                let name = self.ctx().string_attr(&name);
                let whole = FromElements::build(&mut self.code.b, &elements, ty);
                let made = self.code.b.body.def_op(whole).expect("the value is the result of an op");
                self.code.b.body.set_attr(made, stops::CALLED, name);
                whole
            }
        }
    }

    /// `tensor.extent`
    fn extent(&mut self, op: Op) -> Result<()> {
        let term =
            self.source().view(op, tensor::ExtentOf).term().expect("a verified extent has a term").clone();
        let (result, value) = (self.source().result(op, 0), self.code.extent(&term));
        self.define(result, value);
        Ok(())
    }

    /// `tensor.from_elements`
    fn from_elements(&mut self, op: Op) -> Result<()> {
        let operands = self.inputs(op);
        let elements: Rc<[Value]> = self.scalars(op, &operands)?.into();
        let result = self.source().result(op, 0);
        self.forms.set(result, Form::Small(elements));
        Ok(())
    }

    /// The types of the scalars that represent a value of this type.
    pub fn flat_types(&self, ty: Type) -> Vec<Type> {
        match static_dims(&self.ctx(), ty) {
            Some(dims) if self.ctx().is_tensor(ty) => {
                vec![self.ctx().elem_type(ty); dims.iter().product::<i64>().max(0) as usize]
            }
            _ => vec![ty],
        }
    }

    /// The scalars that represent a value.
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
        let dims = dims.ok_or_else(|| self.refuse(op, "carries a tensor whose extents are not constant"))?;
        let read = |at| self.read_at(tensor, &unflatten(at, &dims));
        Ok((0..dims.iter().product::<i64>()).map(read).collect())
    }

    /// Takes the scalars that represent an old value from the front of a list.
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

/// True for an identity access: a read whose leading subscripts are the indices of the iteration domain.
fn is_identity_access(access: &Access<'_>, indices: &[Value]) -> bool {
    let results = access.map.results();
    !access.is_write
        && results.len() >= indices.len()
        && indices.iter().zip(results).all(|(index, expr)| {
            expr.as_dim().and_then(|d| access.indices.get(d as usize)).is_some_and(|value| value == index)
        })
}
