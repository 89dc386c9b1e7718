//! Refusals: the reasons why a group cannot run in the loops of its schedule, an enum per topic.
//!
//! [`GroupRefusal`] is what the checks of groups return. Its text is a clause.

mod joins;
mod layouts;
mod reads;
mod reductions;
mod results;
mod windows;

pub use joins::MemberJoinRefusal;
pub use layouts::{LayoutRefusal, MemoryRefusal};
pub use reads::{CodeRefusal, ReadRefusal};
pub use reductions::ReductionRefusal;
pub use results::ResultRefusal;
pub use windows::{TailRefusal, WindowRefusal};

use crate::apply::apply_fusion::refusal::NotInlined;
use std::fmt;
use tf_dialects::tensor::schedule::error::PlanError;
use tf_passes_common::rules::refusal::OfSchedule;

/// The reason why a group cannot run in the loops of its schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GroupRefusal {
    /// Steps of the schedule contradict each other, or do not apply to the group.
    Schedule(OfSchedule<PlanError>),
    /// The group has no schedule.
    NoSchedule,
    /// The schedule has no step `split`.
    NoSplit,
    /// The group has no region.
    NoRegion,
    /// No member has an axis with the name of a shared loop.
    NoAxis { name: String },
    /// An op of the group has regions or effects.
    NotACompute { op: String },
    /// An op of the group that is no compute uses a member.
    MemberOfOp { op: String },
    /// A tile of all shared loops has too many points.
    LargeTile,
    /// Tiles overlap, but the candidate excludes recomputation.
    Recomputes,
    /// A member that is computed before the loops reads one that is computed inside of them.
    ReadsInside { member: String },
    /// The code of a member.
    Code(CodeRefusal),
    /// The folds of a member over shared loops.
    Reduction(ReductionRefusal),
    /// The reads between members.
    Read(ReadRefusal),
    /// The results of the group.
    Result(ResultRefusal),
    /// Sliding windows, and tiles that are computed ahead.
    Window(WindowRefusal),
    /// The tails of shared loops.
    Tail(TailRefusal),
    /// The layout of a member.
    Layout(LayoutRefusal),
    /// The memory level of a member.
    Memory(MemoryRefusal),
    /// Members that share iterations though they depend on each other.
    Join(MemberJoinRefusal),
    /// A member that is evaluated at each read.
    Inline(NotInlined),
}

impl fmt::Display for GroupRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupRefusal::Schedule(why) => why.fmt(f),
            GroupRefusal::NoSchedule => f.write_str("the group has no schedule"),
            GroupRefusal::NoSplit => f.write_str("the schedule splits no loop"),
            GroupRefusal::NoRegion => f.write_str("the group has no region"),
            GroupRefusal::NoAxis { name } => write!(f, "the group has no compute with an axis {name}"),
            GroupRefusal::NotACompute { op } => write!(f, "the group holds {op}, which is not a compute"),
            GroupRefusal::MemberOfOp { op } => {
                write!(f, "the group holds {op}, which uses the result of a member as a whole tensor")
            }
            GroupRefusal::LargeTile => {
                f.write_str("a tile has more than 2^20 points: split the loops into smaller parts")
            }
            GroupRefusal::Recomputes => f.write_str("the group recomputes points"),
            GroupRefusal::ReadsInside { member } => write!(
                f,
                "{member} is placed before the loops, but reads a member that is computed inside of them"
            ),
            GroupRefusal::Code(why) => why.fmt(f),
            GroupRefusal::Reduction(why) => why.fmt(f),
            GroupRefusal::Read(why) => why.fmt(f),
            GroupRefusal::Result(why) => why.fmt(f),
            GroupRefusal::Window(why) => why.fmt(f),
            GroupRefusal::Tail(why) => why.fmt(f),
            GroupRefusal::Layout(why) => why.fmt(f),
            GroupRefusal::Memory(why) => why.fmt(f),
            GroupRefusal::Join(why) => why.fmt(f),
            GroupRefusal::Inline(why) => why.fmt(f),
        }
    }
}

/// Makes a refusal of a topic one of a group.
macro_rules! topic {
    ($($refusal:ty => $variant:ident),* $(,)?) => {
        $(impl From<$refusal> for GroupRefusal {
            fn from(why: $refusal) -> GroupRefusal {
                GroupRefusal::$variant(why)
            }
        })*
    };
}

topic! {
    OfSchedule<PlanError> => Schedule,
    CodeRefusal => Code,
    ReductionRefusal => Reduction,
    ReadRefusal => Read,
    ResultRefusal => Result,
    WindowRefusal => Window,
    TailRefusal => Tail,
    LayoutRefusal => Layout,
    MemoryRefusal => Memory,
    MemberJoinRefusal => Join,
    NotInlined => Inline,
}
