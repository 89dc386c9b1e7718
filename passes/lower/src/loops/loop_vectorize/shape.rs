//! Divergence analysis: whether a value is uniform, affine in the lane, or varying.

use super::refusal::{Refusal, VectorRefusal};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::arith;
use tf_dialects::loops::{self, Condition, For, ForOp, If, While};
use tf_dialects::mem::{self, Trap};
use tf_ir::arithmetic::{Arithmetic, Signedness};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::effects::is_pure;
use tf_ir::registry::Traits;
use tf_ir::types::Type;
use tf_passes_common::code::folding_builder::{is_number, known};
use tf_passes_common::cost::figures::CLOSE;

/// Divergence of a value across lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Equal in all lanes.
    Uniform,
    /// Lane `l` is lane 0 plus `l` times this stride; a 64-bit integer.
    Affine(i64),
    /// Arbitrary.
    Varying,
}

impl Shape {
    /// The shape of a value that has one of two shapes.
    fn join(self, other: Shape) -> Shape {
        if self == other { self } else { Shape::Varying }
    }

    fn affine(stride: i64) -> Shape {
        if stride == 0 { Shape::Uniform } else { Shape::Affine(stride) }
    }

    fn stride(self) -> Option<i64> {
        match self {
            Shape::Uniform => Some(0),
            Shape::Affine(stride) => Some(stride),
            Shape::Varying => None,
        }
    }
}

/// Divergence of a loop: the differences of its bounds across lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Divergence {
    /// The bounds are equal in all lanes.
    Equal,
    /// The loop starts equally: one index for all lanes up to the largest bound.
    SameStart,
    /// The lower bounds are close together: one index from the least lower bound to the largest upper bound.
    Window,
    /// Each lane has its own index.
    PerLane,
}

/// The shapes of the values inside a loop; values from outside are uniform.
pub(super) struct Shapes {
    map: FxHashMap<Value, Shape>,
    /// Conditions that are assumed to hold in all lanes.
    truths: FxHashSet<Value>,
}

impl Shapes {
    /// The shapes in `block`, whose lanes differ by `index`. `varying` values are arbitrary (accumulators);
    /// the comparisons in `assumed` hold.
    pub(super) fn of_block(
        body: &Body,
        block: Block,
        index: Value,
        varying: &[Value],
        assumed: &[Op],
    ) -> Result<Shapes, Refusal> {
        let mut shapes = Shapes { map: FxHashMap::default(), truths: FxHashSet::default() };
        shapes.truths.extend(assumed.iter().flat_map(|op| body.results(*op)));
        shapes.map.insert(index, Shape::Affine(1));
        shapes.map.extend(varying.iter().map(|v| (*v, Shape::Varying)));
        shapes.block(body, block)?;
        Ok(shapes)
    }

    /// The shape of a value.
    pub(super) fn of(&self, value: Value) -> Shape {
        self.map.get(&value).copied().unwrap_or(Shape::Uniform)
    }

    /// True if all of the values are uniform.
    pub(super) fn all_uniform(&self, values: impl IntoIterator<Item = Value>) -> bool {
        values.into_iter().all(|v| self.of(v) == Shape::Uniform)
    }

    /// True if the value is assumed to hold in all lanes.
    pub(super) fn is_true(&self, body: &Body, value: Value) -> bool {
        if self.truths.contains(&value) {
            return true;
        }
        match body.def_op(value) {
            Some(op) if body.is(op, arith::Andi) => body.operands(op).all(|v| self.is_true(body, v)),
            Some(_) => body.ty(value) == body.ctx().i1() && known(body, value).is_some_and(|v| v != 0),
            None => false,
        }
    }

    /// Records a shape; true if it is new.
    fn set(&mut self, value: Value, shape: Shape) -> bool {
        match shape {
            // Absent values are uniform.
            Shape::Uniform => self.map.remove(&value).is_some(),
            _ => self.map.insert(value, shape) != Some(shape),
        }
    }

    fn block(&mut self, body: &Body, block: Block) -> Result<(), Refusal> {
        body.ops(block).try_for_each(|op| self.op(body, op))
    }

