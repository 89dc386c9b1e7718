//! Refusals: the reasons why a measured schedule is left out.

use crate::apply::apply_tiles::refusal::TilesRefusal;
use crate::apply::groups::legal::refusal::GroupRefusal;
use std::fmt;
use tf_dialects::tensor::schedule::error::PlanError;
use tf_passes_common::rules::refusal::{LegalityRefusal, OfSchedule};

/// The reason why a measured schedule does not apply. Its text is a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MeasuredRefusal {
    /// The attribute of the table is not a schedule.
    NotASchedule,
    /// It splits loops after their tiles were chosen.
    SplitsLoops,
    /// It names other loops than the compute has.
    OtherLoops,
    /// Its steps contradict each other.
    Schedule(OfSchedule<PlanError>),
    /// It is illegal for the loops of the compute.
    Legality(OfSchedule<LegalityRefusal>),
    /// It is illegal as loops over tiles.
    Tiles(TilesRefusal),
    /// It is illegal for the group.
    Group(GroupRefusal),
}

impl fmt::Display for MeasuredRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeasuredRefusal::NotASchedule => f.write_str("its attribute is not a schedule"),
            MeasuredRefusal::SplitsLoops => f.write_str("it splits loops, which was chosen earlier"),
            MeasuredRefusal::OtherLoops => f.write_str("it names other loops than the compute has"),
            MeasuredRefusal::Schedule(why) => why.fmt(f),
            MeasuredRefusal::Legality(why) => why.fmt(f),
            MeasuredRefusal::Tiles(why) => why.fmt(f),
            MeasuredRefusal::Group(why) => why.fmt(f),
        }
    }
}

impl From<OfSchedule<PlanError>> for MeasuredRefusal {
    fn from(why: OfSchedule<PlanError>) -> MeasuredRefusal {
        MeasuredRefusal::Schedule(why)
    }
}

impl From<OfSchedule<LegalityRefusal>> for MeasuredRefusal {
    fn from(why: OfSchedule<LegalityRefusal>) -> MeasuredRefusal {
        MeasuredRefusal::Legality(why)
    }
}

impl From<TilesRefusal> for MeasuredRefusal {
    fn from(why: TilesRefusal) -> MeasuredRefusal {
        MeasuredRefusal::Tiles(why)
    }
}

impl From<GroupRefusal> for MeasuredRefusal {
    fn from(why: GroupRefusal) -> MeasuredRefusal {
        MeasuredRefusal::Group(why)
    }
}
