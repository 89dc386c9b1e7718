//! Refusals about the layouts of members, and about the memory levels that hold their tiles.

use std::fmt;
use tf_dialects::tensor::schedule::Space;

/// The reason why a member cannot have its layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LayoutRefusal {
    /// The member also has a sliding window.
    Window { member: String },
    /// An extent overflows where the layout rounds it up.
    RoundedUp { member: String },
    /// The layout splits an axis along which a read wraps around.
    Wraps { member: String },
}

impl fmt::Display for LayoutRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutRefusal::Window { member } => write!(
                f,
                "{member} has a layout, but also a sliding window, whose elements are addressed modulo its \
                 length"
            ),
            LayoutRefusal::RoundedUp { member } => {
                write!(f, "an axis of {member} overflows 64 bits where its layout rounds it up")
            }
            LayoutRefusal::Wraps { member } => write!(
                f,
                "the layout of {member} splits an axis, but {member} is read with wrap: the stored axes have \
                 other ends"
            ),
        }
    }
}

/// The reason why a member does not fit in its memory level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MemoryRefusal {
    /// The size of its live part is not constant.
    UnknownSize { member: String, space: Space },
    /// Its live part is larger than the level.
    TooLarge { member: String, space: Space, bytes: u64, limit: u64 },
}

impl fmt::Display for MemoryRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryRefusal::UnknownSize { member, space } => write!(
                f,
                "{member} must fit in {}, but the size of its live part is not constant",
                space.word()
            ),
            MemoryRefusal::TooLarge { member, space, bytes, limit } => write!(
                f,
                "the live part of {member} has {bytes} bytes, more than the {limit} of {}",
                space.word()
            ),
        }
    }
}
