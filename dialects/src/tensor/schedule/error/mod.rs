//! Errors of schedules, an enum per topic: arguments that a step does not take ([`StepError`]), and steps
//! that do not fit the loops or each other ([`PlanError`]).

mod conflict;
mod layout;
mod member;
mod order;
mod step;
mod threads;

pub use conflict::{ConflictError, MmaError, TileError};
pub use layout::{LayoutFault, MemberLayoutError};
pub use member::{GroupPlanError, JoinError, PlacementError};
pub use order::{NameError, OrderError};
pub use step::{PlaceStepError, StepError};
pub use threads::{MapError, ParallelError};

use std::fmt;

/// The reason why a step does not fit the loops, or contradicts an earlier step. Its text is a predicate of
/// the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// The name of a loop.
    Name(NameError),
    /// The order of loops.
    Order(OrderError),
    /// Parallel loops.
    Parallel(ParallelError),
    /// The distribution over threads of a GPU.
    Map(MapError),
    /// Two steps for one loop.
    Conflict(ConflictError),
    /// Terms that one instruction accumulates.
    Mma(MmaError),
    /// Loops over tiles and packed operands.
    Tile(TileError),
    /// Folds or members that share one loop.
    Join(JoinError),
    /// The placement of a member.
    Placement(PlacementError),
    /// A schedule that is not one of shared loops.
    Group(GroupPlanError),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Name(why) => why.fmt(f),
            PlanError::Order(why) => why.fmt(f),
            PlanError::Parallel(why) => why.fmt(f),
            PlanError::Map(why) => why.fmt(f),
            PlanError::Conflict(why) => why.fmt(f),
            PlanError::Mma(why) => why.fmt(f),
            PlanError::Tile(why) => why.fmt(f),
            PlanError::Join(why) => why.fmt(f),
            PlanError::Placement(why) => why.fmt(f),
            PlanError::Group(why) => why.fmt(f),
        }
    }
}

/// Makes an error of a topic one of a plan.
macro_rules! topic {
    ($($error:ident => $variant:ident),* $(,)?) => {
        $(impl From<$error> for PlanError {
            fn from(why: $error) -> PlanError {
                PlanError::$variant(why)
            }
        })*
    };
}

topic! {
    NameError => Name,
    OrderError => Order,
    ParallelError => Parallel,
    MapError => Map,
    ConflictError => Conflict,
    MmaError => Mma,
    TileError => Tile,
    JoinError => Join,
    PlacementError => Placement,
    GroupPlanError => Group,
}

impl std::error::Error for PlanError {}

impl std::error::Error for StepError {}
