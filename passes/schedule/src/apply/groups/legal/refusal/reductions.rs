//! Refusals about folds over shared loops: the partial results of iterations are combined.

use std::fmt;

/// The reason why a fold over a shared loop cannot be computed tile by tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReductionRefusal {
    /// The member also has results that are no folds over the loop.
    OtherResults { member: String },
    /// The fold has a combiner region.
    Combiner,
    /// The order of the fold's terms is fixed.
    FixedOrder,
    /// The fold covers only a part of the loop.
    PartialRange,
    /// The schedule places the member.
    Placed { member: String },
    /// The loop is not split.
    NotSplit,
    /// The loop is outside of a loop of the member's axes.
    OuterLoop { member: String },
    /// Another loop is between the parts of the loop.
    Interrupted { member: String, by: String },
    /// The count of chunks overflows.
    ChunkCount { member: String },
    /// The fold consumes the reduction of another shared loop.
    Consumes,
    /// The loop runs in parallel and is not split into chunks.
    NoChunks { member: String },
    /// The loop runs in parallel together with others.
    ParallelWithOthers { member: String },
    /// A reader runs before the end of the loop.
    ReadEarly { member: String },
    /// A reader runs outside of a loop that restarts the reduction.
    ReadOutside { member: String },
}

impl fmt::Display for ReductionRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReductionRefusal::OtherResults { member } => {
                write!(f, "{member} folds over a shared loop, but has other results, too")
            }
            ReductionRefusal::Combiner => f.write_str("a fold over a shared loop has a combiner region"),
            ReductionRefusal::FixedOrder => {
                f.write_str("a fold over a shared loop has a fixed order: it has no reassoc")
            }
            ReductionRefusal::PartialRange => f.write_str("a fold covers only a part of a shared loop"),
            ReductionRefusal::Placed { member } => write!(
                f,
                "the schedule places {member}, but a fold over a shared loop is always placed at that loop"
            ),
            ReductionRefusal::NotSplit => f.write_str("a member folds over a loop that is not split"),
            ReductionRefusal::OuterLoop { member } => {
                write!(f, "{member} folds over a loop that is outside of a loop of its axes")
            }
            ReductionRefusal::Interrupted { member, by } => {
                write!(f, "{member} folds over a loop with another loop between its parts, {by}")
            }
            ReductionRefusal::ChunkCount { member } => {
                write!(f, "{member} folds over a loop whose count of chunks overflows 64 bits")
            }
            ReductionRefusal::Consumes => {
                f.write_str("a fold over a shared loop consumes the reduction of another shared loop")
            }
            ReductionRefusal::NoChunks { member } => write!(
                f,
                "{member} folds over a loop that runs in parallel: split the loop into chunks and their tiles"
            ),
            ReductionRefusal::ParallelWithOthers { member } => {
                write!(f, "{member} folds over a loop that runs in parallel together with others")
            }
            ReductionRefusal::ReadEarly { member } => {
                write!(f, "a member reads {member} before the end of the loop that reduces it")
            }
            ReductionRefusal::ReadOutside { member } => {
                write!(f, "a member reads {member} outside of a loop that restarts its reduction")
            }
        }
    }
}
