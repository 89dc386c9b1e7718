//! The conditions under which computes share loops, by name.
//!
//! Each states what would go wrong without it. A test leaves out one at a time and shows that an answer then
//! changes, or that no program results: so each is checked where it matters, and none is redundant.

use super::refusal::GroupRefusal;

/// A requirement on the members of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// A member neither scatters elements nor traps: it also runs out of bounds, and several times.
    Pure,
    /// The ops next to the members have neither regions nor effects: they move before the loops.
    PureSiblings,
    /// Members read no tile with a layout: it has no elements out of bounds that could be read and dropped.
    RowMajor,
    /// Shifted subscripts do not overflow 64 bits.
    Small,
    /// Members read each other by element only, never as whole tensors.
    Elements,
    /// The policy of a read along a shared loop applies to the bounds of the whole tensor, not to those of a
    /// tile.
    Policy,
    /// A subscript along a shared loop is a positive multiple of the loop's index, plus a bounded offset.
    StridedReads,
    /// All consumers of a member agree on its stride along a shared loop.
    EqualStrides,
    /// A reduction is read after the loop that computes it.
    Ended,
    /// A reduction is read inside of all loops that restart it.
    Carried,
    /// A fold over a shared loop does not consume the reduction of another shared loop.
    Settled,
    /// A fold over a shared loop covers all of it.
    WholeFold,
    /// The partial results of a fold may be combined in any order.
    OpenOrder,
    /// A known operation combines the partial results of each value of a fold.
    OneKind,
    /// The reduction loop of a member is inside of all loops of its axes.
    Innermost,
    /// No other loop is between the parts of a split reduction loop: each of its iterations would add the
    /// same terms again.
    Unbroken,
    /// Each thread reduces its own chunks.
    Chunks,
    /// One thread runs the iterations that share a window, or a tile computed ahead, in order.
    Sequential,
    /// Each element of a result is written once.
    SingleWrite,
    /// A result has points: an empty one has no tiles.
    Points,
    /// Reductions need tiles that do not overlap.
    DisjointTiles,
    /// No read wraps around an axis that a layout splits: the stored axes have other ends.
    NoWrap,
}

impl Condition {
    /// All conditions, with the names that `apply-groups{waive=…}` takes.
    pub const NAMES: [(&'static str, Condition); 22] = [
        ("pure", Condition::Pure),
        ("pure-siblings", Condition::PureSiblings),
        ("row-major", Condition::RowMajor),
        ("small", Condition::Small),
        ("elements", Condition::Elements),
        ("policy", Condition::Policy),
        ("strided-reads", Condition::StridedReads),
        ("equal-strides", Condition::EqualStrides),
        ("ended", Condition::Ended),
        ("carried", Condition::Carried),
        ("settled", Condition::Settled),
        ("whole-fold", Condition::WholeFold),
        ("open-order", Condition::OpenOrder),
        ("one-kind", Condition::OneKind),
        ("innermost", Condition::Innermost),
        ("unbroken", Condition::Unbroken),
        ("chunks", Condition::Chunks),
        ("sequential", Condition::Sequential),
        ("single-write", Condition::SingleWrite),
        ("points", Condition::Points),
        ("disjoint-tiles", Condition::DisjointTiles),
        ("no-wrap", Condition::NoWrap),
    ];

    /// The condition of a name.
    pub fn named(name: &str) -> Option<Condition> {
        Condition::NAMES.iter().find(|(own, _)| *own == name).map(|(_, condition)| *condition)
    }
}

/// The conditions to check: all, or all but one.
#[derive(Clone, Copy, Default, Debug)]
pub struct Legality {
    waived: Option<Condition>,
}

impl Legality {
    /// All conditions but this one.
    pub fn without(waived: Option<Condition>) -> Legality {
        Legality { waived }
    }

    /// Checks a condition, unless it is waived.
    ///
    /// # Errors
    /// The refusal if it does not hold.
    pub fn require<E: Into<GroupRefusal>>(
        self,
        condition: Condition,
        holds: bool,
        why: impl FnOnce() -> E,
    ) -> Result<(), GroupRefusal> {
        if holds || self.waived == Some(condition) { Ok(()) } else { Err(why().into()) }
    }
}
