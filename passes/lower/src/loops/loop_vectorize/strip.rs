//! Strip-mining of the marked loop: full vectors, a masked epilogue, and the version without likely checks.

use super::likely;
use super::reduction;
use super::refusal::{Refusal, RepeatRefusal, TailRefusal, VectorRefusal};
use super::shape::{Shape, Shapes, sole_block};
use super::tail::{self, Ends, Strip};
use super::widen::Widen;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::elementwise::constant::dense_attr;
use tf_dialects::loops::{For, If, Parallel};
use tf_dialects::mem;
use tf_dialects::scalar::DType;
use tf_dialects::tensor::schedule::Tail;
use tf_dialects::vector;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::control::{as_loop, early_exit};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::{GRAIN, PREFETCH, PREFETCH_AXIS, UNROLL, VECTOR_AXIS, VECTOR_WIDTH};

/// Vectorizes a loop with the attribute `vector_width`; returns the reason if its attribute `vector_tail` is
/// not honoured.
pub(super) fn vectorize(body: &mut Body, op: Op) -> Result<Option<TailRefusal>, Refusal> {
    let attr = |name: &str| body.attr(op, name).and_then(|a| body.ctx().attr_int(a));
    let width = attr(VECTOR_WIDTH).and_then(|w| i64::try_from(w).ok()).unwrap_or(0);
    if !(2..=tf_dialects::tensor::schedule::MAX_WIDTH).contains(&width) {
        return Err(Refusal::at(body, op, VectorRefusal::Lanes { width }));
    }
    let axis = attr(VECTOR_AXIS).unwrap_or(0);
    match body.kind(op) {
        Parallel::KIND => {
            let rank = body.operand_count(op) / 3;
            let axis = usize::try_from(axis).ok().filter(|a| *a < rank);
            let axis = axis.ok_or_else(|| Refusal::at(body, op, VectorRefusal::NoAxis))?;
            parallel(body, op, width, axis)
        }
        For::KIND if early_exit(body, op).is_some() => Err(Refusal::at(body, op, VectorRefusal::LeftEarly)),
        For::KIND if body.result_count(op) == 0 => sequential(body, op, width),
        For::KIND => reduction::vectorize(body, op, width),
        _ => Err(Refusal::at(body, op, VectorRefusal::NotALoop { op: body.info(op).name.to_string() })),
    }
}

/// The plan to widen the body of a loop.
#[derive(Clone)]
pub(super) struct Plan {
    pub block: Block,
    /// The induction variable whose values are lanes.
    pub index: Value,
    pub lanes: i64,
    /// Comparisons that the fast version assumes to hold.
    likely: Vec<Op>,
    /// The trip count is a multiple of the lanes: no epilogue.
    pub whole: bool,
    /// Masks are so cheap that no unmasked copy is made.
    masked: bool,
}

impl Plan {
    fn new(body: &Body, op: Op, index: Value, lanes: i64, bounds: [Value; 3]) -> Result<Plan, Refusal> {
        let known = bounds.map(|v| tf_passes_common::code::folding_builder::known(body, v));
        if known[2] != Some(1) {
            return Err(Refusal::at(body, op, VectorRefusal::Step));
        }
        let block = sole_block(body, op, 0);
        let (likely, _) = likely::find(body, block, index)?;
        let shapes = Shapes::of_block(body, block, index, &[], &[])?;
        let span = known[0].zip(known[1]).and_then(|(lo, hi)| hi.checked_sub(lo));
        let whole = span.is_some_and(|n| n % lanes == 0);
        let masked = has_loop(body, block) && !masks_in_loops(body, &shapes, block, false);
        Ok(Plan { block, index, lanes, likely, whole, masked })
    }

    /// The same plan for full vectors of `lanes` lanes.
    pub fn full(&self, lanes: i64) -> Plan {
        Plan { lanes, whole: true, ..self.clone() }
    }

    /// The widener for a copy of the body with the arguments `args`, under the assumption that some
    /// comparisons hold.
    fn widen<'a, 'c>(
        &self,
        code: &'c mut FoldingBuilder<'a>,
        args: &[(Value, Value)],
        assumed: &[Op],
    ) -> Widen<'a, 'c> {
        let shapes = Shapes::of_block(code.b.body, self.block, self.index, &[], assumed);
        let shapes = shapes.unwrap_or_else(|_| unreachable!("the plan was made from the same analysis"));
        let mut widen = Widen::new(code, self.lanes, shapes);
        args.iter().for_each(|(old, new)| widen.define(*old, *new));
        widen
    }

    /// Emits one copy of the body.
    fn copy(
        &self,
        code: &mut FoldingBuilder<'_>,
        args: &[(Value, Value)],
        assumed: &[Op],
        mask: Option<Value>,
    ) {
        let mut widen = self.widen(code, args, assumed);
        widen.mask = mask;
        let Ok(_) = widen.block(self.block);
    }

