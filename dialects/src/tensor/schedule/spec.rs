//! The form of a step as data: its keyword, its arguments, and the ops and loops that it applies to. The
//! parser, the printer, the checks, renaming and the front ends read it.

use super::error::StepError;

/// The description of a step.
#[derive(Clone, Copy, Debug)]
pub struct StepSpec {
    /// The keyword.
    pub word: &'static str,
    /// The effect of the step, in a sentence.
    pub summary: &'static str,
    /// The arguments, with an example: the text of errors.
    pub takes: &'static str,
    /// The arguments, in the order of the text.
    pub args: &'static [Arg],
    /// The ops whose schedules may contain the step.
    pub owner: Owner,
    /// True if the step applies to the compute of a tile where loops are split.
    pub in_tile: bool,
}

/// The ops whose schedules may contain a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// Computes.
    Compute,
    /// Groups.
    Group,
    /// Both.
    Both,
}

/// An argument of a step.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// The name: of an option in text, of any argument in Python.
    pub name: &'static str,
    /// The form of the value.
    pub kind: ArgKind,
    /// True for an argument written `name = value`.
    pub is_option: bool,
    /// True if it may be absent.
    pub is_optional: bool,
}

/// The form of an argument.
#[derive(Clone, Copy, Debug)]
pub enum ArgKind {
    /// The name of a loop.
    Loop,
    /// The names of loops.
    Loops,
    /// The name of a loop, followed by a colon.
    Leader,
    /// The names of members of a group.
    Members,
    /// One of these keywords.
    Word(Words),
    /// The loop of a member: `at = i.0`, or a keyword without `at =`.
    Location(&'static [&'static str]),
    /// The name of a loop, or one of these keywords.
    LoopOr(&'static [&'static str]),
    /// An integer from 1 to this one.
    Number(i64),
    /// An integer from 1 to this one, in the list of the step: `[4, 64]`.
    Item(i64),
    /// A list of integers from 1 to this one.
    Items(i64),
    /// A layout: `(i, k) -> (k, i)`.
    Layout,
}

/// Keywords that an argument takes.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The keywords.
    pub known: &'static [&'static str],
    /// Other keywords, with the reason why the step does not take them; the known ones complete its text.
    pub refused: &'static [(&'static str, &'static str)],
}

impl Arg {
    const fn of(name: &'static str, kind: ArgKind) -> Arg {
        Arg { name, kind, is_option: false, is_optional: false }
    }

    /// The name of a loop.
    pub(super) const fn one(name: &'static str) -> Arg {
        Arg::of(name, ArgKind::Loop)
    }

    /// The names of loops.
    pub(super) const fn loops() -> Arg {
        Arg::of("loops", ArgKind::Loops)
    }

    /// The name of a loop, followed by a colon.
    pub(super) const fn leader(name: &'static str) -> Arg {
        Arg::of(name, ArgKind::Leader)
    }

    /// The names of members.
    pub(super) const fn members() -> Arg {
        Arg::of("members", ArgKind::Members)
    }

    /// The last of the names, a keyword.
    pub(super) const fn word(name: &'static str, known: &'static [&'static str]) -> Arg {
        Arg::of(name, ArgKind::Word(Words { known, refused: &[] }))
    }

    /// An integer from 1 to `most`.
    pub(super) const fn number(name: &'static str, most: i64) -> Arg {
        Arg::of(name, ArgKind::Number(most))
    }

    /// An integer from 1 to `most` in the list of the step.
    pub(super) const fn item(name: &'static str, most: i64) -> Arg {
        Arg::of(name, ArgKind::Item(most))
    }

    /// A list of integers from 1 to `most`.
    pub(super) const fn items(name: &'static str, most: i64) -> Arg {
        Arg::of(name, ArgKind::Items(most))
    }

    /// The location of members, or one of these keywords.
    pub(super) const fn location(words: &'static [&'static str]) -> Arg {
        Arg::of("at", ArgKind::Location(words))
    }

    /// An option, written `name = value`.
    pub(super) const fn option(name: &'static str, kind: ArgKind) -> Arg {
        Arg { name, kind, is_option: true, is_optional: true }
    }

    /// The same argument, which may be absent.
    pub(super) const fn optional(self) -> Arg {
        Arg { is_optional: true, ..self }
    }

    /// True if this name in the argument names a loop.
    pub(super) fn is_loop(&self, name: &str) -> bool {
        match self.kind {
            ArgKind::Loop | ArgKind::Loops | ArgKind::Leader => true,
            ArgKind::Location(words) | ArgKind::LoopOr(words) => !words.contains(&name),
            _ => false,
        }
    }

    /// The keywords that it takes among the names, if it takes any.
    pub(super) fn keywords(&self) -> Option<&'static [&'static str]> {
        match self.kind {
            ArgKind::Word(words) => Some(words.known),
            ArgKind::Location(words) => Some(words),
            _ => None,
        }
    }

    /// True for an integer in the list of the step.
    pub(super) fn is_listed(&self) -> bool {
        matches!(self.kind, ArgKind::Item(_) | ArgKind::Items(_))
    }

    /// The largest integer that it takes.
    pub(super) fn most(&self) -> Option<i64> {
        match self.kind {
            ArgKind::Number(most) | ArgKind::Item(most) | ArgKind::Items(most) => Some(most),
            _ => None,
        }
    }
}

impl StepSpec {
    /// The argument of a name.
    pub fn arg(&self, name: &str) -> Option<&'static Arg> {
        self.args.iter().find(|arg| arg.name == name)
    }

    /// True if text may give the argument of this name as `name = value`.
    pub(super) fn has_option(&self, name: &str) -> bool {
        let is_named = |arg: &Arg| arg.is_option || matches!(arg.kind, ArgKind::Location(_));
        self.arg(name).is_some_and(is_named)
    }

    /// True if it takes a name followed by a colon.
    pub(super) fn has_leader(&self) -> bool {
        self.args.iter().any(|arg| matches!(arg.kind, ArgKind::Leader))
    }

    /// The error about arguments of another form.
    pub(super) fn form(&self) -> StepError {
        StepError::Form { step: self.word, takes: self.takes }
    }
}
