//! Schedules as data: how a comprehension becomes loops, step by step, with the loops named as the comprehension names them.
//!
//! A `tensor.compute` names the axes of its box (`axes`) and declares the names of loops of folds in it (`folds`); a
//! `tensor.fold` says which of them its loop is (`axis`). `#tensor.schedule<…>` refers to loops by these names alone, so
//! that it means the same loops after code around them came or went. Copies of a fold keep its name, and a step for
//! the name applies to each of them; one for a fold that was simplified away applies to nothing. `docs/schedule.md` says what the
//! steps do, [`Plan`] what they come to.

mod arguments;
mod attribute;
mod author;
mod join;
mod manner;
mod map;
mod names;
mod placement;
mod plan;
mod step;
mod syntax;
mod tail;
mod tiles;

pub use attribute::{BY_ATTR, LOOP_NAME_ATTR, LOOP_NAMES_ATTR, MEMBER_NAME_ATTR, SCHEDULE_ATTR};
pub use author::Author;
pub use join::{FoldJoin, MemberJoin};
pub use manner::{By, Manner, MemberLayout, Space};
pub use map::{Place, Team};
pub use names::{LoopNames, is_name};
pub use placement::{Keep, Placed, Placement};
pub use plan::{Loop, Plan, Time};
pub use step::Step;
pub use syntax::ScheduleSyntax;
pub use tail::Tail;
pub use tiles::{Part, Stage, Tiles};

use arguments::{Arguments, in_range};

/// The name of the attribute, behind its dialect.
pub const NAME: &str = "schedule";
/// The widest vector a schedule may ask for.
pub const MAX_WIDTH: i64 = 1024;
/// The most iterations a loop may be unrolled by.
pub const MAX_UNROLL: i64 = 256;
/// The longest part a loop may be split into.
pub const MAX_PART: i64 = 1 << 20;
/// The most lengths that a loop is split into: indices are sums of as many loops, and stay short.
pub const MOST_PARTS: usize = 8;
/// The most points that may run together.
pub const MAX_JAM: i64 = 32;
/// The most trips of a loop that reads are prefetched ahead.
pub const MAX_AHEAD: i64 = 4096;
/// The most trips of a loop around a compute that may run together.
pub const MAX_TIME: i64 = 64;

/// The loop that a name means, or that a part belongs to: `i` for `i.1`.
pub fn base(name: &str) -> &str {
    name.split_once('.').map_or(name, |(base, _)| base)
}

/// A step and who decided it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// What is done.
    pub step: Step,
    /// Who says so.
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

    /// True if somebody other than the heuristic decided a step: such schedules are asked for.
    pub fn is_asked_for(&self) -> bool {
        self.0.is_empty() || self.0.iter().any(|decision| decision.author != Author::Heuristic)
    }

    /// True if a step names this loop.
    pub fn names(&self, name: &str) -> bool {
        self.0.iter().any(|decision| decision.step.names(name))
    }

    /// What the steps come to.
    ///
    /// # Errors
    /// A step that names a loop that is not there, or that contradicts another.
    pub fn plan(&self, loops: &LoopNames) -> Result<Plan, String> {
        let mut plan = Plan::sequential(loops.axes.len());
        self.0.iter().try_for_each(|decision| plan.apply(&decision.step, loops))?;
        Ok(plan)
    }

    /// Takes out the steps that contradict steps before them or `allow` refuses, given what they come to with those before;
    /// gives them with the reasons.
    pub fn settle(
        &mut self,
        loops: &LoopNames,
        mut allow: impl FnMut(&Plan) -> Result<(), String>,
    ) -> Vec<(Decision, String)> {
        let (mut plan, mut refused) = (Plan::sequential(loops.axes.len()), Vec::new());
        self.0.retain(|decision| {
            let mut next = plan.clone();
            match next.apply(&decision.step, loops).and_then(|()| allow(&next)) {
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
