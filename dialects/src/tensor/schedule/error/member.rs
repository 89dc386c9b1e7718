//! Errors about the members of a group: their placements, their joins, and the loops that they share.

use crate::tensor::schedule::MemberLayout;
use crate::tensor::tile_layout::LayoutError;
use std::fmt;

/// Folds or members that cannot share one loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JoinError {
    /// An axis is joined.
    Axis {
        /// The name of the axis.
        axis: String,
    },
    /// Two steps join a fold.
    FoldTwice {
        /// The name of the fold.
        fold: String,
    },
    /// Folds are joined without the terms per iteration.
    NoTerms {
        /// The name of the fold that the others follow.
        of: String,
    },
    /// Members are joined with terms per iteration.
    Terms {
        /// The name of the shared loop.
        of: String,
    },
    /// The shared loop is not split.
    NotSplit {
        /// The name of the loop.
        of: String,
    },
    /// Two steps join members to a loop.
    LoopTwice {
        /// The name of the loop.
        of: String,
    },
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JoinError::Axis { axis } => {
                write!(f, "joins the axis {axis}: only folds can be joined, or in a group its members")
            }
            JoinError::FoldTwice { fold } => write!(f, "joins {fold} twice"),
            JoinError::NoTerms { of } => {
                write!(f, "joins folds without the terms per iteration: write join({of}: l, 4096)")
            }
            JoinError::Terms { of } => {
                write!(f, "joins members with an integer: split({of}, …) sets the size of a tile")
            }
            JoinError::NotSplit { of } => write!(f, "joins members in the loop {of}, which is not split"),
            JoinError::LoopTwice { of } => write!(f, "joins members to {of} twice"),
        }
    }
}

/// A placement that a member cannot have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlacementError {
    /// Members are placed in a loop, but no loop is split.
    NoTiles,
    /// Two steps place a member.
    Twice {
        /// The name of the member.
        member: String,
    },
    /// A member is placed in a loop that the tiles do not have.
    UnknownLoop,
    /// The buffer is not held by the loop directly around the member.
    Keep {
        /// The name of the member.
        member: String,
        /// The loop that holds the buffer, or `root`.
        keep: String,
        /// The loop in which the member is computed.
        at: String,
    },
    /// All threads compute the member in a loop whose iterations each run on one.
    Threads {
        /// The name of the member.
        member: String,
        /// The loop in which the member is computed.
        at: String,
        /// The parallel loop.
        parallel: String,
    },
    /// The member has no axis for the loop in which it is computed.
    NoAxis {
        /// The name of the member.
        member: String,
        /// The loop.
        at: String,
    },
    /// The layout names other axes than the member has.
    LayoutAxes {
        /// The name of the member.
        member: String,
        /// The layout.
        layout: MemberLayout,
        /// The names of the member's axes.
        axes: Vec<String>,
    },
    /// The map of the layout is not one.
    Layout(LayoutError),
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlacementError::NoTiles => f.write_str("places members in a loop, but splits no loop"),
            PlacementError::Twice { member } => write!(f, "places {member} twice"),
            PlacementError::UnknownLoop => f.write_str("places a member in an unknown loop"),
            PlacementError::Keep { member, keep, at } => write!(
                f,
                "keeps {member} in {keep}, which is not the loop directly around {at}, where it is computed"
            ),
            PlacementError::Threads { member, at, parallel } => write!(
                f,
                "computes {member} by all threads in {at}, but each thread runs other iterations of the \
                 parallel loop {parallel}: use by = each"
            ),
            PlacementError::NoAxis { member, at } => {
                write!(f, "computes {member} in the loop {at}, which is not one of its axes")
            }
            PlacementError::LayoutAxes { member, layout, axes } => write!(
                f,
                "has the layout {layout} for {member}, whose axes are ({}): a layout names exactly these \
                 axes",
                axes.join(", ")
            ),
            PlacementError::Layout(why) => why.fmt(f),
        }
    }
}

/// A schedule that does not configure shared loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GroupPlanError {
    /// It has steps for the loops of a compute.
    OtherSteps,
    /// It configures loops, but splits none.
    NoSplit,
    /// It does not split a shared loop.
    NotSplit {
        /// The name of the loop.
        axis: String,
    },
}

impl fmt::Display for GroupPlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupPlanError::OtherSteps => f.write_str(
                "has steps other than split, order, parallel, unroll, place and join: write other steps in \
                 the members' schedules",
            ),
            GroupPlanError::NoSplit => {
                f.write_str("splits no loop: split(i, [1]) makes tiles of one iteration")
            }
            GroupPlanError::NotSplit { axis } => {
                write!(f, "does not split {axis}: each shared loop needs a split")
            }
        }
    }
}
