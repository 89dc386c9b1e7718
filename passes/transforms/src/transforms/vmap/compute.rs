//! Batching of comprehensions: one more leading index, which subscripts mapped tensors.

use super::Slices;
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::arith::const_index;
use tf_dialects::tensor::{self, Access, At, Compute, FromElements, Put, Subscripts, build};
use tf_ir::batch::{Batched, Batching, mapped_results};
use tf_ir::body::{Body, Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::Dim;
use tf_passes_common::code::positions::unflatten;
use tf_passes_common::code::subscript::{Copier, Form, Subscript, joined};
use tf_passes_common::cost::figures::MOST_CARRIED;
use tf_passes_common::rules::keep;

/// Tensors that copied scalar code accesses with one more subscript, and the corresponding tensors of all
/// slices. A tensor of one slice keeps its name until the accesses are rewritten: the same code may also read
/// the tensor of all slices directly.
type Sources = FxHashMap<Value, Value>;

impl Slices<'_, '_> {
    pub(super) fn compute(&mut self, op: Op) -> Result<(), Diagnostic> {
        let (block, extents, indices, accumulators) = {
            let view = self.b.body.view(op, Compute);
            (view.block().expect("verified"), view.extents().to_vec(), view.indices(), view.accumulators())
        };
        let extents: Vec<Extent> = [vec![self.extent.clone()], extents].concat();
        let starts = self.stacked_operands(op);
        let ctx = self.b.ctx();
        let new = self.same_op(op, &starts);
        self.b.body.set_attr(new, "box", ctx.extents_attr(&extents));
        keep::prepend_axis(self.b.body, new, self.slice.as_deref());
        let mut args = vec![ctx.index(); extents.len()];
        args.extend(starts.iter().map(|v| {
            let ty = self.b.body.ty(*v);
            ctx.memref(ctx.dims(ty).unwrap_or_default(), ctx.elem_type(ty))
        }));
        let (entry, outer) = self.b.enter(new, 0, &args);
        let args: Vec<Value> = self.b.body.args(entry).collect();
        let (mut copier, mut sources) = self.surroundings(op, args[0])?;
        copier.extend(indices.into_iter().zip(args[1..].iter().copied()));
        for (old, new) in accumulators.into_iter().zip(&args[extents.len()..]) {
            copier.set(old, *new);
            sources.insert(*new, *new);
        }
        let yielded = copier.block(self.b, block)?;
        tensor::Yield::build(self.b, &yielded);
        self.b.cursor = outer;
        prefix(self.b.body, new, &sources, args[0]).ok_or_else(|| too_large(self.b.body, op))?;
        self.set_mapped(op, new);
        Ok(())
    }

    /// Scalar code outside comprehensions: a comprehension over the slices.
    pub(super) fn point(&mut self, op: Op) -> Result<Vec<Batched>, Diagnostic> {
        let result = self.b.body.result(op, 0);
        let ty = self.stacked_type(self.b.body.ty(result));
        let extents = self.b.ctx().extents_attr(std::slice::from_ref(&self.extent));
        let new = self.b.op(Compute, &[], &[ty], &[("box", extents)]);
        let index = self.b.ctx().index();
        let (entry, outer) = self.b.enter(new, 0, &[index]);
        let lane = self.b.body.arg(entry, 0);
        let (mut copier, sources) = self.surroundings(op, lane)?;
        let copy = copier.op(self.b, op)?;
        let value = self.b.body.result(copy, 0);
        tensor::Yield::build(self.b, &[value]);
        self.b.cursor = outer;
        prefix(self.b.body, new, &sources, lane).ok_or_else(|| too_large(self.b.body, op))?;
        Ok(mapped_results(self, new))
    }

    /// Maps the values around an op for scalar code in slice `lane`. Mapped scalars are read here. Mapped
    /// tensors stay until their reads are rewritten with one more subscript. Tensors that loops and
    /// conditionals carry become small arrays of their elements.
    fn surroundings(&mut self, op: Op, lane: Value) -> Result<(Copier, Sources), Diagnostic> {
        let (mut copier, mut sources) = (Copier::default(), Sources::default());
        let carried = carried(self.b.body, op);
        for value in uses(self.b.body, op) {
            let mapped = match self.form(value) {
                Batched::Shared(shared) if shared == value => continue,
                Batched::Shared(shared) => {
                    copier.set(value, shared);
                    continue;
                }
                Batched::Mapped(mapped) => mapped,
            };
            let is_tensor = self.b.body.ctx().is_tensor(self.b.body.ty(value));
            if is_tensor && carried.contains(&value) {
                let array = self.array(op, value, lane)?;
                copier.set(value, array);
            } else if is_tensor {
                sources.insert(value, mapped);
            } else {
                let element = build::at_indices(self.b, mapped, &[lane]);
                copier.set(value, element);
            }
        }
        Ok((copier, sources))
    }

    /// The elements of a mapped tensor for slice `lane`.
    fn array(&mut self, op: Op, value: Value, lane: Value) -> Result<Value, Diagnostic> {
        let ty = self.b.body.ty(value);
        let dims = self.b.body.ctx().dims(ty).unwrap_or_default();
        let extents: Option<Vec<i64>> = dims.iter().map(Dim::as_static).collect();
        let count = |extents: &[i64]| extents.iter().try_fold(1i64, |a, b| a.checked_mul(*b));
        let Some(extents) = extents.filter(|n| count(n).is_some_and(|n| n <= MOST_CARRIED)) else {
            return Err(self.b.body.op(op).error(
                "cannot be mapped: code at its points carries a tensor that differs between slices, with \
                 extents that are not small constants; carry its elements",
            ));
        };
        let mapped = self.form(value).value();
        let mut elements = Vec::new();
        for flat in 0..extents.iter().product() {
            let mut indices = vec![lane];
            indices.extend(unflatten(flat, &extents).into_iter().map(|i| const_index(self.b, i)));
            elements.push(build::at_indices(self.b, mapped, &indices));
        }
        Ok(FromElements::build(self.b, &elements, ty))
    }
}

/// The values that an op and its regions use, each once.
pub(super) fn uses(body: &Body, op: Op) -> Vec<Value> {
    let (mut found, mut known) = (Vec::new(), FxHashSet::default());
    tf_ir::walk::walk(body, op, &mut |body, inner| {
        found.extend(body.operands(inner).filter(|value| known.insert(*value)));
    });
    found
}

/// The values that the regions of an op use other than as the source of a read: the initial values of loops,
/// and the yielded values of loops and conditionals.
fn carried(body: &Body, op: Op) -> FxHashSet<Value> {
    let mut found = FxHashSet::default();
    tf_ir::walk::walk(body, op, &mut |body, inner| {
        if inner != op {
            found.extend(body.operands(inner).skip(usize::from(body.is(inner, At))));
        }
    });
    found
}

/// Prepends the subscript `lane` to every access of mapped tensors in the regions of `op`.
fn prefix(body: &mut Body, op: Op, sources: &Sources, lane: Value) -> Option<()> {
    let mut accesses = Vec::new();
    tf_ir::walk::walk(body, op, &mut |body, inner| {
        if body.is(inner, At) || body.is(inner, Put) {
            accesses.push(inner);
        }
    });
    for access in accesses {
        let Some(source) = Access::of(body.op(access)).and_then(|found| sources.get(&found.source)) else {
            continue;
        };
        let old = Subscripts::of_op(body.op(access))?;
        let parts: Vec<Subscript> =
            std::iter::once(Subscript::value(lane)).chain(Subscript::of(&old)).collect();
        if body.is(access, At) {
            body.set_operand(access, 0, *source);
        }
        joined(&parts, &Form::Value)?.set(body, access);
    }
    Some(())
}

fn too_large(body: &Body, op: Op) -> Diagnostic {
    body.op(op).error("cannot be mapped: its subscripts become too large")
}
