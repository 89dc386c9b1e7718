//! Errors about the layout of a member.

use crate::tensor::schedule::MemberLayout;
use crate::tensor::tile_layout::LayoutError;
use std::fmt;
use tf_ir::affine::AffineError;

/// A layout that a step `place` does not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MemberLayoutError {
    /// The map does not store each index exactly once.
    Map {
        /// The layout.
        layout: Box<MemberLayout>,
        /// What is wrong with its map.
        fault: LayoutFault,
    },
    /// The text is not a map.
    Syntax {
        /// The text.
        text: String,
        /// The message of the parser.
        message: String,
    },
    /// The text continues after the map.
    Trailing {
        /// The text.
        text: String,
        /// The rest of it.
        rest: String,
    },
    /// A further axis makes the map too large.
    Size(AffineError),
}

/// The fault of a layout's map. Its text is a predicate of the layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LayoutFault {
    /// The map has symbols, or other dimensions than axes.
    Dimensions,
    /// Two axes have one name.
    AxisTwice,
    /// The results are not digits of the indices.
    Digits(LayoutError),
    /// A divisor is larger than the largest tile.
    Divisor {
        /// The divisor.
        by: i64,
        /// The largest one.
        most: i64,
    },
}

impl fmt::Display for MemberLayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FORM: &str = "but needs a map such as (i, k) -> (k, i)";
        match self {
            MemberLayoutError::Map { layout, fault } => {
                write!(f, "place has a layout {layout} that {fault}")
            }
            MemberLayoutError::Syntax { text, message } => {
                write!(f, "place has the layout '{text}', {FORM}: {message}")
            }
            MemberLayoutError::Trailing { text, rest } => {
                write!(f, "place has the layout '{text}', {FORM}: unexpected '{rest}' at its end")
            }
            MemberLayoutError::Size(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for LayoutFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutFault::Dimensions => f.write_str("does not map exactly the indices of a member's axes"),
            LayoutFault::AxisTwice => f.write_str("names an axis twice"),
            LayoutFault::Digits(why) => why.fmt(f),
            LayoutFault::Divisor { by, most } => {
                write!(f, "divides an index by {by}, which is more than {most}")
            }
        }
    }
}

impl std::error::Error for MemberLayoutError {}