    fn op(&mut self, body: &Body, op: Op) -> Result<(), Refusal> {
        let info = body.info(op);
        if let Some(odd) = body.results(op).find(|v| !is_number(body.ctx(), body.ty(*v))) {
            let ty = tf_ir::text::type_to_string(body.ctx(), body.ty(odd));
            return Err(Refusal::at(body, op, VectorRefusal::ResultType { op: info.name.to_string(), ty }));
        }
        match info.kind {
            mem::Load::KIND => {
                let uniform = self.all_uniform(body.operands(op).skip(1));
                self.set(body.result(op, 0), if uniform { Shape::Uniform } else { Shape::Varying });
                Ok(())
            }
            mem::Store::KIND if self.all_uniform(body.operands(op).skip(2)) => {
                Err(Refusal::at(body, op, VectorRefusal::OneAddress))
            }
            mem::Store::KIND | mem::ExtentOf::KIND | Trap::KIND | loops::Yield::KIND | Condition::KIND => {
                Ok(())
            }
            For::KIND => self.for_loop(body, op),
            While::KIND => self.while_loop(body, op),
            If::KIND => self.conditional(body, op),
            // Inactive lanes execute it as well.
            _ if (info.has(Traits::ELEMENTWISE) || info.has(Traits::CONSTANT)) && is_pure(body, op) => {
                self.elementwise(body, op);
                Ok(())
            }
            _ => Err(Refusal::at(body, op, VectorRefusal::NoVectorForm { op: info.name.to_string() })),
        }
    }

    fn elementwise(&mut self, body: &Body, op: Op) {
        let shape = self.result_shape(body, op);
        for result in body.results(op) {
            self.set(result, shape);
        }
    }

    fn result_shape(&self, body: &Body, op: Op) -> Shape {
        let result = body.result(op, 0);
        let computed = Arithmetic::of(body, result);
        if let Some(Arithmetic::Select(condition, holds, _)) = computed
            && self.is_true(body, condition)
        {
            return self.of(holds);
        }
        let is_truth = body.results(op).any(|v| self.truths.contains(&v));
        if is_truth || self.all_uniform(body.operands(op)) {
            return Shape::Uniform;
        }
        let affine = computed.filter(|_| is_wide(body, body.ty(result))).and_then(|c| self.stride(body, c));
        affine.map_or(Shape::Varying, Shape::affine)
    }

    /// The stride across lanes of a computation in wide integers.
    fn stride(&self, body: &Body, computed: Arithmetic<'_>) -> Option<i64> {
        let stride = |value: Value| self.of(value).stride();
        match computed {
            Arithmetic::Sum(a, b) => stride(a)?.checked_add(stride(b)?),
            Arithmetic::Difference(a, b) => stride(a)?.checked_sub(stride(b)?),
            Arithmetic::Product(a, b) => self.product(body, a, b),
            Arithmetic::Cast(x, Signedness::Signed) if is_wide(body, body.ty(x)) => stride(x),
            Arithmetic::Select(condition, a, b) => {
                let same = self.of(condition) == Shape::Uniform && self.of(a) == self.of(b);
                same.then(|| stride(a)).flatten()
            }
            _ => None,
        }
    }

    /// The stride of a product with a constant.
    fn product(&self, body: &Body, a: Value, b: Value) -> Option<i64> {
        let scaled = |x: Value, c: Value| self.of(x).stride()?.checked_mul(known(body, c)?);
        scaled(a, b).or_else(|| scaled(b, a))
    }

    /// True if lanes take the early exit of a `loop.for` at different iterations.
    pub(super) fn exits_diverge(&self, body: &Body, op: Op) -> bool {
        let exit = body.cast(op, For).and_then(ForOp::early_exit);
        exit.is_some_and(|exit| self.of(exit) != Shape::Uniform)
    }

    /// The divergence of the bounds of a `loop.for`.
    pub(super) fn divergence(&self, body: &Body, op: Op) -> Divergence {
        let operand = |i: usize| self.of(body.operand(op, i));
        match operand(0) {
            _ if self.all_uniform(body.operands(op).take(3)) => Divergence::Equal,
            _ if operand(2) != Shape::Uniform => Divergence::PerLane,
            Shape::Uniform => Divergence::SameStart,
            Shape::Affine(stride) if stride.abs() <= CLOSE && known(body, body.operand(op, 2)) == Some(1) => {
                Divergence::Window
            }
            _ => Divergence::PerLane,
        }
    }

