//! The step `join`: folds that share one loop although they depend on each other.
//!
//! For a compute, `join(k: l, o, 4096)` names folds: `l` and `o` run in the loop `k`, 4096 terms at a time.
//! For a group, `join(j: m, l, o)` names members that fold over the shared loop `j`.

use super::error::{Form, JoinError, PlanError, StepError};
use super::plan::{Loop, Plan, find};
use super::tiles::Tiles;
use super::{LoopNames, MAX_PART, Step, in_range};

/// Folds of a compute that share one loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldJoin {
    /// The fold that the others follow.
    pub target: usize,
    /// The others, in the order of the step.
    pub others: Vec<usize>,
    /// Terms per iteration.
    pub terms: i64,
}

/// Members of a group that share one reduction loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberJoin {
    /// The shared loop.
    pub target: Loop,
    /// The names of the members.
    pub members: Vec<String>,
}

/// Builds the step from its arguments.
pub(super) fn step(target: Option<String>, others: Vec<String>, numbers: &[i64]) -> Result<Step, StepError> {
    let (Some(target), [] | [_], false) = (target, numbers, others.is_empty()) else {
        return Err(Form::Join.into());
    };
    if others.contains(&target) {
        return Err(StepError::Twice { step: "join".to_string(), name: target });
    }
    let terms = numbers.first().map(|n| in_range("join", *n, MAX_PART)).transpose()?;
    Ok(Step::Join { target, others, terms })
}

impl FoldJoin {
    /// The step that builds this join.
    pub(super) fn step(&self, names: &LoopNames) -> Step {
        let name = |fold: &usize| names.folds[*fold].clone();
        let others = self.others.iter().map(name).collect();
        Step::Join { target: name(&self.target), others, terms: Some(self.terms) }
    }
}

impl MemberJoin {
    /// The step that builds this join.
    pub(super) fn step(&self, names: &LoopNames) -> Step {
        Step::Join { target: names.text(self.target).to_string(), others: self.members.clone(), terms: None }
    }
}

impl Plan {
    /// Makes folds share one loop.
    pub(super) fn join(
        &mut self,
        target: &str,
        (others, terms): (&[String], Option<i64>),
        names: &LoopNames,
    ) -> Result<(), PlanError> {
        let fold = |name: &str| match find(name, names)? {
            Loop::Fold(fold) => Ok(fold),
            Loop::Axis(_) => Err(PlanError::from(JoinError::Axis { axis: name.to_string() })),
        };
        let (of, all) = (fold(target)?, others.iter().map(|name| fold(name)).collect::<Result<Vec<_>, _>>()?);
        let is_joined =
            |fold: &usize| self.joins.iter().any(|join| join.target == *fold || join.others.contains(fold));
        if let Some(twice) = std::iter::once(&of).chain(&all).find(|fold| is_joined(fold)) {
            return Err(JoinError::FoldTwice { fold: names.folds[*twice].clone() }.into());
        }
        let terms = terms.ok_or_else(|| JoinError::NoTerms { of: target.to_string() })?;
        self.joins.push(FoldJoin { target: of, others: all, terms });
        Ok(())
    }
}

impl Tiles {
    /// Makes members share one reduction loop.
    pub(super) fn join(
        &mut self,
        target: &str,
        (members, terms): (&[String], Option<i64>),
        names: &LoopNames,
    ) -> Result<(), PlanError> {
        let (of, name) = (find(target, names)?, || target.to_string());
        if terms.is_some() {
            return Err(JoinError::Terms { of: name() }.into());
        }
        if self.sizes(of).is_empty() {
            return Err(JoinError::NotSplit { of: name() }.into());
        }
        if self.joins.iter().any(|join| join.target == of) {
            return Err(JoinError::LoopTwice { of: name() }.into());
        }
        self.joins.push(MemberJoin { target: of, members: members.to_vec() });
        Ok(())
    }
}
