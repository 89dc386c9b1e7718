//! Widens control flow: uniform control flow stays scalar, divergent branches are if-converted to masks.

use super::shape::{Divergence, Shape, carried_values, ending, sole_block};
use super::widen::{Built, Widen};
use tf_dialects::elementwise::spec_of;
use tf_dialects::loops::For;
use tf_dialects::loops::{Condition, If, While};
use tf_dialects::mem::{self, Trap};
use tf_dialects::vector;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::control::{as_loop, early_exit};
use tf_ir::rewrite::{Rebuild, constant_value};
use tf_ir::types::Type;
use tf_passes_common::code::marks::UNROLL;
use tf_passes_common::cost::figures::SKIP_COST;

impl Widen<'_, '_> {
    /// `loop.for`
    pub(super) fn for_loop(&mut self, op: Op) -> Built {
        match self.shapes.divergence(self.source(), op) {
            Divergence::Equal if !self.shapes.exits_diverge(self.source(), op) => self.equal_for(op),
            Divergence::PerLane => self.per_lane_for(op),
            trips => self.one_index_for(op, trips),
        }
    }

    /// The new forms of values, each in the shape of its counterpart.
    pub(super) fn values_as(&mut self, values: &[Value], like: &[Value]) -> Vec<Value> {
        let shapes: Vec<Shape> = like.iter().map(|v| self.shapes.of(*v)).collect();
        values.iter().zip(shapes).map(|(v, shape)| self.value_as(*v, shape)).collect()
    }

    pub(super) fn new_types(&self, values: &[Value]) -> Vec<Type> {
        values.iter().map(|v| self.ty(*v)).collect()
    }

    pub(super) fn define_all(&mut self, old: &[Value], new: &[Value]) {
        old.iter().zip(new).for_each(|(old, new)| self.define(*old, *new));
    }

    pub(super) fn results(&self, op: Op) -> Vec<Value> {
        self.source().results(op).collect()
    }

    /// A loop with a uniform trip count.
    fn equal_for(&mut self, op: Op) -> Built {
        let block = sole_block(self.source(), op, 0);
        let args: Vec<Value> = self.source().args(block).collect();
        let operands: Vec<Value> = self.source().operands(op).collect();
        let mut new_operands: Vec<Value> = operands[..3].iter().map(|v| self.scalar(*v)).collect();
        new_operands.extend(self.values_as(&operands[3..], &args[1..]));
        let types = self.new_types(&args);
        let unroll: Vec<_> = self.source().attr(op, UNROLL).map(|a| (UNROLL, a)).into_iter().collect();
        let new = self.code.b.op(For, &new_operands, &types[1..], &unroll);
        self.inside(new, 0, &types, |w, new_args| {
            w.define_all(&args, new_args);
            w.block(block)?;
            let yielded = carried_values(w.source(), op);
            let yielded = w.values_as(&yielded, &args[1..]);
            let goes_on = early_exit(w.source(), op).map(|exit| w.scalar(exit));
            w.code.end_iteration(goes_on, &yielded);
            Ok(())
        })?;
        self.define_results(op, new);
        Ok(())
    }

    /// `loop.while`
    pub(super) fn while_loop(&mut self, op: Op) -> Built {
        if self.shapes.diverges(self.source(), op) {
            return self.divergent_while(op);
        }
        let (before, after) = (sole_block(self.source(), op, 0), sole_block(self.source(), op, 1));
        let args: Vec<Value> = self.source().args(before).collect();
        let received: Vec<Value> = self.source().args(after).collect();
        let operands: Vec<Value> = self.source().operands(op).collect();
        let operands = self.values_as(&operands, &args);
        let (types, passed_types) = (self.new_types(&args), self.new_types(&received));
        let new = While::build(&mut self.code.b, &operands, &passed_types);
        self.inside(new, 0, &types, |w, new_args| {
            w.define_all(&args, new_args);
            w.block(before)?;
            let ended = ending(w.source(), before, 0);
            let condition = w.scalar(ended[0]);
            let passed = w.values_as(&ended[1..], &received);
            Condition::build(&mut w.code.b, condition, &passed);
            Ok(())
        })?;
        self.inside(new, 1, &passed_types, |w, new_args| {
            w.define_all(&received, new_args);
            w.block(after)?;
            let yielded = ending(w.source(), after, 0);
            let yielded = w.values_as(&yielded, &args);
            w.code.end(&yielded);
            Ok(())
        })?;
        self.define_results(op, new);
        Ok(())
    }

