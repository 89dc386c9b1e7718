//! Lowers folds to loops: an accumulator per result, and blocked summation of long float sums.
//!
//! A sequential sum of n floats may be off by n roundings of the partial sum. A fold without a fixed order
//! (`reassoc`) may be added in blocks, and the sums of the blocks in the next wider format, if there is one,
//! so that roundings there are negligible. Only the roundings within a block remain (Castaldo, Whaley,
//! Chronopoulos, "Reducing floating point error in dot product using the superblock family of algorithms",
//! 2008). Half-precision values are added in f32 from the start.
//!
//! The folds of one reduction over several axes ([`fold_chain`]) share their accumulators: the inner loop
//! continues those of the outer one. Float sums do so only if the chain is not longer than a sum without
//! blocks may be.

use super::super::client::{Client, Result};
use super::lowering::Lowering;
use super::order_of_use;
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::loops::For;
use tf_dialects::scalar::{Scalar, dtype};
use tf_dialects::tensor::{self, CombiningKind};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_passes_common::code::fold_chain;
use tf_passes_common::code::marks::{MAP, REDUCTION, THREADS, VECTOR_TAIL, VECTOR_WIDTH};
use tf_passes_common::code::sums::{summed_in, wider};
use tf_passes_common::cost::figures::{BLOCK, BLOCK_TOGETHER, MOST_BLOCKS, MOST_CHAINED};

/// The blocking of a sum.
#[derive(Clone, Copy)]
struct Blocks {
    /// Minimum iterations of a block, a multiple of the lanes.
    least: i64,
    lanes: i64,
    /// Upper bound on the number of blocks; beyond it, blocks become longer.
    most: Option<i64>,
}

/// A fold while it is lowered to loops.
struct FoldLoops {
    op: Op,
    block: Block,
    /// The combining kinds of the results; empty if there is a `combiner`.
    kinds: Vec<CombiningKind>,
    combiner: Option<Block>,
    flags: FastMath,
    /// Initial accumulators of each point; `None` for identities.
    starts: Option<Vec<Vec<Value>>>,
    /// Types of a point's accumulators within a block, and of those that combine the blocks.
    inner: Vec<Type>,
    outer: Vec<Type>,
    /// `None` for a single loop.
    blocks: Option<Blocks>,
    /// The inner fold that continues the accumulators of this one.
    chained: Option<Op>,
    /// Number of points that are lowered together.
    points: usize,
}

