//! Batching: expands `tensor.vmap` by rebuilding its region for all slices at once.
//!
//! A value that differs from slice to slice (it is *mapped*) has a leading axis for the slices; others stay as they are. Each op
//! with a mapped operand gets a rule: elementwise ops spread their operands (`elementwise`); comprehensions and reads get one
//! more index (`compute`); named ops get one more axis (`shift`), or are decomposed; loops and conditionals carry mapped
//! values, under masks where slices go different ways (`control`). What must not run for slices that do not need it, and ops
//! without a rule, run in a loop over the slices (`lanes`).

mod compute;
mod control;
mod elementwise;
mod lanes;
mod shift;

use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::elementwise::spec_of;
use tf_dialects::loops::{self, For, If, While};
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::transform::checkpoint::{After, Checkpoint};
use tf_dialects::tensor::transform::custom::Custom;
use tf_dialects::tensor::transform::vmap::{Vmap, with_axis};
use tf_dialects::tensor::transform::{Detach, StraightThrough, custom};
use tf_dialects::tensor::{self, At, Compute, FromElements, Splat, Transpose, build, decompose};
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::control::early_exit;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};

/// Replaces a `tensor.vmap` by what it means. Transforms in its region have been expanded.
///
/// # Errors
/// An extent without a name; the body is then of no use.
pub(crate) fn expand(body: &mut Body, op: Op) -> Result<(), Diagnostic> {
    check_extents(body, op)?;
    let (values, in_axes, out_axes, block, extent) = {
        let view = body.view(op, Vmap);
        let values: Vec<Value> = body.operands(op).collect();
        let extent = view.extent().and_then(|dim| dim.to_extent()).expect("checked above");
        (values, view.operand_axes(), view.result_axes(), view.block().expect("verified"), extent)
    };
    let arguments: Vec<Value> = body.args(block).collect();
    let results: Vec<Type> = body.results(op).map(|r| body.ty(r)).collect();
    let mut b = Builder::before(body, op);
    let mut lanes = Batch::new(&mut b, extent);
    for ((value, axis), argument) in values.into_iter().zip(in_axes).zip(arguments) {
        let front = moved(lanes.b, value, axis, 0);
        let wanted = lanes.mapped_type(lanes.b.body.ty(argument));
        let front = build::cast(lanes.b, front, wanted);
        lanes.mapped.insert(argument, front);
    }
    let yielded = lanes.block(block)?;
    let mut made = Vec::new();
    for ((value, axis), ty) in yielded.into_iter().zip(out_axes).zip(results) {
        let stacked = lanes.spread(value);
        let stacked = moved(lanes.b, stacked, 0, axis);
        made.push(build::cast(lanes.b, stacked, ty));
    }
    body.replace(op, &made);
    Ok(())
}

/// Refuses extents without names: mapped values are tensors of terms.
fn check_extents(body: &Body, op: Op) -> Result<(), Diagnostic> {
    let mut found = None;
    tf_ir::walk::walk(body, op, &mut |body, inner| {
        let named = |v: Value| extents(body.ctx(), body.ty(v)).is_some();
        if found.is_none() && !body.operands(inner).chain(body.results(inner)).all(named) {
            found = Some(inner);
        }
    });
    match found {
        Some(inner) => {
            Err(body.op(inner).error("cannot be mapped: an extent has no name (run `name-extents` first)"))
        }
        None => Ok(()),
    }
}

/// The tensor with an axis moved to another place.
fn moved(b: &mut Builder<'_>, value: Value, from: usize, to: usize) -> Value {
    if from == to {
        return value;
    }
    let rank = b.body.ctx().dims(b.body.ty(value)).map_or(0, <[_]>::len);
    let mut perm: Vec<usize> = (0..rank).filter(|axis| *axis != from).collect();
    perm.insert(to, from);
    Transpose::build(b, value, &perm[..])
}

/// Code being rebuilt for all slices.
struct Batch<'a, 'b> {
    b: &'a mut Builder<'b>,
    /// The number of slices.
    extent: Extent,
    /// Mapped values of the region, with the leading axis.
    mapped: FxHashMap<Value, Value>,
    /// Values of the region that are the same for all slices, rebuilt.
    shared: FxHashMap<Value, Value>,
    /// In branches that some slices chose: which.
    mask: Option<Value>,
}

