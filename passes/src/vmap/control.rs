//! Batching of loops and conditionals: if-conversion where slices diverge.
//!
//! A carried value is mapped if its start is, or if what the body makes of it is. Where the condition or the bounds of a loop
//! differ from slice to slice, it runs until no slice goes on; slices that do not keep their values. Where a conditional differs,
//! both branches run and the values are chosen; a `loop.while` in such a branch goes on for the slices that chose it alone. That would be
//! wrong for code that can stop the call, and endless for loops deeper in a branch: such ops run slice by slice.

use super::{Batch, mark};
use rustc_hash::FxHashSet;
use tf_dialects::arith::{self, CmpI, const_int};
use tf_dialects::loops::{self, Condition, For, If, While};
use tf_dialects::tensor::constraints::TENSOR_OR_SCALAR;
use tf_dialects::tensor::transform::checkpoint::{After, Checkpoint};
use tf_dialects::tensor::{self, CombiningKind, Policy, build};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::effects::is_pure;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};

/// True if the code of a loop or conditional may run for values that it was not meant for: it always ends, never stops the call,
/// and changes nothing outside.
fn may_speculate(body: &Body, op: Op) -> bool {
    let inside = |op: Op| body.regions(op).flat_map(|r| body.blocks(r)).flat_map(|block| body.ops(block));
    // In a branch, the slices that chose it say when a loop ends.
    let may_run = |inner: Op| match body.is(op, If) && body.is(inner, While) {
        true => inside(inner).all(|op| is_pure(body, op)),
        false => is_pure(body, inner),
    };
    inside(op).all(may_run)
}

/// True if a `loop.while` stands in the block.
fn holds_while(body: &Body, block: Block) -> bool {
    body.ops(block).any(|op| body.is(op, While))
}

/// True if the step of a `loop.for` is a positive constant.
fn has_positive_step(body: &Body, op: Op) -> bool {
    let step = body.def_op(body.operand(op, 2)).and_then(|def| body.op(def).constant());
    step.and_then(|attr| body.ctx().attr_int(attr)).is_some_and(|n| n > 0)
}

impl Batch<'_, '_> {
    fn block_of(&self, op: Op, i: usize) -> Option<Block> {
        self.b.body.entry(self.b.body.region(op, i))
    }

    fn end_operands(&self, block: Block) -> Vec<Value> {
        let end = self.b.body.last(block).expect("verified regions have terminators");
        self.b.body.operands(end).collect()
    }

    /// Refuses values that would be stacked, one for each slice, and cannot be: there are no tensors of them.
    pub(super) fn check_stacked(&self, op: Op, values: &[Value], flags: &[bool]) -> Result<(), Diagnostic> {
        let ctx = self.b.body.ctx();
        let types = values.iter().zip(flags).filter(|(_, mapped)| **mapped).map(|(v, _)| self.b.body.ty(*v));
        let Some(ty) = types.into_iter().find(|ty| !(TENSOR_OR_SCALAR.check)(ctx, *ty)) else {
            return Ok(());
        };
        Err(self.b.body.op(op).error(format_args!(
            "cannot be mapped: it gives {} for each slice, and there are no tensors of it; map code that gives numbers or tensors, or \
             compute what this gives outside of `tensor.vmap`",
            type_to_string(ctx, ty)
        )))
    }

    /// The mapped values of outside, as a set to mark further ones in.
    fn marked(&self) -> FxHashSet<Value> {
        self.mapped.keys().copied().collect()
    }

    /// A value as it is passed on: with the leading axis where `mapped` says so.
    fn passed(&mut self, value: Value, mapped: bool) -> Value {
        if mapped { self.spread(value) } else { self.value(value) }
    }

    fn passed_type(&self, ty: Type, mapped: bool) -> Type {
        if mapped { self.mapped_type(ty) } else { ty }
    }

    /// Notes what values of the region became.
    fn bind(&mut self, old: &[Value], new: &[Value], flags: &[bool]) {
        for ((old, new), mapped) in old.iter().zip(new).zip(flags) {
            match mapped {
                true => self.mapped.insert(*old, *new),
                false => self.shared.insert(*old, *new),
            };
        }
    }

    /// Rebuilds a block at the cursor and gives its terminator's operands as `flags` say.
    fn yields(&mut self, block: Block, flags: &[bool]) -> Result<Vec<Value>, Diagnostic> {
        let values = self.block(block)?;
        Ok(values.into_iter().zip(flags).map(|(v, mapped)| self.passed(v, *mapped)).collect())
    }

