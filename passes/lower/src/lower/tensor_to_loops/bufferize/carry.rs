//! Bufferization of loops and conditionals that carry whole tensors.
//!
//! Each carried tensor owns a buffer, and a loop passes buffers instead of copying contents: an iteration
//! writes its new tensors to free buffers, and the dead buffers become the free ones of the next iteration.
//! The block arguments of a lowered loop are thus the buffers of the carried tensors, then the free buffers.
//! If an iteration computes its new tensor point by point from one that dies, it updates that in place
//! (`in_place`).

use super::super::canonical_loop::{counted, loop_index, required_steps};
use super::super::client::{Client, Result};
use super::in_place::{self, ResultBuffer};
use super::lowering::{Form, Lowering, Start, memory_type};
use tf_dialects::loops::shared::APART;
use tf_dialects::loops::{Condition, For, ForOp, If, Parallel, While};
use tf_dialects::tensor::Empty;
use tf_ir::body::{Block, Op, Value};
use tf_ir::bufferize::Destination;
use tf_ir::builder::Cursor;
use tf_ir::diag::Diagnostic;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_ir::walk::walk;

/// The positions of the tensors among some values.
fn tensors(lowering: &Lowering<'_>, values: &[Value]) -> Vec<usize> {
    (0..values.len()).filter(|i| lowering.ctx().is_tensor(lowering.ty(values[*i]))).collect()
}

/// Buffers by type, in a fixed order.
#[derive(Default, Clone)]
struct Pool(Vec<(Type, Vec<Value>)>);

impl Pool {
    fn add(&mut self, ty: Type, buffer: Value) {
        match self.0.iter_mut().find(|(t, _)| *t == ty) {
            Some((_, buffers)) => buffers.push(buffer),
            None => self.0.push((ty, vec![buffer])),
        }
    }

    fn take(&mut self, ty: Type) -> Value {
        let buffers = self.0.iter_mut().find(|(t, _)| *t == ty).map(|(_, buffers)| buffers);
        buffers.and_then(Vec::pop).expect("the plan of the loop counted the free buffers")
    }

    /// One buffer of each of these types, in their order.
    fn take_all(&mut self, types: &[Type]) -> Vec<Value> {
        types.iter().map(|ty| self.take(*ty)).collect()
    }
}

/// Data flow of a region's tensors: from the arguments to the leaving values.
struct RegionFlow {
    /// The region's block.
    block: Block,
    /// Carried arguments (without the index), and leaving values (without the condition).
    args: Vec<Value>,
    leaving: Vec<Value>,
    /// The buffer strategy of each leaving tensor; `None` for other values.
    leaves: Vec<Option<ResultBuffer>>,
}

impl RegionFlow {
    /// Types of the free buffers that the region consumes.
    fn needs(&self, l: &Lowering<'_>) -> Vec<Type> {
        let fresh = |(value, how): (&Value, &Option<ResultBuffer>)| {
            matches!(how, Some(ResultBuffer::Fresh | ResultBuffer::Copied))
                .then(|| memory_type(&l.ctx(), l.ty(*value)))
        };
        self.leaving.iter().zip(&self.leaves).filter_map(fresh).collect()
    }

    /// True if the tensor at this position stays in its buffer.
    fn stays(&self, i: usize) -> bool {
        let leaves = self.leaves.get(i).copied().flatten();
        use ResultBuffer::{CopiedOver, InPlace, Over};
        matches!(leaves, Some(Over(arg) | InPlace(arg) | CopiedOver(arg)) if arg == i)
    }

    /// True if the tensor at this position is updated in its buffer, or not at all.
    fn is_updated(&self, i: usize) -> bool {
        self.stays(i) && !matches!(self.leaves[i], Some(ResultBuffer::CopiedOver(_)))
    }

    /// The arguments whose buffers hold no leaving value.
    fn dying(&self, l: &Lowering<'_>) -> Vec<usize> {
        let used: Vec<usize> = self
            .leaves
            .iter()
            .filter_map(|how| match how {
                Some(
                    ResultBuffer::InPlace(arg) | ResultBuffer::Over(arg) | ResultBuffer::CopiedOver(arg),
                ) => Some(*arg),
                _ => None,
            })
            .collect();
        tensors(l, &self.args).into_iter().filter(|arg| !used.contains(arg)).collect()
    }

