//! Refusals about the results of a group: its tiles write each element once.

use std::fmt;
use tf_ir::extent::Extent;

/// The reason why tiles cannot write a result of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResultRefusal {
    /// The iterations of a loop that is not one of its axes repeat it.
    Repeated { member: String, of: String },
    /// It is read at a multiple of the points of a loop: no tile owns the points between.
    Strided { member: String, of: String, by: i64 },
    /// It has another extent along a loop than the loop.
    Extent { member: String, of: String, extent: Extent, shared: Extent },
    /// It has no points.
    Empty { member: String },
}

impl fmt::Display for ResultRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultRefusal::Repeated { member, of } => {
                write!(f, "{member} is a result of the group, but each iteration of {of} computes it again")
            }
            ResultRefusal::Strided { member, of, by } => write!(
                f,
                "{member} is a result of the group, but is read at {by} times the points of {of}: no tile \
                 owns the points between"
            ),
            ResultRefusal::Extent { member, of, extent, shared } => write!(
                f,
                "{member} is a result of the group, but has {extent} points along {of}, which has {shared}"
            ),
            ResultRefusal::Empty { member } => {
                write!(f, "{member} is a result of the group, but has no points")
            }
        }
    }
}
