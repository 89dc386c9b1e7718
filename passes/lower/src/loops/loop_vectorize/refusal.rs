//! Refusals: the reasons why a loop is not vectorized, or not with the requested tail or stores.

use std::fmt;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::schedule::Tail;
use tf_ir::body::{Body, Op};
use tf_ir::location::Location;

/// The reason why a loop cannot be widened.
pub(super) struct Refusal {
    /// The location of the op that prevents it.
    pub loc: Location,
    /// The reason.
    pub reason: VectorRefusal,
}

impl Refusal {
    /// A reason at an op.
    pub fn at(body: &Body, op: Op, reason: VectorRefusal) -> Refusal {
        Refusal { loc: body.loc(op), reason }
    }
}

/// The reason why the iterations of a loop cannot become lanes. Its text is a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum VectorRefusal {
    /// The count of lanes is out of range.
    Lanes { width: i64 },
    /// The loop does not have the axis.
    NoAxis,
    /// The loop may be left early.
    LeftEarly,
    /// The op is not a loop whose iterations can become lanes.
    NotALoop { op: String },
    /// The step of the loop is not 1.
    Step,
    /// The index has another type than index.
    IndexType,
    /// The loop carries values that it does not fold.
    Carried,
    /// A folded value is not a number.
    FoldType,
    /// The order of the fold is fixed.
    FixedOrder,
    /// A carried value is not combined by the kind of its fold.
    NotCombined { kind: CombiningKind },
    /// A result has a type without a vector form.
    ResultType { op: String, ty: String },
    /// All iterations store to one address.
    OneAddress,
    /// An op has no vector form.
    NoVectorForm { op: String },
}

impl fmt::Display for VectorRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VectorRefusal::Lanes { width } => write!(f, "{width} is not a valid lane count"),
            VectorRefusal::NoAxis => f.write_str("it has no such axis"),
            VectorRefusal::LeftEarly => {
                f.write_str("it may be left early, so its iterations depend on each other")
            }
            VectorRefusal::NotALoop { op } => {
                write!(f, "'{op}' is not a loop whose iterations can become lanes")
            }
            VectorRefusal::Step => f.write_str("its step is not 1"),
            VectorRefusal::IndexType => f.write_str("its index is not of type index"),
            VectorRefusal::Carried => f.write_str("it carries values that it does not fold"),
            VectorRefusal::FoldType => f.write_str("its fold is not of a numeric type"),
            VectorRefusal::FixedOrder => {
                f.write_str("the order of its fold is fixed: its flags have no 'reassoc'")
            }
            VectorRefusal::NotCombined { kind } => {
                write!(f, "a carried value is not folded with '{kind}'")
            }
            VectorRefusal::ResultType { op, ty } => {
                write!(f, "'{op}' has the result type {ty}, which has no vector form")
            }
            VectorRefusal::OneAddress => f.write_str("all iterations store to one address"),
            VectorRefusal::NoVectorForm { op } => write!(f, "'{op}' has no vector form"),
        }
    }
}

/// The reason why a loop does not have the requested tail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TailRefusal {
    /// GPUs mask lanes past the end.
    Gpu { tail: Tail },
    /// Iterations may not run twice, so the tail is peeled.
    Peeled(RepeatRefusal),
}

impl fmt::Display for TailRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TailRefusal::Gpu { tail } => {
                write!(f, "the tail '{}' is for CPUs: on a GPU, lanes past the end are masked", tail.word())
            }
            TailRefusal::Peeled(why) => write!(f, "the tail is peeled instead of overlapped: {why}"),
        }
    }
}

/// The reason why an iteration may not run twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RepeatRefusal {
    /// An op has other effects than reads and writes.
    Op { op: String },
    /// Iterations read memory that others write.
    Overwritten,
    /// A fold would combine terms twice.
    Terms { kind: CombiningKind },
    /// Several threads would write the same points.
    Threads,
}

impl fmt::Display for RepeatRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RepeatRefusal::Op { op } => write!(f, "'{op}' would run twice"),
            RepeatRefusal::Overwritten => f.write_str("points would be computed from overwritten values"),
            RepeatRefusal::Terms { kind } => write!(f, "terms would be combined by '{kind}' twice"),
            RepeatRefusal::Threads => f.write_str("threads would write the same points"),
        }
    }
}

/// The reason why the stores of a loop are not non-temporal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StreamRefusal {
    /// GPUs have a cache for stores.
    Gpu,
    /// The lanes are one of several parallel axes.
    SeveralAxes,
    /// The step of the loop is not 1.
    Step,
    /// No store runs in every iteration.
    NoStore,
    /// The loop reads the memory that it stores to.
    ReadsStored,
    /// The address of the first store is not known before the loop.
    UnknownAddress,
}

impl fmt::Display for StreamRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StreamRefusal::Gpu => "GPUs have a cache for stores",
            StreamRefusal::SeveralAxes => "its lanes are an axis that runs in parallel with others",
            StreamRefusal::Step => "its step is not 1",
            StreamRefusal::NoStore => "its body has no store that runs in every iteration",
            StreamRefusal::ReadsStored => "it reads the memory that it stores to",
            StreamRefusal::UnknownAddress => "the address of its first store is not known before the loop",
        })
    }
}
