//! Transposition of reads: the cotangent of a tensor, gathered per element from the cotangents of all points
//! that read it.

use super::counts::Counts;
use super::edges;
use super::emit::{Emitter, Gather};
use super::gather::invert;
use super::linearize::Linear;
use super::policies::set_policies;
use super::scatter::scatter;
use super::scope::Sweep;
use super::sites::{Saved, Site};
use std::cell::RefCell;
use tf_dialects::arith;
use tf_dialects::differentiate::{Active, constant_like};
use tf_dialects::tensor::{Access, Compute, Subscripts, build};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_passes_common::code::subscript::Subscript;

/// The contributions of reads to the cotangent of `source`. If there is already a sum that a contribution can
/// be put into (`has_sum`), reads of a part of the tensor are transposed into puts, which leave the other
/// elements unchanged.
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
        let fold = site.folds().next();
        let reached = match fold {
            None => saved.reads.contains_key(&result),
            Some(fold) => saved.seeds.contains_key(&fold),
        };
        if !reached {
            continue;
        }
        if fold.is_none() && is_plain(b, op, site.at, &extents) {
            contributions.push(saved.reads[&result]);
            continue;
        }
        let cotangent = saved.reads.get(&result).copied().filter(|_| fold.is_none());
        let gathered = match counts.scatters || has_sum && is_slice(b, op, site) {
            true => None,
            false => plan(b, op, site, &extents, cotangent),
        };
        match gathered {
            Some(ways) => gathers.extend(ways.into_iter().map(|gather| (*site, gather))),
            None => contributions.push(scatter(b, site, saved, active, counts.sweep)?),
        }
        counts.gathers += 1;
    }
    if !gathers.is_empty() {
        contributions.push(sum_of_gathers(b, source, &gathers, (saved, active), counts.sweep)?);
    }
    Ok(contributions)
}

/// A tensor like `source` whose elements are the sums of the gathers.
fn sum_of_gathers(
    b: &mut Builder<'_>,
    source: Value,
    gathers: &[(&Site, Gather)],
    (saved, active): (&Saved, &Active),
    sweep: Sweep,
) -> Result<Value, Diagnostic> {
    let (whole, cursor) = (RefCell::new(Vec::new()), b.cursor);
    let sum = gathered(b, source, gathers, (saved, active), (sweep, Some(&whole)))?;
    let new = b.body.def_op(sum).expect("a compute was built");
    let indices = whole.into_inner();
    if indices.is_empty() || edges::fill(b, new, saved, &indices) {
        set_policies(b, new);
        return Ok(sum);
    }
    b.cursor = cursor;
    b.body.erase(new);
    let sum = gathered(b, source, gathers, (saved, active), (sweep, None))?;
    let new = b.body.def_op(sum).expect("a compute was built");
    set_policies(b, new);
    Ok(sum)
}

/// The same without policies, optionally with sums that are not clipped at the edges of the box, whose
/// indices are listed.
fn gathered(
    b: &mut Builder<'_>,
    source: Value,
    gathers: &[(&Site, Gather)],
    (saved, active): (&Saved, &Active),
    (sweep, whole): (Sweep, Option<&RefCell<Vec<Value>>>),
) -> Result<Value, Diagnostic> {
    let extents = build::extents_of(b, source);
    let elem = b.body.ctx().elem_type(b.body.ty(source));
    let mut failure = None;
    let sum = build::compute_one(b, &extents, elem, |b, element| {
        let mut sum: Option<Value> = None;
        for (site, gather) in gathers {
            let emitter = Emitter { site, gather, saved, active, elem, sweep, whole };
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
    Ok(sum)
}

/// True if a read takes, at each point of the box, the element at that point (identity access).
pub(super) fn is_plain(b: &Builder<'_>, op: Op, at: Op, extents: &[Extent]) -> bool {
    let body = &*b.body;
    let (Some(view), Some(read)) = (body.cast(op, Compute), Access::of_read(body.op(at))) else {
        return false;
    };
    let (indices, subscripts) = (view.indices(), Subscript::of(&Subscripts::of(&read)));
    view.extents() == extents
        && subscripts.len() == indices.len()
        && subscripts.iter().zip(indices).all(|(subscript, index)| subscript.as_value() == Some(index))
}

/// True for a read with a subscript that uses no local index: all its points are in one slice of the tensor.
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

/// The cases in which a read reaches elements, solved; `None` if its subscripts or the folds around it are
/// not affine. The cotangents of a read outside folds are a tensor over the box.
fn plan(
    b: &Builder<'_>,
    op: Op,
    site: &Site,
    extents: &[Extent],
    cotangent: Option<Value>,
) -> Option<Vec<Gather>> {
    let body = &*b.body;
    let access = Access::of(body.op(site.at)).expect("a verified read");
    let linear = Linear::new(body, op, &site.folds().collect::<Vec<_>>())?;
    let indices = linear.places();
    let (reads, params, facts) = linear.read(&access, extents, cotangent)?;
    let mut gathers = Vec::new();
    for read in reads {
        let mut inverse = invert(&read.subscripts, &read.domain, read.unknowns, params.len()).ok()?;
        inverse.prune(&facts, extents.len(), params.len());
        let never = inverse.guards.iter().any(|g| g.as_constant().is_some_and(|c| c < 0));
        if !never {
            let (params, indices) = (params.clone(), indices.clone());
            gathers.push(Gather { inverse, params, indices, shifted: read.shifted });
        }
    }
    Some(gathers)
}
