//! Refusals about joined members: they share iterations though they depend on each other.

use std::fmt;

/// The reason why members cannot be joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MemberJoinRefusal {
    /// A joined member has no fold over a shared loop.
    NoLoop,
    /// Joined members fold over several loops.
    DifferentLoops,
    /// The loop of the joined members runs in parallel.
    Parallel { of: String },
    /// No law gives the correction of a member's partial result.
    NoLaw { member: String },
    /// The terms of a member need two substitutes for the result of one fold.
    FoldInTwoRoles { member: String },
    /// The code of members needs two substitutes for one value.
    MemberInTwoRoles { member: String },
    /// A member of the loop reads a joined one at other points than its own.
    OtherPoints { member: String },
    /// A result of the group depends on running values.
    RunningResult { member: String },
    /// A member that is not joined reads one that depends on running values.
    NotJoined { reader: String, member: String },
}

impl fmt::Display for MemberJoinRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemberJoinRefusal::NoLoop => f.write_str("a joined member folds over no shared loop"),
            MemberJoinRefusal::DifferentLoops => f.write_str("the joined members fold over different loops"),
            MemberJoinRefusal::Parallel { of } => {
                write!(f, "the members are joined over {of}, which runs in parallel")
            }
            MemberJoinRefusal::NoLaw { member } => {
                write!(f, "no law corrects {member} when a fold that it depends on changes")
            }
            MemberJoinRefusal::FoldInTwoRoles { member } => write!(
                f,
                "{member} cannot be joined: it uses the result of another fold in two different roles"
            ),
            MemberJoinRefusal::MemberInTwoRoles { member } => {
                write!(f, "{member} cannot be joined: it uses another member in two different roles")
            }
            MemberJoinRefusal::OtherPoints { member } => {
                write!(f, "{member} is joined, but another member reads other points of it than its own")
            }
            MemberJoinRefusal::RunningResult { member } => write!(
                f,
                "{member} depends on joined members, but is a result of the group: its value is final only \
                 after the loop"
            ),
            MemberJoinRefusal::NotJoined { reader, member } => {
                write!(f, "{reader} reads {member}, which depends on joined members, but is not joined")
            }
        }
    }
}
