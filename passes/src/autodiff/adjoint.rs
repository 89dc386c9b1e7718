//! A comprehension backwards. First a comprehension over the same points computes the cotangents of its reads (for those
//! inside folds: of the folds). Then, per tensor that is read, [`super::transpose`] gathers.

use super::replay::{Found, Level, too_large};
use super::seed::Seed;
use super::transpose::{Saved, Site, Sites, Step, transpose};
use super::{Counts, reverse::no_rule};
use crate::subscript::{Copier, MapBuilder, Subscript};
use rustc_hash::FxHashMap;
use tf_dialects::differentiate::{Active, Reverse, constant_like, is_differentiable};
use tf_dialects::tensor::accumulate::{Accumulation, Combine};
use tf_dialects::tensor::compute::result_type;
use tf_dialects::tensor::{AtOp, CombiningKind, ComputeOp, Policy, PutOp, Subscripts, Yield, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, OpParts, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;

/// Adds the cotangents of what a compute reads and uses from outside.
pub(super) fn compute(cx: &mut Reverse<'_, '_>, op: Op, counts: &mut Counts) -> Result<(), Diagnostic> {
    check_puts(cx.b.body, op)?;
    let sites = find_sites(cx.b.body, op, cx.active);
    let starts: Vec<Value> = cx.b.body.operands(op).collect();
    let plain = cx.b.body.result_count(op) - starts.len();
    for (i, start) in starts.into_iter().enumerate() {
        if let Some(g) = cx.cotangent(cx.b.body.result(op, plain + i)) {
            cx.add(start, g);
        }
    }
    let mut plan = Plan::default();
    let values = build_adjoint(cx, op, &sites, &mut plan)?;
    let saved = Saved {
        reads: plan.reads.iter().map(|(read, i)| (*read, values[*i])).collect(),
        results: plan.results.iter().map(|(value, i)| (*value, values[*i])).collect(),
        seeds: plan
            .seeds
            .iter()
            .map(|(fold, seeds)| (*fold, seeds.iter().map(|s| s.tensors(&values)).collect()))
            .collect(),
    };
    for (scalar, i) in &plan.captured {
        let sum = total(cx.b, values[*i]);
        cx.add(*scalar, sum);
    }
    let mut sources: Vec<Value> = Vec::new();
    for site in &sites.0 {
        if !sources.contains(&site.source) {
            sources.push(site.source);
        }
    }
    for source in sources {
        let active = cx.active;
        let of_source: Vec<&Site> = sites.0.iter().filter(|s| s.source == source).collect();
        for contribution in transpose(cx.b, op, source, &of_source, &saved, active, counts)? {
            cx.add(source, contribution);
        }
    }
    Ok(())
}

/// Refuses accumulating results whose derivative is not that of a sum.
fn check_puts(body: &Body, op: Op) -> Result<(), Diagnostic> {
    let view = ComputeOp::cast(body.op(op)).expect("the caller found a compute");
    let sum = |a: &Accumulation| a.combine == Combine::Kind(CombiningKind::Add);
    if !view.accumulations().iter().all(sum) {
        let error = "cannot be differentiated backwards yet: it has accumulating results other than sums";
        return Err(body.op(op).error(error));
    }
    let mut nested = None;
    tf_ir::walk::walk(body, op, &mut |body, inner| {
        if body.is(inner, "tensor.put") && body.parent_op(inner) != Some(op) {
            nested = Some(inner);
        }
    });
    match nested {
        Some(put) => {
            let error = "cannot be differentiated backwards yet: it stands in a fold, loop or conditional";
            Err(body.op(put).error(error))
        }
        None => Ok(()),
    }
}

/// Seeds the values that are put into sums: each gets the cotangent of the element it was added to.
fn seed_puts(
    inner: &mut Reverse<'_, '_>,
    op: Op,
    level: &mut Level,
    outputs: &[Option<Value>],
) -> Result<(), Diagnostic> {
    let (block, accumulators) = {
        let view = ComputeOp::cast(inner.b.body.op(op)).expect("the caller found a compute");
        (view.block().expect("verified"), view.accumulators())
    };
    let puts: Vec<Op> = inner.b.body.ops(block).filter(|o| inner.b.body.is(*o, "tensor.put")).collect();
    for put in puts {
        let (values, targets, subscripts, policy) = {
            let view = PutOp::cast(inner.b.body.op(put)).expect("found above");
            let map = view.affine_map().expect("a verified put has a map");
            let subscripts = Subscript::of_map(map, &view.indices(), view.symbols());
            (view.put_values(), view.targets(), subscripts, view.out_of_bounds())
        };
        for (value, target) in values.into_iter().zip(targets) {
            let which =
                accumulators.iter().position(|a| *a == target).expect("a put has a target of its compute");
            let Some(g) = outputs[which] else { continue };
            let copy = level.copier.value(inner.b, value);
            if !inner.active.has(copy) {
                continue;
            }
            let mut map = MapBuilder::default();
            let known = subscripts.iter().all(|s| map.result(s, &|v| level.copier.replacement(v)).is_some());
            let subscripts = map.finish().filter(|_| known).ok_or_else(|| too_large(inner.b.body, put))?;
            let (policy, fill) = match policy {
                Policy::Clamp | Policy::Wrap => (policy, None),
                _ => {
                    let ty = inner.b.body.ty(copy);
                    (Policy::Fill, Some(constant_like(inner.b, ty, 0.0)))
                }
            };
            let g = build::at(inner.b, g, &subscripts, policy, fill);
            inner.add(copy, g);
        }
    }
    Ok(())
}

/// The reads of active tensors, with the folds around them.
fn find_sites(body: &Body, op: Op, active: &Active) -> Sites {
    fn go(body: &Body, op: Op, path: &mut Vec<Step>, active: &Active, sites: &mut Sites) {
        for (i, region) in body.regions(op).enumerate() {
            let depth = path.len();
            match &*body.info(op).name {
                "tensor.fold" => path.push(Step::Fold(op)),
                "loop.if" => path.push(Step::Branch(op, i)),
                _ => {}
            }
            for inner in body.blocks(region).flat_map(|block| body.ops(block)) {
                if let Some(at) = AtOp::cast(body.op(inner)).filter(|at| active.has(at.source())) {
                    let whole_path = path.clone();
                    // Conditionals in the innermost fold are part of its code.
                    let folds = path.iter().rposition(|s| s.fold().is_some()).map_or(0, |i| i + 1);
                    sites.0.push(Site {
                        at: inner,
                        source: at.source(),
                        path: path[..folds].to_vec(),
                        whole_path,
                    });
                }
                go(body, inner, path, active, sites);
            }
            path.truncate(depth);
        }
    }
    let mut sites = Sites(Vec::new());
    go(body, op, &mut Vec::new(), active, &mut sites);
    sites
}

/// Which result of the adjoint compute holds what.
#[derive(Default)]
struct Plan {
    /// The cotangents of reads outside of folds.
    reads: Vec<(Value, usize)>,
    /// The results of folds.
    results: Vec<(Value, usize)>,
    /// The seeds of folds, per result.
    seeds: Vec<(Op, Vec<SeedPlan>)>,
    /// The cotangents, at each point, of scalars from outside.
    captured: Vec<(Value, usize)>,
}

/// A seed whose parts are results of the adjoint compute.
struct SeedPlan(Option<(Seed, Vec<usize>)>);

impl SeedPlan {
    fn tensors(&self, values: &[Value]) -> Option<(Seed, Vec<Value>)> {
        self.0.as_ref().map(|(seed, parts)| (*seed, parts.iter().map(|i| values[*i]).collect()))
    }
}

/// Builds the compute over the points of `op` that yields what `plan` then lists.
fn build_adjoint(
    cx: &mut Reverse<'_, '_>,
    op: Op,
    sites: &Sites,
    plan: &mut Plan,
) -> Result<Vec<Value>, Diagnostic> {
    let (extents, block, indices, yielded) = {
        let view = ComputeOp::cast(cx.b.body.op(op)).expect("the caller found a compute");
        (view.extents().to_vec(), view.block().expect("verified"), view.indices(), view.yielded())
    };
    let ctx = cx.b.ctx();
    let outputs: Vec<Option<Value>> = cx.b.body.results(op).map(|r| cx.cotangent(r)).collect();
    let region = cx.b.body.create_region();
    let new_block = cx.b.body.add_block(region, &vec![ctx.index(); indices.len()]);
    let outer = std::mem::replace(&mut cx.b.cursor, Cursor::End(new_block));
    let points: Vec<Value> = cx.b.body.args(new_block).collect();
    let mut copier = Copier::default();
    copier.values.extend(indices.into_iter().zip(points.iter().copied()));
    let mut level = Level::copy(cx.b, block, copier, cx.active.clone(), &[])?;
    let copies: Vec<Value> = yielded.iter().map(|v| level.copier.value(cx.b, *v)).collect();
    let active = level.active.clone();
    let mut values = Vec::new();
    {
        let mut inner = Reverse::new(cx.b, &active);
        for (copy, output) in copies.iter().zip(&outputs) {
            if let Some(g) = output {
                seed_yield(&mut inner, op, *copy, *g, &points)?;
            }
        }
        seed_puts(&mut inner, op, &mut level, &outputs[copies.len()..])?;
        let mut found = Found::default();
        level.sweep(&mut inner, &mut found)?;
        collect(&mut inner, &level, sites, found, plan, &mut values);
        for scalar in captured_scalars(inner.b.body, op, &active) {
            if let Some(g) = inner.cotangent(scalar) {
                plan.captured.push((scalar, push(&mut values, g)));
            }
        }
    }
    let types: Vec<Type> = values
        .iter()
        .map(|v| result_type(&ctx, &extents, cx.b.body.ty(*v)).expect("cotangents are scalars"))
        .collect();
    cx.b.op(Yield::NAME, &values, &[], &[]);
    cx.b.cursor = outer;
    if values.is_empty() {
        return Ok(Vec::new());
    }
    let name = ctx.op_name("tensor.compute");
    let (operands, slots, attrs, regions) = (&[], &[], &[], &[region]);
    let parts =
        OpParts { name, loc: cx.b.loc, operands, results: &types, slots, attrs, regions, successors: &[] };
    let new = cx.b.body.create_from(parts);
    cx.b.body.set_attr(new, "box", ctx.extents_attr(&extents));
    cx.b.insert(new);
    Ok(cx.b.body.results(new).collect())
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
    let elements = inner.b.body.def_op(value).filter(|def| inner.b.body.is(*def, "tensor.from_elements"));
    let Some(array) = elements else { return Err(no_rule(inner, op)) };
    let dims: Vec<i64> = inner
        .b
        .body
        .ctx()
        .dims(inner.b.body.ty(value))
        .unwrap_or_default()
        .iter()
        .map(|d| d.as_static().unwrap_or(0))
        .collect();
    let elements: Vec<Value> = inner.b.body.operands(array).collect();
    for (position, element) in elements.into_iter().enumerate() {
        let mut exprs: Vec<AffineExpr> = (0..points.len() as u32).map(AffineExpr::dim).collect();
        let mut rest = position as i64;
        let mut inner_indices = vec![0; dims.len()];
        for d in (0..dims.len()).rev() {
            inner_indices[d] = rest % dims[d];
            rest /= dims[d];
        }
        exprs.extend(inner_indices.into_iter().map(AffineExpr::constant));
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

/// Notes what the reads need: their cotangents, or the seeds of the folds around them and the results of folds.
fn collect(
    inner: &mut Reverse<'_, '_>,
    level: &Level,
    sites: &Sites,
    found: Found,
    plan: &mut Plan,
    values: &mut Vec<Value>,
) {
    for site in &sites.0 {
        let result = inner.b.body.result(site.at, 0);
        let Some(fold) = site.folds().first().copied() else {
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
    for (op, copy) in &level.ops {
        if inner.b.body.is(*op, "tensor.fold") {
            let pairs: Vec<(Value, Value)> =
                inner.b.body.results(*op).zip(inner.b.body.results(*copy)).collect();
            for (original, value) in pairs {
                plan.results.push((original, push(values, value)));
            }
        }
    }
}

/// The active scalars from outside of a compute.
fn captured_scalars(body: &Body, op: Op, active: &Active) -> Vec<Value> {
    let mut found = Vec::new();
    tf_ir::walk::walk(body, op, &mut |body, inner| {
        for value in body.operands(inner) {
            let outside = match body.def_op(value) {
                Some(def) => !body.encloses(op, def),
                None => body
                    .def_block(value)
                    .and_then(|b| body.block_owner(b))
                    .is_none_or(|o| !body.encloses(op, o)),
            };
            let scalar =
                !body.ctx().is_tensor(body.ty(value)) && is_differentiable(body.ctx(), body.ty(value));
            if outside && scalar && active.has(value) && !found.contains(&value) {
                found.push(value);
            }
        }
    });
    found
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

/// Tensors by what they hold.
pub(super) type Tensors = FxHashMap<Value, Value>;
