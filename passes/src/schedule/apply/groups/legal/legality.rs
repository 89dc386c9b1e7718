//! The conditions under which computes share loops, by name.
//!
//! Each says what would go wrong without it. A test leaves out one at a time and shows that an answer then changes, or that no program comes
//! out: so that none is missing where it is asked, and none is asked in vain.

/// What has to hold for the members of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// A member neither puts elements into a tensor nor stops the call: it is computed behind edges, and several times.
    Pure,
    /// Ops beside the members neither have regions nor effects: they move in front of the loops.
    PureBeside,
    /// A tile with a layout has nothing behind its edge that could be read and dropped.
    Rows,
    /// Subscripts stay in 64 bits where they are shifted.
    Small,
    /// Members read each other element by element: there is no whole.
    Elements,
    /// A policy would speak of the edge of a part, not of the whole.
    Policy,
    /// A read is at the own point of a shared loop, or a multiple of it, or a constant way from there.
    OwnPoint,
    /// What is needed of a member moves along a shared loop by as many points for all who read it.
    Agreed,
    /// Sums are read behind the loop that adds them up.
    Ended,
    /// Sums are read in all the loops in which they begin anew.
    Carried,
    /// A fold over a shared loop does not add up what the loop itself adds up.
    Settled,
    /// A fold over a shared loop counts over all of it.
    WholeFold,
    /// The parts of a fold may be combined in any order.
    OpenOrder,
    /// The parts of each value of a fold are combined by an operation that is known.
    OneKind,
    /// The loops of a member's points are around the loop that it folds over.
    Innermost,
    /// No other loop is between the parts of a loop that a member folds over: each trip would be added once more for each of its iterations.
    Unbroken,
    /// Threads add up chunks of their own.
    Chunks,
    /// One thread runs the trips that a window is kept through, from the first to the last.
    InTurn,
    /// A result is written once.
    Once,
    /// A result has points: there are no tiles of none.
    Points,
    /// What trips add up they compute once: no trip overlaps another one.
    Twice,
    /// What is cut where it lies in memory has other ends than those of its axes.
    Ends,
}

impl Condition {
    /// All of them with the names by which `apply-groups{waive=…}` calls them.
    pub const NAMES: [(&'static str, Condition); 22] = [
        ("pure", Condition::Pure),
        ("pure-beside", Condition::PureBeside),
        ("rows", Condition::Rows),
        ("small", Condition::Small),
        ("elements", Condition::Elements),
        ("policy", Condition::Policy),
        ("own-point", Condition::OwnPoint),
        ("agreed", Condition::Agreed),
        ("ended", Condition::Ended),
        ("carried", Condition::Carried),
        ("settled", Condition::Settled),
        ("whole-fold", Condition::WholeFold),
        ("open-order", Condition::OpenOrder),
        ("one-kind", Condition::OneKind),
        ("innermost", Condition::Innermost),
        ("unbroken", Condition::Unbroken),
        ("chunks", Condition::Chunks),
        ("in-turn", Condition::InTurn),
        ("once", Condition::Once),
        ("points", Condition::Points),
        ("twice", Condition::Twice),
        ("ends", Condition::Ends),
    ];

    /// The condition of a name.
    pub fn named(name: &str) -> Option<Condition> {
        Condition::NAMES.iter().find(|(own, _)| *own == name).map(|(_, condition)| *condition)
    }
}

/// The conditions that are asked: all, or all but one.
#[derive(Clone, Copy, Default, Debug)]
pub struct Legality {
    waived: Option<Condition>,
}

impl Legality {
    /// All conditions but this one.
    pub fn without(waived: Option<Condition>) -> Legality {
        Legality { waived }
    }

    /// Asks a condition.
    ///
    /// # Errors
    /// Why it does not hold, in words that follow "the group".
    pub fn require(
        self,
        condition: Condition,
        holds: bool,
        why: impl FnOnce() -> String,
    ) -> Result<(), String> {
        if holds || self.waived == Some(condition) { Ok(()) } else { Err(why()) }
    }
}
