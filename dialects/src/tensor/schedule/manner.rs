//! Options of the step `place`: the threads that compute a member, the layout of its buffer, the memory level
//! that must hold it, and the number of buffers in flight.

use super::error::{LayoutFault, MemberLayoutError, PlacementError};
use super::hierarchy::Space;
use crate::tensor::tile_layout::{Digit, digits};
use std::fmt;
use tf_ir::affine::{AffineExpr, AffineMap, AffineVar};

/// The largest divisor by which a layout cuts an index: the largest tile size of a loop.
const MOST_CUT: i64 = 1 << 20;

/// The options of a step `place`; absent ones follow from the placement.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Manner {
    /// The threads that compute it.
    pub by: Option<By>,
    /// The memory level that must hold the results of one iteration.
    pub space: Option<Space>,
    /// The layout of the buffer.
    pub layout: Option<MemberLayout>,
    /// The number of buffers in flight.
    pub copies: Option<i64>,
}

/// The threads that compute a member.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// The thread that runs the iteration; one thread outside all parallel loops.
    Each,
    /// All threads: the member's own loop is parallel within each iteration.
    All,
}

impl By {
    /// The keywords of schedules and attributes.
    pub const WORDS: [&str; 2] = ["each", "all"];

    /// The keyword.
    pub fn word(self) -> &'static str {
        By::WORDS[self as usize]
    }

    /// The value of a keyword.
    pub fn of_word(word: &str) -> Option<By> {
        [By::Each, By::All].into_iter().find(|by| by.word() == word)
    }
}

/// The layout of a member's buffer: its axes by name, and the digits of their indices in storage order,
/// outermost first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MemberLayout {
    axes: Vec<String>,
    map: AffineMap,
}

impl MemberLayout {
    /// Builds a layout from a map over the indices of these axes.
    ///
    /// # Errors
    /// The map stores an index twice or not at all, or uses expressions other than quotients and remainders
    /// of indices.
    pub fn new(axes: Vec<String>, map: AffineMap) -> Result<MemberLayout, MemberLayoutError> {
        let layout = MemberLayout { axes, map };
        match layout.fault() {
            Some(fault) => Err(MemberLayoutError::Map { layout: Box::new(layout), fault }),
            None => Ok(layout),
        }
    }

    /// The fault of the map, if it has one.
    fn fault(&self) -> Option<LayoutFault> {
        if self.map.num_symbols() > 0 || self.map.num_dims() as usize != self.axes.len() {
            return Some(LayoutFault::Dimensions);
        }
        if (1..self.axes.len()).any(|at| self.axes[..at].contains(&self.axes[at])) {
            return Some(LayoutFault::AxisTwice);
        }
        let found = match digits(&self.map) {
            Ok(found) => found,
            Err(why) => return Some(LayoutFault::Digits(why)),
        };
        found.into_iter().find_map(|(_, digit)| match digit {
            Digit::Quotient(by) | Digit::Remainder(by) if by > MOST_CUT => {
                Some(LayoutFault::Divisor { by, most: MOST_CUT })
            }
            _ => None,
        })
    }

    /// Parses a layout such as `(i, k) -> (k, i)`.
    ///
    /// # Errors
    /// The text is not a map, or as for [`MemberLayout::new`].
    pub fn parse(text: &str) -> Result<MemberLayout, MemberLayoutError> {
        let text = text.trim();
        let ((map, axes), length) = AffineMap::parse_named_prefix(text)
            .map_err(|error| MemberLayoutError::Syntax { text: text.to_string(), message: error.message })?;
        match text[length..].trim() {
            "" => MemberLayout::new(axes, map),
            rest => Err(MemberLayoutError::Trailing { text: text.to_string(), rest: rest.to_string() }),
        }
    }

    /// The names of the axes, in the order of the map's dimensions.
    pub fn axes(&self) -> &[String] {
        &self.axes
    }

    /// The same layout with a further, outermost axis.
    ///
    /// # Errors
    /// As [`MemberLayout::new`]: an axis of this name exists.
    pub fn around(&self, name: &str) -> Result<MemberLayout, MemberLayoutError> {
        let axes = std::iter::once(name.to_string()).chain(self.axes.iter().cloned()).collect();
        let shifted =
            |expr: &AffineExpr| expr.replace_with(&mut |leaf| leaf.as_dim().map(|d| AffineExpr::dim(d + 1)));
        let others = self.map.results().iter().map(shifted);
        let results = std::iter::once(Ok(AffineExpr::dim(0))).chain(others).collect::<Result<_, _>>();
        let map = results.and_then(|results| AffineMap::new(self.map.num_dims() + 1, 0, results));
        MemberLayout::new(axes, map.map_err(MemberLayoutError::Size)?)
    }

    /// The map from indices to storage order.
    pub fn map(&self) -> &AffineMap {
        &self.map
    }

    /// The digits of indices in storage order, for a member whose axes have these names.
    ///
    /// # Errors
    /// The layout has other axes.
    pub fn digits(&self, member: &str, axes: &[String]) -> Result<Vec<(usize, Digit)>, PlacementError> {
        let places: Option<Vec<usize>> =
            self.axes.iter().map(|name| axes.iter().position(|own| own == name)).collect();
        let places = places.filter(|places| places.len() == axes.len()).ok_or_else(|| {
            let (member, axes) = (member.to_string(), axes.to_vec());
            PlacementError::LayoutAxes { member, layout: self.clone(), axes }
        })?;
        let parts = digits(&self.map).map_err(PlacementError::Layout)?;
        Ok(parts.into_iter().map(|(axis, digit)| (places[axis], digit)).collect())
    }
}

impl fmt::Display for MemberLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}) -> (", self.axes.join(", "))?;
        for (at, expr) in self.map.results().iter().enumerate() {
            f.write_str(if at > 0 { ", " } else { "" })?;
            expr.write_with(f, &mut |out, var| match var {
                AffineVar::Dim(d) => match self.axes.get(d as usize) {
                    Some(name) => out.write_str(name),
                    None => write!(out, "{var}"),
                },
                AffineVar::Symbol(_) => write!(out, "{var}"),
            })?;
        }
        f.write_str(")")
    }
}

impl Manner {
    /// True if no option is set.
    pub fn is_plain(&self) -> bool {
        *self == Manner::default()
    }
}
