//! Rewrites ops without derivative rules as code with rules: folds with combiner regions and scans as loops,
//! sorts as reads at the sorted positions.

use super::control::folds::loop_over;
use super::policies::set_policies;
use tf_dialects::arith::{self, const_index};
use tf_dialects::constraints::scalar_of;
use tf_dialects::differentiate::{constant_like, is_differentiable};
use tf_dialects::elementwise;
use tf_dialects::loops::build::for_loop;
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::accumulate::Accumulation;
use tf_dialects::tensor::sort::Sort;
use tf_dialects::tensor::transform::Detach;
use tf_dialects::tensor::{self, CombiningKind, ExtentOf, Policy, Subscripts, algorithms, build, combiner};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::Copier;

fn has_floats(body: &Body, op: Op) -> bool {
    body.results(op).any(|r| is_differentiable(body.ctx(), body.ty(r)))
}

/// Builds, before an op without a rule, equivalent code with rules; `None` if the op has a rule.
///
/// # Errors
/// Subscripts that become too large.
pub(super) fn rewrite(body: &mut Body, op: Op) -> Result<Option<Vec<Value>>, Diagnostic> {
    if !has_floats(body, op) {
        return Ok(None);
    }
    let combines = body.cast(op, tensor::Fold).is_some_and(|fold| fold.combiner().is_some());
    let mut b = Builder::before(body, op);
    if combines {
        return fold(&mut b, op).map(Some);
    }
    if let Some(view) = b.body.cast(op, tensor::scan::Scan) {
        let kinds = view.combining_kinds();
        // Sums have a rule.
        let is_sum = !kinds.is_empty() && kinds.iter().all(|kind| *kind == CombiningKind::Add);
        return Ok((!is_sum).then(|| scan(&mut b, op)));
    }
    Ok(b.body.is(op, Sort).then(|| sort(&mut b, op)))
}

/// A fold with a combiner: a loop that carries the accumulators.
fn fold(b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
    let (inits, block, index, combine) = {
        let view = b.body.view(op, tensor::Fold);
        let combine = view.combiner().expect("the caller found a combiner");
        (view.inits(), view.block().expect("verified"), view.index().expect("verified"), combine)
    };
    let mut result = Ok(());
    let new = loop_over(b, op, &inits, |b, k, carried| match Copier::of([(index, k)]).block(b, block) {
        Ok(values) => combiner::inline(b, combine, &[carried, &values].concat()),
        Err(error) => {
            result = Err(error);
            carried.to_vec()
        }
    });
    result?;
    set_policies(b, new);
    Ok(b.body.results(new).collect())
}

/// The operands and attributes of a scan.
struct Scan {
    inputs: Vec<Value>,
    starts: Vec<Value>,
    kinds: Vec<CombiningKind>,
    axis: usize,
    reverse: bool,
    exclusive: bool,
}

/// A scan: a loop along the axis that carries a slice of accumulators per tensor, and the results.
fn scan(b: &mut Builder<'_>, op: Op) -> Vec<Value> {
    let (mut scan, combine) = {
        let view = b.body.view(op, tensor::scan::Scan);
        let scan = Scan {
            inputs: view.inputs(),
            starts: view.inits(),
            kinds: view.combining_kinds(),
            axis: view.axis(),
            reverse: view.is_reverse(),
            exclusive: view.is_exclusive(),
        };
        (scan, view.combiner())
    };
    if scan.starts.is_empty() {
        for (kind, input) in scan.kinds.clone().into_iter().zip(scan.inputs.clone()) {
            let elem = b.body.ctx().elem_type(b.body.ty(input));
            scan.starts.push(identity(b, kind, elem));
        }
    }
    for start in &mut scan.starts {
        if b.body.ctx().is_tensor(b.body.ty(*start)) {
            *start = build::at(b, *start, &build::scalar_subscripts(), Policy::Assumed, None);
        }
    }
    let whole = build::extents_of(b, scan.inputs[0]);
    let mut slice = whole.clone();
    let extent = slice.remove(scan.axis);
    let mut inits: Vec<Value> = Vec::new();
    for start in &scan.starts {
        let (start, ty) = (*start, b.body.ty(*start));
        inits.push(build::compute_one(b, &slice, ty, |_, _| start));
    }
    for input in scan.inputs.clone() {
        let ty = b.body.ty(input);
        inits.push(constant_like(b, ty, 0.0));
    }
    let (zero, one) = (const_index(b, 0), const_index(b, 1));
    let end = ExtentOf::build(b, &extent);
    let new = for_loop(b, zero, end, one, &inits, |b, i, carried| {
        let at = match scan.reverse {
            true => {
                let last = arith::subi(b, end, one);
                arith::subi(b, last, i)
            }
            false => i,
        };
        iteration(b, &scan, (&slice, at), carried, combine)
    });
    let count = scan.inputs.len();
    b.body.results(new).skip(count).collect()
}

