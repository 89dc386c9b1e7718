//! Splits a fold into chunks.

use super::refusal::RfactorRefusal;
use super::slice::{Slice, needs, take_out};
use tf_dialects::tensor::combiner::Laws;
use tf_dialects::tensor::loop_names::set_loop_name;
use tf_dialects::tensor::{CombiningKind, Compute, Fold, Subscripts, build, result_type};
use tf_ir::affine::AffineExpr;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::control::{Induction, LoopLike};
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::types::Type;
use tf_passes_common::code::combine::combine;
use tf_passes_common::code::subscript::{Copier, Subscript};

/// The split of a fold.
pub(crate) struct Cut {
    /// The fold whose range is split, or one that forms one fold with it.
    pub at: Op,
    /// Its lower bound.
    pub lower: Extent,
    /// Its upper bound, exclusive.
    pub upper: Extent,
    /// The iterations of a chunk.
    pub length: i64,
    /// The name of the fold in a chunk, if steps refer to it.
    pub name: Option<String>,
}

impl Cut {
    /// The split of a fold into chunks of `length` iterations.
    ///
    /// # Errors
    /// Extents alone do not determine its range, or it has fewer than two chunks.
    pub fn of(body: &Body, at: Op, length: i64) -> Result<Cut, RfactorRefusal> {
        let inductions = Fold.inductions(body.view(at, Fold).op());
        let range = match &inductions[..] {
            [Induction { lower, upper, .. }] => lower.as_term().zip(upper.as_term()),
            _ => None,
        };
        let (lower, upper) = range.ok_or(RfactorRefusal::Range)?;
        let whole = upper.sub(&lower).map_err(|_| RfactorRefusal::Range)?;
        if whole.as_const().is_some_and(|iterations| iterations < length.saturating_mul(2)) {
            return Err(RfactorRefusal::Short { length });
        }
        match whole.prove_ge0(&Facts::new()) {
            Verdict::Proved => Ok(Cut { at, lower, upper, length, name: None }),
            _ => Err(RfactorRefusal::Range),
        }
    }

    /// The count of whole chunks, as a term.
    pub fn count(&self) -> Option<Extent> {
        self.upper.sub(&self.lower).ok()?.floordiv(self.length).ok()
    }

    /// The end of the last whole chunk.
    pub fn end(&self) -> Option<Extent> {
        self.count()?.mul(&Extent::constant(self.length)).ok()?.add(&self.lower).ok()
    }

    /// True if no iteration remains after the last whole chunk.
    pub fn is_even(&self) -> bool {
        self.end().is_some_and(|end| end == self.upper)
    }
}

/// Splits a fold directly in the region of a compute; returns the compute of the chunks. `None` if that
/// fails: the results are the same then. Sets `changed` if the code changes.
pub(crate) fn split(body: &mut Body, compute: Op, fold: Op, cut: &Cut, changed: &mut bool) -> Option<Op> {
    *changed |= take_out(body, compute, fold)?;
    let chunks = cut.count()?;
    let parts = chunked(body, compute, fold, cut, &chunks)?;
    *changed = true;
    let end = cut.end()?;
    let indices = body.view(compute, Compute).indices();
    let sources: Vec<Value> = body.results(parts).collect();
    let rest = if cut.is_even() { None } else { Some(bounds(&end, &cut.upper)?) };
    let combining = Combining::of(body, fold);
    let inits = body.view(fold, Fold).inits();
    let mut b = Builder::before(body, fold);
    let whole = combining.fold(&mut b, &build::bounds_of(&chunks), &inits, |b, chunk| {
        let point: Vec<Value> = [chunk].into_iter().chain(indices.iter().copied()).collect();
        Some(sources.iter().map(|source| build::at_indices(b, *source, &point)).collect())
    })?;
    let results: Vec<Value> = body.results(whole).collect();
    let Some(rest) = rest else {
        body.replace(fold, &results);
        return Some(parts);
    };
    rest.set(body, cut.at);
    match combining.combiner {
        Some(_) => go_on(body, fold, &results),
        None => join(body, fold, &results, combining.flags),
    }
    Some(parts)
}

/// How a fold combines.
struct Combining {
    kinds: Vec<CombiningKind>,
    flags: Option<Attribute>,
    types: Vec<Type>,
    combiner: Option<Block>,
    laws: Laws,
}

