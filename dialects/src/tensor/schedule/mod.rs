//! Schedules as data: the steps that turn a comprehension into loops, with loops referred to by name.
//!
//! A `tensor.compute` names the axes of its box (`axes`) and declares the loop names of its folds (`folds`);
//! a `tensor.fold` refers to one of these (`axis`). `#tensor.schedule<…>` refers to loops by these names
//! alone, so that it stays valid if the code around them changes. Copies of a fold keep its name, and a step
//! for the name applies to each of them; a step for an eliminated fold applies to nothing.
//! `docs/reference/schedule.md` describes the steps, and [`Plan`] is their result.

mod arguments;
mod attribute;
mod author;
pub mod error;
mod hierarchy;
mod manner;
mod names;
mod placement;
mod plan;
mod spec;
pub mod steps;
mod syntax;
mod tail;
mod tiles;

pub use arguments::{Arguments, Value};
pub use attribute::{BY_ATTR, LOOP_NAME_ATTR, LOOP_NAMES_ATTR, MEMBER_NAME_ATTR, SCHEDULE_ATTR};
pub use author::Author;
pub use hierarchy::{Place, Space};
pub use manner::{By, Manner, MemberLayout};
pub use names::{LoopNames, is_name};
pub use placement::{Keep, Placed, Placement};
pub use plan::{FoldJoin, Loop, Plan, Team, Time};
pub use spec::{Arg, ArgKind, Owner, StepSpec, Words};
pub use steps::Step;
pub use syntax::ScheduleSyntax;
pub use tail::Tail;
pub use tiles::{MemberJoin, Part, Stage, Tiles};

use error::PlanError;

/// The name of the attribute, without its dialect.
pub const NAME: &str = "schedule";
/// The largest vector width of a schedule.
pub const MAX_WIDTH: i64 = 1024;
/// The largest unroll factor.
pub const MAX_UNROLL: i64 = 256;
/// The largest tile size.
pub const MAX_PART: i64 = 1 << 20;
/// The most tile sizes of one loop: its index is a sum over all its parts, and should stay short.
pub const MOST_PARTS: usize = 8;
/// The most points that unroll-and-jam combines.
pub const MAX_JAM: i64 = 32;
/// The largest prefetch distance, in iterations.
pub const MAX_AHEAD: i64 = 4096;
/// The most iterations of a chunk of a fold.
pub const MAX_CHUNK: i64 = 1 << 30;
/// The most iterations of a loop around a compute that time tiling combines.
pub const MAX_TIME: i64 = 64;

/// The loop of a name, or of a part: `i` for `i.1`.
pub fn base(name: &str) -> &str {
    name.split_once('.').map_or(name, |(base, _)| base)
}

/// A step and its author.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// The step.
    pub step: Step,
    /// Its author.
    pub author: Author,
}

/// The steps, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Schedule(pub Vec<Decision>);

impl Schedule {
    /// Steps of one author.
    pub fn by(author: Author, steps: Vec<Step>) -> Schedule {
        Schedule(steps.into_iter().map(|step| Decision { step, author }).collect())
    }

    /// True if the schedule is explicit: it has no steps, or an author other than the heuristic.
    pub fn is_explicit(&self) -> bool {
        self.0.is_empty() || self.0.iter().any(|decision| decision.author != Author::Heuristic)
    }

    /// True if a step names this loop.
    pub fn names(&self, name: &str) -> bool {
        self.0.iter().any(|decision| decision.step.names(name))
    }

    /// The plan that the steps build.
    ///
    /// # Errors
    /// A step names an unknown loop, or contradicts another.
    pub fn plan(&self, loops: &LoopNames) -> Result<Plan, PlanError> {
        let mut plan = Plan::sequential(loops.axes.len());
        self.0.iter().try_for_each(|decision| plan.apply(&decision.step, loops))?;
        Ok(plan)
    }

    /// Removes the steps that contradict earlier ones, or whose plan, together with the earlier steps,
    /// `allow` refuses. Returns the removed steps with the reasons.
    pub fn settle<E: From<PlanError>>(
        &mut self,
        loops: &LoopNames,
        mut allow: impl FnMut(&Plan) -> Result<(), E>,
    ) -> Vec<(Decision, E)> {
        let (mut plan, mut refused) = (Plan::sequential(loops.axes.len()), Vec::new());
        self.0.retain(|decision| {
            let mut next = plan.clone();
            match next.apply(&decision.step, loops).map_err(E::from).and_then(|()| allow(&next)) {
                Ok(()) => plan = next,
                Err(why) => {
                    refused.push((decision.clone(), why));
                    return false;
                }
            }
            true
        });
        refused
    }
}

#[cfg(test)]
mod tests;
