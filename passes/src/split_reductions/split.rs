//! Cutting a fold into chunks.

use super::chunks::Cut;
use super::slice::{Slice, needs, take_out};
use crate::subscript::{Copier, Subscript};
use tf_dialects::tensor::{Compute, Fold, Subscripts, build, result_type};
use tf_ir::affine::AffineExpr;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// Cuts a fold directly in the region of a compute. `None` if that cannot be: the answer is as before then.
pub(super) fn split(body: &mut Body, compute: Op, fold: Op, cut: &Cut) -> Option<()> {
    take_out(body, compute, fold)?;
    let chunks = cut.count()?;
    let parts = chunked(body, compute, fold, cut, &chunks)?;
    let end = cut.end()?;
    let indices = body.view(compute, Compute).indices();
    let view = body.view(fold, Fold);
    let (kinds, flags) = (view.combining_kinds(), body.attr(fold, "fastmath"));
    let types: Vec<_> = body.results(fold).map(|result| body.ty(result)).collect();
    let sources: Vec<Value> = body.results(parts).collect();
    let rest = if cut.is_even() { None } else { Some(bounds(&end, &cut.upper)?) };
    let mut b = Builder::before(body, fold);
    let whole = build::fold(&mut b, &build::bounds_of(&chunks), &kinds, &types, flags, |b, chunk| {
        let point: Vec<Value> = [chunk].into_iter().chain(indices.iter().copied()).collect();
        sources.iter().map(|source| build::at_indices(b, *source, &point)).collect()
    });
    let sums: Vec<Value> = body.results(whole).collect();
    let Some(rest) = rest else {
        body.replace(fold, &sums);
        return Some(());
    };
    rest.set(body, cut.at);
    join(body, fold, &sums, flags);
    Some(())
}

/// `lower to upper` as bounds of a fold.
fn bounds(lower: &Extent, upper: &Extent) -> Option<Subscripts> {
    let exprs = [AffineExpr::symbol(0), AffineExpr::symbol(1)];
    Subscripts::new(&exprs, &[], &[lower.clone(), upper.clone()]).ok()
}

/// The compute of the partial results: its first axis is the chunk, the others are those of the box.
fn chunked(body: &mut Body, compute: Op, fold: Op, cut: &Cut, chunks: &Extent) -> Option<Op> {
    let block = body.block_of(fold)?;
    let slice = Slice::of(body, block, &needs(body, block, fold))?;
    let view = body.view(compute, Compute);
    let indices = view.indices();
    let mut extents = vec![chunks.clone()];
    extents.extend_from_slice(view.extents());
    let ctx = body.ctx().clone();
    let types: Option<Vec<_>> =
        body.results(fold).map(|result| result_type(&ctx, &extents, body.ty(result))).collect();
    let split_at = body.result(cut.at, 0);
    let mut b = Builder::before(body, compute);
    b.loc = b.body.loc(fold);
    let mut parts = None;
    let made = build::compute(&mut b, &extents, &types?, |b, args| {
        let places = args[1..].iter().copied().map(Subscript::value);
        let mut copier = Copier::of_subscripts(indices.iter().copied().zip(places));
        let copied = slice.copy(b, &mut copier).and_then(|()| copier.op(b, fold).ok());
        parts = copied.and_then(|whole| {
            let at = b.body.def_op(copier.known(split_at))?;
            let part = cut_out(b.body, at, cut, args[0])?;
            Some(b.body.results(if at == whole { part } else { whole }).collect::<Vec<_>>())
        });
        parts.clone().unwrap_or_default()
    });
    if parts.is_none() {
        body.erase(made);
        return None;
    }
    Some(made)
}

/// Makes a fold that of a chunk: its index starts at 0, so that its trip count is a constant, and what is read lies as far behind the
/// chunk's begin.
fn cut_out(body: &mut Body, fold: Op, cut: &Cut, chunk: Value) -> Option<Op> {
    let view = body.view(fold, Fold);
    let (block, index, kinds) = (view.block()?, view.index()?, view.combining_kinds());
    let flags = body.attr(fold, "fastmath");
    let types: Vec<_> = body.results(fold).map(|result| body.ty(result)).collect();
    let begin = AffineExpr::dim(0).mul(&AffineExpr::constant(cut.length)).ok()?;
    let expr = begin.add(&AffineExpr::dim(1)).and_then(|at| at.add(&AffineExpr::symbol(0))).ok()?;
    let mut b = Builder::before(body, fold);
    b.loc = b.body.loc(fold);
    let length = build::bounds_of(&Extent::constant(cut.length));
    let mut copied = None;
    let made = build::fold(&mut b, &length, &kinds, &types, flags, |b, trip| {
        let at = Subscript {
            expr,
            dims: [chunk, trip].into_iter().collect(),
            symbols: vec![cut.lower.clone()],
        };
        let mut copier = Copier::of_subscripts([(index, at)]);
        copied = copier.block(b, block).ok();
        copied.clone().unwrap_or_default()
    });
    copied?;
    let results: Vec<Value> = body.results(made).collect();
    body.replace(fold, &results);
    Some(made)
}

/// Combines the results of a fold with values before it: what used the results uses what that gives.
fn join(body: &mut Body, fold: Op, values: &[Value], flags: Option<Attribute>) {
    let kinds = body.view(fold, Fold).combining_kinds();
    for (i, (kind, value)) in kinds.into_iter().zip(values).enumerate() {
        let rest = body.result(fold, i);
        let mut b = Builder::after(body, fold);
        let all = crate::tensor_unroll::combine(&mut b, kind, *value, rest, flags);
        let all = all.expect("folds combine what their kinds have ops for");
        let joined = body.def_op(all).expect("an op was built");
        body.replace_uses_if(rest, all, |_, used| used.op != joined);
    }
}
