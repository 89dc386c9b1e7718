//! Transposition of reads: the cotangent of a tensor, gathered per element from the cotangents of all points that read it.

use super::Counts;
use super::adjoint::Tensors;
use super::emit::Emitter;
use super::gather::{Inverse, invert};
use super::linearize::{Linear, Param, Turned};
use super::scatter::scatter;
use super::seed::Seed;
use crate::subscript::{Copier, Subscript, joined};
use rustc_hash::FxHashMap;
use tf_dialects::arith;
use tf_dialects::differentiate::{Active, constant_like};
use tf_dialects::tensor::{Access, Compute, ComputeOp, Policy, bounds, build, set_policy};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;

/// A read of a tensor in a compute.
pub(super) struct Site {
    /// The `tensor.at`.
    pub at: Op,
    /// What it reads.
    pub source: Value,
    /// The folds around it and the conditionals around them, outermost first; a conditional around no fold is not listed.
    pub path: Vec<Step>,
    /// All folds and conditionals around it.
    pub whole_path: Vec<Step>,
}

/// A region on the way to a read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// That of a `tensor.fold`.
    Fold(Op),
    /// Region number `.1` of a `loop.if`.
    Branch(Op, usize),
}

impl Step {
    /// The fold, if it is one.
    pub fn fold(self) -> Option<Op> {
        match self {
            Step::Fold(op) => Some(op),
            Step::Branch(..) => None,
        }
    }
}

impl Site {
    /// The folds around it, outermost first.
    pub fn folds(&self) -> Vec<Op> {
        self.path.iter().filter_map(|step| step.fold()).collect()
    }
}

/// All reads of active tensors.
pub(super) struct Sites(pub Vec<Site>);

/// What the adjoint compute saved, as tensors over its box.
pub(super) struct Saved {
    /// The cotangents of reads outside of folds, by the read's result.
    pub reads: Tensors,
    /// The results of folds at the level of the box.
    pub results: Tensors,
    /// The seeds of these folds, per result, with the tensors of their parts.
    pub seeds: FxHashMap<Op, Vec<Option<(Seed, Vec<Value>)>>>,
}

/// The contributions of reads to the cotangent of `source`. Where there is a sum already that a contribution can be put
/// into (`has_sum`), reads of a part of the tensor are transposed into puts: they leave the rest of it alone.
///
/// # Errors
/// Code without derivative.
pub(super) fn transpose(
    b: &mut Builder<'_>,
    op: Op,
    source: Value,
    sites: &[&Site],
    saved: &Saved,
    (active, has_sum): (&Active, bool),
    counts: &mut Counts,
) -> Result<Vec<Value>, Diagnostic> {
    let extents = build::extents_of(b, source);
    let mut contributions = Vec::new();
    let mut gathers = Vec::new();
    for site in sites {
        let result = b.body.result(site.at, 0);
        let folds = site.folds();
        let reached = match folds.first() {
            None => saved.reads.contains_key(&result),
            Some(fold) => saved.seeds.contains_key(fold),
        };
        if !reached {
            continue;
        }
        if folds.is_empty() && is_plain(b, op, site.at, &extents) {
            contributions.push(saved.reads[&result]);
            continue;
        }
        let cotangent = saved.reads.get(&result).copied().filter(|_| folds.is_empty());
        let gathered = match counts.scatters || has_sum && is_slice(b, op, site) {
            true => None,
            false => plan(b, op, site, &extents, cotangent),
        };
        match gathered {
            Some(ways) => gathers.extend(ways.into_iter().map(|gather| (*site, gather))),
            None => contributions.push(scatter(b, op, site, saved, active)?),
        }
        counts.gathers += 1;
    }
    if !gathers.is_empty() {
        contributions.push(sum_of_gathers(b, op, source, &gathers, saved, active)?);
    }
    Ok(contributions)
}

/// A tensor like `source`, whose elements are the sums of what reads gather for them.
fn sum_of_gathers(
    b: &mut Builder<'_>,
    op: Op,
    source: Value,
    gathers: &[(&Site, Gather)],
    saved: &Saved,
    active: &Active,
) -> Result<Value, Diagnostic> {
    let extents = build::extents_of(b, source);
    let elem = b.body.ctx().elem_type(b.body.ty(source));
    let mut failure = None;
    let sum = build::compute_one(b, &extents, elem, |b, element| {
        let mut sum: Option<Value> = None;
        for (site, gather) in gathers {
            let emitter = Emitter { op, site, gather, saved, active, elem };
            let value = emitter.emit(b, element).unwrap_or_else(|error| {
                failure.get_or_insert(error);
                constant_like(b, elem, 0.0)
            });
            sum = Some(match sum {
                Some(sum) => arith::addf(b, sum, value),
                None => value,
            });
        }
        sum.expect("there is a gather")
    });
    if let Some(error) = failure {
        return Err(error);
    }
    let new = b.body.def_op(sum).expect("a compute was built");
    set_policies(b, new);
    Ok(sum)
}

