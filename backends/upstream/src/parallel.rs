//! Parallel loops: the outermost becomes a function of its own, called by the thread pool with ranges of its
//! iterations; nested ones run in order.

use crate::emitter::{Buffer, Emitter, Result};
use crate::entry::declare;
use crate::llvm::pointer_type;
use rustc_hash::{FxHashMap, FxHashSet};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
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
        let captured = self.captures(op);
        let mut scalars: Vec<Value> = Vec::new();
        for axis in axes {
            scalars.extend([axis.lower, axis.step, axis.trips]);
        }
        let name = format!("{}_parallel_{}", self.name, self.outlined.len());
        let mut environment = vec![self.call, self.words];
        environment.extend(&scalars);
        for old in &captured {
            environment.push(match self.buffers.get(old) {
                Some(buffer) => buffer.pointer,
                None => self.value(op, *old)?,
            });
        }
        let types: Vec<Type> = environment.iter().map(|v| self.b.body.ty(*v)).collect();
        let offsets = layout(&ctx, &types);
        let body = self.outlined_body(op, &name, axes.len(), &captured, &types, &offsets)?;
        self.outlined.push(body);
        let frame = self.stack(offsets.last().copied().unwrap_or(0) + 8);
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

    /// Old values used inside a loop and defined outside, in order of first use.
    fn captures(&self, op: Op) -> Vec<Value> {
        let source = self.source;
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        walk::walk(source, op, &mut |body: &Body, inner| {
            if inner == op {
                return;
            }
            for value in body.operands(inner) {
                let outside = match body.def_block(value) {
                    Some(block) => body.block_owner(block).is_none_or(|owner| !body.encloses(op, owner)),
                    None => true,
                };
                if outside && seen.insert(value) {
                    found.push(value);
                }
            }
        });
        found
    }

    fn outlined_body(
        &mut self,
        op: Op,
        name: &str,
        rank: usize,
        captured: &[Value],
        types: &[Type],
        offsets: &[usize],
    ) -> Result<Body> {
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
        for (ty, offset) in types.iter().zip(offsets) {
            let pointer = inner.word_pointer(args[0], *offset);
            let elem = ctx.elem_type(*ty);
            let stored = inner.load(pointer, ctx.with_elem(*ty, crate::emitter::storage_type(&ctx, elem)), 8);
            loaded.push(inner.from_storage(stored, elem));
        }
        (inner.call, inner.words) = (loaded[0], loaded[1]);
        inner.load_symbols();
        let axis =
            |d: usize| Axis { lower: loaded[2 + 3 * d], step: loaded[3 + 3 * d], trips: loaded[4 + 3 * d] };
        let axes: Vec<Axis> = (0..rank).map(axis).collect();
        for (old, new) in captured.iter().zip(&loaded[2 + 3 * rank..]) {
            match self.buffers.get(old) {
                Some(buffer) => drop(inner.buffers.insert(*old, Buffer { pointer: *new, ..buffer.clone() })),
                None => drop(inner.values.insert(*old, *new)),
            }
        }
        inner.allocate_in(op)?;
        inner.iterations(op, &axes, args[1], args[2])?;
        inner.b.op("func.return", &[], &[], &[]);
        Ok(body)
    }
}

/// Word offsets of values in the environment.
fn layout(ctx: &Context, types: &[Type]) -> Vec<usize> {
    let mut at = 0;
    let mut offsets = Vec::new();
    for ty in types {
        offsets.push(at);
        at += words(ctx, *ty);
    }
    offsets
}

fn words(ctx: &Context, ty: Type) -> usize {
    let lanes = match ctx.type_data(ty) {
        tf_ir::types::TypeData::Vector { shape, .. } => shape.iter().product::<i64>() as usize,
        _ => 1,
    };
    let elem = crate::emitter::storage_bytes(ctx, ctx.elem_type(ty)) as usize;
    (lanes * elem).div_ceil(8).max(1)
}
