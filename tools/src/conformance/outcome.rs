//! Outcomes of tests, as workers report them.

use std::fmt;

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    /// Every check holds on every device.
    Pass,
    /// It uses an op or a type that is not supported, and was refused.
    Unsupported,
    /// The text was not read, or a valid program was refused.
    Refused,
    /// A pass or the code generator failed.
    Compile,
    /// The program stopped itself.
    Stopped,
    /// A check does not hold.
    Wrong,
    /// A worker panicked or died.
    Crash,
    /// It took too long.
    Timeout,
    /// Not counted: its authors disabled it, and it does not pass.
    Disabled,
    /// Not counted: it uses complex or quantised types, or checks nothing.
    Excluded,
}

impl Kind {
    pub(super) const ALL: [Kind; 10] = [
        Kind::Pass,
        Kind::Unsupported,
        Kind::Refused,
        Kind::Compile,
        Kind::Stopped,
        Kind::Wrong,
        Kind::Crash,
        Kind::Timeout,
        Kind::Disabled,
        Kind::Excluded,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Pass => "pass",
            Kind::Unsupported => "unsupported",
            Kind::Refused => "refused",
            Kind::Compile => "compile",
            Kind::Stopped => "stopped",
            Kind::Wrong => "wrong",
            Kind::Crash => "crash",
            Kind::Timeout => "timeout",
            Kind::Disabled => "disabled",
            Kind::Excluded => "excluded",
        }
    }

    pub(super) fn by_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Kind {
    /// Whether tests of this kind count.
    pub(super) fn counts(self) -> bool {
        !matches!(self, Kind::Disabled | Kind::Excluded)
    }
}

/// One test: a file, or a function of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    /// The file's path, and the function if there are several.
    pub(super) test: String,
    pub(super) kind: Kind,
    /// Why, in one line.
    pub(super) reason: String,
}

impl Outcome {
    pub(super) fn new(test: &str, kind: Kind, reason: &str) -> Outcome {
        let reason: String = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        Outcome { test: test.to_string(), kind, reason }
    }

    /// Reads a line that [`fmt::Display`] wrote.
    pub(super) fn parse(line: &str) -> Option<Outcome> {
        let mut parts = line.splitn(3, '\t');
        let (kind, test, reason) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Outcome { test: test.to_string(), kind: Kind::by_name(kind)?, reason: reason.to_string() })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}", self.kind.name(), self.test, self.reason)
    }
}
