//! The scatter form of a cotangent, for reads whose subscripts are not affine: each point adds its cotangent
//! to the element that it read.

use super::control::folds::loop_over;
use super::policies::set_policies;
use super::reads::put_back;
use super::replay::Replay;
use super::scope::Sweep;
use super::sites::{EnclosingRegion, Given, Saved, Site};
use tf_dialects::arith;
use tf_dialects::differentiate::{Active, constant_like};
use tf_dialects::loops::build::if_then;
use tf_dialects::tensor::accumulate::Accumulation;
use tf_dialects::tensor::{CombiningKind, Compute, build};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_passes_common::code::subscript::{Copier, Form};

/// The contribution of a read to the cotangent of its source tensor.
///
/// # Errors
/// Code without derivative.
pub(super) fn scatter(
    b: &mut Builder<'_>,
    site: &Site,
    saved: &Saved,
    active: &Active,
    sweep: Sweep,
) -> Result<Value, Diagnostic> {
    let (extents, block, indices) = {
        let view = b.body.view(saved.compute, Compute);
        (view.extents().to_vec(), view.block().expect("verified"), view.indices())
    };
    let ty = b.body.ty(site.source);
    let zeros = constant_like(b, ty, 0.0);
    let how = [Accumulation::of_kind(CombiningKind::Add)];
    let mut result = Ok(());
    let new = build::accumulate(b, &extents, &[], &[zeros], &how, |b, points, targets| {
        let copier = Copier::of(indices.into_iter().zip(points.iter().copied()));
        let scatter = Scatter { site, target: targets[0], sweep };
        result = Replay::of(b, block, copier, active.clone()).and_then(|level| {
            let given = saved.given(b, site, &level.copier)?;
            scatter.walk(b, &level, &site.path, &given)
        });
        Vec::new()
    });
    result?;
    set_policies(b, new);
    Ok(b.body.result(new, 0))
}

struct Scatter<'s> {
    site: &'s Site,
    /// The accumulator of the cotangent.
    target: Value,
    sweep: Sweep,
}

impl Scatter<'_> {
    /// Builds the code around the put: loops for the folds, and conditionals.
    fn walk(
        &self,
        b: &mut Builder<'_>,
        level: &Replay,
        path_to_fold: &[EnclosingRegion],
        given: &Given,
    ) -> Result<(), Diagnostic> {
        let Some((step, rest)) = path_to_fold.split_first() else {
            let Given::Cotangent(g) = given else { unreachable!("the path ends after its folds") };
            // The copy of the read has the subscripts.
            put_back(b, level.copy_of(self.site.at), *g, self.target);
            return Ok(());
        };
        let mut result = Ok(());
        match *step {
            EnclosingRegion::Branch(op, side) => {
                let condition = condition(b, level, (op, side));
                let block = b.body.entry(b.body.region(op, side)).expect("the read is in this region");
                if_then(b, condition, |b| {
                    result = Replay::of(b, block, level.copier.clone(), level.active.clone())
                        .and_then(|inner| self.walk(b, &inner, rest, given));
                });
            }
            EnclosingRegion::Fold(fold) => {
                loop_over(b, level.copy_of(fold), &[], |b, k, _| {
                    let index = (fold, Form::Value(k));
                    result = self.site.enter(b, level, index, (given, rest), self.sweep).and_then(
                        |(inner, given)| given.map_or(Ok(()), |given| self.walk(b, &inner, rest, &given)),
                    );
                    Vec::new()
                });
            }
        }
        result
    }
}

/// The condition under which a region of a conditional is taken.
fn condition(b: &mut Builder<'_>, level: &Replay, (op, side): (Op, usize)) -> Value {
    let condition = level.copier.value(b, b.body.operand(op, 0));
    if side == 0 {
        return condition;
    }
    let ty = b.body.ty(condition);
    let yes = arith::const_int(b, ty, -1);
    arith::xori(b, condition, yes)
}
