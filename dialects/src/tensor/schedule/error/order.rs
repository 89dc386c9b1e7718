//! Errors about the names and the order of loops.

use std::fmt;

/// A name that is not the name of a loop that the step takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NameError {
    /// No loop has the name.
    Unknown {
        /// The name.
        name: String,
        /// The names of the loops.
        known: Vec<String>,
    },
    /// The step takes axes, but the name is the name of a fold.
    Fold {
        /// The keyword of the step.
        step: &'static str,
        /// The name of the fold.
        fold: String,
        /// The names of the axes.
        axes: Vec<String>,
    },
    /// The step takes a fold, but the name is the name of an axis.
    Axis {
        /// The keyword of the step.
        step: &'static str,
        /// The name of the axis.
        axis: String,
    },
    /// The part is not the innermost one of its loop.
    Part {
        /// The part.
        name: String,
        /// The name of the loop.
        of: String,
        /// The number of its tile sizes; 0 if it is not split.
        sizes: usize,
    },
    /// The part is not a loop over tiles.
    OverTiles {
        /// The part.
        name: String,
        /// The loops over tiles.
        known: Vec<String>,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Unknown { name, known } => {
                write!(f, "names the loop '{name}', but the loops ")?;
                match known.is_empty() {
                    true => f.write_str("have no names")?,
                    false => write!(f, "are {}", known.join(", "))?,
                }
                f.write_str(" (the attribute 'axis' names a fold)")
            }
            NameError::Fold { step, fold, axes } => {
                let axes = axes.join(", ");
                write!(f, "has {step} for the fold {fold}: {step} takes axes of the box ({axes})")
            }
            NameError::Axis { step, axis } => {
                write!(f, "has {step} for the axis {axis}: {step} takes a fold")
            }
            NameError::Part { name, sizes: 0, .. } => {
                write!(f, "names '{name}', which is not a loop of a tile: it is not split")
            }
            NameError::Part { name, of, sizes } => {
                write!(f, "names '{name}', which is not a loop of a tile: its last part is {of}.{sizes}")
            }
            NameError::OverTiles { name, known } => write!(
                f,
                "names '{name}' as a loop over tiles, which are {}: the last part of a loop, and a loop \
                 without a split, are inside the tile",
                known.join(", ")
            ),
        }
    }
}

/// An order of loops that is not possible, or a step that comes too late for the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OrderError {
    /// Loops are ordered after a parallel step.
    AfterParallel,
    /// A fold is outside of an axis.
    FoldOutside {
        /// The name of the fold.
        fold: String,
        /// The name of the axis.
        axis: String,
    },
    /// The order does not name all axes.
    MissingAxes {
        /// The number of named axes.
        count: usize,
        /// The number of axes.
        rank: usize,
    },
    /// Loops over tiles are ordered after another step on tiles.
    AfterTiles,
    /// The order does not name a loop over tiles.
    MissingPart {
        /// The loop.
        part: String,
    },
    /// A loop over tiles is inside of a loop over its own parts.
    InnerPart {
        /// The loop.
        part: String,
    },
    /// A loop is split after an order or parallel step.
    SplitAfterOrder {
        /// The name of the loop.
        of: String,
    },
    /// A loop is split after another step on tiles.
    SplitAfterTiles {
        /// The name of the loop.
        of: String,
    },
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderError::AfterParallel => f.write_str("orders loops after a parallel step: write order first"),
            OrderError::FoldOutside { fold, axis } => write!(
                f,
                "puts the fold {fold} around {axis}, which would keep partial sums of all its points in \
                 memory"
            ),
            OrderError::MissingAxes { count, rank } => write!(f, "orders {count} of {rank} axes"),
            OrderError::AfterTiles => {
                f.write_str("orders loops after another step on tiles: write order directly after split")
            }
            OrderError::MissingPart { part } => write!(
                f,
                "omits {part} from the order: an order names all parts of each loop except the last"
            ),
            OrderError::InnerPart { part } => write!(f, "puts {part} inside one of its inner parts"),
            OrderError::SplitAfterOrder { of } => {
                write!(f, "splits {of} after an order or parallel step: write split first")
            }
            OrderError::SplitAfterTiles { of } => {
                write!(f, "splits {of} after another step on tiles: write split first")
            }
        }
    }
}
