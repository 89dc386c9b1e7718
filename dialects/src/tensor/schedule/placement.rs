//! Placements: the loop in which a member of a group is computed, and the loop that holds its buffer.

use super::error::PlacementError;
use super::tiles::{Part, Tiles, text};
use super::{By, LoopNames, Manner};

/// A member and its placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The name of the member.
    pub member: String,
    /// The compute location.
    pub placed: Placed,
    /// The threads that compute the member, and the form of its buffer.
    pub manner: Manner,
}

/// The compute location of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placed {
    /// Evaluated at each read, point by point.
    Inline,
    /// Computed once, before the loops.
    Root,
    /// Computed in each iteration of a loop.
    At {
        /// The loop over tiles.
        part: Part,
        /// The store location, if it is outside that iteration: each iteration then computes only the points
        /// that earlier ones have not (a sliding window).
        keep: Option<Keep>,
    },
}

/// The store location of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Outside of all loops.
    Root,
    /// Inside each iteration of this loop.
    Loop(Part),
}

impl Placement {
    /// The number of shared loops around the member, and whether a sliding window keeps its results between
    /// iterations; `None` if it is outside all of them.
    ///
    /// # Errors
    /// The placement is invalid.
    pub fn depth(&self, tiles: &Tiles, names: &LoopNames) -> Result<Option<(usize, bool)>, PlacementError> {
        let Placed::At { part, keep } = self.placed else { return Ok(None) };
        let at = tiles.order.iter().position(|own| *own == part);
        let at = at.ok_or(PlacementError::UnknownLoop)?;
        let around = match keep {
            None => None,
            Some(Keep::Root) => Some((0, "root".to_string())),
            Some(Keep::Loop(around)) => {
                let place = tiles.order.iter().position(|own| *own == around).unwrap_or(tiles.order.len());
                Some((place + 1, text(around, names)))
            }
        };
        match around {
            Some((depth, keep)) if depth != at => {
                Err(PlacementError::Keep { member: self.member.clone(), keep, at: text(part, names) })
            }
            _ => Ok(Some((at + 1, keep.is_some()))),
        }
    }

    /// Checks that `by = all` does not apply inside a parallel loop, each of whose iterations runs on one
    /// thread.
    ///
    /// # Errors
    /// It does.
    pub fn check_threads(&self, tiles: &Tiles, names: &LoopNames) -> Result<(), PlacementError> {
        let Placed::At { part, .. } = self.placed else { return Ok(()) };
        let place = tiles.order.iter().position(|own| *own == part).unwrap_or(0);
        let shared =
            tiles.parallel.clone().find(|shared| *shared <= place && self.manner.by == Some(By::All));
        let Some(shared) = shared.and_then(|shared| tiles.order.get(shared)) else { return Ok(()) };
        let (at, parallel) = (text(part, names), text(*shared, names));
        Err(PlacementError::Threads { member: self.member.clone(), at, parallel })
    }

    /// Checks that the member has the loop in which it is computed as an axis, and that its layout uses
    /// exactly its axes. `axes` names its axes.
    ///
    /// # Errors
    /// A check fails.
    pub fn check_own(&self, axes: &[String], names: &LoopNames) -> Result<(), PlacementError> {
        if let Some(layout) = &self.manner.layout {
            layout.digits(&self.member, axes)?;
        }
        let Placed::At { part, .. } = self.placed else { return Ok(()) };
        if axes.iter().any(|own| own == names.text(part.of)) {
            return Ok(());
        }
        let at = text(part, names);
        Err(PlacementError::NoAxis { member: self.member.clone(), at })
    }
}
