//! Refusals about the code of members, and about the reads between them.

use std::fmt;
use tf_passes_common::cost::figures::MOST_STRIDE;

/// The reason why the code of a member cannot run tile by tile and out of bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CodeRefusal {
    /// It puts elements into a tensor, or traps.
    Impure { member: String },
    /// It reads a tile that has a layout.
    StoredTile { member: String },
    /// Its subscripts overflow where they are shifted.
    LargeSubscripts { member: String },
}

impl fmt::Display for CodeRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodeRefusal::Impure { member } => {
                write!(f, "{member} puts elements into a tensor or may stop the call")
            }
            CodeRefusal::StoredTile { member } => {
                write!(f, "{member} reads a tile with a layout, which has no elements past its edge")
            }
            CodeRefusal::LargeSubscripts { member } => {
                write!(f, "{member} has subscripts that overflow 64 bits where they are shifted")
            }
        }
    }
}

/// The reason why a member cannot be read in the shared loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadRefusal {
    /// A reader is outside of the loop that computes the member.
    OutsideLoop { member: String },
    /// A reader uses the whole tensor.
    WholeTensor { member: String },
    /// A read has a policy that depends on the bounds of the tile.
    Policy { member: String },
    /// A subscript is no positive multiple of the loop's index plus a bounded offset.
    Subscript { member: String },
    /// Readers move by different numbers of points per iteration.
    Strides { member: String, of: String, few: i64, many: i64 },
    /// Readers move by too many points per iteration.
    LongStride { member: String, stride: i64 },
    /// A tile requires too many points.
    LargeTile { member: String },
    /// A tile requires too many points around its own.
    WideHalo { member: String, points: i64, most: i64 },
}

impl fmt::Display for ReadRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadRefusal::OutsideLoop { member } => {
                write!(f, "a member reads {member} outside of the loop that computes it")
            }
            ReadRefusal::WholeTensor { member } => write!(f, "a member uses {member} as a whole tensor"),
            ReadRefusal::Policy { member } => write!(
                f,
                "a member reads {member} along a shared loop with an out-of-bounds policy, but a tile has \
                 other bounds"
            ),
            ReadRefusal::Subscript { member } => write!(
                f,
                "a member reads {member} along a shared loop at a subscript that is not a multiple of its \
                 index plus a bounded offset"
            ),
            ReadRefusal::Strides { member, of, few, many } => {
                write!(f, "the readers of {member} disagree on its stride along {of}: {few} and {many}")
            }
            ReadRefusal::LongStride { member, stride } => write!(
                f,
                "{member} has a stride of {stride} points per iteration of a shared loop, more than \
                 {MOST_STRIDE}"
            ),
            ReadRefusal::LargeTile { member } => write!(
                f,
                "a tile requires more than 2^20 points of {member}: split the loops into smaller parts"
            ),
            ReadRefusal::WideHalo { member, points, most } => {
                write!(f, "a tile requires a halo of {points} points of {member}, more than {most}")
            }
        }
    }
}
