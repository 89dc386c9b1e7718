//! Splits long scatters into small tensors, such as histograms: each chunk of points has private
//! accumulators, chunks run on threads, and a fold combines the accumulators.
//! ```text
//! %r = compute (%i) in [n] accumulate(add %acc = %start) { … put %v into %acc[%k] }
//! ```
//! becomes
//! ```text
//! %part = compute (%c, %i) in [n floordiv 16384, 16384] accumulate(add %acc = 0) { … put %v into %acc[%c, %k] }
//! %rest = compute (%i) in [n mod 16384] accumulate(add %acc = %start) { … put %v into %acc[%k] }
//! %r[%k] = %rest[%k] + fold (%c) = 0 to n floordiv 16384 add %part[%c, %k]
//! ```
//! Only if no order changes a bit, as for integers and extrema, or if the order is free.

use tf_dialects::arith;
use tf_dialects::elementwise::constant::splat_attr;
use tf_dialects::scalar::element_type;
use tf_dialects::tensor::loop_names::give_loop_names;
use tf_dialects::tensor::schedule::{Author, Schedule, Step, steps};
use tf_dialects::tensor::{Accumulation, CombiningKind, Compute, Put, Subscripts, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::walk;
use tf_passes_common::code::combine::combine;
use tf_passes_common::code::subscript::{self, Copier, Subscript, joined};

/// The split of an accumulating compute's points.
pub(crate) struct Cut {
    /// The axis of the box.
    pub axis: usize,
    /// Its extent.
    pub extent: Extent,
    /// The points of a chunk along the axis.
    pub length: i64,
    /// How each accumulator combines.
    pub kinds: Vec<CombiningKind>,
}

impl Cut {
    /// The count of whole chunks.
    fn count(&self) -> Option<Extent> {
        self.extent.floordiv(self.length).ok()
    }

    /// The end of the last whole chunk.
    fn end(&self) -> Option<Extent> {
        self.count()?.mul(&Extent::constant(self.length)).ok()
    }
}

/// Splits the points of a compute. `None` if its code cannot be copied: the results are the same then.
pub(crate) fn split(body: &mut Body, compute: Op, cut: &Cut) -> Option<()> {
    let (count, end) = (cut.count()?, cut.end()?);
    let parts = in_chunks(body, compute, cut, &count)?;
    let starts: Vec<Value> = body.operands(compute).collect();
    let rest = match end == cut.extent {
        true => starts,
        false => {
            let rest = the_rest(body, compute, cut, &end);
            let Some(rest) = rest else {
                body.erase(parts);
                return None;
            };
            body.results(rest).collect()
        }
    };
    let parts: Vec<Value> = body.results(parts).collect();
    let mut results = Vec::with_capacity(parts.len());
    for ((part, rest), kind) in parts.into_iter().zip(rest).zip(&cut.kinds) {
        let mut b = Builder::before(body, compute);
        b.loc = b.body.loc(compute);
        let (shape, elem) = (build::extents_of(&b, rest), b.ctx().elem_type(b.body.ty(rest)));
        results.push(build::compute_one(&mut b, &shape, elem, |b, at| {
            let total = build::fold(b, &build::bounds_of(&count), &[*kind], &[elem], None, |b, chunk| {
                let point: Vec<Value> = std::iter::once(chunk).chain(at.iter().copied()).collect();
                vec![build::at_indices(b, part, &point)]
            });
            let (old, total) = (build::at_indices(b, rest, at), b.body.result(total, 0));
            let all = combine(b, *kind, old, total, None);
            all.expect("accumulators combine what their kinds have ops for")
        }));
    }
    body.replace(compute, &results);
    Some(())
}

/// The puts of all whole chunks, into private accumulators that start with the identity.
fn in_chunks(body: &mut Body, compute: Op, cut: &Cut, count: &Extent) -> Option<Op> {
    let mut extents = body.view(compute, Compute).extents().to_vec();
    extents[cut.axis] = Extent::constant(cut.length);
    extents.insert(0, count.clone());
    let starts: Vec<Value> = body.operands(compute).collect();
    let mut b = Builder::before(body, compute);
    b.loc = b.body.loc(compute);
    let mut own = Vec::new();
    for (start, kind) in starts.iter().zip(&cut.kinds) {
        let (ctx, mut shape) = (b.ctx(), build::extents_of(&b, *start));
        let elem = ctx.elem_type(b.body.ty(*start));
        shape.insert(0, count.clone());
        let identity = element_type(&ctx, elem).and_then(|dtype| kind.identity(dtype))?;
        let identity = splat_attr(&ctx, elem, identity)?;
        own.push(build::compute_one(&mut b, &shape, elem, |b, _| arith::constant(b, identity)));
    }
    let copied = copy(&mut b, compute, cut, (&extents, &own), |at| {
        // The chunk is the first index.
        let length = AffineExpr::constant(cut.length);
        let begin = AffineExpr::dim(0).mul(&length).ok()?;
        let expr = begin.add(&AffineExpr::dim(1)).ok()?;
        let index =
            Subscript { expr, dims: [at[0], at[1 + cut.axis]].into_iter().collect(), symbols: Vec::new() };
        Some((at[1..].to_vec(), index))
    })?;
    let chunk = body.view(copied, Compute).indices()[0];
    let mut puts = Vec::new();
    walk::walk(body, copied, &mut |body, op| puts.extend(body.is(op, Put).then_some(op)));
    for put in puts {
        let old = Subscripts::of_op(body.op(put)).expect("puts have subscripts");
        let all: Vec<Subscript> =
            std::iter::once(Subscript::value(chunk)).chain(Subscript::of(&old)).collect();
        let Some(new) = joined(&all, &subscript::Form::Value) else {
            body.erase(copied);
            return None;
        };
        new.set(body, put);
    }
    // Chunks run on threads: as lanes, they would access distant memory.
    let names = give_loop_names(body, copied);
    let step = Step::Parallel(steps::Parallel { axes: names.axes[..1].to_vec(), grain: Some(1) });
    let schedule = Schedule::by(Author::Heuristic, vec![step]).to_attr(body.ctx());
    body.set_attr(copied, "schedule", schedule);
    Some(copied)
}

/// The puts after the last whole chunk, into the initial accumulators.
fn the_rest(body: &mut Body, compute: Op, cut: &Cut, end: &Extent) -> Option<Op> {
    let mut extents = body.view(compute, Compute).extents().to_vec();
    extents[cut.axis] = cut.extent.sub(end).ok()?;
    let starts: Vec<Value> = body.operands(compute).collect();
    let mut b = Builder::before(body, compute);
    b.loc = b.body.loc(compute);
    copy(&mut b, compute, cut, (&extents, &starts), |at| {
        let expr = AffineExpr::dim(0).add(&AffineExpr::symbol(0)).ok()?;
        let dims = [at[cut.axis]].into_iter().collect();
        Some((at.to_vec(), Subscript { expr, dims, symbols: vec![end.clone()] }))
    })
}

/// Copies a compute over another box, with other initial accumulators. `place` maps the new indices to the
/// old ones and to the subscript of the split axis.
fn copy(
    b: &mut Builder<'_>,
    compute: Op,
    cut: &Cut,
    (extents, starts): (&[Extent], &[Value]),
    place: impl FnOnce(&[Value]) -> Option<(Vec<Value>, Subscript)>,
) -> Option<Op> {
    let view = b.body.view(compute, Compute);
    let (old, accumulators, block) = (view.indices(), view.accumulators(), view.block()?);
    let how: Vec<Accumulation> = view.accumulations();
    let mut done = None;
    let made = build::accumulate(b, extents, &[], starts, &how, |b, at, memory| {
        done = region(b, (&old, &accumulators, block), cut, place(at), memory);
        Vec::new()
    });
    if done.is_none() {
        b.body.erase(made);
        return None;
    }
    Some(made)
}

/// Copies the region of a compute to the cursor.
fn region(
    b: &mut Builder<'_>,
    (old, accumulators, block): (&[Value], &[Value], Block),
    cut: &Cut,
    place: Option<(Vec<Value>, Subscript)>,
    memory: &[Value],
) -> Option<()> {
    let (at, index) = place?;
    let mut copier =
        Copier::of_subscripts(old.iter().copied().zip(at).map(|(old, new)| (old, Subscript::value(new))));
    copier.extend_subscripts([(old[cut.axis], index)]);
    copier.extend(accumulators.iter().copied().zip(memory.iter().copied()));
    copier.block(b, block).ok().map(drop)
}
