//! Placement of a group's members: where they are computed, by which threads, and how they are stored.

use tf_dialects::tensor::schedule::error::MemberLayoutError;
use tf_dialects::tensor::schedule::{Manner, MemberLayout, Step, steps};

/// The threads that compute a member of a group, and the level of memory that its results must fit in.
pub use tf_dialects::tensor::schedule::{By, Space};

/// The position of a group member's computation (Halide's `compute_at`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At<'a> {
    /// Inlined at each read.
    Inline,
    /// Once, before the loops.
    Root,
    /// In each iteration of this part of a loop: the region that the inner loops read.
    Trip(&'a str),
    /// In each iteration of the part `at` of a loop, but only the points that earlier iterations have not
    /// computed. A sliding window buffers the earlier ones during an iteration of `keep`, the next enclosing
    /// loop, or permanently if `keep` is `"root"`.
    Window {
        /// The loop in which the member is computed.
        at: &'a str,
        /// The loop around it.
        keep: &'a str,
    },
}

/// The position of a group member's computation ([`At`]), with further properties. The defaults depend on the
/// position.
///
/// ```
/// # use tf_frontend::{At, By, Schedule, Space};
/// let tiles = Schedule::new()
///     .split("i", [256, 4])
///     .order(["i.0", "i.1"])
///     .place(["rows"], At::Trip("i.1").by(By::All).within(Space::L2).layout("(i, k) -> (k, i)"));
/// let steps = "split(i, [256, 4]), order(i.0, i.1), \
///     place(rows, at = i.1, by = all, in = l2, layout = (i, k) -> (k, i))";
/// assert_eq!(tiles.to_string(), steps);
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

/// # Further properties
impl<'a> At<'a> {
    /// The threads that compute the member.
    #[must_use]
    pub fn by(self, by: By) -> Placed<'a> {
        Placed::from(self).by(by)
    }

    /// The part of the member that is live at a time must fit in this level of memory.
    #[must_use]
    pub fn within(self, space: Space) -> Placed<'a> {
        Placed::from(self).within(space)
    }

    /// The memory layout: a map from the indices of the member's axes, as in `"(i, k) -> (k, i)"` or
    /// `"(i, k) -> (i floordiv 8, k, i mod 8)"`.
    #[must_use]
    pub fn layout(self, map: &'a str) -> Placed<'a> {
        Placed::from(self).layout(map)
    }

    /// The number of copies in flight (multiple buffering).
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

    /// The step for these members.
    ///
    /// # Errors
    /// If the text of the layout is invalid.
    pub(crate) fn step(self, members: Vec<String>) -> Result<Step, MemberLayoutError> {
        let (at, keep) = match self.at {
            At::Inline => ("inline", None),
            At::Root => ("root", None),
            At::Trip(at) => (at, None),
            At::Window { at, keep } => (at, Some(keep.to_string())),
        };
        let layout = self.layout.map(MemberLayout::parse).transpose()?;
        Ok(Step::Place(steps::Place {
            members,
            at: at.into(),
            keep,
            manner: Manner { layout, ..self.manner },
        }))
    }
}
