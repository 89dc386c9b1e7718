//! Refusals: the reasons why a schedule is illegal for a compute.

use std::fmt;
use tf_dialects::tensor::schedule::error::PlanError;

/// The use of an axis that needs independent points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AxisUse {
    /// Its points run on several threads.
    Parallel,
    /// Its points are lanes.
    Vector,
    /// The threads of a block or warp share its points.
    Team,
    /// Adjacent points run together.
    Jam,
    /// Its loop moves outside of another one.
    Outwards,
}

/// The reason why a plan is illegal for a compute. Its text is a predicate of the schedule: [`OfSchedule`]
/// makes it a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LegalityRefusal {
    /// Points of an axis may write the same element.
    SharedElement {
        /// The name of the axis.
        axis: String,
        /// The use that needs independent points.
        of: AxisUse,
    },
    /// Jammed points share the loops of folds, but bounds of folds depend on the axis.
    JammedBounds {
        /// The name of the axis.
        axis: String,
    },
    /// A vectorized fold puts elements into a tensor.
    VectorPut {
        /// The name of the fold.
        fold: String,
    },
    /// Two vectorized folds are nested.
    NestedVectors {
        /// The name of the outer fold.
        outer: String,
        /// The name of the inner fold.
        inner: String,
    },
    /// A fold whose terms threads share puts elements into a tensor.
    TeamPut {
        /// The name of the fold.
        fold: String,
    },
    /// Threads share the terms of a fold, and lanes or threads those of a fold inside of it.
    NestedTeams {
        /// The name of the outer fold.
        outer: String,
        /// The name of the inner fold.
        inner: String,
    },
    /// The order puts a fold outside of a fold that encloses it.
    FoldOrder {
        /// The name of the fold that moves.
        fold: String,
        /// The name of the fold that encloses it.
        outer: String,
    },
}

impl fmt::Display for LegalityRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHARED: &str = "but its points may put into the same element";
        match self {
            LegalityRefusal::SharedElement { axis, of } => match of {
                AxisUse::Parallel => write!(f, "runs {axis} in parallel, {SHARED}"),
                AxisUse::Vector => write!(f, "vectorizes {axis}, {SHARED}"),
                AxisUse::Team => write!(f, "shares the points of {axis}, {SHARED}"),
                AxisUse::Jam => write!(f, "jams {axis}, {SHARED}"),
                AxisUse::Outwards => write!(f, "moves {axis} outwards, {SHARED}"),
            },
            LegalityRefusal::JammedBounds { axis } => {
                write!(f, "jams {axis}, but bounds of folds depend on it")
            }
            LegalityRefusal::VectorPut { fold } => write!(f, "vectorizes {fold}, which holds a tensor.put"),
            LegalityRefusal::NestedVectors { outer, inner } => {
                write!(f, "vectorizes {outer} and {inner}, which is inside")
            }
            LegalityRefusal::TeamPut { fold } => write!(f, "maps {fold}, which holds a tensor.put"),
            LegalityRefusal::NestedTeams { outer, inner } => {
                write!(f, "maps {outer}, and {inner}, which is inside, as well")
            }
            LegalityRefusal::FoldOrder { fold, outer } => {
                write!(f, "moves the fold {fold} out of {outer}, which encloses it")
            }
        }
    }
}

/// The reason why a step of a schedule does not apply to a compute. Its text is a predicate of the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScheduleRefusal {
    /// The step contradicts an earlier one, or names no loop.
    Plan(PlanError),
    /// The step is illegal.
    Legality(LegalityRefusal),
}

impl fmt::Display for ScheduleRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScheduleRefusal::Plan(why) => why.fmt(f),
            ScheduleRefusal::Legality(why) => why.fmt(f),
        }
    }
}

impl From<PlanError> for ScheduleRefusal {
    fn from(why: PlanError) -> ScheduleRefusal {
        ScheduleRefusal::Plan(why)
    }
}

impl From<LegalityRefusal> for ScheduleRefusal {
    fn from(why: LegalityRefusal) -> ScheduleRefusal {
        ScheduleRefusal::Legality(why)
    }
}

/// A predicate of a schedule as a clause: `the schedule vectorizes both i and j`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfSchedule<E>(pub E);

impl<E: fmt::Display> fmt::Display for OfSchedule<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the schedule {}", self.0)
    }
}

impl OfSchedule<PlanError> {
    /// An error of a topic of plans, as a clause.
    pub fn plan(why: impl Into<PlanError>) -> OfSchedule<PlanError> {
        OfSchedule(why.into())
    }
}
