//! The reasons of inlining decisions.

use std::fmt;

/// The reason why a member is inlined or stored; it determines which of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// Nothing reads its points.
    NotRead,
    /// It shares values with another compute of its nest.
    Tied,
    /// It puts elements into a tensor, or traps.
    Impure,
    /// The program specifies `keep`.
    Keep,
    /// The program specifies bands or a window.
    SharedLoops,
    /// The program specifies `fuse`.
    Fuse,
    /// It reads a tensor that is updated in place before the reads.
    UpdatedInPlace,
    /// A decision depends on a long sum in it.
    DecidingSum,
    /// It is cheap, and it reads no memory.
    CheapWithoutMemory,
    /// Its memory is needed anyway.
    MemoryNeeded,
    /// It is cheap.
    Cheap,
    /// Its code would be copied too often.
    Copies,
    /// A loop would recompute it, and it is not cheap.
    Loop,
    /// Its points would be recomputed many times, and it is not cheap.
    ManyTimes,
    /// Several reads would repeat its loops of unknown length.
    UnknownLength,
    /// Each point is computed once, and it needs no memory if inlined.
    Moved,
    /// A single point needs no loops.
    SinglePoint,
    /// Several reads would recompute it, and it is not cheap.
    SeveralReads,
    /// Inlining costs less.
    CheaperInlined,
    /// Memory for all pairs of unknown extents may not be available.
    Pairs,
    /// Storing costs less.
    CheaperStored,
}

impl Reason {
    /// True if the member is inlined.
    pub fn inlines(self) -> bool {
        matches!(
            self,
            Reason::Fuse
                | Reason::CheapWithoutMemory
                | Reason::Cheap
                | Reason::Moved
                | Reason::CheaperInlined
                | Reason::Pairs
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NotRead => "its points are never read",
            Reason::Tied => "it shares values with another compute of its nest",
            Reason::Impure => "it puts elements into a tensor or may stop the call",
            Reason::Keep => "the program specifies keep",
            Reason::SharedLoops => "the program specifies shared loops",
            Reason::Fuse => "the program specifies fuse",
            Reason::UpdatedInPlace => "it reads a tensor that is updated in place before the reads",
            Reason::DecidingSum => "a decision depends on a long sum in it, which must be computed only once",
            Reason::CheapWithoutMemory => "it is cheap and reads no memory",
            Reason::MemoryNeeded => "its memory is needed anyway",
            Reason::Cheap => "it is cheap",
            Reason::Copies => "it would be copied too often",
            Reason::Loop => "the iterations of a loop would recompute it, and it is not cheap",
            Reason::ManyTimes => "its points would be recomputed many times, and it is not cheap",
            Reason::UnknownLength => "it has loops of unknown length that more than one read would repeat",
            Reason::Moved => "each of its points is computed once, and it needs no memory if inlined",
            Reason::SinglePoint => "storing a single point needs no loops",
            Reason::SeveralReads => "several reads would recompute it, and it is not cheap",
            Reason::CheaperInlined => "that is cheaper than storing and reading it",
            Reason::Pairs => "memory for all pairs of unknown extents may not be available",
            Reason::CheaperStored => "that is cheaper than recomputing it at each of its reads",
        })
    }
}