    /// Enters region `i` of a new op with arguments for the old block's, from `first` on.
    fn enter(&mut self, new: Op, i: usize, block: Block, flags: &[bool]) -> tf_ir::builder::Cursor {
        let args: Vec<Value> = self.b.body.args(block).collect();
        let types: Vec<Type> =
            args.iter().zip(flags).map(|(v, m)| self.passed_type(self.b.body.ty(*v), *m)).collect();
        let (entry, outer) = self.b.enter(new, i, &types);
        let fresh: Vec<Value> = self.b.body.args(entry).collect();
        self.bind(&args, &fresh, flags);
        outer
    }

    /// `new` where the mask holds, else `old`.
    fn choose(&mut self, mask: Value, new: Value, old: Value) -> Value {
        let ty = self.b.body.ty(new);
        let shape: Vec<Dim> = self.b.body.ctx().dims(ty).unwrap_or_default().to_vec();
        let mask = if shape.len() > 1 { build::broadcast(self.b, mask, &[0], &shape) } else { mask };
        arith::select(self.b, mask, new, old)
    }

    /// Rebuilds a branch that the slices of a mask chose.
    fn chosen(&mut self, block: Block, mask: Value, flags: &[bool]) -> Result<Vec<Value>, Diagnostic> {
        let outer = self.mask;
        if holds_while(self.b.body, block) {
            self.mask = Some(self.within(outer, mask));
        }
        let values = self.yields(block, flags);
        self.mask = outer;
        values
    }

    /// True if a mask holds for any slice.
    fn any(&mut self, mask: Value) -> Value {
        let any = build::reduce(self.b, &[CombiningKind::Or], &[mask], &[0], None);
        let any = self.b.body.result(any, 0);
        build::at(self.b, any, &build::scalar_subscripts(), Policy::Assumed, None)
    }

    /// The slices of two masks at once.
    fn within(&mut self, outer: Option<Value>, mask: Value) -> Value {
        match outer {
            Some(outer) => arith::andi(self.b, outer, mask),
            None => mask,
        }
    }

    /// The other slices.
    fn not(&mut self, mask: Value) -> Value {
        let i1 = self.b.ctx().i1();
        let truth = const_int(self.b, i1, 1);
        let all = build::splat(self.b, truth, std::slice::from_ref(&self.extent));
        arith::xori(self.b, mask, all)
    }

    pub(super) fn counted(&mut self, op: Op) -> Result<(), Diagnostic> {
        let operands: Vec<Value> = self.b.body.operands(op).collect();
        let (bounds, inits) = operands.split_at(3);
        if bounds.iter().any(|v| self.is_mapped(*v)) || self.leaves_early(op) {
            let fits = may_speculate(self.b.body, op) && has_positive_step(self.b.body, op);
            if !fits {
                return self.one_by_one(op);
            }
            self.check_stacked(op, inits, &vec![true; inits.len()])?;
            return self.counted_under_masks(op);
        }
        let block = self.block_of(op, 0).expect("a verified loop has a block");
        let args: Vec<Value> = self.b.body.args(block).skip(1).collect();
        let ends = self.end_operands(block);
        let mut marked = self.marked();
        let mut flags: Vec<bool> = inits.iter().map(|v| self.is_mapped(*v)).collect();
        loop {
            marked.extend(args.iter().zip(&flags).filter(|(_, m)| **m).map(|(v, _)| *v));
            mark(self.b.body, block, &mut marked);
            let next: Vec<bool> = flags.iter().zip(&ends).map(|(m, v)| *m || marked.contains(v)).collect();
            if next == flags {
                break;
            }
            flags = next;
        }
        self.check_stacked(op, inits, &flags)?;
        let mut operands: Vec<Value> = bounds.iter().map(|v| self.value(*v)).collect();
        for (init, mapped) in inits.iter().zip(&flags) {
            operands.push(self.passed(*init, *mapped));
        }
        let types: Vec<Type> = operands[3..].iter().map(|v| self.b.body.ty(*v)).collect();
        let new = self.b.op(For, &operands, &types, &[]);
        let outer = self.enter(new, 0, block, &[vec![false], flags.clone()].concat());
        let values = self.yields(block, &flags)?;
        loops::Yield::build(self.b, &values);
        self.b.cursor = outer;
        self.bind_results(op, new, &flags);
        Ok(())
    }

