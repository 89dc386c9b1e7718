//! Lowering of parallel loops: the outermost loop is outlined to a function, which the thread pool calls with
//! ranges of its iterations; nested loops run sequentially.

use crate::emitter::state::private_function;
use crate::emitter::types::{memref_elem, pointer_type, storage_bytes, storage_type, vector_lanes};
use crate::emitter::{Emitter, Result};
use crate::names::scf;
use rustc_hash::FxHashSet;
use tf_abi::call::PARALLEL_FOR;
use tf_dialects::arith::CmpI;
use tf_dialects::func::{Call, Return};
use tf_dialects::mem::Trap;
use tf_dialects::shared::ranges::Range;
use tf_dialects::{arith, func};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::registry::Traits;
use tf_ir::rewrite::Rebuild;
use tf_ir::text::{PrintOptions, print_body};
use tf_ir::types::Type;
use tf_ir::walk;

/// `(environment, lo, hi) -> ()`
pub(crate) fn body_type(ctx: &Context) -> Type {
    ctx.function(&[pointer_type(ctx), ctx.i64(), ctx.i64()], &[])
}

/// True if the length of an axis plus one step fits 64 bits, and the step is positive.
fn spans(body: &Body, bounds: [Value; 3]) -> bool {
    let [lower, upper, step] = bounds.map(|value| Range::of(body, value));
    step.least >= 1 && upper.most - lower.least + step.most <= i64::MAX.into()
}

/// The bounds of one axis.
struct Axis {
    lower: Value,
    step: Value,
    trips: Value,
}

impl Emitter<'_, '_> {
    pub(crate) fn parallel(&mut self, op: Op) -> Result<()> {
        if self.source.result_count(op) > 0 {
            return Err(self.refuse(op, "shares tensors: run bufferize first"));
        }
        let operands = self.operands(op)?;
        let rank = operands.len() / 3;
        let mut axes = Vec::new();
        for d in 0..rank {
            let at = [d, rank + d, 2 * rank + d];
            let old = at.map(|i| self.source.operand(op, i));
            let new = at.map(|i| operands[i]);
            axes.push(match spans(self.source, old) {
                true => self.axis(new),
                false => self.axis_at_ends(new),
            });
        }
        let mut total = self.int(1);
        for axis in &axes {
            total = self.index_op(arith::Muli, total, axis.trips);
        }
        if self.nested {
            let zero = self.int(0);
            return self.iterations(op, &axes, zero, total);
        }
        self.outline(op, &axes, total)
    }

    /// As [`Emitter::axis`], for a length that may overflow 64 bits or a step that may not be positive.
    fn axis_at_ends(&mut self, [lower, upper, step]: [Value; 3]) -> Axis {
        let (zero, one) = (self.int(0), self.int(1));
        let step = arith::maxsi(self, step, one);
        // The unsigned length fits.
        let length = arith::subi(self, upper, lower);
        let before = arith::subi(self, length, one);
        let full = arith::divui(self, before, step);
        let trips = arith::addi(self, full, one);
        let some = arith::cmpi(self, CmpI::Slt, lower, upper);
        let trips = arith::select(self, some, trips, zero);
        Axis { lower, step, trips }
    }

    /// Trip count: `max(0, ceil((upper - lower) / step))`.
    fn axis(&mut self, [lower, upper, step]: [Value; 3]) -> Axis {
        let span = self.index_op(arith::Subi, upper, lower);
        let one = self.int(1);
        let rounding = self.index_op(arith::Subi, step, one);
        let span = self.index_op(arith::Addi, span, rounding);
        let trips = self.index_op(arith::Divsi, span, step);
        let zero = self.int(0);
        let trips = self.index_op(arith::Maxsi, trips, zero);
        Axis { lower, step, trips }
    }

    /// A sequential loop over iterations `lo..hi` of the collapsed axes.
    fn iterations(&mut self, op: Op, axes: &[Axis], lo: Value, hi: Value) -> Result<()> {
        let i64 = self.ctx().i64();
        let step = self.int(1);
        let new = self.b.op_with_regions(scf::FOR, &[lo, hi, step], &[], &[], 1);
        self.fill(new, 0, &[i64], |this, args| {
            let mut linear = args[0];
            let mut indices = vec![linear; axes.len()];
            for (d, axis) in axes.iter().enumerate().rev() {
                let mut at = linear;
                if d > 0 {
                    at = this.index_op(arith::Remsi, linear, axis.trips);
                    linear = this.index_op(arith::Divsi, linear, axis.trips);
                }
                let scaled = this.index_op(arith::Muli, at, axis.step);
                indices[d] = this.index_op(arith::Addi, axis.lower, scaled);
            }
            this.body_of(op, 0, &indices)
        })
    }

