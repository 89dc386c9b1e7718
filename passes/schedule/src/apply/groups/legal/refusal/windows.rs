//! Refusals about sliding windows, tiles that are computed ahead, and the tails of loops.

use std::fmt;
use tf_dialects::tensor::schedule::Tail;
use tf_passes_common::cost::figures::MOST_COPIES;

/// The reason why a member has no sliding window, or is not computed one iteration ahead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WindowRefusal {
    /// The loop along which the window slides runs in parallel.
    Parallel { member: String, of: String },
    /// The member of the window consumes a reduction.
    ConsumesReduction { member: String },
    /// The elements of the window are tensors.
    TensorElements { member: String },
    /// The loop whose next iteration is computed ahead runs in parallel.
    ParallelAhead { member: String, of: String },
    /// The member that is computed ahead consumes a reduction, or a window reads it.
    BoundAhead { member: String, of: String },
    /// The member that is computed ahead reads one that each iteration computes.
    ReadsAhead { member: String, of: String, maker: String },
}

impl fmt::Display for WindowRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WindowRefusal::Parallel { member, of } => {
                write!(f, "{member} has a window that slides along {of}, but {of} runs in parallel")
            }
            WindowRefusal::ConsumesReduction { member } => {
                write!(f, "{member} has a sliding window, but consumes the reduction of another loop")
            }
            WindowRefusal::TensorElements { member } => {
                write!(f, "{member} has a sliding window, but its elements are tensors")
            }
            WindowRefusal::ParallelAhead { member, of } => write!(
                f,
                "{member} is computed one iteration of {of} ahead, but {of} runs in parallel: use copies = 1"
            ),
            WindowRefusal::BoundAhead { member, of } => write!(
                f,
                "{member} is computed one iteration of {of} ahead, but it consumes a reduction, or a sliding \
                 window reads it"
            ),
            WindowRefusal::ReadsAhead { member, of, maker } => write!(
                f,
                "{member} is computed one iteration of {of} ahead, but it reads {maker}, which each \
                 iteration computes"
            ),
        }
    }
}

/// The reason why the tail of a loop is neither peeled nor overlapped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TailRefusal {
    /// A window slides along the loop.
    Window { of: String, tail: Tail },
    /// Each iteration computes a tile of the next one.
    Ahead { of: String, tail: Tail },
    /// The overlapped tail would add up points of a member twice.
    AddsTwice { of: String, member: String },
    /// The tails make too many copies of the loops.
    Copies { copies: usize },
}

impl fmt::Display for TailRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let treated = |tail: &Tail| if *tail == Tail::Overlap { "overlapped" } else { "peeled" };
        match self {
            TailRefusal::Window { of, tail } => {
                write!(f, "the tail of {of} is {}, but a window slides along {of}", treated(tail))
            }
            TailRefusal::Ahead { of, tail } => write!(
                f,
                "the tail of {of} is {}, but each iteration computes a tile of the next one",
                treated(tail)
            ),
            TailRefusal::AddsTwice { of, member } => {
                write!(f, "the tail of {of} is overlapped, but {member} would add up some points twice")
            }
            TailRefusal::Copies { copies } => write!(
                f,
                "the peeled or overlapped tails make {copies} copies of the loops, more than {MOST_COPIES}"
            ),
        }
    }
}