/// True if a read takes, at each point of the box, the element at that point.
pub(super) fn is_plain(b: &Builder<'_>, op: Op, at: Op, extents: &[Extent]) -> bool {
    let body = &*b.body;
    let (Some(view), Some(read)) = (body.cast(op, Compute), Access::of_read(body.op(at))) else {
        return false;
    };
    let indices = view.indices();
    view.extents() == extents
        && read.map.results().len() == indices.len()
        && read
            .map
            .results()
            .iter()
            .zip(&indices)
            .all(|(expr, index)| expr.as_dim().is_some_and(|d| read.indices[d as usize] == *index))
}

/// True for a read that has a subscript without indices of its place: all its points are in one slice of the tensor.
fn is_slice(b: &Builder<'_>, op: Op, site: &Site) -> bool {
    let access = Access::of(b.body.op(site.at)).expect("a verified read");
    let local = |v: Value| match (b.body.def_op(v), b.body.def_block(v)) {
        (Some(def), _) => b.body.encloses(op, def),
        (None, Some(block)) => b.body.block_owner(block).is_some_and(|o| b.body.encloses(op, o)),
        (None, None) => false,
    };
    access.map.results().iter().any(|expr| {
        let mut used = access.indices.iter().enumerate().filter(|(d, _)| expr.uses_dim(*d as u32));
        used.clone().next().is_some() && !used.any(|(_, v)| local(*v))
    })
}

/// One way in which a read reaches elements, solved.
pub(super) struct Gather {
    /// All points that read an element.
    pub inverse: Inverse,
    /// What stays fixed.
    pub params: Vec<Param>,
    /// The indices of the read's place: the value, and its number among the unknowns.
    pub indices: Vec<(Value, usize)>,
    /// What these indices are, where the unknown stands for something else.
    pub turned: Vec<Turned>,
}

/// The ways in which a read reaches elements, solved; `None` if its subscripts or the folds around it are not affine. The
/// cotangents of a read in no fold are a tensor over the box.
fn plan(
    b: &Builder<'_>,
    op: Op,
    site: &Site,
    extents: &[Extent],
    cotangent: Option<Value>,
) -> Option<Vec<Gather>> {
    let body = &*b.body;
    let access = Access::of(body.op(site.at)).expect("a verified read");
    let linear = Linear::new(body, op, &site.folds())?;
    let indices = linear.places();
    let (reads, params, facts) = linear.read(&access, extents, cotangent)?;
    let mut gathers = Vec::new();
    for read in reads {
        let mut inverse = invert(&read.subscripts, &read.domain, read.unknowns, params.len()).ok()?;
        inverse.prune(&facts, extents.len(), params.len());
        let never = inverse.guards.iter().any(|g| g.as_constant().is_some_and(|c| c < 0));
        if !never {
            let (params, indices) = (params.clone(), indices.clone());
            gathers.push(Gather { inverse, params, indices, turned: read.turned });
        }
    }
    Some(gathers)
}

/// A tensor over the box of `op` at the point that `copier` knows its indices as.
pub(super) fn saved_at(b: &mut Builder<'_>, op: Op, copier: &Copier, tensor: Value) -> Option<Value> {
    let indices = b.body.cast(op, Compute).map(ComputeOp::indices).unwrap_or_default();
    let parts: Vec<Subscript> = indices.into_iter().map(Subscript::value).collect();
    let subscripts = joined(&parts, &|index| copier.form(index))?;
    Some(build::at(b, tensor, &subscripts, Policy::Assumed, None))
}

impl Saved {
    /// The seeds of a fold at the level of the box, at the point that `copier` knows.
    pub fn seeds_at(
        &self,
        b: &mut Builder<'_>,
        op: Op,
        copier: &Copier,
        fold: Op,
    ) -> Option<Vec<Option<Seed>>> {
        let mut seeds = Vec::new();
        for saved in &self.seeds[&fold] {
            let Some((seed, tensors)) = saved else {
                seeds.push(None);
                continue;
            };
            let parts =
                tensors.iter().map(|t| saved_at(b, op, copier, *t)).collect::<Option<Vec<Value>>>()?;
            seeds.push(Some(seed.with_parts(&parts)));
        }
        Some(seeds)
    }
}

/// Gives a policy to the reads and puts that are inside but not proved to be.
pub(super) fn set_policies(b: &mut Builder<'_>, compute: Op) {
    give_policies(b, compute, |body, op| bounds::is_proved_inside(body.op(op)));
}

/// As [`set_policies`], of copies of a loop's trips: only what is read at plain indices is tried to be proved, since
/// where a trip's index is computed from segments, proofs are long and seldom found.
pub(super) fn set_policies_of_trips(b: &mut Builder<'_>, op: Op) {
    give_policies(b, op, |body, op| {
        let indices = Access::of(body.op(op)).map(|access| access.indices).unwrap_or_default();
        indices.iter().all(|v| body.def_op(*v).is_none()) && bounds::is_proved_inside(body.op(op))
    });
}

fn give_policies(b: &mut Builder<'_>, op: Op, is_inside: impl Fn(&Body, Op) -> bool) {
    let mut found = Vec::new();
    tf_ir::walk::walk(b.body, op, &mut |body, op| {
        let is_assumed = Access::of(body.op(op)).is_some_and(|access| access.policy == Policy::Assumed);
        if is_assumed && !is_inside(body, op) {
            found.push(op);
        }
    });
    found.into_iter().for_each(|op| set_policy(b.body, op, Policy::Clamp));
}
