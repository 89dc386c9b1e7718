//! Refusals of computes that are no sum, or other fold, of terms.

use std::fmt;

/// The reason why a compute has no nest of dimensions. Its text is a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NestRefusal {
    /// The compute has no region.
    NoRegion,
    /// The compute puts elements into a tensor.
    Puts,
    /// The compute holds no loop, or several.
    Loops { count: usize },
    /// The loop of the compute is not a fold.
    NotAFold,
    /// The compute has more loops than a set of dimensions can hold.
    Dimensions { count: usize, most: u32 },
    /// The innermost fold yields nothing.
    NoFold,
    /// The innermost fold has a combiner region.
    Combiner,
    /// A fold has several values, or a combiner region.
    SeveralValues,
    /// The fold holds further loops.
    InnerLoops,
    /// The code may trap, so it cannot run out of bounds.
    Traps,
    /// A fold does not count from 0.
    Range,
    /// A fold has no index.
    NoIndex,
}

impl fmt::Display for NestRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NestRefusal::Loops { count } => {
                return write!(f, "the compute holds {count} loops, not one fold");
            }
            NestRefusal::Dimensions { count, most } => {
                return write!(f, "the compute has {count} loops, more than {most}");
            }
            NestRefusal::NoRegion => "the compute has no region",
            NestRefusal::Puts => "the compute puts elements into a tensor",
            NestRefusal::NotAFold => "the compute holds a loop that is not a fold",
            NestRefusal::NoFold => "the compute has no fold",
            NestRefusal::Combiner => "the fold of the compute has a combiner region",
            NestRefusal::SeveralValues => "a fold of the compute has several values or a combiner region",
            NestRefusal::InnerLoops => "the fold of the compute holds loops",
            NestRefusal::Traps => "the compute may stop the call, so its tiles may not extend past the edge",
            NestRefusal::Range => "a fold of the compute does not count from 0 to an extent",
            NestRefusal::NoIndex => "a fold of the compute has no index",
        })
    }
}