    fn bind_results(&mut self, op: Op, new: Op, flags: &[bool]) {
        let old: Vec<Value> = self.b.body.results(op).collect();
        let new: Vec<Value> = self.b.body.results(new).take(old.len()).collect();
        self.bind(&old, &new, flags);
    }

    /// A counted loop whose bounds differ, or that slices leave at different times: as many trips as the longest, the others
    /// keep their values.
    fn counted_under_masks(&mut self, op: Op) -> Result<(), Diagnostic> {
        let operands: Vec<Value> = self.b.body.operands(op).collect();
        let elem = self.b.body.ty(operands[0]);
        let block = self.block_of(op, 0).expect("a verified loop has a block");
        let [lower, upper, step] = [0, 1, 2].map(|i| self.spread(operands[i]));
        let distance = arith::subi(self.b, upper, lower);
        let trips = arith::ceildivsi(self.b, distance, step);
        // Where the bound is not after the start, the distance may leave the type: there are no trips.
        let any = arith::cmpi(self.b, CmpI::Slt, lower, upper);
        let zero = const_int(self.b, elem, 0);
        let none = build::splat(self.b, zero, std::slice::from_ref(&self.extent));
        let trips = self.choose(any, trips, none);
        let most = build::reduce(self.b, &[CombiningKind::MaxUI], &[trips], &[0], None);
        let most = self.b.body.result(most, 0);
        let most = build::at(self.b, most, &build::scalar_subscripts(), Policy::Assumed, None);
        let one = const_int(self.b, elem, 1);
        let starts: Vec<Value> = operands[3..].iter().map(|v| self.spread(*v)).collect();
        let args: Vec<Value> = self.b.body.args(block).collect();
        let mut types: Vec<Type> = starts.iter().map(|v| self.b.body.ty(*v)).collect();
        let carried = starts.len();
        let exits = self.leaves_early(op);
        let mut starts = [vec![zero, most, one], starts].concat();
        if exits {
            // Which slices have not left.
            types.push(self.b.body.ty(any));
            starts.push(any);
        }
        let new = self.b.op(For, &starts, &types, &[]);
        let (entry, outer) = self.b.enter(new, 0, &[&[elem], &types[..]].concat());
        let fresh: Vec<Value> = self.b.body.args(entry).collect();
        let trip = build::splat(self.b, fresh[0], std::slice::from_ref(&self.extent));
        let offset = arith::muli(self.b, trip, step);
        let index = arith::addi(self.b, lower, offset);
        let mut active = arith::cmpi(self.b, CmpI::Ult, trip, trips);
        let held = fresh[1..=carried].to_vec();
        self.bind(&args, &[&[index], &held[..]].concat(), &vec![true; args.len()]);
        let values = self.yields(block, &vec![true; types.len()])?;
        let mut going = None;
        if exits {
            active = arith::andi(self.b, active, fresh[1 + carried]);
            going = Some(arith::andi(self.b, active, values[0]));
        }
        let pairs = values[usize::from(exits)..].iter().copied().zip(held);
        let mut kept: Vec<Value> = pairs.map(|(new, old)| self.choose(active, new, old)).collect();
        match going {
            Some(going) => {
                let any = self.any(going);
                kept.insert(0, any);
                kept.push(going);
                self.b.op(Condition, &kept, &[], &[]);
            }
            None => drop(loops::Yield::build(self.b, &kept)),
        }
        self.b.cursor = outer;
        self.bind_results(op, new, &vec![true; carried]);
        Ok(())
    }