    fn dying_types(&self, l: &Lowering<'_>) -> Vec<Type> {
        self.dying(l).into_iter().map(|arg| memory_type(&l.ctx(), l.ty(self.args[arg]))).collect()
    }
}

/// Multiset difference of types, in a fixed order: `a` without one occurrence for each element of `b`.
fn without(a: &[Type], b: &[Type]) -> Vec<Type> {
    let mut left = a.to_vec();
    for ty in b {
        if let Some(at) = left.iter().position(|t| t == ty) {
            left.remove(at);
        }
    }
    left
}

impl Lowering<'_> {
    fn passage(&self, block: Block, skip_args: usize, skip_values: usize) -> RegionFlow {
        let body = self.source();
        let args: Vec<Value> = body.args(block).skip(skip_args).collect();
        let end = body.last(block).expect("verified blocks end with a terminator");
        let leaving: Vec<Value> = body.operands(end).skip(skip_values).collect();
        let direct = self.direct(block, &leaving);
        let mut leaves: Vec<Option<ResultBuffer>> = vec![None; leaving.len()];
        for i in tensors(self, &leaving) {
            let arg = args.iter().position(|a| *a == leaving[i]);
            let first = !leaving[..i].contains(&leaving[i]);
            leaves[i] = Some(match arg {
                Some(arg) if first => ResultBuffer::InPlace(arg),
                _ if direct[i] => ResultBuffer::Fresh,
                _ => ResultBuffer::Copied,
            });
        }
        in_place::choose(body, block, (&args, &leaving), &mut leaves, (self.conditions, self.allowed));
        RegionFlow { block, args, leaving, leaves }
    }

    /// Lowers a region with the new values `carried` of its arguments and the free buffers `free`; returns
    /// the new leaving values and the buffers that are free afterwards.
    fn pass(
        &mut self,
        passage: &RegionFlow,
        carried: &[Value],
        mut free: Pool,
    ) -> Result<(Vec<Value>, Pool)> {
        self.bind(&passage.args, carried);
        self.lent.extend(passage.dying(self).into_iter().map(|arg| passage.args[arg]));
        let mut buffers: Vec<Option<Value>> = vec![None; passage.leaving.len()];
        for (i, how) in passage.leaves.iter().enumerate() {
            let (value, ty) = (passage.leaving[i], memory_type(&self.ctx(), self.ty(passage.leaving[i])));
            buffers[i] = match how {
                Some(
                    ResultBuffer::InPlace(arg) | ResultBuffer::Over(arg) | ResultBuffer::CopiedOver(arg),
                ) => Some(carried[*arg]),
                Some(ResultBuffer::Fresh | ResultBuffer::Copied) => Some(free.take(ty)),
                None => None,
            };
            if matches!(how, Some(ResultBuffer::Over(_) | ResultBuffer::Fresh)) {
                self.destinations.insert(value, buffers[i].expect("the entry was added above"));
            }
            match how {
                Some(ResultBuffer::Fresh) => self.forward_destination(passage.block, value, &[]),
                Some(ResultBuffer::Over(arg)) => {
                    self.forward_destination(passage.block, value, &[passage.args[*arg]]);
                }
                _ => {}
            }
        }
        let end = self.stage(passage.block)?;
        let mut out = Vec::new();
        for (i, value) in passage.leaving.iter().enumerate() {
            let Some(buffer) = buffers[i] else {
                out.push(self.operand(end, *value)?);
                continue;
            };
            if matches!(passage.leaves[i], Some(ResultBuffer::Copied | ResultBuffer::CopiedOver(_))) {
                self.write(*value, buffer, "an iteration yields one tensor twice, or one from outside")?;
            }
            out.push(buffer);
        }
        for arg in passage.dying(self) {
            free.add(self.ty(carried[arg]), carried[arg]);
        }
        Ok((out, free))
    }

    /// Buffers (or scalars) that hold the initial values and that the loop may write to. `kept` gives the
    /// destination of the result for carried tensors that never leave their buffer.
    fn owned(
        &mut self,
        op: Op,
        inits: &[Value],
        kept: &dyn Fn(usize) -> Option<Value>,
    ) -> Result<Vec<Value>> {
        let mut owned = Vec::new();
        for (i, init) in inits.iter().enumerate() {
            if !self.ctx().is_tensor(self.ty(*init)) {
                owned.push(self.operand(op, *init)?);
                continue;
            }
            let target = kept(i);
            if target.is_none() && self.is_own(op, *init) {
                // Another result may start from the same tensor.
                let buffer = self.buffer(*init);
                let is_kept = (0..inits.len()).any(|other| kept(other) == Some(buffer));
                if !is_kept && !owned.contains(&buffer) && !self.is_promised(op, buffer) {
                    owned.push(buffer);
                    continue;
                }
            }
            let ty = memory_type(&self.ctx(), self.ty(*init));
            let buffer = target.unwrap_or_else(|| self.alloc(ty));
            if self.source().def_cast(*init, Empty).is_none() {
                self.write(*init, buffer, "a loop changes it, and it is needed afterwards")?;
            }
            owned.push(buffer);
        }
        Ok(owned)
    }

    /// True if this op is the last use of the tensor and its buffer is a temporary.
    pub fn is_own(&self, op: Op, init: Value) -> bool {
        let body = self.source();
        let home = body.def_op(init).map_or_else(|| body.def_block(init), |def| body.block_of(def));
        let has_own_memory = match in_place::destination(body, init) {
            Some(Destination::Given | Destination::Init(_)) => true,
            Some(Destination::Alias(_)) => false,
            None => self.lent.contains(&init) || body.def_cast(init, If).is_some(),
        };
        has_own_memory && home == body.block_of(op) && in_place::dies_at((body, self.conditions), op, init)
    }

    fn alloc_all(&mut self, types: &[Type]) -> Vec<Value> {
        types.iter().map(|ty| self.alloc(*ty)).collect()
    }

    /// Binds the results of a lowered loop: tensors stay in their buffers unless they have another
    /// destination.
    fn finish(&mut self, op: Op, new: &[Value], in_target: &[Option<Value>]) -> Result<()> {
        for (i, result) in self.results(op).into_iter().enumerate() {
            if !self.ctx().is_tensor(self.ty(result)) {
                self.forms.set(result, Form::Scalar(new[i]));
                continue;
            }
            let buffer = match (in_target[i], self.destinations.remove(&result)) {
                (Some(target), _) => target,
                (None, Some(target)) => {
                    self.copy_buffer(new[i], target, "the result of a loop has to be in other memory")?;
                    target
                }
                (None, None) => new[i],
            };
            self.forms.set(result, Form::Buffer(buffer));
        }
        Ok(())
    }

    /// The lowered types of carried values.
    fn carried_types(&self, values: &[Value]) -> Vec<Type> {
        values.iter().map(|v| memory_type(&self.ctx(), self.ty(*v))).collect()
    }

    /// `loop.for` outside of computes.
    pub fn for_carrying(&mut self, op: Op) -> Result<()> {
        let block = self.source().entry(self.source().region(op, 0)).expect("verified loops have a block");
        let exit = self.source().cast(op, For).and_then(ForOp::early_exit);
        let passage = self.passage(block, 1, usize::from(exit.is_some()));
        let operands = self.inputs(op);
        let results = self.results(op);
        let bounds = self.scalars(op, &operands[..3])?;
        let (bounds, spaced) = counted(&mut self.code, &bounds);
        let in_target = self.in_target(&results, |i| passage.stays(i));
        let carried = self.owned(op, &operands[3..], &|i| in_target[i])?;
        let free_types = passage.needs(self);
        let free = self.alloc_all(&free_types);
        let new_operands = [&bounds[..], &carried, &free].concat();
        let mut types = vec![self.code.ty(bounds[0])];
        types.extend(self.carried_types(&passage.args));
        types.extend(&free_types);
        let new = self.same(op, &new_operands, &types[1..]);
        let index = self.source().arg(block, 0);
        self.region(new, 0, &types, |this, args| {
            let at = loop_index(&mut this.code, args[0], spaced.as_ref());
            this.forms.set(index, Form::Scalar(at));
            let (carried, spare) = args[1..].split_at(passage.args.len());
            let pool = this.pool(spare);
            let (mut out, mut pool) = this.pass(&passage, carried, pool)?;
            out.extend(pool.take_all(&free_types));
            let goes_on = exit.map(|exit| this.operand(op, exit)).transpose()?;
            this.code.end_iteration(goes_on, &out);
            Ok(())
        })?;
        let new = self.results(new);
        self.finish(op, &new, &in_target)
    }

    /// The error of a loop whose iterations would have to copy a shared tensor while others write it.
    fn not_in_place(&self, op: Op) -> Diagnostic {
        self.refuse(
            op,
            "shares a tensor that the loop cannot update in place: an earlier version of it, or a tensor of \
             its type, is used after the next version; write tiles into the last version only",
        )
    }

    /// `loop.parallel` outside of computes: all iterations write to the shared buffers.
    pub fn parallel_sharing(&mut self, op: Op) -> Result<()> {
        let rank = self.source().view(op, Parallel).rank();
        let block = self.source().entry(self.source().region(op, 0)).expect("verified loops have a block");
        let passage = self.passage(block, rank, 0);
        if (0..passage.leaving.len()).any(|i| !passage.is_updated(i)) {
            return Err(self.not_in_place(op));
        }
        let (operands, results) = (self.inputs(op), self.results(op));
        let mut bounds = self.scalars(op, &operands[..3 * rank])?;
        required_steps(&mut self.code, &mut bounds[2 * rank..]);
        let in_target = self.in_target(&results, |_| true);
        let shared = self.owned(op, &operands[3 * rank..], &|i| in_target[i])?;
        let new = self.same(op, &bounds, &[]);
        self.code.b.body.remove_attr(new, APART);
        let indices: Vec<Value> = self.source().args(block).take(rank).collect();
        self.region(new, 0, &vec![self.ctx().index(); rank], |this, args| {
            this.bind(&indices, args);
            let Cursor::End(trip) = this.code.b.cursor else { unreachable!("a region is filled at its end") };
            let outer = this.trips.replace(Start { block: trip, last: None });
            let (around, copies) = (this.shared.len(), this.shared_copies);
            this.shared.extend(shared.iter().map(|buffer| this.code.ty(*buffer)));
            this.pass(&passage, &shared, Pool::default())?;
            this.shared.truncate(around);
            this.trips = outer;
            if this.shared_copies > copies {
                return Err(this.not_in_place(op));
            }
            this.code.end(&[]);
            Ok(())
        })?;
        self.finish(op, &shared, &in_target)
    }

    /// The destinations of results whose tensors never leave their buffers: these may be allocated there from
    /// the start.
    fn in_target(&mut self, results: &[Value], stays: impl Fn(usize) -> bool) -> Vec<Option<Value>> {
        let target = |(i, result)| if stays(i) { self.destinations.remove(result) } else { None };
        results.iter().enumerate().map(target).collect()
    }

    fn pool(&self, buffers: &[Value]) -> Pool {
        let mut pool = Pool::default();
        buffers.iter().for_each(|b| pool.add(self.ty(*b), *b));
        pool
    }

    /// `loop.while` outside of computes: the first region passes buffers to the second, and back.
    pub fn while_carrying(&mut self, op: Op) -> Result<()> {
        let blocks: Vec<Block> = self.blocks(op).into_iter().flatten().collect();
        let (before, after) = (self.passage(blocks[0], 0, 1), self.passage(blocks[1], 0, 0));
        // Free buffers at the start of the first region suffice for both: `(before + dying) - needs` are free
        // in the second.
        let (first_needs, first_dying) = (before.needs(self), before.dying_types(self));
        let mut start = first_needs.clone();
        start.extend(without(&after.needs(self), &first_dying));
        let mut middle = without(&start, &first_needs);
        middle.extend(&first_dying);
        let (operands, results) = (self.inputs(op), self.results(op));
        let in_target = self.in_target(&results, |i| before.stays(i) && after.stays(i));
        let carried = self.owned(op, &operands, &|i| in_target.get(i).copied().flatten())?;
        let free = self.alloc_all(&start);
        let mut before_types = self.carried_types(&before.args);
        before_types.extend(&start);
        let mut after_types = self.carried_types(&after.args);
        after_types.extend(&middle);
        let new = While::build(&mut self.code.b, &[&carried[..], &free].concat(), &after_types);
        let end = self.source().last(blocks[0]).expect("verified blocks end with a terminator");
        self.region(new, 0, &before_types, |this, args| {
            let (carried, spare) = args.split_at(before.args.len());
            let pool = this.pool(spare);
            let (out, mut pool) = this.pass(&before, carried, pool)?;
            let condition = this.source().operand(end, 0);
            let mut values = vec![this.operand(end, condition)?];
            values.extend(out);
            values.extend(pool.take_all(&middle));
            this.code.b.op(Condition, &values, &[], &[]);
            Ok(())
        })?;
        self.region(new, 1, &after_types, |this, args| {
            let (carried, spare) = args.split_at(after.args.len());
            let pool = this.pool(spare);
            let (mut out, mut pool) = this.pass(&after, carried, pool)?;
            out.extend(pool.take_all(&start));
            this.code.end(&out);
            Ok(())
        })?;
        let new = self.results(new);
        self.finish(op, &new, &in_target)
    }

    /// `loop.if` outside of computes: both sides write to the same buffers.
    pub fn if_carrying(&mut self, op: Op) -> Result<()> {
        let results = self.results(op);
        let condition = self.source().operand(op, 0);
        let condition = self.operand(op, condition)?;
        let mut targets = vec![None; results.len()];
        for i in tensors(self, &results) {
            targets[i] = Some(self.destination(results[i]));
        }
        let is_number = |i: &usize| targets[*i].is_none();
        let numbers: Vec<usize> = (0..results.len()).filter(is_number).collect();
        let types: Vec<Type> = numbers.iter().map(|i| self.ty(results[*i])).collect();
        let blocks = self.blocks(op);
        let new = If::build(&mut self.code.b, condition, &types);
        for (i, block) in blocks.into_iter().enumerate() {
            let Some(block) = block else { continue };
            self.region(new, i, &[], |this, _| this.side(block, &targets))?;
        }
        for (i, value) in numbers.into_iter().zip(self.results(new)) {
            self.forms.set(results[i], Form::Scalar(value));
        }
        for (result, target) in results.iter().zip(targets) {
            if let Some(target) = target {
                self.forms.set(*result, Form::Buffer(target));
            }
        }
        Ok(())
    }

    /// The outer tensors that a block uses and whose buffer is this one.
    fn living_in(&self, block: Block, buffer: Value) -> Vec<Value> {
        let mut found = Vec::new();
        for op in self.source().ops(block) {
            walk(self.source(), op, &mut |body, op| {
                let lives = |v: &Value| matches!(self.forms.get(*v), Some(Form::Buffer(b)) if *b == buffer);
                found.extend(body.operands(op).filter(lives));
            });
        }
        found
    }

    /// Lowers one side of a conditional: stores tensors in their targets, yields scalars.
    fn side(&mut self, block: Block, targets: &[Option<Value>]) -> Result<()> {
        let end = self.source().last(block).expect("verified blocks end with a terminator");
        let leaving = self.inputs(end);
        let direct = self.direct(block, &leaving);
        for ((value, target), direct) in leaving.iter().zip(targets).zip(&direct) {
            if let (Some(target), true) = (target, direct) {
                self.destinations.insert(*value, *target);
                let over = self.living_in(block, *target);
                self.forward_destination(block, *value, &over);
            }
        }
        self.stage(block)?;
        let mut numbers = Vec::new();
        for ((value, target), direct) in leaving.iter().zip(targets).zip(&direct) {
            match target {
                None => numbers.push(self.operand(end, *value)?),
                Some(target) if !direct => {
                    self.write(*value, *target, "a branch of a conditional leaves it unchanged")?
                }
                Some(_) => {}
            }
        }
        self.code.end(&numbers);
        Ok(())
    }
}
