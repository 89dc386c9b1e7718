//! Refusals: the reasons why folds of a compute are not joined.

use std::fmt;

/// The reason why folds of a compute cannot share one loop. Its text is a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoldJoinRefusal {
    /// There are no folds.
    NoFolds,
    /// No fold depends on another one.
    Independent,
    /// The code between the folds has side effects.
    SideEffects,
    /// The order of a fold's terms is fixed.
    FixedOrder { fold: String },
    /// No law gives the correction of a fold's partial result.
    NoLaw { fold: String },
    /// The terms of a fold need two substitutes for one value.
    TwoRoles { fold: String },
    /// A fold has no region.
    NoRegion,
    /// A fold is in another block than the others.
    OtherLoop { fold: String },
    /// A fold has a combiner region or side effects.
    Combiner { fold: String },
    /// A fold has another range than the others.
    OtherRange { fold: String },
    /// The lower bound of a fold is not constant.
    ComputedStart { fold: String },
    /// The bounds of a fold overflow where they are counted in chunks.
    LargeBounds { fold: String },
}

impl fmt::Display for FoldJoinRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoldJoinRefusal::NoFolds => f.write_str("there are no folds"),
            FoldJoinRefusal::Independent => f.write_str("none of them depends on another one"),
            FoldJoinRefusal::SideEffects => f.write_str("the code between the folds has side effects"),
            FoldJoinRefusal::FixedOrder { fold } => {
                write!(f, "the order of {fold} is fixed: it has no reassoc")
            }
            FoldJoinRefusal::NoLaw { fold } => {
                write!(f, "no law corrects {fold} when a fold that it depends on changes")
            }
            FoldJoinRefusal::TwoRoles { fold } => {
                write!(f, "{fold} uses the result of another fold in two different roles")
            }
            FoldJoinRefusal::NoRegion => f.write_str("a fold has no region"),
            FoldJoinRefusal::OtherLoop { fold } => {
                write!(f, "{fold} is in another loop than the other folds")
            }
            FoldJoinRefusal::Combiner { fold } => {
                write!(f, "{fold} has a combiner region or side effects")
            }
            FoldJoinRefusal::OtherRange { fold } => {
                write!(f, "{fold} has another range than the other folds")
            }
            FoldJoinRefusal::ComputedStart { fold } => write!(f, "{fold} does not start at a constant"),
            FoldJoinRefusal::LargeBounds { fold } => {
                write!(f, "{fold} has bounds that overflow 64 bits if they are counted in chunks")
            }
        }
    }
}
