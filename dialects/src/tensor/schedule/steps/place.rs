//! The step `place`: the loop in which a member of a group is computed, and the loop that holds its buffer
//! (compute_at and store_at of Halide).

use super::declare::{Declared, Transform};
use crate::tensor::schedule::arguments::{ArgValue, Value};
use crate::tensor::schedule::error::{PlaceStepError, PlacementError, PlanError, StepError};
use crate::tensor::schedule::placement::{Keep, Placed, Placement};
use crate::tensor::schedule::plan::Plan;
use crate::tensor::schedule::spec::{Arg, ArgKind, Owner, StepSpec, Words};
use crate::tensor::schedule::tiles::text;
use crate::tensor::schedule::{By, LoopNames, Manner, Space, Tiles, is_name};
use rustc_hash::FxHashSet;

/// Keywords accepted instead of a loop.
const WORDS: [&str; 2] = ["inline", "root"];
/// The most buffers in flight: that of an iteration, and that of the next one.
const MOST_COPIES: i64 = 2;

/// The placement of group members: the loops they are computed in, and those at which their results are
/// buffered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The names of the members.
    pub members: Vec<String>,
    /// The compute location: `inline`, `root`, or a part of a loop.
    pub at: String,
    /// The store location: a part of a loop, with one buffer per iteration, or `root`.
    pub keep: Option<String>,
    /// The threads that compute the members, and the form of their buffers.
    pub manner: Manner,
}

const KNOWN_SPACES: Words = {
    const WHY: &str = "a GPU memory: groups run on CPUs, which have";
    Words { known: &Space::WORDS, refused: &[("shared", WHY), ("global", WHY), ("cluster", WHY)] }
};

impl Declared for Place {
    const SPEC: &'static StepSpec = &StepSpec {
        word: "place",
        summary: "Sets where members of a group are computed: `inline`, at the `root`, or in each iteration of a \
                  loop; and optionally the loop around which a sliding window buffers them, the threads that \
                  compute them, the memory level in which they must fit, their layout, and the copies in flight.",
        takes: "members of a group, then inline, root or at = LOOP; optionally keep = LOOP, as in place(s, at = \
                i.1, keep = i.0), and by, in, layout and copies, as in place(s, at = i.1, by = all, in = l2, \
                layout = (i, k) -> (k, i))",
        args: &[
            Arg::members(),
            Arg::location(&WORDS),
            Arg::option("keep", ArgKind::LoopOr(&WORDS)),
            Arg::option("by", ArgKind::Word(Words { known: &By::WORDS, refused: &[] })),
            Arg::option("in", ArgKind::Word(KNOWN_SPACES)),
            Arg::option("layout", ArgKind::Layout),
            Arg::option("copies", ArgKind::Number(MOST_COPIES)),
        ],
        owner: Owner::Group,
        in_tile: false,
    };

    fn values(&self) -> Vec<Value> {
        let Manner { by, space, layout, copies } = &self.manner;
        vec![
            self.members.value(),
            self.at.value(),
            self.keep.value(),
            by.value(),
            space.value(),
            layout.value(),
            copies.value(),
        ]
    }

    fn of(values: Vec<Value>) -> Option<Place> {
        let [members, at, keep, by, space, layout, copies] = values.try_into().ok()?;
        let manner = Manner {
            by: ArgValue::of(by)?,
            space: ArgValue::of(space)?,
            layout: ArgValue::of(layout)?,
            copies: ArgValue::of(copies)?,
        };
        Some(Place { members: ArgValue::of(members)?, at: ArgValue::of(at)?, keep: ArgValue::of(keep)?, manner })
    }
}

impl Transform for Place {
    fn check(&self) -> Result<(), StepError> {
        let (at, members) = (&self.at, || self.members.clone());
        let is_word = |name: &str| WORDS.contains(&name);
        if let Some(name) = self.members.iter().find(|name| is_word(name) || !is_name(name)) {
            return Err(PlaceStepError::NotAMember { name: name.clone() }.into());
        }
        if at == "inline" && !self.manner.is_plain() {
            return Err(PlaceStepError::InlinedOptions { members: members() }.into());
        }
        let is_ahead = self.manner.copies.is_some_and(|copies| copies > 1);
        if is_ahead && at == "root" {
            return Err(PlaceStepError::RootAhead { members: members() }.into());
        }
        match self.keep.as_deref() {
            Some(_) if is_ahead => Err(PlaceStepError::WindowAhead { members: members() }.into()),
            Some(_) if is_word(at) => Err(PlaceStepError::KeepOutside { at: at.clone() }.into()),
            Some("inline") => Err(PlaceStepError::KeepInline.into()),
            _ => Ok(()),
        }
    }

    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        if plan.tiles.is_none() && !WORDS.contains(&self.at.as_str()) {
            return Err(PlacementError::NoTiles.into());
        }
        let tiles = plan.tiles.get_or_insert_default();
        let placed = self.placed(tiles, names)?;
        let mut known: FxHashSet<String> = tiles.placements.iter().map(|own| own.member.clone()).collect();
        for member in &self.members {
            if !known.insert(member.clone()) {
                return Err(PlacementError::Twice { member: member.clone() }.into());
            }
            tiles.placements.push(Placement { member: member.clone(), placed, manner: self.manner.clone() });
        }
        Ok(())
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Place> {
        let step = |own: &Placement| {
            let (at, keep) = match own.placed {
                Placed::Inline => ("inline".to_string(), None),
                Placed::Root => ("root".to_string(), None),
                Placed::At { part, keep } => {
                    let keep = keep.map(|keep| match keep {
                        Keep::Root => "root".to_string(),
                        Keep::Loop(around) => text(around, names),
                    });
                    (text(part, names), keep)
                }
            };
            Place { members: vec![own.member.clone()], at, keep, manner: own.manner.clone() }
        };
        plan.tiles.iter().flat_map(|tiles| &tiles.placements).map(step).collect()
    }
}

impl Place {
    /// The location.
    fn placed(&self, tiles: &Tiles, names: &LoopNames) -> Result<Placed, PlanError> {
        Ok(match self.at.as_str() {
            "inline" => Placed::Inline,
            "root" => Placed::Root,
            at => {
                let part = tiles.part(at, names)?;
                let keep = match self.keep.as_deref() {
                    None => None,
                    Some("root") => Some(Keep::Root),
                    Some(name) => Some(Keep::Loop(tiles.part(name, names)?)),
                };
                Placed::At { part, keep }
            }
        })
    }
}
