//! Parallel loops: the outermost becomes a function of its own, called by the thread pool with ranges of its
//! iterations; nested ones run in order.

use crate::emitter::{Emitter, Result, memref_elem};
use crate::entry::declare;
use crate::llvm::pointer_type;
use rustc_hash::{FxHashMap, FxHashSet};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::registry::Traits;
use tf_ir::types::Type;
use tf_ir::walk;

/// `(environment, lo, hi) -> ()`
pub(crate) fn body_type(ctx: &Context) -> Type {
    ctx.function(&[pointer_type(ctx), ctx.i64(), ctx.i64()], &[])
}

/// The bounds of one axis.
struct Axis {
    lower: Value,
    step: Value,
    trips: Value,
}

impl Emitter<'_, '_> {
    pub(crate) fn parallel(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op)?;
        let rank = operands.len() / 3;
        let mut axes = Vec::new();
        for d in 0..rank {
            axes.push(self.axis(operands[d], operands[rank + d], operands[2 * rank + d]));
        }
        let mut total = self.int(1);
        for axis in &axes {
            total = self.index_op("arith.muli", total, axis.trips);
        }
        if self.nested {
            let zero = self.int(0);
            return self.iterations(op, &axes, zero, total);
        }
        self.outline(op, &axes, total)
    }

    /// Trip count: `max(0, ceil((upper - lower) / step))`.
    fn axis(&mut self, lower: Value, upper: Value, step: Value) -> Axis {
        let span = self.index_op("arith.subi", upper, lower);
        let one = self.int(1);
        let rounding = self.index_op("arith.subi", step, one);
        let span = self.index_op("arith.addi", span, rounding);
        let trips = self.index_op("arith.divsi", span, step);
        let zero = self.int(0);
        let trips = self.index_op("arith.maxsi", trips, zero);
        Axis { lower, step, trips }
    }

    /// A sequential loop over iterations `lo..hi` of the collapsed axes.
    fn iterations(&mut self, op: Op, axes: &[Axis], lo: Value, hi: Value) -> Result<()> {
        let i64 = self.ctx().i64();
        let step = self.int(1);
        let new = self.b.op_with_regions("scf.for", &[lo, hi, step], &[], &[], 1);
        let (block, cursor) = self.b.enter(new, 0, &[i64]);
        let mut linear = self.b.body.arg(block, 0);
        let body: Block =
            self.source.entry(self.source.region(op, 0)).ok_or_else(|| self.error(op, "is empty"))?;
        let old: Vec<Value> = self.source.args(body).collect();
        for (d, axis) in axes.iter().enumerate().rev() {
            let mut at = linear;
            if d > 0 {
                at = self.index_op("arith.remsi", linear, axis.trips);
                linear = self.index_op("arith.divsi", linear, axis.trips);
            }
            let scaled = self.index_op("arith.muli", at, axis.step);
            let index = self.index_op("arith.addi", axis.lower, scaled);
            self.values.insert(old[d], index);
        }
        self.block(body)?;
        self.b.cursor = cursor;
        Ok(())
    }

    fn outline(&mut self, op: Op, axes: &[Axis], total: Value) -> Result<()> {
        let ctx = self.ctx();
        let (remade, captured) = self.captures(op);
        let name = format!("{}_parallel_{}", self.name, self.outlined.len());
        let mut environment = vec![self.call, self.words];
        environment.extend(axes.iter().map(|axis| axis.trips));
        for old in &captured {
            environment.push(self.value(op, *old)?);
        }
        let types: Vec<Type> = environment.iter().map(|v| self.b.body.ty(*v)).collect();
        let (offsets, words) = layout(&ctx, &types);
        let outside = Outside { remade: &remade, captured: &captured, types: &types, offsets: &offsets };
        let body = self.outlined_body(op, &name, axes.len(), &outside)?;
        self.outlined.push(body);
        let frame = self.stack(words);
        for ((value, ty), offset) in environment.iter().zip(&types).zip(&offsets) {
            let pointer = self.word_pointer(frame, *offset);
            let stored = self.to_storage(*value, ctx.elem_type(*ty));
            self.store(stored, pointer, 8);
        }
        let grain = self.source.attr(op, "grain").and_then(|a| ctx.attr_int(a)).unwrap_or(1).max(1) as i64;
        let grain = self.int(grain);
        let function = [("value", ctx.symbol_attr(&name))];
        let function = self.b.value("func.constant", &[], body_type(&ctx), &function);
        let callee = [("callee", ctx.symbol_attr("tf_parallel_for"))];
        self.b.op("func.call", &[self.call, function, frame, total, grain], &[], &callee);
        Ok(())
    }

    /// What a loop uses from outside, in order of first use: ops without operands (constants, extents), which are made
    /// again inside, so that they stay constants there, and values that are handed over. First and step of each axis
    /// are among them.
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
            // A constant in memory is one global: its address is handed over.
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

    fn outlined_body(&mut self, op: Op, name: &str, rank: usize, outside: &Outside<'_>) -> Result<Body> {
        let ctx = self.ctx();
        let (pointer, i64) = (pointer_type(&ctx), ctx.i64());
        let mut body = declare(&ctx, self.source, name, &[pointer, i64, i64], &[]);
        let root = body.root();
        body.set_attr(root, "sym_visibility", ctx.string_attr("private"));
        let region = body.region(root, 0);
        let block = body.add_block(region, &[pointer, i64, i64]);
        let args: Vec<Value> = body.args(block).collect();
        let mut inner = Emitter {
            source: self.source,
            b: Builder::at_end(&mut body, block, self.source.loc(op)),
            values: FxHashMap::default(),
            buffers: FxHashMap::default(),
            symbols: self.symbols.clone(),
            symbol_values: Vec::new(),
            call: args[0],
            words: args[0],
            outlined: self.outlined,
            name: name.to_string(),
            arena: None,
            locations: self.locations,
            nested: true,
        };
        let mut loaded = Vec::new();
        for (ty, offset) in outside.types.iter().zip(outside.offsets) {
            let pointer = inner.word_pointer(args[0], *offset);
            let elem = ctx.elem_type(*ty);
            let stored = inner.load(pointer, ctx.with_elem(*ty, crate::emitter::storage_type(&ctx, elem)), 8);
            loaded.push(inner.from_storage(stored, elem));
        }
        (inner.call, inner.words) = (loaded[0], loaded[1]);
        inner.load_symbols();
        for (old, new) in outside.captured.iter().zip(&loaded[2 + rank..]) {
            inner.set(*old, *new);
        }
        for def in outside.remade {
            inner.op(*def)?;
        }
        let mut axes = Vec::new();
        for d in 0..rank {
            let lower = inner.value(op, inner.source.operand(op, d))?;
            let step = inner.value(op, inner.source.operand(op, 2 * rank + d))?;
            axes.push(Axis { lower, step, trips: loaded[2 + d] });
        }
        inner.allocate_in(op)?;
        inner.iterations(op, &axes, args[1], args[2])?;
        inner.b.op("func.return", &[], &[], &[]);
        Ok(body)
    }
}

/// What an outlined body uses from outside.
struct Outside<'a> {
    /// Ops that are made again.
    remade: &'a [Op],
    /// Old values that are handed over.
    captured: &'a [Value],
    /// New types of the environment: call, words, trips of the axes, captured values.
    types: &'a [Type],
    /// Where they are in it.
    offsets: &'a [usize],
}

/// Word offsets of values in the environment, and its size.
fn layout(ctx: &Context, types: &[Type]) -> (Vec<usize>, usize) {
    let mut at = 0;
    let mut offsets = Vec::new();
    for ty in types {
        offsets.push(at);
        at += words(ctx, *ty);
    }
    (offsets, at)
}

fn words(ctx: &Context, ty: Type) -> usize {
    let lanes = match ctx.type_data(ty) {
        tf_ir::types::TypeData::Vector { shape, .. } => shape.iter().product::<i64>() as usize,
        _ => 1,
    };
    let elem = crate::emitter::storage_bytes(ctx, ctx.elem_type(ty)) as usize;
    (lanes * elem).div_ceil(8).max(1)
}
