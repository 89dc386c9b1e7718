//! The step `place`: the loop in which a member of a group is computed, and the loop that holds its buffer
//! (compute_at and store_at of Halide).

use super::error::{Form, PlaceStepError, PlacementError, PlanError, StepError};
use super::tiles::Part;
use super::{By, Manner, Step, Tiles, in_range, is_name};
use crate::tensor::schedule::LoopNames;
use rustc_hash::FxHashSet;

/// Keywords accepted instead of a loop.
pub(super) const WORDS: [&str; 2] = ["inline", "root"];

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
        let text = |part: Part| super::tiles::text(part, names);
        let around = match keep {
            None => None,
            Some(Keep::Root) => Some((0, "root".to_string())),
            Some(Keep::Loop(around)) => {
                let place = tiles.order.iter().position(|own| *own == around).unwrap_or(tiles.order.len());
                Some((place + 1, text(around)))
            }
        };
        match around {
            Some((depth, keep)) if depth != at => {
                Err(PlacementError::Keep { member: self.member.clone(), keep, at: text(part) })
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
        let text = |part: Part| super::tiles::text(part, names);
        let (at, parallel) = (text(part), text(*shared));
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
        let at = super::tiles::text(part, names);
        Err(PlacementError::NoAxis { member: self.member.clone(), at })
    }
}

/// Parses the step: members, followed by `inline` or `root` unless `at` is given.
pub(super) fn step(
    mut members: Vec<String>,
    numbers: &[i64],
    (at, keep): (Option<String>, Option<String>),
    manner: Manner,
) -> Result<Step, StepError> {
    let at = match at {
        Some(at) => at,
        None => members.pop().filter(|word| WORDS.contains(&word.as_str())).ok_or(Form::Place)?,
    };
    if members.is_empty() || !numbers.is_empty() {
        return Err(Form::Place.into());
    }
    if let Some(name) = members.iter().find(|name| WORDS.contains(&name.as_str()) || !is_name(name)) {
        return Err(PlaceStepError::NotAMember { name: name.clone() }.into());
    }
    if at == "inline" && !manner.is_plain() {
        return Err(PlaceStepError::InlinedOptions { members }.into());
    }
    if let Some(copies) = manner.copies {
        in_range("copies", copies, 2)?;
        if copies > 1 && at == "root" {
            return Err(PlaceStepError::RootAhead { members }.into());
        }
        if copies > 1 && keep.is_some() {
            return Err(PlaceStepError::WindowAhead { members }.into());
        }
    }
    match keep {
        Some(_) if WORDS.contains(&at.as_str()) => Err(PlaceStepError::KeepOutside { at }.into()),
        Some(keep) if keep == "inline" => Err(PlaceStepError::KeepInline.into()),
        keep => Ok(Step::Place { members, at, keep, manner }),
    }
}

/// True for a location outside all loops.
pub(super) fn is_outside_of_loops(at: &str) -> bool {
    WORDS.contains(&at)
}

impl Tiles {
    /// Records the placement of members.
    pub(super) fn place(
        &mut self,
        members: &[String],
        (at, keep): (&str, Option<&str>),
        manner: &Manner,
        names: &LoopNames,
    ) -> Result<(), PlanError> {
        let placed = match at {
            "inline" => Placed::Inline,
            "root" => Placed::Root,
            _ => {
                let part = self.part(at, names)?;
                let keep = match keep {
                    None => None,
                    Some("root") => Some(Keep::Root),
                    Some(name) => Some(Keep::Loop(self.part(name, names)?)),
                };
                Placed::At { part, keep }
            }
        };
        let mut known: FxHashSet<String> = self.placements.iter().map(|own| own.member.clone()).collect();
        for member in members {
            if !known.insert(member.clone()) {
                return Err(PlacementError::Twice { member: member.clone() }.into());
            }
            self.placements.push(Placement { member: member.clone(), placed, manner: manner.clone() });
        }
        Ok(())
    }

    /// The `place` steps of these placements.
    pub(super) fn place_steps(&self, names: &LoopNames) -> Vec<Step> {
        let text = |part: Part| super::tiles::text(part, names);
        let step = |own: &Placement| {
            let (at, keep) = match own.placed {
                Placed::Inline => ("inline".to_string(), None),
                Placed::Root => ("root".to_string(), None),
                Placed::At { part, keep: None } => (text(part), None),
                Placed::At { part, keep: Some(Keep::Root) } => (text(part), Some("root".to_string())),
                Placed::At { part, keep: Some(Keep::Loop(around)) } => (text(part), Some(text(around))),
            };
            Step::Place { members: vec![own.member.clone()], at, keep, manner: own.manner.clone() }
        };
        self.placements.iter().map(step).collect()
    }
}