impl<'a, 'b> Batch<'a, 'b> {
    fn new(b: &'a mut Builder<'b>, extent: Extent) -> Batch<'a, 'b> {
        Batch { b, extent, mapped: FxHashMap::default(), shared: FxHashMap::default(), mask: None }
    }

    fn dim(&self) -> Dim {
        Dim::from_extent(self.extent.clone())
    }

    /// The type of a mapped value; of a scalar a tensor of rank 1.
    fn mapped_type(&self, ty: Type) -> Type {
        let ctx = self.b.body.ctx();
        match ctx.is_tensor(ty) {
            true => with_axis(ctx, ty, 0, &self.dim()).expect("there is room before the first axis"),
            false => ctx.tensor(vec![self.dim()], ty),
        }
    }

    fn is_mapped(&self, value: Value) -> bool {
        self.mapped.contains_key(&value)
    }

    /// A value that is the same for all slices.
    fn value(&self, value: Value) -> Value {
        self.shared.get(&value).copied().unwrap_or(value)
    }

    /// A value with the leading axis, whether it is mapped or not.
    fn spread(&mut self, value: Value) -> Value {
        if let Some(mapped) = self.mapped.get(&value) {
            return *mapped;
        }
        let value = self.value(value);
        let ty = self.mapped_type(self.b.body.ty(value));
        let ctx = self.b.ctx();
        if !ctx.is_tensor(self.b.body.ty(value)) {
            return build::splat(self.b, value, std::slice::from_ref(&self.extent));
        }
        let shape = ctx.dims(ty).unwrap_or_default().to_vec();
        let axes: Vec<usize> = (1..shape.len()).collect();
        build::broadcast(self.b, value, &axes, &shape)
    }

    /// True if the op, or anything in its regions, uses a mapped value.
    fn is_touched(&self, op: Op) -> bool {
        let mut touched = false;
        tf_ir::walk::walk(self.b.body, op, &mut |body, inner| {
            touched |= body.operands(inner).any(|v| self.mapped.contains_key(&v))
        });
        touched
    }

    /// The mapped values that an op uses, in its regions, too.
    fn mapped_uses(&self, op: Op) -> Vec<Value> {
        let mut found = Vec::new();
        tf_ir::walk::walk(self.b.body, op, &mut |body, inner| {
            for value in body.operands(inner) {
                if self.mapped.contains_key(&value) && !found.contains(&value) {
                    found.push(value);
                }
            }
        });
        found
    }

    /// Rebuilds a block's code at the cursor; what its terminator's operands are in the block.
    fn block(&mut self, block: Block) -> Result<Vec<Value>, Diagnostic> {
        let mut next = self.b.body.first(block);
        while let Some(op) = next {
            if self.b.body.next(op).is_none() {
                break;
            }
            next = match self.op(op)? {
                Done::Rebuilt => self.b.body.next(op),
                Done::Decomposed(first) => Some(first),
            };
        }
        let end = self.b.body.last(block).expect("verified regions have terminators");
        Ok(self.b.body.operands(end).collect())
    }

