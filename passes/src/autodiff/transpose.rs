//! The cotangent of a tensor from the cotangents of its reads: per element, the sum over all points that read it.

use super::Counts;
use super::adjoint::Tensors;
use super::gather::{Form, Inverse, Range, invert};
use super::linearize::{Linear, Param, Turned};
use super::replay::{Found, Index, Level};
use super::scatter::scatter;
use super::seed::Seed;
use crate::subscript::{Copier, MapBuilder, Subscript, materialize};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tf_dialects::arith::CmpI;
use tf_dialects::differentiate::{Active, constant_like};
use tf_dialects::elementwise;
use tf_dialects::tensor::{
    AffineAccess, At, AtOp, CombiningKind, ComputeOp, Policy, PutOp, Subscripts, bounds, build,
};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

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
        let gathered = match has_sum && is_slice(b, op, site) {
            true => None,
            false => plan(b, op, site, &extents, cotangent),
        };
        match gathered {
            Some(ways) => gathers.extend(ways.into_iter().map(|gather| (*site, gather))),
            None => contributions.push(scatter(b, op, site, saved, active)?),
        }
        counts.gathers += 1;
    }
    if gathers.is_empty() {
        return Ok(contributions);
    }
    let elem = b.body.ctx().elem_type(b.body.ty(source));
    let mut failure = None;
    let sum = build::compute_one(b, &extents, elem, |b, element| {
        let mut sum: Option<Value> = None;
        for (site, gather) in &gathers {
            let emitter = Emitter { op, site, gather, saved, active, elem };
            let value = emitter.emit(b, element).unwrap_or_else(|error| {
                failure.get_or_insert(error);
                constant_like(b, elem, 0.0)
            });
            sum = Some(match sum {
                Some(sum) => elementwise::build(b, "arith.addf", &[sum, value], &[]),
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
    contributions.push(sum);
    Ok(contributions)
}

/// True if a read takes, at each point of the box, the element at that point.
pub(super) fn is_plain(b: &Builder<'_>, op: Op, at: Op, extents: &[Extent]) -> bool {
    let body = &*b.body;
    let (Some(view), Some(read)) = (ComputeOp::cast(body.op(op)), AtOp::cast(body.op(at))) else {
        return false;
    };
    let indices = view.indices();
    let Some(map) = read.affine_map() else { return false };
    let values = read.indices();
    view.extents() == extents
        && map.results().len() == indices.len()
        && map
            .results()
            .iter()
            .zip(&indices)
            .all(|(expr, index)| expr.as_dim().is_some_and(|d| values[d as usize] == *index))
}

/// True for a read that has a subscript without indices of its place: all its points are in one slice of the tensor.
fn is_slice(b: &Builder<'_>, op: Op, site: &Site) -> bool {
    let access = At.access(b.body.op(site.at)).expect("a verified read");
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
    inverse: Inverse,
    params: Vec<Param>,
    /// The indices of the read's place: the value, and its number among the unknowns.
    indices: Vec<(Value, usize)>,
    /// What these indices are, where the unknown stands for something else.
    turned: Vec<Turned>,
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
    let access = At.access(body.op(site.at)).expect("a verified read");
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

/// Builds the sum over the points that read one element.
struct Emitter<'e> {
    op: Op,
    site: &'e Site,
    gather: &'e Gather,
    saved: &'e Saved,
    active: &'e Active,
    elem: Type,
}

/// Expressions over values and extents under construction.
struct Space {
    dims: SmallVec<[Value; 4]>,
    symbols: Vec<Extent>,
    /// The quotients and parameters, then 1: the known quantities of the inverse's forms.
    known: Vec<AffineExpr>,
    /// The unknowns summed over so far.
    unknown: Vec<AffineExpr>,
}

impl Space {
    fn subscript(&self, expr: AffineExpr) -> Subscript {
        Subscript { expr, dims: self.dims.clone(), symbols: self.symbols.clone() }
    }

    /// A form as an expression; unknowns without a value must have coefficient 0.
    fn expr(&self, form: &Form) -> Option<AffineExpr> {
        combine(form.unknown.iter().zip(&self.unknown).chain(form.known.iter().zip(&self.known)))
    }
}

fn combine<'x>(parts: impl Iterator<Item = (&'x i128, &'x AffineExpr)>) -> Option<AffineExpr> {
    let mut sum = AffineExpr::constant(0);
    for (c, expr) in parts.filter(|(c, _)| **c != 0) {
        sum = sum.add(&expr.scale(i64::try_from(*c).ok()?).ok()?).ok()?;
    }
    Some(sum)
}

impl Emitter<'_> {
    fn emit(&self, b: &mut Builder<'_>, element: &[Value]) -> Result<Value, Diagnostic> {
        let (mut space, base) = self.space(element).ok_or_else(|| self.too_large(b))?;
        let conditions = self.conditions(&space, &base).ok_or_else(|| self.too_large(b))?;
        let mut guard: Option<Value> = None;
        for (predicate, expr) in conditions {
            let value = materialize(b, &space.subscript(expr));
            let zero = tf_dialects::arith::const_index(b, 0);
            let holds = compare(b, predicate, value, zero);
            guard = Some(match guard {
                Some(guard) => elementwise::build(b, "arith.andi", &[guard, holds], &[]),
                None => holds,
            });
        }
        let Some(guard) = guard else { return self.sum(b, 0, &mut space) };
        let op = b.op_with_regions("loop.if", &[guard], &[self.elem], &[], 2);
        let (_, cursor) = b.enter(op, 0, &[]);
        let value = self.sum(b, 0, &mut space)?;
        b.op("loop.yield", &[value], &[], &[]);
        b.cursor = cursor;
        let (_, cursor) = b.enter(op, 1, &[]);
        let zero = constant_like(b, self.elem, 0.0);
        b.op("loop.yield", &[zero], &[], &[]);
        b.cursor = cursor;
        Ok(b.body.result(op, 0))
    }

    /// The quotients and parameters as expressions; and the coordinates and parameters, over which the quotients are.
    fn space(&self, element: &[Value]) -> Option<(Space, Vec<AffineExpr>)> {
        let mut space = Space {
            dims: element.iter().copied().collect(),
            symbols: Vec::new(),
            known: Vec::new(),
            unknown: Vec::new(),
        };
        let mut params = Vec::new();
        for param in &self.gather.params {
            params.push(match param {
                Param::Extent(extent) => {
                    space.symbols.push(extent.clone());
                    AffineExpr::symbol(space.symbols.len() as u32 - 1)
                }
                Param::Value(value) => {
                    space.dims.push(*value);
                    AffineExpr::dim(space.dims.len() as u32 - 1)
                }
            });
        }
        params.push(AffineExpr::constant(1));
        let base: Vec<AffineExpr> =
            (0..element.len() as u32).map(AffineExpr::dim).chain(params.iter().cloned()).collect();
        for quotient in &self.gather.inverse.quotients {
            let form = combine(quotient.form.known.iter().zip(&base))?;
            let divisor = i64::try_from(quotient.divisor).ok()?;
            space.known.push(match divisor {
                1 => form,
                _ => form.floordiv(&AffineExpr::constant(divisor)).ok()?,
            });
        }
        space.known.extend(params);
        Some((space, base))
    }

    /// What must hold for any point to read the element; what follows from the element being one is left out.
    fn conditions(&self, space: &Space, base: &[AffineExpr]) -> Option<Vec<(CmpI, AffineExpr)>> {
        let inverse = &self.gather.inverse;
        let mut all = Vec::new();
        for zero in &inverse.zeros {
            all.push((CmpI::Eq, combine(zero.known.iter().zip(base))?));
        }
        for quotient in inverse.quotients.iter().filter(|q| q.divisor != 1) {
            let form = combine(quotient.form.known.iter().zip(base))?;
            let divisor = AffineExpr::constant(i64::try_from(quotient.divisor).ok()?);
            all.push((CmpI::Eq, form.modulo(&divisor).ok()?));
        }
        for guard in &inverse.guards {
            all.push((CmpI::Sge, space.expr(guard)?));
        }
        Some(all)
    }

    /// The sum over unknown `k` and those after it.
    fn sum(&self, b: &mut Builder<'_>, k: usize, space: &mut Space) -> Result<Value, Diagnostic> {
        let Some(range) = self.gather.inverse.ranges.get(k) else { return self.cotangent(b, space) };
        let bounds = self.bounds(b, range, k, space).ok_or_else(|| self.too_large(b))?;
        let mut result = Ok(());
        let op = build::fold(b, &bounds, &[CombiningKind::Add], &[self.elem], None, |b, z| {
            space.dims.push(z);
            space.unknown.push(AffineExpr::dim(space.dims.len() as u32 - 1));
            let value = self.sum(b, k + 1, space);
            space.unknown.pop();
            space.dims.pop();
            vec![value.unwrap_or_else(|error| {
                result = Err(error);
                constant_like(b, self.elem, 0.0)
            })]
        });
        result?;
        Ok(b.body.result(op, 0))
    }

    /// `max of lower bounds` to `min of upper bounds + 1`.
    fn bounds(&self, b: &mut Builder<'_>, range: &Range, k: usize, space: &Space) -> Option<Subscripts> {
        let bound = |form: &Form| -> Option<AffineExpr> {
            let c = form.unknown[k];
            let mut rest = form.clone();
            rest.unknown[k] = 0;
            // c z + rest ≥ 0
            let (rest, divisor) = match c > 0 {
                true => (rest.times(-1).ok()?, c),
                false => (rest, -c),
            };
            let rest = space.expr(&rest)?;
            let divisor = AffineExpr::constant(i64::try_from(divisor).ok()?);
            if c > 0 {
                rest.ceildiv(&divisor).ok()
            } else {
                rest.floordiv(&divisor).ok()?.add(&AffineExpr::constant(1)).ok()
            }
        };
        let lower = range.lower.iter().map(bound).collect::<Option<Vec<_>>>()?;
        let upper = range.upper.iter().map(bound).collect::<Option<Vec<_>>>()?;
        let lower = extreme(b, space, lower, "arith.maxsi");
        let upper = extreme(b, space, upper, "arith.minsi");
        let mut map = MapBuilder::default();
        for side in [lower, upper] {
            map.result(&side, &|v| crate::subscript::Replacement::Value(v))?;
        }
        map.finish()
    }

    /// The cotangent of the read at the point that the unknowns give.
    fn cotangent(&self, b: &mut Builder<'_>, space: &Space) -> Result<Value, Diagnostic> {
        let mut copier = Copier::default();
        for (value, unknown) in &self.gather.indices {
            let expr = self.index(space, *unknown).ok_or_else(|| self.too_large(b))?;
            copier.indices.insert(*value, space.subscript(expr));
        }
        let result = b.body.result(self.site.at, 0);
        if self.site.folds().is_empty() {
            return self.saved_at(b, &copier, self.saved.reads[&result]);
        }
        let level = self.level(b, copier)?;
        let first = self.site.folds()[0];
        let seeds = self.saved.seeds_at(b, self.op, &level.copier, first).ok_or_else(|| self.too_large(b))?;
        self.descend(b, &level, 0, &seeds)
    }

    /// The index that an unknown stands for, or stood for at first.
    fn index(&self, space: &Space, unknown: usize) -> Option<AffineExpr> {
        let inverse = &self.gather.inverse;
        let mut expr = space.expr(&inverse.indices[unknown])?;
        for turned in self.gather.turned.iter().rev().filter(|t| t.unknown == unknown) {
            let [rest, extent] = [&turned.rest, &turned.extent]
                .map(|form| inverse.at_point(form).ok().and_then(|form| space.expr(&form)));
            let rest = rest?;
            let difference = if turned.is_opposite { rest.sub(&expr) } else { expr.sub(&rest) };
            expr = difference.ok()?.modulo(&extent?).ok()?;
        }
        Some(expr)
    }

    /// The code of the box's level, with the results of its folds as they were saved.
    fn level(&self, b: &mut Builder<'_>, mut copier: Copier) -> Result<Level, Diagnostic> {
        let block = ComputeOp::cast(b.body.op(self.op)).and_then(ComputeOp::block).expect("verified");
        let folds: Vec<Op> = b.body.ops(block).filter(|op| b.body.is(*op, "tensor.fold")).collect();
        for fold in &folds {
            let results: Vec<Value> = b.body.results(*fold).collect();
            for result in results {
                let value = self.saved_at(b, &copier, self.saved.results[&result])?;
                copier.values.insert(result, value);
            }
        }
        let mut active = self.active.clone();
        // Saved results of folds depend on variables as the folds did.
        for fold in &folds {
            if self.active.is_used(b.body, *fold) {
                let results: Vec<Value> = b.body.results(*fold).collect();
                results.iter().for_each(|r| active.insert(copier.values[r]));
            }
        }
        Level::copy(b, block, copier, active, &folds)
    }

    /// Enters the regions of the path from `depth` on, and gives the cotangent of the read; `seeds` are those of the next
    /// fold.
    fn descend(
        &self,
        b: &mut Builder<'_>,
        level: &Level,
        depth: usize,
        seeds: &[Option<Seed>],
    ) -> Result<Value, Diagnostic> {
        let fold = match self.site.path[depth] {
            Step::Fold(fold) => fold,
            Step::Branch(op, side) => return self.enter_branch(b, level, (op, side), depth, seeds),
        };
        let mut found = Found::default();
        let inner = level.enter(b, fold, Index::Known, &level.active, seeds, &mut found, &mut |_| {})?;
        let next = self.site.path[depth + 1..].iter().find_map(|step| step.fold());
        let value = match next {
            None => found.reads.get(&b.body.result(self.site.at, 0)).copied(),
            Some(next) => match found.folds.get(&next) {
                Some(seeds) => Some(self.descend(b, &inner, depth + 1, &seeds.clone())?),
                None => None,
            },
        };
        Ok(value.unwrap_or_else(|| constant_like(b, self.elem, 0.0)))
    }

    /// The cotangent where the read's side of a conditional is taken, else 0.
    fn enter_branch(
        &self,
        b: &mut Builder<'_>,
        level: &Level,
        (op, side): (Op, usize),
        depth: usize,
        seeds: &[Option<Seed>],
    ) -> Result<Value, Diagnostic> {
        let mut copier = level.copier.clone();
        let condition = b.body.operand(op, 0);
        let condition = copier.value(b, condition);
        let new = b.op_with_regions("loop.if", &[condition], &[self.elem], &[], 2);
        for i in 0..2 {
            let (_, cursor) = b.enter(new, i, &[]);
            let value = if i == side {
                let block = b.body.entry(b.body.region(op, i)).expect("the read is in this region");
                let inner = Level::copy(b, block, level.copier.clone(), level.active.clone(), &[])?;
                self.descend(b, &inner, depth + 1, seeds)?
            } else {
                constant_like(b, self.elem, 0.0)
            };
            b.op("loop.yield", &[value], &[], &[]);
            b.cursor = cursor;
        }
        Ok(b.body.result(new, 0))
    }

    /// A saved tensor at the point of the box.
    fn saved_at(&self, b: &mut Builder<'_>, copier: &Copier, tensor: Value) -> Result<Value, Diagnostic> {
        saved_at(b, self.op, copier, tensor).ok_or_else(|| self.too_large(b))
    }

    fn too_large(&self, b: &Builder<'_>) -> Diagnostic {
        super::replay::too_large(b.body, self.site.at)
    }
}

/// A tensor over the box of `op` at the point that `copier` knows its indices as.
pub(super) fn saved_at(b: &mut Builder<'_>, op: Op, copier: &Copier, tensor: Value) -> Option<Value> {
    let indices = ComputeOp::cast(b.body.op(op)).map(ComputeOp::indices).unwrap_or_default();
    let mut map = MapBuilder::default();
    for index in indices {
        let subscript = copier.indices.get(&index)?;
        map.result(subscript, &|v| crate::subscript::Replacement::Value(v))?;
    }
    let subscripts = map.finish()?;
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

/// The greatest or least of expressions: itself if there is one.
fn extreme(b: &mut Builder<'_>, space: &Space, mut exprs: Vec<AffineExpr>, op: &str) -> Subscript {
    exprs.dedup();
    if let [one] = &exprs[..] {
        return space.subscript(one.clone());
    }
    let values: Vec<Value> = exprs.into_iter().map(|e| materialize(b, &space.subscript(e))).collect();
    let all = values.into_iter().reduce(|a, v| elementwise::build(b, op, &[a, v], &[]));
    Subscript::value(all.expect("every unknown has bounds"))
}

fn compare(b: &mut Builder<'_>, predicate: CmpI, x: Value, y: Value) -> Value {
    let attr = b.body.ctx().i64_attr(predicate as i64);
    elementwise::build(b, "arith.cmpi", &[x, y], &[("predicate", attr)])
}

/// Gives a policy to the reads and puts that are inside but not proved to be.
pub(super) fn set_policies(b: &mut Builder<'_>, compute: Op) {
    give_policies(b, compute, |body, op| bounds::is_proved_inside(body.op(op)));
}

/// As [`set_policies`], of copies of a loop's trips: only what is read at plain indices is tried to be proved, since
/// where a trip's index is computed from segments, proofs are long and seldom found.
pub(super) fn set_policies_of_trips(b: &mut Builder<'_>, op: Op) {
    give_policies(b, op, |body, op| {
        let read = AtOp::cast(body.op(op)).map(|at| at.indices());
        let indices = read.or_else(|| PutOp::cast(body.op(op)).map(|put| put.indices())).unwrap_or_default();
        indices.iter().all(|v| body.def_op(*v).is_none()) && bounds::is_proved_inside(body.op(op))
    });
}

fn give_policies(b: &mut Builder<'_>, op: Op, is_inside: impl Fn(&Body, Op) -> bool) {
    let mut found = Vec::new();
    tf_ir::walk::walk(b.body, op, &mut |body, op| {
        let assumed = Some(Policy::Assumed);
        let read = AtOp::cast(body.op(op)).map(|at| at.out_of_bounds());
        let put = PutOp::cast(body.op(op)).map(|put| put.out_of_bounds());
        if (read == assumed || put == assumed) && !is_inside(body, op) {
            found.push(op);
        }
    });
    let clamp = b.ctx().string_attr(Policy::Clamp.name().expect("clamp is written"));
    for op in found {
        b.body.set_attr(op, "policy", clamp);
    }
}