    /// `loop.if`
    pub(super) fn conditional(&mut self, op: Op) -> Built {
        let condition = self.source().operand(op, 0);
        if self.shapes.is_true(self.source(), condition) {
            let block = sole_block(self.source(), op, 0);
            self.block(block)?;
            let (results, yielded) = (self.results(op), ending(self.source(), block, 0));
            results.iter().zip(&yielded).for_each(|(r, v)| self.alias(*r, *v));
            return Ok(());
        }
        match self.shapes.of(condition) {
            Shape::Uniform => self.uniform_if(op, condition),
            _ => self.divergent_if(op, condition),
        }
    }

    fn sides(&self, op: Op) -> Vec<Option<Block>> {
        self.source().regions(op).map(|region| self.source().entry(region)).collect()
    }

    fn uniform_if(&mut self, op: Op, condition: Value) -> Built {
        let condition = self.scalar(condition);
        let results = self.results(op);
        let types = self.new_types(&results);
        let new = If::build(&mut self.code.b, condition, &types);
        for (i, block) in self.sides(op).into_iter().enumerate() {
            let Some(block) = block else { continue };
            self.inside(new, i, &[], |w, _| {
                w.block(block)?;
                let yielded = ending(w.source(), block, 0);
                let yielded = w.values_as(&yielded, &results);
                w.code.end(&yielded);
                Ok(())
            })?;
        }
        self.define_results(op, new);
        Ok(())
    }

    /// If-conversion: each side runs under the mask of its lanes; results are selected per lane.
    fn divergent_if(&mut self, op: Op, condition: Value) -> Built {
        let condition = self.vector(condition);
        let blocks = self.sides(op);
        let taken = self.and_mask(condition);
        let then = blocks[0].map_or(Ok(Vec::new()), |block| self.side(block, taken))?;
        let other = match blocks[1] {
            Some(block) => {
                let not = self.code.not(condition);
                let left = self.and_mask(not);
                self.side(block, left)?
            }
            None => Vec::new(),
        };
        for (i, result) in self.results(op).into_iter().enumerate() {
            let chosen = match self.is_chosen(then[i], taken, other[i]) {
                true => then[i],
                false => self.code.select(condition, then[i], other[i]),
            };
            self.define(result, chosen);
        }
        Ok(())
    }

    /// True for a masked read whose inactive lanes already give the other value.
    fn is_chosen(&self, read: Value, mask: Value, other: Value) -> bool {
        let body = &*self.code.b.body;
        let is_read = |op: &Op| body.is(*op, vector::Load) || body.is(*op, vector::Gather);
        let Some(op) = body.def_op(read).filter(is_read) else { return false };
        let [.., on, off] = body.operands(op).collect::<Vec<_>>()[..] else { return false };
        let same = off == other
            || constant_value(body, off).is_some_and(|value| constant_value(body, other) == Some(value));
        on == mask && same
    }

    /// One side of a divergent branch under its mask; returns the yielded vectors.
    fn side(&mut self, block: Block, mask: Value) -> Built<Vec<Value>> {
        let yielded = ending(self.source(), block, 0);
        if self.source().ops(block).count() == 1 {
            return Ok(self.vectors(&yielded));
        }
        if !self.needs_a_lane(block) && cost(self.source(), block) <= SKIP_COST {
            return self.under(mask, block, &yielded);
        }
        let elems: Vec<Type> = yielded.iter().map(|v| self.code.ty(*v)).collect();
        let types: Vec<Type> = elems.iter().map(|ty| self.vector_type(*ty)).collect();
        let any = self.any(mask);
        let new = If::build(&mut self.code.b, any, &types);
        self.inside(new, 0, &[], |w, _| {
            let values = w.under(mask, block, &yielded)?;
            w.code.end(&values);
            Ok(())
        })?;
        if !types.is_empty() {
            self.inside(new, 1, &[], |w, _| {
                let values: Vec<Value> = elems.iter().map(|ty| w.zeros(*ty)).collect();
                w.code.end(&values);
                Ok(())
            })?;
        }
        Ok(self.results(new))
    }

    /// True if code may only run with an active lane: it reads at a uniform address, traps, or loops.
    fn needs_a_lane(&self, block: Block) -> bool {
        let body = self.source();
        body.ops(block).any(|op| match body.kind(op) {
            mem::Load::KIND => self.shapes.all_uniform(body.operands(op).skip(1)),
            Trap::KIND => true,
            _ if as_loop(body, op).is_some() => true,
            _ => body.regions(op).flat_map(|r| body.blocks(r)).any(|b| self.needs_a_lane(b)),
        })
    }
}

/// The cost of a block in additions; loops count one iteration.
fn cost(body: &Body, block: Block) -> u64 {
    body.ops(block)
        .map(|op| {
            let own = match body.kind(op) {
                mem::Load::KIND | mem::Store::KIND => 8,
                _ => spec_of(body.op(op)).map_or(1, |spec| spec.cost.into()),
            };
            own + body.regions(op).flat_map(|r| body.blocks(r)).map(|b| cost(body, b)).sum::<u64>()
        })
        .sum()
}
