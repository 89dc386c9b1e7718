//! Where members of a group are computed, by whom, and how what they make is kept.

use tf_dialects::tensor::schedule::{Manner, MemberLayout, Step};

/// Who computes a member of a group, and the level of memory that what it makes has to fit in.
pub use tf_dialects::tensor::schedule::{By, Space};

/// Where a member of a group is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At<'a> {
    /// Wherever it is read, point by point.
    Inline,
    /// Once, in front of the loops.
    Root,
    /// In each trip of this part of a loop, as much of it as the trips inside read.
    Trip(&'a str),
    /// In each trip of the part `at` of a loop, but only what those before have not made: that is kept in a window that slides along, in a trip of `keep`, the loop right
    /// around, or for good, if that is `"root"`.
    Window {
        /// The loop that it is computed in.
        at: &'a str,
        /// The loop around it.
        keep: &'a str,
    },
}

/// Where a member of a group is computed ([`At`]), and what else is said of it. What is not said follows from the place.
///
/// ```
/// # use tf_frontend::{At, By, Schedule, Space};
/// let tiles = Schedule::new()
///     .split("i", [256, 4])
///     .order(["i.0", "i.1"])
///     .place(["rows"], At::Trip("i.1").by(By::All).within(Space::L2).layout("(i, k) -> (k, i)"));
/// assert_eq!(tiles.to_string(), "split(i, [256, 4]), order(i.0, i.1), place(rows, at = i.1, by = all, in = l2, layout = (i, k) -> (k, i))");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed<'a> {
    at: At<'a>,
    manner: Manner,
    layout: Option<&'a str>,
}

impl<'a> From<At<'a>> for Placed<'a> {
    fn from(at: At<'a>) -> Placed<'a> {
        Placed { at, manner: Manner::default(), layout: None }
    }
}

/// # Beside where
impl<'a> At<'a> {
    /// Who computes it.
    #[must_use]
    pub fn by(self, by: By) -> Placed<'a> {
        Placed::from(self).by(by)
    }

    /// What there is of it at a time has to fit in this level of memory.
    #[must_use]
    pub fn within(self, space: Space) -> Placed<'a> {
        Placed::from(self).within(space)
    }

    /// How it lies in memory: a map from the indices of its axes, as in `"(i, k) -> (k, i)"` or `"(i, k) -> (i floordiv 8, k, i mod 8)"`.
    #[must_use]
    pub fn layout(self, map: &'a str) -> Placed<'a> {
        Placed::from(self).layout(map)
    }

    /// How many copies of it are in flight.
    #[must_use]
    pub fn copies(self, copies: i64) -> Placed<'a> {
        Placed::from(self).copies(copies)
    }
}

impl<'a> Placed<'a> {
    /// As [`At::by`].
    #[must_use]
    pub fn by(mut self, by: By) -> Placed<'a> {
        self.manner.by = Some(by);
        self
    }

    /// As [`At::within`].
    #[must_use]
    pub fn within(mut self, space: Space) -> Placed<'a> {
        self.manner.space = Some(space);
        self
    }

    /// As [`At::layout`].
    #[must_use]
    pub fn layout(mut self, map: &'a str) -> Placed<'a> {
        self.layout = Some(map);
        self
    }

    /// As [`At::copies`].
    #[must_use]
    pub fn copies(mut self, copies: i64) -> Placed<'a> {
        self.manner.copies = Some(copies);
        self
    }

    /// The step that says so of these members.
    ///
    /// # Errors
    /// The text of the layout is none.
    pub(crate) fn step(self, members: Vec<String>) -> Result<Step, String> {
        let (at, keep) = match self.at {
            At::Inline => ("inline", None),
            At::Root => ("root", None),
            At::Trip(at) => (at, None),
            At::Window { at, keep } => (at, Some(keep.to_string())),
        };
        let layout = self.layout.map(MemberLayout::parse).transpose()?;
        Ok(Step::Place { members, at: at.into(), keep, manner: Manner { layout, ..self.manner } })
    }
}
