//! Errors about steps that contradict each other on a loop, and about loops over tiles.

use std::fmt;

/// Two steps that exclude each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConflictError {
    /// Two steps `time`.
    TwoTimes,
    /// Two steps `jam`.
    TwoJams,
    /// Two steps `prefetch` for a loop.
    TwoPrefetches {
        /// The name of the loop.
        of: String,
    },
    /// Two steps `split` for a loop.
    TwoSplits {
        /// The name of the loop.
        of: String,
    },
    /// Two steps `unroll` for a loop.
    TwoUnrolls {
        /// The name of the loop.
        of: String,
    },
    /// Two steps `rfactor` for a fold.
    TwoFactors {
        /// The name of the fold.
        of: String,
    },
    /// A fold is reduced in chunks and joined with others.
    FactorJoined {
        /// The name of the fold.
        of: String,
    },
    /// Two vectorized loops that are nested, or one loop.
    TwoVectors {
        /// The name of the loop that is vectorized already.
        first: String,
        /// The name of the other loop.
        second: String,
    },
    /// A fully unrolled loop has other steps.
    Unrolled {
        /// The name of the loop.
        of: String,
    },
    /// A vectorized loop is mapped to threads.
    VectorMapped {
        /// The name of the loop.
        of: String,
    },
    /// A vectorized axis is jammed.
    VectorJammed {
        /// The name of the axis.
        axis: String,
    },
    /// Results are streamed, and loops are split.
    StreamOfTiles,
    /// A loop is split, and results are streamed.
    SplitOfStream {
        /// The name of the loop.
        of: String,
    },
}

impl fmt::Display for ConflictError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConflictError::TwoTimes => f.write_str("has the step time twice"),
            ConflictError::TwoJams => f.write_str("jams two loops"),
            ConflictError::TwoPrefetches { of } => write!(f, "prefetches twice along {of}"),
            ConflictError::TwoSplits { of } => write!(f, "splits {of} twice"),
            ConflictError::TwoUnrolls { of } => write!(f, "unrolls {of} twice"),
            ConflictError::TwoFactors { of } => write!(f, "has rfactor({of}, …) twice"),
            ConflictError::FactorJoined { of } => {
                write!(f, "has rfactor({of}, …) and joins {of}: a joined loop has the terms of all its folds")
            }
            ConflictError::TwoVectors { first, second } => write!(f, "vectorizes both {first} and {second}"),
            ConflictError::Unrolled { of } => {
                write!(f, "unrolls {of} fully, but has other steps for the loop {of}")
            }
            ConflictError::VectorMapped { of } => write!(f, "both vectorizes and maps {of}"),
            ConflictError::VectorJammed { axis } => write!(f, "both vectorizes and jams {axis}"),
            ConflictError::StreamOfTiles => {
                f.write_str("streams results and splits loops: tiles must stay in the caches")
            }
            ConflictError::SplitOfStream { of } => {
                write!(f, "splits {of} and streams results: tiles must stay in the caches")
            }
        }
    }
}

/// A step `mma` that does not fit the fold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MmaError {
    /// No loop is split.
    NoSplit {
        /// The name of the fold.
        fold: String,
    },
    /// Another fold has the step.
    TwoFolds {
        /// The name of the other fold.
        first: String,
        /// The name of the fold.
        second: String,
    },
    /// The fold is vectorized.
    Vectorized {
        /// The name of the fold.
        fold: String,
    },
    /// A tile of the fold is not a multiple of the terms.
    Uneven {
        /// The name of the fold.
        fold: String,
        /// The terms per instruction.
        terms: i64,
        /// The size of the tile.
        size: i64,
    },
}

impl fmt::Display for MmaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MmaError::NoSplit { fold } => {
                write!(f, "has mma({fold}, …), but splits no loop: mma needs the terms packed in tiles")
            }
            MmaError::TwoFolds { first, second } => write!(f, "has mma for both {first} and {second}"),
            MmaError::Vectorized { fold } => write!(f, "vectorizes {fold} and has mma for it"),
            MmaError::Uneven { fold, terms, size } => write!(
                f,
                "has mma({fold}, {terms}), but splits {fold} into tiles of {size}, which is not a multiple"
            ),
        }
    }
}

/// A step on loops over tiles that does not fit them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TileError {
    /// Operands are staged, but no loop is split.
    NoTiles,
    /// Two steps `stage` name the same loops.
    TwoStages,
    /// The loop of panels is not staged, or not split.
    Panels {
        /// The name of the loop.
        of: String,
    },
}

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TileError::NoTiles => f.write_str("stages tiles, but splits no loop"),
            TileError::TwoStages => f.write_str("has two stage steps for the same loops"),
            TileError::Panels { of } => {
                write!(f, "has panels = {of}, which is not one of the staged loops, or is not split")
            }
        }
    }
}