    pub(super) fn repeated(&mut self, op: Op) -> Result<(), Diagnostic> {
        let (before, after) = match (self.block_of(op, 0), self.block_of(op, 1)) {
            (Some(before), Some(after)) => (before, after),
            _ => unreachable!("a verified loop has two blocks"),
        };
        let inits: Vec<Value> = self.b.body.operands(op).collect();
        let [args, passed] = [before, after].map(|block| self.b.body.args(block).collect::<Vec<Value>>());
        let (tests, ends) = (self.end_operands(before), self.end_operands(after));
        let mut marked = self.marked();
        let mut flags: Vec<bool> = inits.iter().map(|v| self.is_mapped(*v)).collect();
        let passes = loop {
            marked.extend(args.iter().zip(&flags).filter(|(_, m)| **m).map(|(v, _)| *v));
            mark(self.b.body, before, &mut marked);
            let passes: Vec<bool> = tests[1..].iter().map(|v| marked.contains(v)).collect();
            marked.extend(passed.iter().zip(&passes).filter(|(_, m)| **m).map(|(v, _)| *v));
            mark(self.b.body, after, &mut marked);
            let next: Vec<bool> = flags.iter().zip(&ends).map(|(m, v)| *m || marked.contains(v)).collect();
            if next == flags {
                break passes;
            }
            flags = next;
        };
        self.check_stacked(op, &args, &flags)?;
        self.check_stacked(op, &passed, &passes)?;
        if marked.contains(&tests[0]) || self.mask.is_some() {
            if !may_speculate(self.b.body, op) {
                return self.one_by_one(op);
            }
            self.check_stacked(op, &args, &vec![true; args.len()])?;
            self.check_stacked(op, &passed, &vec![true; passed.len()])?;
            return self.repeated_under_masks(op, before, after);
        }
        let starts: Vec<Value> = inits.into_iter().zip(&flags).map(|(v, m)| self.passed(v, *m)).collect();
        let results: Vec<Type> = self.b.body.results(op).map(|r| self.b.body.ty(r)).collect();
        let types: Vec<Type> = results.iter().zip(&passes).map(|(ty, m)| self.passed_type(*ty, *m)).collect();
        let new = While::build(self.b, &starts, &types);
        let outer = self.enter(new, 0, before, &flags);
        let values = self.yields(before, &[vec![false], passes.clone()].concat())?;
        self.b.op(Condition, &values, &[], &[]);
        self.b.cursor = outer;
        let outer = self.enter(new, 1, after, &passes);
        let values = self.yields(after, &flags)?;
        loops::Yield::build(self.b, &values);
        self.b.cursor = outer;
        self.bind_results(op, new, &passes);
        Ok(())
    }

    /// A loop that goes on while any slice does. The first region passes on, beside its values, which slices go on and what
    /// was carried: the others keep that, so that they pass on the same values in every trip that is left.
    fn repeated_under_masks(&mut self, op: Op, before: Block, after: Block) -> Result<(), Diagnostic> {
        let inits: Vec<Value> = self.b.body.operands(op).collect();
        let starts: Vec<Value> = inits.into_iter().map(|v| self.spread(v)).collect();
        let carried: Vec<Type> = starts.iter().map(|v| self.b.body.ty(*v)).collect();
        let results: Vec<Type> = self.b.body.results(op).map(|r| self.b.body.ty(r)).collect();
        let results: Vec<Type> = results.into_iter().map(|ty| self.mapped_type(ty)).collect();
        let mask = self.b.ctx().tensor(vec![self.dim()], self.b.ctx().i1());
        let types = [&results[..], &[mask], &carried].concat();
        let new = While::build(self.b, &starts, &types);
        let outer = self.enter(new, 0, before, &vec![true; carried.len()]);
        let held: Vec<Value> = {
            let args: Vec<Value> = self.b.body.args(before).collect();
            args.iter().map(|v| self.mapped[v]).collect()
        };
        let mut values = self.yields(before, &vec![true; results.len() + 1])?;
        if let Some(mask) = self.mask {
            values[0] = arith::andi(self.b, values[0], mask);
        }
        let any = self.any(values[0]);
        self.b.op(Condition, &[&[any], &values[1..], &values[..1], &held].concat(), &[], &[]);
        self.b.cursor = outer;
        let (entry, outer) = self.b.enter(new, 1, &types);
        let fresh: Vec<Value> = self.b.body.args(entry).collect();
        let (passed, rest) = fresh.split_at(results.len());
        let args: Vec<Value> = self.b.body.args(after).collect();
        self.bind(&args, passed, &vec![true; args.len()]);
        let (mask, held) = (rest[0], rest[1..].to_vec());
        let values = self.yields(after, &vec![true; carried.len()])?;
        let kept: Vec<Value> =
            values.into_iter().zip(held).map(|(new, old)| self.choose(mask, new, old)).collect();
        loops::Yield::build(self.b, &kept);
        self.b.cursor = outer;
        self.bind_results(op, new, &vec![true; results.len()]);
        Ok(())
    }