    /// Outlines the loop to a function and emits the call for ranges of its iterations. Equal functions are
    /// merged.
    fn outline(&mut self, op: Op, axes: &[Axis], total: Value) -> Result<()> {
        let ctx = self.ctx();
        let outside = self.outside(op, axes)?;
        let body = self.outlined_body(op, &outside)?;
        let name = self.kernel(body);
        let frame = self.stack(outside.end);
        for (value, offset) in &outside.environment {
            self.store_captured(*value, frame, *offset);
        }
        let grain = self.source.attr(op, "grain").and_then(|a| ctx.attr_int(a)).unwrap_or(1).max(1) as i64;
        let grain = self.int(grain);
        let function = [("value", ctx.symbol_attr(&name))];
        let function = self.pure(func::Constant, &[], body_type(&ctx), &function);
        let callee = [("callee", ctx.symbol_attr(PARALLEL_FOR))];
        self.b.op(Call, &[self.call, function, frame, total, grain], &[], &callee);
        Ok(())
    }

    /// The name of an outlined body: of an equal existing one, or of a new one.
    fn kernel(&mut self, mut body: Body) -> String {
        let text = print_body(&body, &PrintOptions { generic: true, ..PrintOptions::default() });
        if let Some(name) = self.unit.kernels.get(&text) {
            return name.clone();
        }
        let name = format!("{}_parallel_{}", self.unit.name, self.unit.outlined.len());
        let root = body.root();
        body.set_attr(root, "sym_name", self.ctx().string_attr(&name));
        self.unit.outlined.push(body);
        self.unit.kernels.insert(text, name.clone());
        name
    }

    /// Stores a value into the environment. The store is hoisted out of the loops in which the value is
    /// invariant.
    fn store_captured(&mut self, value: Value, frame: Value, offset: usize) {
        let elem = self.ctx().elem_type(self.b.body.ty(value));
        let stored = self.to_storage(value, elem);
        self.hoisted(stored, |this| {
            let pointer = this.word_pointer(frame, offset);
            this.store(stored, pointer, 8);
        });
    }

    /// The values that the loop captures: constants are rematerialized inside, and other values are passed
    /// once.
    fn outside(&mut self, op: Op, axes: &[Axis]) -> Result<Captures> {
        let (remade, captured) = self.captures(op);
        let mut outside = Captures { remade, ..Captures::default() };
        for value in [self.call, self.words] {
            outside.capture(self, value);
        }
        for axis in axes {
            let slot = outside.slot(self, axis.trips);
            outside.axes.push(slot);
        }
        for old in captured {
            let value = self.operand(op, old)?;
            let slot = outside.slot(self, value);
            outside.captured.push((old, slot));
        }
        let mut traps = false;
        walk::walk(self.source, op, &mut |body, inner| traps |= body.is(inner, Trap));
        if traps {
            let first = self.unit.locations.len();
            let place = self.int32(first as i64);
            outside.site = Some((first, outside.capture(self, place)));
        }
        Ok(outside)
    }

    /// The captures of a loop, in order of first use: ops without operands (constants, extents), which are
    /// rematerialized inside so that they stay constants, and values that are passed. The lower bound and
    /// step of each axis are included.
    fn captures(&self, op: Op) -> (Vec<Op>, Vec<Value>) {
        let source = self.source;
        let mut seen = FxHashSet::default();
        let (mut remade, mut found) = (Vec::new(), Vec::new());
        let mut note = |value: Value| {
            let outside = match source.def_block(value) {
                Some(block) => source.block_owner(block).is_none_or(|owner| !source.encloses(op, owner)),
                None => true,
            };
            if !outside || !seen.insert(value) {
                return;
            }
            // A constant in memory is one global: its address is passed.
            let def = source.def_op(value).filter(|_| memref_elem(source.ctx(), source.ty(value)).is_none());
            match def.filter(|d| source.has(*d, Traits::PURE) && source.operand_count(*d) == 0) {
                Some(def) => remade.push(def),
                None => found.push(value),
            }
        };
        let rank = source.operand_count(op) / 3;
        source.operands(op).take(rank).chain(source.operands(op).skip(2 * rank)).for_each(&mut note);
        walk::walk(source, op, &mut |body: &Body, inner| {
            if inner != op {
                body.operands(inner).for_each(&mut note);
            }
        });
        (remade, found)
    }

