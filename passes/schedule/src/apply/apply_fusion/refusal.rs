//! Refusals: the reasons why members of a group do not become one compute.

use std::fmt;
use tf_dialects::tensor::Policy;

/// The reason why a compute cannot be evaluated at its reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InlineRefusal {
    /// It puts elements into a tensor, or traps.
    Impure,
    /// A read has a policy that its code cannot take over.
    Policy(Policy),
    /// An op uses the whole tensor.
    WholeTensor,
    /// The subscripts of a read within its elements are not constant.
    NoElement,
    /// Its subscripts become too large at those of a read.
    LargeSubscripts,
}

impl fmt::Display for InlineRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InlineRefusal::Impure => f.write_str("it puts elements into a tensor or may stop the call"),
            InlineRefusal::Policy(policy) => write!(f, "a read has the policy {policy}"),
            InlineRefusal::WholeTensor => f.write_str("it is used as a whole tensor"),
            InlineRefusal::NoElement => f.write_str("a read selects no constant element of its value"),
            InlineRefusal::LargeSubscripts => f.write_str("the composed subscripts of a read are too large"),
        }
    }
}

/// A member that cannot be evaluated at its reads, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotInlined {
    /// The name of the member.
    pub member: String,
    /// The reason.
    pub why: InlineRefusal,
}

impl fmt::Display for NotInlined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be inlined: {}", self.member, self.why)
    }
}

/// The reason why two computes cannot become one, point by point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MergeRefusal {
    /// One puts elements into a tensor, or they have different boxes.
    Domains,
    /// The second reads the first at other points than its own.
    OtherPoints,
    /// An op between them uses the first.
    UsedBetween,
    /// The subscripts of the merged compute become too large.
    LargeSubscripts,
}

impl fmt::Display for MergeRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MergeRefusal::Domains => {
                "computes that put elements into a tensor or have different boxes cannot be merged point by \
                 point"
            }
            MergeRefusal::OtherPoints => {
                "a compute reads other points of another one, so they cannot be merged point by point"
            }
            MergeRefusal::UsedBetween => {
                "an op between two computes uses the first one, so they cannot be merged point by point"
            }
            MergeRefusal::LargeSubscripts => "the composed subscripts of a merged compute are too large",
        })
    }
}