    /// Emits one vector of iterations, from the new index in `args` to `upper` at most.
    pub fn vector(&self, code: &mut FoldingBuilder<'_>, args: &[(Value, Value)], upper: Value) {
        let base = args.iter().find(|(old, _)| *old == self.index).expect("the index is a block argument").1;
        let remaining = |code: &mut FoldingBuilder<'_>| code.sub(upper, base);
        if self.likely.is_empty() && self.masked && !self.whole {
            let remaining = remaining(code);
            let mask = lane_mask(code, remaining, self.lanes);
            return self.copy(code, args, &[], Some(mask));
        }
        let mut condition = None;
        if !self.likely.is_empty() {
            let mut widen = self.widen(code, args, &self.likely);
            condition = likely::check(&mut widen, self.block, &self.likely);
        }
        if !self.whole {
            let remaining = remaining(code);
            let lanes = code.index(self.lanes);
            let full = code.cmpi(CmpI::Sge, remaining, lanes);
            condition = Some(code.both(condition, full));
        }
        let Some(condition) = condition else { return self.copy(code, args, &[], None) };
        let new = If::build(&mut code.b, condition, &[]);
        code.region(new, 0, &[], |code, _| {
            self.copy(code, args, &self.likely, None);
            code.end(&[]);
        });
        code.region(new, 1, &[], |code, _| {
            let mask = (!self.whole).then(|| {
                let remaining = remaining(code);
                lane_mask(code, remaining, self.lanes)
            });
            self.copy(code, args, &[], mask);
            code.end(&[]);
        });
    }
}

/// The mask of the lanes below the number of remaining iterations.
pub(super) fn lane_mask(code: &mut FoldingBuilder<'_>, remaining: Value, lanes: i64) -> Value {
    let ctx = code.ctx();
    let (i32, most) = (ctx.i32(), code.index(lanes));
    let count = arith::minsi(code, remaining, most);
    let count = arith::index_cast(code, count, i32);
    let ty = ctx.vector(&[lanes], i32);
    let numbers: Vec<u64> = (0..lanes as u64).collect();
    let numbers =
        dense_attr(&ctx, ty, DType::I32, &numbers).expect("an index vector has one element per lane");
    let numbers = tf_dialects::arith::constant(&mut code.b, numbers);
    let count = vector::Broadcast::to_lanes(&mut code.b, count, lanes);
    code.cmpi(CmpI::Slt, numbers, count)
}

fn has_loop(body: &Body, block: Block) -> bool {
    body.ops(block).any(|op| {
        as_loop(body, op).is_some()
            || body.regions(op).flat_map(|r| body.blocks(r)).any(|b| has_loop(body, b))
    })
}

/// True if an inner loop has an access that needs a mask because its lanes differ.
fn masks_in_loops(body: &Body, shapes: &Shapes, block: Block, inside: bool) -> bool {
    body.ops(block).any(|op| {
        let varying = match body.kind(op) {
            mem::Load::KIND => shapes.of(body.result(op, 0)) == Shape::Varying,
            mem::Store::KIND => true,
            _ => false,
        };
        let inner = inside || as_loop(body, op).is_some();
        (inside && varying)
            || body.regions(op).flat_map(|r| body.blocks(r)).any(|b| masks_in_loops(body, shapes, b, inner))
    })
}

fn parallel(body: &mut Body, op: Op, width: i64, axis: usize) -> Result<Option<TailRefusal>, Refusal> {
    let mut operands: Vec<Value> = body.operands(op).collect();
    let rank = operands.len() / 3;
    let block = sole_block(body, op, 0);
    let old_args: Vec<Value> = body.args(block).collect();
    let bounds = [operands[axis], operands[rank + axis], operands[2 * rank + axis]];
    let plan = Plan::new(body, op, old_args[axis], width, bounds)?;
    let ends = Ends::of(body, op, || match rank {
        1 => tail::repeats(body, op),
        _ => Err(RepeatRefusal::Threads),
    });
    let widths = tail::narrower(body, op, width);
    let ctx = body.ctx().clone();
    let grain = body.attr(op, GRAIN).and_then(|a| ctx.attr_int(a));
    let mut attrs = inherited_marks(body, op);
    attrs.extend(grain.map(|g| (GRAIN, ctx.i64_attr((g as i64).saturating_add(width - 1) / width))));
    let mut code = FoldingBuilder::before(body, op);
    operands[2 * rank + axis] = code.index(width);
    let overlaps = ends.tail == Tail::Overlap && !plan.whole;
    if overlaps {
        operands[rank + axis] = end_of_vectors(&mut code, bounds[0], bounds[1], width);
    }
    let new = code.b.op(Parallel, &operands, &[], &attrs);
    code.region(new, 0, &vec![ctx.index(); rank], |code, args| {
        let mut args: Vec<(Value, Value)> = old_args.iter().copied().zip(args.iter().copied()).collect();
        match ends.tail {
            _ if plan.whole => plan.vector(code, &args, bounds[1]),
            Tail::Mask | Tail::Pad => plan.vector(code, &args, bounds[1]),
            Tail::Overlap | Tail::Peel => {
                let (_, at) = args.remove(axis);
                let strip = Strip { plan: &plan, around: &args, upper: bounds[1] };
                match overlaps {
                    true => strip.vector(code, at, width),
                    false => strip.last_peeled(code, at, (width, &widths)),
                }
            }
        }
        code.end(&[]);
    });
    if overlaps {
        let strip = Strip { plan: &plan, around: &[], upper: bounds[1] };
        let widths: Vec<i64> = std::iter::once(width).chain(widths).collect();
        strip.overlap(&mut code, (bounds[0], operands[rank + axis]), &widths);
    }
    body.erase(op);
    Ok(ends.refused)
}

