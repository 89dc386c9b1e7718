//! Parallel reductions over a shared loop: each chunk has its own partial sum, and these are combined in the
//! order of the chunks.
//!
//! Chunks have a constant length, independent of the threads, so that the result has the same bits for any
//! number of threads.

use super::GroupLoops;
use super::sums::identity;
use crate::apply::groups::legal::binding;
use crate::apply::groups::legal::members::{Member, chunk_count};
use tf_dialects::arith;
use tf_dialects::tensor::{Fold, Policy, Subscripts, build};
use tf_ir::affine::{AffineExpr, AffineOp};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_passes_common::code::subscript::{Form, Subscript, joined};

impl GroupLoops<'_> {
    /// The length of the chunks of a member, and their count.
    fn chunks(&self, member: &Member) -> (i64, Extent) {
        let dim = member.folded().expect("the member folds over a shared loop");
        let length = self.tiling.splits[dim].sizes[0];
        let count = chunk_count(self.tiling, self.extents, dim);
        (length, count.expect("the condition 'small' was checked"))
    }

    /// Tensors for the partial sums of all chunks: an axis of chunks, then those of the sums.
    pub(super) fn chunk_tensors(&self, b: &mut Builder<'_>, member: &Member) -> Vec<Value> {
        let (_, count) = self.chunks(member);
        let lengths = [vec![count], self.box_of(b.body, member).lengths].concat();
        let one = |fold: &binding::SharedFold| {
            let (elem, attr) = identity(b, fold);
            build::compute_one(b, &lengths, elem, |b, _| arith::constant(b, attr))
        };
        member.folds.iter().map(one).collect()
    }

    /// Writes the partial sums of a chunk into the tensors of all chunks.
    pub(super) fn write_chunks(&self, b: &mut Builder<'_>, at: usize, sums: &[Value], tensors: &mut [Value]) {
        let member = &self.members.all[at];
        let (length, _) = self.chunks(member);
        let dim = member.folded().expect("the member folds over a shared loop");
        let lengths = self.box_of(b.body, member).lengths;
        let first = Subscript::value(self.offsets[dim][0]);
        let number = AffineExpr::binary(AffineOp::FloorDiv, &first.expr, &AffineExpr::constant(length));
        let number = Subscript { expr: number.expect("an index is a small expression"), ..first };
        let begin: Vec<Subscript> =
            std::iter::once(number).chain(lengths.iter().map(|_| Subscript::constant(0))).collect();
        let begin = joined(&begin, &Form::Value).expect("an index is a small expression");
        let place = self.carried_position(super::Adding::Chunks(at));
        let tile = [vec![Extent::constant(1)], lengths].concat();
        for (offset, sum) in sums.iter().enumerate() {
            let elem = b.ctx().elem_type(b.body.ty(*sum));
            let row = build::compute_one(b, &tile, elem, |b, local| build::at_indices(b, *sum, &local[1..]));
            let all = &mut tensors[place + offset];
            *all = build::tile_write(b, (row, *all), None, &begin, Policy::Drop);
        }
    }

    /// The partial sums of all chunks, combined from the first to the last.
    pub(super) fn combined_chunks(
        &self,
        b: &mut Builder<'_>,
        member: &Member,
        chunks: &[Value],
        lengths: &[Extent],
    ) -> Vec<Value> {
        let (_, count) = self.chunks(member);
        let bounds = Subscripts::new(&[AffineExpr::constant(0), AffineExpr::symbol(0)], &[], &[count]);
        let bounds = bounds.expect("bounds are small expressions");
        let one = |(fold, all): (&binding::SharedFold, &Value)| {
            let (elem, flags) = (b.body.ty(fold.value(b.body)), b.body.view(fold.op, Fold).fastmath());
            b.loc = b.body.loc(fold.op);
            build::compute_one(b, lengths, elem, |b, local| {
                let sum = build::fold(b, &bounds, &[fold.kind], &[elem], flags, |b, chunk| {
                    let place = [&[chunk][..], local].concat();
                    vec![build::at_indices(b, *all, &place)]
                });
                b.body.result(sum, 0)
            })
        };
        member.folds.iter().zip(chunks).map(one).collect()
    }
}
