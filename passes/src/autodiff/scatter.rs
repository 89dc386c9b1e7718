//! The scatter form of a cotangent, for reads whose subscripts are not affine: each point adds its cotangent to the element
//! that it read.

use super::replay::{Found, Level, too_large};
use super::seed::Seed;
use super::transpose::{Saved, Site, Step, saved_at, set_policies};
use crate::subscript::{Copier, Form, Subscript, materialize};
use tf_dialects::arith;
use tf_dialects::differentiate::{Active, constant_like};
use tf_dialects::loops::build::{for_loop, if_then};
use tf_dialects::tensor::accumulate::Accumulation;
use tf_dialects::tensor::{self, At, CombiningKind, Compute, Policy, Subscripts, build};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;

/// The contribution of a read in the compute `op` to the cotangent of what it reads.
///
/// # Errors
/// Code without derivative.
pub(super) fn scatter(
    b: &mut Builder<'_>,
    op: Op,
    site: &Site,
    saved: &Saved,
    active: &Active,
) -> Result<Value, Diagnostic> {
    let (extents, block, indices) = {
        let view = b.body.view(op, Compute);
        (view.extents().to_vec(), view.block().expect("verified"), view.indices())
    };
    let ty = b.body.ty(site.source);
    let zeros = constant_like(b, ty, 0.0);
    let how = [Accumulation::of_kind(CombiningKind::Add)];
    let mut result = Ok(());
    let new = build::accumulate(b, &extents, &[], &[zeros], &how, |b, points, targets| {
        let copier = Copier::of(indices.into_iter().zip(points.iter().copied()));
        let scatter = Scatter { op, site, saved, target: targets[0] };
        result =
            Level::copy(b, block, copier, active.clone(), &[]).and_then(|level| scatter.start(b, &level));
        Vec::new()
    });
    result?;
    set_policies(b, new);
    Ok(b.body.result(new, 0))
}

struct Scatter<'s> {
    op: Op,
    site: &'s Site,
    saved: &'s Saved,
    target: Value,
}

/// What is known of the cotangent on the way to the read.
enum Given<'g> {
    /// The seeds of the next fold.
    Seeds(&'g [Option<Seed>]),
    /// The cotangent itself; zero where the read does not happen.
    Cotangent(Value),
}

impl Scatter<'_> {
    fn start(&self, b: &mut Builder<'_>, level: &Level) -> Result<(), Diagnostic> {
        let read = b.body.result(self.site.at, 0);
        let path = &self.site.whole_path;
        let missing = |b: &Builder<'_>| too_large(b.body, self.site.at);
        match self.site.folds().first() {
            None => {
                let g = saved_at(b, self.op, &level.copier, self.saved.reads[&read]);
                let g = g.ok_or_else(|| missing(b))?;
                self.walk(b, level, path, Given::Cotangent(g))
            }
            Some(fold) => {
                let seeds = self.saved.seeds_at(b, self.op, &level.copier, *fold);
                let seeds = seeds.ok_or_else(|| missing(b))?;
                self.walk(b, level, path, Given::Seeds(&seeds))
            }
        }
    }

    /// Builds the code around the put: loops for the folds, conditionals.
    fn walk(
        &self,
        b: &mut Builder<'_>,
        level: &Level,
        path: &[Step],
        given: Given<'_>,
    ) -> Result<(), Diagnostic> {
        let Some((step, rest)) = path.split_first() else { return self.put(b, level, &given) };
        match *step {
            Step::Branch(op, side) => self.branch(b, level, (op, side), rest, given),
            Step::Fold(fold) => self.fold(b, level, fold, rest, given),
        }
    }

    fn branch(
        &self,
        b: &mut Builder<'_>,
        level: &Level,
        (op, side): (Op, usize),
        rest: &[Step],
        given: Given<'_>,
    ) -> Result<(), Diagnostic> {
        let condition = b.body.operand(op, 0);
        let mut condition = level.copier.value(b, condition);
        if side == 1 {
            let ty = b.body.ty(condition);
            let yes = tf_dialects::arith::const_int(b, ty, -1);
            condition = arith::xori(b, condition, yes);
        }
        let block = b.body.entry(b.body.region(op, side)).expect("the read is in this region");
        let mut result = Ok(());
        if_then(b, condition, |b| {
            result = Level::copy(b, block, level.copier.clone(), level.active.clone(), &[])
                .and_then(|inner| self.walk(b, &inner, rest, given));
        });
        result
    }

    fn fold(
        &self,
        b: &mut Builder<'_>,
        level: &Level,
        fold: Op,
        rest: &[Step],
        given: Given<'_>,
    ) -> Result<(), Diagnostic> {
        let Given::Seeds(seeds) = given else { unreachable!("a fold on the path has seeds") };
        let copy = level.ops.iter().find(|(op, _)| *op == fold).map(|(_, copy)| *copy);
        let bounds = {
            let view = b.body.view(copy.expect("the fold is at this level"), tensor::Fold);
            let map = view.bounds().and_then(|a| b.body.ctx().attr_map(a)).expect("verified");
            let values: Vec<Value> = b.body.operands(copy.expect("found above")).collect();
            Subscript::of_map(map, &values, view.symbols())
        };
        let ends: Vec<Value> = bounds.iter().map(|s| materialize(b, s)).collect();
        let one = tf_dialects::arith::const_index(b, 1);
        let mut result = Ok(());
        for_loop(b, ends[0], ends[1], one, &[], |b, k, _| {
            result = self.inside(b, level, (fold, k), rest, seeds);
            Vec::new()
        });
        result
    }

    /// The code of a fold at one index.
    fn inside(
        &self,
        b: &mut Builder<'_>,
        level: &Level,
        (fold, k): (Op, Value),
        rest: &[Step],
        seeds: &[Option<Seed>],
    ) -> Result<(), Diagnostic> {
        let mut found = Found::default();
        let inner = level.enter(b, fold, Form::Value(k), &level.active, seeds, &mut found, &mut |_| {})?;
        match rest.iter().find_map(|step| step.fold()) {
            Some(next) => match found.folds.get(&next) {
                Some(seeds) => self.walk(b, &inner, rest, Given::Seeds(&seeds.clone())),
                None => Ok(()),
            },
            None => match found.reads.get(&b.body.result(self.site.at, 0)) {
                Some(g) => self.walk(b, &inner, rest, Given::Cotangent(*g)),
                None => Ok(()),
            },
        }
    }

    /// Puts the cotangent where the copy of the read reads.
    fn put(&self, b: &mut Builder<'_>, level: &Level, given: &Given<'_>) -> Result<(), Diagnostic> {
        let Given::Cotangent(g) = given else { unreachable!("the path ends after its folds") };
        let copy = level.ops.iter().find(|(op, _)| *op == self.site.at).map(|(_, copy)| *copy);
        let copy = copy.expect("the read is at the last level");
        let (subscripts, policy) = {
            let at = b.body.view(copy, At);
            let map = at.affine_map().expect("verified").clone();
            let subscripts = Subscripts { map, values: at.indices(), extents: at.symbols().to_vec() };
            (subscripts, at.out_of_bounds())
        };
        let policy = match policy {
            Policy::Clamp | Policy::Wrap => policy,
            _ => Policy::Drop,
        };
        build::put(b, *g, self.target, &subscripts, policy);
        Ok(())
    }
}
