//! Folds over a shared loop: the partial result of each iteration, and the initial accumulators.

use super::tile::{shifted, types};
use super::{Adding, GroupLoops};
use crate::apply::apply_tiles::loops::{TileLoops, sum};
use crate::apply::groups::legal::binding::SharedFold;
use tf_dialects::arith;
use tf_dialects::elementwise::constant::splat_attr;
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::loop_names::{loop_name, set_loop_name};
use tf_dialects::tensor::{Compute, Fold, Subscripts, build};
use tf_ir::affine::AffineExpr;
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::code::combine::combine;
use tf_passes_common::code::subscript::{Copier, Subscript};

impl GroupLoops<'_> {
    /// Combines an iteration's partial results with the accumulators of a member, corrected where it is
    /// joined.
    fn add(&mut self, b: &mut Builder<'_>, at: usize, so_far: &[Value]) -> Vec<Value> {
        let corrections = self.corrections(b, at);
        let member = &self.members.all[at];
        let part = self.box_of(b.body, member);
        let dim = member.folded().expect("the caller checked that it is a fold");
        let from = sum(&self.offsets[dim]);
        let end = self.left(b, dim, self.tiling.splits[dim].sizes.len());
        let block = b.body.view(member.op, Compute).block().expect("a compute has a region");
        let types = types(b, member.op, &part.lengths);
        b.loc = b.body.loc(member.op);
        let op = build::compute(b, &part.lengths, &types, |b, local| {
            let mut copier = part.copier(b.body, member.op, local);
            self.substitute_results(b, &mut copier, member);
            let ops: Vec<Op> = b.body.ops(block).filter(|op| b.body.next(*op).is_some()).collect();
            let mut parts = vec![None; member.folds.len()];
            for op in ops {
                if member.folds.iter().any(|fold| fold.op == op) {
                    let new = self.partial(b, &copier, op, (&from, end));
                    let of_op = member.folds.iter().enumerate().filter(|(_, fold)| fold.op == op);
                    of_op.for_each(|(number, fold)| parts[number] = Some(b.body.result(new, fold.at)));
                } else if !self.is_fixed(op) {
                    copier.op(b, op).expect("a sum of indices is a small expression");
                }
            }
            let combined = parts.into_iter().enumerate().map(|(number, new)| {
                let old = build::at_indices(b, so_far[number], local);
                let by = corrections.get(number).and_then(Option::as_ref);
                let old = self.corrected(b, (member, &part), (old, by), local);
                let flags = b.body.view(member.folds[number].op, Fold).fastmath();
                let new = new.expect("every fold was visited");
                combine(b, member.folds[number].kind, old, new, flags).expect("the kind was checked")
            });
            combined.collect()
        });
        self.settle(b.body, op);
        let names = part.loop_names(b.body, self.members.all[at].op);
        super::carried::carry(b.body, self.members.all[at].op, op, (names, None));
        b.body.results(op).collect()
    }

    /// Updates the accumulators of a member in an iteration.
    pub(super) fn add_up(&mut self, b: &mut Builder<'_>, at: usize, tensors: &mut [Value]) {
        let (member, place) = (&self.members.all[at], self.carried_position(Adding::Sums(at)));
        let range = place..place + member.folds.len();
        let old = tensors[range.clone()].to_vec();
        let new = self.add(b, at, &old);
        if self.members.all[at].is_joined {
            self.run(b, at, (&old, &new));
        }
        tensors[range].copy_from_slice(&new);
    }

    /// The fold over the points of a tile.
    fn partial(&self, b: &mut Builder<'_>, outer: &Copier, op: Op, (from, end): (&Subscript, Value)) -> Op {
        let view = b.body.view(op, Fold);
        let (index, block, flags) = (
            view.index().expect("a fold has an index"),
            view.block().expect("it has a region"),
            view.fastmath(),
        );
        let (kinds, yielded) = (view.combining_kinds(), view.yielded());
        let types: Vec<Type> = b.body.results(op).map(|value| b.body.ty(value)).collect();
        let bounds = Subscripts::new(&[AffineExpr::constant(0), AffineExpr::dim(0)], &[end], &[])
            .expect("bounds are small expressions");
        // Steps of the member's schedule may name the fold.
        let of = b.body.parent_op(op).and_then(|member| b.body.cast(member, Compute));
        let is_scheduled = of.is_some_and(|member| member.schedule().is_some());
        let name = loop_name(b.body, op).filter(|_| is_scheduled).map(str::to_string);
        let part = build::fold(b, &bounds, &kinds, &types, flags, |b, local| {
            let mut copier = outer.clone();
            copier.extend_subscripts([(index, shifted(from, local))]);
            self.copy_ops(b, &mut copier, block);
            copier.values(b, yielded)
        });
        if let Some(name) = name {
            set_loop_name(b.body, part, &name);
        }
        part
    }
}

/// The initial accumulators.
pub(super) fn identities(b: &mut Builder<'_>, fold: &SharedFold, lengths: &[Extent]) -> Value {
    let (elem, attr) = identity(b, fold);
    build::compute_one(b, lengths, elem, |b, _| arith::constant(b, attr))
}

/// The identity of a fold, with its type.
pub(super) fn identity(b: &Builder<'_>, fold: &SharedFold) -> (Type, Attribute) {
    let ctx = b.ctx();
    let elem = b.body.ty(fold.value(b.body));
    let start = dtype(&ctx, elem).and_then(|dtype| fold.kind.identity(dtype));
    (elem, start.and_then(|start| splat_attr(&ctx, elem, start)).expect("the kind was checked"))
}