impl Lowering<'_> {
    /// `tensor.fold`: a loop with an accumulator per result, or a loop over blocks around it.
    pub fn fold(&mut self, op: Op) -> Result<()> {
        let view = self.source().view(op, tensor::Fold);
        let bounds = view
            .bounds()
            .and_then(|a| view.op().ctx().attr_map(a))
            .expect("verified folds have bounds")
            .clone();
        let (indices, terms) = (view.indices(), view.symbols().to_vec());
        let ends: Vec<Value> = self.any_point(|this| {
            let indices = this.scalars(op, &indices)?;
            let symbols = this.code.extents(&terms);
            Ok(bounds.results().iter().map(|e| this.code.affine(e, &indices, &symbols)).collect())
        })?;
        let mut fold = self.fold_loops(op, [ends[0], ends[1]])?;
        let goes_on = self.going_on.remove(&op);
        let is_last = goes_on.is_none();
        if let Some(starts) = goes_on {
            (fold.starts, fold.blocks) = (Some(vec![starts]), None);
        }
        fold.chained = self.chained(&fold);
        let totals = match fold.blocks {
            Some(blocks) => self.fold_blocks(&fold, blocks, [ends[0], ends[1]])?,
            None => self.element_loop(&fold, ends[0], ends[1])?,
        };
        let results = self.results(op);
        self.each_point(|this, point| {
            for (result, total) in results.iter().zip(&totals[point * results.len()..]) {
                let ty = this.ty(*result);
                let value = if is_last { this.rounded(*total, ty) } else { *total };
                this.define(*result, value);
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Plans the loops of a fold.
    fn fold_loops(&mut self, op: Op, ends: [Value; 2]) -> Result<FoldLoops> {
        let view = self.source().view(op, tensor::Fold);
        let (kinds, combiner, inits) = (view.combining_kinds(), view.combiner(), view.inits());
        let (block, flags) = (view.block().expect("verified folds have a block"), FastMath::of(view.op()));
        let flags = self.step_flags(op, flags);
        let starts = match combiner {
            Some(_) => Some(self.each_point(|this, _| this.scalars(op, &inits))?),
            None => None,
        };
        let points = self.each_point(|_, _| Ok(()))?.len();
        let types: Vec<Type> = self.results(op).into_iter().map(|result| self.ty(result)).collect();
        let is_sum =
            |i: usize| combiner.is_none() && kinds[i] == CombiningKind::Add && flags.has(FastMath::REASSOC);
        let inner: Vec<Type> = (0..types.len())
            .map(|i| if is_sum(i) { summed_in(&self.ctx(), types[i]) } else { types[i] })
            .collect();
        let sums = (0..types.len()).any(|i| is_sum(i) && self.ctx().is_float(types[i]));
        let mut fold = FoldLoops {
            op,
            block,
            combiner,
            flags,
            starts,
            outer: inner.clone(),
            inner,
            blocks: None,
            chained: None,
            points,
            kinds,
        };
        if sums {
            self.choose_blocks(&mut fold, ends);
        }
        Ok(fold)
    }

    /// The inner fold that continues the accumulators of this one. For inexact float sums, only if the chain
    /// is hardly longer than a sum without blocks may be.
    fn chained(&self, fold: &FoldLoops) -> Option<Op> {
        let inner = fold_chain::inner(self.source(), fold.op).filter(|_| fold.blocks.is_none())?;
        let is_vector = |op| self.lanes_of_fold(op) > 1;
        if is_vector(fold.op) || is_vector(inner) {
            return None;
        }
        let is_exact = |(kind, ty): (&CombiningKind, &Type)| {
            dtype(&self.ctx(), *ty).is_some_and(|dtype| kind.is_exact(dtype))
        };
        let most = if self.nest.plan.jam.is_some() { MOST_CHAINED } else { 2 * BLOCK };
        let terms = fold_chain::terms(self.source(), fold.op);
        let is_near = || terms.is_some_and(|terms| terms <= most as u64);
        let exact = fold.kinds.iter().zip(&fold.inner).all(is_exact);
        ((exact || is_near()) && self.allowed.allows("chains")).then_some(inner)
    }

    /// Splits a sum into blocks if it may be long.
    fn choose_blocks(&self, fold: &mut FoldLoops, ends: [Value; 2]) {
        let lanes = self.lanes_of_fold(fold.op);
        // The accumulators of many points take many registers: twice as many do not pay.
        let together = lanes == 1 && self.nest.plan.jam.is_some();
        let least = lanes * if together { BLOCK_TOGETHER } else { BLOCK };
        let span = self.code.known(ends[0]).zip(self.at_most(ends[1]));
        if span.is_some_and(|(from, to)| to.saturating_sub(from) <= 2 * least) {
            return;
        }
        if !self.allowed.allows("blocks") {
            return;
        }
        if !together {
            let wider = |(i, ty): (usize, &Type)| match fold.kinds[i] {
                CombiningKind::Add => wider(&self.ctx(), *ty),
                _ => *ty,
            };
            fold.outer = fold.inner.iter().enumerate().map(wider).collect();
        }
        let most = (fold.outer == fold.inner).then_some(MOST_BLOCKS);
        fold.blocks = Some(Blocks { least, lanes, most });
    }

    /// A constant upper bound of an end: of a minimum, either operand is one (the last part of a split fold
    /// may be shorter).
    fn at_most(&self, end: Value) -> Option<i64> {
        let body = &*self.code.b.body;
        let least = body.def_op(end).filter(|op| body.is(*op, arith::Minsi));
        let mut each = least.into_iter().flat_map(|op| body.operands(op));
        self.code.known(end).or_else(|| each.find_map(|value| self.code.known(value)))
    }

    /// Iterations of each block of a sum over `span` terms.
    fn block_length(&mut self, blocks: Blocks, span: Value) -> Value {
        let least = self.code.index(blocks.least);
        let Some(most) = blocks.most else { return least };
        let (lanes, most) = (self.code.index(blocks.lanes), self.code.index(most * blocks.lanes));
        let vectors = arith::ceildivui(&mut self.code, span, most);
        let length = self.code.mul(vectors, lanes);
        arith::maxsi(&mut self.code, length, least)
    }

    /// Number of terms of a fold that lanes or threads combine in parallel; 1 if sequential.
    fn lanes_of_fold(&self, op: Op) -> i64 {
        let own = self.nest.folds.get(&op);
        own.map_or(1, |own| self.nest.plan.side_by_side(*own))
    }

    /// Lowers a sum over `from .. to` to a loop over blocks; returns the accumulators, point by point.
    fn fold_blocks(
        &mut self,
        fold: &FoldLoops,
        blocks: Blocks,
        [from, to]: [Value; 2],
    ) -> Result<Vec<Value>> {
        let (zero, one, index) = (self.code.index(0), self.code.index(1), self.ctx().index());
        let span = self.code.sub(to, from);
        let span = arith::maxsi(&mut self.code, span, zero);
        let length = self.block_length(blocks, span);
        let count = arith::ceildivui(&mut self.code, span, length);
        let starts = self.identities(&fold.kinds, &fold.outer).repeat(fold.points);
        let types = fold.outer.repeat(fold.points);
        let operands = [vec![zero, count, one], starts].concat();
        let new = self.code.b.op(For, &operands, &types, &[]);
        let args = [vec![index], types.clone()].concat();
        self.region(new, 0, &args, |this, args| {
            let offset = this.code.mul(args[0], length);
            let start = this.code.add(from, offset);
            let left = this.code.sub(to, start);
            let own = arith::minsi(&mut this.code, left, length);
            let end = this.code.add(start, own);
            let parts = this.element_loop(fold, start, end)?;
            let mut sums = Vec::with_capacity(parts.len());
            for (i, part) in parts.into_iter().enumerate() {
                let part = this.extended(part, types[i]);
                sums.push(this.code.combine(fold.kinds[i % fold.kinds.len()], args[1 + i], part, fold.flags));
            }
            this.code.end(&sums);
            Ok(())
        })?;
        Ok(self.results(new))
    }

    /// The innermost loop of a fold: one iteration per element.
    fn element_loop(&mut self, fold: &FoldLoops, from: Value, to: Value) -> Result<Vec<Value>> {
        let types = &fold.inner;
        let starts = match &fold.starts {
            Some(starts) => starts.concat(),
            None => self.identities(&fold.kinds, types).repeat(fold.points),
        };
        let attrs = self.fold_attrs(fold);
        let operands = [vec![from, to, self.code.index(1)], starts].concat();
        let carried = types.repeat(fold.points);
        let new = self.code.b.op(For, &operands, &carried, &attrs);
        let args: Vec<Type> = std::iter::once(self.ctx().index()).chain(carried).collect();
        self.region(new, 0, &args, |this, args| {
            let index = this.source().arg(fold.block, 0);
            this.each_point(|this, _| {
                this.define(index, args[0]);
                Ok(())
            })?;
            if let Some(inner) = fold.chained {
                this.going_on.insert(inner, args[1..].to_vec());
            }
            let end = this.block(fold.block)?;
            let combined = this.each_point(|this, point| {
                if fold.chained.is_some() {
                    let totals = this.inputs(end);
                    return this.scalars(end, &totals);
                }
                let carried = &args[1 + point * types.len()..][..types.len()];
                let yielded = this.inputs(end);
                let yielded = this.scalars(end, &yielded)?;
                match fold.combiner {
                    Some(combiner) => this.scalar_block(combiner, &[carried, &yielded].concat()),
                    None => Ok((0..types.len())
                        .map(|i| this.fold_step(fold, i, carried[i], yielded[i]))
                        .collect()),
                }
            })?;
            this.code.end(&combined.concat());
            Ok(())
        })?;
        if fold.points > 1 {
            order_of_use::arrange(self.code.b.body, new);
        }
        Ok(self.results(new))
    }

    /// Combines an accumulator with the value of an iteration.
    fn fold_step(&mut self, fold: &FoldLoops, i: usize, accumulator: Value, value: Value) -> Value {
        let value = self.extended(value, fold.inner[i]);
        self.code.combine(fold.kinds[i], accumulator, value, fold.flags)
    }

    /// The attributes of a fold's loop.
    fn fold_attrs(&self, fold: &FoldLoops) -> Vec<(&'static str, Attribute)> {
        let Some(own) = self.nest.folds.get(&fold.op) else { return Vec::new() };
        let mut attrs = self.loop_attrs(&self.nest.plan, *own);
        let marks = [VECTOR_WIDTH, MAP];
        if fold.combiner.is_some() {
            // A combiner carries its values from one iteration to the next.
            attrs.retain(|(name, _)| !marks.contains(name) && ![THREADS, VECTOR_TAIL].contains(name));
        }
        if attrs.iter().any(|(name, _)| marks.contains(name)) {
            let (ctx, kinds) = (self.ctx(), fold.kinds.repeat(fold.points));
            attrs.push((REDUCTION, tf_dialects::tensor::constraints::kinds_attr(&ctx, &kinds)));
            if fold.flags.bits() != 0 {
                attrs.push((FastMath::ATTR, fold.flags.attr(&ctx)));
            }
        }
        attrs
    }

    /// The fast-math flags of the steps of a fold: `nnan` and `ninf` hold for the terms, but not for an
    /// infinite initial value.
    fn step_flags(&self, op: Op, flags: FastMath) -> FastMath {
        let view = self.source().view(op, tensor::Fold);
        let ctx = self.ctx();
        let start = |(kind, result): (CombiningKind, &Value)| kind.identity(dtype(&ctx, self.ty(*result))?);
        let kinds = view.combining_kinds().into_iter();
        let finite = |s: Scalar| !s.dtype().is_float() || s.to_f64().is_finite();
        if kinds.zip(&self.results(op)).filter_map(start).all(finite) {
            return flags;
        }
        FastMath::from_bits(flags.bits() & !FastMath::NNAN.with(FastMath::NINF).bits())
    }

    /// The initial values of folds of these kinds.
    fn identities(&mut self, kinds: &[CombiningKind], types: &[Type]) -> Vec<Value> {
        kinds.iter().zip(types).map(|(kind, ty)| self.code.identity(*kind, *ty)).collect()
    }

    /// A float in a type that holds it exactly.
    fn extended(&mut self, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty { value } else { arith::extf(&mut self.code, value, ty) }
    }

    /// A float rounded to a type.
    fn rounded(&mut self, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty { value } else { arith::truncf(&mut self.code, value, ty) }
    }
}
