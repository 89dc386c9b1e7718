//! Errors about loops whose iterations several threads share.

use crate::tensor::schedule::Place;
use std::fmt;

/// Loops that cannot run in parallel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParallelError {
    /// Two steps specify the parallel loops.
    Twice,
    /// The axes are not the outermost ones.
    NotOutermost,
    /// A loop over tiles is of a fold, or not the first part of an axis.
    Part {
        /// The loop.
        part: String,
    },
    /// The loops over tiles are not adjacent.
    NotAdjacent,
    /// A parallel loop is unrolled.
    Unrolled {
        /// The loop.
        of: String,
    },
}

impl fmt::Display for ParallelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParallelError::Twice => f.write_str("sets the parallel loops twice"),
            ParallelError::NotOutermost => {
                f.write_str("runs axes in parallel that are not the outermost of the order, in its order")
            }
            ParallelError::Part { part } => {
                write!(f, "runs {part} in parallel: only the first part of an axis can run in parallel")
            }
            ParallelError::NotAdjacent => {
                f.write_str("runs loops in parallel that are not adjacent in the order")
            }
            ParallelError::Unrolled { of } => write!(f, "unrolls {of} and runs it in parallel"),
        }
    }
}

/// Loops that cannot be distributed over the threads of a GPU.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MapError {
    /// The schedule also splits loops.
    SplitLoops,
    /// A fold is mapped to the grid.
    FoldToGrid {
        /// The name of the fold.
        fold: String,
    },
    /// The axes of the grid are not the outermost ones.
    NotOutermost,
    /// An axis that is not the innermost one is mapped to a block or warp.
    NotInnermost {
        /// The name of the axis.
        axis: String,
        /// The level of the hardware.
        place: Place,
    },
    /// Two steps map a loop.
    Twice {
        /// The name of the loop.
        of: String,
    },
    /// A loop is mapped together with an axis that encloses it.
    Enclosed {
        /// The name of the loop.
        of: String,
    },
    /// Folds are mapped to blocks or warps of several sizes.
    Sizes,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MapError::SplitLoops => f.write_str("maps loops and splits loops into tiles"),
            MapError::FoldToGrid { fold } => {
                write!(f, "maps the fold {fold} to the grid: only a block or a warp can share a fold")
            }
            MapError::NotOutermost => {
                f.write_str("maps axes that are not the outermost of the order, in its order")
            }
            MapError::NotInnermost { axis, place } => write!(
                f,
                "maps the axis {axis} to a {}, but only the innermost axis can be, after all others are \
                 mapped to the grid",
                place.word()
            ),
            MapError::Twice { of } => write!(f, "maps {of} twice"),
            MapError::Enclosed { of } => write!(f, "maps both {of} and an enclosing axis"),
            MapError::Sizes => f.write_str("maps folds to thread groups of different sizes"),
        }
    }
}