    fn op(&mut self, op: Op) -> Result<Done, Diagnostic> {
        self.b.loc = self.b.body.loc(op);
        let may_be_endless = self.mask.is_some() && self.b.body.is(op, While);
        if !self.is_touched(op) && !may_be_endless {
            self.copy(op);
            return Ok(Done::Rebuilt);
        }
        let is_loop = self.b.body.info(op).dialect() == loops::DIALECT;
        // Loops, conditionals and checkpoints may give some results that are the same for all slices.
        if !is_loop && !self.b.body.is(op, Checkpoint) {
            let results: Vec<Value> = self.b.body.results(op).collect();
            self.check_stacked(op, &results, &vec![true; results.len()])?;
        }
        match self.b.body.kind(op) {
            Compute::KIND => self.compute(op)?,
            At::KIND | FromElements::KIND => self.point(op)?,
            Detach::KIND | StraightThrough::KIND => self.elementwise(op),
            Custom::KIND => self.custom(op)?,
            Checkpoint::KIND => self.checkpoint(op)?,
            After::KIND => self.after(op),
            Splat::KIND => self.splat(op),
            For::KIND => self.counted(op)?,
            While::KIND => self.repeated(op)?,
            If::KIND => self.branch(op)?,
            _ if spec_of(self.b.body.op(op)).is_some() => self.elementwise(op),
            _ if self.shift(op) => {}
            _ if decompose::is_decomposable(self.b.body.op(op)) => {
                let before = self.b.body.prev(op);
                let block = self.b.body.block_of(op).expect("the op stands in a block");
                let mut inner = Builder::before(self.b.body, op);
                let values = decompose::decompose(&mut inner, op)?.expect("it is decomposable");
                self.b.body.replace(op, &values);
                let first = match before {
                    Some(before) => self.b.body.next(before),
                    None => self.b.body.first(block),
                };
                return Ok(Done::Decomposed(first.expect("a terminator stays")));
            }
            _ => self.one_by_one(op)?,
        }
        Ok(Done::Rebuilt)
    }

    fn leaves_early(&self, op: Op) -> bool {
        early_exit(self.b.body, op).is_some()
    }

    /// An op that is the same for all slices.
    fn copy(&mut self, op: Op) {
        let mut map = IrMap::default();
        map.values.extend(self.shared.iter().map(|(from, to)| (*from, *to)));
        let copy = self.b.body.clone_op(op, &mut map);
        self.b.insert(copy);
        let pairs: Vec<(Value, Value)> = self.b.body.results(op).zip(self.b.body.results(copy)).collect();
        self.shared.extend(pairs);
    }

    /// Notes what the results of an op became.
    fn set_mapped(&mut self, op: Op, new: Op) {
        let pairs: Vec<(Value, Value)> = self.b.body.results(op).zip(self.b.body.results(new)).collect();
        self.mapped.extend(pairs);
    }

    /// Code with rules of its own: each region for all slices.
    fn custom(&mut self, op: Op) -> Result<(), Diagnostic> {
        let operands: Vec<Value> = self.b.body.operands(op).collect();
        let operands: Vec<Value> = operands.into_iter().map(|v| self.spread(v)).collect();
        let types: Vec<Type> = self.b.body.results(op).map(|r| self.b.body.ty(r)).collect();
        let types: Vec<Type> = types.into_iter().map(|ty| self.mapped_type(ty)).collect();
        let name = self.b.body.name(op);
        let new = self.b.op(name, &operands, &types, &[]);
        for i in [custom::PRIMAL, custom::VJP, custom::JVP] {
            let Some(block) = self.b.body.op(op).entry(i) else { continue };
            let args: Vec<Value> = self.b.body.args(block).collect();
            let types: Vec<Type> = args.iter().map(|v| self.mapped_type(self.b.body.ty(*v))).collect();
            let (entry, outer) = self.b.enter(new, i, &types);
            let fresh: Vec<Value> = self.b.body.args(entry).collect();
            self.mapped.extend(args.into_iter().zip(fresh));
            let yielded = self.block(block)?;
            let yielded: Vec<Value> = yielded.into_iter().map(|v| self.spread(v)).collect();
            tensor::Yield::build(self.b, &yielded);
            self.b.cursor = outer;
        }
        self.set_mapped(op, new);
        Ok(())
    }
}

/// What became of an op.
enum Done {
    /// It was rebuilt.
    Rebuilt,
    /// Other ops took its place in the region; this is the first.
    Decomposed(Op),
}

/// The values of a block that are mapped if these are, by each op passing it on from anything it uses to all of its results.
fn mark(body: &Body, block: Block, mapped: &mut FxHashSet<Value>) {
    for op in body.ops(block) {
        let mut touched = false;
        tf_ir::walk::walk(body, op, &mut |body, inner| {
            touched |= body.operands(inner).any(|v| mapped.contains(&v))
        });
        if touched {
            mapped.extend(body.results(op));
        }
    }
}
