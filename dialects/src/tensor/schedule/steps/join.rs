//! The step `join`: folds that share one loop although they depend on each other.
//!
//! For a compute, `join(k: l, o, 4096)` names folds: `l` and `o` run in the loop `k`, 4096 terms at a time.
//! For a group, `join(j: m, l, o)` names members that fold over the shared loop `j`.

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{JoinError, PlanError};
use crate::tensor::schedule::plan::{FoldJoin, Loop, Plan, find};
use crate::tensor::schedule::spec::{Arg, Owner};
use crate::tensor::schedule::tiles::{MemberJoin, Tiles};
use crate::tensor::schedule::{LoopNames, MAX_PART};

step! {
    /// Folds over one index share one loop, even if some depend on the results of others: those are corrected
    /// as the running results change.
    pub struct Join {
        /// The fold that the others follow; for a group, the shared loop over which all of them fold.
        target: String = Arg::leader("of"),
        /// The other folds; for a group, members.
        others: Vec<String> = Arg::loops(),
        /// Terms per iteration; for a group, `split` gives them.
        terms: Option<i64> = Arg::number("terms", MAX_PART).optional(),
    }
    word: "join",
    summary: "Members of a group share the iterations of a loop although some need the reductions of others (a \
              join); for folds of one tensor, in chunks of `terms`.",
    takes: "a loop and the members that share it, as in join(j: m, l) in a group, or a fold, other folds and \
            the terms per iteration, as in join(k: l, 4096)",
    owner: Owner::Both,
    in_tile: false,
}

impl Transform for Join {
    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        match &mut plan.tiles {
            Some(tiles) => self.join_members(tiles, names),
            None => self.join_folds(plan, names),
        }
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Join> {
        let members = plan.tiles.iter().flat_map(|tiles| &tiles.joins).map(|join| Join {
            target: names.text(join.target).to_string(),
            others: join.members.clone(),
            terms: None,
        });
        let folds = plan.joins.iter().map(|join| Join {
            target: names.folds[join.target].clone(),
            others: join.others.iter().map(|fold| names.folds[*fold].clone()).collect(),
            terms: Some(join.terms),
        });
        members.chain(folds).collect()
    }
}

impl Join {
    /// Makes folds share one loop.
    fn join_folds(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let fold = |name: &String| match find(name, names)? {
            Loop::Fold(fold) => Ok(fold),
            Loop::Axis(_) => Err(PlanError::from(JoinError::Axis { axis: name.clone() })),
        };
        let (target, others) =
            (fold(&self.target)?, self.others.iter().map(fold).collect::<Result<Vec<_>, _>>()?);
        let is_joined =
            |fold: &usize| plan.joins.iter().any(|join| join.target == *fold || join.others.contains(fold));
        if let Some(twice) = std::iter::once(&target).chain(&others).find(|fold| is_joined(fold)) {
            return Err(JoinError::FoldTwice { fold: names.folds[*twice].clone() }.into());
        }
        let terms = self.terms.ok_or_else(|| JoinError::NoTerms { of: self.target.clone() })?;
        plan.joins.push(FoldJoin { target, others, terms });
        Ok(())
    }

    /// Makes members share one reduction loop.
    fn join_members(&self, tiles: &mut Tiles, names: &LoopNames) -> Result<(), PlanError> {
        let (target, of) = (find(&self.target, names)?, || self.target.clone());
        if self.terms.is_some() {
            return Err(JoinError::Terms { of: of() }.into());
        }
        if tiles.sizes(target).is_empty() {
            return Err(JoinError::NotSplit { of: of() }.into());
        }
        if tiles.joins.iter().any(|join| join.target == target) {
            return Err(JoinError::LoopTwice { of: of() }.into());
        }
        tiles.joins.push(MemberJoin { target, members: self.others.clone() });
        Ok(())
    }
}