impl Combining {
    fn of(body: &Body, fold: Op) -> Combining {
        let view = body.view(fold, Fold);
        Combining {
            kinds: view.combining_kinds(),
            flags: body.attr(fold, "fastmath"),
            types: body.results(fold).map(|result| body.ty(result)).collect(),
            combiner: view.combiner(),
            laws: view.laws(),
        }
    }

    /// A fold that combines like this one; with a combiner, it starts with `inits`. `None` if the values
    /// cannot be built.
    fn fold(
        &self,
        b: &mut Builder<'_>,
        bounds: &Subscripts,
        inits: &[Value],
        values: impl FnOnce(&mut Builder<'_>, Value) -> Option<Vec<Value>>,
    ) -> Option<Op> {
        let (mut built, mut combined) = (None, Some(()));
        let body = |b: &mut Builder<'_>, index: Value| {
            built = values(b, index);
            built.clone().unwrap_or_default()
        };
        let made = match self.combiner {
            None => build::fold(b, bounds, &self.kinds, &self.types, self.flags, body),
            Some(combiner) => build::fold_combining(b, bounds, inits, self.laws, body, |b, args| {
                let old: Vec<Value> = b.body.args(combiner).collect();
                let new = Copier::of(old.into_iter().zip(args.iter().copied())).block(b, combiner);
                combined = new.is_ok().then_some(());
                new.unwrap_or_default()
            }),
        };
        built.and(combined).map(|()| made)
    }
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

/// Turns a fold into that of a chunk: its index starts at 0, for a constant trip count, and subscripts add
/// the begin of the chunk. With a combiner, it starts with its first value, as the initial values are not an
/// identity.
fn cut_out(body: &mut Body, fold: Op, cut: &Cut, chunk: Value) -> Option<Op> {
    let view = body.view(fold, Fold);
    let (block, index) = (view.block()?, view.index()?);
    let combining = Combining::of(body, fold);
    let begin = AffineExpr::dim(0).mul(&AffineExpr::constant(cut.length)).ok()?;
    let begin = begin.add(&AffineExpr::symbol(0)).ok()?;
    let at = |expr: AffineExpr, dims: &[Value]| Subscript {
        expr,
        dims: dims.iter().copied().collect(),
        symbols: vec![cut.lower.clone()],
    };
    let mut b = Builder::before(body, fold);
    b.loc = b.body.loc(fold);
    let (mut first, mut inits) = (0, Vec::new());
    if combining.combiner.is_some() {
        (first, inits) =
            (1, Copier::of_subscripts([(index, at(begin.clone(), &[chunk]))]).block(&mut b, block).ok()?);
    }
    let expr = begin.add(&AffineExpr::dim(1)).ok()?;
    let length = bounds(&Extent::constant(first), &Extent::constant(cut.length))?;
    let made = combining.fold(&mut b, &length, &inits, |b, term| {
        Copier::of_subscripts([(index, at(expr, &[chunk, term]))]).block(b, block).ok()
    })?;
    if let Some(name) = &cut.name {
        set_loop_name(body, made, name);
    }
    let results: Vec<Value> = body.results(made).collect();
    body.replace(fold, &results);
    Some(made)
}

/// Makes a fold with a combiner continue from these values.
fn go_on(body: &mut Body, fold: Op, values: &[Value]) {
    let mut operands: Vec<Value> = body.operands(fold).collect();
    let from = operands.len() - values.len();
    operands[from..].copy_from_slice(values);
    body.set_operands(fold, &operands);
}

/// Combines the results of a fold with earlier values, and redirects their uses.
fn join(body: &mut Body, fold: Op, values: &[Value], flags: Option<Attribute>) {
    let kinds = body.view(fold, Fold).combining_kinds();
    for (i, (kind, value)) in kinds.into_iter().zip(values).enumerate() {
        let rest = body.result(fold, i);
        let mut b = Builder::after(body, fold);
        let all = combine(&mut b, kind, *value, rest, flags);
        let all = all.expect("folds combine what their kinds have ops for");
        let joined = body.def_op(all).expect("an op was built");
        body.replace_uses_if(rest, all, |_, used| used.op != joined);
    }
}