    /// Carried values: joins the shapes of initial and yielded values up to a fixed point.
    fn for_loop(&mut self, body: &Body, op: Op) -> Result<(), Refusal> {
        let block = sole_block(body, op, 0);
        let args: Vec<Value> = body.args(block).collect();
        let inits: Vec<Value> = body.operands(op).skip(3).collect();
        let divergence = self.divergence(body, op);
        self.set(args[0], if divergence == Divergence::PerLane { Shape::Varying } else { Shape::Uniform });
        let yielded = carried_values(body, op);
        for (arg, init) in args[1..].iter().zip(&inits) {
            let shape = if divergence == Divergence::Equal { self.of(*init) } else { Shape::Varying };
            self.set(*arg, shape);
        }
        loop {
            self.block(body, block)?;
            let mut changed = self.join_all(&args[1..], &yielded);
            if self.exits_diverge(body, op) {
                for arg in &args[1..] {
                    changed |= self.set(*arg, Shape::Varying);
                }
            }
            if !changed {
                break;
            }
        }
        for (result, arg) in body.results(op).zip(&args[1..]) {
            self.set(result, self.of(*arg));
        }
        Ok(())
    }

    /// Joins the shapes of values into those of arguments; true if one changed.
    fn join_all(&mut self, args: &[Value], values: &[Value]) -> bool {
        let mut changed = false;
        for (arg, value) in args.iter().zip(values) {
            changed |= self.set(*arg, self.of(*arg).join(self.of(*value)));
        }
        changed
    }

    fn while_loop(&mut self, body: &Body, op: Op) -> Result<(), Refusal> {
        let (before, after) = (sole_block(body, op, 0), sole_block(body, op, 1));
        let args: Vec<Value> = body.args(before).collect();
        let passed = ending(body, before, 1);
        let received: Vec<Value> = body.args(after).collect();
        let yielded = ending(body, after, 0);
        for (arg, init) in args.iter().zip(body.operands(op)) {
            self.set(*arg, self.of(init));
        }
        loop {
            self.block(body, before)?;
            let diverges = self.diverges(body, op);
            for (to, from) in received.iter().zip(&passed) {
                self.set(*to, if diverges { Shape::Varying } else { self.of(*from) });
            }
            self.block(body, after)?;
            let mut changed = self.join_all(&args, &yielded);
            if diverges {
                for arg in &args {
                    changed |= self.set(*arg, Shape::Varying);
                }
            }
            if !changed {
                break;
            }
        }
        for (result, to) in body.results(op).zip(&received) {
            self.set(result, self.of(*to));
        }
        Ok(())
    }

    /// True if lanes leave a `loop.while` at different iterations.
    pub(super) fn diverges(&self, body: &Body, op: Op) -> bool {
        let before = sole_block(body, op, 0);
        let end = body.last(before).expect("verified blocks end with a terminator");
        self.of(body.operand(end, 0)) != Shape::Uniform
    }

    fn conditional(&mut self, body: &Body, op: Op) -> Result<(), Refusal> {
        let condition = body.operand(op, 0);
        let only_first = self.is_true(body, condition);
        let blocks: Vec<Block> = body.regions(op).filter_map(|r| body.entry(r)).collect();
        for block in blocks.iter().take(if only_first { 1 } else { 2 }) {
            self.block(body, *block)?;
        }
        let diverges = self.of(condition) != Shape::Uniform && !only_first;
        for (i, result) in body.results(op).enumerate() {
            let side = |block: &Block| ending(body, *block, 0)[i];
            let shape = match (only_first, diverges) {
                (true, _) => self.of(side(&blocks[0])),
                (_, true) => Shape::Varying,
                _ => self.of(side(&blocks[0])).join(self.of(side(&blocks[1]))),
            };
            self.set(result, shape);
        }
        Ok(())
    }
}

/// True for integer types in which sums of indices do not wrap.
fn is_wide(body: &Body, ty: Type) -> bool {
    ty == body.ctx().index() || ty == body.ctx().i64()
}

/// The yielded values of a verified `loop.for`, without its exit condition.
pub(super) fn carried_values(body: &Body, op: Op) -> Vec<Value> {
    body.cast(op, For).map(ForOp::yielded).unwrap_or_default()
}

/// The block of region `i` of a verified op.
pub(super) fn sole_block(body: &Body, op: Op, i: usize) -> Block {
    body.entry(body.region(op, i)).expect("verified loops have blocks")
}

/// The operands of a block's terminator from `skip` on.
pub(super) fn ending(body: &Body, block: Block, skip: usize) -> Vec<Value> {
    let end = body.last(block).expect("verified blocks end with a terminator");
    body.operands(end).skip(skip).collect()
}
