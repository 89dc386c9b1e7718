//! The reads of a comprehension that are transposed, with the regions around them: access to the cotangents
//! that its adjoint saved, at a point of the box and at each index of the folds around a read.

use super::code::too_large;
use super::replay::Replay;
use super::scope::{Scope, Sweep};
use super::seed::Seed;
use rustc_hash::FxHashMap;
use tf_dialects::differentiate::Active;
use tf_dialects::tensor::{self, Access, Compute, ComputeOp, Policy, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::control::as_branch;
use tf_ir::diag::Diagnostic;
use tf_passes_common::code::subscript::{Copier, Form, Subscript, joined};

/// A read of a tensor in a compute.
pub(super) struct Site {
    /// The read.
    pub at: Op,
    /// The tensor it reads.
    pub source: Value,
    /// The folds and conditionals around it, outermost first.
    pub path: Vec<EnclosingRegion>,
}

/// A region around a read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EnclosingRegion {
    /// The region of a `tensor.fold`.
    Fold(Op),
    /// Region `.1` of a conditional.
    Branch(Op, usize),
}

impl EnclosingRegion {
    fn fold(self) -> Option<Op> {
        match self {
            EnclosingRegion::Fold(op) => Some(op),
            EnclosingRegion::Branch(..) => None,
        }
    }
}

/// Knowledge of the cotangent of a read, at some depth of the regions around it.
pub(super) enum Given {
    /// The seeds of the next fold.
    Seeds(Vec<Option<Seed>>),
    /// The cotangent itself; zero if the read does not happen.
    Cotangent(Value),
}

/// The tensors over its box that the adjoint of a compute saved.
pub(super) struct Saved {
    /// The compute.
    pub compute: Op,
    /// The cotangents of reads outside folds, by the read's result.
    pub reads: FxHashMap<Value, Value>,
    /// The results of folds at the level of the box.
    pub results: FxHashMap<Value, Value>,
    /// The seeds of these folds, per result, with the tensors of their parts.
    pub seeds: FxHashMap<Op, Vec<Option<(Seed, Vec<Value>)>>>,
}

impl Saved {
    /// True for the cotangents of reads and of sums, one for each point of the box.
    pub fn is_cotangent(&self, tensor: Value) -> bool {
        let seeds = self.seeds.values().flatten().flatten();
        self.reads.values().any(|own| *own == tensor)
            || seeds.into_iter().any(|(_, parts)| parts.contains(&tensor))
    }

    /// A tensor over the box at the point whose indices `copier` maps.
    ///
    /// # Errors
    /// Subscripts that become too large.
    pub fn at(&self, b: &mut Builder<'_>, copier: &Copier, tensor: Value) -> Result<Value, Diagnostic> {
        let indices = b.body.cast(self.compute, Compute).map(ComputeOp::indices).unwrap_or_default();
        let parts: Vec<Subscript> = indices.into_iter().map(Subscript::value).collect();
        let subscripts = joined(&parts, &|index| copier.form(index));
        let subscripts = subscripts.ok_or_else(|| too_large(b.body, self.compute))?;
        Ok(build::at(b, tensor, &subscripts, Policy::Assumed, None))
    }

    /// The cotangent or the seeds of a read, at a point.
    ///
    /// # Errors
    /// Subscripts that become too large.
    pub fn given(&self, b: &mut Builder<'_>, site: &Site, copier: &Copier) -> Result<Given, Diagnostic> {
        let Some(fold) = site.folds().next() else {
            let read = b.body.result(site.at, 0);
            return self.at(b, copier, self.reads[&read]).map(Given::Cotangent);
        };
        let mut seeds = Vec::new();
        for saved in &self.seeds[&fold] {
            let Some((seed, tensors)) = saved else {
                seeds.push(None);
                continue;
            };
            let parts = tensors.iter().map(|tensor| self.at(b, copier, *tensor));
            seeds.push(Some(seed.with_parts(&parts.collect::<Result<Vec<Value>, _>>()?)));
        }
        Ok(Given::Seeds(seeds))
    }
}

impl Site {
    /// The folds around it, outermost first.
    pub fn folds(&self) -> impl Iterator<Item = Op> + '_ {
        self.path.iter().filter_map(|step| step.fold())
    }

    /// The regions down to the innermost fold: conditionals inside that fold are part of its code.
    pub fn path_to_fold(&self) -> &[EnclosingRegion] {
        let folds = self.path.iter().rposition(|step| step.fold().is_some()).map_or(0, |i| i + 1);
        &self.path[..folds]
    }

    /// The code of an enclosing fold at one index, and the cotangent or seeds there; `None` if the cotangent
    /// is zero. `rest` are the inner regions.
    ///
    /// # Errors
    /// Code without derivative.
    pub fn enter(
        &self,
        b: &mut Builder<'_>,
        outer: &Replay,
        (fold, index): (Op, Form),
        (given, rest): (&Given, &[EnclosingRegion]),
        sweep: Sweep,
    ) -> Result<(Replay, Option<Given>), Diagnostic> {
        let Given::Seeds(seeds) = given else { unreachable!("a fold on the path has seeds") };
        let mut scope = Scope::point(sweep);
        let (inner, _) = outer.enter(b, (fold, index), seeds, (&outer.active, &[]), &mut scope)?;
        let mut found = scope.found();
        let given = match rest.iter().find_map(|step| step.fold()) {
            Some(next) => found.folds.remove(&next).map(Given::Seeds),
            None => found.reads.get(&b.body.result(self.at, 0)).copied().map(Given::Cotangent),
        };
        Ok((inner, given))
    }
}

/// The reads of active tensors in a compute.
pub(super) fn find_sites(body: &Body, compute: Op, active: &Active) -> Vec<Site> {
    fn go(body: &Body, op: Op, path: &mut Vec<EnclosingRegion>, active: &Active, sites: &mut Vec<Site>) {
        for (i, region) in body.regions(op).enumerate() {
            let depth = path.len();
            if body.is(op, tensor::Fold) {
                path.push(EnclosingRegion::Fold(op));
            } else if as_branch(body, op).is_some() {
                path.push(EnclosingRegion::Branch(op, i));
            }
            for inner in body.blocks(region).flat_map(|block| body.ops(block)) {
                if let Some(read) = Access::of_read(body.op(inner)).filter(|read| active.has(read.source)) {
                    sites.push(Site { at: inner, source: read.source, path: path.clone() });
                }
                go(body, inner, path, active, sites);
            }
            path.truncate(depth);
        }
    }
    let mut sites = Vec::new();
    go(body, compute, &mut Vec::new(), active, &mut sites);
    sites
}