/// One iteration of a scan at index `at` of the axis: the new accumulators and results.
fn iteration(
    b: &mut Builder<'_>,
    scan: &Scan,
    (slice, at): (&[Extent], Value),
    carried: &[Value],
    combine: Option<tf_ir::body::Block>,
) -> Vec<Value> {
    let (accumulators, results) = carried.split_at(scan.inputs.len());
    let elems: Vec<Type> = scan.starts.iter().map(|v| b.body.ty(*v)).collect();
    let types: Vec<Type> = accumulators.iter().map(|v| b.body.ty(*v)).collect();
    let next = build::compute(b, slice, &types, |b, indices| {
        let old: Vec<Value> = accumulators.iter().map(|a| build::at_indices(b, *a, indices)).collect();
        let place = along(indices, scan.axis, at);
        let new: Vec<Value> =
            scan.inputs.iter().map(|x| build::at(b, *x, &place, Policy::Clamp, None)).collect();
        match combine {
            Some(block) => combiner::inline(b, block, &[old, new].concat()),
            None => combined(b, &scan.kinds, &elems, &old, &new),
        }
    });
    let next: Vec<Value> = b.body.results(next).collect();
    let shown = if scan.exclusive { accumulators } else { &next };
    let how = [Accumulation::SET.unique(true)];
    let mut values = next.clone();
    for (result, accumulator) in results.iter().zip(shown) {
        let new = build::accumulate(b, slice, &[], &[*result], &how, |b, indices, targets| {
            let value = build::at_indices(b, *accumulator, indices);
            build::put(b, value, targets[0], &along(indices, scan.axis, at), Policy::Drop);
            Vec::new()
        });
        values.push(b.body.result(new, 0));
    }
    values
}

fn combined(
    b: &mut Builder<'_>,
    kinds: &[CombiningKind],
    elems: &[Type],
    old: &[Value],
    new: &[Value],
) -> Vec<Value> {
    let mut values = Vec::new();
    for (i, kind) in kinds.iter().enumerate() {
        let what = dtype(b.body.ctx(), elems[i]).and_then(|dtype| kind.op(dtype));
        let what = what.expect("verified ops have kinds for their types");
        values.push(elementwise::build(b, what, &[old[i], new[i]], &[]));
    }
    values
}

/// Subscripts of a slice's indices, with `at` on `axis`.
fn along(indices: &[Value], axis: usize, at: Value) -> Subscripts {
    let mut values = indices.to_vec();
    values.insert(axis, at);
    Subscripts::plain(&values)
}

fn identity(b: &mut Builder<'_>, kind: CombiningKind, ty: Type) -> Value {
    let ctx = b.ctx();
    let value = dtype(&ctx, scalar_of(&ctx, ty)).and_then(|dtype| kind.identity(dtype));
    let attr = value.and_then(|value| elementwise::constant::splat_attr(&ctx, ty, value));
    let attr = attr.expect("verified ops have kinds for their types");
    b.value(arith::Constant, &[], ty, &[("value", attr)])
}

/// A sort: the original positions are sorted as an additional key, and floats are read at them.
fn sort(b: &mut Builder<'_>, op: Op) -> Vec<Value> {
    let (axis, block) = {
        let view = b.body.view(op, Sort);
        (view.axis(), view.comparator().expect("verified"))
    };
    let index = b.ctx().index();
    let inputs: Vec<Value> = b.body.operands(op).collect();
    let extents = build::extents_of(b, inputs[0]);
    let mut keys = Vec::new();
    for input in &inputs {
        keys.push(Detach::build(b, *input));
    }
    keys.push(build::iota(b, &extents, index, axis));
    let sorted = algorithms::sort(b, &keys, axis, |b, pairs| {
        combiner::inline(b, block, &pairs[..2 * inputs.len()])[0]
    });
    if b.body.view(op, Sort).is_ordered() {
        let promise = b.ctx().unit_attr();
        b.body.set_attr(sorted, "ordered", promise);
    }
    let places = b.body.result(sorted, inputs.len());
    let mut results = Vec::new();
    for (i, input) in inputs.iter().enumerate() {
        let ty = b.body.ty(*input);
        if !is_differentiable(b.body.ctx(), ty) {
            results.push(b.body.result(sorted, i));
            continue;
        }
        let elem = b.body.ctx().elem_type(ty);
        results.push(build::compute_one(b, &extents, elem, |b, indices| {
            let from = build::at_indices(b, places, indices);
            let mut rest = indices.to_vec();
            rest.remove(axis);
            build::at(b, *input, &along(&rest, axis, from), Policy::Clamp, None)
        }));
    }
    results
}