    /// The function of a loop, without a name: its arguments are the environment and a range of iterations.
    fn outlined_body(&mut self, op: Op, outside: &Captures) -> Result<Body> {
        let ctx = self.ctx();
        let mut body = private_function(self.source, "", body_type(&ctx));
        let region = body.region(body.root(), 0);
        let block = body.add_block(region, &[pointer_type(&ctx), ctx.i64(), ctx.i64()]);
        let args: Vec<Value> = body.args(block).collect();
        let builder = Builder::at_end(&mut body, block, self.source.loc(op));
        let mut inner = Emitter {
            symbols: self.symbols.clone(),
            nested: true,
            parts: self.parts.clone(),
            ..Emitter::new(self.source, self.unit, builder, [args[0]; 2])
        };
        let axes = inner.load_captures(op, args[0], outside, &self.b)?;
        inner.allocate_in(op)?;
        inner.iterations(op, &axes, args[1], args[2])?;
        inner.free_arena();
        Return::build(&mut inner.b, &[]);
        Ok(body)
    }

    /// Loads the captured values from the environment, rematerializes constants, and returns the loop's axes.
    fn load_captures(
        &mut self,
        op: Op,
        environment: Value,
        outside: &Captures,
        before: &Builder<'_>,
    ) -> Result<Vec<Axis>> {
        let mut loaded = Vec::new();
        for (value, offset) in &outside.environment {
            let ty = before.body.ty(*value);
            loaded.push(self.in_prologue(|this| this.word_of(environment, *offset, ty)));
        }
        let value = |this: &mut Self, slot: Slot| match slot {
            Slot::Captured(at) => loaded[at],
            Slot::Known(number) => this.int(number),
        };
        (self.call, self.words) = (loaded[0], loaded[1]);
        self.sites = outside.site.map(|(first, at)| (first, loaded[at]));
        for (old, slot) in &outside.captured {
            let new = value(self, *slot);
            self.define(*old, new);
        }
        for def in &outside.remade {
            self.visit(*def)?;
        }
        let rank = outside.axes.len();
        let mut axes = Vec::new();
        for (d, slot) in outside.axes.iter().enumerate() {
            let lower = self.operand(op, self.source.operand(op, d))?;
            let step = self.operand(op, self.source.operand(op, 2 * rank + d))?;
            axes.push(Axis { lower, step, trips: value(self, *slot) });
        }
        Ok(axes)
    }

    /// Loads a value of the environment.
    fn word_of(&mut self, environment: Value, offset: usize, ty: Type) -> Value {
        let ctx = self.ctx();
        let elem = ctx.elem_type(ty);
        let pointer = self.word_pointer(environment, offset);
        let stored = self.load(pointer, ctx.with_elem(ty, storage_type(&ctx, elem)), 8);
        self.from_storage(stored, elem)
    }
}

/// The source of an outside value in an outlined body.
#[derive(Clone, Copy)]
enum Slot {
    /// The index among the values that are passed.
    Captured(usize),
    /// A known constant.
    Known(i64),
}

/// The captures of an outlined body.
#[derive(Default)]
struct Captures {
    /// Ops that are rematerialized.
    remade: Vec<Op>,
    /// Old values, and their slots.
    captured: Vec<(Value, Slot)>,
    /// The trip counts of the axes.
    axes: Vec<Slot>,
    /// The index of its first trap site in the list of locations, and the slot with that index.
    site: Option<(usize, usize)>,
    /// The values of the environment (call and words first), each with its word offset.
    environment: Vec<(Value, usize)>,
    /// Words of the environment so far.
    end: usize,
}

impl Captures {
    /// The slot of a value in the body.
    fn slot(&mut self, emitter: &Emitter<'_, '_>, value: Value) -> Slot {
        match emitter.known(value) {
            Some(number) => Slot::Known(number),
            None => Slot::Captured(self.capture(emitter, value)),
        }
    }

    /// Adds a value to the environment, unless it is already there.
    fn capture(&mut self, emitter: &Emitter<'_, '_>, value: Value) -> usize {
        if let Some(at) = self.environment.iter().position(|(captured, _)| *captured == value) {
            return at;
        }
        self.environment.push((value, self.end));
        self.end += words(&emitter.ctx(), emitter.b.body.ty(value));
        self.environment.len() - 1
    }
}

/// The size of a value in the environment, in words.
fn words(ctx: &Context, ty: Type) -> usize {
    let bytes = storage_bytes(ctx, ctx.elem_type(ty)) as usize;
    (vector_lanes(ctx, ty).unwrap_or(1) * bytes).div_ceil(8).max(1)
}
