//! Bufferization of loop nests: allocates their results, or reuses the memory of initial values, and moves
//! their code.

use super::super::client::{Client, Result};
use super::in_place;
use super::lowering::{Form, Lowering, memory_type};
use std::rc::Rc;
use tf_dialects::loops::{For, Parallel, While};
use tf_dialects::mem::Alloc;
use tf_dialects::tensor::{Access, Compute, Policy};
use tf_ir::body::{Block, Op, Value};
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::rewrite::Rebuild;

impl Lowering<'_> {
    /// A `tensor.compute` without axes: moves the code of its region, which works on the memory of the
    /// results.
    pub fn nest(&mut self, op: Op) -> Result<()> {
        let view = self.source().view(op, Compute);
        if !view.is_nest() {
            return Err(self.refuse(op, "has axes that are not loops yet: run apply-schedule first"));
        }
        let (block, accumulators) =
            (view.block().expect("verified computes have a block"), view.accumulators());
        let results = self.results(op);
        let mut targets = Vec::new();
        for result in &results {
            targets.push(self.memory_of(op, *result, &targets)?);
        }
        for (accumulator, target) in accumulators.into_iter().zip(&targets) {
            self.forms.set(accumulator, Form::Buffer(*target));
        }
        let outer = (self.in_nest, self.once);
        (self.in_nest, self.once) = (true, true);
        self.block(block)?;
        (self.in_nest, self.once) = outer;
        self.bind(&results, &targets);
        Ok(())
    }

    /// An op of another dialect, on memory.
    pub fn on_memory(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let rule = ctx.op_info(self.source().name(op)).interface::<dyn Bufferizable>();
        let rule = rule.expect("the caller checked that it is a compute");
        let results = self.results(op);
        let (tensors, numbers): (Vec<Value>, Vec<Value>) =
            results.into_iter().partition(|result| self.ctx().is_tensor(self.ty(*result)));
        let mut destinations = Vec::new();
        for tensor in &tensors {
            destinations.push(self.memory_of(op, *tensor, &destinations)?);
        }
        let mut operands = Vec::new();
        for (i, operand) in self.inputs(op).into_iter().enumerate() {
            let starts =
                |tensor: &Value| in_place::destination(self.source(), *tensor) == Some(Destination::Init(i));
            operands.push(match tensors.iter().position(starts) {
                Some(result) => destinations[result],
                None if self.ctx().is_tensor(self.ty(operand)) => self.buffer(operand),
                None => self.operand(op, operand)?,
            });
        }
        let found = rule.on_memory(&mut self.code.b, op, &operands, &destinations)?;
        if found.len() != numbers.len() {
            return Err(self.refuse(op, "has results that are not on memory"));
        }
        self.bind(&tensors, &destinations);
        self.bind(&numbers, &found);
        Ok(())
    }

    /// The memory of a result: a destination, or that of its initial value or of the operand that it aliases.
    /// `others` is the memory of the results before it.
    fn memory_of(&mut self, op: Op, result: Value, others: &[Value]) -> Result<Value> {
        let destination = in_place::destination(self.source(), result);
        Ok(match destination.unwrap_or(Destination::Given) {
            Destination::Init(operand) => {
                let init = self.source().operand(op, operand);
                self.accumulator(op, init, result, others)?
            }
            Destination::Alias(operand) if !self.destinations.contains_key(&result) => {
                let aliased = self.source().operand(op, operand);
                self.buffer(aliased)
            }
            Destination::Given | Destination::Alias(_) => self.destination(result),
        })
    }

    /// A read at in-bounds index values.
    pub fn read(&mut self, op: Op) -> Result<()> {
        let access = Access::of(self.source().op(op)).expect("verified reads have a map");
        if access.policy != Policy::Assumed {
            return Err(self.refuse(op, "has a policy: run lower-access before tensors get memory"));
        }
        let source = access.source;
        let (map, dims, terms) = (access.map.into_owned(), access.indices, access.extents.to_vec());
        let dims = self.scalars(op, &dims)?;
        let symbols = self.code.extents(&terms);
        let at: Vec<Value> = map.results().iter().map(|e| self.code.affine(e, &dims, &symbols)).collect();
        let memory = match self.form(source) {
            Form::Small(elements) => self.scratch(source, &elements),
            _ => self.buffer(source),
        };
        let (result, element) = (self.source().result(op, 0), self.load(memory, &at));
        self.forms.set(result, Form::Scalar(element));
        Ok(())
    }

    /// Allocates and fills memory for a small tensor at its use.
    fn scratch(&mut self, tensor: Value, elements: &Rc<[Value]>) -> Value {
        let ty = memory_type(&self.ctx(), self.ty(tensor));
        let scratch = Alloc::build(&mut self.code.b, ty);
        self.store_elements(elements, scratch);
        scratch
    }

    /// `tensor.empty`: no code if only nests and loops use it as an initial value, which they overwrite; else
    /// zeros.
    pub fn empty(&mut self, op: Op) -> Result<()> {
        let (body, result) = (self.source(), self.source().result(op, 0));
        let starts =
            |op: Op| [Compute::KIND, For::KIND, Parallel::KIND, While::KIND].contains(&body.kind(op));
        if body.uses(result).all(|u| starts(u.op)) {
            return Ok(());
        }
        let to = self.destination(result);
        let extents = self.extents_of(to);
        let extents = self.code.extents(&extents);
        let elem = self.ctx().elem_type(self.ty(result));
        self.for_each(&extents, &mut Vec::new(), &mut |this, indices| {
            let zero = this.code.zero(elem);
            this.store(zero, to, indices);
            Ok(())
        })?;
        self.define(result, to);
        Ok(())
    }

    /// `tensor.from_elements`
    pub fn from_elements(&mut self, op: Op) -> Result<()> {
        let operands = self.inputs(op);
        let elements: Rc<[Value]> = self.scalars(op, &operands)?.into();
        let result = self.source().result(op, 0);
        self.forms.set(result, Form::Small(elements));
        Ok(())
    }

    /// The memory of an accumulating result, filled with its initial value: the destination of the result, or
    /// the memory of the initial value after its last use, if no other result of the op has that.
    fn accumulator(&mut self, op: Op, init: Value, result: Value, others: &[Value]) -> Result<Value> {
        if !self.destinations.contains_key(&result) && self.is_own(op, init) {
            let buffer = self.buffer(init);
            let is_free = !others.contains(&buffer) && !self.is_promised(op, buffer);
            if is_free && self.allowed.allows("put-in-place") {
                return Ok(buffer);
            }
        }
        let target = self.destination(result);
        if !matches!(self.form(init), Form::Buffer(buffer) if buffer == target) {
            let why =
                "its update reads elements that other points change, or its old value is needed afterwards";
            self.write(init, target, why)?;
        }
        Ok(target)
    }

    /// True if a result of the op is to be written to this buffer.
    pub fn is_promised(&self, op: Op, buffer: Value) -> bool {
        let results = self.source().results(op);
        results.filter_map(|result| self.destinations.get(&result)).any(|to| *to == buffer)
    }

    /// Propagates the destination of a result to its initial value (of an accumulating result or a loop),
    /// which is then computed there. The tensors `over` live in that memory and must permit the overwrite.
    pub fn forward_destination(&mut self, block: Block, value: Value, over: &[Value]) {
        let mut value = value;
        while let Some(buffer) = self.destinations.get(&value).copied() {
            let Some(init) = self.own_start(block, value) else { return };
            let asked = (self.source(), self.conditions);
            if over.iter().any(|old| !in_place::may_overwrite(asked, block, *old, init)) {
                return;
            }
            self.destinations.insert(init, buffer);
            value = init;
        }
    }

    /// The initial value of a result, if the same block computes it and the result's op is its last use.
    fn own_start(&self, block: Block, result: Value) -> Option<Value> {
        let body = self.source();
        let (def, init) = in_place::start_of((body, self.conditions), result)?;
        // A loop that does not update its initial value in place would copy the buffer onto itself.
        let is_loop = matches!(body.kind(def), For::KIND | While::KIND);
        let goes_on = !is_loop || !self.allowed.leaves_out("in-place");
        if !goes_on || body.block_of(def) != Some(block) {
            return None;
        }
        let produced = self.direct(block, &[init])[0];
        let own = produced && in_place::dies_at((body, self.conditions), def, init);
        (own && !self.destinations.contains_key(&init)).then_some(init)
    }
}
