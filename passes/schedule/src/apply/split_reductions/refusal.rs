//! Refusals: the reasons why a fold is not reduced in chunks.

use std::fmt;

/// The reason why a step `rfactor` is left out. Its text is a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RfactorRefusal {
    /// The compute accumulates into tensors.
    Accumulates,
    /// The compute is a member of a group.
    Member,
    /// The fold is inside of code that is not one fold with it.
    Nested,
    /// The fold has a fixed order.
    FixedOrder,
    /// Extents do not determine the range of the fold, or it may be negative.
    Range,
    /// The fold has fewer than two chunks.
    Short {
        /// The iterations of a chunk.
        length: i64,
    },
    /// The code of the fold cannot be copied.
    Code,
}

impl fmt::Display for RfactorRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RfactorRefusal::Accumulates => f.write_str("the compute accumulates into tensors"),
            RfactorRefusal::Member => f.write_str("a member of a group reduces in the loops of the group"),
            RfactorRefusal::Nested => {
                f.write_str("the fold is inside of another one, and both are not one fold over two loops")
            }
            RfactorRefusal::FixedOrder => {
                f.write_str("the order of the fold is fixed: allow another one with reassoc")
            }
            RfactorRefusal::Range => {
                f.write_str("the range of the fold is not a difference of extents that is at least 0")
            }
            RfactorRefusal::Short { length } => {
                write!(f, "the fold has fewer than two chunks of {length} iterations")
            }
            RfactorRefusal::Code => f.write_str("the chunks would compute other loops again"),
        }
    }
}