/// The attributes that the vector loop inherits.
pub(super) fn inherited_marks(body: &Body, op: Op) -> Vec<(&'static str, Attribute)> {
    let marks = [UNROLL, PREFETCH, PREFETCH_AXIS];
    marks.into_iter().filter_map(|name| Some((name, body.attr(op, name)?))).collect()
}

/// Full vectors without masks, then a masked epilogue; or a choice per vector if the copies differ.
fn sequential(body: &mut Body, op: Op, width: i64) -> Result<Option<TailRefusal>, Refusal> {
    let operands: Vec<Value> = body.operands(op).collect();
    let block = sole_block(body, op, 0);
    let index = body.arg(block, 0);
    let plan = Plan::new(body, op, index, width, [operands[0], operands[1], operands[2]])?;
    let ty = body.ty(index);
    if ty != body.ctx().index() {
        return Err(Refusal::at(body, op, VectorRefusal::IndexType));
    }
    let attrs = inherited_marks(body, op);
    let ends = Ends::of(body, op, || tail::repeats(body, op));
    if ends.tail != Tail::Mask && !plan.whole {
        in_strips(body, op, &plan, ends.tail, &attrs);
        return Ok(ends.refused);
    }
    let mut code = FoldingBuilder::before(body, op);
    let step = code.index(width);
    let split = plan.likely.is_empty() && !plan.masked && !plan.whole;
    let end = if split { end_of_vectors(&mut code, operands[0], operands[1], width) } else { operands[1] };
    let new = code.b.op(For, &[operands[0], end, step], &[], &attrs);
    code.region(new, 0, &[ty], |code, args| {
        match split {
            true => plan.copy(code, &[(index, args[0])], &[], None),
            false => plan.vector(code, &[(index, args[0])], operands[1]),
        }
        code.end(&[]);
    });
    if split {
        let rest = code.cmpi(CmpI::Slt, end, operands[1]);
        code.when(rest, |code| {
            let remaining = code.sub(operands[1], end);
            let mask = lane_mask(code, remaining, width);
            plan.copy(code, &[(index, end)], &[], Some(mask));
        });
    }
    body.erase(op);
    Ok(ends.refused)
}

/// A loop of full vectors, then the remainder without masks.
fn in_strips(body: &mut Body, op: Op, plan: &Plan, tail: Tail, attrs: &[(&str, Attribute)]) {
    let operands: Vec<Value> = body.operands(op).collect();
    let (lower, upper, ty) = (operands[0], operands[1], body.ctx().index());
    let narrower = tail::narrower(body, op, plan.lanes);
    let mut code = FoldingBuilder::before(body, op);
    let step = code.index(plan.lanes);
    let end = end_of_vectors(&mut code, lower, upper, plan.lanes);
    let strip = Strip { plan, around: &[], upper };
    let new = code.b.op(For, &[lower, end, step], &[], attrs);
    code.region(new, 0, &[ty], |code, args| {
        strip.vector(code, args[0], plan.lanes);
        code.end(&[]);
    });
    match tail {
        Tail::Overlap => {
            let widths: Vec<i64> = std::iter::once(plan.lanes).chain(narrower).collect();
            strip.overlap(&mut code, (lower, end), &widths);
        }
        _ => strip.peel(&mut code, end, &narrower),
    }
    body.erase(op);
}

/// The end of the last full vector of `lower .. upper`: the start of the epilogue.
pub(super) fn end_of_vectors(code: &mut FoldingBuilder<'_>, lower: Value, upper: Value, width: i64) -> Value {
    let span = code.sub(upper, lower);
    let (zero, width) = (code.index(0), code.index(width));
    let span = arith::maxsi(code, span, zero);
    let rest = arith::remui(code, span, width);
    let whole = code.sub(span, rest);
    code.add(lower, whole)
}

pub(super) fn types_of(body: &Body, values: &[Value]) -> Vec<Type> {
    values.iter().map(|v| body.ty(*v)).collect()
}
