//! The step `place`: the loop in which a member of a group is computed, and the loop that holds its buffer
//! (compute_at and store_at of Halide).

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
    Trip(Part),
}

impl Placement {
    /// The number of shared loops around the member, and whether a sliding window keeps its results between
    /// iterations; `None` if it is outside all of them.
    ///
    /// # Errors
    /// The placement is invalid. The message follows the words "the group".
    pub fn depth(&self, tiles: &Tiles, names: &LoopNames) -> Result<Option<(usize, bool)>, String> {
        let Placed::At { part, keep } = self.placed else { return Ok(None) };
        let at = tiles.order.iter().position(|own| *own == part);
        let at = at.ok_or("places a member in an unknown loop")?;
        let text = |part: Part| super::tiles::text(part, names);
        let around = match keep {
            None => None,
            Some(Keep::Root) => Some((0, "root".to_string())),
            Some(Keep::Trip(around)) => {
                let place = tiles.order.iter().position(|own| *own == around).unwrap_or(tiles.order.len());
                Some((place + 1, text(around)))
            }
        };
        match around {
            Some((depth, around)) if depth != at => Err(format!(
                "keeps {} in {around}, which is not the loop directly around {}, where it is computed",
                self.member,
                text(part)
            )),
            _ => Ok(Some((at + 1, keep.is_some()))),
        }
    }

    /// Checks that `by = all` does not apply inside a parallel loop, each of whose iterations runs on one
    /// thread.
    ///
    /// # Errors
    /// It does. The message follows the words "the group".
    pub fn check_threads(&self, tiles: &Tiles, names: &LoopNames) -> Result<(), String> {
        let Placed::At { part, .. } = self.placed else { return Ok(()) };
        let place = tiles.order.iter().position(|own| *own == part).unwrap_or(0);
        let shared =
            tiles.parallel.clone().find(|shared| *shared <= place && self.manner.by == Some(By::All));
        let Some(shared) = shared.and_then(|shared| tiles.order.get(shared)) else { return Ok(()) };
        let text = |part: Part| super::tiles::text(part, names);
        Err(format!(
            "computes {} by all threads in {}, but each thread runs other iterations of the parallel loop \
             {}: use by = each",
            self.member,
            text(part),
            text(*shared)
        ))
    }

    /// Checks that the member has the loop in which it is computed as an axis, and that its layout uses
    /// exactly its axes. `axes` names its axes.
    ///
    /// # Errors
    /// A check fails. The message follows the words "the group".
    pub fn check_own(&self, axes: &[String], names: &LoopNames) -> Result<(), String> {
        if let Some(layout) = &self.manner.layout {
            layout.digits(&self.member, axes)?;
        }
        let Placed::At { part, .. } = self.placed else { return Ok(()) };
        if axes.iter().any(|own| own == names.text(part.of)) {
            return Ok(());
        }
        let part = super::tiles::text(part, names);
        Err(format!("computes {} in the loop {part}, which is not one of its axes", self.member))
    }
}

/// Parses the step: members, followed by `inline` or `root` unless `at` is given.
pub(super) fn step(
    mut members: Vec<String>,
    numbers: &[i64],
    (at, keep): (Option<String>, Option<String>),
    manner: Manner,
) -> Result<Step, String> {
    let form = "place takes members of a group, then inline, root or at = LOOP; optionally keep = LOOP, as \
        in place(s, at = i.1, keep = i.0), and by, in, layout and copies, as in place(s, at = i.1, by = all, \
        in = l2, layout = (i, k) -> (k, i))";
    let at = match at {
        Some(at) => at,
        None => members.pop().filter(|word| WORDS.contains(&word.as_str())).ok_or(form)?,
    };
    if members.is_empty() || !numbers.is_empty() {
        return Err(form.to_string());
    }
    if let Some(word) = members.iter().find(|name| WORDS.contains(&name.as_str()) || !is_name(name)) {
        return Err(format!("place takes names of members, not '{word}'"));
    }
    if at == "inline" && !manner.is_plain() {
        return Err(format!(
            "place inlines {}: 'by', 'in', 'layout' and 'copies' need a stored member",
            members.join(", ")
        ));
    }
    if let Some(copies) = manner.copies {
        in_range("copies", copies, 2)?;
        let alone = if at == "root" { Some("root is computed once") } else { None };
        let why = alone.or_else(|| {
            keep.as_ref().map(|_| {
                "a sliding window holds results of earlier \
            iterations"
            })
        });
        if let Some(why) = why.filter(|_| copies > 1) {
            return Err(format!(
                "place computes {} one iteration ahead, but {why}: use copies = 1",
                members.join(", ")
            ));
        }
    }
    match keep {
        Some(_) if WORDS.contains(&at.as_str()) => {
            Err(format!("place has keep without a loop: {at} is outside all loops"))
        }
        Some(keep) if keep == "inline" => {
            Err("place needs a loop or 'root' for keep, not 'inline'".to_string())
        }
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
    ) -> Result<(), String> {
        let placed = match at {
            "inline" => Placed::Inline,
            "root" => Placed::Root,
            _ => {
                let part = self.part(at, names)?;
                let keep = match keep {
                    None => None,
                    Some("root") => Some(Keep::Root),
                    Some(name) => Some(Keep::Trip(self.part(name, names)?)),
                };
                Placed::At { part, keep }
            }
        };
        let mut known: FxHashSet<String> = self.placements.iter().map(|own| own.member.clone()).collect();
        for member in members {
            if !known.insert(member.clone()) {
                return Err(format!("places {member} twice"));
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
                Placed::At { part, keep: Some(Keep::Trip(around)) } => (text(part), Some(text(around))),
            };
            Step::Place { members: vec![own.member.clone()], at, keep, manner: own.manner.clone() }
        };
        self.placements.iter().map(step).collect()
    }
}