    pub(super) fn branch(&mut self, op: Op) -> Result<(), Diagnostic> {
        let condition = self.b.body.operand(op, 0);
        let results: Vec<Type> = self.b.body.results(op).map(|r| self.b.body.ty(r)).collect();
        let (Some(then), Some(otherwise)) = (self.block_of(op, 0), self.block_of(op, 1)) else {
            // Nothing comes out of it.
            return self.one_by_one(op);
        };
        if self.is_mapped(condition) {
            if !may_speculate(self.b.body, op) {
                return self.one_by_one(op);
            }
            let flags = vec![true; results.len()];
            let values: Vec<Value> = self.b.body.results(op).collect();
            self.check_stacked(op, &values, &flags)?;
            let mask = self.spread(condition);
            let first = self.chosen(then, mask, &flags)?;
            let opposite = if holds_while(self.b.body, otherwise) { self.not(mask) } else { mask };
            let second = self.chosen(otherwise, opposite, &flags)?;
            for (i, (a, b)) in first.into_iter().zip(second).enumerate() {
                let chosen = self.choose(mask, a, b);
                let result = self.b.body.result(op, i);
                self.mapped.insert(result, chosen);
            }
            return Ok(());
        }
        let mut marked = self.marked();
        mark(self.b.body, then, &mut marked);
        mark(self.b.body, otherwise, &mut marked);
        let pairs = self.end_operands(then).into_iter().zip(self.end_operands(otherwise));
        let flags: Vec<bool> = pairs.map(|(a, b)| marked.contains(&a) || marked.contains(&b)).collect();
        let values: Vec<Value> = self.b.body.results(op).collect();
        self.check_stacked(op, &values, &flags)?;
        let types: Vec<Type> = results.iter().zip(&flags).map(|(ty, m)| self.passed_type(*ty, *m)).collect();
        let condition = self.value(condition);
        let new = If::build(self.b, condition, &types);
        for (i, block) in [then, otherwise].into_iter().enumerate() {
            let outer = self.enter(new, i, block, &[]);
            let values = self.yields(block, &flags)?;
            loops::Yield::build(self.b, &values);
            self.b.cursor = outer;
        }
        self.bind_results(op, new, &flags);
        Ok(())
    }

    /// A checkpoint of the code for all slices.
    pub(super) fn checkpoint(&mut self, op: Op) -> Result<(), Diagnostic> {
        let block = self.block_of(op, 0).expect("a verified checkpoint has a block");
        let operands: Vec<Value> = self.b.body.operands(op).collect();
        let flags: Vec<bool> = operands.iter().map(|v| self.is_mapped(*v)).collect();
        let mut marked = self.marked();
        marked.extend(self.b.body.args(block).zip(&flags).filter(|(_, m)| **m).map(|(v, _)| v));
        mark(self.b.body, block, &mut marked);
        let given: Vec<bool> = self.end_operands(block).iter().map(|v| marked.contains(v)).collect();
        let values: Vec<Value> = self.b.body.results(op).collect();
        self.check_stacked(op, &values, &given)?;
        let inputs: Vec<Value> =
            operands.into_iter().zip(&flags).map(|(v, mapped)| self.passed(v, *mapped)).collect();
        let results: Vec<Type> = self.b.body.results(op).map(|r| self.b.body.ty(r)).collect();
        let types: Vec<Type> = results.iter().zip(&given).map(|(ty, m)| self.passed_type(*ty, *m)).collect();
        let new = Checkpoint::build(self.b, &inputs, &types);
        let outer = self.enter(new, 0, block, &flags);
        let values = self.yields(block, &given)?;
        tensor::Yield::build(self.b, &values);
        self.b.cursor = outer;
        self.bind_results(op, new, &given);
        Ok(())
    }

    /// What waits does so for all slices at once.
    pub(super) fn after(&mut self, op: Op) {
        let operands: Vec<Value> = self.b.body.operands(op).collect();
        let flags: Vec<bool> = operands.iter().map(|v| self.is_mapped(*v)).collect();
        let operands: Vec<Value> =
            operands.into_iter().zip(&flags).map(|(v, mapped)| self.passed(v, *mapped)).collect();
        let ty = self.b.body.ty(operands[0]);
        let new = self.b.op(After, &operands, &[ty], &[]);
        self.bind_results(op, new, &flags[..1]);
    }
}
