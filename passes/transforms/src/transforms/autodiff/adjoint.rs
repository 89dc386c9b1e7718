//! Reverse-mode differentiation of comprehensions.
//!
//! First, a comprehension over the same iteration domain computes the cotangents of its reads (for reads
//! inside folds: of the folds). Then [`super::transpose`] gathers them for each tensor that is read.

use super::code::{captured, no_rule};
use super::counts::Counts;
use super::policies::set_policies;
use super::puts;
use super::replay::Replay;
use super::scope::{Direct, Found, Outputs, Scope, Sweep};
use super::seed::Seed;
use super::sites::{Saved, Site, find_sites};
use super::transpose::{is_plain, transpose};
use std::rc::Rc;
use tf_dialects::differentiate::{Reverse, constant_like};
use tf_dialects::tensor::accumulate::{Accumulation, accumulations_attr};
use tf_dialects::tensor::compute::{accumulator_type, result_type};
use tf_dialects::tensor::{self, CombiningKind, Compute, FromElements, Policy, Subscripts, Yield, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::code::positions::unflatten;
use tf_passes_common::code::subscript::Copier;

/// Adds to the cotangents of the tensors that a compute reads and of its captured values.
pub(super) fn compute(cx: &mut Reverse<'_, '_>, op: Op, counts: &mut Counts) -> Result<(), Diagnostic> {
    let sites = find_sites(cx.b.body, op, cx.active);
    let mut plan = Plan { is_direct: Direct::is_needed(cx.b.body, op), ..Plan::default() };
    let (starts, accumulators) = {
        let view = cx.b.body.view(op, Compute);
        (cx.b.body.operands(op).collect::<Vec<Value>>(), view.accumulators())
    };
    let results: Vec<Value> = cx.b.body.results(op).collect();
    let given: Vec<Option<Value>> =
        results[results.len() - starts.len()..].iter().map(|r| cx.cotangent(*r)).collect();
    let outputs = puts::outputs(cx, op, &given)?;
    let values = build_adjoint(cx, op, (&sites, &outputs), &mut plan, counts.sweep)?;
    for (i, start) in starts.into_iter().enumerate() {
        let output = outputs.get(&accumulators[i]).filter(|_| cx.active.has(start));
        if let Some(output) = output {
            let g = puts::of_start(cx, op, i, &output.seed)?;
            cx.add(start, g);
        }
    }
    let saved = Saved {
        compute: op,
        reads: plan.reads.iter().map(|(read, i)| (*read, values[*i])).collect(),
        results: plan.results.iter().map(|(value, i)| (*value, values[*i])).collect(),
        seeds: plan
            .seeds
            .iter()
            .map(|(fold, seeds)| (*fold, seeds.iter().map(|s| s.tensors(&values)).collect()))
            .collect(),
    };
    for (source, i) in &plan.put {
        cx.add(*source, values[*i]);
    }
    for (scalar, i) in &plan.captured {
        let sum = total(cx.b, values[*i]);
        cx.add(*scalar, sum);
    }
    let mut sources: Vec<Value> = Vec::new();
    for site in &sites {
        if !sources.contains(&site.source) {
            sources.push(site.source);
        }
    }
    for source in sources {
        let active = cx.active;
        let of_source: Vec<&Site> = sites.iter().filter(|s| s.source == source).collect();
        let has_sum = cx.has_cotangent(source);
        for contribution in transpose(cx.b, op, source, &of_source, &saved, (active, has_sum), counts)? {
            cx.add(source, contribution);
        }
    }
    Ok(())
}

/// The meaning of each result of the adjoint compute.
#[derive(Default)]
struct Plan {
    /// The cotangents of reads outside folds.
    reads: Vec<(Value, usize)>,
    /// The results of folds.
    results: Vec<(Value, usize)>,
    /// The seeds of folds, per result.
    seeds: Vec<(Op, Vec<SeedPlan>)>,
    /// The cotangents, at each point, of captured scalars.
    captured: Vec<(Value, usize)>,
    /// Cotangents of reads are put directly, during their computation.
    is_direct: bool,
    /// The sums of the cotangents put, by the tensor read.
    put: Vec<(Value, usize)>,
}

/// A seed whose parts are results of the adjoint compute.
struct SeedPlan(Option<(Seed, Vec<usize>)>);

impl SeedPlan {
    fn tensors(&self, values: &[Value]) -> Option<(Seed, Vec<Value>)> {
        self.0.as_ref().map(|(seed, parts)| (*seed, parts.iter().map(|i| values[*i]).collect()))
    }
}

/// Builds the compute over the points of `op` whose results `plan` lists.
fn build_adjoint(
    cx: &mut Reverse<'_, '_>,
    op: Op,
    (sites, seeds): (&[Site], &Outputs),
    plan: &mut Plan,
    sweep: Sweep,
) -> Result<Vec<Value>, Diagnostic> {
    let (extents, block, indices, yielded) = {
        let view = cx.b.body.view(op, Compute);
        (view.extents().to_vec(), view.block().expect("verified"), view.indices(), view.yielded())
    };
    let ctx = cx.b.ctx();
    let outputs: Vec<Option<Value>> = cx.b.body.results(op).map(|r| cx.cotangent(r)).collect();
    let sources = if plan.is_direct { put_sources(cx.b, op, sites) } else { Vec::new() };
    let zeros: Vec<Value> = sources.iter().map(|v| constant_like(cx.b, cx.b.body.ty(*v), 0.0)).collect();
    // The compute gets its results when they are known.
    let draft = cx.b.op(Compute, &[], &[], &[("box", ctx.extents_attr(&extents))]);
    let mut args = vec![ctx.index(); indices.len()];
    args.extend(zeros.iter().map(|v| accumulator_type(&ctx, cx.b.body.ty(*v))));
    let (new_block, outer) = cx.b.enter(draft, 0, &args);
    let args: Vec<Value> = cx.b.body.args(new_block).collect();
    let (points, targets) = args.split_at(indices.len());
    let copier = Copier::of(indices.into_iter().zip(points.iter().copied()));
    let code = Replay::of(cx.b, block, copier, cx.active.clone())?;
    let copies = code.copier.values(cx.b, yielded);
    let mut values = Vec::new();
    let mut inner = Reverse::new(cx.b, &code.active);
    for (copy, output) in copies.iter().zip(&outputs) {
        if let Some(g) = output {
            seed_yield(&mut inner, op, *copy, *g, points)?;
        }
    }
    let mut scope = match plan.is_direct {
        true => Scope::put(sweep, Rc::new(directly(inner.b, op, sites, (&sources, targets), seeds))),
        false => {
            puts::seed(&mut inner, &code, seeds)?;
            Scope::point(sweep)
        }
    };
    code.sweep(&mut inner, &mut scope)?;
    collect(&mut inner, &code, sites, scope.found(), plan, &mut values);
    let mut scalars = captured(inner.b.body, op, &Copier::default(), &code.active);
    scalars.retain(|value| !inner.b.body.ctx().is_tensor(inner.b.body.ty(*value)));
    for scalar in scalars {
        if let Some(g) = inner.cotangent(scalar) {
            plan.captured.push((scalar, push(&mut values, g)));
        }
    }
    plan.put.extend(sources.iter().copied().zip(values.len()..));
    cx.b.op(Yield, &values, &[], &[]);
    cx.b.cursor = outer;
    let Some(new) = finish_draft(cx.b, draft, &extents, &values, &zeros) else { return Ok(Vec::new()) };
    if plan.is_direct {
        set_policies(cx.b, new);
    }
    Ok(cx.b.body.results(new).collect())
}

/// The compute with the points and the region of `draft`. It has a result for each value that it yields and
/// for each zero tensor that it puts into; `None` if there are neither. The draft is erased.
fn finish_draft(
    b: &mut Builder<'_>,
    draft: Op,
    extents: &[Extent],
    yielded: &[Value],
    zeros: &[Value],
) -> Option<Op> {
    let ctx = b.ctx();
    let types: Vec<Type> = yielded
        .iter()
        .map(|v| result_type(&ctx, extents, b.body.ty(*v)).expect("cotangents are scalars"))
        .chain(zeros.iter().map(|v| b.body.ty(*v)))
        .collect();
    if types.is_empty() {
        b.body.erase(draft);
        return None;
    }
    let mut attrs = vec![("box", ctx.extents_attr(extents))];
    if !zeros.is_empty() {
        let how = vec![Accumulation::of_kind(CombiningKind::Add); zeros.len()];
        attrs.push(("accumulate", accumulations_attr(&ctx, &how)));
    }
    let new = b.op(Compute, zeros, &types, &attrs);
    let (from, to) = (b.body.region(draft, 0), b.body.region(new, 0));
    b.body.splice_blocks(from, to);
    b.body.erase(draft);
    Some(new)
}

/// The tensors whose cotangents are put: those that are read elsewhere than pointwise at the level of the
/// box.
fn put_sources(b: &Builder<'_>, op: Op, sites: &[Site]) -> Vec<Value> {
    let mut sources = Vec::new();
    for site in sites {
        if !is_kept(b, op, site) && !sources.contains(&site.source) {
            sources.push(site.source);
        }
    }
    sources
}

fn is_kept(b: &Builder<'_>, op: Op, site: &Site) -> bool {
    b.body.parent_op(site.at) == Some(op) && is_plain(b, op, site.at, &build::extents_of(b, site.source))
}

/// The destinations and sources of cotangents that are put directly.
fn directly(
    b: &Builder<'_>,
    op: Op,
    sites: &[Site],
    (sources, targets): (&[Value], &[Value]),
    outputs: &Outputs,
) -> Direct {
    Direct {
        targets: sources.iter().copied().zip(targets.iter().copied()).collect(),
        kept: sites.iter().filter(|site| is_kept(b, op, site)).map(|site| site.at).collect(),
        outputs: outputs.clone(),
    }
}

/// The cotangent of a yielded value: read from the tensor `g` at the point.
fn seed_yield(
    inner: &mut Reverse<'_, '_>,
    op: Op,
    value: Value,
    g: Value,
    points: &[Value],
) -> Result<(), Diagnostic> {
    if !inner.active.has(value) {
        return Ok(());
    }
    if !inner.b.body.ctx().is_tensor(inner.b.body.ty(value)) {
        let g = build::at_indices(inner.b, g, points);
        inner.add(value, g);
        return Ok(());
    }
    let elements = inner.b.body.def_op(value).filter(|def| inner.b.body.is(*def, FromElements));
    let Some(array) = elements else { return Err(no_rule(inner.b.body, op)) };
    let dims = inner.b.body.ctx().dims(inner.b.body.ty(value)).unwrap_or_default();
    let dims: Vec<i64> = dims.iter().map(|d| d.as_static().unwrap_or(0)).collect();
    let elements: Vec<Value> = inner.b.body.operands(array).collect();
    for (position, element) in elements.into_iter().enumerate() {
        let place = unflatten(position as i64, &dims).into_iter().map(AffineExpr::constant);
        let exprs: Vec<AffineExpr> = (0..points.len() as u32).map(AffineExpr::dim).chain(place).collect();
        let subscripts = Subscripts::new(&exprs, points, &[]).expect("plain subscripts are small");
        let g = build::at(inner.b, g, &subscripts, Policy::Assumed, None);
        inner.add(element, g);
    }
    Ok(())
}

fn push(values: &mut Vec<Value>, value: Value) -> usize {
    values.push(value);
    values.len() - 1
}

/// Collects the values that the reads need: their cotangents, or the seeds of the folds around them and the
/// results of folds.
fn collect(
    inner: &mut Reverse<'_, '_>,
    code: &Replay,
    sites: &[Site],
    found: Found,
    plan: &mut Plan,
    values: &mut Vec<Value>,
) {
    for site in sites {
        let result = inner.b.body.result(site.at, 0);
        let Some(fold) = site.folds().next() else {
            if let Some(g) = found.reads.get(&result) {
                plan.reads.push((result, push(values, *g)));
            }
            continue;
        };
        if plan.seeds.iter().any(|(known, _)| *known == fold) {
            continue;
        }
        let Some(seeds) = found.folds.get(&fold) else { continue };
        let seeds = seeds.iter().map(|seed| {
            SeedPlan(seed.map(|seed| (seed, seed.parts().into_iter().map(|v| push(values, v)).collect())))
        });
        let seeds = seeds.collect();
        plan.seeds.push((fold, seeds));
    }
    if plan.seeds.is_empty() {
        return;
    }
    for (op, copy) in &code.ops {
        if inner.b.body.is(*op, tensor::Fold) {
            let pairs: Vec<(Value, Value)> =
                inner.b.body.results(*op).zip(inner.b.body.results(*copy)).collect();
            for (original, value) in pairs {
                plan.results.push((original, push(values, value)));
            }
        }
    }
}

/// The sum of all elements, as a scalar.
fn total(b: &mut Builder<'_>, tensor: Value) -> Value {
    let rank = b.body.ctx().dims(b.body.ty(tensor)).map_or(0, <[_]>::len);
    let dims: Vec<usize> = (0..rank).collect();
    let sum = match rank {
        0 => tensor,
        _ => {
            let op = build::reduce(b, &[CombiningKind::Add], &[tensor], &dims, None);
            b.body.result(op, 0)
        }
    };
    build::at(b, sum, &build::scalar_subscripts(), Policy::Assumed, None)
}
